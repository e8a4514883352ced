"""Worksheets as Markdown, that of GitHub or that of Quarto."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from jinja2 import Environment

from qbank.labs.quantity import LabModel
from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.assemble import FIGURES, encoded, output, paper_and_key
from qbank.render.formats import markdown, quarto
from qbank.render.labs.worksheet import Worksheet, worksheet
from qbank.render.registry import Output, Settings
from qbank.render.templates import Printed
from qbank.render.text.document import Figure
from qbank.render.text.markdown import GITHUB, QUARTO


def render_lab(lab: LabModel, settings: Settings, *, answers: Answers, tracks: Sequence[str]) -> Output:
    """Print a lab as a worksheet: a page, its drawings, and its key where that is asked for."""
    return print_sheet(worksheet(lab, tracks), settings, answers, for_quarto=False)


def print_sheet(sheet: Worksheet, settings: Settings, answers: Answers, *, for_quarto: bool) -> Output:
    """Print a worksheet in one of the dialects."""
    suffix = ".qmd" if for_quarto else ".md"
    environment = _environment(settings, for_quarto)

    def page(shown: Answers) -> bytes:
        printed = templates.render(
            environment,
            "render/lab/worksheet.md.j2",
            sheet=sheet,
            answers=shown.value,
            key=shown is Answers.KEY,
            quarto=for_quarto,
        )
        return encoded(printed)

    files = paper_and_key(sheet.identifier, suffix, answers, page)
    return output(files | {FIGURES + figure.name: figure.svg for figure in sheet.figures})


@lru_cache(maxsize=4)
def _environment(settings: Settings, for_quarto: bool) -> Environment:
    dialect = QUARTO if for_quarto else GITHUB

    def figure(one: Figure) -> Printed:
        place = f"({FIGURES}{one.name})"
        if for_quarto:
            return Printed(f"![{dialect.text(one.caption)}]{place}{{fig-alt={dialect.attribute(one.alt)}}}")
        return Printed(f"**{dialect.text(one.caption)}**\n\n![{dialect.text(one.alt)}]{place}")

    filters = {**markdown.filters(dialect), "figure": figure, "yaml": quarto.yaml_text}
    return templates.environment(settings, dialect.text, filters)
