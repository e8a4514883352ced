"""What a quantity is of: the noun around it that does best, or a guess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.fact import Fact, Subject
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.phrases.topics import topic_of
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import GENERIC, MEASURES, OF_HARDWARE, Kind, Role, Why, unit_of_time

_ON_HARDWARE: Final = frozenset(("device", "store", "link", "source"))
_INSIDE: Final = frozenset(("place", "link"))
"""Parts whose figures are told as those of what they are in: `its memory delivers 300 GB/s`."""
_CONTENTS: Final = frozenset(("weights", "model", "checkpoint", "dataset", "file", "message", "gradients"))
"""Data that hold nothing themselves."""
UNNAMED: Final = GENERIC | {"device"}
"""Hardware without a name of its own: `the chip`."""
_NOT_STORED: Final = frozenset((Kind.BYTES, Kind.BYTE_RATE, Kind.OPERATIONS, Kind.OPERATION_RATE))
"""What no battery has."""
_STRENGTHS: Final = (
    (9, Why.BESIDE), (8, Why.BESIDE), (7, Why.BESIDE), (6, Why.BRACKET), (6, Why.VERB), (6, Why.VERB),
    (5, Why.LABEL), (4, Why.BESIDE),
)  # fmt: skip
"""How strongly nouns are tied to a quantity, and by what, the nearest first."""
_FITTEST: Final = 7
_FITTEST_ELSE: Final = 2
"""The most that a noun can have beside its strength, for what hardware has and for all else."""
_NOT_A_THING: Final = 5
"""How much less a noun does of which only the class is known: a property beside it says more."""
_OWNED_MEASURE: Final = 5
"""How much better a property does of which something is told: `10% of the charge`."""
_HOLDER: Final = 8
"""How much better who has a memory does than the memory: `the container has 8 GB of memory`."""
_POINT: Final = "point"
"""What is no thing but a unit: `captions add 6 points`."""
_COUNTING: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_CALLED: Final = {"link": "link", "store": "battery"}


def set_subject(fact: Fact, around: Surroundings, pieces: Sequence[Piece], *, in_prose: bool) -> None:
    """Say what a quantity is of; where no word is tied to it, `in_prose` what its clause is about."""
    best = _best_of(fact, around, pieces)
    if fact.role is Role.PARAMETERS and best.thing == "parameter":
        best = Subject("model", "model", "data", None, Why.UNIT)
    if best.device is None and best.thing in UNNAMED:
        others = (*around.owners, *around.behind, *around.before, *around.actors)
        unknown = (noun for noun in others if noun.device is None and not noun.is_known)
        best = next((Subject(one.text, why=best.why) for one in unknown if is_model_name(one.text)), best)
    fact.subject = best if best.name else _guess(fact, pieces, in_prose=in_prose)
    if fact.role is Role.CAPACITY and fact.role_why is best.why is Why.VERB and best.thing in _CONTENTS:
        fact.role = Role.DEMAND  # `a checkpoint has 350 GB`


def _best_of(fact: Fact, around: Surroundings, pieces: Sequence[Piece]) -> Subject:
    best, best_strength = fact.subject, -99
    of_hardware, is_count = fact.role in OF_HARDWARE, fact.kind is Kind.COUNT
    fittest = _FITTEST if of_hardware else _FITTEST_ELSE
    naming = (
        around.owners,
        around.behind[::-1] if is_count else around.behind,
        around.before,
        around.bracket,
        around.actors_owners,
        around.actors,
        _measured_first(around.label, fact, pieces) if around.label else (),
        around.purposes,
    )
    for nouns, (strength, why) in zip(naming, _STRENGTHS, strict=True):
        if best_strength >= strength + fittest:
            break
        head = around.actors[0] if around.actors else None
        has_own = head is not None and _has_of_its_own(head, fact.kind)
        if nouns is around.actors_owners and has_own:
            continue
        for noun in nouns:
            if nouns is around.actors and has_own and noun.start > nouns[0].start:
                break  # `a container on an L4 has 8 GB`
            subject = subject_of(noun, why)
            if noun is not nouns[0] and not of_hardware and _has_parts(nouns[0]):
                break  # `a node of 8 H200 costs $310,000`
            follows = nouns is around.behind and not (is_count or around.is_measured)
            if subject is None or subject.thing == _POINT or (follows and not subject.thing):
                continue
            if subject.sort == "store" and fact.kind in _NOT_STORED:
                subject = Subject(subject.name, why=why)  # `the language pack of 1.2 GB`
            weight = strength + _fitness(subject, of_hardware=of_hardware)
            measured = nouns is around.behind and around.is_measured
            if subject.sort in MEASURES and (measured or nouns is around.owners):
                weight += _OWNED_MEASURE
            if fact.kind is Kind.BYTE_RATE and subject.thing == "link" and subject.device is None:
                weight += 2  # `the 25 Gb/s port of the gateway`
            counted = is_count and nouns is not around.owners
            if noun is head and has_own and fact.role is Role.CAPACITY:
                weight += _HOLDER
            elif not (subject.thing or counted or measured) and noun.is_known:
                weight -= _NOT_A_THING
            if weight > best_strength:
                best, best_strength = subject, weight
    return best


def _has_of_its_own(head: Piece, kind: Kind) -> bool:
    """Tell whether what acts is a thing beside its owner: `its host has 2 TB`, but `its memory has 80 GB`.

    What lies in a board is not in the chip that it carries.
    """
    if head.device is not None or head.meaning.sort in MEASURES or head.meaning.number is not None:
        return False
    is_generic = head.meaning.thing in GENERIC and kind is not Kind.BYTES
    return head.meaning.sort not in _INSIDE and not is_generic


def _measured_first(nouns: Sequence[Piece], fact: Fact, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return the nouns of a label; of `Share of the bandwidth` those of which its head is a measure.

    What a label compares two devices by is of neither of them for sure: `Against the A100: 80 GB`.
    """
    if len({noun.device.entries for noun in nouns if noun.device is not None}) > 1:
        nouns = [noun for noun in nouns if noun.device is None] or nouns[-1:]
    if nouns[0].meaning.sort not in MEASURES:
        return nouns
    of = next((piece for piece in pieces[slice(*fact.label_span)] if piece.meaning.part == "of"), None)
    if of is None:
        return nouns
    return [noun for noun in nouns if noun.start > of.start] or nouns


