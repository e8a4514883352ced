"""Waiting until files change: they are looked at again and again, which works on every disk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

PAUSE: Final = 0.25
"""Seconds between two looks, at least."""
_SHARE: Final = 10
"""How many times as long as a look takes to wait for the next one: a tenth of a processor is enough."""

State = tuple[int, int, int]
"""When a file was changed, in nanoseconds, its size, and its number on the disk, which saving may change."""
States = Mapping[Path, State]


def states_of(files: Iterable[Path]) -> States:
    """Return the states of files; those that are not there, or cannot be looked at, are left out."""
    states = {}
    for file in files:
        try:
            found = os.stat(file)  # noqa: PTH116 - Path.stat takes twice as long, for thousands of files
        except (OSError, ValueError):
            continue
        states[file] = (found.st_mtime_ns, found.st_size, found.st_ino)
    return states


def changed(before: States, now: States) -> frozenset[Path]:
    """Return the files that differ between two looks: changed, new, or gone."""
    return frozenset(file for file in {*before, *now} if before.get(file) != now.get(file))


def wait_for_change(look: Callable[[], States], before: States) -> States:
    """Return the states of files once they have changed and stand still: editors write in several steps."""
    seen = before
    while True:
        started = time.monotonic()
        now = look()
        if now == seen and now != before:
            return now
        seen = now
        time.sleep(max(PAUSE, _SHARE * (time.monotonic() - started)))
