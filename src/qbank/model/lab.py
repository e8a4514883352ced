"""The model of a lab file: a model of a system to explore, in parts that ask before they show.

What names mean, whether units fit and whether a puzzle can be solved is told by `qbank.labs`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, StringConstraints, WithJsonSchema

from qbank.model.fields import (
    Amount,
    AreaField,
    BloomField,
    Choice,
    Identifier,
    LevelField,
    Model,
    OneOrMany,
    ProvenanceField,
    StatusField,
    Text,
    TextOr,
    TopicField,
    TrackField,
    Trimmed,
    ZoneField,
    plain_error,
)
from qbank.model.formula import FormulaId, Language, Latex, Sentence, Short, check_variable
from qbank.model.question import Resource
from qbank.model.validation.patterns import SOMETHING_PATTERN, VERSION_PATTERN
from qbank.model.validation.validate import problems_in
from qbank.problems import Problem, ProblemKind, quote

QuantityName: TypeAlias = Annotated[str, StringConstraints(max_length=30), AfterValidator(check_variable)]
"""The name of a quantity: letters, digits and `_`, and a letter in front."""

Title: TypeAlias = Annotated[Trimmed, StringConstraints(max_length=120)]
Label: TypeAlias = Annotated[Trimmed, StringConstraints(max_length=60)]
Prose: TypeAlias = Annotated[Text, StringConstraints(max_length=4000)]


def _check_position(value: object) -> bool | int | float | str:
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise plain_error(
        ProblemKind.TYPE, f"{quote(value)} is no position of a control: a number, a name, true or false"
    )


Position: TypeAlias = Annotated[
    bool | int | float | str,
    PlainValidator(_check_position),
    WithJsonSchema({"type": ["boolean", "number", "string"]}),
]
"""What a control is put to."""


def _as_text(value: object) -> object:
    """Take a lone number for the expression that it is."""
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        # Python refuses to write out integers of thousands of digits.
        return str(value) if isinstance(value, float) or value.bit_length() < 1000 else value
    return value


Expression: TypeAlias = Annotated[
    Language,
    BeforeValidator(_as_text),
    WithJsonSchema({"type": ["string", "number"], "pattern": SOMETHING_PATTERN, "maxLength": 1000}),
]
"""A calculation in the language of formulas, or a number."""

Setting: TypeAlias = dict[QuantityName, Position]

_INSTRUMENTS: Final = (
    ("line", "`of` against the control `x`; a line for each choice of `by`."),
    ("bar", "A bar for each of `of`, in groups by the choices of `by`."),
    ("gauge", "`of` between `least` and `most`."),
    ("heatmap", "`of` over the controls `x` and `y`."),
    ("table", "`of` as it is set, or for each choice of `by`."),
    ("readout", "The formula of `of`, with its numbers filled in."),
    ("map", "Which device holds what, by `replicas`, `stages` and `shards`."),
)
_PREDICTIONS: Final = (
    ("number", "The value of `quantity`."),
    ("choice", "One of `options`."),
    ("text", "Free text; nothing checks it."),
)
InstrumentKind: TypeAlias = Annotated[str, Choice("a kind of instrument", _INSTRUMENTS)]
PredictionKind: TypeAlias = Annotated[str, Choice("a kind of prediction", _PREDICTIONS)]
LabKind: TypeAlias = Annotated[str, Choice("the kind of a lab", (("lab", ""),))]
Scale: TypeAlias = Annotated[str, Choice("a scale", (("linear", ""), ("log", "")))]


class Slider(Model):
    """A control that takes one of many numbers: `min`, `max` and `step` or `factor`, or a list `values`."""

    min: Amount | None = Field(default=None, description="The least number.", examples=[1])
    max: Amount | None = Field(default=None, description="The largest number.", examples=[1024])
    step: Amount | None = Field(
        default=None, description="From one number to the next: the difference.", examples=[1]
    )
    factor: Annotated[float, Field(ge=1)] | None = Field(
        default=None, description="From one number to the next: the quotient.", examples=[2]
    )
    values: Annotated[list[Amount], Field(min_length=2, max_length=1000)] | None = Field(
        default=None, description="The numbers themselves, in ascending order.", examples=[[1, 2, 5, 10]]
    )
    default: Amount | None = Field(
        default=None, description="Where it stands at first; the least when left out.", examples=[8]
    )


class Select(Model):
    """A control that takes one of a few things: entries of the hardware catalog, or options with a number."""

    entries: Annotated[list[Text], Field(min_length=2, max_length=40)] | None = Field(
        default=None, description="Ids of catalog entries.", examples=[["eth-10g", "ib-ndr"]]
    )
    options: Annotated[dict[Label, Amount], Field(min_length=2, max_length=40)] | None = Field(
        default=None, description="Names and the number that each stands for.", examples=[{"BF16": "2 B"}]
    )
    default: Text | None = Field(
        default=None, description="The one chosen at first; the first when left out.", examples=["eth-10g"]
    )


class Search(Model):
    """The least value of a slider for which a condition holds, everything else as it is set."""

    over: QuantityName = Field(description="The slider.", examples=["nodes"])
    when: Language = Field(description="The condition.", examples=["worth < 1/2"])


class Control(Model):
    """What can be set: one of the three."""

    slider: Slider | None = Field(default=None, description="One of many numbers.")
    select: Select | None = Field(default=None, description="One of a few things.")
    toggle: bool | None = Field(
        default=None, description="Off or on, which count as 0 and 1; how it stands at first."
    )


class Quantity(Model):
    """One quantity of the model: a control, a given number, or what is computed from others.

    It has one of `slider`, `select`, `toggle`, `value`, `field`, `formula`, `expression`, `search`. With none
    of them it is given by the personas.
    """

    label: Label = Field(description="What it is called on the page.", examples=["Number of nodes"])
    unit: Short | None = Field(
        default=None,
        description=(
            "The unit it is shown in, and that of plain numbers given for it. When left out it is that "
            "of the formula or field, or none."
        ),
        examples=["ms"],
    )
    symbol: Latex | None = Field(
        default=None, description="Its symbol in LaTeX; its name when left out.", examples=["T_{comm}"]
    )
    note: Sentence | None = Field(default=None, description="A sentence on it, shown beside it.")
    slider: Slider | None = Field(default=None, description="A control: one of many numbers.")
    select: Select | None = Field(default=None, description="A control: one of a few things.")
    toggle: bool | None = Field(
        default=None, description="A control: off or on, 0 or 1; how it stands at first."
    )
    value: Amount | None = Field(default=None, description="A given number.", examples=["14 GB"])
    field: OneOrMany[Text] | None = Field(
        default=None,
        description=(
            "A value of a catalog entry as `entry.value`, or of the entry that a `select` stands at as "
            "`name.value`. Of several, the first that the entry has."
        ),
        examples=["h100-sxm5-80gb.memory_capacity", ["link.per_direction", "link.phy_rate"]],
    )
    formula: FormulaId | None = Field(
        default=None, description="The id of a formula of the library.", examples=["ring_allreduce_time"]
    )
    given: dict[QuantityName, Amount] | None = Field(
        default=None,
        description="For each variable of the formula a number, or an expression over other quantities.",
        examples=[{"n": "nodes", "m": "gradient", "b": "bandwidth", "a": "latency"}],
    )
    expression: Expression | None = Field(
        default=None,
        description="A calculation with other quantities, in the language of formulas.",
        examples=["nodes * t_one / (t_one + t_comm)"],
    )
    search: Search | None = Field(default=None, description="The least setting for which something holds.")


class Persona(Model):
    """Who plays the lab on one track: a role, never an invented person, and the numbers of its situation."""

    role: Label = Field(description="The role.", examples=["Training lead of a language model"])
    situation: Prose = Field(description="What is at stake, in a few sentences.")
    given: dict[QuantityName, Amount] | None = Field(
        default=None,
        description="Numbers for quantities: an amount, or `entry.value` of the catalog.",
        examples=[{"gradient": "14 GB", "memory": "h100-sxm5-80gb.memory_capacity"}],
    )
    units: dict[QuantityName, Short] | None = Field(
        default=None,
        description="Units to show quantities in on this track, and those of plain numbers given here.",
        examples=[{"gradient": "kB"}],
    )
    labels: dict[QuantityName, Label] | None = Field(
        default=None,
        description="What quantities are called on this track.",
        examples=[{"nodes": "Accelerators"}],
    )
    controls: dict[QuantityName, Control] | None = Field(
        default=None, description="Controls that take the place of those of the quantities on this track."
    )


class Option(Model):
    """An option of a prediction."""

    text: Sentence = Field(description="The option.", examples=["The slow link costs more than half."])
    when: Language | None = Field(
        default=None,
        description="The condition under which it is right; the model decides.",
        examples=["efficiency < 1/2"],
    )


class Prediction(Model):
    """What has to be locked in before a part shows anything."""

    kind: PredictionKind = Field(description="How it is answered.", examples=["number"])
    prompt: Prose = Field(
        description="What to predict; `{name}` is replaced by the value of a quantity.",
        examples=["How long does the all-reduce take on {nodes} nodes?"],
    )
    quantity: QuantityName | None = Field(
        default=None, description="Of a number: the quantity that it is compared with.", examples=["t_comm"]
    )
    within: Amount | None = Field(
        default=None,
        description="Of a number: how near counts as right; 10 % when left out.",
        examples=["25%"],
    )
    options: Annotated[list[TextOr[Option]], Field(min_length=2, max_length=8)] | None = Field(
        default=None, description="Of a choice: the options."
    )
    correct_index: Annotated[int, Field(ge=0)] | None = Field(
        default=None,
        description="Of a choice whose options have no `when`: which is right, counted from 0.",
        examples=[1],
    )
    answer: Prose | None = Field(default=None, description="Of a text: what a good answer says.")
    at: Setting | None = Field(
        default=None,
        description="The setting it is about, where it differs from that of the part.",
        examples=[{"nodes": 64, "link": "eth-10g"}],
    )
    explanation: Prose | None = Field(
        default=None, description="What to say once it is locked in; `{name}` as in the prompt."
    )


class Instrument(Model):
    """Something that shows quantities."""

    kind: InstrumentKind = Field(description="How it shows them.", examples=["line"])
    title: Title = Field(description="Its heading.", examples=["What a step is made of"])
    of: OneOrMany[QuantityName] | None = Field(
        default=None, description="The quantities it shows.", examples=["t_step", ["t_comm", "t_compute"]]
    )
    x: QuantityName | None = Field(default=None, description="The control along the bottom.")
    y: QuantityName | None = Field(default=None, description="The control along the side of a heat map.")
    by: QuantityName | None = Field(default=None, description="The control that makes lines or groups.")
    scale: Scale = Field(default="linear", description="The scale of what is shown.")
    stacked: bool = Field(default=False, description="Whether bars stand on each other.")
    least: Expression | None = Field(
        default=None, description="Where a gauge begins; 0 when left out.", examples=["0"]
    )
    most: Expression | None = Field(default=None, description="Where a gauge ends.", examples=["100[%]"])
    limit: Expression | None = Field(
        default=None, description="What to draw as a limit: an expression.", examples=["memory", "10[%]"]
    )
    fails: Language | None = Field(
        default=None,
        description="A condition: where it holds, a heat map hatches its cell and a gauge warns.",
        examples=["used > memory"],
    )
    replicas: QuantityName | None = Field(default=None, description="Of a map: how many copies of the model.")
    stages: QuantityName | None = Field(default=None, description="Of a map: how many stages of layers.")
    shards: QuantityName | None = Field(default=None, description="Of a map: over how many a layer is cut.")
    layers: QuantityName | None = Field(default=None, description="Of a map: how many layers there are.")
    per_node: QuantityName | None = Field(default=None, description="Of a map: how many devices make a node.")


class Demand(Model):
    """One thing that a puzzle demands."""

    that: Language = Field(description="The condition.", examples=["bubble < 10[%]"])
    says: Label = Field(description="The same in words.", examples=["Bubble under 10 %"])


class Best(Model):
    """The quantity that a puzzle wants as large, or as small, as possible."""

    of: QuantityName = Field(description="The quantity.", examples=["mfu"])
    least: bool = Field(default=False, description="Whether the smallest is wanted.")
    within: Amount | None = Field(
        default=None,
        description="How near to the best one has to come; 1 % of it when left out.",
        examples=["5%"],
    )


class Constraints(Model):
    """A puzzle: what a setting of the part's workbench has to satisfy, within some tries."""

    goal: Sentence | None = Field(default=None, description="The task in a sentence.")
    tries: Annotated[int, Field(ge=1, le=100)] = Field(description="How many tries there are.", examples=[6])
    require: Annotated[list[TextOr[Demand]], Field(min_length=1, max_length=12)] = Field(
        description="Conditions, or conditions with words.", examples=[["bubble < 10[%]", "used <= memory"]]
    )
    best: Best | None = Field(default=None, description="What to drive to the best value beside them.")


