"""What looks for the formulas of a bank, made once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qbank.formulas.library import Library
from qbank.formulas.matching.patterns import patterns
from qbank.formulas.matching.recognise import Recogniser
from qbank.formulas.of_bank import usable_library


def matcher_of(root: Path | None) -> Recogniser:
    """Return what looks for the formulas of a bank; made once in a process.

    Where the bank's own cannot be used, it is those that qbank carries; `qbank formula list` tells why.
    """
    return _matcher(usable_library(root))


@cache
def _matcher(library: Library) -> Recogniser:
    return Recogniser(pattern for formula in library for pattern in patterns(formula))
