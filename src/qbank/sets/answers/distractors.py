"""Wrong answers to choose from, made of the mistakes that people make: each a value that is surely wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qbank.problems import Path
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.variants.expressions import ExpressionError, compute
from qbank.sets.variants.parameters import digits_of
from qbank.units import Quantity, Unit, physical
from qbank.units.dimension import spell
from qbank.units.format import format_quantity


@dataclass(frozen=True, slots=True)
class Distractor:
    """A wrong answer: its number in the unit of the key, how it is shown, and the slip that leads to it."""

    number: Fraction
    text: str
    slip: str
    path: Path


@dataclass(frozen=True, slots=True)
class DistractorFault:
    """A mistake that makes no distractor, and why."""

    path: Path
    said: str


def distractors(
    mistakes: Sequence[Mapping[str, Any]],
    key: NumericKey | None,
    values: Mapping[str, Quantity],
) -> tuple[list[Distractor], list[DistractorFault]]:
    """Compute the mistakes that have an expression.

    A distractor is proven apart: its value lies outside of the key's interval, it is shown otherwise than the
    key and every other one, and an answer within the tolerance of one is not within that of another.

    Args:
        mistakes: the `mistakes` of a question.
        key: the key of its answer; without one, the expressions are computed and make no distractors.
        values: the values of names.
    """
    found: list[Distractor] = []
    faults: list[DistractorFault] = []
    for index, mistake in enumerate(mistakes):
        expression, slip = mistake.get("expression"), mistake.get("text")
        if not isinstance(expression, str) or not isinstance(slip, str):
            continue
        path: Path = ("mistakes", index, "expression")
        try:
            quantity = compute(expression, values)
            if key is None:
                continue
            number = _number(quantity, key.measure)
            text = format_quantity(digits_of(number, key.digits), key.unit)
            _prove_apart(number, text, key, found)
        except ExpressionError as error:
            faults.append(DistractorFault(path, str(error)))
        else:
            found.append(Distractor(number, text, slip, path))
    return found, faults


def key_text(key: NumericKey) -> str:
    """Write the key as its distractors are written, so that its form does not give it away."""
    return format_quantity(digits_of(key.value, key.digits), key.unit)


def _number(quantity: Quantity, one: Unit) -> Fraction:
    if physical(quantity.dimension) != physical(one.dimension):
        comes_to = spell(physical(quantity.dimension)) or "a plain number"
        measures = spell(physical(one.dimension)) or "a plain number"
        raise ExpressionError(
            f"comes to {comes_to}, and the answer is in {measures}; end it in the unit meant"
        )
    return quantity.value / one.scale


def _prove_apart(number: Fraction, text: str, key: NumericKey, others: Sequence[Distractor]) -> None:
    if key.holds(number):
        raise ExpressionError(f"comes to {text}, which counts as right")
    if text == key_text(key):
        raise ExpressionError(f"comes to {text}, which reads like the right answer")
    slack = key.tolerance / abs(key.value) if key.value else Fraction(0)
    for other in others:
        if text == other.text or abs(number - other.number) <= slack * max(abs(number), abs(other.number)):
            said = f"comes to {text}, too near to the {other.text} of mistakes[{other.path[1]}]"
            raise ExpressionError(said)
