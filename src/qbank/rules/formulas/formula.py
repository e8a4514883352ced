"""QB80x: formulas that a question's arithmetic instantiates, and those that it states outright."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from qbank import lazy_re
from qbank.formulas.display import plain
from qbank.formulas.matching.recognise import Recognised
from qbank.napkin import Claim
from qbank.problems import format_path
from qbank.rules.core.base import Example, QuestionRule, Rule
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.evidence import Difference, difference, is_explained, is_told
from qbank.rules.formulas.formula_context import AROUND, Reader
from qbank.rules.formulas.misused_inputs import misread
from qbank.rules.formulas.recognition import Written, has_own_slips, written
from qbank.yamlio.document import FieldPath

_TIMES: Final = r"(?:[*×·]| x |times)"
_RATIO: Final = r"[\d)]\s*[/÷]\s*\(?\d[\d.,]*\)?(?!\s*[a-zµ\d])|frac|^\W*2\s*" + _TIMES
_LONG_PRODUCT: Final = rf"{_TIMES}.*{_TIMES}.*{_TIMES}"
_POWER: Final = r"\^|\*\*|[²³]"
_ROOT: Final = r"sqrt|√"
_FLOPS: Final = r"flop|tops"

SIGNS: Final[Mapping[str, re.Pattern[str]]] = {
    piece: lazy_re.compile(sign, re.DOTALL)
    for pieces, sign in (
        (
            "all-reduce|allreduce|all reduce|ring reduce|reduce-scatter|reducescatter|all-gather|allgather",
            _RATIO,
        ),
        ("bubble", r"[/÷]|frac"),
        ("kv|key-value", _LONG_PRODUCT),
        ("bisection", "/s|bps"),
        ("flop|training", rf"{_TIMES}.*{_FLOPS}"),
        ("mfu|prefill|prompt|ttft|time to first token", _FLOPS),
        ("fma", "flop"),
        ("macs|mac /|mac unit|mac op| mac ", "mac"),
        ("draft|speculative|acceptance", _POWER),
        ("checkpoint", rf"{_ROOT}|[/÷].*\+.*[/÷]"),
        ("young|daly", _ROOT),
        ("federated|lora", rf"{_TIMES}.*(?:b|octet|fp|int)|(?:b|octet|fp|int).*{_TIMES}"),
        ("schedule length|slot", r"\+"),
        ("braking|stopping distance", _POWER),
    )
    for piece in pieces.split("|")
}
"""Pieces of words, one of which is in all words by which the bundled slips are told, and what a calculation
has that may be one of these slips, both in lower case: a look at letters before all else."""

_SHARED: Final = ("reduce", "gather", "mac")
_STEMS: Final = {
    stem: tuple(piece for piece in SIGNS if stem in piece)
    for stem in (*_SHARED, *(piece for piece in SIGNS if not any(stem in piece for stem in _SHARED)))
}
"""The pieces by what several of them have in common: a text without it has none of them."""
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
    claims = _near_pieces(question)
    if has_own_slips(question.settings.root):
        claims = (claim for claim in question.claims if not claim.deliberate)
    for claim in islice(claims, MOST_CLAIMS):
        own = written(claim.claim)
        if own is not None and (found := _slip(question.once(Reader), claim, own)) is not None:
            yield found


def _near_pieces(question: QuestionFile) -> Iterator[FieldClaim]:
    """Yield calculations near which a piece of a cue stands, with a sign of what it speaks of."""
    claims = [claim for claim in question.claims if not claim.deliberate]
    if not claims:
        return
    letters: dict[FieldPath, str] = {}
    for found in claims:
        if found.path not in letters:
            letters[found.path] = found.source.text.lower()
    around = " ".join([text for path in AROUND if (text := shown_text(question, path))]).lower()
    pieces = _pieces(" ".join((around, *letters.values())))
    if not pieces:
        return
    for found in claims:
        claim, text = found.claim, letters[found.path]
        near = text[max(0, claim.start - _WIDE) : claim.end + _WIDE]
        own = text[claim.start : claim.end]
        for piece, is_sign in pieces:
            if (piece in near or piece in around) and is_sign(own):
                yield found
                break


def _pieces(letters: str) -> list[tuple[str, Callable[[str], object]]]:
    """Return the pieces of cues that occur in a text, and what looks for their signs."""
    return [
        (piece, SIGNS[piece].search)
        for stem, all_with_it in _STEMS.items()
        if stem in letters
        for piece in all_with_it
        if piece in letters
    ]


def _slip(reader: Reader, at: FieldClaim, own: Written) -> Found | None:
    around, calls = reader.surroundings(at), reader.names.calls
    if not reader.looking.slips.recognise(own.expression, around.speaks, calls):
        return None
    likeliest = reader.looking.formulas.recognise(own.expression, around.speaks, calls)[0]
    slip = likeliest.slip
    if slip is None or not _is_measured(at.claim, likeliest):
        return None
    made = difference(likeliest, reader.names)
    if made is None or not made.matters:
        return None
    text = at.source.text
    if is_explained(around.near, text[max(0, at.claim.start - _WIDE) : at.claim.end + _WIDE], slip.unless):
        return None
    if is_told(likeliest, made.right, reader.question.claims):
        return None
    return Found(at, likeliest, made)


def _is_measured(claim: Claim, found: Recognised) -> bool:
    """Whether the result has a unit if the formula's has: `(63 * 8) / (64 * 7) = 1.125` is no time."""
    return found.formula.unit == "1" or (claim.stated is not None and claim.stated.unit != "")


class RecognisedSlip(QuestionRule):
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
            claim = found.at.claim
            message = f"{format_path(found.at.path)}: {_message(found)}"
            yield self.finding(question, message, found.at.path, part=found.at.part(claim.start, claim.end))


class MisreadValue(QuestionRule):
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
        for found in misread(question):
            text = " ".join(found.at.source.text[found.start : found.end].split())
            message = f"{format_path(found.at.path)}: {text} goes into {found.formula.id}: {found.says}"
            yield self.finding(question, message, found.at.path, part=found.at.part(found.start, found.end))


def _message(found: Found) -> str:
    formula, slip, made = found.what.formula, found.what.slip, found.difference
    expression = " ".join(found.at.claim.expression.split())
    values = ", ".join(
        f"{name} = {plain(made.values[name])} {formula.unit_of(name)}".rstrip() for name in formula.variables
    )
    right = f"{plain(made.right)} {formula.unit_of(formula.symbol)}".rstrip()
    says = slip.says if slip is not None else ""
    return f"{expression} is not {formula.equation} ({formula.id}): {says}; it is {right} for {values}"


RULES: tuple[type[Rule], ...] = (RecognisedSlip, MisreadValue)
