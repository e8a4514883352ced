"""What to do, in words: a flag is raised where the whole confidence interval lies on the bad side, and
nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from qbank.model.results import LEAST_STUDENTS as LEAST_IN_GROUP
from qbank.results.analysis import LEAST_FOR_CORRELATIONS, Analysis, Comparison, ItemAnalysis, OptionAnalysis
from qbank.results.options import described
from qbank.results.sheet import State, students
from qbank.results.statistics.differences import p_text
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
        for code, gravity, text in _on_item(item, analysis):
            found.append(Advice(code, gravity, item.item.id, f"Question {place}: {text}"))
    order = list(Gravity)
    return sorted(found, key=lambda advice: order.index(advice.gravity))


def _on_paper(analysis: Analysis) -> Iterator[Advice]:
    exam = analysis.exam
    for stranger in exam.strangers:
        yield Advice("unknown-version", Gravity.CHECK, "", f"Left out: {stranger}.")
    if exam.missing:
        why = "; the end of this report says why" if exam.unmatched else ""
        text = f"{', '.join(exam.missing)}: all this is of the others{why}."
        yield Advice("incomplete", Gravity.CHECK if exam.unmatched else Gravity.KNOW, "", text)
    if analysis.n < LEAST_IN_GROUP:
        text = f"With {students(analysis.n)} there is nothing to conclude; read the answers."
        yield Advice("few-students", Gravity.KNOW, "", text)
    elif analysis.n < LEAST_FOR_CORRELATIONS:
        text = f"With {students(analysis.n)} correlations say little, and none is flagged."
        yield Advice("few-students", Gravity.KNOW, "", text)
    probability = analysis.forms.probability
    if probability is not None and differs(analysis.forms):
        means = ", ".join(f"{group.name} {_percent(group.difficulty)}" for group in analysis.forms.groups)
        text = f"The versions were not equally hard: {means} of the points ({p_text(probability)})."
        yield Advice("unequal-versions", Gravity.CHECK, "", text)
    reliable = analysis.reliability
    unreliable = reliable is not None and reliable.interval is not None and reliable.interval.high < 0.7
    if reliable is not None and unreliable and not exam.is_incomplete:
        text = (
            f"Totals are not reliable: alpha is {reliable.alpha:.2f}, and 0.70 is customary for a class "
            "test; more questions, or questions that tell better, would mend it."
        )
        yield Advice("low-reliability", Gravity.IMPROVE, "", text)
    if unknown := _unknown_answers(analysis.items):
        yield Advice("answers-unknown", Gravity.KNOW, "", unknown)


def _unknown_answers(items: Sequence[ItemAnalysis]) -> str:
    """Say of which questions points alone are known."""
    asked = {
        place: item
        for place, item in enumerate(items, 1)
        if (key := item.item.key) is not None and (key.options or key.number is not None)
    }
    places = [place for place, item in asked.items() if not item.is_told]
    if not places:
        return ""
    listed = ", ".join(map(str, places))
    of = "" if len(places) == len(asked) else f" to question{'s' if len(places) > 1 else ''} {listed}"
    some = " of all" if any(asked[place].told for place in places) else ""
    return f"What was answered{of} is not known{some}; `qbank results add` keeps points alone there."


_Said = tuple[str, Gravity, str]
"""The code, the gravity and the words of a piece of advice on a question."""


def _on_item(item: ItemAnalysis, analysis: Analysis) -> Iterator[_Said]:
    n = item.statistics.n
    if analysis.n < LEAST_IN_GROUP or n < LEAST_IN_GROUP:
        return
    doubtful = _doubtful_key(item)
    if doubtful:
        yield "doubtful-key", Gravity.CHECK, f"{doubtful}: look at the key."
    yield from _unequal(item.forms, "version")
    yield from _unequal(item.variants, "variant")
    r, interval = item.statistics.item_rest, item.statistics.item_rest_interval
    if r is not None and interval is not None and n >= LEAST_FOR_CORRELATIONS and not doubtful:
        if interval.high < 0:
            text = f"the better the rest of an exam, the worse this (r = {r:.2f})"
            yield "negative-discrimination", Gravity.CHECK, f"{text}: look at the key and the text."
        elif interval.high < WEAK:
            text = f"it does not tell strong from weak students (r = {r:.2f}, at most {interval.high:.2f})."
            yield "weak-discrimination", Gravity.IMPROVE, text
    yield from _difficulty(item)
    yield from _options(item)
    for wrong in item.wrong[:_MOST_ANSWERS]:
        if of_share(wrong.count, item.told).low >= DEAD:
            slip = f": {wrong.slip}" if wrong.slip else ""
            text = f"{wrong.count} answered {wrong.answer}{slip}; no listed mistake explains it."
            yield "unexplained-answer", Gravity.IMPROVE, text
    missed = item.states.get(State.NOT_REACHED, 0)
    if of_share(missed, n).low > NOT_REACHED:
        yield "not-reached", Gravity.IMPROVE, f"{missed} of {n} did not reach it; the time was short."


def _doubtful_key(item: ItemAnalysis) -> str:
    """Say what speaks against the key: an option that strong students chose more than they chose the right
    one."""
    rights = [option for option in item.options if option.correct]
    if len(rights) != 1 or item.told < LEAST_FOR_CORRELATIONS:
        return ""
    right = rights[0].statistics
    for option in sorted(item.options, key=lambda option: -option.statistics.count):
        own = option.statistics
        if option.correct or own.rest is None or own.rest_interval is None or own.rest_interval.low <= 0:
            continue
        if right.rest is None or own.rest > right.rest:
            return (
                f"{own.count} of {item.told} chose {option.id.upper()} ({_option(option)}), and did "
                f"better on the rest than those who did not (r = {own.rest:.2f})"
            )
    return ""


def differs(comparison: Comparison) -> bool:
    """Whether the groups differ by more than chance."""
    return comparison.probability is not None and comparison.probability < UNLIKELY


def _unequal(comparison: Comparison, word: str) -> Iterator[_Said]:
    probability = comparison.probability
    if probability is None or not differs(comparison):
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
    yield f"unequal-{word}s", Gravity.CHECK, f"{said} ({shares}; {p_text(probability)})."


def _difficulty(item: ItemAnalysis) -> Iterator[_Said]:
    p, interval = item.statistics.difficulty, item.statistics.difficulty_interval
    if p is None or interval is None:
        return
    had = f"{_percent(p)} of the points"
    if item.guess and interval.high < item.guess:
        text = f"{had}, less than guessing gives ({_percent(item.guess)})."
        yield "below-chance", Gravity.CHECK, text
    elif interval.high < HARD:
        yield "very-hard", Gravity.IMPROVE, f"{had}; very hard, or nobody was taught it."
    elif interval.low > EASY:
        yield "very-easy", Gravity.KNOW, f"{had}; it tells nobody apart."


def _options(item: ItemAnalysis) -> Iterator[_Said]:
    for option in item.options:
        if option.correct:
            continue
        own = option.statistics
        chosen = f"of {item.told} chose {option.id.upper()} ({_option(option)})"
        if own.interval.high < DEAD:
            text = f"{own.count} {chosen}; it distracts nobody, write another or leave it out."
            yield "dead-distractor", Gravity.IMPROVE, text
        elif own.count == 0:
            yield "unchosen-option", Gravity.KNOW, f"nobody {chosen}."


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _option(option: OptionAnalysis) -> str:
    return described(option.text, option.id, option.printed)
