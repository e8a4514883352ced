"""The bank on disk: finding question files, reading them with all their places, and editing them exactly.

This room knows YAML, text and files. It does not know what the fields of a question mean: what a file says
is handed on as plain data, and whether that data makes a question is decided above.
"""

from __future__ import annotations

from qbank.bank.discovery import Discovery, TargetError, find_question_files, find_root
from qbank.bank.editing.editor import (
    Edit,
    WriteError,
    apply_edits,
    reorder_items,
    replace_in_scalar,
    replace_value,
    write_atomic,
)
from qbank.yamlio.document import Comment, Document, FieldPath
from qbank.yamlio.positions import LineIndex, Position, Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind
from qbank.yamlio.reader import read_bytes, read_file

__all__ = [
    "Comment",
    "Discovery",
    "Document",
    "Edit",
    "FieldPath",
    "LineIndex",
    "Position",
    "ReadError",
    "ReadProblem",
    "ReadProblemKind",
    "Span",
    "TargetError",
    "WriteError",
    "apply_edits",
    "find_question_files",
    "find_root",
    "read_bytes",
    "read_file",
    "reorder_items",
    "replace_in_scalar",
    "replace_value",
    "write_atomic",
]
