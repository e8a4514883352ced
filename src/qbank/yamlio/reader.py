"""Reading a file: bytes to data, with every problem at its place.

A question file comes from strangers. It is bounded in size, in depth and in the number of its values, and
what libyaml might trip over is refused before libyaml sees it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from yaml.events import ScalarEvent

from qbank.yamlio.builder import QUESTION_LIMITS, Limits, Parsed, parse
from qbank.yamlio.content import read_content
from qbank.yamlio.decoding import decode
from qbank.yamlio.document import Document
from qbank.yamlio.nodes import start_index
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind

_NOWHERE = Span(1, 1, 1, 1)


def read_file(path: Path) -> Document:
    """Read a question file, or another one of its size that holds a mapping.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    return read_bytes(read_content(path), path)


def read_bytes(data: bytes, path: Path | None = None) -> Document:
    """Read the content of a question file; `path` is where it came from, if anywhere.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    try:
        parsed = parse(read_text(data))
        if not isinstance(parsed.data, dict):
            _refuse_root(parsed)
        return Document(path, parsed.text, parsed.data, parsed.problems, parsed)
    except ReadError as error:
        raise ReadError(error.problem, path) from None


def read_text(data: bytes, limits: Limits = QUESTION_LIMITS) -> str:
    """Return the text that the content of a file is. Raises ReadError."""
    if len(data) > limits.max_bytes:
        message = f"the file is larger than {limits.max_bytes >> 20} MiB; {limits.content}"
        raise ReadError(ReadProblem(ReadProblemKind.SIZE, message, _NOWHERE))
    return decode(data)


def _refuse_root(parsed: Parsed) -> NoReturn:
    """Raise a ReadError that says what the file holds in place of a mapping."""
    root = parsed.root
    if root is None or parsed.data is None:
        what = "has no fields" if parsed.text.strip() else "is empty"
        message = f"the file {what}: a question is a mapping of fields"
        raise ReadError(ReadProblem(ReadProblemKind.DOCUMENTS, message, _NOWHERE))
    content = "a list" if isinstance(parsed.data, list) else "a single value"
    message = f"the file holds {content}; a question is a mapping of fields such as `title: ...`"
    lines = LineIndex(parsed.text)
    start = start_index(root if isinstance(root, ScalarEvent) else root.opening)
    first = lines.position(start).line
    span = lines.span(start, lines.line_range(first)[1])
    for problem in parsed.problems:
        # A tag of all that the file holds says why it is no mapping.
        if problem.kind is ReadProblemKind.TAG and problem.span.line == first:
            raise ReadError(problem)
    raise ReadError(ReadProblem(ReadProblemKind.NOT_A_MAPPING, message, span, lines.line_text(first)))
