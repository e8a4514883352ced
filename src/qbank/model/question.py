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
    Title,
    TopicField,
    TrackField,
    Trimmed,
    Url,
    Version,
    VisualKindField,
    ZoneField,
    optional,
    refuse,
    required,
)
from qbank.model.limits import MOST_ITEMS
from qbank.model.validation.cross_fields import answer_fault, parameter_fault, table_fault
from qbank.model.validation.patterns import VISUAL_PATTERN


def _stamp(description: str, example: object) -> Any:
    """Make a field that tools write and qbank keeps as it is, whatever it holds."""
    return optional(f"{description} Left by a tool; kept as it is.", example)


class Resource(Model):
    """Something to read on."""

    name: Annotated[Trimmed, StringConstraints(max_length=200)] = required(
        "What the link leads to, at most 200 characters.", "Roofline: an insightful visual performance model"
    )
    url: Url = required("Where it is; https only.", "https://doi.org/10.1145/1498765.1498785")


class Visual(Model):
    """A figure that belongs to the question."""

    kind: VisualKindField = required("How the figure was made.", "svg")
    path: Annotated[str, StringConstraints(pattern=VISUAL_PATTERN, max_length=200)] = required(
        "The .svg file, relative to the folder of figures: letters, digits, `.`, `_`, `-`, `/`.",
        "cloud-0145.svg",
    )
    alt: Text = required(
        "The figure in words, for readers who cannot see it.",
        "Bar chart: the KV cache grows from 2 GB to 40 GB between batch 1 and batch 20.",
    )
    caption: str | None = optional("A line to print under the figure.", "Cache size by batch size.")


class Details(Model):
    """The answer to the question, and what surrounds it."""

    realistic_solution: Text = required(
        "The canonical answer, as an experienced engineer would give it.",
        "The KV cache needs 40 GB beside 14 GB of weights, so it does not fit into 48 GB.",
    )
    common_mistake: str | None = optional(
        (
            "The wrong answer people give. Three parts with bold markers, in this order: "
            "`**The Pitfall:**`, `**The Rationale:**`, `**The Consequence:**`."
        ),
        "**The Pitfall:** Sizing memory by the weights alone.\n"
        "**The Rationale:** The weights are the number everybody knows.\n"
        "**The Consequence:** Out of memory at the tenth user.",
    )
    napkin_math: str | None = optional(
        (
            "The reckoning behind the answer, which qbank computes again. Three parts with bold markers, in "
            "this order: `**Assumptions & Constraints:**` (or `**Assumptions:**`), `**Calculations:**`, "
            "`**Conclusion:**` (or `**Conclusion & Interpretation:**`)."
        ),
        "**Assumptions & Constraints:** 7B parameters in FP16.\n"
        "**Calculations:** 7e9 × 2 bytes = 14 GB.\n"
        "**Conclusion:** The weights fit into 24 GB.",
    )
    options: Annotated[list[Text], Field(min_length=2, max_length=MOST_ITEMS)] | None = optional(
        "The options of a multiple-choice question. Put quotes around an option holding `: `.",
        ["7 GB", "14 GB", "28 GB", "56 GB"],
    )
    correct_index: Annotated[int, Field(ge=0)] | None = optional("Which option is right, counted from 0.", 1)
    resources: list[Resource] | None = optional(
        "Where to read on.", [{"name": "Roofline", "url": "https://doi.org/10.1145/1498765.1498785"}]
    )


class Chain(Model):
    """The place of a question in a chain: questions on one track and topic with rising levels."""

    id: Text = required("The chain.", "cloud-chain-012")
    position: Annotated[int, Field(ge=0)] = required("The place in it, counted from 0.", 0)


class HumanReview(Model):
    """What a person who checked the question said."""

    status: ReviewStatusField | None = optional("The outcome of the review.", "verified")
    by: str | None = optional("Who reviewed it.", "a reviewer")
    date: str | None = optional("When.", "2026-04-01")
    notes: str | None = optional("What else there is to say.", "The second assumption needs a source.")


