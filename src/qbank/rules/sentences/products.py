"""Values of a sentence of which one is the product or the quotient of the others, and is a slip off it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import exp, log, log10
from typing import Final

from msgspec import Struct

from qbank.facts.counted import number_of
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.sentences.changes import CHANGES, OTHERS
from qbank.rules.sentences.totals import adds_up, is_total
from qbank.rules.sentences.values import Sentence, Slip, Value

_MOST: Final = 6
_FEW: Final = 12
"""Up to here a number in words may count what is no factor: `the two sites`."""
_CONCLUDES: Final = frozenset(("so", "hence", "therefore", "thus", "whence", "since"))
"""Words behind which a value follows from those before."""
_SAYS_AGAIN: Final = frozenset(product(("that", "which", "this"), ("is", "makes", "means", "gives")))
_EQUALS: Final = frozenset(
    """is are comes come amounts corresponds gives give yields yield leaves leave takes take needs need lasts
    last costs cost uses use delivers deliver draws draw drains drain holds hold has have fed reaches reach
    keeps keep serve serves answer answers adds make mean""".split()  # noqa: SIM905
)
"""Verbs right before a value, which may follow from the others."""
_FILLERS: Final = frozenset(
    """a an about only roughly some just exactly nearly almost to for of by it through after then us mean
    average power rate total that""".split()  # noqa: SIM905
)
_RELATIVE: Final = frozenset(
    product(("that", "which", "who", "where"), _EQUALS - {"corresponds", "amounts", "comes"})
)
_LEAVES: Final = frozenset(("leaves", "leave", "is", "are"))
_NAMING: Final = frozenset(("the", "a", "an", "its", "our", "their"))
_EACH: Final = frozenset(("each", "apiece"))
_PER: Final = _EACH | {"every", "per", "one"}
_THINGS: Final = frozenset(("it", "that", "them", "which", "these"))
_EXPLAINED: Final = frozenset(
    """compressed compression overlap overlaps overlapping replicas replica copies replicated efficiency
    utilization utilisation overhead headroom directions direction round-trip twice double doubled halved peak
    most least only plus less more fewer lower higher cheaper faster slower than below above under against
    interval deviation median besides including margin reserve duty spare allowed limit limits budget deadline
    target retries up not never""".split()  # noqa: SIM905
)
"""Words that another factor may stand behind, or that compare."""
_SURE: Final = 2
_LIKELY: Final = 1
_NEXT: Final = 3
_PLAIN: Final = 3
"""Two values and what they make."""
_MEASURES: Final = 3
"""As many different ones are hardly told together if not because one follows from the others."""
_SLIPS: Final = tuple(map(log, (10, 100, 1000)))
_SLIPS_OF_TIME: Final = tuple(map(log, (60, 3600, 24, 86400, 1440)))
_LN_1024: Final = log(1.024)
_FARTHEST: Final = log(200)
_NEAR: Final = 0.4
"""In logarithms: what is less than half as much off is hardly a slip of this sort."""
_CLOSE: Final = 0.035
_DIGITS: Final = 0.01


class _Combination(Struct):
    """How values may be combined so that their units cancel.

    Attributes:
        signs: 1 of a factor, -1 of a divisor, 0 of what does not enter.
        off: the logarithm of what it comes to, which is 0 if all is well.
        rests: how many shares it takes for the rest of a whole.
    """

    signs: tuple[int, ...]
    off: float
    rests: int


def wrong_products(ledger: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield the value of a sentence that is a slip off the product or quotient of the others."""
    values = sentence.values
    if not 2 <= len(values) <= _MOST or not _EXPLAINED.isdisjoint(sentence.words):
        return
    if any(one.is_share for one in values) and not OTHERS.isdisjoint(sentence.words):
        return  # a mean, or the rest of what was told
    if any(_comes_out(values, one) for one in _combinations(values, idle=True)) or adds_up(values):
        return
    for window in _windows(values):
        result = _result(sentence, window)
        tie = 0 if result is None else _tie_of(sentence, window, result)
        if result is None or not tie:
            continue
        found = [one for one in _combinations(window) if _is_slip(window, one, tie, result)]
        if found and not _is_told(ledger, window, found[0]):
            at = window.index(result)
            best = min(found, key=lambda one: _divisions(window, one, at))
            others = [value for value in window if value is not result]
            yield Slip(result, others, result.number * exp(-best.off * best.signs[at]))
            return


