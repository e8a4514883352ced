"""A diff in front of a reader: harmless, and in colours where they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qbank.report.terminal import Style, sanitize

_ROLES = {"-": "error", "+": "good", "@": "frame"}


def coloured(lines: Iterable[str], style: Style) -> Iterator[str]:
    """Yield the lines of a unified diff for a terminal. The result is no patch any more."""
    for line in lines:
        text = sanitize(line.rstrip("\r\n"))
        role = "bold" if text.startswith(("--- ", "+++ ")) else _ROLES.get(text[:1], "")
        yield f"{style.paint(text, role) if role else text}\n"
