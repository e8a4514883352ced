"""Where in a file a problem of its data stands: the same for whoever tells of it."""

from __future__ import annotations

from qbank.model.validation.unsafe_text import find_unsafe
from qbank.problems import Problem, ProblemKind
from qbank.yamlio.document import Document
from qbank.yamlio.positions import Span


def part_of(problem: Problem, document: Document) -> tuple[int, int] | None:
    """Return the part of a text that a problem is about, as code-point offsets; None if all of the value."""
    text = document.value(problem.path) if problem.kind is ProblemKind.UNSAFE_TEXT else None
    match = find_unsafe(text) if isinstance(text, str) else None
    return None if match is None else match.span()


def place_of(problem: Problem, document: Document) -> Span:
    """Return where a problem stands: the part of a text, the value, or the key of it."""
    part = part_of(problem, document)
    if part is not None:
        return document.text_span(problem.path, *part)
    return document.span(problem.path, key=problem.on_key)
