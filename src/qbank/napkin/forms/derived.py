"""Values said without their calculation, worked out from what the text gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from qbank.napkin.evaluate import UndecidableError, evaluate
from qbank.napkin.forms.base import Example, Form
from qbank.napkin.forms.cues import Cue, cue
from qbank.napkin.forms.sides import marked
from qbank.napkin.judge import Judgement, judge
from qbank.napkin.limits import MAX_DERIVATIONS, MAX_EARLIER, MAX_TERMS
from qbank.napkin.mentions import Mention, mentions
from qbank.napkin.page import Page
from qbank.napkin.reasons import Reason, Verdict
from qbank.napkin.tree import Node, Operation, plain_number
from qbank.units import physical
from qbank.units.dimension import NONE, Dimension

_NEAR = 0.08  # what rounding, 1000 for 1024 and "about" may come to


@dataclass(frozen=True, slots=True)
class _Known:
    """A value that others may be worked out from."""

    mention: Mention
    value: float
    dimension: Dimension


class Derived(Form):
    """A value whose calculation is left to the reader, where the text gives its operands.

    A factor (`4x faster`) or a change in percent compares two values of one kind; a total adds up the values
    before it; what is left, saved or missing is a difference; and a value that "takes", "needs" or ":" gives
    comes from a value of its own sentence and one before it. Which operands were meant is a guess, so this
    form confirms and never accuses.
    """

    name = "derived"
    examples: ClassVar = (
        Example("Before: 600 ms. After: 150 ms. That is 4x faster.", expression="600 ms / 150 ms"),
        Example("Power falls from 250 mW to 200 mW, a 20% reduction."),
        Example("Weights: 14 GB. Cache: 6 GB. Total: 20 GB", expression="14 GB + 6 GB"),
        Example("Of 24 GB the model takes 14 GB, leaving 10 GB", expression="24 GB − 14 GB"),
        Example("Load 140 GB of weights. At 3.35 TB/s: 42 ms per token", expression="140 GB / 3.35 TB/s"),
        Example("It costs 5 mJ an inference. At 20 inferences/s it draws 100 mW"),
        Example("That is 7x faster.", Verdict.UNCHECKED),
        Example("The link runs at 25 GB/s", None),
    )

    def read(self, page: Page) -> None:
        """Add the derived values of a text in which the other forms have been read."""
        known = [value for mention in mentions(page.parser) if (value := _known(mention)) is not None]
        decided = [(c.start, c.end) for c in page.claims if c.verdict is not Verdict.UNCHECKED]
        tried = 0
        for place, value in enumerate(known):
            stated = value.mention.quantity
            if stated is None or any(start <= stated.start < end for start, end in decided):
                continue
            found = cue(page, value.mention)
            if found is None or tried >= MAX_DERIVATIONS:
                continue
            tried += 1
            if not self._derive(page, known, place, found[0]) and found[1]:
                missing = Judgement(Verdict.UNCHECKED, Reason.MISSING_OPERAND, "the values that it comes from")
                page.add(self.name, stated, stated, "=", missing)

    def _derive(self, page: Page, known: list[_Known], place: int, kind: Cue) -> bool:
        stated = known[place].mention.node
        relation = "≈" if marked(stated) else "="
        for left in _candidates(known, place, kind):
            judgement = judge(left, stated, relation, memory=page.memory, tolerances=page.tolerances)
            if judgement.verdict is Verdict.OK and not judgement.note:
                judgement = judgement._replace(note="worked out from values of the text")
                page.add(self.name, left, stated, relation, judgement, span=(stated.start, stated.end))
                return True
        return False


def _known(mention: Mention) -> _Known | None:
    try:
        quantity = evaluate(mention.node)
        return _Known(mention, float(quantity.value), physical(quantity.dimension))
    except (UndecidableError, OverflowError):
        return None


# -- what a value may have been worked out by ----------------------------------------------------------------


def _candidates(known: list[_Known], place: int, kind: Cue) -> Iterator[Node]:
    """Yield the expressions of values near `known[place]` that about come to it, the likelier first."""
    stated = known[place]
    pool = _pool(known, place)
    if kind is Cue.FACTOR:
        yield from _factors(stated, pool)
    elif kind is Cue.CHANGE:
        yield from _changes(stated, pool)
    elif kind is Cue.TOTAL:
        yield from _sums(stated, pool)
        yield from _products(stated, pool)
        yield from _differences(stated, pool)
    elif kind is Cue.REST:
        yield from _differences(stated, pool)
        yield from _products(stated, pool)
    else:
        yield from _products(stated, pool)
        yield from _same(stated, pool)
        beside = [value for value in pool if value.mention.sentence == stated.mention.sentence]
        yield from _differences(stated, beside)
        yield from _sums(stated, beside)


def _pool(known: list[_Known], place: int) -> list[_Known]:
    """Return the values of the same sentence and the last ones before it, the nearest first."""
    stated = known[place].mention
    found = [
        value
        for value in reversed(known[:place])
        if not (value.mention.first <= stated.first < value.mention.after)
    ][:MAX_EARLIER]
    for value in known[place + 1 :]:
        if value.mention.sentence != stated.sentence:
            break
        if value.mention.first >= stated.after:
            found.append(value)
    return found


def _factors(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    for one in pool:
        for two in pool:
            alike = one.dimension == two.dimension and two.value and one is not two
            if alike and _near(one.value / two.value, stated.value):
                yield _operation("/", one, two)


def _changes(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    one_whole = plain_number(Fraction(1))
    for one in pool:
        if one.dimension == NONE and _near(1 - one.value, stated.value):
            yield _operate("-", one_whole, one.mention.node)
        for two in pool:
            if one.dimension != two.dimension or not two.value or one is two:
                continue
            share = one.value / two.value
            if _near(1 - share, stated.value):
                yield _operate("-", one_whole, _operation("/", one, two))
            if _near(share - 1, stated.value):
                yield _operate("-", _operation("/", one, two), one_whole)
            if _near(share, stated.value):
                yield _operation("/", one, two)
            if one.dimension == NONE and _near(one.value - two.value, stated.value):
                yield _operation("-", one, two)
            if one.dimension == NONE and _near(one.value * two.value, stated.value):
                yield _operation("*", one, two)


def _sums(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield the sums of neighbouring values of the same kind."""
    terms = [value for value in pool if value.dimension == stated.dimension][:MAX_TERMS]
    yield from (term.mention.node for term in terms if term.mention.quantity is None and _equal(term, stated))
    for first in range(len(terms)):
        total, node = terms[first].value, terms[first].mention.node
        for term in terms[first + 1 :]:
            total, node = total + term.value, _operate("+", term.mention.node, node)
            if _near(total, stated.value):
                yield node


