"""Shares of a room or of the time that are worked out, and the ceiling that the question tells for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from qbank.facts.comparisons import comparisons
from qbank.facts.derivation import PLAIN, agree, the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, ROOM, Kind, Role, unit_of_time
from qbank.rules.capacity.answers import nouns_about, nouns_of

_BOUNDING: Final = frozenset(("limit", "bounding", "obliged", "possible", "granting", "usable", "part"))
"""What is said of a share that is a ceiling: `no more than 70 %`, `a duty cycle of 1 %`."""
_MOST: Final = frozenset(("bounding", "usable"))
_ON_AIR: Final = frozenset(("duty cycle", "duty", "air", "on air", "airtime", "air time"))
_ROOMS: Final = ROOM | {Role.BANDWIDTH}
_SLIGHTLY: Final = 1.005


def beyond_share(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the first of the shares that are worked out, and the one ceiling, where all are beyond that.

    `Fill: 81.0 / 92.2 = 87.9%` beside at most 85 %, `44.4 s per hour` on air beside 1 % of the time.
    """
    ceiling = the_only(
        one
        for one in ledger.by_kind[Kind.SHARE]
        if one.path[0] in ASKED and one.is_topic and 0 < one.value < 1 and not one.said.isdisjoint(_BOUNDING)
    )
    shares = [] if ceiling is None else [*_parts_of_time(ledger, ceiling), *_parts_of_rooms(ledger, ceiling)]
    if ceiling is None or not shares:
        return
    told = {(one.path, one.sentence) for share, _ in shares for one in share.same if one.origin in CONCLUDING}
    if any((one.path, one.sentence) in told for one in ceiling.same):
        return  # `86%, over the 70% rule`
    if all(ceiling.value * _SLIGHTLY < part <= 1 for _, part in shares):
        yield shares[0][0], ceiling


def _parts_of_time(ledger: Ledger, ceiling: Fact) -> Iterator[tuple[Fact, float]]:
    """Yield what is on air, and for which part of the time; not the time that the ceiling allows."""
    if any(piece.text in _ON_AIR for piece in ledger.sentence_of(ceiling)):
        for _, result in ledger.worked_out():
            part = _part_of_time(ledger, result) if result.is_topic else 0.0
            if part and not ceiling.value / _SLIGHTLY < part < ceiling.value * _SLIGHTLY:
                yield result, part


def _part_of_time(ledger: Ledger, result: Fact) -> float:
    """Return the part of a time that something takes: `44 s per hour`, `Air time per hour: 44 s`."""
    of, _, per = result.mention.unit.name.partition("/")
    if unit_of_time(of) is not None and unit_of_time(per) is not None:
        return result.value
    label = ledger.label_of(result) if result.kind is Kind.TIME else []
    behind = (unit_of_time(two.text) for one, two in pairwise(label) if one.meaning.part == "per")
    unit = next((unit for unit in behind if unit is not None), None)
    return result.value / float(unit.scale) if unit is not None else 0.0


def _parts_of_rooms(ledger: Ledger, ceiling: Fact) -> Iterator[tuple[Fact, float]]:
    """Yield what is needed as a share of a room that the sentence of a ceiling names; not what is left."""
    is_used = any(one.kind in PLAIN and agree(one, ceiling) for one in ledger.operands)
    if is_used or (ceiling.role is not Role.LIMIT and ceiling.said.isdisjoint(_MOST)):
        return
    named = nouns_of(ledger.sentence_of(ceiling))
    for pair in ledger.view(comparisons):
        share = None if pair.claim is None else pair.claim.result
        if (
            share is not None
            and share.kind in PLAIN
            and share.is_topic
            and not agree(share, ceiling)
            and not ledger.made_by(pair.one, "-")
            and any(one.role in _ROOMS for one in ledger.parts(pair.other))
            and not named.isdisjoint(nouns_about(ledger, pair.other, share))
        ):
            yield share, share.value
