"""What the solution calls covered: the need that it speaks of, and what there is for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing
from qbank.rules.core.labels import names_limit
from qbank.rules.physics.answers import nouns_of

_KINDS: Final = (
    *(Kind.BYTES, Kind.BYTE_RATE, Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT),
    *(Kind.MONEY, Kind.MASS),
)
_LIMITS: Final = frozenset((Role.LIMIT, Role.CAPACITY))
_UNREAL: Final = frozenset((Modality.SUPPOSED, Modality.ASKED, Modality.CONCLUDED))
_UNSAID: Final = frozenset(("supposed", "former", "claimed", "alternative", "falls-short"))
_MEASURED: Final = frozenset(("early", "late", "fast", "small", "large", "long", "soon", "often", "only"))
"""What `enough` measures, and is no verdict then: `early enough`."""
_GIVEN: Final = frozenset((Origin.SCENARIO, Origin.QUESTION, Origin.ASSUMPTIONS))
_STORED: Final = frozenset((Kind.ENERGY, Kind.CHARGE))
_ENOUGH: Final = frozenset(("fits", "enough", "covers"))
_REACH: Final = 5
_OBJECT: Final = 5
_NEAR: Final = 4.0
_MORE: Final = 1.005
_BINARY: Final = 1.02
_EXACTLY: Final = 1.001


def spoken_of(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield each need that the solution calls covered, and what there is for it.

    The need is named by its value, or by the noun of its line's label; what there is for it, by the value
    that it was computed of, or as the only one of its kind. `They carry the December peak` speaks of the line
    with that label, and of the only other result of its kind.
    """
    for path, pieces in ledger.pieces.items():
        if path[-1] != "realistic_solution":
            continue
        for at, piece in enumerate(pieces):
            surely = not piece.meaning.relations.isdisjoint(_ENOUGH)
            if not (surely or "suffices" in piece.meaning.cues) or not _is_said(ledger, path, pieces, at):
                continue
            clause = [one for one in pieces if one.clause == piece.clause]
            if "carries" in piece.meaning.cues:
                yield from _carried(ledger, pieces, at)
            before = [one for one in clause if one.start < piece.start]
            behind = [one for one in clause if one.start > piece.start]
            quantity = next((one for one in reversed(before) if one.mention is not None), None)
            said = [fact for fact in ledger.facts if fact.path == path and fact.clause == piece.clause]
            fits = "fits" in piece.meaning.relations
            needs = [
                one
                for one in said
                if (pieces[one.at] is quantity if fits else one.start > piece.start)
                and one.role is not Role.LIMIT
            ]
            nouns = nouns_of(before) if fits and not any(one.mention for one in behind) else frozenset[str]()
            for kind in _KINDS if surely else (Kind.TIME,):
                pair = _pair(ledger, kind, needs, said, nouns)
                if pair is not None and (surely or _is_lifetime(ledger, pair[1])):
                    yield pair


def _carried(ledger: Ledger, pieces: Sequence[Piece], at: int) -> Iterator[tuple[Fact, Fact]]:
    """Yield the one result that the object of a verb names, and the only other one of its kind."""
    named = nouns_of(one for one in pieces[at + 1 : at + 1 + _OBJECT] if one.clause == pieces[at].clause)
    results = [
        one
        for claim in ledger.claims
        if (one := claim.result) is not None
        and one.label
        and _is_told(one)
        and not claim.negative
        and one.kind not in {Kind.COUNT, Kind.SHARE}
    ]
    needs = [one for one in results if (nouns := nouns_of(ledger.label_of(one))) and nouns <= named]
    for need in needs if len(_distinct(needs)) == 1 else ():
        of_need = ledger.parts(need)
        haves = [
            one
            for one in results
            if one.kind is need.kind
            and one.mention.unit.dimension == need.mention.unit.dimension
            and one is not need
            and need.value / _NEAR <= one.value
        ]
        chained = any(agree(one, part) for one in haves for part in of_need if part.kind is one.kind) or any(
            agree(need, part) for one in haves for part in ledger.parts(one) if part.kind is need.kind
        )
        if len(haves) == 1 and not chained:
            yield need, haves[0]


