"""The audit of one file: a pure function of its content and the plan.

That it depends on nothing else is what lets files be audited in several processes, and results be kept.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from qbank.audit import fingerprints
from qbank.audit.plan import Plan
from qbank.audit.result import (
    NO_CLAIMS,
    NO_PUZZLES,
    Crash,
    FileOutcome,
    PuzzleCounts,
    Unreadable,
    place,
)
from qbank.audit.suppressions import split, suppressions
from qbank.audit.task import Task, file_key
from qbank.bank.discovery import FileKind
from qbank.labs.targets import looks_like_lab
from qbank.napkin import Reason
from qbank.napkin.verified_text import ClaimCounts
from qbank.rules.core.base import BankRule, FileRule, LabRule, QuestionRule
from qbank.rules.core.claims import claims_of
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import QuestionFile, SetFile, SourceFile
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.rules.labs import solvable
from qbank.rules.registry import RuleSet
from qbank.yamlio.read_problems import ReadError, ReadProblemKind
from qbank.yamlio.reader import read_content

T = TypeVar("T")

_MOST_FILES = 32
_MOST_CHARACTERS = 300_000
"""How many files go through the audit together, and of what size, so that they need little memory."""


def audit_file(task: Task, plan: Plan) -> FileOutcome:
    """Read and audit a file. A defect in a rule ends up in the outcome; nothing is raised."""
    return next(audit_files((task,), plan))


def audit_files(tasks: Iterable[Task], plan: Plan, stop: Callable[[], bool] = bool) -> Iterator[FileOutcome]:
    """Read and audit files, and yield the outcome of each in their order, until `stop` says so.

    A few go through one step together before the next step begins: going through all rules for one file at a
    time, each piece of the program has left the processor's caches when its turn comes again, which costs a
    quarter.
    """
    works: list[_Work] = []
    size = 0
    for task in tasks:
        if stop():
            return
        work = _opened(task, plan)
        works.append(work)
        size += len(work.source.document.text) if work.source.document is not None else 0
        if len(works) == _MOST_FILES or size > _MOST_CHARACTERS:
            yield from _outcomes(works, plan, stop)
            works, size = [], 0
    yield from _outcomes(works, plan, stop)


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
    return next(_outcomes([_Work(source, _Guard(source.path), kind)], plan))


def audit_bank(bank: BankView, plan: Plan) -> tuple[list[Finding], tuple[Crash, ...]]:
    """Run the rules about the bank as a whole; a defect in a rule costs nothing but that rule."""
    guard = _Guard(str(bank.root) if bank.root is not None else "the bank")
    found = guard.check(plan.rules, BankRule, lambda rules: rules.check_bank(bank))
    return found, guard.crashes


class _Work:
    """A file on its way through the audit."""

    __slots__ = ("found", "found_set", "guard", "key", "kind", "outcome", "puzzles", "question", "source")

    def __init__(self, source: SourceFile, guard: _Guard, kind: FileKind, key: bytes = b"") -> None:
        self.source = source
        self.guard = guard
        self.kind = kind
        self.key = key
        self.found: list[Finding] = []
        self.question: QuestionFile | None = None
        self.found_set: SetFile | None = None
        self.puzzles = NO_PUZZLES
        self.outcome: FileOutcome | None = None


def _opened(task: Task, plan: Plan) -> _Work:
    guard = _Guard(task.shown)
    try:
        content = read_content(task.path)
    except ReadError as error:
        return _Work(SourceFile(task.shown, None, (error.problem,)), guard, task.kind)
    source = guard.run("reading", lambda: SourceFile.from_bytes(content, task.shown, task.path))
    if source is None:
        work = _Work(SourceFile(task.shown, None), guard, task.kind)
        work.outcome = FileOutcome(task.shown, crashes=guard.crashes)
        return work
    # There are few sets, and what rules know of them is theirs: they are audited each time.
    key = b"" if task.kind is FileKind.SET else file_key(plan.place(task.path), content)
    work = _Work(source, guard, task.kind, key)
    if task.brief:
        work.outcome = _look(source, plan, guard, task.kind)
    return work


def _outcomes(works: Sequence[_Work], plan: Plan, stop: Callable[[], bool] = bool) -> Iterator[FileOutcome]:
    for work in works:
        if work.outcome is None:
            _begin(work, plan)
    asked = {work.question: work for work in works if work.question is not None}
    if plan.claims:
        for question in asked:
            if stop():
                return
            # Whoever asks for them again, meets a defect in them again, and tells it.
            with suppress(Exception):
                _ = claims_of(question)
    found = plan.rules.check_questions(
        tuple(asked),
        lambda question, rule, error: asked[question].guard.note(f"{rule.code} {rule.name}", error),
        stop,
    )
    if stop():
        return
    for work, findings in zip(asked.values(), found, strict=True):
        work.found += findings
    for work in works:
        yield work.outcome or _finish(work, plan)


def _begin(work: _Work, plan: Plan) -> None:
    """Run the rules about a file, and all rules if it holds no question."""
    source, guard = work.source, work.guard
    work.found = guard.check(plan.rules, FileRule, lambda rules: rules.check_file(source))
    if source.document is not None and looks_like_lab(source.document.data):
        work.kind = FileKind.LAB
    if work.kind is FileKind.QUESTION:
        work.question = source.question(plan.for_rules)
    elif work.kind is FileKind.SET:
        work.found_set = found_set = source.set(plan.for_rules)
        if found_set is not None:
            work.found += guard.check(plan.rules, QuestionRule, lambda rules: rules.check_set(found_set))
    else:
        lab = source.lab(plan.for_rules)
        if lab is not None:
            work.found += guard.check(plan.rules, (QuestionRule, LabRule), lambda rules: rules.check_lab(lab))
            if plan.puzzles:
                counts = guard.run("solving puzzles", lambda: PuzzleCounts(*solvable(lab)))
                work.puzzles = counts or NO_PUZZLES


def _finish(work: _Work, plan: Plan) -> FileOutcome:
    source, guard, question, found_set = work.source, work.guard, work.question, work.found_set
    summary = set_summary = claims = None
    if found_set is not None:
        set_summary = guard.run("summarising", lambda: SetSummary.of(found_set))
    if question is not None:
        summary = guard.run("summarising", lambda: Summary.of(question))
        claims = guard.run("counting claims", lambda: _claims(question)) if plan.claims else None
    suppressed_by = guard.run("reading suppressions", lambda: suppressions(source.document)) or ()
    admitted, suppressed, used = split(plan.admit(work.found), suppressed_by)
    findings = fingerprints.of_file(admitted, source.document) if admitted else []
    looked_for = _looked_for(question, plan)
    for one in (question, found_set):
        if one is not None:
            one.clear_views()
    return FileOutcome(
        path=source.path,
        findings=tuple(sorted(findings, key=place)),
        summary=summary,
        set_summary=set_summary,
        claims=claims or NO_CLAIMS,
        puzzles=work.puzzles,
        suppressions=suppressed_by,
        suppressed=suppressed,
        used=used,
        looked_for=looked_for,
        unreadable=_unreadable(source),
        crashes=guard.crashes,
        key=work.key,
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
    for found in claims_of(question):
        if found.claim.reason is Reason.DISAGREEMENT:
            raise RuntimeError(f"two evaluators differ on {found.claim.text!r}: {found.claim.detail}")
    return ClaimCounts.of(found.claim.verdict for found in claims_of(question))


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
