"""What there is of something: of how many devices, in which place, how exactly told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind, Role, Why
from qbank.rules.capacity.needs import names_one

_LOOSE: Final = 0.005
_SLIGHTLY: Final = 1.005
_EXACTLY: Final = 1.001
_BLURS: Final = ((1e9, 1.074), (1e6, 1.049), (1.0, 1.024))
"""How much more a need in prefixes of 1024 may be than a room of so many bytes that is told in others."""
HOLDERS: Final = frozenset(("device", "store", "place"))
_HARDWARE: Final = frozenset(("card", "board", "node", "device"))
MANY: Final = 10**9
_APART: Final = frozenset(("flash", "host", "disk"))
_INSIDE: Final = frozenset(("place", "data"))
"""What has a part of what a device has: its memory, an app."""


def times_there(ledger: Ledger, total: Fact, limit: Fact) -> int:
    """Return of how many devices a total may take a limit, if that is the memory of one."""
    if ledger.made_by(limit, "*"):
        return 1  # `2 * 80 GB = 160 GB` are of both already
    if names_one(ledger, total):
        owner = singular(limit.subject.name)  # `ten brokers with three 8 TB drives each`
        return limit.holders if owner in {piece.text for piece in ledger.label_of(total)} else 1
    of_device = limit.subject.sort == "device" or limit.subject.device is not None
    return max(limit.holders, ledger.view(devices_at_most) if total.kind is Kind.BYTES and of_device else 1)


def counts_hardware(fact: Fact) -> bool:
    """Tell whether a number counts devices."""
    # of `the card serves 24 chats` the number is not one of cards
    return fact.is_bare and fact.subject.thing in _HARDWARE and fact.subject.why is not Why.VERB


def devices_at_most(ledger: Ledger) -> int:
    """Return how many devices there are at most; very many if it is not said."""
    counts: dict[str, int] = {}
    for fact in ledger.facts:
        if counts_hardware(fact) and fact.operand_of is None:
            counts[fact.subject.thing] = max(counts.get(fact.subject.thing, 1), int(fact.value))
    for named in ledger.devices:
        count = MANY if named.device.plural and named.count == 1 else named.count
        counts["device"] = max(counts.get("device", 1), count)
    product = 1
    for count in counts.values():
        product *= max(1, count)
    return product


def is_one_value(one: Fact, other: Fact) -> bool:
    """Tell whether two facts state one value; in one unit `10.5 kW` is not `11 kW` told loosely."""
    is_exact = one.kind is not Kind.BYTES or (
        one.mention.unit.name == other.mention.unit.name and one.mention.scale == other.mention.scale
    )
    return agree(one, other) and not (is_exact and abs(one.value - other.value) > _LOOSE * other.value)


def is_apart(part: Fact, limit: Fact) -> bool:
    """Tell whether what a total has is not what there is, though its digits are near: 7,936 KiB and 8 MiB."""
    made = part.is_made and limit.role is Role.CAPACITY and limit.origin in GIVING
    return made and are_binary(part, limit) and part.value != limit.value


def are_binary(one: Fact, other: Fact) -> bool:
    """Tell whether two amounts are both written with prefixes of 1024, so that their digits part them."""
    return "i" in one.mention.unit.name and "i" in other.mention.unit.name


def is_narrowed(fact: Fact, limits: Iterable[Fact]) -> bool:
    """Tell whether a limit takes less of what a thing has: `at most 6 GB on a phone with 12 GB`."""
    return fact.role is Role.CAPACITY and any(
        one.value < fact.value and (_is_limit_of(one, fact) or _is_usable_of(one, fact)) for one in limits
    )


def _is_limit_of(one: Fact, fact: Fact) -> bool:
    of_same = one.subject.told in {fact.subject.told, ""} or one.subject.sort in _INSIDE
    return one.role is Role.LIMIT and of_same


def _is_usable_of(one: Fact, fact: Fact) -> bool:
    """Tell whether a value is what can be used of a capacity: `512 GB (410 GB usable)`."""
    here = (one.path, one.sentence) == (fact.path, fact.sentence)
    of_same = one.subject.told in {fact.subject.told, ""} or (here and one.subject.sort not in HOLDERS)
    is_left = "rest" in one.said and not one.subject.sort
    return is_left or (of_same and "usable" in one.traits and "usable" not in fact.traits)


def may_lie_in(need: Fact, place: str) -> bool:
    """Tell whether nothing says that a need is in another place: in flash, not in SRAM."""
    places = {need.place, place}
    return "" in places or len(places) == 1 or _APART.isdisjoint(places)


def beyond(need: Fact, room: Fact | None = None) -> float:
    """Return how many times what there is a need has to be to be more; prefixes of 1024 blur bytes.

    What is written in one unit or with prefixes of 1024 on both sides, and is not about so much, is exact.
    """
    if room is not None and not (need.mention.approximate or room.mention.approximate):
        in_one_unit = need.mention.unit.scale == room.mention.unit.scale  # `B` and `bytes`
        if in_one_unit or are_binary(need, room):
            return _EXACTLY
    is_blurred = need.kind is Kind.BYTES and "i" in need.mention.unit.name
    size = room.value if room is not None and is_blurred else 0
    return next((blur for least, blur in _BLURS if size >= least), _SLIGHTLY)
