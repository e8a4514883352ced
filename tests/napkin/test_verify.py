from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from qbank.napkin.claim import Amount, Claim
from qbank.napkin.limits import MAX_TEXT
from qbank.napkin.verdicts import EXPLANATIONS, Reason, Tolerances, Verdict
from qbank.napkin.verifier import verify
from qbank.rules.numeric.napkin import only_lacks_units

OPERANDS = (
    *("3", "12.5", "1,024", "0.75", "7 GB", "40 ms", "$250", "15%", "2K", "6.5e3", "3.2 GB/s"),
    *("(4 + 5)", "√9", "N", "8 GPUs", "2 (K,V)", "3-5 s"),
)
SIGNS = (" * ", " × ", " / ", " + ", " - ", " x ", "*", r" \times ", r" \u00d7 ")
RELATIONS = (" = ", " ≈ ", "=", " = ~", r" \approx ", " > ", " ≤ ", r" \u2248 ")
RESULTS = (
    *("36", "9.75", "1,200", "~14 GB", "$3,000", "25%", "2.5K", "48 ms", "7.5 GB/s", "1.5e4", "−3"),
    *("**42**", "9–12 s", "3 × 12 = 36", "(36)"),
)
BEFORE = (
    *("", "- ", "* ", "1. ", "Total: ", "**Load** ", "So ", "At 8 GPUs, ", "🙂 ", "(", "> ", "`"),
    *(r"\u2014 ", "\t", "A = "),
)
AFTER = ("", ".", "!", "**", " per step", " (tight)", ", fine", ")", " | ok", "\r", "`", " # 7")


@st.composite
def lines(draw: st.DrawFn) -> str:
    left = draw(st.sampled_from(OPERANDS))
    for _ in range(draw(st.integers(0, 3))):
        left += draw(st.sampled_from(SIGNS)) + draw(st.sampled_from(OPERANDS))
    right = draw(st.sampled_from(RELATIONS)) + draw(st.sampled_from(RESULTS))
    return draw(st.sampled_from(BEFORE)) + left + right + draw(st.sampled_from(AFTER))


texts = st.lists(lines(), min_size=1, max_size=5).map("\n".join)


def check_record(text: str, claim: Claim) -> None:
    """A claim's offsets lie inside the text, one in the other, and everything it says agrees."""
    assert 0 <= claim.start <= claim.stated_start < claim.stated_end <= claim.end <= len(text)
    assert claim.text == text[claim.start : claim.end]
    assert claim.relation in {"=", "≈", "<", "≤", ">", "≥", "()"}
    assert claim.expression
    digits = text[claim.digits_start : claim.digits_end]
    if digits:
        assert claim.stated_start <= claim.digits_start < claim.digits_end <= claim.stated_end
        assert digits[0] in "0123456789."
        assert digits[-1].isdigit()
        assert claim.decimals == len(digits.lower().partition("e")[0].partition(".")[2])
    assert (claim.verdict is Verdict.UNCHECKED) == (claim.reason is not None)
    if claim.reason is not None:
        assert EXPLANATIONS[claim.reason]
    if claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE}:
        assert claim.computed is not None or claim.detail


@settings(deadline=None)  # the first may import sympy
@given(texts)
def test_offsets_slice_to_the_right_text(text: str) -> None:
    for claim in verify(text):
        check_record(text, claim)


@settings(deadline=None)  # the first may import sympy
@given(texts)
def test_claims_stand_in_order(text: str) -> None:
    starts = [(claim.start, claim.end) for claim in verify(text)]
    assert starts == sorted(starts)


@settings(deadline=None)  # the first may import sympy
@given(texts)
def test_what_is_verified_twice_is_the_same(text: str) -> None:
    assert verify(text) == verify(text)


@settings(deadline=None)  # the first may import sympy
@given(lines())
def test_a_claim_does_not_depend_on_what_surrounds_it(line: str) -> None:
    alone = [(claim.text, claim.verdict, claim.computed) for claim in verify(line)]
    within = verify(f"Nothing here.\n\n{line}\nAnd nothing there")
    assert [(claim.text, claim.verdict, claim.computed) for claim in within] == alone


@settings(deadline=None)  # the first may import sympy
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    for claim in verify(text):
        check_record(text, claim)


@given(data=st.data())
def test_any_notation(notation: st.SearchStrategy[str], data: st.DataObject) -> None:
    text = data.draw(notation)
    claims = verify(text)
    assert verify(text) == claims
    for claim in claims:
        check_record(text, claim)


