"""Applying the fixes that findings carry: exactly, until nothing is left to fix, and never half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qbank.audit.engine import Audit
from qbank.audit.file_audit import audit_source
from qbank.audit.plan import Plan
from qbank.audit.result import Crash, FileOutcome
from qbank.audit.task import Task
from qbank.bank.editing import Edit, WriteError, apply_edits, write_atomic
from qbank.bank.patch import patch
from qbank.rules.finding import Applicability, Finding
from qbank.rules.source import SourceFile

MAX_ROUNDS = 10
"""A fix may make room for another; fixes that never come to rest are a defect of theirs."""


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file before and after its fixes, and how many findings they removed."""

    task: Task
    before: str
    after: str
    fixed: int
    outcome: FileOutcome


@dataclass(frozen=True, slots=True)
class FixReport:
    """What fixing did: the files changed, those that could not be written, and defects met on the way."""

    files: tuple[FixedFile, ...]
    failures: tuple[str, ...]
    crashes: tuple[Crash, ...]

    @property
    def fixed(self) -> int:
        """How many findings were removed."""
        return sum(file.fixed for file in self.files)


def fix(audit: Audit, *, unsafe: bool = False, write: bool = True) -> FixReport:
    """Apply the fixes of an audit that has run to its outcomes and, with `write`, to the files.

    After it the audit's result is what remains, or without `write` what would remain. Only findings in a
    file itself are fixed, not those about its place in the bank.
    """
    files: list[FixedFile] = []
    failures: list[str] = []
    crashes: list[Crash] = []
    for task in audit.tasks:
        if task.brief or not _fixable(audit.outcome(task).findings, unsafe):
            continue
        changed, crash = fix_file(task, audit.plan, unsafe=unsafe)
        if crash is not None:
            crashes.append(crash)
        if changed is None:
            continue
        if write:
            try:
                write_atomic(task.path, changed.after)
            except WriteError as error:
                failures.append(str(error))
                continue
        audit.replace(changed.outcome)
        files.append(changed)
    return FixReport(tuple(files), tuple(failures), tuple(crashes))


def fix_file(task: Task, plan: Plan, *, unsafe: bool = False) -> tuple[FixedFile | None, Crash | None]:
    """Work out a file with its fixes applied, and write nothing; None if there is nothing to change.

    The second value tells of fixes that would have broken the file, or that never come to rest.
    """
    source = SourceFile.read(task.path, task.shown)
    if source.document is None:
        return None, None
    before = text = source.document.text
    outcome = audit_source(source, plan, kind=task.kind)
    fixed = 0
    crash = None
    for _ in range(MAX_ROUNDS):
        chosen = list(_compatible(_fixable(outcome.findings, unsafe)))
        edits = {edit for finding in chosen for edit in _edits(finding)}
        try:
            changed = apply_edits(text, edits)
        except ValueError as error:
            crash = _defect(task, chosen, f"has edits that cannot be made: {error}")
            break
        if changed == text:
            break
        after = SourceFile.from_bytes(changed.encode("utf-8"), task.shown, task.path)
        if after.document is None:
            crash = _defect(task, chosen, "would have made the file unreadable")
            break
        text, fixed = changed, fixed + len(chosen)
        outcome = audit_source(after, plan, kind=task.kind)
    else:
        if rest := _fixable(outcome.findings, unsafe):
            # Where it goes is anyone's guess, so nothing of it is kept.
            return None, _defect(task, rest, f"did not come to rest in {MAX_ROUNDS} rounds")
    if text == before:
        return None, crash
    return FixedFile(task, before, text, fixed, outcome), crash


def unified_diff(file: FixedFile) -> Iterator[str]:
    """Return the lines of a diff of a file before and after, as `git apply` and `patch` read it."""
    return patch(file.task.shown, file.before, file.after)


def _fixable(findings: Iterable[Finding], unsafe: bool) -> list[Finding]:
    return [
        finding
        for finding in findings
        if finding.fix is not None and (unsafe or finding.fix.applicability is Applicability.SAFE)
    ]


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix is not None else ()


def _compatible(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings whose fixes do not get in each other's way; the others come next round."""
    taken: set[Edit] = set()
    for finding in findings:
        edits = _edits(finding)
        if not any(_clash(edit, other) for edit in edits for other in taken):
            taken.update(edits)
            yield finding


def _clash(one: Edit, other: Edit) -> bool:
    if one == other:
        return False
    if one.start == one.end == other.start == other.end:
        return True
    return one.start < other.end and other.start < one.end


def _defect(task: Task, findings: Iterable[Finding], what: str) -> Crash:
    codes = ", ".join(sorted({finding.code for finding in findings}))
    return Crash(task.shown, f"the fix of {codes}", what, "")
