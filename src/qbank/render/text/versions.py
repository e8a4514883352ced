"""Versions of a set side by side: where each question stands in them, and what is right there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from qbank.model.taxonomy import Answers
from qbank.render.text.document import Document, Inlines, Item, TableBlock, Text
from qbank.render.text.wording import letter, number
from qbank.render.text.words import Words


def in_versions(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """Yield the documents of each set that has several versions, each with a key of its own."""
    keyed = [document for document in documents if document.version and document.answers is Answers.KEY]
    for _, versions in groupby(keyed, key=lambda document: document.identifier):
        if len(found := list(versions)) > 1:
            yield found


def mapping(versions: Sequence[Document]) -> list[tuple[str, str, list[tuple[int, str] | None]]]:
    """Return a row for each question in the order of the first version: its title, its id, and for each
    version its number there and what is right in short; None where a version lacks it.
    """
    rows: dict[str, tuple[str, list[tuple[int, str] | None]]] = {}
    for place, document in enumerate(versions):
        for item in document.items:
            name = _slot(item, document)
            _, cells = rows.setdefault(name, (item.title, [None] * len(versions)))
            cells[place] = (item.number, in_short(item))
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
        (str(item.number), item.title, in_short(item) or _in_words(item, words), _points(item))
        for item in document.items
    ]
    return TableBlock(_cells(heads), tuple(map(_cells, rows)))


def _cells(texts: Sequence[str]) -> tuple[Inlines, ...]:
    return tuple((Text(text),) if text else () for text in texts)


def _in_words(item: Item, words: Words) -> str:
    return words("by the rubric") if item.rubric else words("in words")


def _points(item: Item) -> str:
    return "" if item.points is None else number(item.points)


def in_short(item: Item) -> str:
    """Return what is right in a few signs: letters, numbers, or nothing for what is answered in words."""
    if item.options:
        return ", ".join(letter(place) for place, option in enumerate(item.options) if option.correct)
    if item.key is not None:
        return item.key.answer_text
    return "; ".join(f"({part.label}) {part.key.answer_text}" for part in item.parts if part.key is not None)
