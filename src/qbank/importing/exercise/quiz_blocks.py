"""Habits of quizzes in Markdown that are no headings: blocks between tags, and keys on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from qbank.importing.exercise.labels import option_place
from qbank.importing.markup.lines import Line

_BEGIN: Final = re.compile(r"\s*<(?:quiz|question)(?:\s[^>]*)?>\s*$", re.I)
_END: Final = re.compile(r"\s*</(?:quiz|question)>\s*$", re.I)
_BOX: Final = re.compile(r"\s{0,8}[-*]\s+\[[ xX]\]\s+\S")
_GAP: Final = re.compile(r"\[\[([^\[\]]{1,200})\]\]")
_LATIN: Final = str.maketrans("абвгдежзикАБВГДЕЖЗИК", "abcdefghijABCDEFGHIJ")
_CYRILLIC: Final = re.compile(r"(\s*\*?\s*\(?)([абвгдежзикАБВГДЕЖЗИК])[.)]\s+(?=\S)")
_CYRILLIC_ANSWER: Final = re.compile(
    r"(\s*(?:\*\*)?(?:правильный\s+)?ответ\s*:?\s*(?:\*\*)?\s*:?\s*)([абвгдежзик])([.)]?\s*)$", re.I
)
_QUESTION_OF_LIST: Final = re.compile(r"\*\s+(\S.*)")
_ANSWER_OF_LIST: Final = re.compile(r"\s{2,8}[-+]\s+(!?)(\S.*)")
_PAIR: Final = re.compile(r"(?:^|[\s,;|])(\d{1,3})\s*[.):-]\s*([A-Ja-j])(?=$|[\s,;|])")


def latin_labels(texts: Sequence[str]) -> list[str]:
    """Return lines with `a)`, `b)` in place of the letters of the Cyrillic alphabet that count them."""
    latin = []
    last = -1
    for text in texts:
        label, answer = _CYRILLIC.match(text), _CYRILLIC_ANSWER.match(text)
        letter = label[2].translate(_LATIN) if label else ""
        if label and option_place(letter) in {0, last + 1}:
            last = option_place(letter)
            latin.append(f"{label[1]}{letter}{text[label.end(2) :]}")
        elif answer and last > 0:
            latin.append(f"{answer[1]}{answer[2].translate(_LATIN).upper()}{answer[3]}")
        else:
            latin.append(text)
    return latin


def plain_quizzes(lines: Sequence[Line]) -> list[Line]:
    """Return lines in the usual habits: those of tools and of other alphabets are changed to them.

    A heading stands in place of each `<quiz>`, what is below its options becomes the answer, and boxes stand
    before the items of lists in which `!` marks the right one.
    """
    return _of_tags(_of_lists(_with_latin_labels(lines)))


def _with_latin_labels(lines: Sequence[Line]) -> list[Line]:
    texts = latin_labels(["" if line.code else line.text for line in lines])
    return [line if line.code else replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


def _of_lists(lines: Sequence[Line]) -> list[Line]:
    """Return lines with headings and boxes, where items of lists ask and the items within them answer."""
    answers = [answer for line in lines if (answer := line.match(_ANSWER_OF_LIST))]
    marked = [answer for answer in answers if answer[1]]
    asked = [line for line in lines if line.match(_QUESTION_OF_LIST)]
    if not asked or len(marked) < len(asked):
        return list(lines)
    plain: list[Line] = []
    count = 0
    for line in lines:
        if question := line.match(_QUESTION_OF_LIST):
            count += 1
            plain += (Line(line.number, text) for text in (f"### Question {count}", "", question[1]))
        elif answer := line.match(_ANSWER_OF_LIST):
            plain.append(Line(line.number, f"- [{'x' if answer[1] else ' '}] {answer[2]}"))
        else:
            plain.append(line)
    return plain


def _of_tags(lines: Sequence[Line]) -> list[Line]:
    plain: list[Line] = []
    block: list[Line] | None = None
    count = 0
    for line in lines:
        if line.match(_BEGIN):
            count += 1
            plain += [*_block(block or []), Line(line.number, f"### Question {count}")]
            block = []
        elif block is not None and line.match(_END):
            plain += _block(block)
            block = None
        else:
            (plain if block is None else block).append(line)
    return [*plain, *_block(block or [])]


def _block(lines: list[Line]) -> Iterator[Line]:
    boxes = [at for at, line in enumerate(lines) if line.match(_BOX)]
    gaps: list[str] = []
    for at, line in enumerate(lines):
        text = line.text
        if not line.code and _GAP.search(text):
            gaps += _GAP.findall(text)
            text = _GAP.sub("_____", text)
        yield Line(line.number, text, line.code)
        if at in boxes[-1:] and any(after.text.strip() for after in lines[at + 1 :]):
            yield from (Line(line.number, ""), Line(line.number, "Explanation:"))
    if gaps:
        yield from (Line(line.number, ""), Line(line.number, f"Answer: {'; '.join(gaps)}"))


def one_a_line(lines: Sequence[Line]) -> list[Line]:
    """Return lines of a key with `1. B  2. C` on a line as several."""
    parted: list[Line] = []
    for line in lines:
        pairs = [] if line.code else _PAIR.findall(line.text)
        if len(pairs) > 1 and not _PAIR.sub("", line.text).strip(" ,;|"):
            parted += [Line(line.number, f"{number}. {letter.upper()}") for number, letter in pairs]
        else:
            parted.append(line)
    return parted
