"""A line of a file with a place in it marked, cut to the width there is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qbank.report.terminal import Style, cells, visible

_TAB = 4
_CONTEXT = 12
"""Columns kept before a mark that is itself wider than the room there is."""
_SNAP = 10
"""Columns given up to begin and end a cut-out at a word."""


class Excerpt(Struct, frozen=True):
    """A line as shown, and where its mark stands in columns of the terminal."""

    line: str
    offset: int
    length: int


def excerpt(text: str, start: int, end: int, style: Style, room: int) -> Excerpt:
    """Mark the characters of a line from index `start` up to, not including, `end`, in `room` columns.

    Tabs become spaces, and what a terminal must not get becomes visible escapes; the mark stays under its
    text. An empty mark is shown as one column, also behind the line's end.
    """
    shown, widths = _shown(text)
    start = min(max(start, 0), len(shown))
    end = min(max(end, start), len(shown))
    left, right = _window(widths, start, end, max(room, _CONTEXT * 2), len(style.ellipsis))
    if left > 0:
        left = _snap(shown, left, start, 1)
    if right < len(shown):
        right = _snap(shown, right, max(end, left + 1), -1)
    before = style.ellipsis if left > 0 else ""
    after = style.ellipsis if right < len(shown) else ""
    return Excerpt(
        line=f"{before}{''.join(shown[left:right])}{after}".rstrip(),
        offset=len(before) + cells("".join(shown[left:start])),
        length=max(cells("".join(shown[start : min(end, right)])), 1),
    )


def _shown(text: str) -> tuple[list[str], list[int]]:
    """Return the characters of a line as they are shown, and how many columns each takes."""
    shown = []
    column = 0
    for char in text:
        piece = " " * (_TAB - column % _TAB) if char == "\t" else visible(char)
        shown.append(piece)
        column += cells(piece)
    return shown, [cells(piece) for piece in shown]


def _window(widths: Sequence[int], start: int, end: int, room: int, ellipsis: int) -> tuple[int, int]:
    """Return which characters to show: all if they fit, else the mark with what surrounds it."""
    if sum(widths) <= room:
        return 0, len(widths)
    room -= 2 * ellipsis
    mark = sum(widths[start:end])
    spare = max(room - mark, min(_CONTEXT, room))
    before, after = sum(widths[:start]), sum(widths[end:])
    # What one side does not need, the other may have.
    keep_before = min(before, max(spare // 2, spare - after))
    left = start
    while left > 0 and keep_before >= widths[left - 1]:
        left -= 1
        keep_before -= widths[left]
    right = left
    used = 0
    while right < len(widths) and used + widths[right] <= room:
        used += widths[right]
        right += 1
    return left, right


def _snap(shown: Sequence[str], index: int, limit: int, step: int) -> int:
    """Move the edge of a cut-out inwards to the next blank, if there is one near."""
    for place in range(index, limit, step)[:_SNAP]:
        before, after = shown[place - 1], shown[place]
        outside, inside = (before, after) if step > 0 else (after, before)
        if outside.isspace() and not inside.isspace():
            return place
    return index
