from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from qbank.napkin.evaluate import evaluate
from qbank.napkin.symbols import SymbolTable
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
    symbols = SymbolTable()
    symbols.name("BW", read("3 × 4 GB/s"))
    assert symbols.names["BW"].value == 12 * 10**9
    symbols.name("T", read("24 GB / BW"))
    assert symbols.names["T"].value == 2
    symbols.name("BW", read("6 GB/s"))
    assert symbols.names["BW"].value == 6 * 10**9


def test_a_name_whose_value_is_lost_is_forgotten(read: Read) -> None:
    symbols = SymbolTable()
    symbols.name("N", read("8"))
    symbols.name("N", read("M × 2"))
    assert symbols.names == {}
    symbols.name("", read("8"))
    assert symbols.names == {}


def test_a_rounded_result_is_known_by_what_it_shows(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    exact = evaluate(read("10 GB / 3"))
    symbols.result(number("3.33 GB"), exact)
    assert symbols.unrounded(number("3.33 GB")) == exact
    assert symbols.unrounded(number("3.33 GB per node")) == exact
    bare = symbols.unrounded(number("3.33"))
    assert bare is not None
    assert bare.value == Fraction(10, 3)
    for other in ("3.3 GB", "3.333 GB", "3.33 MB", "3.33 GB/s", "333"):
        assert symbols.unrounded(number(other)) is None


def test_whole_numbers_are_not_remembered(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    symbols.result(number("3 GB"), evaluate(read("10 GB / 3")))
    symbols.result(number("3.3 GB"), None)
    assert symbols.unrounded(number("3 GB")) is None
    assert symbols.unrounded(number("3.3 GB")) is None


def test_counted_nouns_play_no_part(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    symbols.result(number("2.50 tokens/s"), evaluate(read("5.01 tokens / 2 s")))
    assert symbols.unrounded(number("2.50 requests/s")) is not None
    assert symbols.unrounded(number("2.50 ms")) is None


def test_the_latest_result_wins(number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    second = readings("s")[0]
    for value in (Fraction(249, 100), Fraction(251, 100)):
        symbols.result(number("2.5 s"), Quantity.of(value, second))
    assert symbols.unrounded(number("2.5 s")) == Quantity.of(Fraction(251, 100), second)
