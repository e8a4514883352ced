"""QB858: speed-ups beyond what the unchanged part, or the number of workers, allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from math import isclose
from typing import Final

from msgspec import Struct

from qbank.facts.counted import counted
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKED, ASKING, Kind, Role, Standing
from qbank.rules.capacity.answers import nouns_about, nouns_of
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import BOUND, behind, is_stated, is_told, meant, quotients, where
from qbank.units import physical

_SAME: Final = 0.011
_EXACTLY: Final = 0.004
_PERIODS: Final = frozenset((60.0, 3600.0, 86_400.0))
_SAID: Final = frozenset(("stays", "parallel"))
_BEFORE: Final = frozenset((Standing.TOPIC, Standing.FORMER))
_SHARES: Final = frozenset((Kind.SHARE, Kind.COUNT))
_PLAIN: Final = frozenset((Kind.COUNT, Kind.RATIO))
_PART_REACH: Final = 6
_MOST_DRAFTED: Final = 32
_OF_THAT: Final = 2
_LABEL_REACH: Final = 5
"""How far behind the words for it a gain may stand: `Speed-up of the chain: 5`."""
_WHOLES: Final = frozenset(("step", "clock", "frame"))
"""Things whose time is parted by shares: `30% of the step`, `30% of the wall clock`."""
_POINTING: Final = frozenset(("that", "this", "it", "these"))
_RELATIVE: Final = frozenset(("which", "that"))
_JOINING: Final = frozenset(("and", "but", "while", "whereas"))


class SpeedUpBeyondBound(LedgerRule):
    """A speed-up is above what the part that stays as it was allows.

    Amdahl's law: if a tenth of the time is serial, nothing makes the whole more than ten times as fast, and
    the whole cannot take less than the part that is as it was. Nor do N devices of one kind make a job more
    than N times as fast as one of them, and of N drafted tokens a pass yields no more than N + 1.
    Correct the time after the change, or the share.
    """

    code = "QB858"
    name = "speed-up-beyond-bound"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: 10% of the job is serial, and 64 workers give a speed-up of 24×.\n",
            underlines="24×",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A job takes 90 minutes: 15 minutes for the index, which stay on one worker, and 75\n"
                "  minutes that split evenly. With 24 workers we timed 12 minutes.\n"
                "details:\n  napkin_math: |\n    - Speed-up: 90 / 12 = 7.5\n"
            ),
            underlines="7.5",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A frame takes 50 ms on the CPU, 40% of that in decoding. The network moved to the NPU,\n"
                "  and decoding stayed where it was. Now the stopwatch says 16 ms.\n"
                "details:\n  napkin_math: |\n    - Speed-up: 50 / 16 = 3.125\n"
            ),
            underlines="3.125",
        ),
    )
    good = (
        Example(yaml="scenario: 10% of the job is serial, and 64 workers give a speed-up of 8.8×.\n"),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A song takes 120 s. The mixer takes 30 s, and the network 90 s. The stages follow one\n"
                "  another. The network is 6x faster now while the mixer stage stays as it is: 45 s a song.\n"
                "details:\n  napkin_math: |\n    - Speed-up: 120 s / 45 s = 2.67\n"
            )
        ),
        Example(
            yaml=(
                "scenario: A page takes 500 ms, of which 300 ms are the database. The rest stays as it is.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - Database, 6x faster: 500 - 250 = 250 ms\n"
                "    - With a cache in front: 250 - 80 = 170 ms\n"
                "    - Speed-up: 500 / 170 = 2.94\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare speed-ups with the share that is serial, and times with the part that stays as it was."""
        yield from _beyond_parts(ledger)
        yield from _beyond_what_stays(ledger)
        yield from _above_number(ledger)
        if ledger.says("drafting") and not ledger.says("branching", "many-streams"):
            yield from _more_than_drafted(ledger)
        yield from _beyond_serial(ledger)


