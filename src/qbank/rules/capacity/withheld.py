"""What a question tells by which of a room only a part counts, or a need counts more than once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.counted import counted, number_of
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKED, Kind
from qbank.grouping import grouped
from qbank.rules.capacity.answers import nouns_of

_APART: Final = frozenset(("former", "alternative", "claimed"))
_ANY: Final = frozenset(("any", "either", "whichever", "whenever"))
_ONE: Final = frozenset(("one", "a", "whole"))
_BOUND: Final = frozenset(("obliged", "necessary"))
_REACH: Final = 8
_BEHIND: Final = 4
_ELSEWHERE: Final = frozenset(("alternative", "claimed", "supposed", "wanted", "external"))
_SECOND: Final = frozenset(("two", "second", "secondary", "pair", "idle"))
_BOTH: Final = frozenset(("both", "other", "twice"))
SLOTS: Final = frozenset(("slot", "image"))
"""What an image lies in that is there twice in a flash."""
_BUFFERS: Final = frozenset(("buffer", "frame", "block", "window"))
_EVERY: Final = frozenset(("every", "each", "all", "everything"))
_NEWEST: Final = frozenset(("new", "newest", "next"))
_AFTER: Final = frozenset(("after", "once", "when", "until"))
_HOLDING: Final = frozenset(("device", "place"))
_UPON: Final = frozenset(("on", "to", "by", "in", "of"))
_MOST_COPIES: Final = 5
_PARITY_DRIVES: Final = {5.0: 1, 6.0: 2}
KEPT: Final = frozenset(("kept-free", "withheld"))
_LEFT: Final = frozenset(("rest", "reserve", "floor", "ends"))
_GRANTED: Final = frozenset(("usable", "limit", "granting"))
_HALF: Final = 0.5


class Sentence(Struct, frozen=True):
    """A sentence in which a question tells something."""

    path: FieldPath
    pieces: Sequence[Piece]
    cues: frozenset[str]

    @property
    def words(self) -> list[str]:
        """Its words, those of its phrases one by one."""
        return [word for piece in self.pieces for word in piece.text.split()]


def _sentences(ledger: Ledger) -> list[Sentence]:
    """Return the sentences of a question that tell something, and ask nothing."""
    told = grouped(
        ((path, piece.sentence), piece)
        for path, pieces in ledger.pieces.items()
        if path[0] in ASKED
        for piece in pieces
    )
    return [
        Sentence(path, pieces, cues_in(pieces))
        for (path, _), pieces in told.items()
        if all(piece.text != "?" for piece in pieces)
    ]


def units_out(ledger: Ledger) -> dict[str, int]:
    """Return the nouns of units of which any one may be out, each with how many there are; 0 if not told.

    `with any one node down`, `when either feed is lost`, `must be carried while one zone is out`.
    """
    found: dict[str, int] = {}
    for one in ledger.view(_sentences):
        if "former" in one.cues:
            continue
        determiners = _ANY | _ONE if not _BOUND.isdisjoint(one.cues) else _ANY
        for at in (at for at, piece in enumerate(one.pieces) if "out" in piece.meaning.cues):
            first = max(0, at - _REACH)
            starts = [
                first + n
                for n, piece in enumerate(one.pieces[first : at + _BEHIND])
                if not determiners.isdisjoint(piece.text.split())
            ]
            if starts:
                start = next(
                    (n for n in starts if not _ANY.isdisjoint(one.pieces[n].text.split())), starts[-1]
                )
                number = 2 if "either" in one.pieces[start].text.split() else 0
                end = at if start < at else start + _BEHIND
                found.update(dict.fromkeys(nouns_of(one.pieces[start:end]), number))
    return found


def doubled(ledger: Ledger) -> frozenset[str]:
    """Return the nouns of what lies twice in one memory: an image in two slots, a frame in two buffers."""
    found: frozenset[str] = frozenset()
    for one in ledger.view(_sentences):
        if not _ELSEWHERE.isdisjoint(one.cues):
            continue
        nouns = nouns_of(one.pieces) if not _BOTH.isdisjoint(one.words) else frozenset[str]()
        for at, piece in enumerate(one.pieces):
            is_measure = piece.mention is not None and piece.mention.kind is not Kind.COUNT
            is_told = not is_measure and "denied" not in one.pieces[at - 1].meaning.cues
            if is_told and not _SECOND.isdisjoint(piece.text.split()):
                nouns |= nouns_of(one.pieces[at : at + _BEHIND])
        if "slot" in nouns or (
            "image" in nouns and any(piece.meaning.place == "flash" for piece in one.pieces)
        ):
            found |= SLOTS
        if "buffer" in nouns:
            found |= _BUFFERS
    return found


def copies(ledger: Ledger) -> int:
    """Return in how many copies everything is kept; 1 if nothing says so."""
    found = [1]
    numbers = {(told.path, told.start): told for told in ledger.view(counted)}
    for one in ledger.view(_sentences):
        if not _APART.isdisjoint(one.cues) or ("other" in one.words and "both" not in one.words):
            continue
        for at, (piece, after) in enumerate(pairwise([*one.pieces, one.pieces[-1]])):
            ahead = one.pieces[:at]
            is_every = any(not _EVERY.isdisjoint(word.text.split()) for word in ahead)
            is_times = piece.text.endswith(("twice", "times")) and after.meaning.part != "article"
            if is_every and is_times and "kept" in cues_in(ahead[-_BEHIND:]):
                found.append(piece.meaning.number or 1)
            if piece.text == "mirror" or (piece.text, after.text) == ("raid", "1"):
                found.append(2)
            told = numbers.get((one.path, piece.start))
            if told is not None:
                is_on = is_every and ahead[-1].text.split()[-1] in _UPON and "kept" in cues_in(ahead)
                if told.nouns[-1] == "copies" or (
                    is_on and ledger.meaning_of(told.nouns[-1]).sort in _HOLDING
                ):
                    found.append(told.number)
    return max(number for number in found if number <= _MOST_COPIES)


def is_overlapping(ledger: Ledger) -> bool:
    """Tell whether the oldest of several things goes only after the next one is there."""
    for one in ledger.view(_sentences):
        words = one.words
        if "oldest" in words:
            at = words.index("oldest")
            ahead, behind = set(words[:at]), set(words[at:])
            if _AFTER & behind and _NEWEST & behind:
                return True
            if "before" in ahead and _NEWEST & ahead:
                return True
    return False


def parity_drives(ledger: Ledger) -> int:
    """Return how many drives an array gives up for parity: `RAID 5`, `RAID 6`; 0 if there is none."""
    pairs = (two for one in ledger.view(_sentences) for two in pairwise(one.pieces))
    numbers = (number_of(after) for piece, after in pairs if piece.text == "raid")
    return next((_PARITY_DRIVES[number] for number in numbers if number in _PARITY_DRIVES), 0)


def shares_withheld(ledger: Ledger) -> list[tuple[Fact, float]]:
    """Return the shares that a question tells of a room, each with the share that is not there by it.

    `80% may be drawn` leaves a fifth, and so does `20% stay free`.
    """
    found = []
    for share in ledger.by_kind[Kind.SHARE]:
        if share.path[0] in ASKED and share.is_topic and 0 < share.value < 1:
            cues = ledger.cues_of(share.path, share.sentence) & _BOUND | share.said
            if KEPT & cues or (_LEFT & cues and share.value < _HALF):
                found.append((share, share.value))
            elif _GRANTED & cues and share.value >= _HALF:
                found.append((share, 1 - share.value))
            elif _BOUND & cues and share.value < _HALF:
                found.append((share, share.value))
    return found
