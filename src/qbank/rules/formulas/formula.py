"""QB80x: formulas that a question's arithmetic instantiates, and those that it states outright."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from qbank.formulas.matching.recognise import Recognised
from qbank.formulas.matching.words import has_cue
from qbank.napkin import Claim
from qbank.napkin.claim_formula import ClaimExpression
from qbank.rules.core.base import Example
from qbank.rules.core.claims import FieldClaim, claims_of
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.formulas.evidence import Difference, difference, is_explained, is_told
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.misused_inputs import input_mistakes
from qbank.units.format import format_number, format_quantity

_WIDE: Final = 240
MOST_CLAIMS: Final = 200
"""Claims of one question that are compared with slips; nobody writes as many."""


@dataclass(frozen=True, slots=True)
class Found:
    """A slip in a claim."""

    at: FieldClaim
    what: Recognised
    difference: Difference


def slips(question: QuestionFile) -> Iterator[Found]:
    """Yield the claims that are known slips of formulas, and that nothing in the text excuses."""
    claims = [claim for claim in claims_of(question) if not claim.deliberate]
    if not claims:
        return
    context = question.cached_view(FormulaContext)
    cues = context.matcher.slip_cues
    if not has_cue(context.around, cues) and not has_cue(context.names.text, cues):
        return
    spoken_of = (claim for claim in claims if context.surroundings(claim).speaks(cues))
    for claim in islice(spoken_of, MOST_CLAIMS):
        own = context.expression(claim)
        if own is not None and (found := _slip(context, claim, own)) is not None:
            yield found


def _slip(context: FormulaContext, at: FieldClaim, own: ClaimExpression) -> Found | None:
    around, calls = context.surroundings(at), context.names.calls
    if not context.matcher.slips.recognise(own.expression, around.speaks, calls):
        return None
    likeliest = context.matcher.formulas.recognise(own.expression, around.speaks, calls)[0]
    slip = likeliest.slip
    if slip is None or not _is_measured(at.claim, likeliest):
        return None
    made = difference(likeliest, context.names)
    if made is None or not made.matters:
        return None
    text = at.source.text
    if is_explained(around.near, text[max(0, at.claim.start - _WIDE) : at.claim.end + _WIDE], slip.unless):
        return None
    if is_told(likeliest, made.right, claims_of(context.question)):
        return None
    return Found(at, likeliest, made)


def _is_measured(claim: Claim, found: Recognised) -> bool:
    """Whether the result has a unit if the formula's has: `(63 * 8) / (64 * 7) = 1.125` is no time."""
    return found.formula.unit == "1" or (claim.stated is not None and claim.stated.unit != "")


class RecognisedSlip(TextRule):
    """A calculation is a known slip of a formula.

    The arithmetic is right, and the formula is not: N for N - 1, a factor 2 that is missing, stages and
    micro-batches swapped. An expression is compared with the slips that the library of formulas lists, order
    and brackets apart. It is reported only where the text speaks of the formula, calls the numbers what they
    are taken for, and neither explains the difference nor works out the right value, and where the difference
    is more than 5 %. `qbank formula show ID` tells the formula, what it assumes and where it comes from.

    Correct the calculation; or say why it is meant so, as in "for large N" or "an upper bound".
    """

    code = "QB801"
    name = "formula-slip"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  napkin_math: 4 stages, 8 micro-batches, a bubble of 4 / (8 + 4) = 33.3%\n",
            underlines="4 / (8 + 4) = 33.3%",
        ),
        Example(
            yaml="details:\n  napkin_math: All-reduce over 8 GPUs sends 7/8 * 16 GB = 14 GB of gradients\n",
            underlines="7/8 * 16 GB = 14 GB",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: 4 stages, 8 micro-batches, a bubble of 3 / (8 + 3) = 27.3%\n"),
        Example(
            yaml="details:\n  napkin_math: An all-gather over 8 GPUs sends 7/8 * 16 GB = 14 GB per GPU\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for slips."""
        for found in slips(question):
            place = found.at.claim.start, found.at.claim.end
            yield self.at(question, found.at.path, place, _message(found))


class MisreadValue(TextRule):
    """A value goes into a formula as something that it is not.

    The rate of both directions of a link for the rate of one, bits a second for bytes, a peak with sparsity
    for a dense one, the bytes of another number format: each makes a result wrong by a factor, and nothing
    in the arithmetic shows it. It is reported where the text itself says what the value is. Use the value
    that the formula needs; `qbank formula show ID` says which.
    """

    code = "QB802"
    name = "formula-misread-value"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  napkin_math: NVLink has 900 GB/s bidirectional, so 18 GB / 900 GB/s = 20 ms\n",
            underlines="900 GB/s",
        ),
        Example(
            yaml="details:\n  napkin_math: The network has 100 Gbps. A copy takes 10 GB / 100 GB/s = 0.1 s\n",
            underlines="100 GB/s",
        ),
        Example(
            yaml="details:\n  napkin_math: The FP16 weights take 7B params * 4 bytes = 28 GB\n",
            underlines="4 bytes",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  napkin_math: NVLink has 900 GB/s bidirectional, 450 GB/s each way,"
                " so 18 GB / 450 GB/s = 40 ms\n"
            )
        ),
        Example(yaml="details:\n  napkin_math: The FP16 weights take 7B params * 2 bytes = 14 GB\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for values taken for something else."""
        for found in input_mistakes(question):
            place = found.start, found.end
            text = " ".join(found.at.source.text[slice(*place)].split())
            yield self.at(
                question, found.at.path, place, f"{text} goes into {found.formula.id}: {found.says}"
            )


def _message(found: Found) -> str:
    formula, slip, made = found.what.formula, found.what.slip, found.difference
    expression = " ".join(found.at.claim.expression.split())
    values = ", ".join(
        f"{name} = {format_quantity(format_number(made.values[name]), formula.unit_of(name))}"
        for name in formula.variables
    )
    right = format_quantity(format_number(made.right), formula.unit_of(formula.symbol))
    says = slip.says if slip is not None else ""
    return f"{expression} is not {formula.equation} ({formula.id}): {says}; it is {right} for {values}"
