"""QB918: of how many things a value is: of one, or of all of them together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from qbank.facts.counted import counted, singular
from qbank.facts.derivation import agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, GIVING, Kind, Standing, unit_of_time
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.comparisons import is_bare
from qbank.units import physical
from qbank.units.dimension import exponents

_OF_ONE: Final = frozenset(("each", "every", "per"))
_PER_TIME: Final = _OF_ONE | {"a", "an"}
_PLAIN: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.SHARE))
_ALL: Final = frozenset(("total", "many-devices"))
_NOUN_REACH: Final = 3
_TIME: Final = "second"


class OtherScope(LedgerRule):
    """A value is said of one thing, or of one time, and is of all of them, or of another one.

    The product of a number of gateways is said to be what each gateway sends, or what happens so often an
    hour is multiplied up as if it were a day's. Correct what the value is said of, or the value.
    """

    code = "QB918"
    name = "other-scope"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A chain has 150 sites with one gateway each. A gateway uploads 3 GB per day.\n"
                "details:\n"
                "  realistic_solution: Each gateway uploads 450 GB a day.\n"
                "  napkin_math: |\n"
                "    - Fleet per day: 150 * 3 = 450 GB\n"
            ),
            underlines="450 GB",
        ),
        Example(
            yaml=(
                "scenario: A doorbell rings 20 times an hour, and each ring costs 0.5 J.\n"
                "details:\n  napkin_math: |\n    - Rings: 20 * 0.5 J = 10 J per day\n"
            ),
            underlines="10 J per day",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A chain has 150 sites with one gateway each. A gateway uploads 3 GB per day.\n"
                "details:\n"
                "  realistic_solution: All gateways upload 450 GB a day, each of them 3 GB.\n"
                "  napkin_math: |\n"
                "    - Fleet per day: 150 * 3 = 450 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A doorbell rings 20 times an hour, and each ring costs 0.5 J.\n"
                "details:\n  napkin_math: |\n    - Rings: 20 * 24 * 0.5 J = 240 J per day\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what values are said to be of, or per, with the texts before them."""
        yield from _in_another_time(ledger)
        told = [fact for fact in ledger.facts if fact.origin in CONCLUDING and fact.kind not in _PLAIN]
        nouns = {one.noun for one in ledger.view(counted)} if told else set()
        for fact in told if nouns else ():
            noun = _noun_of_one(ledger, fact, nouns) if fact.standing is Standing.TOPIC else ""
            if noun:
                yield from _of_all(ledger, fact, noun)


def _in_another_time(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a number per hour was multiplied to, and is said to be per day: the 24 hours are missing."""
    given: dict[float, list[tuple[Fact, float | None]]] = defaultdict(list)
    for fact in ledger.facts:
        if fact.origin in GIVING and fact.standing is Standing.TOPIC:
            given[fact.number].append((fact, _time_of(ledger, fact)))
    for claim in ledger.claims:
        made = claim.result
        if made is None or claim.operator != "*" or any(one.kind is Kind.TIME for one in claim.operands):
            continue
        told = [given[one.number] for one in claim.operands if one.number in given and is_bare(one)]
        rates = [alike for alike in told if any(time is not None for _, time in alike)]
        if len(rates) != 1 or len(told) < sum(map(is_bare, claim.operands)):
            continue  # a factor of which nobody knows what it is may be the hours of a day
        times = {time for _, time in rates[0]}
        lasts = any(fact.kind is Kind.TIME for alike in told for fact, _ in alike)
        time = _time_of(ledger, made)
        rate = rates[0][0][0]
        if len(times) == 1 and not lasts and time not in {None, *times} and _is_made_of(made, rate):
            name = f"{rate.text} per {rate.per}" if rate.per else rate.text
            yield Violation(made, f"{made.text} takes the {name} as they are", ((rate, name),))


def _is_made_of(made: Fact, rate: Fact) -> bool:
    """Whether a result has in it what there is so much of in a time: a price makes no requests."""
    counted = {base for base in exponents(physical(rate.mention.unit.dimension)) if base != _TIME}
    return counted <= exponents(physical(made.mention.unit.dimension)).keys()


def _time_of(ledger: Ledger, fact: Fact) -> float | None:
    """Return the seconds that a value is per, as its words, its unit or its label say; None if it is not."""
    label = ledger.label_of(fact) if fact.result_of is not None else []
    behind = [after.text for before, after in pairwise(label) if before.text in _PER_TIME]
    for word in (fact.per, *fact.mention.unit.name.split("/")[1:], *behind):
        if unit := unit_of_time(word):
            return float(unit.scale)
    return None


def _of_all(ledger: Ledger, fact: Fact, noun: str) -> Iterator[Violation]:
    """Yield a value that is said of each, and was computed as that of as many as there are."""
    numbers = {one.number for one in ledger.view(counted) if one.number > 1}
    for claim in ledger.claims:
        whole = claim.result
        if whole is None or claim.operator != "*" or whole.kind is not fact.kind or not agree(whole, fact):
            continue
        label = ledger.label_of(whole)
        if any(piece.text in _OF_ONE and _is_of_thing(label, at, noun) for at, piece in enumerate(label)):
            continue
        if any(_ALL & piece.meaning.cues for piece in label) and _takes(claim, numbers):
            yield Violation(
                fact, f"{fact.text} is said of each {noun}, and is that of all", ((whole, whole.label),)
            )
            return


def _is_of_thing(label: list[Piece], at: int, noun: str) -> bool:
    return any(singular(piece.text) == noun for piece in label[at + 1 : at + 1 + _NOUN_REACH])


def _takes(claim: ClaimFacts, numbers: set[int]) -> bool:
    return any(one.kind is Kind.COUNT and one.number in numbers for one in claim.operands)


def _noun_of_one(ledger: Ledger, fact: Fact, nouns: set[str]) -> str:
    """Return the counted thing that a value is said to be of one of: `per node`, `each gateway sends`."""
    tail = fact.text.lower().rpartition(" per ")[2].split() if " per " in fact.text else []
    if tail:
        noun = singular(tail[0])
        return noun if noun in nouns else ""
    before = [piece for piece in ledger.pieces[fact.path][: fact.at] if piece.clause == fact.clause]
    for at, piece in enumerate(before):
        if piece.text in {"each", "every"}:
            behind = before[at + 1 : at + 2]
            noun = singular(behind[0].text) if behind else ""
            return noun if noun in nouns else ""
    return ""
