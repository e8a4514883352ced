"""QB914: a need that is held against the whole, where the question works out that less can be used."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
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
from qbank.rules.physics.needs import is_one
from qbank.units.format import format_significant

_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION, Origin.ASSUMPTIONS))
_MORE: Final = 1.005
_LEAST_SHARE: Final = 0.3
_MADE_BY: Final = frozenset("*-")
_LIMITING: Final = frozenset(
    (
        "limit",
        "bounding",
        "refused",
        "forbidden",
        "nominal",
        "kept-free",
        "rest",
        "usable",
        "in-hand",
        "sanction",
        "withheld",
    )
)
"""What is said of the share of a whole that can be used, or that cannot."""
_MAY_FILL: Final = frozenset(("filled", "possible"))
_KEPT: Final = frozenset(("kept-free", "rest", "in-hand", "withheld"))
_OF_ELSE: Final = frozenset(("of-quality", "on-air", "former"))
_NEXT: Final = 1
_FAR: Final = 9
_TOLD: Final = frozenset(("it", "this", "that", "these", "them", "which", "those"))
_ELSEWHERE: Final = frozenset(("host", "disk"))
_ASIDE: Final = frozenset(("moved", "moving", "downward", "upward", "local", "per"))
_COUNTED: Final = frozenset(("event", "unit", "data"))
_OTHERS: Final = frozenset(("device", "place", "store"))
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

    Also reported: what is held against a whole of which the scenario says how much is reserved, taken or
    left, as an amount or as a share; and against what several carry together, where the others have to do
    without one of them, or hold parity or copies (RAID). Where it could be what is taken or what is left, the
    need has to be more than either.
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
                "scenario: >-\n"
                "  A badge has 64 KB of RAM. The arena takes 30 KB, the audio buffer 20 KB, and the stack\n"
                "  18 KB. Does the program fit?\n"
                "details:\n"
                "  realistic_solution: 14 KB of RAM are left over, so the program fits.\n"
                "  napkin_math: |\n"
                "    - After the arena: 64 - 30 = 34 KB\n"
                "    - After the audio buffer: 34 - 20 = 14 KB\n"
            ),
            underlines="14 KB",
        ),
        Example(
            yaml=(
                "scenario: A card of 24 GB serves a model. 3 GB of it are reserved for the display.\n"
                "details:\n"
                "  realistic_solution: It fits, with 1.5 GB to spare.\n"
                "  napkin_math: |\n"
                "    - Total: 14 GB + 8.5 GB = 22.5 GB\n"
                "    - Left: 24 GB - 22.5 GB = 1.5 GB\n"
            ),
            underlines="22.5 GB",
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
        yield from _beside_withheld(ledger)
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
    """Yield what is held against a whole of which the scenario lets only a share be used."""
    used = {one.number for claim in ledger.claims for one in claim.operands if one.kind in _FACTORS}
    shares = [
        (share, told)
        for share, told in shares_usable(ledger)
        if not any(isclose(one, form, rel_tol=_MORE - 1) for one in used for form in _forms(share))
    ]
    for need, whole in (*_compared(ledger), *_taken_from(ledger)):
        for share, told in shares:
            within = whole.value * share * _MORE < need.mention.low <= whole.value * _MORE
            if within and whole.kind not in _FACTORS and need.role is not Role.LIMIT:
                what = f"{need.text} is held against {whole.text}, of which {told.text} is the limit"
                yield Violation(need, what, ((told, told.text), (whole, whole.label or whole.text)))
                return


def _beside_withheld(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is held against a whole of which the scenario says how much is taken, or left."""
    for need, whole, size, how in (*_fitting(ledger), *_counted_into(ledger)):
        if need.role is Role.LIMIT or whole.kind in _FACTORS:
            continue
        wholes = [one for one in (whole, *whole.same) if one.origin in _GIVEN]
        told = [
            amount
            for amount in ledger.by_kind[need.kind]
            if any(_is_told_of(ledger, amount, one) for one in wholes) and not _is_used(ledger, amount)
        ]
        taken = {one.value: one for one in told if 2 * one.value < whole.value}
        for amounts in (list(taken.values()), *([one] for one in told if 2 * one.value >= whole.value)):
            amount = sum(one.value for one in amounts)
            room = max(amount, whole.value - amount)  # be it what is taken or what is left
            if room * _MORE < size <= whole.value * _MORE:
                given = " and ".join(f"{one.text} of the {one.origin}" for one in amounts)
                what = f"{need.text} {how} {whole.text}, and {given} is not reckoned with"
                related = ((one, one.text) for one in (*amounts, whole))
                yield Violation(need, what, tuple(related))
                return


