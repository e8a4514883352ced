"""Values of a sentence of which one is the product or the quotient of the others, and is a slip off it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import log, log10
from typing import Final

from msgspec import Struct

from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.sentences.values import Reading, Sentence, Value

_MOST: Final = 6
_FEW: Final = 12.0
"""Up to here a number in words may count what is no factor: `the two sites`."""
_TIES: Final = frozenset(
    """makes make that hence so therefore thus whence is are comes come takes take needs need lasts last costs
    cost means mean average each every per together altogether total all leaves leave delivers deliver gives
    gives corresponds for in uses reaches arrive drains holds hold has have with at""".split()  # noqa: SIM905
)
_MULTIPLIES: Final = frozenset(
    "each every per apiece together altogether total all makes make hence so therefore thus".split()  # noqa: SIM905
)
_RESULT: Final = frozenset(
    """makes make is are hence so therefore thus whence comes come to takes take needs need lasts last costs
    cost means mean leaves leave delivers deliver gives give uses reaches has have hold holds serve answers
    answer draw keeps reach that of in""".split()  # noqa: SIM905
)
_EXPLAINED: Final = frozenset(
    """compressed compression overlap overlaps overlapping replicas replica copies copy replicated efficiency
    utilization utilisation overhead headroom directions direction round-trip twice half double doubled halved
    peak most least only plus besides including margin reserve duty spare retries up""".split()  # noqa: SIM905
)
_SLIPS_OF_TIME: Final = (60.0, 3600.0, 24.0, 86400.0, 1440.0)
_CLOSE: Final = 0.035
_NEAR: Final = 0.4
"""In logarithms: what is less than half as much off is hardly a slip of this sort."""
_TEN: Final = log(10)
_LN_1024: Final = log(1.024)


class Slip(Struct, frozen=True):
    """A value that is not what the others of its sentence make.

    Attributes:
        result: the value.
        others: what it follows from.
        truth: what they make, as a number in its unit.
    """

    result: Value
    others: Sequence[Value]
    truth: float


class _Combination(Struct):
    """Exponents of values whose dimensions cancel, and the logarithm of what they come to; 0 if all is well."""

    signs: tuple[int, ...]
    off: float
    digits: float


def slips(ledger: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield the value of a sentence that is a slip off the product or quotient of the others."""
    values = sentence.values
    if not 2 <= len(values) <= _MOST or not _EXPLAINED.isdisjoint(sentence.words):
        return
    if any(_comes_out(values, one) for one in _combinations(values, idle=True)) or _adds_up(values):
        return
    for window in _windows(values):
        if not _is_tied(sentence, window):
            continue
        found = [one for one in _combinations(window) if _is_slip(window, one)]
        if found and not _is_told(ledger, sentence, found[0]):
            yield _slip(sentence, window, min(found, key=lambda one: abs(one.off)))
            return


