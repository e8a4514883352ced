from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from qbank import catalog
from qbank.formulas import library
from qbank.labs.quantity import LabModel, PersonaModel
from qbank.labs.resolve import Resolved, resolve
from qbank.model.lab import lab_problems
from qbank.yamlio.reader import read_bytes
from rules.rule_examples import laid_over

PATH = "questions/labs/lab-ring.yaml"
RING = Path(__file__).with_name("lab-ring.yaml")


@pytest.fixture
def resolved() -> Callable[[str], Resolved]:
    """Make fields laid over a complete lab ready."""

    def run(fields: str = "") -> Resolved:
        data = read_bytes(laid_over(fields, PATH).encode()).data
        assert lab_problems(data) == []
        return resolve(data, library.bundled(), catalog.bundled())

    return run


@pytest.fixture
def lab(resolved: Callable[[str], Resolved]) -> Callable[[str], LabModel]:
    """Make fields laid over a complete lab ready, with nothing wrong with them."""

    def run(fields: str = "") -> LabModel:
        found = resolved(fields)
        assert [problem for problem in found.problems if problem.kind != "unused"] == []
        assert found.lab is not None
        return found.lab

    return run


@pytest.fixture
def persona(lab: Callable[[str], LabModel]) -> Callable[[str], PersonaModel]:
    """Return the only persona of such a lab."""

    def run(fields: str = "") -> PersonaModel:
        (found,) = lab(fields).personas.values()
        return found

    return run
