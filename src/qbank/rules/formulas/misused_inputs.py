"""Values that are taken for what they are not: bits for bytes, both directions of a link for one, ...

Each is told by words: what a text says beside the value, wherever it states it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank import lazy_re
from qbank.formulas.formula import Formula, Taken
from qbank.napkin import tree as n
from qbank.napkin.claim_formula import ClaimExpression
from qbank.napkin.verdicts import Verdict
from qbank.rules.coherence.factual_text import FactualText, factual_text
from qbank.rules.coherence.values import StatedValue, stated_values
from qbank.rules.core.claims import FieldClaim, claims_of
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.evidence import is_explained
from qbank.rules.formulas.formula_context import FormulaContext
from qbank.units.table import BYTES_OF_TYPE

# Of texts in lower case. Where all of a question is searched, each pattern begins with letters, for which a
# search leaps ahead.
_BOTH_WAYS: Final = (
    lazy_re.compile(r"bi-?directional"),
    lazy_re.compile(r"both (?:directions|ways)"),
    lazy_re.compile(r"duplex(?:(?<=full[ -]duplex)|(?<=total[ -]duplex))"),
)
_ONE_WAY: Final = lazy_re.compile(
    r"(?:per|each|one|single)[ -](?:direction|way)|uni-?directional|one[ -]way|simplex"
)
_SPARSE: Final = (lazy_re.compile(r"spars(?:e|ity)"), lazy_re.compile(r"2:4\b(?<!\w2:4)"))
_USES_SPARSITY: Final = lazy_re.compile(
    r"prun(?:e|ing)|spars(?:e|ified) (?:model|weight|kernel|network|matri|gemm|matmul)"
)
_DENSE: Final = lazy_re.compile(r"\bdense\b|without spars|no spars|non-?spars")
# Of texts as written.
_FORMAT: Final = lazy_re.compile(r"\b(fp|bf|int|nf|tf)[ -]?(64|32|16|8|6|4|2)\b", re.IGNORECASE)
_BYTES: Final = lazy_re.compile(r"(\d{1,4}(?:\.\d{1,6})?)[ -]?(?:bytes?|B)\b(?!/s)")
_BIT_RATE: Final = (lazy_re.compile(r"b(?:(?<=\d[kKMGT]b)|(?<=\d [kKMGT]b))(?:ps|its?/s|/s)"),)
_CLAUSE_BEHIND: Final = lazy_re.compile(r"(?:2:4|[^,;.)\d\n]){0,48}")
_CLAUSE_BEFORE: Final = lazy_re.compile(r"[^,;.(\d\n]{0,40}$")
_ROUGH: Final = Fraction(3, 2)
_LABEL: Final = 100


@dataclass(frozen=True, slots=True)
class InputMistake:
    """An operand that is taken for something else.

    Attributes:
        at: the claim.
        start, end: the operand's place in the field.
        formula: what the claim computes.
        says: what is wrong.
    """

    at: FieldClaim
    start: int
    end: int
    formula: Formula
    says: str


def input_mistakes(question: QuestionFile) -> Iterator[InputMistake]:
    """Yield operands of formulas that the text says to be something else."""
    kinds = _possible(factual_text(question))
    if not kinds:
        return
    context = question.cached_view(FormulaContext)
    for claim in claims_of(question):
        if claim.deliberate:
            continue
        likely = [kind for kind in kinds if kind is not Taken.FORMAT or _other_sizes(claim)]
        left_side = context.expression(claim) if likely else None
        if left_side is not None:
            for kind in likely:
                yield from _in_claim(context, claim, left_side, kind)


def _possible(text: FactualText) -> list[Taken]:
    """Return what a value may be taken for, by what the question says anywhere."""
    evidence = {
        Taken.BOTH_WAYS: _any_in(text.letters, _BOTH_WAYS),
        Taken.SPARSE: _any_in(text.letters, _SPARSE),
        Taken.FORMAT: "byte" in text.letters,
        Taken.BITS: _any_in(text.text, _BIT_RATE),
    }
    return [kind for kind, found in evidence.items() if found]


def _other_sizes(at: FieldClaim) -> bool:
    """Whether a claim has elements of another size than the number format that its line names."""
    sizes = _BYTES.findall(at.source.text, at.claim.start, at.claim.end)
    return any(_other_format(at, Fraction(digits)) for digits in sizes)


def _in_claim(
    context: FormulaContext, at: FieldClaim, left_side: ClaimExpression, kind: Taken
) -> Iterator[InputMistake]:
    around = context.surroundings(at)
    matcher = context.matcher.misused(kind)
    for match in matcher.recognise(left_side.expression, around.speaks, context.names.calls):
        for slip in match.formula.slips:
            if slip.taken is not kind or slip.variable not in match.operands:
                continue
            leaf = left_side.leaves[match.operands[slip.variable]]
            operand = _Operand(context.question, at, match.size(slip.variable), isinstance(leaf, n.Number))
            says = _TESTS[kind](operand)
            if says and not is_explained(around.near, "", slip.unless):
                yield InputMistake(at, leaf.start, leaf.end, match.formula, says)
                return


@dataclass(frozen=True, slots=True)
class _Operand:
    """An operand that stands for a variable: its size in base units, and whether it is a number."""

    question: QuestionFile
    at: FieldClaim
    size: Fraction
    is_number: bool


def _bits(operand: _Operand) -> str:
    """Say that the text states this number of bits a second, and nowhere as many bytes."""
    bits: StatedValue | None = None
    for value in _values(operand.question):
        if any(reading.value == operand.size for reading in value.readings):
            if not _in_a_claim(operand.question, value):
                return ""
        elif _is_bits(value) and value.quantity.value * 8 == operand.size:
            bits = value
    return "" if bits is None else f"the text says {bits.text}, which are bits; a byte has 8 of them"


def _both_ways(operand: _Operand) -> str:
    if not _said(operand, _BOTH_WAYS, _ONE_WAY):
        return ""
    return "the text says that this is the rate of both directions together; data goes one way at half of it"


def _sparse(operand: _Operand) -> str:
    question = operand.question
    about = " ".join(
        [text for path in (("title",), ("question",)) if (text := shown_text(question, path))]
    ).lower()
    if (
        "spars" in about
        or _USES_SPARSITY.search(factual_text(question).letters)
        or not _said(operand, _SPARSE, _DENSE)
    ):
        return ""
    return "the text says that this peak is with sparsity; dense work has half of it"


def _format(operand: _Operand) -> str:
    """Say that the words in front name one number format, whose elements are of another size."""
    if not operand.is_number:
        return ""
    named = _other_format(operand.at, operand.size)
    return f"an element of {named} takes {_bytes_text(BYTES_OF_TYPE[named])}" if named else ""


def _other_format(at: FieldClaim, size: Fraction) -> str:
    """Return the one format that the words of a claim's line name, if it has elements of another size."""
    start, end = at.claim.start, at.claim.end
    text = at.source.text
    line = max(text.rfind("\n", 0, start), text.rfind(". ", 0, start), start - _LABEL)
    named = {(match[1] + match[2]).upper() for match in _FORMAT.finditer(text, max(line, 0), end)}
    name = named.pop() if len(named) == 1 else ""
    own = BYTES_OF_TYPE.get(name)
    if own is None or not size or 1 / _ROUGH < own / size < _ROUGH:
        return ""
    return name


