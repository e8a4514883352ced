"""What looks for the formulas of a library, and for what people get wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank.formulas.formula import Formula, Taken
from qbank.formulas.matching.patterns import patterns
from qbank.formulas.matching.recognise import Recogniser


class FormulaMatcher:
    """What looks for the formulas of a library, and for what people get wrong with them.

    Attributes:
        formulas: looks for the formulas and for the slips that are other expressions.
    """

    def __init__(self, formulas: Iterable[Formula]) -> None:
        every = tuple(pattern for formula in formulas for pattern in patterns(formula))
        self.formulas: Final = Recogniser(every)
        self._misused: Final = {
            kind: Recogniser(
                pattern
                for pattern in every
                if pattern.slip is None and any(slip.taken is kind for slip in pattern.formula.slips)
            )
            for kind in Taken
        }

    def misused(self, kind: Taken) -> Recogniser:
        """Return what looks for formulas in which something is taken for a variable."""
        return self._misused[kind]
