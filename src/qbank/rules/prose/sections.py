"""The sections of a text with bold markers, such as **The Pitfall:** ... **The Rationale:** ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from qbank import lazy_re
from qbank.nearest import nearest
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The sections a field should have, in their order.

    `markers` holds for every section the spellings that are right, the preferred one first. `words` maps what
    a marker may say, in lower case and without article and punctuation, to the right spelling.
    """

    path: FieldPath
    markers: tuple[tuple[str, ...], ...]
    words: Mapping[str, str]

    def section(self, marker: str) -> int:
        """Return which section a right marker begins."""
        return next(index for index, spellings in enumerate(self.markers) if marker in spellings)


@dataclass(frozen=True, slots=True)
class Marker:
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


MISTAKE = Plan(
    path=("details", "common_mistake"),
    markers=(("**The Pitfall:**",), ("**The Rationale:**",), ("**The Consequence:**",)),
    words={
        "pitfall": "**The Pitfall:**",
        "pitfalls": "**The Pitfall:**",
        "rationale": "**The Rationale:**",
        "consequence": "**The Consequence:**",
        "consequences": "**The Consequence:**",
    },
)
_CONSTRAINED = "**Assumptions & Constraints:**"
_INTERPRETED = "**Conclusion & Interpretation:**"
NAPKIN = Plan(
    path=("details", "napkin_math"),
    markers=(
        (_CONSTRAINED, "**Assumptions:**"),
        ("**Calculations:**",),
        (_INTERPRETED, "**Conclusion:**"),
    ),
    words={
        "assumption": "**Assumptions:**",
        "assumptions": "**Assumptions:**",
        "assumptions and constraints": _CONSTRAINED,
        "assumption and constraints": _CONSTRAINED,
        "assumption and constraint": _CONSTRAINED,
        "assumptions and constraint": _CONSTRAINED,
        "constraints and assumptions": _CONSTRAINED,
        "calculation": "**Calculations:**",
        "calculations": "**Calculations:**",
        "conclusion": "**Conclusion:**",
        "conclusions": "**Conclusion:**",
        "conclusion and interpretation": _INTERPRETED,
        "conclusions and interpretation": _INTERPRETED,
        "conclusions and interpretations": _INTERPRETED,
        "interpretation and conclusion": _INTERPRETED,
    },
)

_LIST_MARK = r"(?:(?:\d{1,2}[.)]|[-*+•])[ \t]+)?"
# Blanks are few where they could be matched in several ways, so that no text can make the search slow.
# It begins with the mark, so that the search leaps from mark to mark.
_BOLD = lazy_re.compile(
    r"(?P<all>(?P<mark>[*_](?:(?<=\*)\*{0,2}|(?<=_)_{1,2}))[ \t]{0,3}(?P<label>[A-Za-z][^*_\n:]{2,60}?)"
    r"[ \t]{0,3}(?P<inside>[:.]?)[ \t]{0,3}(?P=mark)(?P<outside>[ \t]{0,3}:)?)(?P<alone>[ \t]*$)?",
    re.MULTILINE,
)
_LINE_BEGINS = lazy_re.compile(r"[ \t]*" + _LIST_MARK)
_PLAIN = lazy_re.compile(
    r"[ \t]*" + _LIST_MARK + r"(?P<all>(?P<heading>#{1,6}[ \t]{1,3})?(?P<label>[A-Za-z][A-Za-z &]{2,40}?)"
    r"[ \t]{0,3}(?::|(?P<alone>[ \t]*$)))",
    re.MULTILINE,
)
"""What a line without bold begins with."""
# A text has a handful of markers; a hostile one could hold a hundred thousand.
_MOST_LABELS = 200
_MOST_MARKERS = 20
_BRACKETS = lazy_re.compile(r"[ \t]*\([^()]*\)|[ \t]*\[[^\]]*\]")
_LIST_MARK_ONLY = lazy_re.compile(r"[ \t]*(?:\d{1,2}[.)]|[-*+•#]+)[ \t]*")


def tidy(text: str, plan: Plan) -> bool:
    """Whether a text has all sections, in order, once, and with something in each.

    It is quick, for the usual case, and leaves what looks odd to `markers`.
    """
    if "****" in text:
        return False  # where one bold piece ends and the next begins takes more than a look
    # If nothing but the markers ends like one, none of them can stand there twice.
    once = text.count(":**") == len(plan.markers)
    end = 0
    for spellings in plan.markers:
        for marker in spellings:
            start = text.find(marker, end)
            if start >= 0:
                break
        else:
            return False
        if end and not _filled(text[end:start], last=False):
            return False
        end = start + len(marker)
        if not once and text.count(marker) > 1:
            return False
    return _filled(text[end:], last=True)


