"""The texts of a question that readers see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from qbank.yamlio.document import FieldPath

# Lists of texts, and lists of mappings with the fields of theirs that are texts.
_LISTED: Final[Mapping[str, tuple[str, ...]]] = {
    "parts": ("prompt", "answer", "napkin_math"),
    "rubric": ("criterion",),
    "mistakes": ("text",),
    "hints": (),
}


def texts(data: Mapping[str, Any]) -> Iterator[tuple[FieldPath, str]]:
    """Yield every text that readers see, and its field."""
    for name in ("title", "scenario", "question"):
        if isinstance(value := data.get(name), str):
            yield (name,), value
    for name, inner in _LISTED.items():
        yield from _listed(data.get(name), (name,), inner)
    details = data.get("details")
    if not isinstance(details, dict):
        return
    for name in ("realistic_solution", "common_mistake", "napkin_math"):
        if isinstance(value := details.get(name), str):
            yield ("details", name), value
    yield from _listed(details.get("options"), ("details", "options"), ())


def _listed(items: object, path: FieldPath, names: tuple[str, ...]) -> Iterator[tuple[FieldPath, str]]:
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, str) and not names:
            yield (*path, index), item
        elif isinstance(item, dict):
            for name in names:
                if isinstance(value := item.get(name), str):
                    yield (*path, index, name), value
