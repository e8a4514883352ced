"""An amount at a rate, and the time that it takes: `Loading 14 GB over a 28 GB/s link takes 0.5 s`."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.sides import is_power_of_ten
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import word_set
from qbank.napkin.parsing.spans import QuantitySpan
from qbank.napkin.tree import Number, operate
from qbank.napkin.verdicts import Verdict
from qbank.units.dimension import NONE, SECOND, exponents

_VERBS = word_set("that's takes take took taking needs need requires require lasts last in")
_TELLING = tuple(Fraction(count) ** sign for count in (8, 60, 3600) for sign in (1, -1))
_REACH = 6  # tokens between the values of a sentence


class Transfer(TextForm):
    """An amount, the rate at which it is moved or used up, and the time that takes, in words.

    The three stand beside one another in a sentence. A time that differs may have other causes; it is likely
    wrong where it is off by a power of ten, by 8, 60 or 3600, and nothing follows it.
    """

    name = "transfer"
    cues = _VERBS
    examples: ClassVar = (
        Example("Loading 14 GB over a 28 GB/s link takes 0.5 s", expression="14 GB / 28 GB/s"),
        Example("At 28 GB/s the 14 GB of weights take 500 ms", expression="14 GB / 28 GB/s"),
        Example("Flash writes 2 GB/s → 64 MB in 32 ms"),
        Example("It needs 90 TFLOPs, taking 2 s on a 45 TOPS NPU", expression="90 TFLOPs / 45 TOPS"),
        Example("A charge of 15 Wh lasts 3 h at 5 W", expression="15 Wh / 5 W"),
        Example("Loading 14 GB over a 28 GB/s link takes 0.5 ms", Verdict.WRONG),
        Example("Moving 1 TB over 10 Gbps takes 100 s", Verdict.WRONG),
        Example("Loading 14 GB over a 28 GB/s link takes 2 s", None),
        Example("Loading 14 GB over a 28 GB/s link takes 5 s in practice", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the transfers that a text speaks of."""
        texts, spans = context.parser.texts, context.quantities
        for place, time in enumerate(spans):
            if not _is_told(context, time) or context.is_decided(time.node):
                continue
            if texts[time.first - 1] == "in" and spans[place - 1].after != time.first - 1:
                continue  # `64 MB in 32 ms`, no `2 steps in the first 5 s`
            before = [span for span in spans[max(0, place - 2) : place] if span.sentence == time.sentence]
            behind = [span for span in spans[place + 1 : place + 2] if span.sentence == time.sentence]
            for two in (before, [*before[-1:], *behind]):
                if len(two) == 2 and self._decide(context, two[0], two[1], time):
                    break

    def _decide(
        self, context: VerificationContext, first: QuantitySpan, second: QuantitySpan, time: QuantitySpan
    ) -> bool:
        """Add the claim that an amount at a rate takes a time, if the three say so."""
        amount, rate = (first, second) if _is_at_rate(first, second) else (second, first)
        ordered = sorted((first, second, time), key=lambda span: span.first)
        near = all(b.first - a.after <= _REACH for a, b in pairwise(ordered))
        if not _is_at_rate(amount, rate) or not near:
            return False
        node = operate("/", amount.node, rate.node)
        place = (min(span.node.start for span in ordered), max(span.node.end for span in ordered))
        node = replace(node, start=min(amount.node.start, rate.node.start), end=node.left.end)
        judgement = context.judge(node, time.node, "=")
        if judgement.verdict is Verdict.WRONG and _is_slip(judgement) and _is_all(context, ordered[-1].after):
            judgement = replace(judgement, doubt="if nothing but this rate sets the time")
        elif judgement.verdict is not Verdict.OK:
            return False
        context.add(self.name, node, time.node, "=", judgement, span=place)
        return True


def _is_told(context: VerificationContext, time: QuantitySpan) -> bool:
    """Tell whether a value is a time behind a verb that says how long something takes."""
    node = time.quantity
    if not isinstance(node, Number) or node.measures != SECOND:
        return False
    return time.first > 0 and context.parser.texts[time.first - 1].lower() in _VERBS


def _is_at_rate(amount: QuantitySpan, rate: QuantitySpan) -> bool:
    """Tell whether two values are an amount and how much of it a second takes."""
    first, second = amount.quantity, rate.quantity
    if not isinstance(first, Number) or not isinstance(second, Number):
        return False
    what, per = (number.measures for number in (first, second))
    counts = what != NONE or "operation" in exponents(first.unit.dimension)
    return counts and what != SECOND and what - per == SECOND


def _is_slip(judgement: Judgement) -> bool:
    """Tell whether a value is off by what a slip of a unit, a prefix or the point makes."""
    if judgement.computed is None or judgement.stated is None or judgement.note or not judgement.stated.value:
        return False
    ratio = abs(judgement.computed.value / judgement.stated.value)
    return is_power_of_ten(ratio) or any(abs(ratio / count - 1) < Fraction(1, 50) for count in _TELLING)


def _is_all(context: VerificationContext, after: int) -> bool:
    """Tell whether a clause ends behind a value."""
    kinds = context.parser.kinds
    return after >= len(kinds) or kinds[after] in t.BORDERS
