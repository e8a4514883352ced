"""Parts of data that nobody has checked yet, taken as what they should be: what is none of that is empty."""

from __future__ import annotations

from typing import Any


def as_list(value: object) -> list[Any]:
    """Return a list, an empty one for anything else."""
    return value if isinstance(value, list) else []


def as_mapping(value: object) -> dict[str, Any]:
    """Return a mapping, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def mappings(value: object) -> list[dict[str, Any]]:
    """Return the mappings among the items of a list."""
    return [item for item in as_list(value) if isinstance(item, dict)]
