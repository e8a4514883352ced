"""The expressions on the two sides of a relation, read out of the words around them."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import Interpretation, value_of
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.spellings import SHARE_UNITS
from qbank.napkin.lexing.words import EXACT_FILLERS, OPERATOR_WORDS, RESULT_VERBS
from qbank.napkin.parsing.spans import QuantitySpan
from qbank.napkin.tree import Name, Node, Number, is_arithmetic, names
from qbank.units import Quantity, physical
from qbank.units.dimension import NONE, Dimension, dimension, exponents

__all__ = ["Side", "leading_expression", "names", "symbol", "trailing_expression"]

_FACTORS = frozenset((t.NUMBER, t.WORD, t.CLOSE))  # what a bracket that touches them multiplies
_ADDS = frozenset(("add", "adding", "adds", "plus", "another", "also"))
_LAST_CLAIMS = 4
_DIGITS = lazy_re.compile("(?<![A-Za-z0-9])[0-9]")  # but those of a name such as uint8
_REACH = 60  # characters between a result and what goes on with it
_NO_START = frozenset((t.RELATION, t.CLOSE, t.COMMA, t.STOP, t.POWER))


class Side(Struct, frozen=True):
    """A tree on one side of a relation.

    Attributes:
        node: the tree.
        labelled: whether words stand before it in its clause.
        at: the token that it begins with.
        cut: whether only words part it from a sign before it: it is the rest of something longer.
    """

    node: Node
    labelled: bool
    at: int
    cut: bool = False


def leading_expression(
    context: VerificationContext, start: int, end: int, *, beside: tuple[int, int] | None = None
) -> Node | None:
    """Read the expression that a stretch begins with; its symbols may be those of the stretch `beside` it."""
    tokens = context.parser.tokens
    while start < end and tokens.texts[start] in EXACT_FILLERS:
        start += 1
    parsed = context.parser.expression(start, end)
    if parsed is None or isinstance(parsed[0], Name):
        return None
    unknown = names(parsed[0])
    if unknown:
        other = trailing_expression(context, *beside) if beside else None
        unknown = unknown - (names(other.node) if other else frozenset())
    if unknown and not unknown <= context.symbols.names.keys():
        # words behind a value, "20 GB / round", more often than an unknown operand
        quantity = context.parser.quantity(start, end)
        return quantity[0] if quantity else parsed[0]
    return parsed[0]


def trailing_expression(context: VerificationContext, start: int, end: int) -> Side | None:
    """Read the longest expression that a stretch ends with."""
    tokens = context.parser.tokens
    symbolic: Side | None = None
    following = start
    while following < end:
        at, following = following, following + 1
        kind = tokens.kinds[at]
        if kind in _NO_START:
            continue
        if kind == t.OPERATOR and not (tokens.texts[at] in "-–" and at + 1 < end and tokens.glued[at + 1]):
            continue
        before = tokens.kinds[at - 1] if at > start else t.STOP
        if at > start and OPERATOR_WORDS.get(tokens.texts[at - 1]) == "*":
            before = t.OPERATOR
        if before == t.OPERATOR or (kind == t.OPEN and tokens.glued[at] and before in _FACTORS):
            continue  # never from the middle of an expression
        parsed = context.parser.expression(at, end)
        if parsed is None:
            continue
        if parsed[1] < end:
            following = parsed[1]
        else:
            labelled = at > start or (kind == t.WORD and not is_arithmetic(parsed[0]))
            side = Side(parsed[0], labelled, at, _is_cut(context, start, at))
            if not names(parsed[0]):
                return side
            symbolic = symbolic or side
            if t.NUMBER not in context.parser.shape[at + 1 : end]:
                break
    return symbolic


def _is_cut(context: VerificationContext, start: int, at: int) -> bool:
    """Tell whether a sign and words stand before token `at`, as in `users + guests (500) × 2`.

    A dash often parts a label from what follows it, and a slash two words.
    """
    kinds, texts = context.parser.kinds, context.parser.texts
    place = at - 1
    if place >= start and texts[place].lower() in _ADDS and kinds[at] in t.BEGINS_QUANTITY:
        return True  # to what stands before: `add 50 ms + 30 ms = 1.08 s`
    while place >= start and kinds[place] == t.WORD and texts[place] not in RESULT_VERBS:
        place -= 1
    return start <= place < at - 1 and texts[place] in {"*", "+"}


def is_share(node: Node) -> bool:
    """Tell whether a tree is a number in percent, or per mille."""
    return isinstance(node, Number) and node.unit.name in SHARE_UNITS


def is_factor(context: VerificationContext, span: QuantitySpan) -> bool:
    """Tell whether a value says how many times: `1.6x`, `2.15 ×`."""
    named = isinstance(span.node, Number) and span.node.unit.name in {"x", "X"}
    return named or context.parser.texts[span.after : span.after + 1] == ["*"]


def result_before(context: VerificationContext, place: int) -> Number | None:
    """Return the value of the last claim before a place in the line, if no other number parts them."""
    # claims stand about in the order of the text, those of brackets beside those around them
    earlier = list(islice((c for c in reversed(context.claims) if c.stated_end <= place), _LAST_CLAIMS))
    result = max(earlier, key=lambda claim: claim.stated_end).right if earlier else None
    if not isinstance(result, Number):
        return None
    between = context.text[result.end : place]
    if len(between) > _REACH or "\n" in between or _DIGITS.search(between):
        return None
    return result


def symbol(context: VerificationContext, start: int, end: int) -> str:
    """Return the symbol that a stretch names: `N`, or the last one in brackets, as in `Rate (λ)`."""
    tokens = context.parser.tokens
    texts, kinds = tokens.texts, tokens.kinds
    if end - start >= 3 and texts[end - 1] == ")" and texts[end - 3] == "(":
        return texts[end - 2] if kinds[end - 2] == t.WORD else ""
    return texts[end - 1] if end > start and kinds[end - 1] == t.WORD else ""


_TELLING = 3
_TWO = 2
_NEAR = Fraction(1, 100)


def of_one_kind(left: Node, right: Node) -> tuple[Quantity, Quantity] | None:
    """Return what two sides come to, where both measure the same."""
    left_value, right_value = value_of(left), value_of(right)
    if left_value is None or right_value is None:
        return None
    dimension = physical(left_value.dimension)
    if dimension == NONE or dimension != physical(right_value.dimension) or not right_value.value:
        return None
    return left_value, right_value


def in_different_units(left: Node, right: Node) -> tuple[Quantity, Quantity] | None:
    """Return what two sides come to, where both measure the same and each in a unit of its own."""
    values = of_one_kind(left, right)
    return None if values is None or values[0].unit.scale == values[1].unit.scale else values


_POWERS = (
    *(Fraction(1000) ** power for power in range(-5, 6)),
    *(Fraction(1024) ** power for power in range(-4, 5) if power),
)
_RESCALED = (*_POWERS, *(Fraction(count) ** sign for count in (8, 24, 60, 3600) for sign in (1, -1)))
_COUNTS = tuple(Fraction(count) ** sign for count in (8, 24, 60, 3600) for sign in (1, -1))
_SHIFTS = frozenset(Fraction(size) ** sign for size in (1000, 10**6, 60) for sign in (1, -1))
"""How far apart values in one unit are where the second one's unit is a slip: `800 GB (0.8 GB)`."""
_DENSITIES = frozenset((dimension(gram=1, metre=-3), dimension(gram=-1, metre=3)))
_CALENDAR = frozenset(("d", "day", "days", "week", "weeks", "mo", "month", "months", "yr", "year", "years"))


