"""A calculation, and what it comes to in words."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.alternatives import AT_RATE, judge_line
from qbank.napkin.forms.base import Example, Statement, TextForm
from qbank.napkin.forms.sides import names, result_before, trailing_expression
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import word_set
from qbank.napkin.limits import MAX_MENTIONS
from qbank.napkin.tree import Node, Number, Operation, is_arithmetic, operate
from qbank.napkin.verdicts import Verdict
from qbank.units import physical
from qbank.units.dimension import NONE

_VERBS = word_set("""
    is are equals equal gives give yields yield makes make totals total takes take costs cost comes works
    amounts means leaves leave leaving
""")
_LEAVES = frozenset(("leaves", "leave", "leaving"))
_EQUATES = word_set("equals equal gives give yields yield makes comes works amounts")
"""Verbs that say nothing but that two values are equal."""
_BEHIND_VERB = word_set("to out at a total of only just")
_JOINTS = word_set("which that this it")
_BORDERS = frozenset((t.STOP, t.RELATION))
_OPENS = word_set("and but so or while which")
_MOST_NOUNS = 3
_NEARLY = Fraction(1, 200)
_REACH = 60  # tokens of a calculation in words


def _larger(context: VerificationContext, result: Number) -> list[Number]:
    """Return the values of the line before a result that measure the same in its unit, and are more."""
    line = context.text.rfind("\n", 0, result.start)
    found: dict[Fraction, Number] = {}
    for span in context.quantities:
        number = span.node
        if isinstance(number, Number) and line < number.start < result.start:
            reading, own = number.readings[0], result.readings[0]
            alike = physical(reading.unit.dimension) == physical(own.unit.dimension)
            if alike and number.value * reading.size > result.value * own.size:
                found[number.value * reading.size] = number
    return list(found.values())


def _is_of_several(judgement: Judgement) -> bool:
    """Tell whether a value is so many times what is computed: `Sixteen GPUs at 40 TFLOPS give 640 TFLOPS`."""
    computed, stated = judgement.computed, judgement.stated
    if computed is None or stated is None or not computed.value:
        return False
    times = stated.value / computed.value
    return round(times) > 1 and abs(times - round(times)) <= _NEARLY * times


class WordedEquation(TextForm):
    """A calculation and a verb that says what it comes to: `14 GB / 28 GB/s takes 0.5 s`.

    Something at a rate is one as well, `14 GB at 28 GB/s takes 0.5 s`. The verb may say something else, so a
    value that differs is only likely to be wrong, and only where it measures the same and ends its clause.
    """

    name = "worded equation"
    cues = _VERBS
    examples: ClassVar = (
        Example("14 GB / 28 GB/s takes 0.5 s", expression="14 GB / 28 GB/s"),
        Example("Reading 14 GB at 28 GB/s takes 0.5 s", expression="14 GB / 28 GB/s"),
        Example("4 million parameters multiplied by 1 byte, which equals 4 megabytes"),
        Example("Dividing 24e9 operations by 48e12 operations/s gives 0.5 ms"),
        Example("50,000 images at $0.20 each is $10,000"),
        Example("14 GB / 28 GB/s takes 5 s", Verdict.WRONG),
        Example("50,000 images at $0.20 each is $1,000", Verdict.WRONG),
        Example("Sixteen GPUs at 40% of 989 TFLOPS give 6.33 PFLOPS", None),
        Example("8 GB + 6 GB is 12 GB less than it was", None),
        Example("2 × 8 GB is what a rank holds", None),
    )

    def read(self, context: VerificationContext) -> None:
        """Add the calculations of a text whose values are said in words."""
        kinds, texts = context.parser.kinds, context.parser.texts
        for at in [at for at, text in enumerate(texts) if text in _VERBS][:MAX_MENTIONS]:
            after = at + 1
            while after < len(texts) and texts[after] in _BEHIND_VERB:
                after += 1
            value = context.parser.quantity(after, len(texts)) if after < len(texts) else None
            if value is None or context.is_decided(value[0]):
                continue
            before = at
            if before and texts[before - 1] in _JOINTS:
                before -= 1
            if before and kinds[before - 1] == t.COMMA:
                before -= 1
            start = before
            while start and kinds[start - 1] not in _BORDERS and before - start < _REACH:
                start -= 1
            left = trailing_expression(context, start, before)
            statement = Statement(texts[at], left, value[0], start, at, value[1])
            if not self._go_on(context, statement, before) and left is not None and not names(left.node):
                self._add(context, statement)

    def _go_on(self, context: VerificationContext, statement: Statement, before: int) -> bool:
        """Add the claim of a clause that goes on with the result before it.

        `= 4,205 MWh; at $0.08/kWh that is $336,400`, `= 749 kB, leaving 299 kB`.
        """
        parser, left, value, start = context.parser, statement.left, statement.right, statement.start
        if not isinstance(value, Number) or value.measures == NONE:
            return False
        nodes: list[Node] = []
        rated = left is not None and left.at == start + 1 and parser.texts[start] in AT_RATE
        if rated and left is not None and isinstance(left.node, Number):
            result = result_before(context, parser.starts[start])
            if result is not None:
                nodes = [operate(sign, result, left.node) for sign in "*/"]
        elif (
            statement.relation in _LEAVES
            and (result := result_before(context, parser.starts[before])) is not None
        ):
            wholes = _larger(context, result)
            nodes = [operate("-", wholes[0], result)] if len(wholes) == 1 else []
        for node in nodes:
            judgement = context.judge(node, value, "=")
            if judgement.verdict not in {Verdict.OK, Verdict.WRONG} or judgement.unlike:
                continue
            if judgement.verdict is Verdict.WRONG:
                judgement = replace(judgement, doubt="if it goes on from the result before it")
            context.add(self.name, node, value, "=", judgement)
            return True
        return False

    def _add(self, context: VerificationContext, statement: Statement) -> None:
        """Add the claim that a statement is whose relation is a verb, if it is one."""
        left, verb, start = statement.left, statement.relation, statement.start
        if left is None:
            return
        texts = context.parser.texts
        rated = left.at > start and texts[left.at - 1] in AT_RATE
        if left.cut or not (rated or is_arithmetic(left.node)):
            return
        left, right, judgement = judge_line(context, left, statement.right, "=", start)
        node = left.node
        if not is_arithmetic(node):
            return
        if verb in _LEAVES and not (isinstance(node, Operation) and node.operator == "-"):
            return
        if judgement.verdict is not Verdict.OK:
            if not self._accuses(context, judgement, right, statement.end, verb):
                return
            if rated and _is_of_several(judgement):
                return
            judgement = replace(judgement, doubt=f"if '{verb}' says what it comes to")
        context.add(self.name, left.node, right, "=", judgement)

    def _accuses(
        self, context: VerificationContext, judgement: Judgement, right: Node, after: int, verb: str
    ) -> bool:
        """Tell whether a value that differs is likely wrong: it is of the same kind, and all that is said."""
        if judgement.verdict is not Verdict.WRONG or judgement.note or not isinstance(right, Number):
            return False
        computed, stated = judgement.measures
        if computed != stated or (computed == NONE and verb not in _EQUATES):
            return False
        kinds, texts = context.parser.kinds, context.parser.texts
        for place in range(after, min(after + _MOST_NOUNS + 1, len(kinds))):
            if kinds[place] in t.BORDERS or texts[place] in _OPENS:
                return True
            if not context.parser.is_noun(place):
                return False
        return len(kinds) <= after + _MOST_NOUNS
