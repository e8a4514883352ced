"""Reading the facts, the names of hardware, the claims and the relations of one field."""

from __future__ import annotations

from typing import Final

from qbank.facts.fact import ClaimFacts, Fact, Field, NamedDevice, Relation
from qbank.facts.labels import Labels
from qbank.facts.phrases.around import Phrases
from qbank.facts.pieces import Mention, Piece, cues_in
from qbank.facts.reading.claims import places_of, read_claims
from qbank.facts.reading.clauses import Clauses
from qbank.facts.reading.counting import count_before, count_of_holders, counts, is_measure
from qbank.facts.reading.modality import set_modality
from qbank.facts.reading.percentiles import rank_beside, set_ranks
from qbank.facts.reading.places import set_place
from qbank.facts.reading.relations import read_relations
from qbank.facts.reading.roles import set_role
from qbank.facts.reading.scopes import set_scope
from qbank.facts.reading.sections import origin_at, sections_of
from qbank.facts.reading.subjects import set_subject
from qbank.facts.reading.units import measure_by_words
from qbank.facts.vocabulary import ASKING, Kind, Origin, Role

_BARE: Final = frozenset("0123456789.,")


class FieldReader:
    """Reads one field; what it finds is in its attributes."""

    def __init__(self, field: Field, pieces: list[Piece], first_claim: int) -> None:
        """Read a field in pieces; `first_claim` is the number of its first claim in the ledger."""
        self.pieces = pieces
        self.sections = sections_of(pieces, field.origin)
        self.devices: list[NamedDevice] = []
        self._field = field
        self._clauses = Clauses(pieces)
        self._labels = Labels(pieces, in_lines=field.origin is Origin.CALCULATIONS)
        self._phrases = Phrases(pieces, self._labels)
        self._stated, self._used, self._summed = places_of(field.claims)
        facts: dict[int, Fact] = {}
        for at, piece in enumerate(pieces):
            if piece.device is not None:
                self.devices.append(self._named(at, piece))
            elif piece.mention is not None and (fact := self._fact(at, piece, piece.mention)) is not None:
                facts[at] = fact
        self.facts: list[Fact] = [*facts.values()]
        self.claims: list[ClaimFacts] = read_claims(field, self.facts, pieces, self._labels, first_claim)
        for fact in self.facts:
            set_modality(fact, pieces, self._clauses.doubted)
        set_ranks(self.facts, pieces)
        self.relations: list[Relation] = [
            *read_relations(field.path, pieces, facts, self._clauses, self.sections)
        ]

    def _named(self, at: int, piece: Piece) -> NamedDevice:
        """Return the name of hardware that a piece is."""
        assert piece.device is not None
        return NamedDevice(
            self._field.path,
            piece.device,
            at,
            piece.sentence,
            piece.line,
            self._clauses.standings.of(piece),
            count_before(self.pieces, at),
            "supposed" in self._clauses.cues_at(at, piece),
        )

    def _fact(self, at: int, piece: Piece, mention: Mention) -> Fact | None:
        """Return the quantity that a piece is, with what it is; None of a bare number that counts nothing."""
        is_result, is_operand = piece.start in self._stated, piece.start in self._used
        around = self._phrases.around(at)
        is_used = is_result or is_operand or around.per is not None
        if mention.is_bare and not (is_used or counts(around) or is_measure(around)):
            return None
        label = self._labels.of(piece)
        written = self._field.text[mention.start : mention.end]
        if mention.kind is not Kind.COUNT and _BARE.issuperset(written):
            written = f"{written} {mention.unit.name}"  # the unit stands behind the last of a list
        nouns = (*around.before, *around.behind, *around.bracket, *around.label)
        fact = Fact(
            self._field.path,
            mention.start,
            mention.end,
            written,
            at,
            mention,
            standing=self._clauses.standings.of(piece),
            origin=origin_at(self.sections, at),
            cues=self._clauses.cues_at(at, piece),
            traits=cues_in((*nouns, *around.owners)),
            rank=rank_beside(nouns),
            label=label.text,
            label_span=(label.start, label.end),
            line=piece.line,
            sentence=piece.sentence,
            clause=piece.clause,
        )
        measure_by_words(fact, around, self.pieces, self._field.text)
        is_input = is_operand and not is_result
        if is_input:  # the label names what comes out, not what goes in
            fact.label_nouns = tuple(around.label) if label.is_plain else ()
            around.label = []
            if fact.kind is Kind.BYTE_RATE:
                around.label_verb = None  # `Read: 26 GB / 2 TB/s`
            if label.end:
                behind = self.pieces[label.end].start
                around.before = [noun for noun in around.before if noun.start > behind]
                if piece.start in self._summed:
                    around.owners = [noun for noun in around.owners if noun.start > behind]
        asking = self._field.origin in ASKING
        set_role(fact, around, self.pieces, computed=is_result, asking=asking)
        if fact.role is Role.CAPACITY:
            fact.holders = count_of_holders(self.pieces, at, around)
        set_subject(fact, around, self.pieces, in_prose=not (is_input or self._labels.in_lines))
        set_place(fact, around, self.pieces)
        set_scope(fact, around, piece)
        return fact
