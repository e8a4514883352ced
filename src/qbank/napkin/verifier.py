"""The verifier's front door: finding the claims of a text and deciding on them."""

from __future__ import annotations

from collections.abc import Sequence

from qbank import lazy_re
from qbank.napkin.claim import Claim
from qbank.napkin.context import Page
from qbank.napkin.forms import BRACKET, DERIVED, FORMS, IN_CLAUSES, OVER_ALL
from qbank.napkin.judging.judgement import USUAL, Tolerances
from qbank.napkin.lexing.tokens import MAY_RELATE
from qbank.napkin.parsing.clauses import Clause, clauses

_CUES = frozenset().union(*(form.cues for form in FORMS))
_WORDS = lazy_re.compile("[A-Za-z]+")
_NUMBER = "[0-9](?<![A-Za-z0-9].)"
"""Where the first digit of a number may be; behind a letter it is a part of a word, as in FP16."""
_IN_WORD = "(?<=[A-Za-z])[0-9]++"
_REMARK = rf"(?:[^\n()0-9]|{_IN_WORD})*+"
_BETWEEN = rf"(?:[^\n.,;:!?()0-9]|{_IN_WORD})*+"
_BRACKET = lazy_re.compile(
    rf"{_NUMBER}(?:[0-9]|[.,_][0-9])*+{_BETWEEN}\((?:{_REMARK}\){_BETWEEN}\()*+{_REMARK}[0-9(]|[\[{{⌊⌈]"
)
"""A number, and behind it a bracket that may hold another; only words and remarks stand between them."""
_STRETCH = lazy_re.compile(r"([^.,;:!?)\]\n0-9]*+)(?:\.?([0-9])|[^0-9]|\Z)")
"""What stands before a digit, or before a sign that ends a clause: no comparison in words goes over one."""


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
    if not derived and not may_hold_claims(text):
        return []
    page = Page(text, tolerances, context)
    for place in clauses(page.parser):
        if isinstance(place, Clause):
            for form in IN_CLAUSES:
                form.read(page, place)
        else:
            BRACKET.read(page, place)
    for whole in OVER_ALL:
        whole.read(page)
    if derived:
        DERIVED.read(page)
    return sorted(page.claims, key=lambda claim: (claim.start, claim.end))


def may_hold_claims(text: str) -> bool:
    """Tell by its letters whether a text may hold a claim; most texts besides napkin math hold none."""
    if MAY_RELATE.search(text) or ("(" in text and _BRACKET.search(text)):
        return True
    before_digits = " ".join([before for before, digit in _STRETCH.findall(text) if digit])
    return not _CUES.isdisjoint(_WORDS.findall(before_digits))
