"""GIFT, the text format of Moodle.

Questions stand apart by blank lines, and what is between braces says their kind. Where people forget to
escape a sign in a tag or a formula it is still no sign of the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft, worth_a_share
from qbank.importing.exercise.answer_key import credited, slip_of
from qbank.importing.exercise.gaps import BLANK, FULL, worth
from qbank.importing.exercise.labels import only
from qbank.importing.exercise.numeric_answers import (
    AcceptedInterval,
    NumberFormat,
    joint_interval,
    read_decimal,
)
from qbank.importing.markup.inlines import paragraph, words
from qbank.importing.markup.lines import decoded
from qbank.importing.markup.marked_text import category_path, read_marked
from qbank.importing.markup.source_text import source_text
from qbank.importing.place import Place
from qbank.render.text.blocks import one_line
from qbank.render.text.document import Blocks, Strong

_SIGNS: Final = ":#={}~"
_HIDDEN: Final = "\ue020\ue021\ue022\ue023\ue024\ue025"
_HIDING: Final = str.maketrans(_SIGNS, _HIDDEN)
_ESCAPED: Final = _HIDING | str.maketrans("\\n", "\ue030\ue031")
_SHOWN: Final = str.maketrans(_HIDDEN + "\ue030\ue031", _SIGNS + "\\\n")
_ESCAPE: Final = re.compile(r"\\([:#={}~\\n])")
_GUARDED: Final = re.compile(
    r"<[a-zA-Z/!][^<>]{0,5000}>|&#?[a-zA-Z0-9]{1,10};"
    r"|\$\$[^$]{1,2000}?\$\$|\\\([^\n]{1,500}?\\\)|\\\[[^\n]{1,1000}?\\\]"
    r"|(?<![$\\])\$(?=[^\s$])[^$\n]{0,300}?(?:\\[a-zA-Z]|[_^])[^$\n]{0,300}?(?<=\S)\$"
    r"|https?://[^\s{}~#]+"
)
_NEW_LINE_IN_LATEX: Final = re.compile(r"(?<!\\)\\n(?=[a-zA-Z])")
_COMMAND: Final = re.compile(r"[\\\ue030][a-zA-Z]")
_CATEGORY: Final = re.compile(r"\s*\$CATEGORY:\s*(.*?)\s*$", re.I)
_NAME: Final = re.compile(r"\s*::(.*?)::", re.S)
_FORMAT: Final = re.compile(r"\s*\[(html|markdown|plain|moodle)\]", re.I)
_WEIGHT: Final = re.compile(r"\s*%(-?[0-9]{1,3}(?:\.[0-9]{0,6})?)%")
_MARK: Final = re.compile(r"\[(id|tag|title):((?:\\.|[^\]\\])*)\]")
_TRUTH: Final = re.compile(r"\s*(TRUE|T|FALSE|F)\s*(?:#|$)", re.I)
_NUMBER: Final = re.compile(
    r"\s*([-+]?[0-9.,]+(?:[eE][-+]?[0-9]+)?)\s*(?:\.\.\s*(\S+)|:\s*(\S+))?\s*(.*)", re.S
)


@dataclass(slots=True)
class _Block:
    """The lines of one question, and what the comments before it say."""

    line: int
    text: str = ""
    marks: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Answer:
    """One entry between braces."""

    sign: str
    text: str
    share: float
    feedback: str


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is no text in UTF-8.
    """
    categories: tuple[str, ...] = ()
    for block in _blocks(decoded(data, place)):
        at = place.at(block.line)
        if category := _CATEGORY.fullmatch(block.text):
            categories = category_path(category[1])
        elif (draft := _Question(block, at).draft()) is not None:
            draft.categories = categories
            yield draft


def is_gift(text: str) -> bool:
    """Whether a text has questions with answers between braces."""
    if re.search(r"^\s*\$CATEGORY:", text, re.M):
        return True
    kinds = r"\{\s*(?:#\s*[-+=0-9]|[=~]|(?:TRUE|T|FALSE|F)\s*[#}])"
    if re.search(r"^\s*::[^:\n]{1,200}::", text, re.M) and "{" in text:
        return True
    return bool(re.search(kinds, text)) and not re.search(r"^\s*(?:```|#include|\\begin)", text, re.M)


