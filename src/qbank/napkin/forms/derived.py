"""Values said without their calculation, worked out from what the text gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from typing import ClassVar

from qbank.napkin.claim import Claim
from qbank.napkin.evaluate import Sense, UndecidableError, evaluate
from qbank.napkin.forms.base import Example, TextForm
from qbank.napkin.forms.comparison import COMPARISONS
from qbank.napkin.forms.cues import Cue, cue, multiples
from qbank.napkin.forms.sides import marked
from qbank.napkin.forms.slip import digits
from qbank.napkin.judge import judge
from qbank.napkin.limits import MAX_DERIVATIONS, MAX_EARLIER, MAX_TERMS
from qbank.napkin.mentions import Mention
from qbank.napkin.page import Page
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Node, Number, Operation, plain_number
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension

_SLIGHT = 0.002  # a term that is less of the whole does not show
_NEAR = 0.08  # what rounding, 1000 for 1024 and "about" may come to


@dataclass(frozen=True, slots=True)
class _Known:
    """A value that others may be worked out from."""

    mention: Mention
    value: float
    dimension: Dimension


class Derived(TextForm):
    """A value whose calculation is left to the reader, where the text gives its operands.

    A factor (`4x faster`) or a change in percent compares two values of one kind; a total adds up the values
    before it; what is left, saved or missing is a difference; a value that follows another may be the same in
    another unit; and any value may come from one of its own sentence and one before it. Which operands were
    meant is a guess, so this form confirms and never accuses.
    """

    name = "derived"
    examples: ClassVar = (
        Example("Before: 600 ms. After: 150 ms. That is 4x faster.", expression="600 ms / 150 ms"),
        Example("Power falls from 250 mW to 200 mW, a 20% reduction."),
        Example("Weights: 14 GB. Cache: 6 GB. Total: 20 GB", expression="14 GB + 6 GB"),
        Example("Of 24 GB the model takes 14 GB, leaving 10 GB", expression="24 GB − 14 GB"),
        Example("Load 140 GB of weights. At 3.35 TB/s: 42 ms per token", expression="140 GB / 3.35 TB/s"),
        Example("It costs 5 mJ an inference. At 20 inferences/s it draws 100 mW"),
        Example("Load 61.4 MB/s, day and night: 5.3 TB/day", expression="61.4 MB/s"),
        Example("976 KB for two slots, 488 KB each", expression="976 KB / 2"),
        Example("Before 14.9 h, now 21.2 h: it lasts 6.3 h longer.", expression="21.2 h − 14.9 h"),
        Example("52 min on one GPU. On 4 GPUs 13 min.", expression="52 min / 4"),
        Example("That is 7x faster.", None),
        Example("The link runs at 25 GB/s", None),
    )

    def read(self, page: Page) -> None:
        """Add the derived values among the quantities of a text that no other form has decided on."""
        known = [value for mention in page.mentions for value in _known(mention)]
        decided = [_decided(claim) for claim in page.claims if claim.reason is not Reason.MISSING_OPERAND]
        tried = 0
        for place, value in enumerate(known):
            stated = value.mention.quantity
            if stated is None or any(start <= stated.start < end for start, end in decided):
                continue
            kind = cue(page, value.mention)
            if kind in {Cue.GIVEN, Cue.BARE, Cue.TOTAL} and _said_before(value, known[:place]):
                continue
            if kind is not None and tried < MAX_DERIVATIONS:
                tried += 1
                self._derive(page, known, place, kind)

    def _derive(self, page: Page, known: list[_Known], place: int, kind: Cue) -> None:
        stated = known[place].mention.node
        relation = "≈" if marked(stated) else "="
        factors = multiples(page, known[place].mention)
        for left in chain(_candidates(known, place, kind), _multiples(known, place, factors)):
            judgement = judge(left, stated, relation, memory=page.memory, tolerances=page.tolerances)
            if judgement.verdict is Verdict.OK and not judgement.note:
                judgement = judgement.noted("worked out from values of the text")
                page.add(self.name, left, stated, relation, judgement, span=(stated.start, stated.end))
                return


def _decided(claim: Claim) -> tuple[int, int]:
    """Return the stretch whose values a claim has decided on; a comparison takes its left value as given."""
    return (claim.stated_start if claim.relation in COMPARISONS else claim.start, claim.end)


def _known(mention: Mention) -> Iterator[_Known]:
    """Yield the values that a mention may have: `30 GOPS` is a rate, or operations."""
    node = mention.node
    readings = range(len(node.readings)) if isinstance(node, Number) else (0,)
    dimensions: set[Dimension] = set()
    for choice in readings:
        try:
            quantity = evaluate(node, Sense(choices={node.start: choice}))
            value, dimension = float(quantity.value), physical(quantity.dimension)
        except (UndecidableError, OverflowError):
            return
        if dimension not in dimensions:
            yield _Known(mention, value, dimension)
        dimensions.add(dimension)


def _said_before(value: _Known, known: list[_Known]) -> bool:
    return any(other.mention.quantity is not None and _equal(value, other, 0) for other in known)


# -- what a value may have been worked out by ----------------------------------------------------------------


def _candidates(known: list[_Known], place: int, kind: Cue) -> Iterator[Node]:
    """Yield the expressions of values near `known[place]` that about come to it, the likelier first."""
    stated = known[place]
    pool = _before(known, place) + _types_behind(known, place)
    beside = [value for value in pool if value.mention.sentence == stated.mention.sentence]
    if kind is Cue.FACTOR:
        yield from _factors(stated, pool + _behind(known, place))
    elif kind is Cue.CHANGE:
        yield from _changes(stated, pool + _behind(known, place))
    elif kind is Cue.TOTAL:
        yield from _same(stated, pool)
        yield from _sums(stated, pool)
        yield from _products(stated, pool)
        yield from _differences(stated, pool)
    elif kind is Cue.REST:
        yield from _differences(stated, pool)
        yield from _products(stated, pool)
    elif kind is Cue.BARE:
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


def _before(known: list[_Known], place: int) -> list[_Known]:
    """Return the last values before one, the nearest first."""
    stated = known[place].mention
    found = [value for value in reversed(known[:place]) if value.mention.after <= stated.first]
    return found[:MAX_EARLIER]


def _behind(known: list[_Known], place: int) -> list[_Known]:
    """Return the values behind one in its sentence: `24% faster (600 ms against 793 ms)`."""
    stated = known[place].mention
    return [value for value in known[place + 1 :] if value.mention.sentence == stated.sentence][:MAX_EARLIER]


def _types_behind(known: list[_Known], place: int) -> list[_Known]:
    """Return the data types named behind a value in its sentence: `3B params = 6 GB (FP16)`."""
    return [value for value in _behind(known, place) if value.mention.type]


def _comparable(one: _Known, two: _Known, stated: _Known) -> bool:
    """Tell whether two values are of one kind; plain numbers have to be large or stand beside the result."""
    if one.dimension != two.dimension or not two.value or not _apart(one, two):
        return False
    if one.dimension != NONE or (_is_large(one) and _is_large(two)):
        return True
    return one.mention.sentence == two.mention.sentence == stated.mention.sentence


def _is_large(value: _Known) -> bool:
    return abs(value.value) >= 1000


def _factors(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    for one in pool:
        for two in pool:
            if _comparable(one, two, stated) and _near(one.value / two.value, stated.value):
                yield _operation("/", one, two)


def _changes(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
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


def _is_percentage(value: _Known) -> bool:
    node = value.mention.node
    return isinstance(node, Number) and node.readings[0].unit.name in {"%", "percent"}


def _sums(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
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


def _differences(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    terms = [value for value in pool if value.dimension == stated.dimension]
    for one in terms:
        for two in terms:
            if _near(one.value - two.value, stated.value) and _apart(one, two) and _weighs(two, one):
                yield _operation("-", one, two)


def _products(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
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


def _same(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield expressions without a result that come to the value."""
    for one in pool:
        if one.mention.quantity is None and _equal(one, stated):
            yield one.mention.node


