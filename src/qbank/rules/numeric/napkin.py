"""QB3xx: the arithmetic in a question's texts, recomputed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from qbank.napkin.claim import Claim, amount_text, failed_comparison
from qbank.napkin.restate import restated_digits
from qbank.napkin.verdicts import Verdict
from qbank.rules.core.base import Example
from qbank.rules.core.claims import FieldClaim, claims_of
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.core.fixing import replace_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule


class _ClaimRule(TextRule):
    """A rule about claims with one verdict."""

    verdict: ClassVar[Verdict]

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the claims of this rule's verdict."""
        for field_claim in claims_of(question):
            if field_claim.deliberate:
                continue
            if field_claim.claim.verdict is self.verdict and self.covers(field_claim.claim):
                yield self.report(question, field_claim)

    def covers(self, claim: Claim) -> bool:
        """Whether a claim of the rule's verdict is this rule's matter."""
        return not claim.is_comparison

    def report(self, question: QuestionFile, field_claim: FieldClaim) -> Finding:
        """Make the finding, at the stated value."""
        claim = field_claim.claim
        text = field_claim.source.text
        digits = restated_digits(claim, text)
        stated = text[claim.stated_start : claim.stated_end]
        should = self._in_place(claim, text, digits)
        detail = f"{_clean(stated)} should be {should}: {_working(claim)}"
        place = claim.stated_start, claim.stated_end
        return self.at(
            question, field_claim.path, place, detail, fix=self._fix(question, field_claim, digits)
        )

    @staticmethod
    def _in_place(claim: Claim, text: str, digits: str | None) -> str:
        """Return what should stand there: the author's value with other digits, else the computed amount."""
        if digits is None:
            return amount_text(claim.computed)
        before = text[claim.stated_start : claim.digits_start]
        return _clean(before + digits + text[claim.digits_end : claim.stated_end])

    def _fix(self, question: QuestionFile, field_claim: FieldClaim, digits: str | None) -> Fix | None:
        claim = field_claim.claim
        place = claim.digits_start, claim.digits_end
        if digits is None or self.fixable is None or not field_claim.source.is_literal(*place):
            return None
        return replace_text(
            question, field_claim.path, *field_claim.part(*place), digits, applicability=self.fixable
        )


class WrongValue(_ClaimRule):
    """A stated value is not what its expression comes to.

    The expression was recomputed exactly, with units, and again by a second evaluator. The stated value is
    more than 5 % off, or has the wrong unit or magnitude; or whole numbers give another whole number, where
    nothing can have been rounded. Correct the value, or the operand that is wrong. The fix can only know the
    value, so look at it before you take it.

    A value may be rounded or truncated at the digits it shows; one marked `≈`, `~` or "about" may be 5 % off.
    KB, MB and GB may be powers of 1000 or of 1024, whichever makes the line true.
    """

    code = "QB301"
    name = "napkin-wrong-value"
    severity = Severity.ERROR
    fixable = Applicability.UNSAFE
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: |\n    Batch = 64 GPUs * 8 (micro) * 4 (accumulation) = 2,408\n",
            underlines="2,408",
            fixed="details:\n  napkin_math: |\n    Batch = 64 GPUs * 8 (micro) * 4 (accumulation) = 2,048\n",
        ),
        Example(
            yaml="details:\n  napkin_math: >-\n    Loading the weights: 14 GB / 28 GB/s =\n    5 s.\n",
            underlines="5 s",
            fixed="details:\n  napkin_math: >-\n    Loading the weights: 14 GB / 28 GB/s =\n    0.5 s.\n",
        ),
        Example(
            yaml="details:\n  napkin_math: Batch = 32 GPUs * 8 * 8 = 2,084\n",
            underlines="2,084",
            fixed="details:\n  napkin_math: Batch = 32 GPUs * 8 * 8 = 2,048\n",
        ),
        Example(
            yaml="details:\n  napkin_math: Loading the weights = 14 GB / 28 GB/s = 0.5 GB\n",
            underlines="0.5 GB",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: '14 GB / 900 GB/s = 15.6 ms; 2 * 7/8 * 14 GB ≈ 25 GB'\n"),
        Example(yaml="details:\n  napkin_math: Peak = N * 2 = 80\n"),
    )


class ImpreciseValue(_ClaimRule):
    """A stated value is near what its expression comes to, but not at the digits it shows.

    It is up to 5 % off and not marked approximate. Correct the last digits, or write `≈` for `=`. The fix
    writes the recomputed value as the author wrote the stated one: its unit, digits, separators and emphasis
    stay.
    """

    code = "QB302"
    name = "napkin-imprecise-value"
    severity = Severity.WARNING
    fixable = Applicability.SAFE
    verdict = Verdict.IMPRECISE
    bad = (
        Example(
            yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 28.9 KB/s\n",
            underlines="28.9 KB/s",
            fixed="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 29.2 KB/s\n",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz ≈ 28.9 KB/s\n"),
        Example(yaml="details:\n  napkin_math: Traffic = 730 bytes * 40 Hz = 29.2 KB/s\n"),
    )


class FalseComparison(_ClaimRule):
    """A comparison of two values does not hold.

    Both sides were computed, and `<`, `≤`, `>` or `≥` stands the wrong way round, or a value is wrong.
    Targets such as `P99 < 10 ms` compare no values and are not looked at.
    """

    code = "QB303"
    name = "napkin-false-comparison"
    severity = Severity.ERROR
    verdict = Verdict.WRONG
    bad = (
        Example(
            yaml="details:\n  napkin_math: Cache = 8 MB + 12 MB = 20 MB < 16 MB\n", underlines="20 MB < 16 MB"
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: Cache = 8 MB + 12 MB = 20 MB > 16 MB\n"),
        Example(yaml="details:\n  napkin_math: The target is P99 < 10 ms\n"),
    )

    def covers(self, claim: Claim) -> bool:
        """Take the comparisons that the other rules leave."""
        return claim.is_comparison

    def report(self, question: QuestionFile, field_claim: FieldClaim) -> Finding:
        """Make the finding, at both sides."""
        claim = field_claim.claim
        detail = f"{_clean(claim.text)} {failed_comparison(claim)}"
        return self.at(question, field_claim.path, (claim.start, claim.end), detail)


def _working(claim: Claim) -> str:
    note = f" ({claim.note})" if claim.note else ""
    return f"{_clean(claim.expression)} = {amount_text(claim.computed)}{note}"


def _clean(text: str) -> str:
    return " ".join(text.replace("*", " ").split()) if "**" in text else " ".join(text.split())
