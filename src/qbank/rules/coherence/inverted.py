"""QB923: two values of one sentence beside the word that compares them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import UNMEASURED
from qbank.facts.fact import Fact, Relation
from qbank.facts.ledger import Ledger
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_NOT_ABOVE: Final = frozenset(("fits", "within"))
_CLEARLY: Final = 1.001
_VERBS: Final = frozenset(("fits", "fit", "exceeds", "exceed", "stays", "stay", "remains", "remain"))
_PHRASE: Final = 5
"""How many words may stand between a value and the word that compares it: `of the map are`."""
_NOUNS: Final = 4
"""How many words may stand before the second value: `into the memory budget of 2 GB`."""
_NOT_OF_LIMIT: Final = frozenset(("with", "by", "over", "for", "and", "or", "at", "to", "from", "in", ","))
"""Words behind which no limit stands: `fits with 3 GB to spare`."""


class InvertedComparison(LedgerRule):
    """A sentence compares two of its own values, and it is the other way round.

    It says that one fits into the other, stays below it, or exceeds it, and their numbers say the opposite.
    Correct the word or the value.
    """

    code = "QB923"
    name = "inverted-comparison"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The app of 160 MB stays below its limit of 150 MB.\n",
            underlines="160 MB",
        ),
        Example(
            yaml="details:\n  realistic_solution: It takes 37 ms, and 37 ms is below the 33 ms budget.\n",
            underlines="37 ms",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The app of 140 MB stays below its limit of 150 MB.\n"),
        Example(yaml="details:\n  realistic_solution: The app of 160 MB would have to stay below 150 MB.\n"),
        Example(yaml="details:\n  realistic_solution: The app of 90 MB fits with 60 MB to spare.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Hold the value before a comparing word against the one behind it."""
        for relation in ledger.relations:
            compared = _compared(ledger, relation) if relation.is_asserted else None
            if compared is None:
                continue
            first, second = compared
            less, more = (second, first) if relation.name in _NOT_ABOVE else (first, second)
            if more.value > less.value * _CLEARLY:
                what = f"'{relation.words}' holds the other way round: {first.text} and {second.text}"
                yield Violation(first, what, (second,))


def _compared(ledger: Ledger, relation: Relation) -> tuple[Fact, Fact] | None:
    """Return the values of one kind that a relation compares, each beside its words; None if it has none."""
    before = [fact for fact in relation.before if fact.clause == relation.clause]
    behind = [fact for fact in relation.behind if fact.clause == relation.clause]
    compares = relation.name in _NOT_ABOVE | {"exceeds"} and relation.words != "over"  # `over the 30 days`
    if not compares or len(before) != 1 or not behind:
        return None
    first, second = before[0], behind[0]
    if first.kind is not second.kind or first.kind in UNMEASURED or first.per != second.per:
        return None
    pieces = ledger.pieces[relation.path]
    to_word = [piece for piece in pieces[first.at + 1 :] if piece.end <= relation.start]
    to_limit = [piece for piece in pieces[relation.at : second.at] if piece.start >= relation.end]
    states = relation.words.split()[0] in _VERBS or any(
        piece.meaning.part == "copula" or piece.text in _VERBS for piece in to_word
    )
    is_plain = len(to_word) <= _PHRASE and len(to_limit) <= _NOUNS
    if states and is_plain and _NOT_OF_LIMIT.isdisjoint(piece.text for piece in (*to_word, *to_limit)):
        return first, second
    return None
