"""Gauges, heat maps and maps of devices for paper, at one setting."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from qbank.labs.format import in_unit, show
from qbank.labs.quantity import InstrumentModel
from qbank.render.labs.drawing import WIDTH, Drawing, plural, width_of
from qbank.render.labs.plots import Bench
from qbank.render.labs.titles import condition_title

_MOST_COPIES: Final = 4
_MOST_COLUMNS: Final = 16
_MOST_ROWS: Final = 8


def draw_gauge(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw an arc from the least to the most, filled up to the value, with a mark where the limit is."""
    quantity = bench.quantity(plot.of[0])
    value = bench.values()[plot.of[0]]
    least = 0.0 if plot.least is None else bench.value(plot.least)
    most = math.nan if plot.most is None else bench.value(plot.most)
    limit = None if plot.limit is None else bench.value(plot.limit)
    fails = bench.holds(plot.fails)
    radius, thick = 110.0, 20.0
    middle, base = radius + 60, radius + 40

    def share(at: float) -> float:
        """Return which part of the arc leads up to a value."""
        if not most > least or not math.isfinite(at):
            return 0.0
        return min(1.0, max(0.0, (at - least) / (most - least)))

    def point(part: float, beyond: float = 0) -> tuple[float, float]:
        """Return the place of a part of the arc, so far outside of its middle line."""
        r, angle = radius + beyond, math.pi * part
        return middle - r * math.cos(angle), base - r * math.sin(angle)

    verdict = (
        ""
        if plot.fails is None or math.isnan(value)
        else "✗ misses the limit"
        if fails
        else "✓ keeps the limit"
    )
    shown = show(value, quantity)
    return Drawing(
        "gauge",
        2 * middle,
        base + 30,
        f"{shown}. {verdict}".strip(),
        {
            "radius": radius,
            "thick": thick,
            "middle": middle,
            "base": base,
            "point": point,
            "filled": share(value),
            "fails": fails,
            "limit": None
            if limit is None or not math.isfinite(limit)
            else {"share": share(limit), "value": show(limit, quantity)},
            "value": shown,
            "verdict": verdict,
            "least": show(least, quantity),
            "most": show(most, quantity),
        },
    )


def draw_heat_map(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw a quantity over two controls; cells are crossed out where the condition for failing holds."""
    assert plot.x is not None
    assert plot.y is not None
    name = plot.of[0]
    quantity = bench.quantity(name)
    holds = None if plot.fails is None else bench.evaluator.condition(plot.fails)
    columns, rows = bench.choices(plot.x), bench.choices(plot.y)
    computed = [bench.sweep(plot.x, {plot.y: row}) for row in range(len(rows))]
    shade = _Shade.over((values[name] for row in computed for values in row), log=plot.scale == "log")
    here = bench.at(plot.y), bench.at(plot.x)

    names_above = 34 + width_of(rows) > 0.35 * WIDTH
    left = 2.0 if names_above else 34 + width_of(rows)
    wide, tall = (WIDTH - left - 4) / len(columns), 34.0
    pitch, top = tall + (20 if names_above else 0), 24.0 if plot.fails is not None else 0.0
    bottom = top + len(rows) * pitch

    def cell(row: int, column: int) -> dict[str, Any]:
        values = computed[row][column]
        value = values[name]
        text = in_unit(value / quantity.scale, "") if math.isfinite(value) else "–"
        return {
            "value": text if wide >= 34 else "",
            "shade": shade.of(value),
            "fails": holds is not None and holds(values),
            "here": (row, column) == here,
        }

    now, low, high = (show(value, quantity) for value in (bench.values()[name], shade.low, shade.high))
    return Drawing(
        "heatmap",
        WIDTH,
        bottom + 46,
        f"{now} as it stands; from {low} to {high} over the map.",
        {
            "failing": "" if plot.fails is None else condition_title(plot.fails, bench.persona),
            "names_above": names_above,
            "left": left,
            "top": top,
            "bottom": bottom,
            "wide": wide,
            "tall": tall,
            "pitch": pitch,
            "rows": [
                (row_name, [cell(row, column) for column in range(len(columns))])
                for row, row_name in enumerate(rows)
            ],
            "columns": columns,
            "every": math.ceil((width_of(columns) + 8) / wide),
            "title_across": bench.label(plot.x),
            "title_down": bench.label(plot.y),
        },
    )


class _Shade(NamedTuple):
    """How dark the values from `low` to `high` are."""

    low: float
    high: float
    log: bool

    @classmethod
    def over(cls, values: Iterable[float], *, log: bool) -> _Shade:
        """Return the shade of some values; those that have no place are white."""
        placed = [value for value in values if math.isfinite(value) and (not log or value > 0)]
        return cls(min(placed, default=0.0), max(placed, default=0.0), log)

    def of(self, value: float) -> float:
        """Return how dark a value is, from 0 to 0.66: light enough for dark numbers."""
        if not math.isfinite(value) or (self.log and value <= 0) or self.high <= self.low:
            return 0.0
        if self.log:
            part = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return 0.06 + 0.6 * part


def draw_devices(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw which device holds what: a block for each copy of the model, in it a column for each stage."""
    copies, stages, shards = map(bench.count, (plot.replicas, plot.stages, plot.shards))
    columns, rows = min(stages, _MOST_COLUMNS), min(shards, _MOST_ROWS)
    side = min(56.0, (WIDTH - 14) / columns)
    wide, tall = max(columns * side + 12, 92.0), rows * 28 + 36.0
    fitting = max(1, int((WIDTH + 10) // (wide + 10)))
    drawn = min(copies, max(fitting, 2 if columns > 8 else _MOST_COPIES))
    description = f"{plural(copies * stages * shards, 'device')}: {plural(copies, 'copy')} of the model"
    if stages > 1:
        layers = math.ceil(bench.count(plot.layers) / stages) if plot.layers else 0
        description += f", each in {plural(stages, 'stage')}" + (
            f" of {plural(layers, 'layer')}" if layers else ""
        )
    if shards > 1:
        description += f", each layer cut over {shards:,}"
    description += "."
    there = math.inf if plot.limit is None else bench.value(plot.limit)
    if copies * stages * shards > there:
        description += f" These are more than the {there:,.0f} that there are; dashed ones do not exist."
    if drawn < copies:
        description += f" Drawn: {plural(drawn, 'copy')} of {copies:,}."
    return Drawing(
        "map",
        WIDTH,
        math.ceil(drawn / fitting) * (tall + 10),
        description,
        {
            "drawn": drawn,
            "fitting": fitting,
            "columns": columns,
            "rows": rows,
            "stages": stages,
            "shards": shards,
            "side": side,
            "wide": wide,
            "tall": tall,
            "there": there,
        },
    )
