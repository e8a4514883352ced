"""Worksheets as PDF, typeset by typst from data, as papers are."""

from __future__ import annotations

import json
from collections.abc import Sequence

from qbank.labs.quantity import LabModel
from qbank.model.taxonomy import Answers
from qbank.render.assemble import output, paper_and_key
from qbank.render.formats import pdf
from qbank.render.formats.typst_run import Templates, run, templates
from qbank.render.labs.worksheet import PartSheet, PersonaSheet, Worksheet, worksheet
from qbank.render.registry import Output, Settings
from qbank.render.text import wording
from qbank.render.text.document import Figure, TableBlock
from qbank.render.text.typst import Data, blocks_data, breakable, figure_data, table_data


def render_lab(lab: LabModel, settings: Settings, *, answers: Answers, tracks: Sequence[str]) -> Output:
    """Print a lab as a worksheet, and its key where that is asked for."""
    sheet = worksheet(lab, tracks)
    made_by = templates(settings)

    def page(shown: Answers) -> bytes:
        return _paper(sheet, pdf.SHOWN[shown], made_by)

    return output(paper_and_key(sheet.identifier, ".pdf", answers, page))


def _paper(sheet: Worksheet, answers: str, made_by: Templates) -> bytes:
    drawings: dict[str, bytes] = {}
    data = {
        "title": breakable(sheet.title),
        "about": [breakable(fact) for fact in sheet.about],
        "version": "",
        "answers": answers,
        "intro": blocks_data(sheet.intro),
        "objectives": blocks_data(sheet.objectives),
        "personas": [_persona(persona, drawings) for persona in sheet.personas],
    }
    written = json.dumps(data, ensure_ascii=False).encode()
    main = made_by.files["worksheet.typ"]
    return run(made_by, {"main.typ": main, "worksheet.json": written, **drawings})


def _persona(persona: PersonaSheet, drawings: dict[str, bytes]) -> Data:
    return {
        "name": persona.name,
        "role": breakable(persona.role),
        "situation": blocks_data(persona.situation),
        "given": _table(persona.given),
        "parts": [_part(part, drawings) for part in persona.parts],
    }


def _part(part: PartSheet, drawings: dict[str, bytes]) -> Data:
    return {
        "title": breakable(part.title),
        "prompt": blocks_data(part.prompt),
        "kind": part.kind,
        "asked": blocks_data(part.asked),
        "options": [
            {"letter": wording.letter(place), "content": blocks_data(option)}
            for place, option in enumerate(part.options)
        ],
        "unit": breakable(part.unit),
        "bench": _table(part.bench),
        "figures": [_figure(figure, drawings) for figure in part.figures],
        "gauges": [_figure(figure, drawings) for figure in part.gauges],
        "readings": blocks_data(part.readings),
        "puzzle": blocks_data(part.puzzle),
        "tries": _table(part.tries),
        "reflection": blocks_data(part.reflection),
        "answer": blocks_data(part.answer),
    }


def _table(content: TableBlock | None) -> Data | None:
    return None if content is None else table_data(content)


def _figure(figure: Figure, drawings: dict[str, bytes]) -> Data:
    # Our own drawings: no need to find out whether they can be drawn.
    drawings[figure.name] = figure.svg
    return figure_data(figure, figure.name)
