"""The model of a set file: an ordered choice of questions with settings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from qbank.model.fields import (
    AnswersField,
    AreaField,
    BalanceField,
    BloomField,
    Date,
    GradingField,
    LevelsField,
    Model,
    OneOrMany,
    PhaseField,
    Points,
    QuestionKindField,
    Range,
    Reference,
    SetKindField,
    ShownField,
    Text,
    Title,
    TopicField,
    TrackField,
    ZoneField,
    optional,
    required,
)
from qbank.model.validation.patterns import LANGUAGE_PATTERN, LOGO_PATTERN

References = Annotated[list[Reference], Field(min_length=1)]


class Selection(Model):
    """Which questions to draw from the bank; a question has to fit every line."""

    track: OneOrMany[TrackField] | None = optional("One track, or several.", "cloud", ["edge", "mobile"])
    level: OneOrMany[LevelsField] | None = optional(
        "One level, a range, or several of them.", "L3", "L2-L4", ["L1", "L3"]
    )
    zone: OneOrMany[ZoneField] | None = optional("One zone, or several.", "diagnosis")
    area: OneOrMany[AreaField] | None = optional("One competency area, or several.", "memory")
    topic: OneOrMany[TopicField] | None = optional("One topic, or several.", "kv-cache-management")
    bloom: OneOrMany[BloomField] | None = optional("One Bloom level, or several.", "analyze")
    kind: OneOrMany[QuestionKindField] | None = optional(
        "One form, or several.", "numeric", ["choice", "numeric"]
    )
    phase: OneOrMany[PhaseField] | None = optional("One phase, or several.", "training")
    tag: OneOrMany[Text] | None = optional("One tag, or several of which one has to fit.", "llm")
    points: Range | None = optional("What a question may be worth: a number, or a range.", 3, "2-5")
    minutes: Range | None = optional("How many minutes a question may take.", "4-10", "-15")
    measured_difficulty: Range | None = optional(
        "Which mean share of the points students had in exams, between 0 and 1.", "0.4-0.8"
    )
    measured_discrimination: Range | None = optional(
        "How its points correlated, in exams, with those in the rest of the paper.", "0.2-"
    )
    count: Annotated[int, Field(ge=1)] | None = optional(
        "How many questions to draw; all that fit when left out.", 10
    )
    balance: OneOrMany[BalanceField] | None = optional(
        "What to spread the choice over evenly.", "level", ["topic", "zone"]
    )


class Section(Model):
    """A part of a set under a heading of its own."""

    title: Title = required("The heading.", "Memory")
    intro: str | None = optional("What to tell readers before its first question.", "Give reasons.")
    questions: References | None = optional(
        "The ids of its questions, in order.", ["cloud-0145", "cloud-0146"]
    )
    select: Selection | None = optional(
        "Draws the questions of the section instead of listing them.",
        {"topic": "roofline-analysis", "count": 3},
    )
    points: Points | None = optional("What each of its questions is worth that does not say so itself.", 5)


class Avoid(Model):
    """Which questions not to draw."""

    sets: Annotated[list[Text], Field(min_length=1)] | None = optional(
        "Set files, relative to this one, whose questions are left out.", ["midterm-2025.yaml"]
    )
    since: Date | None = optional(
        "Leaves out what was on a paper recorded on that day or later (`render --record`).", "2025-09-01"
    )
    questions: References | None = optional("Ids of questions to leave out.", ["cloud-0145"])


class QuestionSet(Model):
    """A quiz, a sheet of exercises, an exam or a lab made of questions of the bank."""

    title: Title = required("The title, at most 120 characters.", "Week 3: memory")
    kind: SetKindField = required("The form of the set.", "quiz")
    intro: str | None = optional(
        "What to tell readers before the first question.",
        "Work out the numbers on paper; a pocket calculator is enough.",
    )
    answers: AnswersField | None = optional("Where a rendered document shows the answers.", "key")
    shuffle: bool | None = optional(
        "Whether to shuffle the questions, and their options in versions and on platforms.", False
    )
    seed: Annotated[int, Field(ge=0)] | None = optional(
        "Decides the drawing, the order and the variants.", 2026
    )
    points: Points | None = optional("What each question is worth that does not say so itself.", 5)
    total: Annotated[float, Field(gt=0)] | None = optional(
        "What the paper is worth: points of the questions are scaled to it, in steps of half a point.", 100
    )
    wrong_unit: Annotated[float, Field(ge=0, lt=1)] | None = optional(
        "Which share of the points the right number with a wrong unit earns; none when left out.", 0.5
    )
    minutes: Annotated[int, Field(ge=1)] | None = optional(
        "How long readers have; the sum of its questions when left out.", 90
    )
    grading: GradingField | None = optional(
        "How a page counts answers; an exam is graded, anything else practice when left out.", "graded"
    )
    course: Title | None = optional("The course, for the head of a paper.", "CS 249r: ML Systems")
    date: Title | None = optional("The day of the exam, as it is to be printed.", "14 December 2026")
    logo: Annotated[str, StringConstraints(pattern=LOGO_PATTERN, max_length=200)] | None = optional(
        "A picture for the head of a paper: .svg, .png or .jpg, relative to the set file.", "logo.svg"
    )
    language: Annotated[str, StringConstraints(pattern=LANGUAGE_PATTERN)] | None = optional(
        "The language of the words around the questions; `en` when left out.", "de"
    )
    answer_sheet: bool | None = optional(
        "Whether a paper ends in a sheet on which all answers are given.", True
    )
    show: list[ShownField] | None = optional(
        "What readers see of a question; nothing in exams, everything else where left out.",
        ["title", "topic"],
    )
    avoid: Avoid | None = optional(
        "Which questions not to draw, such as those of last year.", {"sets": ["midterm-2025.yaml"]}
    )
    questions: References | None = optional(
        "The ids of the questions, in order; `id@seed` names one variant.", ["cloud-0145", "cloud-0146@7"]
    )
    select: Selection | None = optional(
        "Draws the questions instead of listing them.",
        {"track": "cloud", "level": "L2-L4", "count": 10, "balance": "topic"},
    )
    sections: Annotated[list[Section], Field(min_length=1)] | None = optional(
        "Lists or draws the questions in sections with headings.",
        [{"title": "Memory", "questions": ["cloud-0145", "cloud-0146"]}],
    )
