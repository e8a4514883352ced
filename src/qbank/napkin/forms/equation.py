"""`a op b = c`, its chains and its arrows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from qbank import lazy_re
from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import value_of
from qbank.napkin.forms.alternatives import MEASURES_NOTHING, judge_line
from qbank.napkin.forms.base import ClauseForm, Example, Statement
from qbank.napkin.forms.parallel import FEWEST, behind_slash, parallel
from qbank.napkin.forms.sides import (
    Side,
    is_other_kind,
    is_power_of_ten,
    is_share,
    is_slip,
    names,
    of_one_kind,
    result_before,
    symbol,
    trailing_expression,
)
from qbank.napkin.forms.wholes import running_total, whole_of_share
from qbank.napkin.judging.certainty import PREFIX_LEFT_OUT
from qbank.napkin.judging.relation import Judgement
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import COPULAS, EQUALS, OPERATOR_WORDS
from qbank.napkin.limits import MAX_MENTIONS, MAX_PLACES
from qbank.napkin.tree import (
    Call,
    Interval,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Reading,
    WithUnit,
    innermost,
    is_arithmetic,
    is_bare,
    leaves,
    numbers,
    operate,
    plain_number,
    replace_numbers,
    spell,
    substitute,
    terms,
)
from qbank.napkin.verdicts import Reason, Verdict
from qbank.units import NO_UNIT, ONE, Quantity, Unit, physical, readings
from qbank.units.dimension import NONE, Dimension

_POINTS = (Fraction(1009, 7), Fraction(13, 1009))  # where no two different formulas meet by chance
_GOES_ON = frozenset(("*", "/", "+", "-", "to", "plus", "minus", "times"))
"""Signs and words behind a value that say more of it."""
_GOES_ON_WITH = frozenset("*/")
_SUM_WORDS = frozenset(("plus", "minus"))
_TELLING = 2  # digits that agree by chance only
_CERTAIN = 4  # and of a count that is worked out behind it
_ABOUT = Fraction(1, 20)
_PREFIXES = ("", *"nµmkMGTP")
_UNUSUAL = frozenset(("ks", "Ms", "Gs"))  # nobody writes them
_REACH = 60  # tokens of a calculation before the value of its symbol
_MINUS_SIGNS = frozenset("−–")
_PLUS_ITEM = lazy_re.compile(r"(?:^|\n)[ \t]*\+[ \t]")
"""A line that begins with a plus sign."""
_PLACES = frozenset(("on", "at", "for", "with", "in", "over"))
"""Words behind a value that do not say what it is of."""
_WHERE = frozenset(
    ("for", "where", "with", "at", "if", "when", "let", "and", "given", "assume", "assuming", "say", "take")
)
"""Words between which and a relation a symbol stands for what is given: `= 24 GB for N = 8`."""


class Equation(ClauseForm):
    """An expression and its value: `24 GB * 0.9 = 21.6 GB`, with `=`, `≈` or an arrow.

    Chains are read link by link (`a = b = c`), also running ones whose result is the next operand. A lone
    value on the left is a claim where it is the same quantity in another unit (`16 GiB = 17.18 GB`). Symbols
    take the values that the text gives them; with unknown symbols, an equation holds for all their values or
    stays unchecked. An arrow may mean much else than equality, so it only ever confirms.
    """

    name = "equation"
    relations = frozenset("=≈→")
    examples: ClassVar = (
        Example("24 GB * 0.90 = 21.6 GB", expression="24 GB × 0.90"),
        Example("Per step: 14 GB / 28 GB/s = 0.5 s = 500 ms"),
        Example("8 * 16 = 128 * 4 = 512", expression="8 × 16"),
        Example("16 GiB = 17.18 GB"),
        Example("(40 + 8) TFLOP / (2 × 60 TFLOPS) = 48 / 120 s = 400 ms"),
        Example("2.5 GB = 2.5e9 * 8 = 2e10 bits"),
        Example("20 + 31.2 = 51.2 GB now; × 1.25^3 = 100 GB; × 1.25^4 = 125 GB"),
        Example("900 tokens / 300 tok/s = 3 s; / 200 tok/s = 4.5 s"),
        Example("4N + 2N = 6N"),
        Example("610 ms * 1.3N = 793N ms"),
        Example("12 * 40 → 480"),
        Example("Frame: 2 ms input + 3 MB / 300 MB/s = 10 ms + 6 ms = 18 ms"),
        Example("45M * 4 / 2 / 1 bytes = 180 / 90 / 45 MB", expression="45M × 2 bytes"),
        Example("Cold / warm: 66 / 33 GB / 8 GB/s = 8.25 / 4.125 s", expression="33 GB / 8 GB/s"),
        Example("2 + 30 + 20 = 52 s / 2 + 30 + 5 = 37 s", expression="2 + 30 + 5"),
        Example("10 MB per 2-hour window * 12 = 120 MB"),
        Example("1/2400 s + 1/950 s = 0.4167 ms + 1.0526 ms = 1.4693 ms"),
        Example("1 - 0.995^60 = 1 - 0.740 = 0.260"),
        Example("1 - 0.874 = 0.126 of 340 × 1.5 = 510 a year", expression="340 × 1.5"),
        Example("Cleared — 32 s : (1 − 0.56) ≈ 73 s", expression="32 s / (1 − 0.56)"),
        Example("1'250 × CHF 0.40 = CHF 500"),
        Example("− idle  0.12 W × 24 h = −2.88 Wh"),
        Example("2.5 min + 60 checkpoints * 15 s = 17.5 of 300 min"),
        Example("310 MB ± 5% = 294.5–325.5 MB"),
        Example("Weights = 7B × 2 bytes\n        = 14 GB"),
        Example("SNR = 20 log10(50) = 34 dB"),
        Example("16 kS/s × 16 bit = 256 kbit/s"),
        Example("sum([3 ms, 4 ms]) = 7 ms"),
        Example("1 + 2 + … + 100 = 5050"),
        Example("46 GB + 8 GB of cache (half of 16) = 54 GB", Verdict.UNCHECKED),
        Example("33 * 33 * 16 + 33 * 33 * 48 = 17 + 51 = 68 KiB"),
        Example("24 GB * 0.90 = 24.6 GB", Verdict.WRONG),
        Example("idle 0.12 W × 24 h = −2.88 Wh", Verdict.WRONG),
        Example("12% of 340 × 1.5 = 510", Verdict.WRONG),
        Example("45M * 4 / 2 / 1 bytes = 180 / 80 / 45 MB", Verdict.WRONG),
        Example("8 GB / 4 GB * 2 = 8 / 4", Verdict.WRONG),
        Example("2 + 30 + 20 = 52 s / 2 + 30 + 5 = 47 s", Verdict.WRONG),
        Example("610 ms * 1.3N = 7930N ms", Verdict.WRONG),
        Example("Weights = 7B × 2 bytes\n        = 16 GB", Verdict.WRONG),
        Example("1 + 2 + … + 100 = 5150", Verdict.WRONG),
        Example("Peak = N * 2 = 80", Verdict.UNCHECKED),
        Example("A thumbnail of 256×256 pixels = 14 KB", Verdict.UNCHECKED),
        Example("Events are 40 kB a camera and an hour: 40 kB * 12 h = 480 kB per day", Verdict.UNCHECKED),
        Example("heads = 16", None),
        Example("3 Feb + 28 days = 3 Mar", None),
        Example("10,560 J = 2.93 Wh/d", None),
        Example("41.7 batches/s = 250 frames/s", None),
        Example("8 layers = 4 GB", None),
        Example("512 → 256 → 15", None),
        Example("1 B/px = 307.2 kB/frame", None),
        Example("a = 3 × 4 ms\nb = 2 × 5 ms\n= 22 ms", None),
    )

    def add(self, context: VerificationContext, statement: Statement) -> None:
        """Add the claim that two sides are equal, or remember what a name stands for."""
        left, relation = statement.left, statement.relation
        if relation != "→" and (on := _continued(context, statement)) is not None:
            self._go_on(context, on, statement.right, relation)
            return
        if relation != "→" and _begins_with_sign(context, statement):
            self._go_on_from_value(context, statement)
            return
        if left is not None and (whole := _with_given(context, left, statement)) is not None:
            left = whole
        if left is not None and not isinstance(left.node, Name) and not _is_application(context, left):
            self._link(context, left, statement)
        elif relation != "→":
            _named(context, statement)

    def _link(self, context: VerificationContext, left: Side, statement: Statement) -> None:
        right, relation = statement.right, statement.relation
        if (begun := context.running.get(left.node.start)) is not None:
            left = replace(left, node=operate("+", begun, left.node))
        symbolic = bool(names(left.node) or names(right))
        if symbolic and relation != "→":
            self._stale(context, left.node, right, relation)
        equal = "≈" if relation == "→" else relation
        if relation != "→" and (cases := _cases(context, left.node, right, equal)):
            for one, value, judged in cases:
                context.add(self.name, one, value, equal, judged)
            return
        right = _of_whole(context, left.node, _middle(left.node, right))
        left, right, judgement = judge_line(context, left, right, equal, statement.start)
        off = judgement.verdict is Verdict.WRONG or judgement.verdict is Verdict.IMPRECISE
        if off and (running := running_total(context, left.node, right, statement)) is not None:
            left, right = replace(left, node=running[0]), running[1]
            judgement = context.judge(left.node, right, equal)
        left, judgement = _second(context, left, right, judgement)
        if judgement.verdict is Verdict.WRONG and (size := _of_loss(context, left.node, right)) is not None:
            right, judgement = size, context.judge(left.node, size, equal)
        if judgement.verdict is Verdict.WRONG and (unit := _unit_of_next(context, right, statement)):
            for of_it in (unit, _of_no_period(unit)):
                measured = context.judge(left.node, WithUnit(right, of_it, right.start, right.end), equal)
                judgement = measured if measured.verdict is Verdict.OK else judgement
            if _lacks_prefix(left.node, judgement, unit):
                judgement = replace(judgement, doubt=PREFIX_LEFT_OUT)
        if judgement.verdict is Verdict.WRONG and (
            whole := whole_of_share(context, left.node, right, statement)
        ):
            left, judgement = replace(left, node=whole), context.judge(whole, right, equal)
        if judgement.verdict in {Verdict.WRONG, Verdict.IMPRECISE} and (
            words := _unread(context, left, right, statement)
        ):
            judgement = Judgement(Verdict.UNCHECKED, Reason.WORDS, words)
        if judgement.verdict is Verdict.OK and relation != "→":
            judgement = _in_percent(context, left.node, judgement)
        given = symbolic and (names(left.node) | names(right)) <= context.given_values.keys()
        if relation == "→" and _is_refuted(context, left, right, judgement, statement.end):
            judgement = replace(judgement, doubt="if the arrow says what it comes to")
            context.add(self.name, left.node, right, equal, judgement)
            return
        if not _is_claim(left, right, relation, judgement, symbolic=symbolic, given=given):
            if (slip := _power_slip(context, left.node, right, judgement)) is not None:
                context.add(self.name, left.node, right, "=", slip)
                return
            if relation != "→" and not left.labelled and self._turned(context, left, statement):
                return
            called = left.labelled and context.parser.texts[left.at - 1] not in COPULAS
            if relation == "→" or called or judgement.reason not in {None, Reason.UNITS}:
                return
            if not _restates(context, left.node, right, statement.start, statement.end):
                return
            if judgement.verdict is not Verdict.WRONG:
                judgement = judgement.contradicted()
        if symbolic and judgement.verdict is not Verdict.OK:
            judgement = _unknown(context, left.node, right, relation, judgement, given=given)
            if not judgement.doubt:
                context.open_equations.append((left.node, right, equal))
        context.add(self.name, left.node, right, equal, judgement)

    def _stale(self, context: VerificationContext, left: Node, right: Node, relation: str) -> None:
        """Add the claim that a sum in words has another value: `weights + KV = 14 + 4` below `KV: 8 GB`."""
        names_, values = terms(left), terms(right)
        if len(names_) < 2 or len(names_) != len(values):
            return
        known: dict[str, Node] = {}
        measured: dict[int, Reading] = {}
        for name, number in zip(names_, values, strict=True):
            if not isinstance(name, Name) or not isinstance(number, Number) or not number.bare:
                return
            value = _labelled(context, name)
            if value is None:
                return
            known[name.text], measured[number.start] = value, value.readings[0]
        sides = substitute(left, known), replace_numbers(right, measured)
        judgement = context.judge(*sides, relation, alone=True)
        if judgement.verdict is Verdict.WRONG and not judgement.unlike:
            judgement = replace(judgement, doubt="if its words are the labels of the lines above")
            context.add(self.name, *sides, relation, judgement, span=(left.start, right.end))

    def _go_on(self, context: VerificationContext, left: Node, right: Node, relation: str) -> None:
        """Add the claim of a clause that goes on with the result before it: `= 131 kB; × 8,192 = 1.07 GB`."""
        judgement = context.judge(left, right, relation)
        if judgement.verdict is Verdict.WRONG or judgement.verdict is Verdict.IMPRECISE:
            if judgement.unlike or judgement.measures[0] != judgement.measures[1]:
                return
            if _periods(left) != _periods(right):
                return  # `1,120 €/year ÷ 12 = 93 €/month; ÷ 250 = 4.48 €/day`
            if _goes_on_elsewhere(context, left, right, relation):
                return
            for other in _other_starts(context, left):
                read = context.judge(other, right, relation)
                if read.verdict is Verdict.OK:
                    if not isinstance(innermost(other), WithUnit):
                        context.add(self.name, other, right, relation, read, span=(left.start, right.end))
                    return
            goes_on = f"if it goes on from {context.text[slice(*_first_place(left))]}"
            judgement = replace(judgement, verdict=Verdict.WRONG, doubt=goes_on)
        if judgement.verdict in {Verdict.OK, Verdict.WRONG}:
            context.add(self.name, left, right, relation, judgement)

    def _go_on_from_value(self, context: VerificationContext, statement: Statement) -> None:
        """Add the claim of a clause that goes on with the value before it: `3,125 a day; × 30 = 93,750`.

        Of a value that no calculation comes to nobody knows whether it is meant, so this only confirms.
        """
        parser = context.parser
        before = [one for one in context.quantities if one.after <= statement.start]
        value = before[-1].node if before else None
        if not isinstance(value, Number) or "\n" in context.text[value.end : parser.starts[statement.start]]:
            return
        on = _goes_on_with(context, statement, value)
        if on is not None:
            judgement = context.judge(on, statement.right, statement.relation)
            if judgement.verdict is Verdict.OK:
                context.add(self.name, on, statement.right, statement.relation, judgement)

    def _turned(self, context: VerificationContext, left: Side, statement: Statement) -> bool:
        """Add the claim that a value is what the expression behind it comes to: `300 ms = 120 + 80 + 100`."""
        value, right = left.node, statement.right
        if not isinstance(value, Number) or not is_arithmetic(right) or names(right):
            return False
        if context.is_decided(value):
            return False
        if value.measures == NONE and value.digits_shown < _CERTAIN:
            return False
        judgement = context.judge(right, value, "=")
        if judgement.verdict is not Verdict.OK and (unit := _unit_of_next(context, right, statement)):
            # `1.9 GB = 1.9e9 * 8 = 1.52e10 bits`: the digits are those of what the chain ends in.
            unit = tuple(Reading(unit=reading.unit) for reading in unit)
            judgement = context.judge(WithUnit(right, unit, right.start, right.end), value, "=")
        if judgement.unlike or judgement.verdict not in {Verdict.OK, Verdict.WRONG}:
            return False
        if judgement.verdict is Verdict.WRONG:
            judgement = replace(judgement, doubt="if the two are meant to be the same")
        context.add(self.name, right, value, "=", judgement)
        return True


def _periods(node: Node) -> set[str]:
    """Return what the first value of a calculation is for each of."""
    node = innermost(node)
    return set(node.unit.name.split("/")[1:]) if isinstance(node, Number) else set()


def _goes_on_elsewhere(context: VerificationContext, left: Node, right: Node, relation: str) -> bool:
    """Tell whether a clause multiplies by more of one factor what the clause before it multiplied.

    `51.2 GB now; × 1.25^3 = 100.0 GB; × 1.25^4 = 125 GB`.
    """
    before = _before(context, innermost(left))
    if not isinstance(before, Operation) or not isinstance(left, Operation):
        return False
    base = _base(left.right)
    if base is None or base != _base(before.right):
        return False
    return context.judge(replace(left, left=before.left), right, relation).verdict is Verdict.OK


def _before(context: VerificationContext, result: Node) -> Node | None:
    """Return what a result of the text was worked out from."""
    return next((claim.left for claim in context.claims if claim.right.start == result.start), None)


def _other_starts(context: VerificationContext, left: Node) -> Iterator[Node]:
    """Yield what a clause may go on from beside the result as it is shown.

    It may be what that was worked out from, unrounded and in its unit, `3,960 / 700 = 5.66 s; × 24 mW`, or
    that without its last operand, `1,560 / 420 = 3.7 s; / 240 = 6.5 s`.
    """
    result = innermost(left)
    before = _before(context, result)
    if not isinstance(left, Operation) or not isinstance(result, Number) or before is None:
        return
    bare = is_bare(before)
    if bare and is_arithmetic(before):
        yield _begun_with(left, WithUnit(before, result.readings, before.start, before.end))
    if left.left is result and isinstance(before, Operation) and before.operator == left.operator:
        other = operate(left.operator, before.left, left.right)
        yield WithUnit(other, result.readings, other.start, other.end) if bare else other


def _begun_with(node: Node, first: Node) -> Node:
    """Return a chain of operations with another beginning."""
    return replace(node, left=_begun_with(node.left, first)) if isinstance(node, Operation) else first


def _base(node: Node) -> Fraction | None:
    """Return the base of a power of a number."""
    if not isinstance(node, Operation) or node.operator != "^":
        return None
    return node.left.value if isinstance(node.left, Number) else None


def _middle(left: Node, right: Node) -> Node:
    """Return the value that a spread is told of, `60 ms ± 20%`, where the other side is of single values."""
    if isinstance(right, Interval) and not any(isinstance(leaf, Interval) for leaf in leaves(left)):
        return right.middle or right
    return right


def _of_whole(context: VerificationContext, left: Node, right: Node) -> Node:
    """Return a bare value in the unit of the whole that it is told to be of: `= 23.5 of 300 min`."""
    parser = context.parser
    at = parser.token_at(right.end)
    if not isinstance(right, Number) or not right.bare or parser.texts[at : at + 1] != ["of"]:
        return right
    at += 1 + (parser.texts[at + 1 : at + 2] == ["the"])
    parsed = parser.quantity(at, len(parser.texts)) if at < len(parser.texts) else None
    whole, computed = parsed[0] if parsed is not None else None, value_of(left)
    if not isinstance(whole, Number) or computed is None:
        return right
    measures = {physical(one) for one in (computed.dimension, whole.unit.dimension)}
    return replace(right, readings=whole.readings) if len(measures) == 1 and NONE not in measures else right


def _unit_of_next(context: VerificationContext, right: Node, statement: Statement) -> tuple[Reading, ...]:
    """Return the unit of the value behind an expression of bare numbers: `= 14 + 84 = 98 GB`."""
    parser, end = context.parser, statement.end
    bare = isinstance(right, Operation | Call) and is_bare(right)
    if not bare or end >= len(parser.texts) or parser.texts[end] not in EQUALS:
        return ()
    parsed = parser.expression(end + 1, len(parser.texts))
    value = parsed[0] if parsed is not None else None
    return value.readings if isinstance(value, Number) and not value.bare else ()


def _lacks_prefix(left: Node, judgement: Judgement, unit: tuple[Reading, ...]) -> bool:
    """Tell whether two bare sides fit if the first is in the unit that its chain ends in, of another prefix.

    `5.25 / 360 + 0.75 / 46 = 14.6 + 16.3 = 30.9 ms`: the quotients are in seconds.
    """
    computed, stated, sides = judgement.computed, judgement.stated, judgement.sides
    if computed is None or stated is None or sides is None or not stated.value:
        return False
    if not is_bare(left) or judgement.measures != (NONE, NONE):
        return False
    apart = (Quantity(computed.value * steps, computed.dimension, computed.unit) for steps in _steps(unit[0]))
    return any(sides.compare(value).verdict is Verdict.OK for value in apart)


def _steps(reading: Reading) -> Iterator[Fraction]:
    """Yield what a unit is worth with each other prefix: `ms` has several, `h` has none."""
    name = reading.unit.name.partition("/")[0]
    for unit in readings(name)[:1]:
        bases = [one for one in (name[1:], name) if _is_alike(unit, one)]
        for other in (f"{prefix}{base}" for base in bases[:1] for prefix in _PREFIXES):
            if other not in _UNUSUAL and _is_alike(unit, other):
                yield readings(other)[0].scale / unit.scale


def _is_alike(unit: Unit, name: str) -> bool:
    """Tell whether a name is that of a unit which measures the same as another one."""
    kinds = (physical(other.dimension) for other in readings(name)[:1])
    return any(kind == physical(unit.dimension) != NONE for kind in kinds)


def _of_no_period(of_rate: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Return the units of rates without what they are for each of: kWh of kWh/day."""
    whole = (readings(reading.unit.name.partition("/")[0])[:1] for reading in of_rate)
    return tuple(Reading(unit=unit) for units in whole for unit in units) or of_rate


