"""What lines leave out by habit, and where it stands instead."""

from __future__ import annotations

from each import each
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


def verdicts(text: str, *context: str) -> list[Verdict]:
    return [claim.verdict for claim in verify(text, context=context, derived=False)]


@each(
    "text, context",
    [
        ("1,200 kWh × 400 g = 480 kg CO2", "Grid: 400 g CO2 per kWh"),
        ("67,392 kWh × 620 g ≈ 41.78 t CO2", "Site Ost is on a grid at 620 g."),
        ("35,942 kWh * 1.8 L = 64,696 L", "The hall takes 1.8 litres per kWh."),
        ("14 h * 21 Wh = 294 Wh", "It is on 14 hours a day; we counted 21 Wh over an hour."),
        ("2 * 4.36 mJ = 8.72 mW", "The 9.3M network is started twice a second."),
        ("3B * (4 + 4) = 24 GB", "4 GB are left."),
        ("22 − (−18) = 40 K", ""),
        ("12 M cycles / 120 MHz = 0.1 s per second of audio", ""),
    ],
)
def test_what_a_number_is_for_each_of(text: str, context: str) -> None:
    assert verdicts(text, context) == [Verdict.OK]


def test_a_label_says_what_its_result_measures() -> None:
    text = "GPU-hours: 16 * 44.5 = 712\nEnergy: 712 * 0.35 kW = 249 kWh"
    assert verdicts(text) == [Verdict.OK, Verdict.OK]
    assert verdicts(text.replace("249 kWh", "249 kW").replace("GPU-hours", "Number"))[1] is Verdict.OK
    assert verdicts(text.replace("249 kWh", "294 kWh"))[1] is Verdict.WRONG
    text = "FLOP: 2 * 4,096^3 = 1.374e11\nBytes: 3 * 4,096^2 * 2 = 1.007e8\nIntensity: 1.374e11 / 1.007e8"
    assert verdicts(f"{text} = 1,364 FLOP/byte") == [Verdict.OK] * 3
    assert verdicts("Day: 201 + 22 = 223\nLoad: 223 * 2 W = 446 Wh")[1] is Verdict.WRONG


def test_the_label_of_a_line_is_not_that_of_its_operands() -> None:
    text = "Box: 14 h * 21 W = 294 Wh\nPC per year: 365 * 14 h * 0.095 kW = 485.5 kWh"
    assert verdicts(text) == [Verdict.OK, Verdict.OK]


def test_terms_are_for_each_of_a_period_that_the_label_names() -> None:
    text = "Inference: 144 × 1.4 J = 201.6 J per day\nRadio: 24 × 0.9 J = 21.6 J per day"
    assert verdicts(f"{text}\nDay: 201.6 + 21.6 = 223.2 J")[2] is Verdict.OK
    assert verdicts(f"{text}\nDay: 201.6 + 21.6 = 323.2 J")[2] is Verdict.WRONG


def test_large_bare_numbers_are_in_base_units() -> None:
    context = "The card reads 2,039 GB/s."
    assert verdicts("Bytes: 3 * 4,096^2 * 2 = 1.007e8\nTime: 1.007e8 / 2,039e9 = 0.0494 ms", context)[1] == (
        Verdict.OK
    )


@each(
    "right, wrong",
    [
        ("W = 1/(100 − 80) = 50 ms", "W = 1/(100 − 80) = 52 ms"),
        ("1/(120 − 90) s = 33 ms", "1/(120 − 90) s = 39 ms"),
        ("5 years × 365 × 24 × 0.4 kW = 17,520 kWh", "5 years × 365 × 24 × 0.4 kW = 1,752 kWh"),
        ("16 GT/s × 16 / 8 × 128/130 = 31.5 GB/s", "16 GT/s × 16 / 8 × 128/130 = 13.5 GB/s"),
        ("20 MHz / 8 = 2.5 MB/s", "20 MHz / 8 = 25 MB/s"),
        ("80 mA × 3 s = 240 mA s", "80 mA × 3 s = 420 mA s"),
        ("(240 + 900) mA s / 600 s = 1.9 mA", "(240 + 900) mA s / 600 s = 9.1 mA"),
        ("2.5 mJ × 40 s⁻¹ = 100 mW", "2.5 mJ × 40 s⁻¹ = 10 mW"),
        ("45/60 h × 16 × $1.50/h = $18.00", "45/60 h × 16 × $1.50/h = $81.00"),
        ("25 fps × 3600 × 24 = 2.16 M frames/day", "25 fps × 3600 × 24 = 2.61 M frames/day"),
        ("8 M × 0.1 = 800 k to validate", "8 M × 0.1 = 80 k to validate"),
        ("10⁶ × 10³ B/day = 10⁹ B/day", "10⁶ × 10³ B/day = 10¹⁰ B/day"),
        ("450 J × 2,000 / 3.6e6 = 0.25 kWh", "450 J × 2,000 / 3.6e6 = 0.52 kWh"),
        ("3 h × 3600 − 900 = 9,900 s", "3 h × 3600 − 900 = 9,090 s"),
        ("5e9 × 12 / 4 bytes = 15 GB", "5e9 × 12 / 4 bytes = 51 GB"),
        ("96 mJ × 8,640/day = 829 J", "96 mJ × 8,640/day = 82.9 J"),
        ("Cost/1M tok: $2.50/h ÷ (1,500 tok/s) = $0.46", "Cost/1M tok: $2.50/h ÷ (1,500 tok/s) = $4.6"),
        ("Cost per 1K tok = $3/h ÷ (500 tok/s) = $0.0017", "Cost per 1K tok = $3/h ÷ (500 tok/s) = $1.7"),
    ],
)
def test_factors_that_convert(right: str, wrong: str) -> None:
    assert verdicts(right) == [Verdict.OK]
    assert verdicts(wrong) == [Verdict.WRONG]


