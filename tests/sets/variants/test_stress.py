import json
from pathlib import Path

import pytest

from qbank.report.questions.stress import stress_json, stress_text
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.variants.stress import MOST_FAULTS, stress


@pytest.fixture
def tried(data):
    def tried(count=60, **fields):
        data.update(fields)
        return stress(BankQuestion(data["id"], Path("cloud-0001.yaml"), data), count)

    return tried


def test_a_good_question_has_no_faults(tried):
    result = tried(200)
    assert (result.tried, result.distinct, result.possible, result.failing) == (200, 9, 9, 0)
    assert result.faults == []
    assert result.claims == (200, 0)
    assert (result.spans["weights"].low, result.spans["weights"].high) == ("7 GB", "280 GB")
    assert result.spans["params"].distinct == 3


def test_a_question_without_parameters_is_not_tried(tried, data):
    del data["parameters"], data["derived"]
    result = tried(answer={"value": "14 GB"})
    assert (result.tried, result.faults) == (0, [])


def test_math_that_holds_for_the_default_alone_is_found(tried, data):
    data["details"]["napkin_math"] = "7B parameters × 2 bytes = {weights}"
    result = tried()
    assert result.failing > 0
    assert {fault.path for fault in result.faults} == {("details", "napkin_math")}
    assert all("is wrong" in fault.message for fault in result.faults)


def test_an_option_that_meets_the_key_is_found(tried, data):
    data["details"] |= {"options": ["14 GB", "{weights}", "1 TB"], "correct_index": 1}
    result = tried(kind="choice", mistakes=[])
    assert result.failing
    assert all(fault.path == ("details", "options", 1) for fault in result.faults)
    assert all("says the same as options[0]" in fault.message for fault in result.faults)


def test_an_option_within_the_interval_is_found(tried, data):
    data["details"] |= {"options": ["14.2 GB", "{weights}"], "correct_index": 1}
    assert "counts as right" in tried(kind="choice", mistakes=[]).faults[0].message


def test_a_mistake_that_meets_the_key_is_found(tried):
    result = tried(mistakes=[{"text": "Takes FP16 for granted.", "expression": "params * 2 bytes"}])
    assert 0 < result.failing < result.tried
    assert all("counts as right" in fault.message for fault in result.faults)


def test_an_answer_that_turns_negative_is_found(tried):
    parameters = {"params": {"default": 3, "choices": [3, 90]}, "width": {"default": 2, "choices": [2]}}
    derived = {"weights": "100 GB - params * width * 1 GB"}
    result = tried(parameters=parameters, derived=derived, mistakes=[], answer={"value": "{weights}"})
    messages = {fault.message for fault in result.faults if fault.path == ("answer",)}
    assert messages == {"is -80 GB, and 94 GB in the default instance"}


def test_a_mistake_of_a_part_that_meets_its_key_is_found(tried):
    slip = {"text": "Takes FP16 for granted.", "expression": "params * 2 bytes"}
    part = {"prompt": "How large is it?", "answer": {"value": "{weights}"}, "mistakes": [slip]}
    result = tried(mistakes=[], parts=[part])
    assert 0 < result.failing < result.tried
    assert {fault.path for fault in result.faults} == {("parts", 0, "mistakes", 0, "expression")}


def test_values_that_cannot_be_had_are_found(tried):
    parameters = {"params": {"default": 1, "choices": [1, 0]}, "width": {"default": 1, "choices": [1]}}
    result = tried(100, parameters=parameters, derived={"weights": "width / params"}, mistakes=[])
    assert 20 < result.failing < 80
    assert len(result.faults) == MOST_FAULTS


def test_an_answer_shown_with_too_few_digits_is_found(tried):
    result = tried(
        derived={
            "weights": {"expression": "params * width / 3", "unit": "GB", "digits": 1},
            "low": "weights * 0.99",
            "high": "weights * 1.01",
        },
        answer={"value": "{weights}", "interval": ["{low}", "{high}"]},
        mistakes=[],
    )
    assert any("does not count as right" in fault.message for fault in result.faults)


def test_the_report_to_read_and_as_data(tried):
    results = [tried(50, mistakes=[{"text": "No.", "expression": "params * 2 bytes"}])]
    text = "".join(stress_text(results))
    assert text.startswith("cloud-0001 (cloud-0001.yaml): 50 variants, 9 different of 9 possible\n")
    assert "  weights  7 GB to 280 GB, " in text
    assert f"{results[0].failing} variants of 50 cannot be used" in text
    data = json.loads("".join(stress_json(results)))
    assert data["summary"] == {
        "questions": 1,
        "with_parameters": 1,
        "variants": 50,
        "failing": results[0].failing,
    }
    assert data["questions"][0]["values"]["weights"]["low"] == "7 GB"
    assert data["questions"][0]["faults"][0]["field"] == "mistakes[0].expression"


def test_the_report_without_parameters(tried, data):
    del data["parameters"], data["derived"]
    assert (
        "".join(stress_text([tried(answer={"value": "14 GB"})]))
        == "1 question, none of them with parameters\n"
    )
