"""QB6xx: whether the questions of a bank fit together, and lie where they should."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from qbank.model.taxonomy import TOPICS
from qbank.nearest import meant
from qbank.problems import quote
from qbank.quoting import printable
from qbank.rules.core.base import BankRule, Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.summary import BankView, Summary

_OTHER = "questions/cloud/memory/cloud-0002.yaml"

_MOST_HINTS = 20


class NearNames:
    """Hints at a near name for the first few unknown ones: each is compared with every id of the bank."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._left = _MOST_HINTS

    def hint(self, name: str) -> str:
        """Return what a message goes on with; nothing if no name is near, or enough were looked for."""
        self._left -= 1
        return meant(name, self._names) if self._left >= 0 else ""


def by_id(bank: BankView) -> dict[str, Summary]:
    """Return every id of the bank with the file whose name it is, else with the first that has it."""
    found: dict[str, Summary] = {}
    for summary in bank.summaries:
        if summary.id is not None and (
            summary.id not in found or _has_its_name(summary) > _has_its_name(found[summary.id])
        ):
            found[summary.id] = summary
    return found


def _has_its_name(summary: Summary) -> bool:
    return PurePath(summary.path).stem == summary.id


def near_ids(bank: BankView) -> NearNames:
    """Return what hints at ids of the bank; a view to be cached."""
    return NearNames(bank.cached_view(by_id))


class DuplicateId(BankRule):
    """Two files have the same id.

    Links, chains, sets and grades refer to a question by its id; with two of them, which one is meant depends
    on who reads. The file whose name is the id owns it, else the first one in the order of paths; the others
    are reported. Give them a new id.
    """

    code = "QB611"
    name = "duplicate-id"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="",
            path="questions/cloud/memory/cloud-0001.yaml",
            others={"drafts/cloud-0001.yaml": "scenario: Another question altogether, with the same id.\n"},
            underlines="cloud-0001",
        ),
    )
    good = (Example(yaml="", others={_OTHER: ""}),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Report every file of an id but the one that owns it."""
        first = bank.cached_view(by_id)
        for summary in bank.summaries:
            if summary.id is not None and first[summary.id] is not summary:
                other = first[summary.id]
                line = bank.span(other, ("id",)).line
                message = f"id: {quote(summary.id)} is taken by {printable(other.path)}:{line}"
                yield self.finding(bank, summary, message, ("id",))


class DuplicateContent(BankRule):
    """Two questions are the same.

    Scenario and question agree word for word, though line breaks may differ. A copy was made and never
    changed, or a question was added twice. Deleted and archived questions do not count. Delete the newer one
    and say so in its `deletion_reason`.
    """

    code = "QB612"
    name = "duplicate-content"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: |\n  A service keeps its whole cache\n  in the memory of one GPU.\n",
            others={_OTHER: "scenario: A service keeps its whole cache in the memory of one GPU.\n"},
            path="questions/cloud/memory/cloud-0003.yaml",
            underlines="scenario",
        ),
    )
    good = (
        Example(
            yaml="scenario: A service keeps its whole cache in the memory of one GPU.\n",
            others={
                _OTHER: "scenario: A service keeps its whole cache in the memory of one GPU.\n"
                "status: deleted\ndeletion_reason: The same as cloud-0001\n"
            },
        ),
    )

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Report every question in use but the first of the same content."""
        first: dict[bytes, Summary] = {}
        for summary in sorted(bank.summaries, key=_has_its_name, reverse=True):
            if summary.content is None or not summary.live:
                continue
            other = first.setdefault(summary.content, summary)
            if other is not summary:
                name = printable(other.path)
                if other.id not in {None, summary.id}:
                    name = f"{quote(other.id)} ({name})"
                message = f"scenario: this question is the same, word for word, as {name}"
                yield self.finding(bank, summary, message, ("scenario",), key=True)


class UnknownReference(BankRule):
    """A question refers to something that does not exist.

    `related` names ids of questions, or topics. Readers would be led nowhere, or to a deleted question. This
    can be told only when the whole bank is audited.
    """

    code = "QB631"
    name = "unknown-reference"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="related: [kv-cache-management, cloud-9999]\n", others={_OTHER: ""}, underlines="cloud-9999"
        ),
        Example(yaml="related: [cloud-0001]\n", underlines="cloud-0001"),
        Example(
            yaml="related: [cloud-0002]\n",
            others={_OTHER: "status: deleted\ndeletion_reason: outdated\n"},
            underlines="cloud-0002",
        ),
    )
    good = (Example(yaml="related: [cloud-0002, flash-attention]\n", others={_OTHER: ""}),)

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look every reference up."""
        if not bank.complete:
            return
        known = bank.cached_view(by_id)
        near = NearNames((*known, *TOPICS))
        for summary in bank.summaries:
            for index, reference in summary.related:
                target = known.get(reference.partition("@")[0])
                if reference in TOPICS or (target is not None and target.live and target is not summary):
                    continue
                label = f"related[{index}]: {quote(reference)}"
                if target is summary:
                    message = f"{label} is the question itself"
                elif target is not None:
                    message = f"{label} is {target.status}"
                else:
                    message = f"{label} is neither a question nor a topic{near.hint(reference)}"
                yield self.finding(bank, summary, message, ("related", index))