@settings(deadline=None)  # the first may import sympy
@given(lines(), st.sampled_from(["×", "≈", "µ", "=", "*"]))
def test_an_escape_means_what_it_stands_for(line: str, character: str) -> None:
    escaped = line.replace(character, f"\\u{ord(character):04x}")
    plain, claims = verify(line), verify(escaped)
    assert [claim.verdict for claim in claims] == [claim.verdict for claim in plain]
    for claim in claims:
        check_record(escaped, claim)


# -- the record ----------------------------------------------------------------------------------------------


def test_a_claim_in_full() -> None:
    text = "- Cost: 12 nodes × $2.5K = **$33.5K**."
    [claim] = verify(text)
    assert (claim.start, claim.end) == (text.index("12"), text.index("**."))
    assert claim.text == "12 nodes × $2.5K = **$33.5K"
    assert (claim.form, claim.relation, claim.expression) == ("equation", "=", "12 × $2.5K")
    assert (claim.verdict, claim.reason, claim.detail, claim.note) == (Verdict.WRONG, None, "", "")
    assert (claim.stated_start, claim.stated_end) == (text.index("$33"), text.index("**."))
    assert (claim.digits_start, claim.digits_end) == (text.index("33.5"), text.index("K**"))
    assert (claim.decimals, claim.multiplier) == (1, 1000)
    assert [(o.text, o.amount.unit, o.origin.value) for o in claim.operands] == [
        ("12", "", "written"),
        ("$2.5K", "$", "written"),
    ]
    assert claim.computed == Amount(Fraction(30_000), "$")
    assert claim.stated == Amount(Fraction(33_500), "$")


@each(
    "text, computed, unit",
    [
        ("7 GB × 3 = 21.5 GB", Fraction(21), "GB"),
        ("7 GB × 3 = 25,900 MB", Fraction(21_000), "MB"),
        ("7 GB × 3 = 2.5 TB", Fraction(21, 1000), "TB"),
        ("64 × 1024 × 16 bytes = 1.1 MiB", Fraction(1), "MiB"),
        ("1/4 = 26.5%", Fraction(25), "%"),
        ("60 mA × 5 V = 310 mW", Fraction(300), "mW"),
        ("1 / 25 ms = 45 FPS", Fraction(40), "FPS"),
        ("3 + 4 = 8 KB", Fraction(7), "KB"),
        ("8 ms + 4 ms = 12 GB", Fraction(12), "ms"),
        ("10 Gbps / 8 = 12.5 GB/s", Fraction(5, 4), "GB/s"),
        ("1000 / 25 ms = 45,000", Fraction(40), ""),
        ("3-8 s × 2 = 6-20 s", Fraction(16), "s"),
        ("20 MB < 16 MB", Fraction(20), "MB"),
    ],
)
def test_the_computed_value_is_in_the_unit_of_the_stated_one(
    text: str, computed: Fraction, unit: str
) -> None:
    claim = next(claim for claim in verify(text) if claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE})
    assert claim.computed == Amount(computed, unit)


@each(
    "text, source",
    [
        ("(3 + 4) × 2 = 14", "(3 + 4) × 2 = 14"),
        ("Total (3 + 4) × 2 = 14 GB left", "(3 + 4) × 2 = 14 GB"),
        ("((3 + 4)) = 7", "((3 + 4)) = 7"),
        ("2 × (3 + 4) = (14)", "2 × (3 + 4) = (14)"),
        ("so √(9 + 16) = 5", "√(9 + 16) = 5"),
        ("so -3 + 5 = 2", "-3 + 5 = 2"),
        ("about ~3 × $5 = $15", "about ~3 × $5 = $15"),
        (r"$\frac{6}{3} = 2 \text{ GB}$", r"\frac{6}{3} = 2 \text{ GB"),
        ("cap: 63 Wh (10.5 W × 6 h), fine", "63 Wh (10.5 W × 6 h)"),
        ("12 KB/s * 8 (96 kbps) each", "12 KB/s * 8 (96 kbps)"),
        ("load (4 ms) + run (9 ms) = 13 ms", "(4 ms) + run (9 ms) = 13 ms"),
        (r"6 \u00d7 7 \u2248 42 \u2014 fine", r"6 \u00d7 7 \u2248 42"),
    ],
)
def test_where_a_claim_stands(text: str, source: str) -> None:
    [claim] = verify(text)
    assert claim.text == source
    check_record(text, claim)


