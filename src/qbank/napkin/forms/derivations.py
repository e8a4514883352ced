"""What a value may have been worked out by: how it is introduced, the values near it, operations on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from fractions import Fraction
from itertools import permutations, product

from msgspec import Struct

from qbank.napkin.context import VerificationContext
from qbank.napkin.evaluate import PLAIN, Interpretation, UndecidableError, evaluate
from qbank.napkin.forms.sides import is_share
from qbank.napkin.lexing import tokens as t
from qbank.napkin.lexing.words import CHANGES, RESTS, RESULT_VERBS, SHARES, TOTALS
from qbank.napkin.limits import MAX_EARLIER, MAX_TERMS
from qbank.napkin.parsing.spans import QuantitySpan
from qbank.napkin.tree import Node, Number, operate, plain_number
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension, exponents

_BEFORE, _BEHIND = 5, 4
_FACTORS = ([t.NUMBER], [t.OPEN], [t.MONEY], [t.APPROX])
_ENDS = frozenset(".!?\n|;")
_GIVES = frozenset("=≈→:(")
_OPERANDS = frozenset(("of", "at", "@", "from", "with", "per", "for"))
_COMPARED = frozenset(("longer", "shorter", "more", "less", "faster", "slower", "earlier", "later"))
_MULTIPLES = {
    **dict.fromkeys(
        ("double", "doubled", "doubles", "doubling", "twice", "two", "half", "halved", "halves"), 2
    ),
    **dict.fromkeys(("halving", "both"), 2),
    **dict.fromkeys(("triple", "tripled", "triples", "three", "third"), 3),
    **dict.fromkeys(("four", "quarter"), 4),
    **{word: count for count, word in enumerate(("five", "six", "seven", "eight", "nine", "ten"), 5)},
}


class ResultKind(Enum):
    """What kind of result a value is."""

    FACTOR = auto()  # "4.4x slower"
    CHANGE = auto()  # "a 37% reduction", "99% idle"
    TOTAL = auto()  # "Total: 99 GB"
    REST = auto()  # "leaving 10 GB"
    RESULT = auto()  # "= 52.5 ms", "(25 mW)"
    GIVEN = auto()  # "takes 52.5 ms", "At 3.35 TB/s: 42 ms"
    BARE = auto()  # "On 4 GPUs 13 min"


def result_kind(context: VerificationContext, span: QuantitySpan) -> ResultKind | None:
    """Return what a value is introduced as; None if nothing says that it is a result."""
    tokens = context.parser.tokens
    if _is_factor(context, span.after):
        return ResultKind.FACTOR
    if span.after < len(tokens) and tokens.kinds[span.after] in {t.OPERATOR, t.POWER}:
        return None  # an operand
    if span.first and tokens.kinds[span.first - 1] == t.OPERATOR:
        return None
    before, behind = _words_before(context, span.first), _words_behind(context, span.after)
    around = {*before[:3], *behind[:3]}
    unit = span.node.unit.name if isinstance(span.node, Number) else ""
    if unit in {"x", "X"}:
        return ResultKind.FACTOR
    if is_share(span.node):
        introduced = _GIVES & set(before[:1]) or (CHANGES | SHARES | {"so", "is"}) & around
        return ResultKind.CHANGE if introduced else None
    if _COMPARED & {*behind[:1]}:
        return ResultKind.REST
    if {*before[:4], *behind[:2]} & TOTALS:
        return ResultKind.TOTAL
    if {*before[:3], *behind} & RESTS or "by" in before[:1]:
        return ResultKind.REST
    if before[:1] and before[0] in "=≈(":
        return ResultKind.RESULT
    if before[:1] and (before[0] in _GIVES or before[0] in RESULT_VERBS):
        return ResultKind.GIVEN
    return None if before[:1] and before[0] in _OPERANDS else ResultKind.BARE


def multiples(context: VerificationContext, span: QuantitySpan) -> list[int]:
    """Return the factors that words shortly before a value speak of: `double buffered`, `two slots`."""
    return [_MULTIPLES[word] for word in _words_before(context, span.first) if word in _MULTIPLES]


def _is_factor(context: VerificationContext, after: int) -> bool:
    """Tell whether a sign of multiplication with nothing to multiply follows: `a 2× boost`."""
    tokens = context.parser.tokens
    if after >= len(tokens) or tokens.texts[after] != "*" or not tokens.glued[after]:
        return False
    return tokens.kinds[after + 1 : after + 2] not in _FACTORS


def _words_before(context: VerificationContext, first: int) -> list[str]:
    """Return the words and signs before a value in its sentence, the nearest first."""
    tokens = context.parser.tokens
    words: list[str] = []
    for at in range(first - 1, max(0, first - _BEFORE) - 1, -1):
        if tokens.kinds[at] == t.STOP and tokens.texts[at] in _ENDS:
            break
        words.append(tokens.texts[at].lower())
    return words


def _words_behind(context: VerificationContext, after: int) -> list[str]:
    """Return the words and signs behind a value in its sentence."""
    tokens = context.parser.tokens
    words: list[str] = []
    for at in range(after, min(after + _BEHIND, len(tokens))):
        if tokens.kinds[at] in {t.STOP, t.RELATION, t.NUMBER, t.CLOSE}:
            break
        words.append(tokens.texts[at].lower())
    return words


_LARGE = 1000  # plain numbers that hardly agree by chance
_SLIGHT = 0.002  # a term that is less of the whole does not show
_NEAR = 0.08  # what rounding, 1000 for 1024 and "about" may come to


class Known(Struct, frozen=True):
    """A value that others may be worked out from."""

    span: QuantitySpan
    value: float
    dimension: Dimension


def known_values(span: QuantitySpan) -> Iterator[Known]:
    """Yield the values that a span may have: `30 GOPS` is a rate, or operations."""
    node = span.node
    readings = range(len(node.readings)) if isinstance(node, Number) else (0,)
    dimensions: set[Dimension] = set()
    for choice in readings:
        try:
            quantity = evaluate(node, Interpretation(choices={node.start: choice}) if choice else PLAIN)
            value, dimension = float(quantity.value), physical(quantity.dimension)
        except (UndecidableError, OverflowError):
            return
        if dimension not in dimensions:
            yield Known(span, value, dimension)
        dimensions.add(dimension)


def said_before(value: Known, known: list[Known]) -> bool:
    """Tell whether one of the values is the same, as a number of the text."""
    return any(earlier.span.quantity is not None and _equal(value, earlier, 0) for earlier in known)


def candidates(known: list[Known], place: int, kind: ResultKind, factors: list[int]) -> Iterator[Node]:
    """Yield the expressions of values near `known[place]` that about come to it, the likelier first.

    Args:
        known: the values of a text in order.
        place: which of them to work out.
        kind: how it is introduced.
        factors: factors that words beside it name, such as "half".
    """
    stated = known[place]
    pool = _before(known, place) + _types_behind(known, place)
    near = [value for value in pool if value.span.sentence >= stated.span.sentence - 1]
    if kind in {ResultKind.FACTOR, ResultKind.CHANGE}:
        pool += _behind(known, place)
    elif kind is ResultKind.BARE:
        pool = near if _digits(stated) >= 2 and stated.dimension != NONE else []
    yield from _shifted(known, place, pool)
    for way in _WAYS[kind]:
        yield from way(stated, pool)
    if kind in {ResultKind.RESULT, ResultKind.GIVEN}:
        yield from _at_rates(known, place, pool)
    if kind in {ResultKind.RESULT, ResultKind.GIVEN}:
        yield from _differences(stated, near)
        yield from _sums(stated, [value for value in near if value.span.sentence == stated.span.sentence])
    yield from _multiples(known, place, factors)


def _shifted(known: list[Known], place: int, pool: list[Known]) -> Iterator[Node]:
    """Yield a value before that changes by the share just named: `down by 18% to 20.5 W`."""
    stated = known[place]
    share = pool[0] if pool else None
    if share is None or not is_share(share.span.node) or stated.span.first - share.span.after != 1:
        return
    one = plain_number(Fraction(1))
    for value in known[:place]:
        if value.dimension == stated.dimension != NONE:
            for sign, factor in (("-", 1 - share.value), ("+", 1 + share.value)):
                if _near(value.value * factor, stated.value):
                    yield operate("*", value.span.node, operate(sign, one, share.span.node))


def _at_rates(known: list[Known], place: int, pool: list[Known]) -> Iterator[Node]:
    """Yield the value just before one times or over a rate, wherever before that stands, or behind at once.

    `120 GB → $2,400` at $0.02/MB, `160 TFLOPs, taking 3.5 s on a 45 TOPS NPU`.
    """
    stated = known[place]
    if not pool or stated.dimension == NONE:
        return
    last = pool[0]
    behind = [value for value in _behind(known, place) if value.span.first - stated.span.after <= _BEHIND]
    for rate in (*known[:place], *behind):
        if last.dimension == NONE or not _is_rate(rate) or not rate.value:
            continue
        if _is_product(last, rate, stated):
            yield _operation("*", last, rate)
        elif _is_quotient(last, rate, stated):
            yield _operation("/", last, rate)


def _is_product(left: Known, right: Known, stated: Known) -> bool:
    """Tell whether a value about is the product of two others, in its unit as well."""
    alike = left.dimension + right.dimension == stated.dimension
    return alike and _near(left.value * right.value, stated.value)


def _is_quotient(left: Known, right: Known, stated: Known) -> bool:
    """Tell whether a value about is the quotient of two others, in its unit as well."""
    alike = left.dimension - right.dimension == stated.dimension
    return alike and _near(left.value / right.value, stated.value)


def _is_rate(value: Known) -> bool:
    node = value.span.node
    return isinstance(node, Number) and value.dimension != NONE and len(exponents(value.dimension)) > 0


def _before(known: list[Known], place: int) -> list[Known]:
    """Return the last values before one, the nearest first."""
    stated = known[place].span
    before = [value for value in reversed(known[:place]) if value.span.after <= stated.first]
    return before[:MAX_EARLIER]


def _behind(known: list[Known], place: int) -> list[Known]:
    """Return the values behind one in its sentence: `24% faster (600 ms against 793 ms)`."""
    stated = known[place].span
    return [value for value in known[place + 1 :] if value.span.sentence == stated.sentence][:MAX_EARLIER]


def _types_behind(known: list[Known], place: int) -> list[Known]:
    """Return the data types named behind a value in its sentence: `3B params = 6 GB (FP16)`."""
    return [value for value in _behind(known, place) if value.span.type]


def _comparable(left: Known, right: Known, stated: Known) -> bool:
    """Tell whether two values are of one kind; plain numbers have to be large or stand beside the result."""
    if left.dimension != right.dimension or not right.value or not _apart(left, right):
        return False
    if left.dimension != NONE or min(abs(left.value), abs(right.value)) >= _LARGE:
        return True
    return left.span.sentence == right.span.sentence == stated.span.sentence


def _ratios(stated: Known, pool: list[Known]) -> Iterator[tuple[Known, Known, float]]:
    """Yield every two values of one kind with their quotient."""
    for left, right in product(pool, repeat=2):
        if _comparable(left, right, stated):
            yield left, right, left.value / right.value


def _factors(stated: Known, pool: list[Known]) -> Iterator[Node]:
    for left, right, ratio in _ratios(stated, pool):
        if _near(ratio, stated.value):
            yield _operation("/", left, right)


def _changes(stated: Known, pool: list[Known]) -> Iterator[Node]:
    whole = plain_number(Fraction(1))
    shares = [value for value in pool if is_share(value.span.node)]
    for left in shares:
        if _near(1 - left.value, stated.value):
            yield operate("-", whole, left.span.node)
    for left, right, share in _ratios(stated, pool):
        if _near(1 - share, stated.value):
            yield operate("-", whole, _operation("/", left, right))
        if _near(share - 1, stated.value):
            yield operate("-", _operation("/", left, right), whole)
        if _near(share, stated.value):
            yield _operation("/", left, right)
    for left, right in permutations(shares, 2):
        if _near(left.value - right.value, stated.value):
            yield _operation("-", left, right)


def _sums(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield the sums of neighbouring values of the same kind, those without slight ones first."""
    terms = [value for value in pool if value.dimension == stated.dimension][:MAX_TERMS]
    for neighbours in ([term for term in terms if _weighs(term, stated)], terms):
        for first in range(len(neighbours)):
            total, node = neighbours[first].value, neighbours[first].span.node
            for term in neighbours[first + 1 :]:
                if term.span.quantity is None:
                    continue
                total, node = total + term.value, operate("+", term.span.node, node)
                if _near(total, stated.value):
                    yield node

    for place, left in enumerate(terms):
        for right in terms[place + 2 :]:
            if (
                _near(left.value + right.value, stated.value)
                and _apart(left, right)
                and _weighs(right, stated)
            ):
                yield _operation("+", right, left)


