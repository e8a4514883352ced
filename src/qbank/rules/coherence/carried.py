"""QB919: a calculation that goes on with another value than was computed or given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin
from qbank.rules.coherence.givens import is_foreign, numbers_given
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_FEWEST_DIGITS: Final = 2
_SURE_DIGITS: Final = 3


class CarriedValue(LedgerRule):
    """A calculation goes on with another value than the question computes or gives.

    A line takes a value that is neither given nor computed, and has the digits of one that is, with two of
    them exchanged: 23.4 h, then 32.4 h. Go on with the value that was computed or given.
    """

    code = "QB919"
    name = "carried-value"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - Training: 1.2e9 tokens / 14,245 tokens/s / 3,600 = 23.4 h\n"
                "    - With evaluation: 32.4 + 1.6 = 34.0 h\n"
            ),
            underlines="32.4",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - Training: 1.2e9 tokens / 14,245 tokens/s / 3,600 = 23.4 h\n"
                "    - With evaluation: 23.4 + 1.6 = 25.0 h\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for operands that come from nowhere, or from elsewhere."""
        stated = numbers_given(ledger)
        for number, claim in enumerate(ledger.claims):
            for operand in claim.operands:
                if operand.origin is not Origin.CALCULATIONS:
                    continue
                if len(_numeral(operand)) < _FEWEST_DIGITS or not is_foreign(operand, claim, stated, ledger):
                    continue
                meant = _exchanged(ledger, number, operand)
                if meant is not None:
                    what = f"{operand.text} is used, and {meant.text} ({meant.label or meant.origin}) is not"
                    yield Violation(operand, what, ((meant, meant.label or meant.text),))


def _numeral(fact: Fact) -> str:
    """Return the digits of a value as they are written, without the zeros at either end."""
    return "".join(char for char in fact.text if char.isdigit()).strip("0")


def _exchanged(ledger: Ledger, number: int, operand: Fact) -> Fact | None:
    """Return what an operand is but for two digits: a result that is not used, or any other value."""
    for other in ledger.facts:
        is_sure = len(_numeral(other)) >= _SURE_DIGITS or (
            other.result_of is not None and other.result_of < number and not _is_used(ledger, other)
        )
        if is_sure and _differs_by_exchange(operand, other):
            return other
    return None


def _differs_by_exchange(one: Fact, other: Fact) -> bool:
    """Whether two values are of one size and the one has the digits of the other, two of them exchanged."""
    first, second = _numeral(one), _numeral(other)
    if len(first) != len(second) or first == second or sorted(first) != sorted(second):
        return False
    places = [at for at in range(len(first)) if first[at] != second[at]]
    written = (one.number, one.value) if one.kind is Kind.COUNT else (one.value,)
    sizes = {other.number, other.value}
    return len(places) == 2 and any(
        size and 0.1 < value / size < 10 and _same_power(value / size, first, second)
        for value in written
        for size in sizes
    )


def _same_power(ratio: float, first: str, second: str) -> bool:
    """Whether two values are as far apart as their digits are, so that the point stands at one place."""
    return abs(ratio / (int(first) / int(second)) - 1) < 1e-6


def _is_used(ledger: Ledger, result: Fact) -> bool:
    """Whether a result enters a calculation, or the solution tells it."""
    return any(
        other is not result
        and (other.operand_of is not None or other.origin is Origin.SOLUTION)
        and (agree(result, other) or (other.kind is Kind.COUNT and other.number == result.number))
        for other in ledger.facts
    )
