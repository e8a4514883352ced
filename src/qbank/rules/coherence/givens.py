"""QB903: what is given has to be used as it is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import agree, has_digits_exchanged
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, MONEY, Kind, Modality, Role, Standing, unit_of_time
from qbank.rules.coherence.nearness import are_near, digits, is_several_times
from qbank.rules.coherence.operands.derived import is_derived, is_explained
from qbank.rules.coherence.operands.sources import DIVIDED, Orphan, Sources, divides_period, sources
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.units import physical
from qbank.units.dimension import NONE

_STATED: Final = frozenset((Modality.GIVEN, Modality.ASSUMED, Modality.DENIED))
_IN_TIMES: Final[dict[float, tuple[int, ...]]] = {
    24: (3600, 86400),
    60: (1, 60, 3600),
    1440: (60, 86400),
    3600: (1, 3600),
    86400: (1, 86400),
}
"""Factors that show that a bare number beside them is a time, with what units it may be in."""
_TIMES: Final = frozenset((1e-3, 1.0, 60.0, 3600.0))
"""Units that a time is told in after it was multiplied, in seconds."""
_BEFORE_CASES: Final = frozenset(("filler", "stop", "preposition"))
_SMALL: Final = frozenset((3, 5, 6, 9))
"""Factors of formulas, where no unit says what they measure."""
_MOST_PLAIN: Final = 100
_FEWEST_DIGITS: Final = 2
_NAMING: Final = frozenset(("", "verb"))
_MOST_MOVED: Final = 1001.0
_MOST_APART_IN_UNIT: Final = 6


class ChangedGiven(LedgerRule):
    """The napkin math uses another figure than the question gives, or than it computed before.

    An operand that is neither given nor computed stands where a given of its kind, and the only one that is
    used nowhere, would be expected. What a bare operand measures is told by what its line has to come to.
    What each of several things has is multiplied by another number than there are of them; a day is divided
    by another interval. Or such an operand has the digits of a result before it in another order, or all but
    one of them. Correct the one that is wrong, or say where the other figure comes from.
    """

    code = "QB903"
    name = "changed-given"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A warehouse streams 26 cameras at 15 FPS into one inference box all day long.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Frames per second = 18 * 15 FPS = 270 FPS\n"
            ),
            underlines="18",
        ),
        Example(
            yaml=(
                "scenario: A node is given up after 4 missed probes, sent every 20 s. The target is 90 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Detection: 4 * 15 = 60 s\n"
                "    - Under the target by: 90 - 60 = 30 s\n"
            ),
            underlines="15",
        ),
        Example(
            yaml=(
                "scenario: A campaign for $84,000 runs for 60 days.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Spending: $84,000 / 48 = $1,750 per day\n"
            ),
            underlines="48",
        ),
        Example(
            yaml=(
                "scenario: A press hall has 12 gauges, and each gauge sends 9 kB/s.\n"
                "details:\n  napkin_math: |\n    - Traffic: 16 * 9 kB/s = 144 kB/s\n"
            ),
            underlines="16",
        ),
        Example(
            yaml=(
                "scenario: A buoy wakes every 30 s, and a wake costs 2 mJ.\n"
                "details:\n  napkin_math: |\n    - Wakes per day: 86,400 / 40 = 2,160\n"
            ),
            underlines="40",
        ),
        Example(
            yaml=(
                "scenario: A gate checks its strain gauge every 25 ms, and a check costs 3 mJ.\n"
                "details:\n  napkin_math: |\n    - Checks: 1000 / 10 = 100 per s\n"
            ),
            underlines="10",
        ),
        Example(
            yaml=(
                "scenario: A weir reports its level every 20 minutes, and a report costs 2 J.\n"
                "details:\n  napkin_math: |\n    - Reports per day: 24 * 60 / 30 = 48\n"
            ),
            underlines="30",
        ),
        Example(
            yaml=(
                "scenario: A hall has 14 presses, and each of them sends a record every 200 ms.\n"
                "details:\n  napkin_math: |\n    - Records: 14 * 4 /s = 56 per second\n"
            ),
            underlines="4 /s",
        ),
        Example(
            yaml=(
                "scenario: A buoy draws 40 mA and has a cell of 2,500 mAh, 90% of which are usable.\n"
                "details:\n  napkin_math: |\n    - Usable: 1,500 mAh * 0.9 = 1,350 mAh\n"
            ),
            underlines="1,500 mAh",
        ),
        Example(
            yaml=(
                "scenario: In an hour 340 parcels pass the scale, and each is photographed twice.\n"
                "details:\n  napkin_math: |\n    - Pictures: 430 * 2 = 860\n"
            ),
            underlines="430",
        ),
        Example(
            yaml=(
                "scenario: A laundry does seven rounds a day with its 18 machines, at 2.4 kWh a wash.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - A round: 18 * 2.4 kWh = 43.2 kWh\n"
                "    - A day: 7 * 34.2 kWh = 239.4 kWh\n"
            ),
            underlines="34.2 kWh",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A press hall has 12 gauges and 4 spares, and each gauge sends 9 kB/s.\n"
                "details:\n  napkin_math: |\n    - Traffic with spares: 16 * 9 kB/s = 144 kB/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A buoy wakes every 10 minutes, and a wake costs 2 mJ.\n"
                "details:\n  napkin_math: |\n    - Wakes per day: 24 * 6 = 144\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A gate checks its strain gauge every 25 ms, and a check costs 3 mJ.\n"
                "details:\n  napkin_math: |\n    - Checks: 1000 / 25 = 40 per s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The cluster reads its checkpoints over a storage bandwidth of 40 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Storage bandwidth: 40 GB/s, of which 25 GB/s are measured.\n"
                "    **Calculations:**\n"
                "    - Time = 500 GB / 25 GB/s = 20 s\n"
                "    **Conclusion & Interpretation:** The restart takes 20 s.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A warehouse streams 26 cameras at 15 FPS into one inference box all day long.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Frames per second = 26 * 15 FPS = 390 FPS\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A sensor wakes every 2 s for 20 ms, and a clip of it has 4 TB in all.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Awake: 20 / 2,000 = 1%\n"
                "    - Two of them: 2 * 4,000 = 8,000 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The test is to show a change of one percentage point at the usual level of 5%.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Per group: 16 * 0.10 * 0.90 / 0.01^2 = 14,400 users\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A laundry does seven rounds a day with its 18 machines, at 2.4 kWh a wash.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - A round: 18 * 2.4 kWh = 43.2 kWh\n"
                "    - A day: 7 * 43.2 kWh = 302.4 kWh\n"
                "    - Declined, on the short program: 7 * 34.2 kWh = 239.4 kWh\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for operands that came from nowhere while a given is left unused."""
        view = ledger.view(sources)
        loose = [one for one in view.loose if not (one.elsewhere or _is_refused(ledger, one))]
        yield from _carried_on(view, loose)
        loose = [one for one in loose if one.alone or divides_period(one.claim, one.fact)]
        unused = view.unused() if loose else ()
        unused = [one for one in unused if one.role is not Role.LIMIT and one.modality in _STATED]
        topic = [one for one in unused if one.is_topic]
        former = [one for one in unused if one.standing is Standing.FORMER]
        for orphan in loose if unused else ():
            expected = _expected(ledger, orphan, topic)
            plain = orphan.is_usual or orphan.fact.number in DIVIDED
            if not expected and not plain and (orphan.fact.kind is not Kind.COUNT or orphan.fact.value < 1):
                # `The pilot reached 34%: plan with that`; two numbers of things are unequal by chance.
                expected = _expected(ledger, orphan, former)[:1]
            if len({one.value for one in expected}) > 1:
                expected = [one for one in expected if _is_named(ledger, orphan, one)]
            if len({one.value for one in expected}) == 1 and not is_derived(view, orphan, expected[0]):
                fact, given = orphan.fact, expected[0]
                if not is_explained(view, fact, given):
                    noun = f"per {given.per}" if given.per else given.subject.name if given.is_bare else ""
                    told = f"{given.text} {noun}".strip()
                    what = f"{fact.text} is used, but the {given.origin} gives {told}"
                    yield Violation(fact, what, (given,))


