"""The model of a file of results: how the questions of one exam fared, as counts and sums, and nothing of a
person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints

from qbank.model.fields import Date, Identifier, Model, Text, optional, required, several
from qbank.model.validation.validate import problems_in
from qbank.problems import Problem

LEAST_STUDENTS: Final = 10
"""Fewer students are not told of: with fewer, anybody could be told."""

LEAST_ALIKE: Final = 5
"""A wrong answer that fewer gave is not told."""

_MOST: Final = 1_000
Name = Annotated[Text, StringConstraints(max_length=120)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Students = Annotated[int, Field(ge=LEAST_STUDENTS, le=10_000_000)]
Share = Annotated[float, Field(ge=0, le=1)]
Correlation = Annotated[float, Field(ge=-1, le=1)]
Ends = Annotated[list[float], Field(min_length=2, max_length=2)]


class CountedMistake(Model):
    """A listed mistake, and how many made it."""

    text: Text = required("The slip, as the question says it.", "Counts one byte per FP16 value.")
    count: Count = required("How many made it.", 17)


class CountedAnswer(Model):
    """A wrong answer that no listed mistake explains, and how many gave it."""

    answer: Name = required("The answer as most of them wrote it.", "7 GB")
    count: Annotated[int, Field(ge=LEAST_ALIKE)] = required("How many gave it.", 17)
    slip: str | None = optional("What may explain it.", "without the factor 2")


class QuestionResult(Model):
    """How a question fared."""

    id: Identifier = required("The question.", "cloud-0145")
    students: Students = required("How many saw it and were graded.", 118)
    difficulty: Share = required("The mean share of the points.", 0.63)
    interval: Ends = required("The 95 % interval of the difficulty.", [0.54, 0.71])
    discrimination: Correlation | None = optional(
        "The correlation of the points with those in the rest of the paper.", 0.31
    )
    minutes: float | None = optional("How long it was expected to take then, in minutes.", 5.0)
    omitted: Count | None = optional("How many left it blank, or did not reach it.", 3)
    key: Name | None = optional("The letter of the right option, as it was then.", "b")
    options: dict[Name, Count] | None = optional("How many chose each option, by letter.", {"a": 12, "b": 80})
    mistakes: Annotated[list[CountedMistake], Field(max_length=_MOST)] = several(
        "The listed mistakes, and how many made them.",
        [{"text": "Counts one byte per FP16 value.", "count": 17}],
    )
    wrong: Annotated[list[CountedAnswer], Field(max_length=_MOST)] = several(
        "Frequent wrong answers that no listed mistake explains.",
        [{"answer": "7 GB", "count": 17, "slip": "without the factor 2"}],
    )
    flags: Annotated[list[Name], Field(max_length=100)] = several(
        "What the analysis objected to.", ["doubtful-key"]
    )


class ResultsFile(Model):
    """How the questions of one exam fared."""

    set: Name = required("The set that was sat.", "week-3")
    date: Date = required("The day of the exam.", "2026-10-01")
    students: Students = required("How many sat it.", 120)
    sources: Annotated[list[Name], Field(max_length=20)] = several(
        "What the results were read from.", ["Canvas, classic quiz"]
    )
    mean: Share | None = optional("The mean share of the points.", 0.62)
    reliability: float | None = optional("Cronbach's alpha; for right and wrong alone KR-20.", 0.78)
    minutes: float | None = optional("The median time that students took.", 42.0)
    questions: Annotated[list[QuestionResult], Field(min_length=1, max_length=_MOST)] = required(
        "Its questions.",
        [{"id": "cloud-0145", "students": 118, "difficulty": 0.63, "interval": [0.54, 0.71]}],
    )


def results_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a file of results."""
    return problems_in(data, ResultsFile)
