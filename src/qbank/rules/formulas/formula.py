"""QB80x: formulas that a question's arithmetic instantiates, and those that it states outright."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import is_conversion
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.formulas.matching.words import Surroundings, has_cue
from qbank.grouping import grouped
from qbank.napkin.claim import Claim
from qbank.napkin.judging.elided_units import CONVERTED
from qbank.napkin.tree import calls
from qbank.quoting import in_one_line
from qbank.rules.core.base import Example
from qbank.rules.core.claims import FieldClaim, claims_of
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.ledger import ledger_of
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.formulas.evidence import is_excused, is_explained, is_plainly_labelled, is_told
from qbank.rules.formulas.filled_slips import Filled, is_telling
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.slip_forms import SlipForm, forms_of, measure_of
from qbank.units import Quantity
from qbank.units.format import format_number, format_quantity
from qbank.units.unit import as_float

_WIDE: Final = 240
_OF_DECIBELS: Final = frozenset((10.0, 20.0))
_OF_PATHS: Final = frozenset((Kind.LENGTH, Kind.FREQUENCY))
MOST_CLAIMS: Final = 200
"""Claims of one question that are compared with slips; nobody writes as many."""


class Found(Struct, frozen=True):
    """A slip in a claim."""

    at: FieldClaim
    what: Filled


def slips(question: QuestionFile) -> list[Found]:
    """Return the claims that are known slips of formulas, and that nothing in the text excuses."""
    return list(_slips(question))


def _slips(question: QuestionFile) -> Iterator[Found]:
    claims = [claim for claim in claims_of(question) if not claim.deliberate]
    if not claims:
        return
    ledger, context = ledger_of(question), question.cached_view(FormulaContext)
    converting = {  # `12 h * 60 = 720 min`
        id(one.claim) for one in ledger.claims if one.claim.note == CONVERTED and is_conversion(one)
    }
    claims = [at for at in claims if id(at.claim) not in converting]
    possible = forms_of(question.settings.root).possible(context.words)
    by_measure = grouped((form.wrong.result_measure, form) for form in possible)
    lost_units = _without_units(claims, ledger)
    reported: list[Claim] = []
    for at in claims[:MOST_CLAIMS]:
        stated = at.claim.judgement.stated
        if stated is None:
            continue
        around = context.surroundings(at)
        measured = possible if id(at.claim) in lost_units else by_measure.get(measure_of(stated), ())
        fitting = context.reading.fitting(measured, at.claim) if measured else []
        fitting = [form for form in fitting if _is_likely(context, at, stated, around, form)]
        if fitting and calls(at.claim.tree, "log10") and _is_of_path(ledger, at.claim):
            fitting = [form for form in fitting if not _is_of_numbers(form)]
        if not fitting or _is_explained(at, around):
            continue
        found = [
            filled
            for form in fitting
            if not is_excused(around, form.slip.unless)
            if (ways := list(context.reading.fill(form, at.claim, around)))
            if not _is_known(context, form, claims)  # asks all claims, so last
            for filled in ways
        ]
        if found and not any(is_told(filled, claims, ledger.facts) for filled in found):
            if not context.reading.repeats(at.claim, reported):
                yield Found(at, min(found, key=attrgetter("right")))
            reported.append(at.claim)


def _without_units(claims: Iterable[FieldClaim], ledger: Ledger) -> set[int]:
    """Return the claims, by their ids, that state a plain number which may be of anything."""
    stated = {id(at.claim): one for at in claims if (one := at.claim.judgement.stated) is not None}
    united = {as_float(one.value / one.unit.scale) for one in stated.values() if one.unit.name}
    measuring = {
        id(one.claim) for one in ledger.claims if any(fact.mention.unit.name for fact in one.operands)
    }
    return {
        id(at.claim)
        for at in claims
        if (one := stated.get(id(at.claim))) is not None and not one.unit.name
        if as_float(one.value) in united  # a chain has its unit at its end
        or id(at.claim) not in measuring
        or calls(at.claim.tree, "log10")  # of what has a unit they take but the number
    }


def _is_likely(
    context: FormulaContext, at: FieldClaim, stated: Quantity, around: Surroundings, form: SlipForm
) -> bool:
    """Whether a slip of which the words speak may be made, and what is stated can hardly be anything else.

    A line that names nothing of its own is about what the text is about.
    """
    return (
        (context.speaks(form.slip.cues) or around.speaks(form.slip.cues) > 0)
        and (not form.slip.line or has_cue(around.line, form.slip.line))
        and context.may_hold(form.slip)
        and (
            is_telling(form, stated, around)
            or (bool(form.slip.when) and not form.wrong.counts and is_plainly_labelled(context.question, at))
        )
    )


def _is_known(context: FormulaContext, form: SlipForm, claims: Iterable[FieldClaim]) -> bool:
    """Whether a claim is the formula as it should be: who has it right once does not slip beside it.

    A mere product says nothing: much looks like that.
    """
    return not form.right.is_weak and any(
        any(True for _ in context.reading.fits(form.right, other.claim)) for other in claims
    )


def _is_of_numbers(form: SlipForm) -> bool:
    """Whether all that a formula is of are numbers without a unit: a ratio of powers, and not two lengths."""
    return all(one.unit == "1" for one in form.right.formula.variables.values())


def _is_of_path(ledger: Ledger, claim: Claim) -> bool:
    """Whether a logarithm is of a told length or frequency, which a loss on the way is made of."""
    numbers = {float(one.amount.value) for one in claim.operands} - _OF_DECIBELS
    told = [fact for fact in ledger.facts if fact.number in numbers and not fact.is_bare]
    return bool(told) and all(fact.kind in _OF_PATHS for fact in told)


def _is_explained(at: FieldClaim, around: Surroundings) -> bool:
    return is_explained(around, at.source.text[max(0, at.claim.start - _WIDE) : at.claim.end + _WIDE])


class RecognisedSlip(TextRule):
    """A calculation is a known slip of a formula.

    The arithmetic is right, and the formula is not: N for N - 1, a factor 2 that is missing, stages and
    micro-batches swapped. An expression is compared with the slips that the library of formulas lists, order
    and brackets apart. It is reported only where the text speaks of the formula, calls the numbers what they
    are taken for, and neither explains the difference nor works out the right value, and where the difference
    is more than 5 %. `qbank formula show ID` tells the formula, what it assumes and where it comes from.

    Correct the calculation; or say why it is meant so, as in "for large N" or "an upper bound".
    """

    takes_long = True
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
            yaml=(
                "scenario: Any of 256 GPUs stops the job; each fails every 51,200 hours. Saving takes 9 s."
                "\ndetails:\n  napkin_math: |\n    - MTBF: 51,200 h / 256 = 200 h = 720,000 s\n"
                "    - Young's interval: sqrt(2 * 9 s * 720,000 s) = 3,600 s\n"
            )
        ),
        Example(
            yaml="details:\n  napkin_math: An all-gather over 8 GPUs sends 7/8 * 16 GB = 14 GB per GPU\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for slips."""
        for found in question.cached_view(slips):
            place = found.at.claim.start, found.at.claim.end
            yield self.at(question, found.at.path, place, _message(found))


def _message(found: Found) -> str:
    formula, made = found.what.formula, found.what
    expression = in_one_line(found.at.claim.expression)
    values = ", ".join(
        f"{name} = {format_quantity(_few(made.values[name]), formula.unit_of(name))}"
        for name in formula.variables
    )
    right = format_quantity(_few(made.right), formula.unit_of(formula.symbol))
    detail = f"{expression} should be {right}: {made.slip.says}"
    return f"{detail}; by {formula.equation} ({formula.id}) with {values}"


def _few(value: float) -> str:
    return format_number(Fraction(f"{value:.7g}"))
