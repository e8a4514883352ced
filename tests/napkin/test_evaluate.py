from __future__ import annotations

import contextlib
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.napkin.evaluate import PLAIN, Interpretation, UndecidableError, evaluate
from qbank.napkin.limits import MAX_BITS, MAX_EXPONENT
from qbank.napkin.tree import Interval, Node, Number, Reading, WithUnit, leaves
from qbank.napkin.verdicts import Reason
from qbank.units import NO_UNIT, Quantity, readings, spell

F = Fraction
Read = Callable[[str], Node]


@pytest.fixture
def value(read: Read) -> Callable[..., Quantity]:
    def compute(
        text: str, interpretation: Interpretation = PLAIN, names: dict[str, Quantity] | None = None
    ) -> Quantity:
        return evaluate(read(text), interpretation, names)

    return compute


Value = Callable[..., Quantity]


@each(
    "text, number, unit",
    [
        ("7", 7, ""),
        ("0.1 + 0.2", F(3, 10), ""),
        ("1/3 + 1/6", F(1, 2), ""),
        ("3 × 14 - 2 / 4", F(83, 2), ""),
        ("-2^2", -4, ""),
        ("(-2)^2", 4, ""),
        ("2^-3", F(1, 8), ""),
        ("0^0", 1, ""),
        ("5 - -3", 8, ""),
        ("7 GB", 7 * 10**9, "byte"),
        ("7 GiB", 7 * 2**30, "byte"),
        ("7K", 7000, ""),
        ("7 × 10^-3 s", F(7, 1000), "second"),
        ("25% of 60 GB", 15 * 10**9, "byte"),
        ("90 MB / 15 GB/s", F(6, 1000), "second"),
        ("90 GB / 3", 30 * 10**9, "byte"),
        ("90 GB / 3 GB", 30, ""),
        ("3 GB/s × 4 s", 12 * 10**9, "byte"),
        ("3 W × 2 h", 21_600, "joule"),
        ("3.7 V × 2 Ah", 26_640, "joule"),
        ("60 mA × 5 V", F(3, 10), "joule/second"),
        ("5 V / 250 Ω", F(1, 50), "joule/second/volt"),
        ("100 TFLOPS × 2 s", 2 * 10**14, "operation"),
        ("8 tokens × 3", 24, "token"),
        ("600 tokens / 20 tokens/s", 30, "second"),
        ("$3/GPU-hr × 8 GPUs × 2 h", 48, "dollar"),
        ("(3 cm)²", F(9, 10**4), "metre^2"),
        ("3 cm × 2 cm × 5 W/cm²", 30, "joule/second"),
        ("sqrt(9 cm²)", F(3, 100), "metre"),
        ("(9 cm²)^0.5", F(3, 100), "metre"),
        ("sqrt(2.25)", F(3, 2), ""),
        # a bare number beside one with a unit is in that unit
        ("100 MB + 28", 128 * 10**6, "byte"),
        ("28 + 100 MB", 128 * 10**6, "byte"),
        ("100 MB - 28", 72 * 10**6, "byte"),
        ("4 + 6 s + 2", 12, "second"),
        ("2 × 3 + 4 GB", 10 * 10**9, "byte"),
        ("1 GB + 24 MB", 1024 * 10**6, "byte"),
        # in brackets, with the unit behind
        ("(80 - 60 - 5) GB", 15 * 10**9, "byte"),
        ("(80 GB - 60 GB) MB", 20 * 10**9, "byte"),
        ("(2 + 3) KB/s", 5000, "byte/second"),
        # functions
        ("max(4 ms, 9 ms)", F(9, 1000), "second"),
        ("max(4 ms, 9)", F(9, 1000), "second"),
        ("min(4, 900 µs)", F(4, 10**6), "second"),
        ("max(1 s, 900 ms)", 1, "second"),
        ("avg(2, 4, 9)", 5, ""),
        ("avg(2 GB, 4 GB)", 3 * 10**9, "byte"),
        ("floor(9/2)", 4, ""),
        ("floor(-9/2)", -5, ""),
        ("ceil(9/2)", 5, ""),
        ("round(9/2)", 5, ""),
        ("round(-9/2)", -4, ""),
        ("floor(2.5 GB)", 2 * 10**9, "byte"),
        ("ceil(2.1 ms)", F(3, 1000), "second"),
        ("abs(3 - 9)", 6, ""),
        ("⌈90/32⌉ × 2", 6, ""),
        ("log2(1024)", 10, ""),
        ("9B × INT4", 45 * 10**8, "byte"),
    ],
)
def test_exact_values(value: Value, text: str, number: Fraction | int, unit: str) -> None:
    result = value(text)
    assert result.value == number
    assert spell(result.dimension) == unit


