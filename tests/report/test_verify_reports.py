from __future__ import annotations

import json
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from each import each
from qbank.formulas.library import bundled
from qbank.napkin.claim import Amount, Claim, Operand, Origin
from qbank.napkin.verdicts import EXPLANATIONS, Reason, Verdict
from qbank.napkin.verified_text import PlacedClaim, VerifiedText
from qbank.report.terminal import Style
from qbank.report.verify.json import verify_json
from qbank.report.verify.table import summary_line, verify_table


def claim(verdict: Verdict, text: str, **other: Any) -> Claim:
    values: dict[str, Any] = {
        "start": 10,
        "end": 10 + len(text),
        "text": text,
        "relation": "=",
        "expression": text.split(" = ", 1)[0],
        "computed": None,
        "stated": None,
        "verdict": verdict,
        "reason": None,
        "detail": "",
        "note": "",
        "doubt": "",
        "diagnosis": None,
        "form": "equation",
        "operands": (),
        **other,
    }
    is_comparison = values["relation"] in {"<", "≤", ">", "≥"}
    return cast("Claim", SimpleNamespace(is_comparison=is_comparison, **values))


OK = claim(
    Verdict.OK,
    "70e9 * 2 bytes = 140 GB",
    computed=Amount(Fraction(140), "GB"),
    stated=Amount(Fraction(140), "GB"),
)
WRONG = claim(
    Verdict.WRONG,
    "16 GB / 3 = 4 GB",
    computed=Amount(Fraction(16, 3), "GB"),
    stated=Amount(Fraction(4), "GB"),
    operands=(Operand("16 GB", Amount(Fraction(16), "GB"), Origin.WRITTEN, 10, 15),),
)
UNCHECKED = claim(
    Verdict.UNCHECKED, "N * 4 bytes = 8 MB", reason=Reason.MISSING_OPERAND, detail="N", note="read as bytes"
)
FIELD = "details.napkin_math"


@pytest.fixture
def texts() -> list[VerifiedText]:
    return [
        VerifiedText(
            "questions/cloud-0001.yaml",
            "cloud-0001",
            (PlacedClaim(OK, FIELD, 9, 5), PlacedClaim(WRONG, FIELD, 10, 12, ((10, 12),))),
        ),
        VerifiedText("questions/cloud-0002.yaml", None, ()),
        VerifiedText(None, None, (PlacedClaim(UNCHECKED, None, 1, 1),)),
    ]


def test_json_has_every_key(texts: list[VerifiedText]) -> None:
    assert json.loads("".join(verify_json(texts))) == {
        "version": 1,
        "questions": [
            {
                "path": "questions/cloud-0001.yaml",
                "id": "cloud-0001",
                "claims": [
                    {
                        "field": "details.napkin_math",
                        "start": 10,
                        "end": 33,
                        "text": "70e9 * 2 bytes = 140 GB",
                        "line": 9,
                        "column": 5,
                        "relation": "=",
                        "expression": "70e9 * 2 bytes",
                        "computed": {"value": 140.0, "unit": "GB"},
                        "stated": {"value": 140.0, "unit": "GB"},
                        "verdict": "ok",
                        "reason": None,
                        "detail": "",
                        "note": "",
                        "doubt": "",
                        "form": "equation",
                        "formula": None,
                        "operands": [],
                    },
                    {
                        "field": "details.napkin_math",
                        "start": 10,
                        "end": 26,
                        "text": "16 GB / 3 = 4 GB",
                        "line": 10,
                        "column": 12,
                        "relation": "=",
                        "expression": "16 GB / 3",
                        "computed": {"value": 16 / 3, "unit": "GB"},
                        "stated": {"value": 4.0, "unit": "GB"},
                        "verdict": "wrong",
                        "reason": None,
                        "detail": "",
                        "note": "",
                        "doubt": "",
                        "form": "equation",
                        "formula": None,
                        "operands": [
                            {
                                "text": "16 GB",
                                "value": 16.0,
                                "unit": "GB",
                                "origin": "written",
                                "line": 10,
                                "column": 12,
                            }
                        ],
                    },
                ],
            },
            {"path": "questions/cloud-0002.yaml", "id": None, "claims": []},
            {
                "path": None,
                "id": None,
                "claims": [
                    {
                        "field": None,
                        "start": 10,
                        "end": 28,
                        "text": "N * 4 bytes = 8 MB",
                        "line": 1,
                        "column": 1,
                        "relation": "=",
                        "expression": "N * 4 bytes",
                        "computed": None,
                        "stated": None,
                        "verdict": "unchecked",
                        "reason": "missing-operand",
                        "detail": "N",
                        "note": "read as bytes",
                        "doubt": "",
                        "form": "equation",
                        "formula": None,
                        "operands": [],
                    }
                ],
            },
        ],
        "summary": {
            "questions": 3,
            "claims": 3,
            "ok": 1,
            "imprecise": 0,
            "wrong": 1,
            "unchecked": 1,
            "worked_out": 0,
        },
    }


def test_json_of_some_claims_counts_all(texts: list[VerifiedText]) -> None:
    data = json.loads("".join(verify_json(texts, "wrong")))
    assert [[c["verdict"] for c in question["claims"]] for question in data["questions"]] == [["wrong"]]
    assert data["summary"] == {
        "questions": 3, "claims": 3, "ok": 1, "imprecise": 0, "wrong": 1, "unchecked": 1, "worked_out": 0,
    }  # fmt: skip


