"""What is kept of a question to find it again: its place in the field, and its texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from qbank.sets.kinds import question_kind
from qbank.sets.worth import points_of
from qbank.unchecked import as_list, as_mapping, mappings

TEXTS: Final = ("id", "title", "scenario", "question", "answer", "math", "mistake", "tags")
"""The parts of a question that can be searched apart, as somebody who searches names them."""

PLACES: Final = {
    "track": "track", "level": "level", "zone": "zone", "topic": "topic", "area": "competency_area",
    "bloom": "bloom_level", "phase": "phase", "status": "status",
}  # fmt: skip
"""What a record says of where a question stands, and the fields that it is taken from."""

_IN_PARTS: Final = {"answer": "answer", "napkin_math": "math", "prompt": "question"}


@dataclass(frozen=True, slots=True)
class Record:
    """A question as it is listed and counted; where its file says nothing usable, a text is empty."""

    id: str
    title: str
    track: str
    level: str
    zone: str
    topic: str
    area: str
    bloom: str
    phase: str
    status: str
    kind: str
    minutes: int | None
    points: float | None
    tags: tuple[str, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Record:
        """Make the record of a question, valid or not."""
        minutes = data.get("expected_time_minutes")
        return cls(
            id=_text(data.get("id")),
            title=_text(data.get("title")),
            **{name: _text(data.get(field)) for name, field in PLACES.items()},
            kind=question_kind(data).value,
            minutes=minutes if type(minutes) is int and 0 <= minutes < 1_000_000 else None,
            points=points_of(data),
            tags=tuple(dict.fromkeys(_texts(data.get("tags")))),
        )

    @classmethod
    def of_cells(cls, cells: Sequence[Any]) -> Record:
        """Make a record of what `cells` has returned."""
        return cls(*(*cells[:-1], tuple(json.loads(cells[-1]))))

    def cells(self) -> tuple[Any, ...]:
        """Return what the index keeps, one cell for each of `COLUMNS`."""
        *values, tags = (getattr(self, name) for name in COLUMNS)
        return (*values, json.dumps(tags))


COLUMNS: Final = tuple(field.name for field in fields(Record))
"""The names of what a record holds; the tags, which come last, are JSON in a cell."""


def searched_texts(data: Mapping[str, Any], record: Record) -> tuple[str, ...]:
    """Return the texts of a question to search in, one for each of `TEXTS`."""
    details = as_mapping(data.get("details"))
    texts = {
        "id": [record.id],
        "title": [record.title],
        "scenario": [_text(data.get("scenario"))],
        "question": [_text(data.get("question"))],
        "answer": [_text(details.get("realistic_solution")), *_texts(details.get("options"))],
        "math": [_text(details.get("napkin_math"))],
        "mistake": [_text(details.get("common_mistake"))],
        "tags": [record.topic, record.area, *record.tags, *_texts(data.get("hints"))],
    }
    for part in mappings(data.get("parts")):
        for field, name in _IN_PARTS.items():
            texts[name].append(_text(part.get(field)))
    return tuple("\n".join(text for text in texts[name] if text) for name in TEXTS)


def _texts(values: Any) -> Iterator[str]:
    for value in as_list(values):
        if isinstance(value, str) and value:
            yield _text(value)


def _text(value: Any) -> str:
    # A lone surrogate, as an escape can make one, is no text that anything else would take.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
