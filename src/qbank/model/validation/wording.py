"""Turning what pydantic reports into plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from qbank import lazy_re
from qbank.model.annotations import inside, is_model
from qbank.model.fields import CHOICE_ERROR, PLAIN_ERROR
from qbank.model.validation.patterns import (
    DATE_PATTERN,
    ID_PATTERN,
    LANGUAGE_PATTERN,
    LOGO_PATTERN,
    NAME_PATTERN,
    REFERENCE_PATTERN,
    SOMETHING_PATTERN,
    VERSION_PATTERN,
    VISUAL_PATTERN,
)
from qbank.nearest import nearest
from qbank.problems import (
    MOST_LISTED,
    Path,
    Problem,
    ProblemKind,
    describe,
    format_path,
    listing,
    problem_at,
    quote,
)

# Audit stamps of later runs: they come and go with the tool that leaves them.
_FREE_FIELDS: Final = lazy_re.compile(r"validation_[a-z_]+_pro")

_EXPECTED: Final[Mapping[str, str]] = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping of fields",
    "model_attributes_type": "a mapping of fields",
}

_PATTERNS: Final[Mapping[str, tuple[ProblemKind, str]]] = {
    ID_PATTERN: (
        ProblemKind.PATTERN,
        "is not an id; an id is the track and lower-case words or numbers, joined by '-', as in 'cloud-0145'",
    ),
    REFERENCE_PATTERN: (
        ProblemKind.PATTERN,
        "is not the id of a question; write it as in 'cloud-0145', or 'cloud-0145@7' for a variant",
    ),
    VERSION_PATTERN: (ProblemKind.VERSION, "is not supported; this qbank reads '1.x'"),
    DATE_PATTERN: (ProblemKind.PATTERN, "is not a date; write it like '2026-04-01'"),
    NAME_PATTERN: (
        ProblemKind.PATTERN,
        "is not a name; a name holds letters, digits and '_' and begins with no digit",
    ),
    VISUAL_PATTERN: (
        ProblemKind.VISUAL,
        "is no safe name of a figure; write a relative path of letters, digits, '.', '_', '-' with '.svg'",
    ),
    LOGO_PATTERN: (
        ProblemKind.PATTERN,
        "is no safe name of a picture; write a relative path of letters, digits, '.', '_', '-' with '.svg', "
        "'.png' or '.jpg'",
    ),
    LANGUAGE_PATTERN: (ProblemKind.PATTERN, "is no language; write its code, as in 'en' or 'pt-BR'"),
    SOMETHING_PATTERN: (ProblemKind.LENGTH, "is empty"),
}

_BOUNDS: Final[Mapping[str, tuple[str, str]]] = {
    "greater_than_equal": ("ge", "is too small; the least is"),
    "less_than_equal": ("le", "is too large; the most is"),
    "greater_than": ("gt", "is too small; it has to be more than"),
    "less_than": ("lt", "is too large; it has to be less than"),
}

_CUT_OFF: Final = (
    "a comma in braces ends the value before it: put quotes around a whole value that holds one, as in "
    "'max(a, b)'"
)

_SWITCHES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("true", "yes", "on", "y"), "true"),
    **dict.fromkeys(("false", "no", "off", "n"), "false"),
}


def problem_from(error: ErrorDetails, data: Any, model: type[BaseModel]) -> Problem | None:
    """Put one error of pydantic about `data` into plain words; None when it is no problem after all."""
    kind = error["type"]
    context: Mapping[str, Any] = error.get("ctx", {})
    if kind in ("extra_forbidden", "invalid_key"):
        return _unknown_field(_real_path(error["loc"], data, keep_last=True), data, model)
    if kind == "missing":
        path = _real_path(error["loc"], data, keep_last=True)
        return problem_at(ProblemKind.MISSING, path, f"missing{_wanted(model, path)}")
    path = _real_path(error["loc"], data)
    value = error["input"]
    on_key = error["loc"][-1:] == ("[key]",)
    if value is None and path and isinstance(path[-1], str) and not on_key:
        return problem_at(ProblemKind.MISSING, path, f"is empty{_wanted(model, path)}")
    if kind == CHOICE_ERROR:
        return _choice(path, value, context["noun"], context["allowed"])
    if kind == PLAIN_ERROR:
        path = (*path, *context["path"])
        return problem_at(context["kind"], path, context["fault"], suggestion=context["suggestion"])
    if kind in _EXPECTED:
        return _wrong_type(path, value, _EXPECTED[kind])
    if kind == "string_pattern_mismatch":
        sort, fault = _PATTERNS[context["pattern"]]
        if on_key and _is_cut_off(value):
            fault = f"is no name; {_CUT_OFF}"
        named = fault if sort is ProblemKind.LENGTH else f"{quote(value)} {fault}"
        return problem_at(sort, path, named, on_key=on_key)
    if kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        return problem_at(ProblemKind.LENGTH, path, _length(value, context), on_key=on_key)
    if kind in _BOUNDS:
        bound, fault = _BOUNDS[kind]
        return problem_at(ProblemKind.RANGE, path, f"{quote(value)} {fault} {context[bound]:g}")
    if kind == "finite_number":
        return problem_at(ProblemKind.RANGE, path, f"{quote(value)} is not a finite number")
    if kind == "string_unicode":
        return problem_at(ProblemKind.TYPE, path, "holds half of a surrogate pair, which is no character")
    return problem_at(ProblemKind.TYPE, path, f"{quote(value)} is not what this field takes")


def _real_path(location: tuple[int | str, ...], data: Any, *, keep_last: bool = False) -> Path:
    """Leave out the steps of a location that exist in the model only: the list around a single item."""
    path: list[int | str] = []
    steps = location[:-1] if keep_last else location
    for step in steps:
        in_mapping = isinstance(data, Mapping) and step in data
        in_list = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if in_mapping or in_list:
            data = data[step]
            path.append(step)
    return (*path, *location[len(steps) :])


def _fields(model: type[BaseModel], path: Path) -> Mapping[str, FieldInfo]:
    """Return the fields of the model at a path; none when no model is there."""
    kinds: list[Any] = [model]
    for step in path:
        kinds = [inner for kind in kinds for inner in inside(kind, step)]
    return next((kind.model_fields for kind in kinds if is_model(kind)), {})


def _unknown_field(path: Path, data: Any, model: type[BaseModel]) -> Problem | None:
    *parents, name = path
    where = tuple(parents)
    prefix = f"{format_path(where)}: " if where else ""
    if not isinstance(name, str):
        message = f"{prefix}{quote(name)} is no name of a field"
        return Problem(ProblemKind.UNKNOWN_FIELD, path, message, on_key=True)
    if not where and _FREE_FIELDS.fullmatch(name):
        return None
    known = _fields(model, where)
    near = nearest(name, known)
    fault = f"unknown field {quote(name)}"
    if _is_cut_off(name):
        near = None
        fault += f"; {_CUT_OFF}"
    elif near is None:
        fault += _hint(name, where, known, model)
    elif near in _value_at(data, where):
        fault += f"; did you mean '{near}', which is there already?"
        # Renaming would make the field stand there twice.
        near = None
    else:
        fault += f"; did you mean '{near}'?"
    return Problem(ProblemKind.UNKNOWN_FIELD, path, f"{prefix}{fault}", near, on_key=True)


def _is_cut_off(name: str) -> bool:
    """Whether a name is the end of a value, as `b)` is in `{expression: max(a, b)}`."""
    return name.count(")") > name.count("(")


def _hint(name: str, where: Path, known: Mapping[str, Any], model: type[BaseModel]) -> str:
    if not where and name in _fields(model, ("details",)):
        return "; it belongs under 'details'"
    if where and name in model.model_fields:
        return "; it belongs at the top level of the file"
    return f"; known are {listing(list(known))}" if 0 < len(known) <= MOST_LISTED else "; nothing reads it"


def _value_at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _choice(path: Path, value: object, noun: str, allowed: Sequence[str]) -> Problem:
    near = None
    if isinstance(value, str):
        # A range whose ends are exchanged is nearest to others by its spelling.
        turned = "-".join(reversed(value.split("-")))
        near = turned if turned in allowed else nearest(value, allowed)
    elif isinstance(value, int) and not isinstance(value, bool):
        near = nearest(quote(value), allowed)
    fault = f"{quote(value)} is not {noun}" if value != "" else "is empty"
    if isinstance(value, dict | list):
        fault = f"{describe(value)} is not {noun}"
    hint = f"did you mean '{near}'?" if near is not None else f"allowed are {listing(allowed)}"
    return problem_at(ProblemKind.CHOICE, path, f"{fault}; {hint}", suggestion=near)


def _wanted(model: type[BaseModel], path: Path) -> str:
    """Say what a missing field should hold, as far as that is short."""
    field = _fields(model, path[:-1]).get(str(path[-1]))
    if field is None:
        return ""
    for mark in field.metadata:
        values = [value for value, _ in getattr(mark, "meanings", ())]
        if values:
            return f"; allowed are {listing(values)}"
    if field.examples and isinstance(field.examples[0], str) and len(field.examples[0]) <= 30:
        return f"; for example '{field.examples[0]}'"
    return ""


def _wrong_type(path: Path, value: object, expected: str) -> Problem:
    in_list = bool(path) and isinstance(path[-1], int)
    kind = ProblemKind.TYPE
    suggestion = None
    if not path:
        fault = f"the file holds {describe(value)}, not a mapping of fields"
    elif value is None:
        fault = f"is empty; {expected} is expected"
    elif expected == "text" and isinstance(value, dict):
        fault = "a mapping stands where text is expected; put quotes around text that holds ': '"
        if in_list:
            fault = "read by YAML as a mapping because of the ': ' in it; put quotes around it"
            suggestion = _as_written(value)
            if path[:2] == ("details", "options"):
                kind = ProblemKind.MAPPING_OPTION
    elif expected == "text" and isinstance(value, bool | int | float):
        sort = "truth value" if isinstance(value, bool) else "number"
        fault = f"read by YAML as the {sort} {quote(value)}; put quotes around it"
    elif expected == "text" and isinstance(value, list):
        fault = "a list stands where text is expected; put quotes around text that begins with '[' or '- '"
    elif expected == "true or false" and isinstance(value, str) and value.lower() in _SWITCHES:
        suggestion = _SWITCHES[value.lower()]
        # What would be a truth value is text only where it stands in quotes.
        quoted = value in {"true", "True", "TRUE", "false", "False", "FALSE"}
        fault = f"{quote(value)} is text; {'remove the quotes' if quoted else f'write {suggestion}'}"
    elif "number" in expected and isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,15}", value):
        fault = f"{quote(value)} is text; remove the quotes"
    elif expected == "a list" and isinstance(value, str):
        fault = "text stands where a list is expected; write each item on its own line after '- '"
    elif isinstance(value, dict | list) or expected.startswith(("a list", "a mapping")):
        fault = f"{describe(value)} stands where {expected} is expected"
    else:
        fault = f"{quote(value)} is not {expected}"
    return problem_at(kind, path, fault, suggestion=suggestion)


def _as_written(value: dict[Any, Any]) -> str | None:
    """Give back the text of an item that YAML took apart, when nothing of it was lost."""
    if len(value) == 1:
        (key, rest), *_ = value.items()
        if isinstance(key, str) and isinstance(rest, str):
            return f"{key}: {rest}"
    return None


def _parted_number(items: Sequence[object]) -> str:
    """Return a number that YAML took for two items of a list, as it was written; empty if there is none."""
    for before, behind in pairwise(map(str, items)):
        if before[-1:].isdecimal() and re.match(r"[0-9]{3}(?![0-9])", behind):
            return f"{before},{behind}"
    return ""


def _length(value: object, context: Mapping[str, Any]) -> str:
    if isinstance(value, str):
        number, unit = len(value.strip()), "character"
    else:
        number, unit = len(value) if isinstance(value, list | dict) else 0, "item"
    if number == 0:
        return "is empty"
    if context.get("min_length") == context.get("max_length"):
        return f"{number} {unit}s"
    counted = f"{number} {unit}" if number == 1 else f"{number} {unit}s"
    for bound, rule in (("max_length", "at most {} are allowed"), ("min_length", "at least {} are needed")):
        limit = context.get(bound)
        if limit is not None and (number > limit if bound == "max_length" else number < limit):
            parted = _parted_number(value) if isinstance(value, list) and bound == "max_length" else ""
            hint = f"; a comma parts items, so {quote(parted)} needs its quotes" if parted else ""
            return f"{counted}, {rule.format(limit)}{hint}"
    return counted
