from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qbank import catalog, resources
from qbank.formulas import library
from qbank.labs.compute import Evaluator
from qbank.labs.data import quantities_data
from qbank.labs.javascript import condition, expression, functions
from qbank.labs.quantity import LabModel, PersonaModel
from qbank.labs.resolve import load

RING = load(Path(__file__).with_name("lab-ring.yaml"), library.bundled(), catalog.bundled())

EVERYTHING = """\
quantities:
  n: {label: N, slider: {min: 1, max: 40, step: 1, default: 8}}
  x: {label: X, unit: "%", slider: {min: -50, max: 150, step: 10, default: 10}}
  on: {label: On, toggle: true}
  kind: {label: Kind, select: {options: {two: 2, four: 4, eight: 8}}}
  link: {label: Link, select: {entries: [eth-10g, ib-ndr, nvlink4]}}
  rate: {label: Rate, field: link.per_direction, unit: GB/s}
  power: {label: Power, expression: "kind**x - 2**-n"}
  root: {label: Root, expression: "sqrt(x) + log(x) + log2(n) + log10(n)"}
  rounded: {label: Rounded, expression: "floor(n/kind) + ceiling(n*x) + floor(log2(kind))"}
  harmonic: {label: Harmonic, expression: "sum(k, 1, n, 1/k)"}
  poisson: {label: Poisson, expression: "sum(k, 0, n, x**k/factorial(k)) - exp(x)"}
  chosen: {label: Chosen, expression: "if(on == 1 and n/40 >= x, Max(n, kind, 3), Min(abs(x), 1/x))"}
  tenth: {label: Tenth, expression: "if((kind - 1)/(n + kind - 1) < 0.1, 1, 0)"}
  wait:
    label: Wait
    formula: erlang_c
    given: {a: "n*x", c: n}
  hours:
    label: Hours
    formula: gpu_hours
    given: {P: 7e9, D: "n*1e9", F: "990[TFLOP/s]", u: x}
    unit: hour
  money: {label: Money, expression: "hours*2.5[US dollar/device-hour]", unit: $}
  gone: {label: Gone, expression: "x/x + (n - 8)*(n - 8)/(n - 8) + 0*log(x) + (1/x - 1/x)"}
  signs: {label: Signs, expression: "-(-x) - (-(x - -n)) - (1 - (n - x))*-2"}
  nested: {label: Nested, expression: "n/(kind/x)/(2/(n*3)) + 2**(x**2) - (n/kind)**-1 + n*(kind/3)"}
  lost: {label: Lost, expression: "(root - root)*0 + if(x > 0, root/root, 1)"}
  first: {label: First, search: {over: n, when: "harmonic > 2 + x"}}
  after: {label: After, expression: "first + n*rate/1[GB/s]"}
parts:
- title: P
  prediction: {kind: text, prompt: How?}
  workbench: [n, x, on, kind, link]
  instruments:
  - kind: table
    title: T
    of: [power, root, rounded, harmonic, poisson, chosen, tenth, wait, money, first, after]
  - {kind: table, title: U, of: [gone, signs, nested, lost]}
"""

RUN = """
const {quantities, functions, settings} = JSON.parse(require("fs").readFileSync(0, "utf8"));
const made = {};
for (const name in functions) made[name] = (0, eval)(functions[name]);
const found = settings.map((setting) => computeAll(quantities, made, setting));
process.stdout.write(JSON.stringify(found.map((values) => Object.entries(values))));
"""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def computed(lab: LabModel, persona: PersonaModel, settings: list[dict[str, int]]) -> list[dict[str, Any]]:
    """The values that a page comes to; null where there is none."""
    helpers = resources.template_folder() / "render" / "html" / "lab-model.js"
    # Functions are data here, and reach the helpers by a direct eval in sloppy mode only.
    script = helpers.read_text(encoding="utf-8").replace('"use strict";', "") + RUN
    script = script.replace("(0, eval)(functions[name])", "eval(functions[name])")
    data = {"quantities": quantities_data(persona), "functions": functions(lab), "settings": settings}
    done = subprocess.run(
        [str(shutil.which("node")), "-e", script],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=True,
    )
    return [dict(pairs) for pairs in json.loads(done.stdout)]


def random_settings(persona: PersonaModel, count: int) -> list[dict[str, int]]:
    draw = random.Random(20)
    return [
        {name: draw.randrange(len(control.choices)) for name, control in persona.controls.items()}
        for _ in range(count)
    ]


def check(lab: LabModel) -> int:
    compared = 0
    for persona in lab.personas.values():
        settings = [{}, *random_settings(persona, 50)]
        evaluator = Evaluator(persona.quantities)
        for setting, found in zip(settings, computed(lab, persona, settings), strict=True):
            for name, value in evaluator.values(setting).items():
                if math.isnan(value):
                    assert found[name] is None, (setting, name)
                else:
                    assert found[name] == pytest.approx(value, rel=1e-9, abs=1e-12), (setting, name)
                    compared += 1
    return compared


@needs_node
def test_a_page_comes_to_the_same_values() -> None:
    assert check(RING) > 900


@needs_node
def test_with_every_function_of_the_language(lab: Callable[[str], LabModel]) -> None:
    assert check(lab(EVERYTHING)) > 700


def test_what_is_written(lab: Callable[[str], LabModel]) -> None:
    written = functions(lab(EVERYTHING))
    assert written["harmonic"] == "({n}) => $sum(1, n, (k) => 1/k)"
    assert written["first"] == "({harmonic, x}) => $less(2 + x, harmonic)"
    assert "rate" not in written  # it is looked up
    # Bounds of a formula's variables are bounds of a value.
    assert functions(RING)["t_comm"].startswith("({nodes, gradient, rate}) => $atMost(1, nodes) && ")


def test_conditions_and_expressions_of_a_part() -> None:
    part = RING.personas["cloud"].parts[1]
    assert part.puzzle is not None
    assert condition(part.puzzle.demands[0].that) == "({efficiency}) => $atMost(9/10, efficiency)"
    limit = part.instruments[0].limit
    assert limit is not None
    assert expression(limit) == "({}) => 9/10"


@needs_node
def test_what_cancels_has_no_value_where_a_part_of_it_has_none(lab: Callable[[str], LabModel]) -> None:
    made = lab(EVERYTHING)
    persona = next(iter(made.personas.values()))
    at_zero = {"x": 5}
    assert persona.controls["x"].choices[5].value == 0
    [found] = computed(made, persona, [at_zero])
    assert found["gone"] is None
    assert found["lost"] is None
    assert found["signs"] is not None
