"""A text under verification: its tokens, what it has said so far, and the claims found in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from qbank.napkin.claim import Claim
from qbank.napkin.judging.judge import judge
from qbank.napkin.judging.relation import Judgement, Tolerances
from qbank.napkin.judging.second_opinion import DisagreementError, confirm
from qbank.napkin.parsing.grammar import parser_of
from qbank.napkin.parsing.quantity_spans import QuantitySpan, quantities, with_expressions
from qbank.napkin.parsing.unit_context import UnitContext
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.symbols import SymbolTable
from qbank.napkin.tree import Negation, Node, Number, names


class VerificationContext:
    """What the forms of claims share while they read one text.

    Attributes:
        text: the text as given.
        parser: its tokens and the grammar over them.
        symbols: named values and results of the lines read so far.
        claims: what has been found.
        open_equations: equations and bounds with a symbol whose value was not known when they were read.
        given_values: values that symbols are given alone, as in `N = 13`.
    """

    def __init__(self, text: str, tolerances: Tolerances, surroundings: Sequence[str] = ()) -> None:
        """Read a text.

        Args:
            text: the text.
            tolerances: how far stated values may be off.
            surroundings: texts that may give the units of its operands.
        """
        self.text = text
        self.parser = parser_of(text)
        self.symbols = SymbolTable()
        self.claims: list[Claim] = []
        self.open_equations: list[tuple[Node, Node, str]] = []
        self.given_values: dict[str, Node] = {}
        self._tolerances = tolerances
        self._surroundings = surroundings
        self._undecided: set[int] = set()  # stated values of claims that are unchecked
        self._quantities_of_line: dict[int, list[QuantitySpan]] = {}

    @cached_property
    def quantities(self) -> list[QuantitySpan]:
        """The quantities of the text."""
        return quantities(self.parser)

    def quantities_around(self, at: int) -> list[QuantitySpan]:
        """Return the quantities in the line of token `at` and in the one before it."""
        line = bisect_left(self._line_ends, at)
        if line not in self._quantities_of_line:  # no quantity goes over the end of a line
            ends = self._line_ends
            start = ends[line - 2] + 1 if line > 1 else 0
            stop = ends[line] if line < len(ends) else None
            self._quantities_of_line[line] = quantities(self.parser, start, stop)
        return self._quantities_of_line[line]

    @cached_property
    def _line_ends(self) -> list[int]:
        return [at for at, text in enumerate(self.parser.texts) if text == "\n"]

    @cached_property
    def spans(self) -> list[QuantitySpan]:
        """The quantities of the text, its data types and its expressions without a result."""
        return with_expressions(self.parser, self.quantities)

    @cached_property
    def units(self) -> UnitContext:
        """What the numbers of the text and of its surroundings measure."""
        return UnitContext(self.parser, self._surroundings)

    def judge(self, left: Node, right: Node, sign: str) -> Judgement:
        """Decide whether `left` stands in a relation to `right`, after what the text has said so far."""
        return judge(left, right, sign, symbols=self.symbols, tolerances=self._tolerances)

    def judge_alone(self, left: Node, right: Node, sign: str) -> Judgement:
        """Decide the same, whatever the text has said."""
        return judge(left, right, sign, tolerances=self._tolerances)

    def add(
        self,
        form: str,
        left: Node,
        right: Node,
        relation: str,
        judgement: Judgement,
        *,
        span: tuple[int, int] | None = None,
    ) -> None:
        """Add the claim that `left` stands in `relation` to `right`; what would be reported is confirmed."""
        if judgement.verdict is Verdict.IMPRECISE or judgement.verdict is Verdict.WRONG:
            judgement = self._confirmed(judgement)
        if judgement.verdict is Verdict.UNCHECKED:
            self._undecided.add(right.start)
        elif right.start in self._undecided:  # what another form could not decide
            self.claims = [c for c in self.claims if c.stated_start != right.start or c.reason is None]
        start, end = span or (min(left.start, right.start), max(left.end, right.end))
        known = dict(self.symbols.names) if names(left) or names(right) else {}
        self.claims.append(Claim(self.text, start, end, form, relation, left, right, judgement, known))
        number = right.operand if isinstance(right, Negation) else right
        if judgement.verdict is Verdict.OK and relation in {"=", "≈", "()"} and isinstance(number, Number):
            self.symbols.result(number, judgement.computed)

    def is_decided(self, stated: Node) -> bool:
        """Tell whether a claim about this stated value has been decided."""
        return any(c.stated_start == stated.start and c.reason is None for c in self.claims)

    def _confirmed(self, judgement: Judgement) -> Judgement:
        """Have sympy recompute what would be reported; a difference is reported as qbank's own defect."""
        try:
            if (sides := judgement.sides) is not None:
                confirm(sides.relation.left, sides.computed, sides.interpretation, self.symbols.names)
                confirm(sides.relation.right, sides.stated, sides.right_interpretation, self.symbols.names)
        except DisagreementError as difference:
            return Judgement(Verdict.UNCHECKED, Reason.DISAGREEMENT, str(difference))
        return judgement
