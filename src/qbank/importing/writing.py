"""Putting new files into a bank: all of them or none, and never in place of one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qbank.bank.transaction import Change, change_together
from qbank.bank.writing import WriteError
from qbank.importing.completing import NewFile
from qbank.importing.draft import SourceError
from qbank.quoting import printable


def write_files(root: Path, files: Sequence[NewFile]) -> None:
    """Write the files of questions and their drawings under the root of a bank.

    Raises:
        SourceError: one cannot be written, or is there already; then none of them stays.
    """
    changes = []
    for file in files:
        if not file.path.resolve().is_relative_to(root.resolve()):
            raise SourceError(f"{printable(file.path)}: its folder is a link that leads out of the bank")
        if file.drawing:
            changes.append(Change(file.drawing_path, None, file.drawing))
        changes.append(Change(file.path, None, file.text.encode()))
    try:
        change_together(changes)
    except WriteError as error:
        raise SourceError(str(error)) from error
