"""Factors that units bring along, and that a line leaves out: 8 bits to a byte, two operations to a MAC.

No formula has to be known: a product or quotient of what the text gives, each in its own unit, comes to
8 times or half of what the line states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import isclose, prod
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Origin
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Node, Number, Operation
from qbank.napkin.verdicts import Verdict
from qbank.rules.formulas.steps import digits_of, first_steps, is_before, shown
from qbank.units import NO_UNIT, Unit, physical
from qbank.units.dimension import dimension, exponents
from qbank.units.parse import counts_macs
from qbank.units.unit import as_float

_BITS: Final = 8.0
_SPEED: Final = dimension(metre=1, second=-1)
_NEAR: Final = 0.01
_DEEPEST: Final = 3
_PRODUCT: Final = 2
_MOST_TRIES: Final = 64
_EIGHTS: Final = (_BITS, 1 / _BITS)
_HALVES: Final = (2.0, 0.5)
_LISTING: Final = frozenset((Origin.ASSUMPTIONS, Origin.CALCULATIONS))


class LeftOut(Struct, frozen=True):
    """A factor that a line leaves out, with the fact whose unit brings it."""

    claim: ClaimFacts
    fact: Fact
    says: str
    operand: Fact | None = None


class _Factor(Struct, frozen=True):
    """A number of a product, to the power of 1 or -1, in one reading."""

    number: float
    size: float
    power: int
    unit: Unit = NO_UNIT
    fact: Fact | None = None


class _Units:
    """The units that a question gives its numbers in."""

    def __init__(self, ledger: Ledger) -> None:
        self._by_digits: dict[str, list[tuple[Fact, Unit, float]]] = {}
        self._steps = ledger.view(first_steps)
        bare = (fact for fact in ledger.facts if fact.is_bare and fact.operand_of is None)
        self._counts = {digits_of(fact.number) for fact in bare}
        for fact in ledger.facts:
            unit = fact.mention.unit
            if not unit.name or unit.name == "%":
                continue
            number = fact.value / as_float(unit.scale)
            self._add(number, fact, unit, fact.value)
            if _is_bit_rate(fact):  # `100e9`, or 1,000 where the text has 1 Gb/s
                for written in (fact.value * _BITS, number * 1000, number / 1000):
                    self._add(written, fact, unit, fact.value)
            elif fact.value != number:
                self._add(fact.value, fact, unit, fact.value)

    def _add(self, number: float, fact: Fact, unit: Unit, size: float) -> None:
        self._by_digits.setdefault(digits_of(number), []).append((fact, unit, size))

    def in_bits(self, factor: _Factor) -> Fact | None:
        """Return the rate of bits that a factor is told to be, or the size, if its number is nothing else."""
        fact, digits = factor.fact, digits_of(factor.number)
        if fact is None or not fact.is_in_bits:
            return None
        told = (one.is_in_bits for one, _, _ in self._by_digits[digits])
        return fact if _is_bit_rate(fact) or (digits not in self._counts and all(told)) else None

    def factors(self, claim: Claim, depth: int = 0) -> list[list[_Factor]] | None:
        """Return the numbers of a product, each in all its readings; None if a claim is none."""
        found: list[list[_Factor]] = []
        for leaf, power in _powers(claim.tree):
            if leaf is None:
                return None
            number, unit = shown(leaf), leaf.readings[0].unit
            if unit is not NO_UNIT and leaf.digits != (leaf.start, leaf.end):
                if unit.name == "%":
                    number, unit = number / 100, NO_UNIT
                found.append([_Factor(number, number * as_float(unit.scale), power, unit)])
                continue
            told = self._by_digits.get(digits_of(number), [])
            of_events = bool(told) and all(fact.kind is Kind.EVENT_RATE for fact, _, _ in told)
            step = self._steps.get(digits_of(number)) if of_events or not told else None
            inner = (
                self.factors(step, depth + 1)
                if step is not None and depth < _DEEPEST and is_before(step, claim)
                else None
            )
            if of_events and not any(
                one.fact and _is_bit_rate(one.fact) for every in inner or () for one in every
            ):
                inner = None  # but `80e9 per second` says less than the bits that it comes of
            if inner is not None:
                found += [[replace(one, power=one.power * power) for one in every] for every in inner]
            elif told:
                found.append([_Factor(number, size, power, unit, fact) for fact, unit, size in told])
                rates = all(fact.kind is Kind.BYTE_RATE for fact, _, _ in told)
                if not rates or digits_of(number) in self._counts:
                    found[-1].append(_Factor(number, number, power))
            else:
                found.append([_Factor(number, number, power)])
        return found


def left_out(ledger: Ledger) -> Iterator[LeftOut]:
    """Yield the lines that leave out what the units of their operands bring."""
    if not any(
        one.is_in_bits or counts_macs(one.mention.unit) or _is_speed(one.mention.unit) for one in ledger.facts
    ):
        return
    units = _Units(ledger)
    for one in ledger.claims:
        yield from _restated(ledger, one)
        stated = one.claim.judgement.stated
        factors = units.factors(one.claim) if stated is not None else None
        if not factors or len(factors) < _PRODUCT:
            continue  # a value in another unit
        ways = list(islice(product(*factors), _MOST_TRIES))
        yield from _bits(units, one, ways)
        yield from _speeds(one, ways)
        if not ledger.says("mac-as-one"):
            yield from _macs(ledger, one, ways)


def _dimension_of(way: Iterable[_Factor]) -> int:
    """Return what a product of factors measures."""
    return sum(physical(factor.unit.dimension) * factor.power for factor in way)


def _size_of(way: Iterable[_Factor]) -> float:
    """Return what a product of factors comes to, in base units."""
    return prod(factor.size**factor.power for factor in way)


def _bits(units: _Units, one: ClaimFacts, ways: list[tuple[_Factor, ...]]) -> Iterator[LeftOut]:
    stated = one.claim.judgement.stated
    assert stated is not None
    size, kind = as_float(stated.value), physical(stated.dimension)
    wrong: Fact | None = None
    for way in ways:
        if any(_is_eight(factor) for factor in way):
            return
        if _dimension_of(way) != kind or not size:
            continue
        ratio = _size_of(way) / size
        if isclose(ratio, 1, rel_tol=0.05):
            return
        in_bits = list(filter(None, map(units.in_bits, way)))
        if in_bits and any(isclose(ratio, other, rel_tol=_NEAR) for other in _EIGHTS):
            wrong = in_bits[0]
    if wrong is not None:
        yield LeftOut(one, wrong, _of_bits(wrong))


def _restated(ledger: Ledger, one: ClaimFacts) -> Iterator[LeftOut]:
    """Yield an operand in bytes that the text has with the same number in bits: `8 MB/s` for 8 Mb/s."""
    for fact in one.operands:
        if fact.kind is not Kind.BYTE_RATE or fact.is_in_bits:
            continue
        rates = (other for other in ledger.by_kind[Kind.BYTE_RATE] if other.is_in_bits)
        told = [other for other in rates if isclose(_BITS * other.value, fact.value)]
        if told and not any(_is_stated(ledger, same) for same in fact.same):
            yield LeftOut(one, told[-1], _of_bits(told[-1]), fact)


def _of_bits(fact: Fact) -> str:
    return f"the text says {fact.text}, which are bits; a byte has 8 of them"


def _is_stated(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value stands for itself, or is what a right calculation comes to.

    A calculation that only lists the rate of a link again has it from where it was given.
    """
    if fact.result_of is not None:
        return ledger.claims[fact.result_of].claim.verdict is Verdict.OK
    listed = fact.origin in _LISTING and fact.subject.sort != "place"
    return fact.operand_of is None and not listed


