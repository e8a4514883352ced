"""How statistics are written: two decimals, and a dash for what is not defined."""

from __future__ import annotations

from typing import Final

from qbank.results.statistics.intervals import Interval

_NOTHING: Final = "–"


def share(value: float | None) -> str:
    """Return a share between 0 and 1."""
    return _NOTHING if value is None else f"{value:.2f}"


def signed(value: float | None) -> str:
    """Return a value that may be negative, with a minus sign."""
    return _NOTHING if value is None else f"{value:.2f}".replace("-", "−")


def percent(value: float | None) -> str:
    """Return a percentage."""
    return _NOTHING if value is None else f"{value:.0f} %".replace("-", "−")


def interval_text(interval: Interval | None) -> str:
    """Return an interval."""
    return _NOTHING if interval is None else f"{signed(interval.low)} to {signed(interval.high)}"
