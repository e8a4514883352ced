"""The forms of claims, a module each: how people say that an expression has a value.

Each form carries its explanation and its examples; the examples are its tests and the pages of the manual.
"""

from __future__ import annotations

from qbank.napkin.forms.base import Example, Form
from qbank.napkin.forms.bracket import Bracket
from qbank.napkin.forms.comparison import Comparison
from qbank.napkin.forms.derived import Derived
from qbank.napkin.forms.equation import Equation
from qbank.napkin.forms.worded_comparison import WordedComparison

__all__ = ["FORMS", "Bracket", "Comparison", "Derived", "Equation", "Example", "Form", "WordedComparison"]

FORMS: tuple[Form, ...] = (Equation(), Comparison(), Bracket(), WordedComparison(), Derived())
"""All forms, in the order in which they are tried."""
