"""What a value may have been worked out by: the values near it, and operations on them that come to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from qbank.napkin.evaluate import Interpretation, UndecidableError, evaluate
from qbank.napkin.forms.restatement import digits
from qbank.napkin.forms.result_kind import ResultKind
from qbank.napkin.limits import MAX_EARLIER, MAX_TERMS
from qbank.napkin.parsing.quantity_spans import QuantitySpan
from qbank.napkin.tree import Node, Number, Operation, plain_number
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension

_SLIGHT = 0.002  # a term that is less of the whole does not show
_NEAR = 0.08  # what rounding, 1000 for 1024 and "about" may come to


@dataclass(frozen=True, slots=True)
class Known:
    """A value that others may be worked out from."""

    mention: QuantitySpan
    value: float
    dimension: Dimension


def known_values(mention: QuantitySpan) -> Iterator[Known]:
    """Yield the values that a mention may have: `30 GOPS` is a rate, or operations."""
    node = mention.node
    readings = range(len(node.readings)) if isinstance(node, Number) else (0,)
    dimensions: set[Dimension] = set()
    for choice in readings:
        try:
            quantity = evaluate(node, Interpretation(choices={node.start: choice}))
            value, dimension = float(quantity.value), physical(quantity.dimension)
        except (UndecidableError, OverflowError):
            return
        if dimension not in dimensions:
            yield Known(mention, value, dimension)
        dimensions.add(dimension)


def said_before(value: Known, known: list[Known]) -> bool:
    """Tell whether one of the values is the same, as a number of the text."""
    return any(other.mention.quantity is not None and _equal(value, other, 0) for other in known)


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
    beside = [value for value in pool if value.mention.sentence == stated.mention.sentence]
    if kind is ResultKind.FACTOR:
        yield from _factors(stated, pool + _behind(known, place))
    elif kind is ResultKind.CHANGE:
        yield from _changes(stated, pool + _behind(known, place))
    elif kind is ResultKind.TOTAL:
        yield from _same(stated, pool)
        yield from _sums(stated, pool)
        yield from _products(stated, pool)
        yield from _differences(stated, pool)
    elif kind is ResultKind.REST:
        yield from _differences(stated, pool)
        yield from _products(stated, pool)
    elif kind is ResultKind.BARE:
        if _digits(stated) >= 2 and stated.dimension != NONE:
            near = [value for value in pool if value.mention.sentence >= stated.mention.sentence - 1]
            yield from _restated(stated, near)
            yield from _same(stated, near)
            yield from _products(stated, near)
    else:
        yield from _restated(stated, pool)
        yield from _same(stated, pool)
        yield from _products(stated, pool)
        yield from _inverses(stated, pool)
        near = [value for value in pool if value.mention.sentence >= stated.mention.sentence - 1]
        yield from _differences(stated, near)
        yield from _sums(stated, beside)
    yield from _multiples(known, place, factors)


def _before(known: list[Known], place: int) -> list[Known]:
    """Return the last values before one, the nearest first."""
    stated = known[place].mention
    found = [value for value in reversed(known[:place]) if value.mention.after <= stated.first]
    return found[:MAX_EARLIER]


def _behind(known: list[Known], place: int) -> list[Known]:
    """Return the values behind one in its sentence: `24% faster (600 ms against 793 ms)`."""
    stated = known[place].mention
    return [value for value in known[place + 1 :] if value.mention.sentence == stated.sentence][:MAX_EARLIER]


def _types_behind(known: list[Known], place: int) -> list[Known]:
    """Return the data types named behind a value in its sentence: `3B params = 6 GB (FP16)`."""
    return [value for value in _behind(known, place) if value.mention.type]


def _comparable(one: Known, two: Known, stated: Known) -> bool:
    """Tell whether two values are of one kind; plain numbers have to be large or stand beside the result."""
    if one.dimension != two.dimension or not two.value or not _apart(one, two):
        return False
    if one.dimension != NONE or (_is_large(one) and _is_large(two)):
        return True
    return one.mention.sentence == two.mention.sentence == stated.mention.sentence


def _is_large(value: Known) -> bool:
    return abs(value.value) >= 1000


def _factors(stated: Known, pool: list[Known]) -> Iterator[Node]:
    for one in pool:
        for two in pool:
            if _comparable(one, two, stated) and _near(one.value / two.value, stated.value):
                yield _operation("/", one, two)


def _changes(stated: Known, pool: list[Known]) -> Iterator[Node]:
    whole = plain_number(Fraction(1))
    shares = [value for value in pool if _is_percentage(value)]
    for one in shares:
        if _near(1 - one.value, stated.value):
            yield _operate("-", whole, one.mention.node)
    for one in pool:
        for two in pool:
            if not _comparable(one, two, stated):
                continue
            share = one.value / two.value
            if _near(1 - share, stated.value):
                yield _operate("-", whole, _operation("/", one, two))
            if _near(share - 1, stated.value):
                yield _operate("-", _operation("/", one, two), whole)
            if _near(share, stated.value):
                yield _operation("/", one, two)
    for one in shares:
        for two in shares:
            if one is not two and _near(one.value - two.value, stated.value):
                yield _operation("-", one, two)


def _is_percentage(value: Known) -> bool:
    node = value.mention.node
    return isinstance(node, Number) and node.readings[0].unit.name in {"%", "percent"}


def _sums(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield the sums of neighbouring values of the same kind, those without slight ones first."""
    terms = [value for value in pool if value.dimension == stated.dimension][:MAX_TERMS]
    for neighbours in ([term for term in terms if _weighs(term, stated)], terms):
        for first in range(len(neighbours)):
            total, node = neighbours[first].value, neighbours[first].mention.node
            for term in neighbours[first + 1 :]:
                if term.mention.quantity is None:
                    continue
                total, node = total + term.value, _operate("+", term.mention.node, node)
                if _near(total, stated.value):
                    yield node

    for place, one in enumerate(terms):
        for two in terms[place + 2 :]:
            if _near(one.value + two.value, stated.value) and _apart(one, two) and _weighs(two, stated):
                yield _operation("+", two, one)


