"""What a rule is: one check with a stable code that explains itself and carries its own examples.

The tests and the documentation are made from the classes: every bad example must be reported by its rule at
the place it names, every good one must pass, every fix must give the text it promises.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from msgspec import Struct, field

from qbank.model.validation.places import part_of
from qbank.problems import Problem, ProblemKind, format_path
from qbank.rules.core.finding import Applicability, Finding, Fix, Related, Severity
from qbank.rules.core.question_file import LabFile, QuestionFile, SourceFile
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.yamlio.document import FieldPath
from qbank.yamlio.positions import Span
from qbank.yamlio.read_problems import ReadProblemKind

EXAMPLE_PATH = "questions/cloud/memory/cloud-0001.yaml"


class Example(Struct, frozen=True):
    """A piece of a question that shows a rule at work.

    `yaml` holds fields that replace those of a complete question (fields under `details` one by one), or,
    with `whole`, the whole file; bytes are for files that are no text. `without` names fields to leave out.
    `underlines` is the exact source text that the finding marks (one text a finding, in the order of the
    file). `fixed` is what `yaml` becomes when the fix is applied. `others` are further files, path to fields,
    for rules that look at the whole bank; an example's id is its path's stem unless it says otherwise.
    """

    yaml: str | bytes
    underlines: str | tuple[str, ...] | None = None
    fixed: str | None = None
    path: str = EXAMPLE_PATH
    whole: bool = False
    without: tuple[str, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)


class Rule:
    """One check. The docstring of a subclass is its explanation: a summary line, then why and what to do."""

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    # Unsafe if any of the rule's fixes is.
    fixable: ClassVar[Applicability | None] = None
    # Runs only where its code, or `ALL`, is selected: it reports what is no fault.
    on_request: ClassVar[bool] = False
    # An editor leaves it to when typing pauses.
    takes_long: ClassVar[bool] = False
    bad: ClassVar[tuple[Example, ...]] = ()
    good: ClassVar[tuple[Example, ...]] = ()

    @cached_property
    def explanation(self) -> str:
        """The rule's page: the docstring without indentation."""
        return inspect.cleandoc(type(self).__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the explanation."""
        return self.explanation.split("\n", 1)[0]

    def __repr__(self) -> str:
        return f"<{self.code} {self.name}>"

    def _finding(
        self,
        path: str,
        message: str,
        span: Span,
        *,
        question_id: str | None = None,
        field: str | None = None,
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> Finding:
        return Finding(
            code=self.code,
            name=self.name,
            severity=self.severity,
            message=message,
            path=path,
            line=span.line,
            column=span.column,
            end_line=span.end_line,
            end_column=span.end_column,
            question_id=question_id,
            field=field,
            fix=fix,
            related=related,
        )


class FileRule(Rule):
    """A rule about a file as such, whether or not a question could be read from it."""

    def check(self, file: SourceFile) -> Iterable[Finding]:
        """Yield a finding for everything wrong with the file."""
        raise NotImplementedError

    def finding(self, file: SourceFile, message: str, span: Span, *, fix: Fix | None = None) -> Finding:
        """Make a finding at a place in the file."""
        return self._finding(file.path, message, span, fix=fix)


class ReadProblemRule(FileRule):
    """A rule that reports what the reader met."""

    severity = Severity.ERROR
    kinds: ClassVar[frozenset[ReadProblemKind]]

    def check(self, file: SourceFile) -> Iterator[Finding]:
        """Report every problem of the rule's kinds."""
        for problem in file.problems:
            if problem.kind in self.kinds:
                yield self.finding(file, problem.message, problem.span)


class _FieldRule(Rule):
    """A rule whose findings stand at fields of the file that it looks at."""

    def finding(
        self,
        file: QuestionFile,
        message: str,
        path: FieldPath,
        *,
        key: bool = False,
        part: tuple[int, int] | None = None,
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
    ) -> Finding:
        """Make a finding at a field: its value, its key, or a part of its text (code-point offsets)."""
        document = file.document
        span = document.span(path, key=key) if part is None else document.text_span(path, *part)
        return self._finding(
            file.path,
            message,
            span,
            question_id=file.id,
            field=format_path(path) or None,
            fix=fix,
            related=related,
        )

    def at_field(
        self,
        file: QuestionFile,
        path: FieldPath,
        detail: str,
        *,
        key: bool = False,
        part: tuple[int, int] | None = None,
        fix: Fix | None = None,
    ) -> Finding:
        """Make a finding at a field, with whose name the message begins."""
        return self.finding(file, f"{format_path(path)}: {detail}", path, key=key, part=part, fix=fix)


class QuestionRule(_FieldRule):
    """A rule about one question."""

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        """Yield a finding for everything wrong with the question."""
        raise NotImplementedError


class ProblemRule(QuestionRule):
    """A rule that reports what the model found."""

    severity = Severity.ERROR
    kinds: ClassVar[frozenset[ProblemKind]]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report every problem of the rule's kinds."""
        for problem in question.problems:
            if problem.kind in self.kinds and self.covers(problem):
                yield self.finding(
                    question,
                    problem.message,
                    problem.path,
                    key=problem.on_key,
                    part=part_of(problem, question.document),
                    fix=self.fix(question, problem),
                )

    def covers(self, problem: Problem) -> bool:  # noqa: ARG002
        """Whether a problem of the rule's kinds is this rule's matter."""
        return True

    def fix(self, question: QuestionFile, problem: Problem) -> Fix | None:  # noqa: ARG002
        """Return the edits that remove a problem, if there are such."""
        return None


class LabRule(_FieldRule):
    """A rule about one lab, which has to be made ready first."""

    takes_long = True

    def check(self, lab: LabFile) -> Iterable[Finding]:
        """Yield a finding for everything wrong with the lab."""
        raise NotImplementedError


class BankRule(Rule):
    """A rule about the questions of a bank among each other."""

    def check(self, bank: BankView) -> Iterable[Finding]:
        """Yield a finding for everything wrong with the bank."""
        raise NotImplementedError

    def finding(
        self,
        bank: BankView,
        summary: Summary | SetSummary,
        message: str,
        path: FieldPath,
        *,
        key: bool = False,
        fix: Fix | None = None,
    ) -> Finding:
        """Make a finding at a field of one of the bank's files."""
        return self._finding(
            summary.path,
            message,
            bank.span(summary, path, key=key),
            question_id=summary.id,
            field=format_path(path) or None,
            fix=fix,
        )
