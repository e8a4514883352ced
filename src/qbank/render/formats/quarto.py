"""Quarto: pages with callouts and ids to refer to, and a website of several sets.

No text can become a cell that runs: braces are escaped, code never begins with one, and every page asks for
the engine that runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from jinja2 import Environment

from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.assemble import FIGURES, assemble
from qbank.render.formats.markdown import filters
from qbank.render.registry import Files, Output, RenderError, Settings
from qbank.render.templates import Printed
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure
from qbank.render.text.markdown import QUARTO
from qbank.render.text.words import ENGLISH, Words


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a page, and its key and its drawings where it has them."""
    made = environment(settings, document.words)
    return assemble(document, ".qmd", partial(page, made, template="render/qmd/page.qmd.j2"), figures=True)


def render_all(documents: Sequence[Document], settings: Settings) -> Files:
    """Print documents as a project: a page each, an index, and what Quarto needs to make a website of them.

    Answer keys are written beside the pages and are not part of the website.

    Raises:
        RenderError: two documents have the same name, or one is named `index`.
    """
    files: Files = {}
    pages = []
    for document in documents:
        file = f"{document.stem}.qmd"
        if file in files or document.stem == "index":
            raise RenderError(f"the project has a page '{file}' already; give the set another name")
        output = render(document, settings)
        files |= {file: output} if isinstance(output, bytes) else output
        pages.append({"file": file, "document": document, "about": wording.about_document(document)})
    words = documents[0].words if documents else ENGLISH
    for name, template in (("_quarto.yml", "project.yml.j2"), ("index.qmd", "index.qmd.j2")):
        text = templates.render(environment(settings, words), f"render/qmd/{template}", pages=pages)
        files[name] = (text.rstrip() + "\n").encode()
    return files


def environment(settings: Settings, words: Words, **more: Callable[..., Any]) -> Environment:
    """Make an environment for templates of Quarto, with filters of a format's own."""
    own = {"figure": _figure, "heading": Printed, "id": _id, "raw": Printed, "yaml": yaml_text}
    return templates.environment(settings, QUARTO.text, filters(QUARTO) | own | more, words)


def page(environment: Environment, document: Document, answers: Answers, key: bool, *, template: str) -> str:
    """Print a page of a document by a template."""
    about = wording.about_document(document)
    return templates.render(
        environment, template, document=document, about=about, answers=answers.value, key=key
    )


def yaml_text(text: str) -> Printed:
    """Print text that pandoc reads as Markdown out of YAML."""
    return Printed(json.dumps(QUARTO.text(text), ensure_ascii=False))


def _id(name: str) -> Printed:
    return Printed(f"{{#{name}}}")


def _figure(figure: Figure, identifier: str) -> Printed:
    if not figure.svg:
        return Printed(f"*{QUARTO.text(figure.alt)}*")
    alt = QUARTO.attribute(figure.alt)
    return Printed(f"![{QUARTO.text(figure.caption)}]({FIGURES}{figure.name}){{#{identifier} fig-alt={alt}}}")
