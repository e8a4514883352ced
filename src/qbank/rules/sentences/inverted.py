"""QB923: values of one sentence that are the other way round than its words say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.ledger import Ledger
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.sentences.comparatives import by_comparatives
from qbank.rules.sentences.constructions import by_constructions
from qbank.rules.sentences.stretches import stretches

_CLEARLY: Final = 1.001
_READERS: Final = (by_comparatives, by_constructions)


class InvertedComparison(LedgerRule):
    """A sentence compares two of its own values, and it is the other way round.

    It says that one fits into the other, stays below it, is less, faster, cheaper, enough for it or a part of
    it, the largest of several, or what something rose or fell to, and their numbers say the opposite. What is
    faster takes less time and has a higher rate. Left alone where anything else may explain it: what is
    denied, supposed, somebody's opinion, counted or shared out. Correct the word or the value.
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
        Example(
            yaml="scenario: The link to Oslo moves 40 Gb/s, which is less than the 10 Gb/s to Bergen.\n",
            underlines="40 Gb/s",
        ),
        Example(
            yaml="scenario: The site draws 1.0 MW from the grid, of which the servers take 1.3 MW.\n",
            underlines="1.0 MW",
        ),
        Example(
            yaml="scenario: An epoch takes 50 minutes instead of 35 and is therefore faster than before.\n",
            underlines="50 minutes",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The app of 140 MB stays below its limit of 150 MB.\n"),
        Example(yaml="details:\n  realistic_solution: The app of 160 MB would have to stay below 150 MB.\n"),
        Example(yaml="details:\n  realistic_solution: The app of 90 MB fits with 60 MB to spare.\n"),
        Example(yaml="scenario: The link to Oslo moves 40 Gb/s, 30 Gb/s more than the one to Bergen.\n"),
        Example(yaml="scenario: The site draws 1.0 MW from the grid, of which the servers take 0.8 MW.\n"),
        Example(yaml="scenario: An epoch takes 50 minutes instead of 35, because there is more data now.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Hold what is said to be less against what is said to be more."""
        for stretch in ledger.view(stretches):
            for less, more, words in (order for read in _READERS for order in read(stretch)):
                if less.mention.low > more.mention.high * _CLEARLY:
                    first, second = sorted((less, more), key=lambda one: one.at)
                    what = f"'{words}' holds the other way round: {first.text} and {second.text}"
                    yield Violation(first, what, (second,))
