"""What stands around a quantity: the nouns behind it, those before it, the verb, the brackets, the label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Role, Why, unit_of_time
from qbank.units.table import BYTES_OF_TYPE

_MOST_BEHIND: Final = 7
_MOST_BEFORE: Final = 8
_SIZE_REACH: Final = 4
_LONGEST_LABEL: Final = 14
_TIES: Final = frozenset(("copula", "of", "filler", "article"))
_ENDS: Final = frozenset(("stop", "verb", "pronoun", "preposition", "per", "copula"))
_PARTS_OF_LABEL: Final = frozenset(("of", "filler", "stop", "preposition", "per"))
_ON: Final = frozenset(("on", "in"))
_ATTACHED_BY: Final = frozenset(("in", "on", "with", "for", "from", "inside", "behind"))
"""What ties a phrase to the noun before it: of `a sensor in a pump`, the pump is no sensor."""
_MEASURED_BY: Final = frozenset(("at", "with"))
"""What ties a measure to the noun before it."""
_RELATIVE: Final = frozenset(("which", "that", "who"))
_CARRIERS: Final = frozenset(("device", "place", "store", "link", "data"))
_GOVERNS: Final = frozenset(("verb", "preposition", "determiner"))
_JOINS: Final = frozenset(("=", ":", "≈", "~", "→", "≤", "<", "≥", ">", "-", "'", '"', "/"))
OF_HARDWARE: Final = frozenset(
    (Role.CAPACITY, Role.BANDWIDTH, Role.PEAK_RATE, Role.CLOCK, Role.POWER, Role.PRICE)
)
"""What hardware has: of a card rather than of the weights on it."""
_MOVERS: Final = frozenset(("place", "link"))
_MOVES: Final = frozenset(("moving", "moved"))
_ARITHMETIC: Final = frozenset("×*·/÷+−–^")
_BEFORE_TERMS: Final = _ARITHMETIC | frozenset(("-", "=", "≈", ":", "("))
"""What stands before brackets that hold a part of a calculation, and no remark."""
_OF_NAMED: Final = {
    ("device", Kind.BYTES): Role.CAPACITY,
    ("core", Kind.BYTES): Role.CAPACITY,
    ("store", Kind.CHARGE): Role.CAPACITY,
    ("store", Kind.ENERGY): Role.CAPACITY,
}
"""What the quantities of named hardware are, by its sort."""


class Surroundings(Struct):
    """The pieces around a quantity, the nearest first in each list.

    Attributes:
        behind, before: the nouns that are tied to it, the nearest phrase only.
        owners: those that stand behind `of` in these phrases.
        verb: the verb or preposition that governs it.
        actors, actors_owners: the nouns before that verb, and those behind `of` among them.
        bracket: the nouns before the brackets that it stands in.
        label, label_verb: the nouns of its line's label, and a verb among them.
        per: what it is per.
    """

    behind: list[Piece] = field(default_factory=list)
    before: list[Piece] = field(default_factory=list)
    owners: list[Piece] = field(default_factory=list)
    verb: Piece | None = None
    actors: list[Piece] = field(default_factory=list)
    actors_owners: list[Piece] = field(default_factory=list)
    bracket: list[Piece] = field(default_factory=list)
    label: list[Piece] = field(default_factory=list)
    label_verb: Piece | None = None
    per: Piece | None = None


class Label(Struct, frozen=True):
    """What stands before the colon or the first equation of a line.

    Attributes:
        start, end: its first piece, and the piece behind it.
        text: its words.
        nouns: what it names, its first phrase first.
        verb: a verb in it.
        is_plain: whether it is one phrase, as `Screen`, and not `Share of the bandwidth`.
    """

    start: int = 0
    end: int = 0
    text: str = ""
    nouns: tuple[Piece, ...] = ()
    verb: Piece | None = None
    is_plain: bool = True


_NO_LABEL: Final = Label()


_EVERY: Final = frozenset(("a", "an", "each", "every"))
"""What stands before the time that a quantity is per."""
_POSSESSIVES: Final = frozenset(("its", "their"))
_SENTENCE: Final = 60
_COORDINATES: Final = frozenset((",", "and"))


class Phrases:
    """Reads what stands around the quantities of one field."""

    def __init__(self, pieces: list[Piece], *, in_lines: bool) -> None:
        """Read the phrases of a field; `in_lines` if labels hold for lines, and not for sentences alone."""
        self._pieces = pieces
        self._in_lines = in_lines
        self._labels: dict[int, Label] = {}
        self._actors: tuple[int, list[Piece], list[Piece]] = (-1, [], [])
        self._find_labels()

    def label(self, piece: Piece) -> Label:
        """Return the label of the sentence or line in which a piece stands; an empty one if it has none."""
        return self._labels.get(piece.sentence, _NO_LABEL)

    def around(self, at: int) -> Surroundings:
        """Return what stands around the quantity at piece `at`."""
        found = Surroundings()
        self._read_behind(at, found)
        self._read_before(at, found)
        opener = self._pieces[at].opener
        if opener > 0 and self._pieces[opener - 1].text not in _BEFORE_TERMS:
            found.bracket = list(self._nouns_back(opener - 1, found.owners))
        label = self.label(self._pieces[at])
        if at >= label.end:
            found.label, found.label_verb = list(label.nouns), label.verb
        return found

    def _read_label(self, start: int, end: int) -> Label:
        pieces = self._pieces[start:end]
        return Label(
            start,
            end,
            " ".join([piece.text for piece in pieces]).lstrip("- *•"),
            tuple(self._label_nouns(start, end)),
            next((piece for piece in pieces if piece.meaning.part == "verb"), None),
            is_plain=not any(p.meaning.part in _PARTS_OF_LABEL or p.text in {",", "("} for p in pieces),
        )

    def _label_nouns(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the nouns of a label, those of its first phrase first, its head before the others."""
        first: list[Piece] = []
        later: list[Piece] = []
        into = first
        for piece in self._pieces[start:end]:
            if piece.device is None and (
                piece.meaning.part in _ENDS or piece.meaning.part == "of" or piece.text in {"(", ","}
            ):
                into = later
            elif _is_noun(piece):
                into.append(piece)
        yield from reversed(first)
        yield from later

    def _find_labels(self) -> None:
        start = line = sentence = -1
        pieces = self._pieces
        for at, piece in enumerate(pieces):
            if piece.text == "\n":
                continue
            if piece.sentence != sentence:
                of_line = self._labels.get(sentence) if self._in_lines and piece.line == line else None
                start, line, sentence, is_open = at, piece.line, piece.sentence, True
                if of_line is not None:
                    self._labels[sentence] = of_line
            if is_open and (piece.text in {"=", "≈", ";"} or (piece.text == ":" and piece.opener < 0)):
                is_open = False
                named = piece.text == ":" or all(p.mention is None for p in pieces[start:at])
                if piece.text != ";" and start < at <= start + _LONGEST_LABEL and named:
                    self._labels[sentence] = self._read_label(start, at)

    def _read_behind(self, at: int, found: Surroundings) -> None:
        pieces, line = self._pieces, self._pieces[at].line
        into = found.behind
        is_size = _is_of_counted(pieces, at)
        if at + 1 < len(pieces) and pieces[at + 1].text == "(":
            remark = [p for p in pieces[at + 2 : at + 6] if p.opener == at + 1]
            if all(p.mention is None for p in remark):  # else its words are of that quantity
                found.behind = list(filter(_is_noun, remark))
            return
        for place, piece in enumerate(pieces[at + 1 : at + 1 + _MOST_BEHIND], at + 1):
            part = piece.meaning.part
            if _is_size_of_counted(pieces, at, place):
                continue  # `two 80 GB cards`
            if piece.line != line or piece.mention is not None:
                break
            if part == "of":
                if into is found.behind and any(p.meaning.roles or p.meaning.sort for p in into):
                    into = found.owners
                continue
            if piece.text == "them" and pieces[place - 1].meaning.part == "of":
                continue  # `400 of them per second`
            if part == "per":
                behind = (p for p in pieces[at + 1 : at + 4 + _MOST_BEHIND] if p.start > piece.start)
                named = (p for p in behind if p.is_word and p.text.upper() not in BYTES_OF_TYPE)
                found.per = None if is_size else next(named, None)
                break
            if part == "verb" and _is_counted(piece) and _is_size_of_counted(pieces, at, place - 1):
                into.append(piece)  # `400 random 4 KB reads per second`
                continue
            is_per = not _EVERY.isdisjoint((pieces[place - 1].text, pieces[at + 1].text))
            if is_per and (part == "unit" or unit_of_time(piece.text)):
                found.per = None if is_size else piece  # `30 events each minute`, "$7.91 an H100 hour"
                break
            if self._leads_to_time(place):
                continue
            if piece.text in _ON and not found.behind:
                into = found.owners
                continue
            if part == "article" and into:
                break  # "16 GB of memory the network has"
            if part == "article" or piece.text in {"-", "'"} or part in {"filler", "adjective"}:
                if piece.text in {"at", "with", "by", "to"}:
                    break
                continue
            if "measured" in piece.meaning.cues and piece is pieces[at + 1]:
                into.append(piece)  # `610 GFLOPS sustained`
                break
            if part or not (piece.is_word or piece.device is not None):
                break
            if into is found.behind or piece.device is not None or piece.meaning.sort in _CARRIERS:
                into.append(piece)

    def _leads_to_time(self, place: int) -> bool:
        """Tell whether a word leads to what a quantity is per: `20 drops each minute`, `20 times an hour`."""
        piece, behind = self._pieces[place], self._pieces[place + 1 : place + 2]
        if piece.text in _EVERY:
            return any(unit_of_time(one.text) for one in behind)
        return piece.text == "times" and any(
            one.text in _EVERY or one.meaning.part == "per" for one in behind
        )

    def _read_before(self, at: int, found: Surroundings) -> None:
        pieces, line, opener = self._pieces, self._pieces[at].line, self._pieces[at].opener
        place = at - 1
        steps = 0
        while place >= 0 and steps < _MOST_BEFORE:
            piece = pieces[place]
            if piece.line != line or piece.opener != opener or place == opener:
                return
            part = piece.meaning.part
            if part in _GOVERNS or (part == "adjective" and piece.meaning.roles):
                found.verb = found.verb or piece
                found.actors = list(
                    self._nouns_back(self._before_verbs(place), found.actors_owners, of_verb=True)
                )
                if not any(noun.device for noun in (*found.actors, *found.actors_owners)):
                    found.actors_owners += self._possessor(place)
                self._share_actors(place, found)
                return
            if piece.text in _ARITHMETIC and piece.text not in _JOINS:
                return
            with_it = piece.text == "," and pieces[place + 1].text == "with"  # `one port, with 30 W`
            if part in _TIES or piece.text in _JOINS or part == "adjective" or with_it:
                place -= 1
                steps += 1
                continue
            if part or not (piece.is_word or piece.device is not None or piece.text == ")"):
                return
            found.before = list(self._nouns_back(place, found.owners))
            return

    def _before_verbs(self, place: int) -> int:
        """Return the place before a verb, and before one that it belongs to: `it wakes every 10 minutes`."""
        place -= 1
        if place > 0 and self._pieces[place].meaning.part == "verb":
            place -= 1
        return place

    def _possessor(self, place: int) -> list[Piece]:
        """Return the one device of the sentence before that a subject is of: `Its memory delivers ...`."""
        pieces = self._pieces
        sentence = pieces[place].sentence
        start = place
        while start and pieces[start - 1].sentence == sentence:
            start -= 1
        if pieces[start].text not in _POSSESSIVES:
            return []
        before = [
            piece
            for piece in pieces[max(0, start - _SENTENCE) : start]
            if piece.device is not None and not piece.device.is_link and piece.sentence == sentence - 1
        ]
        return before[:1] if len({piece.text for piece in before}) == 1 else []

    def _share_actors(self, place: int, found: Surroundings) -> None:
        """Give a verb behind `and` or a comma the actors of the verb before it: `it has ..., and draws`."""
        verb = self._pieces[place]
        if found.actors:
            self._actors = verb.sentence, found.actors, found.actors_owners
        elif place and self._pieces[place - 1].text in _COORDINATES and self._actors[0] == verb.sentence:
            _, found.actors, found.actors_owners = self._actors

    def _nouns_back(self, place: int, owners: list[Piece], *, of_verb: bool = False) -> Iterator[Piece]:
        """Yield the nouns of the phrase that ends at a piece, the last first; what it is `of` are owners.

        Where a verb stands behind it, what a preposition ties to it comes last: `the core in this sensor`.
        """
        pieces = self._pieces
        if place < 0:
            return
        line, opener = pieces[place].line, pieces[place].opener
        held: list[Piece] = []
        attached: list[Piece] = []
        counted = False
        steps = 0
        while place >= 0 and steps < _MOST_BEFORE:
            piece = pieces[place]
            steps += 1
            if piece.text == ")" and not held:
                inside = place - 1
                while inside >= 0 and pieces[inside].text != "(":
                    inside -= 1
                place = inside - 1
                continue
            if piece.line != line or piece.opener != opener:
                break
            if piece.mention is not None:
                if of_verb and not held and place and pieces[place - 1].text in _MEASURED_BY:
                    place -= 2  # `a tag with a small core at 64 MHz draws ...`
                    continue
                if of_verb and held and piece.mention.kind is Kind.COUNT:
                    counted = True  # `a server with eight cards draws ...`
                    place -= 1
                    continue
                break
            part = piece.meaning.part
            if part == "of":
                (attached if counted else owners).extend(held)  # a node of 8 cards is none of theirs
                held, counted = [], False
            elif of_verb and held and not attached and piece.text in _ATTACHED_BY:
                attached, held = held, []
            elif of_verb and piece.text in _RELATIVE and not held and place and pieces[place - 1].text == ",":
                place -= 1  # `the link, which carries ...`
            elif part in {"article", "filler", "adjective", "copula"} or piece.text in {"-", "'", '"', ":"}:
                pass
            elif part or not (piece.is_word or piece.device is not None):
                break
            else:
                held.append(piece)
            place -= 1
        yield from held
        yield from attached