def test_what_a_result_is_for_each_of_is_left_open() -> None:
    assert verdicts("96 × 50 B = 4.8 kB per meter and day") == [Verdict.UNCHECKED]
    assert verdicts("96 × 50 B = 8.4 kB per meter and day") == [Verdict.WRONG]
    chain = "60 W × 10 h + 300 W × 8 h = 0.6 + 2.4 = 3 kWh/day"
    assert verdicts(chain) == [Verdict.OK, Verdict.OK]


def test_bare_numbers_have_the_digits_of_the_result() -> None:
    assert verdicts("1/0.05 × 16 = 320 inf/s") == [Verdict.UNCHECKED]
    assert verdicts("1/0.05 × 16 = 3,200 inf/s") == [Verdict.WRONG]
    assert verdicts("43.2 × 30 = 1,926 TB\nIt is 3 TB.") == [Verdict.WRONG]
    assert verdicts("c in fibre is 2/3 c = 200,000 km/s") == [Verdict.UNCHECKED]
    assert verdicts("At 320x320 = 17 ms") == [Verdict.UNCHECKED]


def test_a_count_of_things_has_its_scale() -> None:
    assert verdicts("64 × 32 = 2,048K frames") == [Verdict.WRONG]
    assert verdicts("a 320 × 240 × 2 = 153,600 B frame") == [Verdict.OK]


@each(
    "right, wrong, context",
    [
        ("9 TB × 5 = $45", "9 TB × 5 = $54", "The tier costs 5 $/TB and month."),
        ("9 TB × 5 = 45 dollars a month", "9 TB × 5 = 54 dollars a month", "It is 5 dollars per TB-month."),
        ("40M × $3 = $120", "40M × $3 = $210", "We pay $3 per million tokens."),
        (
            "40M × $0.30 = $12",
            "40M × $0.30 = $21",
            "We pay $3 per million tokens, and $0.30 if they are cached.",
        ),
        (
            "A thousand calls: 96.6 / 420 = $0.23",
            "A thousand calls: 96.6 / 420 = $0.32",
            "$96.6 for 0.42M calls.",
        ),
        ("90 frames/s × 7 ms = 0.63 s of work per second", "90 × 7 ms = 0.36 s of work per second", ""),
        ("4 Mb/s × 31.5e6 s / 8 = 15.75 TB per camera-year", "4 Mb/s × 31.5e6 s = 15.75 TB per day", ""),
        (
            "0.5 × 1,800 × 20e6 = 18 GB per day",
            "0.5 × 1,800 × 20e6 = 81 GB per day",
            "1,800 s per day, 20e6 B/s",
        ),
        ("7.2e11 J / 3.6e9 J = 200 MWh", "7.2e11 J / 3.6e9 J = 20 MWh", ""),
        ("6e12 × 8 = 4.8e13 bit", "6e12 × 8 = 8.4e13 bit", "We store 6 TB."),
        ("65,000 × 2 bytes = 127 KB", "65,000 × 2 bytes = 172 KB", "1 KB = 1,024 bytes"),
        ("19.2 + 75e6 × 8 B = 19.8 GB", "19.2 + 75e6 × 8 B = 25.2 GB", ""),
        ("(97.1 + 95.5) / 2 = 96.3 %", "(97.1 + 95.5) / 2 = 69.3 %", ""),
        ("24 · (61.5 + 120.5) M = 4.37 B", "24 · (61.5 + 120.5) M = 43.7 B", ""),
    ],
)
def test_what_is_per_period_in_another_scale_or_for_many(right: str, wrong: str, context: str) -> None:
    assert verdicts(right, context) == [Verdict.OK]
    assert Verdict.OK not in verdicts(wrong, context)


def test_bare_terms_have_the_unit_that_they_have_elsewhere() -> None:
    text = "Rows: 80e6 × 60 × 4 B = 19.2 GB\nSum: 19.2 + 150e6 × 4 B = 19.2 + 0.6 = 19.8 GB"
    assert verdicts(text) == [Verdict.OK] * 3
    assert verdicts("Saved: 1 - 9 GB / 12 GB = 0.25%", "a buffer of 1 GB") == [Verdict.WRONG]


def test_what_is_rounded_twice_or_to_closing_zeros_is_right() -> None:
    assert verdicts("sqrt(2 × 70 s × 60,300 s) = 2906 s") == [Verdict.OK]
    assert verdicts("sqrt(2 × 70 s × 60,300 s) = 2907 s") == [Verdict.IMPRECISE]
    assert verdicts("5,281 / 0.040 = 132,000") == [Verdict.OK]


def test_a_result_for_each_of_a_period_goes_on_with_its_digits() -> None:
    text = "Rent: $0.30 × 8,760 h / 8 = $328.50 per slot-year\nThree years: 3 × (328.50 + 40.25)"
    assert Verdict.WRONG not in verdicts(f"{text} = $1,106.25 per slot", "A card costs $0.30/h.")


def test_digits_may_have_two_units_of_one_kind_elsewhere() -> None:
    line = "Time: 240 / 5.5 * 6 = 261.8 h"
    around = "A queue of 240 h is served 6 min after its start, and a shift of 6 h has 5.5 h of work."
    assert verdicts(line, around) == [Verdict.OK]
    assert verdicts(line.replace("261.8", "216.8"), around) == [Verdict.WRONG]
