"""Numeric answers of other formats, as the `answer` of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from qbank.render.text.wording import within
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.units.format import format_decimal, format_quantity, round_down, round_half_up, round_up

_DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,2})?")
_ACCEPTED: Final = re.compile(r"\(accepted: (?:exactly (?P<only>\S.*)|(?P<low>\S.*?) to (?P<high>\S.*?))\)")


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a number is asked for: its unit, and how many digits."""

    unit: str = ""
    digits: int | None = None


class AcceptedInterval(NamedTuple):
    """The number that is right, and the interval in which others are accepted."""

    value: Fraction
    low: Fraction
    high: Fraction

    @classmethod
    def around(cls, value: Fraction, slack: Fraction = Fraction(0)) -> AcceptedInterval:
        """Return what is off a number by no more than so much."""
        return cls(value, value - slack, value + slack)

    @classmethod
    def between(cls, low: Fraction | None, high: Fraction | None) -> AcceptedInterval | None:
        """Return what is from one number to another; None where one is missing, or they are in no order."""
        if low is None or high is None or low > high:
            return None
        return cls((low + high) / 2, low, high)

    @classmethod
    def read(cls, value: str, slack: str = "") -> AcceptedInterval | None:
        """Return what is off a number by no more than so much, as platforms store both; None without."""
        number = read_decimal(value)
        return None if number is None else cls.around(number, slack_of(slack))

    def __str__(self) -> str:
        value, low, high = (f"{float(number):.12g}" for number in self)
        if self.low == self.high:
            return value
        if self.value - self.low == self.high - self.value:
            return f"{value} ± {float(self.high - self.value):.12g}"
        return f"{value}, from {low} to {high}"


def decimal(text: str) -> Fraction | None:
    """Return a plain number; None where it is none, or of more digits than anybody writes."""
    text = text.strip()
    return Fraction(text) if _DECIMAL.fullmatch(text) else None


def read_decimal(text: str) -> Fraction | None:
    """Return a number as platforms store it: with a decimal comma too."""
    return decimal(text.replace(",", "."))


def read_decimals(texts: Iterable[str]) -> list[Fraction]:
    """Return the numbers among texts."""
    return [number for text in texts if (number := read_decimal(text)) is not None]


def slack_of(text: str) -> Fraction:
    """Return what a number may be off by; nothing where that is not said, or is no number."""
    return abs(read_decimal(text) or Fraction(0))


def joint_interval(accepted: Sequence[AcceptedInterval]) -> AcceptedInterval | None:
    """Return what intervals accept together, the number of the first one shown; None where there is a gap."""
    if not accepted:
        return None
    value, low, high = accepted[0]
    for _, lower, higher in accepted[1:]:
        if lower > high or higher < low:
            return None
        low, high = min(low, lower), max(high, higher)
    return AcceptedInterval(value, low, high)


def number_of(value: Fraction | float) -> int | float:
    """Return a number without the decimals that it does not need."""
    return int(value) if value == int(value) else float(value)


def answer_of(interval: AcceptedInterval, number_format: NumberFormat) -> dict[str, Any] | None:
    """Return the answer that has this key; None where no answer can say it, as when the unit is not known."""
    unit = number_format.unit
    low, high = round_down(interval.low), round_up(interval.high)
    value = min(max(round_half_up(interval.value), low), high)
    answer: dict[str, Any] = {
        "value": _amount(value, unit),
        "interval": [_amount(low, unit), _amount(high, unit)],
    }
    key = _key(answer, number_format)
    if key is None:
        return None
    # A key may be the same amount in a unit that is easier to read.
    scale = key.value / value if key.unit != unit and value else Fraction(1)
    return answer if (key.low, key.high) == (low * scale, high * scale) else None


def key_in_words(answer: str, accepted: str, number_format: NumberFormat | None) -> dict[str, Any] | None:
    """Return the answer of `14 GB` and `(accepted: 13.3 GB to 14.7 GB)`; None if these are not that.

    What is accepted may also be `exactly 14 GB`.
    """
    match = _ACCEPTED.fullmatch(accepted.strip())
    if match is None:
        return None
    texts = [answer.strip(), match["only"] or match["low"], match["only"] or match["high"]]
    value, low, high = texts
    fields: dict[str, Any] = {"value": value, "interval": [low, high]}
    numbers = [decimal(text) for text in texts]
    if number_format and not number_format.unit and None not in numbers:
        bare = [number_of(number) for number in numbers if number is not None]
        fields = {"value": bare[0], "interval": bare[1:]}
    key = _key(fields, number_format)
    same = key is not None and (key.answer_text, within(key)) == (value, accepted.strip())
    return fields if same else None


def _amount(value: Fraction, unit: str) -> str | int | float:
    return format_quantity(format_decimal(value), unit) if unit else number_of(value)


def _key(answer: dict[str, Any], number_format: NumberFormat | None) -> NumericKey | None:
    """Add the digits asked for to an answer, and return its key; None if it has none."""
    if number_format and number_format.digits:
        answer["digits"] = number_format.digits
    try:
        return key_of(answer)
    except AmountError:
        return None
