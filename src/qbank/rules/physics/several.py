"""Of how many things a quantity is: the counts of its sentence, each of them, or any number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf, prod
from typing import Final

from qbank.facts.counted import is_plural, singular
from qbank.facts.fact import Fact
from qbank.facts.hardware.classes import classes_of
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.magnitudes import Magnitude
from qbank.facts.phrases.behind import EVERY
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, unit_of_time
from qbank.units.dimension import dimension

_ADDS_UP: Final = frozenset(
    (Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.BYTES, Kind.BYTE_RATE, Kind.OPERATION_RATE)
)
"""What several things have more of than one."""
_SHARES_WORK: Final = frozenset(("hard-disk", "ssd", "any-disk"))
"""What does more in a second the more of it there are, whatever it is that is counted."""
_THOUSANDS: Final = frozenset(("hundred", "thousand", "million", "dozen"))
"""What makes a number of a number in words that is not read: `two thousand cards`."""
STATES: Final = frozenset(("sleeping", "deep-sleep", "awake"))
"""Classes that say how something is, and not what; `sleeps` is no plural."""
_PREDICATES: Final = frozenset(("good", "able", "capable", "rated", "with", "at"))
_BYTE: Final = dimension(byte=1)
_MOST_COUNT: Final = 10**6
_RENT: Final = dimension(dollar=1, second=-1)
"""Of what costs money, that which costs more the more of it there are: not the price of a gigabyte."""
_SIGNS: Final = frozenset(",/.;:)")
"""What stands behind a number that counts nothing."""
_RESOLUTIONS: Final = frozenset(("2k", "4k", "8k", "2K", "4K", "8K"))
_NO_THINGS: Final = frozenset(("times", "u"))
_NUMBERED: Final = frozenset(
    (
        "size",
        "depth",
        "factor",
        "quality",
        "level",
        "version",
        "generation",
        "gen",
        "category",
        "class",
        "type",
        "model",
    )
)
"""What a number behind it is the value or the name of."""
_THIS: Final = frozenset(("the", "this", "one", "its"))
_PARTING: Final = frozenset(("and", "but", ",", ";", "while"))
_SINGLE: Final = EVERY | {"one"}
_NOUN_REACH: Final = 3


def several(fact: Fact, sentence: Sequence[Piece], about: Iterable[Magnitude], ledger: Ledger) -> float:
    """Return of how many things a quantity may be: the counts of its sentence, or any number."""
    things = frozenset().union(*[_holders(one) for one in about])
    shared = fact.kind is Kind.EVENT_RATE and not things.isdisjoint(_SHARES_WORK)
    adds_up = shared or fact.kind in _ADDS_UP
    adds_up = adds_up or (fact.mention.unit.dimension == _RENT and not is_per_card(fact))
    if not adds_up or (fact.kind is Kind.BYTES and fact.mention.unit.dimension != _BYTE):
        return 1  # `5 bytes per token` are no more of several things
    per = fact.per or fact.text.partition(" per ")[2].lower()
    holder = ledger.lexicon.find(per.split(), 0) if per else None
    if holder is not None and holder[0].thing == "node":
        return inf  # what all of them in one machine do: `NVMe that reads at 56 GB/s per node`
    if _is_of_each(fact, sentence, things):
        return 1
    if any(_is_listed(at, sentence) and classes_of(one) & things for at, one in enumerate(sentence)):
        return inf  # `CPUs, NVMe, NICs and fans add 4 kW`
    # `4 cameras` counts something, and `spreading factor 7, coding rate 4/5` does not.
    counts = [
        inf if behind.text in _THOUSANDS else count
        for at, (piece, behind) in enumerate(pairwise(sentence))
        if (count := count_of(piece)) > 1
        and behind.text not in _SIGNS
        and piece.start != fact.start
        and not _counts_nothing(at, sentence)
        and not _counts_parts(at, sentence, things)
    ]
    if counts:
        return prod(counts)
    named = [piece for piece in sentence if not things.isdisjoint(classes_of(piece))]
    named = named or [piece for piece in named_things(ledger) if not things.isdisjoint(classes_of(piece))]
    stored = any(_is_storage_of_another(one, two, fact) for one, two in pairwise(sentence))
    return inf if stored or any(map(_is_plural, named)) else 1


def _is_listed(at: int, sentence: Sequence[Piece]) -> bool:
    """Tell whether a thing is one of several in a list, and not the first or the last."""
    if not 0 < at < len(sentence) - 1 or sentence[at - 1].text != "," or sentence[at + 1].text != ",":
        return False
    end = next((one for one in sentence[at + 1 :] if not one.is_noun and one.text != ","), None)
    return end is not None and end.text == "and"


def _counts_nothing(at: int, sentence: Sequence[Piece]) -> bool:
    """Tell whether a number is no count of things that are there together.

    It names a size (`4K video`, `a size 312 cell`, `a queue depth of 16`), or how often something is done
    (`600 times`, `40 summaries a day`).
    """
    piece, ahead, behind = sentence[at], sentence[:at], sentence[at + 1 :]
    is_name = piece.text in _RESOLUTIONS or bool(classes_of(piece))  # `an 18650 cell`
    if is_name or behind[0].text in _NO_THINGS:
        return True
    if ahead and ahead[-1].text == "of":
        ahead = ahead[:-1]
    if ahead and singular(ahead[-1].text) in _NUMBERED:
        return True
    rate = [one.text for one in behind[1:4]]
    return any(each in EVERY and unit_of_time(time) is not None for each, time in pairwise(rate))


def _counts_parts(at: int, sentence: Sequence[Piece], things: frozenset[str]) -> bool:
    """Tell whether a number says how many parts each of them has: `a six-axis IMU`."""
    noun = sentence[at + 2 : at + 3]
    return sentence[at + 1].text == "-" and bool(noun) and things.isdisjoint(classes_of(noun[0]))


def _holders(one: Magnitude) -> frozenset[str]:
    """Return the classes of what has a magnitude: of `the phone sleeps at 30 mW` it is the phone's."""
    return one.things - STATES | {one.beside} if one.things <= STATES else one.things


