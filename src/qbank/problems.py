"""What can be wrong with the data of a question or a set, said in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from qbank import lazy_re
from qbank.quoting import told_apart

Path: TypeAlias = tuple[str | int, ...]

MOST_LISTED: Final = 13
_QUOTED_LENGTH: Final = 60
_PLAIN_NAME: Final = lazy_re.compile(r"[A-Za-z0-9_-]{1,60}")


class ProblemKind(StrEnum):
    """The sort of a problem; rules map each sort to a code."""

    MISSING = "missing"
    UNKNOWN_FIELD = "unknown-field"
    CHOICE = "choice"
    TYPE = "type"
    LENGTH = "length"
    RANGE = "range"
    PATTERN = "pattern"
    VERSION = "version"
    MAPPING_OPTION = "mapping-option"
    OPTION_INDEX = "option-index"
    URL = "url"
    VISUAL = "visual"
    UNSAFE_TEXT = "unsafe-text"
    CONFLICT = "conflict"


class Problem(Struct, frozen=True):
    """One thing wrong with the data.

    `path` leads to the value (to where it should be, for MISSING); `on_key` says that the key is at fault
    and not the value. `suggestion` is the exact text to put in place of the value, or of the key, when there
    is a near one. A required field that seems to be there under a wrong name is MISSING with that wrong name
    as path, `on_key`, and its right name as suggestion.
    """

    kind: ProblemKind
    path: Path
    message: str
    suggestion: str | None = None
    on_key: bool = False


def problem_at(
    kind: ProblemKind, path: Path, fault: str, suggestion: str | None = None, *, on_key: bool = False
) -> Problem:
    """Make a problem whose message says where it is and then what is wrong."""
    return Problem(kind, path, f"{format_path(path)}: {fault}" if path else fault, suggestion, on_key)


def format_path(path: Path) -> str:
    """Write a path the way people do: `details.options[2]`."""
    text = ""
    for step in path:
        if isinstance(step, str) and _PLAIN_NAME.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{_quoted_text(step) if isinstance(step, str) else quote(step)}]"
    return text


def quote(value: object) -> str:
    """Write a value of untrusted origin so that it is short, on one line and free of control characters.

    A letter in a name that looks like another one is named.
    """
    if isinstance(value, str):
        return _quoted_text(value) + told_apart(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Python refuses to write out very large integers in decimal.
        return str(value) if abs(value) < 10**_QUOTED_LENGTH else "a very large number"
    if isinstance(value, float):
        return repr(value)
    return describe(value)


def describe(value: object) -> str:
    """Name the sort of a value: `a list`, `a mapping`, `text`, ..."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return "a value of an unknown sort"


def listing(words: Sequence[str]) -> str:
    """Write words of our own one after the other; of more than `MOST_LISTED` the first few."""
    if len(words) > MOST_LISTED:
        shown = ", ".join(f"'{word}'" for word in words[:5])
        return f"{shown} and {len(words) - 5} more"
    return joined(f"'{word}'" for word in words)


def joined(words: Iterable[str], conjunction: str = "and") -> str:
    """Write words one after the other: `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def _quoted_text(text: str) -> str:
    cut = text[:_QUOTED_LENGTH]
    # One character can take up to ten when it is escaped.
    while cut and len(repr(cut)) > _QUOTED_LENGTH + 2:
        cut = cut[:-1]
    return repr(cut if len(cut) == len(text) else f"{cut}…")
