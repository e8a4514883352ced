"""QB64x: whether sets can be put together from the questions of the bank."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from qbank.bank.discovery import TargetError
from qbank.problems import format_path, quote
from qbank.results.measured import Measured, measured_questions
from qbank.rules.bank.questions import by_id, near_ids
from qbank.rules.core.base import BankRule, Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.summary import BankView, Summary
from qbank.sets.bank_questions import BankQuestion, BankQuestions, UnreadableError
from qbank.sets.files import SetError
from qbank.sets.selection import SelectionCriteria, select

_SET = "questions/sets/memory-quiz.yaml"
_OTHER = "questions/cloud/memory/cloud-0002.yaml"
_HEAD = "title: Memory\nkind: quiz\n"


def _set(fields: str, others: dict[str, str] | None = None, underlines: str | None = None) -> Example:
    files = {_OTHER: ""} if others is None else others
    return Example(yaml=_HEAD + fields, path=_SET, whole=True, others=files, underlines=underlines)


class _ListedRule(BankRule):
    """A rule about the questions that sets list."""

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look at every reference."""
        known = bank.cached_view(by_id)
        for found in bank.sets:
            for path, reference in found.listed:
                id_, _, seed = reference.partition("@")
                detail = self.detail(bank, id_, seed, known.get(id_))
                if detail:
                    yield self.finding(bank, found, f"{format_path(path)}: {quote(id_)} {detail}", path)

    def detail(self, bank: BankView, id_: str, seed: str, question: Summary | None) -> str:
        """Say what is wrong with a reference; nothing if it is right."""
        raise NotImplementedError


class UnknownQuestionInSet(_ListedRule):
    """A set lists a question that does not exist, has been deleted, or has a mistake that stops rendering.

    The set cannot be rendered. Correct the id or the question, or take it out of the set. Mistakes of a
    question that is audited too are told there.
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
        """Look every question up, in the files of the bank where they have not all been audited."""
        if bank.complete or bank.root is not None:
            yield from super().check(bank)

    def detail(self, bank: BankView, id_: str, seed: str, question: Summary | None) -> str:
        """Say so if there is no such question any more."""
        if question is None:
            if not bank.complete:
                return bank.cached_view(_files_of_bank).fault(id_, seed)
            return f"is no question of the bank{bank.cached_view(near_ids).hint(id_)}"
        return "has been deleted" if question.status == "deleted" else ""


class UnpublishedQuestionInSet(_ListedRule):
    """A set lists a question that is not published.

    Drafts and flagged questions may be wrong, and archived ones are kept for the record alone. They are
    rendered all the same. Publish the question, or take it out of the set.
    """

    code = "QB642"
    name = "unpublished-question-in-set"
    severity = Severity.WARNING
    bad = (_set("questions: [cloud-0002]\n", {_OTHER: "status: draft\n"}, underlines="cloud-0002"),)
    good = (_set("questions: [cloud-0002]\n"),)

    def detail(self, bank: BankView, id_: str, seed: str, question: Summary | None) -> str:  # noqa: ARG002
        """Look at the status, in the file of the bank where the question has not been audited."""
        if question is not None:
            status = question.status
        else:
            status = "" if bank.root is None else bank.cached_view(_files_of_bank).status(id_)
        word = _UNPUBLISHED.get(status or "")
        return f"is {word}" if word else ""


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
        measured = bank.cached_view(measured_of)
        candidates = [
            _Candidate(summary.id, summary, measured.get(summary.id))
            for summary in bank.summaries
            if summary.id is not None
        ]
        for found in bank.sets:
            for path, selection in found.selections:
                try:
                    select(candidates, SelectionCriteria.of(dict(selection)))
                except SetError as error:
                    yield self.finding(bank, found, f"{format_path(path)}: {error}", path)


class SeedWithoutParameters(_ListedRule):
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

    def detail(self, bank: BankView, id_: str, seed: str, question: Summary | None) -> str:  # noqa: ARG002
        """Look at the parameters."""
        return "has no parameters to draw" if seed and question is not None and not question.varies else ""


class _FilesOfBank:
    """The questions of a bank of which only a part is audited, read where a set asks for them."""

    def __init__(self, bank: BankView) -> None:
        self._root = bank.root
        self._questions: BankQuestions | None = None

    def status(self, id_: str) -> str:
        """Return the status of a question; nothing if there is none."""
        try:
            return self._find(id_).word("status")
        except (TargetError, SetError):
            return ""

    def _find(self, id_: str) -> BankQuestion:
        if self._questions is None:
            assert self._root is not None
            self._questions = BankQuestions.of_bank(self._root)
        return self._questions.find(id_)

    def fault(self, id_: str, seed: str) -> str:
        """Say what keeps a question from being rendered; nothing if there is nothing."""
        from qbank.sets.variants.checked import checked_variant  # noqa: PLC0415 - pydantic only when needed

        try:
            question = self._find(id_)
        except TargetError:  # without a folder of questions nothing can be said
            return ""
        except UnreadableError:
            return "is in a file that cannot be read"
        except SetError as error:
            _, _, hint = str(error).partition("; ")
            return f"is no question of the bank{f'; {hint}' if hint else ''}"
        if question.word("status") == "deleted":
            return "has been deleted"
        try:
            checked_variant(question, seed or None)
        except SetError as error:
            name = question.path.name
            _, _, place_and_message = str(error).split("\n", 1)[0].rpartition(name)
            return f"cannot be rendered: {name}{place_and_message}"
        return ""


def _files_of_bank(bank: BankView) -> _FilesOfBank:
    return _FilesOfBank(bank)


_UNPUBLISHED = {"draft": "a draft", "flagged": "flagged", "archived": "archived"}


def measured_of(bank: BankView) -> dict[str, Measured]:
    """Return what was measured of the bank's questions, by id."""
    return measured_questions(bank.root)


class _Candidate(Struct, frozen=True):
    """A question as a selection looks at it."""

    id: str
    summary: Summary
    measured: Measured | None = None

    def words(self, field: str) -> tuple[str, ...]:
        if field == "tag":
            return self.summary.tags
        word = getattr(self.summary, field)
        return (word,) if word is not None else ()

    def number(self, field: str) -> float | None:
        if field in {"measured_difficulty", "measured_discrimination"}:
            known = self.measured
            return None if known is None else getattr(known, field.removeprefix("measured_"))
        number: float | None = getattr(self.summary, field)
        return number
