"""The formulas of a bank and what looks for them, made once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qbank.bundled_data import DataError
from qbank.formulas.library import Library, bundled, load
from qbank.formulas.matching.patterns import patterns
from qbank.formulas.matching.recognise import Recogniser


@cache
def library_of(root: Path | None) -> Library | DataError:
    """Return the formulas of a bank, or why its own cannot be used; read once in a process."""
    try:
        return load(root)
    except DataError as error:
        return error


def usable_library(root: Path | None) -> Library:
    """Return the formulas of a bank, or those that qbank carries where the bank's own cannot be used."""
    library = library_of(root)
    return bundled() if isinstance(library, DataError) else library


def matcher_of(root: Path | None) -> Recogniser:
    """Return what looks for the formulas of a bank; made once in a process.

    Where the bank's own cannot be used, it is those that qbank carries; `qbank formula list` tells why.
    """
    return _matcher(usable_library(root))


@cache
def _matcher(library: Library) -> Recogniser:
    return Recogniser(pattern for formula in library for pattern in patterns(formula))
