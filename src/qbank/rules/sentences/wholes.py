"""What sentences say of a whole and its part, of a room and what is in it, of a limit and what keeps to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import STORED, Kind, Role
from qbank.rules.sentences.stretches import Order, Stretch, names_whole

_WHOLLY: Final = frozenset(
    "completely entirely entire wholly whole fully comfortably easily ease spare all once permanently".split()
)
_PARTLY: Final = frozenset("part parts partly half most some only share rest third thirds quarter quarters".split())
_LYING: Final = frozenset(("lies", "lie", "lay", "stays", "stay", "stayed", "remains", "remain", "kept", "sits", "sit"))
_INTO: Final = frozenset(("in", "into", "on", "onto", "inside"))
_NEAR: Final = 3
_NO_MORE: Final = 4
"""How many words may stand before what a whole is named by: `of the node's`."""
_PRONOUNS: Final = frozenset(("it", "this", "that", "which", "them"))
_POLARITY: Final = {
    "small": True, "little": True, "short": True, "few": True, "weak": True, "tight": True, "slow": None,
    "large": False, "big": False, "much": False, "long": False, "many": False, "heavy": False,
}  # fmt: skip
"""What is too little or too much for something, and whether it is less than that."""


def of_wholes(stretch: Stretch) -> Iterator[Order]:
    """Yield parts with their wholes, contents with their rooms, and values with their limits."""
    for group in stretch.alike():
        if len(group) == 2:
            if group[0].kind in STORED:
                yield from _contained(stretch, *group)
            yield from _kept_to(stretch, *group)
            yield from _sufficing(stretch, *group)
        for one, other in zip(group, group[1:], strict=False):
            yield from _parted(stretch, one, other)


def _parted(stretch: Stretch, one: Fact, other: Fact) -> Iterator[Order]:
    """Yield a part of a whole: `of which 3 GB`, `25 of which`, `of the 24 GB it takes 30`, `30 of the 24 GB`."""
    pieces = stretch.pieces
    between = range(one.at + 1, other.at)
    of = [at for at in between if names_whole(pieces, at)]
    of_which = bool(of) and pieces[of[-1]].clause == pieces[other.at].clause
    which_of = names_whole(pieces, other.at + 1) and pieces[other.at - 1].meaning.part != "article"
    opening = stretch.clause_at(one.at)
    is_of = pieces[opening.start].text == "of"
    of_whole = is_of and one.at - opening.start <= _NO_MORE and other.at in opening
    part, whole = other, one
    if not (of_which or which_of or of_whole):
        near = [pieces[at] for at in between]
        is_direct = bool(near) and near[0].text == "of" and len(near) <= _NEAR
        if not is_direct or any(piece.is_noun for piece in near):
            return
        part, whole = one, other
    is_plain = not stretch.counts(stretch.start, other.at) and stretch.is_said(one.at, other.at)
    if is_plain:
        yield Order(part, whole, "of")


def _contained(stretch: Stretch, first: Fact, second: Fact) -> Iterator[Order]:
    """Yield what a room holds: `A stays in B`, `B, in which A lies`, `A, which B holds`, `B holds A`."""
    pieces = stretch.pieces
    said = {word for piece in pieces[first.at : stretch.end] for word in piece.text.split()}
    if not _PARTLY.isdisjoint(said) or "help" in cues_in(pieces[stretch.start : stretch.end]):
        return
    is_whole = not _WHOLLY.isdisjoint(said)
    for at in range(first.at + 1, stretch.end):
        piece = pieces[at]
        relations = piece.meaning.relations
        before = [one.text for one in pieces[stretch.clause_at(at).start : at]]
        lies = "fits" in relations or (is_whole and ("placed" in relations or not _LYING.isdisjoint(piece.text.split())))
        if lies and at < second.at:
            is_in = any(not _INTO.isdisjoint(one.text.split()) for one in pieces[at : min(at + _NEAR + 1, second.at)])
            content, room = first, second
            if not is_in:
                continue
        elif lies and before[1:2] == ["which"] and before[0] in _INTO:
            content, room = second, first
        elif "holds" in relations and at < second.at and is_whole and "which" not in before[:1]:
            content, room = second, first
        elif "holds" in relations and at > second.at and before[:1] == ["which"]:
            content, room = first, second
        else:
            continue
        if not stretch.counts(stretch.start, second.at) and stretch.is_said(first.at, at):
            yield Order(content, room, piece.text)
        return


def _kept_to(stretch: Stretch, first: Fact, second: Fact) -> Iterator[Order]:
    """Yield a value that keeps to a limit, or does not: `the limit is 8 GB, and the 11 GB stayed below it`."""
    limits = [one for one in (first, second) if one.role is Role.LIMIT or one.subject.sort == "limit"]
    if len(limits) != 1:
        return
    limit = limits[0]
    value = second if limit is first else first
    for at in range(second.at + 1, stretch.end):
        piece = stretch.pieces[at]
        names = piece.meaning.relations & {"within", "exceeds"}
        words = set(piece.text.split())
        exceeds = "exceeds" in names or "exceed" in words
        if not names and "exceed" not in words:
            continue
        clause = stretch.clause_at(at)
        said = cues_in(stretch.pieces[clause.start : at])
        behind = [one.text for one in stretch.pieces[at + 1 : at + _NEAR]]
        is_own = not behind or behind[0] in _PRONOUNS or limit.subject.name in behind or "limit" in behind
        is_denied = "denied" in said or "not" in words
        if not is_own and stretch.pieces[clause.start].text != "which":
            return
        if "supposed" in said or stretch.counts(stretch.start, second.at):
            return
        less, more = (limit, value) if exceeds is not is_denied else (value, limit)
        yield Order(less, more, piece.text)
        return


def _sufficing(stretch: Stretch, first: Fact, second: Fact) -> Iterator[Order]:
    """Yield what is enough for something, or too little or too much for it."""
    for at in range(first.at + 1, second.at):
        words = stretch.pieces[at].text.split()
        before = stretch.pieces[at - 1].text
        is_for = stretch.pieces[at + 1].text == "for" or words[-1:] == ["for"]
        if not is_for or not stretch.is_said(first.at, second.at):
            continue
        if words[0] in {"enough", "suffices", "suffice", "sufficed", "sufficient", "ample"}:
            yield Order(second, first, words[0])
        elif words[0] == "too" or before == "too":
            is_less = _POLARITY.get(words[1] if words[0] == "too" and len(words) > 1 else words[0])
            if is_less is not None:
                yield Order(*((first, second) if is_less else (second, first)), "too ... for")