def _continued(context: VerificationContext, statement: Statement) -> Node | None:
    """Return the result before a clause that begins with a sign, times or over what follows that."""
    if not _begins_with_sign(context, statement):
        return None
    result = result_before(context, context.parser.starts[statement.start])
    return None if result is None else _goes_on_with(context, statement, result)


def _sign_of(context: VerificationContext, statement: Statement) -> str:
    """Return the token that a clause begins with, as the sign that it says."""
    text = context.parser.texts[statement.start]
    return OPERATOR_WORDS.get(text, text)


def _begins_with_sign(context: VerificationContext, statement: Statement) -> bool:
    """Tell whether a clause begins with times or over, and something stands behind that."""
    return _sign_of(context, statement) in _GOES_ON_WITH and statement.start + 1 < statement.at


def _goes_on_with(context: VerificationContext, statement: Statement, first: Number) -> Node | None:
    """Return what a clause comes to that goes on with a value; None if it has more than an expression."""
    parsed = context.parser.expression(statement.start + 1, statement.at)
    if parsed is None or parsed[1] < statement.at or names(parsed[0]):
        return None
    return _grafted(context, _sign_of(context, statement), first, parsed[0])


def _grafted(context: VerificationContext, sign: str, first: Node, rest: Node) -> Node:
    """Return `first / 4 × 2` of what stands before a sign and what behind it."""
    parser = context.parser
    close = parser.closing.get(parser.token_at(rest.start))
    bracketed = close is not None and parser.ends[close] == rest.end
    if isinstance(rest, Operation) and rest.operator != "^" and not bracketed:
        return operate(rest.operator, _grafted(context, sign, first, rest.left), rest.right)
    return operate(sign, first, rest)


