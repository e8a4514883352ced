from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qbank.model.question import Details, Question
from qbank.model.set import QuestionSet, Selection
from qbank.model.validation.validate import MOST_PROBLEMS, question_problems, set_problems
from qbank.problems import Path, Problem, ProblemKind

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=12),
    st.sampled_from(
        ["cloud", "L3", "1.0", "kv-cache", "14 GB", "2026-04-01", "https://a.b", "http://", "x" * 210]
    ),
)
NAMES = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        [*Question.model_fields, *Details.model_fields, *QuestionSet.model_fields, *Selection.model_fields]
    ),
    st.sampled_from(["[key]", "scenaro", "min", "value", "url", "expression", "prompt"]),
)
JSON_LIKE = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=5)),
    max_leaves=15,
)


def _paths(data: Any, path: Path = ()) -> list[Path]:
    steps: list[tuple[Any, Any]] = []
    if isinstance(data, Mapping):
        steps = list(data.items())
    elif isinstance(data, list):
        steps = list(enumerate(data))
    return [path, *(found for step, inner in steps for found in _paths(inner, (*path, step)))]


def _changed(data: dict[str, Any], path: Path, value: Any, how: str) -> dict[str, Any]:
    data = copy.deepcopy(data)
    holder: Any = data
    for step in path[:-1]:
        holder = holder[step]
    if how == "remove":
        del holder[path[-1]]
    elif how == "add" and isinstance(holder[path[-1]], dict):
        holder[path[-1]][str(value)] = value
    else:
        holder[path[-1]] = value
    return data


def _hold_to_the_rules(data: Any, problems: list[Problem]) -> None:
    paths = set(_paths(data))
    for problem in problems:
        if problem.kind is ProblemKind.MISSING:
            # The field may stand there empty, or not at all; then what should hold it is there.
            assert problem.path in paths or problem.path[:-1] in paths
        else:
            assert problem.path in paths
        assert problem.message
        assert problem.message.isprintable()
        assert len(problem.message) < 500
        assert "Input should" not in problem.message


@given(st.one_of(JSON_LIKE, st.dictionaries(NAMES, JSON_LIKE, max_size=8)))
def test_any_data_is_judged_without_an_exception(data: Any) -> None:
    for judge in (question_problems, set_problems):
        problems = judge(data)
        assert problems
        _hold_to_the_rules(data, problems)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_questions_with_faults_are_judged_without_an_exception(
    full_question: dict[str, Any], data: st.DataObject
) -> None:
    question = full_question
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([path for path in _paths(question) if path]))
        how = data.draw(st.sampled_from(["put", "remove", "add"]))
        question = _changed(question, path, data.draw(JSON_LIKE), how)
    _hold_to_the_rules(question, question_problems(question))


def test_keys_of_any_sort(question: Callable[..., dict[Any, Any]]) -> None:
    keys = [5, None, True, 2.5, ("a", 1), b"x"]
    found = question_problems(question() | dict.fromkeys(keys, 1))
    assert {problem.kind for problem in found} == {ProblemKind.UNKNOWN_FIELD}
    assert len(found) == len(keys)


def test_values_that_json_cannot_hold(problems: Callable[..., list[Problem]]) -> None:
    loop: list[Any] = []
    loop.append(loop)
    for value in (loop, object(), {1, 2}, b"x", 10**5000, -(10**5000), 1e400):
        assert [problem.path for problem in problems(title=value)] == [("title",)]
        assert [problem.path for problem in problems(difficulty=value)] == [("difficulty",)]


@pytest.mark.parametrize("sort", [OrderedDict, MappingProxyType])
def test_other_mappings_are_mappings(
    question: Callable[..., dict[str, Any]], sort: Callable[..., Any]
) -> None:
    assert question_problems(sort(question())) == []


def test_the_data_is_left_as_it_is(full_question: dict[str, Any]) -> None:
    before = copy.deepcopy(full_question)
    question_problems(full_question)
    assert full_question == before


def test_problems_come_in_the_order_of_the_fields(problems: Callable[..., list[Problem]]) -> None:
    found = problems(
        wibble=1, provenance="x", title="", id="?", details={"wobble": 1, "realistic_solution": ""}
    )
    assert [problem.path for problem in found] == [
        ("id",),
        ("title",),
        ("details", "realistic_solution"),
        ("details", "wobble"),
        ("provenance",),
        ("wibble",),
    ]


def test_endless_faults_are_cut_off(question: Callable[..., dict[str, Any]]) -> None:
    odd = {f"odd_{number}": 1 for number in range(MOST_PROBLEMS)}
    found = question_problems(question() | odd)
    assert len(found) == MOST_PROBLEMS
    assert "more problems" not in found[-1].message
    found = question_problems(question(id="edge-1") | odd | {"odd": 1, "odder": 2})
    assert len(found) == MOST_PROBLEMS
    assert found[-1].message.endswith("; and 3 more problems, not listed")


def test_cutting_off_loses_no_slip(question: Callable[..., dict[str, Any]]) -> None:
    data = question() | {"provenence": "human"} | {f"odd_{number}": 1 for number in range(MOST_PROBLEMS)}
    del data["provenance"]
    found = question_problems(data)
    assert [problem.path for problem in found if problem.kind is ProblemKind.MISSING] == [("provenence",)]
    assert len(found) == MOST_PROBLEMS - 1
    assert found[-1].message.endswith("; and 2 more problems, not listed")
