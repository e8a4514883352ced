"""What a solution opens with: the answer that its readers take away, and what else in the question has it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from operator import attrgetter
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import PLAIN, UNMEASURED, agree, follows, numeral
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause
from qbank.facts.vocabulary import ASKED, Kind, Origin, unit_of_time
from qbank.units import physical

_BOLD: Final = "**"
_PARAGRAPH: Final = "\n\n"
_REACH: Final = 16
_SENTENCES: Final = 2
"""How far from its beginning a solution tells its answer, in pieces and in sentences, unless that is bold."""
_LIGHT: Final = frozenset(
    ("filler", "article", "stop", "preposition", "adjective", "copula", "determiner", "pronoun", "of", "verb")
)
"""Parts of speech that may stand before an answer: `It takes about 3 s`, `Yes, after 15 turns`."""
_STOPS: Final = frozenset((",", ":", ".", "-", "*", "•", "\n"))
_NAMING: Final = frozenset(("the", "a", "stage", "-"))
"""What stands before a number that is a name: `on the 4090`."""
_GRANTING: Final = frozenset(("although", "though", "while", "whereas", "because", "since", "if", "despite"))
_OTHER_CASES: Final = frozenset(("supposed", "former", "nominal"))
_LOOSE: Final = UNMEASURED | {Kind.EVENT_RATE, Kind.FREQUENCY, Kind.MONEY, Kind.PRICE}
"""What may be told with another unit elsewhere, or with none: `58.5 tokens/s` and `58.5 /s`."""
_CLOSELY: Final = 0.006
_ROUGHLY: Final = 0.03
_EXACTLY: Final = 0.001
_ALIKE: Final = 1.1
_MOST_ROUNDED: Final = 0.1
_DIFFERENT: Final = frozenset(
    ("rest", "kept-free", "in-hand", "difference", "falls", "rises", "least", "failure", "falls-short")
)
_COMPARED: Final = frozenset(("faster", "slower", "cheaper", "dearer", "exceeds"))
"""What says that a value is how far one is off another: `33 GB are left`, `14% less`."""


class Headline(Struct):
    """A quantity that a solution tells first, or in bold.

    Attributes:
        fact: the quantity.
        opens: whether nothing stands before it that names something.
        bold: whether it is told in bold.
    """

    fact: Fact
    opens: bool
    bold: bool


def headlines_of(ledger: Ledger, path: FieldPath, text: str) -> list[Headline]:
    """Return the first quantity of a solution, those beside it, and all in bold of its first paragraph."""
    pieces = ledger.pieces.get(path, ())
    known = {fact.start: fact for fact in ledger.facts if fact.path == path}
    found: list[Headline] = []
    is_first = True
    for at, piece in enumerate(_first_paragraph(pieces, text)):
        if piece.mention is not None:
            is_bold = _is_bold(text, piece)
            is_beside = bool(found) and piece.sentence == 0 and (found[0].opens or found[0].bold)
            if is_bold or is_beside or (is_first and at < _REACH and piece.sentence < _SENTENCES):
                fact = known.get(piece.start) or _fact(path, at, piece, Origin.SOLUTION)
                one = Headline(fact, is_first and all(map(is_light, pieces[:at])), is_bold)
                if _is_answer(one, pieces):
                    found.append(one)
        is_first &= piece.mention is None and piece.meaning.number is None
    return found


def opening(ledger: Ledger, path: FieldPath, text: str) -> list[Piece]:
    """Return the numbers of the first sentence of a solution, and those in bold of its first paragraph."""
    return [
        piece
        for piece in _first_paragraph(ledger.pieces.get(path, ()), text)
        if (piece.sentence == 0 or _is_bold(text, piece))
        and (piece.mention is not None or piece.meaning.number or piece.meaning.share)
    ]


def _first_paragraph(pieces: Sequence[Piece], text: str) -> Sequence[Piece]:
    end = text.find(_PARAGRAPH) % (len(text) + 1)
    return pieces[: bisect_left(pieces, end, key=attrgetter("start"))]


def _fact(path: FieldPath, at: int, piece: Piece, origin: Origin) -> Fact:
    """Return a number that is none of the ledger, as a bare one may be."""
    assert piece.mention is not None
    fact = Fact(path, piece.start, piece.end, piece.text, at, piece.mention, origin=origin)
    fact.sentence, fact.clause, fact.line = piece.sentence, piece.clause, piece.line
    return fact


def _is_bold(text: str, piece: Piece) -> bool:
    return text.count(_BOLD, 0, piece.start) % 2 == 1 or _BOLD in text[piece.start : piece.end].rstrip("*")


def is_light(piece: Piece) -> bool:
    """Whether a piece names nothing, so that a number behind it opens its sentence."""
    return piece.text in _STOPS or (
        piece.meaning.part in _LIGHT and not (piece.meaning.number or piece.meaning.share)
    )


def _is_answer(one: Headline, pieces: Sequence[Piece]) -> bool:
    """Whether a quantity is told of the case in hand, and names nothing: `the 30 W mode`, `the 4090`."""
    fact = one.fact
    behind = pieces[fact.at + 1 : fact.at + 2]
    if fact.kind not in PLAIN and any(piece.is_noun and piece.clause == fact.clause for piece in behind):
        return False
    if fact.is_bare and fact.at and pieces[fact.at - 1].text in _NAMING:
        return False
    before = [piece.mention for piece in pieces[max(0, fact.at - 2) : fact.at] if piece.mention]
    if any(one.kind is fact.kind and one.unit.scale > fact.mention.unit.scale for one in before):
        return False  # `43 minutes and 12 seconds`
    if _is_granted(fact, pieces):
        return False
    if not one.opens and (" per " in fact.text or (fact.is_bare and len(_significant(fact)) < 2)):
        return False
    is_told = fact.is_topic and bool(fact.value) and fact.cues.isdisjoint(_OTHER_CASES)
    return is_told and any(map(str.isdigit, fact.text))


def _is_granted(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Whether a clause only grants a quantity: `Though each is fast 99.5 times in 100, 18% are slow`."""
    behind = [one.text for one in pieces[fact.at + 1 : fact.at + 3]]
    return pieces[of_clause(pieces, fact.clause).start].text in _GRANTING or behind == ["times", "in"]


