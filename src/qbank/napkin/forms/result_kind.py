"""How a value is introduced, which says what it may have been worked out by."""

from __future__ import annotations

from enum import Enum, auto

from qbank.napkin.context import VerificationContext
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import CHANGES, RESTS, RESULT_VERBS, SHARES, TOTALS
from qbank.napkin.parsing.quantity_spans import QuantitySpan
from qbank.napkin.tree import Number

_BEFORE, _BEHIND = 5, 4
_FACTORS = ([t.NUMBER], [t.OPEN], [t.MONEY], [t.APPROX])
_ENDS = frozenset(".!?\n|;")
_GIVES = frozenset("=≈→:(")
_OPERANDS = frozenset(("of", "at", "@", "from", "with", "per", "for"))
_COMPARED = frozenset(("longer", "shorter", "more", "less", "faster", "slower", "earlier", "later"))
_MULTIPLES = {
    **dict.fromkeys(
        ("double", "doubled", "doubles", "doubling", "twice", "two", "half", "halved", "halves"), 2
    ),
    **dict.fromkeys(("halving", "both"), 2),
    **dict.fromkeys(("triple", "tripled", "triples", "three", "third"), 3),
    **dict.fromkeys(("four", "quarter"), 4),
    **{word: count for count, word in enumerate(("five", "six", "seven", "eight", "nine", "ten"), 5)},
}


class ResultKind(Enum):
    """What kind of result a value is."""

    FACTOR = auto()  # "4.4x slower"
    CHANGE = auto()  # "a 37% reduction", "99% idle"
    TOTAL = auto()  # "Total: 99 GB"
    REST = auto()  # "leaving 10 GB"
    RESULT = auto()  # "= 52.5 ms", "(25 mW)"
    GIVEN = auto()  # "takes 52.5 ms", "At 3.35 TB/s: 42 ms"
    BARE = auto()  # "On 4 GPUs 13 min"


def result_kind(context: VerificationContext, mention: QuantitySpan) -> ResultKind | None:
    """Return what a value is introduced as; None if nothing says that it is a result."""
    tokens = context.parser.tokens
    if _is_factor(context, mention.after):
        return ResultKind.FACTOR
    if mention.after < len(tokens) and tokens.kinds[mention.after] in {t.OPERATOR, t.POWER}:
        return None  # an operand
    if mention.first and tokens.kinds[mention.first - 1] == t.OPERATOR:
        return None
    before, behind = _before(context, mention.first), _behind(context, mention.after)
    around = {*before[:3], *behind[:3]}
    unit = _unit(mention)
    if unit in {"x", "X"}:
        return ResultKind.FACTOR
    if unit in {"%", "percent"}:
        introduced = _GIVES & set(before[:1]) or (CHANGES | SHARES | {"so", "is"}) & around
        return ResultKind.CHANGE if introduced else None
    if {*before[:4], *behind[:2]} & TOTALS:
        return ResultKind.TOTAL
    if {*before[:3], *behind} & RESTS or _COMPARED & {*behind[:1]} or "by" in before[:1]:
        return ResultKind.REST
    if before[:1] and before[0] in "=≈(":
        return ResultKind.RESULT
    if before[:1] and (before[0] in _GIVES or before[0] in RESULT_VERBS):
        return ResultKind.GIVEN
    return None if before[:1] and before[0] in _OPERANDS else ResultKind.BARE


def multiples(context: VerificationContext, mention: QuantitySpan) -> list[int]:
    """Return the factors that words shortly before a value speak of: `double buffered`, `two slots`."""
    return [_MULTIPLES[word] for word in _before(context, mention.first) if word in _MULTIPLES]


def _unit(mention: QuantitySpan) -> str:
    node = mention.quantity
    return node.readings[0].unit.name if isinstance(node, Number) else ""


def _is_factor(context: VerificationContext, after: int) -> bool:
    """Tell whether a sign of multiplication with nothing to multiply follows: `a 2× boost`."""
    tokens = context.parser.tokens
    if after >= len(tokens) or tokens.texts[after] != "*" or not tokens.glued[after]:
        return False
    return tokens.kinds[after + 1 : after + 2] not in _FACTORS


def _before(context: VerificationContext, first: int) -> list[str]:
    """Return the words and signs before a value in its sentence, the nearest first."""
    tokens = context.parser.tokens
    found: list[str] = []
    for at in range(first - 1, max(0, first - _BEFORE) - 1, -1):
        if tokens.kinds[at] == t.STOP and tokens.texts[at] in _ENDS:
            break
        found.append(tokens.texts[at].lower())
    return found


def _behind(context: VerificationContext, after: int) -> list[str]:
    """Return the words and signs behind a value in its sentence."""
    tokens = context.parser.tokens
    found: list[str] = []
    for at in range(after, min(after + _BEHIND, len(tokens))):
        if tokens.kinds[at] in {t.STOP, t.RELATION, t.NUMBER, t.CLOSE}:
            break
        found.append(tokens.texts[at].lower())
    return found
