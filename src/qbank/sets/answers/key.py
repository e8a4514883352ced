"""The key of an answer whose amounts may be names, and options made of it and of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from qbank import lazy_re
from qbank.sets.answers.distractors import distractors, key_text
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.sets.fault import Fault
from qbank.sets.variants.parameters import Value, quantities_of, texts_of
from qbank.sets.variants.placeholders import fill
from qbank.sets.variants.variant import Option

_ONE_NAME: Final = lazy_re.compile(r"\s*\{([A-Za-z_][A-Za-z0-9_]*)\}\s*")


def answer_key(answer: Any, values: Mapping[str, Value]) -> NumericKey:
    """Return the key of an `answer` as it stands in the file; a name gives its exact value.

    Raises:
        AmountError: it makes no key.
    """
    if not isinstance(answer, dict):
        return key_of(answer)
    fields = dict(answer)
    value = _value(fields.get("value"), values)
    if value is not None:
        fields.setdefault("digits", value.digits)
    fields["value"] = _amount(fields.get("value"), values)
    if isinstance(fields.get("interval"), list):
        fields["interval"] = [_amount(end, values) for end in fields["interval"]]
    return key_of(fields)


def made_options(
    data: Mapping[str, Any], key: NumericKey, values: Mapping[str, Value]
) -> tuple[list[Option], list[Fault]]:
    """Return the options that the key and the mistakes make, the right one first, and what makes none."""
    wrong, faults = distractors(data.get("mistakes") or (), key, quantities_of(values))
    options = [
        Option(distractor.text, False, distractor.slip, credit=distractor.credit) for distractor in wrong
    ]
    return [Option(key_text(key), True), *options], faults


def _value(given: object, values: Mapping[str, Value]) -> Value | None:
    """Return the value of a text that is nothing but a name."""
    match = _ONE_NAME.fullmatch(given) if isinstance(given, str) else None
    return values.get(match[1]) if match else None


def _amount(given: object, values: Mapping[str, Value]) -> object:
    """Return the amount of a name, or a text with its names filled in."""
    value = _value(given, values)
    if value is not None:
        return value.amount
    if isinstance(given, str):
        return fill(given, texts_of(values)).text
    return given
