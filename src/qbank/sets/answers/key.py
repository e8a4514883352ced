"""The key of an answer whose amounts may be names, and options made of it and of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from qbank import lazy_re
from qbank.sets.answers.distractors import DistractorFault, distractors, key_text
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.sets.variants.parameters import Value
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
    name = _name(fields.get("value"), values)
    if name is not None:
        fields["value"] = values[name].amount
        fields.setdefault("digits", values[name].digits)
    elif isinstance(fields.get("value"), str):
        fields["value"] = fill(fields["value"], {name: value.text for name, value in values.items()}).text
    if isinstance(fields.get("interval"), list):
        fields["interval"] = [_amount(end, values) for end in fields["interval"]]
    return key_of(fields)


def made_options(
    data: Mapping[str, Any], key: NumericKey, values: Mapping[str, Value]
) -> tuple[list[Option], list[DistractorFault]]:
    """Return the options that the key and the mistakes make, the right one first, and what makes none."""
    known = {name: value.amount.quantity for name, value in values.items()}
    found, faults = distractors(data.get("mistakes") or (), key, known)
    wrong = [Option(distractor.text, False, distractor.slip) for distractor in found]
    return [Option(key_text(key), True), *wrong], faults


def _name(text: object, values: Mapping[str, Value]) -> str | None:
    match = _ONE_NAME.fullmatch(text) if isinstance(text, str) else None
    return match[1] if match and match[1] in values else None


def _amount(given: object, values: Mapping[str, Value]) -> object:
    name = _name(given, values)
    if name is not None:
        return values[name].amount
    if isinstance(given, str):
        return fill(given, {name: value.text for name, value in values.items()}).text
    return given
