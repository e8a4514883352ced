"""Patterns for paths, as people write them in settings."""

from __future__ import annotations

from fnmatch import fnmatchcase


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
