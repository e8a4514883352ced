from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from each import each
from qbank.model.validation.cross_fields import question_conflicts
from qbank.problems import Problem, ProblemKind

Problems = Callable[..., list[Problem]]


def test_ids_begin_with_their_track(problems: Problems) -> None:
    (problem,) = problems(id="edge-0145")
    assert problem.kind is ProblemKind.CONFLICT
    assert problem.path == ("id",)
    assert problem.message == "id: 'edge-0145' does not begin with 'cloud-', the track of the question"


@each("changes", [{"track": "clowd"}, {"id": "Edge 1"}, {"id": "cloudy"}, {"id": 5}])
def test_one_fault_is_told_once(problems: Problems, changes: dict[str, Any]) -> None:
    (problem,) = problems(**changes)
    assert problem.kind is not ProblemKind.CONFLICT


@pytest.mark.parametrize("index", [0, 1, 2])
def test_the_right_option_is_one_of_them(problems: Problems, index: int) -> None:
    assert problems(details={"options": ["a", "b", "c"], "correct_index": index}) == []


@each(
    "details, kind, message",
    [
        (
            {"options": ["a", "b", "c"], "correct_index": 3},
            "option-index",
            "3 points behind the last option; 3 options are counted from 0 to 2",
        ),
        ({"options": ["a", "b"], "correct_index": -1}, "range", "-1 is too small; the least is 0"),
        ({"correct_index": 0}, "option-index", "there are no options for it to point at"),
        (
            {"options": ["a", "b"]},
            "missing",
            "missing; options need the place of the right one, counted from 0",
        ),
        ({"options": ["a", "b"], "correct_index": "1"}, "type", "'1' is text; remove the quotes"),
        ({"options": ["a", "b"], "correct_index": True}, "type", "true is not a whole number"),
    ],
)
def test_faults_of_the_right_option(
    problems: Problems, details: dict[str, Any], kind: str, message: str
) -> None:
    (problem,) = problems(details=details)
    assert problem.kind == kind
    assert problem.path == ("details", "correct_index")
    assert problem.message == f"details.correct_index: {message}"


def test_kinds_ask_for_their_fields(problems: Problems) -> None:
    (problem,) = problems(kind="choice")
    assert problem.path == ("details", "options")
    assert problem.kind is ProblemKind.MISSING
    (problem,) = problems(kind="numeric")
    assert problem.path == ("answer",)
    assert problem.kind is ProblemKind.MISSING
    assert problems(kind="choice", details={"options": ["a", "b"], "correct_index": 0}) == []
    assert problems(kind="numeric", answer={"value": 3}) == []


def test_labels_of_parts_differ(problems: Problems) -> None:
    assert problems(parts=[{"prompt": "x"}, {"prompt": "x"}, {"label": "b", "prompt": "x"}]) == []
    (problem,) = problems(parts=[{"label": "a", "prompt": "x"}, {"label": " a", "prompt": "x"}])
    assert problem.path == ("parts", 1, "label")
    assert problem.message == "parts[1].label: ' a' is the label of parts[0] too"


def test_a_name_has_one_meaning(problems: Problems) -> None:
    (problem,) = problems(parameters={"x": {"default": 1, "choices": [1]}}, derived={"x": "1", "y": "2"})
    assert problem.path == ("derived", "x")
    assert problem.on_key
    assert problem.kind is ProblemKind.CONFLICT


def test_conflicts_are_found_beside_other_faults(problems: Problems) -> None:
    found = problems(title=5, details={"options": ["a", "b"], "correct_index": 2})
    assert [problem.kind.value for problem in found] == ["type", "option-index"]


def test_options_of_a_choice_may_be_made_of_its_mistakes():
    data = {
        "kind": "choice",
        "details": {},
        "answer": {"value": "14 GB"},
        "mistakes": [{"text": "Halves it.", "expression": "7 GB"}],
    }
    assert [problem.path for problem in question_conflicts(data)] == []
    data["mistakes"] = [{"text": "Halves it."}]
    assert [problem.path for problem in question_conflicts(data)] == [("details", "options")]


def _with_mistakes(*mistakes: dict[str, Any], **details: Any) -> dict[str, Any]:
    texts = [{"text": "A slip."} | mistake for mistake in mistakes]
    return {"mistakes": texts, "details": {"options": ["a", "b", "c"], "correct_index": 1} | details}


def test_mistakes_lead_to_wrong_options(problems: Problems) -> None:
    assert problems(**_with_mistakes({"option": 0}, {"option": 2})) == []
    assert problems(**_with_mistakes({"option": 2}, {}, {"option": None, "expression": "1 GB"})) == []


@each(
    "mistakes, details, kind, message",
    [
        (
            [{"option": 3}],
            {},
            "option-index",
            "3 points behind the last option; 3 options are counted from 0 to 2",
        ),
        ([{"option": 1}], {}, "option-index", "1 is the right option; a mistake leads to a wrong one"),
        ([{"option": -1}], {}, "range", "-1 is too small; the least is 0"),
        ([{"option": True}], {}, "type", "true is not a whole number"),
        (
            [{"option": 0}],
            {"options": None, "correct_index": None},
            "option-index",
            "there are no options for it to point at",
        ),
        (
            [{"option": 0, "expression": "1 GB"}],
            {},
            "conflict",
            "stands beside 'expression'; a mistake leads to a listed option or makes one, not both",
        ),
    ],
)
def test_mistakes_that_lead_nowhere(
    problems: Problems, mistakes: list[dict[str, Any]], details: dict[str, Any], kind: str, message: str
) -> None:
    (problem,) = problems(**_with_mistakes(*mistakes, **details))
    assert (problem.kind, problem.path) == (kind, ("mistakes", 0, "option"))
    assert problem.message == f"mistakes[0].option: {message}"


def test_an_option_has_one_mistake(problems: Problems) -> None:
    (problem,) = problems(**_with_mistakes({"option": 2}, {"option": 0}, {"option": 2}))
    assert problem.message == (
        "mistakes[2].option: mistakes[0] leads to option 2 already; put the two into one text"
    )


def test_a_mistake_of_a_part_leads_to_no_option(problems: Problems) -> None:
    slip = {"text": "Counts one byte.", "option": 0}
    parts = [{"prompt": "How large is it?", "mistakes": [slip]}]
    (problem,) = problems(parts=parts, details={"options": ["a", "b"], "correct_index": 1})
    message = "parts[0].mistakes[0].option: there are no options for it to point at"
    assert problem.message == message
