from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.napkin.tree import (
    Interval,
    Name,
    Node,
    Number,
    WithUnit,
    as_read,
    calls,
    is_arithmetic,
    leaves,
    spell,
)

Read = Callable[[str], Node]


@each(
    "text, found",
    [
        ("7 GB", ["7 GB"]),
        ("2 + 3 × (4 - N)", ["2", "3", "4", "N"]),
        ("max(2, 3 × 4) / √5", ["2", "3", "4", "5"]),
        ("-(2 - 3)^4", ["2", "3", "4"]),
        ("1-2 GB × 3", ["1–2 GB", "3"]),
        ("(2 + 3) GB × 4", ["(2 + 3) GB", "2", "3", "4"]),
    ],
)
def test_leaves_stand_from_left_to_right(read: Read, text: str, found: list[str]) -> None:
    assert [spell(leaf) for leaf in leaves(read(text))] == found


def test_every_leaf_has_a_place_of_its_own(read: Read) -> None:
    nodes = leaves(read("((2 GB)) + (3) GB × (1-4 ms) / N(5 + 6)"))
    assert len({leaf.start for leaf in nodes}) == len(nodes) == 7
    assert [type(leaf) for leaf in nodes] == [Number, WithUnit, Number, Interval, Name, Number, Number]


def test_is_arithmetic(read: Read) -> None:
    cases: list[tuple[str, bool]] = [
        ("7 GB", False),
        ("-7", False),
        ("(7)", False),
        ("3-8 s", False),
        ("N", False),
        ("2 + 3", True),
        ("-(2 + 3)", True),
        ("√2", True),
        ("(7) GB", True),
        ("2^3", True),
        ("N × 2", True),
    ]
    differing = [
        (text, found)
        for text, arithmetic in cases
        if (found := is_arithmetic(read(text))) is not (arithmetic)
    ]
    assert differing == []


@each(
    "text, called",
    [
        ("log(8)", True),
        ("2 × max(3, log(8))", True),
        ("-(2 + log(8)) GB", True),
        ("2^(log(8))", True),
        ("log2(8)", False),
        ("ln(8) × 2", False),
        ("7", False),
    ],
)
def test_calls(read: Read, text: str, called: bool) -> None:
    assert calls(read(text), "log") is called


def test_spelling(read: Read) -> None:
    cases: list[tuple[str, dict[int, int], str]] = [
        ("2B × 3B", {}, "2B × 3B"),
        ("2B × 3B", {7: 1}, "2B × 3 B"),
        ("9B FP16", {2: 2}, "9B FP16"),
        ("(3 + 4) mo", {2: 1}, "(3 + 4) mo"),
        ("5e-7", {}, "5 × 10^-7"),
        ("5e4", {}, "5 × 10^4"),
        ("5.25e3", {}, "5.25K"),
        ("1e4000 × 10^90", {}, "1 × 10^4090"),
        ("1,234,567.5", {}, "1,234,567.5"),
        ("1-2 GB", {}, "1–2 GB"),
        ("$3-5", {}, "$3–$5"),
        ("$7.50/hr", {}, "$7.50/hr"),
        ("7x", {}, "7x"),
        ("7%", {}, "7%"),
    ]
    differing = [
        (text, found)
        for text, choices, spelled in cases
        if (found := spell(as_read(read(text), choices))) != (spelled)
    ]
    assert differing == []


@st.composite
def expressions(draw: st.DrawFn) -> str:
    def build(depth: int) -> str:
        kind = draw(st.sampled_from(["n", "+", "-", "×", "/", "^", "f"])) if depth else "n"
        if kind == "n":
            return str(draw(st.integers(0, 99)))
        if kind == "f":
            return f"sqrt({build(depth - 1)})"
        if kind == "^":
            return f"({build(depth - 1)})^{draw(st.integers(0, 9))}"
        return f"({build(depth - 1)}) {kind} ({build(depth - 1)})"

    return build(draw(st.integers(0, 4)))


@given(expressions())
def test_what_is_spelled_is_read_as_the_same_tree(read: Read, text: str) -> None:
    once = spell(read(text))
    assert spell(read(once)) == once
    plain = {"−": "-", "×": "*", "^": "**", "sqrt": "root"}
    for sign, python in plain.items():
        once, text = once.replace(sign, python), text.replace(sign, python)
    assert value_of(once) == value_of(text)


def value_of(text: str) -> Fraction | str:
    def root(x: Fraction) -> Fraction:
        return abs(x) + 7  # any function will do: only the shape of the expression is compared

    numbers = "".join(f"Fraction({piece})" if piece.isdigit() else piece for piece in split_digits(text))
    try:
        return eval(numbers, {"Fraction": Fraction, "root": root})  # type: ignore[no-any-return]
    except ZeroDivisionError:
        return "none"


def split_digits(text: str) -> list[str]:
    import re

    return re.split(r"(\d+)", text)
