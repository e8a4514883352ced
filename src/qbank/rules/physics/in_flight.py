"""QB856 and QB865: how many are in flight and can be served, beside how many come and how long each takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted, number_of
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Modality, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import is_admitted
from qbank.rules.physics.shares import is_stated

_APART: Final = 1.2
_WORKERS: Final = frozenset(("worker", "node", "card", "board"))
_LOST: Final = frozenset(("dropped", "lost"))
"""What is told of a queue to say that it does not happen: `none is dropped`."""
_LOADED: Final = 1.02
_MOST_LOADED: Final = 4.0
"""With a load of so much more a number is of something else."""


class NotInFlight(LedgerRule):
    """The mean number in flight is not the rate times the mean time of each.

    What is in a system on average is what arrives in a second times how long each stays (Little's law),
    whatever the order and the spread. Where a scenario tells all three of them as means, they agree within a
    fifth; else one is of something else. Left alone: questions that say that something is dropped or fails.
    Correct the number, the rate or the time.
    """

    code = "QB856"
    name = "littles-law"
    severity = Severity.WARNING
    bad = (
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
                "scenario: 200 requests/s come in and go out, each takes 50 ms on average, and the gauge"
                " shows 10 in flight on average.\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare the mean number in flight with the rate times the mean time of each."""
        if not any("failure" in piece.meaning.cues for _, piece in ledger.cued.get(("scenario",), ())):
            yield from _other_than_in_flight(ledger)


class UnstableQueue(LedgerRule):
    """More arrives than all workers of a queue can do, and the queue is told as if it were steady.

    Each of some workers is busy with one thing at a time for so long; where arrivals times that time are more
    than the number of workers, the line grows as long as they last, and no mean of it settles. Left alone:
    questions that say so, or that something is lost or fails. Correct the rate, the time or the workers.
    """

    code = "QB865"
    name = "unstable-queue"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  Clips wait in one queue for 5 workers; each takes one clip at a time, 120 ms for each.\n"
                "  On average 50 clips/s arrive, and 4 are waiting.\n"
            ),
            underlines="50 clips/s",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  Clips wait in one queue for 5 workers; each takes one clip at a time, 120 ms for each.\n"
                "  On average 36 clips/s arrive, and 4 are waiting.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  Clips wait in one queue for 5 workers; each takes one clip at a time, 120 ms for each.\n"
                "  On average 50 clips/s arrive. How fast does the queue grow?\n"
                "details:\n  realistic_solution: No, the workers cannot keep up, and the queue grows.\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare the one rate of arrivals with what the workers of a sentence do in a second."""
        rates = [one for one in _means(ledger, Kind.EVENT_RATE) if one.modality is Modality.GIVEN]
        scenario = ledger.cued.get(("scenario",), ())
        waits = any("queue" in piece.meaning.cues for _, piece in scenario)
        fails = any("failure" in piece.meaning.cues and piece.text not in _LOST for _, piece in scenario)
        if len({one.value for one in rates}) != 1 or not waits or fails or is_admitted(ledger):
            return
        for time in _means(ledger, Kind.TIME):
            at_once = any("at-a-time" in piece.meaning.cues for piece in ledger.sentence_of(time))
            workers = _workers_near(ledger, time)
            if at_once and time.role is Role.DURATION and workers:
                load = rates[0].value * time.value / workers
                if _LOADED < load < _MOST_LOADED:
                    what = f"{rates[0].text} are {load:.3g} times what {workers} can do in {time.text} each"
                    yield Violation(rates[0], what, (time,))
                    return


def _workers_near(ledger: Ledger, time: Fact) -> int:
    """Return how many do something in a time, as a sentence near tells; 0 if that is not clear."""
    numbers = {
        one.number
        for one in ledger.view(counted)
        if one.path == time.path and abs(one.sentence - time.sentence) <= 1 and one.is_topic
        if one.number > 1 and ledger.meaning_of(one.noun).thing in _WORKERS
    }
    return numbers.pop() if len(numbers) == 1 else 0


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
