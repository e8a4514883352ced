"""QB55x: whether status, review and time of a question are kept as they should be."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.problems import quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile


class UnsignedReview(QuestionRule):
    """A question counts as reviewed by a person, but nobody signed.

    A review means something only if it can be asked about: `human_reviewed` with the status `verified` needs
    `by` and `date`.
    """

    code = "QB551"
    name = "unsigned-review"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="human_reviewed:\n  status: verified\n  by: null\n  date: null\n", underlines="verified"
        ),
        Example(yaml="human_reviewed:\n  status: verified\n  by: a reviewer\n", underlines="verified"),
    )
    good = (
        Example(yaml="human_reviewed: {status: verified, by: a reviewer, date: '2026-04-01'}\n"),
        Example(yaml="human_reviewed: {status: not-reviewed, by: null, date: null}\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for name and date."""
        review = question.data.get("human_reviewed")
        if not isinstance(review, dict) or review.get("status") != "verified":
            return
        lacking = " and ".join(f"'{name}'" for name in ("by", "date") if not review.get(name))
        if lacking:
            detail = f"'verified' without {lacking}; who checked it, and when?"
            yield self.at_field(question, ("human_reviewed", "status"), detail)


class DeletionReasonMissing(QuestionRule):
    """A question is deleted without a reason.

    The file stays so that its id is not given away again; the reason keeps the same question from being
    written again. Add `deletion_reason`.
    """

    code = "QB552"
    name = "deletion-reason-missing"
    severity = Severity.WARNING
    bad = (Example(yaml="status: deleted\n", underlines="deleted"),)
    good = (Example(yaml="status: deleted\ndeletion_reason: The same as cloud-0002\n"),)

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for the reason."""
        if question.data.get("status") == "deleted" and not question.data.get("deletion_reason"):
            detail = "'deleted' without a reason; say why in 'deletion_reason'"
            yield self.at_field(question, ("status",), detail)


class StrayDeletionReason(QuestionRule):
    """A question in use carries a reason for its deletion.

    Either it was restored and the reason forgotten, or the status was. Archived questions may keep a reason.
    """

    code = "QB553"
    name = "stray-deletion-reason"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="status: published\ndeletion_reason: The same as cloud-0002\n", underlines="deletion_reason"
        ),
    )
    good = (Example(yaml="status: published\ndeletion_reason: null\n"),)

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for a reason without a deletion."""
        status = question.text(("status",))
        if question.data.get("deletion_reason") and status not in (None, "deleted", "archived"):
            detail = f"the question is not deleted but has the status {quote(status)}"
            yield self.at_field(question, ("deletion_reason",), detail, key=True)


class UnlikelyTime(QuestionRule):
    """The expected time is unlikely.

    5 to 15 minutes are usual and 1 to 60 plausible. 0, or more than an hour, is rather seconds, a default
    value, or a slip, and spoils the length of quizzes and exams made from the question. Labs may take longer.
    """

    code = "QB554"
    name = "unlikely-time"
    severity = Severity.INFO
    bad = (
        Example(yaml="expected_time_minutes: 0\n", underlines="0"),
        Example(yaml="expected_time_minutes: 600\n", underlines="600"),
    )
    good = (
        Example(yaml="expected_time_minutes: 25\n"),
        Example(yaml="kind: lab\nexpected_time_minutes: 180\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the number."""
        minutes = question.data.get("expected_time_minutes")
        if isinstance(minutes, bool) or not isinstance(minutes, int) or minutes < 0 or 0 < minutes <= 60:
            return
        if minutes and question.data.get("kind") in ("lab", "exercise", "memo"):
            return
        shown = minutes if minutes < 10**9 else "that many"
        detail = f"{shown} minutes are unlikely for a question; 5 to 15 are usual"
        yield self.at_field(question, ("expected_time_minutes",), detail)