def _blocks(text: str) -> list[_Block]:
    """Part a text into questions and categories; braces that are open hold a question together."""
    blocks: list[_Block] = []
    current: _Block | None = None
    marks: list[tuple[str, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("//"):
            marks += [(name, re.sub(r"\\(.)", r"\1", value)) for name, value in _MARK.findall(stripped)]
            continue
        is_new = stripped.startswith("::") or _CATEGORY.match(stripped)
        if current is not None and current.text.count("{") <= current.text.count("}"):
            # Braces that have ended, and others on the next line, are of two questions.
            is_done = current.text.rstrip().endswith("}") and "{" in _hidden(stripped)
            current = None if not stripped or is_new or is_done else current
        if stripped and current is None:
            current, marks = _Block(number, marks=marks), []
            blocks.append(current)
        if current is not None:
            current.text += _hidden(line) + "\n"
            if _CATEGORY.match(stripped):
                marks = current.marks
                current.text = current.text.strip()
                current = None
    return blocks


def _hidden(line: str) -> str:
    """Return a line in which every sign that means itself is out of the way."""

    def guarded(match: re.Match[str]) -> str:
        text = match[0]
        if text[0] in "$\\":
            text = _NEW_LINE_IN_LATEX.sub("\ue030n", text)
            if text[:2] != "$$" and text[0] == "$" and _COMMAND.search(text):
                text = f"\ue030({text[1:-1]}\ue030)"
        return _without_escapes(text).translate(_HIDING)

    return _without_escapes(_GUARDED.sub(guarded, line))


def _without_escapes(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[1].translate(_ESCAPED), text)


def _shown(text: str) -> str:
    return text.translate(_SHOWN)


class _Question:
    def __init__(self, block: _Block, place: Place) -> None:
        self._place = place
        self._marks = block.marks
        text = block.text
        self._name = ""
        if name := _NAME.match(text):
            self._name, text = _shown(name[1]), text[name.end() :]
        self._format = "moodle"
        if form := _FORMAT.match(text):
            self._format, text = form[1].lower(), text[form.end() :]
        before, brace, rest = text.partition("{")
        self._entries, _, after = rest.partition("}")
        self._has_braces = bool(brace)
        if brace and "}" not in rest:
            place.note(
                "the brace that begins the answers has no end; the rest of the text is taken as answers"
            )
        after = after.strip()
        self._stem = f"{before.rstrip()} {BLANK} {after}" if after else before
        if self._name and self._format == "html":
            # Our export and others print the name as the first line of the question too.
            self._stem = self._stem.strip()

    def draft(self) -> Draft | None:
        """Return the draft; None for a text that asks nothing."""
        if not self._has_braces:
            if text := one_line(_shown(self._stem)):
                self._place.lose(f"a text without answers in braces: {text[:120]}")
            return None
        entries, _, general = self._entries.partition("####")
        identifier = next((value for name, value in self._marks if name == "id"), "")
        shown, name = self._blocks(self._stem), self._name
        if hidden := next((value for name, value in self._marks if name == "title"), ""):
            name = hidden
        elif identifier and identifier == name and shown and (title := only(Strong, shown[0])) is not None:
            # Our own exports: the name is the id, and the title begins the text.
            name, shown = words(title.content), shown[1:]
        question = DraftBuilder(self._place, name, shown, self._blocks(general, within="####"))
        self._take(entries, question)
        draft = question.draft(identifier)
        draft.take_tags([value for name, value in self._marks if name == "tag"])
        return draft

    def _blocks(self, text: str, within: str = "") -> Blocks:
        """Read a text in the format that it begins with, else in that of the question."""
        form = self._format
        if own := _FORMAT.match(text):
            form, text = own[1].lower(), text[own.end() :]
        return read_marked(_shown(text).strip(), form, self._place, within)

    def _take(self, entries: str, question: DraftBuilder) -> None:
        bare = entries.strip()
        if not bare:
            return
        if bare.startswith("#"):
            self._take_numbers(bare[1:], question)
        elif truth := _TRUTH.match(bare):
            wrong, _, right = bare.partition("#")[2].partition("#")
            question.take_truth(truth[1][0] in "Tt", self._blocks(right), self._blocks(wrong))
        else:
            answers = list(_answers(bare))
            if any(answer.sign == "~" for answer in answers):
                self._take_choice(answers, question)
            elif answers and all("->" in answer.text for answer in answers):
                self._take_pairs(answers, question)
            else:
                self._take_words(answers, question)

    def _take_choice(self, answers: list[_Answer], question: DraftBuilder) -> None:
        several = not any(answer.sign == "=" for answer in answers)
        question.take_shares(
            [(self._blocks(answer.text), answer.share) for answer in answers], several=several
        )
        question.take_feedback((place, self._blocks(answer.feedback)) for place, answer in enumerate(answers))

    def _take_pairs(self, answers: list[_Answer], question: DraftBuilder) -> None:
        pairs = (answer.text.partition("->") for answer in answers)
        question.take_pairs(
            [(self._blocks(left), source_text(self._blocks(right))) for left, _, right in pairs]
        )

    def _take_words(self, answers: list[_Answer], question: DraftBuilder) -> None:
        question.take_words([
            worth(source_text(self._blocks(answer.text)), answer.share) for answer in answers
        ])  # fmt: skip
        self._add_feedback(answers, question)

    def _add_feedback(self, answers: list[_Answer], question: DraftBuilder) -> None:
        question.take_feedback(
            (f"{self._entry(answer)}:", self._blocks(answer.feedback)) for answer in answers
        )

    def _entry(self, answer: _Answer) -> str:
        """Return what students enter, in words."""
        if (number := _number(answer.text)) is not None:
            return str(number[0])
        text = source_text(self._blocks(answer.text))
        return "Anything else" if _shown(answer.text).strip() in {"", "*"} else text

    def _take_numbers(self, entries: str, question: DraftBuilder) -> None:
        both = [(answer, _number(answer.text)) for answer in _answers(entries)]
        numbers = [(answer, number) for answer, number in both if number is not None]
        unit = next((unit for _, (_, unit) in numbers if unit), "")
        shown = question.stem.number_format = question.stem.number_format or NumberFormat(unit)
        right = [interval for answer, (interval, _) in numbers if answer.share >= FULL]
        slips = [
            answer
            for answer, (interval, _) in numbers
            if joint_interval(right) and answer.share < FULL and (answer.feedback or answer.share > 0)
            if not any(low <= interval.value <= high for _, low, high in right)
        ]
        question.take_numbers([
            (interval, answer.share)
            for answer, (interval, _) in numbers
            if answer.share > 0 and answer not in slips
        ])  # fmt: skip
        if question.key.answer is None:
            slips = []
        question.key.mistakes = question.key.mistakes or [
            slip_of(
                _shown(slip.text).split(":")[0].strip(),
                shown.unit,
                self._blocks(slip.feedback) or paragraph(worth_a_share(slip.share / FULL)),
            )
            | credited(slip.share / FULL)
            for slip in slips
        ]
        for answer, number in both:
            text = _shown(answer.text).strip()
            if number is None and (text not in {"", "*"} or answer.share):
                question.key.add(paragraph(f"Accepted: {worth(text or '*', answer.share)}"))
        self._add_feedback([answer for answer, _ in both if answer not in slips], question)


def _answers(entries: str) -> Iterator[_Answer]:
    """Part what stands between braces where a sign begins an entry."""
    first, *signed = re.split("([=~])", entries)
    if first.strip() or not signed:
        yield _answer("=", first)  # a number alone has no sign
    for sign, text in zip(signed[::2], signed[1::2], strict=True):
        if text.strip() or sign == "=":  # `~=right` is one entry
            yield _answer(sign, text)


def _answer(sign: str, text: str) -> _Answer:
    share = FULL if sign == "=" else 0.0
    if weight := _WEIGHT.match(text):
        share, text = float(weight[1]), text[weight.end() :]
    text, _, feedback = text.partition("#")
    return _Answer(sign, text.strip(), share, feedback.strip())


def _number(text: str) -> tuple[AcceptedInterval, str] | None:
    """Return a number with what is accepted around it, and its unit; None if it is none."""
    match = _NUMBER.fullmatch(_shown(text).strip())
    if match is None:
        return None
    first, last, slack, unit = match.groups()
    if ".." in first:
        first, _, last = first.partition("..")
    off = slack or "0"
    value, other = read_decimal(first), read_decimal(last or off.removesuffix("%"))
    if value is None or other is None:
        return None
    if last:
        return AcceptedInterval.around((value + other) / 2, abs(other - value) / 2), unit.strip()
    if off.endswith("%"):  # not in the format, but people write it
        other *= value / 100
    return AcceptedInterval.around(value, abs(other)), unit.strip()
