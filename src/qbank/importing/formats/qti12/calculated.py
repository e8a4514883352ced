"""Calculated questions of Canvas: variables with ranges, a formula, and stored samples, which are checked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from qbank.importing.builder import DraftBuilder
from qbank.importing.exercise.numeric_answers import read_decimal, read_decimals, slack_of
from qbank.importing.exercise.parametrised import Parametrised, Range, with_name
from qbank.importing.formats.qti12.blackboard import formula_of
from qbank.importing.markup.element import Element
from qbank.importing.markup.inlines import paragraph
from qbank.importing.place import Content, Place
from qbank.sets.variants.expressions import ExpressionError


class Calculated:
    """What an item says of its variables and of its answer."""

    def __init__(self, item: Element, place: Place) -> None:
        self._place = place
        self._extension = next(item.within("calculated"), Element("calculated"))
        ranges = {
            variable.get("name"): Range.of(variable.word("min"), variable.word("max"), variable.get("scale"))
            for variables in self._extension.all("vars")
            for variable in variables.all("var")
        }
        self._drawn = Parametrised({name: drawn for name, drawn in ranges.items() if drawn.has_bounds})

    def in_text(self, text: str) -> str:
        """Return a text with `{x}` in place of `[x]`."""
        return self._drawn.in_text(text, "[", "]")

    def take(self, question: DraftBuilder) -> dict[str, Any]:
        """Take the answer; returns the fields that it needs."""
        question.wants = "number"
        stored = self._extension.within("formula")
        formulas = list(filter(None, (formula_of(formula.text, self._place) for formula in stored)))
        fields: dict[str, Any] = {"parameters": self._drawn.parameters()} if self._drawn.ranges else {}
        if not formulas:
            self._place.lose("the item says no formula", Content.KEY)
            return fields
        slack, is_relative = _slack(self._extension.word("answer_tolerance"))
        try:
            expression = self._drawn.expression(_inlined(formulas))
            found = self._drawn.answer_fields(expression, slack, relative=is_relative)
        except ExpressionError as error:
            self._place.lose(f"the formula {'; '.join(formulas)}: {error}", Content.KEY)
            question.key.add(paragraph(f"Formula: {'; '.join(formulas)}"))
            return fields
        question.key.answer = found["answer"]
        for text in self._drawn.disagreements(expression, self._samples())[:3]:
            self._place.note(f"a stored sample is not what the formula comes to: {text}")
        return fields | {"derived": found["derived"]}

    def _samples(self) -> list[tuple[dict[str, Fraction], Fraction]]:
        samples = []
        for sample in self._extension.within("var_set"):
            names = [one.get("name") for one in sample.all("var")]
            values = read_decimals(one.text for one in sample.all("var"))
            answer = read_decimal(sample.word("answer"))
            if answer is not None and len(values) == len(names):
                samples.append((dict(zip(names, values, strict=True)), answer))
        return samples


def _slack(text: str) -> tuple[Fraction, bool]:
    text = text.strip()
    is_share = text.endswith("%")
    slack = slack_of(text.removesuffix("%"))
    return (slack / 100, True) if is_share else (slack, False)


def _inlined(formulas: list[str]) -> str:
    """Return several lines, each of which may give a value a name, as one formula."""
    *before, last = formulas
    for line in reversed(before):
        name, sign, value = line.partition("=")
        if sign and name.strip().isidentifier():
            last = with_name(last, name.strip(), f"({value.strip()})")
    return last.rpartition("=")[2] if last.count("=") == 1 else last
