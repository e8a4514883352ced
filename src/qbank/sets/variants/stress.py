"""Trying many variants of a question: the range of its values, and what goes wrong with which seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Final

from qbank.model.taxonomy import QuestionKind
from qbank.problems import Path
from qbank.sets.answers.key import made_options
from qbank.sets.collection import Entry
from qbank.sets.variants.checking import check
from qbank.sets.variants.make import VariantError, make_variant
from qbank.sets.variants.parameters import UnusableError, combinations, drawn_values, has_parameters

MOST_FAULTS: Final = 20
"""Faults of one question that are told one by one."""


@dataclass(frozen=True, slots=True)
class SeedFault:
    """What goes wrong with one seed: the field, and a sentence."""

    seed: str
    path: Path
    said: str


@dataclass(frozen=True, slots=True)
class Span:
    """The smallest and the largest value of a name that were drawn, as texts show them."""

    low: str
    high: str
    distinct: int


@dataclass(slots=True)
class Stress:
    """What trying a question gave.

    Attributes:
        id, path: the question.
        tried: how many seeds were drawn; 0 for a question without parameters.
        distinct: how many different variants they gave.
        possible: how many there are at most.
        spans: by name, parameters and derived values.
        claims: how many claims of napkin math held in all variants, and how many could not be checked.
        failing: how many seeds have a fault.
        faults: what went wrong, the first `MOST_FAULTS`.
    """

    id: str
    path: FilePath
    tried: int = 0
    distinct: int = 0
    possible: int = 1
    spans: dict[str, Span] = field(default_factory=dict)
    claims: tuple[int, int] = (0, 0)
    failing: int = 0
    faults: list[SeedFault] = field(default_factory=list)


def stress(entry: Entry, count: int) -> Stress:
    """Draw the variants of the seeds 1 to `count` of a valid question, and look at each.

    Looked for are values that cannot be had, claims that are wrong, solutions that the key does not hold,
    options that are equal or count as right, and mistakes that lead to nothing apart from the key.
    """
    result = Stress(entry.id, entry.path)
    if not has_parameters(entry.data):
        return result
    try:
        result.possible = combinations(entry.data)
    except UnusableError as error:
        result.failing = 1
        result.faults.append(SeedFault("", error.path, str(error)))
        return result
    drawn: dict[str, list[tuple[Fraction, str]]] = {}
    seen: set[tuple[str, ...]] = set()
    ok = unchecked = 0
    for number in range(1, count + 1):
        seed = str(number)
        result.tried += 1
        faults: list[SeedFault] = []
        try:
            variant = make_variant(entry.data, entry.path, seed)
        except VariantError as error:
            faults.append(SeedFault(seed, error.path, str(error)))
        else:
            seen.add(tuple(variant.values.values()))
            values = drawn_values(entry.data, entry.id, seed)
            for name, value in values.items():
                drawn.setdefault(name, []).append((value.amount.quantity.value, value.text))
            checked = check(variant)
            ok, unchecked = ok + checked.ok, unchecked + checked.unchecked
            faults += (SeedFault(seed, fault.path, fault.said) for fault in checked.faults)
            if variant.key is not None and variant.kind is not QuestionKind.CHOICE:
                _, useless = made_options(entry.data, variant.key, values)
                faults += (SeedFault(seed, fault.path, fault.said) for fault in useless)
        result.failing += bool(faults)
        result.faults += faults[: MOST_FAULTS - len(result.faults)]
    result.distinct = len(seen)
    result.claims = ok, unchecked
    result.spans = {name: _span(values) for name, values in drawn.items()}
    return result


def _span(values: list[tuple[Fraction, str]]) -> Span:
    return Span(min(values)[1], max(values)[1], len({text for _, text in values}))
