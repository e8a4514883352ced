"""Doing the same again at every save: `--watch`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from qbank.audit.settings import PYPROJECT, Settings
from qbank.bank.discovery import SETTINGS_FILE
from qbank.bank.watching import States, changed, states_of, wait_for_change
from qbank.cli import OK
from qbank.cli.output import echo_error, echo_note
from qbank.errors import InputError
from qbank.report.terminal import is_terminal
from qbank.units.format import counted

_CLEAR: Final = "\x1b[H\x1b[2J"
"""To the top, and the screen empty; what was scrolled away stays."""


def watch(
    files: Callable[[], Iterable[Path]],
    run: Callable[[frozenset[Path]], object],
    judges: Callable[[], Iterable[Path]] = tuple,
) -> int:
    """Run something, and again with the files that changed whenever some did, until Ctrl-C.

    Args:
        files: says which files there are; asked again at each look, for new ones come.
        run: gets the files that changed, all of them at first. That something is wrong is told, and no end.
        judges: files that all others are judged by; when one changes, everything begins anew.
    """
    before: States = {}
    known = states_of(judges())
    try:
        now = states_of(files())
        while True:
            _once(run, changed(before, now), first=not before)
            before = now
            now = wait_for_change(lambda: states_of((*files(), *judges())), {**before, **known})
            now = {file: state for file, state in now.items() if file not in known}
            if states_of(judges()) != known:
                _begin_anew()
    except KeyboardInterrupt:
        echo_note("")
        return OK


def judges_of(settings: Settings) -> Iterator[Path]:
    """Yield the files that a bank is judged by, whether they are there or not yet."""
    if settings.file is not None:
        yield settings.file
    if settings.root is not None:
        yield from (settings.root / name for name in (SETTINGS_FILE, PYPROJECT))
        for folder, _, names in os.walk(settings.root / "schema"):
            yield from (Path(folder, name) for name in names)


def _once(run: Callable[[frozenset[Path]], object], files: frozenset[Path], *, first: bool) -> None:
    if sys.stdout is not None and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb":
        sys.stdout.write(_CLEAR)
        sys.stdout.flush()
    try:
        run(files)
    except InputError as error:
        for line in str(error).splitlines():
            echo_error(line)
    what = "" if first else f" after {counted(len(files), 'change')}"
    echo_note(f"{time.strftime('%H:%M:%S')}{what}; waiting for the next save, Ctrl-C ends")


def _begin_anew() -> None:
    """Start the program again, for what it has read of settings and of the bank's schema holds no more."""
    echo_note("the settings or the schema of the bank have changed")
    os.execv(sys.executable, [sys.executable, "-m", "qbank", *sys.argv[1:]])
