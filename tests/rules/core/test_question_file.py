from __future__ import annotations

from qbank.problems import ProblemKind
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import Document

DATA = {"id": 5, "title": "x", "details": {"options": ["a", {"b": "c"}], "napkin_math": None}}


def _question() -> QuestionFile:
    return QuestionFile(Document(None, "title: x\n", DATA))


def test_values_by_path() -> None:
    question = _question()
    assert question.value(("details", "options", 1, "b")) == "c"
    assert question.value(()) == DATA
    for path in [("nothing",), ("details", "options", 7), ("details", "options", "a"), ("title", 0), (0,)]:
        assert question.value(path) is None


def test_texts_by_path() -> None:
    question = _question()
    assert question.text(("details", "options", 0)) == "a"
    assert question.text(("details", "options", 1)) is None
    assert question.text(("id",)) is None
    assert question.id is None


def test_problems_are_worked_out_once() -> None:
    question = _question()
    assert any(problem.kind is ProblemKind.MISSING for problem in question.problems)
    assert question.problems is question.problems


def test_views_are_worked_out_once_even_if_there_is_nothing() -> None:
    question = _question()
    calls = []

    def look(seen: QuestionFile) -> None:
        calls.append(seen)

    assert question.cached_view(look) is None
    assert question.cached_view(look) is None
    assert calls == [question]