def test_json_of_nothing() -> None:
    assert json.loads("".join(verify_json([])))["questions"] == []


@each("value", [Fraction(10) ** 400, -(Fraction(10) ** 400), Fraction(1, 10**400)])
def test_json_of_numbers_beyond_floating_point(value: Fraction) -> None:
    huge = claim(Verdict.OK, "x = y", computed=Amount(value, ""))
    text = "".join(verify_json([VerifiedText(None, None, (PlacedClaim(huge, None, 1, 1),))]))
    computed = json.loads(text)["questions"][0]["claims"][0]["computed"]["value"]
    assert computed in {0.0, str(value)}
    assert "Infinity" not in text


def test_table(texts: list[VerifiedText]) -> None:
    assert "".join(verify_table(texts, Style(width=100))) == (
        "questions/cloud-0001.yaml (cloud-0001)\n"
        "    9:5  ok         70e9 * 2 bytes = 140 GB\n"
        "  10:12  wrong      16 GB / 3 = 4 GB\n"
        "                    16 GB / 3 = 5.333 GB, stated as 4 GB\n"
        "\n"
        "  1:1  unchecked  N * 4 bytes = 8 MB\n"
        f"                  {EXPLANATIONS[Reason.MISSING_OPERAND]} (N)\n"
        "                  read as bytes\n"
        "\n"
    )


@each(
    "text, other, said",
    [
        ("8 GB > 16 GB", {"relation": ">"}, "does not hold: the left side is 8 GB, the right 16 GB"),
        ("3 * $3 = $16", {}, "3 * $3 = 8 GB, stated as 16 GB"),
        (
            "3 * $3 = $16",
            {"computed": Amount(Fraction(9), "$/h"), "stated": Amount(Fraction(16), "$/h")},
            "3 * $3 = $9/h, stated as $16/h",
        ),
    ],
)
def test_what_is_behind_a_wrong_claim(text: str, other: dict[str, Any], said: str) -> None:
    amounts = {"computed": Amount(Fraction(8), "GB"), "stated": Amount(Fraction(16), "GB")}
    wrong = claim(Verdict.WRONG, text, **{**amounts, **other})
    shown = "".join(verify_table([VerifiedText(None, None, (PlacedClaim(wrong, None, 1, 1),))], Style()))
    assert shown == f"  1:1  wrong      {text}\n                  {said}\n\n"


def test_table_of_some_claims(texts: list[VerifiedText]) -> None:
    shown = "".join(verify_table(texts, Style(width=100), "wrong"))
    assert "16 GB / 3" in shown
    assert "70e9" not in shown
    assert "unchecked" not in shown


def test_table_is_harmless_and_keeps_its_width() -> None:
    hostile = claim(
        Verdict.WRONG,
        "\x1b[2J" + "1 + " * 100 + "1 =\n 5",
        expression="1 + \u202e" * 100,
        computed=Amount(Fraction(101), "\x1bGB" * 99),
        detail="\x9b" * 300,
        reason=Reason.WORDS,
    )
    text = VerifiedText("\x1b.yaml", "\x1b", (PlacedClaim(hostile, None, 1, 1),))
    shown = "".join(verify_table([text], Style(width=80)))
    assert all(char.isprintable() or char == "\n" for char in shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_table_in_colours(texts: list[VerifiedText]) -> None:
    shown = "".join(verify_table(texts, Style(width=100, colour=True)))
    assert "\x1b[32mok       \x1b[0m" in shown
    assert "\x1b[1;31mwrong    \x1b[0m" in shown


def test_summary(texts: list[VerifiedText]) -> None:
    assert summary_line(texts) == "Verified 3 claims in 2 questions: 1 ok, 1 wrong, 1 unchecked."
    assert summary_line(texts[2:]) == "Verified 1 claim: 1 unchecked."


@each(
    "origin, said",
    [
        (Origin.NAMED, "with N = 8 GB"),
        (Origin.UNROUNDED, "with N unrounded, 8 GB"),
        (Origin.DATA_TYPE, "with N as 8 GB"),
        (Origin.ELSEWHERE, "with N of line 7"),
    ],
)
def test_the_table_says_where_operands_come_from(origin: Origin, said: str) -> None:
    operand = Operand("N", Amount(Fraction(8), "GB"), origin, 0, 1)
    placed = PlacedClaim(claim(Verdict.OK, "N = 8 GB", operands=(operand,)), None, 9, 1, ((7, 3),))
    shown = "".join(verify_table([VerifiedText(None, None, (placed,))], Style()))
    assert said in [line.strip() for line in shown.splitlines()]


def test_the_formula_that_a_claim_instantiates_is_shown() -> None:
    bubble = bundled().find("pipeline_bubble_fraction")
    text = VerifiedText(None, None, (PlacedClaim(OK, None, 1, 1, formula=bubble),))

    assert "pipeline_bubble_fraction: f = (p - 1)/(m + p - 1)\n" in "".join(verify_table([text], Style()))
    shown = json.loads("".join(verify_json([text])))
    assert shown["questions"][0]["claims"][0]["formula"] == "pipeline_bubble_fraction"
