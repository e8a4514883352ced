"""Reading formulas from YAML: those that a bank adds, and ours when they have changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from qbank import bundled_data, resources
from qbank.bundled_data import MAX_PROBLEMS, DataError, DataProblem
from qbank.formulas.entry import Entry
from qbank.formulas.formula import FOLDER, Formula
from qbank.model.validation.places import place_of
from qbank.problems import listing
from qbank.quoting import named
from qbank.unchecked import as_list
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file


def with_more(base: Iterable[Formula], files: Sequence[Path]) -> Iterable[Formula]:
    """Return formulas and those of some files of one folder: all of these checked, their examples computed.
    What is the same is passed over.

    Raises:
        DataError: something is wrong with the files.
    """
    reader = _Reader(base)
    reader.read(files)
    reader.compare()
    if reader.problems:
        raise DataError(reader.problems[:MAX_PROBLEMS])
    return reader.formulas.values()


class _Reader:
    """Formulas in the making, and what is wrong with them."""

    def __init__(self, base: Iterable[Formula], *, trusted: bool = False) -> None:
        self.formulas: dict[str, Formula] = {formula.id: formula for formula in base}
        self.problems: list[DataProblem] = []
        self._trusted = trusted
        self._added: dict[str, Entry] = {}
        # Ids that something else has in the library.
        self._conflicting: dict[str, Entry] = {}

    def read(self, files: Sequence[Path]) -> None:
        for path in files:
            try:
                self.take(read_file(path))
            except ReadError as error:
                self.problems.append(DataProblem.unread(path, error.problem))

    def compare(self) -> None:
        """Check what can be seen only when all files are read."""
        self._report_conflicts()
        for identifier, entry in self._added.items():
            entry.check_against(self.formulas[identifier], self.formulas)
            self.problems += entry.problems

    def take(self, document: Document) -> None:
        """Take in a file."""
        self.problems += (
            DataProblem.unread(document.path or Path(), problem) for problem in document.problems
        )
        if self.problems and self._trusted:
            return
        misshapen = set() if self._trusted else self._check_shape(document)
        for number in range(len(as_list(document.data.get("formulas")))):
            if number not in misshapen:
                self._add(Entry(document, ("formulas", number)))

    def _check_shape(self, document: Document) -> set[int]:
        """Report what does not fit the model, and return the numbers of the entries that it is in."""
        from qbank.model.formula import formula_problems  # noqa: PLC0415 - brings pydantic, for banks only

        misshapen = set()
        for problem in formula_problems(document.data):
            if len(problem.path) > 1 and isinstance(problem.path[1], int):
                misshapen.add(problem.path[1])
            span = place_of(problem, document)
            path = document.path or Path()
            self.problems.append(DataProblem.at(path, problem.message, span))
        return misshapen

    def _add(self, entry: Entry) -> None:
        formula = entry.formula(trusted=self._trusted)
        if formula is not None:
            first = self.formulas.setdefault(formula.id, formula)
            if first is formula:
                self._added[formula.id] = entry
                return
            if formula.id in self._added:
                entry.report(f"the id '{formula.id}' is used by {_place(first)} already", "id")
            elif not _alike(formula, first):
                self._conflicting.setdefault(formula.id, entry)
        self.problems += entry.problems

    def _report_conflicts(self) -> None:
        """Report what contradicts the library: in one message, for a copy of another version holds dozens."""
        for identifier, entry in self._conflicting.items():
            first = self.formulas[identifier]
            message = f"the id '{identifier}' is used by {_place(first)} already"
            if len(self._conflicting) > 1:
                listed = listing(list(self._conflicting))
                message = f"the ids {listed} are used by the library of formulas already"
            entry.report(message, "id")
            self.problems += entry.problems
            return


def read_sound(path: Path) -> Any:
    """Return the formulas of a file of our own as JSON holds them; they are checked when qbank is tested.

    Raises:
        DataError: it cannot be read.
    """
    reader = _Reader((), trusted=True)
    reader.read([path])
    if reader.problems:
        raise DataError(reader.problems)
    return msgspec.to_builtins(list(reader.formulas.values()), enc_hook=str)


def _place(formula: Formula) -> str:
    """Return where a formula stands; for those that qbank carries it is looked up when it is asked for."""
    if formula.path is not None:
        return f"{named(formula.path)}:{formula.line}"
    documents = map(read_file, bundled_data.yaml_files(resources.schema_folder() / FOLDER))
    places = (
        f"{document.path}:{Entry(document, ('formulas', number)).line}"
        for document in documents
        for number, entry in enumerate(document.data["formulas"])
        if entry["id"] == formula.id
    )
    return next(places)


def _alike(left: Formula, right: Formula) -> bool:
    return replace(left, path=None, line=0) == replace(right, path=None, line=0)
