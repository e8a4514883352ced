"""Finding where exercises begin in a chapter, and the number, title, stars and points that stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qbank.importing.markup.lines import Line

MOST_STARS: Final = 4

_WORD: Final = r"(?:Exercise|Problem|Question|Task|Quiz|Q)"
_NUMBER: Final = r"(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4}){0,3}[a-z]?)"
_NAMED: Final = rf"{_WORD}\.?\s*#?(?:{_NUMBER})?(?![A-Za-z0-9])"

# Headings such as `Quiz on caches`, `Q & A` and `Problem statement` begin no exercise.
_HEADED: Final = (
    rf"(?:{_WORD}\.?\s*#?{_NUMBER}(?![A-Za-z0-9])"
    r"|(?:Exercise|Problem|Question|Task)(?=\s*(?:[.:)(\[★☆⭐✩✦–—-]|$))|Q(?:uiz)?(?=\s*[.:)]))"
)
_BOLD: Final = rf"(?:[-*]\s+)?\*\*{_NAMED}(?P<bold>[^*]*)\*\*(?P<rest>.*)"
_Q: Final = rf"Q\.?\s*#?(?:{_NUMBER})?\s*(?P<sign>[.:)])(?P<rest>.*)"
_ASKS: Final = r"#{2,6}\s+(?P<rest>\S.*\?)\s*#*\s*"

# From the most explicit way to the least; a chapter is read in the first that it uses. The last is a heading
# that asks something.
_WAYS: Final = tuple(
    tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
    for patterns in (
        (rf"#{{1,6}}\s+{_HEADED}(?P<rest>.*)",),
        # Bold or not, `Q:` is no other thing.
        (_BOLD, _Q),
        (rf"{_NAMED}\s*(?P<sign>[.:)])(?P<rest>.*)",),
        (rf"#{{2,6}}\s+{_NUMBER}(?P<sign>[.:)]|\s)(?P<rest>.*)",),
        (rf"\*\*{_NUMBER}(?P<sign>[.:)]?)(?P<bold>[^*]*)\*\*(?P<rest>.*)",),
        (rf"{_NUMBER}(?P<sign>[.)])\s(?P<rest>.*)",),
        (_ASKS,),
    )
)
_LONE_SIGNS: Final = re.compile(r"^[\s.:)\]–—-]+")
_STARS: Final = re.compile(r"[(\[]? ?(?P<stars>[★☆⭐✩✦]{1,6}|(?<=[(\[])(?:\\?\*){1,5}) ?[)\]]?")
_WORTH: Final = r"(?P<points>[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(?:points?|pts?\.?|marks?)"
_TIME: Final = r"(?:~|about\s)?(?P<minutes>[0-9]{1,3})\s*min(?:utes?|\.)?"
_BRACKETS: Final = tuple(
    re.compile(rf"[(\[]\s*{facts}\s*[)\]]", re.IGNORECASE)
    for facts in (
        rf"{_WORTH}(?:\s*[,;·]\s*{_TIME})?",
        rf"{_TIME}(?:\s*[,;·]\s*{_WORTH})?",
    )
)
_MARKED_TITLE: Final = re.compile(
    r"(?:\*\*([^*]{3,120}?)[.:]?\*\*[.:]?(?:\s+(.*))?|(?P<mark>[*_])([^*_]{3,120})(?P=mark))$", re.DOTALL
)


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
    """One way to begin exercises; where it `asks`, headings are questions and the text below answers."""

    patterns: tuple[re.Pattern[str], ...]
    heading: bool
    asks: bool

    def start(self, line: Line) -> Start | None:
        """Read the line that an exercise begins with; None if it is not one."""
        found = next(filter(None, map(line.match, self.patterns)), None)
        if found is None:
            return None
        groups = found.groupdict()
        start = Start(groups.get("number") or "", "", groups.get("rest") or "")
        bold = _facts(start, groups.get("bold") or "")
        rest = _facts(start, start.rest)
        if self.heading and not self.asks:
            start.title, start.rest = rest, ""
        else:
            start.title, start.rest = bold, rest
            titled = None if bold else _MARKED_TITLE.match(rest)
            if titled:
                start.title, start.rest = (titled[1] or titled[4]).strip(), titled[2] or ""
        start.title = start.title.strip(" .:*_")
        return start


def ways() -> tuple[Way, ...]:
    """Return the ways, the most explicit first."""
    return tuple(
        Way(patterns, patterns[0].pattern.startswith("#"), patterns[0].pattern == _ASKS) for patterns in _WAYS
    )


def way_of(lines: Sequence[Line]) -> Way | None:
    """Return the most explicit way in which lines begin exercises; None if there is none."""
    return next((way for way in ways() if any(way.start(line) for line in lines)), None)


def _facts(start: Start, text: str) -> str:
    """Take stars, points and minutes out of the first line of an exercise."""
    if stars := _STARS.search(text):
        start.stars = sum(sign not in "☆✩\\" for sign in stars["stars"])
        text = f"{text[: stars.start()]} {text[stars.end() :]}"
    for bracket in _BRACKETS:
        if found := bracket.search(text):
            start.points = float(found["points"]) if found["points"] else start.points
            start.minutes = int(found["minutes"]) if found["minutes"] else start.minutes
            text = f"{text[: found.start()]} {text[found.end() :]}"
    return _LONE_SIGNS.sub("", text).strip()
