"""Fixes that several rules make. Each is checked by reading the result again, and left out if it is not
exact."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Final

from qbank.bank.editing.editor import replace_in_scalar
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.problems import Problem
from qbank.rules.core.finding import Applicability, Fix
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.scalars import resolve


def replace_text(
    question: QuestionFile,
    path: FieldPath,
    start: int,
    end: int,
    replacement: str,
    *,
    applicability: Applicability = Applicability.SAFE,
) -> Fix | None:
    """Make a fix that replaces a part of a field's text (code-point offsets in the decoded text)."""
    edits = replace_in_scalar(question.document, path, start, end, replacement)
    return Fix(applicability, tuple(edits)) if edits else None


def replace_all(
    question: QuestionFile,
    parts: Iterable[tuple[FieldPath, tuple[int, int], str]],
    applicability: Applicability = Applicability.SAFE,
) -> Fix | None:
    """Make one fix of several parts of texts, each with what replaces it; None if one is not exact."""
    fixes = [replace_text(question, path, *part, replacement) for path, part, replacement in parts]
    if any(fix is None for fix in fixes):
        return None
    return Fix(applicability, tuple(edit for fix in fixes if fix is not None for edit in fix.edits))


def rename_key(question: QuestionFile, path: FieldPath, name: str) -> Fix | None:
    """Make a fix that gives a field another name."""
    start, end = _range(question.document, path, key=True)
    written = question.document.text[start:end]
    key = str(path[-1])
    if written not in {key, f"'{key}'", f'"{key}"'}:
        return None
    quotes = (len(written) - len(key)) // 2
    return Fix(Applicability.UNSAFE, (Edit(start + quotes, end - quotes, name),))


_SWITCHES: Final = {"true": True, "false": False}


def quote_or_unquote(question: QuestionFile, problem: Problem) -> Fix | None:
    """Make a fix that quotes a value which YAML misread, removes needless quotes, or writes true or false.

    Only where nothing but that value changes and the problem is gone after it.
    """
    document = question.document
    value = question.value(problem.path)
    start, end = _range(document, problem.path)
    written = document.text[start:end]
    meant: Any
    if isinstance(value, bool | int | float):
        meant, replacement = written, _quoted(written)
    elif isinstance(value, str) and problem.suggestion in _SWITCHES:
        meant, replacement = _SWITCHES[problem.suggestion], problem.suggestion
    elif isinstance(value, str) and written[:1] in ("'", '"'):
        meant, replacement = resolve(value), value
    elif isinstance(value, dict) and len(value) == 1 and not written.startswith("{"):
        # Quotes fold line ends as plain text does.
        meant, replacement = " ".join(line.strip() for line in written.splitlines()), _quoted(written)
    else:
        return None
    edit = Edit(start, end, replacement)
    return Fix(Applicability.SAFE, (edit,)) if _repairs(document, problem, edit, meant) else None


def _range(document: Document, path: FieldPath, *, key: bool = False) -> tuple[int, int]:
    span = document.span(path, key=key)
    lines = document.lines
    return lines.index(span.line, span.column), lines.index(span.end_line, span.end_column)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _repairs(document: Document, problem: Problem, edit: Edit, meant: Any) -> bool:
    from qbank.model.validation.validate import question_problems  # noqa: PLC0415 - pydantic only when needed

    try:
        after = read_bytes(apply_edits(document.text, [edit]).encode("utf-8", "surrogatepass"))
    except ReadError:
        return False
    expected = deepcopy(document.data)
    holder: Any = expected
    for step in problem.path[:-1]:
        holder = holder[step]
    holder[problem.path[-1]] = meant
    if after.data != expected:
        return False
    return all(left.path != problem.path for left in question_problems(after.data))
