"""QB856: more events than what handles them has time for."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isclose
from typing import Final

from qbank.facts.counted import counted, number_of, singular
from qbank.facts.derivation import the_only
from qbank.facts.fact import ClaimFacts, Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, Kind, Modality, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import answers, verdict
from qbank.rules.physics.shares import UNREAL, is_stated

_MORE: Final = 1.02
_ROUNDED: Final = 0.01
_SENTENCES: Final = 2
_APART: Final = 1.2
_WINDOW_REACH: Final = 2
_OBSERVING: Final = frozenset(("for", "over", "during"))
_DENIAL_REACH: Final = 8
_SLOTTED: Final = frozenset(("at-a-time", "in-flight"))
_UNREACHED: Final = frozenset(("falls-short", "refused"))
_SECONDS: Final = frozenset((1, 1000))
_SERVERS: Final = frozenset(("worker", "process"))
_ALL: Final = frozenset(("got-through", "one-of-all", "every-one"))


class CannotKeepUp(LedgerRule):
    """More events are handled than there is time for.

    What takes one at a time, or so many of them, does no more than that number over the time of each, which
    is the sum of its steps where these follow one another. The
    mean number of requests in flight is the rate times the mean time of each (Little's law). What arrives all
    the time is no more than all servers do, as the lines work out both.
    Left alone: questions that say that something is dropped or too slow, or that batch the work, and steps
    that may overlap. Correct the times or the rate.
    """

    code = "QB856"
    name = "cannot-keep-up"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: Three workers handle one scan at a time, and a scan takes 200 ms. In the test they"
                " processed 22 scans per second without any queue.\n"
            ),
            underlines="22 scans per second",
        ),
        Example(
            yaml=(
                "scenario: Nine gates send 5 faces/s each all day, and one chip takes 25 ms for a face.\n"
                "details:\n"
                "  realistic_solution: The chip keeps up.\n"
                "  napkin_math: |\n"
                "    - Arriving: 9 * 5 = 45 faces/s\n    - Chip: 1000 / 25 = 40 faces/s\n"
            ),
            underlines="45 faces/s",
        ),
        Example(
            yaml=(
                "scenario: 200 requests/s come in and go out, each takes 50 ms on average, and the gauge"
                " shows 4 in flight on average.\n"
            ),
            underlines="4",
        ),
        Example(
            yaml=(
                "scenario: A press checks one lid after another, without overlap, with 20 ms for the\n"
                "  picture and 35 ms for the network. The belt brings 30 lids/s.\n"
                "details:\n"
                "  realistic_solution: Every lid is checked.\n"
                "  napkin_math: |\n"
                "    - Lid: 20 ms + 35 ms = 55 ms\n"
            ),
            underlines="30 lids/s",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A camera gives 30 frames per second.\n"
                "details:\n"
                "  realistic_solution: The two engines keep up with the camera, each on a frame of its own.\n"
                "  napkin_math: |\n"
                "    - Frame period: 1 s / 30 = 33.3 ms\n    - Frame: 24 ms + 17 ms = 41 ms\n"
            )
        ),
        Example(
            yaml=(
                "scenario: Nine gates send 5 faces/s each all day, and one chip takes 25 ms for a face.\n"
                "details:\n"
                "  realistic_solution: Two chips keep up.\n"
                "  napkin_math: |\n"
                "    - Arriving: 9 * 5 = 45 faces/s\n    - Chip: 1000 / 25 = 40 faces/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: 200 requests/s come in and go out, each takes 50 ms on average, and the gauge"
                " shows 10 in flight on average.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A cache answers in 4 ms, the store behind it in 60 ms, one after the other. 500\n"
                "  lookups/s come in. How many are open at a time?\n"
                "details:\n"
                "  realistic_solution: A pool of seven clients is enough.\n"
                "  napkin_math: |\n"
                "    - Mean: 0.85 * 4 ms + 0.15 * 60 ms = 12.4 ms\n    - Open: 500 * 0.0124 s = 6.2\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at what is in flight, then at what so many at a time can do."""
        yield from _arriving_faster(ledger)
        if not any("failure" in piece.meaning.cues for _, piece in ledger.cued.get(("scenario",), ())):
            yield from _other_than_in_flight(ledger)
        if ledger.says("failure"):
            return
        if ledger.says("many-streams"):
            return
        yield from _more_than_slots(ledger)
        yield from _more_than_one_by_one(ledger)


def _more_than_one_by_one(ledger: Ledger) -> Iterator[Violation]:
    """Yield rates at which what takes several steps, one after another, cannot be done."""
    if not ledger.says("serial") or ledger.says("help") or _is_shared(ledger):
        return
    if not all(answer.suffices for answer in ledger.view(answers)):
        return
    rates = [
        fact
        for fact in ledger.by_kind[Kind.EVENT_RATE]
        if fact.origin in {Origin.SCENARIO, *CONCLUDING}
        and fact.is_topic
        and fact.role is not Role.LIMIT
        and _is_real(ledger, fact)
        and "possible" not in fact.cues
    ]
    for claim, whole in ledger.worked_out("+") if rates else ():
        steps = [_told_with(ledger, one) for one in _terms(ledger, claim)]
        if whole.kind is not Kind.TIME or None in steps:
            continue
        if not whole.is_topic or _is_improved(ledger, whole):
            continue
        places = {(one.path, one.sentence) for one in steps if one is not None}
        if len(places) != 1 or not _is_serial(ledger, *places.pop()):
            continue
        for rate in rates:
            if whole.mention.low * rate.mention.low > _MORE and _is_all_handled(ledger, rate):
                what = f"{rate.text} is more than one in {whole.text}"
                yield Violation(rate, f"{what}: its steps follow one another", (whole,))
                return


def _is_improved(ledger: Ledger, time: Fact) -> bool:
    """Tell whether lines compare a time with what it became: `Speed-up: 50 ms / 20 ms`, or take off it."""
    return any(
        claim.operator in {"/", "-"} and claim.operands[0].number == time.number
        for claim in ledger.claims
        if claim.operands
    )


def _terms(ledger: Ledger, claim: ClaimFacts) -> list[Fact]:
    """Return what a sum adds up, with the terms of those sums that are terms of it, each of these once."""
    terms: list[Fact] = []
    known, open_sums = {id(claim)}, [claim]
    while open_sums:
        this = open_sums.pop()
        for one in this.operands:
            sums = [made for made in ledger.made_by(one, "+") if made is not this]  # `20 ms + 0 ms = 20 ms`
            if not sums:
                terms.append(one)
            elif id(sums[0]) not in known:
                known.add(id(sums[0]))
                open_sums.append(sums[0])
    return terms


def _told_with(ledger: Ledger, operand: Fact) -> Fact | None:
    """Return the time of the scenario that an operand repeats."""
    return next(
        (
            fact
            for fact in ledger.by_kind[Kind.TIME]
            if fact.origin is Origin.SCENARIO and (fact in operand.same or fact.number == operand.number)
        ),
        None,
    )


def _is_serial(ledger: Ledger, path: tuple[str | int, ...], sentence: int) -> bool:
    """Tell whether a sentence, or one beside it, says that steps follow one another."""
    return any("serial" in ledger.cues_of(path, sentence + by) for by in (-1, 0, 1))


def _is_shared(ledger: Ledger) -> bool:
    """Tell whether several devices or workers may share the work."""
    nouns = (ledger.meaning_of(one.noun) for one in ledger.view(counted) if one.number > 1 and one.is_topic)
    return any(one.sort == "device" or one.thing in _SERVERS for one in nouns)


def _is_all_handled(ledger: Ledger, rate: Fact) -> bool:
    """Tell whether the solution says a rate again, or that every one is handled."""
    if rate.origin in CONCLUDING or any(one.origin in CONCLUDING for one in rate.same):
        return True
    return not _ALL.isdisjoint(ledger.concludes)


def _more_than_slots(ledger: Ledger) -> Iterator[Violation]:
    """Yield the rate that the solution states, where fewer events fit into the time that each of them takes.

    Little's law: what holds so many events at a time, each of them so long, does no more than their quotient.
    """
    handled = [
        fact
        for fact in ledger.by_kind[Kind.EVENT_RATE]
        if (fact.origin in CONCLUDING or _is_handled(ledger, fact) or _is_kept_up_with(ledger, fact))
        and fact.is_topic
        if "supposed" not in fact.cues and fact.role is not Role.LIMIT and _is_real(ledger, fact)
    ]
    if not handled:
        return
    for path, pieces in ledger.pieces.items():
        for said in pieces if path[0] in ASKED else ():
            if said.meaning.cues.isdisjoint(_SLOTTED):
                continue
            slots, at = _slots(ledger, path, said.start, said.sentence)
            times = [
                fact
                for fact in ledger.by_kind[Kind.TIME]
                if fact.path == path and abs(fact.sentence - said.sentence) <= _SENTENCES
                if _is_of_each(fact) and not _is_window(ledger, fact)
            ]
            nearest = min((abs(fact.sentence - said.sentence) for fact in times), default=0)
            here = [fact for fact in times if abs(fact.sentence - said.sentence) == nearest]
            servers = [
                one.number
                for one in ledger.view(counted)
                if one.path == path and one.is_topic and one.start != at and one.nouns[-1].endswith("s")
                if one.sentence <= said.sentence or _names_one(ledger, path, said.sentence, one.noun)
            ]
            if not servers and _are_counted_elsewhere(ledger, path, said.sentence):
                return  # `one replica serves 64 at a time`, of which the lines work out how many it takes
            most = max(servers, default=1)
            if len(here) == most > 1:
                most = 1  # the stages of a pipeline, each of them one at a time: the slowest decides
            elif len(here) != 1:
                return
            slowest = max(here, key=lambda one: one.value)
            bound = slots * most / slowest.mention.low
            for rate in handled:
                known = (servers and at >= 0) or ledger.view(verdict) or not _is_kept_up_with(ledger, rate)
                if rate.mention.low > bound * _MORE and known and not _is_divided(ledger, rate, bound):
                    message = f"{rate.text} is more than {bound:.4g}/s: {slots * most} at a time"
                    yield Violation(rate, f"{message}, {slowest.text} each", (slowest,))
                    return
            return


def _is_divided(ledger: Ledger, rate: Fact, bound: float) -> bool:
    """Whether a calculation asks how often what can be done goes into a rate: `38,400 / 4,800 = 8`."""
    return any(
        len(claim.operands) == 2
        and claim.operands[0].number == rate.number
        and isclose(claim.operands[1].number, bound, rel_tol=_ROUNDED)
        for claim, _ in ledger.worked_out("/")
    )


def _arriving_faster(ledger: Ledger) -> Iterator[Violation]:
    """Yield what arrives all the time, where the lines work out that all servers do less in that time."""
    said = ledger.view(verdict)
    if said is False or not (said or ledger.says("steady")) or _UNREACHED & ledger.concludes:
        return
    served = {
        result.mention.unit.name: result
        for claim, result in sorted(ledger.worked_out(), key=lambda one: one[1].value)
        if result.kind is Kind.EVENT_RATE
        and result.is_topic
        and _is_service(claim)
        and "arriving" not in result.said
    }
    for arriving in ledger.by_kind[Kind.EVENT_RATE]:
        most = served.get(arriving.mention.unit.name)
        if (
            most is not None
            and most.value * _MORE < arriving.mention.low < most.value * _APART * 2
            and (
                "arriving" in arriving.said
                if arriving.origin is Origin.CALCULATIONS
                else _is_kept_up_with(ledger, arriving)
            )
            and arriving.is_topic
            and arriving.operand_of is None
            and not _is_answered(ledger, ceil(arriving.value / most.value))
        ):
            what = f"{arriving.text} arrive, and no more than {most.text} are done"
            yield Violation(arriving, what, (most,))
            return


def _is_service(claim: ClaimFacts) -> bool:
    """Whether a rate is how often a time goes into a second, or that of so many: `1000 / 25`, `4 * 50`."""
    kinds = [one.kind for one in claim.operands]
    turned = claim.operator == "/" and len(kinds) == 2 and claim.operands[0].number in _SECONDS
    return turned or (claim.operator == "*" and set(kinds) <= {Kind.COUNT, Kind.EVENT_RATE})


def _is_answered(ledger: Ledger, number: int) -> bool:
    """Whether the solution names a number: as many servers as it takes."""
    return any(number_of(piece) == number for pieces in ledger.solution.values() for piece in pieces)


def _other_than_in_flight(ledger: Ledger) -> Iterator[Violation]:
    """Yield the mean number in flight that is not the rate times the mean time of each: Little's law."""
    rate = the_only(_means(ledger, Kind.EVENT_RATE))
    time = the_only(fact for fact in _means(ledger, Kind.TIME) if "average" in fact.cues)
    if rate is None or time is None:
        return
    mean = rate.value * time.value
    pieces = ledger.pieces[time.path]
    for said in pieces:
        if "in-flight" not in said.meaning.cues:
            continue
        clause = [piece for piece in pieces if piece.clause == said.clause]
        others = [one for one in clause if (time.path, one.start) != (rate.path, rate.start)]
        counts = [one for one in others if (number_of(one) or 0) > 1]
        if any(one.text == "?" for one in pieces if one.sentence == said.sentence):
            continue  # `the mean time in the system at 35 and at 45 requests/s?`
        average = any("average" in piece.meaning.cues for piece in clause)
        if average and len(counts) == 1 and not any("limit" in piece.meaning.cues for piece in clause):
            number = number_of(counts[0]) or 0
            if max(number / mean, mean / number) > _APART:
                what = f"{counts[0].text} on average, where {rate.text} of {time.text} each are {mean:.4g}"
                yield Violation(time, what, (rate,), counts[0].start, counts[0].end)
                return


def _means(ledger: Ledger, kind: Kind) -> Iterator[Fact]:
    """Yield what the scenario tells of a kind: no limit, no wish, and no other case."""
    return (
        fact
        for fact in ledger.by_kind[kind]
        if fact.origin is Origin.SCENARIO
        and is_stated(fact)
        and fact.role is not Role.LIMIT
        and fact.value > 0
    )


def _are_counted_elsewhere(ledger: Ledger, path: FieldPath, sentence: int) -> bool:
    """Tell whether another field has a number of things of which a sentence names one."""
    told = [one for one in ledger.view(counted) if one.path != path and one.number > 1]
    return any(_names_one(ledger, path, sentence, one.noun) and one.nouns[-1].endswith("s") for one in told)


def _names_one(ledger: Ledger, path: tuple[str | int, ...], sentence: int, noun: str) -> bool:
    """Tell whether a sentence is about each of some things: `a replica admits 8 at a time`."""
    pieces = (piece for piece in ledger.pieces[path] if piece.sentence == sentence)
    return any(singular(piece.text) == noun for piece in pieces)


def _is_window(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a time is for how long something was observed: `400 requests/s for two hours`."""
    before = ledger.pieces[fact.path][max(0, fact.at - _WINDOW_REACH) : fact.at]
    told = any(piece.text in _OBSERVING and piece.clause == fact.clause for piece in before)
    return told and fact.value >= 1  # `holds its slot for 30 ms`


def _is_real(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate was reached; what is denied behind it is another thing: `without any queue`."""
    if fact.modality in UNREAL or not fact.cues.isdisjoint(_UNREACHED):
        return False
    before = ledger.pieces[fact.path][max(0, fact.at - _DENIAL_REACH) : fact.at]
    return not any("denied" in one.meaning.cues and one.clause == fact.clause for one in before)


def _is_handled(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate that is given is that of what was done, and not of what arrives or is asked for."""
    given = fact.origin is Origin.SCENARIO and _is_real(ledger, fact)
    got_through = "got-through" in fact.cues or "arriving" not in fact.cues
    return given and "handled" in fact.cues and got_through


def _is_kept_up_with(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate arrives without end, and the solution does not say that it is too much."""
    given = fact.origin is Origin.SCENARIO and _is_real(ledger, fact)
    return given and "steady" in fact.cues and ledger.view(verdict) is not False


def _slots(ledger: Ledger, path: tuple[str | int, ...], before: int, sentence: int) -> tuple[int, int]:
    """Return how many things are said to be handled at a time, and where that number stands."""
    here = [
        one
        for one in ledger.view(counted)
        if one.path == path and one.sentence == sentence and one.start < before
    ]
    return (here[-1].number, here[-1].start) if here else (1, -1)


def _is_of_each(fact: Fact) -> bool:
    return (
        fact.role is Role.DURATION
        and fact.is_topic
        and fact.modality is Modality.GIVEN
        and not fact.rank
        and fact.value > 0
    )
