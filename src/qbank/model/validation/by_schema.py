"""Telling in microseconds, and without pydantic, that data is valid: by the published JSON Schema.

The schema accepts all that the model accepts, and some more. So it is read more strictly here, until nothing
is accepted that the model refuses; what is doubted goes to the model, which says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from math import inf
from typing import Any, Final

import msgspec

from qbank import resources
from qbank.model.validation.cross_fields import answer_fault, parameter_fault, table_fault
from qbank.model.validation.patterns import DATE_PATTERN, SCENARIO_PATTERN, SOMETHING_PATTERN, is_moment
from qbank.model.validation.unsafe_text import find_unsafe
from qbank.model.validation.url import fault_of_url
from qbank.problems import Problem

Schema = Mapping[str, Any]

_TYPES: Final[Mapping[type, frozenset[str]]] = {
    str: frozenset(("string",)),
    int: frozenset(("integer", "number")),
    float: frozenset(("number",)),  # 10.0 is no integer
    bool: frozenset(("boolean",)),
    type(None): frozenset(("null",)),
    list: frozenset(("array",)),
    dict: frozenset(("object",)),
}
_FAULTS: Final[Mapping[str, Callable[[Mapping[str, Any]], Problem | None]]] = {
    "Answer": answer_fault,
    "Parameter": parameter_fault,
    "Table": table_fault,
}
"""What finds fields of a model that do not fit each other."""
_NONE: Final = frozenset[str]()
_LARGEST: Final = 1 << 53
_LEAST_OF_SCENARIO: Final = 30


def fits_schema(data: Mapping[str, Any], name: str) -> bool:
    """Whether each field of a question or a set is valid by itself; False if the model has to look at it.

    `name` is that of the schema, `question` or `set`.
    """
    schema = _schema(name)
    return data.__class__ is dict and _fits(data, schema, schema["$defs"])


@cache
def _schema(name: str) -> Schema:
    schema: Schema = msgspec.json.decode(resources.schema_path(f"{name}.schema.json").read_bytes())
    return schema


def _fits(value: Any, schema: Schema, models: Schema) -> bool:
    if (reference := schema.get("$ref")) is not None:
        name = reference.rpartition("/")[2]
        fault = _FAULTS.get(name)
        return _fits(value, models[name], models) and (fault is None or fault(value) is None)
    if "anyOf" in schema and not any(_fits(value, one, models) for one in schema["anyOf"]):
        return False
    if (wanted := schema.get("type")) is None:
        return True
    if _TYPES.get(value.__class__, _NONE).isdisjoint((wanted,) if isinstance(wanted, str) else wanted):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str):
        return _fits_text(value, schema)
    if isinstance(value, list):
        inner = schema.get("items", {})
        return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", _LARGEST) and all(
            _fits(one, inner, models) for one in value
        )
    if isinstance(value, dict):
        return _fits_object(value, schema, models)
    return value is None or isinstance(value, bool) or _fits_number(value, schema)


def _fits_text(text: str, schema: Schema) -> bool:
    if not (text.isascii() or _is_writable(text)):
        return False
    if not schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", _LARGEST):
        return False
    if schema.get("format") == "uri" and fault_of_url(text) is not None:
        return False
    pattern = schema.get("pattern")
    if pattern is None or pattern == SOMETHING_PATTERN:
        return pattern is None or bool(text.strip())
    if pattern == SCENARIO_PATTERN:
        return len(text.strip()) >= _LEAST_OF_SCENARIO and find_unsafe(text) is None
    return _matches(pattern, text) and (pattern != DATE_PATTERN or is_moment(text))


def _is_writable(text: str) -> bool:
    """Whether a text is without halves of surrogate pairs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@cache
def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(written.replace("$", r"\Z"))


def _matches(pattern: str, text: str) -> bool:
    return _pattern(pattern).search(text) is not None


def _fits_number(number: float, schema: Schema) -> bool:
    least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    above, below = schema.get("exclusiveMinimum", -inf), schema.get("exclusiveMaximum", inf)
    return bool(least <= number <= most and above < number < below)


def _fits_object(data: Mapping[Any, Any], schema: Schema, models: Schema) -> bool:
    fields, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    # The published schema lets unknown fields be, for later versions may know them.
    others = False if fields or patterns else schema.get("additionalProperties", True)
    if not data.keys() >= set(schema.get("required", ())):
        return False
    for name, value in data.items():
        field = fields.get(name)
        if field is None:
            if not _fits(name, {"type": "string", **schema.get("propertyNames", {})}, models):
                return False
            field = next((inner for one, inner in patterns.items() if _matches(one, name)), others)
        if field is False or (field is not True and not _fits(value, field, models)):
            return False
    return True
