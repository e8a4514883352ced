"""Some attributes of an object as a mapping, for programs that read data."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import Struct


def pick(item: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names."""
    return {name: getattr(item, name) for name in names}


def fields_of(item: object) -> tuple[str, ...] | None:
    """Return the names of the fields of a value that has such, in their order; of others None."""
    if isinstance(item, Struct):
        return item.__struct_fields__
    if is_dataclass(item) and not isinstance(item, type):
        return tuple(field.name for field in fields(item))
    return None


def everything(item: object) -> dict[str, Any]:
    """Return all attributes of a value that has fields, in their order."""
    names = fields_of(item)
    if names is None:
        raise TypeError(f"{item!r} has no fields")
    return pick(item, *names)
