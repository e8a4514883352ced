"""Verdicts on claims, how far off a value may be, and why a claim stays unchecked (a closed list)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct


class Verdict(StrEnum):
    """What the recomputation says about a claim."""

    OK = "ok"
    IMPRECISE = "imprecise"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


class Reason(StrEnum):
    """Why a claim is unchecked."""

    MISSING_OPERAND = "missing-operand"
    UNITS = "units"
    WORDS = "words"
    NO_VALUE = "no-value"
    TOO_LARGE = "too-large"
    DISAGREEMENT = "disagreement"


EXPLANATIONS: dict[Reason, str] = {
    Reason.MISSING_OPERAND: "an operand is a name or symbol whose value the text does not give",
    Reason.UNITS: "the units do not combine to that of the stated value, and no plain scale explains it",
    Reason.WORDS: "part of the expression is in words that are not arithmetic",
    Reason.NO_VALUE: "the expression has no value, such as a division by zero",
    Reason.TOO_LARGE: "it is beyond what is read or computed for a napkin",
    Reason.DISAGREEMENT: "qbank's two evaluators differ, which is a defect of qbank: please report it",
}
"""What each reason means, for people."""


class Tolerances(Struct, frozen=True):
    """How far a stated value may be off, as fractions of it.

    Attributes:
        approximate: what a claim marked `≈`, `~` or "about" may be off and still be ok.
        imprecise: up to here a claim is imprecise, further off it is wrong.
    """

    approximate: Fraction = Fraction(1, 20)
    imprecise: Fraction = Fraction(1, 20)


USUAL = Tolerances()
"""What is tolerated unless the settings say otherwise."""


_Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 40)]


class ClaimCounts(Struct, frozen=True):
    """How many claims of the texts came out how."""

    ok: _Count = 0
    imprecise: _Count = 0
    wrong: _Count = 0
    unchecked: _Count = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.ok + self.imprecise + self.wrong + self.unchecked

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> ClaimCounts:
        """Count verdicts."""
        counted = Counter(map(str, verdicts))
        return cls(counted["ok"], counted["imprecise"], counted["wrong"], counted["unchecked"])

    def __add__(self, other: ClaimCounts) -> ClaimCounts:
        return ClaimCounts(
            self.ok + other.ok,
            self.imprecise + other.imprecise,
            self.wrong + other.wrong,
            self.unchecked + other.unchecked,
        )
