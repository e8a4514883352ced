"""The model of a set file: an ordered choice of questions with settings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from qbank.model.fields import (
    AnswersField,
    BalanceField,
    BloomField,
    LevelsField,
    Model,
    OneOrMany,
    Points,
    Reference,
    SetKindField,
    Text,
    Title,
    TopicField,
    TrackField,
    ZoneField,
    optional,
    required,
)

References = Annotated[list[Reference], Field(min_length=1)]


class Selection(Model):
    """Which questions to draw from the bank; a question has to fit every line."""

    track: OneOrMany[TrackField] | None = optional("One track, or several.", "cloud", ["edge", "mobile"])
    level: OneOrMany[LevelsField] | None = optional(
        "One level, a range, or several of them.", "L3", "L2-L4", ["L1", "L3"]
    )
    zone: OneOrMany[ZoneField] | None = optional("One zone, or several.", "diagnosis")
    topic: OneOrMany[TopicField] | None = optional("One topic, or several.", "kv-cache-management")
    bloom: OneOrMany[BloomField] | None = optional("One Bloom level, or several.", "analyze")
    tag: OneOrMany[Text] | None = optional("One tag, or several of which one has to fit.", "llm")
    count: Annotated[int, Field(ge=1)] | None = optional(
        "How many questions to draw; all that fit when left out.", 10
    )
    balance: OneOrMany[BalanceField] | None = optional(
        "What to spread the choice over evenly.", "level", ["topic", "zone"]
    )


class Section(Model):
    """A part of a set under a heading of its own."""

    title: Title = required("The heading.", "Memory")
    questions: References = required("The ids of its questions, in order.", ["cloud-0145", "cloud-0146"])


class QuestionSet(Model):
    """A quiz, a sheet of exercises, an exam or a lab made of questions of the bank."""

    title: Title = required("The title, at most 120 characters.", "Week 3: memory")
    kind: SetKindField = required("The form of the set.", "quiz")
    intro: str | None = optional(
        "What to tell readers before the first question.",
        "Work out the numbers on paper; a pocket calculator is enough.",
    )
    answers: AnswersField | None = optional("Where a rendered document shows the answers.", "key")
    shuffle: bool | None = optional("Whether to shuffle the questions, and in versions the options.", False)
    seed: Annotated[int, Field(ge=0)] | None = optional(
        "Decides the drawing, the order and the variants.", 2026
    )
    points: Points | None = optional("What each question is worth that does not say so itself.", 5)
    questions: References | None = optional(
        "The ids of the questions, in order; `id@seed` names one variant.", ["cloud-0145", "cloud-0146@7"]
    )
    select: Selection | None = optional(
        "Draws the questions instead of listing them.",
        {"track": "cloud", "level": "L2-L4", "count": 10, "balance": "topic"},
    )
    sections: Annotated[list[Section], Field(min_length=1)] | None = optional(
        "Lists the questions in sections with headings.",
        [{"title": "Memory", "questions": ["cloud-0145", "cloud-0146"]}],
    )
