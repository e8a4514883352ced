"""The sections of a text with bold markers, such as **The Pitfall:** ... **The Rationale:** ..."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from qbank import lazy_re
from qbank.nearest import nearest
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath


class SectionPlan(Struct, frozen=True, eq=False):
    """The sections a field should have, in their order.

    Attributes:
        path: the field.
        spellings: for every section the markers that are right, the preferred one first.
        words: what a marker may say, in lower case and without article and punctuation, and the right marker.
    """

    path: FieldPath
    spellings: tuple[tuple[str, ...], ...]
    words: Mapping[str, str]

    @property
    def preferred(self) -> list[str]:
        """The marker that messages ask for, of every section."""
        return [first for first, *_ in self.spellings]

    def section(self, marker: str) -> int:
        """Return which section a right marker begins."""
        return next(index for index, spellings in enumerate(self.spellings) if marker in spellings)

    def markers_of(self, question: QuestionFile) -> list[Marker] | None:
        """Return the markers in a question's field, None if it has no text; a view to be cached."""
        text = question.text(self.path)
        return markers(text, self) if text and text.strip() else None


class Marker(Struct, frozen=True):
    """A marker found in a text: what it is, what it should be, and whether a section follows it.

    `certain` is false if it holds more words than its name, so that it cannot simply be replaced.
    """

    start: int
    end: int
    section: int
    right: str
    exact: bool
    certain: bool
    empty: bool

    @property
    def part(self) -> tuple[int, int]:
        """Its place in the text."""
        return self.start, self.end


MISTAKE = SectionPlan(
    path=("details", "common_mistake"),
    spellings=(("**The Pitfall:**",), ("**The Rationale:**",), ("**The Consequence:**",)),
    words={
        **dict.fromkeys(("pitfall", "pitfalls"), "**The Pitfall:**"),
        "rationale": "**The Rationale:**",
        **dict.fromkeys(("consequence", "consequences"), "**The Consequence:**"),
    },
)
_CONSTRAINED = "**Assumptions & Constraints:**"
_INTERPRETED = "**Conclusion & Interpretation:**"
NAPKIN = SectionPlan(
    path=("details", "napkin_math"),
    spellings=(
        (_CONSTRAINED, "**Assumptions:**"),
        ("**Calculations:**",),
        (_INTERPRETED, "**Conclusion:**"),
    ),
    words={
        **dict.fromkeys(("assumption", "assumptions"), "**Assumptions:**"),
        **{
            f"{first} and {second}": _CONSTRAINED
            for first in ("assumption", "assumptions")
            for second in ("constraint", "constraints")
        },
        "constraints and assumptions": _CONSTRAINED,
        **dict.fromkeys(("calculation", "calculations"), "**Calculations:**"),
        **dict.fromkeys(("conclusion", "conclusions"), "**Conclusion:**"),
        "conclusion and interpretation": _INTERPRETED,
        "conclusions and interpretation": _INTERPRETED,
        "conclusions and interpretations": _INTERPRETED,
        "interpretation and conclusion": _INTERPRETED,
    },
)

_LIST_MARK = r"[ \t]*(?:(?:\d{1,2}[.)]|[-*+•])[ \t]+)?"
_LINE_BEGINS = lazy_re.compile(_LIST_MARK)
# Blanks are few where they could be matched in several ways, so that no text can make the search slow.
# It begins with the mark, so that the search leaps from mark to mark.
_BOLD = lazy_re.compile(
    r"(?P<all>(?P<mark>[*_](?:(?<=\*)\*{0,2}|(?<=_)_{1,2}))[ \t]{0,3}(?P<label>[A-Za-z][^*_\n:]{2,60}?)"
    r"[ \t]{0,3}(?P<inside>[:.]?)[ \t]{0,3}(?P=mark)(?P<outside>[ \t]{0,3}:)?)(?P<alone>[ \t]*$)?",
    re.MULTILINE,
)
_PLAIN = lazy_re.compile(
    rf"^{_LIST_MARK}(?P<all>(?P<heading>#{{1,6}}[ \t]{{1,3}})?(?P<label>[A-Za-z][A-Za-z &]{{2,40}}?)"
    r"[ \t]{0,3}(?::|(?(heading)[ \t]*$|(?!))))",
    re.MULTILINE,
)
"""A heading, or what a line begins with and a colon ends."""
# A text has a handful of markers; a hostile one could hold a hundred thousand.
_MOST_LABELS = 200
_MOST_MARKERS = 20
_BRACKETS = lazy_re.compile(r"[ \t]*\([^()]*\)|[ \t]*\[[^\]]*\]")
_LIST_MARK_ONLY = lazy_re.compile(r"[ \t]*(?:\d{1,2}[.)]|[-*+•#]+)[ \t]*")


