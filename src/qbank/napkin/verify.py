"""Finding the claims of a text and deciding on them: the verifier's front door."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from qbank.napkin import tokens as t
from qbank.napkin.claim import Amount, Claim
from qbank.napkin.clauses import Clause, clauses
from qbank.napkin.evaluate import Sense, UndecidableError, evaluate
from qbank.napkin.grammar import Parser
from qbank.napkin.judge import Judgement, Tolerances, judge
from qbank.napkin.limits import MAX_CLAUSE_TOKENS
from qbank.napkin.memory import Memory
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.second_opinion import DisagreementError, confirm
from qbank.napkin.tokens import tokenize
from qbank.napkin.tree import Interval, Name, Negation, Node, Number, Operation, is_arithmetic, leaves, spell
from qbank.napkin.words import EXACT_FILLERS
from qbank.units import Quantity, physical
from qbank.units.dimension import NONE

_DEFAULT = Tolerances()
_HINTS = ("=", "≈", "<", ">", "≤", "≥", "\\", "→", "(", "≃", "⇒")


def verify(text: str, *, tolerances: Tolerances = _DEFAULT) -> list[Claim]:
    """Return every claim of `text` in order, each with its verdict; never fails, whatever the text is."""
    if not any(hint in text for hint in _HINTS):
        return []
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
        found += [(at, at) for at, token in enumerate(self.parser.tokens) if token.text == "(" and at]
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
            relation = tokens[relation_at].text
            left = self._tail(*segments[place])
            right = self._head(*segments[place + 1])
            if right is None:
                continue
            if left is None or isinstance(left.node, Name):
                if relation in {"=", "≈"}:
                    self.memory.name(self._symbol(*segments[place]), right)
                continue
            self._link(left, right, relation)

    def _head(self, start: int, end: int) -> Node | None:
        """Read the expression that a segment begins with."""
        while start < end and self.parser.tokens[start].text in EXACT_FILLERS:
            start += 1
        parsed = self.parser.expression(start, end)
        if parsed is None or isinstance(parsed[0], Name):
            return None
        if any(isinstance(leaf, Name) and leaf.text not in self.memory.names for leaf in leaves(parsed[0])):
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
            token = tokens[at]
            if token.kind in {t.RELATION, t.CLOSE, t.COMMA, t.STOP, t.POWER}:
                continue
            if token.kind == t.OPERATOR and not (
                token.text in "-–" and at + 1 < end and tokens[at + 1].glued
            ):
                continue
            if at > start and tokens[at - 1].kind == t.OPERATOR:
                continue  # never from the middle of an expression
            parsed = self.parser.expression(at, end)
            if parsed is None:
                continue
            if parsed[1] < end:
                following = parsed[1]
            else:
                labelled = at > start or (token.kind == t.WORD and not is_arithmetic(parsed[0]))
                side = _Side(parsed[0], labelled)
                if not any(isinstance(leaf, Name) for leaf in leaves(parsed[0])):
                    return side
                symbolic = symbolic or side
        return symbolic

    def _symbol(self, start: int, end: int) -> str:
        """Return the symbol that a segment names: `N`, or the last one in brackets, as in `Rate (λ)`."""
        tokens = self.parser.tokens
        if end - start >= 3 and tokens[end - 1].text == ")" and tokens[end - 3].text == "(":
            return tokens[end - 2].text if tokens[end - 2].kind == t.WORD else ""
        return tokens[end - 1].text if end > start and tokens[end - 1].kind == t.WORD else ""

    def _link(self, left: _Side, right: Node, relation: str) -> None:
        symbolic = any(isinstance(leaf, Name) for side in (left.node, right) for leaf in leaves(side))
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
            judgement = self._unknown(left.node, right, judgement)
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
        if relation in {"<", "≤", ">", "≥"}:
            measured = judgement.computed is not None and physical(judgement.computed.dimension) != NONE
            return judgement.verdict in {Verdict.OK, Verdict.WRONG} and (
                arithmetic or (measured and not left.labelled)
            )
        if arithmetic:
            return True
        # A lone value on the left: "16 GiB = 17,179,869,184 bytes" is a claim, "8 layers = 4 GB" is not.
        if judgement.verdict is Verdict.OK:
            return judgement.computed is not None and physical(judgement.computed.dimension) != NONE
        return not left.labelled and self._is_slip(left.node, right)

    @staticmethod
    def _is_slip(left: Node, right: Node) -> bool:
        """Tell a value restated wrongly from two values that are simply different things.

        "16 GB = 16,600 MB" is a slip; "12 ms = 21 ms headroom" and "96 GB = 12 bytes per parameter" are not.
        """
        try:
            one, two = evaluate(left), evaluate(right)
        except UndecidableError:
            return False
        if physical(one.dimension) != physical(two.dimension) or physical(one.dimension) == NONE:
            return False
        ratio = abs(one.value / two.value) if two.value else Fraction(0)
        return one.unit.scale != two.unit.scale and Fraction(1, 2) <= ratio <= 2

    def _unknown(self, left: Node, right: Node, judgement: Judgement) -> Judgement:
        """A symbol's value is only a guess at what the author means: it may confirm, never accuse."""
        if judgement.verdict is Verdict.UNCHECKED:
            return judgement
        missing = ", ".join(
            dict.fromkeys(
                leaf.text for side in (left, right) for leaf in leaves(side) if isinstance(leaf, Name)
            )
        )
        return Judgement(Verdict.UNCHECKED, Reason.MISSING_OPERAND, missing)

    # -- value (restated) ------------------------------------------------------------------------------------

    def _restated(self, at: int) -> None:
        """Read `512 KB (0.5 MB)` and `63 Wh (10.5 W × 6 h)`."""
        tokens = self.parser.tokens
        close = self.parser.closing.get(at)
        if close is None or close - at > MAX_CLAUSE_TOKENS:
            return
        start = at + 1
        while start < close and (
            tokens[start].kind == t.RELATION
            or tokens[start].text in EXACT_FILLERS
            or tokens[start].text == "or"
        ):
            start += 1
        inner = self.parser.expression(start, close) if start < close else None
        outer = self._before(at)
        if inner is None or inner[1] != close or outer is None or isinstance(inner[0], Name):
            return
        if any(isinstance(leaf, Name) for leaf in leaves(inner[0])):
            return
        left, right = (inner[0], outer) if is_arithmetic(inner[0]) else (outer, inner[0])
        judgement = self._restatement(left, right)
        if judgement is not None:
            self._add(left, right, "()", judgement, span=(outer.start, tokens[close].end))

    def _before(self, at: int) -> Number | None:
        """Return the quantity that ends right before the bracket at token `at`."""
        tokens = self.parser.tokens
        for place in range(at - 1, max(-1, at - 8), -1):
            if tokens[place].kind == t.NUMBER:
                start = place
                while start and tokens[start - 1].kind in {t.APPROX, t.MONEY}:
                    start -= 1
                parsed = self.parser.quantity(start, at)
                if parsed is not None and parsed[1] == at and isinstance(parsed[0], Number):
                    return parsed[0]
                return None
        return None

    def _restatement(self, left: Node, right: Node) -> Judgement | None:
        try:
            one, two = evaluate(left), evaluate(right)
        except UndecidableError:
            return None
        if NONE in (physical(one.dimension), physical(two.dimension)) or not two.value:
            return None
        judgement = judge(left, right, "≈" if _marked(left, right) else "=", tolerances=self.tolerances)
        slip = self._is_slip(left, right) or (
            is_arithmetic(left) and Fraction(1, 2) <= abs(one.value / two.value) <= 2
        )
        return judgement if judgement.verdict is Verdict.OK or slip else None

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
            judgement = self._confirmed(left, judgement)
        start, end = span or (min(left.start, right.start), max(left.end, right.end))
        number = right.operand if isinstance(right, Negation) else right
        digits = number.digits if isinstance(number, Number) else (right.start, right.start)
        stated, multiplier = self._stated(right, judgement.sense)
        computed = None
        if judgement.computed is not None:
            alike = stated is not None and physical(stated.dimension) == physical(
                judgement.computed.dimension
            )
            unit = stated.unit if stated is not None and alike else judgement.computed.unit
            computed = Amount(judgement.computed.in_unit(unit, binary=judgement.sense.binary), unit.name)
        self.claims.append(
            Claim(
                start=start,
                end=end,
                text=self.text[start:end],
                relation=relation,
                expression=spell(left),
                computed=computed,
                stated=Amount(stated.in_unit(stated.unit, binary=judgement.sense.binary), stated.unit.name)
                if stated
                else None,
                verdict=judgement.verdict,
                reason=judgement.reason,
                detail=judgement.detail,
                stated_start=right.start,
                stated_end=right.end,
                digits_start=digits[0],
                digits_end=digits[1],
                decimals=number.decimals if isinstance(number, Number) else 0,
                multiplier=multiplier,
                note=judgement.note,
            )
        )
        if judgement.verdict is Verdict.OK and relation in {"=", "≈", "()"} and isinstance(number, Number):
            self.memory.result(number, judgement.computed)

    def _confirmed(self, left: Node, judgement: Judgement) -> Judgement:
        """Have sympy recompute what would be reported; a difference is reported as qbank's own defect."""
        computed = evaluate(left, judgement.sense, self.memory.names)
        try:
            confirm(left, computed, judgement.sense, self.memory.names)
        except DisagreementError as difference:
            return Judgement(Verdict.UNCHECKED, Reason.DISAGREEMENT, str(difference))
        return judgement

    def _stated(self, right: Node, sense: Sense) -> tuple[Quantity | None, Fraction]:
        try:
            quantity = evaluate(right, replace(sense, exact={}), self.memory.names)
        except UndecidableError:
            return None, Fraction(1)
        node = right.operand if isinstance(right, Negation) else right
        if isinstance(node, Number):
            return quantity, node.readings[sense.choices.get(node.start, 0)].multiplier
        return quantity, Fraction(1)


def _marked(*nodes: Node) -> bool:
    return any(
        isinstance(leaf, Interval) or (isinstance(leaf, Number) and leaf.approximate)
        for node in nodes
        for leaf in leaves(node)
    )
