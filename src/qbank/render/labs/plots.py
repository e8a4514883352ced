"""Lines and bars for paper, at one setting, as the page of the lab draws them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from qbank.algebra.tree import Condition, Node
from qbank.labs.compute import Evaluator
from qbank.labs.format import in_unit, show
from qbank.labs.parts import MOST_LINES
from qbank.labs.quantity import ControlKind, InstrumentModel, PersonaModel, Quantity, Setting
from qbank.render.labs.drawing import WIDTH, Drawing, width_of
from qbank.render.labs.scales import Scale, even_base, scale
from qbank.render.labs.titles import limit_title
from qbank.render.text.blocks import one_line

_PITCH: Final = 44
_AS_IT_IS: Final[Setting] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Bench:
    """A persona at one setting, ready to be asked for values."""

    persona: PersonaModel
    evaluator: Evaluator
    setting: Setting

    def quantity(self, name: str) -> Quantity:
        """Return a quantity."""
        return self.persona.quantities[name]

    def label(self, name: str) -> str:
        """Return what a quantity is called, on one line."""
        return one_line(self.quantity(name).label)

    def choices(self, name: str) -> list[str]:
        """Return the names of the choices of a control."""
        return [choice.label for choice in self.persona.controls[name].choices]

    def at(self, name: str) -> int:
        """Return the number of the choice that a control stands at."""
        return self.setting.get(name, self.persona.controls[name].default)

    def values(self, moved: Setting = _AS_IT_IS) -> dict[str, float]:
        """Return all quantities at the setting, some controls moved."""
        return self.evaluator.values({**self.setting, **moved})

    def sweep(self, name: str, moved: Setting = _AS_IT_IS) -> list[dict[str, float]]:
        """Return all quantities at each choice of a control."""
        return [self.values({**moved, name: at}) for at in range(len(self.choices(name)))]

    def value(self, node: Node) -> float:
        """Return what an expression comes to at the setting."""
        return self.evaluator.expression(node)(self.values())

    def holds(self, condition: Condition | None) -> bool:
        """Whether a condition holds at the setting; what is no condition does not."""
        return condition is not None and self.evaluator.condition(condition)(self.values())

    def count(self, name: str | None) -> int:
        """Return how many there are of what a quantity counts: one where nothing says how many."""
        value = self.values()[name] if name else 1.0
        return max(1, round(value)) if math.isfinite(value) else 1

    def limit(self, plot: InstrumentModel) -> float | None:
        """Return the limit of an instrument, if it has one, as shown: in the unit of what it shows first."""
        return None if plot.limit is None else self.value(plot.limit) / self.quantity(plot.of[0]).scale


class _Line(NamedTuple):
    """A line of a plot: its quantity, what it is called, and its values in base units."""

    name: str
    title: str
    values: list[float]


class _Point(NamedTuple):
    """A point of a line; `joined` to the one before it unless that has no place."""

    x: float
    y: float
    joined: bool


class _Bar(NamedTuple):
    """A bar: what it is called, and its pieces, each with the number of its series and its value as shown."""

    title: str
    pieces: list[tuple[int, float]]

    @property
    def total(self) -> float:
        """How long it is."""
        return sum(value for _, value in self.pieces)


def draw_lines(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw quantities over all positions of a slider: a line for each, or for each choice of a control."""
    assert plot.x is not None
    across, up = bench.quantity(plot.x), bench.quantity(plot.of[0])
    control = bench.persona.controls[plot.x]
    slides = control.kind is ControlKind.SLIDER
    xs = [choice.value / across.scale if slides else float(at) for at, choice in enumerate(control.choices)]
    lines = _lines(bench, plot, plot.x)
    limit = bench.limit(plot)
    shown = [value / up.scale for line in lines for value in line.values]

    apart = _apart(bench, plot)
    legend, top = _legend([line.title for line in lines], bench, plot, 34.0 if apart else 14.0)
    bottom = top + 250
    y = scale([*shown, *([] if limit is None else [limit])], bottom, top + 24, base=_base(plot), zero=True)
    left = max(64.0, 16 + width_of([in_unit(tick, "") for tick in y.ticks]))
    x = scale(xs, left, WIDTH - 16, base=even_base(xs), tight=True, wanted=9)
    ticks_across = (
        [(tick, in_unit(tick, "")) for tick in x.ticks] if slides else enumerate(bench.choices(plot.x))
    )
    here = bench.at(plot.x)
    points = [_points(xs, [value / up.scale for value in line.values], x, y) for line in lines]
    values = "; ".join(f"{line.title} {show(line.values[here], bench.quantity(line.name))}" for line in lines)
    by = f", by {bench.label(plot.by)}" if plot.by else ""
    return Drawing(
        "line",
        WIDTH,
        bottom + 48,
        f"At {bench.label(plot.x)} {control.choices[here].label}{by}: {values}.",
        {
            "legend": legend,
            "apart": apart,
            "x": x,
            "y": y,
            "unit_up": up.mark,
            "title_across": bench.label(plot.x) + (f" ({across.mark})" if across.mark and slides else ""),
            "ticks_across": list(ticks_across),
            "limit": limit,
            "here": xs[here],
            "lines": [([point for point in line if point], line[here]) for line in points],
            "in_unit": in_unit,
        },
    )