def is_other_kind(left: Node, right: Node) -> bool:
    """Tell whether a lone value is said again with the same digits in a unit of another kind.

    `0.19 s = 187 mJ` is a slip of the unit; `20 ms (50 Hz)` and `8 GB (16 W)` say something else.
    """
    if not isinstance(right, Number):
        return False
    left_value, right_value = value_of(left), value_of(right)
    bare_left = value_of(left, Interpretation(without_units=True))
    if left_value is None or right_value is None or bare_left is None:
        return False
    kinds = physical(left_value.dimension), physical(right_value.dimension)
    if NONE in kinds or kinds[0] == kinds[1] or not right_value.value:
        return False
    if right.digits_shown < _TWO or (isinstance(left, Number) and left.digits_shown < _TWO):
        return False  # one digit is said again by chance: `2 W (2 TOPS per watt)`
    inverse = kinds[0] == -kinds[1] and abs(left_value.value * right_value.value - 1) < Fraction(1, 20)
    if Dimension(kinds[0] - kinds[1]) in _DENSITIES:
        return False  # `1.9 kg/s ≈ 1.9 × 10⁻³ m³/s` of water
    parts = re.split("[/·]", f"{left_value.unit.name}/{right_value.unit.name}")
    if inverse or not _CALENDAR.isdisjoint(parts):
        return False
    ratio = abs(bare_left.value / right_value.in_unit(right_value.unit))
    if "iB" in left_value.unit.name:
        ratios = [ratio * Fraction(1024, 1000) ** power for power in range(5)]
    else:
        ratios = [ratio]
    timed = abs(exponents(Dimension(kinds[0] - kinds[1])).get("second", 0)) == 1
    telling = all(isinstance(side, Number) and side.digits_shown >= _TELLING for side in (left, right))
    # A 3,600 between what no time parts is a coincidence, as is a 24 between few digits.
    scales = _RESCALED if timed and telling else _POWERS
    return any(abs(ratio / scale - 1) < Fraction(1, 100) for ratio in ratios for scale in scales)


