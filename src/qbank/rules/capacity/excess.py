"""QB855: totals beyond what there is for them, of which nothing in the question takes notice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, isclose, isfinite
from typing import Final

from qbank.facts.comparisons import compared_with, is_same, is_told_above
from qbank.facts.counted import counted, is_plural, singular
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.meaning import NO_MEANING
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import (
    ASKED,
    CONCLUDING,
    ENDING,
    GIVING,
    STORED,
    Kind,
    Origin,
    Role,
    unit_of_time,
)
from qbank.rules.capacity.answers import is_admitted, is_concluded, nouns_of, verdict
from qbank.rules.capacity.ceilings import beyond_share
from qbank.rules.capacity.fits import memory_for
from qbank.rules.capacity.held_against import UNLIKE, is_held_against, is_scaled, names_same
from qbank.rules.capacity.left_out import left_out
from qbank.rules.capacity.limits import is_period_of, limits_of, may_limit
from qbank.rules.capacity.partly import beyond_part
from qbank.rules.capacity.rooms import beyond, is_narrowed, times_there
from qbank.rules.capacity.supplies import lasting_less, stated_room
from qbank.rules.capacity.totals import amounts_of, goes_on, is_reduced, totals_of
from qbank.rules.capacity.unsummed import beyond_together, beyond_window
from qbank.rules.capacity.unused import is_unused
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_AT_ONCE: Final = frozenset((Kind.BYTE_RATE, Kind.POWER))
"""What a mean over a day says nothing of."""
_OTHER_CASES: Final = frozenset(("supposed", "former", "alternative", "denied", "claimed"))
_SEVERAL: Final = frozenset(("all", "both"))
_OF_EACH: Final = frozenset(("each", "apiece"))
_CASES: Final = frozenset(
    ("without", "if", "unsharded", "instead", "largest", "biggest", "longest", "possible")
)
"""Words of a label that make it that of another case, or of what could be."""
_BESIDE: Final = 3
_NAMING: Final = frozenset(("", "verb", "unit"))
"""What may be a noun behind a number, though it may be another part of speech elsewhere: `40 streams`."""
_WISHED: Final = frozenset(("should", "target", "goal"))
"""What makes a limit of a time one that may be exceeded by choice."""
_SPENT: Final = frozenset((Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT))
_ROUGH: Final = 1.06
"""A time that is told as about so much is no more than what is that near."""
_EXACT: Final = 1e-6
_LESS: Final = 0.1
"""A total of another case is not far below its limit."""
_MOST_APART: Final = 20
"""What is so many times as much as there is, is of something else."""
_SHORT: Final = (
    (lasting_less, "{} is less than the {} that it has to last"),
    (beyond_share, "{} is more than the {} that there may be"),
)
"""What finds a value and another one that tells against it, and what to say of the two."""


class OverLimit(LedgerRule):
    """A total is beyond what there is for it, and nothing takes notice.

    The calculations add or multiply up a total, and the question has one value that it has to stay below: a
    memory, a limit, a supply, a window. The total is more than that, times the number of devices. Whoever
    sees this says so: that it fails or is refused, by how much it is too much, how many times as large it
    is. Where nothing does, and no other total is the one that counts, the plan cannot work. So is what is
    left where that is negative, how long something runs on a charge that its mean power uses up sooner, what
    takes longer than the one window between two times of the day, and what lies in one room or is paid from
    one budget and is more together, where no line adds it up, or with what a sum of it leaves out. Correct
    the figure, the limit or the plan, or
    say what becomes of the excess.

    So is a charge that lasts less than the time which the solution says is covered, and a part of a room or
    of the time above the one share that there may be of it.
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
                "scenario: A drone has a battery of 77 Wh. It flew for 30 minutes and drew 180 W.\n"
                "details:\n  napkin_math: |\n    - Energy used: 180 W * 0.5 h = 90 Wh\n"
            ),
            underlines="90 Wh",
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
                "scenario: Every port carries 80 Gb/s. An exchange sends 6 GB through each port.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Line rate: 80 / 8 = 10 GB/s\n"
                "    - Sent: 2 * 6 GB/s = 12 GB/s\n"
                "    - Sent before the change: 2 * 4 GB/s = 8 GB/s\n"
            ),
            underlines="12 GB/s",
        ),
        Example(
            yaml=(
                "scenario: A badge has 256 KB of RAM. Its arena takes 170 KB, and the radio 40 KB.\n"
                "details:\n"
                "  realistic_solution: >-\n"
                "    The radio and the arena cannot overlap. If a scan does not end within a second, it is\n"
                "    repeated. A failed scan is logged.\n"
                "  napkin_math: |\n"
                "    - Total: 170 KB + 40 KB + 64 KB = 274 KB\n    - Radio: 40 / 274 = 14.6%\n"
            ),
            underlines="274 KB",
        ),
        Example(
            yaml=(
                "scenario: The system kills the app when its memory, caches included, exceeds 2 GB.\n"
                "details:\n"
                "  napkin_math: |\n    - Total: 1.4 GB + 0.9 GB = 2.3 GB\n"
            ),
            underlines="2.3 GB",
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
            underlines="28 mAh",
        ),
        Example(
            yaml=(
                "scenario: Eight cards of 80 GB share the states of a model, 480 GB in all.\n"
                "details:\n"
                "  realistic_solution: The states are 480 GB, which no card can hold. Each has a part.\n"
                "  napkin_math: |\n"
                "    - Part of each card: 480 GB / 8 = 60 GB\n    - Total per card: 60 GB + 28 GB = 88 GB\n"
            ),
            underlines="88 GB",
        ),
        Example(
            yaml=(
                "scenario: The catalogue lies in the memory of six nodes with 64 GB each.\n"
                "details:\n"
                "  realistic_solution: All of it stays in memory.\n"
                "  napkin_math: |\n    - Two copies: 2 * 216 GB = 432 GB\n"
            ),
            underlines="432 GB",
        ),
        Example(
            yaml=(
                "scenario: The case of a box on a mast can dissipate 45 W.\n"
                "details:\n"
                "  realistic_solution: The lid may be cast.\n"
                "  napkin_math: |\n    - Total: 28 W + 12 W + 10 W = 50 W\n"
            ),
            underlines="50 W",
        ),
        Example(
            yaml=(
                "scenario: The members lie in the memory of ten nodes with 52 GB each.\n"
                "details:\n"
                "  realistic_solution: The nodes hold all. An alarm warns before writes get refused.\n"
                "  napkin_math: |\n    - In all: 2 * 270 GB = 540 GB\n    - Per node: 540 GB / 10 = 54 GB\n"
            ),
            underlines="54 GB",
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
                "scenario: The join may start at 01:00, and its table is read at 05:00.\n"
                "details:\n"
                "  realistic_solution: The table is there in the morning.\n"
                "  napkin_math: |\n    - Scan and compaction: 4.25 h + 0.5 h = 4.75 h\n"
            ),
            underlines="4.75 h",
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
                "scenario: Can raw video be sent over a 1 Gb/s port?\n"
                "details:\n"
                "  realistic_solution: No, the port would have to be faster.\n"
                "  napkin_math: |\n    - Stream: 187 MB/s * 8 = 1,496 Mb/s\n"
            )
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: One feed has to hold the rack alone. The fourth chassis is declined.\n"
                "  napkin_math: |\n    - Left on a feed: 33.6 kW - 35.6 kW = -2.0 kW\n"
            )
        ),
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
                "scenario: The night run has the cluster from 21:00 to 04:00.\n"
                "details:\n"
                "  realistic_solution: The run reads every log once.\n"
                "  napkin_math: |\n    - Reading: 27 TB / 1.25 GB/s = 21,600 s = 6 h\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A hearing loop runs on a cell of 90 mAh.\n"
                "details:\n"
                "  realistic_solution: The cell is enough for one week, with the radio on.\n"
                "  napkin_math: |\n"
                "    - Amplifier: 0.7 mA * 100 h = 70 mAh\n"
                "    - Radio: 1 mA * 14 h = 14 mAh\n"
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
                lacks = lacks and not _is_bridged(ledger, left)
                if lacks and ledger.view(verdict):
                    yield Violation(left, f"-{left.text} is left: what it takes is more than there is")
            for lasts, window in beyond_window(ledger):
                if not _is_noticed(ledger, lasts, window):
                    yield _violation(ledger, lasts, window)
            for need, room in beyond_together(ledger):
                message = f"{need.text} comes on top, and with the rest it is more than {room.text}"
                yield Violation(need, message, (room,))
        if ledger.view(verdict) is not False:
            for find, words in _SHORT:
                for fact, other in find(ledger):
                    is_noticed = fact.value < other.value and _is_noticed(ledger, other, fact)
                    if not is_noticed and not is_admitted(ledger, fact, other):
                        yield Violation(fact, words.format(fact.text, other.text), (other,))
        for taken, part in left_out(ledger):
            total, room = taken.needs[0], taken.room
            if not is_admitted(ledger, total, room):
                message = f"{total.text} leaves out {part.text}, and with that is more than {room.text}"
                yield Violation(total, message, (part, room))
        for one, missing in beyond_part(ledger):
            message = f"{one.needs[0].text} is within {one.room.text}, but not {missing.why}"
            yield Violation(one.needs[0], message, (one.room,))
        for total in ledger.view(amounts_of):
            limit = ledger.view(limits_of)[id(total)] or memory_for(ledger, total)
            stated = limit is None and ledger.view(verdict) is not False
            limit = stated_room(ledger, total) if stated else limit
            if (
                limit is not None
                and (stated or may_limit(ledger, total, limit) or is_held_against(ledger, total, limit))
                and (
                    not goes_on(ledger, total)
                    or _is_named(ledger, total, limit)
                    or _is_of_one(ledger, total, limit)
                )
                and _exceeds(ledger, total, limit)
                and not _is_of_other_kind(ledger, total, limit)
                and not _is_other_case(ledger, total, limit)
                and not is_admitted(ledger, total, limit)
                and not _is_noticed(ledger, total, limit)
            ):
                yield _violation(ledger, total, limit)


