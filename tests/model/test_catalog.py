from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.model.catalog import CatalogEntry, CatalogFile, CatalogSource, CatalogValue, catalog_problems
from qbank.model.catalog_words import Confidence, Purchase, Shelf
from qbank.problems import ProblemKind


def entry(**fields: Any) -> dict[str, Any]:
    value = {"value": 3, "unit": "W", "source": ["OURS"], "confidence": "high"}
    return {"id": "chip", "name": "Chip", "track": "edge", "kind": "npu", "values": {"tdp": value}, **fields}


def told(data: Any) -> list[str]:
    return [problem.message for problem in catalog_problems(data)]


def test_a_good_file() -> None:
    source = {"title": "A data sheet", "where": "https://example.org", "date": "2026-11-21", "opened": True}
    assert told({"entries": [entry()], "sources": {"OURS": source}}) == []
    assert told({}) == []


@each("text", ["Cortex-M4F", "Bluetooth 5 LE"])
def test_a_text_has_the_unit_name(text: str) -> None:
    value = {"value": text, "unit": "name", "source": "OURS", "confidence": "low"}
    assert told({"entries": [entry(values={"core": value})]}) == []
    value["unit"] = "W"
    (problem,) = catalog_problems({"entries": [entry(values={"core": value})]})
    assert problem.kind is ProblemKind.CONFLICT
    assert problem.path == ("entries", 0, "values", "core", "unit")


@each("value", [True, None, "", " ", [], [1, "x"], ["a"], {"a": 1}, 10**40, [1] * 101, "x" * 401])
def test_what_is_no_value(value: Any) -> None:
    stated = {
        "value": value,
        "unit": "name" if isinstance(value, str) else "W",
        "source": "A",
        "confidence": "low",
    }
    found = told({"entries": [entry(values={"tdp": stated})]})
    assert len(found) == 1
    assert found[0].startswith("chip: values.tdp.value")


@each(
    "fields, message",
    [
        ({"id": None}, "entry without an id: id: is empty; for example 'a100-sxm4-80gb'"),
        ({"id": ""}, "entry without an id: id: is empty"),
        ({"values": {}}, "chip: values: is empty"),
        ({"values": []}, "chip: values: a list stands where a mapping is expected"),
        ({"aliases": "Chip 1"}, "chip: aliases: text stands where a list is expected"),
        ({"kind": 3}, "chip: kind: read by YAML as the number 3; put quotes around it"),
        ({"name": "x" * 81}, "chip: name: 81 characters, at most 80 are allowed"),
        ({"purchase": "on demand"}, "chip: purchase: 'on demand' is not a kind of purchase; did you mean"),
        ({"accelerator_count": 0}, "chip: accelerator_count: 0 is too small; the least is 1"),
        ({"alias": ["x"]}, "chip: unknown field 'alias'; did you mean 'aliases'?"),
        ({"omitted": {"tdp": "unknown"}}, "chip: omitted.tdp: stands among the values too"),
        ({"replaces": "yes"}, "chip: replaces: 'yes' is text; write true"),
    ],
)
def test_problems_of_an_entry(fields: dict[str, Any], message: str) -> None:
    found = told({"entries": [entry(**fields)]})
    assert any(text.startswith(message) for text in found), found


def test_a_price_needs_its_place_and_date() -> None:
    price = entry(track="cloud-price", provider="Acme", purchase="spot")
    assert told({"entries": [price]}) == [
        "chip: region: missing; a price needs it",
        "chip: date: missing; a price needs it",
    ]


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


@given(SHAPES, st.sampled_from(["id", "values", "aliases", "track", "omitted", "purchase"]))
def test_no_shape_breaks_it(shape: Any, field: str) -> None:
    for data in (shape, {"entries": shape}, {"entries": [shape]}, {"entries": [entry(**{field: shape})]}):
        assert all(isinstance(message, str) for message in told(data))
    assert all(isinstance(message, str) for message in told({"sources": {"A": shape}}))


def test_every_field_is_explained() -> None:
    for model in (CatalogFile, CatalogEntry, CatalogValue, CatalogSource):
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name}"


def test_every_word_has_a_meaning() -> None:
    assert [word for words in (Shelf, Confidence, Purchase) for word in words if not word.meaning] == []
