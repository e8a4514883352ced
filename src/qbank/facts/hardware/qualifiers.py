"""What the words around a value say of it: its number format, dense or sparse, one way or both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.hardware.compatibility import OF_LINKS
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import Kind

_STOPS: Final = frozenset((*",;().|\n:=≈/×*+−", "and", "or", "but"))
_OPPOSITES: Final = (
    frozenset(("one-way", "both-ways")),
    frozenset(("dense", "sparse")),
    frozenset(("upward", "downward")),
)
FORMATS: Final = frozenset(("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8", "int4"))
"""Number formats, as cues of the lexicon and names of peaks in the catalog call them."""
FLOATING: Final = FORMATS - {"int8", "int4"}
_KEPT: Final = FORMATS | _OPPOSITES[0] | {"upward", "downward"}
"""What the label of a claim says of its operands as well; the rest is of its result."""
_OF_RATES: Final = FORMATS.union(*_OPPOSITES)
"""What a clause says of the only rate in it, wherever it stands: `the dense peak of both is 275 TOPS`."""
_SENT: Final = frozenset(("one-way", "sending"))
_ONE_WAY: Final = frozenset(("one-way",))
_IN: Final = frozenset(("in", "into"))
_WAYS_BACK: Final = {"out": _IN, **dict.fromkeys(_IN, frozenset(("out", "out of")))}
_AS_MUCH: Final = frozenset(("amount", "same amount", "much", "as much"))
_OF_EACH: Final = frozenset(("each", "every-one"))


def goes_one_way(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a rate is that of sending, and receiving is told behind it: `and receives as much`."""
    if fact.kind not in OF_LINKS:
        return False
    sentence = pieces[of_sentence(pieces, fact.sentence)]
    behind = pieces[fact.at + 1] if fact.at + 1 < len(pieces) else None
    if behind is not None and behind.text in _WAYS_BACK and _goes_out_and_in(fact, behind, sentence):
        return True
    return any("sending" in piece.meaning.cues and piece.start < fact.start for piece in sentence) and any(
        "receiving" in piece.meaning.cues and piece.start > fact.start for piece in sentence
    )


def _goes_out_and_in(fact: Fact, behind: Piece, sentence: Sequence[Piece]) -> bool:
    """Tell whether as much goes the other way: `600 GB/s out and, at the same time, 600 GB/s in`."""
    back = _WAYS_BACK[behind.text]
    return any(
        piece.text in back
        and piece.start != behind.start
        and (
            before.text in _AS_MUCH
            or (before.mention is not None and before.mention.kind is fact.kind is not Kind.COUNT)
        )
        for before, piece in pairwise(sentence)
    )


def _is_halved(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a rate of a link is divided by two, so that its result, and not it, goes one way."""
    if fact.kind not in OF_LINKS or fact.operand_of is None:
        return False
    claim = ledger.claims[fact.operand_of]
    first, *others = claim.operands
    return claim.operator == "/" and first is fact and [one.number for one in others] == [2]


def _of_apposed(fact: Fact, pieces: Sequence[Piece]) -> frozenset[str]:
    """Return the cues of the clause that a value is set beside: `the dense rate of the module, 275 TOPS`."""
    clause = pieces[fact.at - 1].clause
    before = [piece for piece in pieces[: fact.at] if piece.clause == clause]
    if any(piece.mention is not None for piece in before):
        return frozenset()
    return cues_in(before)


def cues_of(fact: Fact, ledger: Ledger) -> tuple[frozenset[str], frozenset[str]]:
    """Return what the words beside a value and the label of its line say of it, and what its clause does."""
    pieces = ledger.pieces[fact.path]
    claim = ledger.claims[fact.operand_of] if fact.operand_of is not None else None
    said, around = _words_of(fact, pieces, multiplied=claim is not None and claim.operator == "*")
    if _is_halved(fact, ledger):
        said -= _ONE_WAY  # `Usable per direction: NVLink 600 / 2 = 300 GB/s`
    return (said | _SENT if goes_one_way(fact, pieces) else said), around


def _words_of(
    fact: Fact, pieces: Sequence[Piece], *, multiplied: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return what the words beside a value and the label of its line say of it, and what its clause does."""
    found = set(pieces[fact.at].meaning.cues)
    if pieces[fact.at].opener == fact.at - 1 > 0 and pieces[fact.at - 2].mention is None:
        found |= pieces[fact.at - 2].meaning.cues  # `an SPI flash (64 Mbit)`
    for step in (-1, 1):
        at = fact.at + step
        while 0 <= at < len(pieces):
            piece = pieces[at]
            key = at == fact.at - 1 and piece.text == "=" and fact.operand_of is None  # `INT8=45 TOPS`
            counted = piece.mention is not None and piece.mention.kind is not Kind.COUNT
            if (piece.text in _STOPS and not key) or counted:
                if step < 0 and counted and at + 1 < fact.at:
                    found -= pieces[at + 1].meaning.cues & _OF_EACH  # `at 400 W each are 3.2 kW`
                break
            found |= piece.meaning.cues
            at += step
    beside = frozenset(found)
    start, end = fact.label_span
    of_label = cues_in(pieces[start:end])
    is_operand = fact.operand_of is not None
    where = of_clause(pieces, fact.clause)
    places = range(where.start, where.stop)
    clause = [pieces[at] for at in places if not (is_operand and start <= at < end)]
    around = cues_in(clause)
    if fact.operand_of is not None:
        of_label &= _KEPT
    if fact.at > 1 and pieces[fact.at - 1].text == "," and pieces[fact.at - 1].line == fact.line:
        found |= _of_apposed(fact, pieces) & _OF_RATES
    told = clause
    if multiplied:  # what comes of it is no other rate
        told = list(takewhile(lambda piece: piece.start < fact.start or piece.text != "=", clause))
    if not any(
        piece.mention is not None and piece.mention.kind is fact.kind
        for piece in told
        if piece.start != fact.start
    ):
        found |= around & _OF_RATES  # the only one of its kind here
    for opposites in _OPPOSITES:
        if opposites <= found and opposites.isdisjoint(beside):
            found -= opposites
        if not found.isdisjoint(opposites):
            of_label -= opposites
    opener = pieces[fact.at].opener
    if opener >= 0:  # `the team must choose: L4 cards (24 GB, 300 GB/s)`
        around = cues_in(piece for piece in clause if piece.opener == opener)
    return frozenset(found | of_label), around
