"""Parts of a sentence and their whole, whose sum it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.sentences.values import Sentence, Slip, Value

_REST: Final = frozenset(("other", "others", "remaining", "rest", "left", "remain", "remains"))
_TOTAL: Final = frozenset(("altogether", "together"))
_IN_ALL: Final = frozenset((("in", "all"), ("in", "total"), ("total", "of"), ("sum", "of"), ("up", "to")))
_SHARED: Final = frozenset(
    """each every per average mean median overlap overlaps overlapping both also oversubscribed parallel concurrently
    or between instead than up most least least one-third twice half peak maximum minimum p50 p95 p99 from until
    further another additional only allow allows allowed limit budget""".split()  # noqa: SIM905
)
_NEAR: Final = 3
_CLOSE: Final = 0.015


def wrong_totals(_: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield the whole, or the rest, that does not agree with the parts of a sentence."""
    if not _SHARED.isdisjoint(sentence.words):
        return
    groups: dict[tuple[int, bool], list[Value]] = {}
    for one in sentence.values:
        if not one.in_words:
            groups.setdefault((one.readings[-1].dimension, one.kind is Kind.SHARE), []).append(one)
    for alike in groups.values():
        is_whole = all(one.dimension or one.kind is Kind.SHARE or one.size.is_integer() for one in alike)
        if len(alike) > 2 and is_whole:
            yield from _split(sentence, alike)
            yield from _added(sentence, alike)


def _split(sentence: Sentence, alike: Sequence[Value]) -> Iterator[Slip]:
    """Yield the rest that is not left, or the part with which parts come to more than their whole."""
    whole, *parts = alike
    begins = sentence.before(whole, _NEAR)[:2] in (["of", "the"], ["of", "its"], ["of", "our"], ["out", "of"])
    goes_on = sentence.between(whole, parts[0])
    if not begins and not any(pair == ["of", "which"] for pair in _pairs(goes_on)):
        return
    if not begins and _pairs_of_which(sentence) > 1 or max(one.size for one in parts) >= whole.size:
        return
    last = parts[-1]
    is_rest = not _REST.isdisjoint(sentence.before(last, _NEAR)) or not _REST.isdisjoint(
        sentence.behind(last, _NEAR)
    )
    total = _sum(parts)
    is_off = (
        abs(total - _amount(whole)) > _CLOSE * total if is_rest else total > _amount(whole) * (1 + _CLOSE)
    )
    if is_off and not _subtotals(whole, parts):
        scale = last.readings[-1].size / last.readings[-1].number
        yield Slip(last, [whole, *parts[:-1]], (_amount(whole) - _sum(parts[:-1])) / scale)


def _added(sentence: Sentence, alike: Sequence[Value]) -> Iterator[Slip]:
    """Yield the total of a sentence that its other values do not come to."""
    for whole, parts in ((alike[0], alike[1:]), (alike[-1], alike[:-1])):
        if is_total(sentence, whole) and (whole is alike[-1] or ":" in sentence.between(whole, parts[0])):
            is_off = abs(_sum(parts) - _amount(whole)) > _CLOSE * _amount(whole)
            if is_off and not _subtotals(whole, parts):
                scale = whole.readings[-1].size / whole.readings[-1].number
                yield Slip(whole, parts, _sum(parts) / scale)
            return


def is_total(sentence: Sentence, value: Value) -> bool:
    """Tell whether a value is told to be that of several things together."""
    behind, before = sentence.behind(value, _NEAR), sentence.before(value, _NEAR)
    if "," in behind:
        behind = behind[: behind.index(",")]
    while "," in before:
        before = before[before.index(",") + 1 :]
    words = [*behind, "", *before]
    return not _TOTAL.isdisjoint(words) or not _IN_ALL.isdisjoint(pairwise(words))


def _pairs(words: Sequence[str]) -> list[list[str]]:
    return [list(words[at : at + 2]) for at in range(len(words) - 1)]


def _pairs_of_which(sentence: Sentence) -> int:
    return sum(pair == ["of", "which"] for pair in _pairs(sentence.words))


def _amount(one: Value) -> float:
    return one.readings[-1].size


def _sum(parts: Sequence[Value]) -> float:
    return sum(map(_amount, parts))


def _subtotals(whole: Value, parts: Sequence[Value]) -> bool:
    """Tell whether some of the parts come to the whole, or to another of them."""
    every = [whole, *parts]
    return any(
        abs(_sum(some) - _amount(one)) <= _CLOSE * _amount(one)
        for size in range(2, len(every))
        for some in combinations(every, size)
        for one in every
        if one not in some
    )