class _Label(NamedTuple):
    start: int
    end: int
    right: str
    certain: bool


def markers(text: str, plan: SectionPlan) -> list[Marker]:
    """Find every marker, be it misspelt, in the order of the text."""
    labels = list(islice(_bold(text, plan), _MOST_MARKERS))
    if len({plan.section(label.right) for label in labels}) < len(plan.spellings):
        # A word before a colon is a marker that lost its bold only if all sections are there.
        taken = {place for label in labels for place in range(label.start, label.end)}
        plain = [label for label in islice(_plain(text, plan), _MOST_MARKERS) if label.start not in taken]
        if len({plan.section(label.right) for label in (*labels, *plain)}) == len(plan.spellings):
            labels = sorted((*labels, *plain))
    ends = [label.start for label in labels[1:]]
    return [
        Marker(
            start=label.start,
            end=label.end,
            section=plan.section(label.right),
            right=label.right,
            exact=text[label.start : label.end] == label.right,
            certain=label.certain,
            empty=not _is_filled(text[label.end : end], last=end is None),
        )
        for label, end in zip(labels, (*ends, None), strict=False)
    ]


def _bold(text: str, plan: SectionPlan) -> Iterator[_Label]:
    for match in islice(_BOLD.finditer(text), _MOST_LABELS):
        # Emphasis inside a sentence is no marker; one has a colon, or a line of its own.
        alone = match["alone"] is not None and _begins_line(text, match.start())
        if match["inside"] or match["outside"] or alone:
            yield from _meant(match["label"], match.span("all"), plan)


def _begins_line(text: str, start: int) -> bool:
    return _LINE_BEGINS.fullmatch(text, text.rfind("\n", 0, start) + 1, start) is not None


def _plain(text: str, plan: SectionPlan) -> Iterator[_Label]:
    for match in islice(_PLAIN.finditer(text), _MOST_LABELS):
        yield from _meant(match["label"], match.span("all"), plan)


def _meant(label: str, place: tuple[int, int], plan: SectionPlan) -> Iterator[_Label]:
    """Yield the marker that a label means, if any."""
    right, certain = _meaning(label, plan)
    if right is not None:
        yield _Label(*place, right, certain)


@lru_cache(maxsize=1024)  # a handful of labels is in most texts
def _meaning(label: str, plan: SectionPlan) -> tuple[str | None, bool]:
    """Return the marker that a label means, if any, and whether the label says nothing more."""
    bare = _BRACKETS.sub("", label)
    words = " ".join(bare.lower().replace("&", " and ").replace("/", " and ").split())
    words = words.removeprefix("the ").replace(" the ", " ")
    return plan.words.get(words) or _misspelt(words, plan), bare == label


def _misspelt(words: str, plan: SectionPlan) -> str | None:
    near = nearest(words, plan.words, cutoff=0.85) if len(words) >= 6 else None
    return plan.words[near] if near is not None and abs(len(near) - len(words)) <= 2 else None


def _is_filled(text: str, *, last: bool) -> bool:
    if not last:
        # What stands right before the next marker may be its number in a list.
        line = text.rfind("\n") + 1
        if _LIST_MARK_ONLY.fullmatch(text, line):
            text = text[:line]
    return bool(text.strip(" \t\r\n.:-*_"))
