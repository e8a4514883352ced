"""Planted absurdities are found by their rules, and their clean twins draw nothing."""

from __future__ import annotations

from typing import Any

from tests.rules.absurdities_formula import ABSURDITIES as FORMULA
from tests.rules.absurdities_hardware import ABSURDITIES as HARDWARE
from tests.rules.absurdities_physics import ABSURDITIES as PHYSICS
from tests.rules.absurdity import Absurdity

from each import each
from rules.rule_examples import laid_over

ABSURDITIES: tuple[Absurdity, ...] = (*FORMULA, *HARDWARE, *PHYSICS)
PATH = "questions/cloud/memory/cloud-0001.yaml"
MEANING = ("QB7", "QB8", "QB9")
"""The rules about what a text means."""
UNSUPPORTED = "QB902"


def _found(audit: Any, case: Absurdity, text: str) -> set[str]:
    audited = audit({PATH: laid_over(case.yaml(text), PATH)})
    found = {finding.code for finding in audited.findings if finding.code.startswith(MEANING)}
    # A sentence alone has no napkin math of its own, so its results come from nowhere.
    return found if case.rule == UNSUPPORTED else found - {UNSUPPORTED}


@each("case", ABSURDITIES)
def test_an_absurdity_is_found(audit: Any, case: Absurdity) -> None:
    assert case.rule in _found(audit, case, case.absurd)


@each("case", ABSURDITIES)
def test_its_twin_draws_nothing(audit: Any, case: Absurdity) -> None:
    assert _found(audit, case, case.twin) == set()
