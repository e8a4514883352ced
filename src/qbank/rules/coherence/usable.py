"""QB914: a need that is held against the whole, where the question works out that less can be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Origin, Role, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.comparisons import comparisons

_MORE: Final = 1.005
_LEAST_SHARE: Final = 0.3
_MADE_BY: Final = frozenset("*-")


class NominalForUsable(LedgerRule):
    """A need is compared with all that there is, where the calculations have what of it can be used.

    One line works out the part of a battery, a memory or a budget that may be used; another one compares a
    need with the whole, and the need lies between the two. Compare it with the part that can be used.
    """

    code = "QB914"
    name = "nominal-for-usable"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 3 h = 180 Wh\n"
                "    - Left: 200 Wh - 180 Wh = 20 Wh\n"
            ),
            underlines="180 Wh",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A cart has a battery of 200 Wh, of which 75% may be used.\n"
                "details:\n"
                "  realistic_solution: The tour is possible on one charge.\n"
                "  napkin_math: |\n"
                "    - Usable: 200 Wh * 0.75 = 150 Wh\n"
                "    - Tour: 60 W * 2 h = 120 Wh\n"
                "    - Left: 150 Wh - 120 Wh = 30 Wh\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for what can be used of a whole and is compared with nothing."""
        held = ledger.view(comparisons)
        if not held or ledger.view(verdict) is False or ledger.says("no-room"):
            return
        against = [one.room.fact for one in held if one.room.fact is not None and one.is_told]
        for one in held:
            whole, need = one.room.fact, one.need
            if whole is None or need.mention.low > whole.value * _MORE:
                continue
            for usable in ledger.by_kind[need.kind]:
                if (
                    whole.value * _LEAST_SHARE < usable.value * _MORE < need.mention.low
                    and _is_part_of(ledger, usable, whole, need)
                    and not any(agree(usable, other) for other in against)
                    and not any(agree(usable, part) for part in ledger.parts(need) if part.kind is need.kind)
                ):
                    what = f"{need.text} is compared with {whole.text}, and of that {usable.text} can be used"
                    yield Violation(need, what, ((usable, usable.label), (whole, whole.label or whole.text)))
                    return


def _is_part_of(ledger: Ledger, usable: Fact, whole: Fact, need: Fact) -> bool:
    """Whether a value is what can be used of a whole: a share of it, or made of its parts and less."""
    if usable.result_of is None or usable.standing is not Standing.TOPIC:
        return False
    claim = ledger.claims[usable.result_of]
    if claim.operator not in _MADE_BY or usable.origin is not Origin.CALCULATIONS:
        return False
    if any(agree(one, need) for one in claim.operands if one.kind is need.kind):
        return False  # what is left of the whole
    wholes = claim.operands[:1] if claim.operator == "-" else claim.operands
    if any(agree(one, whole) for one in wholes if one.kind is whole.kind):
        return usable.role is Role.CAPACITY or "measured" in usable.cues
    values = [one.value for one in claim.operands]
    made = [claim.operands for claim in ledger.made_by(whole)]
    return any(len(values) > len(parts) and all(one.value in values for one in parts) for parts in made)
