"""Why a total may be beyond what there is and nothing is wrong: it is of another kind or case, or noticed."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, isclose, isfinite
from typing import Final

from qbank.facts.comparisons import compared_with, is_same, is_told_above
from qbank.facts.counted import counted, is_plural, singular
from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.meaning import NO_MEANING
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, ENDING, GIVING, STORED, Kind, Origin, Role, unit_of_time
from qbank.rules.capacity.answers import is_concluded, nouns_of, verdict
from qbank.rules.capacity.givens import is_unused, windows
from qbank.rules.capacity.held_against import UNLIKE, names_same
from qbank.rules.capacity.limits import is_period_of, limits_of
from qbank.rules.capacity.needs import amounts_of, goes_on
from qbank.rules.capacity.rooms import is_narrowed, times_there

_OTHER_CASES: Final = frozenset(("supposed", "former", "alternative", "denied", "claimed"))
_SEVERAL: Final = frozenset(("all", "both"))
_OF_EACH: Final = frozenset(("each", "apiece"))
_OF_ONE: Final = _OF_EACH | {"own", "every"}
_CASES: Final = frozenset(
    ("without", "if", "unsharded", "instead", "largest", "biggest", "longest", "possible")
)
"""Words of a label that make it that of another case, or of what could be."""
_WISHED: Final = frozenset(("should", "target", "goal"))
"""What makes a limit of a time one that may be exceeded by choice."""
_BESIDE: Final = 3
_DEADLINE: Final = 3600.0
"""Seconds: a limit of an hour or more is that of a work, and not of an answer."""
_EXACT: Final = 1e-6
_LESS: Final = 0.1
"""A total of another case is not far below its limit."""


def is_of_other_kind(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total may be beyond a value and nothing is wrong: a mean, a bill, a given."""
    is_limit, is_left_alone = limit.role is Role.LIMIT, is_unused(ledger, limit)
    return (
        (total.kind is Kind.EVENT_RATE and not (is_limit and is_left_alone))
        or (total.kind is Kind.COUNT and not (limit.origin in GIVING and (is_limit or is_left_alone)))
        or (total.kind is Kind.COUNT and _are_counts_of_others(total, limit))
        or (total.kind is Kind.MONEY and "on-condition" in limit.cues)  # `whatever costs more than $200`
        or (total.kind is Kind.TIME and _is_of_other_time(ledger, total, limit))
        or _is_end_of_interval(ledger, total)
        or any("floor" in one.cues for one in (limit, *limit.same))
        or any(one.path[0] in ASKED for one in total.same)
        or (total.kind is Kind.BYTE_RATE and _is_stored(ledger, total))
    )


def _are_counts_of_others(total: Fact, limit: Fact) -> bool:
    """Tell whether two numbers count other things: `6 requests`, `four chips`."""
    units = {one.mention.unit.name for one in (total, limit)} - {""}
    nouns = units | {one.subject.name for one in (total, limit) if one.is_bare} - {""}
    return len({singular(noun) for noun in nouns}) > 1


