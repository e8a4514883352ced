from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qbank import catalog
from qbank.formulas import library
from qbank.labs.problem import LabProblemKind
from qbank.labs.quantity import PersonaModel, Source
from qbank.labs.resolve import LabError, load
from rules.rule_examples import laid_over

RING = Path(__file__).with_name("lab-ring.yaml")
LIBRARY, CATALOG = library.bundled(), catalog.bundled()


def told(resolved: Callable[[str], Any], fields: str) -> list[tuple[str, str]]:
    return [(problem.kind.value, problem.message) for problem in resolved(fields).problems]


def test_a_lab_with_two_personas() -> None:
    lab = load(RING, LIBRARY, CATALOG)
    assert list(lab.personas) == ["cloud", "tinyml"]
    cloud, tinyml = lab.personas.values()
    assert [part.index for part in cloud.parts] == [0, 1]
    assert [part.index for part in tinyml.parts] == [0]
    assert [choice.entry for choice in tinyml.controls["link"].choices] == ["ble-4.2", "ble-5-2m"]
    assert cloud.quantities["gradient"].mark == "GB"
    assert tinyml.quantities["gradient"].mark == "kB"
    # What only the parts of the other track use is left out.
    assert "speedup" in cloud.quantities
    assert "speedup" not in tinyml.quantities


def test_quantities_stand_behind_what_they_are_computed_from(persona: Callable[[str], PersonaModel]) -> None:
    found = persona(
        "quantities:\n"
        "  t_all: {label: All, expression: 2*t_two, unit: s}\n"
        "  t_two: {label: Two, expression: t_comm + t_comm, unit: s}\n"
        "parts:\n- title: P\n  prediction: {kind: number, prompt: How?, quantity: t_all}\n"
    )
    order = list(found.quantities)
    for name, one in found.quantities.items():
        assert all(order.index(used) < order.index(name) for used in one.uses)
    assert order[-2:] == ["t_two", "t_all"]


def test_values_of_the_catalog_and_where_they_come_from(persona: Callable[[str], PersonaModel]) -> None:
    rate = persona("").quantities["rate"]
    assert rate.source is Source.GIVEN
    assert rate.value == 50e9
    assert rate.origin == "InfiniBand NDR (4x port): 400 Gbit/s"


def test_a_persona_gives_values_of_the_catalog(persona: Callable[[str], PersonaModel]) -> None:
    found = persona(
        "quantities:\n  gradient: {label: Memory, unit: GB}\n"
        "personas:\n  cloud: {role: R, situation: S, given: {gradient: h100-sxm5-80gb.memory_capacity}}\n"
    )
    assert found.quantities["gradient"].value == 80e9


def test_texts_hold_values(persona: Callable[[str], PersonaModel]) -> None:
    part = persona("").parts[0]
    assert part.prediction.prompt == "How long does it take on 2 devices?"


def test_a_persona_has_names_of_its_own(resolved: Callable[[str], Any]) -> None:
    own = (
        "personas:\n"
        "  cloud: {role: R, situation: S, given: {gradient: 1 GB}, labels: {nodes: Accelerators}}\n"
    )
    lab = resolved(own).lab
    assert lab.personas["cloud"].quantities["nodes"].label == "Accelerators"
    wrong = own.replace("nodes: Acc", "nods: Acc")
    assert told(resolved, wrong) == [
        ("name", "personas.cloud.labels.nods: 'nods' is no quantity of this lab; did you mean 'nodes'?")
    ]


def test_the_model_decides_which_option_is_right() -> None:
    cloud = load(RING, LIBRARY, CATALOG).personas["cloud"]
    assert cloud.parts[1].prediction.right == 0