@each(
    "text, note",
    [
        ("7 × 6 = 42", ""),
        ("16 + 64 + 50 = 130 KB", "units left out"),
        ("100 - 51.9 = 48.1%", "units left out"),
        ("18 * 10 * 2.8 = 504 ms per second", "units left out"),
        ("5 Ah * 3.85 V * 3600 = 69,300 J", "a bare factor converts the unit"),
        ("140 GB / (10 / 8 GB/s) = 112 s", ""),
        ("18 uC / 1 s = 18 uA", ""),
        ("15% of 80 GB = 12", "the unit of the result is left out"),
        ("8 × 700 W × 24 = 134.4 kWh", "assumed: 24 as 24 h"),
        ("50 GB × $0.02 = $1", "assumed: $0.02 as $0.02/GB"),
        ("1920 * 1080 * 1 = 2,073,600 bytes", "assumed: a byte for each element"),
        ("10 Gbps / 8 = 1.25 GB/s", "a bare factor converts the unit"),
        ("46 / 50 * 100 = 92%", "% left out"),
        ("Mean of the seeds: 412.5 / 5 = 82.5%", "% left out"),
        ("Energy per bit: 100 mW / 50 kbit/s = 2 µJ", "assumed: for each bit"),
        ("25 ms = 40 FPS", "period and rate"),
        ("4N + 2N = 6N", "for all values of its symbols"),
    ],
)
def test_what_had_to_be_assumed_is_said(text: str, note: str) -> None:
    [claim] = verify(text)
    assert (claim.verdict, claim.note) == (Verdict.OK, note)


@each(
    "text",
    [
        "It has 8.03 B parameters in 8 GB.\nWeights: 8.03 * 4.5 / 8 = 4.52 GB",
        "A lab trains a 3B-parameter model.\n20 × 3 = 60 billion tokens",
        "N = 4\n2 N × 3 = 24",
        "3 × 100 Hz × 2 bytes = 600 B/s\n600 × 3600 = 2.16 MB/h",
        "1,200 €/yr ÷ 12 = 100 €/month; ÷ 250 = 4.80 €/day",
        "Reads of 90 ns; a walk = 1000 * 90 ns = 90 µs\nWalks = 1e6 / 90 = 11,111 per second",
        "A day: 9e6 x 2 KB = 18 GB\nPeak: 5K x 2 KB = 10 MB/s",
        "(1) Sun: 60 mW × 3 h = 180 mWh\n(2) Small panel: half of (1) = 90 mWh",
    ],
)
def test_what_is_told_elsewhere_in_other_words_accuses_nobody(text: str) -> None:
    claim = verify(text)[-1]
    assert claim.verdict is not Verdict.WRONG or only_lacks_units(claim)


@each(
    "text, around, verdict",
    [
        ("Nine frames take 9 × 217 ms = 1,950 ms", "A frame takes 216.7 ms", Verdict.OK),
        ("Nine frames take 9 × 217 ms = 1,960 ms", "A frame takes 216.7 ms", Verdict.IMPRECISE),
        ("Nine frames take 9 × 217 ms = 1,950 ms", "A frame takes 216.7 ms or 217.3 ms", Verdict.IMPRECISE),
        ("Nine frames take 9 × 217 ms = 1,950 ms", "A frame takes 21.67 s", Verdict.IMPRECISE),
    ],
)
def test_an_operand_may_round_what_the_texts_around_tell(text: str, around: str, verdict: Verdict) -> None:
    assert [claim.verdict for claim in verify(text, context=[around])] == [verdict]


def test_a_share_with_its_point_in_the_wrong_place_is_wrong() -> None:
    [claim] = verify("7 / 31 = 0.226%")
    assert claim.verdict is Verdict.WRONG


def test_an_unknown_operand_is_said() -> None:
    [claim] = verify("8.0 × t_active + 0.6 = 80 Wh")
    assert (claim.reason, claim.detail, claim.computed) == (Reason.MISSING_OPERAND, "t_active", None)
    assert claim.stated is not None
    assert claim.stated == Amount(Fraction(80), "Wh")


def test_a_symbol_known_by_chance_accuses_nobody() -> None:
    [claim] = verify("N = 8\nN × 4 + M = 40")
    assert (claim.verdict, claim.detail) == (Verdict.UNCHECKED, "M")
    [claim] = verify("N = 3 × 3 − 1 = 8\nN × 4 = 40")[1:]
    assert (claim.verdict, claim.detail) == (Verdict.UNCHECKED, "N")


def test_a_symbol_that_is_given_alone_is_an_operand() -> None:
    [claim] = verify("N = 8 GB\nN × 4 = 40 GB")
    assert (claim.verdict, claim.doubt) == (Verdict.WRONG, "if N = 8 GB")