def _differences(stated: Known, pool: list[Known]) -> Iterator[Node]:
    terms = [value for value in pool if value.dimension == stated.dimension]
    for left, right in product(terms, repeat=2):
        if _near(left.value - right.value, stated.value) and _apart(left, right) and _weighs(right, left):
            yield _operation("-", left, right)


def _products(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield products and quotients whose units are those of the result.

    Where a value is a plain number, the units say less: then an operand has to stand beside the result, and
    if all are, both.
    """
    if stated.dimension == NONE and _digits(stated) < 2:
        return  # any two values may come to it
    for place, left in enumerate(pool):
        for right_place, right in enumerate(pool):
            if not right.value or not _apart(left, right):
                continue
            beside = (left.span.sentence, right.span.sentence).count(stated.span.sentence)
            plain = (left.dimension, right.dimension, stated.dimension).count(NONE)
            if beside < (1 if plain == 3 and _digits(stated) > 2 else min(plain, 2)):
                continue
            if place < right_place and _is_product(left, right, stated):
                yield _operation("*", right, left)
            if _is_quotient(left, right, stated):
                yield _operation("/", left, right)


def _same(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield expressions without a result that come to the value."""
    for value in pool:
        if value.span.quantity is None and _equal(value, stated):
            yield value.span.node


def _multiples(known: list[Known], place: int, factors: list[int]) -> Iterator[Node]:
    """Yield the value before one, times or divided by a factor said in words."""
    stated = known[place]
    alike = [value for value in _before(known, place) if value.dimension == stated.dimension != NONE]
    for factor, value in product(factors, alike[:1]):
        if _near(value.value * factor, stated.value):
            yield operate("*", value.span.node, plain_number(Fraction(factor)))
        elif _near(value.value / factor, stated.value):
            yield operate("/", value.span.node, plain_number(Fraction(factor)))


def _restated(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield the value just before, if it is the same in another unit: `1.84 MB/s → 159 GB/day`."""
    for value in pool[:1]:
        node, stated_node = value.span.node, stated.span.node
        if not isinstance(node, Number) or not isinstance(stated_node, Number):
            continue
        if _equal(value, stated) and node.readings[0].size != stated_node.readings[0].size:
            yield node


def _inverses(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield what a rate comes to as a period, and the other way round."""
    for value in pool:
        opposite = value.dimension == -stated.dimension and value.dimension != NONE and value.value
        if opposite and _near(1 / value.value, stated.value):
            yield operate("/", plain_number(Fraction(1)), value.span.node)


_WAYS: Mapping[ResultKind, tuple[Callable[[Known, list[Known]], Iterator[Node]], ...]] = {
    ResultKind.FACTOR: (_factors,),
    ResultKind.CHANGE: (_changes,),
    ResultKind.TOTAL: (_same, _sums, _products, _differences),
    ResultKind.REST: (_differences, _products),
    ResultKind.RESULT: (_restated, _same, _products, _inverses),
    ResultKind.GIVEN: (_restated, _same, _products, _inverses),
    ResultKind.BARE: (_restated, _same, _products),
}
"""How a result of each kind may come about, the likelier first."""


def _digits(value: Known) -> int:
    node = value.span.node
    return node.digits_shown if isinstance(node, Number) else 0


def _equal(left: Known, right: Known, tolerance: float = _NEAR) -> bool:
    return left.dimension == right.dimension and _near(left.value, right.value, tolerance)


def _near(value: float, stated: float, tolerance: float = _NEAR) -> bool:
    return abs(value - stated) <= tolerance * abs(stated)


def _apart(left: Known, right: Known) -> bool:
    """Tell whether two values are neither the same nor one an operand of the other."""
    return left.span.after <= right.span.first or right.span.after <= left.span.first


def _weighs(part: Known, whole: Known) -> bool:
    """Tell whether a term makes a difference that can be seen."""
    return abs(part.value) > _SLIGHT * abs(whole.value)


def _operation(operator: str, left: Known, right: Known) -> Node:
    return operate(operator, left.span.node, right.span.node)
