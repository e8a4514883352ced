"""Tables of statistics in a terminal: where not all columns fit, those that say least are left out whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.report.terminal import Style, aligned, cells, wrap


def table(
    rows: Sequence[Sequence[str]],
    style: Style,
    *,
    margin: str = "",
    spare: Sequence[int] = (),
    more: str = "",
) -> Iterator[str]:
    """Yield the lines of a table.

    Args:
        rows: its cells; the last column is cut where the line is too long.
        style: how wide it may be.
        margin: what stands before each line.
        spare: the places of columns that may be left out, in the order in which they go.
        more: says where columns that were left out are to be had.
    """
    width = max(style.width, 40) - len(margin)
    columns = list(range(max(map(len, rows), default=0)))
    going = list(spare)
    lines = aligned(rows)
    while going and max(map(cells, lines), default=0) > width:
        columns.remove(going.pop(0))
        lines = aligned([[row[place] for place in columns] for row in rows])
    for line in lines:
        yield f"{margin}{style.cut(line, width)}\n"
    if len(going) < len(spare) and more:
        yield from (f"{line}\n" for line in wrap(f"more columns: {more}", style.width, margin, margin))
