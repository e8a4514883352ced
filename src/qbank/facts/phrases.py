"""What stands around a quantity: the nouns behind it, those before it, the verb, the brackets, the label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from qbank.facts.labels import POSSESSIVES, Label, Labels
from qbank.facts.pieces import ARTICLES, Piece
from qbank.facts.vocabulary import Kind, Role, Why, unit_of_time
from qbank.units.table import BYTES_OF_TYPE

_MOST_BEHIND: Final = 7
_MOST_BEFORE: Final = 8
_SIZE_REACH: Final = 4
_TIES: Final = frozenset(("copula", "of", "filler", "article"))
_ON: Final = frozenset(("on", "in"))
_AWAY: Final = frozenset(("at", "with", "by", "to"))
"""What ties a phrase behind a quantity to something else."""
_ATTACHED_BY: Final = frozenset(("in", "on", "with", "for", "from", "inside", "behind"))
"""What ties a phrase to the noun before it: of `a sensor in a pump`, the pump is no sensor."""
_MEASURED_BY: Final = frozenset(("at", "with"))
"""What ties a measure to the noun before it."""
RELATIVE: Final = frozenset(("which", "that", "who"))
_CARRIERS: Final = frozenset(("device", "place", "store", "link", "data"))
_GOVERNS: Final = frozenset(("verb", "preposition", "determiner"))
_JOINS: Final = frozenset(("=", ":", "≈", "~", "→", "≤", "<", "≥", ">", "-", "'", '"', "/"))
_BETWEEN: Final = _JOINS | _AWAY | {","}
"""What ties a noun to a quantity behind it, so that the noun is no verb."""
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
        purposes: the nouns behind a `for` that follows it.
        verb: the verb or preposition that governs it.
        actors, actors_owners: the nouns before that verb, and those behind `of` among them.
        bracket: the nouns before the brackets that it stands in.
        label, label_verb: the nouns of its line's label, and a verb among them.
        per: what it is per.
        is_measured: whether it measures what the first noun behind names: `5 s of rest`, `a 15 W lamp`.
    """

    behind: list[Piece] = field(default_factory=list)
    before: list[Piece] = field(default_factory=list)
    owners: list[Piece] = field(default_factory=list)
    purposes: list[Piece] = field(default_factory=list)
    verb: Piece | None = None
    actors: list[Piece] = field(default_factory=list)
    actors_owners: list[Piece] = field(default_factory=list)
    bracket: list[Piece] = field(default_factory=list)
    label: list[Piece] = field(default_factory=list)
    label_verb: Piece | None = None
    per: Piece | None = None
    is_measured: bool = False


EVERY: Final = frozenset(("a", "an", "each", "every"))
"""What stands before the time that a quantity is per."""
_ANAPHORS: Final = frozenset(("it", "they", "them"))
"""What stands for a thing of the sentence before."""
_LONGEST_LIST: Final = 12
_JOIN_LISTS: Final = frozenset((",", "and", "or"))
_BEHIND_SUBJECTS: Final = frozenset(("verb", "copula", "of", "adjective"))
"""What stands behind the nouns that a clause is about; else the last of them is its verb."""
_SENTENCE: Final = 60
_FARTHEST: Final = 120
"""The most pieces back to what a clause is about."""
_COORDINATES: Final = frozenset((",", "and"))


