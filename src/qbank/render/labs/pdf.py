"""Worksheets as PDF, typeset by typst from data, as papers are."""

from __future__ import annotations

import json
from collections.abc import Sequence

from qbank.labs.quantity import LabModel
from qbank.model.taxonomy import Answers
from qbank.render.assemble import output, paper_and_key
from qbank.render.formats import pdf
from qbank.render.formats.typst_run import Templates, run, templates
from qbank.render.labs.worksheet import Worksheet, worksheet
from qbank.render.registry import Output, Settings
from qbank.render.text.typst import Data, data_of, options_data


def render_lab(lab: LabModel, settings: Settings, *, answers: Answers, tracks: Sequence[str]) -> Output:
    """Print a lab as a worksheet, and its key where that is asked for."""
    sheet = worksheet(lab, tracks)
    made_by = templates(settings)

    def page(shown: Answers) -> bytes:
        return _paper(sheet, pdf.SHOWN[shown], made_by)

    return output(paper_and_key(sheet.identifier, ".pdf", answers, page))


def _paper(sheet: Worksheet, answers: str, made_by: Templates) -> bytes:
    data: Data = data_of(sheet) | {"version": "", "answers": answers}
    for persona in data["personas"]:
        for part in persona["parts"]:
            part["options"] = options_data(part["options"])
    written = json.dumps(data, ensure_ascii=False).encode()
    drawings = {figure.name: figure.svg for figure in sheet.figures}
    # Our own drawings: no need to find out whether they can be drawn.
    files = {"main.typ": made_by.files["worksheet.typ"], "worksheet.json": written, "words.json": b"{}"}
    return run(made_by, files | drawings)
