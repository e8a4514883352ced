"""What is said to fit, or is simply placed, where there is no room for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.comparisons import is_same
from qbank.facts.fact import Fact, NamedDevice, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ROOM, Kind, Origin, Role, Why
from qbank.rules.capacity.in_vain import refused_in_vain
from qbank.rules.capacity.memories import ON_DEVICE, catalog_memory, counts_weights
from qbank.rules.capacity.rooms import HOLDERS, devices_at_most
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import behind

_PLACING: Final = frozenset(("fits", "placed", "places", "holds"))
_SLACK: Final = 1.01
_BINARY: Final = 1.08
"""A maker's GB may be 2^30 bytes."""
_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.ASSUMPTIONS, Origin.CALCULATIONS))


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
    """Compare what a clause places with the room that it names, as told or of the one device there."""
    what = relation.behind if relation.name in {"places", "holds"} else relation.before
    where = relation.before if relation.name == "holds" else relation.behind
    needs = [fact for fact in what if fact.clause == relation.clause and _size(fact)]
    rooms = [fact for fact in where if fact.clause == relation.clause and _is_room(ledger, fact)]
    rooms = rooms or _rooms_of_devices(relation)
    if relation.place and relation.place not in ON_DEVICE and relation.name != "holds":
        rooms = [room for room in rooms if room.place == relation.place]
    if not rooms or not needs:
        return
    need, room = needs[-1], max(rooms, key=lambda one: one.value)
    count = ledger.view(devices_at_most)
    slack = _BINARY if "i" in need.mention.unit.name else _SLACK
    if _size(need) > room.value * count * slack and not _are_several(ledger, room):
        times = f"{count} × " if count > 1 else ""
        size = need.text if need.kind is Kind.BYTES else f"{need.text} ({_size(need) / 1e9:.4g} GB)"
        named = f" ({need.label or need.subject.name})" if need.label or need.subject.name else ""
        owner = room.subject.told or room.place
        message = f"{size}{named} is more than {times}{f'the {room.text} of {owner}' if owner else room.text}"
        yield Violation(need, message, (room,))


def _are_several(ledger: Ledger, room: Fact) -> bool:
    """Whether a line counts how many rooms there are or must be: `1,440 TB / 18 TB`, `12 * 18 TB`.

    Or the text has a number of them that nothing else tells: `eight disks of 4 TB each`.
    """
    if ledger.view(devices_at_most) == 1 and any(one.text == "each" for one in behind(ledger, room, 1)):
        return True
    claims = [claim for claim in ledger.claims if claim.operator in {"*", "/"}]
    return any(is_same(one, room) for claim in claims for one in claim.operands[claim.operator == "/" :])


def _is_room(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a fact is the size of a memory or a limit."""
    is_named = bool(fact.place) or (fact.subject.sort in HOLDERS and fact.subject.why is not Why.ONLY)
    is_limit = fact.role is Role.LIMIT and fact.subject.sort != "data"
    return (
        fact.kind is Kind.BYTES
        and fact.role in ROOM
        and fact.origin in _GIVEN
        and (is_limit or is_named)
        and not any(ledger.is_computed(other) for other in (fact, *fact.same))
    )


def _rooms_of_devices(relation: Relation) -> list[Fact]:
    devices = {device.entries: device for device in relation.devices if not device.is_link}
    where = relation.path, relation.start, relation.end, relation.at
    rooms = [catalog_memory(*where, device) for device in devices.values()]
    return [room for room in rooms if room is not None] if len(rooms) == 1 else []


def _size(fact: Fact) -> float:
    if fact.kind is Kind.BYTES and fact.role in {Role.DEMAND, Role.TRAFFIC}:
        return fact.value
    return fact.value * fact.width if counts_weights(fact) else 0.0


def topical_devices(ledger: Ledger) -> list[NamedDevice]:
    """Return the names of hardware that the question is about, but those of links."""
    return [one for one in ledger.devices if one.is_topic and not one.device.is_link]
