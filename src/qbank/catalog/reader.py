"""Reading a file of the catalog within bounds, which are wider than those of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from qbank.bundled_data import DataError, DataProblem
from qbank.yamlio.builder import Limits, Parsed, parse
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_text

LIMITS: Final = Limits(
    max_bytes=4 << 20, max_depth=12, max_values=400_000, content="split it into several", aliases=False
)


def read(path: Path) -> Parsed:
    """Return the data of a file with its places.

    Raises:
        ReadError: it cannot be read, or there is anything wrong with its YAML.
    """
    try:
        parsed = parse(read_text(read_content(path, LIMITS.max_bytes), LIMITS), LIMITS)
    except ReadError as error:
        raise ReadError(error.problem, path) from None
    if parsed.problems:
        raise ReadError(parsed.problems[0], path)
    return parsed


def read_data(path: Path) -> Any:
    """Return the data of a file alone. Raises ReadError as `read` does."""
    return read(path).data


def read_sound(path: Path) -> dict[str, Any]:
    """Return what a file of our own says as JSON holds it.

    Raises:
        DataError: it cannot be read.
    """
    try:
        data = read_data(path)
    except ReadError as error:
        raise DataError([DataProblem.unread(path, error.problem)]) from error
    return {
        "sources": [source_fields(key, raw) for key, raw in data.get("sources", {}).items()],
        "entries": [entry_fields(raw, path.name) for raw in data.get("entries", ())],
    }


def source_fields(key: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file says of a source as the fields of `Source`."""
    return {**raw, "key": key}


def entry_fields(raw: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return what a file says of an entry as the fields of `Entry`."""
    values = {
        name: {**value, "name": name, "stated": value["value"], "source": _keys(value["source"])}
        for name, value in raw["values"].items()
    }
    sources = _keys(raw.get("features_source", ()))
    return {**raw, "values": values, "features_source": sources, "file": file}


def _keys(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
