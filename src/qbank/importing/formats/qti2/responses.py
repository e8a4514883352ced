"""What an item of QTI 2 declares to be right, and what its rules give points for."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from qbank.importing.exercise.gaps import FULL
from qbank.importing.exercise.numeric_answers import AcceptedInterval, read_decimal, read_decimals
from qbank.importing.markup.element import Element

_NUMBERS: Final = frozenset({"float", "integer"})
_BRANCHES: Final = ("responseIf", "responseElseIf")


@dataclass(slots=True)
class Response:
    """One response variable.

    Attributes:
        right: the values that are declared right, or else get the most points.
        shares: what values get, in percent, where that is said.
        interval: what numbers count.
        partly: what other numbers count for less, each with its share in percent.
        points: what it is worth, where its rules or the bound of its mapping say so.
        losses: shares, in percent, that values lose.
        is_multiple: whether several values are to be given.
    """

    identifier: str
    base_type: str = ""
    is_multiple: bool = False
    right: list[str] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    interval: AcceptedInterval | None = None
    partly: list[tuple[AcceptedInterval, float]] = field(default_factory=list)
    points: Fraction | None = None
    losses: list[float] = field(default_factory=list)

    @property
    def is_number(self) -> bool:
        """Whether numbers are compared."""
        return self.interval is not None and (self.base_type in _NUMBERS or not self.right)

    def share(self, value: str) -> float:
        """Return what a value to choose gets, in percent."""
        if self.is_multiple:
            return self.shares.get(value, FULL) if value in self.right else 0.0
        return FULL if value in self.right else self.shares.get(value, 0.0)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs that are right, or else get points."""
        pairs = (pair.partition(" ") for pair in self.right or self.shares)
        return [(first, second.strip()) for first, _, second in pairs]

    def entries(self) -> list[tuple[str, float]]:
        """Return the values that count, each with what it gets."""
        values = dict.fromkeys([*self.right, *self.shares])
        return [(value, self.shares.get(value, FULL)) for value in values]


def responses_of(item: Element) -> dict[str, Response]:
    """Return the response variables of an item by identifier."""
    declared = map(_declared, item.all("responseDeclaration"))
    responses = {response.identifier: response for response in declared}
    processing = item.first("responseProcessing")
    for response in responses.values():
        if processing is not None:
            _apply_rules(processing, response, _most_points(item))
        values = read_decimals(response.right)
        if response.interval is None and response.base_type in _NUMBERS and values:
            response.interval = AcceptedInterval.around(values[0])
    return responses


def _declared(declaration: Element) -> Response:
    cardinality = declaration.get("cardinality", "single")
    response = Response(declaration.get("identifier"), declaration.get("baseType"), cardinality == "multiple")
    if correct := declaration.first("correctResponse"):
        response.right = [value.text.strip() for value in correct.all("value")]
    entries = [
        (entry.get("mapKey"), read_decimal(entry.get("mappedValue", "0")) or Fraction(0))
        for mapping in declaration.all("mapping")
        for entry in mapping.all("mapEntry")
    ]
    best = max((worth for _, worth in entries), default=Fraction(0))
    if best > 0:
        defaults = read_decimals(mapping.get("defaultValue", "0") for mapping in declaration.all("mapping"))
        response.losses = [
            float(100 * one / best) for one in (*defaults, *(worth for _, worth in entries)) if one < 0
        ]
        response.points = max(
            read_decimals(mapping.get("upperBound") for mapping in declaration.all("mapping")), default=None
        )
        response.shares = {key: float(100 * worth / best) for key, worth in entries if worth > 0}
        if not response.right and cardinality != "ordered":
            response.right = [
                key for key, worth in entries if (worth > 0 if response.is_multiple else worth == best)
            ]
    return response


def _most_points(item: Element) -> Fraction | None:
    """Return what an item is worth, if it says so."""
    declared = (one for one in item.all("outcomeDeclaration") if one.get("identifier") == "MAXSCORE")
    return next((read_decimal(one.word("defaultValue", "value")) for one in declared), None)


