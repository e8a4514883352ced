from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin.evaluate import evaluate
from qbank.napkin.symbols import Memory, displayed
from qbank.napkin.tree import Node, Number
from qbank.units import Quantity, readings

Read = Callable[[str], Node]


@pytest.fixture
def number(read: Read) -> Callable[[str], Number]:
    def sure(text: str) -> Number:
        node = read(text)
        assert isinstance(node, Number)
        return node

    return sure


def test_a_name_stands_for_a_value(read: Read) -> None:
    memory = Memory()
    memory.name("BW", read("3 × 4 GB/s"))
    assert memory.names["BW"].value == 12 * 10**9
    memory.name("T", read("24 GB / BW"))
    assert memory.names["T"].value == 2
    memory.name("BW", read("6 GB/s"))
    assert memory.names["BW"].value == 6 * 10**9


def test_a_name_whose_value_is_lost_is_forgotten(read: Read) -> None:
    memory = Memory()
    memory.name("N", read("8"))
    memory.name("N", read("M × 2"))
    assert memory.names == {}
    memory.name("", read("8"))
    assert memory.names == {}


def test_a_rounded_result_is_known_by_what_it_shows(read: Read, number: Callable[[str], Number]) -> None:
    memory = Memory()
    exact = evaluate(read("10 GB / 3"))
    memory.result(number("3.33 GB"), exact)
    assert memory.unrounded(number("3.33 GB")) == exact
    assert memory.unrounded(number("3.33 GB per node")) == exact
    bare = memory.unrounded(number("3.33"))
    assert bare is not None
    assert bare.value == Fraction(10, 3)
    for other in ("3.3 GB", "3.333 GB", "3.33 MB", "3.33 GB/s", "333"):
        assert memory.unrounded(number(other)) is None


def test_whole_numbers_are_not_remembered(read: Read, number: Callable[[str], Number]) -> None:
    memory = Memory()
    memory.result(number("3 GB"), evaluate(read("10 GB / 3")))
    memory.result(number("3.3 GB"), None)
    assert memory.earlier == {}


def test_counted_nouns_play_no_part_in_what_is_displayed(number: Callable[[str], Number]) -> None:
    assert displayed(number("2.50 tokens/s")) == displayed(number("2.50 requests/s"))
    assert displayed(number("2.50 s")) != displayed(number("2.50 ms"))
    assert displayed(number("2.5K")) == (Fraction(5, 2), Fraction(1000), 0)


def test_the_latest_result_wins(number: Callable[[str], Number]) -> None:
    memory = Memory()
    second = readings("s")[0]
    for value in (Fraction(249, 100), Fraction(251, 100)):
        memory.result(number("2.5 s"), Quantity.of(value, second))
    assert memory.unrounded(number("2.5 s")) == Quantity.of(Fraction(251, 100), second)
