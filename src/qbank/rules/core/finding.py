"""What a rule reports: a finding, its severity, and the fix that may go with it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from qbank.bank.editing.edits import Edit
from qbank.yamlio.positions import FromOne


class Severity(StrEnum):
    """How much a finding weighs; errors fail the audit unless told otherwise."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    def outweighs(self, other: Severity) -> bool:
        """Whether this is graver than another one."""
        gravest_first = tuple(Severity)
        return gravest_first.index(self) < gravest_first.index(other)


class Applicability(StrEnum):
    """Whether a fix keeps the meaning (`safe`) or needs a reader's eye (`unsafe`)."""

    SAFE = "safe"
    UNSAFE = "unsafe"


class Fix(Struct, frozen=True):
    """Edits of the file's text that remove the cause of a finding."""

    applicability: Applicability
    edits: tuple[Edit, ...]


class Related(Struct, frozen=True):
    """Another place of the same file that a finding rests on, and what stands there."""

    message: str
    line: FromOne
    column: FromOne
    end_line: FromOne
    end_column: FromOne


class Finding(Struct, frozen=True):
    """One thing a rule found, at its place.

    Lines and columns count from 1, columns in code points; the end is exclusive. The audit sets
    `fingerprint` of findings in a file: the same problem has the same one wherever it moves.
    """

    code: str
    name: str
    severity: Severity
    message: str
    path: str
    line: FromOne
    column: FromOne
    end_line: FromOne
    end_column: FromOne
    question_id: str | None = None
    field: str | None = None
    fix: Fix | None = None
    fingerprint: str = ""
    related: tuple[Related, ...] = ()
