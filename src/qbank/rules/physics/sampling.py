"""QB863: what cannot be seen in samples."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Final

from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_FEWEST_SAMPLES: Final = 16
_ROUNDED: Final = 0.01


class AboveNyquist(LedgerRule):
    """A frequency is looked for that the samples cannot show.

    Real samples at a rate show frequencies up to half of it: of a window of N samples the spectrum has N / 2
    bins. A line divides a frequency by the width of a bin, which another line works out, and comes to more
    bins than that. Sample faster, or correct the frequency.
    """

    code = "QB863"
    name = "above-nyquist"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A pump is sampled at 2000 Hz, and the fault shows at 1300 Hz.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Width of a bin: 2000 / 512 = 3.906 Hz\n"
                "    - Bin of the fault: 1300 / 3.906 = 333\n"
            ),
            underlines="333",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A pump is sampled at 4000 Hz, and the fault shows at 1300 Hz.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Width of a bin: 4000 / 512 = 7.813 Hz\n"
                "    - Bin of the fault: 1300 / 7.813 = 166\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Hold bins against half of the samples of their window."""
        quotients = [one for one in ledger.worked_out("/") if len(one[0].operands) == 2]
        for claim, width in quotients:
            samples = claim.operands[1]
            if width.kind is not Kind.FREQUENCY or not _is_power_of_two(samples.number):
                continue
            for other, found in quotients:
                in_bins = isclose(other.operands[1].number, width.number, rel_tol=_ROUNDED)
                beyond = samples.number / 2 < found.number < samples.number * _FEWEST_SAMPLES
                if found.kind is Kind.COUNT and in_bins and beyond:
                    half = f"the {samples.number / 2:g} bins of {samples.text} samples"
                    yield Violation(found, f"bin {found.text} is above {half}", (width,))


def _is_power_of_two(number: float) -> bool:
    return number >= _FEWEST_SAMPLES and number.is_integer() and int(number).bit_count() == 1
