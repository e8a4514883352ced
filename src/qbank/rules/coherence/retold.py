"""QB920: what a question tells twice, with two values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import UNMEASURED, agree, is_conversion, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKING, ROOM, Kind, Modality, Origin, Role, Standing
from qbank.rules.coherence.givens import DISTINCT
from qbank.rules.coherence.options import PARTS_OF_NAMES
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_DISTINCT: Final = DISTINCT - {"limit"} | {"necessary"}
_OTHER_CASES: Final = frozenset(("supposed", "alternative", "former", "nominal", "denied"))
_CASES: Final = frozenset(("on-condition", "in-that-case", "supposed", "alternative"))
_MEASURED: Final = frozenset(("property", "limit"))
"""What a label may call a value that the scenario only tells: `Target: 80 ms`."""
_TELLING: Final = PARTS_OF_NAMES | {"verb"}
_CHANGING: Final = frozenset(("falls", "rises", "going"))
_LEAST_APART: Final = 1.03
_MOST_APART: Final = 3.0
_INTERVALS_APART: Final = 10.0
_MOST_TIMES: Final = 13
"""How far a rate may be from that of an interval and be meant for it: `24 a day`, one every 15 minutes."""
_CLEARLY: Final = 1.1
_STEM: Final = 4
_REACH: Final = 4
_LEAST_SHARED: Final = 3
_OF_CHANGE: Final = 3
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
                "scenario: A press may draw 60 W, and in the heat 40 W or 20 W. Its lamp takes 8 W.\n"
                "question: What runs at 40 and 20 W?\n"
                "details:\n  realistic_solution: At 20 W the lamp runs.\n"
            ),
        ),
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
        yield from _told_again(ledger)
        yield from _assumed_otherwise(ledger)
        yield from _assumed_of_same(ledger)
        yield from _ended_elsewhere(ledger)
        yield from _added_up_again(ledger)


def _told_again(ledger: Ledger) -> Iterator[Violation]:
    """Yield values of lines and sentences that repeat the condition of another value of the scenario."""
    told = [fact for fact in ledger.facts if _is_plainly_told(fact)]
    givens = [fact for fact in told if fact.origin is Origin.SCENARIO]
    for fact in told:
        if fact.origin is Origin.SCENARIO or fact.kind in UNMEASURED:
            continue
        if any(one.kind is fact.kind and agree(one, fact) for one in givens):
            continue  # the mean that the scenario has in another sentence
        for anchor in _around(told, fact):
            if anchor.kind is fact.kind:  # `at 40, 30 and 20 W`
                continue
            same = [one for one in givens if _is_same(one, anchor)]
            if len({one.sentence for one in same}) != 1 or not _is_same_way(ledger, same[0], anchor):
                continue
            meant = [one for one in _around(givens, same[0]) if one.kind is fact.kind]
            differs = len(meant) == 1 and _differ(fact, meant[0]) and _is_stated(ledger, fact)
            if differs and _has_no_other_case(ledger, fact, meant[0]):
                what = f"{fact.text} at {anchor.text}, but the scenario has {meant[0].text} there"
                yield Violation(fact, what, (meant[0],))
                break


def _is_of_other_device(fact: Fact, given: Fact) -> bool:
    """Tell whether two values are of two devices by name: the RAM of this chip and of the one not taken."""
    own, other = fact.subject.device, given.subject.device
    return own is not None and other is not None and own.entries != other.entries


def _assumed_otherwise(ledger: Ledger) -> Iterator[Violation]:
    """Yield an assumption that takes the place of the one given of its kind that nothing goes on with.

    The assumption speaks of what the scenario does. What is not plainly what that tells (an effective rate
    beside a nominal one, another case) has more than one word that the scenario lacks, and is left alone.
    """
    told = [fact for fact in ledger.facts if _may_be_assumed(fact)]
    assumed = [one for one in told if one.origin is Origin.ASSUMPTIONS]
    asked = [one for one in ledger.facts if one.origin in ASKING] if assumed else []
    untold = [one for one in assumed if not any(agree(one, other) for other in asked)]
    new = [one for one in untold if _is_stated(ledger, one)]
    if not new:
        return
    later = [one for one in ledger.facts if one.origin not in ASKING]
    unused = [
        one
        for one in told
        if one.origin is Origin.SCENARIO
        and not any(agree(one, other) or (other.is_bare and one.number == other.number) for other in later)
    ]
    for fact in new:
        given = the_only(one for one in unused if one.kind is fact.kind) or _interval_of(ledger, fact, unused)
        if given is None or sum(one.kind is fact.kind for one in new) > 1 or _is_of_other_device(fact, given):
            continue
        line, scenario = _line_of(ledger, fact), _words(ledger.pieces[given.path])
        own = [*ledger.label_of(fact), *(piece for piece in line if piece.clause == fact.clause)]
        naming = _words(piece for piece in own if piece.meaning.sort not in _MEASURED)
        begins = next((piece for piece in line if piece.is_word), None)
        most = 1 if begins is None or begins.meaning.part in _TELLING else 0  # `After the repair: 60 s`
        is_same = len(naming - scenario) <= most
        distinct = fact.cues & _DISTINCT - {"each"} <= given.cues  # `Pause per save`, and `each save`
        alike = (fact.per, fact.scope, fact.role in ROOM) == (given.per, given.scope, given.role in ROOM)
        near = given.kind is not fact.kind or _are_near(fact, given)
        if is_same and distinct and alike and near:
            what = f"{fact.text} is assumed for the {given.text} that the scenario gives"
            yield Violation(fact, what, (given,))


def _assumed_of_same(ledger: Ledger) -> Iterator[Violation]:
    """Yield an assumption about what the scenario calls the same, where nothing goes on with its value.

    Of two overlaps, or rates of the camera; fewer of several may be some of them.
    """
    told = [one for one in ledger.facts if one.is_topic and one.value and one.subject.told]
    asked = [one for one in told if one.origin in ASKING]
    assumed = [one for one in told if one.origin is Origin.ASSUMPTIONS and one.result_of is None]
    later = [one for one in ledger.facts if one.origin not in ASKING]
    for fact in assumed:
        given = [one for one in asked if _is_of_same(one, fact)]
        if len(given) != 1 or sum(_is_of_same(one, fact) for one in assumed) != 1:
            continue
        is_used = any(agree(one, given[0]) for one in later)
        is_told = any(agree(one, fact) or one.number == fact.number for one in asked)
        is_part = fact.kind is Kind.COUNT and fact.value < given[0].value
        in_digits = all(any(map(str.isdigit, one.text)) for one in (fact, given[0]))
        is_meant = fact.cues.isdisjoint(_OTHER_CASES | {"latter"}) and in_digits
        if is_meant and not (is_used or is_told or is_part) and _are_near(fact, given[0]):
            what = f"{fact.text} is assumed for the {given[0].text} that the scenario gives"
            yield Violation(fact, what, (given[0],))


def _is_of_same(one: Fact, other: Fact) -> bool:
    """Whether two values are told of things that are called the same, in one role and unit."""
    return (
        (one.kind, one.role, one.per) == (other.kind, other.role, other.per)
        and one.mention.unit.dimension == other.mention.unit.dimension
        and singular(one.subject.told) == singular(other.subject.told)
    )


def _interval_of(ledger: Ledger, fact: Fact, unused: Iterable[Fact]) -> Fact | None:
    """Return the only interval that is given of what a rate is assumed of, if it makes another rate."""
    given = the_only(one for one in unused if one.role is Role.INTERVAL)
    if given is None or fact.kind is not Kind.EVENT_RATE:
        return None
    nouns = {word[:_STEM].rstrip("s") for part in fact.text.split("/") for word in part.split()[1:]}
    if nouns.isdisjoint(word.rstrip("s") for word in _words(ledger.clause_of(given))):
        return None
    times = fact.value * given.value  # 24 a day, of one every 15 minutes
    return given if 1 / _MOST_TIMES < times < _MOST_TIMES and not _is_rate_of(fact, given) else None


def _words(pieces: Iterable[Piece]) -> set[str]:
    """Return the stems of the words that tell what something is or does."""
    return {
        word[:_STEM]
        for piece in pieces
        if piece.is_word and piece.meaning.part in _TELLING
        for word in piece.text.split()
        if len(word) > 2
    }


def _is_plainly_told(fact: Fact) -> bool:
    return (
        fact.is_topic
        and fact.role is not Role.LIMIT
        and fact.modality is not Modality.LIMIT
        and fact.value > 0
        and fact.cues.isdisjoint(_OTHER_CASES)
    )


def _may_be_assumed(fact: Fact) -> bool:
    """Whether a value is told of the case in hand; a limit may be promised, and a rate is often the peak."""
    is_limit = fact.role is Role.LIMIT and fact.standing is Standing.CLAIMED
    told = (fact.is_topic or is_limit) and fact.kind not in UNMEASURED and fact.value > 0
    return told and fact.cues.isdisjoint(_OTHER_CASES - {"nominal"})


def _is_stated(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is told, and neither computed nor a term; a rate may be, of a period that is told."""
    if fact.operand_of is not None:
        claim = ledger.claims[fact.operand_of]
        if not is_conversion(claim) or claim.operands[0] is not fact:
            return False  # but `20 min (1,200 s)`, and of `5 h * 3,600 s` the first
    for claim, result in ledger.worked_out():
        if is_conversion(claim):
            continue
        if result is not fact and agree(result, fact):
            return False
        is_source = any(one.number == fact.number for one in claim.operands)  # `86,400 / 600` of 10 minutes
        if result is not fact and not is_source and _is_rate_of(fact, result) and ledger.is_computed(result):
            return False  # `13 + 9 = 22 ms → 45 frames/s`
    if fact.result_of is not None:
        operands = ledger.claims[fact.result_of].operands
        if len(operands) != 1 or not _is_rate_of(fact, operands[0]):
            return False
    return not any(piece.text == "|" for piece in _line_of(ledger, fact))


