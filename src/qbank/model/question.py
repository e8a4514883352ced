"""The model of a question file.

The fields of the StaffML question format v1.x, which existing files hold, and the optional ones of qbank.
What a model cannot say about one field alone is in `cross_fields`; matters of style are left to the rules.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, StringConstraints, model_validator

from qbank.model.fields import (
    Amount,
    AreaField,
    BloomField,
    Cell,
    Date,
    Identifier,
    LevelField,
    Model,
    Name,
    PhaseField,
    Points,
    ProvenanceField,
    QuestionKindField,
    ReviewStatusField,
    Scenario,
    StatusField,
    Text,
    TextOr,
    TopicField,
    TrackField,
    Trimmed,
    Url,
    VisualKindField,
    ZoneField,
    refuse,
)
from qbank.model.validation.cross_fields import answer_fault, parameter_fault, table_fault
from qbank.model.validation.patterns import VERSION_PATTERN, VISUAL_PATTERN


def _stamp(description: str, example: object) -> Any:
    """Make a field that tools write and qbank keeps as it is, whatever it holds."""
    return Field(
        default=None, description=f"{description} Left by a tool; kept as it is.", examples=[example]
    )


class Resource(Model):
    """Something to read on."""

    name: Annotated[Trimmed, StringConstraints(max_length=200)] = Field(
        description="What the link leads to, at most 200 characters.",
        examples=["Roofline: an insightful visual performance model"],
    )
    url: Url = Field(
        description="Where it is; https only.", examples=["https://doi.org/10.1145/1498765.1498785"]
    )


class Visual(Model):
    """A figure that belongs to the question."""

    kind: VisualKindField = Field(description="How the figure was made.", examples=["svg"])
    path: Annotated[str, StringConstraints(pattern=VISUAL_PATTERN, max_length=200)] = Field(
        description="The .svg file, relative to the folder of figures: letters, digits, `.`, `_`, `-`, `/`.",
        examples=["cloud-0145.svg"],
    )
    alt: Text = Field(
        description="The figure in words, for readers who cannot see it.",
        examples=["Bar chart: the KV cache grows from 2 GB to 40 GB between batch 1 and batch 20."],
    )
    caption: str | None = Field(
        default=None, description="A line to print under the figure.", examples=["Cache size by batch size."]
    )


class Details(Model):
    """The answer to the question, and what surrounds it."""

    realistic_solution: Text = Field(
        description="The canonical answer, as an experienced engineer would give it.",
        examples=["The KV cache needs 40 GB beside 14 GB of weights, so it does not fit into 48 GB."],
    )
    common_mistake: str | None = Field(
        default=None,
        description=(
            "The wrong answer people give. Three parts with bold markers, in this order: "
            "`**The Pitfall:**`, `**The Rationale:**`, `**The Consequence:**`."
        ),
        examples=[
            "**The Pitfall:** Sizing memory by the weights alone.\n"
            "**The Rationale:** The weights are the number everybody knows.\n"
            "**The Consequence:** Out of memory at the tenth user."
        ],
    )
    napkin_math: str | None = Field(
        default=None,
        description=(
            "The reckoning behind the answer, which qbank computes again. Three parts with bold markers, in "
            "this order: `**Assumptions & Constraints:**` (or `**Assumptions:**`), `**Calculations:**`, "
            "`**Conclusion:**` (or `**Conclusion & Interpretation:**`)."
        ),
        examples=[
            "**Assumptions & Constraints:** 7B parameters in FP16.\n"
            "**Calculations:** 7e9 × 2 bytes = 14 GB.\n"
            "**Conclusion:** The weights fit into 24 GB."
        ],
    )
    options: Annotated[list[Text], Field(min_length=2)] | None = Field(
        default=None,
        description="The options of a multiple-choice question. Put quotes around an option holding `: `.",
        examples=[["7 GB", "14 GB", "28 GB", "56 GB"]],
    )
    correct_index: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Which option is right, counted from 0.", examples=[1]
    )
    resources: list[Resource] | None = Field(
        default=None,
        description="Where to read on.",
        examples=[[{"name": "Roofline", "url": "https://doi.org/10.1145/1498765.1498785"}]],
    )


class Chain(Model):
    """The place of a question in a chain: questions on one track and topic with rising levels."""

    id: Text = Field(description="The chain.", examples=["cloud-chain-012"])
    position: Annotated[int, Field(ge=0)] = Field(
        description="The place in it, counted from 0.", examples=[0]
    )


class HumanReview(Model):
    """What a person who checked the question said."""

    status: ReviewStatusField | None = Field(
        default=None, description="The outcome of the review.", examples=["verified"]
    )
    by: str | None = Field(default=None, description="Who reviewed it.", examples=["a reviewer"])
    date: str | None = Field(default=None, description="When.", examples=["2026-04-01"])
    notes: str | None = Field(
        default=None,
        description="What else there is to say.",
        examples=["The second assumption needs a source."],
    )


class Answer(Model):
    """The answer of a numeric question: a value, and the interval within which an answer counts as right."""

    value: Amount = Field(description="The value, with its unit.", examples=["14 GB"])
    interval: Annotated[list[Amount], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description=(
            "The lowest and the highest answer that count as right; within 5 % of the value when left out."
        ),
        examples=[["13.3 GB", "14.7 GB"]],
    )
    digits: Annotated[int, Field(ge=1, le=15)] | None = Field(
        default=None, description="How many significant digits to print and to ask for.", examples=[2]
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        refuse(answer_fault(vars(self)))
        return self


class Part(Model):
    """One part of an exercise: (a), (b), (c)."""

    label: Annotated[Trimmed, StringConstraints(max_length=20)] | None = Field(
        default=None, description="How the part is called; (a), (b), (c) when left out.", examples=["a"]
    )
    prompt: Text = Field(
        description="What the part asks.", examples=["How many bytes does the KV cache take per token?"]
    )
    answer: TextOr[Answer] | None = Field(
        default=None, description="The answer: text, or a value with its interval.", examples=["0.5 MB"]
    )
    napkin_math: str | None = Field(
        default=None,
        description="The reckoning behind the answer, which qbank computes again.",
        examples=["32 layers × 2 × 8 heads × 128 values × 2 bytes = 128 KiB"],
    )
    points: Points | None = Field(default=None, description="What the part is worth.", examples=[2])


class Parameter(Model):
    """A number of the question that varies from variant to variant.

    Either `choices`, or `min` and `max` with or without a `step`; `default` is what is audited and shown.
    """

    default: Amount = Field(description="The value of the default instance.", examples=["80 GB"])
    choices: Annotated[list[Amount], Field(min_length=1)] | None = Field(
        default=None, description="The values to choose from.", examples=[["40 GB", "80 GB"]]
    )
    min: Amount | None = Field(default=None, description="The lowest value.", examples=[1])
    max: Amount | None = Field(default=None, description="The highest value.", examples=[64])
    step: Amount | None = Field(
        default=None,
        description="The distance between neighbouring values; one of the last digit written when left out.",
        examples=[1],
    )
    description: str | None = Field(
        default=None, description="What the number stands for.", examples=["requests in a batch"]
    )

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        refuse(parameter_fault(vars(self)))
        return self


class Derived(Model):
    """A value computed from the parameters."""

    expression: Text = Field(
        description="How to compute it: napkin math with names.", examples=["parameters * 2 bytes"]
    )
    unit: Text | None = Field(default=None, description="The unit to print it in.", examples=["GB"])
    digits: Annotated[int, Field(ge=1, le=15)] | None = Field(
        default=None, description="How many significant digits to print.", examples=[3]
    )


class Mistake(Model):
    """A wrong answer people come to: what leads to one of the options, or what to make one from."""

    text: Text = Field(description="The slip, in words.", examples=["Counts one byte per FP16 value."])
    expression: Text | None = Field(
        default=None,
        description="The reckoning that leads to the wrong value; an option can be made of it.",
        examples=["7e9 * 1 byte"],
    )
    option: Annotated[int, Field(ge=0)] | None = Field(
        default=None,
        description=(
            "Which of the listed options it leads to, counted from 0 as in `correct_index`: the text is the "
            "feedback of that option. Stands in place of `expression`."
        ),
        examples=[2],
    )


class Criterion(Model):
    """One line of a rubric."""

    criterion: Text = Field(
        description="What is looked for.", examples=["Names the KV cache as the bottleneck."]
    )
    points: Points = Field(description="What it is worth.", examples=[2])


class Check(Model):
    """A formula stated outright, to be computed and compared."""

    formula: Text = Field(description="The id of a formula of the library.", examples=["weight_memory"])
    given: dict[Name, Amount] = Field(
        description="The variables of the formula and their values.", examples=[{"P": 7e9, "b": 16}]
    )
    expect: Amount = Field(description="The value it should yield.", examples=["14 GB"])


class Table(Model):
    """A table that belongs to the question."""

    caption: str | None = Field(
        default=None, description="A line to print with the table.", examples=["From the data sheets."]
    )
    columns: Annotated[list[Text], Field(min_length=1)] = Field(
        description="The headings.", examples=[["GPU", "Memory", "Bandwidth"]]
    )
    rows: list[list[Cell]] = Field(
        description="The rows, each with as many cells as there are columns.",
        examples=[[["A100", "80 GB", "2.0 TB/s"]]],
    )

    @model_validator(mode="after")
    def _rectangular(self) -> Self:
        refuse(table_fault(vars(self)))
        return self


class Question(Model):
    """One question for readers of ML systems, with its answer."""

    schema_version: Annotated[str, StringConstraints(pattern=VERSION_PATTERN)] = Field(
        description="The version of the question format, in quotes.", examples=["1.0"]
    )
    id: Identifier = Field(
        description=(
            "The id, unique in the bank and the same as the name of the file. It begins with the track; all "
            "lower-case, joined by hyphens."
        ),
        examples=["cloud-0145", "tinyml-fill-00305"],
    )
    track: TrackField = Field(description="Where the system of the question runs.", examples=["cloud"])
    level: LevelField = Field(description="How senior the reader is.", examples=["L3"])
    zone: ZoneField = Field(
        description="What the question asks for: a mixture of recall, analysis, design and quantification.",
        examples=["diagnosis"],
    )
    topic: TopicField = Field(description="What the question is about.", examples=["kv-cache-management"])
    competency_area: AreaField = Field(
        description="The group of topics the question counts towards.", examples=["memory"]
    )
    bloom_level: BloomField | None = Field(
        default=None,
        description="Bloom's level of the thinking asked for. The zone decides which ones fit.",
        examples=["analyze"],
    )
    phase: PhaseField | None = Field(
        default=None, description="Whether it is about training, inference or both.", examples=["inference"]
    )
    kind: QuestionKindField | None = Field(
        default=None,
        description="The form of the question; when left out it is seen from the fields.",
        examples=["numeric"],
    )
    difficulty: Annotated[int, Field(ge=1, le=4)] | None = Field(
        default=None, description="From 1 to 4 stars.", examples=[2]
    )
    points: Points | None = Field(default=None, description="What the question is worth.", examples=[5])

    title: Annotated[Trimmed, StringConstraints(max_length=120)] = Field(
        description=(
            "A title of its own, at most 120 characters of plain text: no final period, LaTeX or markdown."
        ),
        examples=["The Cache That Ate the GPU"],
    )
    scenario: Scenario = Field(
        description="The situation, at least 30 characters of plain text without HTML.",
        examples=["You serve a 7B model in FP16 on one 24 GB GPU. At the tenth user it runs out of memory."],
    )
    question: Annotated[Trimmed, StringConstraints(max_length=200)] | None = Field(
        default=None,
        description="What is asked, at most 200 characters.",
        examples=["How much memory do the weights take?"],
    )
    visual: Visual | None = Field(
        default=None,
        description="A figure that belongs to the question.",
        examples=[
            {"kind": "svg", "path": "cloud-0145.svg", "alt": "Bar chart: the cache grows with the batch."}
        ],
    )
    tables: list[Table] | None = Field(
        default=None,
        description="Tables that belong to the question.",
        examples=[[{"columns": ["GPU", "Memory"], "rows": [["A100", "80 GB"]]}]],
    )
    parameters: dict[Name, Parameter] | None = Field(
        default=None,
        description="Numbers that vary from variant to variant; the texts hold them as `{name}`.",
        examples=[{"batch": {"default": 8, "choices": [1, 8, 32]}}],
    )
    derived: dict[Name, TextOr[Derived]] | None = Field(
        default=None,
        description="Values computed from the parameters, in order; the texts hold them as `{name}`.",
        examples=[{"cache": "batch * 2048 tokens * 0.5 MB/token"}],
    )
    answer: Answer | None = Field(
        default=None,
        description="The answer of a numeric question.",
        examples=[{"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"]}],
    )
    parts: Annotated[list[Part], Field(min_length=1)] | None = Field(
        default=None,
        description="The parts (a), (b), (c) of an exercise.",
        examples=[[{"prompt": "How large are the weights?", "answer": "14 GB", "points": 2}]],
    )
    details: Details = Field(description="The answer to the question, and what surrounds it.")
    mistakes: list[Mistake] | None = Field(
        default=None,
        description="Wrong answers people come to: what leads to an option, or what to make one from.",
        examples=[[{"text": "Counts one byte per FP16 value.", "expression": "7e9 * 1 byte"}]],
    )
    rubric: list[Criterion] | None = Field(
        default=None,
        description="What to look for when grading.",
        examples=[[{"criterion": "Names the KV cache as the bottleneck.", "points": 2}]],
    )
    hints: list[Text] | None = Field(
        default=None,
        description="Hints to show one by one to those who ask for them, the faintest first.",
        examples=[["Count the bytes of one parameter.", "FP16 takes two bytes."]],
    )
    checks: list[Check] | None = Field(
        default=None,
        description="Formulas stated outright, to be computed and compared.",
        examples=[[{"formula": "weight_memory", "given": {"P": 7e9, "b": 16}, "expect": "14 GB"}]],
    )
    related: list[Text] | None = Field(
        default=None, description="Ids of questions, or topics, to go on with.", examples=[["cloud-0146"]]
    )

    status: StatusField = Field(description="Where the question stands.", examples=["published"])
    deletion_reason: str | None = Field(
        default=None,
        description="Why a deleted question was withdrawn.",
        examples=["The same as cloud-0146."],
    )
    provenance: ProvenanceField = Field(description="Where its text comes from.", examples=["human"])
    requires_explanation: bool | None = Field(
        default=None, description="Whether an answer without its reasons counts as none."
    )
    expected_time_minutes: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="How many minutes a reader needs; 5 to 15 are usual.", examples=[10]
    )
    chains: list[Chain] | None = Field(
        default=None,
        description="The chains the question belongs to, at most two.",
        examples=[[{"id": "cloud-chain-012", "position": 0}]],
    )
    tags: list[Text] | None = Field(default=None, description="Free words to find it by.", examples=[["llm"]])
    authors: list[Text] | None = Field(
        default=None, description="Who wrote it.", examples=[["a first author", "a second author"]]
    )

    validated: bool | None = Field(default=None, description="Whether the text has been checked.")
    validation_status: Any = _stamp("What the check of the text found.", "OK")
    validation_date: Any = _stamp("When the text was checked.", "2026-04-01")
    validation_model: Any = _stamp("What checked the text.", "reviewer-2")
    validation_issues: Any = _stamp(
        "What the check of the text objects to.", ["The GPU has 80 GB, not 40 GB."]
    )
    validation_status_pro: Any = _stamp("What the second check of the text found.", "OK")
    validation_date_pro: Any = _stamp("When the text was checked again.", "2026-04-01")
    validation_model_pro: Any = _stamp("What checked the text again.", "reviewer-3")
    validation_issues_pro: Any = _stamp("What the second check objects to.", ["The unit is missing."])
    math_verified: bool | None = Field(default=None, description="Whether the numbers have been checked.")
    math_status: Any = _stamp("What the check of the numbers found.", "CORRECT")
    math_date: Any = _stamp("When the numbers were checked.", "2026-04-01")
    math_model: Any = _stamp("What checked the numbers.", "reviewer-2")
    math_issues: Any = _stamp("What the check of the numbers objects to.", ["2 × 7 is 14, not 15."])
    classification_review: Any = _stamp(
        "What a look at track, level, zone and topic found.", {"zone": "agreed"}
    )
    human_reviewed: HumanReview | None = Field(
        default=None,
        description="What a person who checked the question said.",
        examples=[{"status": "verified", "date": "2026-04-01"}],
    )
    created_at: Date | None = Field(default=None, description="When it was written.", examples=["2026-04-01"])
    updated_at: Date | None = Field(default=None, description="When it was changed.", examples=["2026-04-01"])
    last_modified: Date | None = Field(
        default=None, description="When it was changed last.", examples=["2026-04-01"]
    )
