"""QB914: a need that is held against the whole, where the question works out that less can be used."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from typing import Final

from qbank.facts.counted import counted
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.comparisons import comparisons
from qbank.units.format import format_significant

_MORE: Final = 1.005
_LEAST_SHARE: Final = 0.3
_MADE_BY: Final = frozenset("*-")
_LIMITING: Final = frozenset(("limit", "bounding", "refused", "forbidden", "nominal"))
_FACTORS: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO))
_ROOM: Final = frozenset((Role.CAPACITY, Role.LIMIT))
_PAIR: Final = 2
_DIGITS: Final = 3
_CARRYING: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.POWER, Kind.COUNT))
_STORING: Final = frozenset((Kind.BYTES,))
_REDUNDANT: Final = {
    "one-lost": (_CARRYING, 1),
    "one-parity": (_STORING, 1),
    "two-parity": (_STORING, 2),
    "mirrored": (_STORING, 0.5),
}
"""Of what the words say that some of several are not there for the need, and how many, or which share."""


class NominalForUsable(LedgerRule):
    """A need is compared with all that there is, where the calculations have what of it can be used.

    One line works out the part of a battery, a memory or a budget that may be used; another one compares a
    need with the whole, and the need lies between the two. Compare it with the part that can be used.

    Also reported: what is held against a whole that the scenario lets be filled to a share only, and against
    what several carry together, where the others have to do without one of them, or hold parity
    or copies (RAID).
    """

    code = "QB914"
    name = "nominal-for-usable"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 3 h = 180 Wh\n"
                "    - Left: 200 Wh - 180 Wh = 20 Wh\n"
            ),
            underlines="180 Wh",
        ),
        Example(
            yaml=(
                "scenario: A shelf has 6 disks of 10 TB. Never fill it above 75%.\n"
                "details:\n"
                "  realistic_solution: The data fit on the shelf.\n"
                "  napkin_math: |\n"
                "    - Shelf: 6 * 10 TB = 60 TB\n"
                "    - Data: 2 * 25 TB = 50 TB\n"
                "    - Left: 60 TB - 50 TB = 10 TB\n"
            ),
            underlines="50 TB",
        ),
        Example(
            yaml=(
                "scenario: Four replicas serve 30 req/s each. The peak of 100 req/s has to hold with one\n"
                "  replica gone.\n"
                "details:\n"
                "  realistic_solution: The fleet is enough for the peak.\n"
                "  napkin_math: |\n"
                "    - All: 4 * 30 req/s = 120 req/s\n"
                "    - Reserve: 120 req/s - 100 req/s = 20 req/s\n"
            ),
            underlines="120 req/s",
        ),
        Example(
            yaml=(
                "scenario: The recorder has five disks of 4 TB in RAID 6.\n"
                "details:\n"
                "  realistic_solution: The month fits on the disks.\n"
                "  napkin_math: |\n"
                "    - Month: 30 * 500 GB = 15 TB\n"
                "    - Disks: 5 * 4 TB = 20 TB\n"
                "    - Left: 20 TB - 15 TB = 5 TB\n"
            ),
            underlines="20 TB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: Five replicas serve 30 req/s each. The peak of 100 req/s has to hold with one\n"
                "  replica gone.\n"
                "details:\n"
                "  realistic_solution: The fleet is enough for the peak.\n"
                "  napkin_math: |\n"
                "    - All: 5 * 30 req/s = 150 req/s\n"
                "    - Reserve: 150 req/s - 100 req/s = 50 req/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The recorder has five disks of 4 TB in RAID 6.\n"
                "details:\n"
                "  realistic_solution: The month fits on the disks.\n"
                "  napkin_math: |\n"
                "    - Month: 30 * 380 GB = 11.4 TB\n"
                "    - Disks: 5 * 4 TB = 20 TB, and 3 * 4 TB = 12 TB without parity\n"
                "    - Left: 12 TB - 11.4 TB = 0.6 TB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 2 h = 120 Wh\n"
                "    - Left: 150 Wh - 120 Wh = 30 Wh\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for what can be used of a whole and is compared with nothing."""
        held = ledger.view(comparisons)
        if ledger.view(verdict) is False or ledger.says("no-room"):
            return
        yield from _beyond_share(ledger)
        yield from _with_some_lost(ledger)
        against = [one.room.fact for one in held if one.room.fact is not None and one.is_told]
        for one in held:
            whole, need = one.room.fact, one.need
            if whole is None or need.mention.low > whole.value * _MORE:
                continue
            for usable in ledger.by_kind[need.kind]:
                if (
                    whole.value * _LEAST_SHARE < usable.value * _MORE < need.mention.low
                    and _is_part_of(ledger, usable, whole, need)
                    and not any(agree(usable, other) for other in against)
                    and not any(agree(usable, part) for part in ledger.parts(need) if part.kind is need.kind)
                ):
                    what = f"{need.text} is compared with {whole.text}, and of that {usable.text} can be used"
                    yield Violation(need, what, ((usable, usable.label), (whole, whole.label or whole.text)))
                    return


