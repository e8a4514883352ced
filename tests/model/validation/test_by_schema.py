from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qbank.bank.discovery import find_question_files
from qbank.model.question import Question
from qbank.model.set import QuestionSet
from qbank.model.validation.by_schema import fits_schema
from qbank.model.validation.validate import problems_in
from qbank.yamlio.reader import read_file

QUESTIONS = Path(__file__).resolve().parents[3] / "questions"

VALUES = st.one_of(
    st.sampled_from(
        [
            *(None, True, False, 0, 1, -1, 3, 5, 2.5, 10.0, float("nan"), float("inf"), 10**400),
            *(
                "",
                " ",
                "\n",
                "a",
                "cloud",
                "L3",
                "1.0",
                "1.0\n",
                "cloud-0145\n",
                "x" * 210,
                "\ud800",
                "\x85",
                " " * 40,
                "\x85" * 40,
            ),
            *("2026-04-01", "2026-13-01", "2026-04-01x", "https://a.b", "https://a b", "http://a.b", "14 GB"),
            *("<script>" + "x" * 30, "figure.svg", "figure.svg\n", "../figure.svg", "kv-cache-management"),
            *([], [1], ["a"], ["a", "b"], ["a", 1], [3, 1], ["2", 1], [[1]], {}, {"a": 1}, {"default": 1}),
        ]
    ),
    st.integers(-3, 70),
    st.floats(),
    st.text(st.characters(), max_size=12),
)


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, inner in steps:
        yield from _paths(inner, (*path, step))


def _holder(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path[:-1]:
        data = data[step]
    return data


def _mutate(data: dict[str, Any], draw: st.DataObject) -> None:
    path = draw.draw(st.sampled_from(list(_paths(data))))
    holder = _holder(data, path)
    how = draw.draw(st.sampled_from(["put", "put", "put", "remove", "rename"]))
    if how == "put":
        holder[path[-1]] = copy.deepcopy(draw.draw(VALUES))
    else:
        value = holder.pop(path[-1])
        if how == "rename" and isinstance(holder, dict):
            holder[draw.draw(st.sampled_from(["min", "max", "value", "x", "9", 1, "n" * 41]))] = value


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_fits_the_schema_has_no_problems(full_question: dict[str, Any], data: st.DataObject) -> None:
    question = copy.deepcopy(full_question)
    for _ in range(data.draw(st.integers(1, 2))):
        _mutate(question, data)
    if fits_schema(question, "question"):
        assert problems_in(question, Question) == []


SETS: list[dict[str, Any]] = [
    {"title": "x", "kind": "quiz", "questions": ["cloud-0145", "cloud-0145@7"], "seed": 3, "points": 2.5},
    {"title": "x", "kind": "exam", "select": {"track": "cloud", "level": ["L1", "L2-L4"], "count": 3}},
    {"title": "x", "kind": "lab", "sections": [{"title": "y", "questions": ["cloud-1"]}], "shuffle": True},
]


@given(data=st.data())
def test_a_set_that_fits_the_schema_has_no_problems(data: st.DataObject) -> None:
    question_set = copy.deepcopy(data.draw(st.sampled_from(SETS)))
    assert fits_schema(question_set, "set")
    for _ in range(data.draw(st.integers(1, 2))):
        _mutate(question_set, data)
    if fits_schema(question_set, "set"):
        assert problems_in(question_set, QuestionSet) == []


def test_each_field_of_a_full_question_is_looked_at(full_question: dict[str, Any]) -> None:
    for path in list(_paths(full_question)):
        for value in (object(), float("nan"), "\ud800", [{}], {"x": []}):
            question = copy.deepcopy(full_question)
            _holder(question, path)[path[-1]] = value
            if fits_schema(question, "question"):
                assert problems_in(question, Question) == []


def test_questions_of_a_bank_fit_the_schema(full_question: dict[str, Any]) -> None:
    assert fits_schema(full_question, "question")
    files = find_question_files([QUESTIONS]).files
    doubted = [path.name for path in files if not fits_schema(read_file(path).data, "question")]
    assert len(doubted) <= len(files) // 50


def test_other_mappings_are_left_to_the_model(question: Callable[..., dict[str, Any]]) -> None:
    class Mine(dict[str, Any]):
        pass

    assert fits_schema(question(), "question")
    assert not fits_schema(Mine(question()), "question")


def test_pydantic_stays_out_of_the_audit_of_a_valid_question() -> None:
    path = find_question_files([QUESTIONS]).files[0]
    code = (
        "import sys; from pathlib import Path; from qbank.audit.engine import Audit;"
        "Audit.of([Path(sys.argv[1])]).run(jobs=1); sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 0
