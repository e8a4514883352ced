"""Wrong answers to choose from, made of the mistakes that people make: each a value that is surely wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from qbank.problems import Path
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.fault import Fault
from qbank.sets.variants.expressions import ExpressionError, compute
from qbank.sets.variants.parameters import computed_digits
from qbank.units import Quantity
from qbank.units.dimension import describe
from qbank.units.format import format_quantity


class Distractor(Struct, frozen=True):
    """A wrong answer: its number in the unit of the key, how it is shown, and the slip that leads to it."""

    number: Fraction
    text: str
    slip: str
    path: Path
    credit: float = 0.0


def distractors(
    mistakes: Sequence[Mapping[str, Any]],
    key: NumericKey | None,
    values: Mapping[str, Quantity],
    at: Path = ("mistakes",),
) -> tuple[list[Distractor], list[Fault]]:
    """Compute the mistakes that have an expression, and say which make no distractor and why.

    A distractor is proven apart: its value lies outside of the key's interval, it is shown otherwise than the
    key and every other one, and an answer within the tolerance of one is not within that of another.

    Args:
        mistakes: the `mistakes` of a question or a part.
        key: the key of its answer; without one, the expressions are computed and make no distractors.
        values: the values of names.
        at: where the mistakes stand.
    """
    proven: list[Distractor] = []
    faults: list[Fault] = []
    for index, mistake in enumerate(mistakes):
        expression, slip = mistake.get("expression"), mistake.get("text")
        if not isinstance(expression, str) or not isinstance(slip, str):
            continue
        path: Path = (*at, index, "expression")
        try:
            quantity = compute(expression, values)
            if key is not None:
                number = _number(quantity, key)
                slip = mistake.get("feedback") or slip
                credit = float(mistake.get("credit") or 0)
                distractor = Distractor(number, _text(number, key), slip, path, credit)
                _prove_apart(distractor, key, proven)
                proven.append(distractor)
        except ExpressionError as error:
            faults.append(Fault(path, str(error)))
    return proven, faults


def key_text(key: NumericKey) -> str:
    """Write the key as its distractors are written, so that its form does not give it away."""
    return _text(key.value, key)


def _text(number: Fraction, key: NumericKey) -> str:
    return format_quantity(computed_digits(number, key.digits), key.unit)


def _number(quantity: Quantity, key: NumericKey) -> Fraction:
    number = key.number_of(quantity)
    if number is None:
        comes_to, needed = describe(quantity.dimension), describe(key.measure.dimension)
        raise ExpressionError(f"comes to {comes_to}, and the answer is in {needed}; end it in the unit meant")
    return number


def _prove_apart(distractor: Distractor, key: NumericKey, others: Sequence[Distractor]) -> None:
    number, text = distractor.number, distractor.text
    if key.holds(number):
        raise ExpressionError(f"comes to {text}, which counts as right")
    if text == key_text(key):
        raise ExpressionError(f"comes to {text}, which reads like the right answer")
    for other in others:
        if text == other.text or abs(number - other.number) <= key.slack * max(
            abs(number), abs(other.number)
        ):
            nearby = f"the {other.text} of mistakes[{other.path[-2]}]"
            raise ExpressionError(f"comes to {text}, too near to {nearby}")