def _significant(fact: Fact) -> str:
    return numeral(fact).replace(".", "").strip("0")


def supports(ledger: Ledger, path: FieldPath) -> list[Fact]:
    """Return what may have the value that a solution opens with: all but what that only tells."""
    found = [one for one in ledger.facts if one.path != path or one.is_calculated]
    known = {(one.path, one.start) for one in found}
    for other, numbered in ledger.numbered.items():
        if other != path:
            found += [
                _fact(other, at, one, Origin.CALCULATIONS)
                for at, one in numbered
                if one.mention is not None and (other, one.start) not in known
            ]
    return found


def is_supported(ledger: Ledger, one: Headline, others: Sequence[Fact]) -> bool:
    """Whether a value stands elsewhere, or comes in one step of what is told beside it."""
    fact = one.fact
    if any(is_told(fact, other) for other in others):
        return True
    if any(_is_near(fact, size) for size in _made(fact, others, ledger)):
        return True
    return not (one.opens or one.bold) and follows(fact, ledger.facts, closely=True)


def is_told(fact: Fact, other: Fact) -> bool:
    """Whether a value is another one, rounded or converted; whole numbers may be rounded up or down."""
    one, two = fact.mention, other.mention
    if fact.kind is other.kind or {fact.kind, other.kind} <= PLAIN:
        apart = abs(fact.value - other.value)
        if apart <= 0.51 * one.step or (one.step >= one.scale and apart < max(one.step, _rounded(fact))):
            return True
        is_fine = two.step <= one.step * _ALIKE or one.approximate or apart <= _CLOSELY * fact.value
        if is_fine and agree(fact, other):
            return True
    slack = 0.51 * one.step / one.scale if fact.is_bare else 1e-6
    is_loose = fact.kind in _LOOSE or other.kind in _LOOSE
    return is_loose and len(_significant(fact)) > 1 and abs(other.number - fact.number) <= slack


def _rounded(fact: Fact) -> float:
    """Return how much the noughts at the end of a number may hide: half a thousand of `40,000`."""
    written = numeral(fact)
    noughts = len(written) - len(written.rstrip("0"))
    return min(0.51 * fact.mention.step * 10.0**noughts, _MOST_ROUNDED * fact.value)


def _is_near(fact: Fact, size: float) -> bool:
    share = _ROUGHLY if fact.mention.approximate else _EXACTLY
    slack = max(0.51 * fact.mention.step, share * fact.value, _rounded(fact))
    return fact.mention.low - slack <= size <= fact.value + slack


def _made(fact: Fact, others: Sequence[Fact], ledger: Ledger) -> Iterator[float]:
    """Yield what comes of a value of its sentence and another one, and how far two values are apart."""
    beside = [one for one in ledger.facts if one.path == fact.path and one.start != fact.start]
    told = [one for one in beside if one.sentence == fact.sentence]
    units = (unit_of_time(piece.text) for piece in ledger.sentence_of(fact) if piece.is_word)
    yield from (float(unit.scale) for unit in units if unit is not None)  # `a week has 168 h`
    results = [one for _, one in ledger.worked_out()]
    given = [one for one in others if one.path[0] in ASKED]
    yield from _apart(fact, results, (*results, *given))
    alike = [one.value for one in results if one.kind is fact.kind]
    yield from (one + two for one, two in combinations(alike, 2))
    yield from (
        one.value - two.value
        for one, two in product(beside, beside)
        if one.sentence == two.sentence and one.kind is two.kind is fact.kind
    )
    if _tells_difference(ledger, fact):
        yield from _apart(fact, (*told, *others), (*told, *others))
    is_share = fact.kind is Kind.SHARE or (fact.kind in PLAIN and fact.value < 1)
    if is_share:
        yield from (abs(1 - one.value) for one in others if one.kind in PLAIN)
    wanted = physical(fact.mention.unit.dimension)
    for one, two in _pairs(told, others):
        first, second = physical(one.mention.unit.dimension), physical(two.mention.unit.dimension)
        if fact.kind in PLAIN and one.kind is two.kind and two.value:
            yield one.value / two.value
            if is_share:
                yield abs(1 - one.value / two.value)
        elif first + second == wanted:
            yield one.value * two.value
        elif first - second == wanted and two.value and second:
            yield one.value / two.value


def _apart(fact: Fact, some: Sequence[Fact], others: Sequence[Fact]) -> Iterator[float]:
    alike = [one.value for one in some if one.kind is fact.kind]
    yield from (abs(one - two.value) for one, two in product(alike, others) if two.kind is fact.kind)


def _pairs(told: Sequence[Fact], others: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    for one, two in product(told, (*told, *others)):
        yield one, two
        yield two, one


def _tells_difference(ledger: Ledger, fact: Fact) -> bool:
    sentence = ledger.sentence_of(fact)
    compares = any(not one.meaning.relations.isdisjoint(_COMPARED) for one in sentence)
    return compares or not _DIFFERENT.isdisjoint(cues_in(sentence))
