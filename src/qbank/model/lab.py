"""The model of a lab file: a model of a system to explore, in parts that ask before they show.

What names mean, whether units fit and whether a puzzle can be solved is told by `qbank.labs`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema

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
    Title,
    TopicField,
    TrackField,
    Trimmed,
    Version,
    ZoneField,
    optional,
    required,
    several,
    value_of,
)
from qbank.model.formula import FormulaId, Language, Latex, Sentence, Short, check_variable
from qbank.model.question import Resource
from qbank.model.validation.patterns import SOMETHING_PATTERN
from qbank.model.validation.validate import problems_in
from qbank.problems import Problem

QuantityName: TypeAlias = Annotated[str, StringConstraints(max_length=30), AfterValidator(check_variable)]
"""The name of a quantity: letters, digits and `_`, and a letter in front."""

Label: TypeAlias = Annotated[Trimmed, StringConstraints(max_length=60)]
Prose: TypeAlias = Annotated[Text, StringConstraints(max_length=4000)]


Position: TypeAlias = Annotated[
    bool | int | float | str,
    value_of(
        "is no position of a control: a number, a name, true or false",
        *(bool, int, float, str),
        fits=lambda value: isinstance(value, str) or abs(value) < math.inf,
    ),
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
    ("map", "Which device holds what, by `replicas`, `stages` and `shards`; beyond `limit` there are none."),
    ("system", "The `devices`, and how a round of theirs divides into the times `of`, the first computing."),
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

    min: Amount | None = optional("The least number.", 1)
    max: Amount | None = optional("The largest number.", 1024)
    step: Amount | None = optional("From one number to the next: the difference.", 1)
    factor: Annotated[float, Field(ge=1)] | None = optional("From one number to the next: the quotient.", 2)
    values: Annotated[list[Amount], Field(min_length=2, max_length=1000)] | None = optional(
        "The numbers themselves, in ascending order.", [1, 2, 5, 10]
    )
    default: Amount | None = optional("Where it stands at first; the least when left out.", 8)


class Select(Model):
    """A control that takes one of a few things: entries of the hardware catalog, or options with a number."""

    entries: Annotated[list[Text], Field(min_length=2, max_length=40)] | None = optional(
        "Ids of catalog entries.", ["eth-10g", "ib-ndr"]
    )
    options: Annotated[dict[Label, Amount], Field(min_length=2, max_length=40)] | None = optional(
        "Names and the number that each stands for.", {"BF16": "2 B"}
    )
    default: Text | None = optional("The one chosen at first; the first when left out.", "eth-10g")


class Search(Model):
    """The least value of a slider for which a condition holds, everything else as it is set."""

    over: QuantityName = required("The slider.", "nodes")
    when: Language = required("The condition.", "worth < 1/2")


class Control(Model):
    """What can be set: one of the three."""

    slider: Slider | None = optional("One of many numbers.")
    select: Select | None = optional("One of a few things.")
    toggle: bool | None = optional("Off or on, which count as 0 and 1; how it stands at first.")


class Demand(Model):
    """A condition, and the same in words."""

    that: Language = required("The condition.", "bubble < 10[%]")
    says: Label = required("The same in words.", "Bubble under 10 %")


class Quantity(Model):
    """One quantity of the model: a control, a given number, or what is computed from others.

    It has one of `slider`, `select`, `toggle`, `value`, `field`, `formula`, `expression`, `search`. With none
    of them it is given by the personas.
    """

    label: Label = required("What it is called on the page.", "Number of nodes")
    unit: Short | None = optional(
        (
            "The unit it is shown in, and that of plain numbers given for it. When left out it is that "
            "of the formula or field, or none."
        ),
        "ms",
    )
    symbol: Latex | None = optional("Its symbol in LaTeX; its name when left out.", "T_{comm}")
    note: Sentence | None = optional("A sentence on it, shown beside it.")
    slider: Slider | None = optional("A control: one of many numbers.")
    select: Select | None = optional("A control: one of a few things.")
    toggle: bool | None = optional("A control: off or on, 0 or 1; how it stands at first.")
    value: Amount | None = optional("A given number.", "14 GB")
    field: OneOrMany[Text] | None = optional(
        (
            "A value of a catalog entry as `entry.value`, or of the entry that a `select` stands at as "
            "`name.value`. Of several, the first that the entry has."
        ),
        "h100-sxm5-80gb.memory_capacity",
        ["link.per_direction", "link.phy_rate"],
    )
    formula: FormulaId | None = optional("The id of a formula of the library.", "ring_allreduce_time")
    given: dict[QuantityName, Amount] | None = optional(
        "For each variable of the formula a number, or an expression over other quantities.",
        {"n": "nodes", "m": "gradient", "b": "bandwidth", "a": "latency"},
    )
    expression: Expression | None = optional(
        "A calculation with other quantities, in the language of formulas.",
        "nodes * t_one / (t_one + t_comm)",
    )
    search: Search | None = optional("The least setting for which something holds.")
    possible: Annotated[list[Demand], Field(min_length=1, max_length=4)] | None = optional(
        "What has to hold for it to be possible; else it has no value, and a lab says why in these words."
    )
    words: Annotated[dict[Label, Amount], Field(min_length=1, max_length=8)] | None = optional(
        "What some of its values are called, instead of a number; for a toggle what off (0) and on (1) are.",
        {"One channel for all": 1, "A switch": 0},
    )


class Persona(Model):
    """Who plays the lab on one track: a role, never an invented person, and the numbers of its situation."""

    role: Label = required("The role.", "Training lead of a language model")
    situation: Prose = required("What is at stake, in a few sentences.")
    given: dict[QuantityName, Amount] | None = optional(
        "Numbers for quantities: an amount, or `entry.value` of the catalog.",
        {"gradient": "14 GB", "memory": "h100-sxm5-80gb.memory_capacity"},
    )
    units: dict[QuantityName, Short] | None = optional(
        "Units to show quantities in on this track, and those of plain numbers given here.",
        {"gradient": "kB"},
    )
    labels: dict[QuantityName, Label] | None = optional(
        "What quantities are called on this track.", {"nodes": "Accelerators"}
    )
    controls: dict[QuantityName, Control] | None = optional(
        "Controls that take the place of those of the quantities on this track."
    )


class Option(Model):
    """An option of a prediction."""

    text: Sentence = required("The option.", "The slow link costs more than half.")
    when: Language | None = optional(
        "The condition under which it is right; the model decides.", "efficiency < 1/2"
    )


class Prediction(Model):
    """What has to be locked in before a part shows anything."""

    kind: PredictionKind = required("How it is answered.", "number")
    prompt: Prose = required(
        "What to predict; `{name}` is replaced by the value of a quantity.",
        "How long does the all-reduce take on {nodes} nodes?",
    )
    quantity: QuantityName | None = optional("Of a number: the quantity that it is compared with.", "t_comm")
    within: Amount | None = optional("Of a number: how near counts as right; 10 % when left out.", "25%")
    options: Annotated[list[TextOr[Option]], Field(min_length=2, max_length=8)] | None = optional(
        "Of a choice: the options."
    )
    correct_index: Annotated[int, Field(ge=0)] | None = optional(
        "Of a choice whose options have no `when`: which is right, counted from 0.", 1
    )
    answer: Prose | None = optional("Of a text: what a good answer says.")
    at: Setting | None = optional(
        "The setting it is about, where it differs from that of the part.", {"nodes": 64, "link": "eth-10g"}
    )
    explanation: Prose | None = optional("What to say once it is locked in; `{name}` as in the prompt.")


class Instrument(Model):
    """Something that shows quantities."""

    kind: InstrumentKind = required("How it shows them.", "line")
    title: Title = required("Its heading.", "What a step is made of")
    of: OneOrMany[QuantityName] | None = optional(
        "The quantities it shows.", "t_step", ["t_comm", "t_compute"]
    )
    x: QuantityName | None = optional("The control along the bottom.")
    y: QuantityName | None = optional("The control along the side of a heat map.")
    by: QuantityName | None = optional("The control that makes lines or groups.")
    scale: Scale = Field(default="linear", description="The scale of what is shown.")
    stacked: bool = Field(default=False, description="Whether bars stand on each other.")
    least: Expression | None = optional("Where a gauge begins; 0 when left out.", "0")
    most: Expression | None = optional("Where a gauge ends.", "100[%]")
    limit: Expression | None = optional("What to draw as a limit: an expression.", "memory", "10[%]")
    fails: Language | None = optional(
        "A condition: where it holds, a heat map hatches its cell and a gauge warns.", "used > memory"
    )
    replicas: QuantityName | None = optional("Of a map: how many copies of the model.")
    stages: QuantityName | None = optional("Of a map: how many stages of layers.")
    shards: QuantityName | None = optional("Of a map: over how many a layer is cut.")
    layers: QuantityName | None = optional("Of a map: how many layers there are.")
    per_node: QuantityName | None = optional("Of a map: how many devices make a node.")
    devices: QuantityName | None = optional("Of a system: how many devices there are.")
    shared: Language | None = optional(
        "Of a system: the condition under which all send over one channel, in turns."
    )


class Best(Model):
    """The quantity that a puzzle wants as large, or as small, as possible."""

    of: QuantityName = required("The quantity.", "mfu")
    least: bool = Field(default=False, description="Whether the smallest is wanted.")
    within: Amount | None = optional("How near to the best one has to come; 1 % of it when left out.", "5%")


class Constraints(Model):
    """A puzzle: what a setting of the part's workbench has to satisfy, within some tries."""

    goal: Sentence | None = optional("The task in a sentence.")
    tries: Annotated[int, Field(ge=1, le=100)] = required("How many tries there are.", 6)
    require: Annotated[list[TextOr[Demand]], Field(min_length=1, max_length=12)] = required(
        "Conditions, or conditions with words.", ["bubble < 10[%]", "used <= memory"]
    )
    best: Best | None = optional("What to drive to the best value beside them.")