def _counted_into(ledger: Ledger) -> Iterator[tuple[Fact, Fact, float, str]]:
    """Yield what is divided by, with what there is, and how much as many of them take as fit: `8 / 1.9`."""
    for claim in ledger.claims:
        if claim.result is None or claim.operator != "/" or len(claim.operands) != _PAIR:
            continue
        whole, each = (_given_as(ledger, one) for one in claim.operands)
        if whole.role is Role.CAPACITY and whole.kind is each.kind and 0 < each.value < whole.value:
            yield each, whole, whole.value // each.value * each.value, "is fitted into"


def _given_as(ledger: Ledger, bare: Fact) -> Fact:
    """Return the one given that a number without its unit repeats; the number itself if there are several."""
    given = [one for one in ledger.facts if one.origin in _GIVEN and one.number == bare.number]
    return given[0] if bare.kind is Kind.COUNT and len(given) == 1 else bare


def _fitting(ledger: Ledger) -> Iterator[tuple[Fact, Fact, float, str]]:
    """Yield what was added up, or taken in turn from what there is, with that, and how much it is."""
    for one in ledger.view(comparisons):
        if one.room.fact is not None and one.need.mention.low <= one.room.size:
            yield one.need, one.room.fact, one.need.mention.low, "is held against"
    for claim in ledger.claims:
        rest = claim.result
        if rest is None or claim.operator != "-" or claim.negative or len(claim.operands) < 2:
            continue
        wholes = [
            one
            for one in ledger.parts(rest)
            if one.role is Role.CAPACITY and one.result_of is None and not is_one(one, rest)
        ]
        if (
            any(one.operand_of is not None for one in (rest, *rest.same))
            or len({one.value for one in wholes}) != 1
        ):
            continue
        whole = min(wholes, key=lambda one: (one.origin not in _GIVEN, one.start))
        if whole.origin in _GIVEN and whole.kind is rest.kind:
            yield rest, whole, whole.value - rest.value, "are left of"


def _is_told_of(ledger: Ledger, amount: Fact, whole: Fact) -> bool:
    """Whether the scenario says a value of a whole: how much of it something takes, or leaves."""
    if (
        amount.origin not in _GIVEN
        or amount.path != whole.path
        or not 0 <= amount.sentence - whole.sentence <= (_NEXT if amount.cues.isdisjoint(_KEPT) else _FAR)
        or amount.standing is not Standing.TOPIC
        or amount.per
    ):
        return False
    clause = [
        one
        for one in ledger.pieces[amount.path]
        if one.sentence == amount.sentence and one.clause == amount.clause
    ]
    if any(one.meaning.part == "of" and after.text in _TOLD for one, after in pairwise(clause)):
        before = [one for one in ledger.by_kind[amount.kind] if whole.at < one.at < amount.at]
        return all(one.value <= amount.value for one in before if one.path == whole.path)  # `3 GB of it`
    elsewhere = {one.meaning.place for one in clause} & _ELSEWHERE - {whole.place}
    is_elsewhere = amount.kind is Kind.BYTES and bool(elsewhere)
    is_room = amount.role in _ROOM and (
        amount.subject.sort in _OTHERS or amount.cues.isdisjoint(_KEPT | {"usable"})
    )
    return not (is_room or is_elsewhere or amount.cues & _ASIDE)


def _is_used(ledger: Ledger, amount: Fact) -> bool:
    """Whether a calculation or the solution has a value, with its unit or as the bare number."""
    return any(
        isclose(one.value, amount.value, rel_tol=_MORE - 1) or one.number == amount.number
        for one in ledger.facts
        if one.path != amount.path and (one.kind is amount.kind or one.kind is Kind.COUNT)
    )


def _compared(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    return ((one.need, one.room.fact) for one in ledger.view(comparisons) if one.room.fact is not None)


def _taken_from(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield needs with what they are taken from, where some of it is left."""
    for claim in ledger.claims:
        is_rest = claim.result is not None and claim.operator == "-" and not claim.negative
        if is_rest and len(claim.operands) == _PAIR and claim.operands[0].kind is claim.operands[1].kind:
            yield claim.operands[1], claim.operands[0]


def shares_usable(ledger: Ledger) -> Iterator[tuple[float, Fact]]:
    """Yield the shares of a whole that can be used, with the facts of the scenario that say so.

    Whether `never below 20%` is said or `never above 80%`, of what is shared out so at most the greater
    part can be used.
    """
    for fact in ledger.facts:
        if (
            fact.path[0] == "scenario"
            and fact.standing is Standing.TOPIC
            and (fact.kind is Kind.SHARE or fact.role is Role.SHARE)
            and 0 < fact.value < 1
            and _is_restricted(cues := fact.cues | ledger.cues_of(fact.path, fact.sentence))
            and _OF_ELSE.isdisjoint(fact.cues | fact.traits)
            and ("floor" not in cues or not cues.isdisjoint(_KEPT))
            and (fact.subject.sort not in _COUNTED or fact.subject.thing == "step")
        ):
            yield max(fact.value, 1 - fact.value), fact


def _is_restricted(cues: frozenset[str]) -> bool:
    return not cues.isdisjoint(_LIMITING) or cues >= _MAY_FILL


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
