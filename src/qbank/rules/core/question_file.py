"""What rules look at: a file as it was read, and the question in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from qbank.problems import ProblemKind
from qbank.rules.core.settings import DEFAULT_SETTINGS, RuleSettings
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.read_problems import ReadError, ReadProblem
from qbank.yamlio.reader import read_bytes, read_file

if TYPE_CHECKING:
    from qbank.labs.resolve import Resolved
    from qbank.problems import Problem
    from qbank.rules.core.claims import FieldClaim

T = TypeVar("T")


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
        try:
            document = read_file(path)
        except ReadError as error:
            return cls(shown, None, (error.problem,))
        return cls(shown, document, document.problems)

    @classmethod
    def from_bytes(cls, data: bytes, shown: str, path: Path | None = None) -> SourceFile:
        """Read the bytes of a file, as from standard input."""
        try:
            document = read_bytes(data, path)
        except ReadError as error:
            return cls(shown, None, (error.problem,))
        return cls(shown, document, document.problems)

    def set(self, settings: RuleSettings = DEFAULT_SETTINGS) -> SetFile | None:
        """Return the set in the file, or None if nothing useful could be read."""
        return None if self.document is None else SetFile(self.document, self.path, settings)

    def lab(self, settings: RuleSettings = DEFAULT_SETTINGS) -> LabFile | None:
        """Return the lab in the file, or None if nothing useful could be read."""
        return None if self.document is None else LabFile(self.document, self.path, settings)

    def question(self, settings: RuleSettings = DEFAULT_SETTINGS) -> QuestionFile | None:
        """Return the question in the file, or None if nothing useful could be read."""
        return None if self.document is None else QuestionFile(self.document, self.path, settings)


class QuestionFile:
    """A question with the document it came from; costly views are made once, when first asked for."""

    __slots__ = ("_claims", "_problems", "_views", "data", "document", "looked_for", "path", "settings")

    def __init__(
        self, document: Document, path: str | None = None, settings: RuleSettings = DEFAULT_SETTINGS
    ) -> None:
        self.document = document
        self.path = path if path is not None else str(document.path or "<stdin>")
        self.data: dict[str, Any] = document.data
        self.settings = settings
        self._problems: list[Problem] | None = None
        self._claims: list[FieldClaim] | None = None
        self._views: dict[Callable[[QuestionFile], Any], Any] = {}
        self.looked_for: dict[Path, bool] = {}

    def finds(self, file: Path) -> bool:
        """Whether there is such a file. What was looked for is kept: findings hold as long as it stays so."""
        # Path.is_file would raise for a folder that may not be entered.
        self.looked_for[file] = found = os.path.isfile(file)  # noqa: PTH113
        return found

    @property
    def id(self) -> str | None:
        """The question's id, if it is a text."""
        value = self.data.get("id")
        return value if isinstance(value, str) else None

    @property
    def problems(self) -> list[Problem]:
        """What the model finds wrong with the data."""
        if self._problems is None:
            from qbank.model.validation.validate import question_problems  # noqa: PLC0415 - pydantic only when needed

            self._problems = question_problems(self.data)
        return self._problems

    @property
    def claims(self) -> list[FieldClaim]:
        """Every claim in the question's texts, with the field it stands in."""
        if self._claims is None:
            from qbank.rules.core.claims import field_claims  # noqa: PLC0415 - the verifier only when needed

            self._claims = field_claims(self)
        return self._claims

    def once(self, view: Callable[[QuestionFile], T]) -> T:
        """Return `view(self)`, worked out at the first call and shared by all rules that ask for it."""
        if view not in self._views:
            self._views[view] = view(self)
        return cast("T", self._views[view])

    def forget(self) -> None:
        """Let go of all views: most hold the question, and only a search for garbage finds such circles."""
        self._views.clear()
        self._claims = self._problems = None

    def value(self, path: FieldPath) -> Any:
        """Return the value at a path, or None if there is none."""
        node: Any = self.data
        for key in path:
            if isinstance(node, dict):
                node = node.get(key)
            elif isinstance(node, list) and isinstance(key, int) and 0 <= key < len(node):
                node = node[key]
            else:
                return None
        return node

    def text(self, path: FieldPath) -> str | None:
        """Return the text at a path, or None if there is none or it is no text."""
        value = self.value(path)
        return value if isinstance(value, str) else None


class SetFile(QuestionFile):
    """A set of questions with the document it came from; it has no claims and no id."""

    __slots__ = ()

    @property
    def id(self) -> str | None:
        """None: a set is known by the name of its file."""
        return None

    @property
    def problems(self) -> list[Problem]:
        """What the model finds wrong with the data."""
        if self._problems is None:
            from qbank.model.validation.validate import set_problems  # noqa: PLC0415 - pydantic only when needed

            self._problems = set_problems(self.data)
        return self._problems


class LabFile(QuestionFile):
    """A lab with the document it came from; it has no claims."""

    __slots__ = ("_resolved",)

    def __init__(
        self, document: Document, path: str | None = None, settings: RuleSettings = DEFAULT_SETTINGS
    ) -> None:
        super().__init__(document, path, settings)
        self._resolved: Resolved | None = None

    @property
    def problems(self) -> list[Problem]:
        """What the model finds wrong with the data."""
        if self._problems is None:
            from qbank.model.validation.validate import lab_problems  # noqa: PLC0415 - pydantic only when needed

            self._problems = lab_problems(self.data)
        return self._problems

    @property
    def resolved(self) -> Resolved:
        """The lab made ready, and what is wrong with it; nothing of both where its data has another shape."""
        if self._resolved is None:
            from qbank.labs.resolve import Resolved, resolve  # noqa: PLC0415 - labs are few
            from qbank.rules.formulas.recognition import usable_library  # noqa: PLC0415
            from qbank.rules.hardware.devices import names_of  # noqa: PLC0415

            if any(problem.kind is not ProblemKind.UNKNOWN_FIELD for problem in self.problems):
                self._resolved = Resolved(None, ())
            else:
                root = self.settings.root
                self._resolved = resolve(self.data, usable_library(root), names_of(root).catalog)
        return self._resolved