class Answer(Model):
    """The answer of a numeric question: a value, and the interval within which an answer counts as right."""

    value: Amount = required("The value, with its unit.", "14 GB")
    interval: Annotated[list[Amount], Field(min_length=2, max_length=2)] | None = optional(
        "The lowest and the highest answer that count as right; within 5 % of the value when left out.",
        ["13.3 GB", "14.7 GB"],
    )
    digits: Annotated[int, Field(ge=1, le=15)] | None = optional(
        "How many significant digits to print and to ask for.", 2
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        refuse(answer_fault(vars(self)))
        return self


class Mistake(Model):
    """A wrong answer people come to: what leads to one of the options, or what to make one from."""

    text: Text = required("The slip, in words.", "Counts one byte per FP16 value.")
    expression: Text | None = optional(
        "The reckoning that leads to the wrong value; an option can be made of it.", "7e9 * 1 byte"
    )
    option: Annotated[int, Field(ge=0)] | None = optional(
        (
            "Which of the listed options it leads to, counted from 0 as in `correct_index`: the text is the "
            "feedback of that option. Stands in place of `expression`."
        ),
        2,
    )
    feedback: Text | None = optional(
        "What to tell a student who comes to it, in place of `text`.",
        "FP16 takes two bytes for each value; you counted one.",
    )
    credit: Annotated[float, Field(ge=0, lt=1)] | None = optional(
        "Which share of the points it earns all the same, from 0 up to 1; none when left out.", 0.5
    )


class Part(Model):
    """One part of an exercise: (a), (b), (c)."""

    label: Annotated[Trimmed, StringConstraints(max_length=20)] | None = optional(
        "How the part is called; (a), (b), (c) when left out.", "a"
    )
    prompt: Text = required("What the part asks.", "How many bytes does the KV cache take per token?")
    answer: TextOr[Answer] | None = optional("The answer: text, or a value with its interval.", "0.5 MB")
    napkin_math: str | None = optional(
        "The reckoning behind the answer, which qbank computes again.",
        "32 layers × 2 × 8 heads × 128 values × 2 bytes = 128 KiB",
    )
    points: Points | None = optional("What the part is worth.", 2)
    mistakes: list[Mistake] | None = optional(
        "Wrong answers people come to in this part, each with the `expression` that leads to it.",
        [{"text": "Forgets the values.", "expression": "32 * 8 * 128 * 2 bytes"}],
    )


class Parameter(Model):
    """A number of the question that varies from variant to variant.

    Either `choices`, or `min` and `max` with or without a `step`; `default` is what is audited and shown.
    """

    default: Amount = required("The value of the default instance.", "80 GB")
    choices: Annotated[list[Amount], Field(min_length=1)] | None = optional(
        "The values to choose from.", ["40 GB", "80 GB"]
    )
    min: Amount | None = optional("The lowest value.", 1)
    max: Amount | None = optional("The highest value.", 64)
    step: Amount | None = optional(
        "The distance between neighbouring values; one of the last digit written when left out.", 1
    )
    description: str | None = optional("What the number stands for.", "requests in a batch")

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        refuse(parameter_fault(vars(self)))
        return self


class Derived(Model):
    """A value computed from the parameters."""

    expression: Text = required("How to compute it: napkin math with names.", "parameters * 2 bytes")
    unit: Text | None = optional("The unit to print it in.", "GB")
    digits: Annotated[int, Field(ge=1, le=15)] | None = optional("How many significant digits to print.", 3)


class Criterion(Model):
    """One line of a rubric."""

    criterion: Text = required("What is looked for.", "Names the KV cache as the bottleneck.")
    points: Points = required("What it is worth.", 2)


class Check(Model):
    """A formula stated outright, to be computed and compared."""

    formula: Text = required("The id of a formula of the library.", "weight_memory")
    given: dict[Name, Amount] = required(
        "The variables of the formula and their values.", {"P": 7e9, "b": 16}
    )
    expect: Amount = required("The value it should yield.", "14 GB")


class Table(Model):
    """A table that belongs to the question."""

    caption: str | None = optional("A line to print with the table.", "From the data sheets.")
    columns: Annotated[list[Text], Field(min_length=1)] = required(
        "The headings.", ["GPU", "Memory", "Bandwidth"]
    )
    rows: list[list[Cell]] = required(
        "The rows, each with as many cells as there are columns.", [["A100", "80 GB", "2.0 TB/s"]]
    )

    @model_validator(mode="after")
    def _rectangular(self) -> Self:
        refuse(table_fault(vars(self)))
        return self


class Question(Model):
    """One question for readers of ML systems, with its answer."""

    schema_version: Version = required("The version of the question format, in quotes.", "1.0")
    id: Identifier = required(
        (
            "The id, unique in the bank and the same as the name of the file. It begins with the track; all "
            "lower-case, joined by hyphens."
        ),
        "cloud-0145",
        "tinyml-fill-00305",
    )
    track: TrackField = required("Where the system of the question runs.", "cloud")
    level: LevelField = required("How senior the reader is.", "L3")
    zone: ZoneField = required(
        "What the question asks for: a mixture of recall, analysis, design and quantification.", "diagnosis"
    )
    topic: TopicField = required("What the question is about.", "kv-cache-management")
    competency_area: AreaField = required("The group of topics the question counts towards.", "memory")
    bloom_level: BloomField | None = optional(
        "Bloom's level of the thinking asked for. The zone decides which ones fit.", "analyze"
    )
    phase: PhaseField | None = optional("Whether it is about training, inference or both.", "inference")
    kind: QuestionKindField | None = optional(
        "The form of the question; when left out it is seen from the fields.", "numeric"
    )
    difficulty: Annotated[int, Field(ge=1, le=4)] | None = optional("From 1 to 4 stars.", 2)
    points: Points | None = optional("What the question is worth.", 5)

    title: Title = required(
        "A title of its own, at most 120 characters of plain text: no final period, LaTeX or markdown.",
        "The Cache That Ate the GPU",
    )
    scenario: Scenario = required(
        "The situation, at least 30 characters of plain text without HTML.",
        "You serve a 7B model in FP16 on one 24 GB GPU. At the tenth user it runs out of memory.",
    )
    question: Annotated[Trimmed, StringConstraints(max_length=200)] | None = optional(
        "What is asked, at most 200 characters.", "How much memory do the weights take?"
    )
    visual: Visual | None = optional(
        "A figure that belongs to the question.",
        {"kind": "svg", "path": "cloud-0145.svg", "alt": "Bar chart: the cache grows with the batch."},
    )
    tables: list[Table] | None = optional(
        "Tables that belong to the question.", [{"columns": ["GPU", "Memory"], "rows": [["A100", "80 GB"]]}]
    )
    parameters: dict[Name, Parameter] | None = optional(
        "Numbers that vary from variant to variant; the texts hold them as `{name}`.",
        {"batch": {"default": 8, "choices": [1, 8, 32]}},
    )
    derived: dict[Name, TextOr[Derived]] | None = optional(
        "Values computed from the parameters, in order; the texts hold them as `{name}`.",
        {"cache": "batch * 2048 tokens * 0.5 MB/token"},
    )
    answer: Answer | None = optional(
        "The answer of a numeric question.", {"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"]}
    )
    parts: Annotated[list[Part], Field(min_length=1, max_length=MOST_ITEMS)] | None = optional(
        "The parts (a), (b), (c) of an exercise.",
        [{"prompt": "How large are the weights?", "answer": "14 GB", "points": 2}],
    )
    details: Details = required("The answer to the question, and what surrounds it.")
    mistakes: list[Mistake] | None = optional(
        "Wrong answers people come to: what leads to an option, or what to make one from.",
        [{"text": "Counts one byte per FP16 value.", "expression": "7e9 * 1 byte"}],
    )
    rubric: list[Criterion] | None = optional(
        "What to look for when grading.",
        [{"criterion": "Names the KV cache as the bottleneck.", "points": 2}],
    )
    hints: list[Text] | None = optional(
        "Hints to show one by one to those who ask for them, the faintest first.",
        ["Count the bytes of one parameter.", "FP16 takes two bytes."],
    )
    checks: list[Check] | None = optional(
        "Formulas stated outright, to be computed and compared.",
        [{"formula": "weight_memory", "given": {"P": 7e9, "b": 16}, "expect": "14 GB"}],
    )
    related: list[Text] | None = optional("Ids of questions, or topics, to go on with.", ["cloud-0146"])

    status: StatusField = required("Where the question stands.", "published")
    deletion_reason: str | None = optional("Why a deleted question was withdrawn.", "The same as cloud-0146.")
    provenance: ProvenanceField = required("Where its text comes from.", "human")
    requires_explanation: bool | None = optional("Whether an answer without its reasons counts as none.")
    expected_time_minutes: Annotated[int, Field(ge=0)] | None = optional(
        "How many minutes a reader needs; 5 to 15 are usual.", 10
    )
    chains: list[Chain] | None = optional(
        "The chains the question belongs to, at most two.", [{"id": "cloud-chain-012", "position": 0}]
    )
    tags: list[Text] | None = optional("Free words to find it by.", ["llm"])
    authors: list[Text] | None = optional("Who wrote it.", ["a first author", "a second author"])

    validated: bool | None = optional("Whether the text has been checked.")
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
    math_verified: bool | None = optional("Whether the numbers have been checked.")
    math_status: Any = _stamp("What the check of the numbers found.", "CORRECT")
    math_date: Any = _stamp("When the numbers were checked.", "2026-04-01")
    math_model: Any = _stamp("What checked the numbers.", "reviewer-2")
    math_issues: Any = _stamp("What the check of the numbers objects to.", ["2 × 7 is 14, not 15."])
    classification_review: Any = _stamp(
        "What a look at track, level, zone and topic found.", {"zone": "agreed"}
    )
    human_reviewed: HumanReview | None = optional(
        "What a person who checked the question said.", {"status": "verified", "date": "2026-04-01"}
    )
    created_at: Date | None = optional("When it was written.", "2026-04-01")
    updated_at: Date | None = optional("When it was changed.", "2026-04-01")
    last_modified: Date | None = optional("When it was changed last.", "2026-04-01")
