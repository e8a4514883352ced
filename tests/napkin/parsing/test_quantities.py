from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from each import each
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.tree import Interval, Node, Number

Read = Callable[[str], Node]
ReadNumber = Callable[[str], Number]


@pytest.fixture
def number(read: Read) -> ReadNumber:
    def sure(text: str) -> Number:
        node = read(text)
        assert isinstance(node, Number)
        return node

    return sure


def test_a_number_keeps_every_reading(number: ReadNumber) -> None:
    cases: list[tuple[str, list[tuple[int, str]]]] = [
        ("7", [(1, "")]),
        ("7 GPUs", [(1, "")]),
        ("7 GB", [(1, "GB")]),
        ("7K", [(1000, ""), (1, "K")]),
        ("7B", [(10**9, ""), (1, "B")]),
        ("7 B", [(1, "B"), (10**9, "")]),
        ("7,168B", [(1, "B"), (10**9, "")]),
        ("7M", [(10**6, "")]),
        ("7 m", [(1, "m")]),
        ("7 T", [(10**12, "")]),
        ("7 million tokens", [(10**6, "tokens")]),
        ("7e3 GB", [(1000, "GB")]),
        ("7 × 10^3 K", [(10**6, ""), (1000, "K")]),
        ("7B FP16", [(10**9, ""), (1, "B"), (10**9, "FP16")]),
        ("8 bits", [(1, "bits"), (1, "bits/byte")]),
        ("$7B", [(10**9, "$")]),
        ("$7", [(1, "$")]),
        ("7 TOPS", [(1, "TOPS"), (1, "TOPS")]),
        ("7 TOPS/W", [(1, "TOPS/W"), (1, "TOPS/W")]),
        ("7%", [(1, "%")]),
        ("7x", [(1, "x")]),
        ("7 mo", [(1, "mo"), (1, "mo")]),
    ]
    differing = [
        (text, found)
        for text, readings in cases
        if (found := [(int(reading.multiplier), reading.unit.name) for reading in number(text).readings])
        != (readings)
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("text", "decimals", "approximate", "digits"),
    [
        ("7", 0, False, "7"),
        ("7.50 GB", 2, False, "7.50"),
        ("~7.5 GB", 1, True, "7.5"),
        ("about 1,700", 0, True, "1,700"),
        ("~$1,700.25", 2, True, "1,700.25"),
        ("only 7 GB", 0, False, "7"),
        ("$7.5M", 1, False, "7.5"),
        ("7.5e9", 1, False, "7.5e9"),
        ("7.25 × 10^9", 2, False, "7.25"),
    ],
)
def test_how_a_number_is_shown(
    number: ReadNumber, text: str, decimals: int, approximate: bool, digits: str
) -> None:
    node = number(text)
    start, end = (place - 2 for place in node.digits)
    assert (node.decimals, node.approximate, text[start:end]) == (decimals, approximate, digits)
    assert (node.start - 2, node.end - 2) == (0, len(text))


def test_a_range_shares_the_unit_at_its_end(read: Read) -> None:
    node = read("3-8 ms")
    assert isinstance(node, Interval)
    assert node.low.readings == node.high.readings
    assert node.low.readings[0].unit.name == "ms"


@each(
    "text, low, high",
    [
        ("20 ± 2 ms", "18 ms", "22 ms"),
        ("20 ms ± 2 ms", "18 ms", "22 ms"),
        ("20 ms ± 10%", "18.0 ms", "22.0 ms"),
        ("2 s ± 500 ms", "1.5 s", "2.5 s"),
        ("92.1 ± 0.3%", "91.8%", "92.4%"),
    ],
)
def test_a_spread_around_a_value_is_a_range(read: Read, text: str, low: str, high: str) -> None:
    node = read(text)
    assert isinstance(node, Interval)
    assert node.middle is not None
    ends = node.low, node.high
    assert [one.value for one in ends] == [Fraction(end.rstrip("ms% ")) for end in (low, high)]
    assert {one.readings[0].unit.name for one in (*ends, node.middle)} == {low.lstrip("0123456789. ")}


def test_a_spread_of_nothing_leaves_the_value(read: Read) -> None:
    assert isinstance(read("20 ± 0 ms"), Number)


@each("text", ["9-4 GB", "250ms-100ms", "4 GB-9 s", "9-9"])
def test_what_is_no_range(read: Read, text: str) -> None:
    assert not isinstance(read(text), Interval)


@each("text, size, decimals", [("FP16", 2, 0), ("int4", 0.5, 1), ("INT2", 0.25, 2)])
def test_the_bytes_that_a_data_type_takes(text: str, size: float, decimals: int) -> None:
    parser = Parser(tokenize(f"7 GB = {text}"))
    at = parser.texts.index(text)
    assert parser.is_type(at)
    node = parser.data_type(at)
    assert (float(node.value), node.decimals, node.readings[0].unit.name) == (size, decimals, "bytes")


def test_a_unit_is_no_data_type() -> None:
    assert not Parser(tokenize("7 GB = 7000 MB")).is_type(1)


# -- what measures a number ----------------------------------------------------------------------------------


@each(
    "text, units, rest",
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
        ("7 MB per 2-hour window", ["MB/window"], ""),
        ("7 GB per 30-day month", ["GB/month"], ""),
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
