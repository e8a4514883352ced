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

_FEW: Final = 3
_LONE_SIGNS: Final = re.compile(r"^[\s.:)\]–—-]+")
_STARS: Final = re.compile(r"[(\[]? ?(?P<stars>[★☆⭐✩✦]{1,6}|(?<=[(\[])(?:\\?\*){1,5}) ?[)\]]?")
_WORTH: Final = r"(?P<points>[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(?:points?|pts?\.?|marks?)"
_TIME: Final = r"(?:~|about\s)?(?P<minutes>[0-9]{1,3})\s*min(?:utes?|\.)?"
_BRACKETS: Final = tuple(
    re.compile(rf"[(\[]\s*{first}(?:\s*[,;·]\s*{second})?\s*[)\]]", re.IGNORECASE)
    for first, second in ((_WORTH, _TIME), (_TIME, _WORTH))
)
_MARKED_TITLE: Final = re.compile(
    r"(?:\*\*([^*]{3,120}?)[.:]?\*\*[.:]?(?:\s+(.*))?|(?P<mark>[*_])([^*_]{3,120})(?P=mark))$", re.DOTALL
)


@dataclass(slots=True)
class ExerciseHeading:
    """The line that an exercise begins with, read: `rest` is text behind number and title."""

    number: str
    title: str
    rest: str
    stars: int | None = None
    points: float | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class HeadingStyle:
    """One way to begin exercises; where it `asks`, headings are questions and the text below answers."""

    patterns: tuple[re.Pattern[str], ...]
    is_heading: bool
    asks: bool

    def read(self, line: Line) -> ExerciseHeading | None:
        """Read the line that an exercise begins with; None if it is not one."""
        match = next(filter(None, map(line.match, self.patterns)), None)
        if match is None:
            return None
        groups = match.groupdict()
        heading = ExerciseHeading(groups.get("number") or "", "", "")
        title = _without_facts(groups.get("bold") or "", heading)
        rest = _without_facts(groups.get("rest") or "", heading)
        if self.is_heading and not self.asks:
            title, rest = rest, ""
        elif not title and (marked := _MARKED_TITLE.match(rest)):
            title, rest = (marked[1] or marked[4]).strip(), marked[2] or ""
        heading.title, heading.rest = title.strip(" .:*_"), rest
        return heading


_STYLES: Final = tuple(
    HeadingStyle(tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns), is_heading, asks)
    for patterns, is_heading, asks in (
        ((rf"#{{1,6}}\s+{_HEADED}(?P<rest>.*)",), True, False),
        # Bold or not, `Q:` is no other thing.
        ((_BOLD, _Q), False, False),
        ((rf"{_NAMED}\s*(?P<sign>[.:)])(?P<rest>.*)",), False, False),
        ((rf"#{{2,6}}\s+{_NUMBER}(?P<sign>[.:)]|\s)(?P<rest>.*)",), True, False),
        ((rf"\*\*{_NUMBER}(?P<sign>[.:)]?)(?P<bold>[^*]*)\*\*(?P<rest>.*)",), False, False),
        ((rf"{_NUMBER}(?P<sign>[.)])\s(?P<rest>.*)",), False, False),
        # A heading that asks something.
        ((r"#{2,6}\s+(?P<rest>\S.*\?)\s*#*\s*",), True, True),
    )
)
"""From the most explicit to the least; a chapter is read in the first that it uses."""


def heading_style(lines: Sequence[Line]) -> HeadingStyle | None:
    """Return the most explicit way in which lines begin exercises; None if there is none.

    Where a less explicit one counts many more, a line or two only look like the other.
    """
    counts = ((style, sum(style.read(line) is not None for line in lines)) for style in _STYLES)
    found = [(style, count) for style, count in counts if count]
    if not found:
        return None
    explicit, count = found[0]
    others = [(consecutive(style, lines), style) for style, _ in found[1:] if not style.asks]
    most, other = max(others, key=lambda pair: pair[0], default=(0, explicit))
    return other if most >= _FEW and most > 2 * count else explicit


def consecutive(style: HeadingStyle, lines: Sequence[Line]) -> int:
    """Return up to which number lines count 1, 2, 3 in a way to begin exercises."""
    last = 0
    for heading in filter(None, map(style.read, lines)):
        if heading.number == str(last + 1):
            last += 1
    return last


def most_counted(lines: Sequence[Line]) -> int:
    """Return how many items lines count in any way to begin exercises."""
    return max((consecutive(style, lines) for style in _STYLES), default=0)


def _without_facts(text: str, heading: ExerciseHeading) -> str:
    """Take stars, points and minutes out of a piece of the first line of an exercise; return the rest."""
    if stars := _STARS.search(text):
        heading.stars = sum(sign not in "☆✩\\" for sign in stars["stars"])
        text = f"{text[: stars.start()]} {text[stars.end() :]}"
    for bracket in _BRACKETS:
        if facts := bracket.search(text):
            heading.points = float(facts["points"]) if facts["points"] else heading.points
            heading.minutes = int(facts["minutes"]) if facts["minutes"] else heading.minutes
            text = f"{text[: facts.start()]} {text[facts.end() :]}"
    return _LONE_SIGNS.sub("", text).strip()
