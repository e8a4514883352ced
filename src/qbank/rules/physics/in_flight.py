"""QB856 and QB865: how many are in flight and can be served, beside how many come and how long each takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, permutations
from typing import Final

from qbank.facts.counted import Counted, counted, number_of, singular
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Kind, Modality, Role
from qbank.grouping import grouped
from qbank.rules.capacity.answers import is_admitted
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import BOUND, given, is_stated, where

_APART: Final = 1.2
_WORKERS: Final = frozenset(("worker", "node", "card", "board"))
_ASIDE: Final = 2
"""How many clauses before the verb a subject may stand, with an aside behind it."""
_SAYING: Final = frozenset(("copula", "verb"))
"""What a clause begins with that goes on behind an aside: `the count, averaged over an hour, shows 9`."""
_OVER: Final = (["over"], ["during"])
_MEANS: Final = frozenset(("averages", "means"))
_OPENING: Final = frozenset(("of", ":"))
_PURE: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO))
_ARRIVING: Final = frozenset(("arriving", "average", "steady"))
_OF_LOAD: Final = frozenset(("power", "utilization"))
"""What a load is called in the lexicon: `Load: 28 / 25`, `Utilization: 0.9`."""
_LETTERS: Final = frozenset(("ρ", "rho"))
_SETTLED: Final = frozenset(("stays", "steady"))
_OF_QUEUE: Final = frozenset(("failure",))
"""What a backlog says by its name, whether it grows or not."""
_NOT_SO: Final = frozenset(("denied", "modal", "supposed", "failure", "falls-short"))
_UNSETTLED: Final = frozenset(("steady", "rises", "failure", "falls-short", "no-room"))
"""What says that a queue grows; of what is denied or could be, steady as well."""
_LOST: Final = frozenset(("dropped", "lost"))
"""What is told of a queue to say that it does not happen: `none is dropped`."""
_ONE_BY_ONE: Final = frozenset(("at-a-time", "serial", "busy"))
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
        if not _fails(ledger):
            yield from _other_than_in_flight(ledger)


class UnstableQueue(LedgerRule):
    """More arrives than all workers of a queue can do, and the queue is told as if it were steady.

    Each of some workers is busy with one thing at a time for so long; where arrivals times that time are more
    than the number of workers, the line grows as long as they last, and no mean of it settles. The same holds
    where lines work out a load above 1, and the solution calls the queue stable or a mean of what is inside
    stays as it is. Left alone: questions that
    say so, or that something is lost or fails. Correct the rate, the time or the workers.
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
        Example(
            yaml=(
                "scenario: One desk stamps the forms of a queue; 30 forms/min arrive on average.\n"
                "details:\n"
                "  realistic_solution: The queue is stable.\n"
                "  napkin_math: |\n    - Load: 30 / 25 = 1.2\n"
            ),
            underlines="30 forms/min",
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
        """Compare the one rate of arrivals with what the workers do in a second, as told or worked out."""
        rates = _arrivals(ledger)
        if the_only(rates) is None or _fails(ledger):
            return
        rate = rates[0]
        steady = _is_told_steady(ledger)
        waits = "queue" in cues_in(ledger.scenario) and not is_admitted(ledger)
        told = _loads_told(ledger, rate) if steady or waits else ()
        for load, what, why in chain(told, _loads(ledger, rate) if steady else ()):
            if BOUND < load < _MOST_LOADED:
                yield Violation(rate, f"{rate.text}{what}", (why,))
                return


def _loads_told(ledger: Ledger, rate: Fact) -> Iterator[tuple[float, str, Fact]]:
    """Yield how much more arrives than workers can do, with what says so, and the time of each."""
    for time in _means(ledger, Kind.TIME):
        workers = _workers_near(ledger, time)
        one_by_one = not _ONE_BY_ONE.isdisjoint(ledger.cues_of(*where(time)))
        if one_by_one and time.role is Role.DURATION and workers:
            load = rate.value * time.value / workers
            yield load, f" are {load:.3g} times what {workers} can do in {time.text} each", time


def _fails(ledger: Ledger) -> bool:
    """Whether the scenario says that something fails or is lost, and not that nothing is."""
    failing = [one for one in ledger.scenario if "failure" in one.meaning.cues]
    denied = {one.clause for one in ledger.scenario if "denied" in one.meaning.cues} if failing else ()
    return any(
        one.text not in _LOST and one.clause not in denied and "queue" not in one.meaning.cues
        for one in failing
    )


def _arrivals(ledger: Ledger) -> list[Fact]:
    """Return the rates of the scenario, of several those that are said to arrive, to be a mean or a load."""
    rates = [one for one in _means(ledger, Kind.EVENT_RATE) if one.modality is Modality.GIVEN]
    if the_only(rates) is not None:
        return rates
    return [one for one in rates if not _ARRIVING.isdisjoint(one.said)]


def _loads(ledger: Ledger, rate: Fact) -> Iterator[tuple[float, str, Fact]]:
    """Yield the loads that lines work out of a rate of arrivals, and what it is of all that workers do."""
    each = {one.number for one in ledger.by_kind[Kind.EVENT_RATE] if one.value != rate.value}
    workers = {one.number for one in ledger.view(counted) if one.is_topic and _are_workers(ledger, one)}
    for claim, result in ledger.worked_out("*/"):
        numbers, load = [one.number for one in claim.operands], 0.0
        if rate.number in numbers and result.kind in _PURE:
            label = ledger.label_of(result)
            if any(piece.meaning.thing in _OF_LOAD or piece.text in _LETTERS for piece in label):
                load = result.value
        elif claim.operator == "*" and len(numbers) == 2 and result.kind is Kind.EVENT_RATE:
            of_all = any(one in each and two in workers for one, two in permutations(numbers))
            load = rate.value / result.value if of_all and result.value else 0.0
        grows = "lets the queue grow, and it is told to be steady"
        yield load, f": a load of {load:.3g} ({result.text}) {grows}", result


def _is_told_steady(ledger: Ledger) -> bool:
    """Whether the solution or a conclusion says that all settles, and nothing of them that a queue grows.

    Or the scenario has a mean of what is inside that stays as it is: `the mean number inside stays at 9`.
    """
    told = _settles(ledger) and not is_admitted(ledger)
    for path, span in ledger.conclusions:
        pieces = ledger.pieces[path][span.start : span.stop]
        for clause in grouped((piece.clause, piece.meaning.cues) for piece in pieces).values():
            said = {cue for cues in clause for cue in (cues - _OF_QUEUE if "queue" in cues else cues)}
            is_steady = "steady" in said and _NOT_SO.isdisjoint(said)
            if not is_steady and not _UNSETTLED.isdisjoint(said):
                return False
            told = told or is_steady
    return told


def _settles(ledger: Ledger) -> bool:
    """Whether a clause of the scenario tells a mean number in the system that stays, and denies nothing."""
    clauses = grouped((piece.clause, piece) for piece in ledger.scenario).values()
    return any(
        {"average", "in-flight"} <= said and not _SETTLED.isdisjoint(said) and _NOT_SO.isdisjoint(said)
        for said in map(cues_in, clauses)
    )


def _are_workers(ledger: Ledger, one: Counted) -> bool:
    return any(ledger.meaning_of(singular(noun)).thing in _WORKERS for noun in one.nouns)


def _workers_near(ledger: Ledger, time: Fact) -> int:
    """Return how many do something in a time, as a sentence near tells; 0 if that is not clear."""
    numbers = {
        one.number
        for one in ledger.view(counted)
        if one.path == time.path and abs(one.sentence - time.sentence) <= 1 and one.is_topic
        if _are_workers(ledger, one)
    }
    several = numbers - {1} or numbers
    return several.pop() if len(several) == 1 else 0


def _other_than_in_flight(ledger: Ledger) -> Iterator[Violation]:
    """Yield the mean number in flight that is not the rate times the mean time of each: Little's law."""
    rate = the_only(_means(ledger, Kind.EVENT_RATE))
    times = (fact for fact in _means(ledger, Kind.TIME) if _is_mean(ledger, fact))
    time = the_only(fact for fact in times if not _is_watched_for(ledger, fact))
    if rate is None or time is None:
        return
    mean = rate.value * time.value
    of_others = {fact.start for fact in ledger.facts if fact.path == time.path and not is_stated(fact)}
    pieces = ledger.pieces[time.path]
    for at, count in enumerate(pieces):
        number = number_of(count) or 0
        if number <= 1 or count.start == rate.start or count.start in of_others:
            continue
        told = _told_of(pieces, at)
        cues = cues_in(told)
        here = (one for one in told if one.clause == count.clause and one.start != rate.start)
        numbers = [one for one in here if (number_of(one) or 0) > 1]
        if "in-flight" not in cues or "limit" in cues or len(numbers) > 1:
            continue
        if any(one.text == "?" for one in pieces if one.sentence == count.sentence):
            continue  # `the mean time in the system at 35 and at 45 requests/s?`
        average = "average" in cues or _is_listed_as_mean(pieces, at)
        if average and max(number / mean, mean / number) > _APART:
            what = f"{count.text} on average, where {rate.text} of {time.text} each are {mean:.4g}"
            yield Violation(time, what, (rate,), count.start, count.end)
            return


def _is_watched_for(ledger: Ledger, fact: Fact) -> bool:
    """Whether a time is that over which something was seen: `over 7 days`, `For a week the mean ...`."""
    before = [piece for piece in ledger.pieces[fact.path][: fact.at] if piece.sentence == fact.sentence]
    words = [piece.text for piece in before if piece.meaning.part != "article"]
    return words[-1:] in _OVER or words == ["for"]


def _is_mean(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is told as a mean: by its clause, by what the clause goes on with, or by its list."""
    pieces = ledger.pieces[fact.path]
    told = _told_of(pieces, fact.at)
    return (
        "average" in fact.cues
        or ("average" in cues_in(told) and not fact.rank)
        or _is_listed_as_mean(pieces, fact.at)
    )


def _told_of(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """Return the clause of a piece, and what it goes on with behind an aside: `the count, averaged, is 9`."""
    one = pieces[at]
    first = next((piece for piece in pieces if piece.clause == one.clause and piece.is_word), None)
    goes_on = first is not None and first.meaning.part in _SAYING and first.start <= one.start
    since = one.clause - (_ASIDE if goes_on else 0)
    return [it for it in pieces if it.sentence == one.sentence and since <= it.clause <= one.clause]


def _is_listed_as_mean(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a value stands in a list of means: `averages of 40 requests/s, 3 s each, and 9 inside`."""
    return any(
        one.text in _MEANS and behind.text in _OPENING
        for one, behind in pairwise(pieces[:at])
        if one.sentence == pieces[at].sentence
    )


def _means(ledger: Ledger, kind: Kind) -> Iterator[Fact]:
    """Yield what the scenario tells of a kind: no limit, no wish, and no other case."""
    return (fact for fact in given(ledger, kind) if fact.role is not Role.LIMIT and fact.value > 0)
