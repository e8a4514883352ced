"""Templates of QTI 2, numbers that are drawn for each candidate, as parameters."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from qbank.importing.exercise.numeric_answers import read_decimal, read_decimals
from qbank.importing.exercise.parametrised import Parametrised, Range
from qbank.importing.markup.element import Element
from qbank.sets.variants.expressions import ExpressionError

_OPERATORS: Final = {"sum": " + ", "product": " * ", "subtract": " - ", "divide": " / ", "power": " ^ "}
_FUNCTIONS: Final = {"max": "max", "min": "min", "round": "round", "truncate": "floor", "abs": "abs"}


class TemplateError(ValueError):
    """A template draws its numbers in a way that parameters cannot; the message says which."""


class Template:
    """What a template draws, and how the right answer follows from it."""

    def __init__(self, item: Element) -> None:
        self._formulas: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        ranges: dict[str, Range] = {}
        processing = item.part("templateProcessing")
        for rule in processing.children:
            name = rule.get("identifier")
            value = rule.children[0] if rule.children else Element("")
            if rule.name == "setTemplateValue" and (drawn := _drawn(value)) is not None:
                ranges[name] = drawn
            elif rule.name == "setTemplateValue":
                self._formulas[name] = self._expression(value)
            elif rule.name == "setCorrectResponse":
                self.answers[name] = self._expression(value)
            else:
                raise TemplateError(f"by <{rule.name}>")
        self.numbers = Parametrised(ranges)

    def _expression(self, node: Element) -> str:
        name = node.get("identifier")
        match node.name:
            case "variable":
                return self._formulas.get(name, name)
            case "baseValue":
                if read_decimal(node.text) is None:
                    raise TemplateError(f"with the value '{node.text.strip()}'")
                return node.text.strip()
            case "customOperator" | "randomInteger" | "randomFloat" | "random":
                raise TemplateError(f"by <{node.name}> within a formula")
        inner = list(map(self._operand, node.children))
        if node.name in _OPERATORS and inner:
            return _OPERATORS[node.name].join(inner)
        if node.name in _FUNCTIONS and inner:
            return f"{_FUNCTIONS[node.name]}({', '.join(inner)})"
        if node.name == "integerDivide" and len(inner) == 2:
            return f"floor({inner[0]} / {inner[1]})"
        if node.name in {"integerToFloat", "multiple", "ordered"} and len(inner) == 1:
            return inner[0]
        raise TemplateError(f"by <{node.name}>")

    def _operand(self, node: Element) -> str:
        """Return an expression for the middle of another one, in brackets where it has an operator."""
        text = self._expression(node)
        has_operator = node.name in _OPERATORS or node.get("identifier") in self._formulas
        return f"({text})" if has_operator else text

    def fields(
        self, response: str, slack: Fraction, derived: dict[str, Any], *, relative: bool
    ) -> dict[str, Any]:
        """Return the fields `parameters`, `derived` and `answer` for a response.

        Raises:
            ExpressionError: the answer cannot be computed.
        """
        fields: dict[str, Any] = {"parameters": self.numbers.parameters()}
        if response in self.answers:
            expression = self.numbers.expression(self.answers[response])
            fields |= self.numbers.answer_fields(expression, slack, relative=relative)
        if derived:
            fields["derived"] = derived | fields.get("derived", {})
        return fields

    def shown(self, name: str, derived: dict[str, Any]) -> str:
        """Return what a text says where a variable is printed."""
        if name in self.numbers.names:
            return f"{{{self.numbers.names[name]}}}"
        with suppress(ExpressionError, KeyError):
            derived[name] = {"expression": self.numbers.expression(self._formulas[name])}
        return f"{{{name}}}" if name in derived else f"[{name}]"


def _drawn(node: Element) -> Range | None:
    """Return what a number is drawn from; None where it is not drawn."""
    match node.name:
        case "randomInteger":
            low, high, step = (read_decimal(node.get(name, default))
                               for name, default in (("min", "0"), ("max", ""), ("step", "1")))  # fmt: skip
            if low is None or high is None or step is None or step <= 0:
                raise TemplateError("from bounds that are no numbers")
            if step == 1:
                return Range(low, high, 0)
            count = min(int((high - low) // step) + 1, 200)
            return Range(values=[low + number * step for number in range(count)])
        case "randomFloat":
            low, high = (read_decimal(node.get(name)) for name in ("min", "max"))
            if low is None or high is None:
                raise TemplateError("from bounds that are no numbers")
            return Range(low, high, 2)
        case "random":
            texts = [value.text for value in node.within("baseValue")]
            values = read_decimals(texts)
            if not values or len(values) < len(texts):
                raise TemplateError("from words")
            return Range(values=values)
        case _:
            return None
