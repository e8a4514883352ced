"""The plain text of text2qti: numbered questions with `a)`, `*b)`, `[*]`, `= 5 +- 1` and the like below them.

Code that would make questions when it is run is never run; it is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from qbank.grouping import grouped
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.numeric_answers import AcceptedInterval, decimal
from qbank.importing.markup.lines import Line, read_lines, text_of
from qbank.importing.markup.markdown import read_pandoc
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks

_START: Final = re.compile(r"(\s{0,3}\d{1,4}[.)][ \t]+|\s{0,3}\d{1,4}\.$)(.*)")
_ABOUT: Final = re.compile(r"(Title|Points):\s*(.*)", re.I)
_ELEMENTS: Final = (
    ("choice", re.compile(r"(\s{0,3}(\*?)([A-Za-z])\)[ \t]+)(.*)")),
    ("box", re.compile(r"(\s{0,3}\[([ *xX]?)\][ \t]+)(.*)")),
    ("feedback", re.compile(r"(\s{0,3}\.\.\.[ \t]+)(.*)")),
    ("when_right", re.compile(r"(\s{0,3}\+[ \t]+)(.*)")),
    ("when_wrong", re.compile(r"(\s{0,3}-[ \t]{2,})(.*)")),
    ("words", re.compile(r"(\s{0,3}\*[ \t]+)(.*)")),
    ("number", re.compile(r"(\s{0,3}=[ \t]+)(.*)")),
    ("essay", re.compile(r"(\s{0,3}_{3,}\s*)()$")),
    ("upload", re.compile(r"(\s{0,3}\^{3,}\s*)()$")),
    ("note", re.compile(r"(\s{0,3}!(?:[ \t]+))(.*)")),
)
_GROUP: Final = re.compile(r"GROUP\s*$|END_GROUP\s*$|(?:pick|points per question|solutions? pick)\s*:", re.I)
_OPTION_OF_QUIZ: Final = re.compile(
    r"(?:quiz title|quiz description|text title|text|shuffle answers|show correct answers|can'?t go back|"
    r"one question at a time|feedback is solution|solutions (?:sample|randomize) groups)\s*:\s*(.*)", re.I
)  # fmt: skip
_TEXT: Final = re.compile(r"(?:quiz description|text)\s*:\s*(\S.*)", re.I)
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")
_RUN: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*\{[^}]*\.run[^}]*\}")
_MARGIN: Final = re.compile(r"\s*(\S+?)\s*\+-\s*(\S+?)\s*(%?)\s*")
_RANGE: Final = re.compile(r"\s*\[\s*(\S+?)\s*,\s*(\S+?)\s*\]\s*")


@dataclass(slots=True)
class _Element:
    """A choice, an answer or feedback, and the lines it goes on for."""

    kind: str
    mark: str
    indent: int
    lines: list[Line]


@dataclass(slots=True)
class _Question:
    about: Mapping[str, str]
    indent: int
    stem: list[Line]
    elements: list[_Element] = field(default_factory=list)


def is_text2qti(text: str) -> bool:
    """Whether a text has numbered questions with the marks of text2qti below them."""
    if re.search(r"^Quiz title:", text, re.M):
        return True
    starts = len(re.findall(r"^ {0,3}\d{1,4}\.[ \t]", text, re.M))
    marked = len(re.findall(r"^ {0,3}(?:\*[A-Za-z]\)[ \t]|\[\*\][ \t]|= {1,3}[-\[\d.]|\.\.\. )", text, re.M))
    return starts > 0 and 2 * marked >= starts and not re.search(r"^#{1,6} ", text, re.M)


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is no text in UTF-8, or holds no questions.
    """
    questions = _questions(read_lines(data, place), place)
    if not questions and not place.remarks:
        raise place.error("holds no question that begins with '1. '")
    for question in questions:
        yield _draft(question, place.at(question.stem[0].number))