def _guess(fact: Fact, pieces: Sequence[Piece], *, in_prose: bool) -> Subject:
    """Return what a fact is most likely of, where no word is tied to it; a name alone, for readers.

    That is what its unit counts, `tokens` of `54 tokens/s`, or in prose what its clause is about.
    """
    name, _, per = fact.mention.unit.name.partition("/")
    if fact.kind in _COUNTING and name.islower():
        return Subject(name, why=Why.UNIT)
    if fact.kind is Kind.OTHER and per and unit_of_time(per) is None:
        return Subject(per, why=Why.UNIT)  # `8 bits/byte`
    for noun in topic_of(pieces, fact.at) if in_prose else ():
        subject = subject_of(noun, Why.SENTENCE)
        if subject is not None and _may_be_topic(subject):
            return Subject(subject.name, why=Why.SENTENCE)
    return fact.subject


def subject_of(piece: Piece, why: Why) -> Subject | None:
    """Return what a noun names; None if it is no noun. Of what nobody knows, the name is kept."""
    if piece.device is not None:
        sort = piece.device.sort
        thing = _CALLED.get(sort, "device")
        return Subject(piece.device.text, thing, "device" if sort == "core" else sort, piece.device, why)
    known, named = piece.is_known, bool(piece.meaning.thing or piece.meaning.classes)
    if why is Why.LABEL and piece.is_word and (piece.meaning.part == "verb" or (known and not named)):
        return Subject(piece.text, piece.meaning.thing, piece.meaning.sort, None, why)
    if piece.meaning.part or not (named or (piece.is_word and not known and len(piece.text) > 2)):
        return None
    return Subject(piece.text, piece.meaning.thing, piece.meaning.sort, None, why)


def _has_parts(piece: Piece) -> bool:
    """Tell whether a noun is hardware that others are parts of, and no word for them: `node`, not `card`."""
    return piece.meaning.sort == "device" and piece.meaning.thing not in GENERIC


def is_model_name(text: str) -> bool:
    """Tell whether a word mixes letters and digits, as names of hardware do: `a v4 chip`."""
    return text[:1].isalpha() and text.isalnum() and any(sign.isdigit() for sign in text)


def _may_be_topic(subject: Subject) -> bool:
    """Tell whether a clause may be about a thing: about no property, nor about what is being done."""
    return subject.sort not in MEASURES and (bool(subject.thing) or not subject.name.endswith("ing"))


def _fitness(subject: Subject, *, of_hardware: bool) -> int:
    """Return how well a noun does for the subject of a fact, beside how near it stands."""
    if subject.sort in MEASURES:
        return -6
    if not subject.thing:
        return -4
    if of_hardware and (subject.device is not None or subject.sort in _ON_HARDWARE):
        return 5
    return 1 if subject.device is not None else 0
