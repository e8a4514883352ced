"""QB856: more events than what handles them has time for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted, number_of, singular
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.floors import seconds
from qbank.rules.physics.shares import is_stated, is_told

_MORE: Final = 1.02
_SAME: Final = 1.01
"""How far apart a rate and the period that was rounded from it may be."""
_OF_MANY: Final = 10.0
"""What takes so many times the time between events is none of a single one, but a window over several."""
_SENTENCES: Final = 2
_APART: Final = 1.2
_WINDOW_REACH: Final = 2
_OBSERVING: Final = frozenset(("for", "over", "during"))
_DENIAL_REACH: Final = 8
_AT_A_TIME: Final = frozenset(("at-a-time", "serial"))
_SLOTTED: Final = frozenset(("at-a-time", "in-flight"))
_WORKERS: Final = frozenset(("worker", "process"))
_ONE_EVENT: Final = frozenset(("frame", "request", "sample"))
_ENDS: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_UNREACHED: Final = frozenset(("falls-short", "refused"))
_UNREAL: Final = frozenset((Modality.SUPPOSED, Modality.ASKED, Modality.DENIED, Modality.LIMIT))


class CannotKeepUp(LedgerRule):
    """What is done for every event, one step after another, takes longer than the time between events.

    At 30 frames a second a frame has 33.3 ms; stages of 50 ms in series do 20 frames a second at most. What
    takes one at a time, or so many of them, does no more than that number over the time of each. The mean
    number of requests in flight is the rate times the mean time of each (Little's law).
    Left alone: questions that say that something is dropped or too slow, or that overlap, batch or split the
    work. Correct the times or the rate, or say how the stages overlap.
    """

    code = "QB856"
    name = "cannot-keep-up"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: Frames arrive at 30 FPS, and one core does all stages one after another.\n"
                "details:\n  napkin_math: |\n    - All stages: 22 ms + 28 ms = 50 ms\n"
            ),
            underlines="50 ms",
        ),
        Example(
            yaml=(
                "scenario: A camera gives 30 frames per second, and a single loop looks at each of them.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Frame period: 1 s / 30 = 33.3 ms\n    - Loop: 24 ms + 17 ms = 41 ms\n"
            ),
            underlines="41 ms",
        ),
        Example(
            yaml=(
                "scenario: Three workers handle one scan at a time, and a scan takes 200 ms. In the test they"
                " processed 22 scans per second without any queue.\n"
            ),
            underlines="22 scans per second",
        ),
        Example(
            yaml=(
                "scenario: 200 requests/s come in and go out, each takes 50 ms on average, and the gauge"
                " shows 4 in flight on average.\n"
            ),
            underlines="4",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: Frames arrive at 30 FPS, and one core does all stages one after another.\n"
                "details:\n  napkin_math: |\n    - All stages: 12 ms + 18 ms = 30 ms\n"
            )
        ),
        Example(
            yaml=(
                "scenario: 200 requests/s come in and go out, each takes 50 ms on average, and the gauge"
                " shows 10 in flight on average.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Frames arrive at 30 FPS, and two cores work on them in a pipeline.\n"
                "details:\n  napkin_math: |\n    - All stages: 22 ms + 28 ms = 50 ms\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare sums of times with the one interval between events."""
        if ledger.says("failure"):
            return
        yield from _other_than_in_flight(ledger)
        if ledger.says("many-streams"):
            return
        yield from _more_than_slots(ledger)
        if ledger.says("help"):
            return
        yield from _longer_than_its_period(ledger)
        if not ledger.says("serial", "at-a-time"):
            return
        events = {
            (fact.value if fact.kind is Kind.TIME else 1 / fact.value): fact
            for fact in ledger.of_role(Role.INTERVAL, Role.EVENT_RATE)
            if is_told(fact) and is_stated(fact) and fact.value > 0
        }
        if not events or max(events) > min(events) * _SAME:
            return
        interval = max(events)
        event = events[interval]
        yield from _longer_than_an_interval(ledger, interval, event)
        for claim in ledger.claims if not _are_workers(ledger) else ():
            total = claim.result
            if total is None or total.kind is not Kind.TIME or claim.operator != "+" or claim.negative:
                continue
            if is_stated(total) and interval * _MORE < total.value < interval * _OF_MANY:
                yield _too_long(total, interval, event)


def _longer_than_an_interval(ledger: Ledger, interval: float, event: Fact) -> Iterator[Violation]:
    """Yield the one time that a sentence gives to what takes one at a time, where it is over the interval."""
    several = (one for one in ledger.view(counted) if one.path == event.path and one.number > 1)
    if event.origin is not Origin.SCENARIO or any(
        one.is_topic and one.nouns[-1].endswith("s") for one in several
    ):
        return  # several of them may share the events
    for fact in ledger.by_kind.get(Kind.TIME, ()):
        said = ledger.cues_of(fact.path, fact.sentence) if fact.origin is Origin.SCENARIO else ()
        long = interval * _MORE < fact.mention.low < interval * _OF_MANY
        if long and not _AT_A_TIME.isdisjoint(said) and _is_of_each(fact) and is_told(fact):
            yield _too_long(fact, interval, event)
            return


def _are_workers(ledger: Ledger) -> bool:
    """Whether the scenario has several workers that share the events: `six workers pull from a queue`."""
    return any(
        one.number > 1
        and one.path == ("scenario",)
        and any(ledger.meaning_of(singular(noun)).thing in _WORKERS for noun in one.nouns)
        for one in ledger.view(counted)
    )


def _too_long(fact: Fact, interval: float, event: Fact) -> Violation:
    message = f"{fact.text} for every event is longer than the {seconds(interval)} between them"
    return Violation(fact, f"{message} ({event.text})", ((event, event.text),))


def _longer_than_its_period(ledger: Ledger) -> Iterator[Violation]:
    """Yield what one event takes, where that is longer than the time between events, and said to suffice."""
    periods = {
        fact.value: fact
        for fact in ledger.of_role(Role.INTERVAL)
        if all("rest" not in one.traits for one in (fact, *fact.same))
        if fact.kind is Kind.TIME and is_stated(fact) and fact.operand_of is None
    }
    if len(periods) != 1 or not ledger.view(verdict):
        return
    period, between = next(iter(periods.items()))
    for fact in ledger.by_kind[Kind.TIME]:
        if (
            fact.origin is Origin.CALCULATIONS
            and fact.subject.thing in _ONE_EVENT
            and fact.role is Role.DURATION
            and fact.operand_of is None
            and is_stated(fact)
            and period * _MORE < fact.mention.low < period * _OF_MANY
        ):
            message = f"{fact.text} for every event is longer than the {between.text} between them"
            yield Violation(fact, message, ((between, between.label or between.text),))


def _more_than_slots(ledger: Ledger) -> Iterator[Violation]:
    """Yield the rate that the solution states, where fewer events fit into the time that each of them takes.

    Little's law: what holds so many events at a time, each of them so long, does no more than their quotient.
    """
    handled = [
        fact
        for fact in ledger.by_kind.get(Kind.EVENT_RATE, ())
        if (fact.origin in _ENDS or _is_handled(ledger, fact) or _is_kept_up_with(ledger, fact))
        and fact.standing is Standing.TOPIC
        if "supposed" not in fact.cues and fact.role is not Role.LIMIT and _is_real(ledger, fact)
    ]
    if not handled:
        return
    for path, pieces in ledger.pieces.items():
        for said in pieces if path[0] in {"scenario", "question"} else ():
            if said.meaning.cues.isdisjoint(_SLOTTED):
                continue
            slots, at = _slots(ledger, path, said.start, said.sentence)
            times = [
                fact
                for fact in ledger.by_kind.get(Kind.TIME, ())
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
            most = max(servers, default=1)
            if len(here) == most > 1:
                most = 1  # the stages of a pipeline, each of them one at a time: the slowest decides
            elif len(here) != 1:
                return
            slowest = max(here, key=lambda one: one.value)
            bound = slots * most / slowest.mention.low
            for rate in handled:
                known = (servers and at >= 0) or ledger.view(verdict) or not _is_kept_up_with(ledger, rate)
                if rate.mention.low > bound * _MORE and known:
                    message = f"{rate.text} is more than {bound:.4g}/s: {slots * most} at a time"
                    yield Violation(rate, f"{message}, {slowest.text} each", ((slowest, slowest.text),))
                    return
            return


def _other_than_in_flight(ledger: Ledger) -> Iterator[Violation]:
    """Yield the mean number in flight that is not the rate times the mean time of each: Little's law."""
    rates = _means(ledger, Kind.EVENT_RATE)
    times = {size: fact for size, fact in _means(ledger, Kind.TIME).items() if "average" in fact.cues}
    if len(rates) != 1 or len(times) != 1:
        return
    (rate,), (time,) = rates.values(), times.values()
    mean = rate.value * time.value
    pieces = ledger.pieces[time.path]
    for said in pieces:
        if "in-flight" not in said.meaning.cues:
            continue
        clause = [piece for piece in pieces if piece.clause == said.clause]
        counts = [piece for piece in clause if (number_of(piece) or 0) > 1]
        average = any("average" in piece.meaning.cues for piece in clause)
        if average and len(counts) == 1 and not any("limit" in piece.meaning.cues for piece in clause):
            number = number_of(counts[0]) or 0
            if max(number / mean, mean / number) > _APART:
                what = f"{counts[0].text} on average, where {rate.text} of {time.text} each are {mean:.4g}"
                yield Violation(time, what, ((rate, rate.text),), counts[0].start, counts[0].end)
                return


def _means(ledger: Ledger, kind: Kind) -> dict[float, Fact]:
    """Return what the scenario tells of a kind, by size: no limit, no wish, and no other case."""
    return {
        fact.value: fact
        for fact in ledger.by_kind.get(kind, ())
        if fact.origin is Origin.SCENARIO
        and is_stated(fact)
        and fact.role is not Role.LIMIT
        and fact.value > 0
    }


def _names_one(ledger: Ledger, path: tuple[str | int, ...], sentence: int, noun: str) -> bool:
    """Tell whether a sentence is about each of some things: `a replica admits 8 at a time`."""
    pieces = (piece for piece in ledger.pieces[path] if piece.sentence == sentence)
    return any(singular(piece.text) == noun for piece in pieces)


def _is_window(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a time is for how long something was observed: `400 requests/s for two hours`."""
    before = ledger.pieces[fact.path][max(0, fact.at - _WINDOW_REACH) : fact.at]
    return any(piece.text in _OBSERVING and piece.clause == fact.clause for piece in before)


def _is_real(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate was reached; what is denied behind it is another thing: `without any queue`."""
    if fact.modality in _UNREAL - {Modality.DENIED} or not fact.cues.isdisjoint(_UNREACHED):
        return False
    before = ledger.pieces[fact.path][max(0, fact.at - _DENIAL_REACH) : fact.at]
    return not any("denied" in one.meaning.cues and one.clause == fact.clause for one in before)


def _is_handled(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate that is given is that of what was done, and not of what arrives or is asked for."""
    given = fact.origin is Origin.SCENARIO and _is_real(ledger, fact)
    return given and "handled" in fact.cues and "arriving" not in fact.cues


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
        and fact.standing is Standing.TOPIC
        and fact.modality is Modality.GIVEN
        and not fact.rank
        and fact.value > 0
    )
