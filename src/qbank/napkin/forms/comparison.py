"""`a < b` between values."""

from __future__ import annotations

from typing import ClassVar

from qbank.napkin.context import VerificationContext
from qbank.napkin.forms.base import ClauseForm, Example
from qbank.napkin.forms.sides import Side, is_label, leading_expression, names, trailing_expression
from qbank.napkin.lexing import tokens as t
from qbank.napkin.parsing.clauses import Clause
from qbank.napkin.reasons import Verdict
from qbank.napkin.tree import Name, Number, is_arithmetic, leaves
from qbank.units.dimension import NONE

COMPARISONS = frozenset("<≤>≥")


class Comparison(ClauseForm):
    """Two values and which is larger: `8 MB + 12 MB = 20 MB > 16 MB`, with `<`, `≤`, `>` or `≥`.

    Of a name alone nothing is known: `P99 < 10 ms` is a target.
    """

    name = "comparison"
    examples: ClassVar = (
        Example("12 MB < 16 MB"),
        Example("8 MB + 12 MB > 16 MB", expression="8 MB + 12 MB"),
        Example("Intensity (200) < Ridge point (683)"),
        Example("8 MB + 12 MB = 20 MB < 16 MB", Verdict.WRONG),
        Example("P99 < 10 ms", None),
    )

    def read(self, context: VerificationContext, clause: Clause) -> None:
        """Add the claims of the relations in `clause`."""
        texts = context.parser.texts
        for place, relation_at in enumerate(clause.relations):
            relation = texts[relation_at]
            if relation not in COMPARISONS:
                continue
            before, behind = clause.sides(place)
            left = None if is_label(context, *before) else trailing_expression(context, *before)
            right = None if left is None else leading_expression(context, *behind, beside=before)
            if left is None or right is None or isinstance(left.node, Name):
                continue
            symbolic = bool(names(left.node) or names(right))
            judgement = context.judge(left.node, right, relation)
            if symbolic and judgement.verdict is not Verdict.OK:
                context.open_equations.append((left.node, right, relation))
                continue
            if judgement.verdict not in {Verdict.OK, Verdict.WRONG} or judgement.measures[0] is None:
                continue
            measured = judgement.measures[0] != NONE or isinstance(left.node, Number)
            measured = measured and not left.labelled
            if is_arithmetic(left.node) or measured or _is_named_value(context, left, relation_at):
                context.add(self.name, left.node, right, relation, judgement)


def _is_named_value(context: VerificationContext, left: Side, end: int) -> bool:
    """Tell whether the side is a name with its value in brackets: `Intensity (200)`."""
    tokens = context.parser.tokens
    return tokens.kinds[left.at] == t.WORD and tokens.texts[end - 1] == ")" and len(leaves(left.node)) == 1
