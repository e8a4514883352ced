"""Values of a sentence of which one is the product or the quotient of the others, and is a slip off it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import exp, log, log10
from typing import Final

from msgspec import Struct

from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.sentences.totals import is_total
from qbank.rules.sentences.values import Reading, Sentence, Slip, Value

_MOST: Final = 6
_FEW: Final = 12.0
"""Up to here a number in words may count what is no factor: `the two sites`."""
_CONCLUDES: Final = frozenset(("so", "hence", "therefore", "thus", "whence", "since"))
"""Words behind which a value follows from those before."""
_MAKE: Final = frozenset(("make", "mean"))
"""Verbs that say so right before a value."""
_EQUALS: Final = frozenset(
    """is are comes come amounts corresponds gives give yields yield leaves leave takes take needs need lasts last
    costs cost uses use delivers deliver draws draw drains holds hold has have fed reaches reach arrive keeps
    keep serve serves answer answers adds""".split()  # noqa: SIM905
)
"""Verbs right before a value, which may follow from the others."""
_SAYS_AGAIN: Final = frozenset(product(("that", "which", "this"), ("is", "makes", "means", "gives")))
_ARTICLES: Final = frozenset(("the", "a", "an", "its", "our", "their"))
_OF_EACH: Final = frozenset(("each", "every", "per", "apiece"))
_STRONG: Final = 2
_SOME: Final = 1
_NEXT: Final = 3
_PLAIN: Final = 3
"""Two values and what they make."""
_MEASURES: Final = 3
"""As many different ones are hardly told together if not because one follows from the others."""
_EXPLAINED: Final = frozenset(
    """compressed compression overlap overlaps overlapping replicas replica copies copy replicated efficiency
    utilization utilisation overhead headroom directions direction round-trip twice double doubled halved
    peak most least only plus less more fewer lower higher cheaper faster slower interval deviation besides including margin reserve duty spare allowed limit limits budget deadline target retries up""".split()  # noqa: SIM905
)
_SLIPS_OF_TIME: Final = (60.0, 3600.0, 24.0, 86400.0, 1440.0)
_ZEROS: Final = frozenset((1, 2, 3, 6, 9))
_FARTHEST: Final = log(200)
_CLOSE: Final = 0.035
_NEAR: Final = 0.4
"""In logarithms: what is less than half as much off is hardly a slip of this sort."""
_TEN: Final = log(10)
_LN_1024: Final = log(1.024)


class _Combination(Struct):
    """Exponents of values whose dimensions cancel, and the logarithm of what they come to; 0 if all is well."""

    signs: tuple[int, ...]
    off: float
    rests: int


def wrong_products(ledger: Ledger, sentence: Sentence) -> Iterator[Slip]:
    """Yield the value of a sentence that is a slip off the product or quotient of the others."""
    values = [one for one in sentence.values if not one.is_one]
    if not 2 <= len(values) <= _MOST or not _EXPLAINED.isdisjoint(sentence.words):
        return
    if any(_comes_out(values, one) for one in _combinations(values, idle=True)) or _adds_up(values):
        return
    for window in _windows(values):
        result = _result(sentence, window)
        tie = 0 if result is None else _tie_of(sentence, window, result)
        found = [one for one in _combinations(window) if _is_slip(window, one, tie)] if tie else []
        if result is not None and found and not _is_told(ledger, sentence, found[0]):
            at = window.index(result)
            yield _slip(result, window, min(found, key=lambda one: _divisions(window, one, at)))
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


def _choices(value: Value, *, idle: bool, shared: bool) -> Iterator[tuple[int, Reading]]:
    for reading in value.readings if idle or shared else value.readings[:1]:
        yield from ((1, reading), (-1, reading))
    if value.kind is Kind.SHARE and value.size < 1:
        rest = Reading(1 - value.size, 0, value.number)
        yield from ((1, rest), (-1, rest))
    if idle:
        yield 0, value.readings[0]


def _combinations(values: Sequence[Value], *, idle: bool = False) -> Iterator[_Combination]:
    """Yield how values may be multiplied and divided so that their units cancel.

    With `idle`, leaving out any of them, and in every way that they may be read.
    """
    shared = any(value.kind is Kind.SHARE for value in values)
    for chosen in product(*(_choices(value, idle=idle, shared=shared) for value in values)):
        signs = tuple(sign for sign, _ in chosen)
        if sum(map(abs, signs)) < 2 or next(sign for sign in signs if sign) < 0:
            continue
        if not sum(sign * reading.dimension for sign, reading in chosen):
            off = sum(sign * log(reading.size) for sign, reading in chosen if sign)
            rests = sum(
                value.kind is Kind.SHARE and reading is not value.readings[0]
                for value, (_, reading) in zip(values, chosen, strict=True)
            )
            yield _Combination(signs, off, rests)


def _comes_out(values: Sequence[Value], one: _Combination) -> bool:
    slack = sum(value.slack for value, sign in zip(values, one.signs, strict=True) if sign)
    steps = sum(value.unit.binary_steps * sign for value, sign in zip(values, one.signs, strict=True))
    return abs(one.off) <= slack or abs(one.off - steps * _LN_1024) <= slack


def _adds_up(values: Sequence[Value]) -> bool:
    """Tell whether a value is a sum of others, or the share of one in such a sum."""
    for size in range(2, len(values)):
        for parts in combinations(values, size):
            if len({one.dimension for one in parts}) > 1:
                continue
            total = sum(one.size for one in parts)
            made = [(total, parts[0].dimension), *((one.size / total, 0) for one in parts)]
            if any(
                one not in parts
                and one.dimension == dimension
                and abs(one.size - sum_) <= (0.01 + one.slack) * sum_
                for one in values
                for sum_, dimension in made
            ):
                return True
    return False


def _tie_of(sentence: Sentence, values: Sequence[Value], result: Value) -> int:
    """Tell how surely a value is told to follow from the others; the less the units do, the more words have to.

    A rate and a time, or two ways to tell one rate, need a word that says so; three measures need little.
    """
    tie = _tie(sentence, values, result)
    words = sentence.words
    each = not _OF_EACH.isdisjoint(words)
    dimensions = {abs(one.dimension) for one in values if one.dimension}
    has_share = any(one.kind is Kind.SHARE for one in values)
    if len(values) == 2:
        first, second = values
        if not first.dimension:
            return 0
        if first.dimension + second.dimension == 0:
            return tie if each or "one" in words else 0
        return tie if first.dimension == second.dimension and _is_converted(sentence, first, second) else 0
    if len(dimensions) >= _MEASURES or (has_share and len(values) == _PLAIN):
        return tie
    if len(dimensions) == 2:
        return 0  # each of them cancels by itself
    if dimensions:
        is_each = "each" in words or "apiece" in words or _counts_same(sentence, values, result)
        return tie if is_each or (tie == _STRONG and (len(values) == _PLAIN or each)) else 0
    is_counted = (
        len(values) == _PLAIN
        and "each" in sentence.behind(values[1], _NEXT)
        and all(one.size.is_integer() for one in values)
    )
    return tie if tie == _STRONG and is_counted else 0


def _counts_same(sentence: Sentence, values: Sequence[Value], result: Value) -> bool:
    """Tell whether a value counts what another tells the rate of: `24 fps`, `1,440 frames`."""
    noun = result.unit.name or next(iter(sentence.behind(result, 1)), "")
    rates = {value.unit.name.partition("/")[0] for value in values if value.dimension < 0}
    return len(noun) > 1 and not result.dimension and (noun in rates or (noun == "frames" and "fps" in rates))


def _is_converted(sentence: Sentence, first: Value, second: Value) -> bool:
    """Tell whether the second of all values of a sentence is the first in another unit, by its words."""
    names = first.unit.name, second.unit.name
    is_other = "".join(names).count("b") == 1 or len({len(one.readings) for one in (first, second)}) == 2
    return is_other and len(sentence.values) == 2 and not _EQUALS.isdisjoint(sentence.before(second, 1))


def _result(sentence: Sentence, values: Sequence[Value]) -> Value | None:
    """Return the value that words most surely say to follow from the others, the last of several.

    It is not the first, and neither a number in words nor what a thing is called by: `the 12 TB disk`.
    """
    may_be = [
        one
        for one in values[1:]
        if not (one.in_words and one.size <= _FEW or _is_rating(sentence, one))
        and sentence.behind(one, 1) not in (["each"], ["apiece"])
    ]
    return max(reversed(may_be), key=lambda one: _tie(sentence, values, one), default=None)


def _is_rating(sentence: Sentence, value: Value) -> bool:
    at = value.at + 1 - sentence.first
    is_named = any(piece.is_noun and piece.text != "of" for piece in sentence.pieces[at : at + 1])
    return bool(value.dimension) and is_named and not _ARTICLES.isdisjoint(sentence.before(value, 1))


def _tie(sentence: Sentence, values: Sequence[Value], result: Value) -> int:
    """Tell how surely words say that a value follows from the others."""
    near = sentence.before(result, _NEXT)
    said = sentence.between(values[0], result)
    if not _CONCLUDES.isdisjoint(said) or not _MAKE.isdisjoint(near) or is_total(sentence, result):
        return _STRONG
    if not _SAYS_AGAIN.isdisjoint(pairwise(sentence.before(result, 2 * _NEXT))):
        return _STRONG
    is_share = result.kind is Kind.SHARE and near[-1:] == ["of"]  # `12 of 400 were real, a precision of 3 %`
    is_time = result.kind is Kind.TIME and near[-1:] == ["in"]
    return _SOME if is_share or is_time or not _EQUALS.isdisjoint(near) else 0


def _is_slip(values: Sequence[Value], one: _Combination, tie: int) -> bool:
    """Tell whether what is told is off by what a slip leaves: zeros, units of time, bits, a wrong operation."""
    off = abs(one.off)
    if off < _NEAR:
        return False
    tens = round(off / _TEN)
    if tens in _ZEROS and abs(off - tens * _TEN) <= _CLOSE:
        return True
    if sum(value.kind is Kind.TIME or "/" in value.unit.name for value in values):
        if any(abs(off - log(ratio)) <= _CLOSE for ratio in _SLIPS_OF_TIME):
            return True
    names = [value.unit.name for value in values if value.kind in {Kind.BYTES, Kind.BYTE_RATE}]
    if len(names) > 1 and abs(off - log(8)) <= _CLOSE:
        return True
    is_measured = any(one.dimension for one in values)
    return (
        is_measured
        and tie == _STRONG
        and off < _FARTHEST
        and len(values) == _PLAIN
        and _has_digits_of_other(values)
    )


def _has_digits_of_other(values: Sequence[Value]) -> bool:
    """Tell whether the digits are those of another operation: `64` in `50 ms` are no `3,200 per second`."""
    logs = [log10(value.number) for value in values]
    for signs in product((1, -1), repeat=len(logs) - 1):
        digits = logs[0] + sum(sign * one for sign, one in zip(signs, logs[1:], strict=True))
        if abs(digits - round(digits)) * _TEN <= _CLOSE / 2:
            return True
    return False


def _is_told(ledger: Ledger, sentence: Sentence, one: _Combination) -> bool:
    """Tell whether the question tells the factor that is missing elsewhere: `8 GPUs`."""
    factor = exp(abs(one.off))
    return any(
        (
            piece.mention is not None
            and piece.mention.kind is Kind.COUNT
            and abs(piece.mention.high / factor - 1) < 0.02
        )
        or (piece.meaning.number is not None and abs(piece.meaning.number / factor - 1) < 0.02)
        for path, numbered in ledger.numbered.items()
        for _, piece in numbered
        if piece not in sentence.pieces
    )


def _divisions(values: Sequence[Value], one: _Combination, result: int) -> int:
    """Return how many numbers a value would be divided by, or be the rest of: the fewer, the likelier."""
    signs = zip(values, one.signs, strict=True)
    return one.rests + sum(sign == one.signs[result] for value, sign in signs if not value.dimension)


def _slip(result: Value, values: Sequence[Value], one: _Combination) -> Slip:
    sign = one.signs[values.index(result)]
    truth = result.number * exp(-one.off * sign)
    return Slip(result, [value for value in values if value is not result], truth)
