"""Parts of a sentence and their whole, whose sum it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import isclose
from typing import Final

from qbank.facts.ledger import Ledger
from qbank.rules.sentences.values import Sentence, Slip, Value

_THE_REST: Final = frozenset((("the", "other"), ("the", "remaining"), ("the", "rest")))
_REMAINS: Final = frozenset(("remain", "remains", "left"))
_TOTAL: Final = frozenset(("altogether", "together"))
_IN_ALL: Final = ("in all", "in total", "total of", "sum of", "add up to", "adds up to")
_SHARED: Final = frozenset(
    """each every per average mean median overlap overlaps overlapping both also oversubscribed parallel or
    concurrently between instead than up most least twice half peak maximum minimum p50 p95 p99 from until
    further another additional only allow allows allowed limit budget""".split()  # noqa: SIM905
)
"""Words of values that are no parts, or not in full."""
_SUM_UP: Final = frozenset(("need", "needs", "take", "takes", "are", "is", "make", "makes", "come", "comes"))
_OF_WHICH: Final = ("of", "which")
_NEAR: Final = 3
_CLOSE: Final = 0.015


def wrong_totals(_ledger: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield the whole, or the rest, that does not agree with the parts of a sentence."""
    if not _SHARED.isdisjoint(sentence.words):
        return
    groups: dict[tuple[int, bool], list[Value]] = {}
    for one in sentence.values:
        if not one.in_words:
            groups.setdefault((one.readings[-1][1], one.is_share), []).append(one)
    for alike in groups.values():
        is_whole = all(one.dimension or one.is_share or one.size.is_integer() for one in alike)
        if len(alike) > 2 and is_whole:
            yield from _split(sentence, alike)
            yield from _added(sentence, alike)


def _split(sentence: Sentence, alike: Sequence[Value]) -> Iterator[Slip]:
    """Yield the rest that is not left, or the part with which parts come to more than their whole."""
    whole, *parts = alike
    opens = sentence.before(whole, _NEAR)[:2] in (["of", "the"], ["of", "its"], ["of", "our"], ["out", "of"])
    opens = opens or sentence.before(whole, 2) in (["share", "the"], ["split", "the"])
    goes_on = _OF_WHICH in pairwise(sentence.between(whole, parts[0]))
    is_nested = [*pairwise(sentence.words)].count(_OF_WHICH) > goes_on
    last, rest = parts[-1], _amount(whole) - sum(map(_amount, parts[:-1]))
    is_rest = not _THE_REST.isdisjoint(pairwise(sentence.before(last, _NEAR)))
    is_rest = is_rest or not _REMAINS.isdisjoint(sentence.behind(last, _NEAR))
    if not (opens or (goes_on and is_rest)) or is_nested or max(map(_amount, parts)) >= _amount(whole):
        return
    off = _amount(last) - rest
    if (abs(off) if is_rest else off) > _CLOSE * _amount(whole) and not adds_up(alike):
        yield Slip(last, alike[:-1], rest / _scale(last))


def _added(sentence: Sentence, alike: Sequence[Value]) -> Iterator[Slip]:
    """Yield the total of a sentence that its other values do not come to."""
    first, *others, last = alike
    if ":" in sentence.between(first, others[0]) and is_total(sentence, first):
        whole, parts = first, alike[1:]
    elif is_total(sentence, last) and _closes(sentence, others[-1], last):
        whole, parts = last, alike[:-1]
    else:
        return
    total, most = sum(map(_amount, parts)), max(map(_amount, parts))
    is_alike = not whole.dimension or all(one.dimension == whole.dimension for one in parts)
    is_off = is_alike and _amount(whole) > most and not isclose(total, _amount(whole), rel_tol=_CLOSE)
    if is_off and not adds_up(alike) and not _is_multiplied(sentence, parts):
        yield Slip(whole, parts, total / _scale(whole))


def is_total(sentence: Sentence, value: Value) -> bool:
    """Tell whether a value is told to be that of several things together."""
    behind, before = sentence.behind(value, _NEAR + 1), sentence.before(value, _NEAR)
    if "," in behind:
        behind = behind[: behind.index(",")]
    while "," in before:
        before = before[before.index(",") + 1 :]
    words = " ".join((*behind, "|", *before)).replace("all -", "")  # `7 % in all-reduce`
    return any(phrase in words for phrase in _IN_ALL) or not _TOTAL.isdisjoint((*behind, *before[:1]))


def _closes(sentence: Sentence, last: Value, whole: Value) -> bool:
    """Tell whether a total is of all that stands before it, and not of the last two things alone.

    That is `..., 60 KB together` and `and all needs 60 KB together`, but not `stack and app together 60 KB`.
    """
    between = sentence.between(last, whole)
    return "and" not in between or not _SUM_UP.isdisjoint(between) or _TOTAL.isdisjoint(sentence.words)


def _is_multiplied(sentence: Sentence, parts: Sequence[Value]) -> bool:
    """Tell whether a part is told of several things: `two slots of 420 KB`."""
    values = sentence.values
    return any(
        other in parts
        and one.number > 1
        and not one.dimension
        and one not in parts
        and not {"of", "with", "at"}.isdisjoint(sentence.between(one, other)[-1:])
        for one, other in pairwise(values)
    )


def _amount(one: Value) -> float:
    return one.readings[-1][0]


def _scale(one: Value) -> float:
    return _amount(one) / one.number


def adds_up(values: Sequence[Value]) -> bool:
    """Tell whether a value is a sum of others, or the share of one in such a sum."""
    for size in range(2, len(values)):
        for parts in combinations(values, size):
            kinds, total = {one.readings[-1][1] for one in parts}, sum(map(_amount, parts))
            made = [(total, *kinds), *((_amount(one) / total, 0) for one in parts)]
            if len(kinds) == 1 and any(
                isclose(_amount(one), truth, rel_tol=_CLOSE) and one.readings[-1][1] == kind
                for one in values
                if one not in parts
                for truth, kind in made
            ):
                return True
    return False
