"""The audit of one file: a pure function of its content and the plan.

That it depends on nothing else is what lets files be audited in several processes, and results be kept.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import TypeVar

from qbank.audit import fingerprints
from qbank.audit.plan import Plan
from qbank.audit.result import (
    NO_CLAIMS,
    NO_PUZZLES,
    ClaimCounts,
    Crash,
    FileOutcome,
    PuzzleCounts,
    Unreadable,
    place,
)
from qbank.audit.suppressions import split, suppressions
from qbank.audit.task import Task, file_key
from qbank.bank.discovery import FileKind
from qbank.bank.problems import ReadError, ReadProblemKind
from qbank.bank.reader import read_content
from qbank.labs.targets import looks_like_lab
from qbank.napkin import Reason
from qbank.rules.base import BankRule, FileRule, LabRule, QuestionRule
from qbank.rules.finding import Finding
from qbank.rules.labs import solvable
from qbank.rules.registry import RuleSet
from qbank.rules.source import QuestionFile, SourceFile
from qbank.rules.summary import BankView, SetSummary, Summary

T = TypeVar("T")


def audit_file(task: Task, plan: Plan) -> FileOutcome:
    """Read and audit a file. A defect in a rule ends up in the outcome; nothing is raised."""
    guard = _Guard(task.shown)
    try:
        content = read_content(task.path)
    except ReadError as error:
        return _audit(SourceFile(task.shown, None, (error.problem,)), plan, guard, task.kind)
    source = guard.run("reading", lambda: SourceFile.from_bytes(content, task.shown, task.path))
    if source is None:
        return FileOutcome(task.shown, crashes=guard.crashes)
    if task.brief:
        return _look(source, plan, guard, task.kind)
    # There are few sets, and what rules know of them is theirs: they are audited each time.
    key = b"" if task.kind is FileKind.SET else file_key(plan.place(task.path), content)
    return _audit(source, plan, guard, task.kind, key)


def _look(source: SourceFile, plan: Plan, guard: _Guard, kind: FileKind) -> FileOutcome:
    """Return a file's summary, and what its comments suppress."""
    question = source.question(plan.for_rules) if kind is FileKind.QUESTION else None
    found_set = source.set(plan.for_rules) if kind is FileKind.SET else None
    return FileOutcome(
        source.path,
        summary=None if question is None else guard.run("summarising", lambda: Summary.of(question)),
        set_summary=None if found_set is None else guard.run("summarising", lambda: SetSummary.of(found_set)),
        suppressions=guard.run("reading suppressions", lambda: suppressions(source.document)) or (),
        crashes=guard.crashes,
    )


def audit_source(source: SourceFile, plan: Plan, *, kind: FileKind = FileKind.QUESTION) -> FileOutcome:
    """Audit a file that was read already, as `audit_file`."""
    return _audit(source, plan, _Guard(source.path), kind)


def audit_bank(bank: BankView, plan: Plan) -> tuple[list[Finding], tuple[Crash, ...]]:
    """Run the rules about the bank as a whole; a defect in a rule costs nothing but that rule."""
    guard = _Guard(str(bank.root) if bank.root is not None else "the bank")
    found = guard.check(plan.rules, BankRule, lambda rules: rules.check_bank(bank))
    return found, guard.crashes


def _audit(source: SourceFile, plan: Plan, guard: _Guard, kind: FileKind, key: bytes = b"") -> FileOutcome:
    found = guard.check(plan.rules, FileRule, lambda rules: rules.check_file(source))
    if source.document is not None and looks_like_lab(source.document.data):
        kind = FileKind.LAB
    question = source.question(plan.for_rules) if kind is FileKind.QUESTION else None
    found_set = source.set(plan.for_rules) if kind is FileKind.SET else None
    found_lab = source.lab(plan.for_rules) if kind is FileKind.LAB else None
    summary = None
    set_summary = None
    claims = None
    puzzles = None
    if found_lab is not None:
        found += guard.check(plan.rules, (QuestionRule, LabRule), lambda rules: rules.check_lab(found_lab))
        if plan.puzzles:
            puzzles = guard.run("solving puzzles", lambda: PuzzleCounts(*solvable(found_lab)))
    if found_set is not None:
        found += guard.check(plan.rules, QuestionRule, lambda rules: rules.check_set(found_set))
        set_summary = guard.run("summarising", lambda: SetSummary.of(found_set))
    if question is not None:
        found += guard.check(plan.rules, QuestionRule, lambda rules: rules.check_question(question))
        summary = guard.run("summarising", lambda: Summary.of(question))
        claims = guard.run("counting claims", lambda: _claims(question)) if plan.claims else None
    suppressed_by = guard.run("reading suppressions", lambda: suppressions(source.document)) or ()
    admitted, suppressed, used = split(plan.admit(found), suppressed_by)
    findings = fingerprints.of_file(admitted, source.document) if admitted else []
    looked_for = _looked_for(question, plan)
    for one in (question, found_set):
        if one is not None:
            one.forget()
    return FileOutcome(
        path=source.path,
        findings=tuple(sorted(findings, key=place)),
        summary=summary,
        set_summary=set_summary,
        claims=claims or NO_CLAIMS,
        puzzles=puzzles or NO_PUZZLES,
        suppressions=suppressed_by,
        suppressed=suppressed,
        used=used,
        looked_for=looked_for,
        unreadable=_unreadable(source),
        crashes=guard.crashes,
        key=key,
    )


def _looked_for(question: QuestionFile | None, plan: Plan) -> tuple[tuple[str, bool], ...]:
    if question is None or not question.looked_for:
        return ()
    return tuple((plan.place(file), found) for file, found in question.looked_for.items())


def _unreadable(source: SourceFile) -> Unreadable | None:
    for problem in source.problems:
        if problem.kind is ReadProblemKind.UNREADABLE:
            return Unreadable(source.path, problem.message)
    return None


def _claims(question: QuestionFile) -> ClaimCounts:
    """Count the claims.

    Raises:
        RuntimeError: the two evaluators differ on one; the author is told nothing, but qbank has a defect.
    """
    for found in question.claims:
        if found.claim.reason is Reason.DISAGREEMENT:
            raise RuntimeError(f"two evaluators differ on {found.claim.text!r}: {found.claim.detail}")
    return ClaimCounts.of(found.claim.verdict for found in question.claims)


class _Guard:
    """Runs pieces of an audit so that a defect in one is told and costs nothing else."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._crashes: dict[str, Crash] = {}

    @property
    def crashes(self) -> tuple[Crash, ...]:
        return tuple(self._crashes.values())

    def run(self, what: str, step: Callable[[], T]) -> T | None:
        try:
            return step()
        except Exception as error:
            self.note(what, error)
            return None

    def check(
        self, rules: RuleSet, scope: type | tuple[type, ...], step: Callable[[RuleSet], Iterable[Finding]]
    ) -> list[Finding]:
        """Run rules together, and if one fails, each by itself: the others' findings must not be lost."""
        try:
            return list(step(rules))
        except Exception:
            found: list[Finding] = []
            for rule in rules:
                if isinstance(rule, scope):
                    found += self.run(f"{rule.code} {rule.name}", lambda: step(RuleSet((rule,)))) or ()  # noqa: B023
            return found

    def note(self, what: str, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        # One defect below the rules fails many of them; the first tells enough.
        self._crashes.setdefault(
            f"{where} {error!r}",
            Crash(
                self._path,
                what,
                f"{type(error).__name__}: {error}",
                "".join(traceback.format_exception(error)),
            ),
        )
