"""Which files a document becomes: one page, or a paper and its key, and the drawings beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from jinja2 import Environment

from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.registry import Files, Output
from qbank.render.text import wording
from qbank.render.text.document import Document

FIGURES: Final = "figures/"
"""The folder of drawings, for formats that refer to them by path."""

Print = Callable[[Document, Answers], str]
"""Prints one page of a document: where it shows answers, of which `KEY` is the key that stands by itself."""

_NONE: Final[Mapping[str, bytes]] = MappingProxyType({})


def assemble(document: Document, suffix: str, page: Print, drawings: Mapping[str, bytes] = _NONE) -> Output:
    """Print the pages of a document, with drawings beside them; with a separate key these are two."""

    def printed(answers: Answers) -> bytes:
        return encoded(page(document, answers))

    return output(paper_and_key(document.stem, suffix, document.answers, printed) | dict(drawings))


def printer(environment: Environment, template: str) -> Print:
    """Return what prints pages by a template, which gets the document and what is to be seen of it."""

    def page(document: Document, answers: Answers) -> str:
        return templates.render(
            environment,
            template,
            document=document,
            about=wording.about_document(document),
            answers=answers.value,
            key=answers is Answers.KEY,
        )

    return page


def drawings_of(document: Document, folder: str = FIGURES) -> Files:
    """Return the drawings of a document by their paths."""
    return {folder + figure.name: figure.svg for figure in document.figures}


def listed(documents: Sequence[Document], suffix: str) -> list[dict[str, Any]]:
    """Return what an index says of documents, and the file of each."""
    return [
        {
            "file": document.stem + suffix,
            "title": document.title,
            "about": wording.about_document(document),
        }
        for document in documents
    ]


def paper_and_key(stem: str, suffix: str, answers: Answers, page: Callable[[Answers], bytes]) -> Files:
    """Print a page that shows answers as it should, or one without them and its key."""
    if answers is not Answers.KEY:
        return {stem + suffix: page(answers)}
    return {stem + suffix: page(Answers.NONE), f"{stem}-key{suffix}": page(Answers.KEY)}


def output(files: Files) -> Output:
    """Return files, or the content of the only one."""
    return files if len(files) > 1 else next(iter(files.values()))


def encoded(page: str) -> bytes:
    """Return a page with one end of line at its end."""
    return (page.rstrip() + "\n").encode()
