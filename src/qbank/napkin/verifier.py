"""The verifier's front door: the claims of a text, decided on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qbank.napkin.claim import Claim
from qbank.napkin.context import VerificationContext
from qbank.napkin.forms import BRACKET, DERIVED, IN_CLAUSES, OVER_ALL
from qbank.napkin.forms.beyond import add_beyond, add_cut_off
from qbank.napkin.lexing.lookalikes import with_marks_as_signs
from qbank.napkin.lexing.tokens import SAYS_VALUES
from qbank.napkin.limits import MAX_TEXT
from qbank.napkin.parsing.spans import Beyond, Clause, clauses
from qbank.napkin.verdicts import USUAL, Tolerances, Verdict


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
    claims = _claims(text, tolerances, context, derived=derived)
    other = None if text.isascii() else with_marks_as_signs(text)
    if other is not None:
        claims = _right_either_way(text, claims, _claims(other, tolerances, context, derived=derived))
    return sorted(claims, key=lambda claim: (claim.start, claim.end))


def _claims(text: str, tolerances: Tolerances, context: Sequence[str], *, derived: bool) -> list[Claim]:
    verification = VerificationContext(text, tolerances, context)
    for place in clauses(verification.parser):
        if isinstance(place, Clause):
            for form in IN_CLAUSES:
                form.read(verification, place)
        elif isinstance(place, Beyond):
            add_beyond(verification, place)
        else:
            BRACKET.read(verification, place)
    if len(text) > MAX_TEXT:
        add_cut_off(verification)
    for whole in OVER_ALL:
        if not whole.cues or not whole.cues.isdisjoint(verification.parser.texts):
            whole.read(verification)
    if derived:
        DERIVED.read(verification)
    return verification.claims


def _right_either_way(text: str, claims: list[Claim], others: list[Claim]) -> list[Claim]:
    """Return the claims of a text in whose place those stand that hold if its marks are signs.

    `40 ms — 14 ms - 9 ms = 17 ms` is right if the first dash takes away, and wrong if it parts two clauses.
    Where it says nothing otherwise, as `40 ms — 14 ms = 27 ms`, it is likely wrong.
    """
    usual = {claim.stated_start: claim.verdict for claim in claims}
    told: dict[int, Claim] = {}
    for other in others:
        before = usual.get(other.stated_start)
        if other.verdict is Verdict.OK and before in {None, Verdict.WRONG}:
            told[other.stated_start] = replace(other, source=text)
        elif other.verdict is Verdict.WRONG and before is None and not other.judgement.unlike:
            doubted = replace(other.judgement, doubt="if the mark in it is a sign")
            told.setdefault(other.stated_start, replace(other, source=text, judgement=doubted))
    return [*(claim for claim in claims if claim.stated_start not in told), *told.values()]
