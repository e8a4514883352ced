"""The audit of one file: a pure function of its content and the plan.

That it depends on nothing else is what lets files be audited in several processes, and results be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from qbank.audit import fingerprints
from qbank.audit.files import Task
from qbank.audit.guard import Guard
from qbank.audit.places import file_key
from qbank.audit.plan import Plan
from qbank.audit.result import (
    NO_CLAIMS,
    NO_PUZZLES,
    FileOutcome,
    PuzzleCounts,
    Unreadable,
    place,
)
from qbank.audit.suppressions import split, suppressions
from qbank.bank.discovery import FileKind
from qbank.labs.targets import looks_like_lab
from qbank.napkin import Reason
from qbank.napkin.verified_text import ClaimCounts
from qbank.rules.core.base import FileRule, LabRule, QuestionRule
from qbank.rules.core.claims import claims_of
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import LabFile, QuestionFile, SetFile, SourceFile
from qbank.rules.core.summary import SetSummary, Summary
from qbank.rules.labs import solvable
from qbank.yamlio.read_problems import ReadError, ReadProblemKind
from qbank.yamlio.reader import read_content

_MOST_FILES = 32
_MOST_CHARACTERS = 300_000
"""How many files go through the audit together, and of what size, so that they need little memory."""

_Audit = Generator[tuple[QuestionFile, Guard], list[Finding], FileOutcome]
"""An audit on its way: yields its question, if there is one, and is sent what the rules find in that."""


class _Waiting(NamedTuple):
    """An audit that waits for what the rules find in its question."""

    audit: _Audit
    question: QuestionFile
    guard: Guard


def audit_file(task: Task, plan: Plan) -> FileOutcome:
    """Read and audit a file. A defect in a rule ends up in the outcome; nothing is raised."""
    return next(audit_files((task,), plan))


def audit_files(tasks: Iterable[Task], plan: Plan, stop: Callable[[], bool] = bool) -> Iterator[FileOutcome]:
    """Read and audit files, and yield the outcome of each in their order, until `stop` says so."""
    audits = (_audit_task(task, plan) for task in tasks)
    yield from _together(audits, plan, stop)


def audit_source(source: SourceFile, plan: Plan, *, kind: FileKind = FileKind.QUESTION) -> FileOutcome:
    """Audit a file that was read already, as `audit_file`."""
    return next(_together([_audit(source, kind, plan, Guard(source.path))], plan, bool))


def _audit_task(task: Task, plan: Plan) -> _Audit:
    guard = Guard(task.shown)
    try:
        content = read_content(task.path)
    except ReadError as error:
        return (yield from _audit(SourceFile(task.shown, None, (error.problem,)), task.kind, plan, guard))
    source = guard.run("reading", lambda: SourceFile.from_bytes(content, task.shown, task.path))
    if source is None:
        return FileOutcome(task.shown, crashes=guard.crashes)
    if task.brief:
        return _brief(source, task.kind, plan, guard)
    return (yield from _audit(source, task.kind, plan, guard, file_key(plan.places.of(task.path), content)))


def _audit(source: SourceFile, kind: FileKind, plan: Plan, guard: Guard, key: bytes = b"") -> _Audit:
    """Audit a file from the rules about files to the outcome."""
    findings = guard.check(plan.rules, FileRule, lambda rules: rules.check_file(source))
    content = _content(source, kind, plan)
    claims, puzzles = NO_CLAIMS, NO_PUZZLES
    if isinstance(content, SetFile):
        findings += guard.check(plan.rules, QuestionRule, lambda rules: rules.check_set(content))
    elif isinstance(content, LabFile):
        findings += guard.check(plan.rules, (QuestionRule, LabRule), lambda rules: rules.check_lab(content))
        if plan.puzzles:
            puzzles = guard.run("solving puzzles", lambda: PuzzleCounts(*solvable(content))) or NO_PUZZLES
    elif content is not None:
        findings += yield content, guard
        if plan.claims:
            claims = guard.run("counting claims", lambda: _count_claims(content)) or NO_CLAIMS
    summary, set_summary = _summaries(content, guard)
    by_comments = guard.run("reading suppressions", lambda: suppressions(source.document)) or ()
    remaining, suppressed, used = split(plan.admit(findings), by_comments)
    looked_for = {} if content is None else content.looked_for
    outcome = FileOutcome(
        path=source.path,
        findings=tuple(sorted(fingerprints.of_file(remaining, source.document), key=place)),
        summary=summary,
        set_summary=set_summary,
        claims=claims,
        puzzles=puzzles,
        suppressions=by_comments,
        suppressed=suppressed,
        used=used,
        looked_for=tuple((plan.places.of(file), there) for file, there in looked_for.items()),
        unreadable=_unreadable(source),
        crashes=guard.crashes,
        key=key,
    )
    if content is not None:
        content.clear_views()
    return outcome


def _together(audits: Iterable[_Audit], plan: Plan, stop: Callable[[], bool]) -> Iterator[FileOutcome]:
    """Finish audits, a few at a time, so that each rule sees their questions one after the other.

    Going through all rules for one question at a time, each piece of the program has left the processor's
    caches when its turn comes again, which costs a sixth.
    """
    waiting: list[_Waiting | FileOutcome] = []
    size = 0
    for audit in audits:
        if stop():
            return
        try:
            question, guard = next(audit)
            waiting.append(_Waiting(audit, question, guard))
            size += len(question.document.text)
        except StopIteration as end:
            waiting.append(end.value)
        if len(waiting) == _MOST_FILES or size > _MOST_CHARACTERS:
            yield from _finish(waiting, plan, stop)
            waiting, size = [], 0
    yield from _finish(waiting, plan, stop)


def _finish(
    waiting: Sequence[_Waiting | FileOutcome], plan: Plan, stop: Callable[[], bool]
) -> Iterator[FileOutcome]:
    guards = {item.question: item.guard for item in waiting if isinstance(item, _Waiting)}
    if plan.claims:
        for question in guards:
            if stop():
                return
            # Whoever asks for them again, meets a defect in them again, and tells it.
            with suppress(Exception):
                _ = claims_of(question)
    findings = plan.rules.check_questions(
        tuple(guards),
        lambda question, rule, error: guards[question].note(f"{rule.code} {rule.name}", error),
        stop,
    )
    if stop():
        return
    of_question = dict(zip(guards, findings, strict=True))
    for item in waiting:
        if isinstance(item, FileOutcome):
            yield item
            continue
        try:
            item.audit.send(of_question[item.question])
        except StopIteration as end:
            yield end.value


def _content(source: SourceFile, kind: FileKind, plan: Plan) -> QuestionFile | None:
    if kind is FileKind.LAB or (source.document is not None and looks_like_lab(source.document.data)):
        return source.lab(plan.for_rules)
    return source.set(plan.for_rules) if kind is FileKind.SET else source.question(plan.for_rules)


def _brief(source: SourceFile, kind: FileKind, plan: Plan, guard: Guard) -> FileOutcome:
    """Return a file's summary, and what its comments suppress."""
    content = {FileKind.QUESTION: source.question, FileKind.SET: source.set}.get(kind)
    summary, set_summary = _summaries(None if content is None else content(plan.for_rules), guard)
    return FileOutcome(
        source.path,
        summary=summary,
        set_summary=set_summary,
        suppressions=guard.run("reading suppressions", lambda: suppressions(source.document)) or (),
        crashes=guard.crashes,
    )


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
