"""What is said to fit, or is simply placed, where there is no room for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.facts.counted import counted, is_plural
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Why
from qbank.rules.capacity.in_vain import refused_in_vain
from qbank.rules.capacity.memories import counts_weights
from qbank.rules.capacity.rooms import HOLDERS, MANY, counts_hardware, may_lie_in
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.units import readings

_PLACING: Final = frozenset(("fits", "placed", "places", "holds"))
_LEAST_TELLING: Final = 10
"""Of what a room has without its unit: a factor of 2 is not the 2 of 2 MB."""
_ON_DEVICE: Final = frozenset(("device", "memory"))
_SLACK: Final = 1.01
_BINARY: Final = 1.08
"""A maker's GB may be 2^30 bytes."""
_NEAR: Final = 1.2
"""What a text tells of a device's memory may leave out what the system takes, and no more."""
_GB: Final = readings("GB")[0]
_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.ASSUMPTIONS, Origin.CALCULATIONS))


class Room(Struct):
    """A memory or another place, with the most bytes that it takes.

    Attributes:
        size: of one.
        label: what to call it.
        place: as a fact has it.
        fact: the fact that tells it; None if the catalog does.
    """

    size: float
    label: str
    place: str
    fact: Fact | None = None


class DoesNotFit(LedgerRule):
    """Something is said to fit where there is no room for it.

    A clause tells the size of what takes memory (weights, a cache, buffers), and puts it into a memory of
    which it tells the size, or into a device of the catalog. What it takes is more than there is, times the
    number of devices. Nothing says that it fails, and nothing that makes it fit. Correct the size, the device
    or their number, or say what makes it fit: quantization, offloading, several devices. Nothing is held
    against one of what a line counts several of.

    Or the solution says no and gives no other reason than that something is too much, where the one total of
    the calculations is less than the one limit for it. Left alone where anything else may be why: a value
    that nothing uses, another amount beyond the limit, something that is taken off or shared out.
    """

    code = "QB850"
    name = "does-not-fit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The 28 GB model fits on a 24 GB A10G with its cache.\n",
            underlines="28 GB",
        ),
        Example(
            yaml="scenario: You serve a 70B FP16 model on a single 80 GB GPU for a team of analysts.\n",
            underlines="70B FP16",
        ),
        Example(
            yaml="details:\n  napkin_math: The KV cache of 120 GB fits comfortably on an H100.\n",
            underlines="120 GB",
        ),
        Example(
            yaml=(
                "scenario: The tracker of a cyclist may use up to 40 MB of memory.\n"
                "question: Is the tracker ready?\n"
                "details:\n"
                "  realistic_solution: The tracker exceeds its limit of memory.\n"
                "  napkin_math: |\n    - Tracker: 22 MB + 11 MB = 33 MB\n"
            ),
            underlines="33 MB",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The 14 GB model fits on a 24 GB A10G.\n"),
        Example(yaml="details:\n  realistic_solution: The 28 GB model does not fit on a 24 GB A10G.\n"),
        Example(yaml="details:\n  realistic_solution: A 70B FP16 model fits on two 80 GB GPUs.\n"),
        Example(
            yaml="scenario: A team wants to run a 70B FP16 model on one 80 GB GPU. It runs out of memory.\n"
        ),
        Example(
            yaml=(
                "scenario: Six nodes of 64 GB keep two copies of the records of a shop.\n"
                "details:\n"
                "  realistic_solution: All customers fit in the memory of the nodes.\n"
                "  napkin_math: |\n    - Both copies: 2 * 132 GB = 264 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The tracker of a cyclist may use up to 40 MB of memory, 10 MB of it in reserve.\n"
                "question: Is the tracker ready?\n"
                "details:\n"
                "  realistic_solution: The tracker exceeds its limit of memory.\n"
                "  napkin_math: |\n    - Tracker: 22 MB + 11 MB = 33 MB\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at what clauses place."""
        for relation in () if ledger.says("help", "no-room") else ledger.relations:
            if relation.name in _PLACING and relation.is_asserted:
                yield from _said(ledger, relation)
        for total, limit in refused_in_vain(ledger):
            message = f"{total.text} is less than {limit.text}, and the solution says that it is too much"
            yield Violation(total, message, (limit,))


def _said(ledger: Ledger, relation: Relation) -> Iterator[Violation]:
    """Compare what a clause places with the room that it names."""
    told = _rooms_of(ledger, relation)
    rooms = [one for one in told if one.fact and one.fact.clause == relation.clause]
    rooms = rooms or _rooms_of_devices(relation)
    if relation.place and relation.place not in _ON_DEVICE and relation.name != "holds":
        rooms = [room for room in rooms if room.place == relation.place]
    needs = [fact for fact in _needs_of(relation) if fact.clause == relation.clause]
    if not rooms or not needs:
        return
    need = needs[-1]
    room = max(rooms, key=lambda one: one.size)
    count = _count(relation, ledger)
    if _is_more(need, room, count) and may_lie_in(need, room.place) and not _are_several(ledger, room):
        yield _violation(need, room, count)


def _are_several(ledger: Ledger, room: Room) -> bool:
    """Whether a line counts how many rooms there are or must be: `1,440 TB / 18 TB`, `12 * 18 TB`."""
    number = 0.0 if room.fact is None or room.fact.number < _LEAST_TELLING else room.fact.number
    claims = [claim for claim in ledger.claims if claim.operator in {"*", "/"}]
    factors = (one for claim in claims for one in claim.operands[claim.operator == "/" :])
    return any(one.value == room.size or (number and one.number == number) for one in factors)


def _is_room(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a fact is the size of a memory or a limit; of several disks nobody knows how many."""
    return (
        fact.kind is Kind.BYTES
        and fact.role in {Role.CAPACITY, Role.LIMIT}
        and fact.is_topic
        and not ledger.is_computed(fact)
        and not ("rest" in fact.said and fact.origin is Origin.CALCULATIONS)
        and not (fact.subject.sort == "place" and is_plural(fact.subject.name))
        and ((fact.role is Role.LIMIT and fact.subject.sort != "data") or _names_memory(fact))
        and ("resident" not in fact.traits or fact.subject.device is not None)
        and fact.origin in _GIVEN
        and (fact.role is Role.CAPACITY or fact.origin is not Origin.CALCULATIONS)
        and not any(ledger.is_computed(other) or other.modality is Modality.ASKED for other in fact.same)
    )


def _names_memory(fact: Fact) -> bool:
    return bool(fact.place) or (fact.subject.sort in HOLDERS and fact.subject.why is not Why.ONLY)


def _room(fact: Fact) -> Room:
    owner = fact.subject.told or fact.place
    return Room(fact.value, f"the {fact.text} of {owner}" if owner else fact.text, fact.place, fact)


def _rooms_of(ledger: Ledger, relation: Relation) -> list[Room]:
    where = relation.before if relation.name == "holds" else relation.behind
    return [_room(fact) for fact in where if _is_room(ledger, fact)]


def _needs_of(relation: Relation) -> list[Fact]:
    what = relation.behind if relation.name in {"places", "holds"} else relation.before
    return [fact for fact in what if _is_need(fact)]


def _is_need(fact: Fact) -> bool:
    return _size(fact) > 0 and (fact.kind is Kind.BYTES or fact.origin is not Origin.CALCULATIONS)


def _rooms_of_devices(relation: Relation) -> list[Room]:
    entries = {device.entries for device in relation.devices if not device.is_link}
    if len(entries) != 1:
        return []
    device = next(device for device in relation.devices if not device.is_link)
    return _room_of(device)


def _room_of(device: Device) -> list[Room]:
    memory = device.memory
    if memory is None:
        return []
    return [Room(memory, f"the {memory / 1e9:.4g} GB of {device.text} (catalog)", "device")]


def topical_devices(ledger: Ledger) -> list[NamedDevice]:
    """Return the names of hardware that the question is about, but those of links."""
    return [one for one in ledger.devices if one.is_topic and not one.device.is_link]


def _size(fact: Fact) -> float:
    if fact.kind is Kind.BYTES and fact.role in {Role.DEMAND, Role.TRAFFIC}:
        return fact.value
    return fact.value * fact.width if counts_weights(fact) else 0.0


def _count(relation: Relation, ledger: Ledger) -> int:
    here = [
        named
        for named in ledger.devices
        if named.path == relation.path and named.sentence == relation.sentence
    ]
    counts = [named.count for named in here]
    behind = (piece for named in here for piece in ledger.pieces[named.path][named.at + 1 : named.at + 2])
    nouns = (piece.text for piece in behind if piece.meaning.sort == "device")
    plural = any(device.plural for device in relation.devices) or any(map(is_plural, nouns))
    counts += [int(f.value) for f in (*relation.before, *relation.behind) if counts_hardware(f)]
    counts += [
        one.number
        for one in ledger.view(counted)
        if (one.path, one.sentence) == (relation.path, relation.sentence)
        and ledger.meaning_of(one.noun).sort in HOLDERS  # `over 24 hosts with 512 GB each`
    ]
    most = max(counts, default=1)
    return MANY if plural and most == 1 else most


def _is_more(need: Fact, room: Room, count: int) -> bool:
    size = _size(need)
    slack = _BINARY if "i" in need.mention.unit.name else _SLACK
    return size > room.size * count * slack


def _violation(need: Fact, room: Room, count: int) -> Violation:
    times = f"{count} × " if count > 1 else ""
    size = need.text if need.kind is Kind.BYTES else f"{need.text} ({_size(need) / 1e9:.4g} GB)"
    what = f" ({need.label or need.subject.name})" if need.label or need.subject.name else ""
    return Violation(need, f"{size}{what} is more than {times}{room.label}", (room.fact,))