def _beyond_serial(ledger: Ledger) -> Iterator[Violation]:
    """Yield speed-ups of a whole that are more than the one share which is told to be serial allows."""
    gains = [
        fact
        for fact in ledger.of_role(Role.RATIO)
        if "speed-up" in fact.traits and fact.operand_of is None and is_stated(fact)
    ]
    shares = [
        fact
        for fact in (ledger.of_role(Role.SHARE) if gains else ())
        if fact.kind in _SHARES and 0 < fact.value < 1 and not _is_of_quality(fact)
        if is_told(fact) or (fact.result_of is not None and fact.is_topic)
    ]
    beside = {_left(ledger, one, one.traits): one for one in shares if not _SAID.isdisjoint(one.traits)}
    serial = beside or {_left(ledger, one, one.cues): one for one in shares if not _SAID.isdisjoint(one.cues)}
    if len({f"{share:.3g}" for share in serial}) != 1:
        return
    share, told = next(iter(serial.items()))
    others = [one for one in shares if isclose(one.value, 1 - share, rel_tol=_SAME)]
    # `Share of decoding: 80%`, which is 16 times as fast
    sped_up = nouns_about(ledger, *others).union(*(nouns_of(_words_behind(ledger, one)) for one in others))
    for fact in gains:
        if fact.value > BOUND / share and sped_up.isdisjoint(nouns_of(ledger.label_of(fact))):
            bound = f"1 / {share:.3g} = {1 / share:.3g}, as {told.text} tells"
            yield Violation(fact, f"{fact.text} is more than {bound}", (told,))


def _above_number(ledger: Ledger) -> Iterator[Violation]:
    """Yield how many times as fast several things of one kind are as one, where it is more than they are."""
    told = [one for one in ledger.view(counted) if one.is_topic and one.path[0] in ASKED]
    for first, second, ratio in quotients(ledger) if told else ():
        if ratio.kind not in _PLAIN or not (_is_gain(ratio) and ratio.label and is_stated(ratio)):
            continue
        numbers = {first.number, second.number}
        single = {
            noun
            for one in told
            if one.number == 1
            and any(piece.mention and piece.mention.number in numbers for piece in ledger.sentence_of(one))
            for noun in one.nouns
        }
        several = [one for one in told if one.number > 1 and one.noun in single]
        most = max(several, key=lambda one: one.number, default=None)
        if most is not None and ratio.mention.low > most.number * BOUND:
            yield Violation(ratio, f"{ratio.text} times as fast is more than the {most.text}")


def _more_than_drafted(ledger: Ledger) -> Iterator[Violation]:
    """Yield mean numbers of tokens of a pass that are more than what was drafted, and one of its own."""
    tokens = [one for one in ledger.facts if _is_of_tokens(one) and one.is_topic]
    drafted = {
        one.value: one
        for one in tokens
        if one.path[0] in ASKED and one.value.is_integer() and 1 < one.value <= _MOST_DRAFTED
        if "drafting" in ledger.cues_of(one.path, one.sentence)
    }
    if len(drafted) != 1:
        return
    told = next(iter(drafted.values()))
    most = told.value + 1
    for fact in tokens:
        if not fact.value.is_integer() and most * BOUND < fact.value < 2 * most and is_stated(fact):
            yield Violation(fact, f"{fact.text} are more than the {told.text} drafted, and one more", (told,))
            return


def _is_of_tokens(fact: Fact) -> bool:
    """Whether a fact is a number of tokens, of anything: no rate, and none for a time."""
    is_number = fact.kind in {Kind.COUNT, Kind.OTHER} and not physical(fact.mention.unit.dimension)
    of_tokens = fact.mention.unit.name.startswith("token") or fact.subject.thing == "token"
    return is_number and of_tokens and not fact.mention.scaled


class _Gain(Struct, frozen=True):
    """The times of a whole before and after a change, where they are compared, and if rates tell them."""

    before: float
    after: float
    fact: Fact
    of_rates: bool = False


