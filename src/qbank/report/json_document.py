"""Our JSON documents: ASCII, a version, an item a line; a dataclass becomes an object of its fields."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass

from qbank.picking import everything

VERSION = 1


def dumps(value: object) -> str:
    """Return a value as JSON on one line, in ASCII; a dataclass becomes an object of all its fields."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, default=_plain)


def line(value: object) -> Iterator[str]:
    """Yield a value on a line."""
    yield f"{dumps(value)}\n"


def array(items: Iterable[object]) -> Iterator[str]:
    """Yield an array, an item a line."""
    yield "["
    yield from item_lines(items)
    yield "]\n"


def document(name: str, items: Iterable[object], summary: object, more: Iterable[str] = ()) -> Iterator[str]:
    """Yield an object: its version, items under a name, a summary, and what is JSON already."""
    yield f'{{"version": {VERSION},\n "{name}": ['
    yield from item_lines(items)
    yield f'],\n "summary": {dumps(summary)}'
    yield from more
    yield "}\n"


def item_lines(items: Iterable[object]) -> Iterator[str]:
    """Yield the items of an array, a line each."""
    separator = "\n  "
    for item in items:
        yield separator + dumps(item)
        separator = ",\n  "


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return everything(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON can say {value!r}")
