"""Ways to do something that calculations compare: what each of them costs, takes or emits."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, MONEY, ROOM, Kind, Origin
from qbank.rules.coherence.naming import Values, naming, properties
from qbank.rules.coherence.options import values_told

_SPENT: Final = (*MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS)
"""What nobody wants more of, whatever is done."""


def ways(ledger: Ledger) -> list[Values]:
    """Return the ways that calculations compare, by each kind that is spent.

    What they set side by side comes first. What is worked out counts, and what is given only where nothing
    is, since it may be what that is made of.
    """
    found = [
        options
        for result, pairs in ledger.view(side_by_side)
        if not (ledger.made_by(result, "-") and _is_paid_back(ledger, result))
        for kind, options in pairs.items()
        if kind in _SPENT
    ]
    divided = {_kind_of(options) for options in found if _are_made(options)}
    found += [
        options
        for kind in _SPENT
        if kind not in divided
        for options in values_told(ledger, kind, computed_first=True)
        if not _are_terms(ledger, options) and _are_told_of_same(ledger, options)
    ]
    made = [options for options in found if _are_made(options)]
    return made or [options for options in found if _kind_of(options) is not Kind.PRICE]


def _are_made(options: Values) -> bool:
    """Whether all of some values are worked out."""
    return all(fact.is_made for fact in options.values())


def _are_told_of_same(ledger: Ledger, options: Values) -> bool:
    """Whether all of some values are of one of something, or none is: `Per summary` beside `Cloud, a day`."""
    labels = ([piece for piece in ledger.label_of(fact) if piece.is_word] for fact in options.values())
    return len({bool(label) and label[0].meaning.part == "per" for label in labels}) == 1


def _are_terms(ledger: Ledger, options: Values) -> bool:
    """Whether any of some values is a term of a sum: a part of what an option takes, or of all."""
    return any(
        agree(term, one) or (term.kind in MONEY and term.number == one.number)
        for claim, _ in ledger.worked_out("+")
        for term in claim.operands
        for one in options.values()
    )


def _kind_of(options: Values) -> Kind:
    """Return the one kind of some values."""
    return next(iter(options.values())).kind


def _is_paid_back(ledger: Ledger, difference: Fact) -> bool:
    """Whether a line says after what time a difference has made up for something."""
    return any(
        result.kind is Kind.TIME and any(one.number == difference.number for one in claim.operands)
        for claim, result in ledger.worked_out("/")
    )


def side_by_side(ledger: Ledger) -> list[tuple[Fact, Mapping[Kind, Values]]]:
    """Return what lines divide by each other, or take from the other: results, each with the two by name.

    A bare number may repeat values of several kinds; of each kind the pair that is worked out counts. A view.
    """
    found: list[tuple[Fact, Mapping[Kind, Values]]] = []
    for claim, result in ledger.worked_out("/-"):
        if len(claim.operands) != 2 or (claim.operator == "/" and result.kind not in PLAIN):
            continue
        first, second = (_values_of(ledger, one) for one in claim.operands)
        pairs: dict[Kind, Values] = {}
        for one, other in product(first, second):
            alike = one.kind is other.kind and one.kind not in pairs
            if alike and (options := _two_ways(ledger, one, other)):
                pairs[one.kind] = options
        found.append((result, pairs))
    return found


def _values_of(ledger: Ledger, operand: Fact) -> list[Fact]:
    """Return the values that an operand repeats, with its unit or bare, those that are worked out first."""
    found = [
        fact
        for fact in ledger.facts
        if fact.operand_of is None and fact.kind not in PLAIN
        if fact.origin in {Origin.CALCULATIONS, Origin.ASSUMPTIONS} or fact.path[0] in ASKED
        if agree(fact, operand) or (operand.is_bare and fact.number == operand.number)
    ]
    return sorted(found, key=lambda fact: (fact.result_of is None, fact.path[0] in ASKED))


def _two_ways(ledger: Ledger, one: Fact, other: Fact) -> Values | None:
    """Return two values of one kind by name, if neither is of the other and no room for it."""
    if one.value == other.value or one in ledger.parts(other) or other in ledger.parts(one):
        return None
    first, second = (naming(ledger.label_of(fact)) for fact in (one, other))
    measured = ledger.view(properties)
    first, second = first - measured or first, second - measured or second
    if one.role in ROOM or other.role in ROOM or first <= second or second <= first:
        return None
    return {first - second: one, second - first: other}