def _gains(ledger: Ledger) -> Iterator[_Gain]:
    """Yield the quotients of two times, and the times that are divided by how many times as fast it is.

    A rate is one over a time where one thing is done after another.
    """
    one_at_a_time = (ledger.says("serial") and not _overlaps_now(ledger)) or (
        ledger.says("at-a-time") and not ledger.says("help", "many-streams")
    )
    told = {*ledger.view(_told_gains), *(one.number for _, one in ledger.worked_out() if _is_gain(one))}
    given = {one.value for one in ledger.by_kind[Kind.TIME] if one.origin in ASKING}
    counts = {float(one.number) for one in ledger.view(counted)}
    # What is left of others, or the sum of all parts that there are now: `With it: 6 + 9 + 36 = 51 ms`.
    reckoned = {one.value for _, one in ledger.worked_out("-+") if one.kind is Kind.TIME}
    for claim, result in ledger.worked_out("/*"):
        if len(claim.operands) != 2 or not is_stated(result):
            continue
        first, second = (_time(ledger, one) for one in claim.operands)
        fast, slow = (_time(ledger, one, Kind.EVENT_RATE) for one in claim.operands)
        factor = claim.operands[1]
        times = factor.number if factor.kind in _PLAIN else 0.0
        is_ratio, is_gain = result.kind in _PLAIN, _is_gain(result)
        if claim.operator == "*":
            if fast and times > 1 and times in told and result.kind is Kind.EVENT_RATE and one_at_a_time:
                yield _Gain(1 / fast, 1 / result.value, result, of_rates=True)
        elif first in _PERIODS or (is_ratio and any(isclose(second, one, rel_tol=_SAME) for one in reckoned)):
            continue  # how often in an hour; what is left of the time before has the parts that stay
        elif is_ratio and first and second and (is_gain or first in given or first not in reckoned):
            yield _Gain(first, second, result)
        elif is_ratio and is_gain and fast and slow and one_at_a_time:
            yield _Gain(1 / slow, 1 / fast, result, of_rates=True)
        elif result.kind is Kind.TIME and first and times:
            is_each = result.per or " per " in result.text or times in counts  # `50,000 h / 4,096 GPUs`
            if not is_each or times in told:
                yield _Gain(first, result.value, result)


def _is_gain(fact: Fact) -> bool:
    """Whether a fact is how many times as fast something is, by its words."""
    return "speed-up" in fact.said


def _told_gains(ledger: Ledger) -> dict[float, set[str]]:
    """Return how many times as fast something is told to be, with the nouns of the sentences that say so."""
    found: dict[float, set[str]] = {}
    for path, numbered in ledger.numbered.items():
        pieces = ledger.pieces[path]
        for at, piece in numbered:
            if piece.mention is None or piece.mention.kind not in _PLAIN:
                continue
            if "speed-up" in cues_in(pieces[max(0, at - _LABEL_REACH) : at + 1 + _OF_THAT]):
                here = (one for one in pieces if one.sentence == piece.sentence)
                found.setdefault(piece.mention.number, set()).update(_named(here))
    return found


