"""A document in its canonical form, as `qbank fmt` writes it."""

from __future__ import annotations

from lsprotocol import types

from qbank.authoring.field_order import field_order
from qbank.authoring.formatting import FormatError, formatted
from qbank.errors import InputError
from qbank.lsp.actions import difference, text_edits
from qbank.lsp.reading import Reading
from qbank.yamlio.read_problems import ReadProblem


class FormattingError(InputError):
    """A document that cannot be formatted; the message says where and what to do."""


def format_edits(reading: Reading) -> list[types.TextEdit]:
    """Return the edits that bring a document into canonical form; none if it is there.

    Raises:
        FormattingError: it cannot be formatted.
    """
    document = reading.source.document
    if document is None:
        problem: ReadProblem = reading.source.problems[0]
        raise FormattingError(f"line {problem.span.line}: {problem.message}")
    try:
        after = formatted(document, field_order(reading.kind))
    except FormatError as error:
        raise FormattingError(f"line {error.line}: {error}") from error
    if after == document.text:
        return []
    return text_edits(reading.text, (difference(document.text, after),))
