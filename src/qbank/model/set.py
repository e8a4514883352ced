"""The model of a set file: an ordered choice of questions with settings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

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
    TopicField,
    TrackField,
    Trimmed,
    ZoneField,
)

Title = Annotated[Trimmed, StringConstraints(max_length=120)]
References = Annotated[list[Reference], Field(min_length=1)]


class Selection(Model):
    """Which questions to draw from the bank; a question has to fit every line."""

    track: OneOrMany[TrackField] | None = Field(
        default=None, description="One track, or several.", examples=["cloud", ["edge", "mobile"]]
    )
    level: OneOrMany[LevelsField] | None = Field(
        default=None,
        description="One level, a range, or several of them.",
        examples=["L3", "L2-L4", ["L1", "L3"]],
    )
    zone: OneOrMany[ZoneField] | None = Field(
        default=None, description="One zone, or several.", examples=["diagnosis"]
    )
    topic: OneOrMany[TopicField] | None = Field(
        default=None, description="One topic, or several.", examples=["kv-cache-management"]
    )
    bloom: OneOrMany[BloomField] | None = Field(
        default=None, description="One Bloom level, or several.", examples=["analyze"]
    )
    tag: OneOrMany[Text] | None = Field(
        default=None, description="One tag, or several of which one has to fit.", examples=["llm"]
    )
    count: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="How many questions to draw; all that fit when left out.", examples=[10]
    )
    balance: OneOrMany[BalanceField] | None = Field(
        default=None,
        description="What to spread the choice over evenly.",
        examples=["level", ["topic", "zone"]],
    )


class Section(Model):
    """A part of a set under a heading of its own."""

    title: Title = Field(description="The heading.", examples=["Memory"])
    questions: References = Field(
        description="The ids of its questions, in order.", examples=[["cloud-0145", "cloud-0146"]]
    )


class QuestionSet(Model):
    """A quiz, a sheet of exercises, an exam or a lab made of questions of the bank."""

    title: Title = Field(description="The title, at most 120 characters.", examples=["Week 3: memory"])
    kind: SetKindField = Field(description="The form of the set.", examples=["quiz"])
    intro: str | None = Field(
        default=None,
        description="What to tell readers before the first question.",
        examples=["Work out the numbers on paper; a pocket calculator is enough."],
    )
    answers: AnswersField | None = Field(
        default=None, description="Where a rendered document shows the answers.", examples=["key"]
    )
    shuffle: bool | None = Field(
        default=None,
        description="Whether to shuffle the questions, and in versions the options.",
        examples=[False],
    )
    seed: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Decides the drawing, the order and the variants.", examples=[2026]
    )
    points: Points | None = Field(
        default=None, description="What each question is worth that does not say so itself.", examples=[5]
    )
    questions: References | None = Field(
        default=None,
        description="The ids of the questions, in order; `id@seed` names one variant.",
        examples=[["cloud-0145", "cloud-0146@7"]],
    )
    select: Selection | None = Field(
        default=None,
        description="Draws the questions instead of listing them.",
        examples=[{"track": "cloud", "level": "L2-L4", "count": 10, "balance": "topic"}],
    )
    sections: Annotated[list[Section], Field(min_length=1)] | None = Field(
        default=None,
        description="Lists the questions in sections with headings.",
        examples=[[{"title": "Memory", "questions": ["cloud-0145", "cloud-0146"]}]],
    )
