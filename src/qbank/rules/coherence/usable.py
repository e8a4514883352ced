"""QB914: a need that is held against the whole, where the question works out that less can be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import pairwise, takewhile
from math import ceil, isclose
from typing import Final

from qbank.facts.comparisons import compared_with
from qbank.facts.counted import Counted, counted, number_of, singular
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKED, ASKING, ROOM, Kind, Origin, Role
from qbank.rules.coherence.reserves import TOLD, beside_kept_free
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import may_hold, nouns_of, verdict
from qbank.rules.physics.balances import MORE, Balance, balance, givens_of, held_to_fit, is_unused
from qbank.rules.physics.needs import totals_of
from qbank.units.format import format_significant

_LEAST_SHARE: Final = 0.3
_MADE_BY: Final = frozenset("*-")
_LIMITING: Final = frozenset(
    (
        "limit",
        "bounding",
        "refused",
        "forbidden",
        "nominal",
        "kept-free",
        "rest",
        "usable",
        "in-hand",
        "sanction",
        "withheld",
    )
)
"""What is said of the share of a whole that can be used, or that cannot."""
_MAY_FILL: Final = frozenset(("filled", "possible"))
_LEFT_APART: Final = frozenset(("keeping", "apart"))
_UNSAID: Final = frozenset(("former", "denied"))
_UNHARMED: Final = frozenset(("without", "must not"))
"""What denies the harm, and not the loss: `get through the loss of a region without shedding load`."""
_LOSING: Final = frozenset(("one-lost", "down", "loss", "rest"))
_LOST: Final = frozenset(("down", "alone"))
_KEPT: Final = frozenset(("kept-free", "rest", "in-hand", "withheld"))
_OF_ELSE: Final = frozenset(("of-quality", "on-air", "former"))
_NEXT: Final = 1
_NEAR: Final = 3
_REACH: Final = 4
_FAR: Final = 9
_MOST: Final = 3
_JOINING: Final = frozenset(("that", "which"))
_COUNTED: Final = frozenset(("event", "unit", "data"))
_MEASURES: Final = frozenset(("unit", "event"))
_HUNDRED: Final = 100
_DIGITS: Final = 3
_CARRYING: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.POWER, Kind.COUNT))
_STORING: Final = frozenset((Kind.BYTES,))
_REDUNDANT: Final = {
    "one-lost": (_CARRYING, 1),
    "one-parity": (_STORING, 1),
    "two-parity": (_STORING, 2),
    "mirrored": (_STORING, 1 / 2),
    "tripled": (_STORING, 2 / 3),
}
"""Of what the words say that some of several are not there for the need, and how many, or which share."""


class NominalForUsable(LedgerRule):
    """A need is compared with all that there is, where the calculations have what of it can be used.

    One line works out the part of a battery, a memory or a budget that may be used; another one compares a
    need with the whole, and the need lies between the two. Compare it with the part that can be used.

    Also reported: what is held against a whole of which the scenario says how much is reserved, taken or
    left, as an amount or as a share, also of what the whole was computed of; against more than the limit that
    is given for it; and against what several carry together, where the others have to do without one of them,
    or hold parity or copies (RAID), or raw space that holds them. Where it could be what is taken or what is
    left, the need has to be more than either. And what leaves less of a room than has to stay free of it.
    """

    code = "QB914"
    name = "nominal-for-usable"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A tablet has 6 GB of memory, and the system ends any app above 2.5 GB.\n"
                "details:\n"
                "  realistic_solution: The app fits on the tablet.\n"
                "  napkin_math: |\n"
                "    - App: 1.9 GB + 0.9 GB = 2.8 GB\n"
                "    - Left: 6 GB - 2.8 GB = 3.2 GB\n"
            ),
            underlines="2.8 GB",
        ),
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 3 h = 180 Wh\n"
                "    - Left: 200 Wh - 180 Wh = 20 Wh\n"
            ),
            underlines="180 Wh",
        ),
        Example(
            yaml=(
                "scenario: A shelf has 6 disks of 10 TB. Never fill it above 75%.\n"
                "details:\n"
                "  realistic_solution: The data fit on the shelf.\n"
                "  napkin_math: |\n"
                "    - Shelf: 6 * 10 TB = 60 TB\n"
                "    - Data: 2 * 25 TB = 50 TB\n"
                "    - Left: 60 TB - 50 TB = 10 TB\n"
            ),
            underlines="50 TB",
        ),
        Example(
            yaml=(
                "scenario: Four replicas serve 30 req/s each. The peak of 100 req/s has to hold with one\n"
                "  replica gone.\n"
                "details:\n"
                "  realistic_solution: The fleet is enough for the peak.\n"
                "  napkin_math: |\n"
                "    - All: 4 * 30 req/s = 120 req/s\n"
                "    - Reserve: 120 req/s - 100 req/s = 20 req/s\n"
            ),
            underlines="120 req/s",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A badge has 64 KB of RAM. The arena takes 30 KB, the audio buffer 20 KB, and the stack\n"
                "  18 KB. Does the program fit?\n"
                "details:\n"
                "  realistic_solution: 14 KB of RAM are left over, so the program fits.\n"
                "  napkin_math: |\n"
                "    - After the arena: 64 - 30 = 34 KB\n"
                "    - After the audio buffer: 34 - 20 = 14 KB\n"
            ),
            underlines="20",
        ),
        Example(
            yaml=(
                "scenario: A card of 24 GB serves a model. 3 GB of it are reserved for the display.\n"
                "details:\n"
                "  realistic_solution: It fits, with 1.5 GB to spare.\n"
                "  napkin_math: |\n"
                "    - Total: 14 GB + 8.5 GB = 22.5 GB\n"
                "    - Left: 24 GB - 22.5 GB = 1.5 GB\n"
            ),
            underlines="22.5 GB",
        ),
        Example(
            yaml=(
                "scenario: The recorder has five disks of 4 TB in RAID 6.\n"
                "details:\n"
                "  realistic_solution: The month fits on the disks.\n"
                "  napkin_math: |\n"
                "    - Month: 30 * 500 GB = 15 TB\n"
                "    - Disks: 5 * 4 TB = 20 TB\n"
                "    - Left: 20 TB - 15 TB = 5 TB\n"
            ),
            underlines="20 TB",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A relay sends 30 GB a night over a radio link of 8 Mbit/s, ten hours long. Retries take\n"
                "  25% of the link.\n"
                "details:\n"
                "  realistic_solution: One night is enough.\n"
                "  napkin_math: |\n"
                "    - Link in a night: 1 MB/s * 36000 s = 36 GB\n"
                "    - Left: 36 GB - 30 GB = 6 GB\n"
            ),
            underlines="30 GB",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A recorder has a disk of 2 TB, and 10% of it has to stay free at all times.\n"
                "details:\n"
                "  realistic_solution: The shift fits on the disk.\n"
                "  napkin_math: |\n"
                "    - Shift: 10 * 190 GB = 1.9 TB\n"
                "    - To stay free: 0.10 * 2 TB = 0.2 TB\n"
                "    - Left: 2 TB - 1.9 TB = 0.1 TB\n"
            ),
            underlines="1.9 TB",
        ),
        Example(
            yaml=(
                "scenario: Three sites of 40 req/s each must carry the peak of 90 req/s with any site dark.\n"
                "details:\n"
                "  realistic_solution: The sites carry the peak, so it is enough.\n"
                "  napkin_math: |\n"
                "    - All: 3 * 40 req/s = 120 req/s\n"
                "    - Reserve: 120 req/s - 90 req/s = 30 req/s\n"
            ),
            underlines="120 req/s",
        ),
        Example(
            yaml=(
                "scenario: A kiln has two feeds. Either feed must be able to run the whole kiln alone.\n"
                "details:\n"
                "  realistic_solution: The kiln is enough for one day, and the feeds carry it.\n"
                "  napkin_math: |\n"
                "    - Both feeds: 2 * 11 kW = 22 kW\n"
                "    - Kiln: 3 * 5 kW = 15 kW\n"
            ),
            underlines="22 kW",
        ),
        Example(
            yaml=(
                "scenario: A card of 24 GB writes letters, and 2 GB must stay free for its buffers.\n"
                "details:\n"
                "  realistic_solution: Yes. Together they are 14 GB + 9 GB = 23 GB, so the card is enough.\n"
                "  napkin_math: |\n    - Caches: 6 * 1.5 GB = 9 GB\n"
            ),
            underlines="23 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A tablet has 6 GB of memory, and the system ends any app above 2.5 GB.\n"
                "details:\n"
                "  realistic_solution: The app fits on the tablet.\n"
                "  napkin_math: |\n"
                "    - App: 1.3 GB + 0.9 GB = 2.2 GB\n"
                "    - Left: 6 GB - 2.2 GB = 3.8 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Five replicas serve 30 req/s each. The peak of 100 req/s has to hold with one\n"
                "  replica gone.\n"
                "details:\n"
                "  realistic_solution: The fleet is enough for the peak.\n"
                "  napkin_math: |\n"
                "    - All: 5 * 30 req/s = 150 req/s\n"
                "    - Reserve: 150 req/s - 100 req/s = 50 req/s\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The recorder has five disks of 4 TB in RAID 6.\n"
                "details:\n"
                "  realistic_solution: The month fits on the disks.\n"
                "  napkin_math: |\n"
                "    - Month: 30 * 380 GB = 11.4 TB\n"
                "    - Disks: 5 * 4 TB = 20 TB, and 3 * 4 TB = 12 TB without parity\n"
                "    - Left: 12 TB - 11.4 TB = 0.6 TB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 2 h = 120 Wh\n"
                "    - Left: 150 Wh - 120 Wh = 30 Wh\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A node of 40 GB trains a net. A reviewer wrote that anything under 50% is waste.\n"
                "details:\n"
                "  realistic_solution: The training fits.\n"
                "  napkin_math: |\n"
                "    - States: 2e9 * 16 bytes = 32 GB\n"
                "    - Left: 40 GB - 32 GB = 8 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Three zones with 12 replicas each must carry 900 req/s with one zone down.\n"
                "details:\n"
                "  realistic_solution: The fleet is enough for the peak.\n"
                "  napkin_math: |\n"
                "    - Two zones: 24 * 40 req/s = 960 req/s\n"
                "    - Reserve: 960 req/s - 900 req/s = 60 req/s\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for what can be used of a whole and is compared with nothing."""
        if not may_hold(ledger):
            return
        held = ledger.view(held_to_fit)
        yield from _beyond_share(ledger, held)
        yield from beside_kept_free(ledger, held)
        yield from _with_some_lost(ledger, held)
        yield from _beyond_usable(ledger, held)
        yield from _beyond_limit(ledger, held)


