"""The formulas of a bank, read once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qbank.bundled_data import DataError
from qbank.formulas.library import Library, bundled, load


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
