"""QB913: what is said to limit a chain of stages, beside what each of them does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import CONCLUDING, Kind
from qbank.rules.coherence.options import named, values_told
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_RATES: Final = (Kind.EVENT_RATE, Kind.BYTE_RATE)
_CLEARLY: Final = 1.02


class WrongBottleneck(LedgerRule):
    """Another stage limits a chain than the one that the solution names.

    Lines of the calculations, or the list that the scenario has, name stages and how much each does in a
    time, in one unit; or how long each takes. The stage that does the least, or takes the longest, limits
    the chain, and the solution names another one. Correct the name, or the figure that is wrong.
    """

    code = "QB913"
    name = "wrong-bottleneck"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The matcher is the bottleneck, so it gets the second core.\n"
                "  napkin_math: |\n"
                "    - Reader: 4 * 90 pages/s = 360 pages/s\n"
                "    - Matcher: 2 * 260 pages/s = 520 pages/s\n"
                "    - Writer: 700 pages/s\n"
            ),
            underlines="520 pages/s",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The line is limited by the oven, and a second one has to be bought.\n"
                "  napkin_math: |\n"
                "    - Printer: 40 boards * 2 s = 80 s\n"
                "    - Placer: 40 boards * 5 s = 200 s\n"
                "    - Oven: 40 boards * 4 s = 160 s\n"
            ),
            underlines="160 s",
        ),
        Example(
            yaml=(
                "scenario: The reader takes 20 ms for a page and the matcher 45 ms.\n"
                "details:\n  realistic_solution: The reader is the bottleneck, so it gets the second core.\n"
            ),
            underlines="20 ms",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The reader is the bottleneck, so it gets the second core.\n"
                "  napkin_math: |\n"
                "    - Reader: 4 * 90 pages/s = 360 pages/s\n"
                "    - Matcher: 2 * 260 pages/s = 520 pages/s\n"
                "    - Writer: 700 pages/s\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The matcher is not the bottleneck, the reader is.\n"
                "  napkin_math: |\n"
                "    - Reader: 4 * 90 pages/s = 360 pages/s\n"
                "    - Matcher: 2 * 260 pages/s = 520 pages/s\n"
                "    - Writer: 700 pages/s\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is said to limit the others with them."""
        for relation in ledger.relations:
            is_said = relation.name == "bottleneck" and relation.origin in CONCLUDING and relation.is_asserted
            if is_said and (found := _slower(ledger, relation)) is not None:
                fact, slowest = found
                message = f"{fact.text} ({_name(fact)}) is said to limit the others, but {_name(slowest)} has"
                yield Violation(fact, f"{message} {slowest.text}", (slowest,))


def _name(fact: Fact) -> str:
    return fact.label or fact.subject.name or "another one"


def _slower(ledger: Ledger, relation: Relation) -> tuple[Fact, Fact] | None:
    """Return the stage that a clause names, and the one that does less than it, or takes longer."""
    clause = ledger.clause_of(relation)
    before = [piece for piece in clause if piece.start < relation.start]
    if "in-that-case" in ledger.cues_of(relation.path, relation.sentence):
        return None
    for kind in (*_RATES, Kind.TIME):
        for values in values_told(ledger, kind):
            stages = {name: one for name, one in values.items() if _is_of_one(ledger, one)}
            labels = named(before, stages) or named(clause, stages)  # `the bottleneck is the reader`
            if len(labels) != 1:
                continue
            fact = stages[labels[0]]
            slowest = (max if kind is Kind.TIME else min)(stages.values(), key=lambda one: one.value)
            low, high = sorted((fact.value, slowest.value))
            if high > low * _CLEARLY:
                return fact, slowest
    return None


def _is_of_one(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is of one stage: no sum of several, and no case of it: `One core: 8 ms + 5 ms`."""
    is_sum = ledger.made_by(fact, "+")
    return not is_sum and all(piece.mention is None for piece in ledger.label_of(fact))