_TESTS: Final[Mapping[Taken, Callable[[_Operand], str]]] = {
    Taken.BITS: _bits,
    Taken.BOTH_WAYS: _both_ways,
    Taken.SPARSE: _sparse,
    Taken.FORMAT: _format,
}


def _bytes_text(size: Fraction) -> str:
    return f"{size} byte" if size == 1 else f"{float(size):g} bytes"


def _values(question: QuestionFile) -> Iterator[StatedValue]:
    for path, _ in factual_text(question).fields:
        yield from stated_values(question, path)


def _in_a_claim(question: QuestionFile, value: StatedValue) -> bool:
    """Whether a value goes into a claim; the result of one that holds stands for itself."""
    return any(
        field_claim.path == value.path
        and field_claim.claim.start <= value.start < field_claim.claim.end
        and (value.start < field_claim.claim.stated_start or field_claim.claim.verdict is not Verdict.OK)
        for field_claim in claims_of(question)
    )


def _is_bits(value: StatedValue) -> bool:
    unit = value.number.readings[0].unit.name.partition("/")[0]
    return "b" in unit and "B" not in unit


def _any_in(text: str, patterns: Iterable[re.Pattern[str]]) -> bool:
    return any(pattern.search(text) for pattern in patterns)


def _said(operand: _Operand, wanted: Iterable[re.Pattern[str]], other: re.Pattern[str]) -> bool:
    """Whether the text says `wanted` beside a value of this size, and never the other."""
    found = False
    for value in _values(operand.question):
        if not any(reading.value == operand.size for reading in value.readings):
            continue
        text = shown_text(operand.question, value.path)
        behind = _CLAUSE_BEHIND.match(text, value.end)
        before = _CLAUSE_BEFORE.search(text, max(0, value.start - 40), value.start)
        clauses = [part[0].lower() for part in (behind, before) if part is not None]
        if any(other.search(part) for part in clauses):
            return False
        found = found or any(_any_in(part, wanted) for part in clauses)
    return found
