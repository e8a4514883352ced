"""What rules look at: a file as it was read, and the question, set or lab in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from qbank.rules.core.settings import DEFAULT_SETTINGS, RuleSettings
from qbank.unchecked import as_list
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.read_problems import ReadError, ReadProblem
from qbank.yamlio.reader import read_bytes, read_file

if TYPE_CHECKING:
    from qbank.problems import Problem

T = TypeVar("T")
F = TypeVar("F", bound="QuestionFile")


class SourceFile:
    """A file as it was read: the document if there is one, and every problem met on the way.

    `path` is what reports show; it need not be a place on disk.
    """

    __slots__ = ("document", "path", "problems")

    def __init__(self, path: str, document: Document | None, problems: tuple[ReadProblem, ...] = ()) -> None:
        self.path = path
        self.document = document
        self.problems = problems

    @classmethod
    def read(cls, path: Path, shown: str | None = None) -> SourceFile:
        """Read a file; what goes wrong ends up in `problems` and never raises."""
        shown = str(path) if shown is None else shown
        return cls._read(shown, lambda: read_file(path))

    @classmethod
    def from_bytes(cls, data: bytes, shown: str, path: Path | None = None) -> SourceFile:
        """Read the bytes of a file, as from standard input."""
        return cls._read(shown, lambda: read_bytes(data, path))

    @classmethod
    def _read(cls, shown: str, read: Callable[[], Document]) -> SourceFile:
        try:
            document = read()
        except ReadError as error:
            return cls(shown, None, (error.problem,))
        return cls(shown, document, document.problems)

    def question(self, settings: RuleSettings = DEFAULT_SETTINGS) -> QuestionFile | None:
        """Return the question in the file, or None if nothing useful could be read."""
        return self._holding(QuestionFile, settings)

    def set(self, settings: RuleSettings = DEFAULT_SETTINGS) -> SetFile | None:
        """Return the set in the file, or None if nothing useful could be read."""
        return self._holding(SetFile, settings)

    def lab(self, settings: RuleSettings = DEFAULT_SETTINGS) -> LabFile | None:
        """Return the lab in the file, or None if nothing useful could be read."""
        return self._holding(LabFile, settings)

    def _holding(self, kind: type[F], settings: RuleSettings) -> F | None:
        return None if self.document is None else kind(self.document, self.path, settings)


class QuestionFile:
    """A question with the document it came from; costly views of it are made once, when first asked for.

    Attributes:
        looked_for: the files that a view or a rule asked for, and whether each was there: what was found in
            the question holds as long as that stays so.
    """

    __slots__ = ("_views", "data", "document", "looked_for", "path", "settings")

    def __init__(
        self, document: Document, path: str | None = None, settings: RuleSettings = DEFAULT_SETTINGS
    ) -> None:
        self.document = document
        self.path = path if path is not None else str(document.path or "<stdin>")
        self.data: dict[str, Any] = document.data
        self.settings = settings
        self.looked_for: dict[Path, bool] = {}
        self._views: dict[Callable[..., Any], Any] = {}

    def file_exists(self, file: Path) -> bool:
        """Whether there is such a file; kept in `looked_for`."""
        # Path.is_file would raise for a folder that may not be entered.
        self.looked_for[file] = exists = os.path.isfile(file)  # noqa: PTH113
        return exists

    @property
    def id(self) -> str | None:
        """The question's id, if it is a text."""
        return self.text(("id",))

    @property
    def problems(self) -> list[Problem]:
        """What the model finds wrong with the data."""
        return self.cached_view(_problems)

    def cached_view(self, view: Callable[[Self], T]) -> T:
        """Return `view(self)`, worked out at the first call and shared by all rules that ask for it."""
        if view not in self._views:
            self._views[view] = view(self)
        return cast("T", self._views[view])

    def clear_views(self) -> None:
        """Let go of all views: most hold the question, and only a search for garbage finds such circles."""
        for view in self._views.values():
            let_go = getattr(view, "let_go", None)  # the facts of a ledger hold each other
            if let_go is not None:
                let_go()
        self._views.clear()

    def value(self, path: FieldPath) -> Any:
        """Return the value at a path, or None if there is none."""
        return self.document.value(path)

    def text(self, path: FieldPath) -> str | None:
        """Return the text at a path, or None if there is none or it is no text."""
        value = self.value(path)
        return value if isinstance(value, str) else None

    def items(self, path: FieldPath) -> list[Any]:
        """Return the list at a path, or an empty one if there is none or it is no list."""
        return as_list(self.value(path))


class SetFile(QuestionFile):
    """A set of questions with the document it came from; it has no claims and no id."""

    __slots__ = ()

    @property
    def id(self) -> str | None:
        """None: a set is known by the name of its file."""
        return None


class LabFile(QuestionFile):
    """A lab with the document it came from; it has no claims."""

    __slots__ = ()


def _problems(file: QuestionFile) -> list[Problem]:
    # Pydantic only when needed.
    if isinstance(file, LabFile):
        from qbank.model.lab import lab_problems  # noqa: PLC0415

        return lab_problems(file.data)
    from qbank.model.validation import validate  # noqa: PLC0415

    of_data = validate.set_problems if isinstance(file, SetFile) else validate.question_problems
    return of_data(file.data)
