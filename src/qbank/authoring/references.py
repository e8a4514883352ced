"""What refers to a question by its id: other questions, sets, chain registries, and sentences."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qbank.bank.discovery import QUESTIONS_FOLDER, SUFFIXES, find_question_files, find_registries
from qbank.bank.editing.editor import replace_in_scalar
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.bank.transaction import Change
from qbank.bank.writing import encoded
from qbank.errors import InputError
from qbank.quoting import printable
from qbank.rules.bank.chain_registry import Registry, read_registry
from qbank.rules.core.question_file import SetFile
from qbank.rules.core.summary import SetSummary
from qbank.unchecked import as_list
from qbank.yamlio.content import read_content
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import LineIndex
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

_MOST_MENTIONS: Final = 20


class MoveError(InputError):
    """A question that cannot be moved; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that refers to a question."""

    file: Path
    line: int
    column: int


class BankFiles:
    """The files of a bank, of which only those that name an id are read."""

    def __init__(self, root: Path) -> None:
        discovery = find_question_files([root / QUESTIONS_FOLDER])
        self.root = root
        self.questions = discovery.files
        self.sets = discovery.sets

    def named(self, name: str) -> Path:
        """Return the file of a question, which is given as a path or an id.

        Raises:
            MoveError: there is none, or several.
        """
        if name.endswith(SUFFIXES):
            real = os.path.realpath(name)
            for file in self.questions:
                if os.path.realpath(file) == real:
                    return file
            raise MoveError(f"{printable(name)}: is no question of the bank at {printable(self.root)}")
        files = [file for file in self.questions if file.stem == name] or [
            file for file in self.questions if id_in(file) == name
        ]
        if not files:
            raise MoveError(f"{printable(name)}: there is no question with this id")
        if len(files) > 1:
            places = " and ".join(map(shown, files[:3]))
            raise MoveError(f"{printable(name)}: is the id of {places}; name the file that is meant")
        return files[0]

    def holding(self, files: Sequence[Path], text: str) -> Iterator[Path]:
        """Yield the files in whose bytes a text occurs."""
        for file in files:
            try:
                if text.encode() in read_content(file):
                    yield file
            except ReadError as error:
                raise MoveError(f"{shown(file)}:{error.problem}") from error

    def twins(self, source: Path, id_: str) -> list[Path]:
        """Return the other questions that have the id of one."""
        holding = self.holding(self.questions, id_)
        return [file for file in holding if file != source and id_in(file) == id_]


def changed_references(
    files: BankFiles, source: Path, old_id: str, new_id: str
) -> Iterator[tuple[Change, list[Reference]]]:
    """Yield the other files that refer to a question, as they will be.

    Raises:
        MoveError: a reference cannot be changed exactly.
    """
    for file in files.holding((*files.questions, *files.sets), old_id):
        if file == source:
            continue
        document = read_to_move(file)
        paths = [
            path
            for path, name in _references(document, is_set=file in files.sets)
            if name.partition("@")[0] == old_id
        ]
        if paths:
            edits = [edit for path in paths for edit in edits_to(document, path, new_id, len(old_id))]
            spans = map(document.span, paths)
            references = [Reference(file, span.line, span.column) for span in spans]
            yield _change(file, document.text, edits), references
    for file in files.holding(find_registries(files.root), old_id):
        registry = read_registry(file)
        if registry.faults:
            line = registry.span(registry.faults[0].place).line
            raise MoveError(f"{shown(file)}:{line}: {registry.faults[0].message}; mend this first")
        references, edits = _in_registry(registry, old_id, new_id)
        if references:
            yield _change(file, registry.text, edits), references


def mentions(
    files: BankFiles, source: Path, target: Path, old_id: str, references: Sequence[Reference]
) -> Iterator[str]:
    """Tell of places that name the question where nothing can be changed safely, such as sentences."""
    settings = [path for name in ("qbank.toml", "pyproject.toml") if (path := files.root / name).is_file()]
    known = {(reference.file, reference.line) for reference in references}
    pattern = re.compile(rf"(?<![\w-]){re.escape(old_id)}(?![\w-])")
    count = 0
    for file in files.holding((*files.questions, *files.sets, *settings), old_id):
        for number, line in enumerate(file.read_text("utf-8", "replace").split("\n"), start=1):
            is_named = pattern.search(line) and not (file == source and line.startswith("id:"))
            if is_named and (file, number) not in known and count < _MOST_MENTIONS:
                count += 1
                place = f"{shown(target if file == source else file)}:{number}"
                yield f"{place} names {old_id} and stays as it is"


def edits_to(document: Document, path: FieldPath, new: str, length: int | None = None) -> Sequence[Edit]:
    """Return the edits that replace a text, or its first characters.

    Raises:
        MoveError: it cannot be edited exactly.
    """
    old = str(document.value(path))
    edits = replace_in_scalar(document, path, 0, len(old) if length is None else length, new)
    if edits is None:
        where = f"{shown(document.path)}:{document.span(path).line}"
        raise MoveError(f"{where}: cannot be edited exactly; write the value out")
    return edits


def read_to_move(file: Path) -> Document:
    """Read a file. Raises MoveError if that cannot be."""
    try:
        return read_file(file)
    except ReadError as error:
        raise MoveError(f"{shown(file)}:{error.problem}") from None


def id_in(file: Path) -> str | None:
    """Return the id that a file says; None if it says none, or cannot be read."""
    try:
        id_ = read_file(file).data.get("id")
    except ReadError:
        return None
    return id_ if isinstance(id_, str) else None


def shown(path: Path | None) -> str:
    """Return a path as messages show it: from the working directory on."""
    return printable(os.path.relpath(path or ""))


def _references(document: Document, *, is_set: bool) -> Iterator[tuple[FieldPath, str]]:
    if is_set:
        yield from SetSummary.of(SetFile(document)).listed
        return
    for index, name in enumerate(as_list(document.data.get("related"))):
        if isinstance(name, str):
            yield ("related", index), name


def _in_registry(registry: Registry, old_id: str, new_id: str) -> tuple[list[Reference], list[Edit]]:
    lines = LineIndex(registry.text)
    references, edits = [], []
    for chain in registry.chains:
        for name, path in chain.entries:
            if name != old_id:
                continue
            span = registry.span(path)
            start = lines.index(span.line, span.column)
            start += registry.text[start : start + 1] in ("'", '"')
            if not registry.text.startswith(old_id, start):
                raise MoveError(f"{shown(registry.file)}: {old_id} cannot be changed exactly here")
            references.append(Reference(registry.file, span.line, span.column))
            edits.append(Edit(start, start + len(old_id), new_id))
    return references, edits


def _change(file: Path, text: str, edits: Sequence[Edit]) -> Change:
    return Change(file, file.read_bytes(), encoded(file, apply_edits(text, edits)))
