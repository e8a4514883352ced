"""A question as the rules about formulas read it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from qbank.formulas.matching.matcher import FormulaMatcher
from qbank.formulas.matching.words import NumberNames, Surroundings, normalize
from qbank.formulas.of_bank import matcher_of
from qbank.napkin.claim_formula import ClaimExpression, claim_expression
from qbank.rules.coherence.factual_text import factual_text
from qbank.rules.core.claims import FieldClaim
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.question_file import QuestionFile

AROUND: Final = (("title",), ("topic",), ("question",))
"""What a question is about."""
_TELLING: Final = (
    ("scenario",),
    ("question",),
    ("details", "napkin_math"),
    ("details", "realistic_solution"),
)


class FormulaContext:
    """What is known of a question for all its claims; made once a question."""

    def __init__(self, question: QuestionFile) -> None:
        self.question: Final = question
        self._expressions: dict[FieldClaim, ClaimExpression | None] = {}
        self.names: Final = NumberNames(text for _, text in factual_text(question).fields)
        self.around: Final = normalize(
            " . ".join([text for path in AROUND if (text := shown_text(question, path))])
        )

    @cached_property
    def matcher(self) -> FormulaMatcher:
        """What looks for the formulas of the bank; those that qbank carries if the bank's cannot be used."""
        return matcher_of(self.question.settings.root)

    def surroundings(self, found: FieldClaim) -> Surroundings:
        """Return the texts around a claim."""
        return Surroundings(found.source.text, found.claim.start, found.claim.end, self.around)

    def expression(self, found: FieldClaim) -> ClaimExpression | None:
        """Return the left side of a claim as formulas see expressions; None if they know nothing like it."""
        if found not in self._expressions:
            self._expressions[found] = claim_expression(found.claim)
        return self._expressions[found]