def _speeds(one: ClaimFacts, ways: list[tuple[_Factor, ...]]) -> Iterator[LeftOut]:
    """Yield a line that takes the number of a speed for m/s: `108 * 0.2 = 21.6 m` of 108 km/h."""
    stated = one.claim.judgement.stated
    assert stated is not None
    for way in ways:
        speed = next((factor for factor in way if factor.fact is not None and _is_speed(factor.unit)), None)
        if speed is None or any(factor.unit is NO_UNIT for factor in way):
            continue
        scale = as_float(speed.unit.scale) ** speed.power
        same = _dimension_of(way) == physical(stated.dimension) and isclose(
            _size_of(way) / scale, as_float(stated.value), rel_tol=_NEAR
        )
        if speed.fact is not None and same and scale != 1:
            yield LeftOut(one, speed.fact, f"the text says {speed.fact.text}, and the line takes it for m/s")
            return


def _is_speed(unit: Unit) -> bool:
    return unit.dimension == _SPEED


def _macs(ledger: Ledger, one: ClaimFacts, ways: list[tuple[_Factor, ...]]) -> Iterator[LeftOut]:
    """Yield a line that has as many operations as multiply-accumulates, or divides the one by the other."""
    stated = one.claim.judgement.stated
    assert stated is not None
    told = ledger.view(_told_in_macs)
    for way in ways:
        counted = {factor: fact for factor in way if (fact := _counted_as_macs(factor, told)) is not None}
        others = [factor for factor in way if factor not in counted]
        if len(counted) != 1 or any(map(_is_two, others)):
            continue
        [(macs, fact)] = counted.items()
        operations = [factor.power for factor in others if _counts_operations(factor.unit)]
        against = -macs.power in operations or (
            not operations and macs.power == 1 and _counts_operations(stated.unit)
        )
        if against and isclose(_size_of(way), as_float(stated.value), rel_tol=_NEAR):
            says = f"the text says {fact.text}; each of them is a multiplication and an addition"
            yield LeftOut(one, fact, says)
            return


