"""What to do, in words: a flag is raised where the whole confidence interval lies on the bad side, and
nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from qbank.model.results import LEAST_STUDENTS as LEAST_IN_GROUP
from qbank.results.analysis import LEAST_FOR_CORRELATIONS, Analysis, Comparison, ItemAnalysis
from qbank.results.sheet import State
from qbank.results.statistics.intervals import of_share

WEAK: Final = 0.2
"""Ebel & Frisbie (1991): a discrimination below this is poor."""
HARD: Final = 0.2
EASY: Final = 0.95
DEAD: Final = 0.05
"""An option that fewer choose does not distract."""
UNLIKELY: Final = 0.05
NOT_REACHED: Final = 0.05
_MOST_ANSWERS: Final = 2
"""Wrong answers of a question that are told; there may be more in its details."""


class Gravity(StrEnum):
    """How much a piece of advice matters."""

    CHECK = "check"
    """Look at it before marks are given out."""
    IMPROVE = "improve"
    """Mend it before the question is used again."""
    KNOW = "know"
    """Worth knowing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A piece of advice; `question` is an id, or empty where it is about the paper."""

    code: str
    gravity: Gravity
    question: str
    text: str


def advice_on(analysis: Analysis) -> list[Advice]:
    """Return all advice, the gravest first, in the order of the paper."""
    found = [*_on_paper(analysis)]
    for place, item in enumerate(analysis.items, 1):
        found += _on_item(item, place, analysis)
    order = list(Gravity)
    return sorted(found, key=lambda advice: order.index(advice.gravity))


def _on_paper(analysis: Analysis) -> Iterator[Advice]:
    if analysis.n < LEAST_IN_GROUP:
        yield Advice(
            "few-students",
            Gravity.KNOW,
            "",
            f"With {analysis.n} students there is nothing to conclude; read the answers.",
        )
    elif analysis.n < LEAST_FOR_CORRELATIONS:
        text = f"With {analysis.n} students correlations say little, and none is flagged."
        yield Advice("few-students", Gravity.KNOW, "", text)
    probability = analysis.forms.probability
    if probability is not None and probability < UNLIKELY:
        means = ", ".join(f"{group.name} {_percent(group.difficulty)}" for group in analysis.forms.groups)
        text = f"The versions were not equally hard: {means} of the points ({_p(probability)})."
        yield Advice("unequal-versions", Gravity.CHECK, "", text)
    reliable = analysis.reliability
    if reliable is not None and reliable.interval is not None and reliable.interval.high < 0.7:
        text = (
            f"Totals are not reliable: alpha is {reliable.alpha:.2f}, and 0.70 is customary for a class "
            "test; more "
            "questions, or questions that tell better, would mend it."
        )
        yield Advice("low-reliability", Gravity.IMPROVE, "", text)


def _on_item(item: ItemAnalysis, place: int, analysis: Analysis) -> Iterator[Advice]:
    if analysis.n < LEAST_IN_GROUP or item.statistics.n < LEAST_IN_GROUP:
        return
    id_ = item.item.id
    doubtful = _doubtful_key(item)
    if doubtful:
        yield Advice("doubtful-key", Gravity.CHECK, id_, f"Question {place}: {doubtful}: look at the key.")
    yield from _unequal(item.forms, "version", item, place, Gravity.CHECK)
    yield from _unequal(item.variants, "variant", item, place, Gravity.CHECK)
    statistics = item.statistics
    r, interval = statistics.item_rest, statistics.item_rest_interval
    if r is not None and interval is not None and statistics.n >= LEAST_FOR_CORRELATIONS and not doubtful:
        if interval.high < 0:
            text = (
                f"Question {place}: the better the rest of an exam, the worse this (r = {r:.2f}): look at "
                "the key and the text."
            )
            yield Advice("negative-discrimination", Gravity.CHECK, id_, text)
        elif interval.high < WEAK:
            text = (
                f"Question {place}: it does not tell strong from weak students (r = {r:.2f}, at most "
                f"{interval.high:.2f})."
            )
            yield Advice("weak-discrimination", Gravity.IMPROVE, id_, text)
    yield from _difficulty(item, place)
    yield from _options(item, place)
    for wrong in item.wrong[:_MOST_ANSWERS]:
        if of_share(wrong.count, statistics.n).low >= DEAD:
            slip = f": {wrong.slip}" if wrong.slip else ""
            text = (
                f"Question {place}: {wrong.count} answered {wrong.answer}{slip}; no listed mistake explains "
                "it."
            )
            yield Advice("unexplained-answer", Gravity.IMPROVE, id_, text)
    missed = item.states.get(State.NOT_REACHED, 0)
    if of_share(missed, statistics.n).low > NOT_REACHED:
        text = f"Question {place}: {missed} of {statistics.n} did not reach it; the time was short."
        yield Advice("not-reached", Gravity.IMPROVE, id_, text)


def _doubtful_key(item: ItemAnalysis) -> str:
    """Say what speaks against the key: an option that strong students chose more than they chose the right
    one."""
    rights = [option for option in item.options if option.correct]
    if len(rights) != 1 or item.statistics.n < LEAST_FOR_CORRELATIONS:
        return ""
    right = rights[0].statistics
    for option in sorted(item.options, key=lambda option: -option.statistics.count):
        own = option.statistics
        if option.correct or own.rest is None or own.rest_interval is None or own.rest_interval.low <= 0:
            continue
        if right.rest is None or own.rest > right.rest:
            n = item.statistics.n
            return (
                f"{own.count} of {n} chose {option.id.upper()} ({_short(option.text)}), and did better on "
                f"the rest than those who did not (r = {own.rest:.2f})"
            )
    return ""


def _unequal(
    comparison: Comparison, word: str, item: ItemAnalysis, place: int, gravity: Gravity
) -> Iterator[Advice]:
    if comparison.probability is None or comparison.probability >= UNLIKELY:
        return
    groups = comparison.groups
    odd = [
        group
        for group in groups
        if group.interval is not None
        and not any(
            other is not group
            and other.interval is not None
            and other.interval.low <= group.interval.high
            and group.interval.low <= other.interval.high
            for other in groups
        )
    ]
    shares = ", ".join(f"{group.name} {_percent(group.difficulty)}" for group in groups[:8])
    if len(odd) == 1 and len(groups) > 2:
        rest = [group.difficulty for group in groups if group is not odd[0]]
        way = "harder" if odd[0].difficulty < min(rest) else "easier"
        said = f"all {word}s were alike but {odd[0].name}, which was {way}"
    else:
        said = f"the {word}s were not equally hard"
    text = f"Question {place}: {said} ({shares}; {_p(comparison.probability)})."
    yield Advice(f"unequal-{word}s", gravity, item.item.id, text)


def _difficulty(item: ItemAnalysis, place: int) -> Iterator[Advice]:
    statistics = item.statistics
    p, interval = statistics.difficulty, statistics.difficulty_interval
    if p is None or interval is None:
        return
    if item.guess and interval.high < item.guess:
        text = (
            f"Question {place}: {_percent(p)} of the points, less than guessing gives "
            f"({_percent(item.guess)})."
        )
        yield Advice("below-chance", Gravity.CHECK, item.item.id, text)
    elif interval.high < HARD:
        text = f"Question {place}: {_percent(p)} of the points; very hard, or nobody was taught it."
        yield Advice("very-hard", Gravity.IMPROVE, item.item.id, text)
    elif interval.low > EASY:
        text = f"Question {place}: {_percent(p)} of the points; it tells nobody apart."
        yield Advice("very-easy", Gravity.KNOW, item.item.id, text)


def _options(item: ItemAnalysis, place: int) -> Iterator[Advice]:
    for option in item.options:
        own = option.statistics
        if option.correct or own.interval.high >= DEAD:
            if not option.correct and own.count == 0:
                text = (
                    f"Question {place}: nobody of {item.statistics.n} chose {option.id.upper()} "
                    f"({_short(option.text)})."
                )
                yield Advice("unchosen-option", Gravity.KNOW, item.item.id, text)
            continue
        text = (
            f"Question {place}: {own.count} of {item.statistics.n} chose {option.id.upper()} "
            f"({_short(option.text)}); it "
            "distracts nobody, write another or leave it out."
        )
        yield Advice("dead-distractor", Gravity.IMPROVE, item.item.id, text)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _p(probability: float) -> str:
    return "p < 0.001" if probability < 0.001 else f"p = {probability:.3f}"


def _short(text: str) -> str:
    return text if len(text) <= 48 else f"{text[:47].rstrip()}…"
