"""What stands behind a quantity: nouns, those that it is of or for, and what it is per."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from qbank.facts.phrases.nouns import MOST_BEHIND, nouns_from
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, unit_of_time
from qbank.units.table import BYTES_OF_TYPE

_SIZE_REACH: Final = 4
_ON: Final = frozenset(("on", "in"))
AWAY: Final = frozenset(("at", "with", "by", "to"))
"""What ties a phrase behind a quantity to something else."""
_CARRIERS: Final = frozenset(("device", "place", "store", "link", "data"))
EVERY: Final = frozenset(("a", "an", "each", "every"))
"""What stands before the time that a quantity is per."""
_OF_ELEMENTS: Final = ("-bit", "-byte")
"""What ends the size of an element, where that stands before its noun."""
_SAYING: Final = frozenset(("measured", "in-use"))
"""What participles right behind a quantity say of it."""
_LEADS: Final = frozenset(("article", "filler", "adjective"))
_LEADS_OWNERS: Final = _LEADS | {"determiner"}
"""What stands before a noun: of what a quantity is on also `every` and `each`."""
_FORMATS: Final = frozenset(
    ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8", "int4", "dense", "sparse")
)
"""What is said of operations: `300 TFLOPS of dense BF16 on an A100`."""
_LONGEST_LIST: Final = 12
_LONGEST_REMARK: Final = 12
_JOIN_LISTS: Final = frozenset((",", "and", "or"))


def read_behind(pieces: Sequence[Piece], at: int, found: Surroundings) -> None:
    """Find what stands behind a quantity, or behind the last of its list."""
    _read_phrases(pieces, at, found)
    if not (found.behind or found.owners or found.per) and (last := _last_of_list(pieces, at)) != at:
        shared = Surroundings()
        _read_phrases(pieces, last, shared)
        found.owners, found.purposes = shared.owners, shared.purposes


def _read_phrases(pieces: Sequence[Piece], at: int, found: Surroundings) -> None:
    line = pieces[at].line
    into = found.behind
    if at + 1 < len(pieces) and pieces[at + 1].text == "(":
        remark = list(takewhile(lambda piece: piece.opener > at, pieces[at + 2 : at + 2 + _LONGEST_REMARK]))
        if all(p.mention is None for p in remark):  # else its words are of that quantity
            found.behind = [piece for piece in remark[:MOST_BEHIND] if piece.is_noun]
        return
    for place, piece in enumerate(pieces[at + 1 : at + 1 + MOST_BEHIND], at + 1):
        part, before = piece.meaning.part, pieces[place - 1]
        if before.meaning.part == "of" and piece.text.endswith(_OF_ELEMENTS):
            continue  # `4.9 GB of 4-bit weights`
        if piece.mention is not None and _is_size_of_counted(pieces, at, place):
            continue  # `two 80 GB cards`
        if piece.line != line or piece.mention is not None:
            break
        if part == "of":
            if into is found.behind and any(p.meaning.roles or p.meaning.sort for p in into):
                into = found.owners
            continue
        if piece.text == "them" and before.meaning.part == "of":
            continue  # `400 of them per second`
        if part == "per":
            behind = (p for p in pieces[at + 1 : at + 4 + MOST_BEHIND] if p.start > piece.start)
            named = (p for p in behind if p.is_word and p.text.upper() not in BYTES_OF_TYPE)
            found.per = None if _is_of_counted(pieces, at) else next(named, None)
            break
        if part == "verb" and _is_counted(piece) and _is_size_of_counted(pieces, at, place - 1):
            into.append(piece)  # `400 random 4 KB reads per second`
            continue
        is_per = before.text in EVERY or pieces[at + 1].text in EVERY
        if is_per and (part == "unit" or unit_of_time(piece.text)):
            found.per = (
                None if _is_of_counted(pieces, at) else piece
            )  # `30 events each minute`, "$7.91 an H100 hour"
            break
        if _leads_to_time(pieces, place):
            continue
        if piece.text == "for":
            found.purposes = nouns_from(pieces, place + 1)
            break
        if piece.text in _ON and all(one.meaning.cues & _FORMATS for one in found.behind):
            into = found.owners
            continue
        if piece.text in AWAY or (part == "article" and (into or _begins_another(pieces, at, place))):
            break  # `16 GB of memory the network has`, `of its 16 GB the network takes 12 GB`
        if part in (_LEADS_OWNERS if into is found.owners else _LEADS) or piece.text in {"-", "'"}:
            continue
        if not _SAYING.isdisjoint(piece.meaning.cues) and piece is pieces[at + 1]:
            into.append(piece)  # `610 GFLOPS sustained`, `300 GB in use`
            break
        if part or not (piece.is_word or piece.device is not None):
            break
        if into is found.behind or piece.device is not None or piece.meaning.sort in _CARRIERS:
            into.append(piece)


def _begins_another(pieces: Sequence[Piece], at: int, place: int) -> bool:
    """Tell whether an article begins what is told next: `of its 16 GB the network takes 12 GB`."""
    mention = pieces[at].mention
    is_measure = mention is not None and mention.kind is not Kind.COUNT
    return place == at + 1 and pieces[place].text not in EVERY and is_measure


def _last_of_list(pieces: Sequence[Piece], at: int) -> int:
    """Return where the last of a list of quantities of one kind stands: `6, 14 ms and 24 ms for ...`."""
    first, last = pieces[at], at
    if first.mention is None or first.mention.kind is Kind.COUNT:
        return at
    for place, piece in enumerate(pieces[at + 1 : at + 1 + _LONGEST_LIST], at + 1):
        if piece.text in _JOIN_LISTS:
            continue
        alike = piece.mention is not None and piece.mention.kind is first.mention.kind
        if not alike or place == last + 1 or piece.sentence != first.sentence:
            break
        last = place
    return last


def _leads_to_time(pieces: Sequence[Piece], place: int) -> bool:
    """Tell whether a word leads to what a quantity is per: `20 drops each minute`, `20 times an hour`."""
    piece, behind = pieces[place], pieces[place + 1 : place + 2]
    if piece.text in EVERY:
        return any(unit_of_time(one.text) for one in behind)
    return piece.text == "times" and any(one.text in EVERY or one.meaning.part == "per" for one in behind)


def _is_size_of_counted(pieces: Sequence[Piece], at: int, place: int) -> bool:
    """Tell whether a quantity behind a number is the size of what it counts.

    `two 80 GB cards`, `400 random 4 KB reads per second`, `400 reads of 4 KB a second`.
    """
    number, size = pieces[at].mention, pieces[place].mention
    if number is None or size is None or number.kind is not Kind.COUNT or size.kind is not Kind.BYTES:
        return False
    between, behind = pieces[at + 1 : place], pieces[place + 1 : place + 2]
    if between and between[-1].meaning.part == "of":
        return len(between) > 1 and _is_counted(between[-2])
    if not all(one.is_word and one.meaning.part in {"", "adjective"} for one in between):
        return False
    return any(one.device is not None or one.meaning.sort == "device" or _is_counted(one) for one in behind)


def _is_counted(piece: Piece) -> bool:
    return piece.is_word and piece.meaning.part in {"", "verb"} and piece.text.endswith("s")


def _is_of_counted(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a quantity is the size of what a number before it counts, which has the time behind."""
    before = range(at - 1, max(-1, at - 1 - _SIZE_REACH), -1)
    number = next((place for place in before if pieces[place].mention is not None), None)
    return number is not None and _is_size_of_counted(pieces, number, at)