def markers(text: str, plan: Plan) -> list[Marker]:
    """Find every marker, be it misspelt, in the order of the text."""
    known = _known(_BOLD.finditer(text), _bold, plan)
    if len({plan.section(candidate[2]) for candidate in known}) < len(plan.markers):
        # A word before a colon is a marker that lost its bold only if all sections are there.
        plain = _known(_plain_lines(text), _plain, plan)
        taken = {place for start, end, *_ in known for place in range(start, end)}
        merged = known + [candidate for candidate in plain if candidate[0] not in taken]
        if len({plan.section(candidate[2]) for candidate in merged}) == len(plan.markers):
            known = sorted(merged)
    result = []
    for index, (start, end, right, certain) in enumerate(known):
        last = index + 1 == len(known)
        following = text[end:] if last else text[end : known[index + 1][0]]
        result.append(
            Marker(
                start=start,
                end=end,
                section=plan.section(right),
                right=right,
                exact=text[start:end] == right,
                certain=certain,
                empty=not _filled(following, last=last),
            )
        )
    return result


_Candidate = tuple[int, int, str, bool]


def _known(
    labels: Iterable[re.Match[str]], read: Callable[[re.Match[str], Plan], _Candidate | None], plan: Plan
) -> list[_Candidate]:
    found = (read(match, plan) for match in islice(labels, _MOST_LABELS))
    return list(islice((one for one in found if one is not None), _MOST_MARKERS))


def _bold(match: re.Match[str], plan: Plan) -> _Candidate | None:
    # Emphasis inside a sentence is no marker; one has a colon, or a line of its own.
    if not (match["inside"] or match["outside"] or (match["alone"] is not None and _begins_line(match))):
        return None
    right, certain = _meant(match["label"], plan)
    return None if right is None else (match.start("all"), match.end("all"), right, certain)


def _begins_line(match: re.Match[str]) -> bool:
    text, start = match.string, match.start()
    return _LINE_BEGINS.fullmatch(text, text.rfind("\n", 0, start) + 1, start) is not None


def _plain_lines(text: str) -> Iterator[re.Match[str]]:
    start = 0
    while start <= len(text):
        match = _PLAIN.match(text, start)
        if match is not None:
            yield match
        start = text.find("\n", start) + 1 or len(text) + 1


def _plain(match: re.Match[str], plan: Plan) -> _Candidate | None:
    if match["alone"] is not None and match["heading"] is None:
        return None
    right, certain = _meant(match["label"], plan)
    return None if right is None else (match.start("all"), match.end("all"), right, certain)


def _meant(label: str, plan: Plan) -> tuple[str | None, bool]:
    """Return the right marker for a label, and whether the label says nothing more."""
    bare = _BRACKETS.sub("", label) if "(" in label or "[" in label else label
    words = " ".join(bare.lower().replace("&", " and ").replace("/", " and ").split())
    words = words.removeprefix("the ").replace(" the ", " ")
    right = plan.words.get(words)
    return right or _misspelt(words, plan), bare == label


@lru_cache(maxsize=1024)  # a handful of labels is in most texts
def _misspelt(words: str, plan: Plan) -> str | None:
    near = nearest(words, plan.words, cutoff=0.85) if len(words) >= 6 else None
    return plan.words[near] if near is not None and abs(len(near) - len(words)) <= 2 else None


def _filled(text: str, *, last: bool) -> bool:
    if not last:
        # What stands right before the next marker may be its number in a list.
        line = text.rfind("\n") + 1
        if _LIST_MARK_ONLY.fullmatch(text, line):
            text = text[:line]
    return bool(text.strip(" \t\r\n.:-*_"))


def mistake_markers(question: QuestionFile) -> list[Marker] | None:
    """Return the markers of the common mistake; None if there is no text or nothing to say about it."""
    return _markers(question, MISTAKE)


def napkin_markers(question: QuestionFile) -> list[Marker] | None:
    """Return the markers of the napkin math; None if there is no text or nothing to say about it."""
    return _markers(question, NAPKIN)


def _markers(question: QuestionFile, plan: Plan) -> list[Marker] | None:
    text = question.text(plan.path)
    return None if not text or not text.strip() or tidy(text, plan) else markers(text, plan)
