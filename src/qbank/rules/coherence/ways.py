"""Ways to do something that calculations compare: what each of them costs, takes or emits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKED, MONEY, ROOM, Kind, Origin
from qbank.rules.coherence.options import Values, naming, properties, repeats, values_told

_SPENT: Final = (*MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS)
"""What nobody wants more of, whatever is done."""
_RATIOS: Final = (Kind.COUNT, Kind.RATIO, Kind.SHARE)
_SIGNS: Final = frozenset((";", "|", ".", "=", "≈", "→", "(", ")"))
_LONGEST_HEADING: Final = 8
_HEADING_REACH: Final = 5


def ways(ledger: Ledger) -> list[Values]:
    """Return the ways that calculations compare, by each kind that is spent.

    What they set side by side comes first. What is worked out counts, and what is given only where nothing
    is, since it may be what that is made of.
    """
    found = [
        options
        for result, options in side_by_side(ledger, _SPENT)
        if not (ledger.made_by(result, "-") and _is_paid_back(ledger, result))
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


def side_by_side(ledger: Ledger, kinds: Collection[Kind]) -> Iterator[tuple[Fact, Values]]:
    """Yield what a line divides by each other, or takes from the other: its result, and the two by name."""
    for claim, result in ledger.worked_out("/-"):
        if len(claim.operands) != 2 or (claim.operator == "/" and result.kind not in _RATIOS):
            continue
        first, second = (_values_of(ledger, one) for one in claim.operands)
        pairs = ((one, other) for one in first for other in second if one.kind in kinds)
        found = next((options for pair in pairs if (options := _two_ways(ledger, *pair))), None)
        if found is not None:
            yield result, found


def _is_paid_back(ledger: Ledger, difference: Fact) -> bool:
    """Whether a line says after what time a difference has made up for something."""
    return any(
        result.kind is Kind.TIME and any(one.number == difference.number for one in claim.operands)
        for claim, result in ledger.worked_out("/")
    )


def _two_ways(ledger: Ledger, one: Fact, other: Fact) -> Values | None:
    if one.kind is not other.kind or one.value == other.value:
        return None
    if one in ledger.parts(other) or other in ledger.parts(one) or one.role in ROOM or other.role in ROOM:
        return None
    first, second = (_names(ledger, fact) for fact in (one, other))
    if not (first - second and second - first):
        return None
    return {first - second: one, second - first: other}


def _values_of(ledger: Ledger, operand: Fact) -> list[Fact]:
    """Return the values that an operand repeats, those that are worked out first."""
    found = [
        fact
        for fact in ledger.facts
        if fact.origin is Origin.CALCULATIONS or fact.path[0] in ASKED or fact.origin is Origin.ASSUMPTIONS
        if repeats(operand, fact)
    ]
    return sorted(found, key=lambda fact: (fact.result_of is None, fact.path[0] in ASKED))


def _names(ledger: Ledger, fact: Fact) -> frozenset[str]:
    """Return what a value is named by: its label, the words ahead of it on its line, or a heading above."""
    names = naming([*ledger.label_of(fact), *_ahead(ledger, fact)]) or naming(_heading(ledger, fact))
    return names - ledger.view(properties) or names


def _ahead(ledger: Ledger, fact: Fact) -> Sequence[Piece]:
    """Return the words right ahead of a value or its calculation: `All: cloud 310 * 36 = 11,160; box ...`."""
    pieces = ledger.pieces[fact.path]
    operands = ledger.claims[fact.result_of].operands if fact.result_of is not None else ()
    first = min([fact.at, *(one.at for one in operands if (one.path, one.line) == (fact.path, fact.line))])
    found: list[Piece] = []
    for piece in reversed(pieces[:first]):
        if piece.line != fact.line or piece.text in _SIGNS or piece.mention is not None:
            break
        found.append(piece)
    return found


def _heading(ledger: Ledger, fact: Fact) -> Sequence[Piece]:
    """Return the short line without values that stands above those of a value."""
    pieces = ledger.pieces[fact.path]
    for line in range(fact.line - 1, fact.line - 1 - _HEADING_REACH, -1):
        here = [piece for piece in pieces if piece.line == line]
        if here and len(here) <= _LONGEST_HEADING and not any(piece.mention for piece in here):
            return here
    return ()