BAD_LABS = [
    (
        "quantities:\n  a: {label: A, expression: b}\n  b: {label: B, expression: a}\n",
        "cycle",
        "a, which needs b",
    ),
    (
        "quantities:\n"
        "  s: {label: S, search: {over: nodes, when: r > 3}}\n"
        "  r: {label: R, search: {over: nodes, when: t_comm > rate*0[s]}}\n".replace("rate*0[s]", "2*t_comm"),
        "cycle",
        "search within a search",
    ),
    (
        "quantities:\n  a: {label: A, expression: 'sum(i, 0, 2, sum(j, 0, 2, i*j))'}\n",
        "expression",
        "a sum within",
    ),
    ("quantities:\n  a: {label: A, expression: 1e4000*nodes}\n", "expression", "no place on a page"),
    (
        "quantities:\n  rate: {label: R, field: [ib-ndr.per_direction, ib-hdr.per_direction]}\n",
        "name",
        "same one",
    ),
    ("quantities:\n  rate: {label: R, field: ib-nrd.per_direction}\n", "name", "did you mean 'ib-ndr'?"),
    (
        "quantities:\n  t_comm: {label: T, formula: ring_allreduce_time, given: {n: nodes}}\n",
        "form",
        "needs a (",
    ),
    (
        "quantities:\n  t_comm:\n    label: T\n    formula: ring_allreduce_time\n"
        "    given: {n: nodes, a: 1 GB, m: gradient, b: rate}\n",
        "expression",
        "'1 GB' is in byte, and second is needed",
    ),
    (
        "personas:\n  cloud: {role: R, situation: S, given: {gradient: 4 s}}\n",
        "unit",
        "'4 s' is in second, and GB is needed",
    ),
    ("personas:\n  cloud: {role: R, situation: S, given: {t_comm: 4 s}}\n", "persona", "is computed"),
    (
        "personas:\n  cloud: {role: R, situation: S, given: {gradient: 1 GB}, units: {gradient: s}}\n",
        "unit",
        "is in GB, which is no s",
    ),
    ("quantities:\n  t_comm: {label: T, expression: 9**9**9}\n", "range", "cannot be written as code"),
]


def test_what_is_wrong(resolved: Callable[[str], Any]) -> None:
    failures = []
    for fields, kind, part in BAD_LABS:
        shown = fields
        if "9**9" in fields:
            shown += "parts:\n- {title: P, prediction: {kind: text, prompt: How?}, instruments: [{kind: readout, title: R, of: t_comm}]}\n"  # noqa: E501
        found = told(resolved, shown)
        if (
            not any(kind == sort and part in message for sort, message in found)
            or resolved(shown).lab is not None
        ):
            failures.append((fields, found))
    assert failures == []


def test_what_follows_from_another_problem_is_not_told(resolved: Callable[[str], Any]) -> None:
    assert len(told(resolved, "quantities:\n  rate: {label: R, field: nonsense}\n")) == 1


def test_messages_hold_nothing_that_a_terminal_would_obey(resolved: Callable[[str], Any]) -> None:
    fields = 'quantities:\n  nodes: {label: N, select: {options: {"a\\e": 1, "b\\u202e": 2}, default: c}}\n'
    (problem,) = resolved(fields).problems
    assert problem.kind is LabProblemKind.RANGE
    assert problem.message.isprintable()


def test_a_file_that_is_wrong_is_told_with_its_places(tmp_path: Path) -> None:
    file = tmp_path / "lab-ring.yaml"
    file.write_text(
        laid_over("quantities:\n  rate: {label: R, field: ib-ndr.per_way}\n", "questions/labs/lab-ring.yaml")
    )
    with pytest.raises(
        LabError, match=rf"^{file}:21:27: quantities\.rate\.field: ib-ndr has no value 'per_way'"
    ):
        load(file, LIBRARY, CATALOG)
    file.write_text("kind: lab\ntitle: [\n")
    with pytest.raises(LabError, match=rf"^{file}:3:1: "):
        load(file, LIBRARY, CATALOG)
    file.write_text("kind: lab\n")
    with pytest.raises(LabError, match=rf"{file}:1:1: parts: missing"):
        load(file, LIBRARY, CATALOG)
