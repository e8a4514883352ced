"""What a command is given on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from qbank.cli.errors import CommandError
from qbank.yamlio.content import MAX_BYTES

STDIN: Final = Path("-")
"""The path that stands for standard input."""


def standard_input(otherwise: str) -> bytes:
    """Return the bytes on standard input; `otherwise` says what to do where there are none, or too many.

    Raises:
        CommandError: it is closed, or holds too much.
    """
    if sys.stdin is None:
        raise CommandError(f"standard input is closed; {otherwise}")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise CommandError(f"standard input holds more than {MAX_BYTES:,} bytes; {otherwise}")
    return data
