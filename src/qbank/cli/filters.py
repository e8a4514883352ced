"""Options that say which questions of a bank are meant, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import typer

from qbank.cli.errors import CommandError

Words = list[str] | None

TrackFilter = Annotated[
    Words, typer.Option("--track", metavar="TRACK", help="Only this track; may be repeated.")
]
LevelFilter = Annotated[
    Words, typer.Option("--level", metavar="LEVEL", help="Only this level or range, such as L2-L4.")
]
ZoneFilter = Annotated[Words, typer.Option("--zone", metavar="ZONE", help="Only this zone.")]
TopicFilter = Annotated[Words, typer.Option("--topic", metavar="TOPIC", help="Only this topic.")]
AreaFilter = Annotated[Words, typer.Option("--area", metavar="AREA", help="Only this competency area.")]
BloomFilter = Annotated[Words, typer.Option("--bloom", metavar="BLOOM", help="Only this Bloom level.")]
TagFilter = Annotated[Words, typer.Option("--tag", metavar="TAG", help="Only questions with this tag.")]
StatusFilter = Annotated[
    Words, typer.Option("--status", metavar="STATUS", help="Only this status, such as published.")
]
KindFilter = Annotated[
    Words, typer.Option("--kind", metavar="KIND", help="Only this form, such as choice or numeric.")
]


def read_filters(given: Mapping[str, Words]) -> dict[str, tuple[str, ...]]:
    """Return the words of each filter that is given; between several stand commas.

    Raises:
        CommandError: a word is none of those that the field takes.
    """
    from qbank.sets.collection import SetError
    from qbank.sets.selection import level_range

    filters: dict[str, tuple[str, ...]] = {}
    for name, words in given.items():
        listed = [word.strip() for item in words or () for word in item.split(",")]
        if name == "level":
            try:
                listed = [level for word in listed for level in level_range(word)]
            except SetError as error:
                raise CommandError(f"--level: {error}") from error
        elif (known := _known(name)) is not None:
            for word in listed:
                _check(word, name, known)
        if listed:
            filters[name] = tuple(dict.fromkeys(listed))
    return filters


def _known(name: str) -> Iterable[str] | None:
    from qbank.model.taxonomy import AREAS, TOPICS, Bloom, QuestionKind, Status, Track, Zone

    words: Mapping[str, Iterable[str]] = {
        "track": Track, "zone": Zone, "topic": TOPICS, "area": AREAS, "bloom": Bloom, "status": Status,
        "kind": QuestionKind,
    }  # fmt: skip
    return words.get(name)


def _check(word: str, name: str, known: Iterable[str]) -> None:
    words = list(known)
    if word not in words:
        from qbank.nearest import nearest

        near = nearest(word, words)
        few = (
            f"there are {', '.join(words)}"
            if len(words) < 20
            else "the page on the question format lists all"
        )
        hint = f"did you mean '{near}'?" if near else few
        raise CommandError(f"--{name} '{word}' is not a {name}; {hint}")
