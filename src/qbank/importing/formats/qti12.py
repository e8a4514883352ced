"""QTI 1.2 as Canvas writes it and as we do: choices, true or false, numbers and essays.

A package is looked into in memory; of its files only those that hold questions and the drawings they show are
read. Other kinds of items are open questions as far as they go, or listed as not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final
from urllib.parse import unquote

from qbank.importing.archive import Archive
from qbank.importing.builder import DraftBuilder, listed
from qbank.importing.draft import Draft
from qbank.importing.exercise.numeric_answers import AcceptedInterval, decimal
from qbank.importing.exercise.stem import NumberFormat
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture, paragraph
from qbank.importing.markup.source_text import source_text
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Place
from qbank.render.text.document import Block, Blocks

_MANIFEST: Final = "imsmanifest.xml"
_BASE: Final = re.compile(r"^(?:\$|%24)?IMS-CC-FILEBASE(?:\$|%24)?/")
_FULL: Final = 100
_GENERAL: Final = "general_fb"


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a package, or a file of one.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    if not data.startswith(b"PK"):
        yield from _drafts(read_xml(data, place), place, None)
        return
    archive = Archive(data, place)
    has_questions = False
    for name in archive.names:
        if not name.lower().endswith(".xml") or name == _MANIFEST:
            continue
        file = archive.place(name)
        root = read_xml(archive.read(name), file)
        if root.name == "questestinterop":
            has_questions = True
            yield from _drafts(root, file, archive)
        elif root.name != "quiz":
            file.at(root.line).lose(f"<{root.name}> holds no questions")
        elif introduction := source_text(read_html(root.word("description"))):
            file.at(root.line).lose(f"the introduction: {introduction}")
    for name in archive.unread:
        if name != _MANIFEST:
            archive.place(name).lose("the file, which no question shows")
    if not has_questions:
        raise place.error("holds no QTI 1.2 questions (<questestinterop>)")


def _drafts(root: Element, file: Place, archive: Archive | None) -> Iterator[Draft]:
    if root.name != "questestinterop":
        raise file.at(root.line).error(f"QTI 1.2 begins with <questestinterop>, not <{root.name}>")
    for section in root.within("selection_ordering"):
        file.at(section.line).note("a group that draws some of its questions: all are taken")
    for item in root.within("item"):
        if (draft := _Item(item, file.at(item.line)).draft(archive)) is not None:
            yield draft


class _Item:
    """One item, and what all kinds of items are read by."""

    def __init__(self, item: Element, place: Place) -> None:
        self.item = item
        self.place = place
        self.presentation = item.first("presentation") or Element("presentation")
        self.metadata = {
            field.word("fieldlabel"): field.word("fieldentry") for field in item.within("qtimetadatafield")
        }
        self.feedback = {
            feedback.attributes.get("ident", ""): self._material(feedback)
            for feedback in item.all("itemfeedback")
        }

    def draft(self, archive: Archive | None) -> Draft | None:
        """Return the draft of the item; None if it is of a kind that is not taken."""
        kind = self.metadata.get("question_type", "") or self._visible_kind()
        takers = {
            "multiple_choice_question": self._take_choice,
            "true_false_question": self._take_choice,
            "multiple_answers_question": self._take_choice,
            "numerical_question": self._take_number,
            "essay_question": self._take_feedback,
            "short_answer_question": self._take_words,
        }
        title = self.item.attributes.get("title", "")
        if kind not in takers:
            self.place.lose(f"an item of the kind '{kind}' ({title}) is not taken")
            return None
        title = "" if title == "Question" else title
        feedback = self.feedback.pop(_GENERAL, ())
        question = DraftBuilder(self.place, title, self._shown(), feedback)
        takers[kind](question)
        draft = question.draft(
            self.item.attributes.get("ident", ""), self.metadata.get("points_possible", "")
        )
        question.take_picture(draft, _drawing(question.stem.picture, archive))
        return draft

    def _visible_kind(self) -> str:
        """Return the kind that the elements show, for packages that do not say it."""
        choices = self.presentation.first("response_lid")
        if choices is not None:
            many = choices.attributes.get("rcardinality", "Single") != "Single"
            return "multiple_answers_question" if many else "multiple_choice_question"
        for field in self.presentation.within("render_fib"):
            if field.attributes.get("fibtype", "") in {"Decimal", "Integer"}:
                return "numerical_question"
            return "short_answer_question" if self._conditions() else "essay_question"
        return "unknown"

    def _shown(self) -> Blocks:
        """Return what stands before the response."""
        blocks: list[Blocks] = []
        for child in self.presentation.children:
            if child.name in {"material", "flow"} and not any(child.within("render_choice")):
                blocks.append(self._material(child))
            elif child.name == "flow":
                blocks += map(self._material, child.all("material"))
        return tuple(block for some in blocks for block in some)

    def _material(self, element: Element) -> Blocks:
        blocks: list[Block] = []
        for text in element.within("mattext"):
            place = self.place.at(text.line)
            if text.attributes.get("texttype", "text/plain") == "text/html":
                blocks += read_html(text.text, place)
            elif text.text.strip():
                blocks += paragraph(" ".join(text.text.split()))
            if text.children:
                place.lose(f"<{text.children[0].name}> within <mattext>")
        return tuple(blocks)

    def _conditions(self) -> list[tuple[Element, float]]:
        """Return the conditions that give points, with their share of all points in percent."""
        conditions = []
        for response in self.item.within("respcondition"):
            scores = [decimal(setting.text) or Fraction(0) for setting in response.all("setvar")]
            score = max(scores, default=Fraction(0))
            condition = response.first("conditionvar")
            if score > 0 and condition is not None:
                conditions.append((condition, float(score)))
        return conditions

    def _take_choice(self, question: DraftBuilder) -> None:
        labels = list(self.presentation.within("response_label"))
        idents = [label.attributes.get("ident", "") for label in labels]
        options = list(map(self._material, labels))
        right = self._right(idents)
        graded = (*paragraph("Right:"), *listed([options[place] for place in right])) if right else ()
        question.take_choice(options, right, graded)
        self._take_feedback(question, idents)

    def _right(self, idents: list[str]) -> list[int]:
        """Return the places of the options that have to be chosen for full points."""
        right = set()
        for condition, score in self._conditions():
            if score < _FULL:
                continue
            wrong = {equal.text.strip() for no in condition.within("not") for equal in no.within("varequal")}
            right |= {equal.text.strip() for equal in condition.within("varequal")} - wrong
        return [place for place, ident in enumerate(idents) if ident in right]

    def _take_feedback(self, question: DraftBuilder, idents: Sequence[str] = ()) -> None:
        places = {ident: place for place, ident in enumerate(idents)}
        labels = {"correct_fb": "When right:"}
        question.take_feedback(
            (places.get(ident.removesuffix("_fb"), labels.get(ident, "When wrong:")), blocks)
            for ident, blocks in self.feedback.items()
        )

    def _take_number(self, question: DraftBuilder) -> None:
        key = question.key
        if key.answer is None:
            intervals = [
                interval for condition, _ in self._conditions() if (interval := _interval(condition))
            ]
            if len(intervals) == 1:
                question.take_number(intervals[0], question.stem.number_format or NumberFormat())
            if key.answer is None:
                for value, low, high in intervals:
                    text = f"Accepted: {float(value):.12g}, from {float(low):.12g} to {float(high):.12g}."
                    key.solution = (*key.solution, *paragraph(text))
                self.place.lose("the numbers that are right are no single interval; see the solution")
        self._take_feedback(question)

    def _take_words(self, question: DraftBuilder) -> None:
        question.take_words(
            [
                equal.text.strip()
                for condition, _ in self._conditions()
                for equal in condition.within("varequal")
            ]
        )
        self._take_feedback(question)


def _drawing(picture: Picture | None, archive: Archive | None) -> bytes | None:
    if archive is None or picture is None:
        return None
    wanted = unquote(_BASE.sub("", picture.source))
    names = (name for name in (wanted, f"web_resources/{wanted}") if name in archive.names)
    return next(map(archive.read, names), None)


def _interval(condition: Element) -> AcceptedInterval | None:
    """Return what a condition accepts: a number with or without a margin, or a range."""
    equal = next(condition.within("varequal"), None)
    value = decimal(equal.text) if equal is not None else None
    lows = [decimal(bound.text) for name in ("vargte", "vargt") for bound in condition.within(name)]
    highs = [decimal(bound.text) for name in ("varlte", "varlt") for bound in condition.within(name)]
    low, high = (lows or [None])[0], (highs or [None])[0]
    if low is None or high is None:
        if value is None or equal is None:
            return None
        margin = abs(decimal(equal.attributes.get("margin", "0")) or Fraction(0))
        if equal.attributes.get("margintype") == "percent":
            margin *= abs(value) / 100
        low, high = value - margin, value + margin
    if value is None:
        value = (low + high) / 2
    return AcceptedInterval(value, low, high) if low <= value <= high else None
