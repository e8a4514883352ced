"""What cannot be has no value, and says why; values may have names; a system is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from qbank.labs.compute import Evaluator
from qbank.labs.data import quantities_data
from qbank.labs.format import show
from qbank.labs.puzzle import solve
from qbank.labs.quantity import PersonaModel

Persona = Callable[[str], PersonaModel]

FIELDS = """\
quantities:
  busy: {label: Computing, value: 2 s, unit: s}
  there: {label: Devices there are, value: 6}
  taken: {label: Devices taken, expression: 2*nodes}
  share:
    label: Share
    expression: taken/there
    possible:
    - {that: taken <= there, says: There are not so many.}
    - {that: share >= 1/2, says: This is too little.}
  twice: {label: Twice that, expression: 2*share}
  shared: {label: Network, value: 1, words: {A switch: 0, One channel: 1}}
  wide: {label: Channels, toggle: false, words: {One channel: 0, Two channels: 1}}
  nodes: {label: Devices, slider: {values: [1, 2, 3, 4], default: 2}}
parts:
- title: P
  prediction: {kind: number, prompt: How?, quantity: twice}
  workbench: [nodes, wide]
  instruments:
  - {kind: system, title: S, devices: nodes, of: [busy, t_comm], shared: shared == 1}
  surprise: There are {there} devices.
  hints: ['Take {nodes}.', Or fewer.]
  constraints: {tries: 2, require: ["twice > 0"]}
"""


def test_what_is_impossible_has_no_value_nor_what_follows_from_it(persona: Persona) -> None:
    found = persona(FIELDS)
    shares = [Evaluator(found.quantities).values({"nodes": at})["twice"] for at in range(4)]
    assert [None if math.isnan(one) else round(one, 3) for one in shares] == [None, 1.333, 2.0, None]
    part = found.parts[0]
    assert part.puzzle is not None
    assert solve(found, part, part.puzzle).solving == 4  # two of four settings, each with one channel or two


def test_names_of_values_stand_for_numbers(persona: Persona) -> None:
    found = persona(FIELDS)
    assert show(1.0, found.quantities["shared"]) == "One channel"
    assert show(0.0, found.quantities["shared"]) == "A switch"
    assert show(2.0, found.quantities["shared"]) == "2"
    assert [choice.label for choice in found.controls["wide"].choices] == ["One channel", "Two channels"]
    data = {one["name"]: one for one in quantities_data(found)}
    assert data["share"]["possible"] == ["There are not so many.", "This is too little."]
    assert data["shared"]["words"] == [["A switch", 0.0], ["One channel", 1.0]]


def test_texts_of_a_part_are_filled_in(persona: Persona) -> None:
    [part] = persona(FIELDS).parts
    assert part.surprise == "There are 6 devices."
    assert part.hints == ("Take 2.", "Or fewer.")
    assert part.instruments[0].shared is not None


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("quantities:\n  nodes: {label: T, slider: {values: [1, 2]},"
         " possible: [{that: t_comm > 3, says: No.}]}\n",
         "only what is computed"),
        ("parts:\n- title: P\n  prediction: {kind: text, prompt: Q?}\n  instruments:\n"
         "  - {kind: system, title: S, of: t_one}\n", "a 'system' needs 'devices'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(resolved: Callable[[str], Any], fields: str, message: str) -> None:
    assert any(message in problem.message for problem in resolved(fields).problems)
