"""A calculation in characters that look like the usual ones is read as it looks; none is read in part."""

from __future__ import annotations

import sys
import unicodedata

from each import each
from qbank.napkin.claim import amount_text
from qbank.napkin.lexing.lookalikes import _MEANT, with_usual_characters
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


def test_digits_of_every_script_are_read_and_keep_their_places() -> None:
    digits = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isdecimal()]
    values = "".join(str(unicodedata.decimal(char)) for char in digits)
    assert with_usual_characters("".join(digits)) == values
    assert [with_usual_characters(digit) for digit in digits] == list(values)


def test_every_sign_is_read_where_it_is_the_only_unusual_character() -> None:
    assert [with_usual_characters(f"1 {alike} 2") for alike in _MEANT] == [
        f"1 {sign} 2" for sign in _MEANT.values()
    ]


@each(
    "line, stated, verdict",
    [
        ("40 ms - 14 ms - 9 ms = １８ ms", "18 ms", Verdict.WRONG),
        ("40 ms - 14 ms - 9 ms = １７ ms", "17 ms", Verdict.OK),
        ("40 ms - 14 ms - 9 ms = 1７ ms", "17 ms", Verdict.OK),
        ("40 ms - 14 ms - 9 ms = ١٨ ms", "18 ms", Verdict.WRONG),
        ("1.5 ms * 3 = ４．５ ms", "4.5 ms", Verdict.OK),
        ("Left：４０ ms － １４ ms ＝ ２７ ms", "27 ms", Verdict.WRONG),
        ("40 ms － 14 ms - 9 ms = 17 ms", "17 ms", Verdict.OK),
        ("40 ms ‐ 14 ms - 9 ms = 17 ms", "17 ms", Verdict.OK),
        ("40 ms ‒ 14 ms – 9 ms = 17 ms", "17 ms", Verdict.OK),
        ("3 ms х 4 = 42 ms", "42 ms", Verdict.WRONG),
        ("3 ms ＊ 4 = 42 ms", "42 ms", Verdict.WRONG),
        ("3 ms * 4 ꞊ 42 ms", "42 ms", Verdict.WRONG),
        ("3 ms ✖\ufe0f 4 = 42 ms", "42 ms", Verdict.WRONG),
        ("40\u2003ms * 2 = 81\u2003ms", "81 ms", Verdict.WRONG),
        ("40 m\u200ds - 14 ms - 9 ms = 27 ms", "27 ms", Verdict.WRONG),
        ("40 ms \u00ad- 14 ms - 9 ms = 27 ms", "27 ms", Verdict.WRONG),
        ("40 ms - 14 ms - 9 ms = 2\u200b7 ms", "27 ms", Verdict.WRONG),
    ],
)
def test_what_looks_like_a_calculation_is_read_as_one(line: str, stated: str, verdict: Verdict) -> None:
    claim, *more = verify(line)
    assert not more
    assert (amount_text(claim.stated), claim.verdict, claim.doubt) == (stated, verdict, "")


@each(
    "line, verdict, doubted",
    [
        ("40 ms — 14 ms - 9 ms = 17 ms", Verdict.OK, False),
        ("40 ms — 14 ms — 9 ms = 17 ms", Verdict.OK, False),
        ("40 ms — 14 ms — 9 ms = 18 ms", Verdict.WRONG, True),
        ("3 ms • 4 = 12 ms", Verdict.OK, False),
        ("3 ms • 4 = 42 ms", Verdict.WRONG, True),
        ("The model has 16 GB — 2 * 8 GB = 16 GB", Verdict.OK, False),
        ("The model has 16 GB — 2 * 8 GB = 17 GB", Verdict.WRONG, False),
        ("A card of 16 GB • 4 * 2 GB = 8 GB", Verdict.OK, False),
        ("2 * 7 GB = 14 GB — 3 GB more than there is", Verdict.OK, False),
    ],
)
def test_a_mark_between_values_may_be_a_sign(line: str, verdict: Verdict, doubted: bool) -> None:
    (claim,) = verify(line)
    assert (claim.verdict, bool(claim.doubt)) == (verdict, doubted)
    assert claim.text in line


def test_words_keep_their_letters() -> None:
    assert with_usual_characters("ход 3х4 ½ 10² × µs") == "ход 3x4 ½ 10² × µs"
