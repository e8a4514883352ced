"""What speaks against a slip: words that excuse it, and the right value elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qbank import lazy_re
from qbank.formulas.matching.words import Surroundings, has_cue
from qbank.napkin.claim_formula import unit_of
from qbank.rules.core.claims import FieldClaim
from qbank.rules.formulas.filled_slips import Filled
from qbank.units import physical
from qbank.units.parse import parse_unit
from qbank.units.unit import as_float

_SAME: Final = 0.01
_PART: Final = 0.2
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


def is_explained(around: Surroundings, raw: str, unless: tuple[str, ...] = ()) -> bool:
    """Whether the words near a slip say that it is meant, or excuse it: those of its own line, in a list."""
    own = around.line if around.is_item else around.near
    return has_cue(around.near, _EXPLAINED) or has_cue(own, unless) or _MUCH.search(raw) is not None


def is_told(filled: Filled, claims: Iterable[FieldClaim]) -> bool:
    """Whether the right value is worked out in a question, too: then nothing was forgotten."""
    own = parse_unit(filled.formula.unit)
    dimension, wanted = physical(own.dimension), filled.right * float(own.scale)
    apart = abs(filled.right - filled.made) * float(own.scale)
    slack = min(_SAME * abs(wanted), _PART * apart)
    for claim in (field_claim.claim for field_claim in claims):
        for amount in (claim.computed, claim.stated):
            unit = unit_of(amount)
            if amount is None or unit is None:
                continue
            size = as_float(amount.value) * float(unit.scale if unit.name else own.scale)
            same_kind = not unit.name or physical(unit.dimension) == dimension
            if same_kind and abs(size - wanted) <= slack:
                return True
    return False
