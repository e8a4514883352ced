"""Gauges, heat maps and maps of devices for paper, at one setting."""

from __future__ import annotations

import math
from typing import Final

from qbank.labs.format import in_unit, show
from qbank.labs.quantity import InstrumentModel
from qbank.render.labs.drawing import (
    INK,
    PALE,
    SERIES,
    SOFT,
    Drawing,
    box,
    line,
    number,
    path,
    text,
    width_of,
)
from qbank.render.labs.plots import WIDTH, Bench, limit_of
from qbank.render.labs.titles import condition_title

_HEAT: Final = SERIES[0]
_WARNING: Final = SERIES[1]
_MOST_COPIES: Final = 4
_MOST_COLUMNS: Final = 16
_MOST_ROWS: Final = 8


def draw_gauge(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw an arc from the least to the most, filled up to the value, with a mark where the limit is."""
    values = bench.evaluator.values(bench.setting)
    quantity = bench.quantity(plot.of[0])
    value = bench.values()[plot.of[0]]
    least = 0.0 if plot.least is None else bench.evaluator.expression(plot.least)(values)
    most = math.nan if plot.most is None else bench.evaluator.expression(plot.most)(values)
    limit = limit_of(bench, plot)
    fails = plot.fails is not None and bench.evaluator.condition(plot.fails)(values)
    radius, thick = 110.0, 20.0
    cx, cy = radius + 60, radius + 40

    def share(at: float) -> float:
        return (
            min(1.0, max(0.0, (at - least) / (most - least))) if most > least and math.isfinite(at) else 0.0
        )

    def point(part: float, r: float) -> tuple[float, float]:
        return cx - r * math.cos(math.pi * part), cy - r * math.sin(math.pi * part)

    def arc(to: float) -> str:
        (x1, y1), (x2, y2) = point(0, radius), point(to, radius)
        return f"M{number(x1)},{number(y1)}A{number(radius)},{number(radius)} 0 0,1 {number(x2)},{number(y2)}"

    pieces = [path(arc(1), stroke=PALE, width=thick)]
    if share(value):
        pieces.append(path(arc(share(value)), stroke=_WARNING if fails else _HEAT, width=thick))
    if limit and math.isfinite(limit[1]):
        inner, outer = (point(share(limit[1]), radius + by) for by in (-thick / 2 - 5, thick / 2 + 5))
        x, y = point(share(limit[1]), radius + thick / 2 + 20)
        pieces += [
            line(*inner, *outer, stroke=INK, width=3),
            text(x, y + 4, show(limit[1], quantity), anchor="middle"),
        ]
    verdict = "" if plot.fails is None else "✗ misses the limit" if fails else "✓ keeps the limit"
    pieces += [
        text(cx, cy - 22, show(value, quantity), anchor="middle", bold=True, size=24),
        text(cx, cy + 2, verdict, anchor="middle"),
        text(point(0, radius)[0], cy + 20, show(least, quantity), anchor="middle", fill=SOFT),
        text(point(1, radius)[0], cy + 20, show(most, quantity), anchor="middle", fill=SOFT),
    ]
    return Drawing(2 * cx, cy + 30, f"{show(value, quantity)}. {verdict}".strip(), tuple(pieces))


def draw_heat_map(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw a quantity over two controls; cells are crossed out where the condition for failing holds."""
    assert plot.x is not None
    assert plot.y is not None
    name = plot.of[0]
    quantity, log = bench.quantity(name), plot.scale == "log"
    holds = None if plot.fails is None else bench.evaluator.condition(plot.fails)
    columns, rows = bench.choices(plot.x), bench.choices(plot.y)
    grid, failing = [], []
    for row in range(len(rows)):
        settings = [{**bench.setting, plot.x: column, plot.y: row} for column in range(len(columns))]
        grid.append([bench.evaluator.values(setting)[name] for setting in settings])
        failing.append([holds is not None and holds(bench.evaluator.values(one)) for one in settings])
    seen = [value for row_of in grid for value in row_of if math.isfinite(value) and (not log or value > 0)]
    low, high = min(seen, default=0.0), max(seen, default=0.0)

    def heat(value: float) -> float:
        if not math.isfinite(value) or (log and value <= 0) or high <= low:
            return 0.0
        part = math.log(value / low) / math.log(high / low) if log else (value - low) / (high - low)
        return 0.06 + 0.6 * part  # light enough for dark numbers

    above = 34 + width_of(rows) > 0.35 * WIDTH
    left = 2.0 if above else 34 + width_of(rows)
    wide, tall = (WIDTH - left - 4) / len(columns), 34.0
    pitch, top = tall + (20 if above else 0), 24.0 if plot.fails is not None else 0.0
    pieces = (
        [text(2, 14, f"✗ {condition_title(plot.fails, bench.persona)}")] if plot.fails is not None else []
    )
    for r, row_name in enumerate(rows):
        y = top + r * pitch + pitch - tall
        at = (left, y - 4, "start") if above else (left - 8, y + tall / 2 + 5, "end")
        pieces.append(text(at[0], at[1], row_name, anchor=at[2], fill=SOFT))
        for c in range(len(columns)):
            x, value, fails = left + c * wide, grid[r][c], failing[r][c]
            here = bench.at(plot.x) == c and bench.at(plot.y) == r
            pieces.append(
                box(
                    x + 1,
                    y + 1,
                    wide - 2,
                    tall - 2,
                    fill=_HEAT,
                    opacity=heat(value),
                    stroke=INK if here else PALE,
                    thick=2.5 if here else 1,
                )
            )
            said = in_unit(value / quantity.scale, "") if math.isfinite(value) else "–"
            if wide >= 34:
                pieces.append(text(x + wide / 2, y + tall / 2 + (0 if fails else 4.5), said, anchor="middle"))
            if fails:
                below = 13 if wide >= 34 else 4.5
                pieces.append(text(x + wide / 2, y + tall / 2 + below, "✗", anchor="middle"))
    bottom = top + len(rows) * pitch
    every = math.ceil((width_of(columns) + 8) / wide)
    pieces += [
        text(left + (c + 0.5) * wide, bottom + 18, one, anchor="middle", fill=SOFT)
        for c, one in enumerate(columns)
        if c % every == 0
    ]
    pieces.append(text((left + WIDTH) / 2, bottom + 38, bench.label(plot.x), anchor="middle", fill=SOFT))
    if not above:
        turned = f'<g transform="translate(13 {number((top + bottom) / 2)}) rotate(-90)">'
        pieces.append(f"{turned}{text(0, 0, bench.label(plot.y), anchor='middle', fill=SOFT)}</g>")
    here_value = bench.values()[name]
    told = f"{show(here_value, quantity)} as it stands; "
    told += f"from {show(low, quantity)} to {show(high, quantity)} over the map."
    return Drawing(WIDTH, bottom + 46, told, tuple(pieces))


def draw_devices(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw which device holds what: a block for each copy of the model, in it a column for each stage."""
    values = bench.values()

    def count(name: str | None) -> int:
        value = values[name] if name else 1.0
        return max(1, round(value)) if math.isfinite(value) else 1

    copies, stages, shards = count(plot.replicas), count(plot.stages), count(plot.shards)
    columns, rows = min(stages, _MOST_COLUMNS), min(shards, _MOST_ROWS)
    side = min(56.0, (WIDTH - 14) / columns)
    wide, tall = max(columns * side + 12, 92.0), rows * 28 + 36.0
    fitting = max(1, int((WIDTH + 10) // (wide + 10)))
    drawn = min(copies, max(fitting, 2 if columns > 8 else _MOST_COPIES))
    pieces = []
    for copy in range(drawn):
        left, top = copy % fitting * (wide + 10), copy // fitting * (tall + 10)
        pieces += [
            box(left + 0.5, top + 0.5, wide - 1, tall - 1, fill="none", stroke=PALE),
            text(left + 8, top + 19, f"Copy {copy + 1}"),
        ]
        for stage in range(columns):
            for shard in range(rows):
                device = (copy * stages + stage) * shards + shard
                x, y = left + 6 + stage * side, top + 28 + shard * 28
                fill = SERIES[stage % len(SERIES)]
                pieces.append(box(x + 1, y + 1, side - 2, 26, fill=fill, stroke=fill, opacity=0.25))
                if side >= 24:
                    pieces.append(text(x + side / 2, y + 18.5, str(device), anchor="middle", size=12))
    told = f"{_plural(copies * stages * shards, 'device')}: {_plural(copies, 'copy')} of the model"
    if stages > 1:
        layers = math.ceil(count(plot.layers) / stages) if plot.layers else 0
        told += f", each in {_plural(stages, 'stage')}" + (
            f" of {_plural(layers, 'layer')}" if layers else ""
        )
    if shards > 1:
        told += f", each layer cut over {shards:,}"
    told += "."
    if drawn < copies:
        told += f" Drawn: {_plural(drawn, 'copy')} of {copies:,}."
    return Drawing(WIDTH, math.ceil(drawn / fitting) * (tall + 10), told, tuple(pieces))


def _plural(count: int, one: str) -> str:
    many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{count:,} {one if count == 1 else many}"
