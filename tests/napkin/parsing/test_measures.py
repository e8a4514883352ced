from __future__ import annotations

import pytest

from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Number


@pytest.mark.parametrize(
    ("text", "units", "rest"),
    [
        ("7 GB", ["GB"], ""),
        ("7 GB/s", ["GB/s"], ""),
        ("7 GB / 3 s", ["GB"], "/ 3 s"),
        ("7 tokens/s/user", ["tokens/s/user"], ""),
        ("7 INT8 ops/s", ["ops/s"], ""),
        ("7 cm²", ["cm^2"], ""),
        ("7 m^3/s", ["m^3/s"], ""),
        ("7 GPU-hours", ["GPU-hours"], ""),
        ("7 TB-months", ["TB-months"], ""),
        ("7-bit", ["bit"], ""),
        ("7 layers", [""], "layers"),
        ("7% failure/day", ["%/day"], ""),
        ("$7 per 1M tokens", ["$/1 M tokens"], ""),
        ("7 per hour", ["1/hour"], ""),
        ("7/hour", ["1/hour"], ""),
        ("7/24", [""], "/ 24"),
        ("7x7", [""], "x 7"),
    ],
)
def test_what_measures_a_number(text: str, units: list[str], rest: str) -> None:
    reader = Parser(tokenize(f"= {text}"))
    parsed = reader.quantity(1, len(reader.tokens))
    assert parsed is not None
    node, place = parsed
    assert isinstance(node, Number)
    assert [reading.unit.name for reading in node.readings][: len(units)] == units
    assert " ".join(reader.texts[place:]) == rest
