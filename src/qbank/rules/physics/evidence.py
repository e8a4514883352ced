"""What makes a reader hold a need against a limit: the text compares the two, or its verdict names one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.physics.answers import Answer, answers, nouns_of
from qbank.rules.physics.comparisons import compared_with, is_same
from qbank.rules.physics.needs import totals_of

_OUTSIDE: Final = frozenset(("disk", "host"))
_ANYWHERE: Final = frozenset(("memory", "device"))
_TAKING_UP: Final = frozenset(("this", "that", "it", "they", "these", "which"))
_SUPPOSED: Final = frozenset(("supposed",))
_UNSAID: Final = frozenset(("denied", "supposed", "former", "claimed", "alternative"))


def is_held_against(ledger: Ledger, need: Fact, limit: Fact, about: Sequence[Answer]) -> bool:
    """Tell whether the text gives a reason to hold a need against a limit; coincidence of kind is none.

    Where the text compares one of them with something else, that is what it is held against, unless the
    verdict names the other: then a limit made of what the need is compared with, or a need that contains
    what the limit is compared with, is meant as well.

    Args:
        about: the answers that speak of the need; if there are none, all of them may.
    """
    totals = ledger.view(totals_of)
    beside = [
        one
        for one in compared_with(ledger, need)
        if all(it.standing is Standing.TOPIC for it in (one, *one.same))
        and not any(is_same(one, total) for total in totals)
    ]
    if any(is_same(one, limit) for one in beside):
        return True
    if _is_of_another_device(ledger, limit):
        return False
    names_limit = is_limit_named(ledger, limit, about or ledger.view(answers))
    if beside:
        rests = [claim.operands[0] for claim in ledger.made_by(limit) if claim.operator == "-"]
        whole = rests or ledger.parts(limit)
        return names_limit or any(is_same(one, part) for one in beside for part in whole)
    parts = ledger.parts(need)
    others = compared_with(ledger, limit)
    if any(not _is_made_of(ledger, one, parts) for one in others):
        return bool(about)
    if others:
        return names_limit  # a part of the need is what it is there for: `12.4 GB of 20 GB`
    return bool(about) or names_limit or is_only(ledger, need, limit)


def _is_of_another_device(ledger: Ledger, limit: Fact) -> bool:
    """Tell whether the sentences of the verdict name hardware, and not that of a limit."""
    said = {(one.path, one.sentence) for one in ledger.view(answers)}
    named = [one.device for one in ledger.devices if (one.path, one.sentence) in said]
    own = limit.subject.device
    return (
        own is not None and bool(named) and not any(one in own.entries for it in named for one in it.entries)
    )


def answers_about(ledger: Ledger, total: Fact, limit: Fact | None = None) -> list[Answer]:
    """Return the answers whose clause names a total, by its value or by what its line alone is called.

    What a clause says of another place, or compares with a room of its own, is not said of the total:
    `an SSD of 4 TB holds a week of video`, `the SRAM would have to be 331 KB; flash is no concern`.
    """
    nouns = own_nouns(ledger, total)
    return [one for one in ledger.view(answers) if _is_about(ledger, one, total, nouns, limit)]


def _is_about(ledger: Ledger, answer: Answer, total: Fact, nouns: frozenset[str], limit: Fact | None) -> bool:
    pieces = ledger.pieces[answer.path]
    clause = [piece for piece in pieces if piece.clause == answer.clause]
    places = {piece.meaning.place for piece in clause} - {"", *_ANYWHERE}
    if places and total.place not in places and (total.place or places <= _OUTSIDE):
        return False
    sentence = [one for one in _told(ledger, answer, total.kind) if one.clause <= answer.clause]
    if not sentence and _takes_up(ledger, answer):
        sentence = _told(ledger, answer, total.kind, back=1)
    if limit is not None and any(
        (one.path, one.sentence) == (answer.path, answer.sentence) and not is_same(one, limit)
        for one in compared_with(ledger, total)
    ):
        return False  # `FP16 does not fit, and INT8 leaves only 16 - 15.4 = 0.6 GB`
    inside = [fact for fact in sentence if fact.clause == answer.clause]
    if any(agree(fact, total) for fact in inside or sentence):
        return True
    is_of_limit = limit is not None and any(agree(fact, limit) for fact in inside)
    subject = [piece for piece in clause if piece.start < pieces[answer.at].start]
    is_named = bool(nouns & nouns_of(subject)) or _names_terms(ledger, total, clause)
    return is_named and (not inside or is_of_limit)


def _names_terms(ledger: Ledger, total: Fact, clause: Iterable[Piece]) -> bool:
    """Tell whether a clause names all things that a total's line names, if several: `weights and cache`."""
    things = {piece.meaning.thing for piece in ledger.label_of(total)} - {""}
    return len(things) > 1 and things <= {piece.meaning.thing for piece in clause}


