"""Trying many variants of a question: the range of its values, and what goes wrong with which seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Final

from msgspec.structs import replace

from qbank.model.taxonomy import QuestionKind
from qbank.problems import Path as DataPath
from qbank.sets.answers.distractors import distractors
from qbank.sets.answers.key import made_options
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.fault import Fault
from qbank.sets.variants.checking import check
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.parameters import (
    Value,
    VariantError,
    combinations,
    has_parameters,
    quantities_of,
    values_of,
)
from qbank.sets.variants.variant import Variant

MOST_FAULTS: Final = 20
"""Faults of one question that are told one by one."""


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
    faults: list[Fault] = field(default_factory=list)


def stress(question: BankQuestion, count: int) -> Stress:
    """Draw the variants of the seeds 1 to `count` of a valid question, and look at each.

    Looked for are values that cannot be had, claims that are wrong, solutions that the key does not hold,
    options that are equal or count as right, and mistakes that lead to nothing apart from the key.
    """
    result = Stress(question.id, question.path)
    if not has_parameters(question.data):
        return result
    try:
        result.possible = combinations(question.data)
    except VariantError as error:
        result.failing = 1
        result.faults.append(Fault(error.path, str(error)))
        return result
    drawn: dict[str, list[tuple[Fraction, str]]] = {}
    distinct: set[tuple[str, ...]] = set()
    ok = unchecked = 0
    usual = _usual(question)
    for seed in map(str, range(1, count + 1)):
        result.tried += 1
        try:
            variant = make_variant(question.data, question.path, seed)
        except VariantError as error:
            faults = [Fault(error.path, str(error))]
        else:
            distinct.add(tuple(variant.values.values()))
            values = values_of(question.data, seed)
            for name, value in values.items():
                drawn.setdefault(name, []).append((value.amount.quantity.value, value.text))
            checked = check(variant)
            ok, unchecked = ok + checked.ok, unchecked + checked.unchecked
            faults = [
                *checked.faults,
                *_turned(variant, usual),
                *_useless_mistakes(variant, question, values),
            ]
        result.failing += bool(faults)
        result.faults += (replace(fault, seed=seed) for fault in faults[: MOST_FAULTS - len(result.faults)])
    result.distinct = len(distinct)
    result.claims = ok, unchecked
    for name, found in drawn.items():
        result.spans[name] = Span(min(found)[1], max(found)[1], len({text for _, text in found}))
    return result


def _usual(question: BankQuestion) -> Variant | None:
    try:
        return make_variant(question.data, question.path)
    except VariantError:
        return None


def _turned(variant: Variant, usual: Variant | None) -> Iterator[Fault]:
    """Yield the answers that are negative or nothing, where those of the default instance are not."""
    if usual is None:
        return
    places: list[DataPath] = [("answer",), *(("parts", at, "answer") for at in range(len(usual.part_keys)))]
    pairs = zip((usual.key, *usual.part_keys), (variant.key, *variant.part_keys), strict=True)
    for path, (before, key) in zip(places, pairs, strict=True):
        if before is not None and key is not None and key.value <= 0 < before.value:
            yield Fault(path, f"is {key.answer_text}, and {before.answer_text} in the default instance")


def _useless_mistakes(
    variant: Variant, question: BankQuestion, values: Mapping[str, Value]
) -> Sequence[Fault]:
    """Return which mistakes lead to nothing apart from the key; those of a choice have been looked at."""
    faults: list[Fault] = []
    if variant.key is not None and variant.kind is not QuestionKind.CHOICE:
        faults += made_options(question.data, variant.key, values)[1]
    for index, (part, key) in enumerate(
        zip(question.data.get("parts") or (), variant.part_keys, strict=True)
    ):
        at: DataPath = ("parts", index, "mistakes")
        if key is not None:
            faults += distractors(part.get("mistakes") or (), key, quantities_of(values), at)[1]
    return faults
