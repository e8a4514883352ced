"""The ledger of a question: all its facts, bound over the whole of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, Protocol, TypeVar, cast

from msgspec import Struct, field

from qbank.facts.binding import bind, follow_claims
from qbank.facts.derivation import is_conversion
from qbank.facts.devices.device import Device
from qbank.facts.fact import ClaimFacts, Fact, Field, FieldPath, NamedDevice, Relation
from qbank.facts.field_reader import FieldReader
from qbank.facts.lexicon.meaning import NO_MEANING, Meaning
from qbank.facts.lexicon.words import Lexicon
from qbank.facts.pieces import Piece, of_clause, of_sentence
from qbank.facts.segmentation.cutter import cut
from qbank.facts.vocabulary import ASKED, CONCLUDING, Kind, Origin, Role

T = TypeVar("T")
_DENIAL_REACH: Final = 5
_ROUND: Final = 0.2
"""What a value with one digit may have been rounded by, in all."""
_TELLING: Final = 4
"""Characters of a number that two values hardly have by chance: `1440.0`, `2.592`, and not `64.0`."""


class _InSentence(Protocol):
    """What a field tells in one of its sentences."""

    @property
    def path(self) -> tuple[str | int, ...]: ...

    @property
    def sentence(self) -> int: ...


class _InClause(_InSentence, Protocol):
    """What a field tells in one of its clauses."""

    @property
    def clause(self) -> int: ...


class Ledger(Struct, eq=False, dict=True):
    """What a question states.

    Attributes:
        facts: in the order of the texts.
        relations: what is said to fit, to exceed, to be chosen.
        devices: the names of hardware.
        claims: the verifier's claims with their facts.
        pieces: the fields in pieces.
        sections: where parts of each field begin, and what they play.
        lexicon: what their words tell.
    """

    lexicon: Lexicon
    facts: list[Fact] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    devices: list[NamedDevice] = field(default_factory=list)
    claims: list[ClaimFacts] = field(default_factory=list)
    pieces: dict[FieldPath, list[Piece]] = field(default_factory=dict)
    sections: dict[FieldPath, list[tuple[int, Origin]]] = field(default_factory=dict)

    _views: dict[object, object] = field(default_factory=dict)

    def view(self, derive: Callable[[Ledger], T]) -> T:
        """Return `derive(self)`, worked out at the first call and shared by all rules that ask for it."""
        if derive not in self._views:
            self._views[derive] = derive(self)
        return cast("T", self._views[derive])

    @cached_property
    def by_kind(self) -> Mapping[Kind, Sequence[Fact]]:
        """The facts by what they measure, in the order of the texts; of some kinds there may be none."""
        found: dict[Kind, list[Fact]] = {kind: [] for kind in Kind}
        for fact in self.facts:
            found[fact.kind].append(fact)
        return found

    def let_go(self) -> None:
        """Have its facts forget each other: facts of one value hold each other in circles."""
        self._views.clear()
        for fact in self.facts:
            fact.same = []

    def of_role(self, *roles: Role) -> Iterator[Fact]:
        """Yield the facts of some roles."""
        return (fact for fact in self.facts if fact.role in roles)

    def says(self, *cues: str) -> bool:
        """Whether any word of the question says one of these, and no word before it denies that."""
        return any(cue in self._said for cue in cues)

    @cached_property
    def cued(self) -> Mapping[FieldPath, Sequence[tuple[int, Piece]]]:
        """The pieces of each field that say something of their clause, with their places among all."""
        return {
            path: [(at, piece) for at, piece in enumerate(pieces) if piece.meaning.cues]
            for path, pieces in self.pieces.items()
        }

    @cached_property
    def numbered(self) -> Mapping[FieldPath, Sequence[tuple[int, Piece]]]:
        """The quantities and words for numbers of each field, with their places among its pieces."""
        return {
            path: [(at, one) for at, one in enumerate(pieces) if one.mention or one.meaning.number]
            for path, pieces in self.pieces.items()
        }

    @cached_property
    def _said(self) -> frozenset[str]:
        return frozenset(cue for pieces in self.cued.values() for cue in _cues_said(pieces))

    def cues_of(self, path: FieldPath, sentence: int) -> frozenset[str]:
        """Return what the words of a sentence say."""
        return self._cues_of_sentences.get((path, sentence), frozenset())

    @cached_property
    def _cues_of_sentences(self) -> dict[tuple[FieldPath, int], frozenset[str]]:
        found: dict[tuple[FieldPath, int], frozenset[str]] = {}
        for path, pieces in self.cued.items():
            for _, piece in pieces:
                where = path, piece.sentence
                found[where] = found.get(where, frozenset()) | piece.meaning.cues
        return found

    @property
    def scenario(self) -> Sequence[Piece]:
        """The pieces of the scenario; none if there is no such field."""
        return self.pieces.get(("scenario",), ())

    @cached_property
    def solution(self) -> Mapping[FieldPath, list[Piece]]:
        """The pieces of the fields that solve the question."""
        return {path: pieces for path, pieces in self.pieces.items() if path[-1] == "realistic_solution"}

    @cached_property
    def conclusions(self) -> Sequence[tuple[FieldPath, range]]:
        """The places of pieces that answer: those of the solution, and of what calculations conclude."""
        return [
            (path, range(start, end))
            for path, sections in self.sections.items()
            for (start, origin), (end, _) in pairwise([*sections, (len(self.pieces[path]), Origin.SOLUTION)])
            if origin in CONCLUDING
        ]

    def sentence_of(self, one: _InSentence) -> list[Piece]:
        """Return the pieces of the sentence in which something is told."""
        pieces = self.pieces[one.path]
        return pieces[of_sentence(pieces, one.sentence)]

    def clause_of(self, one: _InClause) -> list[Piece]:
        """Return the pieces of the clause in which something is told."""
        pieces = self.pieces[one.path]
        return pieces[of_clause(pieces, one.clause)]

    def beside(self, one: _InSentence, kind: Kind | None = None) -> list[Fact]:
        """Return the facts, or those of a kind, of the sentence in which something is told."""
        facts = self.facts if kind is None else self.by_kind[kind]
        return [fact for fact in facts if (fact.path, fact.sentence) == (one.path, one.sentence)]

    def meaning_of(self, word: str) -> Meaning:
        """Return what a word means; nothing if the lexicon does not have it."""
        hit = self.lexicon.find([word], 0)
        return hit[0] if hit is not None else NO_MEANING

    def label_of(self, fact: Fact) -> list[Piece]:
        """Return the pieces of the label of a fact's line or sentence; none if it has none."""
        start, end = fact.label_span
        return self.pieces[fact.path][start:end]

    def is_computed(self, fact: Fact) -> bool:
        """Whether a claim computes a fact, and does not only convert it: `1 MB (1,024 KB)`.

        A conclusion may tell a result with fewer digits.
        """
        if fact.result_of is not None:
            return not is_conversion(self.claims[fact.result_of])
        if fact.kind is Kind.PRICE and any(
            one.result_of is not None and one.number == fact.number
            for one in self.by_kind.get(Kind.MONEY, ())
        ):
            return True  # `$12 / 24 h = $0.50`, told as `$0.50 per hour`
        return fact.origin in CONCLUDING and any(
            one.result_of is not None
            and 2 * abs(one.value - fact.value) <= min(fact.mention.step, _ROUND * abs(fact.value))
            and not is_conversion(self.claims[one.result_of])
            for one in self.by_kind.get(fact.kind, ())
        )

    def worked_out(self, operators: Collection[str] = "") -> Iterator[tuple[ClaimFacts, Fact]]:
        """Yield the claims with a result, all or those whose last operation is one of some, each with it."""
        for claim in self.claims:
            if claim.result is not None and (not operators or (claim.operator or " ") in operators):
                yield claim, claim.result

    @cached_property
    def operands(self) -> Sequence[Fact]:
        """All that enters a calculation."""
        return [one for claim in self.claims for one in claim.operands]

    def made_by(self, fact: Fact, operator: str = "") -> list[ClaimFacts]:
        """Return the claims that compute a value, all or those by an operation, wherever it stands."""
        made = (self.claims[one.result_of] for one in (fact, *fact.same) if one.result_of is not None)
        return [claim for claim in made if not operator or claim.operator == operator]

    def parts(self, fact: Fact) -> KeysView[Fact]:
        """Return a fact and all that it was computed from, wherever that stands, what is nearest first."""
        found: dict[Fact, None] = {}
        open_facts = [fact]
        while open_facts:
            one = open_facts.pop()
            for other in (one, *one.same, *self._repeated(one)):
                if other not in found:
                    found[other] = None
                    if other.result_of is not None:
                        open_facts += self.claims[other.result_of].operands
        return found.keys()

    def _repeated(self, fact: Fact) -> Sequence[Fact]:
        """Return the results that a bare number in a calculation repeats: `30e6 * 86400` of 30e6 bytes/s."""
        is_bare = fact.operand_of is not None and fact.kind is Kind.COUNT and not fact.mention.unit.name
        is_telling = is_bare and len(str(fact.value)) > _TELLING and fact.value not in self._numbers_given
        return self._results.get(fact.value, ()) if is_telling else ()

    @cached_property
    def _numbers_given(self) -> frozenset[float]:
        """The bare numbers that the question tells: 768 dimensions are no 768 GB."""
        return frozenset(
            piece.mention.high
            for path, numbered in self.numbered.items()
            if path[0] in ASKED
            for _, piece in numbered
            if piece.mention is not None and piece.mention.is_bare
        )

    @cached_property
    def _results(self) -> Mapping[float, Sequence[Fact]]:
        found: dict[float, list[Fact]] = defaultdict(list)
        for _, result in self.worked_out():
            found[result.value / float(result.mention.unit.scale)].append(result)
        return found


def _cues_said(cued: Iterable[tuple[int, Piece]]) -> Iterator[str]:
    denied, of_clause = -_DENIAL_REACH - 1, -1
    for at, piece in cued:
        if at - denied > _DENIAL_REACH or piece.clause != of_clause:
            yield from piece.meaning.cues
        if "denied" in piece.meaning.cues:
            denied, of_clause = at, piece.clause


def read(
    fields: Iterable[Field], lexicon: Lexicon, find_devices: Callable[[str], Iterable[Device]]
) -> Ledger:
    """Return the ledger of a question; never fails, whatever its texts are.

    Args:
        fields: its texts.
        lexicon: what their words tell.
        find_devices: returns the names of hardware in a text.
    """
    ledger = Ledger(lexicon)
    for one in fields:
        reader = FieldReader(one, cut(one.text, lexicon, find_devices), len(ledger.claims))
        ledger.facts += reader.facts
        ledger.devices += reader.devices
        ledger.claims += reader.claims
        ledger.relations += reader.relations
        ledger.pieces[one.path] = reader.pieces
        ledger.sections[one.path] = reader.sections
    bind(ledger.facts, ledger.devices, ledger.claims)
    follow_claims(ledger.claims)
    return ledger
