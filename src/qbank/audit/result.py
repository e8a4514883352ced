"""What comes out of an audit."""

from __future__ import annotations

from msgspec import Struct

from qbank.napkin.verdicts import ClaimCounts
from qbank.rules.core.finding import Finding, Severity
from qbank.yamlio.positions import FromZero, Span


class PuzzleCounts(Struct, frozen=True):
    """How many puzzles of labs some setting solves, and how many none does or nobody could try."""

    solvable: FromZero = 0
    other: FromZero = 0

    def __bool__(self) -> bool:
        return bool(self.solvable or self.other)

    def __add__(self, other: PuzzleCounts) -> PuzzleCounts:
        return PuzzleCounts(self.solvable + other.solvable, self.other + other.other)


NO_CLAIMS = ClaimCounts()
NO_PUZZLES = PuzzleCounts()


class Crash(Struct, frozen=True):
    """A defect of qbank met while auditing a file: what failed and why."""

    path: str
    what: str
    error: str
    traceback: str


class Unreadable(Struct, frozen=True):
    """A file that could not be read, or not as what it is to be; `line` is 0 where there is none."""

    path: str
    message: str
    line: FromZero = 0
    column: FromZero = 0

    @property
    def place(self) -> str:
        """The path, with line and column if it has them."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path


class Suppressed(Struct, frozen=True):
    """A finding that is not reported, the comment in its file that says so, and the reason it gives."""

    finding: Finding
    by: Span
    reason: str = ""


class AuditResult(Struct, frozen=True):
    """What the audit of some files gives. Findings are sorted by path and place.

    `claims_checked` is false if no rule about claims was chosen; then nobody looked for claims. `paths` are
    the files audited; `loosened` says what the audit is more lenient about than at the revision that it
    compares with; `baselined` is how many findings a baseline knew.
    """

    findings: tuple[Finding, ...]
    files: int
    questions: int
    claims: ClaimCounts
    claims_checked: bool
    suppressed: tuple[Suppressed, ...]
    unreadable: tuple[Unreadable, ...]
    crashes: tuple[Crash, ...]
    remarks: tuple[str, ...]
    paths: tuple[str, ...] = ()
    baselined: int = 0
    puzzles: PuzzleCounts = NO_PUZZLES
    sets: int = 0
    labs: int = 0
    loosened: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def exit_status(self, fail_on: Severity) -> int:
        """Return 2 if something could not be audited, 1 for findings that weigh `fail_on` or more, else 0."""
        if self.unreadable or self.crashes:
            return 2
        return int(any(weighs(finding, fail_on) for finding in self.findings))


def weighs(finding: Finding, level: Severity) -> bool:
    """Whether a finding weighs as much as a level or more."""
    return not level.outweighs(finding.severity)


def place(finding: Finding) -> tuple[str, int, int, str, str]:
    """Return the key by which findings are sorted."""
    return finding.path, finding.line, finding.column, finding.code, finding.message
