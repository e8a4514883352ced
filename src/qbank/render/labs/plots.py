"""Lines and bars for paper, at one setting, as the page of the lab draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from qbank.labs.compute import Evaluator
from qbank.labs.format import in_unit, show
from qbank.labs.quantity import ControlKind, InstrumentModel, PersonaModel, Quantity, Setting
from qbank.render.labs.drawing import (
    DASHES,
    SERIES,
    SOFT,
    Drawing,
    box,
    caption,
    limit_line,
    line,
    mark,
    number,
    path,
    text,
    width_of,
)
from qbank.render.labs.scales import Scale, even_base, scale
from qbank.render.labs.titles import limit_title
from qbank.render.text.blocks import one_line

WIDTH: Final = 640.0
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
        return [one.label for one in self.persona.controls[name].choices]

    def at(self, name: str) -> int:
        """Return the number of the choice that a control stands at."""
        return self.setting.get(name, self.persona.controls[name].default)

    def values(self, moved: Setting = _AS_IT_IS) -> dict[str, float]:
        """Return all quantities at the setting, some controls moved."""
        return self.evaluator.values({**self.setting, **moved})

    def sweep(self, name: str, moved: Setting = _AS_IT_IS) -> list[dict[str, float]]:
        """Return all quantities at each choice of a control."""
        return [self.values({**moved, name: at}) for at in range(len(self.choices(name)))]


class Limit(NamedTuple):
    """The limit of an instrument: what it is called, and its value in base units."""

    title: str
    value: float


class _Line(NamedTuple):
    """A line of a plot: its quantity, what it is called, and its values in base units."""

    name: str
    title: str
    values: list[float]


class _Bar(NamedTuple):
    """A bar: what it is called, and its pieces, each with the number of its series and its value as shown."""

    title: str
    pieces: list[tuple[int, float]]

    @property
    def total(self) -> float:
        """How long it is."""
        return sum(value for _, value in self.pieces)


def limit_of(bench: Bench, plot: InstrumentModel) -> Limit | None:
    """Return the limit of an instrument, if it has one."""
    if plot.limit is None:
        return None
    value = bench.evaluator.expression(plot.limit)(bench.evaluator.values(bench.setting))
    return Limit(limit_title(plot.limit, bench.persona), value)


def draw_lines(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw quantities over all positions of a slider: a line for each, or for each choice of a control."""
    assert plot.x is not None
    across, up = bench.quantity(plot.x), bench.quantity(plot.of[0])
    control = bench.persona.controls[plot.x]
    slides = control.kind is ControlKind.SLIDER
    xs = [choice.value / across.scale if slides else float(at) for at, choice in enumerate(control.choices)]
    lines = _lines(bench, plot, plot.x)
    limit = limit_of(bench, plot)
    shown = [value for line_ in lines for value in line_.values] + ([limit.value] if limit else [])

    titles = [line_.title for line_ in lines] + ([limit.title] if limit else [])
    legend, top = _legend(titles, bool(limit), apart=_apart(bench, plot))
    upper, bottom = top + 24, top + 250
    base = 10 if plot.scale == "log" else 0
    y = scale([value / up.scale for value in shown], bottom, upper, base=base, zero=True)
    left, right = max(64.0, 16 + width_of([in_unit(tick, "") for tick in y.ticks])), WIDTH - 16
    x = scale(xs, left, right, base=even_base(xs), tight=True, wanted=9)
    pieces = [*legend, *_axes(x, y, across, up, [] if slides else bench.choices(plot.x))]
    if limit and y.shows(limit.value / up.scale):
        at = y.place(limit.value / up.scale)
        pieces.append(limit_line(left, at, right, at))
    here = bench.at(plot.x)
    pieces.append(line(x.place(xs[here]), upper, x.place(xs[here]), bottom, stroke=SOFT, dash="3 3"))
    for series, line_ in enumerate(lines):
        ys = [value / up.scale for value in line_.values]
        pieces.append(path(_polyline(xs, ys, x, y), stroke=SERIES[series], dash=DASHES[series]))
        if y.shows(ys[here]):
            pieces.append(mark(series, x.place(xs[here]), y.place(ys[here])))
    values = "; ".join(
        f"{line_.title} {show(line_.values[here], bench.quantity(line_.name))}" for line_ in lines
    )
    by = f", by {bench.label(plot.by)}" if plot.by else ""
    description = f"At {bench.label(plot.x)} {control.choices[here].label}{by}: {values}."
    return Drawing(WIDTH, bottom + 48, description, tuple(pieces))


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
    return lines[: len(SERIES)]


def _axes(x: Scale, y: Scale, across: Quantity, up: Quantity, names: Sequence[str]) -> list[str]:
    """Return the frame of a plot: marks, names, units; `names` are those of choices that are no numbers."""
    left, right, upper, bottom = x.start, x.end, y.end, y.start
    pieces = [caption(left - 8, upper - 14, up.mark, "end")]
    for tick in y.ticks:
        at = y.place(tick)
        pieces += [line(left, at, right, at), caption(left - 8, at + 4, in_unit(tick, ""), "end")]
    for tick in range(len(names)) if names else x.ticks:
        at, name = x.place(tick), names[int(tick)] if names else in_unit(tick, "")
        pieces += [line(at, bottom, at, bottom + 5, stroke=SOFT), caption(at, bottom + 20, name)]
    pieces.append(line(left, bottom, right, bottom, stroke=SOFT))
    unit = f" ({across.mark})" if across.mark and not names else ""
    title = one_line(across.label) + unit
    pieces.append(caption((left + right) / 2, bottom + 40, title))
    return pieces


