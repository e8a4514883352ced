"""Some attributes of an object as a mapping, for programs that read data."""

from __future__ import annotations

from typing import Any


def pick(item: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names."""
    return {name: getattr(item, name) for name in names}
