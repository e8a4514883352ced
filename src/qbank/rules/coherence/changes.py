"""QB908 and QB909: what changed and by how much, and on which side of the ridge something lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.counted import singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, Kind, Origin, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_RATES: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.FREQUENCY))
_DIRECTIONS: Final = {"rises": 1, "falls": -1}
_SPEEDS: Final = {"faster": 1, "slower": -1}
_WAYS: Final = frozenset(("falls", "rises"))
_REACH: Final = 5
_MOVE_REACH: Final = 6
_CLEARLY: Final = 1.02
_OFF: Final = 1.15
_ROUNDED: Final = 0.006
_SLACK: Final = 1.05
_MOVED: Final = frozenset(("falls", "rest"))
_MOST_VALUES: Final = 40
_NEAR_SHARE: Final = 0.03
_BOUNDS: Final = frozenset(("memory-bound", "compute-bound"))
_OTHER_CASES: Final = frozenset(("supposed", "former", "limit", "alternative", "denied"))


class Word(Struct):
    """A word and its place in a field."""

    path: FieldPath
    start: int
    end: int


def _concluding(ledger: Ledger) -> Iterator[list[Piece]]:
    return (pieces for path, pieces in ledger.pieces.items() if path[-1] == "realistic_solution")


def _is_denied(pieces: list[Piece], at: int) -> bool:
    unsaid = ("denied", "supposed")
    return any(
        word.clause == pieces[at].clause and not word.meaning.cues.isdisjoint(unsaid)
        for word in pieces[max(0, at - _REACH) : at]
    )


def _only(facts: Iterable[Fact]) -> Fact | None:
    """Return the one fact of some that agree in value; None if there are none, or several values."""
    found = {fact.value: fact for fact in facts}
    return next(iter(found.values())) if len(found) == 1 else None


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


def _named(ledger: Ledger, fact: Fact) -> set[str]:
    """Return what the label of a line names, but for when: `After losses`."""
    return {
        singular(piece.text)
        for piece in ledger.label_of(fact)
        if piece.is_word and not piece.meaning.part and piece.meaning.cues.isdisjoint(("former", "latter"))
    }


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
                "scenario: After pruning, latency fell from 60 ms to 45 ms.\n"
                "details:\n  realistic_solution: Latency fell by a third.\n"
            ),
            underlines="by a third",
        ),
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
                "scenario: After pruning, latency fell from 60 ms to 45 ms.\n"
                "details:\n  realistic_solution: Latency fell by a quarter.\n"
            ),
        ),
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
        yield from _other_way(ledger)
        yield from _other_share(ledger)
        pair = before_and_after(ledger)
        if pair is None or not pair[1].value:
            return
        before, after = pair
        related = ((before, before.label), (after, after.label))
        path = next((path for path in ledger.pieces if path[-1] == "realistic_solution"), None)
        pieces = ledger.pieces.get(path, []) if path is not None else []
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
                yield Violation(_place(path, pieces[at]), what, related)
                return
        yield from _other_end(ledger, before, after)
        size = max(change, 1 / change)
        for at, piece in enumerate(pieces):
            factor = piece.meaning.number if "factor" in piece.meaning.cues else None
            if factor and not _is_denied(pieces, at) and max(size / factor, factor / size) > _OFF:
                what = f"{piece.text}: from {before.text} to {after.text} is a factor of {size:.3g}"
                yield Violation(_place(path, piece), what, related)
                return
        if -1 in ways.values() and change < 1:
            yield from _share_left(ledger, before, change)


def moves_of(ledger: Ledger) -> list[tuple[Fact, Fact]]:
    """Return what the texts say that something went from and to: `the error went from 4% to 3%`."""
    found: list[tuple[Fact, Fact]] = []
    for one, other in pairwise(ledger.facts):
        if one.path == other.path and one.clause == other.clause and one.kind is other.kind and one.at:
            pieces = ledger.pieces[one.path]
            between = pieces[one.at + 1 : other.at]
            if pieces[one.at - 1].text == "from" and between and between[-1].text == "to":
                found.append((one, other))
    return found


def _other_way(ledger: Ledger) -> Iterator[Violation]:
    """Yield values that are said to rise or to fall where the text tells that they went the other way.

    The sentence itself names both ends, or by how much, and one change alone is as large as that.
    """
    moves = ledger.view(moves_of)
    for path, pieces in ledger.pieces.items() if moves else ():
        ways = {
            at: -1 if "falls" in piece.meaning.cues else 1
            for at, piece in enumerate(pieces)
            if path[-1] == "realistic_solution"
            and "going" in piece.meaning.cues
            and not _WAYS.isdisjoint(piece.meaning.cues)
        }
        for at, way in ways.items():
            near = [
                word for word in pieces[at + 1 : at + 1 + _MOVE_REACH] if word.clause == pieces[at].clause
            ]
            if (
                _is_denied(pieces, at)
                or len([one for one in ways if pieces[one].clause == pieces[at].clause]) > 1
            ):
                continue
            ends = [(one, two) for one, two in moves if one.path == path and pieces[one.at] in near]
            by = next((word for word in near if "difference" in word.meaning.cues), None)
            size = next(
                (fact for fact in ledger.facts if by and fact.path == path and fact.start == by.end + 1), None
            )
            if size is not None and not ends:
                number = size.number
                ends = [
                    (one, two)
                    for one, two in moves
                    if abs(abs(one.number - two.number) - number) < 1e-6 * number
                ]
            if (
                len({two.value > one.value for one, two in ends}) == 1
                and (ends[0][1].value - ends[0][0].value) * way < 0
            ):
                one, two = ends[0]
                what = f"{pieces[at].text}, but it went from {one.text} to {two.text}"
                yield Violation(_place(path, pieces[at]), what, ((one, one.text), (two, two.text)))


def _other_end(ledger: Ledger, before: Fact, after: Fact) -> Iterator[Violation]:
    """Yield what the solution puts in the place of the value before, where another one came after it."""
    told = [fact for fact in ledger.facts if fact.origin in CONCLUDING and fact.kind is before.kind]
    ends = [(two, one) for one, two in ledger.view(moves_of) if one in told]
    for one, two in pairwise(told):
        if one.path == two.path and one.sentence == two.sentence:
            between = ledger.pieces[one.path][one.at + 1 : two.at]
            if len(between) == 1 and "alternative" in between[0].meaning.cues:
                ends.append((one, two))
    for new, old in ends:
        if agree(old, before) and not agree(new, after) and not agree(new, before):
            what = f"{new.text} for {old.text}, but {after.text} came after {before.text}"
            yield Violation(new, what, ((after, after.label), (before, before.label)))


def _share_left(ledger: Ledger, before: Fact, change: float) -> Iterator[Violation]:
    """Yield the share that is left of a value where the solution says that it fell by that."""
    for fact in ledger.facts:
        pieces = ledger.pieces[fact.path]
        by = (
            pieces[fact.at - 1] if fact.origin in CONCLUDING and fact.kind is Kind.SHARE and fact.at else None
        )
        is_left = abs(fact.value - change) <= _ROUNDED < abs(fact.value - (1 - change))
        if by is not None and "difference" in by.meaning.cues and is_left:
            what = f"{fact.text} is what is left of {before.text}; it fell by {1 - change:.0%}"
            yield Violation(fact, what, ((before, before.label),))


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
                    yield Violation(fact, what, ((claim.result, claim.result.label),))
                    return


def _other_share(ledger: Ledger) -> Iterator[Violation]:
    """Yield by which share the solution says that something fell or rose, where nothing changed by that.

    The question tells one change from a value to another one, and no two of its values differ by that share.
    """
    told = [*ledger.view(moves_of), *filter(None, [before_and_after(ledger)])]
    moves = {(one.value, two.value): (one, two) for one, two in told}
    if len(moves) != 1:
        return
    [(before, after)] = moves.values()
    for fact in ledger.by_kind.get(Kind.SHARE, ()):
        pieces = ledger.pieces[fact.path]
        by = pieces[fact.at - 1 : fact.at + 1] if fact.at else []
        if (
            fact.origin in CONCLUDING
            and fact.standing is Standing.TOPIC
            and not _WAYS.isdisjoint(fact.cues)
            and fact.cues.isdisjoint(_OTHER_CASES)
            and any("difference" in piece.meaning.cues for piece in by)
            and not any(_is_share(one, fact.value) for one in ledger.facts if one.origin not in CONCLUDING)
            and all(abs(fact.value - change) > _NEAR_SHARE for change in _changes(ledger, _WAYS & fact.cues))
        ):
            change = abs(after.value / before.value - 1) if before.value else 0.0
            what = f"{fact.text}, but from {before.text} to {after.text} it changed by {change:.3g}"
            yield Violation(fact, what, ((before, before.text), (after, after.text)))


def _changes(ledger: Ledger, ways: frozenset[str]) -> Iterator[float]:
    """Yield by which shares any two values of one kind fall or rise."""
    for facts in ledger.by_kind.values():
        values = sorted({fact.value for fact in facts if fact.value > 0})[:_MOST_VALUES]
        for low, high in combinations(values, 2):
            yield from (1 - low / high for way in ways if way == "falls")
            yield from (high / low - 1 for way in ways if way == "rises")


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
        told = [fact for fact in ledger.by_kind.get(Kind.OTHER, ()) if fact.standing is Standing.TOPIC]
        ridges = [fact for fact in told if "ridge" in fact.traits]
        ridge = _only(ridges)
        if ridge is None:
            return
        dimension = ridge.mention.unit.dimension
        others = [
            fact for fact in told if fact.mention.unit.dimension == dimension and not agree(fact, ridge)
        ]
        intensity = _only(others) or _only(fact for fact in others if fact.result_of is not None)
        said = _bounds(_concluding(ledger)) or _bounds(
            pieces for path, pieces in ledger.pieces.items() if path[-1] == "napkin_math"
        )
        if intensity is None or len(said) != 1:
            return
        low, high = sorted((intensity.value, ridge.value))
        right = "compute-bound" if intensity.value > ridge.value else "memory-bound"
        if high > low * _SLACK and said != {right}:
            side = "above" if right == "compute-bound" else "below"
            message = f"{intensity.text} is {side} the ridge of {ridge.text}, so {right}"
            yield Violation(intensity, message, ((ridge, ridge.label),))
