"""Which responses of an item of QTI 1.2 get points: platforms say it in percent, in points, or by a flag."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank.importing.exercise.numeric_answers import AcceptedInterval, read_decimal
from qbank.importing.markup.element import Element

_OTHER_VARIABLE: Final = re.compile(r"incorrect|wrong|feedback|attempt", re.I)
"""Variables that count something else than points."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition with the points that it sets or adds, and what must and must not be chosen for it."""

    element: Element
    score: Fraction
    is_flagged: bool

    def chosen(self, response: str = "") -> list[str]:
        """Return the responses that it asks for, of one response variable or of all."""
        barred = {
            id(equal) for no in self.element.within("not") for equal in no.within("varequal", "varsubset")
        }
        return [
            equal.text.strip()
            for equal in self.element.within("varequal", "varsubset", "varsubstring")
            if id(equal) not in barred and response in {"", equal.get("respident")}
        ]

    @property
    def is_joint(self) -> bool:
        """Whether all that it names have to be chosen together."""
        return any(self.element.within("and", "not"))


def conditions_of(item: Element) -> list[Condition]:
    """Return the conditions of an item that give points; those for feedback alone are left out."""
    conditions = []
    for response in item.within("respcondition"):
        variables = response.first("conditionvar")
        settings = [one for one in response.all("setvar") if not _OTHER_VARIABLE.search(one.get("varname"))]
        scores = [read_decimal(setting.text) or Fraction(0) for setting in settings]
        is_flagged = response.get("correctanswer").lower() in {"yes", "true"}
        title = response.get("title").lower()
        # Blackboard calls the condition for all points `correct`, and sets it by a name.
        by_name = title == "correct" and any("score.max" in setting.text.lower() for setting in settings)
        score = Fraction(100) if by_name else max(scores, default=Fraction(0))
        if variables is None or (score <= 0 and not is_flagged):
            continue
        if any(
            variables.within(
                "varequal", "vargte", "varlte", "vargt", "varlt", "varsubset", "varsubstring", "varinside"
            )
        ):
            conditions.append(Condition(variables, score, is_flagged))
    flagged = [condition for condition in conditions if condition.is_flagged]
    return flagged or conditions or _told_right(item)


def _told_right(item: Element) -> list[Condition]:
    """Return the conditions that say `correct` and no points, as Blackboard has them for pairs."""
    return [
        Condition(response.children[0], Fraction(100), is_flagged=False)
        for response in item.within("respcondition")
        if response.children
        and response.children[0].name == "conditionvar"
        and not response.all("setvar")
        and any(response.children[0].within("varequal", "vargte", "varlte", "varsubset"))
        and any(shown.get("linkrefid") == "correct" for shown in response.all("displayfeedback"))
    ]


def right_options(conditions: Sequence[Condition], idents: Sequence[str], *, several: bool) -> list[int]:
    """Return the places of the options that are right: what gets the most points, or points at all."""
    joint = [condition for condition in conditions if condition.is_joint or len(condition.chosen()) > 1]
    if joint and max(condition.score for condition in joint) >= max(
        condition.score for condition in conditions
    ):
        best = max(joint, key=lambda condition: condition.score)
        wanted = set(best.chosen())
    else:
        scores: dict[str, Fraction] = {}
        for condition in conditions:
            for ident in condition.chosen():
                scores[ident] = scores.get(ident, Fraction(0)) + max(condition.score, Fraction(1, 1000))
        best_score = max(scores.values(), default=Fraction(0))
        wanted = {ident for ident, score in scores.items() if several or score == best_score}
    return [place for place, ident in enumerate(idents) if ident in wanted]


def intervals_of(condition: Element) -> list[AcceptedInterval]:
    """Return what a condition accepts: a number with or without a margin, a range, or both apart."""
    equal = next(condition.within("varequal"), None)
    value = read_decimal(equal.text) if equal is not None else None
    lows = [read_decimal(bound.text) for name in ("vargte", "vargt") for bound in condition.within(name)]
    highs = [read_decimal(bound.text) for name in ("varlte", "varlt") for bound in condition.within(name)]
    low, high = (lows or [None])[0], (highs or [None])[0]
    found = []
    if low is not None and high is not None and low <= high:
        if value is not None and low <= value <= high:
            return [AcceptedInterval(value, low, high)]
        found = [AcceptedInterval((low + high) / 2, low, high)]
    if value is not None and equal is not None:
        margin = abs(read_decimal(equal.get("margin", "0")) or Fraction(0))
        if equal.get("margintype") == "percent":
            margin *= abs(value) / 100
        found.insert(0, AcceptedInterval.around(value, margin))
    return found
