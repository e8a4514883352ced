"""QB64x: whether sets can be put together from the questions of the bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qbank.nearest import nearest
from qbank.problems import format_path, quote
from qbank.rules.bank.bank_wide import by_id
from qbank.rules.core.base import BankRule, Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.summary import BankView, Summary
from qbank.sets.collection import SetError
from qbank.sets.selection import Wanted, select

_SET = "questions/sets/memory-quiz.yaml"
_OTHER = "questions/cloud/memory/cloud-0002.yaml"
_HEAD = "title: Memory\nkind: quiz\n"

# Looking for a near name means comparing with every id of the bank.
_MOST_HINTS = 20


def _set(fields: str, others: dict[str, str] | None = None, underlines: str | None = None) -> Example:
    files = {_OTHER: ""} if others is None else others
    return Example(yaml=_HEAD + fields, path=_SET, whole=True, others=files, underlines=underlines)


class UnknownQuestionInSet(BankRule):
    """A set lists a question that does not exist, or that has been deleted.

    The set cannot be rendered. This can be told only when the whole bank is audited.
    """

    code = "QB641"
    name = "unknown-question-in-set"
    severity = Severity.ERROR
    bad = (
        _set("questions: [cloud-0002, cloud-0003]\n", underlines="cloud-0003"),
        _set(
            "sections:\n  - title: First\n    questions: [cloud-0002@7]\n",
            {_OTHER: "status: deleted\ndeletion_reason: outdated\n"},
            underlines="cloud-0002@7",
        ),
    )
    good = (_set("questions: [cloud-0002]\n"),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look every question up."""
        if not bank.complete:
            return
        known = bank.cached_view(by_id)
        hints = _MOST_HINTS
        for found in bank.sets:
            for path, reference in found.listed:
                id_ = reference.partition("@")[0]
                question = known.get(id_)
                if question is None:
                    near = nearest(id_, known) if hints > 0 else None
                    hints -= 1
                    said = "is no question of the bank" + (f"; did you mean {quote(near)}?" if near else "")
                elif question.status == "deleted":
                    said = "has been deleted"
                else:
                    continue
                yield self.finding(bank, found, f"{format_path(path)}: {quote(id_)} {said}", path)


class UnpublishedQuestionInSet(BankRule):
    """A set lists a question that is not published.

    Drafts and flagged questions may be wrong, and archived ones are kept for the record alone. They are
    rendered all the same. Publish the question, or take it out of the set.
    """

    code = "QB642"
    name = "unpublished-question-in-set"
    severity = Severity.WARNING
    bad = (_set("questions: [cloud-0002]\n", {_OTHER: "status: draft\n"}, underlines="cloud-0002"),)
    good = (_set("questions: [cloud-0002]\n"),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look at the status of every question."""
        known = bank.cached_view(by_id)
        for found in bank.sets:
            for path, reference in found.listed:
                question = known.get(reference.partition("@")[0])
                if question is not None and question.status in {"draft", "flagged", "archived"}:
                    said = f"{quote(question.id)} is {_ADJECTIVES[question.status]}"
                    yield self.finding(bank, found, f"{format_path(path)}: {said}", path)


class SelectionCannotBeFilled(BankRule):
    """Too few questions fit the selection of a set.

    The message counts those that do, and names the line that leaves out most. Only published questions are
    chosen. This can be told only when the whole bank is audited.
    """

    code = "QB643"
    name = "selection-cannot-be-filled"
    severity = Severity.ERROR
    bad = (
        _set(
            "select: {track: cloud, level: L4, count: 2}\n", underlines="{track: cloud, level: L4, count: 2}"
        ),
        _set("select:\n  zone: recall\n", underlines="zone: recall"),
    )
    good = (_set("select: {track: cloud, level: [L4, L5], count: 1}\n"),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Try to fill every selection."""
        if not bank.complete:
            return
        candidates = [_Candidate(summary.id, summary) for summary in bank.summaries if summary.id is not None]
        for found in bank.sets:
            if found.select is None:
                continue
            try:
                select(candidates, Wanted.of(dict(found.select)))
            except SetError as error:
                yield self.finding(bank, found, f"select: {error}", ("select",))


class SeedWithoutParameters(BankRule):
    """A set asks for a variant of a question that has none.

    `id@seed` draws the numbers of a question by a seed; a question without parameters is the same for every
    seed. Leave the seed out, or give the question parameters.
    """

    code = "QB644"
    name = "seed-without-parameters"
    severity = Severity.WARNING
    bad = (_set("questions: [cloud-0002@7]\n", underlines="cloud-0002@7"),)
    good = (
        _set(
            "questions: [cloud-0002@7]\n",
            {
                _OTHER: "question: What do {batch} requests of 1 GB take?\n"
                "parameters:\n  batch: {default: 8, choices: [8, 16]}\n"
            },
        ),
    )

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look at every reference with a seed."""
        known = bank.cached_view(by_id)
        for found in bank.sets:
            for path, reference in found.listed:
                id_, seed, _ = reference.partition("@")
                question = known.get(id_)
                if seed and question is not None and not question.varies:
                    message = f"{format_path(path)}: {quote(id_)} has no parameters to draw"
                    yield self.finding(bank, found, message, path)


_ADJECTIVES = {"draft": "a draft", "flagged": "flagged", "archived": "archived"}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A question as a selection looks at it."""

    id: str
    summary: Summary

    def words(self, field: str) -> tuple[str, ...]:
        if field == "tag":
            return self.summary.tags
        word = getattr(self.summary, field)
        return (word,) if word is not None else ()