def _windows(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Yield all values, then runs of them that end with a clause and begin with one, the longest first."""
    for size in range(len(values), 1, -1):
        for first in range(len(values) - size + 1):
            end = first + size
            opens = first == 0 or values[first - 1].clause != values[first].clause
            closes = end == len(values) or values[end - 1].clause != values[end].clause
            if opens and closes:
                yield values[first:end]


def _choices(value: Value, *, idle: bool) -> Iterator[tuple[int, Reading]]:
    for reading in value.readings if idle else value.readings[:1]:
        yield from ((1, reading), (-1, reading))
    if value.kind is Kind.SHARE and value.size < 1:
        rest = Reading(1 - value.size, 0, value.readings[0].number)
        yield from ((1, rest), (-1, rest))
    if idle or (value.in_words and value.size <= _FEW):
        yield 0, value.readings[0]


def _combinations(values: Sequence[Value], *, idle: bool = False) -> Iterator[_Combination]:
    """Yield how values may be multiplied and divided so that their units cancel.

    With `idle`, leaving out any of them, and in every way that they may be read.
    """
    for chosen in product(*(_choices(value, idle=idle) for value in values)):
        signs = tuple(sign for sign, _ in chosen)
        if sum(map(abs, signs)) < 2 or next(sign for sign in signs if sign) < 0:
            continue
        if not sum(sign * reading.dimension for sign, reading in chosen):
            off = sum(sign * log(reading.size) for sign, reading in chosen if sign)
            digits = sum(sign * log10(reading.number) for sign, reading in chosen if sign)
            yield _Combination(signs, off, digits)


def _comes_out(values: Sequence[Value], one: _Combination) -> bool:
    slack = sum(value.slack for value, sign in zip(values, one.signs, strict=True) if sign)
    steps = sum(value.unit.binary_steps * sign for value, sign in zip(values, one.signs, strict=True))
    return abs(one.off) <= slack or abs(one.off - steps * _LN_1024) <= slack


def _adds_up(values: Sequence[Value]) -> bool:
    """Tell whether a value is the sum or the difference of two others."""
    sizes = [(one.size, one.dimension, one.slack) for one in values]
    return any(
        one[1] == two[1] == whole[1] and abs(one[0] + two[0] - whole[0]) <= (0.01 + whole[2]) * whole[0]
        for at, one in enumerate(sizes)
        for place, two in enumerate(sizes)
        for whole in sizes
        if at < place and whole is not one and whole is not two
    )


def _is_tied(sentence: Sentence, values: Sequence[Value]) -> bool:
    """Tell whether words say that one of the values follows from the others, the more the less units do."""
    words = {
        word for piece in sentence.pieces[: values[-1].at + 4 - sentence.first] for word in piece.text.split()
    }
    measured = [one.dimension for one in values if one.dimension]
    if len(values) == 2:
        first, second = values
        if first.dimension + second.dimension == 0 and first.dimension:
            return not _MULTIPLIES.isdisjoint(words)  # a rate and a time
        return False
    if len({abs(one) for one in measured}) >= 2:
        return not _TIES.isdisjoint(words)
    if measured or any(one.kind is Kind.SHARE for one in values):
        return not _MULTIPLIES.isdisjoint(words) or "of" in words
    return not {"each", "every", "per"}.isdisjoint(words) and not _MULTIPLIES.isdisjoint(words)


def _is_slip(values: Sequence[Value], one: _Combination) -> bool:
    """Tell whether what is told is off by what a slip leaves: zeros, units of time, bits, a wrong operation."""
    if abs(one.off) < _NEAR:
        return False
    off = abs(one.off)
    tens = round(off / _TEN)
    if tens and abs(off - tens * _TEN) <= _CLOSE:
        return True
    if sum(value.kind is Kind.TIME or "/" in value.unit.name for value in values):
        if any(abs(off - log(ratio)) <= _CLOSE for ratio in _SLIPS_OF_TIME):
            return True
    names = [value.unit.name for value in values if value.kind in {Kind.BYTES, Kind.BYTE_RATE}]
    if len(names) > 1 and abs(off - log(8)) <= _CLOSE:
        return True
    return _has_digits_of_other(values)


def _has_digits_of_other(values: Sequence[Value]) -> bool:
    """Tell whether the digits are those of another operation: `64` in `50 ms` are no `3,200 per second`."""
    logs = [log10(value.readings[0].number) for value in values]
    for signs in product((1, -1), repeat=len(logs) - 1):
        digits = logs[0] + sum(sign * one for sign, one in zip(signs, logs[1:], strict=True))
        if abs(digits - round(digits)) * _TEN <= _CLOSE / 2:
            return True
    return False


def _is_told(ledger: Ledger, sentence: Sentence, one: _Combination) -> bool:
    """Tell whether the question tells the factor that is missing elsewhere: `8 GPUs`."""
    from math import exp

    factor = exp(abs(one.off))
    return any(
        (piece.mention is not None and piece.mention.kind is Kind.COUNT and abs(piece.mention.high / factor - 1) < 0.02)
        or (piece.meaning.number is not None and abs(piece.meaning.number / factor - 1) < 0.02)
        for path, numbered in ledger.numbered.items()
        for _, piece in numbered
        if piece not in sentence.pieces
    )


def _slip(sentence: Sentence, values: Sequence[Value], one: _Combination) -> Slip:
    from math import exp

    used = [(value, sign) for value, sign in zip(values, one.signs, strict=True) if sign]
    result, sign = used[-1]
    for value, its in used[1:]:
        if not _RESULT.isdisjoint(sentence.before(value, 2)):
            result, sign = value, its
    truth = result.readings[0].number * exp(-one.off * sign)
    return Slip(result, [value for value, _ in used if value is not result], truth)
