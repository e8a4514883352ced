"""QB919: a calculation that goes on with another value than was computed or given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.rules.coherence.sources import Orphan, is_bare, sources
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.units import physical
from qbank.units.dimension import NONE

_FEWEST_DIGITS: Final = 2
_MOST_APART: Final = 3


class CarriedValue(LedgerRule):
    """A calculation goes on with another value than the question computes or gives.

    A line takes a value that is neither given for this case nor computed, where a result that nothing takes
    has the same digits, but one of them or two that are exchanged: 23.4 h, then 32.4 h. Go on with the value
    that was computed.
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
        """Look for operands that come from nowhere, or from another case."""
        view = ledger.view(sources)
        for orphan in view.orphans():
            alike = [one for one in view.unused_results(orphan.number) if _is_slip(orphan, one)]
            if alike:
                fact, meant = orphan.fact, alike[-1]
                what = f"{fact.text} is used, and {meant.text} ({meant.label or meant.origin}) is not"
                yield Violation(fact, what, ((meant, meant.label or meant.text),))


def _is_slip(orphan: Orphan, result: Fact) -> bool:
    """Whether an operand may be a result with two digits exchanged."""
    fact, measure = orphan.fact, physical(result.mention.unit.dimension)
    needed = orphan.lacking if is_bare(fact) else physical(fact.mention.unit.dimension)
    if measure != NONE and (needed or not is_bare(fact)) and needed != measure:
        return False
    size = result.value
    if not size:
        return False
    if not any(
        1 / _MOST_APART < one < _MOST_APART for one in (fact.value / size, fact.number / result.number)
    ):
        return False
    one, other = _digits(fact), _digits(result)
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    places = [at for at in range(len(one)) if one[at] != other[at]]
    return len(places) == 2 and sorted(one) == sorted(other)


def _digits(fact: Fact) -> str:
    """Return the digits of a value as they are written, without its power of ten."""
    return "".join(char for char in fact.text.lower().partition("e")[0] if char.isdigit())