def _told(ledger: Ledger, answer: Answer, kind: Kind, *, back: int = 0) -> list[Fact]:
    """Return the values of a kind in the sentence of an answer, or so many before it."""
    here = (answer.path, answer.sentence - back)
    unsaid = _UNSAID if back else _SUPPOSED
    return [
        one
        for one in ledger.by_kind[kind]
        if (one.path, one.sentence) == here and unsaid.isdisjoint(one.cues)
    ]


def _takes_up(ledger: Ledger, answer: Answer) -> bool:
    """Tell whether the sentence of an answer begins with a word for what the one before says."""
    first = next((one for one in ledger.pieces[answer.path] if one.sentence == answer.sentence), None)
    return first is not None and first.text in _TAKING_UP


def own_nouns(ledger: Ledger, fact: Fact) -> frozenset[str]:
    """Return the nouns that name the line of a value, and no other line with a result."""
    named = ledger.view(_nouns_of_lines)
    others = (nouns for line, nouns in named.items() if line != (fact.path, fact.line))
    return nouns_of(ledger.label_of(fact)).difference(*others)


def _nouns_of_lines(ledger: Ledger) -> dict[tuple[FieldPath, int], frozenset[str]]:
    """Return what the labels of lines with results name."""
    named: dict[tuple[FieldPath, int], frozenset[str]] = {}
    for claim in ledger.claims:
        if claim.result is not None and claim.result.label:
            line = (claim.path, claim.result.line)
            named[line] = named.get(line, frozenset()) | nouns_of(ledger.label_of(claim.result))
    return named


def is_limit_named(ledger: Ledger, limit: Fact, said: Sequence[Answer]) -> bool:
    """Tell whether a sentence of some answers names a limit: its value, its holder, what its line says."""
    pieces = ledger.pieces[limit.path]
    is_on_line = limit.origin is Origin.CALCULATIONS
    around = ledger.label_of(limit) if is_on_line else [one for one in pieces if one.clause == limit.clause]
    nouns = nouns_of(around) | frozenset(limit.subject.name.split())
    for answer in said:
        sentence = [one for one in ledger.pieces[answer.path] if one.sentence == answer.sentence]
        if nouns & nouns_of(sentence):
            return True
        if limit.role is Role.LIMIT and any(one.meaning.sort == "limit" for one in sentence):
            return True
        if limit.place and any(one.meaning.place == limit.place for one in sentence):
            return True
        if any(
            agree(one, limit)
            for one in ledger.by_kind[limit.kind]
            if (one.path, one.sentence) == (answer.path, answer.sentence)
        ):
            return True
    return False


def _is_made_of(ledger: Ledger, fact: Fact, parts: Iterable[Fact]) -> bool:
    """Tell whether a value is one of some parts, or is computed of nothing but them."""
    parts = list(parts)
    return any(is_same(fact, part) for part in parts) or any(
        claim.operands and all(any(is_same(one, part) for part in parts) for one in claim.operands)
        for claim in ledger.made_by(fact)
    )


def is_only(ledger: Ledger, need: Fact, limit: Fact | None = None) -> bool:
    """Tell whether nothing of its kind is worked out but a need, its parts, and what its limit is made of."""
    parts = ledger.parts(need)
    whole = () if limit is None else ledger.parts(limit)
    results = [claim.result for claim in ledger.claims if claim.result is not None]
    return all(
        _is_made_of(ledger, one, parts) or any(is_same(one, part) for part in whole)
        for one in results
        if one.kind is need.kind
    )
