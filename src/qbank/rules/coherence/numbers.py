"""Numbers of things and of periods that a question gives, where a calculation has another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import Counted, counted, number_of, singular
from qbank.facts.fact import ClaimFacts, Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Origin, Standing
from qbank.rules.core.ledger import Violation

_ASKED: Final = frozenset(("scenario", "question"))
_CONVERSIONS: Final = frozenset((2, 4, 8, 16, 32, 60, 100, 1000, 1024, 1440, 3600, 86400))
"""Bare factors that count nothing: bits, bytes of a number, seconds, percent."""
_PRICES: Final = frozenset((Kind.MONEY, Kind.PRICE))
_EACH: Final = frozenset(("each", "every-one", "per"))
_BATCHES: Final = frozenset(("batch", "batches"))
_OF_SIZE: Final = frozenset(("of", "size", "sizes", "is", "=", "at"))
_BATCH_REACH: Final = 4
_PAIR: Final = 2
_DAYS: Final = frozenset((24, 365, 730, 720, 8760))
_MOST_APART: Final = 4.5
_UNITS: Final = frozenset(("hour", "day", "week", "month", "quarter", "year"))
_STATED: Final = frozenset((Modality.GIVEN, Modality.ASSUMED))


def other_numbers(ledger: Ledger) -> Iterator[Violation]:
    """Yield bare factors that stand where a number of things or of periods is given, which enters nothing.

    What the things are the label of the line says, `All layers`, and of a period what is told per one of it.
    """
    claims = [claim for claim in ledger.claims if claim.operator in {"*", "/"} and claim.result is not None]
    if not claims:
        return
    written = _written(ledger)
    things = _things(ledger, written)
    yield from _paid_for_one(ledger, claims, things)
    yield from _other_batch(ledger, claims, written)
    periods = _periods(ledger, written)
    for claim in claims if things or periods else ():
        factor = _own_factor(claim, ledger)
        if factor is None:
            continue
        several = _called(ledger, claim, factor, things)
        period = _of_period(claim, factor, periods)
        if several is not None:
            yield Violation(factor, f"{factor.text} is used, but the {several.path[0]} has {several.text}")
        elif period is not None:
            what = f"{factor.text} is used, but the {period.origin} gives {period.text}"
            yield Violation(factor, what, ((period, period.text),))


def _paid_for_one(
    ledger: Ledger, claims: list[ClaimFacts], things: dict[str, Counted]
) -> Iterator[Violation]:
    """Yield costs at a price for each of some things, whose number is given and enters nothing."""
    prices = [one for one in ledger.by_kind.get(Kind.PRICE, ()) if one.path[0] in _ASKED]
    devices = any(one.count > 1 for one in ledger.devices)  # they are counted by their name: `64 H100`
    for claim in claims if prices and things and not devices else ():
        cost = claim.result
        if cost is None or cost.kind is not Kind.MONEY or not _EACH.isdisjoint(cost.cues | cost.traits):
            continue
        for price in (one for one in claim.operands if one.kind in _PRICES):
            told = (one for one in prices if _number(one.number) == _number(price.number))
            unit = next((one.text.lower().partition(" per ")[2] for one in told), "")
            several = things.get(singular(unit.replace("-", " ").partition(" ")[0])) if unit else None
            if several is not None and several.number > 1:
                what = f"{cost.text} is for one of {several.text}, and {price.text} is the price of each"
                yield Violation(cost, what, ((price, price.text),))


def _other_batch(ledger: Ledger, claims: list[ClaimFacts], written: set[float]) -> Iterator[Violation]:
    """Yield the bare number beside the time of a batch where the batch is given with another one."""
    told = {number: piece for piece, number in _batches(ledger)}
    if len(told) != 1 or not written.isdisjoint(told):
        return
    [(given, (path, said))] = told.items()
    times = [
        fact
        for fact in ledger.by_kind.get(Kind.TIME, ())
        if (fact.path, fact.sentence) == (path, said.sentence) and fact.standing is Standing.TOPIC
        if _is_of_batch(ledger, fact, said.start)
    ]
    for claim in claims if times else ():
        bare = [one for one in claim.operands if one.kind is Kind.COUNT and one.value > 1]
        rest = [one for one in claim.operands if one not in bare]
        if len(bare) == len(rest) == 1 and any(_is_time(rest[0], time) for time in times):
            what = f"{bare[0].text} is used, but the {path[0]} gives a batch of {given:g}"
            yield Violation(bare[0], what, ((times[0], times[0].text),))
            return


def _batches(ledger: Ledger) -> Iterator[tuple[tuple[FieldPath, Piece], float]]:
    """Yield where scenario and question tell the size of a batch, and the size."""
    for path, pieces in ledger.pieces.items():
        for at, piece in enumerate(pieces) if path[0] in _ASKED else ():
            if piece.text.partition(" ")[0] in _BATCHES:
                behind = (one for one in pieces[at + 1 : at + _BATCH_REACH] if one.text not in _OF_SIZE)
                number = next((number_of(one) for one in behind), None)
                if number is not None and number > 1:
                    yield (path, piece), number


def _is_of_batch(ledger: Ledger, time: Fact, start: int) -> bool:
    """Tell whether a time is that of one batch: `640 ms per batch`, `a batch takes 80 ms`."""
    if per := time.per or time.text.partition(" per ")[2]:
        return per == "batch"
    clause = (one for one in ledger.pieces[time.path] if one.clause == time.clause)
    return any(one.text == "batch" and one.start != start for one in clause)


def _is_time(operand: Fact, time: Fact) -> bool:
    """Tell whether an operand is a time, with its unit or as so many seconds or as it is written."""
    numbers = {_number(time.value), _number(time.number)}
    return _number(operand.value) in numbers or (operand.kind is Kind.TIME and operand.value == time.value)


def _written(ledger: Ledger) -> set[float]:
    """Return the numbers of all calculations, with units and without."""
    return {
        number
        for path, pieces in ledger.pieces.items()
        if path[0] not in _ASKED and path[-1] != "realistic_solution"
        for piece in pieces
        if (
            number := _number(piece.mention.high / piece.mention.scale) if piece.mention else number_of(piece)
        )
        is not None
    }


def _number(value: float) -> float:
    return round(value, 9)


def _things(ledger: Ledger, written: set[float]) -> dict[str, Counted]:
    """Return what scenario and question count of each thing, where that is one number and enters nothing."""
    told: dict[str, list[Counted]] = defaultdict(list)
    for one in ledger.view(counted):
        if one.path[0] in _ASKED and one.nouns[-1].endswith("s"):
            told[_noun(one.nouns[-1])].append(one)
            if holder := _holder(ledger, one):
                told[holder].append(one)
    return {
        noun: every[0]
        for noun, every in told.items()
        if len({one.number for one in every}) == 1
        and every[0].number > 1
        and every[0].is_topic
        and every[0].number not in written
    }


def _holder(ledger: Ledger, one: Counted) -> str:
    """Return what holds so many things each: `batches of 16 images`; nothing if none does."""
    before = [piece for piece in ledger.pieces[one.path] if piece.end <= one.start][-_PAIR:]
    of_it = len(before) == _PAIR and before[1].meaning.part == "of" and before[0].sentence == one.sentence
    return singular(before[0].text) if of_it else ""


def _noun(words: str) -> str:
    return singular(words.rpartition(" ")[2])


def _periods(ledger: Ledger, written: set[float]) -> dict[str, Fact]:
    """Return the one given period of each unit of time that enters nothing, by that unit."""
    told: dict[str, list[Fact]] = defaultdict(list)
    for fact in ledger.by_kind.get(Kind.TIME, ()):
        if fact.path[0] in _ASKED and fact.standing is Standing.TOPIC:
            told[singular(fact.mention.unit.name)].append(fact)
    return {
        unit: every[0]
        for unit, every in told.items()
        if len(every) == 1 and every[0].modality in _STATED and _number(every[0].number) not in written
    }


def _own_factor(claim: ClaimFacts, ledger: Ledger) -> Fact | None:
    """Return the one factor without unit that nothing before its line states; None if there are several."""
    is_pair = len(claim.operands) == _PAIR
    own = [
        fact
        for fact in claim.operands
        if fact.kind is Kind.COUNT
        and not fact.mention.scaled
        and not fact.mention.unit.name
        and fact.value > 1
        and not fact.value % 1
        and (fact.value not in _CONVERSIONS or is_pair)  # of two the label tells what is counted
        and fact.origin is Origin.CALCULATIONS
    ]
    if not own:
        return None
    known = {
        _number(one.mention.high / one.mention.scale)
        for path, pieces in ledger.pieces.items()
        for one in pieces
        if one.mention is not None
        and (path[0] in _ASKED or path != claim.path or one.end < claim.claim.start)
    }
    new = [fact for fact in own if _number(fact.value) not in known]
    return new[0] if len(new) == 1 else None


def _are_near(one: float, other: float) -> bool:
    return one != other and 1 / _MOST_APART < one / other < _MOST_APART


def _called(ledger: Ledger, claim: ClaimFacts, factor: Fact, things: dict[str, Counted]) -> Counted | None:
    """Return the number of the things that the label of a line names, `All layers`; not `Per layer`."""
    result = claim.result
    if result is None or not result.label or claim.operator != "*":
        return None
    label = [
        piece
        for piece in ledger.pieces[claim.path]
        if piece.line == factor.line and piece.end <= claim.claim.start and piece.text in result.label
    ]
    if any("per" in piece.meaning.cues or "each" in piece.meaning.cues for piece in label[:1]):
        return None
    named = {
        _noun(word)
        for piece in label
        for word in piece.text.split()
        if _noun(word) in things and (word.endswith("s") or things[word].noun != word)
    }
    found = [things[noun] for noun in named if _are_near(things[noun].number, factor.value)]
    return found[0] if len(found) == len(named) == 1 else None


def _of_period(claim: ClaimFacts, factor: Fact, periods: dict[str, Fact]) -> Fact | None:
    """Return the given period in whose unit another operand, or the result of a division, is told per one."""
    result = claim.result
    if result is None or factor.value in _DAYS or factor.value in _CONVERSIONS:
        return None
    one = result if claim.operator == "/" else None
    for fact in (one,) if one is not None else claim.operands:
        for same in (fact, *fact.same):
            unit = same.per or same.mention.unit.name.rpartition("/")[2]
            period = periods.get(singular(unit)) if unit and same is not factor else None
            others = [word for word in result.label.split() if singular(word) in _UNITS - {singular(unit)}]
            if period is not None and not others and _are_near(period.number, factor.value):
                return period
    return None
