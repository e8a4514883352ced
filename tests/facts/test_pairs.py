"""The pairs of the open benchmark keep to their form, and the scorer counts what it is told."""

import json
from pathlib import Path

import pytest

from facts.benchmarks import load_benchmark

semantics = load_benchmark("semantics")

FAMILIES = {"device-fact", "capacity", "bound", "magnitude", "formula-slip", "coherence"}
HALF = {"scenario", "math", "solution", "mistake"}


def test_pairs_have_both_halves_and_a_name_of_their_own() -> None:
    pairs = [pair for file in semantics.PAIRS.glob("*.json") for pair in json.loads(file.read_text("utf-8"))]
    assert len({pair["name"] for pair in pairs}) == len(pairs) > 100
    assert {pair["family"] for pair in pairs} == FAMILIES
    odd = [
        pair["name"]
        for pair in pairs
        for half in (pair["bad"], pair["good"])
        if not half["scenario"] or not half["math"] or not set(half) <= HALF or pair["bad"] == pair["good"]
    ]
    assert odd == []


def test_answers_of_another_tool_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    questions = [
        ("a.bad", "bound", {}),
        ("a.good", "bound", {}),
        ("b.bad", "bound", {}),
        ("b.good", "bound", {}),
    ]
    semantics.report(questions, {"a.bad": True, "b.good": True}, "missed")
    assert capsys.readouterr().out.splitlines() == [
        "b.bad",
        "bound            1/2   found ( 50%), 1 of 2 right ones accused",
        "all              1/2   found ( 50%), 1 of 2 right ones accused",
    ]


def test_right_questions_are_all_to_be_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "right.json"
    half = {"scenario": "A card holds 24 GB.", "math": ["Weights: 7e9 * 2 B = 14 GB"], "solution": "It fits."}
    file.write_text(json.dumps([{"name": "card", **half}]), "utf-8")
    assert [(name, family) for name, family, _ in semantics.halves([file])] == [("card.good", "right")]


def test_napkin_math_of_an_author_stays_as_it_is() -> None:
    half = {
        "scenario": "A card has 24 GB.",
        "math": "**Total: 14 GB** = 7e9 * 2 B.\n",
        "mistake": "Guessing.",
    }
    assert semantics.details_of(half) == {
        "realistic_solution": semantics.USUAL,
        "common_mistake": "Guessing.",
        "napkin_math": "**Total: 14 GB** = 7e9 * 2 B.\n",
    }
    assert "**Calculations:**\n- Weights: 14 GB\n" in semantics.napkin_math(["Weights: 14 GB"])