def _first_place(node: Node) -> tuple[int, int]:
    node = innermost(node)
    return node.start, node.end


def _labelled(context: VerificationContext, name: Name) -> Number | None:
    """Return what the only line before a name comes to whose label begins with it."""
    parser, found = context.parser, []
    line = context.text.rfind("\n", 0, name.start)
    for at in parser.word_places.get(name.text.lower(), [])[:MAX_PLACES]:
        begins = at == 0 or parser.texts[at - 1] == "\n"
        if begins and parser.starts[at] < line:
            found.append(at)
    if len(found) != 1 or len(context.claims) > MAX_MENTIONS:
        return None
    end = context.text.find("\n", parser.starts[found[0]])
    stated = [c.right for c in context.claims if parser.starts[found[0]] <= c.start and c.end <= end]
    if stated:
        return stated[-1] if isinstance(stated[-1], Number) else None
    spans = [s for s in context.quantities if parser.starts[found[0]] <= s.node.start < end]
    return spans[0].node if len(spans) == 1 and isinstance(spans[0].node, Number) else None


def _with_given(context: VerificationContext, left: Side, statement: Statement) -> Side | None:
    """Return the expression before the value of its symbol: `2(N-1)/N × 10 GB with N = 8 → 17.5 GB`."""
    parser, start = context.parser, statement.start
    if not isinstance(left.node, Number) or left.at != start or start < 4 or parser.texts[start - 1] != "=":
        return None
    name, word = parser.texts[start - 2], parser.texts[start - 3]
    if word not in _WHERE or name not in context.given_values:
        return None
    begin = start - 3
    while begin and parser.kinds[begin - 1] not in {t.STOP, t.RELATION} and start - begin < _REACH:
        begin -= 1
    before = trailing_expression(context, begin, start - 3)
    if before is None or names(before.node) != {name}:
        return None
    return replace(before, node=substitute(before.node, context.given_values), at=before.at)


