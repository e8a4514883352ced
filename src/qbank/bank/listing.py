"""The question files of a bank with what tells whether they were changed, in the time of a keystroke."""

# ruff: noqa: PTH116, PTH118
# Strings and system calls alone: this is done before every search, for ten thousand files.

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TypeAlias

from qbank.bank.discovery import OTHER_FOLDERS, QUESTIONS_FOLDER, SUFFIXES, find_question_files

FileState: TypeAlias = tuple[str, int, int, int]
"""A path from the root of the bank on, with `/` between folders; size; mtime and ctime in nanoseconds.

The times are -1 where they cannot be had. The ctime tells what sets the mtime back, as copying tools do.
"""


class _LinkMetError(Exception):
    """A link was met; following links takes more care than this walk does."""


def file_states(root: Path) -> list[FileState]:
    """Return the question files of the bank at `root`, those that `find_question_files` would find, sorted.

    Raises:
        TargetError: its folder of questions cannot be read.
    """
    states: list[FileState] = []
    try:
        _walk(os.path.join(root, QUESTIONS_FOLDER), QUESTIONS_FOLDER, False, states)
    except (OSError, _LinkMetError):
        files = find_question_files([root / QUESTIONS_FOLDER]).files
        states = [_state(file, file.relative_to(root).as_posix()) for file in files]
    states.sort()
    return states


def is_question(path: str) -> bool:
    """Whether a path from the root of a bank on, with `/` between folders, is that of a question file."""
    *folders, name = path.split("/")
    if folders[:1] != [QUESTIONS_FOLDER] or not name.endswith(SUFFIXES):
        return False
    inner = len(folders) - folders[::-1].index(QUESTIONS_FOLDER)
    return OTHER_FOLDERS.isdisjoint(folders[inner : inner + 1]) and not any(
        part.startswith(".") for part in (*folders, name)
    )


def _walk(folder: str, shown: str, elsewhere: bool, states: list[FileState]) -> None:
    in_questions = shown.rpartition("/")[2] == QUESTIONS_FOLDER
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.startswith("."):
                continue
            if entry.is_symlink():
                raise _LinkMetError
            if name.endswith(SUFFIXES) and not elsewhere:
                status = entry.stat()
                if not stat.S_ISDIR(status.st_mode):
                    states.append((f"{shown}/{name}", status.st_size, status.st_mtime_ns, status.st_ctime_ns))
                    continue
            if entry.is_dir():
                # Sets lie in the `sets` of the innermost `questions`, and labs in its `labs`.
                inner = name in OTHER_FOLDERS if in_questions else elsewhere and name != QUESTIONS_FOLDER
                _walk(entry.path, f"{shown}/{name}", inner, states)


def _state(path: Path, shown: str) -> FileState:
    try:
        status = os.stat(path)
    except OSError:
        return shown, -1, -1, -1
    return shown, status.st_size, status.st_mtime_ns, status.st_ctime_ns