def _is_size_of_counted(pieces: list[Piece], at: int, place: int) -> bool:
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


def _is_of_counted(pieces: list[Piece], at: int) -> bool:
    """Tell whether a quantity is the size of what a number before it counts, which has the time behind."""
    before = (place for place in range(at - 1, max(-1, at - 1 - _SIZE_REACH), -1))
    number = next((place for place in before if pieces[place].mention is not None), None)
    return number is not None and _is_size_of_counted(pieces, number, at)


def _is_noun(piece: Piece) -> bool:
    return piece.device is not None or (piece.is_word and not piece.meaning.part)


def _can_always(surroundings: Surroundings) -> bool:
    """Tell whether what moves data is a memory or a link that is spoken of in general, and not measured."""
    verb = surroundings.verb
    carriers = {noun.meaning.sort for noun in surroundings.actors[:1]}
    return verb is not None and bool(carriers & _MOVERS) and not verb.meaning.cues.isdisjoint(_MOVES)


def surest_roles(surroundings: Surroundings, kind: Kind, *, computed: bool) -> list[tuple[Role, Why]]:
    """Return what those words around a quantity that say it most surely say that it is."""
    found: list[tuple[Role, Why]] = []
    surest = 0
    for strength, role, why in _roles(surroundings, kind, computed=computed):
        if strength > surest:
            found, surest = [], strength
        elif strength < surest:
            break
        found.append((role, why))
    return found


