"""Paths of files relative to their bank: how settings, the cache and shards speak of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path


class BankPaths:
    """The paths of files in the bank at a root, or below the working directory where there is no bank."""

    def __init__(self, root: Path | None) -> None:
        self.base = os.path.abspath(root or ".")  # noqa: PTH100 - links stay
        self._is_here = self.base == os.getcwd()  # noqa: PTH109

    def relative(self, path: Path | str) -> str:
        """Return a file's path relative to the bank, with `/`; links in the bank are not followed."""
        name = os.fspath(path)
        if not (self._is_here and not os.path.isabs(name) and ".." not in name):  # noqa: PTH117
            name = os.path.relpath(name, self.base)
            if name.startswith(os.pardir):
                # Named by another way that leads into the bank, or it lies elsewhere.
                name = os.path.relpath(os.path.realpath(path), os.path.realpath(self.base))
        return name.replace(os.sep, "/")

    def looked_for(self, files: Mapping[Path, bool]) -> tuple[tuple[str, bool], ...]:
        """Return the relative paths of files, and whether they were there."""
        return tuple((self.relative(file), there) for file, there in files.items())

    def still_hold(self, looked_for: Iterable[tuple[str, bool]]) -> bool:
        """Whether files, by their relative paths, still are there or are not, as they were found."""
        return all(
            os.path.isfile(os.path.join(self.base, path)) is there  # noqa: PTH113, PTH118
            for path, there in looked_for
        )


def matches(path: str, pattern: str) -> bool:
    """Whether a path (relative to the root, with `/`) is one that a pattern means.

    `*` and `?` stay within a name, `**` spans folders, `[abc]` and `[!abc]` stand for one character. A
    pattern without a slash may match at any depth, and a pattern that fits a folder fits everything in it.
    """
    wanted = pattern.removeprefix("./").rstrip("/")
    if not wanted:
        return False
    parts = wanted.removeprefix("/").split("/")
    if "/" not in wanted:
        parts.insert(0, "**")
    names = path.split("/")
    # How many names the pattern may have used up so far; so no pattern can make the search long.
    used = {0}
    for part in parts:
        if part == "**":
            used = set(range(min(used), len(names) + 1))
        else:
            used = {count + 1 for count in used if count < len(names) and fnmatchcase(names[count], part)}
        if not used:
            return False
    return True