class LabPart(Model):
    """One part of a lab: predict, then look, then solve, then reflect."""

    title: Title = Field(description="Its heading.", examples=["The hundredth node"])
    tracks: OneOrMany[TrackField] | None = Field(
        default=None, description="The tracks that have this part; all when left out.", examples=["edge"]
    )
    prompt: Prose | None = Field(
        default=None, description="What this part is about; `{name}` is the value of a quantity."
    )
    at: Setting | None = Field(
        default=None,
        description="How controls stand in this part at first, where it is not their default.",
        examples=[{"nodes": 64}],
    )
    prediction: Prediction = Field(description="What to predict before anything is shown.")
    workbench: Annotated[list[QuantityName], Field(max_length=12)] = Field(
        default_factory=list, description="The controls that can be moved; all others stay where they are."
    )
    instruments: Annotated[list[Instrument], Field(max_length=12)] = Field(
        default_factory=list, description="What shows the model at work."
    )
    constraints: Constraints | None = Field(default=None, description="The puzzle of this part.")
    reflection: Prose | None = Field(
        default=None, description="What to write down in the end.", examples=["Defend your choice."]
    )


class Lab(Model):
    """A lab: personas, a model of a system, and parts to work through."""

    schema_version: Annotated[str, StringConstraints(pattern=VERSION_PATTERN)] = Field(
        description="The version of the format, in quotes.", examples=["1.0"]
    )
    kind: LabKind = Field(description="Says that this is a lab.", examples=["lab"])
    id: Identifier = Field(
        description="The id, the same as the name of the file.", examples=["lab-communication-wall"]
    )
    title: Title = Field(description="The title.", examples=["The Communication Wall"])
    level: LevelField = Field(description="How senior the reader is.", examples=["L4"])
    zone: ZoneField = Field(description="What the lab asks for.", examples=["analyze"])
    topic: TopicField = Field(description="What it is about.", examples=["collective-communication"])
    competency_area: AreaField = Field(description="The group of topics.", examples=["networking"])
    bloom_level: BloomField | None = Field(
        default=None, description="Bloom's level of the thinking asked for."
    )
    status: StatusField = Field(description="Where the lab stands.", examples=["published"])
    provenance: ProvenanceField = Field(description="Where its text comes from.", examples=["human"])
    expected_time_minutes: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="How long it takes.", examples=[45]
    )
    tags: list[Text] | None = Field(default=None, description="Free words to find it by.")
    authors: list[Text] | None = Field(default=None, description="Who wrote it.")
    objectives: Annotated[list[Sentence], Field(min_length=1, max_length=12)] = Field(
        description="What someone can do afterwards, one sentence each."
    )
    intro: Prose = Field(description="What the lab is about, in small Markdown.")
    personas: Annotated[dict[TrackField, Persona], Field(min_length=1)] = Field(
        description="Who plays it, by track."
    )
    quantities: Annotated[dict[QuantityName, Quantity], Field(min_length=1, max_length=120)] = Field(
        description="The model: controls, given numbers, and what follows from them."
    )
    parts: Annotated[list[LabPart], Field(min_length=1, max_length=20)] = Field(
        description="The parts, in order."
    )
    resources: list[Resource] | None = Field(default=None, description="Where to read on.")


def lab_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a lab file; an empty list when it is valid.

    Takes data of any shape and raises nothing.
    """
    return problems_in(data, Lab)