@each("text", ["7.1 × 6 ≈ 44", "64 Wh (≈ 10.5 W × 6 h)", "15 GB (≈ 121 Gb)", "3-8 s × 2 = 6.1-16 s"])
def test_tolerances_reach_every_kind_of_claim(text: str) -> None:
    strict = Tolerances(approximate=Fraction(0), imprecise=Fraction(0))
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK]
    assert [claim.verdict for claim in verify(text, tolerances=strict)] == [Verdict.WRONG]


# -- bounds --------------------------------------------------------------------------------------------------

HOSTILE = {
    "exponent of a number": "1e999999 * 2 = 5",
    "product of large exponents": "1e4000 × 10^4000 × 2 = 5",
    "power tower": "9^9^9^9 = 1",
    "power tower in brackets": "9^(9^(9^9)) = 1",
    "fractional power": "(10^4000)^1000.5 = 1",
    "exponential": "exp(99999) = 1",
    "root of a tower": "sqrt(10^4000) × sqrt(10^4000) = 1",
    "digits": "9" * 100_000 + " * 2 = 1",
    "nested brackets": "(" * 2000 + "1" + ")" * 2000 + " = 1",
    "deeply nested brackets": "(" * 10_000 + "1" + ")" * 10_000 + " = 1",
    "open brackets": "(" * 20_000 + " = 1",
    "closed brackets": ")" * 20_000 + " = 1",
    "nested functions": "max(" * 38 + "1 to 2" + ")" * 38 + " = 1",
    "nested functions, spaced": "max (" * 38 + "1 to 2" + ")" * 38 + " = 1",
    "nested labels": "foo bar (" * 38 + "1 to 2" + ")" * 38 + " = 1",
    "nested shapes": "[1," * 2000 + "1" + "]" * 2000 + " = 5",
    "nested products": "2(" * 6_000 + "1" + ")" * 6_000 + " = 5",
    "nested fractions": r"\frac{1}{" * 5000 + "1" + "}" * 5000 + " = 1",
    "signs": "-" * 20_000 + "1 = 1",
    "stars": "*" * 20_000 + " = 1",
    "dollars": "$" * 20_000 + "= 1",
    "money": "$1 " * 6_000 + "= 1",
    "backslashes": "\\" * 20_000,
    "escapes": r"\u00d7" * 4_000 + " = 1",
    "wrappers": r"\text{" * 20_000 + "}" * 20_000 + " = 1",
    "underscores": "a" + "_" * 20_000 + " = 1",
    "hyphens": "ab" + "-ab" * 6_000 + " = 1",
    "sum": "1" + " + 1" * 5_000 + " = 5001",
    "sum in brackets": "5 GB (1" + " + 1" * 5_000 + ")",
    "relations": "1 = " * 5_000,
    "comparisons": "1 > " * 5_000,
    "implicit products": ("2" + "(3)" * 120 + " to = 5\n") * 200,
    "words": ("foo " * 390 + "= 1\n") * 60,
    "rates": "5 GB" + "/s" * 8_000 + " = 1",
    "product of roots": "√5" * 500,
    "roots": "√" * 10_000 + "2 = 1",
    "powers": "2" + "^2" * 300 + " = 4",
    "ambiguous operands": ("2B" + " * 2B" * 190 + " = 1\n") * 20,
    "ambiguous units": ("2 mo" + " * 2 mo" * 60 + " = 5 mo\n") * 20,
    "ranges": ("1-2 * 1-2 * 1-2 * 1-2" + " * 2B" * 150 + " = 5\n") * 10,
    "converters": ("8" + " * 8" * 190 + " GB = 5 GB\n") * 20,
    "wrong claims": "3 × 4 GB = 13 GB\n" * 200,
    "names": "N = 2\n" + "N = N × N\n" * 300,
    "earlier results": "10 / 3 = 3.33\n" + "3.33 × 3.33 = 99\n" * 100,
    "long line": "word " * 20_000 + "3 × 4 = 12",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_work_on_hostile_text_is_bounded(
    name: str, operands_read: list[int], numbers_evaluated: list[int]
) -> None:
    text = HOSTILE[name]
    for claim in verify(text):
        check_record(text, claim)
    assert len(operands_read) <= 5 * len(text) + 2000
    assert len(numbers_evaluated) <= 10 * len(text) + 10_000


def test_many_ambiguous_operands_take_no_more_than_a_few(numbers_evaluated: list[int]) -> None:
    for count in (2, 6, 20, 100, 190):
        numbers_evaluated.clear()
        verify(" * ".join(["2 MACs"] * count) + " = 5 MACs")
        assert len(numbers_evaluated) <= 6000, count


def test_a_longer_text_is_cut_off() -> None:
    text = "Words. " * (MAX_TEXT // 7 - 20) + "3 × 4 = 12\n" * 50
    *claims, cut_off = verify(text)
    assert 0 < len(claims) < 50
    assert all(claim.end <= MAX_TEXT for claim in claims)
    assert cut_off.start >= MAX_TEXT
    assert (cut_off.reason, cut_off.detail) == (
        Reason.TOO_LARGE,
        "what stands behind the first 200,000 characters of a text",
    )


def test_nothing_is_said_of_words_behind_a_text_that_is_cut_off() -> None:
    assert verify("3 × 4 = 12. " + "Words. " * (MAX_TEXT // 7 + 20))[1:] == []


@each(
    "text, stated, bound",
    [
        (f"{'1 ms + ' * 300}1 ms = 400 ms", "400 ms", "a clause of more than 400 words and signs"),
        (f"{'1 ms + ' * 300}1 ms = 301 ms", "301 ms", "a clause of more than 400 words and signs"),
        (f"So {'(' * 41}3 * 4{')' * 41} = 13, and 4", "13", "more than 40 brackets in each other"),
        (f"So {'(' * 41}3 * 4 = 13{')' * 41}", "13", "more than 40 brackets in each other"),
    ],
)
def test_what_is_beyond_a_bound_is_told(text: str, stated: str, bound: str) -> None:
    (claim,) = verify(text)
    assert (claim.verdict, claim.reason, claim.detail) == (Verdict.UNCHECKED, Reason.TOO_LARGE, bound)
    assert text[claim.stated_start : claim.stated_end] == stated
    assert len(claim.text) < 60


def test_a_long_line_is_read_to_its_end() -> None:
    text = "word " * 20_000 + ". 3 × 4 = 12"
    [claim] = verify(text)
    assert claim.text == "3 × 4 = 12"


def test_nothing_to_claim() -> None:
    cases: list[str] = ["", " ", "\n\n", "no numbers", "12 apples", "(", "=", "= 5", "5 =", "()", "5 (", "≈≈"]
    differing = [(text, found) for text in cases if (found := verify(text)) != []]
    assert differing == []


@each("text, imported", [("3 × 4 = 12", "False"), ("3 × 4 = 13", "True")])
def test_a_clean_text_never_waits_for_sympy(
    run_python: Callable[[str], str], text: str, imported: str
) -> None:
    program = f"import sys, qbank; qbank.verify({text!r}); print('sympy' in sys.modules)"
    assert run_python(program) == imported


@each("scale, verdict", [("billion", Verdict.OK), ("million", Verdict.WRONG)])
def test_a_number_that_is_written_out_elsewhere_may_lack_its_scale(scale: str, verdict: Verdict) -> None:
    text = f"Per run: 24,000 × 96 × 3,600 = 8,294,400,000\nAll: 2 × 8.294 = 16.6 {scale} tokens"
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK, verdict]


@each(
    "text",
    ["10 GB / 1 MB = 10,000 a day = 300,000 a month; × $0.02 / 1,000 = $6.00", "Of 90 files; × 2 = 180"],
)
def test_a_clause_may_go_on_from_any_value(text: str) -> None:
    assert verify(text)[-1].verdict is Verdict.OK


def test_what_a_clause_goes_on_from_is_a_guess_that_accuses_nobody() -> None:
    assert verify("Of 90 files; × 2 = 190") == []


@each("price, verdict", [("$3", Verdict.OK), ("$4", Verdict.WRONG)])
def test_prices_are_for_as_many_as_is_said_before_their_list(price: str, verdict: Verdict) -> None:
    around = "List prices per million tokens are $3 for input, $15 for output and $4.50 for speech."
    [claim] = verify(f"2,400 M × {price} = $7,200", context=[around])
    assert claim.verdict is verdict


def test_a_change_may_be_against_an_earlier_value() -> None:
    before = "Now: 400 ms.\n"
    assert not any(claim.verdict is Verdict.WRONG for claim in verify(f"{before}Later: 50 → 100 ms (−75%)"))
    assert any(claim.verdict is Verdict.WRONG for claim in verify(f"{before}Later: 50 → 100 ms (−65%)"))


@each("price, verdict", [("$0.15", Verdict.OK), ("$0.25", Verdict.WRONG)])
def test_the_first_cell_of_a_row_is_its_label(price: str, verdict: Verdict) -> None:
    row = f"| $ per 1M tokens | 0.9 / 3M tok/h = $0.30 | 6.40 / 42.67M tok/h = {price} |"
    claims = verify(f"| | L4 | H100 |\n|---|---|---|\n{row}", context=["An H100 costs $6.40 per GPU-hour."])
    assert claims[-1].verdict is verdict
