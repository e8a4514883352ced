"""Changing several files together: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from qbank.bank.writing import WriteError, create, unchanged, write_atomic
from qbank.quoting import reason


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after; None where there is none."""

    path: Path
    before: bytes | None
    after: bytes | None


def apply_all_or_none(changes: Sequence[Change]) -> None:
    """Make all changes. If one cannot be made, or the process is interrupted, those before it are taken back.

    New files come first and deletions last, so that nothing is lost even where a machine stops in between.
    Raises WriteError, and leaves all files as they were, if a file is not what `before` says, or cannot be
    written.
    """
    for change in changes:
        if _content(change.path) != change.before:
            what = "is there already" if change.before is None else "was changed meanwhile"
            raise unchanged(change.path, what)
    done: list[Change] = []
    try:
        for change in sorted(changes, key=_turn):
            # Noted first: an interruption may come between the two, and to take back nothing harms nobody.
            done.append(change)
            _set(change.path, change.after)
    except BaseException:
        for change in reversed(done):
            with suppress(WriteError):
                _set(change.path, change.before)
        raise


def _turn(change: Change) -> int:
    return 0 if change.before is None else 2 if change.after is None else 1


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unchanged(path, f"cannot be read: {reason(error)}") from error


def _set(path: Path, content: bytes | None) -> None:
    if content is not None and os.path.lexists(path):
        write_atomic(path, content)
    elif content is not None:
        create(path, content)
    else:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unchanged(path, f"cannot be removed: {reason(error)}") from error
