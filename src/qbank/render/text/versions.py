"""Versions of a set side by side: where each question stands in them, and what is right there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from qbank.model.taxonomy import Answers
from qbank.render.text.document import Document, Inlines, Item, Paragraph, Strong, TableBlock, Text
from qbank.render.text.wording import letter, plain_points, stated
from qbank.render.text.words import Words

_LINE: Final = "_" * 16


def in_versions(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """Yield the documents of each set that has several versions, each with a key of its own."""
    keyed = [document for document in documents if document.version and document.answers is Answers.KEY]
    for _, versions in groupby(keyed, key=lambda document: document.identifier):
        if len(found := list(versions)) > 1:
            yield found


def key_name(versions: Sequence[Document]) -> str:
    """Return the name for files of the key over versions of a set."""
    return f"{versions[0].identifier}-all-keys"


def all_keys(versions: Sequence[Document]) -> Document:
    """Return a document that says where each question stands in each version, and what is right there."""
    first = versions[0]
    words = first.words
    heads = [words("Version {version}", version=version.version) for version in versions]
    rows = [
        (
            (*_cell(title), *_cell(f" {identifier}")),
            *(
                (Strong(_cell(f"{cell[0]}.")), *_cell(f" {cell[1]}")) if cell else _cell("–")
                for cell in cells
            ),
        )
        for title, identifier, cells in mapping(versions)
    ]
    said = words("Each column says where a question stands in a version, and its answer there.")
    return replace(
        first,
        identifier=key_name(versions),
        title=words("{title}: answer key", title=first.title),
        version="",
        sections=(),
        minutes=None,
        answers=Answers.INLINE,
        answer_sheet=False,
        intro=(Paragraph(_cell(said)), TableBlock(_cells([words("Question"), *heads]), tuple(rows))),
    )


def mapping(versions: Sequence[Document]) -> list[tuple[str, str, list[tuple[int, str] | None]]]:
    """Return a row for each question in the order of the first version: its title, its id, and for each
    version its number there and what is right in short; None where a version lacks it.
    """
    rows: dict[str, tuple[str, list[tuple[int, str] | None]]] = {}
    for place, document in enumerate(versions):
        for item in document.items:
            name = _slot(item, document)
            _, cells = rows.setdefault(name, (item.title, [None] * len(versions)))
            cells[place] = (item.number, in_short(item, document.words))
    return [(title, name.partition(" ")[0], cells) for name, (title, cells) in rows.items()]


def _slot(item: Item, document: Document) -> str:
    """Return a name for a question that is the same in all versions, though its numbers are others."""
    own = item.id.partition("@")[0]
    same = [other for other in document.items if other.id.partition("@")[0] == own]
    return f"{own} {sorted(other.id for other in same).index(item.id)}"


def at_a_glance(document: Document) -> TableBlock:
    """Return a table of what is right, a row for each question, for the head of a key."""
    words = document.words
    heads = (words("No."), words("Question"), words("Answer"), words("Points"))
    rows = [
        (
            str(item.number),
            item.title,
            in_short(item, words) or _in_words(item, words),
            plain_points(item, words),
        )
        for item in document.items
    ]
    return TableBlock(_cells(heads), tuple(map(_cells, rows)))


def answer_sheet(document: Document) -> TableBlock:
    """Return a table to answer in, a row for each question: letters to tick, and room for numbers."""
    words = document.words
    heads = (words("No."), words("Answer"), words("Points"))
    rows = [
        (str(item.number), _room(item) or words("on the page of the question"), _out_of(item, words))
        for item in document.items
    ]
    return TableBlock(_cells(heads), tuple(map(_cells, rows)))


def _room(item: Item) -> str:
    if item.options:
        return "   ".join(f"□ {letter(place)}" for place in range(len(item.options)))
    if item.key is not None:
        return f"{_LINE} {item.key.unit}"
    return "   ".join(
        f"({part.label}) {_LINE} {part.key.unit}" for part in item.parts if part.key is not None
    )


def _out_of(item: Item, words: Words) -> str:
    return "" if item.points is None else f"____ / {plain_points(item, words)}"


def _cells(texts: Sequence[str]) -> tuple[Inlines, ...]:
    return tuple(map(_cell, texts))


def _cell(text: str) -> Inlines:
    return (Text(text),) if text else ()


def _in_words(item: Item, words: Words) -> str:
    return words("by the rubric") if item.rubric else words("in words")


def in_short(item: Item, words: Words) -> str:
    """Return what is right in a few signs: letters, numbers, or nothing for what is answered in words."""
    if item.options:
        return ", ".join(letter(place) for place, option in enumerate(item.options) if option.correct)
    if item.key is not None:
        return stated(item.key, words)
    return "; ".join(
        f"({part.label}) {stated(part.key, words)}" for part in item.parts if part.key is not None
    )