def _is_one_of_options(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Tell whether another case leaves some: `A: 40 - 48 = -8 ms`, `B: 40 - 31 = 9 ms`.

    It takes from the same, or takes the same: `Summer: 63 - 19 = 44 Wh`, `Winter: 6 - 19 = -13 Wh`.
    """
    return any(
        not other.negative
        and (
            agree(other.operands[0], claim.operands[0])
            or (
                len(other.operands) == len(claim.operands) == 2
                and agree(other.operands[1], claim.operands[1])
            )
        )
        for other, _ in ledger.worked_out("-")
        if other is not claim and other.operands and claim.operands
    )


def _is_bridged(ledger: Ledger, lack: Fact) -> bool:
    """Tell whether the calculations say how long something makes up for a lack: `150 / 12.43 = 12.1 days`."""
    return any(
        result.kind is Kind.TIME and len(claim.operands) == 2 and is_same(claim.operands[1], lack)
        for claim, result in ledger.worked_out("/")
    )


def _is_for_several(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is held against several times a limit of each: `4 lanes: 6.0 - 4.4 = 1.6`."""
    if "per" not in limit.said and _OF_EACH.isdisjoint(one.text for one in ledger.clause_of(limit)):
        return False
    return any(
        _is_multiple(room, limit)
        and room.value >= need.value
        and (is_same(need, total) or any(is_same(one, total) for one in ledger.parts(need)))
        for claim in ledger.claims
        if claim.operator in {"-", "/"} and len(claim.operands) == 2
        for need, room in (claim.operands, claim.operands[::-1])
    )


def _is_multiple(room: Fact, limit: Fact) -> bool:
    """Tell whether something is so many times a limit, the one maybe told as a bare number."""
    if not (room.is_bare or room.kind is limit.kind):
        return False
    times = room.value / (limit.number if room.is_bare else limit.value)
    return isfinite(times) and times > _EXACT + 1 and isclose(times, round(times), rel_tol=_EXACT)


def _is_room_of_several(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is what several lanes or ports give: `x4: 4 * 2 = 8 GB/s` of 2 GB/s per lane."""
    return any(
        given.origin in GIVING
        and "per" in given.said
        and given.subject.sort == "link"
        and _is_multiple(total, given)
        and any(is_same(one, given) for claim in ledger.made_by(total, "*") for one in claim.operands)
        for given in ledger.by_kind[total.kind]
    )


def _is_end_of_interval(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a sum is the upper end of what lies around a value: `48 - 2 = 46 ms`, `48 + 2 = 50 ms`."""
    return any(
        len(one.operands) == len(other.operands) == 2 and all(map(agree, one.operands, other.operands))
        for one in ledger.made_by(total, "+")
        for other, _ in ledger.worked_out("-")
    )


def _is_named(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a limit is given for what the label of a total names: `payload at most 15 g`."""
    if limit.origin not in GIVING or limit.role is not Role.LIMIT:
        return False
    before = ledger.pieces[limit.path][max(0, limit.at - _BESIDE) : limit.at]
    named = nouns_of(piece for piece in before if piece.clause == limit.clause)
    return bool(named & nouns_of(ledger.label_of(total)))


def _is_of_one(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether the calculations do nothing with a total but take it so many times: a node, a payload.

    The limit has then to be given, since what is computed may be what is left for all of them.
    """
    if limit.origin not in GIVING and limit.subject.sort != "source":
        return False
    seen, open_facts = {id(total)}, [total]
    while open_facts:
        fact = open_facts.pop()
        for claim, product in ledger.worked_out():
            used = [one for one in claim.operands if one.kind is total.kind and agree(one, fact)]
            if not used or id(product) in seen or product.kind is not total.kind:
                continue
            if claim.operator != "*" or sum(one.kind is not Kind.COUNT for one in claim.operands) != 1:
                return False
            seen.add(id(product))
            if total.kind not in _AT_ONCE:  # what one draws has a limit of its own, whatever all do
                open_facts.append(product)
    return True


def _exceeds(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is more than its limit, which may be that of each of several devices."""
    most = limit.value * times_there(ledger, total, limit)
    rough = _ROUGH if total.kind is Kind.TIME and total.mention.approximate else 1
    return most * max(rough, beyond(total, limit)) < total.mention.low < most * _MOST_APART


def _is_of_other_kind(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total may be beyond a value and nothing is wrong: a mean, a bill, a given."""
    return (
        (
            total.kind is Kind.EVENT_RATE
            and "sanction" not in limit.cues
            and not (limit.role is Role.LIMIT and is_unused(ledger, limit))
        )
        or (total.kind is Kind.COUNT and not _counts_same(ledger, total, limit))
        or (total.kind is Kind.MONEY and "on-condition" in limit.cues)  # `whatever costs more than $200`
        or (total.kind is Kind.TIME and _is_per_time(ledger, total))
        or (
            total.kind is Kind.TIME
            and ENDING.isdisjoint(limit.cues)
            and not (is_unused(ledger, limit) and _is_bound(ledger, total, limit))
            and not is_period_of(ledger, total, limit)
            and not ledger.view(verdict)
        )
        or (total.kind is Kind.TIME and ledger.made_by(total, "/") and limit.origin not in GIVING)
        or (total.kind in _AT_ONCE and total.per != limit.per)
        or _per_event(ledger, total) != _per_event(ledger, limit)
        or "rest" in total.said
        or _is_end_of_interval(ledger, total)
        or _is_room_of_several(ledger, total)
        or any("floor" in one.cues for one in (limit, *limit.same))
        or any(one.path[0] in ASKED for one in total.same)
        or (total.kind is Kind.BYTE_RATE and _is_stored(ledger, total))
    )


def _is_bound(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a time is that of several stages, or of what a limit is given for, as they are."""
    if any(piece.text in _WISHED for piece in ledger.clause_of(limit)):
        return False
    of_it = any(ledger.made_by(total, operator) for operator in "*/") and (
        "granting" in limit.cues or names_same(ledger, total, limit)
    )
    is_sum = bool(ledger.made_by(total, "+"))
    is_real = UNLIKE.isdisjoint(cues_in(ledger.label_of(total)))
    return is_real and (is_sum or (of_it and not is_scaled(ledger, total)))


def _counts_same(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total counts what a limit is of: `9 * 8 = 72 GPUs`, `at most 64 GPUs`."""
    nouns = [_nouns_counted(ledger, one) for one in (total, limit)]
    is_told = limit.role is Role.LIMIT or is_unused(ledger, limit)
    return is_told and limit.origin in GIVING and not nouns[0].isdisjoint(nouns[1])


def _nouns_counted(ledger: Ledger, fact: Fact) -> frozenset[str]:
    behind = ledger.pieces[fact.path][fact.at + 1 : fact.at + 1 + _BESIDE]
    named = [one for one in behind if one.clause == fact.clause and one.meaning.part in _NAMING]
    words = [*fact.text.split()[1:], *(one.text for one in named if one.is_word), fact.subject.told]
    return frozenset(singular(word) for word in words if word)


def _is_per_time(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a label says in what time a time is spent: `Per day: 24 h * 2.5% = 0.6 h`."""
    label = [piece for piece in ledger.label_of(total) if piece.is_word][:2]
    return len(label) > 1 and label[0].meaning.part == "per" and unit_of_time(label[1].text) is not None


def _per_event(ledger: Ledger, fact: Fact) -> str:
    """Return the event that an amount is per: the token of `131,072 bytes per token`; empty if of none."""
    per = fact.per or fact.mention.unit.name.partition("/")[2]
    return per if ledger.meaning_of(per).sort == "event" else ""


def _is_stored(ledger: Ledger, rate: Fact) -> bool:
    """Tell whether the calculations go on with what comes in over a time, which need not be sent."""
    return any(
        claim.operator == "*"
        and any(agree(one, rate) for one in claim.operands)
        and any(one.kind is Kind.TIME for one in claim.operands)
        for claim in ledger.claims
    )


def _is_other_case(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is not of what is done, or the limit not the one for it."""
    label = ledger.label_of(total)
    if not _OTHER_CASES.isdisjoint(cues_in(label)) or any(piece.text in _CASES for piece in label):
        return True
    counts = _counts_of(ledger, total).values()
    several = any(piece.text in _SEVERAL for piece in label) or any(number > 1 for number in counts)
    behind = ledger.pieces[limit.path][limit.at + 1 : limit.at + _BESIDE + 1]
    if limit.origin is Origin.CALCULATIONS and behind and behind[0].text == "for":
        meant = nouns_of(piece for piece in behind if piece.clause == limit.clause)
        if meant and meant.isdisjoint(nouns_of(label)):
            return True  # `so at most 97 ms for inference`
    of_each = any(piece.text in _OF_EACH and piece.clause == limit.clause for piece in behind)
    if several and of_each and times_there(ledger, total, limit) == 1:
        return True  # `eight cameras` beside a link of 6 Gb/s each
    over_time = any(one.kind is Kind.TIME for claim in ledger.made_by(limit) for one in claim.operands)
    is_carried = total.kind is Kind.POWER or (total.kind in STORED and not _takes_several(ledger))
    if over_time and not is_carried and not _is_budget_of_time(ledger, limit):
        return True  # `a night over the line`, after which there is another one
    reduced = [
        result
        for claim, result in ledger.worked_out("-")
        if is_reduced(ledger, claim, result) and agree(claim.operands[0], total)
    ]
    if any(one.value <= limit.value and "latter" in cues_in(ledger.label_of(one)) for one in reduced):
        return True  # `New total: 2.3 W - 0.2 W = 2.1 W`
    words = [piece.text for piece in label if piece.is_word]
    if any(is_plural(word) and singular(word) == limit.subject.told for word in words):
        return True  # `both racks` beside the limit of a rack
    others = (one for one in ledger.view(amounts_of) if one.kind is total.kind and one is not total)
    if not _is_named(ledger, total, limit) and any(_is_named(ledger, one, limit) for one in others):
        return True  # the take-off mass, of which the payload is limited
    parts = ledger.parts(total)
    compared = [
        one
        for one in compared_with(ledger, total)
        if 2 * one.value > total.value and not any(is_same(one, part) for part in parts)
        if one.role is not Role.DEMAND or one.place in {"", total.place}  # the weights in flash
    ]
    if limit.subject.sort == "link" and limit.origin in GIVING:
        compared = [one for one in compared if one.subject.sort == "link"]  # a store is held against others
    if compared and not any(is_same(one, limit) for one in compared):
        return True
    is_chosen = _is_chosen(ledger, total)
    if is_chosen is not None:
        return not is_chosen
    if _has_larger(ledger, total, limit) or _is_in_another_format(ledger, total, limit):
        return True
    return any(
        (limit.value * _LESS < other.value <= limit.value and ledger.view(limits_of)[id(other)] is limit)
        or _named_alike(ledger, total, other)
        for other in ledger.view(totals_of)
        if other is not total and other.kind is total.kind and other not in ledger.parts(total)
        if total.kind is not Kind.POWER or not _is_rate(other)  # no `kWh per year` of kW
        if not (limit.place and other.role is Role.TRAFFIC is not total.role)  # `Written a day: ...`
        if "ahead" not in other.cues  # `Traffic before the move`, which does not count
        if _OTHER_CASES.isdisjoint(cues_in(ledger.label_of(other)))
        if is_concluded(other)
        or (not is_concluded(total) and not (_is_of_times(ledger, total) and _is_of_times(ledger, other)))
    )


def _takes_several(ledger: Ledger) -> bool:
    """Tell whether what is concluded speaks of several times: `it takes two nights`."""
    return any(
        (one.meaning.number or 0) > 1 and two.meaning.part == "unit"
        for pieces in ledger.solution.values()
        for one, two in pairwise(pieces)
    )


def _is_rate(fact: Fact) -> bool:
    return "/" in fact.mention.unit.name


def _is_budget_of_time(ledger: Ledger, limit: Fact) -> bool:
    """Tell whether a line works out how long something may be: `Budget: 43,200 min * 0.001 = 43.2 min`."""
    first = next((piece.meaning for piece in ledger.label_of(limit) if piece.is_word), NO_MEANING)
    return limit.kind is Kind.TIME and (first.sort == "limit" or "limit" in first.cues)


def _is_of_times(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a total is that of some hours or months, so that others follow: `Night, all`."""
    return "at-times" in cues_in(ledger.label_of(total))


def _named_alike(ledger: Ledger, total: Fact, other: Fact) -> bool:
    """Tell whether the labels of two totals begin with the same word: one quantity in several cases."""
    first, second = (
        next((piece.text for piece in ledger.label_of(one) if piece.is_word), "") for one in (total, other)
    )
    return bool(first) and first == second


def _is_in_another_format(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a limit is what is left beside the same parameters in another data type."""
    made = [one for claim in ledger.made_by(total, "*") for one in claim.operands]
    counts = [one.value for one in made if one.role is Role.PARAMETERS]
    return any(
        any(one.role is Role.PARAMETERS and one.value in counts for one in claim.operands)
        for part in ledger.parts(limit)
        for claim in ledger.made_by(part, "*")
    )


def _has_larger(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is within another limit of the name, or the memory behind a cache on a chip."""
    memories = [
        one.device.memory or 0.0
        for one in ledger.devices
        if one.device.sort == "device" and one.device.entries
    ]
    if limit.place == "sram" and max(memories, default=0.0) >= total.value:
        return True
    # of which the limit is what a loss or a reserve leaves
    gross = ledger.parts(limit) if ledger.made_by(limit, "*") else ()
    return any(
        other.role is limit.role
        and other not in gross
        and not is_narrowed(other, (limit,))
        and other.subject.told == limit.subject.told != ""
        and (other.place == limit.place or not limit.place)
        and other.value >= total.value
        and not agree(other, total)
        and other.is_topic
        and other.origin not in CONCLUDING
        for other in ledger.by_kind[total.kind]
    )


def _counts_of(ledger: Ledger, total: Fact) -> dict[str, int]:
    """Return what the label of a total counts, and how many: `Eight cameras`."""
    starts = {piece.start for piece in ledger.label_of(total)}
    told = ledger.view(counted)
    return {one.noun: one.number for one in told if one.path == total.path and one.start in starts}


def _is_chosen(ledger: Ledger, total: Fact) -> bool | None:
    """Tell whether the solution goes on with as many things as the label of a total counts, if with any."""
    counts = _counts_of(ledger, total)
    numbers = [
        (one.noun, one.number)
        for one in ledger.view(counted)
        if one.path in ledger.solution and one.is_topic and one.noun in counts
    ]
    return any(counts[noun] == number for noun, number in numbers) if numbers else None


def _is_noticed(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether the text says that a total is more, by how much, or how many times as much."""
    excess, times = total.value - limit.value, total.value / limit.value
    parts = ledger.parts(total) | (ledger.parts(limit) - {limit})
    label = () if limit.origin in GIVING else ledger.label_of(limit)
    named = nouns_of(label) | {limit.subject.told}
    needed = ceil(times) if isfinite(times) else 0
    things = {(one.path, one.start) for one in ledger.view(counted)}
    return (
        is_told_above(ledger, total, limit)
        or _is_for_several(ledger, total, limit)
        or (
            total.kind is Kind.COUNT
            and any(one.name == "exceeds" and one.origin is Origin.SOLUTION for one in ledger.relations)
        )
        or any(
            one.origin is not Origin.SCENARIO
            and not any(other.origin in GIVING for other in one.same)  # 48 KB of stacks, and no excess
            and not any(agree(one, part) for part in parts if part.kind is one.kind)
            and abs(one.value - excess) <= min(one.mention.step, excess) / 2 + excess / 1000
            for one in ledger.by_kind[total.kind]
        )
        or any(
            one.number == needed
            and total.kind is not Kind.TIME  # two nodes have no more of it than one
            and one.path in ledger.solution
            and one.noun in named
            for one in ledger.view(counted)
        )
        or any(
            (said.kind in PLAIN and abs(said.high - times) <= said.step / 2 < 1 / 2)
            or (said.is_bare and said.high > needed and isclose(said.high * total.mention.scale, excess))
            for path, pieces in ledger.solution.items()
            for piece in pieces
            if (said := piece.mention) is not None and (path, piece.start) not in things
        )
        or any(
            claim.operator in {"-", "/"}
            and len(claim.operands) == 2
            and any(is_same(one, total) for one in claim.operands)
            and any(is_same(one, limit) for one in claim.operands)
            for claim in ledger.claims
        )
        or any(
            relation.name == "exceeds"
            and not relation.negated
            and relation.origin not in {Origin.SCENARIO, Origin.QUESTION}
            and any(agree(one, total) for one in relation.before)
            and (not relation.behind or relation.behind[0].kind is total.kind)
            for relation in ledger.relations
        )
    )


def _violation(ledger: Ledger, total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    several = f"{times} × " if (times := times_there(ledger, total, limit)) > 1 else ""
    message = f"{total.text}{label} is more than {several}{limit.text}, and nothing says what becomes of that"
    return Violation(total, message, (limit,))
