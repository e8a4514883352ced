"""Telling in a few microseconds, and without pydantic, that the data of a question is surely valid.

Nearly every question of a bank is. What is not surely valid goes to the model, which says what is wrong with
it; so a check here may doubt what is valid, but never let pass what the model refuses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from qbank import resources
from qbank.model.validation.patterns import DATE_PATTERN, is_moment
from qbank.model.validation.unsafe_text import find_unsafe
from qbank.model.validation.url import fault_of_url

Check = Callable[[Any], bool]
"""Whether a value is surely valid. May raise TypeError for a value that is not."""

_SILENT: Final = frozenset(
    {"title", "description", "default", "examples", "enumDescriptions", "$schema", "$id"}
)
_LARGEST: Final = 1 << 53


def surely_valid(data: Mapping[str, Any]) -> bool:
    """Whether each field of a question is surely valid by itself; False if the model has to look at it."""
    try:
        return data.__class__ is dict and _question()(data)
    except TypeError:  # something that cannot be looked up stands where a word is expected
        return False


@cache
def _question() -> Check:
    try:
        schema = json.loads(resources.schema_path("question.schema.json").read_bytes())
    except (OSError, ValueError):
        return _never
    definitions = schema["$defs"]
    # Some models compare their fields, which a schema cannot say.
    closer: dict[str, Check] = {
        "Answer": _holds_its_value,
        "Parameter": _is_coherent,
        "Table": lambda table: {len(row) for row in table["rows"]} <= {len(table["columns"])},
    }

    def of(schema: Mapping[str, Any]) -> Check:
        """Make the check of a schema; one that uses a keyword unknown here is never sure."""
        keys = schema.keys() - _SILENT
        if not keys:
            return _always
        if keys == {"$ref"}:
            name = schema["$ref"].removeprefix("#/$defs/")
            inner = of(definitions[name])
            also = closer.get(name)
            return inner if also is None else lambda value: inner(value) and also(value)
        if keys == {"anyOf"}:
            return _either([of(branch) for branch in schema["anyOf"]])
        if "enum" in keys and keys <= {"enum", "type"}:
            return frozenset(schema["enum"]).__contains__
        types = schema.get("type", [])
        kinds = [_KINDS.get(name) for name in ([types] if isinstance(types, str) else types)]
        known = [kind for kind in kinds if kind is not None]
        if not known or len(known) < len(kinds) or keys - {"type"}.union(*(kind.keywords for kind in known)):
            return _never
        return _either([kind.make(schema, of) for kind in known])

    fields = {name: of(field) for name, field in schema["properties"].items()}
    # Nor can it say that a scenario is plain text.
    words = fields["scenario"]
    fields["scenario"] = lambda text: words(text) and find_unsafe(text) is None
    return _mapping(fields, frozenset(schema["required"]))


def _either(checks: Sequence[Check]) -> Check:
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:  # nearly always null, or something else; a generator takes longer than most checks
        one, other = checks
        return lambda value: one(value) or other(value)
    return lambda value: any(check(value) for check in checks)


def _mapping(fields: Mapping[str, Check], required: frozenset[str]) -> Check:
    find = fields.get

    def check(value: Any) -> bool:
        if value.__class__ is not dict or not required <= value.keys():
            return False
        for name, inner in value.items():
            surely = find(name)
            if surely is None or not surely(inner):
                return False
        return True

    return check


def _object(schema: Mapping[str, Any], of: Callable[[Mapping[str, Any]], Check]) -> Check:
    if "patternProperties" in schema:
        [(pattern, inner)] = schema["patternProperties"].items()
        name = _string({**schema["propertyNames"], "pattern": pattern}, of)
        value = of(inner)
        return lambda values: (
            values.__class__ is dict and all(map(name, values)) and all(map(value, values.values()))
        )
    fields = {name: of(field) for name, field in schema.get("properties", {}).items()}
    return _mapping(fields, frozenset(schema.get("required", ())))


def _array(schema: Mapping[str, Any], of: Callable[[Mapping[str, Any]], Check]) -> Check:
    item = of(schema["items"])
    least, most = schema.get("minItems", 0), schema.get("maxItems", _LARGEST)
    return lambda value: value.__class__ is list and least <= len(value) <= most and all(map(item, value))


def _string(schema: Mapping[str, Any], _of: object) -> Check:
    least, most = schema.get("minLength", 0), schema.get("maxLength", _LARGEST)
    pattern = schema.get("pattern", "")
    # In Python `$` also matches before a last line break.
    matches = re.compile(re.sub(r"\$\Z", r"\\Z", pattern)).search if pattern else None

    def check(value: Any) -> bool:
        # The model leaves blanks at the ends out of some lengths; who counts neither way is surely right.
        return (
            value.__class__ is str
            and len(value) <= most
            and (not least or len(value.strip()) >= least)
            and (matches is None or matches(value) is not None)
            and (value.isascii() or _encodable(value))
        )

    if schema.get("format") == "uri":
        return lambda value: check(value) and fault_of_url(value) is None
    if pattern == DATE_PATTERN:
        return lambda value: check(value) and is_moment(value)
    return check


def _number(schema: Mapping[str, Any], _of: object) -> Check:
    least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    return lambda value: value.__class__ in (int, float) and least <= value <= most


def _integer(schema: Mapping[str, Any], _of: object) -> Check:
    least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    return lambda value: value.__class__ is int and least <= value <= most


def _boolean(_schema: object, _of: object) -> Check:
    return lambda value: value is True or value is False


def _null(_schema: object, _of: object) -> Check:
    return lambda value: value is None


class _Kind(NamedTuple):
    """How to make the check of a type of JSON, and the keywords that it understands."""

    make: Callable[[Mapping[str, Any], Callable[[Mapping[str, Any]], Check]], Check]
    keywords: frozenset[str] = frozenset()


_BOUNDS: Final = frozenset({"minimum", "maximum"})
_KINDS: Final[Mapping[str, _Kind]] = {
    "object": _Kind(
        _object,
        frozenset({"properties", "required", "additionalProperties", "patternProperties", "propertyNames"}),
    ),
    "array": _Kind(_array, frozenset({"items", "minItems", "maxItems"})),
    "string": _Kind(_string, frozenset({"minLength", "maxLength", "pattern", "format"})),
    "number": _Kind(_number, _BOUNDS),
    "integer": _Kind(_integer, _BOUNDS),
    "boolean": _Kind(_boolean),
    "null": _Kind(_null),
}


def _holds_its_value(answer: Mapping[str, Any]) -> bool:
    low, high = answer.get("interval") or ("", "")
    return _in_order(low, high, answer["value"])


def _is_coherent(parameter: Mapping[str, Any]) -> bool:
    default, choices = parameter["default"], parameter.get("choices")
    low, high, step = (parameter.get(name) for name in ("min", "max", "step"))
    if choices is not None:
        return default in choices and low is None and high is None and step is None
    return (
        low is not None
        and high is not None
        and _in_order(low, high, default)
        and (step is None or step.__class__ is str or step > 0)
    )


def _in_order(low: Any, high: Any, value: Any) -> bool:
    """Whether a value lies between two others, as far as they are plain numbers."""
    if low.__class__ is str or high.__class__ is str:
        return True
    return bool(low <= high) and (value.__class__ is str or bool(low <= value <= high))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _always(_value: object) -> bool:
    return True


def _never(_value: object) -> bool:
    return False
