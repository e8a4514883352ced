"""How a claim may be read: which readings of its ambiguous spellings to try, the more usual ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice, product

from qbank.napkin.evaluate import PLAIN, Sense
from qbank.napkin.judging.relation import Case, Operand
from qbank.napkin.limits import MAX_READINGS, MAX_WORK
from qbank.napkin.symbols import Memory
from qbank.napkin.tree import Number, calls
from qbank.units import Quantity

_MACS = ("MAC",)
_IEC = "iB"

Senses = tuple[Sense, Sense]
"""How to read the left and the right side."""


def senses_to_try(case: Case, memory: Memory) -> Iterator[Senses]:
    """Yield the senses of both sides to try, the plain one first.

    Args:
        case: the claim.
        memory: the earlier results that its operands may repeat.
    """
    yield PLAIN, PLAIN
    if not _is_plain(case, memory):
        yield from islice(_all_senses(case, memory), 1, None)  # without the plain one


def _is_plain(case: Case, memory: Memory) -> bool:
    """Tell whether a claim can be read in one way alone, as most can."""
    for leaf in case.operands + case.right_operands:
        reading = leaf.readings[0]
        if len(leaf.readings) > 1 or reading.binary_steps or reading.unit.binary_steps:
            return False
        if isinstance(leaf, Number) and memory.may_repeat(leaf):
            return False
    return not (calls(case.left, "log") or calls(case.right, "log"))


def _all_senses(case: Case, memory: Memory) -> Iterator[Senses]:
    operands = case.operands + case.right_operands
    choices = _choices([leaf for leaf in operands if len(leaf.readings) > 1])
    binary = [(False, False), *_binary(case.operands, case.right_operands)]
    if case.compares:  # which is larger must not depend on how one side alone is read
        binary = [sides for sides in binary if sides[0] == sides[1]]
    scaled = any(reading.binary_steps for leaf in operands for reading in leaf.readings)
    logarithms: tuple[str, ...] = ("ln",)
    if calls(case.left, "log") or calls(case.right, "log"):
        logarithms = ("ln", "log10", "log2")
    combined = product(choices, binary, (False, True) if scaled else (False,), logarithms)
    senses = list(islice(combined, max(2, MAX_WORK // len(operands)) if operands else len(logarithms)))
    for exact in ({},) if case.compares else _substitutions(case.operands, memory):
        for chosen, (binary_left, binary_right), binary_counts, logarithm in senses:
            yield (
                Sense(binary_left, binary_counts, logarithm=logarithm, choices=chosen, exact=exact),
                Sense(binary_right, binary_counts, logarithm=logarithm, choices=chosen),
            )


def _choices(ambiguous: Sequence[Operand]) -> list[dict[int, int]]:
    """Return which readings to take: the same for operands spelled alike, then one by one."""
    alike: dict[tuple[object, ...], list[Operand]] = {}
    for leaf in ambiguous:
        alike.setdefault(_spelling(leaf), []).append(leaf)
    groups = _deviations(list(alike.values()))
    single = [leaf for leaf in ambiguous if _spelling(leaf) != _MACS]
    singles = _deviations([[leaf] for leaf in single]) if len(alike) < len(ambiguous) else iter(())
    return [{}, *islice(chain(groups, singles), MAX_READINGS)]


def _spelling(leaf: Operand) -> tuple[object, ...]:
    """Return what an ambiguous operand shares with those that must be read like it.

    Whether a MAC is one thing or two operations holds for a whole claim, in rates and denominators as well.
    """
    one, two = leaf.readings[0].unit, leaf.readings[1].unit
    if (
        one.name == two.name
        and one.dimension == two.dimension
        and two.scale / one.scale in {2, Fraction(1, 2)}
    ):
        return _MACS
    return tuple(reading.unit.name for reading in leaf.readings)


def _deviations(groups: list[list[Operand]]) -> Iterator[dict[int, int]]:
    """Yield every way to read some groups unusually, few of them first."""
    for size in range(1, len(groups) + 1):
        for chosen in combinations(groups, size):
            for places in product(*(range(1, len(group[0].readings)) for group in chosen)):
                yield {
                    leaf.start: place for group, place in zip(chosen, places, strict=True) for leaf in group
                }


def _binary(left: list[Operand], right: list[Operand]) -> list[tuple[bool, bool]]:
    """Return which sides' KB, MB and GB may be powers of 1024."""
    units = [[reading.unit for leaf in side for reading in leaf.readings] for side in (left, right)]
    # Beside GiB, a GB is meant to be another thing; a GB/s may be either.
    settled = {unit.dimension for side in units for unit in side if _IEC in unit.name}
    names = [
        {unit.name for unit in side if unit.binary_steps and unit.dimension not in settled} for side in units
    ]
    if not names[0] and not names[1]:
        return []
    if not names[0]:
        return [(False, True)]
    if not names[1]:
        return [(True, False)]
    mixed = [] if names[0] & names[1] else [(False, True), (True, False)]
    return [(True, True), *mixed]


def _substitutions(operands: list[Operand], memory: Memory) -> Iterator[dict[int, Quantity]]:
    """Yield what may stand in for operands: nothing, then the unrounded earlier results that they repeat."""
    yield {}
    numbers = [leaf for leaf in operands if isinstance(leaf, Number)]
    exact = {leaf.start: value for leaf in numbers if (value := memory.unrounded(leaf)) is not None}
    if exact:
        yield exact
