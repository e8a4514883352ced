"""Computing the expressions of derived values and mistakes: napkin math with names.

The text is read by the grammar of the verifier and computed in exact numbers. Nothing of it is ever executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from qbank import lazy_re
from qbank.napkin.evaluate import Interpretation, UndecidableError, evaluate
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Interval, Name, Node, Number, leaves
from qbank.napkin.verdicts import EXPLANATIONS, Reason
from qbank.problems import quote
from qbank.units import Quantity

MAX_TEXT: Final = 1000

_WORD: Final = lazy_re.compile(r"(?<![A-Za-z0-9_\\])[A-Za-z_][A-Za-z0-9_]*")
_STAND_IN: Final = "(2)"


class ExpressionError(ValueError):
    """An expression cannot be read or has no value; the message says why."""


def compute(expression: str, values: Mapping[str, Quantity]) -> Quantity:
    """Compute an expression in which names stand for values.

    Raises:
        ExpressionError: it is no expression, holds an unknown name, or has no value.
    """
    node, places = _parsed(expression, frozenset(values))
    exact = {place: values[name] for place, name in places}
    try:
        return evaluate(node, Interpretation(unrounded=exact))
    except UndecidableError as error:
        explained = error.reason in {Reason.NO_VALUE, Reason.UNITS} and error.detail
        why = error.detail if explained else EXPLANATIONS[error.reason]
        raise ExpressionError(f"{quote(expression)} has no value: {why}") from None


def parse_whole(text: str) -> Node | None:
    """Read a text that is one expression from its first to its last character; None if it is not."""
    tokens = tokenize(text)
    parsed = Parser(tokens).expression(0, len(tokens)) if len(tokens) else None
    return parsed[0] if parsed is not None and parsed[1] == len(tokens) else None


def names_in(expression: str, known: frozenset[str]) -> frozenset[str]:
    """Return which of the known names an expression holds."""
    return frozenset(_WORD.findall(expression)) & known


@lru_cache(maxsize=1024)
def _parsed(expression: str, known: frozenset[str]) -> tuple[Node, tuple[tuple[int, str], ...]]:
    if len(expression) > MAX_TEXT:
        raise ExpressionError(f"longer than {MAX_TEXT} characters")
    text, places = _with_stand_ins(expression, known)
    node = parse_whole(text)
    if node is None:
        hint = "; powers are written with ^" if "**" in expression else ""
        if expression.count("(") > expression.count(")"):
            hint = "; a ')' is missing, or a comma in braces has cut it off: then put quotes around all of it"
        raise ExpressionError(f"{quote(expression)} cannot be read as one expression{hint}")
    operands = leaves(node)
    for leaf in operands:
        if isinstance(leaf, Name):
            raise ExpressionError(f"{quote(expression)} holds {quote(leaf.text)}, which has no value")
        if isinstance(leaf, Interval):
            raise ExpressionError(f"{quote(expression)} holds a range; put blanks around a minus sign")
    # brackets move the start of a number, its digits stay
    starts = {leaf.digits[0]: leaf.start for leaf in operands if isinstance(leaf, Number)}
    for place, name in places:
        if place not in starts:
            raise ExpressionError(
                f"{quote(expression)}: nothing is computed with {quote(name)}; "
                "a sign is missing, or it is meant as a unit and needs another name"
            )
    return node, tuple((starts[place], name) for place, name in places)


def _with_stand_ins(expression: str, known: frozenset[str]) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Put a number in brackets for every name, for the grammar reads words as prose."""
    parts: list[str] = []
    places: list[tuple[int, str]] = []
    at = length = 0
    for match in _WORD.finditer(expression):
        if match[0] not in known:
            continue
        parts += (expression[at : match.start()], _STAND_IN)
        length += match.start() - at
        places.append((length + 1, match[0]))
        length += len(_STAND_IN)
        at = match.end()
    return "".join((*parts, expression[at:])), tuple(places)
