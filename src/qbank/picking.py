"""Some attributes of an object as a mapping, for programs that read data."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def pick(item: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names."""
    return {name: getattr(item, name) for name in names}


def everything(item: DataclassInstance) -> dict[str, Any]:
    """Return all attributes of an instance of a dataclass, in their order."""
    return pick(item, *(field.name for field in fields(item)))
