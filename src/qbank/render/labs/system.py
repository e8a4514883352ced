"""The picture of a system for paper: its devices and how they send, and how a round divides."""

from __future__ import annotations

import math
from typing import Final

from qbank.labs.format import show
from qbank.labs.quantity import InstrumentModel
from qbank.render.labs.drawing import WIDTH, Drawing, plural
from qbank.render.labs.plots import Bench

_MOST_DEVICES: Final = 16
_SIZE: Final = 96.0


def draw_system(bench: Bench, plot: InstrumentModel) -> Drawing:
    """Draw the devices on a ring, or around the channel that all share, and below a round of theirs."""
    values = bench.values()
    count = bench.count(plot.devices)
    drawn = min(count, _MOST_DEVICES)
    shared = bench.holds(plot.shared)
    times = [max(0.0, values[name]) for name in plot.of]
    whole = sum(times)
    known = math.isfinite(whole) and whole > 0
    how = "" if drawn < 2 else " on one channel, in turns" if shared else ", each sends to the next"
    shares = ", ".join(f"{bench.label(name)} {show(values[name], bench.quantity(name))}" for name in plot.of)
    of_all = f"{drawn} of " if drawn < count else ""
    middle = (WIDTH / 2, _SIZE + 30)

    def place(at: int) -> tuple[float, float]:
        turn = 2 * math.pi * at / drawn - math.pi / 2
        return middle[0] + _SIZE * math.cos(turn), middle[1] + _SIZE * math.sin(turn)

    places = [place(at) for at in range(drawn)]
    ends = [middle if shared else places[(at + 1) % drawn] for at in range(drawn)]
    return Drawing(
        "system",
        WIDTH,
        2 * _SIZE + 72 + 48,
        f"{of_all}{plural(count, 'device')}{how}. {shares}.",
        {
            "places": places,
            "ways": list(zip(places, ends, strict=True)) if drawn > 1 else [],
            "shared": shared,
            "radius": 13.0 if drawn > 10 else 16.0,
            "top": 2 * _SIZE + 72,
            "strip": [
                (
                    bench.label(name),
                    (time / whole) if known else 0.0,
                    show(values[name], bench.quantity(name)),
                )
                for name, time in zip(plot.of, times, strict=True)
            ],
        },
    )
