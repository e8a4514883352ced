"""Finding the claims of a text and deciding on them: the verifier's front door."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from qbank.napkin import tokens as t
from qbank.napkin.claim import Amount, Claim
from qbank.napkin.clauses import Clause, clauses
from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.grammar import Parser
from qbank.napkin.judge import Judgement, Tolerances, judge
from qbank.napkin.limits import MAX_CLAUSE_TOKENS
from qbank.napkin.memory import Memory
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.second_opinion import DisagreementError, confirm
from qbank.napkin.tokens import tokenize
from qbank.napkin.tree import (
    Interval,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    is_arithmetic,
    leaves,
    names,
    spell,
)
from qbank.napkin.words import EXACT_FILLERS
from qbank.units import NO_UNIT, ONE, Quantity, physical
from qbank.units import spell as spell_dimension
from qbank.units.dimension import NONE

_DEFAULT = Tolerances()
_COMPARISONS = frozenset("<≤>≥")
_MAYBE = "→"  # the relation of values that may be the same: it confirms, and never accuses
_RESTATING = EXACT_FILLERS | {"or"}
_POINTS = (Fraction(1009, 7), Fraction(13, 1009))  # where no two different formulas meet by chance
_FACTORS = frozenset((t.NUMBER, t.WORD, t.CLOSE))  # what a bracket that touches them multiplies
_NO_START = frozenset((t.RELATION, t.CLOSE, t.COMMA, t.STOP, t.POWER))
_BORDERS = frozenset((t.STOP, t.COMMA, t.RELATION, t.OPEN, t.CLOSE))


def verify(text: str, *, tolerances: Tolerances = _DEFAULT) -> list[Claim]:
    """Return every claim of `text` in order, each with its verdict; never fails, whatever the text is."""
    return _Verifier(text, tolerances).run()


@dataclass(frozen=True, slots=True)
class _Side:
    """A tree on one side of a relation; `labelled` if words stand before it in its clause."""

    node: Node
    labelled: bool


class _Verifier:
    def __init__(self, text: str, tolerances: Tolerances) -> None:
        self.text = text
        self.tolerances = tolerances
        self.parser = Parser(tokenize(text))
        self.memory = Memory()
        self.claims: list[Claim] = []

    def run(self) -> list[Claim]:
        found: list[tuple[int, Clause | int]] = [(clause.end, clause) for clause in clauses(self.parser)]
        found += [(at, at) for at, bracket in self.parser.brackets.items() if bracket.numbers and at]
        for _, item in sorted(found, key=lambda pair: pair[0]):
            if isinstance(item, Clause):
                self._chain(item)
            else:
                self._restated(item)
        return sorted(self.claims, key=lambda claim: (claim.start, claim.end))

    # -- a = b = c -------------------------------------------------------------------------------------------

    def _chain(self, clause: Clause) -> None:
        tokens = self.parser.tokens
        segments = clause.segments()
        for place, relation_at in enumerate(clause.relations):
            relation = tokens.texts[relation_at]
            left = self._tail(*segments[place])
            right = self._head(*segments[place + 1], symbols=names(left.node) if left else frozenset())
            if right is None:
                continue
            if left is None or isinstance(left.node, Name):
                if relation in {"=", "≈"}:
                    self.memory.name(self._symbol(*segments[place]), right)
                continue
            self._link(left, right, relation)

    def _head(self, start: int, end: int, *, symbols: frozenset[str]) -> Node | None:
        """Read the expression that a segment begins with; `symbols` are those of the other side."""
        while start < end and self.parser.tokens.texts[start] in EXACT_FILLERS:
            start += 1
        parsed = self.parser.expression(start, end)
        if parsed is None or isinstance(parsed[0], Name):
            return None
        if (unknown := names(parsed[0]) - symbols) and not unknown <= self.memory.names.keys():
            # words behind a value, "20 GB / round", more often than an unknown operand
            quantity = self.parser.quantity(start, end)
            return quantity[0] if quantity else parsed[0]
        return parsed[0]

    def _tail(self, start: int, end: int) -> _Side | None:
        """Read the longest expression that a segment ends with."""
        tokens = self.parser.tokens
        symbolic: _Side | None = None
        following = start
        while following < end:
            at, following = following, following + 1
            kind = tokens.kinds[at]
            if kind in _NO_START:
                continue
            if kind == t.OPERATOR and not (
                tokens.texts[at] in "-–" and at + 1 < end and tokens.glued[at + 1]
            ):
                continue
            before = tokens.kinds[at - 1] if at > start else t.STOP
            if before == t.OPERATOR or (kind == t.OPEN and tokens.glued[at] and before in _FACTORS):
                continue  # never from the middle of an expression
            parsed = self.parser.expression(at, end)
            if parsed is None:
                continue
            if parsed[1] < end:
                following = parsed[1]
            else:
                labelled = at > start or (kind == t.WORD and not is_arithmetic(parsed[0]))
                side = _Side(parsed[0], labelled)
                if not names(parsed[0]):
                    return side
                symbolic = symbolic or side
                if t.NUMBER not in tokens.kinds[at + 1 : end]:
                    break
        return symbolic

    def _symbol(self, start: int, end: int) -> str:
        """Return the symbol that a segment names: `N`, or the last one in brackets, as in `Rate (λ)`."""
        tokens = self.parser.tokens
        if end - start >= 3 and tokens.texts[end - 1] == ")" and tokens.texts[end - 3] == "(":
            return tokens.texts[end - 2] if tokens.kinds[end - 2] == t.WORD else ""
        return tokens.texts[end - 1] if end > start and tokens.kinds[end - 1] == t.WORD else ""

    def _link(self, left: _Side, right: Node, relation: str) -> None:
        symbolic = bool(names(left.node) or names(right))
        flow = relation == "→"
        judgement = judge(
            left.node,
            right,
            "≈" if flow else relation,
            memory=self.memory,
            tolerances=self.tolerances,
        )
        if judgement.verdict is not Verdict.OK and isinstance(right, Operation) and relation in {"=", "≈"}:
            judgement, right = self._running(left.node, right, relation, judgement)
        if not self._is_claim(left, right, relation, judgement, symbolic=symbolic):
            return
        if symbolic and judgement.verdict is not Verdict.OK:
            judgement = self._unknown(left.node, right, relation, judgement)
        self._add(left.node, right, "≈" if flow else relation, judgement)

    def _running(
        self, left: Node, right: Operation, relation: str, judgement: Judgement
    ) -> tuple[Judgement, Node]:
        """Read `a * b = c * d = e` as a running calculation if `a * b` is `c`."""
        first: Node = right
        while isinstance(first, Operation):
            first = first.left
        if isinstance(first, Number | Negation):
            shorter = judge(left, first, relation, memory=self.memory, tolerances=self.tolerances)
            if shorter.verdict is Verdict.OK:
                return shorter, first
        return judgement, right

    def _is_claim(
        self, left: _Side, right: Node, relation: str, judgement: Judgement, *, symbolic: bool
    ) -> bool:
        """Tell a claim from a label, an assignment, a target or a mere flow."""
        arithmetic = is_arithmetic(left.node)
        if symbolic and not any(isinstance(leaf, Number) for leaf in leaves(left.node)):
            return judgement.verdict is Verdict.OK
        if relation == "→":
            return arithmetic and judgement.verdict is Verdict.OK
        if relation in _COMPARISONS:
            return judgement.verdict in {Verdict.OK, Verdict.WRONG} and (
                arithmetic or (judgement.measured and not left.labelled)
            )
        if arithmetic:
            return True
        # A lone value on the left: "16 GiB = 17,179,869,184 bytes" is a claim, "8 layers = 4 GB" is not.
        if judgement.verdict is Verdict.OK:
            return judgement.measured
        return not left.labelled and self._is_slip(left.node, right)

    @staticmethod
    def _is_slip(left: Node, right: Node) -> bool:
        """Tell a value restated wrongly from two values that are simply different things.

        "16 GB = 16,600 MB" and "10 Gb = 10 GB" are slips;
        "12 ms = 21 ms headroom" and "96 GB = 12 bytes per parameter" are not.
        """
        try:
            one, two = evaluate(left), evaluate(right)
        except UndecidableError:
            return False
        if physical(one.dimension) != physical(two.dimension) or physical(one.dimension) == NONE:
            return False
        if not two.value or one.unit.scale == two.unit.scale:
            return False
        same_digits = one.in_unit(one.unit) == two.in_unit(two.unit)
        return same_digits or Fraction(1, 2) <= abs(one.value / two.value) <= 2

    def _unknown(self, left: Node, right: Node, relation: str, judgement: Judgement) -> Judgement:
        """A symbol's value is only a guess at what the author means: it may confirm, never accuse."""
        if judgement.reason is Reason.MISSING_OPERAND and self._holds_always(left, right, relation):
            return Judgement(Verdict.OK, note="for all values of its symbols")
        if judgement.verdict is Verdict.UNCHECKED:
            return judgement
        missing = ", ".join(sorted(names(left) | names(right)))
        return Judgement(Verdict.UNCHECKED, Reason.MISSING_OPERAND, missing)

    def _holds_always(self, left: Node, right: Node, relation: str) -> bool:
        """Tell whether two sides are equal whatever their unknown symbols are, as in `4N + 2N = 6N`."""
        unknown = sorted((names(left) | names(right)) - self.memory.names.keys())
        if relation not in {"=", "≈"} or not names(right):
            return False
        for point in _POINTS:
            memory = Memory()
            memory.names.update(self.memory.names)
            for place, symbol in enumerate(unknown):
                memory.names[symbol] = Quantity(point + 3 * place, NONE)
            if (
                judge(left, right, relation, memory=memory, tolerances=self.tolerances).verdict
                is not Verdict.OK
            ):
                return False
        return True

    # -- value (restated) ------------------------------------------------------------------------------------

    def _restated(self, at: int) -> None:
        """Read `512 KB (0.5 MB)`, `63 Wh (10.5 W × 6 h)`, `12 KB/s * 8 (96 kbps)` and `9 ms (< 10 ms)`."""
        close = self.parser.closing[at]
        tokens = self.parser.tokens
        product = tokens.glued[at] and tokens.kinds[at - 1] == t.NUMBER
        if tokens.texts[at] != "(" or product or close - at > MAX_CLAUSE_TOKENS:
            return
        outer = self._before(at)
        inner, relation = self._bracketed(at, close) if outer is not None else (None, "")
        if outer is None or inner is None:
            return
        if is_arithmetic(inner):
            self._restate(inner, outer, relation, close)
        elif not self._restate(outer, inner, relation, close) and isinstance(inner, Number):
            before = self._tail(self._line_start(at), at)
            if before is not None and is_arithmetic(before.node) and not inner.bare:
                self._restate(before.node, inner, _MAYBE, close)

    def _before(self, at: int) -> Number | None:
        """Return the quantity that ends before the bracket at token `at`, a noun or two apart."""
        tokens = self.parser.tokens
        for place in range(at - 1, max(-1, at - 8), -1):
            if tokens.kinds[place] == t.NUMBER:
                start = place
                while start and tokens.kinds[start - 1] in {t.APPROX, t.MONEY}:
                    start -= 1
                parsed = self.parser.quantity(start, at)
                if parsed is None or not isinstance(parsed[0], Number):
                    return None
                return parsed[0] if self.parser.behind(parsed[1], at) == at else None
        return None

    def _bracketed(self, at: int, close: int) -> tuple[Node | None, str]:
        """Return what stands in a bracket, if all of it is known, and what relation it seems to have."""
        tokens = self.parser.tokens
        relation = "()"
        start = at + 1
        while start < close and (tokens.kinds[start] == t.RELATION or tokens.texts[start] in _RESTATING):
            relation = tokens.texts[start] if tokens.kinds[start] == t.RELATION else relation
            start += 1
        parsed = self.parser.expression(start, close) if start < close else None
        if parsed is None or any(isinstance(leaf, Name) for leaf in leaves(parsed[0])):
            return None, relation
        if parsed[1] < close:
            return (parsed[0] if tokens.kinds[parsed[1]] == t.COMMA else None), _MAYBE
        return parsed[0], relation

    def _line_start(self, at: int) -> int:
        """Return where the stretch before token `at` begins that an expression may take up."""
        start = at
        while start and self.parser.tokens.kinds[start - 1] not in _BORDERS:
            start -= 1
        return start

    def _restate(self, left: Node, right: Node, relation: str, close: int) -> bool:
        """Add the claim that two values are the same, if they are, or if it is plainly a slip."""
        try:
            one, two = evaluate(left), evaluate(right)
        except UndecidableError:
            return False
        dimensions = (physical(one.dimension), physical(two.dimension))
        if not two.value or (NONE in dimensions and not is_arithmetic(left)):
            return False
        equal = "≈" if relation == "≈" or _marked(left, right) else "="
        judgement = judge(left, right, equal, tolerances=self.tolerances)
        if judgement.verdict is not Verdict.OK and relation in _COMPARISONS:
            equal = relation
            judgement = judge(left, right, relation, tolerances=self.tolerances)
        plain = dimensions[0] == dimensions[1] != NONE and self._is_plain(left, right, relation, one, two)
        if judgement.verdict is not Verdict.OK and not plain:
            return False
        span = (min(left.start, right.start), self.parser.tokens.ends[close])
        self._add(left, right, equal if equal in _COMPARISONS else "()", judgement, span=span)
        return True

    def _is_plain(self, left: Node, right: Node, relation: str, one: Quantity, two: Quantity) -> bool:
        """Tell a value that is restated wrongly from a bracket that says something else."""
        if relation in {"()", "≈"}:
            near = Fraction(1, 2) <= abs(one.value / two.value) <= 2
            return self._is_slip(left, right) or (is_arithmetic(left) and near)
        return relation == "="

    # -- the record ------------------------------------------------------------------------------------------

    def _add(
        self,
        left: Node,
        right: Node,
        relation: str,
        judgement: Judgement,
        *,
        span: tuple[int, int] | None = None,
    ) -> None:
        if judgement.verdict in {Verdict.IMPRECISE, Verdict.WRONG}:
            judgement = self._confirmed(judgement)
        start, end = span or (min(left.start, right.start), max(left.end, right.end))
        text = self.text[start:end]
        if judgement.exactly is None:
            stated = self._stated(right, judgement)
            claim = _claim(left, right, relation, judgement, stated, start=start, text=text)
        else:
            claim = Claim.pending(
                start,
                end,
                judgement.verdict,
                lambda: _claim(left, right, relation, judgement, judgement.stated, start=start, text=text),
            )
        self.claims.append(claim)
        number = right.operand if isinstance(right, Negation) else right
        if judgement.verdict is Verdict.OK and relation in {"=", "≈", "()"} and isinstance(number, Number):
            self.memory.pending_result(number, lambda: judgement.computed)

    def _confirmed(self, judgement: Judgement) -> Judgement:
        """Have sympy recompute what would be reported; a difference is reported as qbank's own defect."""
        try:
            for node, sense, value in judgement.evidence:
                confirm(node, value, sense, self.memory.names)
        except DisagreementError as difference:
            return Judgement(Verdict.UNCHECKED, Reason.DISAGREEMENT, str(difference))
        return judgement

    def _stated(self, right: Node, judgement: Judgement) -> Quantity | None:
        """Return the stated value, even if the left side has none."""
        if judgement.stated is not None:
            return judgement.stated
        try:
            return evaluate(right, judgement.right_sense, self.memory.names)
        except UndecidableError:
            return None


