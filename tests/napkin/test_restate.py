from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qbank.napkin.claim import Claim
from qbank.napkin.restate import restated_digits
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


def off(text: str) -> Claim:
    return next(claim for claim in verify(text) if claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE})


def test_digits() -> None:
    cases: list[tuple[str, str]] = [
        # digits behind the point are kept
        ("17 × 23 = 390", "391"),
        ("17 × 23.5 = 390", "400"),
        ("7 GB / 3 = 2.50 GB", "2.33"),
        ("7 GB / 3 = 25.0 GB", "2.33"),
        ("7 × 6 = 52.0", "42.0"),
        # separators and the lack of them
        ("17 × 2300 = 38,100", "39,100"),
        ("17 × 2300 = 38100", "39100"),
        ("17 × 2300 = 38_100", "39_100"),
        ("17 × 2300 = 381", "39,100"),
        ("17 × 23 = 3,910", "391"),
        # in the author's unit and suffix
        ("17 × 23 MB = 0.5 GB", "0.391"),
        ("17 × 23K = 400K", "391"),
        ("17 × $2.3K = $40.1K", "39.1"),
        ("17 × 23 = 4.5 × 10^2", "3.91"),
        ("1/8 = 13.5%", "12.5"),
        ("1 / 40 ms = 30 FPS", "25"),
        ("63 Wh (10.5 W × 7 h)", "73.5"),
        # too small to show at those digits: three digits
        ("1/8 = 2", "0.125"),
        ("7 GB / 3000 = 7 GB", "0.00233"),
        ("1 GB / 4 = 7 GB", "0.25"),
        # signs stand before the digits
        ("5 − 12 = −8", "7"),
        ("5 − 12 = -8.5", "7.0"),
    ]
    differing = [
        (text, found) for text, digits in cases if (found := restated_digits(off(text), text)) != (digits)
    ]
    assert differing == []


def test_what_cannot_be_written_plainly() -> None:
    cases: list[str] = [
        "17 × 23 = 4.91e2",  # digits with an exponent
        "17 × 23 = 3 × 130",  # no single number
        "3-8 s × 2 = 6-20 s",
        "5 − 12 = 8",  # another sign
        "12 − 5 = −8",
        "8 ms + 4 ms = 12 GB",  # another unit
        "10^12 × 10^9 = 5",  # too large to write
        "1 / 10^20 = 5",  # too small
    ]
    differing = [(text, found) for text in cases if (found := restated_digits(off(text), text)) is not None]
    assert differing == []


def test_an_unchecked_claim_has_no_digits() -> None:
    text = "N × 4 = 5"
    [claim] = verify(text)
    assert restated_digits(claim, text) is None


units = st.sampled_from(["", " GB", " ms", " W", "%", " tokens/s", "K", " MiB"])
values = st.decimals("0.01", "9999", places=2)


@st.composite
def lines(draw: st.DrawFn) -> str:
    unit, sign = draw(units), draw(st.sampled_from([" × ", " / ", " + ", " - "]))
    other = unit if sign in {" + ", " - "} else ""
    return f"{draw(values)}{unit}{sign}{draw(values)}{other} = {draw(values)}{unit}"


@settings(deadline=None)  # the first may import sympy
@given(lines())
def test_the_line_is_right_once_the_digits_stand_there(text: str) -> None:
    claims = verify(text)
    assume(len(claims) == 1 and claims[0].verdict in {Verdict.WRONG, Verdict.IMPRECISE})
    digits = restated_digits(claims[0], text)
    assume(digits is not None)
    fixed = text[: claims[0].digits_start] + str(digits) + text[claims[0].digits_end :]
    [again] = verify(fixed)
    assert again.verdict is Verdict.OK, fixed
    assert restated_digits(again, fixed) == digits
