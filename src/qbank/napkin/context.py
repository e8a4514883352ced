"""A text under verification: its tokens, what it has said so far, and the claims found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, product

from qbank.napkin.claim import Claim
from qbank.napkin.judging.interpretations import SymbolTable
from qbank.napkin.judging.judge import judge
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.judging.second_opinion import DisagreementError, confirm
from qbank.napkin.lexing.tokens import MONEY
from qbank.napkin.limits import MAX_SAID
from qbank.napkin.parsing.grammar import Parser, parser_of
from qbank.napkin.parsing.spans import QuantitySpan, quantities, with_expressions
from qbank.napkin.tree import Negation, Node, Number, Reading, leaves, names, replace_numbers
from qbank.napkin.verdicts import Reason, Tolerances, Verdict
from qbank.units import physical
from qbank.units.dimension import NONE


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
        symbols = None if alone else self.symbols
        return judge(left, right, sign, symbols=symbols, tolerances=self._tolerances)

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


class UnitContext:
    """The units that the numbers of a text have where they are said with one.

    `400 × 380 = 152 kgCO₂` leaves them out; "400 kWh" and "380 gCO₂/kWh" stand elsewhere.
    """

    def __init__(self, parser: Parser, surroundings: Sequence[str]) -> None:
        self._parsers = [parser, *map(parser_of, surroundings)]
        self._readings: dict[tuple[int, int], tuple[Reading, ...]] = {}

    def measured(self, node: Node) -> Iterator[Node]:
        """Yield `node` with operands in the units that they have elsewhere, most of them first.

        These are bare ones, and those that leave out what they are per: `88 kWh × 45 g` where the text has
        `45 g/kWh`.
        """
        numbers = [leaf for leaf in leaves(node) if isinstance(leaf, Number)]
        known = [(leaf.start, readings) for leaf in numbers if (readings := self._units_of(leaf))]
        if not known:
            return
        for chosen in islice(product(*((*readings, None) for _, readings in known)), MAX_SAID):
            pairs = zip(known, chosen, strict=True)
            units = {start: reading for (start, _), reading in pairs if reading is not None}
            if units:
                yield replace_numbers(node, units)

    def _units_of(self, number: Number) -> tuple[Reading, ...]:
        readings = self._readings_of(number.value)
        if number.bare or not readings:
            return readings
        name = number.readings[0].unit.name
        return tuple(
            one
            for one in readings
            if "/" in one.unit.name and one.unit.name.startswith(name) and "/" not in name
        )

    def _readings_of(self, value: Fraction) -> tuple[Reading, ...]:
        """Return how a number is read wherever it has a unit, each dimension once."""
        key = value.numerator, value.denominator
        if key not in self._readings:
            by_dimension: dict[int, Reading] = {}
            for parser in self._parsers:
                for at in parser.number_places.get(key, ()):
                    first = at - 1 if at and parser.kinds[at - 1] == MONEY else at
                    quantity = parser.quantity(first, len(parser.kinds))
                    if quantity is not None and isinstance(quantity[0], Number):
                        reading = quantity[0].readings[0]
                        by_dimension.setdefault(reading.unit.dimension, reading)
            self._readings[key] = tuple(
                reading for reading in by_dimension.values() if physical(reading.unit.dimension) != NONE
            )
        return self._readings[key]
