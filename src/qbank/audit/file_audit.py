"""The audit of one file: a pure function of its content and the plan.

That it depends on nothing else is what lets files be audited in several processes, and results be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from qbank.audit import fingerprints
from qbank.audit.files import Task
from qbank.audit.guard import Guard
from qbank.audit.keys import file_key
from qbank.audit.plan import Plan
from qbank.audit.result import NO_CLAIMS, NO_PUZZLES, Crash, PuzzleCounts, Suppressed, Unreadable, place
from qbank.audit.suppressions import Suppressions, split, suppressions
from qbank.bank.discovery import FileKind
from qbank.labs.targets import looks_like_lab
from qbank.napkin.parsing.spans import forget_texts
from qbank.napkin.verdicts import ClaimCounts, Reason
from qbank.rules.core.base import FileRule, LabRule, ProblemRule
from qbank.rules.core.causes import united
from qbank.rules.core.claims import claims_of
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import LabFile, QuestionFile, SetFile, SourceFile
from qbank.rules.core.summary import SetSummary, Summary
from qbank.rules.labs import solvable
from qbank.yamlio.content import read_content
from qbank.yamlio.positions import FromZero
from qbank.yamlio.read_problems import ReadError, ReadProblemKind


class FileOutcome(Struct, frozen=True):
    """What the audit of one file gives. Findings have their final severity and are those not suppressed.

    `used` are the indices of the suppressions that are about something, `refused` of those of them that the
    settings do not let suppress it. `looked_for` are files whose being
    there, or not, the findings depend on, relative to the bank. `key` is what the cache knows the file by.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    summary: Summary | None = None
    set_summary: SetSummary | None = None
    is_lab: bool = False
    claims: ClaimCounts = NO_CLAIMS
    puzzles: PuzzleCounts = NO_PUZZLES
    suppressions: Suppressions = ()
    suppressed: tuple[Suppressed, ...] = ()
    used: frozenset[FromZero] = frozenset()
    refused: frozenset[FromZero] = frozenset()
    looked_for: tuple[tuple[str, bool], ...] = ()
    unreadable: Unreadable | None = None
    crashes: tuple[Crash, ...] = ()
    key: bytes = b""

    @property
    def lasting(self) -> bool:
        """Whether another run with the same file would come to the same, and sets are audited each time."""
        return bool(self.key) and not self.crashes and self.unreadable is None and self.set_summary is None


_MOST_FILES = 32
_MOST_CHARACTERS = 300_000
"""How many files go through the audit together, and of what size, so that they need little memory."""

_Audit = Generator[QuestionFile | None, list[Finding], FileOutcome]
"""An audit on its way: yields its question, if there is one, and is sent what the rules find in that."""


class _Opened(Struct, frozen=True):
    """A file that was read."""

    source: SourceFile
    kind: FileKind
    guard: Guard
    key: bytes = b""
    brief: bool = False


def audit_source(source: SourceFile, plan: Plan, *, kind: FileKind = FileKind.QUESTION) -> FileOutcome:
    """Audit a file that was read already."""
    return next(_audit_together([_Opened(source, kind, Guard(source.path))], plan, bool))


def audit_files(tasks: Iterable[Task], plan: Plan, stop: Callable[[], bool] = bool) -> Iterator[FileOutcome]:
    """Read and audit files, and yield the outcome of each in their order, until `stop` says so.

    A few go through each step together. Going through all rules for one file at a time, each piece of the
    program has left the processor's caches when its turn comes again, which costs a quarter.
    """
    files: list[_Opened] = []
    size = 0
    for task in tasks:
        if stop():
            return
        file = _open(task, plan)
        files.append(file)
        size += len(file.source.document.text) if file.source.document is not None else 0
        if len(files) == _MOST_FILES or size > _MOST_CHARACTERS:
            yield from _audit_together(files, plan, stop)
            files, size = [], 0
    yield from _audit_together(files, plan, stop)


def _open(task: Task, plan: Plan) -> _Opened:
    guard = Guard(task.shown)
    try:
        content = read_content(task.path)
    except ReadError as error:
        return _Opened(SourceFile(task.shown, None, (error.problem,)), task.kind, guard)
    source = guard.run("reading", lambda: SourceFile.from_bytes(content, task.shown, task.path))
    if source is None:
        return _Opened(SourceFile(task.shown, None), task.kind, guard, brief=True)
    return _Opened(source, task.kind, guard, file_key(plan.paths.relative(task.path), content), task.brief)


