"""QB920: what a question tells twice, with two values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.derivation import UNMEASURED, agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import Origin, Role
from qbank.grouping import grouped
from qbank.rules.coherence.assumed import OTHER_CASES, assumed_of_same, assumed_otherwise, is_of_case
from qbank.rules.coherence.conditions import told_again
from qbank.rules.coherence.nearness import times_apart
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_CHANGING: Final = frozenset(("falls", "rises", "going"))
_CLEARLY: Final = 1.1
_REACH: Final = 4
_OF_CHANGE: Final = 3
_MOST_APART: Final = 3.0
_LEAST_SHARED: Final = 3
_MOST_TERMS: Final = 60
"""A sum of more is a term itself: twenty lines that double each other would have a million."""

_Terms = list[tuple[Fact, float]]


class ToldOtherwise(LedgerRule):
    """The question tells one thing twice, with two values.

    A sentence or a line repeats the condition of the scenario, a power, a share or a load, and has another
    value for what the scenario tells there; or an assumption stands for the one given of its kind, or of its
    name, that is used nowhere; or the calculations apply a change to the value that the scenario starts
    from, and come to another one than it ends at; or the solution adds up the terms of a total with one of
    them changed.
    Correct the one that is wrong, or say what the difference is.
    """

    code = "QB920"
    name = "told-otherwise"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: In the cold the motor of a gimbal is held to 4 W, and a turn takes 9 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - In the cold, at 4 W: a turn takes 12 s\n"
                "    **Calculations:**\n"
                "    - Energy of a turn: 4 W * 12 s = 48 J\n"
                "    **Conclusion & Interpretation:** A turn costs 48 J.\n"
            ),
            underlines="12 s",
        ),
        Example(
            yaml=(
                "scenario: A kiln is opened every 40 minutes, and each opening takes 90 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Opening: 60 s, every 40 minutes\n"
                "    **Calculations:**\n"
                "    - Share of the openings: 60 s / 2,400 s = 2.5%\n"
                "    **Conclusion & Interpretation:** The kiln stands open for little of the time.\n"
            ),
            underlines="60 s",
        ),
        Example(
            yaml=(
                "scenario: A meter sends a report every 20 minutes, and each report costs 2 J.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Report: 2 J, 24 reports/day\n"
                "    **Calculations:**\n"
                "    - A day: 24 * 2 J = 48 J\n"
                "    **Conclusion & Interpretation:** The reports of a day cost 48 J.\n"
            ),
            underlines="24 reports/day",
        ),
        Example(
            yaml=(
                "scenario: After a minute the scanner falls from 90 pages/s to 30 pages/s and stays there.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Throttled: 90 pages/s * (1 - 0.5) = 45 pages/s\n"
            ),
            underlines="45 pages/s",
        ),
        Example(
            yaml=(
                "scenario: A lift promises its riders a wait of at most 40 s at noon.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Wait target: 60 s\n"
                "    **Calculations:**\n"
                "    - Left for the ride: 60 s - 12 s = 48 s\n"
                "    **Conclusion & Interpretation:** The ride may be slow.\n"
            ),
            underlines="60 s",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: In all it takes 40 ms + 12 ms + 9 ms + 25 ms = 86 ms.\n"
                "  napkin_math: |\n"
                "    - Total: 40 ms + 18 ms + 9 ms + 25 ms = 92 ms\n"
            ),
            underlines="86 ms",
        ),
        Example(
            yaml=(
                "scenario: A buoy wakes every 30 minutes, and each reading takes 2 s. It has 9,000 J.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Wakes: one every 6 minutes\n"
                "    - Reading: 2 s at 0.5 W\n"
                "    **Calculations:**\n"
                "    - Readings a day: 24 * 60 / 6 = 240\n"
                "    - Energy a day: 240 * 2 s * 0.5 W = 240 J\n"
            ),
            underlines="6 minutes",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: In the cold the motor of a gimbal is held to 4 W, and a turn takes 9 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - With the long arm, at 4 W: a turn takes 12 s\n"
                "    **Calculations:**\n"
                "    - Energy of a turn: 4 W * 12 s = 48 J\n"
                "    **Conclusion & Interpretation:** A turn costs 48 J.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A kiln is opened every 40 minutes, and each opening takes 90 s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - After the repair an opening takes 60 s\n"
                "    **Calculations:**\n"
                "    - Share of the openings: 60 s / 2,400 s = 2.5%\n"
                "    **Conclusion & Interpretation:** The kiln stands open for little of the time.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: After a minute the scanner falls from 90 pages/s to 30 pages/s and stays there.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Throttled: 90 pages/s * (1 - 0.67) = 30 pages/s\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: In all it takes 40 ms + 18 ms + 9 ms + 25 ms = 92 ms.\n"
                "  napkin_math: |\n"
                "    - Total: 40 ms + 18 ms + 9 ms + 25 ms = 92 ms\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is told again with what was told."""
        for fact, anchor, given in told_again(ledger):
            what = f"{fact.text} at {anchor.text}, but the scenario has {given.text} there"
            yield Violation(fact, what, (given,))
        for fact, given in (*assumed_otherwise(ledger), *assumed_of_same(ledger)):
            what = f"{fact.text} is assumed for the {given.text} that the scenario gives"
            yield Violation(fact, what, (given,))
        yield from _ended_elsewhere(ledger)
        yield from _added_up_again(ledger)