def _lines(bench: Bench, plot: InstrumentModel, x: str) -> list[_Line]:
    if plot.by is None:
        rows = bench.sweep(x)
        return [_Line(name, bench.label(name), [row[name] for row in rows]) for name in plot.of]
    lines = []
    for at, choice in enumerate(bench.choices(plot.by)):
        rows = bench.sweep(x, {plot.by: at})
        for name in plot.of:
            title = f"{bench.label(name)}, {choice}" if len(plot.of) > 1 else choice
            lines.append(_Line(name, title, [row[name] for row in rows]))
    return lines[:MOST_LINES]


def _points(xs: Sequence[float], ys: Sequence[float], x: Scale, y: Scale) -> list[_Point | None]:
    """Return the points of a line; None is one that has no place."""
    points: list[_Point | None] = []
    for across, up in zip(xs, ys, strict=True):
        joined = bool(points and points[-1])
        points.append(_Point(x.place(across), y.place(up), joined) if y.shows(up) else None)
    return points


def _base(plot: InstrumentModel) -> int:
    return 10 if plot.scale == "log" and not plot.stacked else 0


def _apart(bench: Bench, plot: InstrumentModel) -> str:
    """Return what tells lines or bars apart, where a bare "8" or "on" would not say it."""
    return f"{bench.label(plot.by)}:" if plot.by else ""


def _legend(
    titles: Sequence[str], bench: Bench, plot: InstrumentModel, y: float
) -> tuple[list[tuple[str, float, float]], float]:
    """Return titles, the limit's last, with where their samples stand, row by row, and where they end."""
    limit = [] if plot.limit is None else [limit_title(plot.limit, bench.persona)]
    samples = []
    x = 2.0
    for title in (*titles, *limit):
        wide = 40 + width_of([title]) + 18
        if x > 2 and x + wide > WIDTH:
            x, y = 2.0, y + 20
        samples.append((title, x, y))
        x += wide
    return samples, y + 8


def draw_bars(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw a bar for each quantity, or for each choice of a control, side by side or on each other."""
    first = bench.quantity(plot.of[0])
    bars = _bars(bench, plot, first)
    limit = bench.limit(plot)
    apart = _apart(bench, plot)
    titles = [bench.label(name) for name in plot.of] if plot.stacked else []
    legend, top = _legend(titles, bench, plot, 14.0)
    if not legend:
        top = 22.0 if apart else 0.0
    elif apart:
        top += 20
    bottom = top + _PITCH * len(bars) + 6
    x = scale(
        [*(bar.total for bar in bars), *([] if limit is None else [limit])],
        2,
        WIDTH - 96,
        base=_base(plot),
        zero=True,
    )
    return Drawing(
        "bar",
        WIDTH,
        bottom + 24,
        _bars_in_words(bench, plot, bars),
        {
            "legend": legend,
            "apart": apart,
            "top": top,
            "bottom": bottom,
            "pitch": _PITCH,
            "x": x,
            "unit": first.mark,
            "limit": limit,
            "bars": [_placed(bar, x) | {"value": show(bar.total * first.scale, first)} for bar in bars],
            "in_unit": in_unit,
        },
    )


def _bars(bench: Bench, plot: InstrumentModel, first: Quantity) -> list[_Bar]:
    rows = bench.sweep(plot.by) if plot.by else [bench.values()]
    heads = bench.choices(plot.by) if plot.by else [""]
    bars = []
    for head, row in zip(heads, rows, strict=True):
        pieces = [(series, row[name] / first.scale) for series, name in enumerate(plot.of)]
        if plot.stacked or (len(plot.of) == 1 and plot.by):
            bars.append(_Bar(head, pieces))
        else:
            titles = [": ".join(filter(None, (head, bench.label(name)))) for name in plot.of]
            bars += [_Bar(title, [piece]) for title, piece in zip(titles, pieces, strict=True)]
    return bars


def _placed(bar: _Bar, x: Scale) -> dict[str, Any]:
    """Return where the boxes of a bar begin and how wide they are, and where the last one ends."""
    zero = x.start if x.base else x.place(0)
    reached = zero
    boxes = []
    for series, value in bar.pieces:
        end = x.place(value) + (reached - zero) if x.shows(value) else reached
        boxes.append((series, min(reached, end), max(abs(end - reached), 1.5)))
        reached = end
    return {"title": bar.title, "boxes": boxes, "end": max(zero, reached)}


def _bars_in_words(bench: Bench, plot: InstrumentModel, bars: Sequence[_Bar]) -> str:
    first = bench.quantity(plot.of[0])

    def piece(series: int, value: float) -> str:
        name = f"{bench.label(plot.of[series])} " if plot.stacked else ""
        return name + show(value * first.scale, first)

    by = f"By {bench.label(plot.by)}: " if plot.by else ""
    values = (f"{bar.title} {', '.join(piece(*one) for one in bar.pieces)}".strip() for bar in bars)
    return f"{by}{'; '.join(values)}."
