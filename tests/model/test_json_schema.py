"""The schema files, and whether they agree with what qbank itself says."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from each import each
from qbank import resources
from qbank.catalog.reader import read_data
from qbank.model import json_schema
from qbank.model.validation.validate import question_problems, set_problems

QUESTIONS = jsonschema.Draft202012Validator(json_schema.schema_of("question"))
SETS = jsonschema.Draft202012Validator(json_schema.schema_of("set"))

SCHEMAS = [json_schema.schema_of("question"), json_schema.schema_of("set")]
Make = Callable[..., dict[str, Any]]


@each("name", [f"{kind}.schema.json" for kind in ("question", "set", "lab", "catalog", "formula")])
def test_the_files_are_json_schemas(name: str) -> None:
    schema = json.loads(resources.schema_path(name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].startswith("urn:qbank:schema:")


def test_required_fields_and_limits_of_questions() -> None:
    schema = json_schema.schema_of("question")
    assert schema["required"] == [
        "schema_version",
        "id",
        "track",
        "level",
        "zone",
        "topic",
        "competency_area",
        "title",
        "scenario",
        "details",
        "status",
        "provenance",
    ]
    assert schema["properties"]["title"]["maxLength"] == 120
    assert schema["properties"]["scenario"]["minLength"] == 30
    assert schema["properties"]["question"]["maxLength"] == 200
    assert len(schema["properties"]["topic"]["enum"]) == 87
    assert schema["properties"]["track"]["enum"] == ["cloud", "edge", "mobile", "tinyml", "global"]
    assert schema["additionalProperties"] is True


@each("schema", SCHEMAS)
def test_every_field_is_described(schema: dict[str, Any]) -> None:
    models = {"": schema} | schema["$defs"]
    for model_name, model in models.items():
        assert model["description"].endswith(".")
        for name, field in model["properties"].items():
            described = (
                field.get("description") or schema["$defs"][field["$ref"].split("/")[-1]]["description"]
            )
            assert described.endswith("."), (model_name, name)


@each("schema", SCHEMAS)
def test_every_field_shows_an_example(schema: dict[str, Any]) -> None:
    """Editors show them; a closed list shows its words, true and false need no example."""
    for model_name, model in ({"": schema} | schema["$defs"]).items():
        for name, field in model["properties"].items():
            plain = "enum" in field or "boolean" in field.get("type", ()) or list(field) == ["$ref"]
            assert plain or field["examples"], (model_name, name)


@each("schema", SCHEMAS)
def test_examples_are_valid(schema: dict[str, Any]) -> None:
    for model_name, model in [("", schema), *schema["$defs"].items()]:
        for name, field in model["properties"].items():
            validator = jsonschema.Draft202012Validator({**field, "$defs": schema["$defs"]})
            for example in field.get("examples", ()):
                assert validator.is_valid(example), (model_name, name, example)


def test_choices_are_explained_one_by_one() -> None:
    zone = json_schema.schema_of("question")["properties"]["zone"]
    assert len(zone["enumDescriptions"]) == len(zone["enum"]) == 11
    bloom = json_schema.schema_of("question")["properties"]["bloom_level"]
    assert len(bloom["enumDescriptions"]) == len(bloom["enum"])
    assert bloom["enum"][-1] is None


GOOD: list[dict[str, Any]] = [
    {},
    {"question": None, "bloom_level": None, "tags": None, "visual": None},
    {"title": "é" * 120, "question": "é" * 200},
    {"wibble": 1, "validation_notes_pro": ["x"]},
    {"details": {"options": ["a", "b"], "correct_index": 0, "wobble": 1}},
    {"derived": {"x": "1", "y": {"expression": "2"}}},
    {"answer": {"value": 3, "interval": [1, "4 GB"]}},
]

BAD: list[dict[str, Any]] = [
    {"schema_version": "2.0"},
    {"schema_version": 1.0},
    {"id": "Cloud_1"},
    {"track": "clowd"},
    {"level": "L7"},
    {"zone": "recal"},
    {"topic": "kv-cache"},
    {"competency_area": None},
    {"bloom_level": "analyse"},
    {"title": ""},
    {"title": "x" * 121},
    {"scenario": "short"},
    {"question": "x" * 201},
    {"question": 5},
    {"status": None},
    {"provenance": "robot"},
    {"validated": "yes"},
    {"expected_time_minutes": -1},
    {"expected_time_minutes": "5"},
    {"difficulty": 5},
    {"points": -0.5},
    {"created_at": "yesterday"},
    {"tags": "x"},
    {"tags": [1]},
    {"chains": [{"id": "c", "position": -1}]},
    {"chains": [{"position": 0}]},
    {"human_reviewed": {"status": "ok"}},
    {"visual": {"kind": "svg", "path": "../x.svg", "alt": "x"}},
    {"visual": {"kind": "png", "path": "x.svg", "alt": "x"}},
    {"visual": {"kind": "svg", "path": "x.svg"}},
    {"details": {"realistic_solution": " "}},
    {"details": {"options": ["a", {"b": "c"}], "correct_index": 0}},
    {"details": {"options": ["a"], "correct_index": 0}},
    {"details": {"resources": [{"name": "x", "url": "http://a.b"}]}},
    {"details": {"resources": [{"name": "x" * 201, "url": "https://a.b"}]}},
    {"answer": {"value": True}},
    {"answer": {"value": 1, "interval": [1]}},
    {"parts": []},
    {"parts": [{"prompt": "x", "answer": 5}]},
    {"parameters": {"x": {"default": 1, "choices": []}}},
    {"derived": {"x": 5}},
    {"mistakes": [{"expression": "x"}]},
    {"rubric": [{"criterion": "x"}]},
    {"checks": [{"formula": "x", "given": {}}]},
    {"tables": [{"columns": [], "rows": []}]},
]


@each("changes", GOOD)
def test_both_accept(question: Make, changes: dict[str, Any]) -> None:
    data = question(**changes)
    assert QUESTIONS.is_valid(data)
    assert all(problem.kind == "unknown-field" for problem in question_problems(data))


def test_both_accept_the_full_question(full_question: dict[str, Any]) -> None:
    assert list(QUESTIONS.iter_errors(full_question)) == []


@each("changes", BAD)
def test_both_refuse(question: Make, changes: dict[str, Any]) -> None:
    data = question(**changes)
    assert not QUESTIONS.is_valid(data)
    assert question_problems(data)


@each(
    "data, valid",
    [
        ({"title": "x", "kind": "quiz", "questions": ["cloud-0145", "cloud-0145@7"]}, True),
        ({"title": "x", "kind": "exam", "select": {"track": "cloud", "level": ["L1", "L2"]}}, True),
        ({"title": "x", "kind": "lab", "sections": [{"title": "y", "questions": ["cloud-1"]}]}, True),
        ({"title": "x", "kind": "quizz", "questions": ["cloud-0145"]}, False),
        ({"title": "x", "kind": "quiz", "questions": []}, False),
        ({"title": "x", "kind": "quiz", "questions": ["?"]}, False),
        ({"title": "x", "kind": "quiz", "select": {"track": ["clowd"]}}, False),
        ({"title": "x", "kind": "quiz", "select": {"topic": "kv-cache"}}, False),
        ({"title": "x", "kind": "quiz", "select": {"count": 0}}, False),
        ({"kind": "quiz", "questions": ["cloud-0145"]}, False),
    ],
)
def test_sets(data: dict[str, Any], valid: bool) -> None:
    assert SETS.is_valid(data) is valid
    assert (set_problems(data) == []) is valid


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text("aL1 .-@{}", max_size=8),
    st.sampled_from(["cloud", "L3", "https://a.b", "2026-04-01", "x" * 150, []]),
)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_schema_accepts_all_that_qbank_accepts(
    full_question: dict[str, Any], data: st.DataObject
) -> None:
    question = copy.deepcopy(full_question)
    holder: Any = question
    while True:
        step = data.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
        if not isinstance(holder[step], dict | list) or not holder[step] or data.draw(st.booleans()):
            break
        holder = holder[step]
    holder[step] = data.draw(VALUES)
    if not question_problems(question):
        assert list(QUESTIONS.iter_errors(question)) == []


def test_the_files_of_the_catalog_fit_their_schema() -> None:
    schema = jsonschema.Draft202012Validator(json_schema.schema_of("catalog"))
    for path in sorted((resources.schema_folder() / "catalog").glob("*.yaml")):
        assert list(schema.iter_errors(read_data(path))) == [], path.name
    assert list(schema.iter_errors({"entries": [{"id": "a"}]}))
