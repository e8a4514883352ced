"""LaTeX with the class `exam`: a paper to edit and compile, and its key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import Environment

from qbank.render import templates
from qbank.render.assemble import FIGURES, assemble, printer
from qbank.render.formats.typst_run import drawn, drawn_name
from qbank.render.labels import labelled
from qbank.render.registry import Files, Output, Settings
from qbank.render.templates import Printed
from qbank.render.text import tex, wording
from qbank.render.text.document import Blocks, Document, Figure
from qbank.render.text.versions import answer_sheet


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a file of LaTeX, its key where it has one, and its drawings as PDF."""
    drawings = {FIGURES + name: content for name, content in drawn(document, "pdf").items()}
    page = printer(_environment(settings, document, drawings), "render/tex/page.tex.j2")
    return assemble(document, ".tex", page, drawings)


def _environment(settings: Settings, document: Document, drawings: Files) -> Environment:
    def shown(figure: Figure) -> Printed:
        name = drawn_name(figure, "pdf")
        if FIGURES + name not in drawings:
            return Printed(f"\\emph{{{tex.text(figure.alt)}}}")
        return Printed(f"\\includegraphics[max width=\\linewidth,max height=9cm]{{{FIGURES}{name}}}")

    def with_label(blocks: Blocks, label: str) -> Printed:
        return tex.blocks(labelled(blocks, label))

    more: dict[str, Callable[..., Any]] = {
        "answer_sheet": answer_sheet,
        "blocks": tex.blocks,
        "figure": shown,
        "labelled": with_label,
        "plain_points": lambda value: Printed(wording.number(value)),
        "raw": Printed,
        "table": tex.table,
        "url": lambda url: Printed(f"\\texttt{{{tex.text(url)}}}"),
    }
    return templates.environment(settings, tex.text, more, document.words)