def _questions(lines: list[Line], place: Place) -> list[_Question]:
    questions: list[_Question] = []
    current: _Question | None = None
    about: dict[str, str] = {}
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        text, stripped = line.text, line.text.strip()
        if stripped == "COMMENT":
            ends = (end + 1 for end in range(at, len(lines)) if lines[end].text.strip() == "END_COMMENT")
            at = next(ends, at + 1)
        elif text.startswith("%"):
            continue
        elif _FENCE.match(text) and line.code:
            end = _end_of_code(lines, at)
            if _RUN.match(text):
                what = "a question that code would make when it is run, which is never done"
                code = " ".join(text_of(lines[at : end - 1]).split())
                place.at(line.number).lose(f"{what}: {code[:160]}", Content.QUESTION)
            elif current is not None:
                _last(current).extend(lines[at - 1 : end])
            at = end
        elif told := _ABOUT.fullmatch(stripped):
            current = None
            about[told[1].lower()] = told[2]
        elif _GROUP.match(stripped) or (not text.startswith(" ") and _OPTION_OF_QUIZ.match(stripped)):
            current = None
            if stripped == "GROUP":
                place.at(line.number).note("a group that draws some of its questions: all are taken")
            elif (said := _TEXT.match(stripped)) is not None:
                place.at(line.number).lose(f"a text that is no question: {said[1]}")
        elif (start := _START.fullmatch(text)) and not _goes_on(current, text):
            current = _Question(about, len(start[1]), [Line(line.number, start[2])])
            questions.append(current)
            about = {}
        elif current is None:
            if stripped:
                place.at(line.number).lose(f"text outside of questions: {stripped[:120]}")
        elif (element := _element(line)) is not None:
            current.elements.append(element)
        else:
            margin = current.elements[-1].indent if current.elements else current.indent
            blanks = len(text) - len(text.lstrip(" "))
            _last(current).append(Line(line.number, text[min(blanks, margin) :]))
    return questions


def _end_of_code(lines: list[Line], at: int) -> int:
    """Return where the code ends whose first line stands before `at`."""
    while at < len(lines) and lines[at].code:
        at += 1
        if _FENCE.match(lines[at - 1].text):
            break
    return at


def _last(question: _Question) -> list[Line]:
    return question.elements[-1].lines if question.elements else question.stem


def _goes_on(question: _Question | None, text: str) -> bool:
    """Whether a numbered line stands within the margin of the question, as a list does."""
    return (
        question is not None and not question.elements and len(text) - len(text.lstrip()) >= question.indent
    )


def _element(line: Line) -> _Element | None:
    for kind, pattern in _ELEMENTS:
        if match := pattern.fullmatch(line.text):
            mark = match[2] if kind in {"choice", "box"} else ""
            return _Element(kind, mark, len(match[1]), [Line(line.number, match[match.lastindex or 1])])
    return None


def _draft(read_: _Question, place: Place) -> Draft:
    general: Blocks = ()
    others: list[tuple[int | str, Blocks]] = []
    options: list[Blocks] = []
    right: list[int] = []
    texts = grouped((element.kind, text_of(element.lines)) for element in read_.elements)
    for element in read_.elements:
        blocks = read_pandoc(text_of(element.lines), place)
        match element.kind:
            case "choice" | "box":
                if element.mark.strip():
                    right.append(len(options))
                options.append(blocks)
            case "feedback" if options:
                others.append((len(options) - 1, blocks))
            case "feedback" | "note":
                general = (*general, *blocks)
            case "when_right" | "when_wrong":
                others.append(("When right:" if element.kind == "when_right" else "When wrong:", blocks))
            case "upload":
                place.note("a file to hand in is taken as an open question")
    question = DraftBuilder(
        place, read_.about.get("title", ""), read_pandoc(text_of(read_.stem), place), general
    )
    if options:
        if not right:
            place.note("which option is right is not said")
        question.take_choice(options, right)
    for number in texts.get("number", ()):
        question.take_number(_interval(number), number)
    question.take_words(texts.get("words", []))
    question.take_feedback(others)
    return question.draft("", read_.about.get("points", ""))


def _interval(text: str) -> AcceptedInterval | None:
    """Return the interval of `1.4 +- 0.1`, `1.4 +- 2%`, `[1, 2]` or `5`; None if it is none of these."""
    if bounds := _RANGE.fullmatch(text):
        return AcceptedInterval.between(_number(bounds[1]), _number(bounds[2]))
    margin = _MARGIN.fullmatch(text)
    value, off = _number(margin[1] if margin else text), _number(margin[2] if margin else "0")
    if value is None or off is None:
        return None
    return AcceptedInterval.around(value, abs(off) * (abs(value) / 100 if margin and margin[3] else 1))


def _number(text: str) -> Fraction | None:
    return decimal(text.replace("_", ""))