def is_slip(left: Node, right: Node) -> bool:
    """Tell whether two lone values must have been meant to be the same.

    "16 GB = 16,600 MB" and "10 Gb = 10 GB" are slips;
    "12 ms = 21 ms headroom" and "96 GB = 12 bytes per parameter" are not.
    """
    values = in_different_units(left, right)
    if values is None:
        return False
    same_digits = values[0].in_unit(values[0].unit) == values[1].in_unit(values[1].unit)
    return same_digits or Fraction(1, 2) <= abs(values[0].value / values[1].value) <= 2


def is_shifted(left: Node, right: Node, *, alone: bool) -> bool:
    """Tell whether a value is said again with its point in another place: `19,200 bytes/s (1,536 kbps)`.

    Few digits may agree by chance, `80 GB (8 TB for the rack)`, unless they stand alone. Then a factor of
    8, 24, 60 or 3600 is a slip, too: `90 ms (0.09 min)`.
    """
    telling = 1 if alone else _TELLING
    if not all(isinstance(side, Number) and side.digits_shown >= telling for side in (left, right)):
        return False
    values = in_different_units(left, right)
    if values is None:
        values = of_one_kind(left, right) if alone else None
        return values is not None and abs(values[0].value / values[1].value) in _SHIFTS
    ratio = abs(values[0].value / values[1].value)
    return is_power_of_ten(ratio) or (
        alone and any(is_power_of_ten(ratio * count, itself=True) for count in _COUNTS)
    )


def in_other_times(left: Node, right: Node) -> bool:
    """Tell whether two lone times, or rates, are in units that no prefix parts: `167 h (7 days)`."""
    if not isinstance(left, Number) or not isinstance(right, Number) or left.digits_shown < _TELLING:
        return False
    values = in_different_units(left, right)
    return values is not None and not is_power_of_ten(
        values[0].unit.scale / values[1].unit.scale, itself=True
    )


def is_power_of_ten(ratio: Fraction, *, itself: bool = False, near: Fraction = _NEAR) -> bool:
    """Tell whether two values differ by a shifted point or a slipped prefix, and by nothing else.

    `itself` counts no difference at all as such.
    """
    powers = (power for power in range(-9, 10) if power or itself)
    return any(abs(ratio / Fraction(10) ** power - 1) <= near for power in powers)
