"""Parting the lines of an exercise: what it asks, parts, options, tables, hints and the answer.

The text stays as its author wrote it: fields hold Markdown too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

from qbank import source_words
from qbank.importing.exercise.fields import filled, part_fields
from qbank.importing.exercise.labels import ROMAN, option_place
from qbank.importing.markup.lines import Line, text_of
from qbank.importing.markup.source_text import cell_value
from qbank.render.text.blocks import table_cells, table_header

_HEADING: Final = r"(?:>\s*)?(?:[#]{1,6}\s+)?"
_NAMES: Final = source_words.meanings("sections")
SOLUTION: Final = "realistic_solution"
_NAME: Final = "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True))
_SECTION: Final = re.compile(
    rf"""
      {_HEADING} [*_]{{1,3}} (?P<bold>{_NAME}) s? (?:\s+[0-9.]+)? \s* [:.]? [*_]{{1,3}} \s* :? \s*
      (?P<text1>.*)
    | (?:>\s*)? \#{{1,6}} \s+ (?P<head>{_NAME}) s? (?:\s+[0-9.]+)? \s* [:.]? \s* $
    | (?:>\s*)? (?P<plain>{_NAME}) s? \s* : (?: \s+ (?P<text2>\S.*) | \s* $)
    | \s{{0,9}} (?:<details[^>]*>)? \s{{0,9}} <summary> \s{{0,9}} (?:<[a-z]{{1,9}}>)? \s{{0,9}}
      (?P<summary>{_NAME}) s? [^<]*
      (?:</[a-z]+>\s*)+ $
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TITLED: Final = re.compile(
    rf"(?:(?:show|see|reveal)\s+(?:the\s+)?)?(?P<name>{_NAME})s?(?:\s+(?:to|of|for|zu|von)\b.*|\s*[\s0-9.:(].*)?",
    re.I,
)
_DETAILS: Final = re.compile(r"\s*</?details[^>]*>\s*$", re.IGNORECASE)
_DETAILS_END: Final = re.compile(r"\s*</details>\s*$", re.IGNORECASE)
_PART: Final = re.compile(
    r"\s{0,8}(?:[-*]\s+)?(?:\*\*)?(?:\(([a-z]|[ivx]{2,4})\)|([a-z]|[ivx]{2,4})[.)])(?:\*\*)?\s+(.*)"
)
_LETTERS: Final = tuple("abcdefghijklmnopqrstuvwxyz")
_MARKED: Final = re.compile(
    r"\s{0,8}(?:[-+]\s+|\*\s+)?(?P<star>\*(?!\*))?(?P<bold>\*\*)?(?:\((?P<round>[A-Ja-j])\)|(?P<plain>[A-Ja-j])[.):])"
    r"(?:\*\*)?\s+(?P<text>.*)"
)
"""An option with its letter, and a star before the right one as quizzes in plain text have it."""
_WHOLLY_BOLD: Final = re.compile(r"\*\*[^*]+\*\*[.;,]?")
_ASKS_TRUTH: Final = re.compile(
    r"\W*(?:true or false|true/false|wahr oder falsch|richtig oder falsch)\b", re.I
)
_BOLD_TRUTH: Final = re.compile(
    r"(?P<text>.*?)\s*\*\*\(?(?:(?P<true>true|wahr|richtig)|false|falsch)\)?\.?\*\*\s*$", re.I
)
_RIGHT_SIGN: Final = re.compile(
    r"\s*(?:[✓✔☑✅🗸]\ufe0f?|\((?:correct|right|correct answer|richtig)\)|<-+\s*correct|←\s*correct)\s*$"
    r"|^\s*[✓✔☑✅🗸]\ufe0f?\s*",
    re.I,
)
_BOX: Final = re.compile(r"\s{0,8}(?:[-*+]\s+)?[\[(]([ xX✓✔]?)[\])]\s+(.*)")
_ABOUT: Final = re.compile(
    r"\s{0,8}\[(?P<name>type|points?|difficulty|topic|tags?)\s*:\s*(?P<value>[^\]]{0,80})\]\s*$", re.I
)
_RIGHT: Final = re.compile(
    r"(?:(?:the\s+)?(?:correct\s+)?(?:answer\s+is:?\s+)?(?:option|choice)?\s*)[*_(\[`]{0,3}"
    r"(?P<letters>[A-J](?![A-Za-z0-9'’])(?:\s*(?:,|;|/|&|\band\b)\s*[A-J](?![A-Za-z0-9'’]))*)"
    r"(?:[*_)\].:,`]{1,4}(?:\s*[-–—:]?\s+(?P<rest>.*)|\s*$)|\s*$|\s*[-–—]\s+(?P<behind>.*)|\s*\n(?P<below>.*)"
    r"|(?<![AaIi])\s+(?P<then>.*)|\s+(?=because|since|as\b)(?P<why>.*))",
    re.S | re.I,
)
_ANSWER_IS: Final = re.compile(
    r"^\s*(?:the\s+)?(?:correct\s+|right\s+)?(?:answer|option|choice)\s+is:?\s+", re.I
)
_POINTS: Final = re.compile(r"[0-9]{1,4}(?:\.[0-9]+)?")
_CAPTION: Final = re.compile(r"(?:\*|_|\*\*)?(?::\s*|Table\b)(.{1,200}?)(?:\*\*|\*|_)?\s*$")