@each(
    "text, digits",
    [
        ("sqrt(2)", "1.41421356237309504880168872420969807857"),
        ("2^0.5", "1.41421356237309504880168872420969807857"),
        ("2^(1/3)", "1.25992104989487316476721060727822835057"),
        ("ln(2)", "0.693147180559945309417232121458176568076"),
        ("log(2)", "0.693147180559945309417232121458176568076"),
        ("log2(3)", "1.58496250072115618145373894394781650876"),
        ("log10(2)", "0.301029995663981195213738894724493026768"),
        ("exp(1)", "2.71828182845904523536028747135266249776"),
        ("e^-1", "0.367879441171442321595523770161460867446"),
        ("0.5^2.5", "0.176776695296636881100211090526212259821"),
    ],
)
def test_what_has_no_exact_value_has_forty_digits(value: Value, text: str, digits: str) -> None:
    assert abs(value(text).value - F(digits)) < F(1, 10**36)


@given(
    a=st.fractions(min_value=0, max_value=10**6, max_denominator=1000),
    b=st.fractions(min_value=0, max_value=10**6, max_denominator=1000),
)
def test_arithmetic_is_that_of_fractions(read: Read, a: Fraction, b: Fraction) -> None:
    one, two = f"({a.numerator}/{a.denominator})", f"({b.numerator}/{b.denominator})"
    assert evaluate(read(f"{one} + {two}")).value == a + b
    assert evaluate(read(f"{one} - {two}")).value == a - b
    assert evaluate(read(f"{one} × {two}")).value == a * b
    if b:
        assert evaluate(read(f"{one} / {two}")).value == a / b


def test_the_unit_that_a_result_is_shown_in(value: Value) -> None:
    cases: list[tuple[str, str]] = [
        ("7 GB", "GB"),
        ("7 GB × 3", "GB"),
        ("3 × 7 GB", "GB"),
        ("7 GB / 2", "GB"),
        ("7 GB + 3 MB", "GB"),
        ("3 + 7 GB", "GB"),
        ("7 GB / 2 s", ""),
        ("(3 + 4) MB", "MB"),
        ("max(3, 4 ms)", "ms"),
    ]
    differing = [(text, found) for text, unit in cases if (found := value(text).unit.name) != unit]
    assert differing == []


# -- interpretations -----------------------------------------------------------------------------------------


def test_interpretations(value: Value) -> None:
    cases: list[tuple[str, Interpretation, Fraction | int]] = [
        ("7 MB", Interpretation(binary=True), 7 * 2**20),
        ("7 MiB", Interpretation(binary=True), 7 * 2**20),
        ("7 Mb", Interpretation(binary=True), F(7 * 10**6, 8)),
        ("100 MB + 28", Interpretation(binary=True), 128 * 2**20),
        ("floor(2.5 MB)", Interpretation(binary=True), 2 * 2**20),
        ("4K", Interpretation(binary_counts=True), 4096),
        ("4M × 2", Interpretation(binary_counts=True), 8 * 10**6),
        ("5K", Interpretation(binary_counts=True), 5000),
        ("4 MB / 2K", Interpretation(binary=True, binary_counts=True), 2**11),
        ("90 MB / 15 GB/s", Interpretation(without_units=True), 6),
        ("25% of 60 GB", Interpretation(without_units=True), 15),
        ("7K × 2 ms", Interpretation(without_units=True), 14_000),
        ("(2 + 3) GB", Interpretation(without_units=True), 5),
        ("log(100)", Interpretation(logarithm="log10"), 2),
        ("log(8)", Interpretation(logarithm="log2"), 3),
        ("ln(1) + log(8)", Interpretation(logarithm="log2"), 3),
        ("2 GB × 3", Interpretation(choices={2: 0}), 6 * 10**9),
        ("2K × 3", Interpretation(choices={2: 1}), 6),
        ("2B × 3B", Interpretation(choices={7: 1}), 6 * 10**9),
        (
            "3.0 × 4",
            Interpretation(unrounded={2: Quantity(F(301, 100), readings("s")[0].dimension)}),
            F(1204, 100),
        ),
    ]
    differing = [
        (text, found)
        for text, interpretation, number in cases
        if (found := value(text, interpretation).value) != (number)
    ]
    assert differing == []


def test_a_binary_unit_is_shown_as_such(value: Value) -> None:
    result = value("3 GB × 2", Interpretation(binary=True))
    assert result.unit.name == "GB"
    assert result.in_unit(result.unit) == 6


def test_the_ends_of_a_range(read: Read) -> None:
    node = read("3-8 s × 2")
    [interval] = [leaf for leaf in leaves(node) if isinstance(leaf, Interval)]
    assert evaluate(node).value == 6
    assert evaluate(node, Interpretation(upper_ends=frozenset((interval.start,)))).value == 16


