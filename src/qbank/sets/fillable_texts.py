"""The texts of a question in which `{name}` may stand: those that readers see, and its amounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from qbank import lazy_re
from qbank.problems import Path

NOTE: Final = lazy_re.compile(r"T(?<!\wT)(?:ODO|BD)\b|F(?<!\wF)IXME\b")
"""A note of authors to themselves; of a few first letters, so that the search leaps from one to the next."""

_Shape: TypeAlias = dict[str, "_Shape"]

# A star goes on with the items of a list, or with the values of a mapping.
_TEXTS: Final = """
title scenario question hints.* visual.alt visual.caption
tables.*.caption tables.*.columns.* tables.*.rows.*.*
details.realistic_solution details.common_mistake details.napkin_math details.options.*
answer.value answer.interval.*
parts.*.prompt parts.*.answer.value parts.*.answer.interval.* parts.*.napkin_math
parts.*.mistakes.*.text parts.*.mistakes.*.feedback
mistakes.*.text mistakes.*.feedback rubric.*.criterion checks.*.given.* checks.*.expect
"""


def _shape_of(places: str) -> _Shape:
    shape: _Shape = {}
    for place in places.split():
        inner = shape
        for step in place.split("."):
            inner = inner.setdefault(step, {})
    return shape


_QUESTION: Final = _shape_of(_TEXTS)


def fillable_texts(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a question's data, whatever its shape, with their paths."""
    yield from _within(dict(data), _QUESTION, ())


def _within(value: Any, shape: _Shape, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif "*" in shape:
        for step, item in _items(value):
            yield from _within(item, shape["*"], (*path, step))
    elif isinstance(value, dict):
        for name, inner in shape.items():
            if name in value:
                yield from _within(value[name], inner, (*path, name))


def _items(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def replace_at(data: Any, path: Path, value: Any) -> Any:
    """Return data with another value at a path; what lies beside it is shared, not copied."""
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replace_at(data[path[0]], path[1:], value)
    return copy
