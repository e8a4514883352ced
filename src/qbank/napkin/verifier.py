"""The verifier's front door: finding the claims of a text and deciding on them."""

from __future__ import annotations

from qbank.napkin.claim import Claim
from qbank.napkin.clauses import Clause, clauses
from qbank.napkin.forms import Bracket, Comparison, Derived, Equation, WordedComparison
from qbank.napkin.judge import Tolerances
from qbank.napkin.mentions import mentions
from qbank.napkin.page import Page

_DEFAULT = Tolerances()
_IN_CLAUSES = (Equation(), Comparison())
_IN_BRACKETS = Bracket()
_AFTER_ALL = (WordedComparison(), Derived())


def verify(text: str, *, tolerances: Tolerances = _DEFAULT, derived: bool = True) -> list[Claim]:
    """Return every claim of `text` in order, each with its verdict; never fails, whatever the text is.

    Args:
        text: what somebody wrote.
        tolerances: how far stated values may be off.
        derived: whether to read, besides arithmetic, what is said in words about values.
    """
    page = Page(text, tolerances)
    found: list[tuple[int, Clause | int]] = [(clause.end, clause) for clause in clauses(page.parser)]
    found += [(at, at) for at, bracket in page.parser.brackets.items() if bracket.numbers and at]
    for _, place in sorted(found, key=lambda pair: pair[0]):
        if isinstance(place, Clause):
            for form in _IN_CLAUSES:
                form.read(page, place)
        else:
            _IN_BRACKETS.read(page, place)
    if derived:
        mentioned = mentions(page.parser)
        for form in _AFTER_ALL:
            form.read(page, mentioned)
    return sorted(page.claims, key=lambda claim: (claim.start, claim.end))
