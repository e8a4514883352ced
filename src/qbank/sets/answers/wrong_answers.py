"""Wrong answers that are expected: the values that known mistakes lead to, each told from the others.

An answer is recognised within the slack that the key has, and never nearer to another expected value than to
its own. The intervals do not overlap, so it does not matter in which order a platform looks at them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.variants.expressions import ExpressionError, compute
from qbank.sets.variants.parameters import computed_digits
from qbank.units import Quantity
from qbank.units.format import format_quantity, round_down, round_half_up, round_up

_ROUNDED: Final = Fraction(1, 200)
"""How far a value may be off that somebody has rounded to three digits."""

_SHARE_OF_GAP: Final = Fraction(49, 100)
"""How much of the way to a neighbour belongs to a value: less than half, so that there is a gap."""

_VALUE_DIGITS: Final = 9
_END_DIGITS: Final = 6


class WrongAnswer(Struct, frozen=True):
    """A wrong answer that is expected.

    Attributes:
        answer: the value and the interval within which it is recognised, in the unit of the key.
        text: the value with its unit, as a reader sees it.
        slip: what leads to it, to tell a student.
        credit: the share of the points that it earns all the same, from 0 up to 1.
    """

    answer: NumericKey
    text: str
    slip: str
    credit: float = 0.0


def wrong_answers(
    mistakes: Sequence[Mapping[str, Any]], key: NumericKey, values: Mapping[str, Quantity]
) -> tuple[WrongAnswer, ...]:
    """Compute the mistakes that have an expression, in order.

    What counts as right with these numbers is left out, and so is what cannot be computed or measures
    something else: an audit says so. Mistakes that lead to the same value become one answer with all texts.

    Args:
        mistakes: the `mistakes` of a question or a part, their texts filled in.
        key: the key of the answer.
        values: the values of names.
    """
    slips: dict[Fraction, tuple[str, float]] = {}
    for mistake in mistakes:
        number = _number(mistake.get("expression"), key, values)
        if number is None or key.holds(number):
            continue
        slip, credit = mistake.get("feedback") or mistake["text"], float(mistake.get("credit") or 0)
        if number in slips:
            before, most = slips[number]
            slip, credit = f"{before}\n\n{slip}", max(credit, most)
        slips[number] = slip, credit
    slack = max(key.slack, _ROUNDED)
    found = []
    for number, (slip, credit) in slips.items():
        gaps = [abs(number - other) for other in slips if other != number]
        gaps.append(key.low - number if number < key.low else number - key.high)
        half = min(slack * abs(number), _SHARE_OF_GAP * min(gaps))
        found.append(WrongAnswer(_within(number, half, key), _shown(number, key), slip, credit))
    return tuple(found)


def value_text(expression: object, key: NumericKey, values: Mapping[str, Quantity]) -> str:
    """Return what the expression of a mistake comes to, as a reader sees it; empty if it cannot be had."""
    number = _number(expression, key, values)
    return "" if number is None else _shown(number, key)


def _shown(number: Fraction, key: NumericKey) -> str:
    return format_quantity(computed_digits(number, key.digits), key.unit)


def _number(expression: object, key: NumericKey, values: Mapping[str, Quantity]) -> Fraction | None:
    """Return what an expression comes to in the unit of the key, with so few digits that all can write it."""
    if not isinstance(expression, str):
        return None
    try:
        number = key.number_of(compute(expression, values))
    except ExpressionError:
        return None
    return None if number is None else round_half_up(number, _VALUE_DIGITS)


def _within(number: Fraction, half: Fraction, key: NumericKey) -> NumericKey:
    """Return the interval around a number whose ends and middle are short decimals."""
    half = round_half_up(half, _END_DIGITS)
    return replace(key, low=round_up(number - half), high=round_down(number + half), value=number)
