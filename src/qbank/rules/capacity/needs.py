"""What the calculations of a question need: what they add or multiply up."""

from __future__ import annotations

from typing import Final

from qbank.facts.counted import is_plural
from qbank.facts.derivation import agree, is_conversion
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKING, CONCLUDING, ROOM, Kind, Origin, Role
from qbank.rules.capacity.givens import windows

ADDED_UP: Final = frozenset(
    (
        *(Kind.BYTES, Kind.BYTE_RATE, Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT),
        *(Kind.MONEY, Kind.EVENT_RATE, Kind.MASS, Kind.COUNT),
    )
)
USED_UP: Final = frozenset((Kind.BYTES, Kind.ENERGY, Kind.CHARGE, Kind.MONEY, Kind.POWER))
"""What is there once, so that needs of it add up, and some of it is left."""
_UNSHARED: Final = frozenset((Kind.MONEY, Kind.MASS))
"""What nobody shares by dividing it: what each costs is told only for comparison."""
_DRAINED: Final = frozenset((Kind.ENERGY, Kind.CHARGE, Kind.POWER, Kind.CURRENT, Kind.MONEY))
"""What a time is made of that is none of work: how long a battery lasts, when something pays."""
GROWS: Final = frozenset("+*")
_OF_ONE: Final = frozenset(("per", "each", "every", "single"))
KIBI: Final = frozenset((1000.0, 1024.0))
"""Factors that only convert: `1,024 * 1,024 = 1,048,576 B`."""


def amounts_of(ledger: Ledger) -> list[Fact]:
    """Return what the calculations add or multiply up or spread over a time, also on the way to more."""
    found: list[Fact] = []
    for claim, total in ledger.worked_out():
        if (
            total.kind in ADDED_UP
            and _adds_up(ledger, claim, total)
            and not claim.negative
            and total.is_topic
            and total.origin is Origin.CALCULATIONS
            and (total.role not in ROOM or ("maximum" in total.traits and claim.operator == "+"))
            and total.subject.sort != "source"  # what a panel yields is no need
            and "supplied" not in cues_in(ledger.label_of(total))
            and not any(_is_told_room(one, total.kind) for one in (*total.same, *claim.operands))
            and not only_converts(ledger, claim)
        ):
            found.append(total)
    return found


def _adds_up(ledger: Ledger, claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a claim adds, multiplies or spreads: `882 TB / 7 d`, `Per GPU: 350 GB / 4`."""
    if claim.operator == "-":
        return is_reduced(ledger, claim, total)
    if claim.operator != "/":
        return claim.operator in GROWS
    kinds = [one.kind for one in claim.operands]
    is_rate = total.kind is Kind.BYTE_RATE and kinds == [Kind.BYTES, Kind.TIME]
    is_share = total.kind is Kind.BYTES and kinds[1:] == [Kind.COUNT] and names_one(ledger, total)
    is_current = total.kind is Kind.CURRENT and kinds[-1:] == [Kind.VOLTAGE]
    is_work = kinds == [Kind.BYTES, Kind.BYTE_RATE] and claim.operands[0].role not in ROOM
    is_work = is_work or (
        bool(ledger.view(windows))
        and Kind.TIME not in kinds
        and _DRAINED.isdisjoint(part.kind for part in ledger.parts(total))
    )
    is_moving = total.kind is Kind.TIME and is_work
    is_lossy = kinds == [total.kind, Kind.COUNT] and claim.operands[1].value < 1  # `13.1 W / 0.9`
    return is_rate or is_share or is_current or is_moving or is_lossy


def is_reduced(ledger: Ledger, claim: ClaimFacts, total: Fact) -> bool:
    """Tell whether a claim saves something of a sum: `New steady state: 2.7 W - 0.2 W = 2.5 W`."""
    is_sum = bool(claim.operands) and bool(ledger.made_by(claim.operands[0], "+"))
    return is_sum and not claim.negative and total.kind is not Kind.MONEY and "rest" not in total.said


def names_one(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is that of one of several: `Per broker`, `Card, total`, or a sum of such terms."""
    return id(total) in ledger.view(_of_one)


def _of_one(ledger: Ledger) -> frozenset[int]:
    """Return what is of one of several, by its identity: by words, or as a sum that has such a term."""
    found: set[int] = set()
    for fact in ledger.facts:
        if _is_named_one(ledger, fact):
            found.update(map(id, (fact, *(one for one in fact.same if one.is_calculated))))
    for claim, total in ledger.worked_out("+"):
        terms = [one for one in claim.operands if one.kind is total.kind]
        if any(id(one) in found and one.is_made for one in terms):
            found.update(map(id, (total, *total.same)))
    return frozenset(found)


def _is_named_one(ledger: Ledger, total: Fact) -> bool:
    first = next((piece for piece in ledger.label_of(total) if piece.is_word), None)
    if first is None or total.scope == "one":
        return total.scope == "one"
    return first.text in _OF_ONE or (first.meaning.sort == "device" and not is_plural(first.text))


def _is_told_room(fact: Fact, kind: Kind) -> bool:
    """Tell whether the question gives a value as room or a limit of a kind."""
    told = fact.origin not in CONCLUDING and fact.is_topic
    return fact.kind is kind and fact.role in ROOM and told and not fact.is_made


def only_converts(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Tell whether a claim only states a value in another unit, or one that the question gives."""
    result = claim.result
    if result is None or claim.operator not in {"", "*", "/"}:
        return False
    bare = [one for one in claim.operands if one.kind is Kind.COUNT]
    scaled = [one for one in bare if one.value not in KIBI]
    return (
        is_conversion(claim)
        or any(one.result_of is None and one.origin in ASKING for one in result.same)
        or (
            len(claim.operands) == len(bare) > len(scaled) == 1  # `374 * 1024`, where 374 KB are left
            and any(one.number == scaled[0].value for one in ledger.by_kind[result.kind] if one is not result)
        )
    )


def goes_on(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a result enters another sum or product of its kind, or is divided up among several."""
    return any(
        result is not total
        and not (claim.operator == "/" and total.kind in _UNSHARED)
        and not is_conversion(claim)
        and result.kind is total.kind
        and not (result.role is Role.TRAFFIC is not total.role)  # `Bytes read: 70 + 107 = 177 GB`
        and ("/" in result.mention.unit.name) is ("/" in total.mention.unit.name)  # no `kWh/day` of kW
        and any(one.kind is total.kind and agree(one, total) for one in claim.operands)
        for claim, result in ledger.worked_out("+*/^")
    )