def _windows(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Yield all values, then runs of them that begin and end with clauses, the longest first."""
    clauses = [None, *(value.fact.clause for value in values), None]
    for size in range(len(values), 1, -1):
        for at in range(len(values) - size + 1):
            if clauses[at] != clauses[at + 1] and clauses[at + size] != clauses[at + size + 1]:
                yield values[at : at + size]


def _combinations(values: Sequence[Value], *, idle: bool = False) -> Iterator[_Combination]:
    """Yield how values may be combined; with `idle`, leaving out any of them, however they may be read."""
    shared = any(value.is_share for value in values)
    choices = []
    for value in values:
        may_be = value.readings if value.is_per_long and (idle or shared) else value.readings[:1]
        readings = [(*one, 0) for one in may_be]
        if value.is_share and value.size < 1:
            readings.append((1 - value.size, 0, 1))
        signed = [(sign, *one) for one in readings for sign in (1, -1)]
        choices.append([*signed, (0, 1.0, 0, 0)] if idle else signed)
    for chosen in product(*choices):
        signs = tuple(sign for sign, _, _, _ in chosen)
        is_first = next((sign for sign in signs if sign), 0) > 0  # the rest are the same turned over
        if (
            is_first
            and sum(map(abs, signs)) > 1
            and not sum(sign * dimension for sign, _, dimension, _ in chosen)
        ):
            off = sum(sign * log(size) for sign, size, _, _ in chosen)
            yield _Combination(signs, off, sum(rest for _, _, _, rest in chosen))


def _comes_out(values: Sequence[Value], one: _Combination) -> bool:
    slack = sum(value.slack for value, sign in zip(values, one.signs, strict=True) if sign)
    units = [value.fact.mention.unit.binary_steps for value in values]
    steps = sum(step * sign for step, sign in zip(units, one.signs, strict=True))
    return min(abs(one.off), abs(one.off - steps * _LN_1024)) <= slack


def _result(sentence: Sentence, values: Sequence[Value]) -> Value | None:
    """Return the value that words most surely say to follow from the others, the last of several.

    It is not the first, neither told in words, nor of each, nor what names a thing: `the 12 TB disk`.
    """
    may_be = [
        one
        for one in reversed(values[1:])
        if not (one.in_words and (one.number <= _FEW or one.dimension or one.is_share))
        and sentence.behind(one, 1) not in (["each"], ["apiece"], ["-"])
        and not ((one.dimension or one.is_share) and _names_thing(sentence, one))
        and sentence.pieces[one.fact.at].opener == sentence.pieces[values[0].fact.at].opener
    ]
    return max(may_be, key=lambda one: _tie(sentence, one), default=None)


def _names_thing(sentence: Sentence, value: Value) -> bool:
    behind = sentence.pieces[value.fact.at + 1 : min(value.fact.at + 2, sentence.end)]
    return any(piece.is_noun for piece in behind) and not _NAMING.isdisjoint(sentence.before(value, 1))


def _tie(sentence: Sentence, result: Value) -> int:
    """Tell how surely words say that a value follows from those before it."""
    before, behind = sentence.before(result, 4 * _NEXT), sentence.behind(result, 2)
    if result.is_share:
        is_of_other = behind[:1] == ["of"] and _THINGS.isdisjoint(behind[1:])
        if is_of_other or not CHANGES.isdisjoint(before):
            return 0
    if not _CONCLUDES.isdisjoint(before) or is_total(sentence, result):
        return _SURE
    if not _SAYS_AGAIN.isdisjoint(pairwise(before[-2 * _NEXT :])):
        return _SURE
    if before[-1:] == (["of"] if result.is_share else ["in"]) and result.fact.kind in {Kind.SHARE, Kind.TIME}:
        return _LIKELY  # `a precision of 3 %`, `copied in 50 s`
    if before[-1:] == ["of"] and not {"a", "an"}.isdisjoint(before[-_NEXT:]):
        before = before[: max(at for at, word in enumerate(before) if word in {"a", "an"})]
        if before[-1:] == [","]:
            return _LIKELY  # `240 MWh in June, a mean of 333 kW`
    while before and before[-1] in _FILLERS:
        before.pop()
    if _EQUALS.isdisjoint(before[-1:]) or tuple(before[-2:]) in _RELATIVE:
        return 0
    return _SURE if before[-1] in {"make", "mean"} else _LIKELY


def _tie_of(sentence: Sentence, values: Sequence[Value], result: Value) -> int:
    """Tell how surely a value is told to follow from the others: what units do not say, words have to.

    A rate and a time, or two ways to tell one rate, need a word that says so; three measures need little.
    """
    tie, words = _tie(sentence, result), sentence.words
    of_each = not _EACH.isdisjoint(words)
    each = not _PER.isdisjoint(words) or any("/" in one.fact.mention.unit.name for one in values)
    measured = [one.dimension for one in values if one.dimension]
    sorts, shares = len(set(map(abs, measured))), sum(one.is_share for one in values)
    if any(one.in_words and one.number <= _FEW for one in values[values.index(result) :]):
        return 0
    if len(values) == 2:
        is_turned = len(measured) == 2 and sum(measured) == 0 and each
        return tie if is_turned or (len(set(measured)) == 1 and _is_converted(sentence, *values)) else 0
    if len(values) > _PLAIN:
        is_last = sorts >= _MEASURES and result is values[-1]
        if shares or not each or (tie == _LIKELY and not (of_each or is_last)) or len(values) > _PLAIN + tie:
            return 0
    elif shares:
        is_said = tie == _SURE or result.is_share or not _LEAVES.isdisjoint(sentence.before(result, _NEXT))
        others = [one for one in values if not one.is_share]
        is_alike = len({one.dimension for one in others}) == 1 or any(one.is_per_long for one in others)
        return tie if shares == 1 and is_said and is_alike else 0
    if sorts >= _MEASURES:
        return tie
    if sorts == 1:
        is_sure = tie == _SURE and result is values[-1]
        return tie if of_each or is_sure or _counts_same(sentence, values, result) else 0
    counts = len(values) == _PLAIN and "each" in sentence.behind(values[1], _NEXT) and not sorts
    return tie if counts and tie == _SURE and all(one.size.is_integer() for one in values) else 0


def _counts_same(sentence: Sentence, values: Sequence[Value], result: Value) -> bool:
    """Tell whether a value counts what another tells the rate of: `24 fps`, `1,440 frames`."""
    noun = result.fact.mention.unit.name or next(iter(sentence.behind(result, 1)), "")
    rates = {
        one.fact.mention.unit.name.partition("/")[0].replace("fps", "frames")
        for one in values
        if one.dimension < 0
    }
    return len(noun) > 1 and not result.dimension and noun in rates


def _is_converted(sentence: Sentence, first: Value, second: Value) -> bool:
    """Tell whether the second of all values of a sentence is the first in another unit, by its words."""
    is_other = _has_bits((first, second)) or len(first.readings) != len(second.readings)
    return is_other and len(sentence.values) == 2 and not _EQUALS.isdisjoint(sentence.before(second, 1))


def _has_bits(values: Sequence[Value]) -> bool:
    """Tell whether some of the values are told in bits and some in bytes."""
    of_data = [one.fact for one in values if one.fact.kind in {Kind.BYTES, Kind.BYTE_RATE}]
    return len({one.is_in_bits for one in of_data}) == 2


def _is_slip(values: Sequence[Value], one: _Combination, tie: int, result: Value) -> bool:
    """Tell whether a value is off by what a slip leaves: zeros, units of time, bits, a wrong operation."""
    off, close = abs(one.off), min(_DIGITS + sum(value.step for value in values), _CLOSE)
    if off < _NEAR:
        return False
    is_timed = any(value.fact.kind is Kind.TIME or "/" in value.fact.mention.unit.name for value in values)
    slips = *_SLIPS, *(_SLIPS_OF_TIME if is_timed else ()), *((log(8),) if _has_bits(values) else ())
    if any(abs(off - slip) <= close for slip in slips):
        return True
    is_plain = len(values) == _PLAIN and not any(value.is_share for value in values)
    is_measured = any(value.dimension for value in values)
    return (
        tie == _SURE and is_plain and is_measured and off < _FARTHEST and _has_digits_of_other(values, result)
    )


def _has_digits_of_other(values: Sequence[Value], result: Value) -> bool:
    """Tell whether the digits are those of another operation: `64` in `50 ms` are no `3,200 per second`."""
    one, other = (log10(value.number) for value in values if value is not result)
    offs = (log10(result.number) - digits for digits in (one + other, one - other, other - one))
    return any(abs(off - round(off)) <= _DIGITS * 0.76 for off in offs)


def _is_told(ledger: Ledger, values: Sequence[Value], one: _Combination) -> bool:
    """Tell whether the question tells the number that is missing: `There are 8 of them`."""
    factor, used = exp(abs(one.off)), [value.number for value in values if not value.dimension]
    numbers = {number_of(piece) for numbered in ledger.numbered.values() for _, piece in numbered}
    return any(abs(number / factor - 1) < 2 * _DIGITS for number in numbers.difference(used) if number)


def _divisions(values: Sequence[Value], one: _Combination, result: int) -> int:
    """Return how many numbers a value would be divided by, or be the rest of: the fewer, the likelier."""
    signs = zip(values, one.signs, strict=True)
    return one.rests + sum(sign == one.signs[result] for value, sign in signs if not value.dimension)
