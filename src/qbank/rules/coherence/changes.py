"""QB908 and QB909: what changed and by how much, and on which side of the ridge something lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import agree, the_only
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, Kind, Origin
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import nouns_of

_RATES: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.FREQUENCY))
_DIRECTIONS: Final = {"rises": 1, "falls": -1}
_SPEEDS: Final = {"faster": 1, "slower": -1}
_REACH: Final = 5
_CLEARLY: Final = 1.02
_OFF: Final = 1.15
_ROUNDED: Final = 0.006
_SLACK: Final = 1.05
_MOVED: Final = frozenset(("falls", "rest"))
_BOUNDS: Final = frozenset(("memory-bound", "compute-bound"))
_OTHER_CASES: Final = frozenset(("supposed", "former", "limit", "alternative", "denied"))


class Word(Struct):
    """A word and its place in a field."""

    path: FieldPath
    start: int
    end: int


def _is_denied(pieces: list[Piece], at: int) -> bool:
    unsaid = ("denied", "supposed")
    return any(
        word.clause == pieces[at].clause and not word.meaning.cues.isdisjoint(unsaid)
        for word in pieces[max(0, at - _REACH) : at]
    )


def before_and_after(ledger: Ledger) -> tuple[Fact, Fact] | None:
    """Return what lines of the calculations tell of the same thing before and after a change."""
    told = [
        fact
        for fact in ledger.facts
        if fact.origin is Origin.CALCULATIONS
        and (fact.label or fact.result_of is not None)
        and fact.operand_of is None
        and fact.value > 0
    ]
    before = [fact for fact in told if "former" in fact.cues and "latter" not in fact.cues]
    after = [fact for fact in told if "latter" in fact.cues and "former" not in fact.cues]
    if (
        len(before) != 1
        or len(after) != 1
        or before[0].kind is not after[0].kind
        or before[0].kind is Kind.COUNT
    ):
        return None
    one, two = (_named(ledger, fact) for fact in (before[0], after[0]))
    return (before[0], after[0]) if one & two or not (one or two) else None


def _named(ledger: Ledger, fact: Fact) -> frozenset[str]:
    """Return what the label of a line names, but for when: `After losses`."""
    label = ledger.label_of(fact)
    return nouns_of(piece for piece in label if piece.meaning.cues.isdisjoint(("former", "latter")))


class WrongChange(LedgerRule):
    """The solution tells of a change in another direction or of another size than the figures.

    Two lines of the calculations tell a value before and after a change. The solution says that it rose where
    it fell, takes the share that is left for the share that was saved, or names another factor (`twice as
    fast`) than the two values have. Correct the word or the figure.
    """

    code = "QB908"
    name = "wrong-change"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Fusing the kernels made the step longer.\n"
                "  napkin_math: |\n"
                "    - Before fusing: 64 ms\n"
                "    - After fusing: 48 ms\n"
            ),
            underlines="longer",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The move reduced the bill by 80%.\n"
                "  napkin_math: |\n"
                "    - Before the move: $500\n"
                "    - After the move: $400\n"
                "    - 400 / 500 = 80%\n"
            ),
            underlines="80%",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Pruning makes the file smaller by 35%.\n"
                "  napkin_math: |\n"
                "    - Kept: 28 MB / 80 MB = 35%\n"
            ),
            underlines="35%",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Fusing the kernels made the step shorter.\n"
                "  napkin_math: |\n"
                "    - Before fusing: 64 ms\n"
                "    - After fusing: 48 ms\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare the words for a change with the values before and after it."""
        yield from _ratio_left(ledger)
        pair = before_and_after(ledger)
        if pair is None or not pair[1].value:
            return
        before, after = pair
        path, pieces = next(iter(ledger.solution.items()), (None, []))
        change = after.value / before.value
        ways = {
            at: way
            for at, piece in enumerate(pieces)
            if (way := _direction(piece, before.kind)) and not _is_denied(pieces, at)
        }
        if path is None or len(set(ways.values())) > 1:
            return
        for at, way in ways.items():
            if change < 1 / _CLEARLY if way > 0 else change > _CLEARLY:
                what = f"from {before.text} to {after.text} it {'fell' if way > 0 else 'rose'}"
                yield Violation(_place(path, pieces[at]), what, pair)
                return
        size = max(change, 1 / change)
        for at, piece in enumerate(pieces):
            factor = piece.meaning.number if "factor" in piece.meaning.cues else None
            if factor and not _is_denied(pieces, at) and max(size / factor, factor / size) > _OFF:
                what = f"{piece.text}: from {before.text} to {after.text} is a factor of {size:.3g}"
                yield Violation(_place(path, piece), what, pair)
                return


