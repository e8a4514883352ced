"""Reading a file of the catalog within bounds, which are wider than those of a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from qbank.yamlio.builder import Limits, Parsed, parse
from qbank.yamlio.content import read_content
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_text

LIMITS: Final = Limits(
    max_bytes=4 << 20, max_depth=12, max_values=400_000, content="split it into several", aliases=False
)


def read(path: Path) -> Parsed:
    """Return the data of a file with its places.

    Raises:
        ReadError: it cannot be read, or there is anything wrong with its YAML.
    """
    try:
        parsed = parse(read_text(read_content(path, LIMITS.max_bytes), LIMITS), LIMITS)
    except ReadError as error:
        raise ReadError(error.problem, path) from None
    if parsed.problems:
        raise ReadError(parsed.problems[0], path)
    return parsed


def read_data(path: Path) -> Any:
    """Return the data of a file alone. Raises ReadError as `read` does."""
    return read(path).data
