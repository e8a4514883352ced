"""A bar for someone who waits at a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qbank.report.terminal import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 0.5
"""Seconds before a bar is shown; most runs are over by then."""
MIN_FILES = 200


@contextmanager
def progress(
    total: int, *, show: bool, doing: str = "Auditing"
) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function to call with what is done; None if nobody would see a bar."""

    watched = sys.stderr is not None and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
    if not (show and watched and total >= MIN_FILES):
        yield None
        return
    bar = _Bar(doing)
    try:
        yield bar.advance
    finally:
        bar.stop()


class _Bar:
    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._shown_from = time.monotonic() + PATIENCE
        self._progress: Progress | None = None

    def advance(self, done: int, total: int) -> None:
        if self._progress is None and time.monotonic() >= self._shown_from:
            self._progress = self._shown(total)
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done, total=total)

    def stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _shown(self, total: int) -> Progress:
        # A bar is drawn by a thread of its own: worker processes are forked before it starts.
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        bar = Progress(
            TextColumn(self._doing),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        bar.add_task("", total=total)
        bar.start()
        return bar