def _in_percent(context: VerificationContext, left: Node, judgement: Judgement) -> Judgement:
    """Refute a product with what a percentage leaves, taken for a share: of 99.95 %, `0.05 × 720 h`."""
    if not isinstance(left, Operation) or left.operator != "*" or judgement.computed is None:
        return judgement
    if judgement.measures[0] in MEASURES_NOTHING:
        return judgement
    parser = context.parser
    for leaf in (left.left, left.right):
        if isinstance(leaf, Number) and leaf.bare and leaf.decimals and leaf.readings[0].multiplier is ONE:
            rest = 100 - leaf.value
            for at in parser.number_places.get((rest.numerator, rest.denominator), [])[:MAX_PLACES]:
                behind = context.text[parser.starts[at] : leaf.start]
                if behind and "\n" not in behind and parser.texts[at + 1 : at + 2] == ["%"]:
                    computed = judgement.computed
                    hundredth = Quantity(computed.value / 100, computed.dimension, computed.unit)
                    doubt = f"if {context.text[leaf.start : leaf.end]} is what {parser.texts[at]} % leaves"
                    return replace(judgement, verdict=Verdict.WRONG, computed=hundredth, doubt=doubt)
    return judgement


def _is_refuted(
    context: VerificationContext, left: Side, right: Node, judgement: Judgement, end: int
) -> bool:
    """Tell whether what an arrow leads to is likely meant as a result, all that stands there, and wrong."""
    computed, stated = judgement.measures
    return (
        is_arithmetic(left.node)
        and not names(left.node)
        and isinstance(right, Number)
        and judgement.verdict is Verdict.WRONG
        and not judgement.note
        and computed == stated not in MEASURES_NOTHING
        and (right.end == context.parser.ends[end - 1] or _next(context, right) == "on")
        and context.parser.texts[end : end + 1] != ["→"]
    )


