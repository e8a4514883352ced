"""How well the questions of a bank cover the field, and where there are gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from qbank.model.taxonomy import (
    AREAS,
    TOPICS,
    ZONE_LEVELS,
    Bloom,
    Level,
    Phase,
    QuestionKind,
    Status,
    Track,
    Zone,
)
from qbank.survey.record import Record

NONE: Final = "(none)"
"""What stands for a field that a question does not fill in."""
OTHER: Final = "(other)"
"""What stands for words that qbank does not know: any number of them would make tables of any size."""

COUNTED: Final = tuple(status.value for status in Status if status not in {Status.ARCHIVED, Status.DELETED})
"""The statuses of questions in use."""

Cell: TypeAlias = tuple[str, ...]
"""Track, level, zone and topic."""


def _place_of(topic: str) -> tuple[int, str]:
    area = TOPICS[topic]
    return (len(AREAS) if area is None else AREAS.index(area), topic)


DIMENSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "track": tuple(Track),
    "level": tuple(Level),
    "zone": tuple(Zone),
    "topic": tuple(sorted(TOPICS, key=_place_of)),
    "area": AREAS,
    "bloom": tuple(Bloom),
    "phase": tuple(Phase),
    "kind": tuple(QuestionKind),
    "status": tuple(Status),
}
"""What questions can be counted by, and the words of each in their order; topics go by area."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How many questions there are for every pair of words of two dimensions.

    `rows` and `columns` hold every word that qbank knows, and behind them `NONE` and `OTHER` where needed.
    """

    row: str
    column: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Gaps:
    """What has no question.

    Attributes:
        tracks: tracks without any; nothing more is said about them.
        topics: topics without any.
        track_topics: topics that a track has none on, though another one has.
        track_levels: levels that a track has none at.
        track_zones: zones and levels that go together, and that a track has none for.
    """

    tracks: tuple[str, ...]
    topics: tuple[str, ...]
    track_topics: Mapping[str, tuple[str, ...]]
    track_levels: Mapping[str, tuple[str, ...]]
    track_zones: Mapping[str, tuple[tuple[str, str], ...]]


class Coverage:
    """Questions, counted."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = tuple(records)
        self.cells: Counter[Cell] = Counter(
            tuple(_word(name, getattr(record, name)) for name in ("track", "level", "zone", "topic"))
            for record in self._records
        )

    def __len__(self) -> int:
        return len(self._records)

    def grid(self, row: str, column: str) -> Grid:
        """Count by two of the `DIMENSIONS`."""
        counts = Counter(
            (_word(row, getattr(record, row)), _word(column, getattr(record, column)))
            for record in self._records
        )
        return Grid(
            row,
            column,
            _words(row, {words[0] for words in counts}),
            _words(column, {words[1] for words in counts}),
            counts,
        )

    def tracks(self) -> tuple[str, ...]:
        """Return the tracks that have questions, in their order."""
        used = {cell[0] for cell in self.cells}
        return tuple(track for track in _words("track", used) if track in used)

    def gaps(self, tracks: Sequence[str] | None = None) -> Gaps:
        """Return what has no question, in the tracks given; without any given, in all that there are."""
        used = self.tracks()
        asked = tuple(track for track in tracks or DIMENSIONS["track"] if track in used)
        covered = {cell[3] for cell in self.cells}
        by_topic = {(cell[0], cell[3]) for cell in self.cells}
        by_level = {(cell[0], cell[1]) for cell in self.cells}
        by_zone = {cell[:3] for cell in self.cells}
        return Gaps(
            tracks=tuple(track for track in tracks or DIMENSIONS["track"] if track not in used),
            topics=tuple(topic for topic in DIMENSIONS["topic"] if topic not in covered),
            track_topics={
                track: tuple(
                    topic
                    for topic in DIMENSIONS["topic"]
                    if topic in covered and (track, topic) not in by_topic
                )
                for track in asked
            },
            track_levels={
                track: tuple(level.value for level in Level if (track, level) not in by_level)
                for track in asked
            },
            track_zones={
                track: tuple(
                    (zone.value, level.value)
                    for zone in Zone
                    for level in ZONE_LEVELS[zone]
                    if (track, level, zone) not in by_zone
                )
                for track in asked
            },
        )


def expected_pairs() -> int:
    """Return how many pairs of a zone and a level go together."""
    return sum(map(len, ZONE_LEVELS.values()))


def _words(dimension: str, seen: set[str]) -> tuple[str, ...]:
    return (*map(str, DIMENSIONS[dimension]), *(word for word in (NONE, OTHER) if word in seen))


def _word(dimension: str, text: str) -> str:
    return text if text in DIMENSIONS[dimension] else OTHER if text else NONE
