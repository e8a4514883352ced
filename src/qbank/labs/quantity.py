"""What a lab is when it has been made ready: quantities, controls, personas and parts.

All values are floating-point numbers in base units (bytes, seconds, joules, dollars, FLOP, ...); `scale` is
how many base units the unit has in which a quantity is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from qbank.algebra.tree import Condition, Node
from qbank.units import Unit
from qbank.units.dimension import Dimension
from qbank.units.names import in_symbols

Setting = Mapping[str, int]
"""For each control the number of its choice, from 0; controls left out stand at their default."""


class Source(StrEnum):
    """Where a quantity has its value from."""

    CONTROL = "control"
    GIVEN = "given"
    LOOKUP = "lookup"  # the value of the catalog entry that a select stands at
    COMPUTED = "computed"
    SEARCH = "search"


class ControlKind(StrEnum):
    """The sorts of controls."""

    SLIDER = "slider"
    SELECT = "select"
    TOGGLE = "toggle"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the positions of a control: what to call it, its value, and the catalog entry if it is one."""

    label: str
    value: float
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """What can be set; `default` is the number of a choice."""

    kind: ControlKind
    choices: tuple[Choice, ...]
    default: int


@dataclass(frozen=True, slots=True)
class Search:
    """The least choice of a slider for which a condition holds, everything else as it is."""

    over: str
    when: Condition


@dataclass(frozen=True, slots=True)
class DemandModel:
    """A condition and its words."""

    that: Condition
    says: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity for one persona.

    A lab defines it for all personas, and each persona puts in its own numbers and controls.

    Attributes:
        symbol: LaTeX.
        unit: the unit it is shown in, with a name that `parse_unit` knows; "1" if it is a pure number.
        value: of a given quantity, its value; None until a persona gives it.
        control: of a control, itself once a persona has it; of a lookup, the name of the control in `uses`.
        values: of a lookup, the value for each choice of its control.
        tree: of a computed quantity, what computes it from quantities in base units, results in base units.
        guards: what has to hold for it to have a value: bounds and conditions of its formula.
        possible: what has to hold besides, of its own value too, with words for where it does not.
        words: what some of its values are called, in base units.
        shown: the same as a reader should see it, over quantities in any units.
        uses: the quantities it is computed from, searched controls included.
        origin: in words, where a given value comes from, such as a catalog entry.
    """

    name: str
    label: str
    symbol: str
    unit: Unit
    source: Source
    note: str = ""
    value: float | None = None
    control: Control | None = None
    values: tuple[float, ...] = ()
    tree: Node | None = field(default=None, repr=False)
    guards: Condition = field(default=(), repr=False)
    possible: tuple[DemandModel, ...] = field(default=(), repr=False)
    words: tuple[tuple[str, float], ...] = ()
    shown: Node | None = field(default=None, repr=False)
    search: Search | None = None
    uses: tuple[str, ...] = ()
    origin: str = ""

    @property
    def mark(self) -> str:
        """Its unit in symbols, to be written behind a number; empty for a pure number."""
        return in_symbols(self.unit.name)

    @property
    def scale(self) -> float:
        """Base units in one of its unit."""
        return float(self.unit.scale)

    @property
    def dimension(self) -> Dimension:
        """What it measures."""
        return self.unit.dimension

    @property
    def chooses_entries(self) -> bool:
        """Whether it is a choice between catalog entries, which is no number to compute with."""
        return self.control is not None and self.control.choices[0].entry is not None


@dataclass(frozen=True, slots=True)
class OptionModel:
    """An option of a prediction; `when` says at which settings it is right."""

    text: str
    when: Condition | None = None


@dataclass(frozen=True, slots=True)
class PredictionModel:
    """What has to be predicted.

    Attributes:
        kind: number, choice or text.
        setting: what it is about.
        quantity: of a number, the one asked for; its right value is `right`, in base units.
        unit: of a number, the unit to give it in, in symbols.
        within: of a number, how near counts as right, as a share.
        right: the right value, or the number of the right option; None for text, or if it has none.
    """

    kind: str
    prompt: str
    setting: Setting
    quantity: str | None = None
    unit: str = ""
    within: float = 0.1
    options: tuple[OptionModel, ...] = ()
    right: float | None = None
    answer: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class InstrumentModel:
    """Something that shows quantities; which attributes count depends on `kind`, as in the file."""

    kind: str
    title: str
    of: tuple[str, ...] = ()
    x: str | None = None
    y: str | None = None
    by: str | None = None
    scale: str = "linear"
    stacked: bool = False
    least: Node | None = None
    most: Node | None = None
    limit: Node | None = None
    fails: Condition | None = None
    replicas: str | None = None
    stages: str | None = None
    shards: str | None = None
    layers: str | None = None
    per_node: str | None = None
    devices: str | None = None
    shared: Condition | None = None


@dataclass(frozen=True, slots=True)
class PuzzleModel:
    """What a setting has to satisfy; `best` is to come within a share `within` of its best value."""

    tries: int
    demands: tuple[DemandModel, ...]
    goal: str = ""
    best: str | None = None
    least: bool = False
    within: float = 0.01


@dataclass(frozen=True, slots=True)
class PartModel:
    """One part of a lab for one persona; `index` is its place in the file.

    Texts have their `{name}` filled in.
    """

    index: int
    title: str
    prompt: str
    setting: Setting
    prediction: PredictionModel
    workbench: tuple[str, ...]
    instruments: tuple[InstrumentModel, ...]
    puzzle: PuzzleModel | None
    reflection: str
    surprise: str = ""
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonaModel:
    """A lab as one persona meets it; `quantities` stand in the order in which they can be computed."""

    track: str
    role: str
    situation: str
    quantities: Mapping[str, Quantity]
    parts: tuple[PartModel, ...]

    @property
    def controls(self) -> Mapping[str, Control]:
        """The controls, by name."""
        return {name: one.control for name, one in self.quantities.items() if one.control is not None}


@dataclass(frozen=True, slots=True)
class LabModel:
    """A lab made ready."""

    id: str
    title: str
    intro: str
    objectives: tuple[str, ...]
    personas: Mapping[str, PersonaModel]
    minutes: int | None = None
    resources: tuple[tuple[str, str], ...] = ()