def _multiples(known: list[_Known], place: int, factors: list[int]) -> Iterator[Node]:
    """Yield the value before one, times or divided by a factor said in words."""
    stated = known[place]
    alike = [value for value in _before(known, place) if value.dimension == stated.dimension != NONE]
    for factor, one in product(factors, alike[:1]):
        if _near(one.value * factor, stated.value):
            yield _operate("*", one.mention.node, plain_number(Fraction(factor)))
        elif _near(one.value / factor, stated.value):
            yield _operate("/", one.mention.node, plain_number(Fraction(factor)))


def _restated(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield the value just before, if it is the same in another unit: `1.84 MB/s → 159 GB/day`."""
    for one in pool[:1]:
        node, other = one.mention.node, stated.mention.node
        if not isinstance(node, Number) or not isinstance(other, Number):
            continue
        if _equal(one, stated) and node.readings[0].size != other.readings[0].size:
            yield node


def _inverses(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield what a rate comes to as a period, and the other way round."""
    for one in pool:
        opposite = one.dimension == -stated.dimension and one.dimension != NONE and one.value
        if opposite and _near(1 / one.value, stated.value):
            yield _operate("/", plain_number(Fraction(1)), one.mention.node)


def _digits(value: _Known) -> int:
    node = value.mention.node
    return digits(node) if isinstance(node, Number) else 0


def _equal(one: _Known, two: _Known, tolerance: float = _NEAR) -> bool:
    return one.dimension == two.dimension and _near(one.value, two.value, tolerance)


def _near(value: float, stated: float, tolerance: float = _NEAR) -> bool:
    return abs(value - stated) <= tolerance * abs(stated)


def _apart(one: _Known, two: _Known) -> bool:
    """Tell whether two values are neither the same nor one an operand of the other."""
    return one.mention.after <= two.mention.first or two.mention.after <= one.mention.first


def _weighs(part: _Known, whole: _Known) -> bool:
    """Tell whether a term makes a difference that can be seen."""
    return abs(part.value) > _SLIGHT * abs(whole.value)


def _operation(operator: str, one: _Known, two: _Known) -> Node:
    return _operate(operator, one.mention.node, two.mention.node)


def _operate(operator: str, left: Node, right: Node) -> Node:
    return Operation(operator, left, right, left.start, right.end)
