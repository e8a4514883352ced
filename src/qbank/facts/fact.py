"""A fact: a quantity of a question, and what it is of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qbank.facts.devices.device import Device
from qbank.facts.pieces import Mention, Piece
from qbank.facts.vocabulary import GUESSED, Kind, Modality, Origin, Role, Standing, Why
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Negation

FieldPath = tuple[str | int, ...]


class Field(Struct):
    """A text of a question to be read: where it stands, what part it plays, and its claims."""

    path: FieldPath
    text: str
    origin: Origin
    claims: Sequence[Claim] = ()


class Subject(Struct, frozen=True):
    """What a quantity is of; nobody changes one.

    Attributes:
        name: as the text calls it, in lower case; empty if nothing is known.
        thing: the thing of the lexicon that the name means.
        sort: the sort of that thing.
        device: the hardware that it is, if the catalog has it.
        why: how it was bound.
    """

    name: str = ""
    thing: str = ""
    sort: str = ""
    device: Device | None = None
    why: Why = Why.NOTHING

    @property
    def told(self) -> str:
        """The name, if words tie it to the quantity, and none that is a guess."""
        return self.name if self.thing or self.why not in GUESSED else ""

    @property
    def is_stranger(self) -> bool:
        """Whether it takes something, and is no part of a device by its name: `hovering takes 210 W`."""
        return self.why is Why.VERB and bool(self.name) and not self.sort


_NOTHING = Subject()


class Fact(Struct, eq=False):
    """A quantity with what it is.

    Attributes:
        path: the field.
        start, end: code-point offsets in it.
        text: as written; with the unit of its result, if it is a term of a sum that leaves it out.
        at: its piece in the field.
        mention: its size, kind and unit.
        role, role_why: what it is, and how that was bound.
        subject: what it is of.
        place: where that lies: `device`, `host`, `sram`, `flash`, `disk`, `memory`; empty if nothing says.
        scope: of how many it is: `one` or `all`, empty if nothing says so.
        scope_of: the noun of the scope.
        per: what it is per.
        holders: how many things have that room each: `four 3.84 TB drives`.
        standing, modality, origin: see `vocabulary`.
        cues: what the words of its clause say.
        traits: what the nouns around it and those of its label say.
        rank: of a percentile, which one it is.
        width: of parameters, the bytes of each, if the text names one data type for them.
        label: the words of its line's label, in prose of its sentence's.
        label_span: the first piece of that, and the one behind.
        label_nouns: what these words name, if it enters a claim whose result they name.
        kind: what it measures.
        value: its size in base units, of a range the upper end.
        line, sentence, clause: their numbers in the field.
        result_of, operand_of: the claims that it is the result of, or enters; numbers in the ledger.
        same: the other facts with the same value and unit.
    """

    path: FieldPath
    start: int
    end: int
    text: str
    at: int
    mention: Mention
    role: Role = Role.UNKNOWN
    role_why: Why = Why.NOTHING
    subject: Subject = _NOTHING
    place: str = ""
    scope: str = ""
    scope_of: str = ""
    per: str = ""
    holders: int = 1
    standing: Standing = Standing.TOPIC
    modality: Modality = Modality.GIVEN
    origin: Origin = Origin.SCENARIO
    cues: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    rank: float = 0.0
    width: float = 0.0
    label: str = ""
    label_span: tuple[int, int] = (0, 0)
    label_nouns: tuple[Piece, ...] = ()
    line: int = 0
    sentence: int = 0
    clause: int = 0
    result_of: int | None = None
    operand_of: int | None = None
    same: list[Fact] = []
    kind: Kind = Kind.OTHER
    value: float = 0.0

    def __post_init__(self) -> None:
        """Take kind and value from the mention; they are read far too often to look them up there."""
        self.measure(self.mention)

    @property
    def number(self) -> float:
        """The value as it is written, without unit and multiplier."""
        return self.value / self.mention.scale

    @property
    def is_bare(self) -> bool:
        """Whether it is a number without unit and multiplier."""
        return self.mention.is_bare

    @property
    def is_in_bits(self) -> bool:
        """Whether it is an amount or a rate of bits, and not of bytes."""
        unit = self.mention.unit.name.partition("/")[0]
        of_data = self.kind is Kind.BYTES or self.kind is Kind.BYTE_RATE
        return of_data and "b" in unit and "B" not in unit and "byte" not in unit

    @property
    def is_topic(self) -> bool:
        """Whether it is of what the question is about, and of no other case."""
        return self.standing is Standing.TOPIC

    @property
    def is_calculated(self) -> bool:
        """Whether a calculation has it, as what it comes to or as what enters it."""
        return self.result_of is not None or self.operand_of is not None

    @property
    def said(self) -> frozenset[str]:
        """What its clause and the words beside it say of it."""
        return self.cues | self.traits

    @property
    def is_made(self) -> bool:
        """Whether any place of the question computes its value."""
        return any(one.result_of is not None for one in (self, *self.same))

    def measure(self, mention: Mention) -> None:
        """Set its size, kind and unit."""
        self.mention, self.kind, self.value = mention, mention.kind, mention.high


class NamedDevice(Struct):
    """A name of hardware in a text, and the part that it plays.

    `count` is how many are said to be there; `supposed`, whether its clause is a condition or a plan.
    """

    path: FieldPath
    device: Device
    at: int
    sentence: int
    line: int
    standing: Standing
    count: int = 1
    supposed: bool = False

    @property
    def is_topic(self) -> bool:
        """Whether the question is about it, and no other case."""
        return self.standing is Standing.TOPIC


class ClaimFacts(Struct, eq=False):
    """A claim of the verifier with the facts that enter it, the one that it states, and its operator."""

    path: FieldPath
    claim: Claim
    operands: tuple[Fact, ...]
    result: Fact | None
    operator: str

    @property
    def negative(self) -> bool:
        """Whether the result has a sign."""
        return isinstance(self.claim.right, Negation)


class Relation(Struct, eq=False):
    """What a text says of two things: that one fits, exceeds, is chosen.

    Attributes:
        name: the relation, as the lexicon calls it.
        words: those that say so, in lower case.
        path, start, end: where they stand.
        at: the place of their piece among all of the field.
        negated: whether it is denied.
        supposed: whether it is a question or a condition.
        before, behind: the facts before and behind these words in their sentence.
        things_before, things_behind: the things that are named there.
        place: where data may lie that is named first behind these words.
        devices: the hardware that the sentence names.
    """

    name: str
    words: str
    path: FieldPath
    start: int
    end: int
    at: int
    negated: bool
    supposed: bool
    origin: Origin
    standing: Standing
    sentence: int
    clause: int
    before: tuple[Fact, ...] = ()
    behind: tuple[Fact, ...] = ()
    things_before: frozenset[str] = frozenset()
    things_behind: frozenset[str] = frozenset()
    place: str = ""
    devices: tuple[Device, ...] = ()

    @property
    def is_topic(self) -> bool:
        """Whether it is said of what the question is about, and of no other case."""
        return self.standing is Standing.TOPIC

    @property
    def is_asserted(self) -> bool:
        """Whether it is said of the topic as it is, neither denied nor supposed."""
        return not self.negated and not self.supposed and self.is_topic