class Phrases:
    """Reads what stands around the quantities of one field."""

    def __init__(self, pieces: list[Piece], *, in_lines: bool) -> None:
        """Read the phrases of a field; `in_lines` if labels hold for lines, and not for sentences alone."""
        self._pieces = pieces
        self.in_lines = in_lines
        self._labels = Labels(pieces, in_lines=in_lines)
        self._actors: tuple[int, list[Piece], list[Piece]] = (-1, [], [])

    def label(self, piece: Piece) -> Label:
        """Return the label that holds where a piece stands; an empty one if none does."""
        return self._labels.of(piece)

    def around(self, at: int) -> Surroundings:
        """Return what stands around the quantity at piece `at`."""
        found = Surroundings()
        self._read_behind(at, found)
        if not (found.behind or found.owners or found.per) and (last := self._last_of_list(at)) != at:
            shared = Surroundings()
            self._read_behind(last, shared)
            found.owners, found.purposes = shared.owners, shared.purposes
        self._read_before(at, found)
        found.is_measured = self._is_measured(at)
        opener = self._pieces[at].opener
        if opener > 0 and self._pieces[opener - 1].text not in _BEFORE_TERMS:
            found.bracket = list(self._nouns_back(opener - 1, found.owners))
        label = self.label(self._pieces[at])
        if at >= label.end and self._labels.reaches(label, at):
            found.label, found.label_verb = list(label.nouns), label.verb
        return found

    def topic(self, at: int) -> list[Piece]:
        """Return the nouns of what the clause of a quantity is about, its head first; none if nothing is.

        That is its first phrase that no preposition ties to anything. A pronoun stands for that of the
        sentence before.
        """
        pieces, least, sentence = self._pieces, max(0, at - _FARTHEST), self._pieces[at].sentence
        start = next((i for i in range(at, least, -1) if pieces[i - 1].clause != pieces[at].clause), least)
        found, pronoun = self._first_phrase(start, at)
        while not found and start > least and (pronoun or pieces[start - 1].sentence == sentence):
            end, of = start, pieces[start - 1].sentence
            if sentence - of > 1:
                break
            start = next((i for i in range(end, least, -1) if pieces[i - 1].sentence != of), least)
            found, pronoun = self._first_phrase(start, end)
        return found

    def _first_phrase(self, start: int, end: int) -> tuple[list[Piece], bool]:
        """Return the nouns of the first free phrase of some pieces, and whether a pronoun stands for it.

        Nouns that nobody knows are believed only before a verb.
        """
        held: list[Piece] = []
        tied = acts = False
        for piece in self._pieces[start:end]:
            part = piece.meaning.part
            if piece.is_noun:
                if not tied:
                    held.append(piece)
            elif held:
                acts = part in {"verb", "copula"}
                if len(held) > 1 and held[-1].text.endswith("s") and part not in _BEHIND_SUBJECTS:
                    del held[-1]  # `the app runs in`
                break
            elif part == "pronoun" and piece.text in _ANAPHORS:
                return [], True
            elif part in {"article", "stop"} or piece.text == ",":
                tied = part == "stop"
            elif part == "preposition" or piece.text in _ATTACHED_BY:
                tied = True
        known = [piece for piece in held if piece.device is not None or piece.meaning.thing]
        return (known or (held if acts else []))[::-1], False

    def _last_of_list(self, at: int) -> int:
        """Return where the last of a list of quantities of one kind stands: `6, 14 ms and 24 ms for ...`."""
        pieces, first, last = self._pieces, self._pieces[at], at
        for place, piece in enumerate(pieces[at + 1 : at + 1 + _LONGEST_LIST], at + 1):
            if piece.text in _JOIN_LISTS:
                continue
            alike = piece.mention and first.mention and piece.mention.kind is first.mention.kind
            if not alike or place == last + 1 or piece.sentence != first.sentence:
                break
            last = place
        return at if first.mention and first.mention.kind is Kind.COUNT else last

    def _read_behind(self, at: int, found: Surroundings) -> None:
        pieces, line = self._pieces, self._pieces[at].line
        into = found.behind
        is_size = _is_of_counted(pieces, at)
        if at + 1 < len(pieces) and pieces[at + 1].text == "(":
            remark = [p for p in pieces[at + 2 : at + 6] if p.opener == at + 1]
            if all(p.mention is None for p in remark):  # else its words are of that quantity
                found.behind = [piece for piece in remark if piece.is_noun]
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
            is_per = not EVERY.isdisjoint((pieces[place - 1].text, pieces[at + 1].text))
            if is_per and (part == "unit" or unit_of_time(piece.text)):
                found.per = None if is_size else piece  # `30 events each minute`, "$7.91 an H100 hour"
                break
            if self._leads_to_time(place):
                continue
            if piece.text == "for":
                found.purposes = self._phrase_from(place + 1)
                break
            if piece.text in _ON and not found.behind:
                into = found.owners
                continue
            if (part == "article" and into) or piece.text in _AWAY:
                break  # "16 GB of memory the network has"
            if part in {"article", "filler", "adjective"} or piece.text in {"-", "'"}:
                continue
            if "measured" in piece.meaning.cues and piece is pieces[at + 1]:
                into.append(piece)  # `610 GFLOPS sustained`
                break
            if part or not (piece.is_word or piece.device is not None):
                break
            if into is found.behind or piece.device is not None or piece.meaning.sort in _CARRIERS:
                into.append(piece)

    def _is_measured(self, at: int) -> bool:
        """Tell whether the noun behind a quantity is what it measures: `5 s of rest`, `a 15 W lamp`."""
        pieces = self._pieces
        behind = pieces[at + 1] if at + 1 < len(pieces) else pieces[at]
        return (
            behind.meaning.part == "of"
            or behind.text in ARTICLES
            or (at > 0 and pieces[at - 1].text in ARTICLES and pieces[at].opener < 0)
        )

    def _phrase_from(self, start: int) -> list[Piece]:
        """Return the nouns of the phrase that begins at a place, its head first."""
        nouns: list[Piece] = []
        for piece in self._pieces[start : start + _MOST_BEHIND]:
            if piece.is_noun and piece.meaning.number is None:  # `$900 for four plays`
                nouns.append(piece)
            elif nouns or piece.meaning.part not in {"article", "filler", "determiner", "adjective"}:
                break
        return nouns[::-1]

    def _leads_to_time(self, place: int) -> bool:
        """Tell whether a word leads to what a quantity is per: `20 drops each minute`, `20 times an hour`."""
        piece, behind = self._pieces[place], self._pieces[place + 1 : place + 2]
        if piece.text in EVERY:
            return any(unit_of_time(one.text) for one in behind)
        return piece.text == "times" and any(one.text in EVERY or one.meaning.part == "per" for one in behind)

    def _read_before(self, at: int, found: Surroundings) -> None:
        pieces, line, opener = self._pieces, self._pieces[at].line, self._pieces[at].opener
        place = at - 1
        steps = 0
        tied = False
        while place >= 0 and steps < _MOST_BEFORE:
            piece = pieces[place]
            if piece.line != line or piece.opener != opener or place == opener:
                return
            part = piece.meaning.part
            tied = tied or part in {"of", "copula"} or piece.text in _BETWEEN
            acts = not tied and ((not self.in_lines and _may_act(piece)) or self._acts(place))
            if part in _GOVERNS or (part == "adjective" and piece.meaning.roles) or acts:
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
            apposed = piece.text == "," and place == at - 1 and opener < 0 and self._ends_phrase(at + 1)
            if part in _TIES or piece.text in _JOINS or part == "adjective" or with_it or apposed:
                place -= 1
                steps += 1
                continue
            if part or not (piece.is_word or piece.device is not None or piece.text == ")"):
                return
            # of `the quota on scratch is 60 TB` the quota is what is told, and not scratch
            is_told = any(one.meaning.part == "copula" for one in pieces[place + 1 : at])
            found.before = list(self._nouns_back(place, found.owners, of_verb=is_told))
            return

    def _acts(self, place: int) -> bool:
        """Tell whether what may be a noun is a verb: `the phone with 8 GB of RAM runs a 3B model`."""
        piece, before, behind = self._pieces[place], self._pieces[place - 1], self._pieces[place + 1]
        return bool(place and piece.meaning.relations and before.is_noun) and (
            behind.meaning.part == "article" or behind.mention is not None
        )

    def _ends_phrase(self, place: int) -> bool:
        """Tell whether nothing more is said of a quantity behind it: `the new shards, 90 TB, go to ...`."""
        if not any(piece.is_noun for piece in self._pieces[max(0, place - 3) : place - 2]):
            return False
        piece = self._pieces[place] if place < len(self._pieces) else None
        return piece is None or not (piece.is_word or piece.device is not None or piece.text in _ARITHMETIC)

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
        if pieces[start].text not in POSSESSIVES:
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
        counted = relative = False
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
                if relative:
                    break  # what `which` stands for is what it follows
                attached, held = held, []
            elif of_verb and piece.text in RELATIVE and not held and place and pieces[place - 1].text == ",":
                relative = True
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


