"""Putting new files into a bank: all of them or none, and never in place of one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from qbank.authoring.ids import allocation, taken_ids
from qbank.bank.transaction import Change, apply_all_or_none
from qbank.bank.writing import WriteError
from qbank.importing.completing import Defaults, NewFile, complete
from qbank.importing.place import Remark, SourceError
from qbank.importing.registry import read_source
from qbank.quoting import printable


@dataclass(frozen=True, slots=True)
class Imported:
    """What was imported, or would be: the files, what to know of their sources, and of the ids given."""

    files: tuple[NewFile, ...]
    remarks: tuple[Remark, ...]
    id_remarks: tuple[str, ...]

    @property
    def lost(self) -> int:
        """How many things of the sources were not taken."""
        return sum(remark.lost for remark in self.remarks)


def import_sources(
    root: Path, sources: Sequence[Path], form: str | None, defaults: Defaults, *, write: bool = True
) -> Imported:
    """Take questions out of files or folders, in a format or the one that each tells, into a bank.

    Raises:
        SourceError: one cannot be read, or a file cannot be written; then nothing is imported.
    """
    remarks: list[Remark] = []
    drafts = [draft for source in sources for draft in read_source(source, remarks, form)]
    with allocation(root):
        ids = taken_ids(root)
        files = complete(drafts, defaults, ids.ids, root)
        if write:
            write_files(root, files)
    return Imported(tuple(files), tuple(remarks), ids.remarks)


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
        apply_all_or_none(changes)
    except WriteError as error:
        raise SourceError(str(error)) from error
