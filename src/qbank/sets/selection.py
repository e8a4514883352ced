"""Choosing questions by what they are about: filters, a number, and an even spread.

The choice depends on the seed and the ids alone: neither on the order of files nor on random numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from qbank.grouping import grouped
from qbank.model.taxonomy import Level, Status
from qbank.nearest import meant
from qbank.problems import quote
from qbank.sets.files import SetError
from qbank.sets.variants.drawing import seeded_number

FIELDS: Final = ("track", "level", "zone", "area", "topic", "bloom", "kind", "phase", "tag")

RANGES: Final = ("points", "minutes", "measured_difficulty", "measured_discrimination")
"""What questions are chosen by as a number within a range."""

_LEVELS: Final = {level.value: place for place, level in enumerate(Level)}


class Selectable(Protocol):
    """What a question has to tell of itself: its id, and its words for a field of `FIELDS` or `status`."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    def words(self, field: str) -> Sequence[str]:
        """Its words for a field, several for tags."""
        ...

    def number(self, field: str) -> float | None:
        """Its number for a field of `RANGES`."""
        ...


Item = TypeVar("Item", bound=Selectable)


class SelectionCriteria(Struct, frozen=True):
    """What to choose: a question has to fit every filter, in one of its words.

    Only published questions are chosen.

    Attributes:
        filters: the words of each field that do.
        count: how many to choose; all that fit if None.
        balance: the fields to spread the choice over evenly.
        ranges: the lowest and the highest number of a field that do; a question that says none does not.
    """

    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int | None = None
    balance: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, select: dict[str, Any]) -> SelectionCriteria:
        """Take the `select` of a valid set file."""
        filters = {name: _words(select[name]) for name in FIELDS if select.get(name) is not None}
        if "level" in filters:
            filters["level"] = tuple(level for text in filters["level"] for level in level_range(text))
        balance = select.get("balance")
        ranges = {name: number_range(select[name]) for name in RANGES if select.get(name) is not None}
        return cls(filters, select.get("count"), () if balance is None else _words(balance), ranges)

    def fit(self, question: Selectable) -> bool:
        """Whether a question fits every filter and every range."""
        if not fits(question, self.filters):
            return False
        for name, (low, high) in self.ranges.items():
            number = question.number(name)
            if number is None or not low <= number <= high:
                return False
        return True

    def without(self, name: str) -> SelectionCriteria:
        """Return the same without one filter or range."""
        return replace(
            self,
            filters={other: words for other, words in self.filters.items() if other != name},
            ranges={other: ends for other, ends in self.ranges.items() if other != name},
        )


def select(questions: Iterable[Item], criteria: SelectionCriteria, seed: object = 0) -> list[Item]:
    """Choose questions; they are in the order of level and id.

    Raises:
        SetError: not enough fit; the message counts them, and names the filter that leaves out most.
    """
    published = [question for question in questions if _is_published(question)]
    found = fitting(published, criteria)
    if not found or (criteria.count is not None and len(found) < criteria.count):
        raise SetError(_shortage(published, found, criteria))
    if criteria.count is None or criteria.count == len(found):
        return found
    return sorted(_drawn(found, criteria.count, criteria.balance, seed), key=_place)


def fitting(questions: Iterable[Item], criteria: SelectionCriteria) -> list[Item]:
    """Return all questions that fit, in the order of level and id."""
    found = [question for question in questions if _is_published(question) and criteria.fit(question)]
    return sorted(found, key=_place)


def _is_published(question: Selectable) -> bool:
    return Status.PUBLISHED.value in question.words("status")


def _place(question: Selectable) -> tuple[int, str]:
    return _LEVELS.get(_word(question, "level"), len(_LEVELS)), question.id


def fits(question: Selectable, filters: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a question fits every filter."""
    return all(not set(words).isdisjoint(question.words(name)) for name, words in filters.items())


def number_range(given: float | str) -> tuple[float, float]:
    """Return the ends of `3`, `2-5`, `4-` or `-15`, as a valid set file has them."""
    if not isinstance(given, str):
        return given, given
    first, dash, last = given.partition("-")
    low = float(first) if first else 0.0
    return low, float(last) if last else math.inf if dash else low


def level_range(text: str) -> tuple[str, ...]:
    """Return the levels that `L3`, `L2-L4`, `L4-` or `-L3` stand for.

    Raises:
        SetError: one of them is no level, or the first is above the last.
    """
    if text in _LEVELS:
        return (text,)
    first, dash, last = text.partition("-")
    ends = [_level(end) if end else None for end in (first, last if dash else first)]
    low = 0 if ends[0] is None else _LEVELS[ends[0]]
    high = len(_LEVELS) - 1 if ends[1] is None else _LEVELS[ends[1]]
    if low > high or not (first or last):
        raise SetError(f"{quote(text)} is no range of levels; write it like 'L2-L4'")
    return tuple(_LEVELS)[low : high + 1]


def _level(text: str) -> str:
    if text not in _LEVELS:
        hint = meant(text, _LEVELS) or f"; they go from {min(_LEVELS)} to {max(_LEVELS)}"
        raise SetError(f"{quote(text)} is not a level{hint}")
    return text


def _drawn(fitting: Sequence[Item], count: int, balance: Sequence[str], seed: object) -> list[Item]:
    """Draw questions one by one, each from the group that is served least so far."""
    ranked = sorted(
        fitting, key=lambda question: (seeded_number("select", seed, question.id), question.id), reverse=True
    )
    groups = grouped((tuple(_word(question, name) for name in balance), question) for question in ranked)
    of_word: list[Counter[str]] = [Counter() for _ in balance]
    of_group: Counter[tuple[str, ...]] = Counter()
    ranks = {group: seeded_number("group", seed, *group) for group in groups}

    def served(group: tuple[str, ...]) -> tuple[int, int, int]:
        of_words = sum(counts[word] for counts, word in zip(of_word, group, strict=True))
        return of_words, of_group[group], ranks[group]

    drawn: list[Item] = []
    while len(drawn) < count:
        least = min(groups, key=served)
        drawn.append(groups[least].pop())
        of_group[least] += 1
        for counts, word in zip(of_word, least, strict=True):
            counts[word] += 1
        if not groups[least]:
            del groups[least]
    return drawn


def _shortage(
    published: Sequence[Selectable], fitting: Sequence[Selectable], criteria: SelectionCriteria
) -> str:
    if criteria.count is None:
        message = "no question fits"
    else:
        questions = "1 question is" if criteria.count == 1 else f"{criteria.count} questions are"
        fit = "fits" if len(fitting) == 1 else "fit"
        message = f"{questions} asked for, and {len(fitting) or 'none'} {fit}"
    if not published:
        return f"{message}: the bank has no published questions"
    without = {
        name: sum(map(criteria.without(name).fit, published))
        for name in (*criteria.filters, *criteria.ranges)
    }
    if not without:
        return f"{message}; `count` can be {len(fitting)} at most"
    name = max(without, key=lambda name: without[name])
    if without[name] == len(fitting):
        return f"{message}; every filter but any one of them leaves out as much, so loosen several"
    if name in criteria.ranges:
        low, high = criteria.ranges[name]
        words: tuple[str, ...] = (f"{low:g}" if low == high else f"{low:g}-{high:g}".replace("-inf", "-"),)
    else:
        words = criteria.filters[name]
    written = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
    return f"{message}; without `{name}: {written}` it would be {without[name]}"


def _word(question: Selectable, name: str) -> str:
    return next(iter(question.words(name)), "")


def _words(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
