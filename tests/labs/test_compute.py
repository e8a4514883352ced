from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from qbank import catalog
from qbank.formulas import library
from qbank.labs.compute import Evaluator, Values, cost, depending, effort
from qbank.labs.quantity import PersonaModel, Setting
from qbank.labs.resolve import load

RING = Path(__file__).with_name("lab-ring.yaml")
CLOUD = load(RING, library.bundled(), catalog.bundled()).personas["cloud"]


def compute(persona: PersonaModel, setting: Setting | None = None) -> Values:
    return Evaluator(persona.quantities).values(setting)


def test_a_quantity_is_what_its_formula_of_the_library_is() -> None:
    formula = library.bundled().find("ring_allreduce_time")
    evaluator = Evaluator(CLOUD.quantities)
    for link, rate in enumerate(("10 Gbit/s", "400 Gbit/s")):
        for number in range(len(CLOUD.controls["nodes"].choices)):
            given = {"n": 2**number, "a": "5 µs", "m": "14 GB", "b": rate}
            exact = Fraction(formula.evaluate(given).value)
            found = evaluator.values({"nodes": number, "link": link})["t_comm"]
            assert found == pytest.approx(float(exact), rel=1e-12)


def test_controls_stand_at_their_defaults_and_can_be_moved() -> None:
    assert compute(CLOUD)["nodes"] == 8
    assert compute(CLOUD, {"nodes": 0})["nodes"] == 1
    assert compute(CLOUD, {"overlap": 1})["t_step"] < compute(CLOUD)["t_step"]
    with pytest.raises(KeyError):
        compute(CLOUD, {"t_comm": 0})
    for number in (-1, 11):
        with pytest.raises(IndexError):
            compute(CLOUD, {"nodes": number})


def test_a_search_finds_the_least_position() -> None:
    slow, fast = compute(CLOUD, {"link": 0}), compute(CLOUD, {"link": 1})
    assert slow["half"] == 2
    assert math.isnan(fast["half"])  # half is lost at no number of nodes that the slider has
    # Where the slider itself stands does not matter.
    assert compute(CLOUD, {"link": 0, "nodes": 10})["half"] == 2


def test_no_value_where_a_formula_does_not_hold(persona: Callable[[str], PersonaModel]) -> None:
    found = persona(
        "quantities:\n  nodes: {label: N, slider: {min: 0, max: 4, step: 1, default: 1}}\n"
        "  twice: {label: Two, expression: 2*t_comm, unit: s}\n"
        "parts:\n- title: P\n  prediction: {kind: number, prompt: How?, quantity: twice}\n"
        "  workbench: [nodes]\n"
    )
    assert compute(found, {"nodes": 1})["t_comm"] == 0
    none = compute(found, {"nodes": 0})
    assert math.isnan(none["t_comm"])
    assert math.isnan(none["twice"])


def test_how_much_work_a_search_is() -> None:
    quantities = CLOUD.quantities
    assert depending(quantities, "nodes", quantities["half"].uses) == ["t_comm", "t_step", "efficiency"]
    assert cost(quantities, "half") == 11 * 4
    assert cost(quantities, "t_comm") == 1
    assert effort(quantities, ["gradient"]) == 1
    assert effort(quantities, ["half"]) == 44 + len({*quantities} - {"half", "speedup"})
