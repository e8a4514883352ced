"""QB861: needs beyond what there is that no total shows, under a solution that has all being well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKING, GIVING, ROOM, Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import Answer, answers, is_about, nouns_about, nouns_of, verdict
from qbank.rules.physics.capacity import memory_for
from qbank.rules.physics.needs import ADDED_UP, goes_on, is_limit, limit_of
from qbank.rules.physics.supply import (
    beyond_if_added,
    beyond_its_share,
    divided_though_whole,
    held_whole_by_each,
    more_than_is_done,
    more_than_is_left,
    more_than_one_has,
    needed_by_all,
)

_COMPUTES: Final = frozenset("+*/")
_LIMITS: Final = frozenset(("limit", "place", "store"))
"""Sorts of what there is so much of: a budget, a memory, a battery."""
_TOO_MUCH: Final = frozenset(("too-much", "no-room"))


class WrongVerdict(LedgerRule):
    """What is needed is more than what there is for it, and the solution has all being well.

    Nothing adds the two up, so that no total shows it: time on air beyond the duty cycle of a band; what a
    sentence names behind the less that is left for it; the need of one, taken by all who share something at
    once; amounts that lie in one memory, each of which is within it; what one device needs, held against the
    memory of all; what every device holds whole, held against the memory of all or divided among them; and
    less done than is asked for. Correct the conclusion, or the figure that is wrong.

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
            yield Violation(need, message, (limit,))
        if not _is_denied(ledger):
            for need, whole, count in needed_by_all(ledger):
                message = f"{need.text} is what one of {count} needs, and they share {whole.text}"
                yield Violation(need, message, (whole,))
            for term, whole in beyond_if_added(ledger):
                message = f"{term.text} comes on top, and with the rest it is more than {whole.text}"
                yield Violation(term, message, (whole,))
            for need, pool, number in held_whole_by_each(ledger):
                message = f"{need.text} is on each of {number:g}, which have {pool.text} together"
                yield Violation(need, message, (pool,))
            for part, need, room in divided_though_whole(ledger):
                message = (
                    f"each device holds whole what {part.text} is a part of; {need.text} leaves that out"
                )
                yield Violation(part, message, (room,))
            found = (*beyond_its_share(ledger), *more_than_is_left(ledger), *more_than_one_has(ledger))
            for total, given in found:
                yield _violation(total, given)


def _is_denied(ledger: Ledger) -> bool:
    """Whether the solution says that something cannot be, or denies anything where it says neither."""
    said = ledger.view(verdict)
    denies = said is None and "denied" in ledger.concludes
    return said is False or denies or ledger.says("no-room", "failure")


def _violation(total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    message = f"{total.text}{label} is more than {limit.text}, but the solution says that all is well"
    return Violation(total, message, (limit,))


def within_though_refused(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what the solution says to be too much, with the only limit, that it is within.

    The sentence names the limit, or tells the need, the limit or what is between them, and nothing else that
    could be too much; and no other value is more than that.
    """
    said = ledger.view(answers)
    is_refused = ledger.view(verdict) is False and not any(one.suffices for one in said)
    if not (said and is_refused) or any(claim.negative for claim in ledger.claims):
        return
    pairs = [
        (need, limit)
        for need in _final_needs(ledger)
        if (limit := limit_of(ledger, need) or memory_for(ledger, need)) is not None
        and is_limit(ledger, limit)
        and all(claim.operator != "+" for claim in ledger.made_by(limit))  # what is taken, and not there
        and (need.kind is not Kind.TIME or limit.role is Role.LIMIT)
    ]
    for need, limit in pairs if len(pairs) == 1 else ():
        is_meant = is_about(ledger, said[0].path, said[0].at, nouns_about(ledger, need, limit))
        if is_meant and need.value <= limit.value and _is_refused_for(ledger, said[0], need, limit):
            yield need, limit


def _final_needs(ledger: Ledger) -> Iterator[Fact]:
    """Yield what is computed and enters nothing else of its kind; of what can be done nobody has too much."""
    for _, made in ledger.worked_out(_COMPUTES):
        if (
            made.kind in ADDED_UP
            and made.kind is not Kind.EVENT_RATE
            and made.origin is Origin.CALCULATIONS
            and made.is_topic
            and made.role not in ROOM
            and not goes_on(ledger, made)
        ):
            yield made


def _is_refused_for(ledger: Ledger, said: Answer, need: Fact, limit: Fact) -> bool:
    """Tell whether an answer is about a need and its limit, and no other value could be what is too much."""
    clause = ledger.clause_of(said)
    here = ledger.beside(said)
    told = [one for one in here if one.kind is need.kind and one.role is not Role.ELEMENT_SIZE]
    apart = limit.value - need.value
    known = [
        agree(one, need) or agree(one, limit) or abs(apart - one.value) <= one.mention.step for one in told
    ]
    unknown = [one for one, is_known in zip(told, known, strict=True) if not is_known]
    others = {one.kind for one in here if one.kind in ADDED_UP} - {need.kind}
    elsewhere = any(one.clause == said.clause or one.value > limit.value for one in unknown)
    if others or elsewhere or _is_any_more(ledger, need, limit):
        return False
    names = nouns_of(ledger.label_of(limit)) | {limit.subject.told}
    is_named = not nouns_of(clause).isdisjoint(names) or any(
        _names_limit(one, need.kind, limit.place) for one in clause
    )
    rooms = [one for one in ledger.of_role(*ROOM) if one.origin in ASKING and one.is_topic]
    is_only = bool(rooms) and all(agree(one, limit) for one in rooms)
    word = ledger.pieces[said.path][said.at].meaning
    is_room = not _TOO_MUCH.isdisjoint(cues_in(clause)) or (
        "suffices" in word.cues and "enough" not in word.relations
    )
    return is_named or any(known) or (is_only and is_room)


def _is_any_more(ledger: Ledger, need: Fact, limit: Fact) -> bool:
    """Tell whether a need is beyond another room, or another value is computed that is beyond any of them."""
    alike, parts = ledger.by_kind[need.kind], ledger.parts(limit)
    rooms = [
        one.value
        for one in alike
        if one.role in ROOM
        and one.origin in GIVING
        and not (one.place and limit.place and one.place != limit.place)
    ]
    made = [one for one in alike if one.result_of is not None and one.role not in ROOM and one not in parts]
    least = min([limit.value, *rooms])
    return least < need.value or any(one.value > least and not is_limit(ledger, one) for one in made)


def _names_limit(piece: Piece, kind: Kind, place: str) -> bool:
    """Tell whether a word names a limit, or a place or thing that has so much of a kind, and no machine."""
    meaning = piece.meaning
    is_place = bool(place) and meaning.place == place
    return is_place or meaning.thing == "limit" or (kind in meaning.roles and meaning.sort in _LIMITS)
