"""Applying the fixes that findings carry: exactly, until nothing is left to fix, and never half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from qbank.audit.engine import Audit
from qbank.audit.file_audit import FileOutcome, audit_source
from qbank.audit.files import Task
from qbank.audit.plan import Plan
from qbank.audit.result import Crash
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.bank.editing.patch import patch
from qbank.bank.writing import WriteError, write_atomic
from qbank.grouping import grouped
from qbank.rules.core.finding import Applicability, Finding
from qbank.rules.core.question_file import SourceFile

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

    After it the audit's result is what remains, or without `write` what would remain. Findings about the bank
    as a whole come last, for they depend on what the files say.
    """
    work = _Work(audit, unsafe)
    tasks = {task.shown: task for task in audit.tasks if not task.brief}
    for task in tasks.values():
        if _fixable(audit.outcome(task).findings, unsafe):
            work.fix(task)
    for _ in range(MAX_ROUNDS):
        of_bank = grouped((finding.path, finding) for finding in _fixable(audit.bank_findings(), unsafe))
        changes = [work.fix(tasks[path], findings) for path, findings in of_bank.items() if path in tasks]
        if not any(changes):
            break
    failures = work.write() if write else ()
    return FixReport(tuple(work.files.values()), failures, tuple(work.crashes))


class _Work:
    """What has been fixed so far; nothing is written before all of it is known."""

    def __init__(self, audit: Audit, unsafe: bool) -> None:
        self._audit = audit
        self._unsafe = unsafe
        self._before: dict[str, FileOutcome] = {}
        self.files: dict[str, FixedFile] = {}
        self.crashes: list[Crash] = []

    def fix(self, task: Task, of_bank: Sequence[Finding] = ()) -> bool:
        """Fix a file, with what there is to fix in its place in the bank; tell whether it changes."""
        text, plan = self._audit.text(task), self._audit.plan
        source = (
            SourceFile.read(task.path, task.shown)
            if text is None
            else SourceFile.from_bytes(text.encode("utf-8"), task.shown, task.path)
        )
        fixed, crash = fix_source(source, task, plan, unsafe=self._unsafe, of_bank=of_bank)
        if crash is not None:
            self.crashes.append(crash)
        if fixed is None:
            return False
        earlier = self.files.get(task.shown)
        if earlier is not None:
            fixed = replace(fixed, before=earlier.before, fixed=earlier.fixed + fixed.fixed)
        self._before.setdefault(task.shown, self._audit.outcome(task))
        self.files[task.shown] = fixed
        self._audit.replace(fixed.outcome, fixed.after)
        return True

    def write(self) -> tuple[str, ...]:
        """Write the files, and return what went wrong; a file that cannot be written stays as it was."""
        failures = []
        for shown, file in list(self.files.items()):
            try:
                write_atomic(file.task.path, file.after)
            except WriteError as error:
                failures.append(str(error))
                del self.files[shown]
                self._audit.replace(self._before[shown])
        return tuple(failures)


def fix_source(
    source: SourceFile, task: Task, plan: Plan, *, unsafe: bool = False, of_bank: Sequence[Finding] = ()
) -> tuple[FixedFile | None, Crash | None]:
    """Work out a file with its fixes applied, and write nothing; None if there is nothing to change.

    The second value tells of fixes that would have broken the file, or that never come to rest. `of_bank` are
    findings about its place in the bank whose fixes are made first.
    """
    if source.document is None:
        return None, None
    before = text = source.document.text
    outcome = audit_source(source, plan, kind=task.kind)
    fixed = 0
    crash = None
    for turn in range(MAX_ROUNDS):
        first = of_bank if turn == 0 else ()
        chosen = list(_compatible((*first, *_fixable(outcome.findings, unsafe))))
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