def _is_rate_of(fact: Fact, period: Fact) -> bool:
    return isclose(period.value * fact.value, 1, rel_tol=0.05)


def _line_of(ledger: Ledger, fact: Fact) -> list[Piece]:
    """Return the pieces of a fact's sentence on its line."""
    pieces = ledger.pieces[fact.path]
    return [one for one in pieces if one.sentence == fact.sentence and one.line == fact.line]


def _around(facts: Sequence[Fact], fact: Fact) -> list[Fact]:
    """Return the other facts of a sentence, or of a line."""
    return [
        one
        for one in facts
        if one.sentence == fact.sentence and one.line == fact.line and one.path == fact.path
        if one is not fact
    ]


def _is_same(one: Fact, other: Fact) -> bool:
    """Whether two values are one, written alike: a condition is repeated as it is."""
    return one.kind is other.kind is not Kind.COUNT and isclose(one.value, other.value)


def _is_same_way(ledger: Ledger, one: Fact, other: Fact) -> bool:
    """Whether two values are both differences, `by 60%`, or both none."""
    by = {
        any(
            "difference" in piece.meaning.cues
            for piece in ledger.pieces[fact.path][max(0, fact.at - 2) : fact.at]
        )
        for fact in (one, other)
    }
    return len(by) == 1


