"""What is there several times at once, and is counted once: slots, buffers, copies, and the next of a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose
from typing import Final

from qbank.facts.comparisons import is_same
from qbank.facts.counted import Counted, counted, is_plural, number_of
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import ASKED, Kind
from qbank.rules.core.ledger import Violation
from qbank.rules.physics.answers import may_hold
from qbank.rules.physics.balances import MORE, Balance, givens_of, held_to_fit

_MOST: Final = 4
_UPDATED: Final = frozenset(("flash", "disk"))
_OTHER: Final = frozenset(("former", "claimed", "denied", "alternative"))
_FAR: Final = frozenset(("former", "claimed", "alternative", "off-site"))
_EACH: Final = frozenset(("each", "every", "all"))


def one_of_those_at_once(ledger: Ledger) -> Iterator[Violation]:
    """Yield what fits once, where as many as the question says are there at the same time do not fit."""
    if not may_hold(ledger):
        return
    held = [one for one in ledger.view(held_to_fit) if one.need.kind is Kind.BYTES]
    yield from _one_slot_of_two(ledger, held)
    yield from _one_buffer_of_two(ledger, held)
    yield from _without_the_next(ledger, held)
    yield from _one_copy_of_several(ledger, held)


def _is_beyond(ledger: Ledger, held: Balance, size: float) -> bool:
    """Whether a room is too small for a size, and no place of the question has reckoned with that size."""
    known = any(isclose(one.value, size, rel_tol=MORE - 1) for one in ledger.by_kind[Kind.BYTES])
    return size > held.room.size * MORE and not known


def _violation(held: Balance, part: Fact, what: str) -> Violation:
    message = f"{held.need.text} {what} {part.text}; with that it is more than {held.room.label}"
    return Violation(held.need, message, (held.room.fact,))


def _one_slot_of_two(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield an image in a memory that has the old one and the new one while it is updated."""
    if not _asks_for(ledger, "two-slots") or _is_doubled(ledger):
        return
    for one in held:
        whole = one.room.fact
        places = {one.room.place} - {""} or {given.place for given in _givens(ledger, whole)}
        if places == {""}:
            places = {piece.meaning.place for piece in ledger.pieces.get(("scenario",), ())}
        if places.isdisjoint(_UPDATED) or whole is None or _is_of_each(ledger, whole):
            continue
        sums = ledger.made_by(one.need, "+")
        if not all(map(_is_plain, sums)):
            continue
        terms = [fact for claim in sums for fact in claim.operands]
        made = [fact for fact in terms if fact.is_made]
        is_image = "image" in cues_in(ledger.label_of(one.need)) or not made
        named = [fact for fact in terms if "image" in cues_in(ledger.pieces[fact.path][fact.at + 1 :][:1])]
        # `In use: 480 KB image + 32 KB bootloader`
        image = named[0] if named else one.need if is_image else max(made, key=lambda fact: fact.number)
        if _is_beyond(ledger, one, one.size + image.number * one.need.mention.scale):
            yield _violation(one, image, "has one image, and an update needs room for another one of")
            return


def _is_of_each(ledger: Ledger, whole: Fact) -> bool:
    """Whether a room is that of one slot: it is a quotient, or its clause says each."""
    if ledger.made_by(whole, "/"):
        return True
    return any("every-one" in one.cues for one in (whole, *whole.same) if one.path[0] in ASKED)


def _is_plain(claim: ClaimFacts) -> bool:
    """Whether a sum has each of its operands once: not `2 * 600 + 48`."""
    made = claim.result
    numbers = sum(one.number for one in claim.operands)
    values = sum(one.value for one in claim.operands)
    return made is not None and (
        isclose(numbers, made.number, rel_tol=0.01) or isclose(values, made.value, rel_tol=0.01)
    )


