"""The napkin-math verifier: text to claims, claims to trees, trees to quantities, quantities to verdicts.

Read it in this order: `lexing.tokens` (the words), `parsing` (`phrases`, `quantities` and `grammar`, each
upon the one before), `tree`, `evaluate` (exact values), `forms` (how claims are said), `judging` (`relation`:
how near is true; `interpretations`: which readings to try; `judge`; `second_opinion`: sympy, before anybody
is accused), `context` (a text under verification), `verifier`. The verifier reads text. It must know nothing
of files, YAML or questions.
"""

from __future__ import annotations

from qbank.napkin.claim import Amount, Claim, Operand, Origin
from qbank.napkin.judging.relation import Tolerances
from qbank.napkin.reasons import EXPLANATIONS, Reason, Verdict
from qbank.napkin.restate import restated_digits
from qbank.napkin.verifier import verify

__all__ = [
    "EXPLANATIONS",
    "Amount",
    "Claim",
    "Operand",
    "Origin",
    "Reason",
    "Tolerances",
    "Verdict",
    "restated_digits",
    "verify",
]