def _roles(surroundings: Surroundings, kind: Kind, *, computed: bool) -> Iterator[tuple[int, Role, Why]]:
    """Yield what the words around a quantity say that it is, each with how strongly, the surest first.

    That a memory or a link can always do so comes before all, and yields to what stands beside.
    """
    asked = surroundings.verb.meaning.roles.get(kind) if surroundings.verb else None
    if asked is Role.THROUGHPUT and _can_always(surroundings):
        yield 6, Role.BANDWIDTH, Why.VERB  # `the memory delivers 2 TB/s`
        asked = Role.BANDWIDTH
    behind = surroundings.behind
    if any(noun.meaning.sort == "place" for noun in behind):
        sorts = {noun.meaning.sort for noun in surroundings.label}
        if asked is Role.DEMAND or ("data" in sorts and "place" not in sorts):
            behind = [noun for noun in behind if noun.meaning.sort != "place"]
    for nouns, strength, why in (
        (behind[::-1], 8, Why.BESIDE),
        (surroundings.before, 7, Why.BESIDE),
        ((surroundings.verb,) if surroundings.verb else (), 6, Why.VERB),
        (surroundings.bracket, 5, Why.BRACKET),
        (surroundings.actors, 4, Why.VERB),
        ((surroundings.label_verb,) if surroundings.label_verb else (), 4, Why.LABEL),
        (surroundings.label, 3, Why.LABEL),
    ):
        for piece in nouns:
            if piece is surroundings.verb and asked is Role.BANDWIDTH:
                break
            on_device = why is Why.LABEL and any(noun.device is not None for noun in nouns)
            if on_device and kind is Kind.BYTES and piece.meaning.sort == "data":
                yield strength, Role.DEMAND, why  # `Weights on the card: 14 GB`
                break
            role = _OF_NAMED.get((piece.device.sort, kind)) if piece.device is not None else None
            if piece.meaning.roles:
                role = piece.meaning.roles.get(kind)
            if role is None:
                continue
            is_named = role is Role.PEAK_RATE and "maximum" in piece.meaning.cues
            is_there = why is Why.LABEL and piece is surroundings.label_verb  # `Have: 2 * 80 GB = 160 GB`
            named = is_named or is_there
            if computed and role in OF_HARDWARE and not named and (strength < 5 or kind is Kind.MONEY):
                continue  # what is computed of a device is no property of it
            yield strength, role, why
            break
