"""QB861: needs beyond what there is that no total shows, under a solution that has all being well."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.refusals import within_though_refused
from qbank.rules.physics.supply import (
    beyond_if_added,
    beyond_in_sum,
    beyond_its_share,
    divided_though_whole,
    held_whole_by_each,
    more_than_is_done,
    more_than_is_left,
    more_than_one_has,
    needed_by_all,
)


class WrongVerdict(LedgerRule):
    """What is needed is more than what there is for it, and the solution has all being well.

    Nothing adds the two up, so that no total shows it: time on air beyond the duty cycle of a band; what a
    sentence names behind the less that is left for it; the need of one, taken by all who share something at
    once; two amounts that come on top of each other, or lie in one memory, each of which is within what there
    is; what one device needs, held against the memory of all; what every device holds whole, held against the
    memory of all or divided among them; and less done than is asked for. Correct the conclusion, or the
    figure that is wrong.

    Also reported: what the solution says to be too much, and is within the one limit that there is for it.

    Left alone: solutions that deny something or say that it cannot be.
    """

    code = "QB861"
    name = "wrong-verdict"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A tablet app may take 2.5 GB. Its weights are 1.9 GB, and its screens need 0.8 GB.\n"
                "details:\n"
                "  realistic_solution: Yes. The weights leave 0.6 GB, which holds the screens (0.8 GB).\n"
                "  napkin_math: |\n    - Left for the rest: 2.5 GB - 1.9 GB = 0.6 GB\n"
            ),
            underlines="0.8 GB",
        ),
        Example(
            yaml=(
                "scenario: The sub-band grants a duty cycle of 1%. A message is 1.2 s on air.\n"
                "details:\n"
                "  realistic_solution: Forty messages an hour are within the rule.\n"
                "  napkin_math: |\n    - On air: 40 * 1.2 = 48 s per hour\n"
            ),
            underlines="48 s per hour",
        ),
        Example(
            yaml=(
                "scenario: Twelve nodes read from one store, which gives 20 GB/s to all of them in common.\n"
                "details:\n"
                "  realistic_solution: The store is fast enough.\n"
                "  napkin_math: |\n"
                "    - One node: 8 * 0.3 GB/s = 2.4 GB/s\n"
                "    - Store: 20 / 2.4 = 8.33 times as much\n"
            ),
            underlines="2.4 GB/s",
        ),
        Example(
            yaml=(
                "scenario: The firmware of a badge may take 512 KB.\n"
                "details:\n"
                "  realistic_solution: The firmware goes over the limit, so the larger chip is ordered.\n"
                "  napkin_math: |\n    - Firmware: 340 KB + 120 KB = 460 KB\n"
            ),
            underlines="460 KB",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  Three servers of 64 GB answer queries, and each server keeps the whole index of 90 GB.\n"
                "details:\n"
                "  realistic_solution: The index fits, and 102 GB stay free.\n"
                "  napkin_math: |\n"
                "    - Memory: 3 * 64 GB = 192 GB\n"
                "    - Left: 192 GB - 90 GB = 102 GB\n"
            ),
            underlines="90 GB",
        ),
        Example(
            yaml=(
                "scenario: A bot runs on an L4 with 24 GB. Its model of 14 GB lies there with the KV cache.\n"
                "details:\n"
                "  realistic_solution: The bot answers sixty people.\n"
                "  napkin_math: |\n"
                "    - Weights: 7e9 * 2 bytes = 14 GB\n    - KV cache: 60 * 200 MB = 12 GB\n"
            ),
            underlines="12 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A bot runs on an L4 with 24 GB. Its model of 14 GB lies there with the KV cache.\n"
                "details:\n"
                "  realistic_solution: The bot answers forty people.\n"
                "  napkin_math: |\n"
                "    - Weights: 7e9 * 2 bytes = 14 GB\n    - KV cache: 40 * 200 MB = 8 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The firmware of a badge may take 512 KB.\n"
                "details:\n"
                "  realistic_solution: The firmware stays below the limit, so the small chip is ordered.\n"
                "  napkin_math: |\n    - Firmware: 340 KB + 120 KB = 460 KB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  Three servers of 64 GB answer queries, and the index of 90 GB is split over the servers.\n"
                "details:\n"
                "  realistic_solution: The index fits, and 102 GB stay free.\n"
                "  napkin_math: |\n"
                "    - Memory: 3 * 64 GB = 192 GB\n"
                "    - Left: 192 GB - 90 GB = 102 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A tablet app may take 2.5 GB. Its weights are 1.9 GB, and its screens need 0.8 GB.\n"
                "details:\n"
                "  realistic_solution: No. The weights leave 0.6 GB, and the screens of 0.8 GB cannot stay.\n"
                "  napkin_math: |\n    - Left for the rest: 2.5 GB - 1.9 GB = 0.6 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A buoy lives on a solar panel of 8 W, which has 4 hours of sun a day; its logger takes\n"
                "  0.75 W around the clock, and its radio another 4 Wh a day. Is the panel of 8 W enough?\n"
                "details:\n"
                "  realistic_solution: The 8 W panel covers the daily load of 22 Wh.\n"
                "  napkin_math: |\n"
                "    - Yield per day: 8 W * 4 h = 32 Wh\n"
                "    - Base load: 0.75 W * 24 h = 18 Wh\n"
                "    - With the radio: 18 Wh + 4 Wh = 22 Wh\n"
                "    - Share of the radio: 4 Wh / 22 Wh = 18.2%\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A cache and its weights go on one card of 141 GB or on two of 80 GB.\n"
                "details:\n"
                "  realistic_solution: One card is 15.5 GB short. Two of the others fit on paper.\n"
                "  napkin_math: |\n"
                "    - Needed in all: 70.6 GB + 85.9 GB = 156.5 GB\n"
                "    - Margin, one card: 141 GB - 156.5 GB = -15.5 GB\n"
                "    - Margin, two of the others: 160 GB - 156.5 GB = 3.5 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A server of 96 GB holds the caches of chats; one of 48 GB is at hand.\n"
                "details:\n"
                "  realistic_solution: 13 chats fit into the 57.9 GB, and the old one is too small.\n"
                "  napkin_math: |\n"
                "    - Cache per chat: 262144 bytes * 16384 = 4.295 GB\n"
                "    - Left for the caches: 96 GB - 38.1 GB = 57.9 GB\n"
                "    - Chats: 57.9 GB / 4.295 GB = 13.5, so 13\n"
                "    - Old server: 48 GB - 38.1 GB - 6.9 GB = 3 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Twelve nodes read from one store, which gives 40 GB/s to all of them in common.\n"
                "details:\n"
                "  realistic_solution: The store is fast enough.\n"
                "  napkin_math: |\n"
                "    - One node: 8 * 0.3 GB/s = 2.4 GB/s\n"
                "    - Nodes that the store can feed: 40 / 2.4 = 16.7\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each total with what it has to stay below."""
        for need, done in more_than_is_done(ledger):
            yield _violation(need, done)
        for need, limit in within_though_refused(ledger):
            message = f"{need.text} is within {limit.text}, but the solution says that it is too much"
            yield Violation(need, message, ((limit, limit.label or limit.text),))
        if not _is_denied(ledger):
            for need, whole, count in needed_by_all(ledger):
                message = f"{need.text} is what one of {count} needs, and they share {whole.text}"
                yield Violation(need, message, ((whole, whole.label or whole.text),))
            for term, whole in (*beyond_in_sum(ledger), *beyond_if_added(ledger)):
                message = f"{term.text} comes on top, and with the rest it is more than {whole.text}"
                yield Violation(term, message, ((whole, whole.label or whole.text),))
            for need, pool, number in held_whole_by_each(ledger):
                message = f"{need.text} is on each of {number:g}, which have {pool.text} together"
                yield Violation(need, message, ((pool, pool.label or pool.text),))
            for part, need, room in divided_though_whole(ledger):
                message = (
                    f"each device holds whole what {part.text} is a part of; {need.text} leaves that out"
                )
                yield Violation(part, message, ((room, room.label or room.text),))
            found = (*beyond_its_share(ledger), *more_than_is_left(ledger), *more_than_one_has(ledger))
            for total, given in found:
                yield _violation(total, given)


def _is_denied(ledger: Ledger) -> bool:
    """Whether the solution says that something cannot be, or denies anything where it says neither."""
    said = ledger.view(verdict)
    denies = any(
        "denied" in piece.meaning.cues
        for path, pieces in ledger.cued.items()
        if path[-1] == "realistic_solution"
        for _, piece in pieces
    )
    return said is False or ledger.says("no-room", "failure") or (said is None and denies)


def _violation(total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    message = f"{total.text}{label} is more than {limit.text}, but the solution says that all is well"
    return Violation(total, message, ((limit, limit.label or limit.text),))
