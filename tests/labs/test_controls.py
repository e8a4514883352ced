from __future__ import annotations

from typing import Any

import pytest

from qbank import catalog
from qbank.labs.controls import ControlError, control, position
from qbank.labs.problem import Problems
from qbank.labs.quantity import Control
from qbank.model.lab import Control as Written
from qbank.units.parse import parse_unit


def made(written: dict[str, Any], unit: str = "1") -> tuple[Control | None, list[str]]:
    problems = Problems()
    found = control(Written.model_validate(written), parse_unit(unit), catalog.bundled(), ("c",), problems)
    return found, [problem.message for problem in problems.found]


def values(written: dict[str, Any], unit: str = "1") -> list[float]:
    found, problems = made(written, unit)
    assert problems == []
    assert found is not None
    return [choice.value for choice in found.choices]


def test_sliders() -> None:
    assert values({"slider": {"min": 1, "max": 3, "step": 1}}) == [1, 2, 3]
    assert values({"slider": {"min": 0, "max": 0.3, "step": 0.1}}) == [0, 0.1, 0.2, 0.3]
    assert values({"slider": {"min": "1 GB", "max": 8, "factor": 2.0}}, "GB") == [1e9, 2e9, 4e9, 8e9]
    assert values({"slider": {"values": [1, "20 ms", "5 s"]}}, "ms") == [0.001, 0.02, 5]


def test_labels_have_the_unit() -> None:
    found, _ = made({"slider": {"min": 1, "max": 2, "step": 1, "default": "2 s"}}, "s")
    assert found is not None
    assert [choice.label for choice in found.choices] == ["1 s", "2 s"]
    assert found.default == 1


BAD_SLIDERS = [
    ({"min": 1, "max": 3}, "'step' or 'factor'"),
    ({"min": 1, "max": 3, "step": 1, "factor": 2.0}, "'step' or 'factor'"),
    ({"min": 3, "max": 1, "step": 1}, "below 'max'"),
    ({"min": 1, "max": 3, "step": 0}, "above 0"),
    ({"min": 0, "max": 8, "factor": 2.0}, "'min' is above 0"),
    ({"min": 1, "max": 8, "factor": 1.0}, "above 1"),
    ({"min": 1, "max": 4, "step": 2}, "the last position would be 3"),
    ({"min": 1, "max": 10**9, "step": 1}, "more than 1,000 positions"),
    ({"min": 1, "max": "1e400", "factor": 2.0}, "no place on a page"),
    ({"min": 1, "max": "3 GB", "step": 1}, "a pure number is needed"),
    ({"values": [2, 1]}, "ascending"),
    ({"values": [1, 1]}, "ascending"),
    ({"values": [1, 2], "default": 1.5}, "the nearest is"),
]


def test_sliders_that_cannot_be() -> None:
    for slider, message in BAD_SLIDERS:
        control, problems = made({"slider": slider})
        assert control is None, slider
        assert len(problems) == 1, slider
        assert message in problems[0], slider


def test_selects() -> None:
    assert values({"select": {"options": {"BF16": 2, "FP32": "4 B"}}}, "byte") == [2, 4]
    found, _ = made({"select": {"entries": ["eth-10g", "ib-ndr"], "default": "ib-ndr"}})
    assert found is not None
    assert [(choice.entry, choice.value) for choice in found.choices] == [("eth-10g", 0), ("ib-ndr", 1)]
    assert found.default == 1
    assert position(found, "eth-10g", parse_unit("1")) == 0


BAD_SELECTS = [
    ({}, "either 'entries'"),
    ({"entries": ["eth-10g", "ib-ndr"], "options": {"a": 1, "b": 2}}, "either 'entries'"),
    ({"entries": ["eth-10g", "ib-nrd"]}, "did you mean 'ib-ndr'?"),
    ({"entries": ["eth-10g", "ib-ndr"], "default": "eth-11g"}, "did you mean 'eth-10g'?"),
    ({"options": {"a": "1 GB", "b": 2}}, "a pure number is needed"),
]


def test_selects_that_cannot_be() -> None:
    for select, message in BAD_SELECTS:
        control, problems = made({"select": select})
        assert control is None, select
        assert message in problems[0], select


def test_toggles() -> None:
    found, _ = made({"toggle": True})
    assert found is not None
    assert (found.default, [choice.value for choice in found.choices]) == (1, [0, 1])
    assert position(found, False, parse_unit("1")) == 0
    with pytest.raises(ControlError, match="neither true nor false"):
        position(found, 1, parse_unit("1"))