def _is_storage_of_another(piece: Piece, noun: Piece, fact: Fact) -> bool:
    """Tell whether drives are what something is made of, and nobody knows how many: `NVMe scratch`."""
    return (
        not _SHARES_WORK.isdisjoint(classes_of(piece))
        and noun.is_word
        and not noun.meaning.part
        and _SHARES_WORK.isdisjoint(classes_of(noun))
        and fact.kind not in noun.meaning.roles
    )


def is_per_card(fact: Fact) -> bool:
    """Tell whether the unit of a quantity says that it is of one accelerator: `$2 per GPU-hour`."""
    return "GPU" in fact.mention.unit.name


def _is_of_each(fact: Fact, sentence: Sequence[Piece], things: frozenset[str]) -> bool:
    """Tell whether a quantity is that of every single one: `16 cameras, each of which sends 4 Mbit/s`."""
    clause = [piece for piece in sentence if piece.clause == fact.clause]
    if fact.kind is Kind.BYTES and "average" in fact.cues:
        return True  # `a million pictures that average 0.1 MB`
    relative = [piece.text for piece in clause[1:3]] == ["of", "which"]
    if len(clause) > 1 and clause[0].text == "each" and (relative or is_predicate(clause[1])):
        ahead = [one for one in sentence if one.end <= clause[0].start and one.opener < 0 and classes_of(one)]
        if ahead and not things.isdisjoint(classes_of(ahead[-1])):
            return True  # `24 disks, each good for 150 reads/s`
    if fact.subject.sort == "store" and _is_of_one_store(fact, clause):
        return True  # `the phones have a battery of 19 Wh`
    if any("every-one" in end.meaning.cues and _ends_at(one, fact, clause) for one, end in pairwise(clause)):
        return True  # `with 4 W each`, `with 80 GB of HBM each`
    return _is_of_a_single(fact, clause, things)


def _is_of_one_store(fact: Fact, clause: Sequence[Piece]) -> bool:
    """Tell whether a quantity stands behind what stores it, and that is one: `a single-cell battery of`."""
    ahead = [piece for piece in clause if piece.end <= fact.start]
    at = next((at for at, one in enumerate(ahead) if one.text == fact.subject.name), 0)
    articles = (one.text in _SINGLE for one in ahead[max(at - _NOUN_REACH - 1, 0) : at])
    return at > 0 and not _is_plural(ahead[at]) and len(ahead) - at <= _NOUN_REACH and any(articles)


def is_predicate(piece: Piece) -> bool:
    """Tell whether a piece begins what is said of something: `each [good] for ...`, `each [adding] ...`."""
    return piece.meaning.part in {"verb", "with"} or piece.text in _PREDICATES or piece.text.endswith("ing")


def _is_of_a_single(fact: Fact, clause: Sequence[Piece], things: frozenset[str]) -> bool:
    """Tell whether the nearest thing before a quantity is one: `every port has an optic that draws 9 W`."""
    ahead = [piece for piece in clause if piece.end <= fact.start]
    named = [at for at, piece in enumerate(ahead) if not things.isdisjoint(classes_of(piece))]
    if not named or _is_plural(ahead[named[-1]]):
        return False
    start = max(0, named[-1] - _NOUN_REACH)
    does = named[-1] + 1 < len(ahead) and ahead[named[-1] + 1].meaning.part == "verb"  # `the phone draws`
    single = _SINGLE | _THIS if does else _SINGLE
    articles = [at for at in range(start, named[-1]) if ahead[at].text in single]
    if not articles:
        return False
    first = articles[-1]
    behind = ahead[first - 1 : first] * (first > 1) + ahead[first + 1 :]  # `and` may begin its clause
    return not any(piece.text in _PARTING or piece.mention for piece in behind)


def _ends_at(piece: Piece, fact: Fact, clause: Sequence[Piece]) -> bool:
    """Tell whether a piece is a quantity or the last word of what it is of: `80 GB of HBM`."""
    between = [one for one in clause if fact.end <= one.start <= piece.start]
    nouns = between[1:] and between[0].meaning.part == "of" and not any(o.mention for o in between)
    return piece.start == fact.start or (bool(nouns) and len(between) <= _NOUN_REACH)


def _is_plural(piece: Piece) -> bool:
    return is_plural(piece.text) if piece.device is None else piece.device.plural


def count_of(piece: Piece) -> float:
    """Return how many a piece says that there are; 1 if it is no number."""
    if piece.mention is not None:
        size = piece.mention.high
        counts = piece.mention.kind is Kind.COUNT and size.is_integer() and 1 < size <= _MOST_COUNT
        return size if counts else 1
    return piece.meaning.number or 1


def named_things(ledger: Ledger) -> list[Piece]:
    """Return all that a question names of which magnitudes are known, but for what a former case had."""
    return ledger.view(_of_known_classes)


def _of_known_classes(ledger: Ledger) -> list[Piece]:
    found: list[Piece] = []
    for path, pieces in ledger.pieces.items():
        former = {piece.clause for _, piece in ledger.cued[path] if "former" in piece.meaning.cues}
        found += [piece for piece in pieces if classes_of(piece) and piece.clause not in former]
    return found
