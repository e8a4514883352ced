"""A text under verification: its tokens, what it has said so far, and the claims found in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from qbank.napkin.claim import Amount, Claim
from qbank.napkin.evaluate import Names, UndecidableError, evaluate
from qbank.napkin.judging.judgement import Judgement, Tolerances
from qbank.napkin.judging.second_opinion import DisagreementError, confirm
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.parsing.quantity_spans import Mention, quantities, with_expressions
from qbank.napkin.parsing.unit_context import Said
from qbank.napkin.provenance import operands
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.symbols import Memory
from qbank.napkin.tree import Negation, Node, Number, as_read, names, spell
from qbank.units import NO_UNIT, ONE, Quantity, physical
from qbank.units import spell as spell_dimension
from qbank.units.dimension import NONE


class Page:
    """What the forms of claims share while they read one text.

    Attributes:
        text: the text as given.
        context: texts that may give the units of its operands.
        parser: its tokens and the grammar over them.
        memory: named values and results of the lines read so far.
        tolerances: how far stated values may be off.
        claims: what has been found.
        open: equations and bounds with a symbol whose value was not known when they were read.
        given: values that symbols are given alone, as in `N = 13`.
    """

    def __init__(self, text: str, tolerances: Tolerances, context: Sequence[str] = ()) -> None:
        self.text = text
        self.context = context
        self.tolerances = tolerances
        self.parser = Parser(tokenize(text))
        self.memory = Memory()
        self.claims: list[Claim] = []
        self.open: list[tuple[Node, Node, str]] = []
        self.given: dict[str, Node] = {}
        self._undecided: set[int] = set()  # stated values of claims that are unchecked
        self._around: dict[int, list[Mention]] = {}

    @cached_property
    def quantities(self) -> list[Mention]:
        """The quantities of the text."""
        return quantities(self.parser)

    def quantities_around(self, at: int) -> list[Mention]:
        """Return the quantities in the line of token `at` and in the one before it."""
        line = bisect_left(self._line_ends, at)
        if line not in self._around:  # no quantity goes over the end of a line, so the rest need not be read
            ends = self._line_ends
            start = ends[line - 2] + 1 if line > 1 else 0
            stop = ends[line] if line < len(ends) else None
            self._around[line] = quantities(self.parser, start, stop)
        return self._around[line]

    @cached_property
    def _line_ends(self) -> list[int]:
        return [at for at, text in enumerate(self.parser.tokens.texts) if text == "\n"]

    @cached_property
    def mentions(self) -> list[Mention]:
        """The quantities of the text, its data types and its expressions without a result."""
        return with_expressions(self.parser, self.quantities)

    @cached_property
    def said(self) -> Said:
        """What the numbers of the text and of its context measure."""
        return Said(self.parser, self.context)

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
        span = span or (min(left.start, right.start), max(left.end, right.end))
        text = self.text
        known = dict(self.memory.names) if names(left) or names(right) else {}
        claim = Claim.pending(
            span,
            right.start,
            judgement.verdict,
            judgement.reason,
            lambda: _claim(form, left, right, relation, judgement, known=known, text=text, span=span),
        )
        if judgement.verdict is Verdict.UNCHECKED:
            self._undecided.add(right.start)
        elif right.start in self._undecided:  # what another form could not decide
            self.claims = [c for c in self.claims if c.stated_start != right.start or c.reason is None]
        self.claims.append(claim)
        number = right.operand if isinstance(right, Negation) else right
        if judgement.verdict is Verdict.OK and relation in {"=", "≈", "()"} and isinstance(number, Number):
            self.memory.pending_result(number, lambda: judgement.computed)

    def is_decided(self, stated: Node) -> bool:
        """Tell whether a claim about this stated value has been decided."""
        return any(c.stated_start == stated.start and c.reason is None for c in self.claims)

    def _confirmed(self, judgement: Judgement) -> Judgement:
        """Have sympy recompute what would be reported; a difference is reported as qbank's own defect."""
        try:
            for node, sense, value in judgement.evidence:
                confirm(node, value, sense, self.memory.names)
        except DisagreementError as difference:
            return Judgement(Verdict.UNCHECKED, Reason.DISAGREEMENT, str(difference))
        return judgement


def _claim(
    form: str,
    left: Node,
    right: Node,
    relation: str,
    judgement: Judgement,
    *,
    known: Names,
    text: str,
    span: tuple[int, int],
) -> Claim:
    number = right.operand if isinstance(right, Negation) else right
    stated = _stated(right, judgement, known)
    digits, decimals, multiplier = (right.start, right.start), 0, ONE
    if isinstance(number, Number):
        digits, decimals = number.digits, number.decimals
        if stated is not None:
            multiplier = judgement.right_sense.reading_of(number).multiplier
    return Claim(
        start=span[0],
        end=span[1],
        text=text[slice(*span)],
        form=form,
        relation=relation,
        expression=spell(left, judgement.sense.choices),
        computed=None if judgement.computed is None else _amount(judgement.computed, stated),
        stated=Amount(stated.in_unit(stated.unit), stated.unit.name) if stated else None,
        verdict=judgement.verdict,
        reason=judgement.reason,
        detail=judgement.detail,
        stated_start=right.start,
        stated_end=right.end,
        digits_start=digits[0],
        digits_end=digits[1],
        decimals=decimals,
        multiplier=multiplier,
        note=judgement.note,
        operands=operands(left, judgement.sense, known, text, span),
        tree=as_read(left, judgement.sense.choices),
    )


def _stated(right: Node, judgement: Judgement, known: Names) -> Quantity | None:
    """Return the stated value, even if the left side has none."""
    if judgement.stated is not None:
        return judgement.stated
    try:
        return evaluate(right, judgement.right_sense, known)
    except UndecidableError:
        return None


def _amount(computed: Quantity, stated: Quantity | None) -> Amount:
    """Return a value in the stated one's unit if that measures the same, else in its own or base units."""
    dimension = physical(computed.dimension)
    if stated is not None and physical(stated.dimension) == dimension:
        return Amount(computed.in_unit(stated.unit), stated.unit.name)
    if dimension != NONE and computed.unit is NO_UNIT:
        return Amount(computed.value, spell_dimension(dimension))
    return Amount(computed.in_unit(computed.unit), computed.unit.name)