def _differ(fact: Fact, given: Fact) -> bool:
    """Whether two values are of things that are told with the same words, and are not one."""
    return fact.cues & _DISTINCT == given.cues & _DISTINCT and _may_be_one(fact, given)


def _may_be_one(fact: Fact, given: Fact) -> bool:
    """Whether two values may be of one thing, and are not one."""
    alike = (fact.per, fact.scope, fact.role) == (given.per, given.scope, given.role)
    return alike and _are_near(fact, given)


def _are_near(fact: Fact, given: Fact) -> bool:
    low, high = sorted((fact.value, given.value))
    most = _MOST_APART if fact.role is not given.role or fact.role is not Role.INTERVAL else _INTERVALS_APART
    return _LEAST_APART < high / low < most and not agree(fact, given)


def _has_no_other_case(ledger: Ledger, fact: Fact, given: Fact) -> bool:
    """Whether a line says nothing of another case: it has no number, word or device that the scenario lacks.

    A question asks in words of its own; there the numbers tell, and what a condition begins with.
    """
    asks = fact.origin is Origin.QUESTION
    here = [one for one in _line_of(ledger, fact) if not asks or one.clause == fact.clause]
    if any(not one.meaning.cues.isdisjoint(_CASES) and one.meaning.part != "verb" for one in here):
        return False
    told = ledger.pieces[given.path]
    numbers = {one.mention.number for one in told if one.mention is not None}
    numbers |= {result.number for _, result in ledger.worked_out() if result is not fact}
    numbers.discard(given.number)
    stems = {word[:_STEM] for one in told for word in one.text.split()}
    for one in here:
        if one.mention is not None:
            size = one.mention.high
            known = one.start == fact.start or one.mention.number in numbers
            if not (known or isclose(size * fact.value, 1, rel_tol=0.05)):
                return False
            continue
        names = one.device is not None or (one.is_word and one.meaning.part in PARTS_OF_NAMES)
        if names and not asks and any(word[:_STEM] not in stems for word in one.text.split()):
            return False
    return True


