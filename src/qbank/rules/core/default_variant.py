"""The default instance of a question with parameters: what rules about its texts look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from qbank.rules.core.question_file import QuestionFile
from qbank.sets.answers.amounts import AmountError
from qbank.sets.answers.key import answer_key
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.fillable_texts import fillable_texts
from qbank.sets.variants.parameters import Value, VariantError, has_parameters, texts_of, values_of
from qbank.sets.variants.placeholders import Filled, fill
from qbank.yamlio.document import FieldPath


class Defaults(Struct, frozen=True):
    """The values of names in the default instance, and why there are none if one cannot be had."""

    values: Mapping[str, Value]
    texts: Mapping[str, str]
    fault: VariantError | None = None


_NONE = Defaults({}, {})


def defaults(question: QuestionFile) -> Defaults:
    """Work out the default values of a question; a view to be cached."""
    if not has_parameters(question.data):
        return _NONE
    try:
        values = values_of(question.data)
    except VariantError as error:
        return Defaults({}, {}, error)
    return Defaults(values, texts_of(values))


def filled_text(question: QuestionFile, path: FieldPath) -> Filled | None:
    """Return the text at a path as the default instance shows it; None if there is no text."""
    text = question.text(path)
    if text is None:
        return None
    known = question.cached_view(defaults).texts
    return fill(text, known) if known else Filled(text)


def shown_text(question: QuestionFile, path: FieldPath) -> str:
    """Return the text at a path as the default instance shows it; an empty string if there is none."""
    text = question.text(path)
    known = question.cached_view(defaults).texts
    return fill(text, known).text if text and known else text or ""


def visible_texts(question: QuestionFile) -> list[tuple[FieldPath, str]]:
    """Return the texts that readers see, as they are written; a view to be cached."""
    return list(fillable_texts(question.data))


def answer_keys(question: QuestionFile) -> list[tuple[FieldPath, NumericKey | str]]:
    """Return the key of every numeric answer, or what keeps it from being one; a view to be cached."""
    values = question.cached_view(defaults)
    if values.fault is not None:
        return []
    found: list[tuple[FieldPath, NumericKey | str]] = []
    for path, answer in _answers(question):
        try:
            found.append((path, answer_key(answer, values.values)))
        except AmountError as error:
            found.append((path, str(error)))
    return found


def asked_for(question: QuestionFile) -> list[FieldPath]:
    """Return where answers are asked for: the question itself, and its parts."""
    return [(), *(("parts", index) for index in range(len(question.items(("parts",)))))]


def _answers(question: QuestionFile) -> Iterator[tuple[FieldPath, dict[str, Any]]]:
    for path in asked_for(question):
        answer = question.value((*path, "answer"))
        if isinstance(answer, dict):
            yield (*path, "answer"), answer
