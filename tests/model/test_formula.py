from __future__ import annotations

from typing import Any

import jsonschema
import yaml

from each import each
from qbank import resources
from qbank.model import json_schema
from qbank.model.formula import formula_problems

FILES = sorted((resources.schema_folder() / "formulas").glob("*.yaml"))


def entry(**changed: Any) -> dict[str, Any]:
    formula = {
        "id": "cart_time",
        "name": "Time of a cart",
        "area": "own",
        "result": {"symbol": "T", "unit": "second"},
        "expression": "m/b",
        "variables": {
            "m": {"unit": "byte", "meaning": "load"},
            "b": {"unit": "byte/second", "meaning": "rate", "latex": "\\beta_{o}", "min": 1, "max": 2.5},
        },
        "source": "definition",
        "examples": [
            {"given": {"m": 10, "b": "5 B/s"}, "result": "2 s", "because": "10/5"},
            {"given": {"m": 10, "b": 2}, "result": 5, "because": "10/2"},
        ],
    }
    return {"formulas": [formula | changed]}


def test_a_formula_is_valid() -> None:
    assert formula_problems(entry()) == []


@each("path", FILES)
def test_our_own_files_fit_model_and_schema(path: Any) -> None:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    schema = jsonschema.Draft202012Validator(json_schema.schema_of("formula"))
    assert formula_problems(data) == []
    assert list(schema.iter_errors(data)) == []


@each(
    "changed, message",
    [
        ({"id": "Cart-Time"}, "formulas[0].id: 'Cart-Time' is no id of a formula"),
        ({"id": "x" * 70}, "formulas[0].id: 70 characters, at most 60 are allowed"),
        ({"name": ""}, "formulas[0].name: is empty"),
        ({"name": 7}, "formulas[0].name: read by YAML as the number 7; put quotes around it"),
        ({"expression": "1+" * 600}, "formulas[0].expression: 1200 characters, at most 1000 are allowed"),
        ({"result": {"symbol": "T"}}, "formulas[0].result.unit: missing; for example 'second'"),
        ({"result": {"symbol": "1T", "unit": "second"}}, "formulas[0].result.symbol: '1T' is no name"),
        ({"variables": {}}, "formulas[0].variables: is empty"),
        ({"examples": []}, "formulas[0].examples: is empty"),
        ({"examples": entry()["formulas"][0]["examples"][1:]}, "formulas[0].examples: 1 item, at least 2"),
        ({"variants": "p2p_time"}, "formulas[0].variants: text stands where a list is expected"),
        ({"pitfal": "x"}, "formulas[0]: unknown field 'pitfal'; did you mean 'pitfall'?"),
        ({"holds_when": ["a < b"] * 30}, "formulas[0].holds_when: 30 items, at most 20 are allowed"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(changed: dict[str, Any], message: str) -> None:
    [problem] = formula_problems(entry(**changed))
    assert problem.message.startswith(message)


@each("latex", ["\\alpha", "T_{a}", "c^{2}", "\\beta_o", "T_{\\Sigma}", "E"])
def test_symbols_in_latex(latex: str) -> None:
    variables = {"m": {"unit": "byte", "meaning": "load", "latex": latex}}
    assert formula_problems(entry(variables=variables)) == []


@each(
    "latex", ["\\input{x}", "\\alpha\\beta", "x$", "T_{a", "\\def\\x", "", "\\text{a}", "a b", "T_{\\input}"]
)
def test_other_latex_is_refused(latex: str) -> None:
    variables = {"m": {"unit": "byte", "meaning": "load", "latex": latex}}
    assert formula_problems(entry(variables=variables))


@each("data", [{}, {"formulas": None}, {"formulas": {}}, {"formulas": [1]}, {"formula": []}])
def test_any_shape_is_told_about(data: dict[str, Any]) -> None:
    assert formula_problems(data)