def _next(context: VerificationContext, node: Node) -> str:
    """Return the token behind a node; empty if there is none."""
    at = context.parser.token_at(node.end)
    return "".join(context.parser.texts[at : at + 1])


def _unread(context: VerificationContext, left: Side, right: Node, statement: Statement) -> str:
    """Return what stands before or in an expression and may change its value; empty if nothing does."""
    texts = context.parser.texts
    opened = left.at + (context.parser.kinds[left.at] == t.WORD)
    before = context.parser.kinds[statement.start : opened]
    if texts[opened] == "(" and before[-1:] == [t.WORD] and t.OPERATOR in before:
        return texts[opened - 1]  # `46.7 GB + 8.6 GB of KV (half of 17.2) = 55.3 GB`
    if left.cut:
        return texts[left.at - 1]
    if texts[max(0, left.at - 2) : left.at] == ["of", "which"]:
        return "of which"  # `54.5 MB, of which 7/8 = 47.7 MB leave`
    if left.at and texts[left.at - 1] in EQUALS and (word := _joint(context, left.node)) in _SUM_WORDS:
        return word  # `200M GETs = $80 plus 85,938 PUTs = $0.43`
    behind = context.parser.token_at(right.end)
    if behind + 1 < len(texts) and texts[behind] in _GOES_ON and _is_operand(context, behind + 1):
        return texts[behind]
    for leaf in leaves(left.node):
        at = context.parser.token_at(leaf.end)
        if isinstance(leaf, Number) and leaf.end < right.start and texts[at] in context.given_values:
            return texts[at]  # `2 N * 3`, of N = 4
    leads = statement.relation != "→" and "→" in context.text[left.node.start : right.start]
    return "→" if leads else ""  # `60 ms (half of it hidden → 30 ms)`


