from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.model import json_schema
from qbank.model.lab import lab_problems
from qbank.problems import ProblemKind
from qbank.yamlio.reader import read_bytes, read_file
from rules.rule_examples import laid_over

ROOT = Path(__file__).parents[2]
PATH = "questions/labs/lab-ring.yaml"
SCHEMA = jsonschema.Draft202012Validator(json_schema.schema_of("lab"))


def told(fields: str) -> list[tuple[ProblemKind, str]]:
    data = read_bytes(laid_over(fields, PATH).encode()).data
    return [(problem.kind, problem.message) for problem in lab_problems(data)]


@each(
    "file",
    [*sorted(ROOT.glob("questions/labs/*.yaml")), ROOT / "tests" / "labs" / "lab-ring.yaml"],
)
def test_good_labs_fit_the_model_and_the_json_schema(file: Path) -> None:
    data = read_file(file).data
    assert lab_problems(data) == []
    SCHEMA.validate(data)


@each(
    "fields, kind, said",
    [
        ("kind: labs\n", ProblemKind.CHOICE, "kind: 'labs' is not the kind of a lab; did you mean 'lab'?"),
        (
            "personas:\n  clowd: {role: R, situation: S}\n",
            ProblemKind.CHOICE,
            "personas.clowd: 'clowd' is not a track; did you mean 'cloud'?",
        ),
        ("personas: {}\n", ProblemKind.LENGTH, "personas: is empty"),
        (
            "quantities:\n  2x: {label: X}\n",
            ProblemKind.PATTERN,
            "quantities.2x: '2x' is no name of a variable: letters, digits and '_', and a letter in front",
        ),
        (
            "quantities:\n  x: {unit: s}\n",
            ProblemKind.MISSING,
            "quantities.x.label: missing; for example 'Number of nodes'",
        ),
        (
            "quantities:\n  x: {label: X, slidr: {min: 1}}\n",
            ProblemKind.UNKNOWN_FIELD,
            "quantities.x: unknown field 'slidr'; did you mean 'slider'?",
        ),
        (
            "parts:\n- title: P\n  prediction: {kind: guess, prompt: How?}\n",
            ProblemKind.CHOICE,
            "parts[0].prediction.kind: 'guess' is not a kind of prediction; "
            "allowed are 'number', 'choice' and 'text'",
        ),
        (
            "parts:\n- title: P\n  at: {nodes: [1]}\n  prediction: {kind: text, prompt: How?}\n",
            ProblemKind.TYPE,
            "parts[0].at.nodes: a list is no position of a control: a number, a name, true or false",
        ),
        (
            "quantities:\n  x: {label: X, slider: {min: 1, max: 2, factor: 0.5}}\n",
            ProblemKind.RANGE,
            "quantities.x.slider.factor: 0.5 is too small; the least is 1",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_plain_words(fields: str, kind: ProblemKind, said: str) -> None:
    assert (kind, said) in told(fields)


def test_a_number_is_an_expression() -> None:
    assert told("quantities:\n  x: {label: X, expression: 3}\n  y: {label: Y, expression: 2.5e-9}\n") == []
    assert told("quantities:\n  x: {label: X, expression: true}\n") != []


SOMETHING: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(["personas", "quantities", "parts", "objectives", "kind", "intro"]),
    SOMETHING,
)
def test_any_data_is_judged_without_an_exception(field: str, value: Any) -> None:
    data = dict(read_bytes(laid_over("", PATH).encode()).data)
    data[field] = value
    assert all(problem.message for problem in lab_problems(data))
