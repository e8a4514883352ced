"""A question as the rules about formulas read it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import Final

from msgspec import Struct

from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.formulas.formula import Slip
from qbank.formulas.matching.words import NumberNames, Surroundings, has_cue, normalize
from qbank.rules.core.claims import SCENARIO, FieldClaim
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.ledger import ledger_of, told_fields
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.filled_slips import Reading
from qbank.rules.formulas.slip_forms import words_of

AROUND: Final = (("title",), ("topic",), ("question",))
"""What a question is about."""
_GIVING: Final = (("scenario",), ("question",))
_LACKING: Final = frozenset(("no", "without"))
_NOT_ASSERTED: Final = frozenset(("supposed", "claimed", "former", "distractor"))


class FormulaContext:
    """What is known of a question for all its claims; made once a question."""

    def __init__(self, question: QuestionFile) -> None:
        self.question: Final = question
        self._spoken: dict[tuple[str, ...], bool] = {}
        self._holds: dict[int, bool] = {}
        self._surroundings: dict[int, Surroundings] = {}
        texts = (shown_text(question, path) for path, _ in told_fields(question))
        self.names: Final = NumberNames(filter(None, texts))

    @cached_property
    def words(self) -> Set[str]:
        """The words of what it tells and of what it is about, in lower case."""
        return words_of(f"{self.names.text} {self.around}")

    @cached_property
    def around(self) -> str:
        """What it is about, as `normalize` returns it."""
        return normalize(" . ".join([text for path in AROUND if (text := shown_text(self.question, path))]))

    @cached_property
    def told(self) -> str:
        """What it is about, and what its scenario does not deny, as `normalize` returns them."""
        return f"{self.around} . {normalize(' ; '.join(self._said.told))}"

    def speaks(self, cues: tuple[str, ...]) -> bool:
        """Whether that has one of these words."""
        if cues not in self._spoken:
            self._spoken[cues] = has_cue(self.told, cues)
        return self._spoken[cues]

    def may_hold(self, slip: Slip) -> bool:
        """Whether the scenario says a condition of a slip, and not that it is right; no text denies it."""
        if id(slip) not in self._holds:
            self._holds[id(slip)] = self._holds_here(slip)
        return self._holds[id(slip)]

    def _holds_here(self, slip: Slip) -> bool:
        if slip.unless_told and has_cue(self.told, slip.unless_told):
            return False
        if not slip.when:
            return True
        if has_cue(self._lacking, slip.absences):
            return not has_cue(self.told, slip.denials)
        said = has_cue(self._asserted, slip.when) or has_cue(self.told, slip.conditions)
        return said and not has_cue(self._denied, slip.presences) and not has_cue(self.told, slip.denials)

    @cached_property
    def reading(self) -> Reading:
        """The values of its claims."""
        return Reading(ledger_of(self.question), self.names)

    @cached_property
    def _said(self) -> _Said:
        return _said(ledger_of(self.question))

    @cached_property
    def _asserted(self) -> str:
        return normalize(" ; ".join(self._said.asserted))

    @cached_property
    def _denied(self) -> str:
        return normalize(" ; ".join(self._said.denied))

    @cached_property
    def _lacking(self) -> str:
        return normalize(" ; ".join(self._said.lacking))

    def surroundings(self, found: FieldClaim) -> Surroundings:
        """Return the texts around a claim."""
        key = id(found.claim)
        if key not in self._surroundings:
            claim = found.claim
            self._surroundings[key] = Surroundings(found.source.text, claim.start, claim.end, self.around)
        return self._surroundings[key]


class _Said(Struct):
    """Clauses of a question.

    Attributes:
        asserted: what scenario and question assert.
        denied: what any text denies.
        told: what the scenario does not deny.
        lacking: what scenario and question deny.
    """

    asserted: list[str] = []
    denied: list[str] = []
    told: list[str] = []
    lacking: list[str] = []


def _said(ledger: Ledger) -> _Said:
    said = _Said()
    for path, pieces in ledger.pieces.items():
        is_giving = path in _GIVING
        if not is_giving and "denied" not in cues_in(piece for _, piece in ledger.cued[path]):
            continue
        for words in _clauses(pieces):
            cues = cues_in(words)
            text = " ".join([piece.text for piece in words])
            if "denied" in cues:
                if is_giving:
                    if before := _before_lack(words):
                        said.asserted.append(" ".join([piece.text for piece in before]))
                        text = text[len(said.asserted[-1]) :]
                    said.lacking.append(text)
                said.denied.append(text)
            elif is_giving:
                if _NOT_ASSERTED.isdisjoint(cues):
                    said.asserted.append(text)
                if path == SCENARIO:
                    said.told.append(text)
    return said


def _clauses(pieces: Iterable[Piece]) -> Iterable[list[Piece]]:
    """Return the clauses of a field, in parts.

    What brackets say is of themselves: `94 % efficient (the brochure quotes 96 %)`. A colon begins what
    explains: `has no battery: a capacitor of 10 F carries it`.
    """
    clauses: dict[tuple[int, int, int], list[Piece]] = {}
    colons = 0
    for piece in pieces:
        colons += piece.text == ":"
        clauses.setdefault((piece.clause, piece.opener, colons), []).append(piece)
    return clauses.values()


def _before_lack(words: Sequence[Piece]) -> Sequence[Piece]:
    """Return what stands before a word that denies no more than follows it: `enough for the peak without`."""
    first = next(at for at, piece in enumerate(words) if "denied" in piece.meaning.cues)
    return words[:first] if words[first].text in _LACKING else ()
