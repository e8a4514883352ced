"""Givens that can only be what a total has to stay below, though no word says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.counted import number_of, singular
from qbank.facts.derivation import agree, the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import CONCLUDING, Kind, Why, unit_of_time
from qbank.rules.capacity.answers import nouns_of
from qbank.rules.capacity.givens import is_unused, unused_givens
from qbank.rules.capacity.needs import ADDED_UP, amounts_of

_TWICE: Final = 2.0
_NEARLY_ALL: Final = 1.25
"""Farther from a total nothing is held against it of which no word says so."""
SAME: Final = 1.025
"""Sizes of one memory with prefixes of 1000 and of 1024 are one limit."""
_HELD: Final = ADDED_UP - {Kind.EVENT_RATE}
_OF_MANY: Final = frozenset((Kind.COUNT, Kind.POWER, Kind.CURRENT))
"""What is told of so many things that it is a limit only where something has, may or can."""
_BOUNDING: Final = frozenset(("granting", "bounding", "possible"))
_UNTOLD: Final = frozenset((Why.UNIT, Why.NOTHING))
UNLIKE: Final = frozenset(("former", "latter", "maximum", "alternative"))
"""What the label of another case says: `Start now`, `Worst case`."""


def is_held_against(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a given can only be what a total has to stay below, though no word says so.

    Nothing uses it, and it is the only one near that total; no verb says that something takes it, unless
    it is told of what the label of the total names: `the arena was laid out for 96 KB`, `Arena: ...`.
    """
    return (
        is_unused_near(ledger, fact, total)
        and _is_only_near(ledger, total, fact)
        and not _is_kept_by_another(ledger, total, fact)
        and (fact.role_why in _UNTOLD or names_same(ledger, total, fact))
        and _may_be_most(ledger, total, fact)
        and not _is_told_exceeded(ledger, fact)
        and _is_in_its_time(ledger, total, fact)
        and _is_of_one_case(ledger, total)
    )


def _is_only_near(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether no other total is near a given, and no larger given that nothing uses near the total."""
    near = [one for one in ledger.view(amounts_of) if _is_near(fact, one)]
    ends = (one for one in near if not any(one in ledger.parts(other) for other in near if other is not one))
    unused = (one for one in ledger.view(unused_givens) if _is_near(one, total))
    return the_only(ends) is total and all(_is_largest(fact, one) for one in unused)


def _may_be_most(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a given may be the most of its kind: so many watts, or so often, may be of anything."""
    of_same = fact.kind is Kind.POWER and names_same(ledger, total, fact)
    is_told = fact.kind not in _OF_MANY or of_same or not fact.cues.isdisjoint(_BOUNDING)
    return fact.kind in _HELD and is_told


def _is_of_one_case(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is what there is once, and of no other case, nor itself a limit."""
    label = ledger.label_of(total)
    return (
        not _is_carried(ledger, total)
        and not is_scaled(ledger, total)
        and UNLIKE.isdisjoint(cues_in(label))
        and not _counts_several(label)
    )


def _is_kept_by_another(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether what is concluded has a value that the limit allows: `eleven runs (29.7 t) here`."""
    told = (one for one in ledger.by_kind[total.kind] if one.origin in CONCLUDING)
    return any(limit.value / _NEARLY_ALL <= one.value <= limit.value for one in told if not agree(one, limit))


def _is_near(fact: Fact, total: Fact) -> bool:
    return fact.kind is total.kind and total.value / _TWICE <= fact.value <= total.value * _TWICE


def _is_in_its_time(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a label tells no other time than that of an amount: `per month` beside 9 MB a day."""
    words = [singular(piece.text) for piece in ledger.label_of(total)]
    times = [time for word in words if (time := unit_of_time(word)) is not None]
    return fact.kind is not Kind.BYTES or not fact.per or not times or unit_of_time(fact.per) in times


def _is_told_exceeded(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a question says that something is beyond a value: `come more than two seconds late`."""
    where = (fact.path, fact.at - 1)
    return any(one.name == "exceeds" and (one.path, one.at) == where for one in ledger.relations)


def _is_largest(fact: Fact, other: Fact) -> bool:
    """Tell whether a value is told twice, and one of the two is the larger: `128 Mbit, 16,384 KB`."""
    return fact.value / SAME <= other.value <= fact.value


def is_unused_near(ledger: Ledger, fact: Fact, total: Fact) -> bool:
    """Tell whether nothing uses a given that is about as large as a total."""
    return is_unused(ledger, fact) and _is_near(fact, total)


def _counts_several(label: Sequence[Piece]) -> bool:
    """Tell whether a label is that of several things, and not of some days: `Two sites`."""
    return any(
        (number_of(one) or 1) > 1 and two.is_word and unit_of_time(singular(two.text)) is None
        for one, two in pairwise(label)
    )


def names_same(ledger: Ledger, total: Fact, fact: Fact) -> bool:
    """Tell whether a value is told of what the label of a total names."""
    label = [piece for piece in ledger.label_of(total) if piece.is_word]
    told = nouns_of(ledger.clause_of(fact))
    is_taken = fact.role_why is Why.VERB and "granting" not in fact.cues
    things = {piece.meaning.thing for piece in label} - {""}
    return not is_taken and (not told.isdisjoint(nouns_of(label)) or fact.subject.thing in things)


def is_scaled(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a time is another one with a margin, and so itself a limit: `Gate: 180 ms * 1.05`."""
    made_of = [one for claim in ledger.made_by(total) for one in claim.operands]
    return total.kind is Kind.TIME and any(one.kind is Kind.COUNT and one.value % 1 for one in made_of)


def _is_carried(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is what a rate makes of a time, which may be what can be done: `In 8 h: ...`."""
    made_of = (one for claim in ledger.made_by(total, "*") for one in claim.operands)
    return total.kind is Kind.BYTES and any(one.kind is Kind.BYTE_RATE for one in made_of)


def is_serial(ledger: Ledger) -> bool:
    """Tell whether anything says that one stage waits for the other."""
    return any("serial" in cues_in(pieces) for pieces in ledger.pieces.values())
