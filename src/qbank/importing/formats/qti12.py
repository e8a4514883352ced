"""QTI 1.2 as Canvas writes it and as we do: choices, true or false, numbers and essays.

A package is looked into in memory; of its files only those that hold questions and the drawings they show are
read. Other kinds of items are open questions as far as they go, or listed as not taken.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final
from urllib.parse import unquote

from qbank.importing.archive import Archive
from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.exercise.answer_key import Answered, read_answered
from qbank.importing.exercise.numeric_answers import answer_of, decimal
from qbank.importing.exercise.stem import Asked, Form, read_asked
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.pictures import take_picture, tell_pictures
from qbank.importing.markup.source_text import source_text
from qbank.importing.markup.xml_tree import Element, read_xml
from qbank.importing.question import draft_of, take_id, take_points
from qbank.render.text.document import Blocks, BulletList, Emphasis, Paragraph, Strong, Text

_MANIFEST: Final = "imsmanifest.xml"
_BASE: Final = re.compile(r"^(?:\$|%24)?IMS-CC-FILEBASE(?:\$|%24)?/")
_GENERAL: Final = "general_fb"
_FULL: Final = 100


def read(data: bytes, source: str) -> Taken:
    """Read a package, or a file of one.

    Raises:
        SourceError: it cannot be read, or holds no questions.
    """
    taken = Taken()
    if not data.startswith(b"PK"):
        _document(read_xml(data, source), source, None, taken)
        return taken
    archive = Archive(data, source)
    found = False
    for name in archive.names:
        if not name.lower().endswith(".xml") or name == _MANIFEST:
            continue
        root = read_xml(archive.read(name), archive.place(name))
        if root.name == "questestinterop":
            found = True
            _document(root, archive.place(name), archive, taken)
        elif root.name == "quiz":
            _about(root, archive.place(name), taken)
        else:
            taken.lose(Place(archive.place(name), root.line), f"<{root.name}> holds no questions")
    for name in archive.unread:
        if name != _MANIFEST:
            taken.lose(Place(archive.place(name)), "the file, which no question shows")
    if not found:
        raise SourceError(f"{Place(source)}: holds no QTI 1.2 questions (<questestinterop>)")
    return taken


def _about(root: Element, source: str, taken: Taken) -> None:
    said = source_text(read_html(root.word("description")).blocks)
    if said:
        taken.lose(Place(source, root.line), f"the introduction: {said}")


def _document(root: Element, source: str, archive: Archive | None, taken: Taken) -> None:
    if root.name != "questestinterop":
        raise SourceError(
            f"{Place(source, root.line)}: QTI 1.2 begins with <questestinterop>, not <{root.name}>"
        )
    for section in root.within("selection_ordering"):
        taken.note(Place(source, section.line), "a group that draws some of its questions: all are taken")
    for item in root.within("item"):
        _Reader(item, Place(source, item.line), archive, taken).read()


class _Reader:
    def __init__(self, item: Element, place: Place, archive: Archive | None, taken: Taken) -> None:
        self.item = item
        self.place = place
        self.archive = archive
        self.taken = taken
        self.presentation = item.first("presentation") or Element("presentation", {}, item.line)
        self.facts = {
            field.word("fieldlabel"): field.word("fieldentry") for field in item.within("qtimetadatafield")
        }
        self.feedback = {
            one.attributes.get("ident", ""): self._material(one) for one in item.all("itemfeedback")
        }

    def read(self) -> None:
        """Take one item, of whatever kind it is."""
        kind = self.facts.get("question_type", "") or self._seen_kind()
        takers = {
            "multiple_choice_question": self._choice,
            "true_false_question": self._choice,
            "multiple_answers_question": self._choice,
            "numerical_question": self._number,
            "essay_question": self._words,
            "short_answer_question": self._short,
        }
        if kind not in takers:
            title = self.item.attributes.get("title", "")
            self.taken.lose(self.place, f"an item of the kind '{kind}' ({title}) is not taken")
            return
        asked = read_asked(self._asked())
        draft = takers[kind](asked)
        tell_pictures(draft, asked.scenario, self.taken)
        take_picture(draft, asked, self._drawing(asked), self.taken)
        if note := take_id(draft, self.item.attributes.get("ident", "")):
            self.taken.note(self.place, note)
        points = decimal(self.facts.get("points_possible", ""))
        if points is not None:
            take_points(draft, float(points))
        self.taken.drafts.append(draft)

    def _seen_kind(self) -> str:
        """Return the kind that the elements show, for packages that do not say it."""
        choices = self.presentation.first("response_lid")
        if choices is not None:
            many = choices.attributes.get("rcardinality", "Single") != "Single"
            return "multiple_answers_question" if many else "multiple_choice_question"
        for fib in self.presentation.within("render_fib"):
            if fib.attributes.get("fibtype", "") in {"Decimal", "Integer"}:
                return "numerical_question"
            return "short_answer_question" if self._conditions() else "essay_question"
        return "unknown"

    def _material(self, element: Element) -> Blocks:
        blocks: list[Blocks] = []
        for text in element.within("mattext"):
            if text.attributes.get("texttype", "text/plain") == "text/html":
                html = read_html(text.text)
                for lost in html.lost:
                    self.taken.lose(Place(self.place.source, text.line), f"{lost} is left out")
                blocks.append(html.blocks)
            elif text.text.strip():
                blocks.append((Paragraph((Text(" ".join(text.text.split())),)),))
            if text.children:
                self.taken.lose(
                    Place(self.place.source, text.line), f"<{text.children[0].name}> within <mattext>"
                )
        return tuple(block for one in blocks for block in one)

    def _asked(self) -> Blocks:
        """Return what stands before the response."""
        blocks: list[Blocks] = []
        for child in self.presentation.children:
            if child.name in {"material", "flow"} and not any(child.within("render_choice")):
                blocks.append(self._material(child))
            elif child.name == "flow":
                inner = [one for one in child.children if one.name == "material"]
                blocks += [self._material(one) for one in inner]
        return tuple(block for one in blocks for block in one)

    def _conditions(self) -> list[tuple[Element, float]]:
        """Return the conditions that give points, with their share of all points in percent."""
        found = []
        for one in self.item.within("respcondition"):
            score = max(
                (decimal(setting.text) or Fraction(0) for setting in one.all("setvar")), default=Fraction(0)
            )
            condition = one.first("conditionvar")
            if score > 0 and condition is not None:
                found.append((condition, float(score)))
        return found

    def _answered(self, asked: Asked) -> Answered:
        return read_answered(self.feedback.get(_GENERAL, ()), asked)

    def _choice(self, asked: Asked) -> Draft:
        labels = list(self.presentation.within("response_label"))
        idents = [label.attributes.get("ident", "") for label in labels]
        contents = [self._material(label) for label in labels]
        answered = self._answered(asked)
        right = self._right(idents)
        options = [source_text(content) for content in contents]
        if len(right) == 1 and len(options) > 1 and all(options):
            answered.right = right[0]
            self._spoken(idents, answered)
            return draft_of(self.place, self._title(), asked, answered, options)
        self.taken.note(self.place, "not exactly one option is right; taken as an open question with a list")
        listed = tuple(content or (Paragraph((Text("(empty)"),)),) for content in contents)
        asked.scenario = (*asked.scenario, *asked.question, *((BulletList(listed),) if listed else ()))
        asked.question = ()
        if right:
            lead = Paragraph((Text("Right:"),))
            answered.solution = (lead, BulletList(tuple(listed[at] for at in right)), *answered.solution)
        self._spoken(idents, answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _right(self, idents: list[str]) -> list[int]:
        """Return the places of the options that have to be chosen for full points."""
        right = set()
        for condition, score in self._conditions():
            if score < _FULL:
                continue
            wrong = {equal.text.strip() for no in condition.within("not") for equal in no.within("varequal")}
            right |= {equal.text.strip() for equal in condition.within("varequal")} - wrong
        return [place for place, ident in enumerate(idents) if ident in right]

    def _spoken(self, idents: list[str], answered: Answered) -> None:
        """Keep what is said of wrong options, and what a question has no field for in the solution."""
        known = source_text(answered.solution)
        for ident, said in self.feedback.items():
            option = ident.removesuffix("_fb")
            place = idents.index(option) if option in idents else None
            if place is not None and answered.right not in {None, place} and said:
                answered.slips[place] = said
                continue
            if ident == _GENERAL or not said or source_text(said) in known:
                continue
            label = "When right:" if ident == "correct_fb" else "When wrong:"
            if place is not None:
                label = f"{'Right' if answered.right == place else 'Not'} {chr(ord('A') + place % 26)}:"
            answered.solution = (*answered.solution, Paragraph((Strong((Text(label),)),)), *said)

    def _number(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        answered.answer = answered.answer or self._key(asked, answered)
        self._spoken([], answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _key(self, asked: Asked, answered: Answered) -> dict[str, Any] | None:
        form = asked.form or Form()
        keys = [key for condition, _ in self._conditions() if (key := _interval(condition))]
        answer = answer_of(*keys[0], form) if len(keys) == 1 else None
        if len(keys) == 1 and answer is None and form.unit:
            asked.scenario = (*asked.scenario, Paragraph((Emphasis((Text(f"Answer in {form.unit}."),)),)))
            answer = answer_of(*keys[0], Form("", form.digits))
        if answer is None:
            for value, low, high in keys:
                said = f"Accepted: {float(value):.12g}, from {float(low):.12g} to {float(high):.12g}."
                answered.solution = (*answered.solution, Paragraph((Text(said),)))
            self.taken.lose(self.place, "the numbers that are right are no single interval; see the solution")
        return answer

    def _words(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        self._spoken([], answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _short(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        accepted = tuple(
            (Paragraph((Text(equal.text.strip()),)),)
            for condition, _ in self._conditions()
            for equal in condition.within("varequal")
        )
        if accepted:
            lead = Paragraph((Text("Accepted answers:"),))
            answered.solution = (lead, BulletList(accepted), *answered.solution)
        self._spoken([], answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _title(self) -> str:
        title = self.item.attributes.get("title", "")
        return "" if title == "Question" else title

    def _drawing(self, asked: Asked) -> bytes | None:
        if self.archive is None or asked.picture is None:
            return None
        wanted = unquote(_BASE.sub("", asked.picture.source))
        for name in (wanted, f"web_resources/{wanted}"):
            if name in self.archive.names:
                return self.archive.read(name)
        return None


def _interval(condition: Element) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return value, low and high of a condition: a number with or without a margin, or a range."""
    equal = next(condition.within("varequal"), None)
    value = decimal(equal.text) if equal is not None else None
    lows = [decimal(one.text) for name in ("vargte", "vargt") for one in condition.within(name)]
    highs = [decimal(one.text) for name in ("varlte", "varlt") for one in condition.within(name)]
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
    return (value, low, high) if low <= value <= high else None
