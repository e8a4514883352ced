"""Keeping what tells of persons out of version control."""

from __future__ import annotations

import os
from pathlib import Path

from qbank.bank.git import GitError, ask_git
from qbank.quoting import printable
from qbank.results.sheet import ResultsError


def refuse_in_repository(path: Path) -> None:
    """Refuse a file with rows of persons that lies in a git work tree which does not ignore it.

    Raises:
        ResultsError: it does; the message says what to do.
    """
    real = Path(os.path.realpath(path))
    top = next((folder for folder in real.parents if os.path.lexists(folder / ".git")), None)
    if top is None or _is_ignored(real):
        return
    inside = printable(real.relative_to(top).as_posix())
    raise ResultsError(
        f"{printable(path)}: holds answers of persons, and lies in a git work tree ({printable(top)}) that "
        "does not ignore it, so that it may be committed. Move it out, or add a line to .gitignore, such as: "
        f"/{inside}"
    )


def _is_ignored(real: Path) -> bool:
    """Whether git leaves a file alone; one that is tracked is not ignored, whatever patterns say."""
    folder = next(folder for folder in real.parents if folder.is_dir())
    try:
        return bool(ask_git(folder, "check-ignore", "--", os.fspath(real)).strip())
    except GitError:
        return False
