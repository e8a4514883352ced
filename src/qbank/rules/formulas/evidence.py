"""What speaks against a slip: words that excuse it, and the right value elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank import lazy_re
from qbank.facts.fact import Fact
from qbank.facts.vocabulary import GIVING, Origin
from qbank.formulas.matching.words import Surroundings, has_cue
from qbank.napkin.claim import unit_of
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.ledger import ledger_of
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.filled_slips import Filled
from qbank.units import physical
from qbank.units.parse import parse_unit
from qbank.units.unit import as_float

_SAME: Final = 0.01
_PART: Final = 0.2
_HALF: Final = 0.5
"""The share of the right value that a factor 2 leaves out, which is the value itself."""
_TENTH: Final = 0.1
_ROUNDED: Final = 0.006
_EXPLAINED: Final = (
    "approximately", "approximate", "approximation", "approximating", "large n", "large m", "large p",
    "n is large", "many ranks", "for simplicity", "simplification", "simplify", "simplified", "simplifying",
    "upper bound", "lower bound", "bounded by", "roughly",
    "asymptotically", "asymptotic", "worst case", "wrong", "wrongly", "mistake", "mistaken", "mistakenly",
    "incorrect", "incorrectly", "naive", "naively", "instead of", "rather than", "forgetting", "forget",
    "forgets", "forgot", "misses", "omits", "tempting", "should be", "not the",
    "overestimate", "underestimate",
    "rule of thumb", "pitfall", "misconception", "of thumb", "conservative", "conservatively",
)  # fmt: skip
_LEFT_OUT: Final = ("ignoring", "ignore", "neglect", "neglecting")
"""A list says these of other things: `- Latency neglected`."""
_PLAIN_SORTS: Final = frozenset(("property", "sum"))
_PLAIN_WORDS: Final = frozenset(
    (
        "time",
        "rate",
        "size",
        "bytes",
        "response",
        "result",
        "answer",
        "number",
        "mean",
        "average",
        "amount",
        "wait",
    )
)
_MUCH: Final = lazy_re.compile(r">>|≫|<<|≪|→ ?∞")


def is_explained(around: Surroundings, raw: str, unless: tuple[str, ...] = ()) -> bool:
    """Whether the words near a slip say that it is meant, or excuse it."""
    if is_excused(around, (*unless, *_LEFT_OUT)) or _MUCH.search(raw) is not None:
        return True
    return has_cue(around.near, _EXPLAINED)


def is_excused(around: Surroundings, unless: tuple[str, ...]) -> bool:
    """Whether words of its own excuse a slip: those of its own line, if it is an item or has a label."""
    return has_cue(around.line if around.is_item or around.is_labelled else around.near, unless)


def is_told(filled: Filled, claims: Iterable[FieldClaim], facts: Iterable[Fact]) -> bool:
    """Whether the right value is worked out in a question, too, or what it has more: nothing is missing.

    It may stand there without its calculation: `Three microphones: 192,000 B`.
    """
    own = parse_unit(filled.formula.unit)
    dimension, wanted = physical(own.dimension), filled.right * float(own.scale)
    apart = abs(filled.right - filled.made) * float(own.scale)
    slack = min(_SAME * abs(wanted), _PART * apart)
    if filled.formula.unit == "1" and _HALF < wanted < 1:
        slack = min(slack, _TENTH * (1 - wanted))  # of a share close to one, what it lacks of it
    is_rest = filled.formula.unit == "1" and abs(apart - (1 - filled.made)) <= _SAME * apart
    doubles = filled.doubles or is_rest or abs(apart / wanted - _HALF) <= _SAME
    more = apart if filled.right > filled.made and not doubles else 0.0
    for claim in (field_claim.claim for field_claim in claims):
        for amount in (claim.computed, claim.stated):
            unit = unit_of(amount)
            if amount is None or unit is None:
                continue
            size = as_float(amount.value) * float(unit.scale if unit.name else own.scale)
            same_kind = not unit.name or physical(unit.dimension) == dimension
            if same_kind and (abs(size - wanted) <= slack or (more and abs(size - more) <= _SAME * more)):
                return True
    return any(
        abs(fact.value - wanted) <= min(slack, _ROUNDED * abs(wanted))
        for fact in facts
        if fact.origin is Origin.CALCULATIONS and fact.operand_of is None and fact.mention.unit.name
        if physical(fact.mention.unit.dimension) == dimension
        and not any(one.origin in GIVING or one.operand_of is not None for one in fact.same)
    )


def is_plainly_labelled(question: QuestionFile, at: FieldClaim) -> bool:
    """Whether a line has no label, or one word that names no thing: `Time`, `Total`."""
    start = at.source.text.rfind("\n", 0, at.claim.start) + 1
    pieces = ledger_of(question).pieces.get(at.path, ())
    words = [piece for piece in pieces if start <= piece.start < at.claim.start and piece.is_word]
    if len(words) != 1:
        return not words
    return words[0].text in _PLAIN_WORDS or words[0].meaning.sort in _PLAIN_SORTS
