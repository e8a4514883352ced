"""Which responses of an item of QTI 1.2 get points: platforms say it in percent, in points, or by a flag."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank.importing.exercise.numeric_answers import AcceptedInterval, read_decimal, slack_of
from qbank.importing.markup.element import Element

_OTHER_VARIABLE: Final = re.compile(r"incorrect|wrong|feedback|attempt", re.I)
"""Variables that count something else than points."""

_COMPARISONS: Final = (
    "varequal", "vargte", "varlte", "vargt", "varlt", "varsubset", "varsubstring", "varinside",
)  # fmt: skip


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
        counts = score > 0 or is_flagged
        if variables is not None and counts and any(variables.within(*_COMPARISONS)):
            conditions.append(Condition(variables, score, is_flagged))
    flagged = [condition for condition in conditions if condition.is_flagged]
    return flagged or conditions or _told_right(item)


def _told_right(item: Element) -> list[Condition]:
    """Return the conditions that say `correct` and no points, as Blackboard has them for pairs."""
    conditions = []
    for response in item.within("respcondition"):
        variables = response.part("conditionvar")
        is_right = any(shown.get("linkrefid") == "correct" for shown in response.all("displayfeedback"))
        compares = any(variables.within("varequal", "vargte", "varlte", "varsubset"))
        if is_right and compares and not response.all("setvar"):
            conditions.append(Condition(variables, Fraction(100), is_flagged=False))
    return conditions


def right_options(conditions: Sequence[Condition], idents: Sequence[str], *, several: bool) -> list[int]:
    """Return the places of the options that are right: what gets the most points, or points at all."""
    best = max((condition.score for condition in conditions), default=Fraction(0))
    joint = [one for one in conditions if one.score == best and (one.is_joint or len(one.chosen()) > 1)]
    if joint:
        wanted = set(joint[0].chosen())
    else:
        scores: defaultdict[str, Fraction] = defaultdict(Fraction)
        for condition in conditions:
            for ident in condition.chosen():
                scores[ident] += max(condition.score, Fraction(1, 1000))
        most = max(scores.values(), default=Fraction(0))
        wanted = {ident for ident, score in scores.items() if several or score == most}
    return [place for place, ident in enumerate(idents) if ident in wanted]


def intervals_of(condition: Element) -> list[AcceptedInterval]:
    """Return what a condition accepts: a number with or without a margin, a range, or both apart."""
    equal, low_bound, high_bound = (
        next((one for name in names for one in condition.within(name)), Element(""))
        for names in (("varequal",), ("vargte", "vargt"), ("varlte", "varlt"))
    )
    value, low, high = (read_decimal(one.text) for one in (equal, low_bound, high_bound))
    between = AcceptedInterval.between(low, high)
    if between and value is not None and between.low <= value <= between.high:
        return [between._replace(value=value)]
    found = [between] if between else []
    if value is not None:
        margin = slack_of(equal.get("margin"))
        if equal.get("margintype") == "percent":
            margin *= abs(value) / 100
        found.insert(0, AcceptedInterval.around(value, margin))
    return found
