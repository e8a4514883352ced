"""The ledger of facts of a question, and rules that are constraints over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct

from qbank.facts.devices.finding import names_of
from qbank.facts.fact import Fact, Field
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.loading import lexicon_of
from qbank.facts.placed import PlacedLedger, place_ledger
from qbank.facts.vocabulary import Origin
from qbank.grouping import grouped
from qbank.model.limits import MOST_ITEMS
from qbank.problems import format_path
from qbank.rules.core.base import QuestionRule
from qbank.rules.core.claims import claims_of
from qbank.rules.core.default_variant import filled_text, shown_text
from qbank.rules.core.finding import Finding, Related
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath

_FIELDS = (
    (("scenario",), Origin.SCENARIO),
    (("question",), Origin.QUESTION),
    (("details", "napkin_math"), Origin.CALCULATIONS),
)
_MISTAKE = ("details", "common_mistake")
_SOLUTION = (("details", "realistic_solution"), Origin.SOLUTION)


class Placed(Protocol):
    """What stands at a place of a field: a fact, or a word."""

    path: FieldPath
    start: int
    end: int


class Violation(Struct):
    """A constraint that a question does not keep.

    Attributes:
        fact: where to say so.
        message: the inference in one line.
        related: the other facts that it rests on; None is for what no text has.
        start, end: the part of the fact's field, if it is not the fact itself.
    """

    fact: Placed
    message: str
    related: tuple[Fact | None, ...] = ()
    start: int | None = None
    end: int | None = None


class LedgerRule(QuestionRule):
    """A constraint over the facts of a question, all of which are read for it; it has no words of its own."""

    takes_long = True

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report what does not keep the constraint, each place once."""
        seen: set[tuple[FieldPath, int]] = set()
        for violation in self.violations_in(question):
            fact = violation.fact
            if (fact.path, fact.start) not in seen:
                seen.add((fact.path, fact.start))
                yield self._violation(question, violation)

    def violations_in(self, question: QuestionFile) -> Iterable[Violation]:
        """Yield what does not keep the constraint; for those that need more of a question than its ledger."""
        return self.violations(ledger_of(question))

    def violations(self, ledger: Ledger) -> Iterable[Violation]:
        """Yield what does not keep the constraint."""
        raise NotImplementedError

    def _violation(self, question: QuestionFile, violation: Violation) -> Finding:
        fact = violation.fact
        start = fact.start if violation.start is None else violation.start
        end = fact.end if violation.end is None else violation.end
        return self.finding(
            question,
            f"{format_path(fact.path)}: {violation.message}",
            fact.path,
            part=_part(question, fact.path, start, end),
            related=tuple(related_to(question, other) for other in violation.related if other is not None),
        )


def _part(question: QuestionFile, path: FieldPath, start: int, end: int) -> tuple[int, int]:
    filled = filled_text(question, path)
    return (start, end) if filled is None else filled.source(start, end)


def part_of(question: QuestionFile, fact: Fact) -> tuple[int, int]:
    """Return the part of its field that a fact stands in; a value of a parameter stands in its place."""
    return _part(question, fact.path, fact.start, fact.end)


def related_to(question: QuestionFile, fact: Fact) -> Related:
    """Return the place of a fact that a finding rests on, with what it is called there."""
    span = question.document.text_span(fact.path, *part_of(question, fact))
    return Related(fact.label or fact.text, span.line, span.column, span.end_line, span.end_column)


def ledger_of(question: QuestionFile) -> Ledger:
    """Return the ledger of a question; made once a question."""
    return question.cached_view(_ledger)


def mistake_of(question: QuestionFile) -> Ledger:
    """Return the ledger of the figures that people come to, which tell nothing of the question itself."""
    root = question.settings.root
    text = shown_text(question, _MISTAKE) or ""
    fields = [Field(_MISTAKE, text, Origin.MISTAKE)] if any(map(str.isdigit, text)) else []
    return read(fields, lexicon_of(root), names_of(root).read)


def placed_ledger(question: QuestionFile) -> PlacedLedger:
    """Return the ledger of a question with the places of its facts in the file."""

    def place(path: FieldPath, start: int, end: int) -> tuple[int, int]:
        span = question.document.text_span(path, *_part(question, path, start, end))
        return span.line, span.column

    return place_ledger(ledger_of(question), question.path, question.id, place, format_path)


def _ledger(question: QuestionFile) -> Ledger:
    claims = grouped((field_claim.path, field_claim.claim) for field_claim in claims_of(question))
    root = question.settings.root
    fields = (
        Field(path, text, origin, claims.get(path, []))
        for path, origin in told_fields(question)
        if (text := shown_text(question, path))
    )
    return read(fields, lexicon_of(root), names_of(root).read)


def told_fields(question: QuestionFile) -> Iterator[tuple[FieldPath, Origin]]:
    """Yield the texts in which a question tells facts, with the part that each plays.

    What people get wrong tells none, nor do wrong options.
    """
    yield from _FIELDS
    for place, _ in enumerate(question.items(("parts",))[:MOST_ITEMS]):
        yield ("parts", place, "prompt"), Origin.QUESTION
        yield ("parts", place, "napkin_math"), Origin.CALCULATIONS
        yield ("parts", place, "answer"), Origin.SOLUTION
    yield _SOLUTION
    key = question.value(("details", "correct_index"))
    if key.__class__ is int:
        yield ("details", "options", key), Origin.SOLUTION
