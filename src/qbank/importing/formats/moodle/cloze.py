"""Gaps of Moodle: those of cloze questions, `{1:NUMERICAL:=5:0.1}`, and numbered ones, `[[1]]`."""

from __future__ import annotations

import html
import re
from typing import Final

from qbank.importing.exercise.gaps import FULL, Gap, label_gaps
from qbank.importing.exercise.numeric_answers import AcceptedInterval
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import paragraph, words_of
from qbank.importing.place import Content, Place

_CHOICE: Final = "MULTICHOICE|MC|MULTIRESPONSE|MR"
_WORDS: Final = "SHORTANSWER|SA|MW"
_GAP: Final = re.compile(
    rf"\{{([0-9]{{0,6}}):((?:{_CHOICE})(?:_?(?:V|H|S|VS|HS))?|NUMERICAL|NM|(?:{_WORDS})(?:_?C)?):"
    r"((?:\\.|&#?[a-zA-Z0-9]{1,8};|[^}\\])*)\}",
    re.S,
)
_BROKEN: Final = re.compile(r"\{[0-9]{0,6}:[A-Z_]{2,20}:")
_ENTRY: Final = re.compile(r"(?:\\.|[^~\\])+", re.S)
_WEIGHT: Final = re.compile(r"\s*(?:=|%(-?[0-9]+(?:[.,][0-9]*)?)%)")
_ESCAPED: Final = re.compile(r"\\([}~#/\"'\\=])")
_PLACE: Final = re.compile(r"\[\[\s*([0-9]{1,3})\s*\]\]")


def read_cloze(text: str, place: Place) -> tuple[str, list[Gap]]:
    """Return a text with (1), (2) in place of its gaps, and the gaps."""
    shown, gaps = label_gaps(text, _GAP, lambda match, label: _gap(label, match, place))
    for broken in _BROKEN.findall(shown):
        what = f"a gap that begins with '{broken}' and is not of the form of cloze questions"
        place.lose(what, Content.KEY)
    return shown, gaps


def _gap(label: str, match: re.Match[str], place: Place) -> Gap:
    weight, kind, entries = match.groups()
    gap = Gap(label, points=float(weight or 1))
    is_choice = re.match(_CHOICE, kind) is not None
    gap.several = kind.startswith(("MULTIRESPONSE", "MR"))
    for entry in _ENTRY.findall(entries):
        share, rest = 0.0, entry
        if weighted := _WEIGHT.match(entry):
            share = float(weighted[1].replace(",", ".")) if weighted[1] else FULL
            rest = entry[weighted.end() :]
        # What is said of an entry stands behind a sign that is not escaped and begins no reference.
        text, *said = re.split(r"(?<![\\&])#", rest, maxsplit=1)
        feedback = read_html(_unescaped("".join(said)), place)
        if is_choice:
            choice = read_html(_unescaped(text), place) or paragraph("(empty)")
            gap.choices.append((choice, share))
            about = words_of(choice)
        else:
            about = html.unescape(_unescaped(text)).strip()
            about = _take_entry(gap, kind, about, share, place)
        if feedback:
            gap.feedback.append((about if about not in {"", "*"} else "otherwise", feedback))
    if not (gap.choices or gap.numbers or gap.words):
        place.lose(f"the answer of gap ({label})", Content.KEY)
    return gap


def _take_entry(gap: Gap, kind: str, text: str, share: float, place: Place) -> str:
    """Take what counts for a gap to write in; returns it in words."""
    if kind not in {"NUMERICAL", "NM"}:
        if text != "*" or share:
            gap.words.append((words_of(read_html(text)) if "<" in text else text, share))
        return text
    value, _, slack = text.partition(":")
    interval = AcceptedInterval.read(value, slack)
    if interval is None and text != "*":
        place.lose(f"'{text}' is no number of gap ({gap.label})", Content.KEY)
    elif interval is not None and share > 0:
        gap.numbers.append((interval, share))
    return text if interval is None else str(interval)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def read_numbered(element: Element, text: str, place: Place) -> tuple[str, list[Gap]]:
    """Return the text of a question of gaps to choose or drag into, and the gaps.

    A gap `[[2]]` is filled by the second entry; those of its group are what to choose from.
    """
    entries = [
        (entry.word("group") or "1", read_html(entry.word("text"), place) or paragraph("(empty)"))
        for entry in (*element.all("selectoption"), *element.all("dragbox"))
    ]

    def read(match: re.Match[str], label: str) -> Gap:
        number = int(match[1]) - 1
        if number >= len(entries):
            place.lose(f"the gap {match[0]}, which no entry fits", Content.KEY)
            return Gap(label)
        wanted, _ = entries[number]
        fitting = [(at, blocks) for at, (group, blocks) in enumerate(entries) if group == wanted]
        return Gap(label, [(blocks, FULL if at == number else 0.0) for at, blocks in fitting])

    return label_gaps(text, _PLACE, read)


def read_gapfill(element: Element, text: str) -> tuple[str, list[Gap]]:
    """Return the text of a question of the plug-in `gapfill`, and the gaps."""
    signs = element.word("delimitchars") or "[]"
    gap = re.compile(rf"{re.escape(signs[:1])}([^<>]{{1,300}}?){re.escape(signs[-1:])}")

    def read(match: re.Match[str], label: str) -> Gap:
        return Gap(label, words=[(word.strip(), FULL) for word in match[1].split("|")])

    return label_gaps(text, gap, read)
