"""The outline of a document, and the questions of a bank by their ids and titles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from qbank.lsp.reading import Reading
from qbank.report.terminal import Style, one_line, sanitize
from qbank.survey.index_file import open_index
from qbank.survey.record import Record
from qbank.survey.search import Wanted, search
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import Position, Span

MOST: Final = 200
"""Symbols of one answer about a bank; behind these the editor asks again when more has been typed."""
_DEEPEST: Final = 4
_MOST_FIELDS: Final = 2_000
_LONGEST: Final = 60
_KINDS: Final = {
    dict: types.SymbolKind.Object,
    list: types.SymbolKind.Array,
    bool: types.SymbolKind.Boolean,
    int: types.SymbolKind.Number,
    float: types.SymbolKind.Number,
}
_TITLES: Final = ("title", "text", "prompt", "id", "name", "label", "of")


def document_symbols(reading: Reading) -> list[types.DocumentSymbol]:
    """Return the fields of a document as a tree."""
    document = reading.source.document
    if document is None:
        return []
    left = [_MOST_FIELDS]
    return list(_symbols(reading, document, (), document.data, left))


def bank_symbols(root: Path, query: str) -> list[types.WorkspaceSymbol]:
    """Return the questions of a bank whose id, title or topic holds all words of a query.

    Raises:
        InputError: the bank cannot be read.
    """
    words = query.casefold().split()
    with open_index(root) as index:
        hits = search(index, Wanted()).shown
    fitting = (hit for hit in hits if _fits(hit.record, words))
    return [
        types.WorkspaceSymbol(
            location=types.LocationUriOnly((root / hit.path).as_uri()),
            name=sanitize(f"{hit.record.id}  {hit.record.title}".rstrip()),
            kind=types.SymbolKind.File,
            container_name=hit.record.topic or None,
        )
        for hit, _ in zip(fitting, range(MOST), strict=False)
    ]


def _fits(record: Record, words: list[str]) -> bool:
    text = f"{record.id} {record.title} {record.topic}".casefold()
    return all(word in text for word in words)


def _symbols(
    reading: Reading, document: Document, path: FieldPath, value: Any, left: list[int]
) -> Iterator[types.DocumentSymbol]:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        left[0] -= 1
        if left[0] < 0:
            return
        there = (*path, step)
        whole = document.span(there)
        key = document.span(there, key=True) if isinstance(step, str) else whole
        children = None
        if isinstance(inner, dict | list) and len(there) < _DEEPEST and not document.has_aliases:
            children = list(_symbols(reading, document, there, inner, left))
        yield types.DocumentSymbol(
            name=_name(step, inner),
            kind=_KINDS.get(type(inner), types.SymbolKind.String),
            range=_range(reading, min(key.start, whole.start), max(key.end, whole.end)),
            selection_range=_range(reading, key.start, key.end),
            detail=None if isinstance(inner, dict | list) else _short(inner),
            children=children,
        )


def _name(step: str | int, value: Any) -> str:
    """Return the name of a field, or what tells an item of a list from the others."""
    if isinstance(step, str):
        return _short(step) or "?"
    titles = [value[name] for name in _TITLES if name in value] if isinstance(value, dict) else [value]
    title = next((_short(one) for one in titles if isinstance(one, str) and one.strip()), "")
    return f"{step + 1}. {title}" if title else f"{step + 1}."


def _short(value: object) -> str:
    return Style().cut(one_line(str(value)), _LONGEST)


def _range(reading: Reading, first: Position, last: Position) -> types.Range:
    return reading.text.range(*reading.extent(Span(first.line, first.column, last.line, last.column)))
