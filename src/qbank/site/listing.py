"""The list of a site: all questions in columns, small enough to be loaded at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from qbank.survey.coverage import DIMENSIONS

WORDS: Final = ("track", "area", "topic", "level", "zone", "bloom", "phase", "kind", "status")
"""Facets of which a question has one word."""
LISTS: Final = ("tags", "devices", "formulas", "sets", "chains")
"""What it may have several of."""
_PLAIN: Final = ("id", "title", "blurb", "minutes", "points", "varies", "claims", "unsure", "text", "page")


def columns(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the columns; words are numbers of those in `words`, whose order is that of the field."""
    words = {name: _words(name, entries) for name in (*WORDS, *LISTS)}
    places = {name: {word: place for place, word in enumerate(known)} for name, known in words.items()}
    table: dict[str, Any] = {name: [entry[name] for entry in entries] for name in _PLAIN}
    for name in WORDS:
        table[name] = [places[name][entry[name]] for entry in entries]
    for name in LISTS:
        table[name] = [[places[name][word] for word in entry[name]] for entry in entries]
    return {"words": words, "columns": table}


def _words(name: str, entries: Sequence[Mapping[str, Any]]) -> list[str]:
    if name in LISTS:
        return sorted({word for entry in entries for word in entry[name]})
    used = {entry[name] for entry in entries}
    known = [str(word) for word in DIMENSIONS[name] if word in used]
    return [*known, *sorted(used - set(known))]
