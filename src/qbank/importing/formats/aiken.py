"""Aiken: a line that asks, options with capital letters, and `ANSWER:` with the letter of the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft, paragraphs
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.lines import Line, read_lines
from qbank.importing.markup.markdown import read_pandoc
from qbank.importing.place import Content, Place
from qbank.sets.answers.option_order import letter

_OPTION: Final = re.compile(r"\s*([A-Z])[).]\s*(.*)")
_ANSWER: Final = re.compile(r"\s*(?:ANSWER|ANSWERS|ANS|CORRECT)\s*:\s*(.*)", re.I)
_NOTE: Final = re.compile(r"\s*(FEEDBACK|EXPLANATION|RATIONALE|PG|NAME|POINTS)\s*:\s*(.*)", re.I)
_LETTERS: Final = re.compile(r"[A-Z](?![A-Za-z])")


@dataclass(slots=True)
class _Question:
    """The lines that ask, options by their letters, what is said to be right, and what of it."""

    stem: list[Line] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    answer: str | None = None
    note: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it is more than text."""
        return bool(self.options) or self.answer is not None


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
    questions = _questions(read_lines(data, place), place)
    if not any(question.is_whole for question in questions):
        raise place.error("holds no question with options 'A)' and a line 'ANSWER: A'")
    for question in questions:
        if question.is_whole:
            yield _draft(question, place)
        elif question.stem:
            text = " ".join(line.text.strip() for line in question.stem)
            place.at(question.stem[0].number).lose(f"text without options: {text[:120]}")


def _questions(lines: list[Line], place: Place) -> list[_Question]:
    current = _Question()
    questions = [current]
    after_blank = False
    for line in lines:
        text = line.text.strip()
        blank, after_blank = after_blank, not text
        if not text:
            continue
        letters, has_ended = list(current.options), current.answer is not None
        expected = letter(len(letters))
        answer = _ANSWER.fullmatch(text)
        option = _OPTION.fullmatch(text)
        if answer is not None and letters:
            current.answer = answer[1]
        elif has_ended and (extra := _NOTE.fullmatch(text)):
            current.note = paragraphs(current.note, extra[2])
        elif option and not has_ended and current.stem and option[1] == expected:
            current.options[expected] = option[2]
        elif option and not has_ended and letters and option[1] > letters[-1]:
            current.options[option[1]] = option[2]
            told = f"the option {option[1]} follows {letters[-1]}; the letters are taken as written"
            place.at(line.number).note(told)
        elif has_ended or (letters and blank):
            current = _Question([line])
            questions.append(current)
        elif letters:
            current.options[letters[-1]] += f"\n{text}"
        else:
            current.stem.append(line)
    return questions


def _draft(read_: _Question, place: Place) -> Draft:
    at = place.at(read_.stem[0].number if read_.stem else 1)
    shown = read_pandoc("\n\n".join(line.text.strip() for line in read_.stem), at)
    question = DraftBuilder(at, "", shown, read_pandoc(read_.note, at))
    said = _LETTERS.findall((read_.answer or "").upper())
    letters = list(read_.options)
    right = [letters.index(letter) for letter in said if letter in letters]
    if read_.answer is None:
        at.note("which option is right is not said")
    elif not said or len(right) < len(said):
        at.lose(f"the answer '{read_.answer}', which is no option", Content.KEY)
    options = [read_pandoc(text, at) or paragraph(text or "(empty)") for text in read_.options.values()]
    question.take_choice(options, right)
    return question.draft("")
