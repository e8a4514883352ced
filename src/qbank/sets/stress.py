"""Trying many variants of a question: the range of its values, and what goes wrong with which seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Final

from qbank.model.problems import Path, quote
from qbank.model.taxonomy import QuestionKind
from qbank.napkin import Verdict, verify
from qbank.sets.amounts import AmountError, read_amount
from qbank.sets.answers import made_options
from qbank.sets.collection import Entry
from qbank.sets.numeric_key import NumericKey
from qbank.sets.parameters import UnusableError, combinations, drawn_values
from qbank.sets.variant import Variant
from qbank.sets.variants import VariantError, has_parameters, make_variant
from qbank.units import physical

MOST_FAULTS: Final = 20
"""Faults of one question that are told one by one."""


@dataclass(frozen=True, slots=True)
class Fault:
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
    faults: list[Fault] = field(default_factory=list)


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
        result.faults.append(Fault("", error.path, str(error)))
        return result
    drawn: dict[str, list[tuple[Fraction, str]]] = {}
    seen: set[tuple[str, ...]] = set()
    ok = unchecked = 0
    for number in range(1, count + 1):
        seed = str(number)
        result.tried += 1
        faults: list[Fault] = []
        try:
            variant = make_variant(entry.data, entry.path, seed)
        except VariantError as error:
            faults.append(Fault(seed, error.path, str(error)))
        else:
            seen.add(tuple(variant.values.values()))
            values = drawn_values(entry.data, entry.id, seed)
            for name, value in values.items():
                drawn.setdefault(name, []).append((value.amount.quantity.value, value.text))
            good, open_, wrong = _claims(variant, seed)
            ok, unchecked = ok + good, unchecked + open_
            faults += (*wrong, *_values(variant, seed), *_options(variant, seed))
            if variant.key is not None and variant.kind is not QuestionKind.CHOICE:
                _, useless = made_options(entry.data, variant.key, values)
                faults += (Fault(seed, fault.path, fault.said) for fault in useless)
        result.failing += bool(faults)
        result.faults += faults[: MOST_FAULTS - len(result.faults)]
    result.distinct = len(seen)
    result.claims = ok, unchecked
    result.spans = {name: _span(values) for name, values in drawn.items()}
    return result


def _span(values: list[tuple[Fraction, str]]) -> Span:
    return Span(min(values)[1], max(values)[1], len({text for _, text in values}))


# -- what can be wrong with a variant ------------------------------------------------------------------------


def _claims(variant: Variant, seed: str) -> tuple[int, int, list[Fault]]:
    """Verify the napkin math of a variant, and its solution; a wrong value in another text may be meant."""
    question = variant.question
    asked = (question.scenario, question.question or "")
    told = (*asked, question.details.napkin_math or "")
    places: list[tuple[Path, str | None, tuple[str, ...]]] = [
        (("details", "napkin_math"), question.details.napkin_math, asked),
        (("details", "realistic_solution"), question.details.realistic_solution, told),
    ]
    places += [
        (("parts", index, "napkin_math"), part.napkin_math, told)
        for index, part in enumerate(question.parts or ())
    ]
    ok = unchecked = 0
    faults = []
    for path, text, context in places:
        for claim in verify(text, context=context, derived=False) if text else ():
            if claim.verdict is Verdict.OK:
                ok += 1
            elif claim.verdict is Verdict.UNCHECKED:
                unchecked += 1
            else:
                said = f"{quote(' '.join(claim.text.split()))} is {claim.verdict.value}"
                faults.append(Fault(seed, path, said))
    return ok, unchecked, faults


def _values(variant: Variant, seed: str) -> Iterator[Fault]:
    """Look whether what the answer shows counts as right."""
    answer = variant.question.answer
    if variant.key is not None and answer is not None:
        yield from _shown(answer.value, variant.key, seed, ("answer", "value"))
    for index, (part, key) in enumerate(zip(variant.question.parts or (), variant.part_keys, strict=True)):
        if key is not None and part.answer is not None and not isinstance(part.answer, str):
            yield from _shown(part.answer.value, key, seed, ("parts", index, "answer", "value"))


def _shown(value: object, key: NumericKey, seed: str, path: Path) -> Iterator[Fault]:
    number = number_of(value, key)
    if number is not None and not key.holds(number):
        yield Fault(seed, path, f"shows {quote(value)}, which does not count as right; give it more digits")


def number_of(text: object, key: NumericKey) -> Fraction | None:
    """Return an amount as a number of the key's unit, None if it is no amount of that sort."""
    try:
        amount = read_amount(text)
    except AmountError:
        return None
    if physical(amount.unit.dimension) != physical(key.measure.dimension):
        return None
    return amount.number_in(key.measure)


def _options(variant: Variant, seed: str) -> Iterator[Fault]:
    """Look for options that read the same, or that count as right and are not the right one."""
    path: Path = ("details", "options")
    first: dict[str, int] = {}
    right = next((option.text for option in variant.options if option.correct), "")
    same = " ".join(right.split()).casefold()
    for index, option in enumerate(variant.options):
        text = " ".join(option.text.split()).casefold()
        other = first.setdefault(text, index)
        if other != index:
            both = "the key" if variant.options[other].correct or option.correct else f"option {other}"
            yield Fault(seed, (*path, index), f"reads {quote(option.text)} like {both}")
        elif text != same and not option.correct and _same_value(option.text, right, variant.key):
            yield Fault(seed, (*path, index), f"{quote(option.text)} counts as right beside {quote(right)}")


def _same_value(option: str, right: str, key: NumericKey | None) -> bool:
    if key is not None:
        number = number_of(option, key)
        return number is not None and key.holds(number)
    try:
        one, two = read_amount(option), read_amount(right)
    except AmountError:
        return False
    return one.measures_like(two) and one.quantity.value == two.quantity.value
