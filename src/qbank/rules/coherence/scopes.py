"""QB918: of how many things a value is: of one, of another one, or of all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted, singular
from qbank.facts.derivation import agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_ENDS: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_OF_ONE: Final = frozenset(("each", "every", "per"))
_PLAIN: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.SHARE))
_ALL: Final = frozenset(("total", "many-devices"))
_NOUN_REACH: Final = 3


class OtherScope(LedgerRule):
    """The solution says of one thing what the calculations have of all of them, or of another kind of thing.

    A rate is given per GPU and told again per node, or the product of a number of gateways is said to be what
    each gateway sends. Correct what the value is said of, or the value.
    """

    code = "QB918"
    name = "other-scope"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A trainer logs 3,400 tokens/s per GPU, on 12 nodes of eight GPUs.\n"
                "details:\n"
                "  realistic_solution: At 3,400 tokens/s per node the job is over in a month.\n"
                "  napkin_math: |\n"
                "    - Cluster: 96 * 3,400 = 326,400 tokens/s\n"
            ),
            underlines="3,400 tokens/s per node",
        ),
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
    )
    good = (
        Example(
            yaml=(
                "scenario: A trainer logs 3,400 tokens/s per GPU, on 12 nodes of eight GPUs.\n"
                "details:\n"
                "  realistic_solution: At 3,400 tokens/s per card the job is over in a month.\n"
                "  napkin_math: |\n"
                "    - Cluster: 96 * 3,400 = 326,400 tokens/s\n"
                "    - Node: 8 * 3,400 = 27,200 tokens/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A chain has 150 sites with one gateway each. A gateway uploads 3 GB per day.\n"
                "details:\n"
                "  realistic_solution: All gateways upload 450 GB a day, each of them 3 GB.\n"
                "  napkin_math: |\n"
                "    - Fleet per day: 150 * 3 = 450 GB\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what the solution says a value is of with the texts before it."""
        told = [fact for fact in ledger.facts if fact.origin in _ENDS and fact.kind not in _PLAIN]
        nouns = {one.noun for one in ledger.view(counted)} if told else set()
        for fact in told if nouns else ():
            noun = _noun_of_one(ledger, fact, nouns) if fact.standing is Standing.TOPIC else ""
            if not noun:
                continue
            yield from _of_another(ledger, fact, noun, nouns)
            yield from _of_all(ledger, fact, noun)


def _of_another(ledger: Ledger, fact: Fact, noun: str, nouns: set[str]) -> Iterator[Violation]:
    """Yield a value that is per something else wherever a text says what it is per."""
    others: dict[str, Fact] = {}
    for one in ledger.by_kind[fact.kind]:
        if one.origin in _ENDS or not agree(one, fact):
            continue
        name = _noun_of_one(ledger, one, nouns) or _noun_of_label(ledger, one, nouns)
        if name:
            others[_thing(ledger, name)] = one
        elif one.result_of is not None:
            return  # it may have been computed for this one
    if others and _thing(ledger, noun) not in others:
        [(thing, one), *_] = others.items()
        yield Violation(
            fact, f"{fact.text} is said per {noun}, and {one.text} was per {thing}", ((one, one.text),)
        )


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


def _noun_of_label(ledger: Ledger, fact: Fact, nouns: set[str]) -> str:
    if fact.result_of is None:
        return ""
    label = ledger.label_of(fact)
    for at, piece in enumerate(label[:-1]):
        if piece.text in _OF_ONE and singular(label[at + 1].text) in nouns:
            return singular(label[at + 1].text)
    return ""


def _thing(ledger: Ledger, noun: str) -> str:
    """Return what a noun names, whatever it is called: a GPU is a card."""
    found = ledger.lexicon.find([noun], 0)
    return (found[0].thing if found is not None else "") or noun
