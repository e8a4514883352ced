"""Wrong numbers: which listed mistakes lead to them, and what slip may explain the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from qbank.napkin.verifier import verify
from qbank.results.answers import number_of
from qbank.results.paper_key import KeyItem, KeyNumber
from qbank.sets.answers.amounts import AmountError, read_amount
from qbank.sets.answers.distractors import distractors
from qbank.sets.answers.key import answer_key
from qbank.sets.fillable_texts import fillable_texts
from qbank.sets.variants.make import filled
from qbank.sets.variants.parameters import (
    VariantError,
    quantities_of,
    values_of,
)
from qbank.units.format import format_quantity, format_significant

_FACTORS: Final = {
    Fraction(2): "the factor 2",
    Fraction(8): "the factor 8 between bits and bytes",
    Fraction(10): "a factor of ten",
    Fraction(100): "the factor 100 of percent",
    Fraction(1000): "the factor 1,000 of a prefix",
    Fraction(1024): "the factor 1,024 of a binary prefix",
    Fraction(10**6): "the factor 1,000,000 of a prefix",
    Fraction(60): "the factor 60 between minutes and seconds or hours",
    Fraction(3600): "the factor 3,600 between hours and seconds",
}
_NEAR: Final = Fraction(1, 200)
"""How far a ratio may be off for a factor to explain it: answers are rounded."""
_MOST_OPERANDS: Final = 60


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong number that several gave, and the slip that may explain it, or nothing.

    `answer` is as most of them wrote it; where their numbers differed, how often what is right it was.
    """

    answer: str
    count: int
    ratio: float
    slip: str


@dataclass(frozen=True, slots=True)
class MistakeCount:
    """A listed mistake, and how many made it."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class _Numbers:
    """What a variant's right number and those of its mistakes are, in the unit of the key."""

    key: KeyNumber
    mistakes: tuple[tuple[str, Fraction], ...] = ()
    operands: tuple[tuple[str, Fraction], ...] = ()


def wrong_numbers(
    answers: Iterable[tuple[str, str]],
    keys: Mapping[str, KeyItem],
    question: Mapping[str, Any] | None,
    *,
    least: int,
) -> tuple[list[MistakeCount], list[WrongAnswer]]:
    """Return how often each listed mistake was made, and the frequent wrong answers that none explains.

    Both are computed with the numbers that each student had.

    Args:
        answers: reference of the variant and what was typed, of all answers that are numbers.
        keys: what was printed, by reference.
        question: the fields of the question in the bank, whose mistakes are looked at; None leaves them out.
        least: how many have to agree for an answer to be frequent.
    """
    known = {
        reference: _numbers(key, key.number, question)
        for reference, key in keys.items()
        if key.number is not None
    }
    made: Counter[str] = Counter()
    clusters: dict[str, Counter[str]] = defaultdict(Counter)
    ratios: dict[str, list[tuple[Fraction, _Numbers]]] = defaultdict(list)
    for reference, text in answers:
        numbers = known.get(reference)
        if numbers is None:
            continue
        key = numbers.key
        value = number_of(text, key.unit)
        if value is None or key.holds(value):
            continue
        slip = next((said for said, number in numbers.mistakes if _near(value, number, key.slack)), None)
        if slip is not None:
            made[slip] += 1
        elif key.right and value:
            ratio = value / key.right
            cluster = format_significant(ratio, 2)
            clusters[cluster][_shown(value, key)] += 1
            ratios[cluster].append((ratio, numbers))
    listed = dict.fromkeys(said for numbers in known.values() for said, _ in numbers.mistakes)
    wrong = [_wrong(texts, ratios[cluster]) for cluster, texts in clusters.items() if texts.total() >= least]
    return [MistakeCount(said, made[said]) for said in listed], sorted(wrong, key=lambda one: -one.count)


