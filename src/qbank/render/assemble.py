"""Which files a document becomes: one page, or a paper and its key, and the drawings beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from qbank.model.taxonomy import Answers
from qbank.render.document import Document
from qbank.render.registry import Files, Output

FIGURES: Final = "figures/"
"""The folder of drawings, for formats that refer to them by path."""

Print = Callable[[Document, Answers, bool], str]
"""Prints one page of a document: where it shows answers, and whether it is the key that stands by itself."""


def assemble(document: Document, suffix: str, page: Print, *, figures: bool) -> Output:
    """Print the pages of a document; with a separate key these are two."""
    files: Files = {}
    if document.answers is Answers.KEY:
        files[document.stem + suffix] = _encoded(page(document, Answers.NONE, False))
        files[f"{document.stem}-key{suffix}"] = _encoded(page(document, Answers.KEY, True))
    else:
        files[document.stem + suffix] = _encoded(page(document, document.answers, False))
    if figures:
        for item in document.items:
            if item.figure is not None and item.figure.svg:
                files[FIGURES + item.figure.name] = item.figure.svg
    return files if len(files) > 1 else files[document.stem + suffix]


def _encoded(page: str) -> bytes:
    return (page.rstrip() + "\n").encode()