def _polyline(xs: Sequence[float], ys: Sequence[float], x: Scale, y: Scale) -> str:
    """Return the path through all points that have a place, with gaps where they have none."""
    pieces, pen = [], "M"
    for across, up in zip(xs, ys, strict=True):
        if y.shows(up):
            pieces.append(f"{pen}{number(x.place(across))},{number(y.place(up))}")
        pen = "L" if y.shows(up) else "M"
    return "".join(pieces) or "M0,0"


def _apart(bench: Bench, plot: InstrumentModel) -> str:
    """Return what tells lines or bars apart, where a bare "8" or "on" would not say it."""
    return f"{bench.label(plot.by)}:" if plot.by else ""


def _legend(
    titles: Sequence[str], limited: bool, *, bars: bool = False, apart: str = ""
) -> tuple[list[str], float]:
    """Return samples with their titles, row by row, and how much height they take; the last is the limit.

    `apart` says what tells lines apart, above their samples, or bars, below those of their pieces.
    """
    pieces = []
    x, y = 2.0, 14.0
    if apart and not bars:
        pieces.append(caption(x, y, apart, "start"))
        y += 20
    for series, title in enumerate(titles):
        wide = 40 + width_of([title]) + 18
        if x > 2 and x + wide > WIDTH:
            x, y = 2.0, y + 20
        if limited and series == len(titles) - 1:
            pieces.append(limit_line(x, y - 4, x + 30, y - 4))
        elif bars:
            pieces.append(box(x + 8, y - 11, 14, 12, fill=SERIES[series]))
        else:
            pieces.append(
                path(f"M{number(x)},{number(y - 4)}h30", stroke=SERIES[series], dash=DASHES[series])
            )
            pieces.append(mark(series, x + 15, y - 4, 4))
        pieces.append(text(x + 38, y, title))
        x += wide
    if apart and bars:
        y += 20 if titles else 0
        pieces.append(caption(2.0, y, apart, "start"))
    return pieces, y + 8 if titles or apart else 0.0


def draw_bars(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw a bar for each quantity, or for each choice of a control, side by side or on each other."""
    first = bench.quantity(plot.of[0])
    bars = _bars(bench, plot, first)
    limit = limit_of(bench, plot)
    log = plot.scale == "log" and not plot.stacked
    titles = [bench.label(name) for name in plot.of] if plot.stacked else []
    titles += [limit.title] if limit else []
    legend, top = _legend(titles, bool(limit), bars=True, apart=_apart(bench, plot))
    bottom = top + _PITCH * len(bars) + 6
    shown = [bar.total for bar in bars] + ([limit.value / first.scale] if limit else [])
    x = scale(shown, 2, WIDTH - 96, base=10 if log else 0, zero=True)
    zero = x.start if log else x.place(0)
    pieces = list(legend)
    for tick in x.ticks:
        at = x.place(tick)
        value = in_unit(tick, first.mark if tick == x.ticks[-1] else "")
        anchor = "start" if tick == x.ticks[0] else "middle"
        pieces += [line(at, top + 20, at, bottom), caption(at, bottom + 16, value, anchor)]
    for place, bar in enumerate(bars):
        pieces += _bar(bar, top + _PITCH * place, x, zero, show(bar.total * first.scale, first))
    if limit and x.shows(limit.value / first.scale):
        at = x.place(limit.value / first.scale)
        for upper in (top + _PITCH * place for place in range(len(bars))):
            pieces.append(limit_line(at, upper + 18, at, upper + 41))
    return Drawing(WIDTH, bottom + 24, _bars_in_words(bench, plot, bars), tuple(pieces))


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


def _bar(bar: _Bar, upper: float, x: Scale, zero: float, total: str) -> list[str]:
    """Return a bar below its title, and what it comes to."""
    pieces = [text(2, upper + 15, bar.title)]
    reached = zero
    for series, value in bar.pieces:
        end = x.place(bar.total) if len(bar.pieces) == 1 and x.shows(bar.total) else reached
        if len(bar.pieces) > 1 and x.shows(value):
            end = reached + x.place(value) - zero
        width = max(abs(end - reached), 1.5)
        pieces.append(box(min(reached, end), upper + 21, width, 17, fill=SERIES[series]))
        reached = end
    return [*pieces, text(max(zero, reached) + 8, upper + 34, total, bold=True)]


def _bars_in_words(bench: Bench, plot: InstrumentModel, bars: Sequence[_Bar]) -> str:
    first = bench.quantity(plot.of[0])

    def piece(series: int, value: float) -> str:
        name = f"{bench.label(plot.of[series])} " if plot.stacked else ""
        return name + show(value * first.scale, first)

    by = f"By {bench.label(plot.by)}: " if plot.by else ""
    values = (f"{bar.title} {', '.join(piece(*one) for one in bar.pieces)}".strip() for bar in bars)
    return f"{by}{'; '.join(values)}."
