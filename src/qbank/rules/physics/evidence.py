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
_CONTRASTS: Final = frozenset(("yet", "though", "however"))
_TOGETHER: Final = frozenset(("and", "all", "both", "everything"))
_CASES: Final = frozenset(("with", "without", "if", "instead"))
_NEAR: Final = 6
"""How many words before and behind a limit may say whose it is: `finance gives us $12,000`."""
UNSAID: Final = frozenset(("denied", "supposed", "former", "claimed", "alternative"))


def is_held_against(ledger: Ledger, need: Fact, limit: Fact, about: Sequence[Answer]) -> bool:
    """Tell whether the text holds a need, of which some answers speak, against a limit and nothing else.

    Where it compares the need with something else, that is what it is held against, unless the limit is made
    of that, or an answer names the limit.
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
    rests = [claim.operands[0] for claim in ledger.made_by(limit) if claim.operator == "-"]
    whole = rests or ledger.parts(limit)
    return (
        not beside
        or any(is_same(one, part) for one in beside for part in whole)
        or any(_is_limit_named(ledger, limit, one.path, _sentence(ledger, one)) for one in about)
    )


def _sentence(ledger: Ledger, answer: Answer) -> list[Piece]:
    return [one for one in ledger.pieces[answer.path] if one.sentence == answer.sentence]


def _is_of_another_device(ledger: Ledger, limit: Fact) -> bool:
    """Tell whether the sentences of the verdict name hardware, and not that of a limit."""
    said = {(one.path, one.sentence) for one in ledger.view(answers)}
    named = [one.device for one in ledger.devices if (one.path, one.sentence) in said]
    own = limit.subject.device
    return (
        own is not None and bool(named) and not any(one in own.entries for it in named for one in it.entries)
    )


def answers_about(ledger: Ledger, total: Fact, limit: Fact) -> list[Answer]:
    """Return the answers that say of a total whether it is within its limit.

    The clause of an answer names one of them: the limit, if the total is told beside it or is the only one of
    its kind; or the total, by its value or by what its line alone is called. What a clause says of another
    place, or beside a value of something else, is not said of the total: `an SSD of 4 TB holds a week of
    video`, `fast enough at 6 tokens/s yet needs 6.9 s`.
    """
    nouns = own_nouns(ledger, total)
    return [one for one in ledger.view(answers) if _is_about(ledger, one, total, nouns, limit)]


def _is_about(ledger: Ledger, answer: Answer, total: Fact, nouns: frozenset[str], limit: Fact) -> bool:
    pieces = ledger.pieces[answer.path]
    clause = [piece for piece in pieces if piece.clause == answer.clause]
    places = {piece.meaning.place for piece in clause} - {"", *_ANYWHERE}
    of_limit = {part.place for part in ledger.parts(limit)} & places
    if places and not of_limit and total.place not in places and (total.place or places <= _OUTSIDE):
        return False
    if total.kind is not Kind.BYTES and any(piece.meaning.place for piece in clause):
        return False  # `there is memory enough`
    sentence = [one for one in ledger.facts if (one.path, one.sentence) == (answer.path, answer.sentence)]
    if any(is_same(one, other) for one in compared_with(ledger, total) for other in sentence) and not any(
        is_same(one, limit) for one in sentence
    ):
        return False  # `FP16 does not fit, and INT8 leaves only 16 - 15.4 = 0.6 GB`
    if not _is_nearest(ledger, answer, sentence, total, limit):
        return False
    told = [one for one in _told(ledger, answer, total.kind) if one.clause <= answer.clause]
    if not told and _takes_up(ledger, answer):
        told = _told(ledger, answer, total.kind, back=1)
    told = [one for one in told if not agree(one, limit)]
    is_told = bool(told) and agree(told[-1], total)  # `drops from 2 hours to 1.2 hours, under the 1.5 hours`
    is_of_limit = _is_limit_named(ledger, limit, answer.path, clause)
    subject = [piece for piece in clause if piece.start < pieces[answer.at].start]
    is_case = any(piece.text in _CASES for piece in ledger.label_of(total))  # `With the spares`
    is_alone = not is_case and is_only(ledger, total, limit) and not _names_a_part(ledger, total, clause)
    is_named = bool(nouns & nouns_of(clause if is_alone else subject)) or _names_terms(ledger, total, clause)
    is_named = is_named or (is_told and told[-1].clause == answer.clause)
    tells_limit = any(
        agree(one, limit) and one.clause == answer.clause and one.at > answer.at for one in sentence
    )
    if tells_limit and not is_named and _is_limit_named(ledger, limit, answer.path, subject):
        return False  # what there is: `and its line carries 135 GB a night`
    if not answer.suffices:
        return (is_told or is_named) and (is_of_limit or is_alone)
    return is_named or (is_of_limit and (is_told or is_alone))


def _is_nearest(ledger: Ledger, answer: Answer, sentence: Sequence[Fact], total: Fact, limit: Fact) -> bool:
    """Tell whether the value nearest to the word of an answer in its clause, if any, is one of the two."""
    here = [one for one in sentence if one.clause == answer.clause and one.mention.unit.name]
    if not here:
        return True
    nearest = min(here, key=lambda one: abs(one.at - answer.at))
    between = ledger.pieces[answer.path][min(nearest.at, answer.at) : max(nearest.at, answer.at)]
    parts = ledger.parts(total) | ledger.parts(limit)
    return any(is_same(nearest, one) for one in parts) and not any(
        piece.text in _CONTRASTS for piece in between
    )


def _names_terms(ledger: Ledger, total: Fact, clause: Iterable[Piece]) -> bool:
    """Tell whether a clause names all things that a total's line names, if several: `weights and cache`."""
    things = {piece.meaning.thing for piece in ledger.label_of(total)} - {""}
    return len(things) > 1 and things <= {piece.meaning.thing for piece in clause}