def _is_said(ledger: Ledger, path: FieldPath, pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a word of a verdict is said of the topic, and not denied."""
    piece = pieces[at]
    near = pieces[max(0, at - _REACH) : at]
    denied = any("denied" in one.meaning.cues and one.clause == piece.clause for one in near)
    compared = at > 0 and pieces[at - 1].text in _MEASURED
    return not denied and not compared and ledger.cues_of(path, piece.sentence).isdisjoint(_UNSAID)


def _pair(
    ledger: Ledger, kind: Kind, needed: Sequence[Fact], said: Sequence[Fact], subject: frozenset[str]
) -> tuple[Fact, Fact] | None:
    every = [one for one in ledger.by_kind.get(kind, ()) if _is_told(one)]
    haves = [one for one in every if _is_supply(ledger, one)]
    values = [one for one in said if one.kind is kind]
    counts = {one.value for one in needed if one.kind is Kind.COUNT and one.value > 1} if subject else set()
    spoken = [one for one in needed if one.kind is kind and not any(agree(one, have) for have in haves)]
    if spoken:
        needs = [next((one for one in every if agree(one, fact)), fact) for fact in spoken]
    else:
        needs = [
            one
            for one in every
            if one.result_of is not None
            and one not in haves
            and not names_limit(ledger, one)
            and (_has_factor(ledger, one, counts) or subject & {singular(noun) for noun in one.label.split()})
        ]
    needs = _distinct(needs)
    if len(needs) != 1:
        return None
    [need] = needs
    parts = ledger.parts(need)
    haves = [
        one
        for one in haves
        if need.value / _NEAR <= one.value <= need.value * _NEAR
        and not any(part.kind is kind and agree(part, one) for part in parts)
        and not (
            one.result_of is not None
            and any(agree(part, need) for part in ledger.parts(one) if part.kind is kind)
        )
    ]
    named = [one for one in haves if any(agree(one, fact) for fact in values)]
    of_said = [
        one
        for one in haves
        if any(
            agree(part, fact)
            for part in ledger.parts(one)
            for fact in said
            if part.kind is fact.kind is not kind
        )
    ]
    made = [one for one in haves if one.result_of is not None]
    if any(not agree(one, need) for one in values):
        made = haves = []  # the sentence itself names what it is compared with
    haves = _distinct(named or of_said or made or haves)
    return (need, haves[0]) if len(haves) == 1 else None


def _is_told(fact: Fact) -> bool:
    return (
        fact.standing is Standing.TOPIC
        and fact.modality not in _UNREAL
        and fact.origin not in {Origin.SOLUTION, Origin.CONCLUSION}
        and (fact.operand_of is None or fact.result_of is not None)
        and (fact.result_of is not None or fact.origin in _GIVEN)
    )


def _has_factor(ledger: Ledger, fact: Fact, counts: Set[float]) -> bool:
    """Whether a result is that of as many things as are spoken of: `all 32 sequences`."""
    claim = ledger.claims[fact.result_of] if fact.result_of is not None else None
    return claim is not None and claim.operator == "*" and any(one.value in counts for one in claim.operands)


def _is_supply(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is what there is, and not what is needed: a limit, a rest, a yield, a lifetime."""
    if fact.result_of is None:
        return fact.role in _LIMITS or bool(fact.cues & {"limit"})
    claim = ledger.claims[fact.result_of]
    if claim.operator == "-":
        return "rest" in fact.traits
    if any(one.subject.sort == "source" for one in (fact, *claim.operands)):
        return fact.kind in {Kind.ENERGY, Kind.POWER}
    return fact.role in _LIMITS or _is_lifetime(ledger, fact)


def _is_lifetime(ledger: Ledger, fact: Fact) -> bool:
    """Whether a time is for how long something stored lasts."""
    claim = ledger.claims[fact.result_of] if fact.result_of is not None else None
    if fact.kind is not Kind.TIME or claim is None or claim.operator != "/" or not claim.operands:
        return False
    return bool(_kinds(ledger, claim.operands[0]) & _STORED)


def _kinds(ledger: Ledger, operand: Fact) -> set[Kind]:
    """Return what an operand may measure: of a bare number, what results and givens of that number do."""
    if operand.kind is not Kind.COUNT or operand.mention.unit.name:
        return {operand.kind}
    return {one.kind for one in ledger.facts if one.kind in _STORED and one.number == operand.number}


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    found: list[Fact] = []
    for fact in facts:
        if not any(agree(fact, one) for one in found):
            found.append(fact)
    return found


def beyond(need: Fact, room: Fact | None = None) -> float:
    """Return how many times what there is a need has to be to be more; prefixes of 1024 blur bytes.

    What is written in one unit on both sides, and is not about so much, is exact.
    """
    exact = (
        room is not None
        and need.mention.unit.name == room.mention.unit.name
        and not (need.mention.approximate or room.mention.approximate)
    )
    return _EXACTLY if exact else _BINARY if need.kind is Kind.BYTES else _MORE
