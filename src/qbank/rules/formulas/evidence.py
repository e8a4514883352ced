"""What speaks for and against a slip: the right value, whether the text has it, and what it says about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank import lazy_re
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import evaluate_exactly
from qbank.formulas.formula import FormulaError
from qbank.formulas.matching.recognise import Recognised
from qbank.formulas.matching.words import NumberNames, has_cue
from qbank.napkin.claim_formula import unit_of
from qbank.rules.core.claims import FieldClaim
from qbank.units import physical
from qbank.units.parse import parse_unit

_ROUGH: Final = Fraction(1, 20)
"""What napkin math may be off: a slip that makes no more of a difference is none."""
_SAME: Final = Fraction(1, 100)
_EXPLAINED: Final = (
    "approximately", "approximate", "approximation", "approximating", "large n", "large m", "large p",
    "n is large", "many ranks", "for simplicity", "simplification", "simplify", "simplified", "simplifying",
    "ignoring", "ignore", "neglect", "neglecting", "upper bound", "lower bound", "bounded by", "roughly",
    "asymptotically", "asymptotic", "worst case", "wrong", "wrongly", "mistake", "mistaken", "mistakenly",
    "incorrect", "incorrectly", "naive", "naively", "instead of", "rather than", "forgetting", "forget",
    "forgets", "forgot", "misses", "omits", "tempting", "should be", "not the",
    "overestimate", "underestimate",
    "rule of thumb", "pitfall", "misconception", "of thumb", "conservative", "conservatively",
)  # fmt: skip
_MUCH: Final = lazy_re.compile(r">>|≫|<<|≪|→ ?∞")


@dataclass(frozen=True, slots=True)
class Difference:
    """What a slip comes to, and what is right, for the same values.

    Attributes:
        values: the values, those besides that only the formula needs.
        claimed, right: what the slip and the formula come to, in the formula's unit.
    """

    values: Mapping[str, Fraction]
    claimed: Fraction
    right: Fraction

    @property
    def matters(self) -> bool:
        """Whether it is more than what napkin math may be off."""
        return abs(self.claimed - self.right) > _ROUGH * abs(self.right)


def difference(found: Recognised, names: NumberNames) -> Difference | None:
    """Return what a slip comes to and what is right; None if that is not known."""
    slip, formula = found.slip, found.formula
    if slip is None or slip.tree is None:
        return None
    values = dict(found.values)
    for name in formula.variables.keys() - values.keys():
        variable = formula.variables[name]
        told = names.values_of(variable)
        if len(told) == 1:
            values[name] = told.pop()
        elif variable.left_out is not None:
            values[name] = variable.left_out
        else:
            return None
    try:
        claimed = Fraction(evaluate_exactly(slip.tree, values))
        right = Fraction(formula.evaluate(values).value)
    except (EvaluationError, FormulaError, KeyError):
        return None
    return Difference(values, claimed, right) if right else None


def is_explained(near: str, raw: str, unless: Iterable[str] = ()) -> bool:
    """Whether the words near a slip say that it is meant, or excuse it."""
    return has_cue(near, (*_EXPLAINED, *unless)) or _MUCH.search(raw) is not None


def is_told(found: Recognised, right: Fraction, claims: Iterable[FieldClaim]) -> bool:
    """Whether the right value is worked out in a question, too: then nothing was forgotten."""
    own = parse_unit(found.formula.unit)
    dimension, wanted = physical(own.dimension), right * own.scale
    for claim in (field_claim.claim for field_claim in claims if field_claim.claim.tree is not None):
        for amount in (claim.computed, claim.stated):
            unit = unit_of(amount)
            if amount is None or unit is None or physical(unit.dimension) != dimension:
                continue
            if abs(amount.value * unit.scale - wanted) <= _SAME * abs(wanted):
                return True
    return False