def _audit_together(files: Sequence[_Opened], plan: Plan, stop: Callable[[], bool]) -> Iterator[FileOutcome]:
    """Audit files, each rule over all of their questions, and yield the outcomes until `stop` says so."""
    audits = [_audit(file, plan) for file in files]
    questions = [next(audit) for audit in audits]
    guards = {question: file.guard for question, file in zip(questions, files, strict=True) if question}
    if plan.chosen.claims:
        for asked in guards:
            if stop():
                return
            # Whoever asks for them again, meets a defect in them again, and tells it.
            with suppress(Exception):
                _ = claims_of(asked)
    findings = plan.rules.check_questions(
        tuple(guards),
        lambda question, rule, error: guards[question].note(f"{rule.code} {rule.name}", error),
        stop,
    )
    forget_texts()
    if stop():
        return
    of_question = dict(zip(guards, findings, strict=True))
    for audit, question in zip(audits, questions, strict=True):
        yield _finished(audit, [] if question is None else of_question[question])


def _finished(audit: _Audit, findings: list[Finding]) -> FileOutcome:
    try:
        audit.send(findings)
    except StopIteration as end:
        outcome: FileOutcome = end.value
        return outcome
    raise RuntimeError("an audit yields once")


def _audit(file: _Opened, plan: Plan) -> _Audit:
    """Audit a file from the rules about files to the outcome; yields where rules about questions run."""
    source, guard = file.source, file.guard
    if file.brief:
        yield None
        return _brief(file, plan)
    findings = guard.check(plan.rules, FileRule, source)
    content = _content(source, file.kind, plan)
    question = None if isinstance(content, SetFile | LabFile) else content
    findings += yield question
    claims, puzzles = NO_CLAIMS, NO_PUZZLES
    if isinstance(content, SetFile):
        findings += guard.check(plan.rules, ProblemRule, content)
    elif isinstance(content, LabFile):
        findings += guard.check(plan.rules, (ProblemRule, LabRule), content)
        if plan.chosen.puzzles:
            puzzles = guard.run("solving puzzles", lambda: PuzzleCounts(*solvable(content))) or NO_PUZZLES
    elif question is not None and plan.chosen.claims:
        claims = guard.run("counting claims", lambda: _count_claims(question)) or NO_CLAIMS
    summary, set_summary = _summaries(content, guard)
    by_comments = _suppressions(file, plan)
    parted = split(plan.admit(findings), by_comments)
    remaining = united(parted.remaining, source.document)
    outcome = FileOutcome(
        path=source.path,
        findings=tuple(sorted(fingerprints.of_file(remaining, source.document), key=place)),
        summary=summary,
        set_summary=set_summary,
        is_lab=isinstance(content, LabFile),
        claims=claims,
        puzzles=puzzles,
        suppressions=by_comments,
        suppressed=tuple(parted.suppressed),
        used=parted.used,
        refused=parted.refused,
        looked_for=() if content is None else plan.paths.looked_for(content.looked_for),
        unreadable=_unreadable(source),
        crashes=guard.crashes,
        key=file.key,
    )
    if content is not None:
        content.clear_views()
    return outcome


def _content(source: SourceFile, kind: FileKind, plan: Plan) -> QuestionFile | None:
    if kind is FileKind.LAB or (source.document is not None and looks_like_lab(source.document.data)):
        return source.lab(plan.for_rules)
    return source.set(plan.for_rules) if kind is FileKind.SET else source.question(plan.for_rules)


def _brief(file: _Opened, plan: Plan) -> FileOutcome:
    """Return a file's summary, and what its comments suppress."""
    source, guard = file.source, file.guard
    content = {FileKind.QUESTION: source.question, FileKind.SET: source.set}.get(file.kind)
    summary, set_summary = _summaries(None if content is None else content(plan.for_rules), guard)
    return FileOutcome(
        source.path,
        summary=summary,
        set_summary=set_summary,
        suppressions=_suppressions(file, plan),
        crashes=guard.crashes,
    )


def _suppressions(file: _Opened, plan: Plan) -> Suppressions:
    document, allowed = file.source.document, plan.settings.suppressions
    return file.guard.run("reading suppressions", lambda: suppressions(document, allowed)) or ()


def _summaries(content: QuestionFile | None, guard: Guard) -> tuple[Summary | None, SetSummary | None]:
    if content is None or isinstance(content, LabFile):
        return None, None
    if isinstance(content, SetFile):
        return None, guard.run("summarising", lambda: SetSummary.of(content))
    return guard.run("summarising", lambda: Summary.of(content)), None


def _unreadable(source: SourceFile) -> Unreadable | None:
    for problem in source.problems:
        if problem.kind is ReadProblemKind.UNREADABLE:
            return Unreadable(source.path, problem.message)
    return None


def _count_claims(question: QuestionFile) -> ClaimCounts:
    """Count the claims.

    Raises:
        RuntimeError: the two evaluators differ on one; the author is told nothing, but qbank has a defect.
    """
    for found in claims_of(question):
        if found.claim.reason is Reason.DISAGREEMENT:
            raise RuntimeError(f"two evaluators differ on {found.claim.text!r}: {found.claim.detail}")
    return ClaimCounts.of(found.claim.verdict for found in claims_of(question))
