"""QB855: totals beyond what there is for them, of which nothing in the question takes notice."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import GIVING, Kind
from qbank.rules.capacity.answers import is_admitted, verdict
from qbank.rules.capacity.ceilings import beyond_share
from qbank.rules.capacity.excuses import is_named, is_noticed, is_of_other_kind, is_other_case
from qbank.rules.capacity.held import beyond_part
from qbank.rules.capacity.limits import limits_of
from qbank.rules.capacity.needs import amounts_of, goes_on
from qbank.rules.capacity.rooms import beyond, times_there
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_AT_ONCE: Final = frozenset((Kind.BYTE_RATE, Kind.POWER))
_SPENT: Final = frozenset((Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT))
_ROUGH: Final = 1.06
"""A time that is told as about so much is no more than what is that near."""
_BINARY: Final = 1.024
_EXACT: Final = 1e-9
_MOST_APART: Final = 20
"""What is so many times as much as there is, is of something else."""


class OverLimit(LedgerRule):
    """A total is beyond what there is for it, and nothing takes notice.

    The calculations add or multiply up a total, and the question has one value that it has to stay below: a
    memory, a limit, a supply, a window. The total is more than that, times the number of devices. Whoever
    sees this says so: that it fails or is refused, by how much it is too much, how many times as large it
    is. Where nothing does, and no other total is the one that counts, the plan cannot work. So is what is
    left where that is negative, what lies in one room or is paid from one budget and is more together, where
    no line adds it up or a sum leaves it out, and time on the air above the one share that there may be of
    it. Correct the figure, the limit or the plan, or say what becomes of the excess.

    Where no word says that it is a limit, it is also what the calculations state beside the total and do no
    more with: a given, the period of work done in turn, what a link carries in its time.

    What nothing in the question uses is such a value as well, though no word says that it is a limit, where
    it is the only one near the one total of its kind.

    Left alone: time without a verdict that all is well, unless it is that of several stages or of what the
    limit names, since it may be exceeded by choice; totals that the
    text compares with something else, that are called another case, or of which there are several for one
    limit and some are within it.
    """

    code = "QB855"
    name = "over-limit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The captions fit into every frame.\n"
                "  napkin_math: |\n    - Left: 33.3 ms - 39 ms = -5.7 ms for the captions.\n"
            ),
            underlines="5.7 ms",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  The port gives a camera at most 12.95 W. Its sensor takes 3.2 W, the chip 6.9 W and the\n"
                "  lamp 4.4 W.\n"
                "details:\n"
                "  realistic_solution: The port is enough for the camera.\n"
                "  napkin_math: |\n"
                "    - Camera: 3.2 W + 6.9 W = 10.1 W\n    - Spare: 12.95 W - 10.1 W = 2.85 W\n"
            ),
            underlines="10.1 W",
        ),
        Example(
            yaml=(
                "scenario: The camera of a bird feeder has a card of 32 GB.\n"
                "details:\n"
                "  realistic_solution: The owner looks at the whole month when she comes home.\n"
                "  napkin_math: |\n    - Video of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
            underlines="43.2 GB",
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries all four machines.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
            underlines="14.4 kW",
        ),
        Example(
            yaml=(
                "scenario: The images come over one 10 Gbit/s link. Their store was tested at 4 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n    - Images: 200/s * 9 MB = 1.8 GB/s\n    - Store: 4 / 1.8 = 2.2 times\n"
            ),
            underlines="1.8 GB/s",
        ),
        Example(
            yaml=(
                "scenario: The night run has the cluster from 23:00 to 04:00.\n"
                "details:\n"
                "  realistic_solution: The run reads every log once.\n"
                "  napkin_math: |\n    - Reading: 27 TB / 1.25 GB/s = 21,600 s = 6 h\n"
            ),
            underlines="21,600 s",
        ),
        Example(
            yaml=(
                "scenario: A hearing loop runs on a cell of 90 mAh.\n"
                "details:\n"
                "  realistic_solution: The cell is enough for one week, with the radio on.\n"
                "  napkin_math: |\n"
                "    - Amplifier: 0.7 mA * 100 h = 70 mAh\n"
                "    - Radio: 2 mA * 14 h = 28 mAh\n"
            ),
            underlines="70 mAh",
        ),
        Example(
            yaml=(
                "scenario: The van has to brake no later than 90 ms after it sees something.\n"
                "details:\n"
                "  realistic_solution: The chain meets its deadline and goes to the track.\n"
                "  napkin_math: |\n    - Chain: 25 ms + 40 ms + 38 ms = 103 ms\n"
            ),
            underlines="103 ms",
        ),
        Example(
            yaml=(
                "scenario: Four pumps of 90 kW each cool a hall, also with any one pump down.\n"
                "details:\n"
                "  realistic_solution: The pumps are enough.\n"
                "  napkin_math: |\n"
                "    - Pumps: 4 * 90 kW = 360 kW\n    - Spare: 360 kW - 300 kW = 60 kW\n"
            ),
            underlines="300 kW",
        ),
        Example(
            yaml=(
                "scenario: A store of five servers with 40 TB each keeps every file in three copies.\n"
                "details:\n"
                "  realistic_solution: There is room for all files.\n"
                "  napkin_math: |\n"
                "    - Room: 5 * 40 TB = 200 TB\n    - Left: 200 TB - 90 TB = 110 TB\n"
            ),
            underlines="90 TB",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: |\n    - Left: 33.3 ms - 39 ms = -5.7 ms, so it is missed.\n"),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries three machines.\n"
                "  napkin_math: |\n    - Three machines: 3 * 3.6 kW = 10.8 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: Four machines would overload the feed, so the fourth is left out.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The camera of a bird feeder has a card of 64 GB.\n"
                "details:\n"
                "  realistic_solution: The owner looks at the whole month when she comes home.\n"
                "  napkin_math: |\n    - Video of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The camera of a bird feeder has a card of 32 GB.\n"
                "details:\n"
                "  realistic_solution: The first 11.2 GB are overwritten before the owner comes home.\n"
                "  napkin_math: |\n    - Video of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A robot has a channel of its own with 90 Mbit/s.\n"
                "details:\n"
                "  realistic_solution: The channels are enough, and the wire carries all.\n"
                "  napkin_math: |\n"
                "    - Spare of a channel: 90 Mbit/s - 23 Mbit/s = 67 Mbit/s\n"
                "    - Wire: 8 * 23 Mbit/s = 184 Mbit/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The network has to fit into 1 MiB of flash.\n"
                "details:\n"
                "  realistic_solution: INT8 fits.\n"
                "  napkin_math: |\n"
                "    - INT8: 459 KiB\n    - FP32: 4 * 459 = 1,836 KiB > 1,024, no\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The tickets come at 01:00, and the report is due at 03:00. Which server?\n"
                "details:\n"
                "  realistic_solution: Take the large one.\n"
                "  napkin_math: |\n"
                "    - Small: 14,400,000 / 1,200 = 12,000 s\n    - Large: 14,400,000 / 4,800 = 3,000 s\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each total with what it has to stay below, unless something says that it cannot."""
        if not is_admitted(ledger):
            for claim, left in ledger.worked_out("-"):
                lacks = claim.negative and left.kind in _SPENT and not _is_one_of_options(ledger, claim)
                if lacks and ledger.view(verdict):
                    yield Violation(left, f"-{left.text} is left: what it takes is more than there is")
        for share, ceiling in beyond_share(ledger):
            if ledger.view(verdict) is not False and not is_admitted(ledger, share, ceiling):
                message = f"{share.text} is more than the {ceiling.text} that there may be"
                yield Violation(share, message, (ceiling,))
        for one, missing in beyond_part(ledger):
            message = f"{one.needs[0].text} is within {one.room.text}, but not {missing.why}"
            yield Violation(one.needs[0], message, (missing.fact, one.room))
        for total in ledger.view(amounts_of):
            limit = ledger.view(limits_of)[id(total)]
            if (
                limit is not None
                and _exceeds(ledger, total, limit)
                and _is_held_itself(ledger, total, limit)
                and not is_of_other_kind(ledger, total, limit)
                and not is_other_case(ledger, total, limit)
                and not is_admitted(ledger, total, limit)
                and not is_noticed(ledger, total, limit)
            ):
                yield _violation(ledger, total, limit)