def _differences(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    terms = [value for value in pool if value.dimension == stated.dimension]
    for one in terms:
        for two in terms:
            if _near(one.value - two.value, stated.value):
                yield _operation("-", one, two)


def _products(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield products and quotients; values of one kind have to stand beside the result."""
    for place, one in enumerate(pool):
        for other, two in enumerate(pool):
            if one is two or not two.value:
                continue
            beside = stated.mention.sentence in {one.mention.sentence, two.mention.sentence}
            telling = NONE not in (one.dimension, two.dimension, stated.dimension)
            if not beside and not telling:
                continue
            product = place < other and one.dimension + two.dimension == stated.dimension
            if product and _near(one.value * two.value, stated.value):
                yield _operation("*", two, one)
            if one.dimension - two.dimension == stated.dimension and _near(one.value / two.value, stated.value):
                yield _operation("/", one, two)


def _same(stated: _Known, pool: list[_Known]) -> Iterator[Node]:
    """Yield expressions without a result that come to the value, and values that it restates."""
    for one in pool:
        if one.mention.quantity is None and _equal(one, stated):
            yield one.mention.node


def _equal(one: _Known, two: _Known) -> bool:
    return one.dimension == two.dimension and _near(one.value, two.value)


def _near(value: float, stated: float) -> bool:
    return abs(value - stated) <= _NEAR * abs(stated)


def _operation(operator: str, one: _Known, two: _Known) -> Node:
    return _operate(operator, one.mention.node, two.mention.node)


def _operate(operator: str, left: Node, right: Node) -> Node:
    return Operation(operator, left, right, left.start, right.end)