def _is_refused(ledger: Ledger, orphan: Orphan) -> bool:
    """Whether an operand is of what was not wanted: `Thumbnails (declined): ...`."""
    return "refused" in orphan.fact.cues | cues_in(ledger.label_of(orphan.claim.result or orphan.fact))


def _carried_on(view: Sources, loose: Iterable[Orphan]) -> Iterator[Violation]:
    """Yield operands that come from nowhere and are written as a result before them is, but for a slip."""
    for orphan in loose:
        if orphan.alone and not orphan.is_usual:
            alike = [one for one in view.results(orphan.number) if _is_miswritten(view, orphan, one)]
            if alike:
                what = f"{orphan.fact.text} is used, but {alike[-1].text} was computed"
                yield Violation(orphan.fact, what, (alike[-1],))


def _is_miswritten(view: Sources, orphan: Orphan, result: Fact) -> bool:
    """Whether an operand is a result that nothing else takes, but with digits that have changed places.

    A result that another line takes too has to measure what is needed. One digit that differs is a slip only
    where it is needed on the line behind.
    """
    fact, measure = orphan.fact, physical(result.mention.unit.dimension)
    needed = orphan.lacking if fact.is_bare else physical(fact.mention.unit.dimension)
    one, other = _written(fact), _written(result)
    apart = sum(here != there for here, there in zip(one, other, strict=False))
    near = are_near(fact.value, result.value) or (fact.is_bare and are_near(fact.number, result.number))
    if len(one) != len(other) or not apart or not near:
        return False
    is_long, is_meant = len(one) > _FEWEST_DIGITS, needed == measure != NONE
    if sorted(one) != sorted(other):
        is_slip = is_long and apart == 1 and fact.line == result.line + 1
        return is_slip and is_meant and not view.is_taken(result)
    if not is_long and (len(one) < _FEWEST_DIGITS or is_derived(view, orphan, result)):
        return False
    may_be = needed in {None, measure} or (fact.is_bare and measure == NONE)
    return (is_long and is_meant) or (may_be and not view.is_taken(result))