def _claim(
    left: Node,
    right: Node,
    relation: str,
    judgement: Judgement,
    stated: Quantity | None,
    *,
    start: int,
    text: str,
) -> Claim:
    number = right.operand if isinstance(right, Negation) else right
    digits, decimals, multiplier = (right.start, right.start), 0, ONE
    if isinstance(number, Number):
        digits, decimals = number.digits, number.decimals
        if stated is not None:
            multiplier = number.readings[judgement.right_sense.choices.get(number.start, 0)].multiplier
    return Claim(
        start=start,
        end=start + len(text),
        text=text,
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
    )


def _amount(computed: Quantity, stated: Quantity | None) -> Amount:
    """Return a value in the stated one's unit if that measures the same, else in its own or base units."""
    dimension = physical(computed.dimension)
    if stated is not None and physical(stated.dimension) == dimension:
        return Amount(computed.in_unit(stated.unit), stated.unit.name)
    if dimension != NONE and computed.unit is NO_UNIT:
        return Amount(computed.value, spell_dimension(dimension))
    return Amount(computed.in_unit(computed.unit), computed.unit.name)


def _marked(*nodes: Node) -> bool:
    return any(
        isinstance(leaf, Interval) or (isinstance(leaf, Number) and leaf.approximate)
        for node in nodes
        for leaf in leaves(node)
    )
