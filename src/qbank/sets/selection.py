"""Choosing questions by what they are about: filters, a number, and an even spread.

The choice depends on the seed and the ids alone: neither on the order of files nor on random numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from qbank.model.taxonomy import Level, Status
from qbank.nearest import nearest
from qbank.problems import quote
from qbank.sets.collection import SetError
from qbank.sets.variants.drawing import lot

FIELDS: Final = ("track", "level", "zone", "topic", "bloom", "tag")

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


Item = TypeVar("Item", bound=Selectable)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to choose: a question has to fit every filter, in one of its words.

    Only published questions are chosen.

    Attributes:
        filters: the words of each field that do.
        count: how many to choose; all that fit if None.
        balance: the fields to spread the choice over evenly.
    """

    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int | None = None
    balance: tuple[str, ...] = ()

    @classmethod
    def of(cls, select: dict[str, Any]) -> Wanted:
        """Take the `select` of a valid set file."""
        given = {name: _many(select[name]) for name in FIELDS if select.get(name) is not None}
        if "level" in given:
            given["level"] = tuple(level for text in given["level"] for level in level_range(text))
        balance = select.get("balance")
        return cls(given, select.get("count"), () if balance is None else _many(balance))


def select(entries: Iterable[Item], wanted: Wanted, seed: object = 0) -> list[Item]:
    """Choose questions; they are in the order of level and id.

    Raises:
        SetError: not enough fit; the message counts them, and names the filter that leaves out most.
    """
    published = [entry for entry in entries if Status.PUBLISHED.value in entry.words("status")]
    fitting = [entry for entry in published if fits(entry, wanted.filters)]
    if not fitting or (wanted.count is not None and len(fitting) < wanted.count):
        raise SetError(_shortage(published, fitting, wanted))
    count = len(fitting) if wanted.count is None else wanted.count
    chosen = fitting if count == len(fitting) else _drawn(fitting, count, wanted.balance, seed)
    return sorted(chosen, key=lambda entry: (_LEVELS.get(_word(entry, "level"), len(_LEVELS)), entry.id))


def fits(entry: Selectable, filters: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a question fits every filter."""
    return all(not set(words).isdisjoint(entry.words(name)) for name, words in filters.items())


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
        near = nearest(text, _LEVELS)
        hint = f"; did you mean '{near}'?" if near else f"; they go from {min(_LEVELS)} to {max(_LEVELS)}"
        raise SetError(f"{quote(text)} is not a level{hint}")
    return text


def _drawn(fitting: Sequence[Item], count: int, balance: Sequence[str], seed: object) -> list[Item]:
    """Draw questions one by one, each from the group that is served least so far."""
    ranked = sorted(fitting, key=lambda entry: (lot("select", seed, entry.id), entry.id), reverse=True)
    groups: dict[tuple[str, ...], list[Item]] = {}
    for entry in ranked:
        groups.setdefault(tuple(_word(entry, name) for name in balance), []).append(entry)
    served: list[Counter[str]] = [Counter() for _ in balance]
    together: Counter[tuple[str, ...]] = Counter()
    lots = {group: lot("group", seed, *group) for group in groups}
    chosen: list[Item] = []
    while len(chosen) < count:
        least = min(
            groups,
            key=lambda group: (
                sum(counts[word] for counts, word in zip(served, group, strict=True)),
                together[group],
                lots[group],
            ),
        )
        chosen.append(groups[least].pop())
        together[least] += 1
        for counts, word in zip(served, least, strict=True):
            counts[word] += 1
        if not groups[least]:
            del groups[least]
    return chosen


def _shortage(published: Sequence[Selectable], fitting: Sequence[Selectable], wanted: Wanted) -> str:
    asked = "no question" if wanted.count is None else f"{_questions(wanted.count)} asked for, and"
    if wanted.count is None:
        said = f"{asked} fits"
    else:
        said = f"{asked} {len(fitting) or 'none'} {'fits' if len(fitting) == 1 else 'fit'}"
    without = {
        name: sum(fits(entry, {other: words for other, words in wanted.filters.items() if other != name})
                  for entry in published)
        for name in wanted.filters
    }  # fmt: skip
    if not published:
        return f"{said}: the bank has no published questions"
    if not without:
        return f"{said}; `count` can be {len(fitting)} at most"
    name = max(without, key=lambda name: without[name])
    if without[name] == len(fitting):
        return f"{said}; every filter but any one of them leaves out as much, so loosen several"
    return f"{said}; without `{name}: {_spelled(wanted.filters[name])}` it would be {without[name]}"


def _word(entry: Selectable, name: str) -> str:
    return next(iter(entry.words(name)), "")


def _questions(count: int) -> str:
    return "1 question is" if count == 1 else f"{count} questions are"


def _spelled(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"[{', '.join(words)}]"


def _many(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