@dataclass(slots=True)
class ExerciseText:
    """An exercise in its parts, each of them the text that its author wrote."""

    stem: str = ""
    parts: list[dict[str, Any]] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    points: float | None = None
    tables: list[dict[str, Any]] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    sections: dict[str, str] = field(default_factory=dict)
    """By the fields that they become."""


class _Piece(NamedTuple):
    """A line that begins a labelled piece, such as a part or an option."""

    start: int
    label: str
    text: str


def begins_section(line: Line) -> bool:
    """Whether an answer, a hint or the like begins with a line."""
    return line.match(_SECTION) is not None


def section_named(title: str) -> str:
    """Return the name of the section that a title is of, such as `Solution to 3`; empty if it is of none."""
    named = _TITLED.fullmatch(title.strip())
    return named["name"] if named and len(named["name"]) > 1 else ""


def read_exercise(first: str, lines: list[Line], number: int) -> ExerciseText:
    """Part the lines of an exercise; `first` is what stands behind its number, on line `number`."""
    exercise = ExerciseText()
    stem = [Line(number, first)] if first else []
    hints: list[list[Line]] = []
    sections: dict[str, list[Line]] = {}
    into = stem
    for line in _at_the_margin(lines):
        if section := line.match(_SECTION):
            title, *_ = filter(None, section.group("bold", "head", "plain", "summary"))
            name = _NAMES[title.lower()]
            if name == "hints":
                hints.append([])
                into = hints[-1]
            else:
                into = sections.setdefault(name, [])
            if into:
                into.append(Line(line.number, ""))
            if rest := (section["text1"] or section["text2"] or "").strip():
                into.append(Line(line.number, rest))
        elif line.match(_DETAILS):
            into = stem if line.match(_DETAILS_END) else into
        else:
            into.append(line)
    exercise.hints = list(filter(None, map(text_of, hints)))
    exercise.sections = filled(**{name: text_of(lines) for name, lines in sections.items()})
    stem = list(_without_notes(stem, exercise))
    _take_bold_truth(stem, exercise)
    _take_options(stem, exercise, "\n".join(line.text for line in sections.get(SOLUTION, [])[:2]))
    _take_parts(stem, exercise)
    exercise.stem = text_of(list(_without_tables(stem, exercise)))
    _take_right(exercise)
    _take_answers_of_parts(sections.get(SOLUTION, []), exercise)
    return exercise


def _at_the_margin(lines: list[Line]) -> Iterator[Line]:
    """Yield lines without the margin that all of them have, as below the number of a list."""
    margin = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
    for line in lines:
        yield Line(line.number, line.text[margin:], line.code)


def _pieces(lines: list[Line], pattern: re.Pattern[str], labels: Sequence[str]) -> list[_Piece]:
    """Return where labelled pieces begin, if there are several and they have these labels in order."""
    pieces: list[_Piece] = []
    for start, line in enumerate(lines):
        match = line.match(pattern)
        if match and len(pieces) < len(labels) and (match[1] or match[2]) == labels[len(pieces)]:
            pieces.append(_Piece(start, match[1] or match[2], match[3]))
    return pieces if len(pieces) > 1 else []


