from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.render.numeric_items import exponent, numeric_items

from each import each
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.units.format import format_decimal


def ends(answer):
    key = key_of(answer)
    return key.low_text, key.high_text, key.unit


def test_an_interval_is_taken_as_it_stands():
    answer = {"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"]}
    assert ends(answer) == ("13.3", "14.7", "GB")


def test_ends_in_another_unit_are_converted():
    assert ends({"value": "14 GB", "interval": ["13000 MB", "0.015 TB"]}) == ("13", "15", "GB")


def test_ends_without_a_unit_are_in_that_of_the_value():
    assert ends({"value": "14 GB", "interval": [13, 15.5]}) == ("13", "15.5", "GB")


def test_without_an_interval_five_percent_are_allowed():
    assert ends("14 GB") == ("13.3", "14.7", "GB")


def test_rounding_to_the_digits_asked_for_is_right():
    key = key_of({"value": "14.6 s", "digits": 1})
    assert key.holds(Fraction(10))
    assert key.value_text == "10"


def test_an_end_without_a_finite_decimal_is_rounded_outwards():
    key = key_of({"value": "1 hour", "interval": ["40 min", "80 min"]})
    assert (key.low_text, key.high_text) == ("0.666666666666", "1.33333333334")


SHOWN = [
    ("1.5e-9 s", "1.5 ns"),
    ("3e12 bytes", "3 TB"),
    ("3.35e12 B/s", "3.35 TB/s"),
    ("64 B", "64 B"),
    ("7B", "7 billion"),
    ("7B parameters", "7 billion parameters"),
    ("2.5M tokens/s", "2.5 million tokens/s"),
    ("$1,200,000/month", "1.2 million $/month"),
    ("$2.50/h", "$2.5/h"),
    ("0.000002 $/token", "2 × 10⁻⁶ $/token"),
    ("35%", "35%"),
    ("1e-5 GiB", "10.48576 KiB"),
    ("1e18", "1 × 10¹⁸"),
    ("-40 °C", "-40 °C"),
    ("32 layers", "32 layers"),
    (12288, "12,288"),
    ("1024 tokens", "1024 tokens"),
    ("0.0006", "600 × 10⁻⁶"),
    ("0.009 %", "9 × 10⁻³ %"),
    (0, "0"),
    (0.1, "0.1"),
]


def test_the_unit_is_one_in_which_the_number_is_neither_small_nor_large():
    assert [(value, key_of(value).answer_text) for value, _ in SHOWN] == SHOWN


NO_KEYS = [
    ({"value": "three"}, "no number"),
    ({"value": "~3 GB"}, "about a value"),
    ({"value": "5 + 3 GB"}, "not one number"),
    ({"value": "3-8 s"}, "not one number"),
    ({"value": True}, "neither a number nor text"),
    ({"value": float("nan")}, "no number"),
    ({"value": 10**40}, "of this size"),
    ({"value": "1e400"}, "of this size"),
    ({"value": "9" * 200}, "longer than"),
    ({"value": "14 GB", "interval": ["13 s", "15 s"]}, "in byte, an end of the interval in second"),
    ({"value": "14 GB", "interval": ["15 GB", "13 GB"]}, "the lower end comes first"),
    ({"value": "14 GB", "interval": ["15 GB", "16 GB"]}, "does not hold the value"),
    ({"value": "14 GB", "interval": ["15 GB"]}, "its lower and its upper end"),
    ({}, "neither a number nor text"),
]


def test_what_is_no_key_is_refused():
    unexpected = []
    for answer, said in NO_KEYS:
        with pytest.raises(AmountError) as caught:
            key_of(answer)
        if said not in str(caught.value):
            unexpected.append((answer, str(caught.value)))
    assert unexpected == []


def test_a_key_holds_its_value():
    with pytest.raises(ValueError, match="within its interval"):
        NumericKey(Fraction(1), Fraction(2), Fraction(3))


@given(
    st.fractions(Fraction(-(10**18)), Fraction(10**18), max_denominator=10**12),
    st.fractions(0, 1, max_denominator=997),
    st.sampled_from(["", "GB", "ms", "tokens/s", "$", "%", "layers"]),
)
def test_every_key_is_made_of_short_decimals_around_its_value(value, share, unit):
    value = Fraction(round(value * 10**6), 10**6)
    width = Fraction(round(abs(value) * share * 10**6), 10**6)
    answer = {
        "value": f"{format_decimal(value)} {unit}",
        "interval": [f"{format_decimal(value - width)} {unit}", f"{format_decimal(value + width)} {unit}"],
    }
    key = key_of(answer)
    for number in (key.low, key.high, key.value):
        text = format_decimal(number)
        assert Fraction(text) == number
        assert len(text.replace("-", "").replace(".", "").strip("0")) <= 12
        assert not number or abs(max(abs(key.low), abs(key.high))) < 10**6
    assert key.low <= key.value <= key.high
    assert key.middle - key.tolerance == key.low


def test_the_shared_items_cover_the_sizes_and_are_told_apart_by_their_keys():
    items = numeric_items()
    assert len({item.id for item in items}) == 500
    plain_numbers = [
        item.answer["value"] for item in items if item.answer["value"].strip("-0123456789.") == ""
    ]
    sizes = [abs(Fraction(number)) for number in plain_numbers]
    assert max(sizes) > 10**17
    assert min(size for size in sizes if size) < Fraction(1, 10**11)
    for item in items:
        for probe in item.probes:
            if probe.form != "unit":
                assert item.key.holds(Fraction(probe.text)) == probe.correct, (item, probe)
                assert item.key.low <= item.key.shown <= item.key.high


@each(
    "value, text",
    [
        ("14", "1.4e1"),
        ("0.00125", "1.25e-3"),
        ("-7", "-7e0"),
        ("0", "0e0"),
        ("1200", "1.2e3"),
        ("0.1", "1e-1"),
    ],
)
def test_exponents_of_the_probes(value, text):
    assert exponent(Fraction(value)) == text
    assert Fraction(text) == Fraction(value)
