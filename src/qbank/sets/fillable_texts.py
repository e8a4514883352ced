"""The texts of a question in which `{name}` may stand: those that readers see, and its amounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from qbank.problems import Path

_Shape: TypeAlias = Mapping[str, Any]

# A mapping goes on with its fields, "each" with the items of a list or the values of a mapping.
_ANSWER: Final[_Shape] = {"value": None, "interval": {"each": None}}
_QUESTION: Final[_Shape] = {
    "title": None,
    "scenario": None,
    "question": None,
    "hints": {"each": None},
    "visual": {"alt": None, "caption": None},
    "tables": {
        "each": {
            "caption": None,
            "columns": {"each": None},
            "rows": {"each": {"each": None}},
        }
    },
    "details": {
        "realistic_solution": None,
        "common_mistake": None,
        "napkin_math": None,
        "options": {"each": None},
    },
    "answer": _ANSWER,
    "parts": {"each": {"prompt": None, "answer": _ANSWER, "napkin_math": None}},
    "mistakes": {"each": {"text": None}},
    "rubric": {"each": {"criterion": None}},
    "checks": {"each": {"given": {"each": None}, "expect": None}},
}


def fillable_texts(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a question's data, whatever its shape, with their paths."""
    for name, shape in _QUESTION.items():
        if name in data:
            yield from _within(data[name], shape, (name,))


def _within(value: Any, shape: _Shape | None, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif shape is not None and "each" in shape:
        for step, item in _items(value):
            yield from _within(item, shape["each"], (*path, step))
    elif shape is not None and isinstance(value, dict):
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
