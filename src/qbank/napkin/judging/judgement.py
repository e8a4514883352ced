"""What the judge says of a claim, and how far off a value may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from qbank.napkin.evaluate import PLAIN, Sense
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Node
from qbank.units import Quantity, physical
from qbank.units.dimension import Dimension

_RANK = {Verdict.OK: 0, Verdict.IMPRECISE: 1, Verdict.WRONG: 2, Verdict.UNCHECKED: 3}


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far a stated value may be off, as fractions of it.

    Attributes:
        approximate: what a claim marked `≈`, `~` or "about" may be off and still be ok.
        imprecise: up to here a claim is imprecise, further off it is wrong.
    """

    approximate: Fraction = Fraction(1, 20)
    imprecise: Fraction = Fraction(1, 20)
    rough: tuple[float, float] = field(init=False, repr=False, compare=False)  # both in floating point

    def __post_init__(self) -> None:
        object.__setattr__(self, "rough", (float(self.approximate), float(self.imprecise)))


USUAL = Tolerances()
"""What is tolerated unless the settings say otherwise."""


@dataclass(slots=True)
class Judgement:
    """A verdict with what led to it.

    Attributes:
        computed: the left side's value; None when undecidable.
        stated: the right side's value; None when undecidable.
        sense, right_sense: the readings under which the two sides were computed.
        note: what was assumed, for a reader; empty if nothing.
        error: how far the two sides are apart, as a fraction of the stated one.
        evidence: the evaluations it rests on, which a second evaluator has to confirm.
        exactly: computes what is not there yet, if the verdict was plain to see.
        seen: what the two sides measure, if so; None if only exact arithmetic can tell.
    """

    verdict: Verdict
    reason: Reason | None = None
    detail: str = ""
    computed: Quantity | None = None
    stated: Quantity | None = None
    sense: Sense = PLAIN
    right_sense: Sense = PLAIN
    note: str = ""
    error: Fraction = Fraction(0)
    evidence: tuple[tuple[Node, Sense, Quantity], ...] = ()
    exactly: Callable[[], Judgement] | None = field(default=None, repr=False, compare=False)
    seen: tuple[Dimension, Dimension] | None = field(default=None, repr=False, compare=False)

    @property
    def measures(self) -> tuple[Dimension | None, Dimension | None]:
        """What the two sides measure, None for one without a value."""
        if self.seen is not None:
            return self.seen
        return (
            None if self.computed is None else physical(self.computed.dimension),
            None if self.stated is None else physical(self.stated.dimension),
        )

    def implausibility(self) -> tuple[int, bool, Fraction]:
        """Return what to sort readings by: verdict, then powers of 1024, then error.

        Where powers of 1024 explain nothing, they are not what was meant.
        """
        binary = self.sense.powers_of_1024 or self.right_sense.powers_of_1024
        return _RANK[self.verdict], binary, self.error

    @classmethod
    def at_sight(
        cls,
        exactly: Callable[[], Judgement],
        seen: tuple[Dimension, Dimension] | None,
        verdict: Verdict = Verdict.OK,
        reason: Reason | None = None,
        note: str | None = "",
    ) -> Judgement:
        """Return a verdict; few ask for the values, errors and evidence of one that is plain to see.

        Without a note, that is left to the exact arithmetic as well.
        """
        judgement = cls.__new__(cls)
        judgement.verdict, judgement.reason = verdict, reason
        judgement.exactly, judgement.seen = exactly, seen
        if note is not None:
            judgement.note = note
        return judgement

    def noted(self, note: str) -> Judgement:
        """Return the same with another note."""
        exactly = self.exactly
        if exactly is None:
            return replace(self, note=note)
        return Judgement.at_sight(lambda: exactly().noted(note), self.seen, self.verdict, self.reason, note)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name not in _LATER or self.exactly is None:
                raise AttributeError(name)
            exact = self.exactly()
            for attribute in _LATER:
                setattr(self, attribute, getattr(exact, attribute))
            return getattr(self, name)


_LATER = ("computed", "stated", "sense", "right_sense", "error", "evidence", "detail", "note")
