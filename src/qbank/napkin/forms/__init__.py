"""The forms of claims, a module each: how people say that an expression has a value.

Each form carries its explanation and its examples; the examples are its tests and the pages of the manual.
"""

from __future__ import annotations

from qbank.napkin.forms.base import ClauseForm, Example, Form, TextForm
from qbank.napkin.forms.bracket import Bracket
from qbank.napkin.forms.change import Change, Share
from qbank.napkin.forms.comparison import Comparison, WordedComparison
from qbank.napkin.forms.derived import Derived
from qbank.napkin.forms.equation import Equation
from qbank.napkin.forms.listed import Added, Listed
from qbank.napkin.forms.transfer import Transfer
from qbank.napkin.forms.unknown import Unknown
from qbank.napkin.forms.worded_equation import WordedEquation

__all__ = ["BRACKET", "DERIVED", "FORMS", "IN_CLAUSES", "OVER_ALL", "Example", "Form"]

IN_CLAUSES: tuple[ClauseForm, ...] = (Equation(), Comparison())
"""Forms around a relation, read clause by clause."""

BRACKET = Bracket()

OVER_ALL: tuple[TextForm, ...] = (
    Listed(),
    Added(),
    Unknown(),
    WordedEquation(),
    Transfer(),
    Change(),
    Share(),
    WordedComparison(),
)
"""Forms that need the whole text."""

DERIVED = Derived()

FORMS: tuple[Form, ...] = (*IN_CLAUSES, BRACKET, *OVER_ALL, DERIVED)
"""All forms, in the order in which they are read."""
