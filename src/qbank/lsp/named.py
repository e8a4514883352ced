"""What a place of a document names: a question, a topic, an entry of the catalog or a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from qbank.facts.devices.finding import names_of
from qbank.formulas.of_bank import usable_library
from qbank.lsp.fields import place_at
from qbank.lsp.text import EditorText
from qbank.model.taxonomy import TOPICS

_TOKEN: Final = re.compile(r"[A-Za-z0-9](?:[\w.-]*\w)?")
_TOPIC_FIELDS: Final = frozenset(("topic", "related"))
_LONGEST_LINE: Final = 4_000


class Sort(StrEnum):
    """What a name is that of."""

    QUESTION = "question"
    TOPIC = "topic"
    ENTRY = "entry"
    FORMULA = "formula"


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a text: what it is that of, its id there, and where it stands."""

    sort: Sort
    id: str
    start: int
    end: int


class Names:
    """The names that mean something in a bank. `questions` are ids and files."""

    def __init__(self, root: Path | None, questions: Mapping[str, Path]) -> None:
        self.root: Final = root
        self.questions: Final = questions
        self.devices: Final = names_of(root)
        self.formulas: Final = usable_library(root)

    def at(self, text: EditorText, index: int) -> Named | None:
        """Return what is named at an index; None if nothing is."""
        start, end = text.line_around(index)
        if end - start > _LONGEST_LINE:
            return None
        found = [name for name in self._in(text, start, end) if name.start <= index <= name.end]
        return next(iter(found), None)

    def of(self, text: EditorText, wanted: Named) -> Iterator[Named]:
        """Yield every place of a text that names the same."""
        if wanted.sort is Sort.ENTRY:
            found: Iterator[Named] = self._entries(text.text, 0, len(text.text))
        else:
            spelling = re.compile(rf"(?<![\w-]){re.escape(wanted.id)}(?![\w-])")
            found = (
                name
                for hit in spelling.finditer(text.text)
                if (name := self._token(text, hit.start(), hit.end(), wanted.id)) is not None
            )
        return (name for name in found if (name.sort, name.id) == (wanted.sort, wanted.id))

    def _in(self, text: EditorText, start: int, end: int) -> Iterator[Named]:
        for hit in _TOKEN.finditer(text.text, start, end):
            name = self._token(text, *hit.span(), hit[0])
            if name is not None:
                yield name
        yield from self._entries(text.text, start, end)

    def _token(self, text: EditorText, start: int, end: int, token: str) -> Named | None:
        if token in self.questions:
            return Named(Sort.QUESTION, token, start, end)
        if token in TOPICS:
            place = place_at(text, start)
            if place is not None and place.fields and place.fields[-1] in _TOPIC_FIELDS:
                return Named(Sort.TOPIC, token, start, end)
        if token in self.devices.catalog:
            return Named(Sort.ENTRY, token, start, end)
        if "_" in token and token in self.formulas:
            return Named(Sort.FORMULA, token, start, end)
        return None

    def _entries(self, text: str, start: int, end: int) -> Iterator[Named]:
        for device in self.devices.find(text[start:end]):
            yield Named(Sort.ENTRY, device.entries[0].id, start + device.start, start + device.end)