def _is_one_of_options(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Tell whether another case leaves some of the same: `A: 40 - 48 = -8 ms`, `B: 40 - 31 = 9 ms`."""
    return any(
        agree(one, same)
        for other, _ in ledger.worked_out("-")
        if not other.negative
        for one, same in zip(other.operands, claim.operands, strict=False)
    )


def _is_held_itself(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a limit is for a total, and not for what the calculations make of it.

    They may do nothing with it but take it so many times: a node, a payload. The limit has then to be given,
    since what is computed may be what is left for all of them.
    """
    if not goes_on(ledger, total) or is_named(ledger, total, limit):
        return True
    return (limit.origin in GIVING or limit.subject.sort == "source") and _is_only_multiplied(ledger, total)


def _is_only_multiplied(ledger: Ledger, fact: Fact) -> bool:
    return all(
        # what one draws has a limit of its own, whatever all do
        claim.operator == "*" and (product.kind in _AT_ONCE or _is_only_multiplied(ledger, product))
        for claim, product in ledger.worked_out()
        if product.kind is fact.kind and (product.result_of or 0) > (fact.result_of or 0)
        if any(one.kind is fact.kind and agree(one, fact) for one in claim.operands)
    )


def _exceeds(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is more than its limit, which may be that of each of several devices."""
    most = limit.value * times_there(ledger, total, limit)
    rough = _ROUGH if total.kind is Kind.TIME and total.mention.approximate else 1
    is_same = isclose(total.mention.low, most * _BINARY, rel_tol=_EXACT)  # partitions of 1,024 KB in 1 MB
    return most * max(rough, beyond(total, limit)) < total.mention.low < most * _MOST_APART and not is_same


def _violation(ledger: Ledger, total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    several = f"{times} × " if (times := times_there(ledger, total, limit)) > 1 else ""
    message = f"{total.text}{label} is more than {several}{limit.text}, and nothing says what becomes of that"
    return Violation(total, message, (limit,))
