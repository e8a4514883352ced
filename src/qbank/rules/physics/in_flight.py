"""QB856: how many are in flight, beside how many come and how long each takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import number_of
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.shares import is_stated

_APART: Final = 1.2


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