def _written(fact: Fact) -> str:
    """Return the digits of a value as they are written, without its power of ten."""
    return "".join(filter(str.isdigit, fact.text.lower().partition("e")[0])).lstrip("0")


def _expected(ledger: Ledger, orphan: Orphan, unused: Sequence[Fact]) -> list[Fact]:
    """Return what may be meant by an operand."""
    return [one for one in unused if not one.mention.scaled and _could_be(ledger, orphan, one)]


def _could_be(ledger: Ledger, orphan: Orphan, given: Fact) -> bool:
    """Whether a given is what an operand has to measure, and of about its size."""
    fact = orphan.fact
    if given.kind is Kind.TIME and (period := divides_period(orphan.claim, fact)):
        return given.role is Role.INTERVAL and are_near(fact.value * period, given.value)
    unit = unit_of_time(fact.per)
    if given.role is Role.INTERVAL and (unit is not None or fact.kind is Kind.EVENT_RATE):
        return are_near(float(unit.scale if unit else 1), fact.value * given.value)  # `6 an hour`, `5 /s`
    no_period = fact.number in DIVIDED and given.kind is not Kind.TIME
    if (orphan.is_usual or no_period) and (given.per or given.mention.unit.name):
        return False  # the 24 of a day for 12 million tokens/s
    if given.kind is Kind.COUNT and not orphan.is_usual and has_digits_exchanged(fact, given):
        return True
    if fact.is_bare and given.kind is Kind.COUNT and _is_beside(ledger, orphan, given):
        return _could_count(ledger, orphan, given)
    if orphan.is_usual:
        return False
    by_chance = given.kind is Kind.SHARE or (fact.is_bare and given.kind is Kind.COUNT)
    if fact.is_bare and fact.value < 1 and given.kind is Kind.SHARE and _is_beside(ledger, orphan, given):
        told = [one for one in ledger.by_kind[Kind.SHARE] if one.path == given.path]
        near = are_near(fact.value, given.value)
        return near and told == [given] and orphan.claim.operator == "*"  # `0.25 * 2,000` of 85%
    if by_chance and not _is_named(ledger, orphan, given):
        return False
    return _could_be_bare(orphan, given) if fact.is_bare else _could_be_in_unit(fact, given)


def _could_count(ledger: Ledger, orphan: Orphan, given: Fact) -> bool:
    """Whether a bare operand may be the number of things that a sentence tells with another operand."""
    fact, made = orphan.fact, orphan.claim.result
    if _converts_time(ledger, orphan) or (made is not None and _names_case(ledger, made)):
        return False  # `6 * 3600` of 6 hours; `With the spares: 220 * 3 kB`
    if abs(fact.number - given.number) in ledger.view(sources).counts - {fact.number, given.number}:
        return False  # 18 of 20 printers, two of which are in service
    if orphan.lacking and made is not None and not made.is_bare:
        return False
    is_whole = not (fact.value % 1 or given.value % 1)  # three times as many may be another thing
    several = is_several_times(fact.number, given.number)
    return is_whole and not several and are_near(fact.number, given.number)


def _could_be_in_unit(fact: Fact, given: Fact) -> bool:
    """Whether an operand with a unit may be a given of its kind, of its size or with the point elsewhere."""
    if {fact.kind, given.kind} <= MONEY:
        return are_near(fact.number, given.number)
    if fact.kind is not given.kind or physical(fact.mention.unit.dimension) != physical(
        given.mention.unit.dimension
    ):
        return False
    is_moved = len(digits(fact)) > 1 and digits(fact) == digits(given)  # 0.035 s and 350 ms
    return are_near(fact.value, given.value, _MOST_MOVED if is_moved else _MOST_APART_IN_UNIT)