def _named(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the nouns of some pieces that tell a part of a whole, and not what does it, and how fast."""
    return nouns_of(
        one
        for one in pieces
        if "time" not in one.text.split()
        and one.meaning.sort != "device"
        and "speed-up" not in one.meaning.cues
    )


def _terms(ledger: Ledger) -> list[float]:
    """Return the times that are added up to others: each is that of a part."""
    terms = (one for claim, _ in ledger.worked_out("+") for one in claim.operands)
    return [one.value for one in terms if one.kind is Kind.TIME]


def _time(ledger: Ledger, operand: Fact, kind: Kind = Kind.TIME) -> float:
    """Return the time or rate that an operand is, or of which it is the bare number; 0 if none."""
    told = meant(ledger, operand, kind)
    return told.value if told is not None else 0.0


def _is_time(ledger: Ledger, operand: Fact, time: float) -> bool:
    return isclose(_time(ledger, operand), time, rel_tol=_SAME)


def _beyond_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield wholes that take less time than their parts without the one that was made faster.

    The parts are the terms of a sum, or shares of the whole.
    """
    overlaps = ledger.says("overlapping") and not ledger.says("serial") and _overlaps_now(ledger)
    if overlaps or not ledger.says("stays", "all-else", "as-before"):
        return
    for gain in _gains(ledger):
        for rest, why in _rests(ledger, gain.before, of_rates=gain.of_rates):
            if gain.after * BOUND < rest:
                share, most = rest / gain.before, gain.before / rest
                what = f"what was not made faster is {share:.3g} of the whole, so this is below {most:.3g}"
                yield Violation(gain.fact, f"{gain.fact.text}: {what} times as fast", (why,))
                return


def _overlaps_now(ledger: Ledger) -> bool:
    """Tell whether anything but the solution, which may advise it, says that parts overlap."""
    told = (cued for path, cued in ledger.cued.items() if path not in ledger.solution)
    return any("overlapping" in piece.meaning.cues for cued in told for _, piece in cued)


def _rests(ledger: Ledger, whole: float, *, of_rates: bool) -> Iterator[tuple[float, Fact]]:
    """Yield how long what was not made faster takes at least, with the part that may have been."""
    if ledger.says("all-else") and (part := the_only(_parts_by_share(ledger, whole))) is not None:
        yield whole - part.value, part
        return
    for claim, total in ledger.worked_out("+"):
        is_whole = of_rates or isclose(total.value, whole, rel_tol=_SAME)
        if is_whole and all(one.kind is Kind.TIME for one in claim.operands):
            longest = max(claim.operands, key=lambda one: one.value)
            yield whole * (1 - longest.value / total.value), longest
    yield from _told_parts(ledger, whole)
    shares = [one for one in _shares_of(ledger, whole, of_rates=of_rates) if 0 < one.value < 1]
    largest = max(shares, key=lambda one: one.value, default=None)
    if largest is None:
        return
    if isclose(sum(one.value for one in shares), 1, rel_tol=_SAME):
        sped_up = [one for one in shares if _is_sped_up(ledger, one)]
        changed = sped_up[0] if len(sped_up) == 1 else largest
        yield whole * (1 - changed.value), changed
    elif len(shares) == 1:
        stays = whole * largest.value
        if largest in ledger.view(_staying):
            yield stays, largest
        elif ledger.says("all-else") and not _is_said_to_stay(ledger, largest):
            yield whole - stays, largest
        else:
            yield min(stays, whole - stays), largest


def _is_sped_up(ledger: Ledger, share: Fact) -> bool:
    """Tell whether a sentence that tells a gain names the part of a share: `decoding runs 8 times faster`."""
    names = _named(_words_behind(ledger, share))
    return any(names & about for about in ledger.view(_told_gains).values())


def _parts_by_share(ledger: Ledger, whole: float) -> Iterator[Fact]:
    """Yield the parts of a time whose share is worked out: `120 / 400 = 30%`, `0.30 * 400 ms = 120 ms`."""
    for claim, result in ledger.worked_out("/*"):
        if len(claim.operands) != 2:
            continue
        first, second = claim.operands
        if claim.operator == "/" and result.kind is Kind.SHARE and _is_time(ledger, second, whole):
            part = [one for one in ledger.by_kind[Kind.TIME] if _is_time(ledger, first, one.value)]
            yield from part[:1]
        elif claim.operator == "*" and result.kind is Kind.TIME and result.value < whole:
            shares = [one for one in (first, second) if 0 < one.value < 1]
            told = [one for share in shares for one in ledger.by_kind[Kind.SHARE] if one.value == share.value]
            of_whole = len(shares) == 1 and any(_is_time(ledger, one, whole) for one in (first, second))
            if of_whole and not any(_is_said_to_stay(ledger, one) for one in told):
                yield result


def _is_said_to_stay(ledger: Ledger, share: Fact) -> bool:
    """Tell whether the sentence of a share says that it stays, and not the rest of it."""
    return any(
        "stays" in piece.meaning.cues and "all-else" not in piece.meaning.cues
        for piece in ledger.sentence_of(share)
    )


def _told_parts(ledger: Ledger, whole: float) -> Iterator[tuple[float, Fact]]:
    """Yield the same of a sentence with a whole and parts of it: `9 ms: 5 ms of work, 4 ms of rest`."""
    if any(isclose(whole, one, rel_tol=_SAME) for one in ledger.view(_terms)):
        return  # `15 + 35 + 50 + 100 ms`: the last one is a part, for all that the others come to as much
    times = [fact for fact in ledger.by_kind[Kind.TIME] if fact.standing in _BEFORE]
    for one in times:
        if not isclose(one.value, whole, rel_tol=_SAME):
            continue
        here = [it for it in times if (it.path, it.sentence) == (one.path, one.sentence) and it is not one]
        behind = [it for it in here if it.at > one.at]
        if not behind and (part := _of_these(ledger, one, times)) is not None:
            yield min(part.value, abs(whole - part.value)), part
        for parts in (here, behind):
            if len(parts) >= 2 and isclose(sum(it.value for it in parts), whole, rel_tol=_EXACTLY):
                largest = max(parts, key=lambda it: it.value)
                yield whole - largest.value, largest
        between = ledger.pieces[one.path][one.at : behind[0].at] if len(behind) == 1 else []
        if any(of.meaning.part == "of" and piece.text == "which" for of, piece in pairwise(between)):
            yield min(behind[0].value, abs(whole - behind[0].value)), behind[0]


def _of_these(ledger: Ledger, whole: Fact, times: list[Fact]) -> Fact | None:
    """Return the first time of the next sentence, if that tells it to be of another: `Of these, 12 min`.

    Further ones are the rest, and come to the other with it: `12 min are x, followed by 28 min of y`.
    """
    behind = [it for it in times if (it.path, it.sentence) == (whole.path, whole.sentence + 1)]
    words = [it.text for it in ledger.sentence_of(behind[0])] if behind else []
    points = words[:1] == ["of"] and words[1] in _POINTING
    is_all = len(behind) == 1 or isclose(sum(it.value for it in behind), whole.value, rel_tol=_EXACTLY)
    return behind[0] if points and is_all and behind[0].value < whole.value else None


def _shares_of(ledger: Ledger, whole: float, *, of_rates: bool) -> Iterable[Fact]:
    """Return the shares that the scenario tells of a time: beside it, or multiplied with it, or of a step."""
    multiplied = [
        one.value
        for claim in ledger.claims
        if claim.operator == "*" and any(_is_time(ledger, one, whole) for one in claim.operands)
        for one in claim.operands
        if 0 < one.value < 1
    ]
    timed = {where(one) for one in ledger.by_kind[Kind.SHARE] if _is_of_time(ledger, one)}
    found: dict[float, Fact] = {}
    for fact in ledger.by_kind[Kind.SHARE]:
        told = fact.standing in _BEFORE or "measured" in fact.said
        if not told or fact.origin not in ASKING or _is_of_quality(fact):
            continue
        near = [*ledger.beside(fact, Kind.TIME), *_named_so(ledger, fact)]
        if (
            any(isclose(one.value, whole, rel_tol=_SAME) for one in near)
            or any(isclose(fact.value, one) for one in multiplied)
            or (of_rates and where(fact) in timed)
        ):
            found.setdefault(fact.value, fact)
    return found.values()


def _is_of_time(ledger: Ledger, share: Fact) -> bool:
    """Tell whether the words behind a share say that it is one of a time: `30% of the wall clock`."""
    words = _words_behind(ledger, share)
    return any(one.meaning.thing in _WHOLES or "time" in one.text.split() for one in words)


def _named_so(ledger: Ledger, share: Fact) -> list[Fact]:
    """Return the times of the sentence before, if a share is told to be of that: `12% of that time`."""
    words = [piece.text for piece in behind(ledger, share, _OF_THAT)]
    if words[:1] != ["of"] or words[-1] not in _POINTING:
        return []
    times = filter(is_stated, ledger.by_kind[Kind.TIME])
    return [one for one in times if (one.path, one.sentence + 1) == where(share)]


def _is_of_quality(fact: Fact) -> bool:
    """Tell whether a share is an accuracy or the like, and none of the time: `accuracy stays at 77 %`."""
    return "of-quality" in fact.said


def _left(ledger: Ledger, fact: Fact, said: frozenset[str]) -> float:
    """Return the share that stays: what is told, or the rest of it, `60% is split and the rest is serial`."""
    words = _words_behind(ledger, fact, None)
    at = next((at for at, one in enumerate(words) if "stays" in one.meaning.cues), len(words))
    # The rest has to be said to be something: `10% optimizer and the rest` is no more than named so.
    of_rest = "all-else" in cues_in(words[at : at + 1]) and any(
        one.meaning.part in {"copula", "verb"} for one in words[at + 1 : at + 2]
    )
    return fact.value if "stays" in said and not of_rest else 1 - fact.value


def _words_behind(ledger: Ledger, fact: Fact, most: int | None = _PART_REACH) -> list[Piece]:
    """Return what stands behind a value in its sentence, up to the next one."""
    pieces = ledger.pieces[fact.path][fact.at + 1 :]
    return list(takewhile(lambda one: one.sentence == fact.sentence and not one.mention, pieces))[:most]


def _beyond_what_stays(ledger: Ledger) -> Iterator[Violation]:
    """Yield computed speed-ups whose time after the change is below a part or share that stays as it was."""
    gains = [quotient for quotient in quotients(ledger) if _is_gain(quotient[2]) and quotient[2].is_topic]
    wholes = [one.value for one in ledger.by_kind[Kind.TIME]]
    for part in ledger.view(_staying) if gains else ():
        for *times, gain in gains:
            before, after = (_given(ledger, one) for one in times)
            if before is None or after is None:
                continue
            least = part.value if part.kind is Kind.TIME else part.value * before.value
            is_part = any(isclose(one, before.value + least, rel_tol=_SAME) for one in wholes)
            if after.value * BOUND < least < before.value and not is_part:  # 26 ms and 14 ms of 40 ms
                what = f"{after.text} after it is less than the {part.text} that stays as it was"
                yield Violation(gain, f"{gain.text}: {what}", (after, part))
                return


def _given(ledger: Ledger, operand: Fact) -> Fact | None:
    """Return the time that the question gives of which an operand is the value."""
    told = meant(ledger, operand, Kind.TIME)
    values = () if told is None else (told, *told.same)
    return next((one for one in values if one.origin in ASKING and one.is_topic), None)


def _staying(ledger: Ledger) -> list[Fact]:
    """Return the times and shares of which the scenario says that they stay as they are.

    A relative clause says it of the value before it, `12 minutes for the merge, which stay on one worker`;
    or its own clause does, `the 12 minutes stay as they are`; else the nouns before the verb are those behind
    the value: `35% in resizing ... Resizing stayed so`.
    """
    found: list[Fact] = []
    for path, cued in ledger.cued.items():
        pieces = ledger.pieces[path]
        for at, piece in cued if path[0] in ASKED else ():
            clause = [one for one in pieces[:at] if one.clause == piece.clause]
            if "stays" not in piece.meaning.cues or "all-else" in cues_in([*clause, piece]):
                continue
            told = [
                fact
                for fact in ledger.facts
                if fact.kind in {Kind.TIME, Kind.SHARE} and fact.path == path and fact.at < at
                if is_stated(fact) and not _is_of_quality(fact)
            ]
            own = [one for one in told if one.clause == piece.clause]
            follows = any(one.text == "which" for one in clause) and not own
            if follows or (at and pieces[at - 1].text in _RELATIVE):
                found += [one for one in told if one.sentence == piece.sentence][-1:]
            elif own:
                found.append(own[-1])
            else:
                joined = [place for place, one in enumerate(clause) if one.text in _JOINING]
                names = nouns_of(clause[joined[-1] if joined else 0 :])
                found += [one for one in told if names & nouns_of(_words_behind(ledger, one))]
    return found
