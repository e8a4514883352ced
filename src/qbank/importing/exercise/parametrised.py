"""Questions whose numbers are drawn, as platforms say them: parameters, derived values and an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from qbank.importing.exercise.numeric_answers import decimal, number_of, read_decimal
from qbank.sets.answers.amounts import read_amount
from qbank.sets.variants.expressions import ExpressionError, compute

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED: Final = frozenset({"result", "low", "high"})
_POWER: Final = re.compile(r"\bpow\s*\(", re.I)
_PI: Final = re.compile(r"\bpi\s*\(\s*\)|\bpi\b|π", re.I)
_MOST_CHOICES: Final = 100
_CLOSE: Final = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class Range:
    """What a number is drawn from: from `low` to `high` with so many decimals, or one of `values`."""

    low: Fraction | None = None
    high: Fraction | None = None
    decimals: int = 0
    values: Sequence[Fraction] = ()

    @classmethod
    def of(cls, low: str, high: str, decimals: str, values: Sequence[Fraction] = ()) -> Range:
        """Return the range that texts of a platform tell."""
        places = int(decimal(decimals) or 0)
        return cls(read_decimal(low), read_decimal(high), min(max(places, 0), 10), values)

    @property
    def has_bounds(self) -> bool:
        """Whether it is told from what to what a number goes."""
        return self.low is not None and self.high is not None and self.low <= self.high


@dataclass(slots=True)
class Parametrised:
    """Numbers that are drawn, by the names that a platform gives them.

    Attributes:
        ranges: what each is drawn from.
        names: the names that they have in a question file.
    """

    ranges: dict[str, Range]
    names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.ranges:
            plain = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_") or "x"
            plain = plain if _NAME.fullmatch(plain) and plain not in _RESERVED else f"n_{plain}"
            while plain in self.names.values():
                plain += "_"
            self.names[name] = plain

    def in_text(self, text: str, begin: str, end: str) -> str:
        """Return a text with `{name}` for each name that stands between two signs."""
        for name, plain in self.names.items():
            text = text.replace(f"{begin}{name}{end}", f"{{{plain}}}")
        return text

    def expression(self, formula: str, begin: str = "", end: str = "") -> str:
        """Return a formula as napkin math with the names of the question file.

        Raises:
            ExpressionError: it cannot be computed, as with functions that napkin math has not.
        """
        text = formula.strip()
        for name, plain in self.names.items():
            marked = f"{begin}{name}{end}"
            text = text.replace(marked, f" {plain} ") if begin else with_name(text, name, plain)
        text = _powers(_PI.sub("3.141592653589793", text).replace("**", "^"))
        text = re.sub(r"(?<=\d)e \+ (?=\d)", "e+", " ".join(text.split()))
        text = re.sub(r"(?<=[\w)])([*/+-])(?=[\w(])", r" \1 ", text)
        compute(text, self._quantities(self.defaults()))
        return text

    def _quantities(self, values: Mapping[str, Fraction]) -> dict[str, Any]:
        return {self.names[name]: read_amount(number_of(value)).quantity for name, value in values.items()}

    def defaults(self) -> dict[str, Fraction]:
        """Return the value of each in the instance that is shown."""
        return {name: _default(drawn) for name, drawn in self.ranges.items()}

    def parameters(self) -> dict[str, dict[str, Any]]:
        """Return the field `parameters`."""
        return {self.names[name]: _parameter(drawn) for name, drawn in self.ranges.items()}

    def disagreements(
        self, expression: str, rows: Sequence[tuple[Mapping[str, Fraction], Fraction]]
    ) -> list[str]:
        """Return, in words, the stored samples whose answer is not what the expression comes to."""
        wrong = []
        for values, answer in rows:
            if values.keys() != self.ranges.keys():
                continue
            try:
                value = compute(expression, self._quantities(values)).value
            except ExpressionError:
                continue
            if abs(value - answer) > _CLOSE * max(answer, -answer, Fraction(1)):
                given = ", ".join(f"{name} = {float(number):g}" for name, number in values.items())
                wrong.append(f"{given}: stored is {float(answer):.6g}, computed {float(value):.6g}")
        return wrong

    def answer_fields(
        self, expression: str, slack: Fraction, *, relative: bool, digits: int = 0
    ) -> dict[str, Any]:
        """Return the fields `derived` and `answer` for an answer that may be off by so much."""
        derived: dict[str, Any] = {
            "result": {"expression": expression} | ({"digits": digits} if digits else {})
        }
        if not slack:
            return {"derived": derived, "answer": {"value": "{result}", "interval": ["{result}", "{result}"]}}
        value = compute(expression, self._quantities(self.defaults())).value
        off = _text(slack)
        if relative:
            off += " * abs(result)" if value < 0 else " * result"
        derived |= {"low": {"expression": f"result - {off}"}, "high": {"expression": f"result + {off}"}}
        return {"derived": derived, "answer": {"value": "{result}", "interval": ["{low}", "{high}"]}}


def with_name(formula: str, name: str, text: str) -> str:
    """Return a formula with a text in place of a name."""
    return re.sub(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text, formula)


def _text(value: Fraction) -> str:
    return f"{float(value):.12f}".rstrip("0").rstrip(".")


def _default(drawn: Range) -> Fraction:
    if drawn.values:
        low, high = drawn.low, drawn.high
        inside = (value for value in drawn.values if low is None or high is None or low <= value <= high)
        return next((value for value in inside if _on_step(value, drawn)), drawn.values[0])
    assert drawn.low is not None  # else there are values
    assert drawn.high is not None
    step = Fraction(1, 10**drawn.decimals)
    return drawn.low + ((drawn.high - drawn.low) / 2 // step) * step


def _on_step(value: Fraction, drawn: Range) -> bool:
    return drawn.low is None or (value - drawn.low) % Fraction(1, 10**drawn.decimals) == 0


def _parameter(drawn: Range) -> dict[str, Any]:
    default, low, high = _default(drawn), drawn.low, drawn.high
    if low is not None and high is not None and low <= default <= high and _on_step(default, drawn):
        bounds = {"min": low, "max": high, "step": Fraction(1, 10**drawn.decimals)}
        return {name: number_of(value) for name, value in {"default": default, **bounds}.items()}
    choices = list(dict.fromkeys(drawn.values))[:_MOST_CHOICES]
    return {"default": number_of(default), "choices": list(map(number_of, choices))}


def _powers(text: str) -> str:
    """Return a formula with `pow(a, b)` as `((a)^(b))`."""
    while (call := _POWER.search(text)) is not None:
        depth, comma = 1, -1
        for at in range(call.end(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            if depth == 1 and text[at] == "," and comma < 0:
                comma = at
            if depth == 0:
                break
        else:
            return text
        if comma < 0:
            return text
        inner = f"(({text[call.end() : comma].strip()})^({text[comma + 1 : at].strip()}))"
        text = text[: call.start()] + inner + text[at + 1 :]
    return text
