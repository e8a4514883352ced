"""QB909: on which side of the ridge something lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from qbank.facts.derivation import agree, the_only
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_REACH: Final = 5
_SLACK: Final = 1.05
_BOUNDS: Final = frozenset(("memory-bound", "compute-bound"))


def _is_denied(pieces: list[Piece], at: int) -> bool:
    unsaid = ("denied", "supposed")
    return any(
        word.clause == pieces[at].clause and not word.meaning.cues.isdisjoint(unsaid)
        for word in pieces[max(0, at - _REACH) : at]
    )


def _bounds(fields: Iterable[list[Piece]]) -> set[str]:
    """Return what some fields say to be the limit: the memory, the operations or both."""
    return {
        bound
        for pieces in fields
        for at, piece in enumerate(pieces)
        for bound in piece.meaning.cues & _BOUNDS
        if not _is_denied(pieces, at) and not (at and "becoming" in pieces[at - 1].meaning.cues)
    }


class WrongSideOfRidge(LedgerRule):
    """A kernel is called memory-bound above the ridge, or compute-bound below it.

    The question tells an arithmetic intensity and the ridge of the device: the peak over the bandwidth. Above
    the ridge the operations limit, below it the memory does. Correct the conclusion, or the intensity.
    """

    code = "QB909"
    name = "wrong-side-of-ridge"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The kernel is compute-bound.\n"
                "  napkin_math: |\n"
                "    - Ridge: 312 TFLOPS / 2 TB/s = 156 FLOP/byte\n"
                "    - Intensity: 24 FLOP/byte\n"
            ),
            underlines="24 FLOP/byte",
        ),
        Example(
            yaml=(
                "scenario: On the former card the ridge stood at 20 FLOP/byte.\n"
                "details:\n"
                "  realistic_solution: The kernel is compute-bound.\n"
                "  napkin_math: |\n"
                "    - Ridge: 312 TFLOPS / 2 TB/s = 156 FLOP/byte\n"
                "    - Intensity: 24 FLOP/byte\n"
            ),
            underlines="24 FLOP/byte",
        ),
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - Ridge: 312 TFLOPS / 2 TB/s = 156 FLOP/byte\n"
                "    - Class: 24 FLOP/byte against 156 FLOP/byte, compute-bound\n"
            ),
            underlines="24 FLOP/byte",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The kernel is memory-bound.\n"
                "  napkin_math: |\n"
                "    - Ridge: 312 TFLOPS / 2 TB/s = 156 FLOP/byte\n"
                "    - Intensity: 24 FLOP/byte\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare the one intensity with the one ridge, and both with what the solution says."""
        told = [fact for fact in ledger.by_kind[Kind.OTHER] if fact.is_topic]
        ridges = [fact for fact in told if "ridge" in fact.traits]
        ridge = the_only(ridges)
        if ridge is None:
            return
        dimension = ridge.mention.unit.dimension
        others = [
            fact for fact in told if fact.mention.unit.dimension == dimension and not agree(fact, ridge)
        ]
        intensity = the_only(others) or the_only(fact for fact in others if fact.result_of is not None)
        said = _bounds(ledger.solution.values()) or _bounds(
            pieces for path, pieces in ledger.pieces.items() if path[-1] == "napkin_math"
        )
        if intensity is None or len(said) != 1:
            return
        low, high = sorted((intensity.value, ridge.value))
        right = "compute-bound" if intensity.value > ridge.value else "memory-bound"
        if high > low * _SLACK and said != {right}:
            side = "above" if right == "compute-bound" else "below"
            message = f"{intensity.text} is {side} the ridge of {ridge.text}, so {right}"
            yield Violation(intensity, message, (ridge,))