def _ended_elsewhere(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a change applied to the first of two values comes to, where the scenario has another end."""
    for start, end in {*_moves(ledger), *_from_and_to(ledger)}:
        if end.origin is not Origin.SCENARIO or end.kind in UNMEASURED:
            continue
        lines = [one for one in ledger.by_kind[end.kind] if one.origin is Origin.CALCULATIONS]
        if any(agree(one, end) for one in lines):
            continue
        for claim, made in ledger.worked_out():
            if made not in lines or not _is_changed(claim, start):
                continue
            apart = max(made.value, end.value) / (min(made.value, end.value) or 1)
            same_side = (made.value < start.value) is (end.value < start.value)
            if same_side and apart > _CLEARLY and made.cues.isdisjoint(_OTHER_CASES):
                what = f"{start.text} comes to {made.text} here, and to {end.text} in the scenario"
                yield Violation(made, what, (end, start))
                return


def _moves(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the two values of a sentence of which one turns into the other: `12, then drops to 4`."""
    sentences: dict[tuple[int, Kind], list[Fact]] = {}
    for fact in ledger.facts:
        if fact.origin is Origin.SCENARIO and fact.kind not in UNMEASURED and fact.role is not Role.LIMIT:
            sentences.setdefault((fact.sentence, fact.kind), []).append(fact)
    for told in sentences.values():
        if len(told) == 2:
            pieces = ledger.pieces[told[1].path]
            before = pieces[max(0, told[1].at - _REACH) : told[1].at]
            changes = any(_changes(piece) for piece in pieces[max(0, told[0].at - _REACH) : told[1].at])
            plain = _is_plainly_told(told[1])
            if plain and before and before[-1].text == "to" and changes:
                yield told[0], told[1]


def _from_and_to(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what the texts say that something went from and to: `the error went from 4% to 3%`."""
    for one, other in pairwise(ledger.facts):
        if one.path == other.path and one.clause == other.clause and one.kind is other.kind and one.at:
            pieces = ledger.pieces[one.path]
            between = pieces[one.at + 1 : other.at]
            if pieces[one.at - 1].text == "from" and between and between[-1].text == "to":
                yield one, other


def _changes(piece: Piece) -> bool:
    return not piece.meaning.cues.isdisjoint(_CHANGING)


def _is_changed(claim: ClaimFacts, start: Fact) -> bool:
    """Whether a calculation takes a share off a value, or adds one: `12 * (1 - 0.6)`."""
    if claim.operator != "*" or len(claim.operands) != _OF_CHANGE:
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
            if total.kind is not other.kind or agree(total, other):
                continue
            for one, two in _odd(terms, others):
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


def _odd(terms: _Terms, others: _Terms) -> Iterator[tuple[Fact, Fact]]:
    """Yield the one term of each of two sums that the other has not, if they share three or more."""
    left = list(others)
    alone: _Terms = []
    for one, size in terms:
        same = next((two for two in left if isclose(size, two[1])), None)
        if same is None:
            alone.append((one, size))
        else:
            left.remove(same)
    if len(alone) == len(left) == 1 and len(terms) > _LEAST_SHARED:
        [(one, size)], [(two, other)] = alone, left
        if max(size, other) < _MOST_APART * min(size, other):
            yield one, two
