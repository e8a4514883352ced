"""Gauges, heat maps and maps of devices for paper, at one setting."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from qbank.labs.format import in_unit, show
from qbank.labs.quantity import InstrumentModel
from qbank.render.labs.drawing import (
    INK,
    PALE,
    SERIES,
    Drawing,
    box,
    caption,
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
    if limit and math.isfinite(limit.value):
        inner, outer = (point(share(limit.value), radius + by) for by in (-thick / 2 - 5, thick / 2 + 5))
        x, y = point(share(limit.value), radius + thick / 2 + 20)
        pieces += [
            line(*inner, *outer, stroke=INK, width=3),
            text(x, y + 4, show(limit.value, quantity), anchor="middle"),
        ]
    verdict = "" if plot.fails is None else "✗ misses the limit" if fails else "✓ keeps the limit"
    pieces += [
        text(cx, cy - 22, show(value, quantity), anchor="middle", bold=True, size=24),
        text(cx, cy + 2, verdict, anchor="middle"),
        caption(point(0, radius)[0], cy + 20, show(least, quantity)),
        caption(point(1, radius)[0], cy + 20, show(most, quantity)),
    ]
    return Drawing(2 * cx, cy + 30, f"{show(value, quantity)}. {verdict}".strip(), tuple(pieces))


def draw_heat_map(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw a quantity over two controls; cells are crossed out where the condition for failing holds."""
    assert plot.x is not None
    assert plot.y is not None
    name = plot.of[0]
    quantity = bench.quantity(name)
    holds = None if plot.fails is None else bench.evaluator.condition(plot.fails)
    columns, rows = bench.choices(plot.x), bench.choices(plot.y)
    settings = {
        (row, column): {**bench.setting, plot.x: column, plot.y: row}
        for row in range(len(rows))
        for column in range(len(columns))
    }
    values = {place: bench.evaluator.values(setting)[name] for place, setting in settings.items()}
    shade = _Shade.over(values.values(), log=plot.scale == "log")

    above = 34 + width_of(rows) > 0.35 * WIDTH
    left = 2.0 if above else 34 + width_of(rows)
    wide, tall = (WIDTH - left - 4) / len(columns), 34.0
    pitch, top = tall + (20 if above else 0), 24.0 if plot.fails is not None else 0.0
    pieces = (
        [text(2, 14, f"✗ {condition_title(plot.fails, bench.persona)}")] if plot.fails is not None else []
    )
    here = bench.at(plot.y), bench.at(plot.x)
    for row, row_name in enumerate(rows):
        y = top + row * pitch + pitch - tall
        if above:
            pieces.append(caption(left, y - 4, row_name, "start"))
        else:
            pieces.append(caption(left - 8, y + tall / 2 + 5, row_name, "end"))
        for column in range(len(columns)):
            value = values[row, column]
            fails = holds is not None and holds(bench.evaluator.values(settings[row, column]))
            number_shown = in_unit(value / quantity.scale, "") if math.isfinite(value) else "–"
            pieces += _cell(
                (left + column * wide, y, wide, tall),
                number_shown if wide >= 34 else "",
                shade.of(value),
                fails=fails,
                here=(row, column) == here,
            )
    bottom = top + len(rows) * pitch
    every = math.ceil((width_of(columns) + 8) / wide)
    pieces += [
        caption(left + (place + 0.5) * wide, bottom + 18, column_name)
        for place, column_name in enumerate(columns)
        if place % every == 0
    ]
    pieces.append(caption((left + WIDTH) / 2, bottom + 38, bench.label(plot.x)))
    if not above:
        turned = f'<g transform="translate(13 {number((top + bottom) / 2)}) rotate(-90)">'
        pieces.append(f"{turned}{caption(0, 0, bench.label(plot.y))}</g>")
    now, low, high = (show(value, quantity) for value in (bench.values()[name], shade.low, shade.high))
    description = f"{now} as it stands; from {low} to {high} over the map."
    return Drawing(WIDTH, bottom + 46, description, tuple(pieces))


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


def _cell(
    place: tuple[float, float, float, float], value: str, opacity: float, *, fails: bool, here: bool
) -> list[str]:
    """Return a cell of a heat map: its number, which may be empty, and a cross where the limit is missed."""
    x, y, wide, tall = place
    stroke, thick = (INK, 2.5) if here else (PALE, 1)
    size = (x + 1, y + 1, wide - 2, tall - 2)
    pieces = [box(*size, fill=_HEAT, opacity=opacity, stroke=stroke, thick=thick)]
    middle = x + wide / 2, y + tall / 2
    if value:
        pieces.append(text(middle[0], middle[1] + (0 if fails else 4.5), value, anchor="middle"))
    if fails:
        pieces.append(text(middle[0], middle[1] + (13 if value else 4.5), "✗", anchor="middle"))
    return pieces


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
    description = f"{_plural(copies * stages * shards, 'device')}: {_plural(copies, 'copy')} of the model"
    if stages > 1:
        layers = math.ceil(count(plot.layers) / stages) if plot.layers else 0
        description += f", each in {_plural(stages, 'stage')}" + (
            f" of {_plural(layers, 'layer')}" if layers else ""
        )
    if shards > 1:
        description += f", each layer cut over {shards:,}"
    description += "."
    if drawn < copies:
        description += f" Drawn: {_plural(drawn, 'copy')} of {copies:,}."
    return Drawing(WIDTH, math.ceil(drawn / fitting) * (tall + 10), description, tuple(pieces))


def _plural(count: int, one: str) -> str:
    many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{count:,} {one if count == 1 else many}"