def _joint(context: VerificationContext, node: Node) -> str:
    """Return the word or sign between the two sides of an operation; empty if it is none."""
    if not isinstance(node, Operation):
        return ""
    return context.text[node.left.end : node.right.start].strip().rpartition(" ")[2].lower()


def _is_operand(context: VerificationContext, at: int) -> bool:
    """Tell whether a token begins an operand or is a unit: in `3× faster` it does not."""
    parser = context.parser
    return (
        parser.kinds[at] in t.BEGINS_QUANTITY or parser.texts[at] == "(" or bool(readings(parser.texts[at]))
    )


def _is_application(context: VerificationContext, left: Side) -> bool:
    """Tell whether a side only names what it is a value of: `S(8) = 5.9`."""
    node, tokens = left.node, context.parser.tokens
    if not isinstance(node, Operation) or not isinstance(node.left, Name) or left.at + 1 >= len(tokens):
        return False
    return (
        tokens.texts[left.at + 1] == "("
        and tokens.glued[left.at + 1]
        and tokens.ends[left.at] == node.left.end
    )


def _second(
    context: VerificationContext, left: Side, right: Node, judgement: Judgement
) -> tuple[Side, Judgement]:
    """Take what goes on behind a result and a slash for an equation of its own, if that holds."""
    begins_in_chain = left.at > 0 and context.parser.kinds[left.at - 1] == t.RELATION
    if judgement.verdict is Verdict.WRONG and begins_in_chain:
        second = behind_slash(left.node)
        if second is not None:
            held = context.judge(second, right, "=")
            if held.verdict is Verdict.OK:
                return replace(left, node=second), held
    return left, judgement


