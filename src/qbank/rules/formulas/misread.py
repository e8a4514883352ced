"""QB802: values that enter a formula as what they are not, by what the ledger knows of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Final

from msgspec import Struct

from qbank.facts.fact import ClaimFacts, Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.formulas.formula import Formula, Taken
from qbank.formulas.matching.words import normalize
from qbank.napkin.tree import Name, leaves
from qbank.quoting import in_one_line
from qbank.rules.core.base import Example
from qbank.rules.core.claims import claims_of
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.conversions import left_out
from qbank.rules.formulas.evidence import is_explained
from qbank.rules.formulas.filled_slips import IN_ITS_LINE
from qbank.rules.formulas.formula import slips
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.rules.formulas.means import mistaken
from qbank.rules.formulas.slip_forms import forms_of
from qbank.units.table import BYTES_OF_TYPE

_ROUGH: Final = 1.5
_LARGEST_ELEMENT: Final = float(max(BYTES_OF_TYPE.values()))


class Misreading(Struct, frozen=True):
    """An operand of a claim that the question says to be something else."""

    claim: ClaimFacts
    operand: Fact
    taken: Taken
    says: str
    related: tuple[Fact, ...] = ()


class _Place(Struct):
    """Where something stands that is no fact."""

    path: FieldPath
    start: int
    end: int


def _misreadings(ledger: Ledger) -> Iterator[Misreading]:
    for claim in ledger.claims:
        for fact in claim.operands:
            if fact.kind is Kind.BYTES:
                yield from _other_format(ledger, claim, fact)
            elif fact.kind is Kind.BYTE_RATE:
                for one in _said(ledger, fact, "both-ways", but="one-way"):
                    says = "the text says that this is the rate of both directions together"
                    says += "; data goes one way at half of it"
                    yield Misreading(claim, fact, Taken.BOTH_WAYS, says, (one,))
            elif fact.kind is Kind.OPERATION_RATE:
                for one in _said(ledger, fact, "sparse", but="dense"):
                    if not _is_said_elsewhere(ledger, fact, "sparse"):  # else the work may be sparse as well
                        says = "the text says that this peak is with sparsity; dense work has half of it"
                        yield Misreading(claim, fact, Taken.SPARSE, says, (one,))


def _said(ledger: Ledger, fact: Fact, cue: str, *, but: str) -> list[Fact]:
    """Return the first place where words beside a value say one thing of it; none if any say the other.

    The label of a calculation speaks of what comes out, and not of what goes in.
    """
    places = (fact, *fact.same)
    if any(but in one.cues for one in places):
        return []
    return [
        one
        for one in places
        if cue in one.cues and (one.operand_of is None or not one.label) and _is_of(ledger, one, cue)
    ][:1]


def _is_of(ledger: Ledger, fact: Fact, cue: str) -> bool:
    """Whether words of the clause say something of a value, and not of another in their brackets."""
    pieces = ledger.pieces[fact.path]
    others = {piece.opener for piece in pieces if piece.mention is not None and piece.start != fact.start}
    return any(
        piece.clause == fact.clause
        and cue in piece.meaning.cues
        and (piece.opener < 0 or piece.opener not in others)
        for piece in pieces
    )


def _is_said_elsewhere(ledger: Ledger, fact: Fact, cue: str) -> bool:
    clauses = {(one.path, one.clause) for one in (fact, *fact.same)}
    return any(
        cue in piece.meaning.cues and (path, piece.clause) not in clauses
        for path, pieces in ledger.pieces.items()
        for piece in pieces
    )


def _other_format(ledger: Ledger, claim: ClaimFacts, fact: Fact) -> Iterator[Misreading]:
    """Tell that the words of a claim name one number format, and its elements have another size."""
    if fact.value > _LARGEST_ELEMENT:
        return
    names = {
        name
        for piece in ledger.sentence_of(fact)
        if piece.start < claim.claim.end
        if (name := piece.text.upper()) in BYTES_OF_TYPE
    }
    size = float(BYTES_OF_TYPE[name]) if len(names) == 1 and (name := names.pop()) else 0.0
    if size and fact.value and not 1 / _ROUGH < size / fact.value < _ROUGH:
        says = f"an element of {name} takes {size:g} byte{'' if size == 1 else 's'}"
        yield Misreading(claim, fact, Taken.FORMAT, says)


class MisreadValue(LedgerRule):
    """A value goes into a formula as something that it is not.

    The rate of both directions of a link for the rate of one, bits a second for bytes, multiply-accumulates
    for operations, a peak with sparsity for a dense one, the bytes of another number format, query heads for
    those of keys and values, km/h for m/s, the highest value for the mean of a period, a plain mean for
    amounts that differ: each makes a result wrong by a factor, and nothing in the arithmetic shows it. It is
    reported where the text itself says what the value is. Use the value that the formula needs; `qbank
    formula show ID` says which.
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
        Example(
            yaml=(
                "scenario: A model has 20 layers, 16 query heads and 4 key-value heads, head size 64.\n"
                "details:\n  napkin_math: |\n"
                "    - KV cache per token: 2 * 20 * 16 * 64 * 2 bytes = 81,920 bytes\n"
            ),
            underlines="16",
        ),
        Example(
            yaml=(
                "scenario: A mixture of experts has 90B parameters in all, 11B of them active for a token.\n"
                "details:\n  napkin_math: |\n    - Weights in memory: 11e9 * 2 bytes = 22 GB\n"
            ),
            underlines="11e9",
        ),
        Example(
            yaml=(
                "scenario: A tram rolls at 36 km/h, and its camera needs 250 ms for a frame.\n"
                "details:\n  napkin_math: |\n    - Blind way: 36 * 0.250 s = 9 m\n"
            ),
            underlines="36 * 0.250 s = 9 m",
        ),
        Example(
            yaml=(
                "scenario: A kiln control draws 9 kW at its peak and, over the year, 4 kW on average.\n"
                "details:\n  napkin_math: |\n    - Energy of the year: 9 kW * 8,760 h = 78,840 kWh\n"
            ),
            underlines="9 kW",
        ),
        Example(
            yaml=(
                "scenario: A mill took 300 MWh at 50 g CO2/kWh, a kiln 100 MWh at 450 g CO2/kWh.\n"
                "details:\n  napkin_math: |\n    - Energy: 300 + 100 = 400 MWh\n"
                "    - Grid: (50 + 450) / 2 = 250 g CO2/kWh\n    - Sum: 400 MWh * 250 g/kWh = 100 t\n"
            ),
            underlines="250 g/kWh",
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
        Example(
            yaml=(
                "scenario: A model has 20 layers, 16 query heads and 4 key-value heads, head size 64.\n"
                "details:\n  napkin_math: |\n"
                "    - KV cache per token: 2 * 20 * 4 * 64 * 2 bytes = 20,480 bytes\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A tram rolls at 36 km/h, and its camera needs 250 ms for a frame.\n"
                "details:\n  napkin_math: |\n    - Blind way: 10 * 0.250 s = 2.5 m\n"
            ),
        ),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Look for values taken for something else."""
        yield from _sisters(question)
        yield from _named_sisters(question)
        yield from _left_out(question)
        for wrong in mistaken(ledger_of(question)):
            message = f"{in_one_line(wrong.claim.claim.expression)}: {wrong.says}"
            yield Violation(wrong.operand, message, (wrong.fact,))
        for found in _misreadings(ledger_of(question)):
            formula = _formula(question, found)
            if formula is not None:
                text = " ".join(found.operand.text.split())
                message = f"{text} goes into {formula.id}: {found.says}"
                yield Violation(
                    found.operand,
                    message,
                    tuple(one for one in found.related if one is not found.operand),
                )


def _left_out(question: QuestionFile) -> Iterator[Violation]:
    """Yield the lines that leave out the factor between the units of what the text gives.

    If a formula is known that it slips, that says more.
    """
    told = {id(found.at.claim) for found in question.cached_view(slips)}
    told |= {id(at.claim) for at in claims_of(question) if at.deliberate}
    for found in left_out(ledger_of(question)):
        claim = found.claim.claim
        if id(claim) not in told:
            place = found.operand or (found.claim.operands[0] if found.claim.operands else found.fact)
            text = claim.expression if found.operand is None else found.operand.text
            message = f"{in_one_line(text)}: {found.says}"
            span = (claim.start, claim.end) if found.operand is None else (None, None)
            yield Violation(place, message, (found.fact,), *span)


def _sisters(question: QuestionFile) -> Iterator[Violation]:
    """Yield operands that the text calls by the name of a sister, where the right value enters nothing."""
    context = question.cached_view(FormulaContext)
    ledger = ledger_of(question)
    places = {id(at.claim): at for at in claims_of(question)}
    for form, slip in forms_of(question.settings.root).misread(Taken.SISTER, context.words):
        if not context.may_hold(slip):
            continue
        admits = form.formula.variables[slip.variable].admits
        told = list(filter(admits, context.names.named(slip.instead)))
        if len(told) != 1 or _multiplies(ledger, told[0]):
            continue
        right = told[0]
        for claim in ledger.claims:
            around = context.surroundings(places[id(claim.claim)])
            if not (around.speaks(slip.cues) or context.speaks(slip.cues)):
                continue
            if is_explained(around, "", slip.unless):
                continue
            wrong = {values[slip.variable] for values in context.reading.fits(form, claim.claim)}
            for fact in claim.operands:
                size = fact.value / float(fact.mention.unit.scale)  # `90e9` and 90 billion alike
                if size in wrong and size != right and context.names.has_name(size, slip.called):
                    called = next(word for word in slip.instead if context.names.has_name(right, (word,)))
                    message = f"{fact.text} goes into {form.formula.id} as {slip.variable}"
                    message += f" ({form.formula.variables[slip.variable].meaning}); the text says"
                    yield Violation(fact, f"{message} {right:g} of it ({called})")
                    return


def _named_sisters(question: QuestionFile) -> Iterator[Violation]:
    """Yield lines that write the symbol of a sister: `precision = TP / (TP + FN)`."""
    context = question.cached_view(FormulaContext)
    ledger = ledger_of(question)
    places = {id(at.claim): at for at in claims_of(question)}
    named = [
        (claim, names)
        for claim in ledger.claims
        if (names := [leaf for leaf in leaves(claim.claim.tree) if isinstance(leaf, Name)])
        and not places[id(claim.claim)].deliberate
    ]
    for form, slip in forms_of(question.settings.root).misread(Taken.SISTER, context.words) if named else ():
        for claim, names in named:
            around = context.surroundings(places[id(claim.claim)])
            if around.speaks(slip.cues) != IN_ITS_LINE or is_explained(around, "", slip.unless):
                continue
            symbols = {normalize(name.text) for name in names}
            wrong = next((name for name in names if normalize(name.text) in slip.called), None)
            if wrong is None or not symbols.isdisjoint(slip.instead):
                continue
            amounts = {
                one.amount.value for one in claim.claim.operands if one.start == wrong.start and one.amount
            }
            filled = (values[slip.variable] for values in context.reading.fits(form, claim.claim))
            if any(isclose(float(amount), value) for value in filled for amount in amounts):
                meaning = form.formula.variables[slip.variable].meaning
                message = f"{wrong.text} goes into {form.formula.id} as {slip.variable} ({meaning})"
                yield Violation(_Place(claim.path, claim.claim.start, claim.claim.end), message)


def _multiplies(ledger: Ledger, number: float) -> bool:
    """Tell whether a number is a factor anywhere; a group of heads is a quotient of theirs: `64 / 8`."""
    return any(
        number in (fact.value / float(fact.mention.unit.scale), fact.value)
        for claim in ledger.claims
        if claim.operator == "*"
        for fact in claim.operands
        if ledger.pieces[fact.path][fact.at - 1].text != "/"  # `4.5 / 8 bytes`
    )


def _formula(question: QuestionFile, found: Misreading) -> Formula | None:
    """Return the formula that a claim is and in which the operand may be misread; None if it is excused."""
    at = next(one for one in claims_of(question) if one.claim is found.claim.claim)
    context = question.cached_view(FormulaContext)
    around = context.surroundings(at)
    for form, slip in forms_of(question.settings.root).misread(found.taken, context.words):
        if around.speaks(slip.cues) and not is_explained(around, "", slip.unless):
            size = found.operand.value / form.slots[slip.variable].scale
            if any(isclose(values[slip.variable], size) for values in context.reading.fits(form, at.claim)):
                return form.formula
    return None