def test_names(value: Value) -> None:
    names = {"N": Quantity(F(4), NO_UNIT.dimension), "BW": Quantity.of(2, readings("GB")[0])}
    assert value("N × 3", names=names).value == 12
    assert value("BW / N", names=names).in_unit(readings("MB")[0]) == 500


@each("readings_of_choice", [0, 1])
def test_a_bracket_takes_the_reading_chosen_for_it(read: Read, readings_of_choice: int) -> None:
    node = read("(3 + 4) months")
    assert isinstance(node, WithUnit)
    chosen = node.readings[readings_of_choice].unit
    assert evaluate(node, Interpretation(choices={node.start: readings_of_choice})).value == 7 * chosen.scale


# -- what has no value ---------------------------------------------------------------------------------------


@each(
    "text, reason, detail",
    [
        ("N × 4", Reason.MISSING_OPERAND, "N"),
        ("4 × tail latency", Reason.MISSING_OPERAND, "tail latency"),
        ("4 GB + 3 s", Reason.UNITS, "byte and second do not add"),
        ("4 GB/s - 3 GB", Reason.UNITS, "byte/second and byte do not add"),
        ("max(4 GB, 3 s)", Reason.UNITS, "byte and second do not add"),
        ("50% + 3 s", Reason.UNITS, "a number and second do not add"),
        ("(4 GB + 3 GB) s", Reason.UNITS, "byte is not s"),
        ("2^(3 s)", Reason.UNITS, "exponent"),
        ("(3 s)^1.5", Reason.UNITS, "a fractional power of a unit"),
        ("sqrt(4 s)", Reason.UNITS, "the root of second"),
        ("ln(4 s)", Reason.UNITS, "a function of a number has a unit"),
        ("sqrt(4, 9)", Reason.WORDS, "a function of one argument has several"),
        ("4 / 0", Reason.NO_VALUE, "division by zero"),
        ("4 GB / (3 - 3)", Reason.NO_VALUE, "division by zero"),
        ("0^-1", Reason.NO_VALUE, "division by zero"),
        ("sqrt(3 - 7)", Reason.NO_VALUE, "the root of a negative number"),
        ("(3 - 7)^1.5", Reason.NO_VALUE, "a fractional power of a negative number"),
        ("ln(0)", Reason.NO_VALUE, "the logarithm of a number that is not positive"),
        ("log2(3 - 7)", Reason.NO_VALUE, "the logarithm of a number that is not positive"),
        ("2^5000", Reason.TOO_LARGE, "exponent"),
        ("9^(9^9)", Reason.TOO_LARGE, "exponent"),
        ("9^4000 × 9^4000", Reason.TOO_LARGE, ""),
        ("10^4000 × 10^4000", Reason.TOO_LARGE, ""),
        ("1 / 10^4000 / 10^4000", Reason.TOO_LARGE, ""),
        ("1e4000 × 10^4000", Reason.TOO_LARGE, ""),
        ("(10^4000)^1000.5", Reason.TOO_LARGE, ""),
        ("(10^-4000)^1000.5", Reason.TOO_LARGE, ""),
        ("exp(9999)", Reason.TOO_LARGE, ""),
        ("(3 s)^64", Reason.TOO_LARGE, ""),
        ("(3 s)^50 × (3 s)^50", Reason.TOO_LARGE, ""),
    ],
)
def test_reasons(value: Value, text: str, reason: Reason, detail: str) -> None:
    with pytest.raises(UndecidableError) as raised:
        value(text)
    assert (raised.value.reason, raised.value.detail) == (reason, detail)


@each("text", ["2^4096", "1e4096", "1e-4096", "exp(4096)", "exp(-4096)", "(3 s)^63"])
def test_the_bounds_themselves_are_computed(value: Value, text: str) -> None:
    result = value(text)
    assert result.value.numerator.bit_length() <= MAX_BITS
    assert len(str(result.value.numerator)) <= MAX_EXPONENT + 50  # it can be written


PIECES = ("9", "^", "*", "/", "+", "(", ")", "e^", "sqrt(", "ln(", "1e99", "s")


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_work_is_bounded_whatever_is_asked_for(read_any: Callable[[str], Node | None], text: str) -> None:
    node = read_any(text)
    with contextlib.suppress(UndecidableError):
        value = evaluate(node).value if node is not None else F(0)
        assert max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS


def test_a_number_that_was_settled_has_one_reading() -> None:
    number = Number(Fraction(3), 0, (Reading(),), 5, 6, (5, 6))
    assert evaluate(number, Interpretation(choices={5: 1})).value == 3