def _could_be_bare(orphan: Orphan, given: Fact) -> bool:
    """Whether a number without unit may be a given, by what it has to measure or stands beside."""
    fact, claim = orphan.fact, orphan.claim
    if fact.value in _SMALL and given.kind is not Kind.TIME:
        return False
    near = are_near(fact.number, given.number)
    if given.kind is Kind.SHARE:
        near = near or are_near(fact.value, given.value)
    if given.kind is Kind.EVENT_RATE and _divides_a_second(orphan):
        return near
    if orphan.lacking:
        return _could_measure(orphan, given)
    if near and given.kind is Kind.TIME:
        others = [one for one in claim.operands if one is not fact]
        return all(one.is_bare for one in others) and any(
            given.mention.scale in _IN_TIMES.get(one.value, ()) for one in others
        )
    return near and physical(given.mention.unit.dimension) == NONE


def _could_measure(orphan: Orphan, given: Fact) -> bool:
    """Whether a number that has to measure something may be a given.

    What a bare number measures is mostly chance, but for rates and for so many days.
    """
    fact, made, measure = orphan.fact, orphan.claim.result, physical(given.mention.unit.dimension)
    is_whole = given.kind is Kind.TIME and fact.mention.step >= 1
    may_be_bare = is_whole or given.kind in {Kind.EVENT_RATE, Kind.FREQUENCY}
    if made is None or not may_be_bare or fact.value in DIVIDED or orphan.lacking != measure:
        return False
    if physical(made.mention.unit.dimension) != measure:
        return are_near(fact.value, given.value) or are_near(fact.number, given.number)
    written = made.mention
    scale = float(written.unit.scale) if orphan.claim.operator in "*/" else written.scale
    return are_near(fact.number * scale, given.value)


def _divides_a_second(orphan: Orphan) -> bool:
    """Whether an operand divides a second, so that it is what happens in one: `1000 ms / 25 = 40 ms`."""
    first, *others = orphan.claim.operands
    is_second = first.value == 1 and first.kind is Kind.TIME
    return is_second and orphan.claim.operator == "/" and others == [orphan.fact]


def _is_named(ledger: Ledger, orphan: Orphan, given: Fact) -> bool:
    """Whether an operand, or the label of its line, names what a given counts: `Batch: 32 * 512 * 4 B`.

    What happens so often in a time is named by the words of its clause: `rings 12 times an hour`.
    """
    if _is_beside(ledger, orphan, given):
        return given.kind is Kind.COUNT  # `18 * 15 FPS` of 26 cameras at 15 FPS
    fact, result = orphan.fact, orphan.claim.result
    label = result.label.split() if result is not None else []
    words = {singular(word) for word in (*label, fact.subject.name, *fact.text.split()[1:])}
    if given.per and given.kind is Kind.COUNT:
        clause = ledger.clause_of(given)
        told = {singular(one.text) for one in clause if one.is_word and one.meaning.part in _NAMING}
        if told & words:
            return True
    return bool(given.subject.name) and singular(given.subject.name) in words


def _is_beside(ledger: Ledger, orphan: Orphan, given: Fact) -> bool:
    """Whether a sentence tells a given and another operand: `18 * 15` of 26 cameras at 15 FPS."""
    told = [one for one in ledger.beside(given) if one is not given]
    return any(
        (one.kind is near.kind and agree(one, near))
        or (one.is_bare and one.number in {near.number, near.value})
        for one in orphan.claim.operands
        if one is not orphan.fact
        for near in told
        if not near.is_bare or near.number > _MOST_PLAIN
    )


def _converts_time(ledger: Ledger, orphan: Orphan) -> bool:
    """Whether an operand makes another unit of a time that the question tells: the 3600 of `6 * 3600`."""
    if not orphan.is_usual or orphan.claim.operator != "*":
        return False
    others = {one.number for one in orphan.claim.operands if one is not orphan.fact and one.is_bare}
    return any(
        given.path[0] in ASKED
        and given.number in others
        and given.mention.scale / orphan.fact.number in _TIMES
        for given in ledger.by_kind[Kind.TIME]
    )


def _names_case(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label begins with what a case is told by: `With the spares`, `At night`."""
    first = next((piece for piece in ledger.label_of(fact) if piece.is_word), None)
    return first is not None and first.meaning.part in _BEFORE_CASES
