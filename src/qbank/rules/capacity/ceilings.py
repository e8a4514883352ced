"""Time on the air that is worked out, and the share of the time that a question allows for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, Kind, unit_of_time

_BOUNDING: Final = frozenset(("limit", "bounding", "obliged", "possible", "granting", "usable", "part"))
"""What is said of a share that is a ceiling: `no more than 70 %`, `a duty cycle of 1 %`."""
_ON_AIR: Final = frozenset(("duty cycle", "duty", "air", "on air", "airtime", "air time"))
_SLIGHTLY: Final = 1.005


def beyond_share(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield the first time on the air, and the one share of the time for it, where all are beyond that.

    `44.4 s per hour` on air beside 1 % of the time; not the time that the share allows.
    """
    ceiling = the_only(
        one
        for one in ledger.by_kind[Kind.SHARE]
        if one.path[0] in ASKED and one.is_topic and one.value < 1 and not one.said.isdisjoint(_BOUNDING)
    )
    if ceiling is None or all(piece.text not in _ON_AIR for piece in ledger.sentence_of(ceiling)):
        return
    parts = [(result, _part_of_time(ledger, result)) for _, result in ledger.worked_out() if result.is_topic]
    parts = [
        (one, part)
        for one, part in parts
        if part and not ceiling.value / _SLIGHTLY < part < ceiling.value * _SLIGHTLY
    ]
    told = {(one.path, one.sentence) for share, _ in parts for one in share.same if one.origin in CONCLUDING}
    if any((one.path, one.sentence) in told for one in ceiling.same):
        return  # `44 s, over the 1% rule`
    if parts and all(ceiling.value < part <= 1 for _, part in parts):
        yield parts[0][0], ceiling


def _part_of_time(ledger: Ledger, result: Fact) -> float:
    """Return the part of a time that something takes: `44 s per hour`, `Air time per hour: 44 s`."""
    of, _, per = result.mention.unit.name.partition("/")
    if unit_of_time(of) is not None and unit_of_time(per) is not None:
        return result.value
    label = ledger.label_of(result) if result.kind is Kind.TIME else []
    behind = (unit_of_time(two.text) for one, two in pairwise(label) if one.meaning.part == "per")
    unit = next((unit for unit in behind if unit is not None), None)
    return result.value / float(unit.scale) if unit is not None else 0.0