def _of_loss(context: VerificationContext, left: Node, right: Node) -> Node | None:
    """Return a value without its sign, which only says that it is lost or taken off.

    A share may repeat the sign of a loss, `−198 J (198 / 1,998 = −9.9%)`, and a line that begins with a sign
    be an item of a balance: `− idle: 0.12 W × 24 h = −2.88 Wh`.
    """
    if not isinstance(right, Negation):
        return None
    if _is_taken_off(context, left):
        return right.operand
    if not isinstance(left, Operation) or not is_share(right.operand):
        return None
    lost, parser = left.left, context.parser
    if not isinstance(lost, Number):
        return None
    for at in parser.number_places.get((lost.value.numerator, lost.value.denominator), [])[:MAX_PLACES]:
        if at and parser.texts[at - 1] in {"-", "–"} and parser.starts[at] < left.start:
            return right.operand
    return None


def _is_taken_off(context: VerificationContext, left: Node) -> bool:
    """Tell whether a line begins with a minus sign that is no bullet: others begin with a plus sign."""
    text = context.text
    sign = text[text.rfind("\n", 0, left.start) + 1 : left.start].lstrip()[:1]
    return sign in _MINUS_SIGNS or (sign == "-" and _PLUS_ITEM.search(text) is not None)


def _cases(
    context: VerificationContext, left: Node, right: Node, relation: str
) -> list[tuple[Node, Node, Judgement]]:
    """Return the cases that stand side by side; two only if they hold, and their quotient does not."""
    if not isinstance(right, Operation):
        return []
    cases = [(one, value, context.judge(one, value, relation)) for one, value in parallel(left, right)]
    if not cases or len(cases) >= FEWEST:
        return cases
    holds = all(judged.verdict is Verdict.OK for *_, judged in cases)
    return cases if holds and context.judge(left, right, relation).verdict is Verdict.WRONG else []


def _named(context: VerificationContext, statement: Statement) -> None:
    """Remember what a symbol or the last word of a label stands for."""
    start, end, value = statement.start, statement.at, statement.right
    name = symbol(context, start, end)
    context.symbols.name(name, value)
    alone = end - start == 1 or context.parser.texts[end - 2].lower() in _WHERE
    if alone and (isinstance(value, Number) or _is_power(value)):
        context.given_values[name] = value


def _is_power(node: Node) -> bool:
    """Tell whether a node is a power of plain numbers: `10^6`."""
    return (
        isinstance(node, Operation)
        and node.operator == "^"
        and all(isinstance(side, Number) and side.bare for side in (node.left, node.right))
    )


def _is_claim(
    left: Side, right: Node, relation: str, judgement: Judgement, *, symbolic: bool, given: bool
) -> bool:
    """Tell a claim from a label, an assignment, a target or a mere flow."""
    arithmetic = is_arithmetic(left.node)
    if symbolic and not given and not numbers(left.node):
        return judgement.verdict is Verdict.OK
    if relation == "→":
        return arithmetic and judgement.verdict is Verdict.OK
    if arithmetic:
        return True
    # A lone value on the left: "16 GiB = 17,179,869,184 bytes" is a claim, "8 layers = 4 GB" is not.
    if judgement.verdict is Verdict.OK:
        return judgement.measures[0] not in MEASURES_NOTHING
    return not left.labelled and judgement.reason is not Reason.UNITS and is_slip(left.node, right)