def _told_in_macs(ledger: Ledger) -> list[Fact]:
    """Return what is told in multiply-accumulates, and not in operations as well, whatever a MAC is."""
    return [
        fact
        for fact in ledger.facts
        if counts_macs(fact.mention.unit)
        and not any(
            isclose(other.value, times * fact.value, rel_tol=_NEAR)
            for other in ledger.by_kind[Kind.OPERATIONS]
            for times in (1, 2)
            if other.origin in GIVING and not counts_macs(other.mention.unit)
        )
    ]


def _counted_as_macs(factor: _Factor, told: Iterable[Fact]) -> Fact | None:
    """Return the multiply-accumulates that a factor is, as such or with the unit of operations: `5 GOP`."""
    if not exponents(factor.unit.dimension).get("operation"):
        return None
    return next((fact for fact in told if isclose(fact.value, factor.size)), None)


def _is_two(factor: _Factor) -> bool:
    """Tell whether a number may be the two operations of each, or divide by them: `2`, `2 OP/MAC`."""
    is_rate = factor.fact is None and "second" in exponents(factor.unit.dimension)
    return factor.number in _HALVES and not is_rate


def _counts_operations(unit: Unit) -> bool:
    return "operation" in exponents(unit.dimension) and not counts_macs(unit)


def _is_eight(factor: _Factor) -> bool:
    """Tell whether a number may be the bits of a byte, apart from prefixes: `8`, `8e9`, `0.125`."""
    return any(isclose(factor.number, eight * 1000**power) for eight in _EIGHTS for power in range(-3, 5))


def _is_bit_rate(fact: Fact) -> bool:
    return fact.kind is Kind.BYTE_RATE and fact.is_in_bits


def _powers(node: Node | None, power: int = 1) -> Iterator[tuple[Number | None, int]]:
    """Yield the numbers of a product with their powers; None for anything else."""
    if isinstance(node, Number):
        yield node, power
    elif isinstance(node, Operation) and node.operator in {"*", "/"}:
        yield from _powers(node.left, power)
        yield from _powers(node.right, power if node.operator == "*" else -power)
    else:
        yield None, power