def _may_act(piece: Piece) -> bool:
    """Tell whether a word right before a quantity is rather a verb than a noun: nobody knows it."""
    return piece.is_word and not piece.is_known and piece.text.isalpha()


def _can_always(surroundings: Surroundings) -> bool:
    """Tell whether what moves data is a memory or a link that is spoken of in general, and not measured."""
    verb = surroundings.verb
    carriers = {
        noun.meaning.sort if noun.device is None else noun.device.sort for noun in surroundings.actors[:1]
    }
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
        else:  # `640 GB of HBM in total` are all that there is, and not all that is needed
            behind = [noun for noun in behind if noun.meaning.sort != "sum"]
    behind = [noun for noun in behind if noun.text != kind.value]  # `offers 50 Wh of energy`
    for nouns, strength, why in (
        (behind[::-1], 9, Why.BESIDE),
        (_limit_named(surroundings), 8, Why.LABEL),
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


def _limit_named(surroundings: Surroundings) -> list[Piece]:
    """Return the limit that a label names for what stands behind it: `Budget for the model: 700 KB`."""
    head = surroundings.label[:1]
    is_limit = bool(head) and head[0].meaning.thing == "limit"
    of_label = all(noun in surroundings.label for noun in surroundings.before)
    return head if is_limit and of_label else []
