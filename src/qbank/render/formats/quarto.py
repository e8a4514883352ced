"""Quarto: pages with callouts and ids to refer to, and a website of several sets.

No text can become a cell that runs: braces are escaped, code never begins with one, and every page asks for
the engine that runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from jinja2 import Environment

from qbank.render import templates
from qbank.render.assemble import FIGURES, assemble, drawings_of, encoded, listed, printer
from qbank.render.formats.markdown import filters
from qbank.render.registry import Files, Output, Settings
from qbank.render.templates import Printed
from qbank.render.text.document import Document, Figure
from qbank.render.text.markdown import QUARTO
from qbank.render.text.words import ENGLISH, Words


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a page, and its key and its drawings where it has them."""
    page = printer(environment(settings, document.words), "render/qmd/page.qmd.j2")
    return assemble(document, ".qmd", page, drawings_of(document))


def render_around(documents: Sequence[Document], settings: Settings) -> Files:
    """Print an index, and what Quarto needs to make a website of documents.

    Answer keys are written beside the pages and are not part of the website.
    """
    made = environment(settings, documents[0].words if documents else ENGLISH)
    return {
        name: encoded(templates.render(made, f"render/qmd/{template}", pages=listed(documents, ".qmd")))
        for name, template in (("_quarto.yml", "project.yml.j2"), ("index.qmd", "index.qmd.j2"))
    }


def environment(settings: Settings, words: Words, **more: Callable[..., Any]) -> Environment:
    """Make an environment for templates of Quarto, with filters of a format's own."""
    own = {
        "figure": _figure,
        "heading": Printed,
        "id": lambda name: Printed(f"{{#{name}}}"),
        "raw": Printed,
        "yaml": yaml_text,
    }
    return templates.environment(settings, QUARTO.text, filters(QUARTO) | own | more, words)


def yaml_text(text: str) -> Printed:
    """Print text that pandoc reads as Markdown out of YAML."""
    return Printed(json.dumps(QUARTO.text(text), ensure_ascii=False))


def _figure(figure: Figure, identifier: str) -> Printed:
    if not figure.svg:
        return Printed(f"*{QUARTO.text(figure.alt)}*")
    alt = QUARTO.attribute(figure.alt)
    return Printed(f"![{QUARTO.text(figure.caption)}]({FIGURES}{figure.name}){{#{identifier} fig-alt={alt}}}")
