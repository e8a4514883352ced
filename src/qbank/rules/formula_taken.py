"""Values that are taken for what they are not: bits for bytes, both directions of a link for one, ...

Each is told by words: what a text says beside the value, wherever it states it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank.formulas.formula import Formula, Slip, Taken
from qbank.formulas.recognise import Recognised
from qbank.napkin import tree as n
from qbank.rules.claims import FieldClaim
from qbank.rules.formula_evidence import is_explained
from qbank.rules.formula_view import Reader
from qbank.rules.recognition import Written, written
from qbank.rules.source import QuestionFile
from qbank.rules.told import told
from qbank.rules.values import StatedValue, stated_values
from qbank.units.table import BYTES_OF_TYPE

_BOTH_WAYS: Final = re.compile(r"bi-?directional|both (?:directions|ways)|(?:full|total)[ -]duplex", re.IGNORECASE)
_ONE_WAY: Final = re.compile(
    r"(?:per|each|one|single)[ -](?:direction|way)|uni-?directional|one[ -]way|simplex", re.IGNORECASE
)
_SPARSE: Final = re.compile(r"spars(?:e|ity)|\b2:4\b", re.IGNORECASE)
_DENSE: Final = re.compile(r"\bdense\b|without spars|no spars|non-?spars", re.IGNORECASE)
_FORMAT: Final = re.compile(r"\b(fp|bf|int|nf|tf)[ -]?(64|32|16|8|6|4|2)\b", re.IGNORECASE)
_BYTES: Final = re.compile(r"\bbytes?\b|\d ?B\b")
_CLAUSE_BEHIND: Final = re.compile(r"[^,;.)\d\n]{0,48}")
_CLAUSE_BEFORE: Final = re.compile(r"[^,;.(\d\n]{0,40}$")
_BIT_RATES: Final = ("bps", "bit/s", "Gb/s", "Mb/s", "kb/s", "Kb/s", "Tb/s")
_BYTE_RATES: Final = ("B/s", "Bps")
_ROUGH: Final = Fraction(3, 2)
_LABEL: Final = 100


@dataclass(frozen=True, slots=True)
class Misread:
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


def misread(question: QuestionFile) -> Iterator[Misread]:
    """Yield operands of formulas that the text says to be something else."""
    kinds = list(_kinds(question))
    if not kinds:
        return
    reader = question.once(Reader)
    for claim in question.claims:
        if claim.deliberate or not _may_be(question, claim, kinds):
            continue
        own = written(claim.claim)
        if own is not None:
            for kind in kinds:
                yield from _in_claim(reader, claim, own, kind)


def _kinds(question: QuestionFile) -> Iterator[Taken]:
    """Yield what may be taken for something else in a question at all: a look at letters, before all else."""
    everything = told(question)
    if everything.has("directional", "both directions", "both ways", "duplex"):
        yield Taken.BOTH_WAYS
    if everything.has("spars", "2:4"):
        yield Taken.SPARSE
    if everything.has("fp16", "bf16", "fp32", "int8", "int4", "fp8") and everything.has("byte"):
        yield Taken.FORMAT
    texts = [text for _, text in everything.fields]
    if any([rate in text for text in texts for rate in _BIT_RATES]):
        if any([rate in text for text in texts for rate in _BYTE_RATES]):
            yield Taken.BITS


def _may_be(question: QuestionFile, found: FieldClaim, kinds: list[Taken]) -> bool:
    text = (question.text(found.path) or "")[found.claim.start : found.claim.end]
    if Taken.FORMAT in kinds and _BYTES.search(text):
        return True
    return any(kind is not Taken.FORMAT for kind in kinds) and any([sign in text for sign in "/÷"])


def _in_claim(reader: Reader, at: FieldClaim, own: Written, kind: Taken) -> Iterator[Misread]:
    around = reader.surroundings(at)
    for found in reader.looking.taken(kind).recognise(own.expression, around.speaks, reader.names.calls):
        for slip in found.formula.slips:
            if slip.taken is not kind or slip.variable not in found.operands:
                continue
            leaf = own.leaves[found.operands[slip.variable]]
            says = _TESTS[kind](reader.question, at, found, slip, leaf)
            if says and not is_explained(around.near, "", slip.unless):
                yield Misread(at, leaf.start, leaf.end, found.formula, says)
                return


def _bits(question: QuestionFile, at: FieldClaim, found: Recognised, slip: Slip, leaf: n.Number | n.Name) -> str:
    """Whether the text states this number of bits a second, and nowhere as many bytes."""
    size = found.size(slip.variable)
    bits: StatedValue | None = None
    for value in _values(question):
        if any(reading.value == size for reading in value.readings):
            if not _in_a_claim(question, value):
                return ""
        elif _is_bits(value) and value.quantity.value * 8 == size:
            bits = value
    return "" if bits is None else f"the text says {bits.text}, which are bits; a byte has 8 of them"


def _both_ways(
    question: QuestionFile, at: FieldClaim, found: Recognised, slip: Slip, leaf: n.Number | n.Name
) -> str:
    size = found.size(slip.variable)
    if not _said(question, size, _BOTH_WAYS, _ONE_WAY):
        return ""
    return "the text says that this is the rate of both directions together; data goes one way at half of it"


def _sparse(question: QuestionFile, at: FieldClaim, found: Recognised, slip: Slip, leaf: n.Number | n.Name) -> str:
    about = " ".join(filter(None, (question.text(("title",)), question.text(("question",))))).lower()
    if "spars" in about or "prun" in about or not _said(question, found.size(slip.variable), _SPARSE, _DENSE):
        return ""
    return "the text says that this peak is with sparsity; dense work has half of it"


def _format(question: QuestionFile, at: FieldClaim, found: Recognised, slip: Slip, leaf: n.Number | n.Name) -> str:
    """Whether the words in front name one number format, and its elements are of another size."""
    text = question.text(at.path) or ""
    line = max(text.rfind("\n", 0, at.claim.start), text.rfind(". ", 0, at.claim.start), at.claim.start - _LABEL)
    named = {(match[1] + match[2]).upper() for match in _FORMAT.finditer(text[line + 1 : at.claim.end])}
    if len(named) != 1 or not isinstance(leaf, n.Number):
        return ""
    name = named.pop()
    size, taken = BYTES_OF_TYPE.get(name), found.size(slip.variable)
    if size is None or not taken or 1 / _ROUGH < size / taken < _ROUGH:
        return ""
    return f"an element of {name} takes {_bytes_text(size)}"


_TESTS: Final[
    Mapping[Taken, Callable[[QuestionFile, FieldClaim, Recognised, Slip, n.Number | n.Name], str]]
] = {Taken.BITS: _bits, Taken.BOTH_WAYS: _both_ways, Taken.SPARSE: _sparse, Taken.FORMAT: _format}


def _bytes_text(size: Fraction) -> str:
    return f"{size} byte" if size == 1 else f"{float(size):g} bytes"


def _values(question: QuestionFile) -> Iterator[StatedValue]:
    for path, _ in told(question).fields:
        yield from stated_values(question, path)


def _in_a_claim(question: QuestionFile, value: StatedValue) -> bool:
    return any(
        one.path == value.path and one.claim.start <= value.start < one.claim.end for one in question.claims
    )


def _is_bits(value: StatedValue) -> bool:
    unit = value.number.readings[0].unit.name.partition("/")[0]
    return "b" in unit and "B" not in unit


def _said(question: QuestionFile, size: Fraction, wanted: re.Pattern[str], other: re.Pattern[str]) -> bool:
    """Whether a text says `wanted` beside a value of this size, and never the other."""
    found = False
    for value in _values(question):
        if not any(reading.value == size for reading in value.readings):
            continue
        text = question.text(value.path) or ""
        behind = _CLAUSE_BEHIND.match(text, value.end)
        before = _CLAUSE_BEFORE.search(text, max(0, value.start - 40), value.start)
        said = [part[0] for part in (behind, before) if part is not None]
        if any(other.search(part) for part in said):
            return False
        found = found or any(wanted.search(part) for part in said)
    return found
