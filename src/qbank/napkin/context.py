"""A text under verification: its tokens, what it has said so far, and the claims found in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from qbank.napkin.claim import Claim
from qbank.napkin.judging.certainty import doubt
from qbank.napkin.judging.judge import judge
from qbank.napkin.judging.line_context import LineContext, SymbolTable, UnitContext, nothing_around
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.judging.second_opinion import DisagreementError, confirm
from qbank.napkin.lexing.tokens import CLOSE, NUMBER, OPEN, STOP, WORD
from qbank.napkin.parsing.grammar import parser_of
from qbank.napkin.parsing.spans import QuantitySpan, quantities, with_expressions
from qbank.napkin.tree import Node, Number, names, signed_number
from qbank.napkin.verdicts import Reason, Tolerances, Verdict
from qbank.units import Quantity

_DEFINITION = f"{OPEN}{WORD}{CLOSE}{STOP}{NUMBER}"


class VerificationContext:
    """What the forms of claims share while they read one text.

    Attributes:
        text: the text as given.
        parser: its tokens and the grammar over them.
        symbols: named values and results of the lines read so far.
        claims: what has been found.
        open_equations: equations and bounds with a symbol whose value was not known when they were read.
        given_values: values that symbols are given alone, as in `N = 13`.
        running: what a line added up before the value that begins at a place, and goes on with.
        bounds: values that symbols are compared with, as in `d <= 0.5`.
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
        self.running: dict[int, Node] = {}
        self.bounds: dict[str, Number] = {}
        self._tolerances = tolerances
        self._define()
        self._surroundings = surroundings
        self._undecided: set[int] = set()  # stated values of claims that are unchecked
        self._decided: set[int] = set()  # and of the others

    def _define(self) -> None:
        """Take `Kernel size (K): 3` as what the symbol stands for."""
        shape, texts = self.parser.shape, self.parser.texts
        at = shape.find(_DEFINITION)
        while at >= 0:
            if texts[at] == "(" and texts[at + 3] == ":":
                value = self.parser.quantity(at + 4, len(texts))
                if value is not None and isinstance(value[0], Number):
                    self.symbols.name(texts[at + 1], value[0])
                    self.given_values.setdefault(texts[at + 1], value[0])
            at = shape.find(_DEFINITION, at + 1)

    @cached_property
    def quantities(self) -> list[QuantitySpan]:
        """The quantities of the text."""
        return quantities(self.parser)

    @cached_property
    def spans(self) -> list[QuantitySpan]:
        """The quantities of the text, its data types and its expressions without a result."""
        return with_expressions(self.parser, self.quantities)

    @cached_property
    def units(self) -> UnitContext:
        """What the numbers of the text and of its surroundings measure."""
        return UnitContext(self.parser, self._surroundings)

    def judge(self, left: Node, right: Node, sign: str, *, alone: bool = False) -> Judgement:
        """Decide whether `left` stands in a relation to `right`.

        What the text has said so far counts, unless the two stand `alone`.
        """
        line = nothing_around() if alone else self.line(partial(self._chain_before, left))
        return judge(left, right, sign, self._tolerances, line)

    def line(self, chain: Callable[[], Sequence[Node]] = tuple) -> LineContext:
        """Return what stands around a relation; `chain` returns the members of its chain before it."""
        return LineContext(self.parser, self.units, self.symbols, chain)

    def _chain_before(self, left: Node) -> list[Node]:
        """Return the members of a chain before the one at `left`, the nearest first."""
        members: list[Node] = []
        start = left.start
        for claim in reversed(self.claims):
            if claim.stated_start == start and not claim.is_comparison:
                members.append(claim.left)
                start = claim.left.start
        return members

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
        if judgement.verdict is Verdict.WRONG:
            chained = relation != "()" and (left.start in self._decided or left.start in self._undecided)
            doubted = judgement.doubt or doubt(judgement, left, right, self.line(), chained=chained)
            judgement = replace(judgement, doubt=doubted)
        if judgement.verdict is Verdict.UNCHECKED:
            self._undecided.add(right.start)
        elif right.start in self._undecided:  # what another form could not decide
            self.claims = [c for c in self.claims if c.stated_start != right.start or c.reason is None]
        if judgement.reason is None:
            self._decided.add(right.start)
        start, end = span or (min(left.start, right.start), max(left.end, right.end))
        known = dict(self.symbols.names) if names(left) or names(right) else {}
        self.claims.append(Claim(self.text, start, end, form, relation, left, right, judgement, known))
        judged = judgement.sides.relation.right if judgement.sides is not None else right
        number = signed_number(judged)
        if relation in {"=", "≈", "()"} and number is not None:
            self.symbols.result(number, _result(judgement))

    def is_decided(self, stated: Node) -> bool:
        """Tell whether a claim about this stated value has been decided."""
        return stated.start in self._decided

    def _confirmed(self, judgement: Judgement) -> Judgement:
        """Have sympy recompute what would be reported; a difference is reported as qbank's own defect."""
        try:
            if (sides := judgement.sides) is not None:
                confirm(sides.relation.left, sides.computed, sides.interpretation, self.symbols.names)
                confirm(sides.relation.right, sides.stated, sides.right_interpretation, self.symbols.names)
        except DisagreementError as difference:
            return Judgement(Verdict.UNCHECKED, Reason.DISAGREEMENT, str(difference))
        return judgement


def _result(judgement: Judgement) -> Quantity | None:
    """Return what a result is before it was rounded, if it holds, or if nothing but its units is open."""
    if judgement.verdict is Verdict.OK:
        return judgement.computed
    if judgement.reason is Reason.UNITS and (sides := judgement.sides) is not None:
        face = sides.at_face()
        return face if sides.compare(face).verdict is Verdict.OK else None
    return None
