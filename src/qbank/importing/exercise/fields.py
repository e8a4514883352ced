"""Fields of a question file, put together of what a source says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qbank.importing.exercise.numeric_answers import number_of


def filled(**fields: Any) -> dict[str, Any]:
    """Return fields without those that are empty."""
    return {name: value for name, value in fields.items() if value}


def part_fields(
    number: int, label: str, prompt: str, points: float | None, answer: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the fields of a part; `number` counts from 0, and `answer` are the fields of its answer."""
    fields: dict[str, Any] = {} if label == chr(ord("a") + number) else {"label": label}
    fields |= {"prompt": prompt, **answer}
    if points is not None:
        fields["points"] = number_of(points)
    return fields