def _apply_rules(processing: Element, response: Response, most: Fraction | None) -> None:
    """Add what rules that give points ask of a response, for an item that is worth so many."""
    chosen: list[str] = []
    counting: list[tuple[AcceptedInterval, Fraction]] = []
    for branch in processing.within(*_BRANCHES):
        if (score := _score(branch)) is not None:
            condition = branch.children[0]
            if interval := _interval(condition, response):
                counting.append((interval, score))
            matched = _matched(condition, response.identifier)
            chosen += matched
            if most and 0 < score < most and not response.is_multiple:
                response.shares |= {value: float(100 * score / most) for value in matched}
    best = max((score for _, score in counting), default=Fraction(0))
    if any(score == 0 for _, score in counting):
        best = Fraction(0)  # all points, however many these are
    response.interval = next((interval for interval, score in counting if score == best), None)
    if best > 0:
        shares = ((interval, float(100 * score / best)) for interval, score in counting)
        response.partly = [(interval, share) for interval, share in shares if share < FULL]
        response.points = best if best != 1 else None
    if chosen and not response.right:
        response.right = list(dict.fromkeys(chosen))


def _score(branch: Element) -> Fraction | None:
    """Return the points that a branch gives, 0 where a variable has them; None where it gives none."""
    for setting in branch.all("setOutcomeValue"):
        if "feedback" in setting.get("identifier").lower() or not setting.children:
            continue
        values = [value.text for value in setting.within("baseValue")]
        if gains := [number for number in read_decimals(values) if number > 0]:
            return max(gains)
        if not values and any(setting.within("variable")):
            return Fraction(0)
    return None


def _matched(condition: Element, identifier: str) -> list[str]:
    """Return the values that a condition compares a response with; those behind `not` are none."""
    if condition.name == "not":
        return []
    if condition.name in {"match", "stringMatch", "equal", "member", "contains", "substring"}:
        variables = [variable.get("identifier") for variable in condition.within("variable")]
        values = condition.within("baseValue") if identifier in variables else ()
        return [value.text.strip() for value in values if value.text.strip()]
    return [value for child in condition.children for value in _matched(child, identifier)]


def _interval(condition: Element, response: Response) -> AcceptedInterval | None:
    low: Fraction | None = None
    high: Fraction | None = None
    for node in (condition, *condition.within("equal", "equalRounded", "gte", "gt", "lte", "lt")):
        variables = [variable.get("identifier") for variable in node.all("variable")]
        if response.identifier not in variables:
            continue
        value = next((read_decimal(base.text) for base in node.all("baseValue")), None)
        if node.name == "equal" and value is None and any(node.all("correct")) and response.right:
            value = read_decimal(response.right[0])
        if value is None:
            continue
        if node.name == "equal":
            return _within(value, node)
        # A value that stands first turns the sign around.
        is_turned = node.children[0].name == "baseValue"
        if node.name in {"gte", "gt"}:
            low, high = (low, value) if is_turned else (value, high)
        elif node.name in {"lte", "lt"}:
            low, high = (value, high) if is_turned else (low, value)
    between = AcceptedInterval.between(low, high)
    declared = read_decimal(response.right[0]) if response.right else None
    if between and declared is not None and between.low <= declared <= between.high:
        return between._replace(value=declared)
    return between


def _within(value: Fraction, equal: Element) -> AcceptedInterval:
    mode = equal.get("toleranceMode", "exact")
    slack = list(map(abs, read_decimals(equal.get("tolerance").replace(",", " ").split())))
    if mode == "exact" or not slack:
        return AcceptedInterval.around(value)
    below, above = slack[0], slack[-1]
    if mode == "relative":
        below, above = below * abs(value) / 100, above * abs(value) / 100
    return AcceptedInterval(value, value - below, value + above)
