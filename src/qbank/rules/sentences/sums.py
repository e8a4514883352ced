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
from qbank.rules.sentences.products import slips
from qbank.rules.sentences.totals import wrong_totals
from qbank.rules.sentences.values import Value, sentences
from qbank.units.format import format_significant

_NUMBER: Final = lazy_re.compile(r"\d[\d,.]*")


class SentenceSum(LedgerRule):
    """A."""

    code = "QB925"
    name = "wrong-in-a-sentence"
    severity = Severity.WARNING

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compute each sentence anew."""
        for sentence in ledger.view(sentences):
            for slip in (*wrong_changes(sentence), *wrong_totals(sentence), *slips(ledger, sentence)):
                told = " and ".join(one.text for one in slip.others)
                yield Violation(slip.result, f"{told} make {_with(slip.result, slip.truth)}, not {slip.result.text}", tuple(slip.others))


def _with(value: Value, number: float) -> str:
    """Return a value with another number, in its unit."""
    digits = format_significant(Fraction(number), 3)
    return _NUMBER.sub(digits, value.text, 1) if _NUMBER.search(value.text) else digits