def _differences(stated: Known, pool: list[Known]) -> Iterator[Node]:
    terms = [value for value in pool if value.dimension == stated.dimension]
    for one in terms:
        for two in terms:
            if _near(one.value - two.value, stated.value) and _apart(one, two) and _weighs(two, one):
                yield _operation("-", one, two)


def _products(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield products and quotients whose units are those of the result.

    Where a value is a plain number, the units say less: then an operand has to stand beside the result, and
    if all are, both.
    """
    if stated.dimension == NONE and _digits(stated) < 2:
        return  # any two values may come to it
    for place, one in enumerate(pool):
        for other, two in enumerate(pool):
            if not two.value or not _apart(one, two):
                continue
            beside = (one.mention.sentence, two.mention.sentence).count(stated.mention.sentence)
            plain = (one.dimension, two.dimension, stated.dimension).count(NONE)
            if beside < (1 if plain == 3 and _digits(stated) > 2 else min(plain, 2)):
                continue
            product = place < other and one.dimension + two.dimension == stated.dimension
            if product and _near(one.value * two.value, stated.value):
                yield _operation("*", two, one)
            if one.dimension - two.dimension == stated.dimension and _near(
                one.value / two.value, stated.value
            ):
                yield _operation("/", one, two)


def _same(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield expressions without a result that come to the value."""
    for one in pool:
        if one.mention.quantity is None and _equal(one, stated):
            yield one.mention.node


def _multiples(known: list[Known], place: int, factors: list[int]) -> Iterator[Node]:
    """Yield the value before one, times or divided by a factor said in words."""
    stated = known[place]
    alike = [value for value in _before(known, place) if value.dimension == stated.dimension != NONE]
    for factor, one in product(factors, alike[:1]):
        if _near(one.value * factor, stated.value):
            yield _operate("*", one.mention.node, plain_number(Fraction(factor)))
        elif _near(one.value / factor, stated.value):
            yield _operate("/", one.mention.node, plain_number(Fraction(factor)))


def _restated(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield the value just before, if it is the same in another unit: `1.84 MB/s → 159 GB/day`."""
    for one in pool[:1]:
        node, other = one.mention.node, stated.mention.node
        if not isinstance(node, Number) or not isinstance(other, Number):
            continue
        if _equal(one, stated) and node.readings[0].size != other.readings[0].size:
            yield node


def _inverses(stated: Known, pool: list[Known]) -> Iterator[Node]:
    """Yield what a rate comes to as a period, and the other way round."""
    for one in pool:
        opposite = one.dimension == -stated.dimension and one.dimension != NONE and one.value
        if opposite and _near(1 / one.value, stated.value):
            yield _operate("/", plain_number(Fraction(1)), one.mention.node)


def _digits(value: Known) -> int:
    node = value.mention.node
    return digits(node) if isinstance(node, Number) else 0


def _equal(one: Known, two: Known, tolerance: float = _NEAR) -> bool:
    return one.dimension == two.dimension and _near(one.value, two.value, tolerance)


def _near(value: float, stated: float, tolerance: float = _NEAR) -> bool:
    return abs(value - stated) <= tolerance * abs(stated)


def _apart(one: Known, two: Known) -> bool:
    """Tell whether two values are neither the same nor one an operand of the other."""
    return one.mention.after <= two.mention.first or two.mention.after <= one.mention.first


def _weighs(part: Known, whole: Known) -> bool:
    """Tell whether a term makes a difference that can be seen."""
    return abs(part.value) > _SLIGHT * abs(whole.value)


def _operation(operator: str, one: Known, two: Known) -> Node:
    return _operate(operator, one.mention.node, two.mention.node)


def _operate(operator: str, left: Node, right: Node) -> Node:
    return Operation(operator, left, right, left.start, right.end)
