"""Changes, means, efficiencies and growth that a sentence tells beside the values that they are of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, unit_of_time
from qbank.rules.sentences.values import Sentence, Slip, Value

CHANGES: Final = frozenset(
    """up down by saving savings reduction increase decrease rise drop growth gain decline cut fall plus minus
    cheaper saves""".split()  # noqa: SIM905
)
_MULTIPLES: Final = {
    **dict.fromkeys(("double", "doubles", "doubled", "doubling"), 2.0),
    **dict.fromkeys(("triple", "triples", "tripled", "tripling"), 3.0),
    **dict.fromkeys(("quadruple", "quadruples", "quadrupled"), 4.0),
}
_OF_ANOTHER: Final = frozenset(("so", "and", "hence", "therefore", "thus"))
OTHERS: Final = frozenset(("other", "others", "rest", "remaining", "misses", "miss"))
_MEAN: Final = frozenset(("average", "mean", "averages"))
_TIMES: Final = frozenset(("times", "fold", "as"))
_REACH: Final = 9
_NEAR: Final = 4
_CLOSE: Final = 0.03
_ROUGH: Final = 0.12


def wrong_changes(_ledger: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield changes, means, efficiencies and growth that do not come out."""
    for (first, second), (*_, told) in pairwise(pairwise(sentence.values)):
        between = sentence.between(first, second)
        if sentence.before(first, 1) == ["from"] and between[-1:] == ["to"] and len(between) <= _REACH:
            yield from _change(sentence, first, second, told)
    yield from _mean(sentence)
    yield from _efficiency(sentence)
    yield from _growth(sentence)


def _change(sentence: Sentence, first: Value, second: Value, told: Value) -> Iterator[Slip]:
    """Yield what a value is not changed by, in points or percent, or is not so many times as much."""
    one, other = first.number, second.number
    if first.fact.mention.unit.name and not second.fact.mention.unit.name.startswith(
        first.fact.mention.unit.name
    ):
        one, other = first.size, second.size  # else `from 2 to 5 GB`, `from $2 to $0.50 per million`
    words, change = sentence.between(second, told), abs(other - one)
    behind = sentence.behind(told, 1)[:1]
    if told.fact.kind is Kind.COUNT and first.is_share:
        is_points = behind in (["points"], ["percentage"]) and words[-1:] in (["by"], ["of"])
        if is_points and not _agree(told.number, change, _CLOSE):
            yield Slip(told, (first, second), change)
    elif told.fact.kind is Kind.COUNT:
        is_times = "times" in (*told.text.split(), *behind) and len(words) <= _NEAR and "at" not in words
        ratio = max(one, other) / min(one, other)
        if is_times and not any(_agree(told.size, near, _ROUGH) for near in (ratio, ratio - 1)):
            yield Slip(told, (first, second), ratio)
    elif told.is_share and not first.is_share and _is_told_of(words):
        truth = change / one
        slips = change / other, other / one, 1 - truth, truth * 10, truth / 10
        is_slip = len(words) <= _REACH and any(_agree(told.size, slip, _CLOSE) for slip in slips)
        if is_slip and not _agree(told.size, truth, _CLOSE):
            yield Slip(told, (first, second), truth * 100)


def _is_told_of(words: list[str]) -> bool:
    """Tell whether words call a share the change of two values: `so the delay falls by` does not."""
    return not CHANGES.isdisjoint(words) and _OF_ANOTHER.isdisjoint(words)


def _mean(sentence: Sentence) -> Iterator[Slip]:
    """Yield the mean of two values that are told with the share of one: `90 % take 2 ms, others 40 ms`."""
    shares = [one for one in sentence.values if one.is_share]
    measured = [one for one in sentence.values if not one.is_share]
    words = sentence.words
    if not shares or len(measured) != 3 or _MEAN.isdisjoint(words) or OTHERS.isdisjoint(words):
        return
    one, other, mean = measured
    near = {*sentence.before(mean, 4), *sentence.behind(mean, 3)}
    if len({value.dimension for value in measured}) > 1 or _MEAN.isdisjoint(near) or len(shares) > 2:
        return
    share = shares[0].size
    if len(shares) == 2 and not isclose(share + shares[1].size, 1, rel_tol=0.01):
        return
    truth = share * one.size + (1 - share) * other.size
    others = (truth, share * other.size + (1 - share) * one.size, truth + (1 - share) * one.size)
    if not any(_agree(mean.size, value, _CLOSE + mean.slack) for value in others):
        yield Slip(mean, (shares[0], one, other), truth * mean.number / mean.size)


def _efficiency(sentence: Sentence) -> Iterator[Slip]:
    """Yield the efficiency of several that are so many times as fast as one, if it is another."""
    if len(sentence.values) != 3 or "efficiency" not in sentence.words:
        return
    number, times, share = sentence.values
    is_speedup = "times" in (*sentence.behind(times, 1), *times.text.split()) or "speedup" in sentence.words
    if number.fact.kind is times.fact.kind is Kind.COUNT and share.is_share and is_speedup:
        truth = times.size / number.size
        if truth <= 1 and not _agree(share.size, truth, _CLOSE):
            yield Slip(share, (number, times), truth * 100)


def _growth(sentence: Sentence) -> Iterator[Slip]:
    """Yield the multiple that something comes to that doubles every so often, if it is another."""
    texts = [piece.text for piece in sentence.pieces]
    at = next((at for at, text in enumerate(texts) if text in _MULTIPLES), -1)
    if at < 0 or texts[at + 1 : at + 2] not in (["every"], ["each"], ["per"]):
        return
    times = [one for one in sentence.values if one.fact.kind is Kind.TIME]
    unit = unit_of_time(texts[at + 2]) if at + 2 < len(texts) else None
    if (unit is None and len(times) != 2) or (unit is not None and len(times) != 1):
        return
    period = times[0].size if unit is None else float(unit.scale)
    told = [
        one for one in sentence.values if one not in times and one.fact.kind is Kind.COUNT and one.size > 1
    ]
    if len(told) != 1 or not {*told[0].text.split(), *sentence.behind(told[0], 1)} & _TIMES:
        return
    truth = _MULTIPLES[texts[at]] ** (times[-1].size / period)
    if not _agree(told[0].size, truth, _ROUGH):
        yield Slip(told[0], times[-1:], truth)


def _agree(one: float, other: float, close: float) -> bool:
    return isclose(one, other, rel_tol=close)
