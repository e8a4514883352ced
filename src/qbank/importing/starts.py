"""Finding where exercises begin in a chapter, and the number, title, stars and points that stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qbank.importing.lines import Line

MOST_STARS: Final = 4

_WORD: Final = r"(?:Exercise|Problem|Question|Task|Quiz|Q)"
_NUMBER: Final = r"(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4}){0,3}[a-z]?)"
_NAMED: Final = rf"{_WORD}\.?\s*#?(?:{_NUMBER})?(?![A-Za-z0-9])"

# From the most explicit way to the least; a chapter is read in the first that it uses.
_WAYS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"#{{1,6}}\s+{_NAMED}(?P<rest>.*)",
        rf"(?:[-*]\s+)?\*\*{_NAMED}(?P<bold>[^*]*)\*\*(?P<rest>.*)",
        rf"{_NAMED}\s*(?P<sign>[.:)])(?P<rest>.*)",
        rf"#{{2,6}}\s+{_NUMBER}(?P<sign>[.:)]|\s)(?P<rest>.*)",
        rf"\*\*{_NUMBER}(?P<sign>[.:)]?)(?P<bold>[^*]*)\*\*(?P<rest>.*)",
        rf"{_NUMBER}(?P<sign>[.)])\s(?P<rest>.*)",
    )
)
_LONE_SIGNS: Final = re.compile(r"^[\s.:)\]–—-]+")
_STARS: Final = re.compile(r"[(\[]? ?(?P<stars>[★☆⭐✩✦]{1,6}|(?<=[(\[])(?:\\?\*){1,5}) ?[)\]]?")
_POINTS: Final = re.compile(
    r"[(\[]\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(?:points?|pts?\.?|marks?)\s*[)\]]", re.I
)
_MINUTES: Final = re.compile(r"[(\[]\s*(?:~|about\s)?([0-9]{1,3})\s*min(?:utes?|\.)?\s*[)\]]", re.I)
_BOLD_TITLE: Final = re.compile(r"\*\*([^*]{3,120}?)[.:]?\*\*[.:]?(?:\s+(.*))?$", re.S)


@dataclass(slots=True)
class Start:
    """The line that an exercise begins with, read: `rest` is text behind number and title."""

    number: str
    title: str
    rest: str
    stars: int | None = None
    points: float | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One way to begin exercises."""

    pattern: re.Pattern[str]
    heading: bool

    def start(self, line: Line) -> Start | None:
        """Read the line that an exercise begins with; None if it is not one."""
        found = line.match(self.pattern)
        if found is None:
            return None
        groups = found.groupdict()
        start = Start(groups.get("number") or "", "", groups.get("rest") or "")
        bold = _facts(start, groups.get("bold") or "")
        rest = _facts(start, start.rest)
        if self.heading:
            start.title, start.rest = rest, ""
        else:
            start.title, start.rest = bold, rest
            titled = None if bold else _BOLD_TITLE.match(rest)
            if titled:
                start.title, start.rest = titled[1].strip(), titled[2] or ""
        start.title = start.title.strip(" .:*_")
        return start


def ways() -> tuple[Way, ...]:
    """Return the ways, the most explicit first."""
    return tuple(Way(pattern, pattern.pattern.startswith("#")) for pattern in _WAYS)


def way_of(lines: Sequence[Line]) -> Way | None:
    """Return the most explicit way in which lines begin exercises; None if there is none."""
    return next((way for way in ways() if any(way.start(line) for line in lines)), None)


def _facts(start: Start, text: str) -> str:
    """Take stars, points and minutes out of the first line of an exercise."""
    if stars := _STARS.search(text):
        start.stars = sum(sign not in "☆✩\\" for sign in stars["stars"])
        text = f"{text[: stars.start()]} {text[stars.end() :]}"
    if points := _POINTS.search(text):
        start.points = float(points[1])
        text = f"{text[: points.start()]} {text[points.end() :]}"
    if minutes := _MINUTES.search(text):
        start.minutes = int(minutes[1])
        text = f"{text[: minutes.start()]} {text[minutes.end() :]}"
    return _LONE_SIGNS.sub("", text).strip()
