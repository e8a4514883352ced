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
    from rich.progress import Progress, TaskID

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
    bar = _Bar(total, doing)
    try:
        yield bar.advance
    finally:
        bar.stop()


class _Bar:
    def __init__(self, total: int, doing: str) -> None:
        self._total = total
        self._doing = doing
        self._shown_from = time.monotonic() + PATIENCE
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def advance(self, done: int, total: int) -> None:
        if self._progress is None:
            if time.monotonic() < self._shown_from:
                return
            self._show()
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total)

    def stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _show(self) -> None:
        # A bar is drawn by a thread of its own: worker processes are forked before it starts.
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn(self._doing),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task("", total=self._total)
        self._progress.start()