def _is_of_other_time(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a time may be exceeded by choice, is part of a longer one, or no such time at all."""
    label = [piece for piece in ledger.label_of(total) if piece.is_word][:2]
    is_per_time = (
        len(label) > 1 and label[0].meaning.part == "per" and unit_of_time(label[1].text) is not None
    )
    return (
        is_per_time  # `Per day: 24 h * 2.5% = 0.6 h`
        or (limit.origin not in GIVING and bool(ledger.made_by(total, "/")))
        or (
            ENDING.isdisjoint(limit.cues)
            and limit not in ledger.view(windows)
            and not (limit.value >= _DEADLINE and is_concluded(total))
            and not (is_unused(ledger, limit) and _is_bound(ledger, total, limit))
            and not is_period_of(ledger, total, limit)
            and not ledger.view(verdict)
        )
    )


def _is_bound(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a time is that of several stages, or of what a limit is given for, as they are."""
    of_it = any(ledger.made_by(total, operator) for operator in "*/") and (
        "granting" in limit.cues or names_same(ledger, total, limit)
    )
    is_real = UNLIKE.isdisjoint(cues_in(ledger.label_of(total)))
    is_real = is_real and all(piece.text not in _WISHED for piece in ledger.clause_of(limit))
    return is_real and (of_it or bool(ledger.made_by(total, "+")))


def _is_end_of_interval(ledger: Ledger, total: Fact) -> bool:
    """Tell whether a sum is the upper end of what lies around a value: `48 - 2 = 46 ms`, `48 + 2 = 50 ms`."""
    return any(
        len(one.operands) == len(other.operands) == 2 and all(map(agree, one.operands, other.operands))
        for one in ledger.made_by(total, "+")
        for other, _ in ledger.worked_out("-")
    )


def _is_stored(ledger: Ledger, rate: Fact) -> bool:
    """Tell whether the calculations go on with what comes in over a time, which need not be sent."""
    return any(
        claim.operator == "*"
        and any(agree(one, rate) for one in claim.operands)
        and any(one.kind is Kind.TIME for one in claim.operands)
        for claim in ledger.claims
    )


def is_other_case(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is not of what is done, or the limit not the one for it."""
    label = ledger.label_of(total)
    if not _OTHER_CASES.isdisjoint(cues_in(label)) or any(piece.text in _CASES for piece in label):
        return True
    if _is_of_several(ledger, total, limit) or _is_over_time(ledger, total, limit):
        return True
    others = [one for one in ledger.view(amounts_of) if one.kind is total.kind and one is not total]
    if not is_named(ledger, total, limit) and any(is_named(ledger, one, limit) for one in others):
        return True  # the take-off mass, of which the payload is limited
    if _is_compared_elsewhere(ledger, total, limit):
        return True
    is_chosen = _is_chosen(ledger, total)
    if is_chosen is not None:
        return not is_chosen
    return _has_larger(ledger, total, limit) or _has_alternative(ledger, total, limit)


def _is_of_several(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is of several things, and a limit of each: `eight cameras`, `6 Gb/s each`."""
    label = ledger.label_of(total)
    words = [piece.text for piece in label if piece.is_word]
    if any(is_plural(word) and singular(word) == limit.subject.told for word in words):
        return True  # `both racks` beside the limit of a rack
    counts = _counts_of(ledger, total).values()
    is_several = not _SEVERAL.isdisjoint(words) or any(number > 1 for number in counts)
    if is_several and _is_of_each(ledger, limit) and times_there(ledger, total, limit) == 1:
        return True
    if _OF_ONE.isdisjoint(one.text for one in ledger.sentence_of(limit)):
        return False
    # `90 - 23` beside `8 * 23`: what one takes is held against that of one
    made_of = [part for claim in ledger.made_by(total, "*") for part in claim.operands]
    ones = [part for part in made_of if part.kind is total.kind]
    return any(
        claim.operator in {"-", "/"}
        and any(is_same(one, limit) for one in claim.operands)
        and any(is_same(one, part) for one in claim.operands for part in ones)
        for claim in ledger.claims
    )


def _is_of_each(ledger: Ledger, limit: Fact) -> bool:
    return any(one.text in _OF_EACH for one in ledger.clause_of(limit))


def _is_over_time(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a limit is what a time has room for, after which there is another one: a night."""
    if total.kind is Kind.POWER or (total.kind in STORED and not _takes_several(ledger)):
        return False
    first = next((piece.meaning for piece in ledger.label_of(limit) if piece.is_word), NO_MEANING)
    if limit.kind is Kind.TIME and (first.sort == "limit" or "limit" in first.cues):
        return False  # `Budget: 43,200 min * 0.001 = 43.2 min`
    return any(one.kind is Kind.TIME for claim in ledger.made_by(limit) for one in claim.operands)


def _takes_several(ledger: Ledger) -> bool:
    """Tell whether what is concluded speaks of several times: `it takes two nights`."""
    return any(
        (one.meaning.number or 0) > 1 and two.meaning.part == "unit"
        for pieces in ledger.solution.values()
        for one, two in pairwise(pieces)
    )


def _is_compared_elsewhere(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether the text compares a total with something else than its limit."""
    parts = ledger.parts(total)
    compared = [
        one
        for one in compared_with(ledger, total)
        if 2 * one.value > total.value and not any(is_same(one, part) for part in parts)
        if one.role is not Role.DEMAND or one.place in {"", total.place}  # the weights in flash
        if limit.subject.sort != "link" or one.subject.sort == "link"  # a store is held against others
    ]
    return bool(compared) and not any(is_same(one, limit) for one in compared)


def _has_alternative(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether another total is within the limit, or one of several cases: `Index, FP16: ...`."""
    parts = ledger.parts(total)
    return any(
        one.kind is total.kind
        and one is not total
        and one not in parts
        and (_named_alike(ledger, total, one) or _is_within(ledger, one, limit))
        and _is_alternative(ledger, total, one, limit)
        for one in ledger.view(amounts_of)
    )


def _is_within(ledger: Ledger, other: Fact, limit: Fact) -> bool:
    is_within = limit.value * _LESS < other.value <= limit.value and not agree(other, limit)
    return is_within and ledger.view(limits_of)[id(other)] is limit


def _is_alternative(ledger: Ledger, total: Fact, other: Fact, limit: Fact) -> bool:
    """Tell whether the plan may be that of another total, which counts as this one does."""
    cues = cues_in(ledger.label_of(other))
    is_power = total.kind is Kind.POWER and "/" in other.mention.unit.name  # `kWh per year`
    is_moved = bool(limit.place) and other.role is Role.TRAFFIC is not total.role  # `Written a day: ...`
    is_apart = "ahead" in other.cues or not _OTHER_CASES.isdisjoint(cues)  # `Traffic before the move`
    is_share = limit not in ledger.view(windows) and ledger.made_by(other, "/")
    is_rest = "latter" not in cues and ledger.made_by(other, "-")  # but `New total: 2.3 W - 0.2 W`
    return not (is_power or is_moved or is_apart or is_share or is_rest or goes_on(ledger, other)) and (
        is_concluded(other) or not (is_concluded(total) or "at-times" in cues)
    )


def is_named(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a limit is given for what the label of a total names: `payload at most 15 g`."""
    if limit.origin not in GIVING or limit.role is not Role.LIMIT:
        return False
    before = ledger.pieces[limit.path][max(0, limit.at - _BESIDE) : limit.at]
    named = nouns_of(piece for piece in before if piece.clause == limit.clause)
    return bool(named & nouns_of(ledger.label_of(total)))


def _named_alike(ledger: Ledger, total: Fact, other: Fact) -> bool:
    """Tell whether the labels of two totals begin with the same word: one quantity in several cases."""
    first, second = (
        next((piece.text for piece in ledger.label_of(one) if piece.is_word), "") for one in (total, other)
    )
    return bool(first) and first == second


def _has_larger(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is within another limit of the name, or the memory behind a cache on a chip."""
    memories = [one.device.memory or 0.0 for one in ledger.devices if one.device.sort == "device"]
    if limit.place == "sram" and max(memories, default=0.0) >= total.value:
        return True
    # of which the limit is what a loss or a reserve leaves
    gross = ledger.parts(limit)
    return any(
        other.role is limit.role
        and other not in gross
        and not is_narrowed(other, (limit,))
        and other.subject.told == limit.subject.told != ""
        and (other.place == limit.place or not limit.place)
        and other.value >= total.value
        and not agree(other, total)
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


def is_noticed(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether the text says that a total is more, by how much, or how many times as much."""
    excess, times = total.value - limit.value, total.value / limit.value
    parts = ledger.parts(total) | (ledger.parts(limit) - {limit})
    label = () if limit.origin in GIVING else ledger.label_of(limit)
    named = nouns_of(label) | {limit.subject.told}
    needed = ceil(times) if isfinite(times) else 0
    things = {(one.path, one.start) for one in ledger.view(counted)}
    return (
        is_told_above(ledger, total, limit)
        or _is_denied(ledger, total)
        or _is_for_several(ledger, total, limit)
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
            and any(is_same(one, total) for one in claim.operands)
            and any(is_same(one, limit) for one in claim.operands)
            for claim in ledger.claims
        )
        or any(
            relation.name == "exceeds"
            and relation.origin not in {Origin.SCENARIO, Origin.QUESTION}
            and (total.kind is Kind.COUNT or any(agree(one, total) for one in relation.before))
            and (not relation.behind or relation.behind[0].kind is total.kind)
            for relation in ledger.relations
        )
    )


def _is_denied(ledger: Ledger, total: Fact) -> bool:
    """Tell whether the line of a total ends with a no: `| 4 bits | 1,050 KB | no |`, `= 1,050 KB, no`."""
    behind = [one for one in ledger.pieces[total.path][total.at + 1 :] if one.line == total.line]
    words = [one.text for one in behind if one.is_word]
    return words == ["no"]


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
