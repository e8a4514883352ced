"""The questions of a bank by id: each file is read once, and only when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Final

from qbank.bank.discovery import find_question_files
from qbank.errors import InputError
from qbank.nearest import nearest
from qbank.problems import Path, ProblemKind, format_path, quote
from qbank.quoting import printable
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file

if TYPE_CHECKING:
    from qbank.sets.variants.variant import Variant

_MOST_TOLD: Final = 5


class SetError(InputError):
    """A set cannot be made of these questions; the message says where, why and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A question as its file holds it, whether or not it is valid."""

    id: str
    path: FilePath
    data: dict[str, Any]

    def words(self, field: str) -> tuple[str, ...]:
        """Return what a field says to select by; several words for tags."""
        value = self.data.get(_NAMES.get(field, field))
        if isinstance(value, str):
            return (value,)
        return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list) else ()

    def word(self, field: str) -> str:
        """Return the only word of a field, empty if there is none."""
        return next(iter(self.words(field)), "")


_NAMES: Final = {"bloom": "bloom_level", "tag": "tags"}


class Collection:
    """The questions in some files.

    `unreadable` says from which files no question could be read, with their places and why.
    """

    def __init__(self, files: Sequence[FilePath]) -> None:
        self._files = tuple(files)
        self._named: dict[str, list[FilePath]] = {}
        for path in self._files:
            self._named.setdefault(path.stem, []).append(path)
        self._read: dict[FilePath, Entry | None] = {}
        self._by_id: dict[str, Entry] | None = None
        self.unreadable: list[str] = []

    @classmethod
    def of_bank(cls, root: FilePath) -> Collection:
        """Return the questions of the bank at `root`.

        Raises:
            TargetError: its folder of questions cannot be read.
        """
        return cls(find_question_files([root / "questions"]).files)

    def __iter__(self) -> Iterator[Entry]:
        """Yield every question that could be read, in the order of ids."""
        known = self._all()
        return iter([known[name] for name in sorted(known)])

    def find(self, id_: str) -> Entry:
        """Return the question of an id.

        A question lies in a file of its name, so no other file is read, unless there is no such file.

        Raises:
            SetError: there is none.
        """
        entry = None
        if self._by_id is None:
            near = [found for path in self._named.get(id_, ()) if (found := self._entry(path)) is not None]
            entry = next((found for found in near if found.id == id_), None)
        if entry is None:
            entry = self._all().get(id_)
        if entry is None:
            known = nearest(id_, self._all())
            hint = f"; did you mean {quote(known)}?" if known else ""
            raise SetError(f"there is no question {quote(id_)} in the bank{hint}")
        return entry

    def _all(self) -> dict[str, Entry]:
        if self._by_id is None:
            self._by_id = {}
            for path in self._files:
                entry = self._entry(path)
                if entry is not None:
                    self._by_id.setdefault(entry.id, entry)
        return self._by_id

    def _entry(self, path: FilePath) -> Entry | None:
        if path not in self._read:
            self._read[path] = self._read_entry(path)
        return self._read[path]

    def _read_entry(self, path: FilePath) -> Entry | None:
        try:
            document = read_file(path)
        except ReadError as error:
            span = error.problem.span
            self.unreadable.append(f"{place(path, span.line, span.column)}: {error.problem.message}")
            return None
        id_ = document.data.get("id")
        if not isinstance(id_, str):
            self.unreadable.append(f"{place(path, 1, 1)}: it holds no question with an id")
            return None
        return Entry(id_, path, document.data)


def instance(entry: Entry, seed: str | None = None) -> Variant:
    """Return a question ready to be shown, its numbers drawn by `seed`.

    What has been drawn is checked: nobody has seen it with these numbers.

    Raises:
        SetError: the question is not valid, or is wrong with these numbers.
    """
    # pydantic only when a question is asked for
    from pydantic import ValidationError  # noqa: PLC0415

    from qbank.model.validation.cross_fields import question_conflicts  # noqa: PLC0415
    from qbank.sets.variants.make import VariantError, make_variant  # noqa: PLC0415
    from qbank.sets.variants.parameters import has_parameters  # noqa: PLC0415

    try:
        # Without parameters, making the question is the validation; only what fails is looked at again.
        if has_parameters(entry.data) or next(question_conflicts(entry.data), None) is not None:
            _refuse_invalid(entry)
        variant = make_variant(entry.data, entry.path, seed)
    except ValidationError:
        _refuse_invalid(entry)
        raise
    except VariantError as error:
        raise SetError(_told_of_seed(entry, seed, [(error.path, str(error))])) from None
    if variant.seed is not None:  # the default instance is what authors see and audit
        from qbank.sets.variants.checking import check  # noqa: PLC0415

        grave = [(fault.path, fault.said) for fault in check(variant).faults if fault.grave]
        if grave:
            raise SetError(_told_of_seed(entry, seed, grave))
    return variant


def _told_of_seed(entry: Entry, seed: str | None, faults: Sequence[tuple[Path, str]]) -> str:
    drawn = "" if seed is None else f" (seed {quote(seed)})"
    return told(entry.path, [(path, f"{format_path(path)}: {said}{drawn}") for path, said in faults])


def _refuse_invalid(entry: Entry) -> None:
    from qbank.model.validation.validate import question_problems  # noqa: PLC0415

    problems = [
        problem for problem in question_problems(entry.data) if problem.kind is not ProblemKind.UNKNOWN_FIELD
    ]
    if problems:
        raise SetError(told(entry.path, [(problem.path, problem.message) for problem in problems]))


def told(path: FilePath, problems: Sequence[tuple[Path, str]]) -> str:
    """Say what is wrong in a file, a line each, with the places; the file is read again for them."""
    document: Document | None
    try:
        document = read_file(path)
    except ReadError:  # it was changed meanwhile
        document = None
    lines = []
    for field, message in problems[:_MOST_TOLD]:
        span = document.span(field) if document is not None else None
        lines.append(f"{place(path, span.line, span.column) if span else printable(path)}: {message}")
    if len(problems) > _MOST_TOLD:
        lines.append(f"{printable(path)}: and {len(problems) - _MOST_TOLD} more; `qbank audit` lists them")
    return "\n".join(lines)


def place(path: FilePath, line: int, column: int) -> str:
    """Write a place of a file the way compilers do."""
    return f"{printable(path)}:{line}:{column}"
