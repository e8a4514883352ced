"""Calculated questions of Moodle: wildcards and data sets as parameters, formulas as derived values."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from qbank.importing.exercise.numeric_answers import decimal, read_decimals, slack_of
from qbank.importing.exercise.parametrised import Parametrised, Range
from qbank.importing.markup.element import Element
from qbank.importing.place import Content, Place
from qbank.sets.variants.expressions import ExpressionError

_INLINE: Final = re.compile(r"\{=([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_BARE_NAME: Final = re.compile(r"\{([^{}=][^{}]{0,60})\}")
_FEW: Final = 20
"""Items that somebody may have written by hand."""


def wildcards(element: Element) -> Parametrised | None:
    """Return what the wildcards of a question are drawn from; None where its file has no data sets."""
    ranges = {}
    for definition in element.within("dataset_definition"):
        name, low, high, decimals = (
            definition.word(said, "text") or definition.word(said)
            for said in ("name", "minimum", "maximum", "decimals")
        )
        values = read_decimals(item.word("value") for item in definition.within("dataset_item"))
        # Moodle draws from the items alone: a few are chosen ones, many are drawn from the range already.
        few = 0 < len(set(values)) <= _FEW
        drawn = Range(values=values) if few else Range.of(low, high, decimals, values)
        if name and (values or drawn.has_bounds):
            ranges[name] = drawn
    return Parametrised(ranges) if ranges else None


def shown(text: str, drawn: Parametrised, derived: dict[str, Any], place: Place) -> str:
    """Return a text with the names of a question file; formulas within it become derived values."""

    def inline(match: re.Match[str]) -> str:
        try:
            expression = drawn.expression(match[1], "{", "}")
        except ExpressionError as error:
            place.lose(f"the formula {match[0]} within text: {error}", Content.OTHER)
            return match[0]
        name = next((name for name, fields in derived.items() if fields["expression"] == expression), "")
        if not name:
            name = f"value_{len(derived) + 1}"
            derived[name] = {"expression": expression}
        return f"{{{name}}}"

    return drawn.in_text(_INLINE.sub(inline, text), "{", "}")


def answer_fields(answer: Element, drawn: Parametrised | None, place: Place) -> dict[str, Any]:
    """Return the fields `derived` and `answer` of an answer; none where it cannot be computed."""
    if drawn is None:
        place.lose("the file has no data sets, so nothing says what the numbers are drawn from", Content.KEY)
        return {}
    formula = answer.word("text")
    unknown = [name for name in _BARE_NAME.findall(formula) if name not in drawn.ranges]
    if unknown:
        place.lose(f"the formula {formula}: nothing says what {{{unknown[0]}}} is drawn from", Content.KEY)
        return {}
    try:
        expression = drawn.expression(formula, "{", "}")
        slack, is_relative = _slack(answer)
        digits = int(decimal(answer.word("correctanswerlength")) or 0)
        if answer.word("correctanswerformat") == "1" and digits:
            place.note(f"the answer is shown with {digits} decimals there; here it is shown as it comes out")
        is_significant = answer.word("correctanswerformat") == "2" and 0 < digits < 16
        return drawn.answer_fields(
            expression, slack, relative=is_relative, digits=digits if is_significant else 0
        )
    except ExpressionError as error:
        place.lose(f"the formula {formula}: {error}", Content.KEY)
        return {}


def wrong_expression(answer: Element, drawn: Parametrised | None) -> str:
    """Return a formula that is not right as that of a mistake; empty where it cannot be computed."""
    try:
        return drawn.expression(answer.word("text"), "{", "}") if drawn is not None else ""
    except ExpressionError:
        return ""


def _slack(answer: Element) -> tuple[Fraction, bool]:
    """Return what an answer may be off by, and whether that is a share of it."""
    slack = slack_of(answer.word("tolerance"))
    kind = answer.word("tolerancetype")
    if kind == "3":
        # From a / (1 + t) to a * (1 + t); the narrower side keeps wrong answers out.
        return slack / (1 + slack), True
    return slack, kind != "2"
