"""Formulas as readers see them: what has no symbol is said with its unit."""

from __future__ import annotations

from collections.abc import Callable

from each import each
from qbank.labs.formula_text import equation
from qbank.labs.quantity import PersonaModel

SYMBOLS = """\
quantities:
  nodes: {label: Devices, symbol: N, slider: {min: 2, max: 64, factor: 2}}
  gradient: {label: Gradient, symbol: G, unit: GB}
  rate: {label: Rate of the link, symbol: B, field: ib-ndr.per_direction}
"""
WRITTEN = [
    (
        "formula: ring_allreduce_time, given: {n: nodes, a: 5 µs, m: gradient, b: rate}",
        r"= 2 \times \text{5 µs} \times \left(N - 1\right)",
    ),
    ("expression: '60[%]*gradient/rate/nodes'", r"= \frac{\text{60\%} \times G}{N \times B}"),
    ("expression: 'gradient*8[bit/byte]/rate'", r"= \frac{8 G}{B}"),
    (
        "expression: 'if(nodes > 1, 2*gradient/rate, 0[s])'",
        r"= \begin{cases} \frac{2 G}{B} & \text{for}\: N > 1",
    ),
]


@each("way, written", WRITTEN)
def test_a_number_keeps_its_unit(way: str, written: str, persona: Callable[[str], PersonaModel]) -> None:
    quantities = persona(f"{SYMBOLS}  t_comm: {{label: All-reduce, unit: ms, {way}}}\n").quantities
    law = equation(quantities["t_comm"], quantities)
    assert law is not None
    assert written in law