def _texts(lines: list[Line], pieces: list[_Piece]) -> list[str]:
    """Return the texts of labelled pieces, each up to the next one."""
    bounds = pairwise([*(piece.start for piece in pieces), len(lines)])
    return [
        text_of([Line(0, piece.text), *_at_the_margin(lines[start + 1 : end])])
        for piece, (start, end) in zip(pieces, bounds, strict=True)
    ]


def _without_notes(stem: list[Line], exercise: ExerciseText) -> Iterator[Line]:
    """Yield the lines but those that say something of the exercise, as `[Points: 2]`."""
    for line in stem:
        if (about := line.match(_ABOUT)) is None:
            yield line
        elif about["name"].lower().startswith("point") and _POINTS.fullmatch(about["value"]):
            exercise.points = float(about["value"])


def _take_options(stem: list[Line], exercise: ExerciseText, answer: str) -> None:
    boxes = [(start, box) for start, line in enumerate(stem) if (box := line.match(_BOX))]
    marked: list[int] = []
    if len(boxes) > 1:
        pieces = [_Piece(start, "", box[2]) for start, box in boxes]
        marked = [place for place, (_, box) in enumerate(boxes) if box[1].strip()]
    else:
        pieces, marked = _lettered(stem, answer)
    if not pieces:
        return
    end = _end_of_options(stem, pieces[-1].start)
    exercise.options = _texts(stem[:end], pieces)
    for place, option in enumerate(exercise.options):
        bare, signs = _RIGHT_SIGN.subn("", option)
        if signs and bare.strip():
            exercise.options[place] = bare.strip()
            marked.append(place)
    exercise.right = sorted(set(marked))
    del stem[pieces[0].start : end]


def _take_bold_truth(stem: list[Line], exercise: ExerciseText) -> None:
    """Take the bold word at the end of a statement that is to be called true or false."""
    at = next((at for at in range(len(stem) - 1, -1, -1) if stem[at].text.strip()), -1)
    if at < 0 or not stem[0].match(_ASKS_TRUTH) or (bold := stem[at].match(_BOLD_TRUTH)) is None:
        return
    exercise.options, exercise.right = ["True", "False"], [0 if bold["true"] else 1]
    stem[at:] = [Line(stem[at].number, bold["text"])]


def _lettered(stem: list[Line], answer: str) -> tuple[list[_Piece], list[int]]:
    """Return the options that letters begin, and those that a star or bold letters mark as right.

    Small letters begin parts of exercises as well: they are options where one is marked, or where the answer
    is a letter alone.
    """
    runs: list[tuple[int, re.Match[str]]] = []
    is_small = False
    for start, line in enumerate(stem):
        if match := line.match(_MARKED):
            letter = match["round"] or match["plain"]
            is_small = is_small if runs else letter.islower()
            if letter.islower() == is_small and option_place(letter) == len(runs):
                runs.append((start, match))
    if len(runs) < 2:
        return [], []
    starred = [place for place, (_, match) in enumerate(runs) if match["star"]]
    bold = [place for place, (_, match) in enumerate(runs) if match["bold"]]
    marked = starred or (bold if len(bold) == 1 else [])
    said = _RIGHT.match(answer.strip())
    is_letter = said is not None and len(answer.strip()) < 200
    whole = [place for place, (_, match) in enumerate(runs) if _WHOLLY_BOLD.fullmatch(match["text"].strip())]
    is_bold = len(whole) == 1 and len(runs) > 2 and not marked and not answer.strip()
    if is_small and not starred and not is_bold and not (is_letter and _is_one_letter(answer)):
        return [], []
    pieces = [_Piece(start, "", match["text"]) for start, match in runs]
    if is_bold:
        pieces[whole[0]] = pieces[whole[0]]._replace(text=pieces[whole[0]].text.strip().strip("*"))
        return pieces, whole
    if len(bold) == 1 and not starred:
        pieces = [piece._replace(text=piece.text.removesuffix("**")) for piece in pieces]
    return pieces, marked


