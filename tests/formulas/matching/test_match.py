"""Which numbers may stand where a formula has a constant, and who has a say in what a variable takes."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from qbank.formulas.matching.match import Budget, Operand, Slot, matches
from qbank.formulas.matching.shape import Product
from qbank.units import dimension

_PREFIXES = {Fraction(1000) ** power for power in range(-4, 5)}
_BYTES = dimension(byte=1)
_NUMBERS = st.fractions(-4, 4, max_denominator=4)
_SLOTS = {"m": Slot(_BYTES, lambda _: True)}


@given(_NUMBERS, _NUMBERS, _NUMBERS, st.sampled_from((1, -1)), st.integers(-5, 5))
@example(Fraction(2), Fraction(1), Fraction(-2), 1, 0)
@example(Fraction(2), Fraction(-1), Fraction(-2), 1, 1)
@example(Fraction(0), Fraction(1), Fraction(1), 1, 0)
def test_a_constant_may_be_there_in_parts_and_with_another_prefix(
    constant: Fraction, own: Fraction, number: Fraction, side: int, power: int
) -> None:
    pattern = Product(constant, (("m", 1),))
    written = Product(own, (("a", side), ("b", 1)))
    operands = {"a": Operand(number * Fraction(1000) ** power), "b": Operand(Fraction(14), _BYTES)}
    found = list(matches(pattern, written, _SLOTS, operands, Budget()))

    size = operands["a"].value
    if not size:
        assert not found
    else:
        value = own * size if side == 1 else own / size
        fits = constant == value or (constant != 0 and value / constant in _PREFIXES)
        assert bool(found) == fits


@given(st.integers(1, 9), st.integers(1, 9))
def test_who_asks_may_refuse_a_size(first: int, second: int) -> None:
    any_number = Slot(dimension(), lambda _: True)
    pattern = Product(Fraction(1), (("n", 1), ("k", 1)))
    written = Product(Fraction(1), (("a", 1), ("b", 1)))
    operands = {"a": Operand(Fraction(first)), "b": Operand(Fraction(second))}

    def admits(name: str, size: Fraction) -> bool:
        return name != "n" or size == first

    found = matches(pattern, written, {"n": any_number, "k": any_number}, operands, Budget(), admits=admits)
    values = [(one["n"].value, one["k"].value) for one in found]
    assert values[0] == (Fraction(first), Fraction(second))
    assert all(n == first for n, _ in values)
