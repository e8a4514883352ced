"""Putting new files into a bank: all of them or none, and never in place of one that is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qbank.authoring.ids import allocation, taken_ids
from qbank.bank.transaction import Change, apply_all_or_none
from qbank.bank.writing import WriteError
from qbank.importing.completing import Defaults, Key, NewFile, State, complete
from qbank.importing.earlier import earlier_imports
from qbank.importing.looking import Math, look_at
from qbank.importing.place import Content, Remark, SourceError
from qbank.importing.registry import read_source
from qbank.quoting import printable

MOST_QUESTIONS: Final = 20_000
"""Questions that one import takes: several times as many as the largest banks of a course have."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What was imported, or would be: files, what to know of sources and of ids given, and the math."""

    files: tuple[NewFile, ...]
    remarks: tuple[Remark, ...]
    id_remarks: tuple[str, ...]
    math: Math

    @property
    def lost(self) -> Counter[Content]:
        """How many things of the sources were not taken, by what they are."""
        return Counter(remark.content for remark in self.remarks if remark.lost)

    def with_key(self, key: Key) -> list[NewFile]:
        """Return the files whose key is told, missing, or none is to be had."""
        return [file for file in self.files if file.key is key]


def import_sources(
    root: Path,
    sources: Sequence[Path],
    form: str | None,
    defaults: Defaults,
    *,
    write: bool = True,
    strict: bool = False,
) -> Imported:
    """Take questions out of files or folders, in a format or the one that each tells, into a bank.

    With `strict` nothing is written unless every source is taken whole.

    Raises:
        SourceError: one cannot be read, or a file cannot be written; then nothing is imported.
    """
    remarks: list[Remark] = []
    drafts = [draft for source in sources for draft in read_source(source, remarks, form)]
    if len(drafts) > MOST_QUESTIONS:
        raise SourceError(
            f"{len(drafts):,} questions are more than the {MOST_QUESTIONS:,} that one import takes; "
            "import them in parts"
        )
    with allocation(root):
        ids = taken_ids(root)
        files = complete(drafts, defaults, ids.ids, root, earlier_imports(root))
        if write and not (strict and any(remark.lost for remark in remarks)):
            write_files(root, files)
    wrong = look_at(root, [file for file in files if file.state in {State.NEW, State.UPDATED}])
    return Imported(tuple(files), tuple(remarks), ids.remarks, wrong)


def _changes(lay: Path | None, path: Path, before: bytes | None, after: bytes) -> list[Change]:
    """Return what writes a file that lay here or elsewhere, or nowhere."""
    if lay is None or lay == path:
        return [Change(path, before, after)]
    return [Change(path, None, after), Change(lay, before, None)]


def write_files(root: Path, files: Sequence[NewFile]) -> None:
    """Write the files of questions and their drawings under the root of a bank.

    Raises:
        SourceError: one cannot be written, or is there already; then none of them stays.
    """
    changes = []
    for file in files:
        if file.state in {State.UNCHANGED, State.EDITED}:
            continue
        if not file.path.resolve().is_relative_to(root.resolve()):
            raise SourceError(f"{printable(file.path)}: its folder is a link that leads out of the bank")
        if file.drawing:
            lay = None if file.lay is None else file.lay.with_suffix(".svg")
            there = lay.read_bytes() if lay is not None and lay.is_file() else None
            changes += _changes(lay if there else None, file.drawing_path, there, file.drawing)
        before = file.before.encode() if file.before else None
        changes += _changes(file.lay, file.path, before, file.text.encode())
    try:
        apply_all_or_none(changes)
    except WriteError as error:
        raise SourceError(str(error)) from error
