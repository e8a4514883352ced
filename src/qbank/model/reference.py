"""Reference pages of the formats of questions and labs, made from their JSON Schemas.

So they cannot differ from what qbank accepts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from qbank import pages
from qbank.model.json_schema import schema_of
from qbank.model.taxonomy import TOPICS, ZONE_BLOOM, ZONE_LEVELS, ZONE_SKILLS, Area, Zone

TEMPLATE: Final = "docs/question-format.md.j2"
LAB_TEMPLATE: Final = "docs/lab-format.md.j2"
_MOST_VALUES: Final = 13
_KINDS: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "array": "list",
    "object": "fields",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field as the page shows it."""

    name: str
    kind: str
    required: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class Value:
    """One of the words that a field takes."""

    name: str
    meaning: str


def render() -> str:
    """Return the page about questions in Markdown."""
    return pages.render(
        TEMPLATE,
        **_described(schema_of("question")),
        zones=[(zone.value, *(", ".join(map(str, table[zone])) for table in _ZONE_TABLES)) for zone in Zone],
        areas=[(area.value, [topic for topic, own in TOPICS.items() if own is area]) for area in Area],
        homeless=[topic for topic, own in TOPICS.items() if own is None],
    )


def render_lab() -> str:
    """Return the page about labs in Markdown."""
    return pages.render(LAB_TEMPLATE, **_described(schema_of("lab")))


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a schema, those of the mappings within, and the words that fields take."""
    definitions: Mapping[str, Any] = schema["$defs"]
    return {
        "fields": list(_fields(schema, definitions)),
        "nested": {
            name: (body.get("description", ""), list(_fields(body, definitions)), _words(body))
            for name, body in definitions.items()
        },
        "words": _words(schema),
    }


_ZONE_TABLES: Final[tuple[Mapping[Zone, Any], ...]] = (ZONE_SKILLS, ZONE_BLOOM, ZONE_LEVELS)


def _fields(body: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Field]:
    required = set(body.get("required", ()))
    for name, field in body.get("properties", {}).items():
        meaning = field.get("description") or definitions.get(_reference(field), {}).get("description", "")
        yield Field(name, _kind(field), name in required, meaning.replace("|", "\\|"))


def _reference(field: Mapping[str, Any]) -> str:
    return str(field.get("$ref", "")).rpartition("/")[2]


def _kind(field: Mapping[str, Any]) -> str:
    """Say in words what a field takes."""
    if "$ref" in field:
        name = _reference(field)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(_kind(choice) for choice in field["anyOf"] if choice.get("type") != "null")
    if "enum" in field:
        return "one word"
    types = field.get("type", "anything")
    kinds = [name for name in types if name != "null"] if isinstance(types, list) else [types]
    if kinds == ["array"] and "items" in field:
        return f"list of {_kind(field['items'])}"
    if kinds == ["object"]:
        values = [*field.get("patternProperties", {}).values(), field.get("additionalProperties")]
        if isinstance(values[0], dict):
            return f"{_kind(values[0])} by name"
    return " or ".join(_KINDS.get(kind, str(kind)) for kind in kinds)


def _words(body: Mapping[str, Any]) -> dict[str, list[Value]]:
    """Return the fields that take one of a few words, and these words."""
    return {
        name: values for name, field in body.get("properties", {}).items() if (values := list(_values(field)))
    }


def _values(field: Mapping[str, Any]) -> Iterator[Value]:
    words = field.get("enum", ())
    if len(words) > _MOST_VALUES:
        return
    meanings = field.get("enumDescriptions") or [""] * len(words)
    for word, meaning in zip(words, meanings, strict=True):
        if word is not None:
            yield Value(word, meaning)
