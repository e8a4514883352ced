from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qbank.model.set import QuestionSet
from qbank.model.validation.validate import set_problems
from qbank.problems import Problem, ProblemKind

Problems = Callable[..., list[Problem]]

FULL_SELECTION = {
    "track": ["cloud", "edge"],
    "level": "L3",
    "zone": ["diagnosis"],
    "topic": "kv-cache-management",
    "bloom": "analyze",
    "tag": ["llm", "serving"],
    "count": 5,
    "balance": ["level", "topic"],
}


def test_full_sets_are_valid(problems_of_set: Problems, gone: Any) -> None:
    settings = {"intro": "x", "answers": "key", "shuffle": True, "seed": 7, "points": 2.5}
    settings |= {"total": 100, "wrong_unit": 0.5, "minutes": 90, "grading": "graded", "answer_sheet": True}
    settings |= {"course": "ML systems", "date": "2026-11-20", "logo": "logo.svg", "language": "de"}
    settings |= {"show": ["level"], "avoid": {"sets": ["midterm.yaml"]}}
    sections = [{"title": "Memory", "questions": ["cloud-0145@7"]}]
    assert problems_of_set(**settings) == []
    assert problems_of_set(**settings, questions=gone, select=FULL_SELECTION) == []
    assert problems_of_set(**settings, questions=gone, sections=sections) == []
    covered = {"title", "kind", "questions", "select", "sections", *settings}
    assert covered == set(QuestionSet.model_fields)


def test_single_words_become_lists() -> None:
    made = QuestionSet.model_validate({"title": "x", "kind": "quiz", "select": FULL_SELECTION})
    assert made.select is not None
    assert made.select.level == ["L3"]
    assert made.select.track == ["cloud", "edge"]


@pytest.mark.parametrize("field", ["title", "kind"])
def test_required_fields(problems_of_set: Problems, gone: Any, field: str) -> None:
    (problem,) = problems_of_set(**{field: gone})
    assert (problem.kind, problem.path) == (ProblemKind.MISSING, (field,))


@pytest.mark.parametrize(
    ("field", "words"),
    [("kind", "quiz exercises exam lab"), ("answers", "none collapsed inline key")],
)
def test_words(problems_of_set: Problems, field: str, words: str) -> None:
    for word in words.split():
        assert problems_of_set(**{field: word}) == []
    (problem,) = problems_of_set(**{field: "nothing-like-it"})
    assert (problem.kind, problem.path) == (ProblemKind.CHOICE, (field,))


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        ({"title": "x" * 121}, ("title",), "title: 121 characters, at most 120 are allowed"),
        ({"questions": []}, ("questions",), "questions: is empty"),
        (
            {"questions": ["Cloud 1"]},
            ("questions", 0),
            "questions[0]: 'Cloud 1' is not the id of a question; write it as in 'cloud-0145', "
            "or 'cloud-0145@7' for a variant",
        ),
        (
            {"questions": ["cloud-1", "cloud-2", "cloud-1"]},
            ("questions", 2),
            "questions[2]: 'cloud-1' is listed already at questions[0]",
        ),
        ({"seed": -1}, ("seed",), "seed: -1 is too small; the least is 0"),
        ({"seed": "x"}, ("seed",), "seed: 'x' is not a whole number"),
        ({"shuffle": "no"}, ("shuffle",), "shuffle: 'no' is text; write false"),
        ({"points": -1}, ("points",), "points: -1 is too small; the least is 0"),
        ({"titel": "x"}, ("titel",), "unknown field 'titel'; did you mean 'title', which is there already?"),
        ({"shufle": True}, ("shufle",), "unknown field 'shufle'; did you mean 'shuffle'?"),
        (
            {"select": {"count": 3}},
            ("select",),
            "select: stands beside 'questions'; a set has only one of them",
        ),
    ],
)
def test_faults(
    problems_of_set: Problems, changes: dict[str, Any], path: tuple[str | int, ...], message: str
) -> None:
    (problem,) = problems_of_set(**changes)
    assert problem.path == path
    assert problem.message == message


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        ({"track": "clowd"}, ("track",), "track: 'clowd' is not a track; did you mean 'cloud'?"),
        ({"track": ["cloud", "egde"]}, ("track", 1), "track[1]: 'egde' is not a track; did you mean 'edge'?"),
        (
            {"topic": "kv-cache"},
            ("topic",),
            "topic: 'kv-cache' is not a topic; did you mean 'kv-cache-management'?",
        ),
        ({"zone": []}, ("zone",), "zone: is empty"),
        ({"count": 0}, ("count",), "count: 0 is too small; the least is 1"),
        ({"tag": 3}, ("tag",), "tag: read by YAML as the number 3; put quotes around it"),
        (
            {"balance": "colour"},
            ("balance",),
            "balance: 'colour' is not a dimension to balance over; "
            "allowed are 'track', 'level', 'zone', 'topic' and 'bloom'",
        ),
    ],
)
def test_faults_of_selections(
    problems_of_set: Problems, gone: Any, changes: dict[str, Any], path: tuple[str | int, ...], message: str
) -> None:
    (problem,) = problems_of_set(questions=gone, select=FULL_SELECTION | changes)
    assert problem.path == ("select", *path)
    assert problem.message == f"select.{message}"


def test_sections(problems_of_set: Problems, gone: Any) -> None:
    sections = [{"title": "a", "questions": ["cloud-1"]}, {"title": "b", "questions": ["cloud-2", "cloud-1"]}]
    (problem,) = problems_of_set(questions=gone, sections=sections)
    assert problem.path == ("sections", 1, "questions", 1)
    assert problem.message.endswith("is listed already at sections[0].questions[0]")
    (problem,) = problems_of_set(questions=gone, sections=[])
    assert (problem.kind, problem.path) == (ProblemKind.LENGTH, ("sections",))


def test_a_set_needs_questions(problems_of_set: Problems, gone: Any) -> None:
    (problem,) = problems_of_set(questions=gone)
    assert (problem.kind, problem.path) == (ProblemKind.MISSING, ("questions",))


def test_data_that_is_no_mapping() -> None:
    (problem,) = set_problems(["cloud-1"])  # type: ignore[arg-type]
    assert problem.message == "the file holds a list, not a mapping of fields"