def _beyond_limit(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what is held against more than the limit that is given for it, which no calculation has.

    `The system ends any app above 3 GB`, and 3.4 GB are held against the 8 GB of the phone.
    """
    for one in held:
        need, whole = one.need, one.room.fact
        if whole is None or not one.is_of_sum:
            continue
        compared = compared_with(ledger, need)
        for limit in ledger.by_kind[need.kind]:
            if (
                limit.role is Role.LIMIT
                and limit.origin in ASKING
                and limit.is_topic
                and limit.per == need.per
                and "floor" not in limit.cues
                and limit.value * MORE < need.mention.low <= _NEAR * limit.value
                and not any(agree(limit, other) for other in (whole, *compared, *ledger.operands))
                and not any(other.is_bare and other.number == limit.number for other in ledger.operands)
            ):
                what = f"{need.text} is held against {whole.text}, and the limit for it is {limit.text}"
                yield Violation(need, what, (limit,))
                return


def _beyond_usable(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what is held against a whole, where a line has what of it can be used and nothing compares it."""
    against = [one.room.fact for one in held if one.room.fact is not None and one.is_told]
    for one in held:
        whole, need = one.room.fact, one.need
        if whole is None or not one.is_of_sum:
            continue
        for usable in ledger.by_kind[need.kind]:
            if (
                whole.value * _LEAST_SHARE < usable.value * MORE < need.mention.low
                and _is_part_of(ledger, usable, whole, need)
                and not any(agree(usable, other) for other in against)
                and not any(agree(usable, part) for part in ledger.parts(need) if part.kind is need.kind)
            ):
                what = f"{need.text} is compared with {whole.text}, and of that {usable.text} can be used"
                yield Violation(need, what, (usable, whole))
                return


def _beyond_share(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what is held against a whole of which the scenario lets only a share be used."""
    shares = [
        fact
        for fact in ledger.facts
        if fact.path[0] == "scenario"
        and fact.is_topic
        and (fact.kind is Kind.SHARE or fact.role is Role.SHARE)
        and 0 < fact.value < 1
        and _OF_ELSE.isdisjoint(fact.said)
        and is_unused(ledger, fact, *_forms(ledger, fact.value))
    ]
    for one in held if shares else ():
        need, whole = one.need, one.room.fact
        for told in shares:
            usable = max(told.value, 1 - told.value)  # be it what is used or what is left
            if whole is None or need.role is Role.LIMIT or one.size <= one.room.size * usable * MORE:
                continue
            if ledger.made_by(whole, "-"):
                continue  # a rest, such as the surplus of a day
            if any(isclose(given.value * usable, whole.value) for given in ledger.by_kind[whole.kind]):
                continue  # `8 Wh / 0.32 Wh` of a battery of 10 Wh, 80 % of which can be used
            limits = (
                whole.kind not in PLAIN and _limits_use(ledger, told) and _is_told_beside(ledger, told, whole)
            )
            if limits or (ledger.view(verdict) and _is_share_of(ledger, told, whole)):
                what = f"{need.text} is held against {whole.text}, of which {told.text} is the limit"
                yield Violation(need, what, (told, whole))
                return


def _is_told_beside(ledger: Ledger, told: Fact, whole: Fact) -> bool:
    """Whether the sentence of a share has a whole, what it was computed of, a name for it or a pronoun.

    `The disk must never be filled above 70 %`, and not `anything under 50 % is waste`.
    """
    givens = givens_of(ledger, whole)
    told_in = {one.sentence for one in givens if one.path == told.path}
    sentence = ledger.sentence_of(told)
    kinds = {whole.kind, *(one.kind for one in givens)} - PLAIN
    kinds |= {Kind.ENERGY, Kind.CHARGE} if whole.kind is Kind.TIME else set()  # how long a battery lasts
    if told.sentence in told_in:
        return True
    if ledger.beside(told, whole.kind):
        return False  # of another whole, which its sentence tells
    if any(_names_one_of(one, kinds) for one in sentence):
        return True
    is_told = any(
        one.text in TOLD and (one.text not in _JOINING or before.meaning.part == "of")
        for before, one in pairwise(sentence)
    )
    return is_told and told.sentence - _NEXT in told_in


def _names_one_of(piece: Piece, kinds: Set[Kind]) -> bool:
    """Whether a word names something that has a quantity of one of some kinds."""
    is_noun = piece.meaning.sort and piece.meaning.sort not in _MEASURES
    return bool(is_noun) and not kinds.isdisjoint(piece.meaning.roles)


def _is_share_of(ledger: Ledger, told: Fact, whole: Fact) -> bool:
    """Whether a share is told of what a whole was computed of, or of what the line of it names.

    `40 % of the line`, `65 % of that`, `RAM, of which 75 % may be filled`.
    """
    pieces = ledger.pieces[told.path]
    behind = [one for one in pieces[told.at + 1 : told.at + 1 + _REACH] if one.sentence == told.sentence]
    before = [one for one in pieces[max(0, told.at - _REACH) : told.at] if one.clause == told.clause]
    is_of_which = any(one.meaning.part == "of" and after.text == "which" for one, after in pairwise(before))
    if not is_of_which and (not behind or behind[0].meaning.part != "of"):
        return False
    if is_of_which or any(one.text in TOLD for one in behind):
        given = [one for one in givens_of(ledger, whole) if one.path == told.path]
        return any(0 <= told.sentence - one.sentence <= _NEXT for one in given if one is not told)
    labels = [piece for one in ledger.parts(whole) for piece in ledger.label_of(one)]
    return not nouns_of(behind).isdisjoint(nouns_of(labels))


def _limits_use(ledger: Ledger, share: Fact) -> bool:
    """Whether the words around a share say that no more of a whole can be used, or must be left."""
    cues = share.cues | ledger.cues_of(share.path, share.sentence)
    return (
        (not cues.isdisjoint(_LIMITING) or cues >= _MAY_FILL or cues >= _LEFT_APART)
        and ("floor" not in cues or not cues.isdisjoint(_KEPT))
        and (share.subject.sort not in _COUNTED or share.subject.thing == "step")
    )


def _forms(ledger: Ledger, share: float) -> Iterator[float]:
    """Yield how a share may stand in a calculation: itself, its rest or an inverse; in percent beside 100."""
    yield from (share, 1 - share, 1 + share, 1 / max(share, 1 - share))
    if any(one.number == _HUNDRED for one in ledger.by_kind[Kind.COUNT]):
        yield from (100 * share, 100 * (1 - share))


def _with_some_lost(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what several hold or carry together, where the need is more than all but the redundant of them.

    One of the carriers may be lost, or so many disks of a group hold parity or copies.
    """
    told = [one for one in ledger.view(counted) if one.path[0] == "scenario"]
    lost_of = _lost_groups(ledger, told)
    groups = lost_of - {1}
    said = [one for cue, one in _REDUNDANT.items() if ledger.says(cue) or (lost_of and cue == "one-lost")]
    if not said:
        return
    given = {one.number for one in told if one.is_topic} | groups
    asked = (piece for path, pieces in ledger.pieces.items() if path[0] in ASKED for piece in pieces)
    known = given | {number for piece in asked if (number := number_of(piece)) is not None}
    known |= {ceil(one.number) for one in ledger.by_kind[Kind.COUNT] if one.result_of is not None}
    known |= {
        one.number
        for one in ledger.view(counted)
        if one.path in ledger.solution and _LOSING.isdisjoint(ledger.cues_of(one.path, one.sentence))
    }
    rests = {  # `24 - 8 = 16`, `With a zone down: 2 * 8 = 16`
        result.number
        for claim, result in ledger.worked_out()
        if (claim.operator == "-" and result.kind is Kind.COUNT)
        or cues_in(ledger.label_of(result)) & _REDUNDANT.keys()
    }
    for one in (*held, *_carried(ledger, groups)):
        need, whole = one.need, one.room.fact
        if whole is None:
            continue
        losses = [lost for kinds, lost in said if whole.kind in kinds]
        counts = [*_factors(ledger, need), *_factors(ledger, whole)]
        copies = round(1 / (1 - losses[0])) if losses and losses[0] < 1 else 1
        if len(losses) != 1 or any(one.number in {losses[0], copies} for one in counts):
            continue  # several are said, or the calculation has it: `(7 - 1) * 40`, `2 * 48 GB`
        if copies > 1 and _is_multiplied(ledger, whole.kind, copies):
            continue
        is_raw = copies > 1 and any("raw" in fact.cues for fact in (whole, *whole.same))
        if is_raw and whole.value < need.mention.low * copies:
            what = f"{need.text} is held against {whole.text}, which takes {copies} copies of everything"
            yield Violation(need, what, (whole,))
            return
        for count in _factors(ledger, whole):
            if count.kind is not Kind.COUNT or count.number < 2 or not count.number.is_integer():
                continue
            [lost] = losses
            if lost == 1 and groups and count.number not in groups:
                lost = count.number / max(groups)  # `24 * 40 req/s` with one of three zones lost
                if lost % 1:
                    continue
            if count.number + lost in (groups or given) or not rests.isdisjoint((count.number, whole.number)):
                continue  # `3 * 4 TB` of five disks
            if lost >= 1 and (count.number not in known or _are_left(ledger, whole, count, given)):
                continue  # `Two zones: 24 * 40` of three with twelve in each
            left = whole.value * (1 - (lost if lost < 1 else lost / count.number))
            if left * MORE < one.size:
                size = format_significant(Fraction(left / whole.mention.scale), _DIGITS)
                without = f"with {lost:g} of them lost" if lost >= 1 else "with a copy of everything"
                what = f"{whole.text} is of all {count.number:g}; {without} the others have {size}"
                yield Violation(whole, f"{what}, less than {need.text}", (need,))
                return


def _is_multiplied(ledger: Ledger, kind: Kind, copies: int) -> bool:
    """Whether any calculation of a kind has its copies: `With the copy: 980 * 2 = 1,960 GB`."""
    return any(
        result.kind is kind
        for claim, result in ledger.worked_out("*/")
        if any(one.kind is Kind.COUNT and one.number == copies for one in claim.operands)
    )


def _are_left(ledger: Ledger, whole: Fact, count: Fact, given: Set[int]) -> bool:
    """Whether the line of a whole, or of how many carry it, names one fewer than there are: `Two zones`."""
    made = [
        one for one in ledger.by_kind[Kind.COUNT] if one.number == count.number and one.result_of is not None
    ]
    return any(
        (number := number_of(piece)) is not None and number + 1 in given
        for one in (whole, *made)
        for piece in ledger.label_of(one)
    )


def _lost_groups(ledger: Ledger, told: Sequence[Counted]) -> set[int]:
    """Return how many there are of what one is lost of, as far as its name says so: `one zone is down`."""
    lost = {
        singular(word)
        for path, cued in ledger.cued.items()
        for at, piece in cued
        if "one-lost" in piece.meaning.cues
        for near in ledger.pieces[path][at : at + 2]
        if near.sentence == piece.sentence
        for word in near.text.split()
    }
    numbers = {one.number for one in told if one.noun in lost and one.number > 1}
    return numbers | set(_lost_of_several(ledger, told))


def _lost_of_several(ledger: Ledger, told: Sequence[Counted]) -> Iterator[int]:
    """Yield how many there are of what has to be done without one of: `also while either feed is dead`.

    One if that is worked out: `Boxes for the load: 1,080 / 240`.
    """
    counts = [one for one in ledger.by_kind[Kind.COUNT] if one.result_of is not None]
    several = {noun: 1 for one in counts for noun in nouns_of(ledger.label_of(one))}
    several |= {
        noun: one.number for one in told if one.number > 1 and one.is_topic for noun in _nouns(ledger, one)
    }
    for path, pieces in ledger.pieces.items():
        for at, piece in enumerate(pieces) if path[0] in ASKED else ():
            if "obliged" not in ledger.cues_of(path, piece.sentence):
                continue
            before = [one for one in pieces[max(0, at - _REACH) : at] if one.clause == piece.clause]
            behind = [one for one in pieces[at + 1 : at + 1 + _FAR] if one.clause == piece.clause]
            is_either = any(one.text == "either" for one in before)
            number = several.get(singular(piece.text), 2 if is_either else 0)
            of_one = is_either or any(
                "one-of-all" in one.meaning.cues or one.meaning.number == 1 or one.text == "a"
                for one in before
            )
            is_lost = any(not _LOST.isdisjoint(one.meaning.cues) for one in behind) or any(
                "loss" in one.meaning.cues for one in before
            )
            if not (number and of_one and is_lost):
                continue
            said = cues_in(
                one for one in pieces if one.sentence == piece.sentence and one.text not in _UNHARMED
            )
            if "obliged" in said and said.isdisjoint(_UNSAID):
                yield number


def _nouns(ledger: Ledger, number: Counted) -> set[str]:
    """Return all words of what is counted, also behind one that looks like its end: `four UPS modules`."""
    behind = (one for one in ledger.pieces[number.path] if one.start > number.start)
    words = takewhile(lambda one: one.is_word and not one.meaning.part, behind)
    return {singular(word) for one in words for word in one.text.split()} | {number.noun}


def _carried(ledger: Ledger, groups: Set[int]) -> Iterator[Balance]:
    """Yield the totals that nothing is compared with, beside what as many as may lose one carry together."""
    for claim, whole in ledger.worked_out("*") if groups else ():
        if not any(one.number in groups for one in claim.operands):
            continue
        for need in ledger.view(totals_of):
            apart = need not in ledger.parts(whole) and whole not in ledger.parts(need)
            alike = need.kind is whole.kind and need.value <= whole.value <= _MOST * need.value
            if apart and alike and not agree(need, whole) and not compared_with(ledger, need):
                yield balance(need, whole, need.line, is_told=False)


def _factors(ledger: Ledger, fact: Fact) -> list[Fact]:
    """Return the factors of a product, and those of which it was computed in turn."""
    made = {one.result_of for one in ledger.parts(fact) if one.kind is fact.kind} - {None}
    products = [claim for number, claim in enumerate(ledger.claims) if number in made]
    return [one for claim in products if claim.operator == "*" for one in claim.operands]


def _is_part_of(ledger: Ledger, usable: Fact, whole: Fact, need: Fact) -> bool:
    """Whether a value is what can be used of a whole: a share of it, or made of its parts and less."""
    if usable.result_of is None or not usable.is_topic:
        return False
    claim = ledger.claims[usable.result_of]
    if claim.operator not in _MADE_BY or usable.origin is not Origin.CALCULATIONS:
        return False
    taken = {part for one in claim.operands[claim.operator == "-" :] for part in ledger.parts(one)}
    parts = [one for one in ledger.parts(need) if one.kind is need.kind]
    alike = any(one.kind is part.kind and agree(one, part) for one in taken for part in parts)
    alike = alike or any(part.subject.thing == need.subject.thing != "" for part in taken)
    if claim.operator == "-" and alike:
        return False  # what is left of the whole
    wholes = claim.operands[:1] if claim.operator == "-" else claim.operands
    if any(agree(one, whole) for one in wholes if one.kind is whole.kind):
        return usable.role in ROOM or "measured" in usable.cues
    values = [one.value for one in claim.operands]
    made = [claim.operands for claim in ledger.made_by(whole)]
    return any(len(values) > len(parts) and all(one.value in values for one in parts) for parts in made)
