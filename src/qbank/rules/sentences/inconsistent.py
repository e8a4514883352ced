"""QB925: values of one sentence of which one follows from the others, and does not come out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from qbank import lazy_re
from qbank.facts.ledger import Ledger
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.sentences.changes import wrong_changes
from qbank.rules.sentences.products import wrong_products
from qbank.rules.sentences.totals import wrong_totals
from qbank.rules.sentences.values import Value, sentences
from qbank.units.format import format_significant

_NUMBER: Final = lazy_re.compile(r"\d[\d,]*(?:\.\d+)?")
_DIGITS: Final = 3


class InconsistentSentence(LedgerRule):
    """A sentence of prose tells values of which one follows from the others, and it is another.

    It says so by its words (`which makes`, `that is`, `so that`, `in all`, `the other`, `on average`,
    `from 40 to 100`, `an efficiency of`), and no product, quotient, sum, difference or share comes to it. A
    product has to be off by what a slip leaves, too: zeros, hours for minutes, bits for bytes, a product for
    a quotient. Correct the value that is wrong, or say what else it depends on.

    Sentences that speak of copies, compression, overlap, limits and the like are left alone, and so are those
    that a calculation of the text has values of.
    """

    code = "QB925"
    name = "inconsistent-sentence"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: The run took 1,200 MWh over 30 days, which is a mean power of 16.7 MW.\n",
            underlines="16.7 MW",
        ),
        Example(
            yaml="scenario: Of the 12 buoys, 5 lie in the bay, 4 at the pier and the other 6 at sea.\n",
            underlines="6",
        ),
        Example(
            yaml="scenario: The rate of the loader went from 40 to 100 images per second, up by 60 %.\n",
            underlines="60 %",
        ),
        Example(
            yaml="scenario: Eight workers were 6.4 times as fast as one, an efficiency of 64 %.\n",
            underlines="64 %",
        ),
    )
    good = (
        Example(yaml="scenario: The run took 1,200 MWh over 30 days, which is a mean power of 1.67 MW.\n"),
        Example(yaml="scenario: Of the 12 buoys, 5 lie in the bay, 4 at the pier and the other 3 at sea.\n"),
        Example(
            yaml="scenario: Each of the 8 ships keeps two copies of its 30 GB, so that 480 GB are full.\n"
        ),
        Example(yaml="scenario: A rack with 40 cards draws 12 kW, and the hall with its 9 racks 2.5 MW.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compute anew what the sentences tell."""
        for sentence in ledger.view(sentences):
            for find in (wrong_changes, wrong_totals, wrong_products):
                slip = next(find(ledger, sentence), None)
                if slip is not None:
                    *first, last = (one.text for one in slip.others)
                    told = f"{', '.join(first)} and {last}" if first else last
                    truth = _told_with(slip.result, slip.truth)
                    what = f"{told} make {truth}, not {slip.result.text}"
                    yield Violation(slip.result.fact, what, tuple(one.fact for one in slip.others))
                    break


def _told_with(value: Value, number: float) -> str:
    """Return a value as it is written, with another number."""
    digits = format_significant(Fraction(number), _DIGITS)
    return _NUMBER.sub(digits, value.text, 1) if _NUMBER.search(value.text) else digits