def _one_buffer_of_two(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield a sum that has one of two buffers, of which one is filled while the other one is read."""
    if not _asks_for(ledger, "two-buffers"):
        return
    frames = [
        result
        for _, result in ledger.worked_out("*/")
        if result.kind is Kind.BYTES and _is_one_buffer(ledger, result)
    ]
    for one in held:
        sums = [claim for claim in ledger.made_by(one.need, "+") if _is_plain(claim)]
        terms = [fact for claim in sums for fact in claim.operands]
        if not _is_place_of(ledger, "two-buffers", one.room.place):
            continue
        for frame in frames:
            alike = [fact for fact in terms if is_same(fact, frame)]
            if (
                len(alike) == 1
                and not _is_used_twice(ledger, frame)
                and _is_beyond(ledger, one, one.size + frame.value)
            ):
                yield _violation(one, frame, "has one of two buffers of")
                return


def _asks_for(ledger: Ledger, cue: str) -> bool:
    """Whether the scenario or the question says something, and not of another case."""
    said = [
        (path, piece)
        for path, cued in ledger.cued.items()
        for _, piece in cued
        if path[0] in ASKED and cue in piece.meaning.cues
    ]
    return (
        ledger.says(cue)
        and any(_FAR.isdisjoint(ledger.cues_of(path, piece.sentence)) for path, piece in said)
        # `the second one in external flash`
        and not any("external" in ledger.cues_of(path, piece.sentence) for path, piece in said)
    )


def _is_place_of(ledger: Ledger, cue: str, place: str) -> bool:
    """Whether a sentence that says something names no other place than one."""
    places = {
        one.meaning.place
        for path, cued in ledger.cued.items()
        for _, piece in cued
        if cue in piece.meaning.cues and path[0] in ASKED
        for one in ledger.pieces[path]
        if one.sentence == piece.sentence
    } - {""}
    return not places or not place or place in places


def _is_one_buffer(ledger: Ledger, size: Fact) -> bool:
    """Whether a product is of one frame, as its label says: `Frame: 160 * 120 * 2 bytes`."""
    label = [piece for piece in ledger.label_of(size) if piece.is_word]
    named = [piece for piece in label if "buffered" in piece.meaning.cues]
    return bool(named) and not any(is_plural(piece.text) for piece in named)


def _without_the_next(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield the last so many of a row, where the next one is written before the oldest one goes."""
    if not any(_overlap(ledger, path) for path in ledger.pieces if path[0] in ASKED):
        return
    told = set(_numbers_kept(ledger))
    worked = {
        one.number
        for claim, result in ledger.worked_out()
        for one in (result, *(claim.operands if claim.operator == "*" else ()))
        if one.kind is Kind.COUNT
    }
    for one in held:
        for claim in ledger.made_by(one.need):
            counts = [fact for fact in claim.operands if fact.kind is Kind.COUNT and fact.number in told]
            sizes = [fact for fact in claim.operands if fact not in counts]
            if claim.operator != "*" or len(counts) != 1 or len(sizes) != 1 or counts[0].number + 1 in worked:
                continue
            single = one.size / counts[0].number
            made = [fact for fact in ledger.by_kind[Kind.BYTES] if isclose(fact.value, single, rel_tol=0.01)]
            if made and _is_beyond(ledger, one, one.size + single):
                yield _violation(
                    one, made[0], f"is of {counts[0].number:g}, beside which the next one is written:"
                )
                return


def _overlap(ledger: Ledger, path: tuple[str | int, ...]) -> bool:
    """Whether a field says that the oldest goes only after the next one came: the words in either order."""
    pieces = ledger.pieces[path]
    for at, piece in enumerate(pieces):
        is_after, is_before = "only-after" in piece.meaning.cues, "ahead" in piece.meaning.cues
        if not (is_after or is_before) or not _OTHER.isdisjoint(ledger.cues_of(path, piece.sentence)):
            continue
        left = cues_in(one for one in pieces[:at] if one.sentence == piece.sentence)
        right = cues_in(one for one in pieces[at + 1 :] if one.sentence == piece.sentence)
        first, last = ("outgoing", "following") if is_after else ("following", "outgoing")
        if first in left and last in right and not (is_before and "outgoing" in left):
            return True
    return False


def _one_copy_of_several(ledger: Ledger, held: Sequence[Balance]) -> Iterator[Violation]:
    """Yield what is kept in several copies, and is held against the room of all of them once."""
    numbers = {one.number for one in ledger.view(counted) if _are_copies(ledger, one)}
    if len(numbers) != 1:
        return
    [number] = numbers
    if any(_multiplies(ledger, claim, number) for claim in ledger.claims):
        return
    for one in held:
        copies = [piece for fact in ledger.parts(one.need) for piece in ledger.label_of(fact)]
        whole = one.room.fact
        if any(piece.text in {"copies", "replicas"} for piece in copies) or whole is None or not one.is_told:
            continue
        products = ledger.made_by(whole, "*")
        if not any(
            fact.kind is Kind.COUNT and fact.number >= number for one in products for fact in one.operands
        ):
            continue  # what a text gives as usable may have the copies in it
        if _is_beyond(ledger, one, one.size * number):
            yield _violation(one, one.need, f"is one of {number:g} copies of")
            return


def _are_copies(ledger: Ledger, several: Counted) -> bool:
    """Whether a text says how often each of some things is kept: in three copies, on two different nodes."""
    if several.path[0] not in ASKED or not several.is_topic or not 2 <= several.number <= _MOST:
        return False
    said = ledger.cues_of(several.path, several.sentence)
    if not _FAR.isdisjoint(said):
        return False
    sentence = ledger.sentence_of(several)
    behind = [one for one in sentence if one.start > several.start]
    meanings = [ledger.meaning_of(word) for noun in several.nouns for word in noun.split()]
    before = any(one.text in _EACH and one.start < several.start for one in sentence) and "stored" in said
    if "copy" in meanings[-1].cues:
        of_each = any(
            one.text == "of" and other.text in _EACH for one, other in pairwise(behind[: 2 * _MOST])
        )
        return of_each or before
    return before and any("apart-from" in one.cues for one in meanings[:-1])


def _multiplies(ledger: Ledger, claim: ClaimFacts, number: float) -> bool:
    """Whether a calculation takes bytes so many times, or divides them by it."""
    if claim.operator not in {"*", "/"} or not any(
        one.kind is Kind.COUNT and one.number == number for one in claim.operands
    ):
        return False
    if claim.result is None or claim.result.kind is not Kind.BYTES:
        return False
    results = {result.number for _, result in ledger.worked_out() if result.kind is Kind.BYTES}
    sizes = [one for one in claim.operands if one.number != number]
    return any(one.kind is Kind.BYTES or one.number in results for one in sizes)


def _is_doubled(ledger: Ledger) -> bool:
    """Whether any calculation takes bytes twice, halves them, or adds two equal ones."""
    return any(
        _multiplies(ledger, claim, 2)
        or (claim.operator == "+" and len({one.number for one in claim.operands}) < len(claim.operands))
        for claim in ledger.claims
    )


def _is_used_twice(ledger: Ledger, part: Fact) -> bool:
    return any(
        claim.operator == "*" and any(is_same(one, part) for one in claim.operands)
        for claim in ledger.claims
        if claim.result is not part
    )


def _givens(ledger: Ledger, fact: Fact | None) -> list[Fact]:
    return [one for one in givens_of(ledger, fact) if one.kind is fact.kind] if fact is not None else []


def _numbers_kept(ledger: Ledger) -> Iterator[float]:
    """Yield the numbers of the sentences that say how many are kept: `the newest 18`."""
    for path, pieces in ledger.pieces.items():
        for piece in pieces if path[0] in ASKED else ():
            said = ledger.cues_of(path, piece.sentence)
            if "retained" in said and _OTHER.isdisjoint(said) and (number := number_of(piece)) is not None:
                yield number
