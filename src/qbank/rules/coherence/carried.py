"""QB919: a calculation that goes on with another value than was computed or given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.rules.coherence.sources import Orphan, sources
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

    A line takes a value that is neither given for this case nor computed, where a result has the same digits,
    but two that are exchanged: 23.4 h, then 32.4 h; or where a result that nothing takes has them but one of
    many, or but a nought. Go on with the value that was computed.
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
        Example(
            yaml=(
                "scenario: Each of 24 cameras sends 15 frames/s. One takes 2 ms; 540 frames/s are decoded.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Arrivals: 24 * 15 = 360 frames/s\n"
                "    - Share of the decoder: 360 / 540 = 67%\n"
                "    - Work: 306 frames/s * 2 ms = 61.2%\n"
            ),
            underlines="306 frames/s",
        ),
        Example(
            yaml=(
                "scenario: A depot gets 40,000 reads/s, of which 10% miss. A read is 8 kB.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Misses: 40,000 * 0.1 = 4,000 reads/s\n"
                "    - Traffic: 400 * 8 kB = 3.2 MB/s\n"
            ),
            underlines="400",
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
            alike = [one for one in unused if _is_slip(orphan, one) and _looks_like(orphan.fact, one)]
            if not alike and orphan.alone and not orphan.elsewhere:
                alike = [one for one in unused if _is_slip(orphan, one) and _is_misread(orphan.fact, one)]
            if not alike and orphan.alone and not orphan.elsewhere:
                alike = [one for one in _before(ledger, orphan.number) if _is_surely_meant(orphan, one)]
            if alike:
                fact, meant = orphan.fact, alike[-1]
                what = f"{fact.text} is used, and {meant.text} ({meant.label or meant.origin}) is not"
                yield Violation(fact, what, (meant,))


def _before(ledger: Ledger, number: int) -> Iterator[Fact]:
    """Yield the results of the calculations before one."""
    for claim in ledger.claims[:number]:
        if claim.result is not None:
            yield claim.result


def _is_surely_meant(orphan: Orphan, result: Fact) -> bool:
    """Whether an operand is a result with two of three digits exchanged, though another line takes that."""
    is_measured = physical(result.mention.unit.dimension) != NONE and len(_digits(result)) >= _TELLING
    return is_measured and _is_slip(orphan, result) and _are_exchanged(orphan.fact, result)


def _is_slip(orphan: Orphan, result: Fact) -> bool:
    """Whether an operand measures what a result does, and is of its size."""
    fact, measure = orphan.fact, physical(result.mention.unit.dimension)
    needed = orphan.lacking if fact.is_bare else physical(fact.mention.unit.dimension)
    if measure != NONE and (needed or not fact.is_bare) and needed != measure:
        return False
    if orphan.elsewhere and not fact.is_bare and fact.mention.scale != result.mention.scale:
        return False  # `0.121 s` of the 121 ms that were measured
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


def _is_misread(fact: Fact, result: Fact) -> bool:
    """Whether one of three digits differs from the result of the line before: 17.8 ms, then `1000 / 11.8`."""
    one, other = _digits(fact), _digits(result)
    is_next = (fact.path, fact.line) == (result.path, result.line + 1)
    changed = sum(a != b for a, b in zip(one, other, strict=False))
    telling = len(one) == len(other) == _TELLING and "0" not in {one[-1], other[-1]}
    return is_next and telling and changed == 1


def _are_exchanged(fact: Fact, result: Fact) -> bool:
    one, other = _digits(fact), _digits(result)
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    places = [at for at in range(len(one)) if one[at] != other[at]]
    return len(places) == 2 and sorted(one) == sorted(other)


def _digits(fact: Fact) -> str:
    """Return the digits of a value as they are written, without its power of ten."""
    return "".join(char for char in fact.text.lower().partition("e")[0] if char.isdigit()).lstrip("0")