def _wrong(texts: Counter[str], ratios: Sequence[tuple[Fraction, _Numbers]]) -> WrongAnswer:
    slips = Counter(_slip(ratio, numbers.operands) for ratio, numbers in ratios)
    slip, times = slips.most_common(1)[0]
    ratio = sorted(ratio for ratio, _ in ratios)[len(ratios) // 2]
    answer = min(texts.most_common(), key=lambda pair: (-pair[1], pair[0]))[0]
    if len({numbers.key.right for _, numbers in ratios}) > 1:
        # What is wrong with the numbers of one variant may be right with those of another.
        key = next(
            numbers.key for one, numbers in ratios if _shown(one * numbers.key.right, numbers.key) == answer
        )
        right = _shown(key.right, key)
        answer = f"{format_significant(ratio, 2)} times what is right ({answer} where that is {right})"
    return WrongAnswer(
        answer=answer,
        count=texts.total(),
        ratio=float(ratio),
        slip=slip if 2 * times > len(ratios) else "",
    )


def _shown(value: Fraction, key: KeyNumber) -> str:
    return format_quantity(format_significant(value, 4), key.unit)


def _slip(ratio: Fraction, operands: Sequence[tuple[str, Fraction]]) -> str:
    """Say which factor makes the right answer of a wrong one; empty if none does."""
    if _near(ratio, Fraction(-1), _NEAR):
        return "with the wrong sign"
    candidates = [*((f"the factor {text}", value) for text, value in operands)]
    candidates += [(text, value) for value, text in _FACTORS.items()]
    for text, value in candidates:
        if _near(ratio, 1 / value, _NEAR):
            return f"without {text}"
    for text, value in candidates:
        if _near(ratio, value, _NEAR):
            return f"with {text} once too often"
    for text, value in operands:
        if _near(ratio, 1 / value**2, _NEAR):
            return f"divided by {text} in place of multiplied"
        if _near(ratio, value**2, _NEAR):
            return f"multiplied by {text} in place of divided"
    return ""


def _near(value: Fraction, other: Fraction, slack: Fraction) -> bool:
    return abs(value - other) <= slack * max(abs(value), abs(other))


def _numbers(key: KeyItem, number: KeyNumber, question: Mapping[str, Any] | None) -> _Numbers:
    plain = _Numbers(number)
    if question is None:
        return plain
    data = dict(question)
    try:
        values = values_of(data, key.variant)
        now = answer_key(data.get("answer"), values)
        wrong, _ = distractors(data.get("mistakes") or (), now, quantities_of(values))
        to_key = _in_unit(now.unit, number.unit)
    except (VariantError, AmountError, KeyError, TypeError, ValueError):
        return plain
    if not _near(now.value * to_key, number.right, _NEAR):
        return plain  # its numbers are others by now
    mistakes = tuple((one.slip, one.number * to_key) for one in wrong)
    return _Numbers(number, mistakes, _operands(filled(data, values), number.right))


def _in_unit(unit: str, other: str) -> Fraction:
    """Return how many of another unit a unit is."""
    if unit == other:
        return Fraction(1)
    measure = read_amount(f"1 {other}").unit if other else read_amount(1).unit
    return read_amount(f"1 {unit}" if unit else 1).number_in(measure)


def _operands(data: dict[str, Any], right: Fraction) -> tuple[tuple[str, Fraction], ...]:
    """Return the numbers that the napkin math of a question computes its answer from."""
    texts = [text for path, text in fillable_texts(data) if path[-1] == "napkin_math"]
    found: dict[str, Fraction] = {}
    for text in texts:
        for claim in verify(text, derived=False):
            computed = claim.computed
            if computed is None or not _near(computed.value, right, _NEAR):
                continue
            for operand in claim.operands[:_MOST_OPERANDS]:
                if operand.amount.value not in {0, 1} and len(found) < _MOST_OPERANDS:
                    found.setdefault(operand.text.strip(), operand.amount.value)
    return tuple(found.items())