def _ratio_left(ledger: Ledger) -> Iterator[Violation]:
    """Yield the quotient of what is left and what was there, where the solution says that it fell by that."""
    for fact in ledger.facts:
        pieces = ledger.pieces[fact.path]
        if (
            fact.origin not in CONCLUDING
            or fact.kind is not Kind.SHARE
            or not fact.at
            or "falls" not in fact.cues
        ):
            continue
        if "difference" not in pieces[fact.at - 1].meaning.cues or not fact.cues.isdisjoint(_OTHER_CASES):
            continue
        same = [one for one in ledger.facts if one.origin not in CONCLUDING and _is_share(one, fact.value)]
        ratios = [ledger.claims[one.result_of] for one in same if one.result_of is not None]
        if len(ratios) != len(same) or abs(fact.value - 0.5) <= _ROUNDED:
            continue
        for claim in ratios:
            if claim.operator == "/" and len(claim.operands) == 2 and claim.result is not None:
                part, whole = claim.operands
                if (
                    part.kind is whole.kind
                    and not _is_difference(part, ledger)
                    and not _MOVED & claim.result.traits
                ):
                    what = f"{fact.text} is what is left of {whole.text}; it fell by {1 - fact.value:.0%}"
                    yield Violation(fact, what, (claim.result,))
                    return


def _is_share(fact: Fact, value: float) -> bool:
    return fact.kind in {Kind.SHARE, Kind.COUNT} and abs(fact.value - value) <= _ROUNDED


def _is_difference(part: Fact, ledger: Ledger) -> bool:
    """Whether a value is what something fell by: it was subtracted, or the text says so."""
    number = part.number
    for one in ledger.facts:
        if one is not part and (agree(one, part) or one.number == number):
            before = ledger.pieces[one.path][one.at - 1] if one.at else None
            if before is not None and "difference" in before.meaning.cues:
                return True
            if one.result_of is not None and ledger.claims[one.result_of].operator == "-":
                return True
    return False


def _direction(piece: Piece, kind: Kind) -> int:
    """Return whether a word says that a value of a kind rose (1) or fell (-1); 0 if neither."""
    for cue, way in _DIRECTIONS.items():
        if cue in piece.meaning.cues:
            return way
    for relation, way in _SPEEDS.items():
        if relation in piece.meaning.relations and (kind in _RATES or kind is Kind.TIME):
            return way if kind in _RATES else -way
    return 0


def _place(path: FieldPath, piece: Piece) -> Word:
    return Word(path, piece.start, piece.end)


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
        said = {
            bound
            for pieces in ledger.solution.values()
            for at, piece in enumerate(pieces)
            for bound in piece.meaning.cues & _BOUNDS
            if not _is_denied(pieces, at) and not (at and "becoming" in pieces[at - 1].meaning.cues)
        }
        if intensity is None or len(said) != 1:
            return
        low, high = sorted((intensity.value, ridge.value))
        right = "compute-bound" if intensity.value > ridge.value else "memory-bound"
        if high > low * _SLACK and said != {right}:
            side = "above" if right == "compute-bound" else "below"
            message = f"{intensity.text} is {side} the ridge of {ridge.text}, so {right}"
            yield Violation(intensity, message, (ridge,))
