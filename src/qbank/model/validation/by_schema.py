"""Telling in microseconds, and without pydantic, that data is valid: by the published JSON Schema.

The schema accepts all that the model accepts, and some more. So it is made stricter here, until it accepts
nothing that the model refuses; what it doubts goes to the model, which says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from jsonschema_rs import Draft202012Validator

from qbank import resources
from qbank.model.validation.cross_fields import answer_fault, parameter_fault, table_fault
from qbank.model.validation.patterns import DATE_PATTERN, SCENARIO_PATTERN, SOMETHING_PATTERN, is_moment
from qbank.model.validation.unsafe_text import find_unsafe
from qbank.model.validation.url import fault_of_url
from qbank.problems import Problem

_FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "uri": lambda url: fault_of_url(url) is None,
    "moment": is_moment,
    "plain": lambda text: find_unsafe(text) is None,
}
_STRICTER: Final = {SOMETHING_PATTERN: r"[^\s\x85]", SCENARIO_PATTERN: r"[^\s\x85][\s\S]{28,}[^\s\x85]"}
"""U+0085 is a blank for the model, and none in the patterns of JSON Schema."""
_FORMAT_OF_PATTERN: Final = {DATE_PATTERN: "moment", SCENARIO_PATTERN: "plain"}
_FAULTS: Final[Mapping[str, Callable[[Mapping[str, Any]], Problem | None]]] = {
    "Answer": answer_fault,
    "Parameter": parameter_fault,
    "Table": table_fault,
}
_LARGEST: Final = 1 << 53


def fits_schema(data: Mapping[str, Any], name: str) -> bool:
    """Whether each field of a question or a set is valid by itself; False if the model has to look at it.

    `name` is that of the schema, `question` or `set`.
    """
    try:
        return data.__class__ is dict and _validator(name).is_valid(data)
    except (ValueError, TypeError):  # holds what JSON has no word for, such as half of a surrogate pair
        return False


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = msgspec.json.decode(resources.schema_path(f"{name}.schema.json").read_bytes())
    for part in _mappings(schema):
        _make_strict(part)
    for model in _FAULTS.keys() & schema["$defs"].keys():
        schema["$defs"][model]["coherent"] = model
    keywords: dict[str, type[Any]] = {"coherent": _Coherent, "whole": _Whole}
    return Draft202012Validator(schema, formats=_FORMATS, validate_formats=True, keywords=keywords)


def _mappings(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _mappings(inner)


def _make_strict(schema: dict[str, Any]) -> None:
    types, pattern = schema.get("type", ()), schema.get("pattern")
    if "properties" in schema or "patternProperties" in schema:
        # The published schema lets unknown fields be, for later versions may know them.
        schema["additionalProperties"] = False
    if "integer" in types:
        schema["whole"] = True
    if "number" in types or "integer" in types:
        schema.setdefault("maximum", _LARGEST)
    if isinstance(pattern, str):
        schema["pattern"] = _STRICTER.get(pattern, pattern)
        if pattern in _FORMAT_OF_PATTERN:
            schema["format"] = _FORMAT_OF_PATTERN[pattern]


class _Coherent:
    """The keyword `coherent` of the schema of a model: its fields fit each other."""

    def __init__(self, _schema: object, model: str, _path: object) -> None:
        self._fault = _FAULTS[model]

    def validate(self, instance: Mapping[str, Any]) -> None:
        """Raise ValueError if they do not."""
        if self._fault(instance) is not None:
            raise ValueError


class _Whole:
    """The keyword `whole` of a number: it is written as an integer, as 10 and not as 10.0."""

    def __init__(self, _schema: object, _value: object, _path: object) -> None:
        pass

    def validate(self, instance: object) -> None:
        """Raise ValueError if it is not."""
        if isinstance(instance, float):
            raise ValueError
