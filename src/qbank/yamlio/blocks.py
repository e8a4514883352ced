"""Texts as lines of YAML: literal and folded blocks."""

from __future__ import annotations

import re

from qbank.yamlio.dump import needs_escapes

WRAPPED = 100
"""Where the lines of a text that is folded anew end, its margin included."""

_MARKER = re.compile(r"(?<=\S) (?=\*\*[A-Z][^*\n]{2,60}:\*\*)")


def literal_lines(text: str, margin: str) -> tuple[str, list[str]] | None:
    """Return the header and the lines of a literal block; None if none can hold the text."""
    if not text.strip("\n") or needs_escapes(text.replace("\n", "")):
        return None
    indicator = "2" if text.lstrip("\n").startswith((" ", "\t")) else ""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomping = "-" if ends == 0 else "+" if ends > 1 else ""
    lines = [margin + line if line else "" for line in body.split("\n")]
    return f"|{indicator}{chomping}", lines + [""] * max(ends - 1, 0)


def folded_lines(text: str, margin: str) -> tuple[str, list[str]] | None:
    """Return the header and the lines of a folded block; None if it cannot hold the text, or needs no break.

    The text is of one line. Each marker such as `**Calculations:**` begins a line.
    """
    if text != text.strip(" \t") or needs_escapes(text):
        return None
    lines = [line for section in _MARKER.split(text) for line in _wrapped(section, WRAPPED - len(margin))]
    return (">-", [margin + line for line in lines]) if len(lines) > 1 else None


def kept_lines(text: str, source: str, margin: str, width: int) -> tuple[str, list[str]] | None:
    """Return the header and the lines of a block of one paragraph at another margin, if they fit."""
    header, *lines = source.splitlines() or [""]
    header = header.partition("#")[0].rstrip()
    if header not in ("|", "|-", ">", ">-") or "\n" in text.rstrip("\n") or not lines:
        return None
    old = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    # A text of one paragraph that is literal has one line, and one that is folded no blank lines.
    fit = all(line.startswith(old) and len(line) - len(old) + len(margin) <= width for line in lines)
    return (header, [margin + line.removeprefix(old) for line in lines]) if fit else None


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text at single blanks; longer runs of blanks are part of it, and a break would lose them."""
    lines: list[str] = []
    line = ""
    for word in re.split(r"(?<=[^ \t]) (?=[^ \t])", text):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]
