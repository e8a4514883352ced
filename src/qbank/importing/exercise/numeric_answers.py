"""Numeric answers of other formats, as the `answer` of a question."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from qbank.importing.exercise.stem import Form
from qbank.render.text.wording import within
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.decimals import plain, rounded, rounded_down, rounded_up
from qbank.sets.answers.numeric_key import key_of, with_unit

_DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,2})?")
_ACCEPTED: Final = re.compile(r"\(accepted: (?:exactly (?P<only>\S.*)|(?P<low>\S.*?) to (?P<high>\S.*?))\)")


def decimal(text: str) -> Fraction | None:
    """Return a plain number; None where it is none, or of more digits than anybody writes."""
    text = text.strip()
    return Fraction(text) if _DECIMAL.fullmatch(text) else None


def answer_of(
    value: Fraction, low: Fraction, high: Fraction, form: Form | None = None
) -> dict[str, Any] | None:
    """Return the answer that has this key; None where no answer can say it, as when the unit is not known."""
    form = form or Form()
    low, high = rounded_down(low), rounded_up(high)
    value = min(max(rounded(value), low), high)
    answer: dict[str, Any] = {"value": _amount(value, form.unit)}
    if low != value or high != value:
        answer["interval"] = [_amount(low, form.unit), _amount(high, form.unit)]
    else:
        answer["interval"] = [answer["value"], answer["value"]]
    if form.digits:
        answer["digits"] = form.digits
    try:
        key = key_of(answer)
    except AmountError:
        return None
    scale = Fraction(1)
    if key.unit != form.unit:
        # The same amount in a unit that is easier to read.
        scale = key.value / value if value else Fraction(1)
    same = (key.low, key.high) == (low * scale, high * scale)
    return answer if same else None


def _amount(value: Fraction, unit: str) -> str | int | float:
    number = plain(value)
    if unit:
        return with_unit(number, unit)
    return int(number) if value.denominator == 1 else float(number)


def key_in_words(answer: str, accepted: str, form: Form | None) -> dict[str, Any] | None:
    """Return the answer of `14 GB` and `(accepted: 13.3 GB to 14.7 GB)`; None if these are not that.

    What is accepted may also be `exactly 14 GB`.
    """
    found = _ACCEPTED.fullmatch(accepted.strip())
    if found is None:
        return None
    low, high = found["only"] or found["low"], found["only"] or found["high"]
    said: dict[str, Any] = {"value": answer.strip(), "interval": [low, high]}
    if form and not form.unit and None not in map(decimal, (answer, low, high)):
        said = {"value": _bare(answer), "interval": [_bare(low), _bare(high)]}
    if form and form.digits:
        said["digits"] = form.digits
    try:
        key = key_of(said)
    except AmountError:
        return None
    return said if (key.answer_text, within(key)) == (answer.strip(), accepted.strip()) else None


def _bare(text: str) -> int | float:
    number = Fraction(text.strip())
    return int(number) if number.denominator == 1 else float(number)
