"""A question as the rules about formulas read it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cached_property
from itertools import accumulate
from operator import attrgetter
from typing import Final

from qbank.facts.pieces import Piece, cues_in
from qbank.formulas.formula import Slip
from qbank.formulas.matching.words import NumberNames, Surroundings, has_cue, normalize
from qbank.grouping import grouped
from qbank.rules.core.claims import SCENARIO, FieldClaim
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.ledger import ledger_of, told_fields
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.filled_slips import Reading
from qbank.rules.formulas.slip_forms import WORD

AROUND: Final = (("title",), ("topic",), ("question",))
"""What a question is about."""
_CLAUSE: Final = attrgetter("clause", "opener")
_GIVING: Final = (("scenario",), ("question",))
_LACKING: Final = frozenset(("no", "without"))
_NOT_ASSERTED: Final = frozenset(("supposed", "claimed", "former", "distractor"))


def _before_lack(words: Sequence[Piece]) -> Sequence[Piece]:
    """Return what stands before a word that denies no more than follows it: `enough for the peak without`."""
    first = next(at for at, piece in enumerate(words) if "denied" in piece.meaning.cues)
    return words[:first] if words[first].text in _LACKING else ()


class FormulaContext:
    """What is known of a question for all its claims; made once a question."""

    def __init__(self, question: QuestionFile) -> None:
        self.question: Final = question
        self._spoken: dict[tuple[str, ...], bool] = {}
        self._holds: dict[int, bool] = {}
        self._surroundings: dict[int, Surroundings] = {}
        texts = (shown_text(question, path) for path, _ in told_fields(question))
        self.names: Final = NumberNames(filter(None, texts))
        self._around: Final = " . ".join([text for path in AROUND if (text := shown_text(question, path))])

    @cached_property
    def words(self) -> Set[str]:
        """The words of what it tells and of what it is about, in lower case."""
        pieces = {one.text.lower() for pieces in ledger_of(self.question).pieces.values() for one in pieces}
        words = {text for text in pieces if text.isalnum()}
        return words.union(WORD.findall(" ".join((*(pieces - words), self._around.lower()))))

    @cached_property
    def around(self) -> str:
        """What it is about, as `normalize` returns it."""
        return normalize(self._around)

    @cached_property
    def told(self) -> str:
        """What it is about, and what its scenario does not deny, as `normalize` returns them."""
        return normalize(f"{self._around} . {self._clauses[2]}")

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
        if has_cue(self.lacking, slip.absences):
            return not has_cue(self.told, slip.denials)
        said = has_cue(self.asserted, slip.when) or has_cue(self.told, slip.conditions)
        return said and not has_cue(self.denied, slip.presences) and not has_cue(self.told, slip.denials)

    @cached_property
    def reading(self) -> Reading:
        """The values of its claims."""
        return Reading(ledger_of(self.question), self.names)

    @cached_property
    def asserted(self) -> str:
        """What the scenario and the question assert, as `normalize` returns it."""
        return normalize(self._clauses[0])

    @cached_property
    def denied(self) -> str:
        """What any text denies."""
        return normalize(self._clauses[1])

    @cached_property
    def lacking(self) -> str:
        """What the scenario and the question deny, as `normalize` returns it."""
        return normalize(self._clauses[3])

    @cached_property
    def _clauses(self) -> tuple[str, str, str, str]:
        asserted: list[str] = []
        denied: list[str] = []
        told: list[str] = []
        lacking: list[str] = []
        for path, pieces in ledger_of(self.question).pieces.items():
            if path not in _GIVING and "denied" not in cues_in(pieces):
                continue
            # What brackets say is of themselves: `94 % efficient (the brochure quotes 96 %)`.
            # A colon begins what explains: `has no battery: a capacitor of 10 F carries it`.
            colons = accumulate(piece.text == ":" for piece in pieces)
            parts = zip(colons, pieces, strict=True)
            for words in grouped(((_CLAUSE(piece), part), piece) for part, piece in parts).values():
                cues = cues_in(words)
                is_denied = "denied" in cues
                if not (is_denied or path in _GIVING):
                    continue
                text = " ".join([piece.text for piece in words])
                if is_denied and path in _GIVING and (before := _before_lack(words)):
                    asserted.append(" ".join([piece.text for piece in before]))
                    text = text[len(asserted[-1]) :]
                if is_denied:
                    denied.append(text)
                    if path in _GIVING:
                        lacking.append(text)
                    continue
                if _NOT_ASSERTED.isdisjoint(cues):
                    asserted.append(text)
                if path == SCENARIO:
                    told.append(text)
        return " ; ".join(asserted), " ; ".join(denied), " ; ".join(told), " ; ".join(lacking)

    def surroundings(self, found: FieldClaim) -> Surroundings:
        """Return the texts around a claim."""
        key = id(found.claim)
        if key not in self._surroundings:
            claim = found.claim
            self._surroundings[key] = Surroundings(found.source.text, claim.start, claim.end, self.around)
        return self._surroundings[key]
