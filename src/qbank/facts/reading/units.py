"""Units that other words give to a quantity: what it is per, a rent's time, the unit of a claim's result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.fact import Fact
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Mention, Piece
from qbank.facts.vocabulary import GIVING, USUAL_ROLES, Kind, Role, Why, kind_of, unit_of_time
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Node, Number, Operation
from qbank.units import Unit, physical, readings
from qbank.units.dimension import NONE

_NOT_PER: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO, Kind.TIME, Kind.OTHER))
"""What makes no other kind of a quantity that is per it: what comes in a day is an amount still."""
_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
_SECOND: Final = unit_of_time("second")
_KINDS_OF_TOKENS: Final = ("/output", "/input", "/generated")
_AND: Final = frozenset(("and", "-", "·"))


def measure_by_words(fact: Fact, around: Surroundings, pieces: Sequence[Piece], text: str) -> None:
    """Measure a quantity by what it is per, as the words around it in a text tell."""
    per = around.per
    if per is not None and not around.behind and fact.kind is Kind.MONEY:
        _give_hour(fact, per.text)
    elif per is not None and (around.behind or _is_counted(fact)):  # `12 requests a second`
        _give_per(fact, text[per.start : per.end])
    elif fact.kind is Kind.PRICE and fact.origin in GIVING:
        _take_rent(fact)
    elif fact.kind is Kind.MONEY and fact.mention.unit.name.count("/") == 1:
        _give_time(fact, [piece.text for piece in pieces[fact.at + 1 : fact.at + 3]])


def _is_counted(fact: Fact) -> bool:
    return fact.kind is Kind.COUNT and bool(fact.mention.unit.name)


def take_unit(fact: Fact, stated: Mention) -> None:
    """Measure a bare number in the unit of another quantity."""
    fact.measure(fact.mention.times(float(stated.unit.scale), stated.unit))
    fact.text = f"{fact.text} {stated.unit.name}"
    fact.role, fact.role_why = USUAL_ROLES.get(stated.kind, Role.OTHER), Why.UNIT


def measure_by_label(result: Fact, label: Sequence[Piece], text: str) -> None:
    """Measure a bare result in what its label says: `In days: 96 / 24 = 4`, `Hours: 24 * 3 = 72`."""
    words = [piece for piece in label if piece.is_word]
    if not words or result.kind is not Kind.COUNT or result.mention.unit.name:
        return
    if words[0].text == "in" and len(words) > 1:
        units = readings(text[words[1].start : words[1].end])
    else:
        name = words[0].text  # and `S = 40 / 16` is a speed-up
        time = unit_of_time(name) if len(name) > 1 and name.endswith("s") else None
        units = (time,) if time else ()
    if units and physical(units[0].dimension) != NONE:
        take_unit(result, replace(result.mention, kind=kind_of(units[0]), unit=units[0]))


def measure_by_result(operands: Sequence[Fact], claim: Claim, stated: Mention) -> None:
    """Give operands the unit that only the result has, of a sum, of a mean and of a peak of which a share is.

    `1.4 + 0.6 = 2 GB`; `733 × 0.45 = 330 TFLOPS`.
    """
    left = claim.calculation
    if isinstance(left, Operation) and left.operator == "*" and stated.kind is Kind.OPERATION_RATE:
        _measure_peak(operands, stated)
        return
    if isinstance(left, Operation) and left.operator == "/" and isinstance(left.right, Number):
        if left.right.value != len(operands) - 1:
            return  # no mean: `(64 + 128 + 64) / 256 = 100%`
        left, operands = left.left, operands[:-1]  # `(1.4 + 0.6) / 2 = 1 GB`
    if (
        isinstance(left, Operation)
        and _is_sum(left)
        and stated.kind is not Kind.COUNT
        and all(fact.kind is Kind.COUNT and not fact.mention.unit.name for fact in operands)
    ):
        for fact in operands:
            take_unit(fact, stated)


def _measure_peak(operands: Sequence[Fact], stated: Mention) -> None:
    """Give a rate of operations of which a share is reached the unit of that: nothing else is so large."""
    if len(operands) == 2:
        for one, share in (operands, operands[::-1]):
            is_share = share.kind is Kind.SHARE or (share.is_bare and 0 < share.value < 1)
            if is_share and one.is_bare and one.value > 1:
                take_unit(one, stated)


def _is_sum(node: Node) -> bool:
    while isinstance(node, Operation) and node.operator in "+-":
        if not isinstance(node.right, Number):
            return False
        node = node.left
    return isinstance(node, Number)


def _give_per(fact: Fact, per: str) -> None:
    """Measure a quantity by the unit that it is per, with nouns between: `4 kg of CO2 per kWh`.

    Of what is counted, only that which comes in a second is a rate: `40 random reads a second`.
    """
    units = readings(per)
    is_rate = fact.kind is Kind.COUNT and unit_of_time(per) == _SECOND
    no_unit = physical(fact.mention.unit.dimension) == NONE
    if is_rate or (units and kind_of(units[0]) not in _NOT_PER and not no_unit):
        _measure_per(fact, units[0])


def _give_hour(fact: Fact, per: str) -> None:
    """Measure money by the hour that it is paid for: `$2.40 an hour`; what a month costs is an amount."""
    time = unit_of_time(per)
    if time is not None and time.scale <= _HOUR:
        _measure_per(fact, time)
    else:
        _give_per(fact, per)


def _give_time(fact: Fact, behind: Sequence[str]) -> None:
    """Measure a price by what a word behind it adds: `$3 per GPU and hour`, `$2 per output token`."""
    if fact.mention.unit.name.endswith(_KINDS_OF_TOKENS) and behind[:1] == ["token"]:
        _measure_per(fact, readings("token")[0])
    if len(behind) > 1 and behind[0] in _AND and (time := unit_of_time(behind[1])):
        _measure_per(fact, time)


def _take_rent(fact: Fact) -> None:
    """Take what is paid a month or a year for an amount: `62,000 € per month`."""
    money, _, per = fact.mention.unit.name.partition("/")
    time, units = unit_of_time(per), readings(money)
    if time is not None and time.scale > _DAY and units and kind_of(units[0]) is Kind.MONEY:
        fact.measure(fact.mention.times(float(time.scale), units[0]))
        fact.per = per


def _measure_per(fact: Fact, per: Unit) -> None:
    fact.measure(fact.mention.times(1 / float(per.scale), fact.mention.unit / per))