def _is_one_letter(answer: str) -> bool:
    """Whether an answer begins with a letter by itself, and no other part is answered behind it."""
    answer = _ANSWER_IS.sub("", answer, count=1)
    return re.match(
        r"[*_(\s]*[a-jA-J][)\].:*_]{0,4}\s*(?:$|\n|[-–—,]|[A-Za-z`])", answer
    ) is not None and not re.search(r"(?:^|\n|\s)\(?b[).]\s.*(?:\n|\s)\(?c[).]\s", answer, re.S)


def _end_of_options(lines: list[Line], last: int) -> int:
    """Return where the last of several options ends: before a blank line that text at the margin follows."""
    texts = [line.text for line in lines[last + 1 :]]
    for at, (text, after) in enumerate(pairwise([*texts, ""]), last + 1):
        if not text.strip() and not after.startswith(" "):
            return at
    return len(lines)


def _take_parts(stem: list[Line], exercise: ExerciseText) -> None:
    pieces = _parts(stem)
    for number, (piece, prompt) in enumerate(zip(pieces, _texts(stem, pieces), strict=True)):
        exercise.parts.append(part_fields(number, piece.label, prompt or "TODO", None, {}))
    if pieces:
        del stem[pieces[0].start :]


def _parts(lines: list[Line]) -> list[_Piece]:
    return _pieces(lines, _PART, _LETTERS) or _pieces(lines, _PART, ROMAN)


def _take_answers_of_parts(lines: list[Line], exercise: ExerciseText) -> None:
    pieces = _parts(lines) if exercise.parts else []
    if not pieces or len(pieces) != len(exercise.parts):
        return
    for part, answer in zip(exercise.parts, _texts(lines, pieces), strict=True):
        if answer:
            part["answer"] = answer
    exercise.sections[SOLUTION] = text_of(lines[: pieces[0].start])


def _take_right(exercise: ExerciseText) -> None:
    """Take the letter that an answer begins with as the right option; what follows it explains."""
    answer = exercise.sections.get(SOLUTION, "")
    if not exercise.options or exercise.right:
        return
    match = _RIGHT.match(answer)
    letters = re.findall(r"\b[A-Ja-j]\b", match["letters"]) if match else []
    places = list(map(option_place, letters))
    if match is not None and places and max(places) < len(exercise.options):
        exercise.right = sorted(set(places))
        _, *behind = match.groups("")
        rest = "".join(behind).strip()
        if len(places) == 1:
            rest = rest or f"**{exercise.options[places[0]]}**"
        exercise.sections[SOLUTION] = rest
        return
    first, _, below = answer.partition("\n")
    texts = [_comparable(option) for option in exercise.options]
    for said, rest in ((first, below), (answer, "")):
        text = _comparable(said)
        if text and texts.count(text) == 1:
            right = texts.index(text)
            exercise.right = [right]
            exercise.sections[SOLUTION] = rest.strip() or f"**{exercise.options[right]}**"
            return


def _comparable(text: str) -> str:
    """Return an option as it is compared with an answer: without marks, letter, and final period."""
    bare = re.sub(r"^\s*\(?[A-Ja-j][).]\s+", "", re.sub(r"[*_`]", "", text))
    return " ".join(bare.lower().split()).rstrip(".")


def _without_tables(lines: list[Line], exercise: ExerciseText) -> Iterator[Line]:
    """Yield the lines that are in no table; take tables, each with the line of its caption."""
    at = 0
    while at < len(lines):
        header = _table_header(lines[at : at + 2])
        if header is None:
            yield lines[at]
            at += 1
            continue
        end = at + 2
        while end < len(lines) and "|" in lines[end].text and not lines[end].code:
            end += 1
        rows = [table_cells(line.text) for line in lines[at + 2 : end]]
        table: dict[str, Any] = {}
        below = next((place for place in range(end, len(lines))[:2] if lines[place].text.strip()), None)
        if below is not None and (caption := lines[below].match(_CAPTION)):
            table["caption"] = caption[0].strip(" *_:")
            end = below + 1
        table["columns"] = header
        table["rows"] = [[*map(cell_value, row), *[""] * len(header)][: len(header)] for row in rows]
        exercise.tables.append(table)
        at = end


def _table_header(lines: list[Line]) -> list[str] | None:
    if len(lines) < 2 or lines[0].code:
        return None
    header = table_header(lines[0].text, lines[1].text)
    return header if header and all(header) else None
