"""The verifier's front door: the claims of a text, decided on."""

from __future__ import annotations

from collections.abc import Sequence

from qbank.napkin.claim import Claim
from qbank.napkin.context import VerificationContext
from qbank.napkin.forms import BRACKET, DERIVED, IN_CLAUSES, OVER_ALL
from qbank.napkin.lexing.tokens import SAYS_VALUES
from qbank.napkin.parsing.spans import Clause, clauses
from qbank.napkin.verdicts import USUAL, Tolerances


def verify(
    text: str,
    *,
    tolerances: Tolerances = USUAL,
    context: Sequence[str] = (),
    derived: bool = True,
) -> list[Claim]:
    """Return every claim of `text` in order, each with its verdict; never fails, whatever the text is.

    Args:
        text: what somebody wrote.
        tolerances: how far stated values may be off.
        context: texts around it, such as the scenario, that may say what its numbers measure.
        derived: whether to work out what is said without a calculation; such a claim is never wrong.
    """
    if not SAYS_VALUES.search(text):
        return []
    verification = VerificationContext(text, tolerances, context)
    for place in clauses(verification.parser):
        if isinstance(place, Clause):
            for form in IN_CLAUSES:
                form.read(verification, place)
        else:
            BRACKET.read(verification, place)
    for whole in OVER_ALL:
        if not whole.cues or not whole.cues.isdisjoint(verification.parser.texts):
            whole.read(verification)
    if derived:
        DERIVED.read(verification)
    return sorted(verification.claims, key=lambda claim: (claim.start, claim.end))
