"""Labs come from strangers: whatever they hold, they are judged quickly, and nothing of them runs."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from each import each
from qbank.labs.data import quantities_data
from qbank.labs.javascript import functions
from qbank.rules.core.base import LabRule, ProblemRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import LabFile
from qbank.rules.labs import resolved_lab
from qbank.rules.registry import RuleSet, all_rules
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes, read_file
from rules.rule_examples import laid_over

PATH = "questions/labs/lab-ring.yaml"
RING = read_file(Path(__file__).with_name("lab-ring.yaml")).data
RULES = RuleSet(all_rules())

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2.5, 1e308, 10**400, "", "x", "nodes", "t_comm", "nodes/0", "log(-1)", "9**9**9",
    "(2*nodes)**4000", "factorial(1e9)", "sum(k, 0, 1e12, k)", "nodes > 3", "t_comm < 1[s]", "{nodes}",
    "{nope}", "</script><script>alert(1)</script>", "\u202e", "\x1b[31m", "1e400", "5 GB", "5[GB]", "ib-ndr",
    "link.per_direction", "link", "edge", "%", "constructor", [], {}, ["nodes"], {"nodes": 1},
    {"slider": {"min": 1, "max": 3, "step": 1}}, {"slider": {"min": 1, "max": 1e9, "step": 1e-9}},
)  # fmt: skip


def judged(data: dict[str, Any]) -> tuple[LabFile, list[Finding]]:
    lab = LabFile(read_bytes(json.dumps(data).encode()), PATH)
    return lab, RULES.check((ProblemRule, LabRule), lab)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from paths(one, (*path, key))


@each("seed", range(12))
def test_whatever_stands_anywhere(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(8):
        data = copy.deepcopy(RING)
        for _ in range(draw.choice((1, 1, 3))):
            *way, last = draw.choice([path for path in paths(data) if len(path) > 1])
            holder = data
            for key in way:
                holder = holder[key]
            holder[last] = draw.choice(ODD)
        try:
            lab, findings = judged(data)
        except ReadError:
            continue  # characters that no file may hold
        assert all(finding.message.isprintable() for finding in findings)
        if resolved_lab(lab).lab is not None:
            assert functions(resolved_lab(lab).lab)
            for persona in resolved_lab(lab).lab.personas.values():
                json.dumps(quantities_data(persona), allow_nan=False)
        else:
            assert findings


def part(rest: str) -> str:
    return f"parts:\n- title: P\n  prediction: {{kind: text, prompt: How?}}\n{rest}"


SHOWN = part("  instruments: [{kind: readout, title: R, of: t_comm}]\n")


@each(
    "fields, said",
    [
        ("t_comm: {label: T, expression: 9**9**9}\n", "its exponents are too large"),
        ("t_comm: {label: T, expression: (1e9*nodes)**4000}\n", "its powers are too large"),
        ("t_comm: {label: T, expression: factorial(1e5)}\n", "the argument of its factorial is too large"),
        ("t_comm: {label: T, expression: nodes/0}\n", "is no real number"),
        ("t_comm: {label: T, expression: log(-1)*nodes}\n", "is no real number"),
        ("t_comm: {label: T, expression: 'sum(k, 0, 1e12, k)'}\n", "has no value where the part begins"),
        ("t_comm: {label: T, expression: 'sum(i, 0, 9, sum(j, 0, 9, j))'}\n", "a sum within a sum"),
        (f"t_comm: {{label: T, expression: {'+'.join(['nodes'] * 160)}}}\n", "more than 300 numbers"),
        (f"t_comm: {{label: T, expression: {'(' * 60}nodes{')' * 60}}}\n", "nested deeper than 40"),
        ("nodes: {label: N, slider: {min: 1, max: 1e15, factor: 1.0000001}}\n", "more than 1,000 positions"),
        ("__proto__: {label: P, value: 1}\n", "no name of a variable"),
        ("arguments: {label: A, value: 1}\n", "a word of JavaScript"),
        (
            "".join(f"  q{i}: {{label: Q, expression: q{(i + 1) % 60}}}\n" for i in range(60))[2:],
            "q58, which needs q59, which needs q0",
        ),
    ],
)
def test_work_is_bounded(fields: str, said: str) -> None:
    lab = LabFile(read_bytes(laid_over(f"quantities:\n  {fields}{SHOWN}", PATH).encode()), PATH)
    assert any(said in finding.message for finding in RULES.check((ProblemRule, LabRule), lab))


def test_a_long_chain_of_quantities_is_no_trouble() -> None:
    chain = "".join(f"  q{i}: {{label: Q, expression: q{i + 1}*q{i + 1} + 1}}\n" for i in range(60))
    ends = "  q60: {label: Q, expression: nodes}\n  t_comm: {label: T, expression: q0}\n"
    fields = f"quantities:\n{chain}{ends}"
    lab = LabFile(read_bytes(laid_over(fields + SHOWN, PATH).encode()), PATH)
    # Beyond all numbers there is no value, and every function is as long as its own expression.
    assert any("has no value" in finding.message for finding in RULES.check((ProblemRule, LabRule), lab))
    assert resolved_lab(lab).lab is not None
    assert max(map(len, functions(resolved_lab(lab).lab).values())) < 100


def test_markup_stays_text() -> None:
    fields = "intro: </script><script>alert(1)</script>\n"
    lab = LabFile(read_bytes(laid_over(fields, PATH).encode()), PATH)
    assert resolved_lab(lab).lab is not None
    assert resolved_lab(lab).lab.intro == "</script><script>alert(1)</script>"
    assert "script" not in json.dumps(functions(resolved_lab(lab).lab))