def _names_a_part(ledger: Ledger, total: Fact, clause: Iterable[Piece]) -> bool:
    """Tell whether a clause names one of the results that a total is made of, and no other: `the servers`."""
    parts = [
        one for one in ledger.parts(total) - {total} if one.kind is total.kind and one.result_of is not None
    ]
    clause = list(clause)
    nouns = nouns_of(clause)
    is_joined = any(piece.text in _TOGETHER for piece in clause)
    return not is_joined and sum(bool(own_nouns(ledger, one) & nouns) for one in parts) == 1


def _told(ledger: Ledger, answer: Answer, kind: Kind, *, back: int = 0) -> list[Fact]:
    """Return the values of a kind in the sentence of an answer, or so many before it."""
    here = (answer.path, answer.sentence - back)
    unsaid = UNSAID if back else _SUPPOSED
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


def _is_limit_named(ledger: Ledger, limit: Fact, path: FieldPath, said: Sequence[Piece]) -> bool:
    """Tell whether some words name a limit: its value, its line, or what it is of and whose it is."""
    nouns, starts = nouns_of(said), {one.start for one in said}
    entries = [entry for one in said if one.device is not None for entry in one.device.entries]
    for part in ledger.parts(limit):
        near = ledger.pieces[part.path][max(0, part.at - _NEAR) : part.at + _NEAR + 1]
        is_on_line = part.origin is Origin.CALCULATIONS
        around = ledger.label_of(part) if is_on_line else [one for one in near if one.clause == part.clause]
        own = part.subject.device
        if (
            nouns & (nouns_of(around) | frozenset(part.subject.name.split()))
            or (part.place and any(one.meaning.place == part.place for one in said))
            or (own is not None and any(one in own.entries for one in entries))
        ):
            return True
    return (limit.role is Role.LIMIT and any(one.meaning.sort == "limit" for one in said)) or any(
        agree(one, limit) and one.path == path and one.start in starts for one in ledger.by_kind[limit.kind]
    )


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
    results = [claim.result for claim in ledger.claims if claim.result is not None and claim.operator]
    return all(
        _is_made_of(ledger, one, parts) or any(is_same(one, part) for part in whole)
        for one in results
        if one.kind is need.kind
    )
