"""The order of fields, which is that of the models."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args, get_origin

from qbank.bank.discovery import FileKind
from qbank.model.fields import Model
from qbank.model.lab import Lab
from qbank.model.question import Question
from qbank.model.set import QuestionSet
from qbank.yamlio.writer import ANY, Layout

_MODELS: Final[Mapping[FileKind, type[Model]]] = {
    FileKind.QUESTION: Question,
    FileKind.SET: QuestionSet,
    FileKind.LAB: Lab,
}


@cache
def field_order(kind: FileKind = FileKind.QUESTION) -> Layout:
    """Return the order of the fields of a kind of file."""
    return _order(_MODELS[kind])


def _order(model: type[Model]) -> Layout:
    return Layout({name: _within(about.annotation) for name, about in model.model_fields.items()})


def _within(annotation: Any) -> Layout:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return _order(annotation)
    if get_origin(annotation) is dict:
        return Layout(_within(get_args(annotation)[1]).fields, named=True)
    return next((layout for inner in get_args(annotation) if (layout := _within(inner)) is not ANY), ANY)
