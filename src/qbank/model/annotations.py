"""What the fields of models can hold, seen from their annotations."""

from __future__ import annotations

from typing import Annotated, Any, TypeGuard, get_args, get_origin

from pydantic import BaseModel


def is_model(kind: Any) -> TypeGuard[type[BaseModel]]:
    """Whether a kind of value is a mapping with the fields of a model."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def kinds_of(annotation: Any) -> list[Any]:
    """Return the kinds of values that an annotation allows, without marks and unions around them."""
    if get_origin(annotation) is Annotated:
        return kinds_of(get_args(annotation)[0])
    if get_origin(annotation) in (list, dict) or not get_args(annotation):
        return [annotation]
    return [kind for part in get_args(annotation) for kind in kinds_of(part)]


def inside(kind: Any, step: int | str) -> list[Any]:
    """Return the kinds of values one step inside: those of a field, of items, or of values by name."""
    if is_model(kind):
        field = kind.model_fields.get(str(step))
        return kinds_of(field.annotation) if field is not None else []
    return kinds_of(get_args(kind)[-1]) if get_origin(kind) in (list, dict) else []
