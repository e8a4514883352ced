"""The form of a question: what it says, else what its fields show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qbank.model.taxonomy import QuestionKind


def question_kind(data: Mapping[str, Any]) -> QuestionKind:
    """Return the form of a question, valid or not."""
    kind = data.get("kind")
    if isinstance(kind, str) and kind in set(QuestionKind):
        return QuestionKind(kind)
    details = data.get("details")
    if isinstance(details, dict) and details.get("options"):
        return QuestionKind.CHOICE
    if data.get("parts"):
        return QuestionKind.EXERCISE
    if data.get("answer"):
        return QuestionKind.NUMERIC
    return QuestionKind.MEMO if data.get("rubric") else QuestionKind.OPEN