def _beyond_share(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is held against a whole of which the scenario lets only a share be filled."""
    if ledger.view(verdict) is not True:
        return
    shares = {
        size: fact for fact in ledger.by_kind.get(Kind.SHARE, ()) if (size := _share_filled(ledger, fact))
    }
    if len(shares) != 1:
        return
    (share, told) = shares.popitem()
    used = {one.number for claim in ledger.claims for one in claim.operands if one.kind in _FACTORS}
    if any(isclose(one, form, rel_tol=_MORE - 1) for one in used for form in _forms(share)):
        return
    for need, whole in (*_compared(ledger), *_taken_from(ledger)):
        if whole.value * share * _MORE < need.mention.low <= whole.value * _MORE:
            what = f"{need.text} is held against {whole.text}, of which {told.text} is the limit"
            yield Violation(need, what, ((told, told.text), (whole, whole.label or whole.text)))
            return


def _compared(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    return ((one.need, one.room.fact) for one in ledger.view(comparisons) if one.room.fact is not None)


def _taken_from(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield needs with what they are taken from, where some of it is left."""
    for claim in ledger.claims:
        is_rest = claim.result is not None and claim.operator == "-" and not claim.negative
        if is_rest and len(claim.operands) == _PAIR and claim.operands[0].kind is claim.operands[1].kind:
            yield claim.operands[1], claim.operands[0]


def _share_filled(ledger: Ledger, fact: Fact) -> float:
    """Return the share of a whole that a fact of the scenario lets be filled; 0 if it says nothing of it."""
    cues = ledger.cues_of(fact.path, fact.sentence)
    if fact.path[0] != "scenario" or fact.standing is not Standing.TOPIC or not 0 < fact.value < 1:
        return 0.0
    if "kept-free" in fact.cues:
        return 1 - fact.value
    limits = fact.role is Role.LIMIT or not cues.isdisjoint(_LIMITING)
    return fact.value if limits and "filled" in cues else 0.0


def _forms(share: float) -> tuple[float, ...]:
    """Return how a share may stand in a calculation: as itself, its rest or its inverse, or in percent."""
    return share, 100 * share, 1 - share, 100 * (1 - share), 1 / share


def _with_some_lost(ledger: Ledger) -> Iterator[Violation]:
    """Yield what several hold or carry together, where the need is more than all but the redundant of them.

    One of the carriers may be lost, or so many disks of a group hold parity or copies.
    """
    said = [one for cue, one in _REDUNDANT.items() if ledger.says(cue)]
    if not said or ledger.view(verdict) is not True:
        return
    given = {one.number for one in ledger.view(counted) if one.path[0] == "scenario"}
    for need, whole in dict.fromkeys((*_taken_from(ledger), *_compared(ledger))):
        losses = [lost for kinds, lost in said if whole.kind in kinds]
        counts = [one for fact in (need, whole) for one in _factors(ledger, fact)]
        if len(losses) != 1 or any(one.number in {losses[0], 1 / losses[0]} for one in counts):
            continue  # several are said, or the calculation has it: `(7 - 1) * 40`, `2 * 48 GB`
        [lost] = losses
        for count in _factors(ledger, whole):
            if count.kind is not Kind.COUNT or count.number < _PAIR or not count.number.is_integer():
                continue
            if count.number + lost in given:
                continue  # `3 * 4 TB` of five disks
            left = whole.value * (1 - (lost if lost < 1 else lost / count.number))
            if left * _MORE < need.mention.low <= whole.value:
                size = format_significant(Fraction(left / whole.mention.scale), _DIGITS)
                without = f"with {lost:g} of them lost" if lost >= 1 else "with a copy of everything"
                what = f"{whole.text} is of all {count.number:g}; {without} the others have {size}"
                yield Violation(whole, f"{what}, less than {need.text}", ((need, need.text),))
                return


def _factors(ledger: Ledger, fact: Fact) -> list[Fact]:
    return [one for claim in ledger.made_by(fact) if claim.operator == "*" for one in claim.operands]


def _is_part_of(ledger: Ledger, usable: Fact, whole: Fact, need: Fact) -> bool:
    """Whether a value is what can be used of a whole: a share of it, or made of its parts and less."""
    if usable.result_of is None or usable.standing is not Standing.TOPIC:
        return False
    claim = ledger.claims[usable.result_of]
    if claim.operator not in _MADE_BY or usable.origin is not Origin.CALCULATIONS:
        return False
    if any(agree(one, need) for one in claim.operands if one.kind is need.kind):
        return False  # what is left of the whole
    wholes = claim.operands[:1] if claim.operator == "-" else claim.operands
    if any(agree(one, whole) for one in wholes if one.kind is whole.kind):
        return usable.role in _ROOM or "measured" in usable.cues
    values = [one.value for one in claim.operands]
    made = [claim.operands for claim in ledger.made_by(whole)]
    return any(len(values) > len(parts) and all(one.value in values for one in parts) for parts in made)
