"""Telling someone at a terminal what is the matter, in one line."""

from __future__ import annotations

import sys
from contextlib import suppress


class CommandError(Exception):
    """Wrong use, or input that cannot be used; the message says what to do. Exit status 2."""


def say(message: str) -> None:
    """Write a line to standard error, with what a terminal must not get made visible."""
    from qbank.report.terminal import sanitize

    note(f"qbank: {sanitize(message)}")


def note(line: str) -> None:
    """Write a line to standard error as it is; nobody reading it is no failure."""
    if sys.stderr is None:
        return
    from qbank.report.audit.workflow_log import harmless, is_watched

    if is_watched():
        line = "".join(harmless((line,)))
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)
