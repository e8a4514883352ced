"""Aiken: a line that asks, options with capital letters, and `ANSWER:` with the letter of the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.lines import Line, read_lines
from qbank.importing.markup.pandoc import read_pandoc
from qbank.importing.place import Content, Place

_OPTION: Final = re.compile(r"\s*([A-Z])[).]\s*(.*)")
_ANSWER: Final = re.compile(r"\s*(?:ANSWER|ANSWERS|ANS|CORRECT)\s*:\s*(.*)", re.I)
_NOTE: Final = re.compile(r"\s*(FEEDBACK|EXPLANATION|RATIONALE|PG|NAME|POINTS)\s*:\s*(.*)", re.I)
_LETTERS: Final = re.compile(r"[A-Z](?![A-Za-z])")


def is_aiken(text: str) -> bool:
    """Whether a text has options with capital letters and lines that say the right one."""
    return bool(
        re.search(r"^[ \t]*ANSWERS?[ \t]*:[ \t]*[A-Z]\b", text, re.M)
        and re.search(r"^[ \t]*A[).]", text, re.M)
    )


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is no text in UTF-8, or holds no questions.
    """
    questions = list(_questions(read_lines(data, place), place))
    if not questions:
        raise place.error("holds no question with options 'A)' and a line 'ANSWER: A'")
    yield from questions


def _questions(lines: list[Line], place: Place) -> Iterator[Draft]:
    stem: list[Line] = []
    options: list[tuple[str, str]] = []
    ended = False
    note = ""
    answer: str | None = None

    def done() -> Iterator[Draft]:
        nonlocal stem, options, answer, note, ended
        if options or answer is not None:
            yield _draft(stem, options, answer, note, place)
        elif stem:
            text = " ".join(line.text.strip() for line in stem)
            place.at(stem[0].number).lose(f"text without options: {text[:120]}")
        stem, options, answer, note, ended = [], [], None, "", False

    after_blank = False
    for line in lines:
        text = line.text.strip()
        blank, after_blank = after_blank, not text
        if not text:
            continue
        told = _ANSWER.fullmatch(text)
        option = _OPTION.fullmatch(text)
        if told is not None and options:
            answer, ended = told[1], True
        elif ended and (extra := _NOTE.fullmatch(text)):
            note = "\n\n".join(filter(None, (note, extra[2])))
        elif option is not None and stem and not ended and option[1] == _letter(len(options)):
            options.append((option[1], option[2]))
        elif ended:
            yield from done()
            stem.append(line)
        elif option is not None and options and not ended and option[1] > options[-1][0]:
            options.append((option[1], option[2]))
            place.at(line.number).note(
                f"the option {option[1]} follows {options[-2][0]}; the letters are taken as written"
            )
        elif options:
            if blank:
                yield from done()
                stem.append(line)
            else:
                options[-1] = (options[-1][0], f"{options[-1][1]}\n{text}")
        else:
            stem.append(line)
    yield from done()


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _draft(
    stem: list[Line], options: list[tuple[str, str]], answer: str | None, note: str, place: Place
) -> Draft:
    at = place.at(stem[0].number if stem else 1)
    shown = read_pandoc("\n\n".join(line.text.strip() for line in stem), at)
    question = DraftBuilder(at, "", shown, read_pandoc(note, at) if note else ())
    letters = [letter for letter, _ in options]
    said = _LETTERS.findall((answer or "").upper())
    right = [letters.index(letter) for letter in said if letter in letters]
    if answer is None:
        at.note("which option is right is not said")
    elif not said or len(right) < len(said):
        at.lose(f"the answer '{answer}', which is no option", Content.KEY)
    question.take_choice(
        [read_pandoc(text, at) or paragraph(text or "(empty)") for _, text in options], right
    )
    return question.draft("")