class LabPart(Model):
    """One part of a lab: predict, then look, then solve, then reflect."""

    title: Title = required("Its heading.", "The hundredth node")
    tracks: OneOrMany[TrackField] | None = optional(
        "The tracks that have this part; all when left out.", "edge"
    )
    prompt: Prose | None = optional("What this part is about; `{name}` is the value of a quantity.")
    at: Setting | None = optional(
        "How controls stand in this part at first, where it is not their default.", {"nodes": 64}
    )
    prediction: Prediction = required("What to predict before anything is shown.")
    workbench: Annotated[list[QuantityName], Field(max_length=12)] = several(
        "The controls that can be moved; all others stay where they are."
    )
    instruments: Annotated[list[Instrument], Field(max_length=12)] = several("What shows the model at work.")
    constraints: Constraints | None = optional("The puzzle of this part.")
    surprise: Prose | None = optional(
        "What most people do not expect here; said with the explanation, `{name}` as in the prompt."
    )
    hints: Annotated[list[Prose], Field(max_length=5)] = several(
        "Help for the puzzle, one after another; each says a little more."
    )
    reflection: Prose | None = optional("What to write down in the end.", "Defend your choice.")


class Lab(Model):
    """A lab: personas, a model of a system, and parts to work through."""

    schema_version: Version = required("The version of the format, in quotes.", "1.0")
    kind: LabKind = required("Says that this is a lab.", "lab")
    id: Identifier = required("The id, the same as the name of the file.", "lab-communication-wall")
    title: Title = required("The title.", "The Communication Wall")
    level: LevelField = required("How senior the reader is.", "L4")
    zone: ZoneField = required("What the lab asks for.", "analyze")
    topic: TopicField = required("What it is about.", "collective-communication")
    competency_area: AreaField = required("The group of topics.", "networking")
    bloom_level: BloomField | None = optional("Bloom's level of the thinking asked for.")
    status: StatusField = required("Where the lab stands.", "published")
    provenance: ProvenanceField = required("Where its text comes from.", "human")
    expected_time_minutes: Annotated[int, Field(ge=0)] | None = optional("How long it takes.", 45)
    tags: list[Text] | None = optional("Free words to find it by.")
    authors: list[Text] | None = optional("Who wrote it.")
    objectives: Annotated[list[Sentence], Field(min_length=1, max_length=12)] = required(
        "What someone can do afterwards, one sentence each."
    )
    intro: Prose = required("What the lab is about, in small Markdown.")
    personas: Annotated[dict[TrackField, Persona], Field(min_length=1)] = required("Who plays it, by track.")
    quantities: Annotated[dict[QuantityName, Quantity], Field(min_length=1, max_length=120)] = required(
        "The model: controls, given numbers, and what follows from them."
    )
    parts: Annotated[list[LabPart], Field(min_length=1, max_length=20)] = required("The parts, in order.")
    resources: list[Resource] | None = optional("Where to read on.")


def lab_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a lab file; an empty list when it is valid.

    Takes data of any shape and raises nothing.
    """
    return problems_in(data, Lab)
