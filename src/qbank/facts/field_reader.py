"""Reading the facts and relations of one field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.fact import ClaimFacts, Fact, FieldPath, NamedDevice, Relation, Subject, operator_of
from qbank.facts.phrases import OF_HARDWARE, RELATIVE, Phrases, Surroundings, surest_roles
from qbank.facts.pieces import Mention, Piece, cues_in
from qbank.facts.vocabulary import (
    COMPUTED_ROLES,
    CONCLUDING,
    ENDING,
    GIVING,
    USUAL_ROLES,
    Kind,
    Modality,
    Origin,
    Role,
    Standing,
    Why,
    kind_of,
    unit_of_time,
)
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Interval, Node, Number, Operation, leaves
from qbank.units import Unit, physical, readings
from qbank.units.dimension import NONE
from qbank.units.table import BYTES_OF_TYPE

_ON_HARDWARE: Final = frozenset(("device", "store", "link", "source"))
_OF_NOUNS: Final = frozenset(("no", "without", "nor"))
"""What denies only the noun behind it: `30 tokens/s without speculation`, `no batching on a card`."""
_ENDS_OF_NOUN: Final = frozenset(
    (",", "with", "on", "at", "and", "but", "while", "from", "for", "so", "then")
)
"""What no noun that is denied goes beyond."""
_CONTENTS: Final = frozenset(("weights", "model", "checkpoint", "dataset", "file", "message", "gradients"))
"""Data that hold nothing themselves."""
_OF_MODELS: Final = frozenset(("parameter",))
"""What names nothing else than a model where parameters are counted."""
GENERIC: Final = frozenset(("card", "board", "device"))
"""Hardware without a name of its own: `the chip`."""
ABSTRACT: Final = frozenset(("property", "limit", "unit", "rest", "sum"))
_MOST_ELEMENT_BYTES: Final = 16.5
_MOST_ELEMENT_BITS: Final = 64 / 8
_EQUALITIES: Final = frozenset(("=", "≈", "()"))
_STORED: Final = frozenset((Kind.BYTES, Kind.ENERGY, Kind.CHARGE))
_NOT_STORED: Final = frozenset((Kind.BYTES, Kind.BYTE_RATE, Kind.OPERATIONS, Kind.OPERATION_RATE))
"""What no battery has."""
_NOT_PER: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO, Kind.TIME, Kind.OTHER))
"""What makes no other kind of a quantity that is per it: what comes in a day is an amount still."""
_FITTEST: Final = 7
_FITTEST_ELSE: Final = 2
"""The most that a noun can have beside its strength, for what hardware has and for all else."""
_DOING: Final = frozenset(("unit", "units", "engine", "engines", "array", "arrays", "lanes", "cells"))
"""What carries out the operations that are counted before it."""
_MOST_DEVICES: Final = 10**6
_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR
_SECOND: Final = unit_of_time("second")
_NOT_A_THING: Final = 5
"""How much less a noun does of which only the class is known: a property beside it says more."""
_SENTENCE_REACH: Final = 150
_NEGATION_REACH: Final = 5
_LOWEST: Final = 1.0
_HIGHEST: Final = 100.0
_COUNTING: Final = frozenset((Kind.COUNT, Kind.EVENT_RATE))
_CASES: Final = frozenset(("request", "frame", "step", "token"))
_BARE: Final = frozenset("0123456789.,")
_USABLE: Final = frozenset(("rest", "usable"))
_PLACE_REACH: Final = 8
_LIMIT_REACH: Final = 2
_RANK_REACH: Final = 3
_INTO: Final = frozenset(("in", "into", "on", "onto", "inside"))
_STANDINGS: Final = (
    ("former", Standing.FORMER),
    ("claimed", Standing.CLAIMED),
    ("distractor", Standing.DISTRACTOR),
    ("alternative", Standing.ALTERNATIVE),
)
_SAY_STANDING: Final = frozenset(cue for cue, _ in _STANDINGS)
_AFTER: Final = frozenset(("after", "before"))
_OF_SENTENCE: Final = frozenset((Standing.FORMER, Standing.DISTRACTOR))
_NO_CUES: Final[frozenset[str]] = frozenset()
_FORMER: Final = frozenset(("former",))
_SERVING: Final = frozenset(("link", "device"))
_LIMIT: Final = frozenset(("limit",))
_KINDS_OF_TOKENS: Final = ("/output", "/input", "/generated")
_MODAL: Final = frozenset(("modal", "possible", "necessary"))
_INDEPENDENT: Final = frozenset((":", ";", "—", "–"))
"""What a clause of its own follows, that a denial before it does not reach."""
_AND: Final = frozenset(("and", "-", "·"))
_BULLETS: Final = frozenset("-*•–\n")
PARTS_SENTENCE: Final = frozenset((";", ":"))
_INTERROGATIVE: Final = frozenset(("how", "what", "which", "when", "where", "why", "who", "whose"))
_CALLED: Final = {"link": "link", "store": "battery"}
_HEADINGS: Final = {
    "assumptions": Origin.ASSUMPTIONS,
    "assumption": Origin.ASSUMPTIONS,
    "calculations": Origin.CALCULATIONS,
    "calculation": Origin.CALCULATIONS,
    "conclusion": Origin.CONCLUSION,
}
_ARROW: Final = "→"
_OF_LINE: Final = frozenset(("result", "conclusion", "verdict", "decision", "recommendation", _ARROW))
"""What a line or a sentence begins with that concludes, under whatever heading: `Result: two cards`."""


class Field(Struct):
    """A text of a question to be read: where it stands, what part it plays, and its claims."""

    path: FieldPath
    text: str
    origin: Origin
    claims: Sequence[Claim] = ()


class FieldReader:
    """Reads one field; what it finds is in its attributes."""

    def __init__(self, field: Field, pieces: list[Piece], first_claim: int) -> None:
        """Take a field in pieces; `first_claim` is the number of its first claim in the ledger."""
        self.pieces = pieces
        self.facts: list[Fact] = []
        self.devices: list[NamedDevice] = []
        self.claims: list[ClaimFacts] = []
        self.relations: list[Relation] = []
        self.sections: list[tuple[int, Origin]] = [(0, field.origin)]
        self._field = field
        self._phrases = Phrases(pieces, in_lines=field.origin is Origin.CALCULATIONS)
        self._first_claim = first_claim
        self._fact_at: dict[int, Fact] = {}
        self._clause_cues: dict[int, frozenset[str]] = {}
        self._limited: set[int] = set()  # the places of values with a word behind them that limits them alone
        self._saying: dict[int, list[tuple[Piece, frozenset[str]]]] = defaultdict(list)  # by sentence
        self._asked: set[int] = set()
        self._doubted: set[int] = set()  # the clauses of questions that are answered by yes or no
        self._parting: dict[int, list[int]] = defaultdict(list)  # by sentence, where semicolons stand
        self._relating: list[int] = []  # the pieces that relate two things
        self._stating: list[int] = []  # those that state a quantity, name hardware or head a part
        self._alternatives: dict[int, int] = {}  # by clause, where the first word that says so stands

    def read(self) -> None:
        """Read the facts, what claims say of them, and the relations."""
        self._collect_cues()
        computed, used = self._places_of_claims()
        for at in self._stating:
            piece = self.pieces[at]
            if piece.meaning.part == "heading" or piece.text == _ARROW:
                self._open_section(at)
            if piece.device is not None:
                count = self._count_before(at)
                standing = self._standing(piece)
                supposed = "supposed" in self._clause_cues.get(piece.clause, _NO_CUES)
                self.devices.append(
                    NamedDevice(
                        self._field.path,
                        piece.device,
                        at,
                        piece.sentence,
                        piece.line,
                        standing,
                        count,
                        supposed,
                    )
                )
            elif piece.mention is not None:
                self._add_fact(
                    at,
                    piece,
                    self._origin_of(at),
                    is_result=piece.start in computed,
                    is_operand=piece.start in used,
                )
        self._add_claims()
        for fact in self.facts:
            self._set_modality(fact)
        self._set_ranks()
        for at in self._relating:
            self._add_relations(at, self.pieces[at])

    def _open_section(self, at: int) -> None:
        """Begin the part of the field that a heading names; `Result:` and an arrow head only their line."""
        head, origin = self.pieces[at].text.partition(" ")[0], self._origin_of(at)
        if head in _HEADINGS and self._begins_line(at):
            self.sections.append((at, _HEADINGS[head]))
            return
        following = self.pieces[at + 1 : at + 2]
        heads = any(one.is_word if head == _ARROW else one.text == ":" for one in following)
        concludes = head in _OF_LINE and self._field.origin is Origin.CALCULATIONS
        if concludes and heads and self._begins_sentence(at):
            end = next((i for i in range(at, len(self.pieces)) if self.pieces[i].text == "\n"), None)
            self.sections.append((at, Origin.CONCLUSION))
            if end is not None:
                self.sections.append((end, origin))

    def _origin_of(self, at: int) -> Origin:
        """Return what part the section of a place plays."""
        return next(origin for start, origin in reversed(self.sections) if start <= at)

    def _begins_sentence(self, at: int) -> bool:
        before = next((piece for piece in reversed(self.pieces[:at]) if piece.is_word), None)
        return before is None or before.sentence != self.pieces[at].sentence

    def _collect_cues(self) -> None:
        for at, piece in enumerate(self.pieces):
            meaning = piece.meaning
            heads = meaning.part == "heading" or piece.text == _ARROW
            if piece.mention is not None or piece.device is not None or heads:
                self._stating.append(at)
            if meaning.relations:
                self._relating.append(at)
            if meaning.cues:
                self._say(piece, self._said_of_clause(at))
                if "alternative" in meaning.cues:
                    self._alternatives.setdefault(piece.clause, piece.start)
            if piece.text == ";" and piece.opener < 0:
                self._parting[piece.sentence].append(piece.start)
            elif piece.text == "?":
                self._asked.add(piece.sentence)
                self._doubted.update(self._clauses_doubted(at))
            elif piece.text == "before" and (
                self._opens_past(at) or self._ends_value(at) or self._ends_label(at)
            ):
                self._say(piece, _FORMER)

    def _clauses_doubted(self, end: int) -> set[int]:
        """Return the clauses of a question, by its end; what is told where it asks `how` or `which` is given.

        Before a semicolon something else is told: `the trace shows 12 ms; is that enough?`.
        """
        start = end
        while start and self.pieces[start - 1].sentence == self.pieces[end].sentence:
            if self.pieces[start - 1].text in PARTS_SENTENCE:
                break
            start -= 1
        asking = self.pieces[start:end]
        if any(piece.text in _INTERROGATIVE for piece in asking):
            return set()
        return {piece.clause for piece in asking}

    def _say(self, piece: Piece, cues: frozenset[str]) -> None:
        """Keep what a piece says of its clause, and what part it says that things of its sentence play."""
        said = self._clause_cues
        said[piece.clause] = said[piece.clause] | cues if piece.clause in said else cues
        if not _SAY_STANDING.isdisjoint(cues):
            self._saying[piece.sentence].append((piece, cues))

    def _said_of_clause(self, at: int) -> frozenset[str]:
        """Return what a word says of its clause, but for a limit that is of one value, or of none.

        `A drop of 0.1, 0.3 allowed` has one; `encoded before sending them` tells what comes first.
        """
        pieces, cues = self.pieces, self.pieces[at].meaning.cues
        if cues.isdisjoint(_LIMIT):
            return cues
        behind = pieces[at + 1 : at + 2]
        if pieces[at].text == "before" and any(one.text.endswith("ing") for one in behind):
            return cues - _LIMIT
        if at and pieces[at - 1].mention is not None and not any(one.is_word for one in behind):
            self._limited.add(at - 1)
            return cues - _LIMIT
        return cues

    def _opens_past(self, at: int) -> bool:
        """Tell whether a `before` opens a sentence, and not with what comes next: `Before training, ...`."""
        before = next((piece for piece in reversed(self.pieces[:at]) if piece.text not in _BULLETS), None)
        opens = before is None or before.sentence != self.pieces[at].sentence
        act, sign = [*(piece.text for piece in self.pieces[at + 1 : at + 3]), "", ""][:2]
        return opens and not (act.endswith("ing") and sign == ",")

    def _ends_value(self, at: int) -> bool:
        """Tell whether a word ends a line of a calculation, right behind a value: `= 53 frames/s before`."""
        pieces = self.pieces
        ends = at + 1 == len(pieces) or pieces[at + 1].text == "\n"
        return ends and at > 0 and pieces[at - 1].mention is not None

    def _ends_label(self, at: int) -> bool:
        """Tell whether a word is the last of a label: `Frame before: 9 ms + 4 ms`."""
        return at > 0 and any(piece.text == ":" for piece in self.pieces[at + 1 : at + 2])

    def _begins_line(self, at: int) -> bool:
        words = 0
        while at > 0 and words <= 1 and self.pieces[at - 1].text != "\n":
            at -= 1
            words += self.pieces[at].is_word
        return words <= 1

    def _standing(self, piece: Piece) -> Standing:
        """Return the part that what a piece names plays: its own clause says so, or its sentence."""
        saying = self._saying.get(piece.sentence, ())
        for cue, standing in _STANDINGS if saying else ():
            if any(cue in cues and self._tells(word, piece, standing) for word, cues in saying):
                return standing
        return Standing.TOPIC

    def _tells(self, word: Piece, piece: Piece, standing: Standing) -> bool:
        """Tell whether a word that says what part things play says it of a piece of its sentence.

        In brackets it says nothing of what stands outside; nor beyond a semicolon.
        """
        if word.opener >= 0 and word.opener != piece.opener:
            return False
        if word.clause == piece.clause:
            # in "28 s instead of 42 s" only the second is one
            return standing is not Standing.ALTERNATIVE or self._alternatives[piece.clause] <= piece.start
        first, last = sorted((word.start, piece.start))
        return standing in _OF_SENTENCE and not any(
            first < sign < last for sign in self._parting[piece.sentence]
        )

    def _count_before(self, at: int) -> int:
        for piece in reversed(self.pieces[max(0, at - 3) : at]):
            if piece.mention is not None:
                counts = piece.mention.kind in {Kind.COUNT, Kind.RATIO}
                return max(1, min(_MOST_DEVICES, int(piece.mention.high))) if counts else 1
            if piece.text in {"(", ",", ":", "=", "\n"}:
                break
        return 1

    # -- facts ---------------------------------------------------------------------------------------------

    def _add_fact(self, at: int, piece: Piece, origin: Origin, *, is_result: bool, is_operand: bool) -> None:
        mention = piece.mention
        assert mention is not None
        around = self._phrases.around(at)
        bare = mention.kind is Kind.COUNT and not (mention.scaled or mention.unit.name)
        if bare and not (
            is_result or is_operand or around.per is not None or _counts(around) or _is_measure(around)
        ):
            return
        label = self._phrases.label(piece)
        written = self._field.text[mention.start : mention.end]
        if mention.kind is not Kind.COUNT and _BARE.issuperset(written):
            written = f"{written} {mention.unit.name}"  # the unit stands behind the last of a list
        fact = Fact(self._field.path, mention.start, mention.end, written, at, mention)
        fact.line, fact.sentence, fact.clause = piece.line, piece.sentence, piece.clause
        fact.label, fact.label_span = label.text, (label.start, label.end)
        fact.cues = self._clause_cues.get(piece.clause, _NO_CUES) | (
            _LIMIT if at in self._limited else _NO_CUES
        )
        if around.per is not None and not around.behind and mention.kind is Kind.MONEY:
            _give_hour(fact, around.per.text)
        elif around.per is not None and around.behind:
            _give_per(fact, self._field.text[around.per.start : around.per.end])
        elif mention.kind is Kind.PRICE and origin in GIVING:
            _take_rent(fact)
        elif mention.kind is Kind.MONEY and mention.unit.name.count("/") == 1:
            self._give_time(fact, at)
        nouns = (*around.before, *around.behind, *around.bracket, *around.label)
        fact.traits = cues_in((*nouns, *around.owners))
        ranks = (one.meaning.rank for one in nouns if one.meaning.rank or "average" in one.meaning.cues)
        fact.rank = next(ranks, 0.0)  # `p50 = 180 ms, p95 = 420 ms and mean = 214 ms`
        fact.standing, fact.origin = self._standing(piece), origin
        if is_operand and not is_result:  # the label names what comes out, not what goes in
            fact.label_nouns = tuple(around.label) if label.is_plain else ()
            around.label = []
            if fact.kind is Kind.BYTE_RATE:
                around.label_verb = None  # `Read: 26 GB / 2 TB/s`
            if label.end:
                behind = self.pieces[label.end].start
                around.before = [noun for noun in around.before if noun.start > behind]
        self._set_role(fact, around, is_result=is_result)
        fact.count = self._number_of(fact, around)
        self._set_subject(fact, around, is_operand=is_operand and not is_result)
        _set_scope(fact, around)
        if "every-one" in piece.meaning.cues:
            fact.scope = "one"  # `18 GB per GPU`
        self._fact_at[at] = fact
        self.facts.append(fact)

    def _number_of(self, fact: Fact, around: Surroundings) -> int:
        """Return how many things have a room each: `four 3.84 TB drives`, `two 15 TB SSDs`."""
        before = self.pieces[fact.at - 1].meaning.number if fact.at else None
        if fact.role is not Role.CAPACITY or not before or not around.behind:
            return 1
        many = around.behind[0].text.endswith("s") or around.behind[-1].text.endswith("s")
        return max(1, int(before)) if many and before == int(before) else 1

    def _give_time(self, fact: Fact, at: int) -> None:
        """Measure a price by what a word behind it adds: `$3 per GPU and hour`, `$2 per output token`."""
        behind = [piece.text for piece in self.pieces[at + 1 : at + 3]]
        if fact.mention.unit.name.endswith(_KINDS_OF_TOKENS) and behind[:1] == ["token"]:
            _measure_per(fact, readings("token")[0])
        if len(behind) > 1 and behind[0] in _AND and (time := unit_of_time(behind[1])):
            _measure_per(fact, time)

    def _set_role(self, fact: Fact, around: Surroundings, *, is_result: bool) -> None:
        if self._is_of_element(fact, around):
            fact.role, fact.role_why = Role.ELEMENT_SIZE, Why.BESIDE
            return
        if fact.kind is Kind.OPERATIONS and self._counts_units(fact.at):
            fact.role, fact.role_why = Role.OTHER, Why.BESIDE
            return
        if fact.mention.scaled and fact.mention.unit.dimension == NONE and _of_model(around):
            fact.role, fact.role_why = Role.PARAMETERS, Why.UNIT
            fact.width = self._width(fact)
            return
        surest = surest_roles(around, fact.kind, computed=is_result)
        if self._is_limit(fact, around) and (Role.CAPACITY, Why.BESIDE) not in surest:
            fact.role, fact.role_why = Role.LIMIT, Why.VERB
        elif fact.kind in _STORED and (self._is_whole(fact) or self._is_usable(fact)):
            fact.role, fact.role_why = Role.CAPACITY, Why.BESIDE
        elif surest:
            roles = {role for role, _ in surest}
            fact.role, fact.role_why = surest[0] if len(roles) == 1 else (Role.UNKNOWN, Why.NOTHING)
            if fact.role is Role.THROUGHPUT and "nominal" in cues_in(self.pieces[fact.at - 1 : fact.at]):
                fact.role = Role.BANDWIDTH  # `moves up to 100 GB/s`
        elif is_result and fact.kind in COMPUTED_ROLES:
            fact.role, fact.role_why = COMPUTED_ROLES[fact.kind], Why.SENTENCE
        elif fact.is_bare and not _counts(around):
            fact.role, fact.role_why = Role.UNKNOWN, Why.NOTHING
        else:
            fact.role, fact.role_why = USUAL_ROLES.get(fact.kind, Role.OTHER), Why.UNIT
        if fact.kind is Kind.MONEY and around.per is not None and fact.role is not Role.LIMIT:
            fact.role, fact.role_why = Role.PRICE, Why.BESIDE

    def _counts_units(self, at: int) -> bool:
        """Tell whether hardware is counted by what it does, and no work: `256 MAC units`."""
        return any(piece.text in _DOING for piece in self.pieces[at + 1 : at + 2])

    def _is_limit(self, fact: Fact, around: Surroundings) -> bool:
        """Tell whether the verb before a quantity, or what stands behind, makes a limit of it."""
        verb = around.verb
        by_verb = verb is not None and (
            "limit" in verb.meaning.cues
            or ("exceeds" in verb.meaning.relations and "on-condition" in fact.cues)
            or (self._is_given() and "bounding" in verb.meaning.cues and self._is_forbidden(verb))
        )
        by_rule = by_verb or self._is_limited_to(fact) or self._is_limited_behind(fact)
        return self._is_ended(fact, around) or (
            by_rule and not any("rest" in noun.meaning.cues for noun in around.behind)
        )

    def _is_ended(self, fact: Fact, around: Surroundings) -> bool:
        """Tell whether something ends after a time: `drops a request after 120 s`, `is gone 30 s after it`.

        Also the notice of that, and `kills any job that reports no step for 90 s`.
        """
        if fact.kind is not Kind.TIME or fact.origin not in GIVING:
            return False
        before = self.pieces[fact.at - 1].text if fact.at else ""
        label = around.label if before == ":" else ()
        if "notice" in cues_in((*around.behind, *around.before, *around.owners, *label)):
            return True
        sentence = [one for one in self.pieces if one.sentence == fact.sentence]
        cues = cues_in(sentence)
        if ENDING.isdisjoint(cues):
            return False
        behind = next((one for one in self.pieces[fact.at + 1 : fact.at + 3] if one.is_word), None)
        if before == "for":
            return "sanction" in cues and any(
                one.text in _OF_NOUNS and one.clause == fact.clause and one.start < fact.start
                for one in sentence
            )
        return before == "after" or (
            behind is not None and behind.text in _AFTER and behind.sentence == fact.sentence
        )

    def _is_limited_to(self, fact: Fact) -> bool:
        """Tell whether a limit before a quantity goes up to it: `its firmware limits the input to 25 W`."""
        if fact.at < 2 or self.pieces[fact.at - 1].text != "to":
            return False
        before = self.pieces[max(0, fact.at - _NEGATION_REACH) : fact.at - 1]
        return any(
            one.clause == fact.clause
            and (one.meaning.thing == "limit" or "bottleneck" in one.meaning.relations)
            for one in before
        )

    def _is_given(self) -> bool:
        return self._field.origin in {Origin.SCENARIO, Origin.QUESTION}

    def _is_forbidden(self, verb: Piece) -> bool:
        """Tell whether what cannot or may not be comes before a verb: `it can never draw more than`.

        Or what is done about it: `the watchdog kills any app that holds more than`, `... is killed`.
        """
        before = [one for one in self.pieces if one.sentence == verb.sentence and one.start < verb.start]
        cues = cues_in(one for one in before if one.clause == verb.clause)
        behind = [one for one in self.pieces if one.sentence == verb.sentence and one.start > verb.start]
        sanctioned = "sanction" in cues_in((*before, *behind))
        return ("denied" in cues and not cues.isdisjoint(_MODAL)) or sanctioned

    def _is_limited_behind(self, fact: Fact) -> bool:
        """Tell whether what makes a limit of a quantity stands behind it: `by 2 points at most`."""
        behind = self.pieces[fact.at + 1 : fact.at + 2 + _LIMIT_REACH]
        for piece, after in pairwise(behind):
            if piece.sentence != fact.sentence:
                return False  # `p99 is 190 ms. Before, it was 360 ms`
            if "limit" in piece.meaning.cues and piece.meaning.part == "preposition":
                return after.mention is None and after.clause == piece.clause and not after.is_word
        return False

    def _is_whole(self, fact: Fact) -> bool:
        """Tell whether a quantity is what another one is a part of: `3 GB of the 24 GB`."""
        at = fact.at - 1
        while at > 0 and self.pieces[at].meaning.part == "article":
            at -= 1
        part = self.pieces[at - 1].mention if at > 0 and self.pieces[at].meaning.part == "of" else None
        return part is not None and part.kind is fact.kind

    def _is_usable(self, fact: Fact) -> bool:
        """Tell whether a quantity is what there is of another one: `8 GB, of which 5 GB are usable`.

        Also `5 GB of the 8 GB are usable`.
        """
        around = self.pieces[max(0, fact.at - _NEGATION_REACH) : fact.at + 1 + _NEGATION_REACH]
        clause = [one for one in around if one.sentence == fact.sentence]
        parts = [one for one in clause if one.meaning.part == "of" and one.start < fact.start]
        behind = [one for one in clause if one.start > fact.start]
        wholes = [one for one in behind if one.mention is not None and one.mention.kind is fact.kind]
        return (
            self._is_given()
            and bool(parts or (wholes and behind[0].meaning.part == "of"))
            and not _USABLE.isdisjoint(cues_in(behind))
        )

    def _is_of_element(self, fact: Fact, around: Surroundings) -> bool:
        """Tell whether some bytes are those of a parameter or another element."""
        if fact.kind is not Kind.BYTES:
            return False
        if around.per is not None and around.per.meaning.sort == "unit":
            return True
        if fact.value <= _MOST_ELEMENT_BITS and fact.mention.unit.name.startswith("bit"):
            return True
        return fact.value <= _MOST_ELEMENT_BYTES

    def _width(self, fact: Fact) -> float:
        """Return the bytes of the one data type that the sentence names; 0 if there are none or several."""
        words = fact.text.upper().split() + [
            p.text.upper() for p in self.pieces if p.sentence == fact.sentence
        ]
        widths = {BYTES_OF_TYPE[word] for word in words if word in BYTES_OF_TYPE}
        return float(widths.pop()) if len(widths) == 1 else 0.0

    def _set_subject(self, fact: Fact, around: Surroundings, *, is_operand: bool) -> None:
        best, best_strength = fact.subject, -99
        of_hardware = fact.role in OF_HARDWARE
        fittest = _FITTEST if of_hardware else _FITTEST_ELSE
        for nouns, why, strength in (
            (around.owners, Why.BESIDE, 9),
            (around.behind[::-1] if fact.kind is Kind.COUNT else around.behind, Why.BESIDE, 8),
            (around.before, Why.BESIDE, 7),
            (around.bracket, Why.BRACKET, 6),
            (around.actors_owners, Why.VERB, 6),
            (around.actors, Why.VERB, 6),
            (around.label, Why.LABEL, 5),
            (around.purposes, Why.BESIDE, 4),
        ):
            if best_strength >= strength + fittest:
                break
            for noun in nouns:
                subject = subject_of(noun, why)
                follows = nouns is around.behind and not (fact.kind is Kind.COUNT or around.is_measured)
                if subject is None or (follows and not subject.thing):
                    continue
                if subject.sort == "store" and fact.kind in _NOT_STORED:
                    subject = Subject(subject.name, why=why)  # `the language pack of 1.2 GB`
                weight = strength + _fitness(subject, of_hardware=of_hardware)
                if fact.kind is Kind.BYTE_RATE and subject.thing == "link" and subject.device is None:
                    weight += 2  # `the 25 Gb/s port of the gateway`
                counted = fact.kind is Kind.COUNT and nouns is not around.owners
                if not (subject.thing or counted) and noun.is_known:
                    weight -= _NOT_A_THING
                if weight > best_strength:
                    best, best_strength = subject, weight
        if fact.role is Role.PARAMETERS and best.thing in _OF_MODELS:
            best = Subject("model", "model", "data", None, Why.UNIT)
        if best.device is None and best.thing in GENERIC:
            others = (*around.owners, *around.behind, *around.before, *around.actors)
            unknown = (noun for noun in others if noun.device is None and not noun.is_known)
            best = next((Subject(one.text, why=best.why) for one in unknown if is_model_name(one.text)), best)
        fact.subject = best if best.name else self._guess(fact, is_operand=is_operand)
        if fact.role is Role.CAPACITY and fact.role_why is best.why is Why.VERB and best.thing in _CONTENTS:
            fact.role = Role.DEMAND  # `a checkpoint has 350 GB`
        phrases = (around.behind, around.before, around.owners, around.bracket, around.label)
        named = _place_of(chain(*phrases, around.actors if fact.role is Role.CAPACITY else ()))
        fact.place = named or (self._place_behind(fact.at) if fact.kind is Kind.BYTES else "")

    def _guess(self, fact: Fact, *, is_operand: bool) -> Subject:
        """Return what a fact is most likely of, where no word is tied to it; a name alone, for readers.

        That is what its unit counts, `tokens` of `54 tokens/s`, or in prose what its clause is about.
        """
        name = fact.mention.unit.name.partition("/")[0]
        if fact.kind in _COUNTING and name.islower():
            return Subject(name, why=Why.UNIT)
        topics = () if is_operand or self._phrases.in_lines else self._phrases.topic(fact.at)
        subjects = filter(None, (subject_of(noun, Why.SENTENCE) for noun in topics))
        topic = next(filter(_may_be_topic, subjects), fact.subject)
        return Subject(topic.name, why=Why.SENTENCE) if topic.name else fact.subject

    def _place_behind(self, at: int) -> str:
        """Return the place that something is said to be in: `640 KB of weights into SRAM`."""
        into = False
        for piece in self.pieces[at + 1 : at + 1 + _PLACE_REACH]:
            if piece.clause != self.pieces[at].clause or piece.mention is not None:
                break
            if into and piece.meaning.place:
                return piece.meaning.place
            into = into or piece.text in _INTO
        return ""

    def _set_ranks(self) -> None:
        """Say of what share of cases the times are the highest, where the words for it stand apart.

        `p50, p95 and p99 are 12, 30 and 42 ms`, `the 99th percentile is 42 ms`, `95% within 30 ms`.
        """
        ranks = [
            at
            for at, piece in enumerate(self.pieces)
            if piece.meaning.rank and (_LOWEST < piece.meaning.rank < _HIGHEST or self._is_of_cases(at))
            if not self._is_of_what_serves(at)
        ]
        times: dict[int, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            if fact.kind is Kind.TIME and fact.operand_of is None:
                times[fact.sentence].append(fact)
        for sentence, facts in times.items():
            here = [at for at in ranks if self.pieces[at].sentence == sentence]
            if len(here) == len(facts) > 1 and here[-1] < facts[0].at:
                for fact, at in zip(facts, here, strict=True):
                    fact.rank = self.pieces[at].meaning.rank
                continue
            start = -1
            for fact in facts:
                before = [at for at in here if start < at < fact.at and not self._is_parted(at, fact.at)]
                behind = self._rank_behind(fact)
                start = fact.at if behind is None else behind
                if behind is not None:
                    fact.rank = self.pieces[behind].meaning.rank
                elif not fact.rank:
                    said = self.pieces[before[-1]].meaning.rank if before else 0.0
                    fact.rank = said or self._share_within(fact)

    def _rank_behind(self, time: Fact) -> int | None:
        """Return where the share of cases stands that is said right behind a time: `63 ms at p99`."""
        near = range(time.at + 1, min(time.at + 1 + _RANK_REACH, len(self.pieces)))
        behind = [at for at in near if self.pieces[at].meaning.part != "article"]
        is_at = len(behind) > 1 and self.pieces[behind[0]].text == "at"
        return behind[1] if is_at and self.pieces[behind[1]].meaning.rank else None

    def _is_parted(self, at: int, other: int) -> bool:
        """Tell whether a semicolon stands between two places: `63 ms at p99; 3% take more than 50 ms`."""
        return any(piece.text == ";" for piece in self.pieces[at:other])

    def _is_of_what_serves(self, at: int) -> bool:
        """Tell whether a percentile is that of links or devices, a low one of which is slow: `a p10 link`."""
        behind = self.pieces[at + 1 : at + 2]
        return any(one.meaning.sort in _SERVING for one in behind)

    def _is_of_cases(self, at: int) -> bool:
        """Tell whether the slowest or fastest is one of several cases: `the slowest of 500 requests`."""
        behind = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        return behind is not None and (behind.meaning.part == "of" or behind.meaning.thing in _CASES)

    def _share_within(self, time: Fact) -> float:
        """Return what share of cases, in percent, takes a time at most: `95% of them within 60 ms`."""
        near = [one for one in self.facts if one.clause == time.clause and one.at < time.at]
        if not near or near[-1].kind is not Kind.SHARE or not 0 < near[-1].value < 1:
            return 0.0
        between = self.pieces[near[-1].at + 1 : time.at]
        within = any("within" in piece.meaning.relations for piece in between)
        things = {piece.meaning.thing for piece in between} - {"", *_CASES}
        return round(100 * near[-1].value, 6) if within and not things else 0.0

    def _set_modality(self, fact: Fact) -> None:
        if "denied" in fact.cues and not self._is_denied(fact):
            fact.cues -= {"denied"}
        if fact.clause in self._doubted:
            fact.modality = Modality.ASKED
        elif fact.role is Role.LIMIT:
            fact.modality = Modality.LIMIT
        elif fact.origin in CONCLUDING:
            fact.modality = Modality.CONCLUDED
        elif fact.result_of is not None:
            fact.modality = Modality.COMPUTED
        elif "denied" in fact.cues:
            fact.modality = Modality.DENIED
        elif "supposed" in fact.cues:
            fact.modality = Modality.SUPPOSED
        elif fact.origin is Origin.ASSUMPTIONS:
            fact.modality = Modality.ASSUMED

    def _is_denied(self, fact: Fact) -> bool:
        """Tell whether a denial stands before a fact in its clause: `the card never draws 300 W`."""
        least = max(0, fact.at - _SENTENCE_REACH)
        near = [at for at in range(least, fact.at) if self.pieces[at].clause == fact.clause]
        begin = next((at for at in reversed(near) if self.pieces[at].text == ":"), 0)
        return any(
            "denied" in self.pieces[at].meaning.cues and at >= begin and self._reaches(at, fact.at)
            for at in near
        )

    def _reaches(self, denial: int, at: int) -> bool:
        """Tell whether what a word denies reaches a place: not out of its brackets, nor beyond its noun."""
        word = self.pieces[denial]
        if word.opener >= 0 and word.opener != self.pieces[at].opener:
            return False
        if word.text not in _OF_NOUNS:
            return True
        return not any(one.text in _ENDS_OF_NOUN for one in self.pieces[denial + 1 : at])

    # -- claims --------------------------------------------------------------------------------------------

    def _places_of_claims(self) -> tuple[set[int], set[int]]:
        """Return the offsets of what claims state, and of what they compute it from."""
        stated: set[int] = set()
        used: set[int] = set()
        for claim in self._field.claims:
            if claim.relation in _EQUALITIES:
                stated |= {claim.stated_start, claim.digits_start}
            if isinstance(claim.calculation, Operation):  # what is only said again is named as it is
                used.update(leaf.start for leaf in leaves(claim.calculation))
        return stated, used

    def _add_claims(self) -> None:
        by_offset = {offset: fact for fact in self.facts for offset in range(fact.start, fact.end)}
        for claim in self._field.claims:
            number = self._first_claim + len(self.claims)
            operands: list[Fact] = []
            stated = claim.relation in _EQUALITIES
            for leaf in leaves(claim.calculation):
                fact = by_offset.get(leaf.start) if isinstance(leaf, Number | Interval) else None
                if fact is not None and claim.start <= leaf.start < claim.end:
                    operands.append(fact)
                    if fact.operand_of is None and (stated or isinstance(claim.calculation, Operation)):
                        fact.operand_of = number
            result = by_offset.get(claim.digits_start)
            if result is not None:
                self._give_unit_of_label(result)
                _give_unit(operands, claim, result.mention)
                self._take_label(claim, operands, result)
                self._set_whole(claim, by_offset, result)
                if result.subject.sort == "store" and any(one.kind is Kind.CHARGE for one in operands):
                    result.role = Role.CAPACITY  # `Battery energy: 18 mAh * 3.7 V`
            if result is not None and stated and result.result_of is None:
                result.result_of = number
            operator = operator_of(claim)
            self.claims.append(ClaimFacts(self._field.path, claim, tuple(operands), result, operator))

    def _give_unit_of_label(self, result: Fact) -> None:
        """Measure a bare result in what its label says: `In days: 96 / 24 = 4`, `Hours: 24 * 3 = 72`."""
        label = self._phrases.label(self.pieces[result.at])
        words = [piece for piece in self.pieces[label.start : label.end] if piece.is_word]
        if not words or result.kind is not Kind.COUNT or result.mention.unit.name:
            return
        if words[0].text == "in" and len(words) > 1:
            units = readings(self._field.text[words[1].start : words[1].end])
        else:
            time = unit_of_time(words[0].text) if words[0].text.endswith("s") else None
            units = (time,) if time else ()
        if units and physical(units[0].dimension) != NONE:
            take_unit(result, replace(result.mention, kind=kind_of(units[0]), unit=units[0]))

    def _take_label(self, claim: Claim, operands: Sequence[Fact], result: Fact) -> None:
        """What bytes are added or subtracted lie where the label says: `SRAM: 72 KB + 104 KB = 176 KB`."""
        left = claim.calculation
        if not isinstance(left, Operation) or result.kind is not Kind.BYTES:
            return
        nouns = self._phrases.label(self.pieces[result.at]).nouns
        place = _place_of(nouns)
        for fact in operands:
            if fact.kind is Kind.BYTES and not fact.place:
                fact.place = place
            if left.operator == "+" and fact.role is result.role is Role.DEMAND:
                fact.role_why = Why.SENTENCE  # a term of a sum is what the sum is

    def _set_whole(self, claim: Claim, by_offset: Mapping[int, Fact], result: Fact) -> None:
        """Say what the whole is, of which some is left or a share: `Left on the card: 24 GB - 14 GB`."""
        left = claim.calculation
        if not isinstance(left, Operation):
            return
        nouns = self._phrases.label(self.pieces[result.at]).nouns
        if left.operator == "/" and result.kind is Kind.SHARE:
            part, whole = left.left, left.right
        elif left.operator == "-" and "rest" in cues_in(nouns):
            part, whole = left.right, left.left
        else:
            return
        fact, other = by_offset.get(whole.start), by_offset.get(part.start)
        if (
            isinstance(whole, Number)
            and fact is not None
            and other is not None
            and fact.kind in _STORED
            and fact.kind is other.kind
            and fact.role_why is Why.UNIT
        ):
            fact.role, fact.role_why = Role.CAPACITY, Why.LABEL
            device = next((noun for noun in nouns if noun.device is not None), None)
            if device is not None:
                fact.subject = subject_of(device, Why.LABEL) or fact.subject

    # -- relations -----------------------------------------------------------------------------------------

    def _add_relations(self, at: int, piece: Piece) -> None:
        pieces = self.pieces
        least, most = max(0, at - _SENTENCE_REACH), min(len(pieces), at + _SENTENCE_REACH)
        start = next(
            (i + 1 for i in range(at - 1, least - 1, -1) if pieces[i].sentence != piece.sentence), least
        )
        end = next((i for i in range(at, most) if pieces[i].sentence != piece.sentence), most)
        near = pieces[max(start, at - _NEGATION_REACH) : at]
        relative = next((i for i in range(len(near) - 1, 0, -1) if near[i].text in RELATIVE), 0)
        relative = max([relative, *(i for i, word in enumerate(near) if word.text in _INDEPENDENT)])
        near = near[relative:]  # `89 GB without sharding, which is more than ...`
        clause = [word for word in pieces[start:end] if word.clause == piece.clause]
        for name in sorted(piece.meaning.relations):
            self.relations.append(
                Relation(
                    name,
                    piece.text,
                    self._field.path,
                    piece.start,
                    piece.end,
                    at,
                    negated=any("denied" in word.meaning.cues for word in near),
                    supposed=piece.sentence in self._asked or any(_supposes(word, piece) for word in clause),
                    origin=self._origin_of(at),
                    standing=self._standing(piece),
                    sentence=piece.sentence,
                    clause=piece.clause,
                    before=tuple(self._fact_at[i] for i in range(start, at) if i in self._fact_at),
                    behind=tuple(self._fact_at[i] for i in range(at + 1, end) if i in self._fact_at),
                    things_before=_things(pieces[start:at]),
                    things_behind=_things(pieces[at + 1 : end]),
                    place=_place_of(word for word in pieces[at:end] if word.clause == piece.clause),
                    devices=tuple(word.device for word in pieces[start:end] if word.device is not None),
                )
            )


def subject_of(piece: Piece, why: Why) -> Subject | None:
    """Return what a noun names; None if it is no noun. Of what nobody knows, the name is kept."""
    if piece.device is not None:
        sort = piece.device.sort
        thing = _CALLED.get(sort, "device")
        return Subject(piece.device.text, thing, "device" if sort == "core" else sort, piece.device, why)
    known, named = piece.is_known, bool(piece.meaning.thing or piece.meaning.classes)
    if why is Why.LABEL and piece.is_word and (piece.meaning.part == "verb" or (known and not named)):
        return Subject(piece.text, why=why)
    if piece.meaning.part or not (named or (piece.is_word and not known and len(piece.text) > 2)):
        return None
    return Subject(piece.text, piece.meaning.thing, piece.meaning.sort, None, why)


def _may_be_topic(subject: Subject) -> bool:
    """Tell whether a clause may be about a thing: about no property, nor about what is being done."""
    return subject.sort not in ABSTRACT and (bool(subject.thing) or not subject.name.endswith("ing"))


def is_model_name(text: str) -> bool:
    """Tell whether a word mixes letters and digits, as names of hardware do: `a v4 chip`."""
    return text[:1].isalpha() and text.isalnum() and any(sign.isdigit() for sign in text)


def _place_of(nouns: Iterable[Piece]) -> str:
    return next((noun.meaning.place for noun in nouns if noun.meaning.place), "")


def _fitness(subject: Subject, *, of_hardware: bool) -> int:
    """Return how well a noun does for the subject of a fact, beside how near it stands."""
    if subject.sort in ABSTRACT:
        return -6
    if not subject.thing:
        return -4
    if of_hardware and (subject.device is not None or subject.sort in _ON_HARDWARE):
        return 5
    return 1 if subject.device is not None else 0


def _of_model(around: Surroundings) -> bool:
    """Tell whether a large count is one of parameters: nothing else that it could count follows it."""
    nouns = [noun for noun in around.behind if noun.is_known or noun.text.endswith("s")]
    nouns = nouns or [noun for noun in around.label if noun.meaning.sort == "event"]
    return not nouns or nouns[0].meaning.thing in {"parameter", "model", "weights"}


def _is_sum(node: Node) -> bool:
    while isinstance(node, Operation) and node.operator in "+-":
        if not isinstance(node.right, Number):
            return False
        node = node.left
    return isinstance(node, Number)


def _give_unit(operands: Sequence[Fact], claim: Claim, stated: Mention) -> None:
    """Give the operands of a sum, or of a mean, the unit that only its result has: `1.4 + 0.6 = 2 GB`."""
    left = claim.calculation
    if isinstance(left, Operation) and left.operator == "/" and isinstance(left.right, Number):
        if left.right.value != len(operands) - 1:
            return  # no mean: `(64 + 128 + 64) / 256 = 100%`
        left, operands = left.left, operands[:-1]  # `(1.4 + 0.6) / 2 = 1 GB`
    if (
        not (isinstance(left, Operation) and _is_sum(left))
        or stated.kind is Kind.COUNT
        or any(fact.kind is not Kind.COUNT or fact.mention.unit.name for fact in operands)
    ):
        return
    for fact in operands:
        take_unit(fact, stated)


def take_unit(fact: Fact, stated: Mention) -> None:
    """Measure a bare number in the unit of another quantity."""
    fact.measure(fact.mention.times(float(stated.unit.scale), stated.unit))
    fact.text = f"{fact.text} {stated.unit.name}"
    fact.role, fact.role_why = USUAL_ROLES.get(stated.kind, Role.OTHER), Why.UNIT


def _give_per(fact: Fact, per: str) -> None:
    """Measure a quantity by the unit that it is per, with nouns between: `4 kg of CO2 per kWh`.

    Of what is counted, only that which comes in a second is a rate: `40 random reads a second`.
    """
    units = readings(per)
    is_rate = fact.kind is Kind.COUNT and unit_of_time(per) == _SECOND
    no_unit = physical(fact.mention.unit.dimension) == NONE
    if not is_rate and (not units or kind_of(units[0]) in _NOT_PER or no_unit):
        return
    _measure_per(fact, units[0])


def _give_hour(fact: Fact, per: str) -> None:
    """Measure money by the hour that it is paid for: `$2.40 an hour`; what a month costs is an amount."""
    time = unit_of_time(per)
    if time is not None and time.scale <= _HOUR:
        _measure_per(fact, time)
    else:
        _give_per(fact, per)


def _take_rent(fact: Fact) -> None:
    """Take what is paid a month or a year for an amount: `62,000 € per month`."""
    money, _, per = fact.mention.unit.name.partition("/")
    time, units = unit_of_time(per), readings(money)
    if time is not None and time.scale > _DAY and units and kind_of(units[0]) is Kind.MONEY:
        fact.measure(fact.mention.times(float(time.scale), units[0]))
        fact.per = per


def _measure_per(fact: Fact, per: Unit) -> None:
    fact.measure(fact.mention.times(1 / float(per.scale), fact.mention.unit / per))


def _supposes(word: Piece, said: Piece) -> bool:
    """Tell whether a word makes what another one says a supposition; `would` only if it stands before."""
    cues = word.meaning.cues
    return "supposed" in cues and ("modal" not in cues or word.start < said.start)


def _things(pieces: Iterable[Piece]) -> frozenset[str]:
    return frozenset(piece.meaning.thing for piece in pieces if piece.meaning.thing)


def _counts(around: Surroundings) -> bool:
    """Tell whether a number without a unit counts what stands behind it."""
    nouns = [noun for noun in around.behind if noun.device is not None or noun.text.isalpha()]
    ends = (nouns[0], nouns[-1]) if nouns else ()
    return any(noun.is_known or noun.text.endswith("s") for noun in ends)


def _is_measure(around: Surroundings) -> bool:
    """Tell whether the noun before a number says what it is: `a PUE of 1.3`, `batches of 8`."""
    if around.owners[:1] == [] and around.before and around.before[0].text.endswith("s"):
        return True
    return any(Kind.COUNT in noun.meaning.roles for noun in (*around.before[:1], *around.owners[:1]))


def _set_scope(fact: Fact, around: Surroundings) -> None:
    nouns = (*around.label, *around.behind, *around.before)
    cues = cues_in(nouns)
    if around.per is not None:
        fact.per = around.per.text
        if around.per.meaning.sort in {"device", "event"}:
            fact.scope, fact.scope_of = "one", around.per.text
    if not fact.scope and "each" in cues:
        fact.scope = "one"
    elif not fact.scope and "total" in cues:
        fact.scope = "all"