def _ended_elsewhere(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a change applied to the first of two values comes to, where the scenario has another end."""
    for start, end in dict.fromkeys((*_moves(ledger), *_from_and_to(ledger))):
        if end.origin is not Origin.SCENARIO or end.kind in UNMEASURED:
            continue
        lines = [one for one in ledger.by_kind[end.kind] if one.origin is Origin.CALCULATIONS]
        if any(agree(one, end) for one in lines):
            continue
        for claim, made in ledger.worked_out("*"):
            if made in lines and _is_changed(claim, start) and made.cues.isdisjoint(OTHER_CASES):
                same_side = (made.value < start.value) is (end.value < start.value)
                if same_side and times_apart(made.value, end.value) > _CLEARLY:
                    what = f"{start.text} comes to {made.text} here, and to {end.text} in the scenario"
                    yield Violation(made, what, (end, start))
                    return


def _moves(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the two values of a sentence of which one turns into the other: `12, then drops to 4`."""
    told = [
        fact
        for fact in ledger.facts
        if fact.origin is Origin.SCENARIO and fact.kind not in UNMEASURED and fact.role is not Role.LIMIT
    ]
    for facts in grouped(((fact.sentence, fact.kind), fact) for fact in told).values():
        if len(facts) == 2 and is_of_case(facts[1]):
            start, end = facts
            before = ledger.scenario[max(0, start.at - _REACH) : end.at]
            if before and before[-1].text == "to" and not cues_in(before).isdisjoint(_CHANGING):
                yield start, end


def _from_and_to(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what the texts say that something went from and to: `the error went from 4% to 3%`."""
    for one, other in pairwise(ledger.facts):
        if one.path == other.path and one.clause == other.clause and one.kind is other.kind and one.at:
            pieces = ledger.pieces[one.path]
            between = pieces[one.at + 1 : other.at]
            if pieces[one.at - 1].text == "from" and between and between[-1].text == "to":
                yield one, other


def _is_changed(claim: ClaimFacts, start: Fact) -> bool:
    """Whether a product takes a share off a value, or adds one: `12 * (1 - 0.6)`."""
    if len(claim.operands) != _OF_CHANGE:
        return False
    first, one, share = claim.operands
    starts = agree(first, start) or (first.is_bare and first.number == start.number)
    return starts and one.value == 1 and share.value < 1


def _added_up_again(ledger: Ledger) -> Iterator[Violation]:
    """Yield a total of the solution that has all terms of one of the calculations but one."""
    told = list(_sums(ledger, Origin.SOLUTION))
    made = list(_sums(ledger, Origin.CALCULATIONS)) if told else []
    for total, terms in told:
        for other, others in made:
            odd = _odd(terms, others) if total.kind is other.kind and not agree(total, other) else None
            if odd is not None:
                one, two = odd
                what = (
                    f"{total.text} is with {one.text}, and {other.text} with {two.text} in the calculations"
                )
                yield Violation(total, what, (other, two))
                return


def _sums(ledger: Ledger, origin: Origin) -> Iterator[tuple[Fact, _Terms]]:
    """Yield the sums of a part of the question that enter no other one, with the sizes of their terms."""
    terms: dict[float, _Terms] = {}
    inner: set[float] = set()
    totals: list[Fact] = []
    for claim, total in ledger.worked_out("+"):
        if total.origin is not origin or total.kind in UNMEASURED:
            continue
        found: _Terms = []
        for one in claim.operands:
            size = one.number * total.mention.scale if one.is_bare else one.value
            inner.add(size)
            inside = terms.get(size, ())
            found += inside if 0 < len(inside) <= _MOST_TERMS else [(one, size)]
        terms[total.value] = found
        totals.append(total)
    for total in totals:
        if total.value not in inner and total.is_topic:
            yield total, terms[total.value]


def _odd(terms: _Terms, others: _Terms) -> tuple[Fact, Fact] | None:
    """Return the one term of each of two sums that the other has not, if they share three or more."""
    left, alone = list(others), list[tuple[Fact, float]]()
    for one, size in terms:
        same = next((two for two in left if isclose(size, two[1])), None)
        if same is None:
            alone.append((one, size))
        else:
            left.remove(same)
    if len(alone) == len(left) == 1 and len(terms) > _LEAST_SHARED:
        [(one, size)], [(two, other)] = alone, left
        if times_apart(size, other) < _MOST_APART:
            return one, two
    return None
