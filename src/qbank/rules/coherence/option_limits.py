"""QB915: an option that the solution takes, beyond a limit that the question sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from qbank.facts.fact import FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Origin
from qbank.rules.coherence.options import Values, is_beyond, limits, named, said_of, told_to_do, values_told
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_TAKING: Final = frozenset(("chosen", "within"))
_UNSAID: Final = frozenset(("denied", "supposed", "former", "falls-short", "failure", "refused"))
_KEEPING: Final = frozenset(("ambiguous", "of-subject"))
"""Cues of verbs that may be said of an option: it `meets` a limit; a value lies `below` one."""
_APART: Final = frozenset(("rest", "difference", "speed-up", "late"))


class ChoiceBeyondLimit(LedgerRule):
    """The solution takes an option that breaks a limit of the question.

    The question sets a limit (at most so much time, energy or loss, at least so much accuracy) and gives each
    option its own values, or the calculations do. The solution takes one, or says that it keeps the limits,
    and one of its values is beyond. Take another one, or correct the value.
    """

    code = "QB915"
    name = "choice-beyond-limit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A recorder has to run for at least 10 h. Offers came for Alba, at $22, and for Brio, at\n"
                "  $28.\n"
                "details:\n"
                "  realistic_solution: We take the Alba.\n"
                "  napkin_math: |\n"
                "    - Alba, runtime: 40 Wh / 5 W = 8 h\n"
                "    - Brio, runtime: 48 Wh / 4 W = 12 h\n"
            ),
            underlines="8 h",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A reader must answer within 50 ms. In the test Tern took 31 ms and Skua 72 ms.\n"
                "details:\n"
                "  realistic_solution: Skua keeps the limit and is taken.\n"
            ),
            underlines="72 ms",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  The counter must reach a precision of 94%. Candidates were Tern with 96% and Skua with\n"
                "  91%.\n"
                "details:\n"
                "  realistic_solution: We ship Skua.\n"
            ),
            underlines="91%",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A reader must answer within 50 ms. In the test Tern took 31 ms and Skua 72 ms.\n"
                "details:\n"
                "  realistic_solution: Tern keeps the limit and is taken.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A replica may run at no more than 40 req/s. The peak is 150 req/s.\n"
                "details:\n"
                "  realistic_solution: Four replicas keep the limit and are taken.\n"
                "  napkin_math: |\n"
                "    - Two replicas: 2 * 40 = 80 req/s\n"
                "    - Four replicas: 4 * 40 = 160 req/s\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is taken with each limit."""
        bounds = list(limits(ledger))
        for path, at in _taking(ledger) if bounds else ():
            for limit, is_floor in bounds:
                for options in values_told(ledger, limit.kind):
                    pieces = ledger.pieces[path]
                    label = said_of(pieces, at, options) or _object_of(pieces, at, options)
                    fact = None if label is None else options[label]
                    if (
                        fact is not None
                        and fact.said.isdisjoint(_APART)
                        and is_beyond(fact, limit, is_floor=is_floor)
                        and limit not in ledger.parts(fact)  # `Four replicas: 4 * 2,400` of one's limit
                    ):
                        word = "less" if is_floor else "more"
                        what = (
                            f"{fact.text} is of what the solution takes: {word} than {limit.text}, the limit"
                        )
                        yield Violation(fact, what, (limit,))
                        return


def _object_of(pieces: Sequence[Piece], at: int, options: Values) -> frozenset[str] | None:
    """Return the one option that is named behind a verb in its clause: `We ship Elm`."""
    clause = (one for one in pieces[at + 1 :] if one.clause == pieces[at].clause)
    behind = list(takewhile(lambda one: one.text not in {":", "than"}, clause))
    labels = named(behind, options)
    return labels[0] if len(labels) == 1 else None


def _taking(ledger: Ledger) -> Iterator[tuple[FieldPath, int]]:
    """Yield where the solution takes something, or says that it keeps a limit."""
    for relation in ledger.relations:
        if relation.name not in _TAKING or relation.origin is not Origin.SOLUTION or relation.negated:
            continue
        here, clause = ledger.pieces[relation.path][relation.at], ledger.clause_of(relation)
        cues = cues_in(clause)
        keeps = relation.name == "chosen" or not here.meaning.cues.isdisjoint(_KEEPING)
        if keeps and _UNSAID.isdisjoint(cues):
            yield relation.path, relation.at
    yield from told_to_do(ledger)
