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
_TELLING: Final = 3
_MOST_APART: Final = 3
_BY_TENS: Final = 15


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
            unused = view.unused_results(orphan.number)
            before = [one.result for one in ledger.claims[: orphan.number] if one.result is not None]
            alike = [one for one in unused if _is_slip(orphan, one) and _looks_like(orphan.fact, one)]
            alike = alike or [
                one
                for one in before
                if not orphan.elsewhere
                and _is_slip(orphan, one)
                and len(_digits(one)) >= _TELLING
                and _are_exchanged(orphan.fact, one)
            ]
            if alike:
                fact, meant = orphan.fact, alike[-1]
                what = f"{fact.text} is used, and {meant.text} ({meant.label or meant.origin}) is not"
                yield Violation(fact, what, ((meant, meant.label or meant.text),))


def _is_slip(orphan: Orphan, result: Fact) -> bool:
    """Whether an operand measures what a result does, and is of its size."""
    fact, measure = orphan.fact, physical(result.mention.unit.dimension)
    needed = orphan.lacking if is_bare(fact) else physical(fact.mention.unit.dimension)
    if measure != NONE and (needed or not is_bare(fact)) and needed != measure:
        return False
    most = _MOST_APART if len(_digits(fact)) == len(_digits(result)) else _BY_TENS
    return bool(result.value) and any(
        1 / most < one < most for one in (fact.value / result.value, fact.number / result.number)
    )


def _looks_like(fact: Fact, result: Fact) -> bool:
    """Whether a value has two digits of a result exchanged, one of many changed, or a nought too few."""
    one, other = _digits(fact), _digits(result)
    if _are_exchanged(fact, result):
        return True
    if len(one) != len(other):
        return min(len(one), len(other)) >= _TELLING and one.rstrip("0") == other.rstrip("0")
    return len(one) > _TELLING and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _are_exchanged(fact: Fact, result: Fact) -> bool:
    one, other = _digits(fact), _digits(result)
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    places = [at for at in range(len(one)) if one[at] != other[at]]
    return len(places) == 2 and sorted(one) == sorted(other)


def _digits(fact: Fact) -> str:
    """Return the digits of a value as they are written, without its power of ten."""
    return "".join(char for char in fact.text.lower().partition("e")[0] if char.isdigit()).lstrip("0")