def _power_slip(
    context: VerificationContext, left: Node, right: Node, judgement: Judgement
) -> Judgement | None:
    """Return the judgement of a lone value that is said again a power of ten off; None if it is not.

    `21 MB/s → 7.5 GB/h`, `5.2 ms → 19 tok/s`, `1M req/day ≈ 116 QPS`: two values in units of another kind of
    time, or a period and its rate, agree in their digits by chance only.
    """
    if not isinstance(left, Number) or not isinstance(right, Number):
        return None
    computed, stated = judgement.computed, judgement.stated
    if judgement.verdict is not Verdict.WRONG or computed is None or stated is None:
        return None
    if not computed.value or not stated.value or right.digits_shown < _TELLING:
        return None
    if judgement.measures[0] in MEASURES_NOTHING or _goes_on(context, right):
        return None
    units = left.unit, right.unit
    rated = physical(units[0].dimension) == -physical(units[1].dimension)
    if not rated and is_power_of_ten(units[0].scale / units[1].scale, itself=True):
        return None
    if not is_power_of_ten(abs(computed.value / stated.value), near=_ABOUT):
        return None
    return replace(judgement, note="", doubt="if the two are meant to be the same")


def _goes_on(context: VerificationContext, right: Node) -> bool:
    behind = context.parser.token_at(right.end)
    return behind + 1 < len(context.parser.texts) and context.parser.texts[behind] in _GOES_ON


def _restates(context: VerificationContext, left: Node, right: Node, start: int, end: int) -> bool:
    """Tell whether a lone value must have been meant to be the same in another unit.

    In `8 / 3 = 2.67 h = 16 min` it follows from its place, in `500 ms = 5 s` from its units, in
    `0.19 s = 187 mJ` from the digits. No noun may stand behind the second value, `1 day = 8 hours of work`,
    nor may one of the two be for each of something, `420 GB = 6 bytes per parameter`.
    """
    tokens = context.parser.tokens
    in_chain = start > 0 and tokens.kinds[start - 1] == t.RELATION
    if right.end < tokens.ends[end - 1]:
        behind = _next(context, right)
        if not in_chain or behind not in _PLACES or is_other_kind(left, right):
            return False
    if is_other_kind(left, right):
        return True
    values = of_one_kind(left, right)
    if values is None or not values[0].value:
        return False
    names_ = values[0].unit.name, values[1].unit.name
    if len({_counted(name) for name in names_} - {None}) > 1:
        return False  # `41.7 batches/s = 250 frames/s`
    return _things(names_[0]) == _things(names_[1]) and (in_chain or names_[0] != names_[1])


def _counted(name: str) -> Dimension | str | None:
    """Return what a rate counts, that of frames and images in `frames/s`; None for what is measured."""
    things = name.partition("/")[0]
    known = readings(things)[:1]
    if not known:
        return things or None
    return known[0].dimension if things and physical(known[0].dimension) == NONE else None


def _things(name: str) -> set[str]:
    """Return the things that a unit is for each of, the parameters of `bytes/parameter`; `MB/s` has none."""
    parts = name.split("/")[1:]
    return {part.rstrip("s") for part in parts if physical((*readings(part), NO_UNIT)[0].dimension) == NONE}


def _unknown(
    context: VerificationContext,
    left: Node,
    right: Node,
    relation: str,
    judgement: Judgement,
    *,
    given: bool,
) -> Judgement:
    """Judge an equation with symbols: one that is not given a value alone may confirm, and never accuse."""
    if relation != "→" and judgement.reason is Reason.MISSING_OPERAND:
        always = _for_all(context, left, right, relation)
        if always is not None:
            return always
    if judgement.verdict is Verdict.UNCHECKED:
        return judgement
    if given and relation != "→":
        symbols = sorted(names(left) | names(right))
        values = (f"{name} = {spell(context.given_values[name])}" for name in symbols)
        return replace(judgement, doubt=f"if {' and '.join(values)}")
    missing = ", ".join(sorted(names(left) | names(right)))
    return Judgement(Verdict.UNCHECKED, Reason.MISSING_OPERAND, missing)


def _for_all(context: VerificationContext, left: Node, right: Node, relation: str) -> Judgement | None:
    """Decide an equation whose two sides are in one proportion whatever its unknown symbols are.

    `4N + 2N = 6N` holds always, `610 * 1.3N = 7930N` never; of `2N + 1 = 9` nothing is known.
    """
    unknown = sorted((names(left) | names(right)) - context.symbols.names.keys())
    if not names(right) or names(left) != names(right):
        return None
    judgements: list[Judgement] = []
    for point in _POINTS:
        values = {name: plain_number(point + 3 * place) for place, name in enumerate(unknown)}
        sides = (substitute(left, values), substitute(right, values))
        judgements.append(context.judge(*sides, relation))
    verdicts = {judgement.verdict for judgement in judgements}
    if verdicts == {Verdict.OK}:
        return Judgement(Verdict.OK, note="for all values of its symbols")
    ratios = {
        judgement.computed.value / judgement.stated.value
        for judgement in judgements
        if judgement.computed is not None and judgement.stated is not None and judgement.stated.value
    }
    one_ratio = len(ratios) == 1 and all(judgement.stated is not None for judgement in judgements)
    if len(verdicts) == 1 and one_ratio:
        return judgements[0].noted(f"for all values of {', '.join(unknown)}")
    return None
