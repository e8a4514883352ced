"""The order of fields, which is that of the models."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

from qbank.bank.discovery import FileKind
from qbank.model.fields import Model
from qbank.model.lab import Lab
from qbank.model.question import Question
from qbank.model.set import QuestionSet
from qbank.yamlio.writer import ANY, Layout


@cache
def question_layout() -> Layout:
    """Return the order of a question's fields."""
    return _layout(Question)


@cache
def set_layout() -> Layout:
    """Return the order of a set's fields."""
    return _layout(QuestionSet)


@cache
def lab_layout() -> Layout:
    """Return the order of a lab's fields."""
    return _layout(Lab)


def layout_of(kind: FileKind) -> Layout:
    """Return the order of the fields of a kind of file."""
    return {FileKind.QUESTION: question_layout, FileKind.SET: set_layout, FileKind.LAB: lab_layout}[kind]()


def _layout(model: type[Model]) -> Layout:
    return Layout({name: _within(about.annotation) for name, about in model.model_fields.items()})


def _within(annotation: Any) -> Layout:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return _layout(annotation)
    if get_origin(annotation) is dict:
        return Layout(_within(get_args(annotation)[1]).fields, named=True)
    return next((layout for inner in get_args(annotation) if (layout := _within(inner)) is not ANY), ANY)
