"""Which files a document becomes: one page, or a paper and its key, and the drawings beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from qbank.model.taxonomy import Answers
from qbank.render.registry import Files, Output
from qbank.render.text.document import Document

FIGURES: Final = "figures/"
"""The folder of drawings, for formats that refer to them by path."""

Print = Callable[[Document, Answers, bool], str]
"""Prints one page of a document: where it shows answers, and whether it is the key that stands by itself."""


def assemble(document: Document, suffix: str, page: Print, *, figures: bool) -> Output:
    """Print the pages of a document; with a separate key these are two."""

    def printed(answers: Answers) -> bytes:
        return encoded(page(document, answers, answers is Answers.KEY))

    files = paper_and_key(document.stem, suffix, document.answers, printed)
    if figures:
        for item in document.items:
            if item.figure is not None and item.figure.svg:
                files[FIGURES + item.figure.name] = item.figure.svg
    return output(files)


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
