"""Coverage for people at a terminal: tables of counts, and the gaps by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.report.coverage.gaps import named_gaps
from qbank.report.terminal import Style, aligned, cells
from qbank.survey.coverage import Coverage, Gaps, Grid

_OVERVIEW = (("track", "level"), ("zone", "level"), ("area", "track"))
_WIDEST = 100


def coverage_text(coverage: Coverage, style: Style, tables: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
    """Yield tables of two dimensions each; without any named, those that tell most."""
    for row, column in tables or _OVERVIEW:
        yield from _table(coverage.grid(row, column), style)
        yield "\n"


def gaps_text(gaps: Gaps, style: Style, *, whole: bool) -> Iterator[str]:
    """Yield what has no question, a line for each kind of gap; the names cut to the line, or all of them."""
    yield style.paint("gaps", "bold") + "\n"
    kinds = named_gaps(gaps)
    for kind, names in kinds:
        yield from _gap(kind, names, style, whole=whole)
    if not kinds:
        yield "  none\n"


def _table(grid: Grid, style: Style) -> Iterator[str]:
    rows = [
        row
        for row in grid.rows
        if grid.row != "topic" or any((row, column) in grid.counts for column in grid.columns)
    ]
    counts = [[grid.counts.get((row, column), 0) for column in grid.columns] for row in rows]
    totals = [sum(line[at] for line in counts) for at in range(len(grid.columns))]
    lines = [
        [name, *(_number(number, style) for number in (*numbers, sum(numbers)))]
        for name, numbers in zip([*rows, "total"], [*counts, totals], strict=True)
    ]
    title, *body, total = aligned([[grid.row, *grid.columns, "total"], *lines], numbers=True)
    yield style.paint(title, "bold") + "\n"
    for text, numbers in zip(body, counts, strict=True):
        yield (text if any(numbers) else style.paint(text, "dim")) + "\n"
    yield f"{total}\n"


def _number(number: int, style: Style) -> str:
    return f"{number:,}" if number else ("·" if style.unicode else ".")


def _gap(kind: str, names: Sequence[str], style: Style, *, whole: bool) -> Iterator[str]:
    width = min(style.width, _WIDEST) - 2
    line = f"{kind}:"
    for number, name in enumerate(names):
        last = number == len(names) - 1
        word = f" {name}{'' if last else ','}"
        rest = "" if last else f" and {len(names) - number} more"
        if cells(line) + cells(word) + (0 if whole else len(rest)) > width and number:
            if not whole:
                line += f" and {len(names) - number} more"
                break
            yield f"  {line}\n"
            line = f" {word}"
        else:
            line += word
    yield f"  {line}\n"
