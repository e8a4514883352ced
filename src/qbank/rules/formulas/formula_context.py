"""A question as the rules about formulas read it."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Final

from qbank import lazy_re
from qbank.facts.fact import FieldPath
from qbank.facts.pieces import Piece
from qbank.formulas.matching.recognise import Recogniser
from qbank.formulas.matching.words import NumberNames, Surroundings, has_cue, normalize
from qbank.formulas.of_bank import matcher_of
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.ledger import ledger_of, told_fields
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.filled_slips import Reading

AROUND: Final = (("title",), ("topic",), ("question",))
"""What a question is about."""
_WORD: Final = lazy_re.compile(r"[^\W_]+")
_GIVING: Final = (("scenario",), ("question",))
_NOT_ASSERTED: Final = frozenset(("supposed", "claimed", "former", "distractor"))


class FormulaContext:
    """What is known of a question for all its claims; made once a question."""

    def __init__(self, question: QuestionFile) -> None:
        self.question: Final = question
        self._spoken: dict[tuple[str, ...], bool] = {}
        texts = (shown_text(question, path) for path, _ in told_fields(question))
        self.names: Final = NumberNames(filter(None, texts))
        self._around: Final = " . ".join([text for path in AROUND if (text := shown_text(question, path))])

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of what it tells and of what it is about, in lower case."""
        pieces = {piece.text for pieces in ledger_of(self.question).pieces.values() for piece in pieces}
        return frozenset(_WORD.findall(" ".join((*pieces, self._around.lower()))))

    @cached_property
    def around(self) -> str:
        """What it is about, as `normalize` returns it."""
        return normalize(self._around)

    @cached_property
    def matcher(self) -> Recogniser:
        """What looks for the formulas of the bank; those that qbank carries if the bank's cannot be used."""
        return matcher_of(self.question.settings.root)

    @cached_property
    def told(self) -> str:
        """What it is about, and its scenario, as `normalize` returns them."""
        return normalize(f"{self._around} . {shown_text(self.question, ('scenario',))}")

    def speaks(self, cues: tuple[str, ...]) -> bool:
        """Whether that has one of these words."""
        if cues not in self._spoken:
            self._spoken[cues] = has_cue(self.told, cues)
        return self._spoken[cues]

    @cached_property
    def reading(self) -> Reading:
        """The values of its claims."""
        return Reading(ledger_of(self.question), self.names)

    @cached_property
    def asserted(self) -> str:
        """What the scenario and the question assert, as `normalize` returns it."""
        return self._clauses[0]

    @cached_property
    def denied(self) -> str:
        """What any text denies."""
        return self._clauses[1]

    @cached_property
    def _clauses(self) -> tuple[str, str]:
        clauses: dict[tuple[FieldPath, int], list[Piece]] = defaultdict(list)
        for path, pieces in ledger_of(self.question).pieces.items():
            for piece in pieces:
                clauses[path, piece.clause].append(piece)
        said: dict[bool, list[str]] = {True: [], False: []}
        for (path, _), clause in clauses.items():
            cues = frozenset().union(*(piece.meaning.cues for piece in clause))
            text = " ".join([piece.text for piece in clause])
            if "denied" in cues:
                said[False].append(text)
            elif path in _GIVING and _NOT_ASSERTED.isdisjoint(cues):
                said[True].append(text)
        return normalize(" ; ".join(said[True])), normalize(" ; ".join(said[False]))

    def surroundings(self, found: FieldClaim) -> Surroundings:
        """Return the texts around a claim."""
        return Surroundings(found.source.text, found.claim.start, found.claim.end, self.around)
