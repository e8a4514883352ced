"""The order of fields, which is that of the models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args, get_origin

from qbank.bank.discovery import FileKind
from qbank.model.fields import Model
from qbank.model.lab import Lab
from qbank.model.question import Question
from qbank.model.set import QuestionSet


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of the fields of a mapping, or of each mapping in a list, and the layouts inside of them.

    `named` says that the names of the mapping are the author's own, as those of parameters, and that `fields`
    are those of each value.
    """

    fields: Mapping[str, Layout] = field(default_factory=dict)
    named: bool = False

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return names in their order; those that nothing knows come last, in the order they have."""
        given = list(names)
        if self.named:
            return given
        return [name for name in self.fields if name in given] + [
            name for name in given if name not in self.fields
        ]

    def of(self, name: str) -> Layout:
        """Return the layout of the value of a field."""
        if self.named:
            return Layout(self.fields)
        return self.fields.get(name, ANY)


ANY = Layout()
"""A value that no model describes: everything stays in its order."""


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
    return next((found for inner in get_args(annotation) if (found := _within(inner)) is not ANY), ANY)
