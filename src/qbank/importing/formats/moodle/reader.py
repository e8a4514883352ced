"""Moodle XML: the questions of a file, each by its kind."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from qbank import source_words
from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.answer_key import slip_of
from qbank.importing.exercise.fields import filled
from qbank.importing.exercise.gaps import FULL, Gap
from qbank.importing.exercise.numeric_answers import (
    AcceptedInterval,
    NumberFormat,
    decimal,
    joint_interval,
    slack_of,
)
from qbank.importing.exercise.parametrised import Parametrised
from qbank.importing.formats.moodle.calculated import answer_fields, wildcards, wrong_expression
from qbank.importing.formats.moodle.calculated import shown as in_names
from qbank.importing.formats.moodle.cloze import read_cloze, read_gapfill, read_numbered
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture, paragraph
from qbank.importing.markup.marked_text import category_path, read_marked
from qbank.importing.markup.source_text import excerpt, source_text
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks

_PLUGIN_FILE: Final = re.compile(r"@@PLUGINFILE@@/(.+)")

_KNOWN: Final = source_words.listed("moodle_elements")
"""What is either taken, or says how Moodle shows and grades a question and has no counterpart here."""

_PHRASES: Final = source_words.listed("moodle_feedback")
"""What Moodle puts into feedback unless told otherwise, in languages that files were seen in."""
_OUTCOMES: Final = {
    "correctfeedback": "When right:",
    "partiallycorrectfeedback": "When partly right:",
    "incorrectfeedback": "When wrong:",
}


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is not Moodle XML.
    """
    root = read_xml(data, place)
    if root.name != "quiz":
        raise place.at(root.line).error(f"Moodle XML begins with <quiz>, not with <{root.name}>")
    if root.first("question") is None:
        raise place.at(root.line).error(
            "holds no <question>; the settings of a quiz of Canvas are imported with their package"
        )
    for holder in root.within("text"):
        if holder.children:  # HTML that nobody escaped
            holder.content = [holder.markup]
    categories: tuple[str, ...] = ()
    for child in root.children:
        child_place = place.at(child.line)
        kind = child.get("type").strip().lower()
        if child.name != "question":
            child_place.lose(f"<{child.name}> is no question")
        elif kind == "category":
            categories = _category(child, child_place)
        elif kind == "description":
            text = excerpt(_blocks(child.first("questiontext"), child_place), 120)
            child_place.lose(f"a description, which asks nothing ('{child.word('name', 'text')}'): {text}")
        elif kind in _TAKERS:
            draft = _draft(child, child_place, kind)
            draft.categories = categories
            yield draft
        else:
            what = f"a question of the kind '{kind}' ('{child.word('name', 'text')}')"
            text = excerpt(_blocks(child.first("questiontext"), Place("")))
            child_place.lose(f"{what} has no counterpart: {text}", Content.QUESTION)


def _category(element: Element, place: Place) -> tuple[str, ...]:
    """Return the category that follows, and tell of its introduction."""
    name = " ".join(element.word("category", "text").split())
    if introduction := source_text(_blocks(element.first("info"), place)):
        place.lose(
            f"the introduction of the category '{name}', which a question has no place for: {introduction}"
        )
    return category_path(name)


def _draft(element: Element, place: Place, kind: str) -> Draft:
    derived: dict[str, Any] = {}
    drawn = wildcards(element) if kind in _CALCULATED else None
    if drawn is not None:
        _fill_names(element, drawn, derived, place)
    shown, gaps = _with_gaps(element, kind, place)
    feedback, for_graders = (
        _blocks(element.first(name), place) for name in ("generalfeedback", "graderinfo")
    )
    if source_text(for_graders) != source_text(feedback):
        feedback = (*feedback, *for_graders)
    question = DraftBuilder(place, element.word("name", "text"), shown, feedback)
    if gaps:
        question.take_gaps(gaps)
    elif kind in _CALCULATED and kind != "calculatedmulti":
        derived |= _take_calculated(element, question, drawn)
    else:
        _TAKERS[kind](element, question)
    for name, label in _OUTCOMES.items():
        said = _blocks(element.first(name), place)
        if (text := source_text(said)) and text.rstrip(".") not in _PHRASES:
            question.key.add_below(label, said)
    question.hints = [_blocks(hint, place) for hint in element.all("hint")]
    files = _Files(element, place)
    worth = element.word("defaultgrade")
    if kind in _CLOZE and len(gaps) == 1:
        worth = worth or f"{gaps[0].points:g}"
    identifier = element.word("idnumber")
    draft = question.draft(identifier, worth, files.load)
    if identifier and not draft.id and "track" not in draft.fields:
        place.note(f"the id number '{identifier}' is none of a bank, and is not kept")
    files.tell_unused()
    if drawn is not None:
        draft.fields |= filled(parameters=drawn.parameters(), derived=derived)
        if element.word("synchronize") not in {"", "0"}:
            place.note("numbers that the platform draws together are drawn each for itself")
    draft.take_tags([tag.word("text") for tags in element.all("tags") for tag in tags.all("tag")])
    if text := source_text(_blocks(element.first("responsetemplate"), place)):
        place.lose(f"<responsetemplate>: {text}")
    for child in element.children:
        if child.name not in _KNOWN and (child.content or child.attributes):
            place.at(child.line).lose(f"<{child.name}> is not known")
    return draft


def _take_choice(element: Element, question: DraftBuilder) -> None:
    answers = element.all("answer")
    shares = list(map(_share, answers))
    options = [_blocks(answer, question.place) for answer in answers]
    if element.get("type") == "truefalse":
        options = [paragraph(source_text(option).capitalize()) for option in options]
    said = element.word("single").lower()
    several = said in {"false", "0", "no"} or element.get("type") == "oumultiresponse"
    adds_up = not said and sum(share > 0 for share in shares) > 1 and max(shares) < FULL
    question.take_shares(list(zip(options, shares, strict=True)), several=several or adds_up)
    if not any(share > 0 for share in shares):
        question.place.lose("no option gets points, so none is known to be right", Content.KEY)
    _take_feedback(element, question)


def _take_order(element: Element, question: DraftBuilder) -> None:
    """Take what is to be put in order: the fraction of an answer is its place."""
    answers = element.all("answer")
    entries = sorted(answers, key=_share)
    if not answers:
        # The older plug-in `order` keeps the place as the answer of a pair.
        pairs = element.all("subquestion")
        entries = sorted(pairs, key=lambda pair: decimal(pair.word("answer", "text")) or 0)
    question.take_order([_blocks(entry, question.place) for entry in entries])


def _with_gaps(element: Element, kind: str, place: Place) -> tuple[Blocks, list[Gap]]:
    """Return what a question shows, and what its text has gaps for."""
    stem = element.first("questiontext")
    text = stem.first("text") if stem else None
    gaps: list[Gap] = []
    if text is not None and kind in _WITH_GAPS:
        if kind in _CLOZE:
            shown, gaps = read_cloze(text.text, place)
        elif kind == "gapfill":
            shown, gaps = read_gapfill(element, text.text)
        else:
            shown, gaps = read_numbered(element, text.text, place)
        text.content = [shown]
        if not gaps:
            place.lose("the text has no gaps of the form of its kind", Content.KEY)
    return _blocks(stem, place), gaps


def _fill_names(element: Element, drawn: Parametrised, derived: dict[str, Any], place: Place) -> None:
    """Write names and formulas within texts as question files do."""
    for owner in element.within("questiontext", "generalfeedback", "answer", "hint", "feedback"):
        text = owner.first("text")
        if text is not None and (owner.name != "answer" or element.attributes["type"] == "calculatedmulti"):
            text.content = [in_names(text.text, drawn, derived, place.at(owner.line))]


def _take_calculated(element: Element, question: DraftBuilder, drawn: Parametrised | None) -> dict[str, Any]:
    """Take an answer that is a formula; returns derived values that it rests on."""
    question.wants = "number"
    answers = sorted(element.all("answer"), key=_share, reverse=True)
    fields: dict[str, Any] = {}
    if answers and _share(answers[0]) > 0:
        fields = answer_fields(answers[0], drawn, question.place)
    mistakes = []
    for answer in answers[1:] if fields else answers:
        expression = wrong_expression(answer, drawn) if fields and _share(answer) < FULL else ""
        if expression and (text := source_text(_said(answer, question))):
            mistakes.append(answer)
            question.key.mistakes.append({"text": text, "expression": expression} | _credit(answer))
        elif answer.word("text") != "*" or _share(answer) > 0:
            question.key.add(paragraph(f"{answer.word('text')}: {_share(answer):g} %"))
    question.key.answer = fields.get("answer", question.key.answer)
    question.take_feedback(
        (_about_number(answer), _said(answer, question))
        for answer in element.all("answer")
        if answer not in mistakes
    )
    unit = _number_format(element, question).unit
    if unit and fields:
        question.stem.ask_for_unit(unit)
    derived: dict[str, Any] = fields.get("derived", {})
    return derived


def _take_number(element: Element, question: DraftBuilder) -> None:
    number_format = question.stem.number_format = _number_format(element, question)
    answers = [answer for answer in element.all("answer") if answer.word("text") != "*" or _share(answer) > 0]
    both = [
        (answer, AcceptedInterval.read(answer.word("text"), answer.word("tolerance"))) for answer in answers
    ]
    accepted = [(interval, _share(answer)) for answer, interval in both if interval and _share(answer) > 0]
    best = max((share for _, share in accepted), default=0.0)
    question.take_numbers([(interval, share) for interval, share in accepted if share == best])
    rest = [answer for answer, interval in both if interval is None or _share(answer) < max(best, 1e-9)]
    right = joint_interval([interval for interval, share in accepted if share == best])
    mistakes = (
        [answer for answer in rest if right and _is_mistake(answer, right)] if question.key.answer else []
    )
    if mistakes:
        question.key.mistakes = [_mistake(answer, number_format.unit, question) for answer in mistakes]
        _tell_tolerances(mistakes, question.place)
    for answer in (one for one in rest if one not in mistakes):
        text = f"{answer.word('text')} ± {answer.word('tolerance') or '0'}: {_share(answer):g} %"
        question.key.add(paragraph(text))
        question.place.note(f"the answer '{text}' is taken as text, behind the solution")
    question.take_feedback(
        (_about_number(answer), _said(answer, question))
        for answer in element.all("answer")
        if answer not in mistakes
    )


def _about_number(answer: Element) -> str:
    if _share(answer) >= FULL:
        return "When right:"
    return "When wrong:" if answer.word("text") == "*" else f"{answer.word('text')}:"


def _is_mistake(answer: Element, right: AcceptedInterval) -> bool:
    """Whether an answer is a number with a remark on it that does not count as right."""
    number = decimal(answer.word("text"))
    is_other = number is not None and not right.low <= number <= right.high
    return is_other and bool(answer.word("feedback", "text"))


def _tell_tolerances(mistakes: Sequence[Element], place: Place) -> None:
    for mistake in mistakes:
        if slack_of(slack := mistake.word("tolerance")):
            what = (
                f"the mistake {mistake.word('text')} is taken as this number, not as what is within ± {slack}"
            )
            place.note(what)


def _mistake(answer: Element, unit: str, question: DraftBuilder) -> dict[str, Any]:
    mistake = slip_of(answer.word("text"), unit, _said(answer, question))
    return mistake | _credit(answer)


def _credit(answer: Element) -> dict[str, Any]:
    return {"credit": _share(answer) / FULL} if 0 < _share(answer) < FULL else {}


def _take_words(element: Element, question: DraftBuilder) -> None:
    """Take a short answer: a list of words, each with what it is worth."""
    answers = [answer for answer in element.all("answer") if _share(answer) > 0]
    question.take_words([f"{answer.word('text')} ({_share(answer):g} %)" for answer in answers])
    question.take_feedback(
        (f"{answer.word('text')}:", _said(answer, question)) for answer in element.all("answer")
    )


def _take_pairs(element: Element, question: DraftBuilder) -> None:
    pairs = []
    for pair in element.all("subquestion"):
        words = pair.word("answer", "text")
        words = source_text(read_html(words)) if "<" in words else words
        pairs.append((_blocks(pair, question.place), words))
    question.take_pairs(pairs)


_CALCULATED: Final = frozenset({"calculated", "calculatedsimple", "calculatedmulti"})
_CLOZE: Final = frozenset({"cloze", "multianswer"})
_WITH_GAPS: Final = _CLOZE | {"gapselect", "ddwtos", "gapfill"}

_TAKERS: Final[Mapping[str, Callable[[Element, DraftBuilder], None]]] = {
    "multichoice": _take_choice,
    "multichoiceset": _take_choice,
    "oumultiresponse": _take_choice,
    "calculatedmulti": _take_choice,
    "truefalse": _take_choice,
    "numerical": _take_number,
    "shortanswer": _take_words,
    "regexp": _take_words,
    "matching": _take_pairs,
    "ddmatch": _take_pairs,
    "ordering": _take_order,
    "order": _take_order,
} | dict.fromkeys(
    ("essay", "essayautograde", "calculated", "calculatedsimple", *_WITH_GAPS),
    lambda _element, _question: None,
)


def _take_feedback(element: Element, question: DraftBuilder) -> None:
    question.take_feedback(
        (place, _said(answer, question)) for place, answer in enumerate(element.all("answer"))
    )


def _said(answer: Element, question: DraftBuilder) -> Blocks:
    """Return the feedback to an answer."""
    return _blocks(answer.first("feedback"), question.place)


def _number_format(element: Element, question: DraftBuilder) -> NumberFormat:
    """Return the unit and the digits asked for; the unit that the text says comes first."""
    shown = question.stem.number_format or NumberFormat()
    if shown.unit:
        return shown
    for unit in (unit for units in element.all("units") for unit in units.all("unit")):
        name = unit.word("unit_name")
        if decimal(unit.word("multiplier") or "1") == 1:
            return NumberFormat(" ".join(name.split()), shown.digits)
        question.place.at(unit.line).lose(f"the unit '{name}'")
    return shown


class _Files:
    """The files within a question: pictures, and what nothing shows."""

    def __init__(self, element: Element, place: Place) -> None:
        self._files = list(element.within("file"))
        self._place = place
        self._used: set[str] = set()

    def load(self, picture: Picture) -> bytes | None:
        """Return the file of a picture."""
        match = _PLUGIN_FILE.fullmatch(unquote(picture.source).partition("?")[0])
        for file in self._files:
            name = file.get("name")
            if match is None or name != match[1]:
                continue
            self._used.add(name)
            try:
                return base64.b64decode(file.text, validate=False)
            except (binascii.Error, ValueError):
                self._place.at(file.line).lose(f"the file '{name}' is damaged", Content.FILE)
        return None

    def tell_unused(self) -> None:
        """Tell of the files that the question does not show."""
        for file in self._files:
            if (name := file.get("name")) not in self._used:
                self._place.at(file.line).lose(f"the file '{name}'", Content.FILE)


def _share(answer: Element) -> float:
    """Return the percentage of all points that an answer gets."""
    return float(decimal(answer.get("fraction", "0")) or 0)


def _blocks(element: Element | None, place: Place) -> Blocks:
    """Return the text of an element in the format that it says."""
    if element is None:
        return ()
    return read_marked(
        element.part("text").text, element.get("format", "html"), place.at(element.line), f"<{element.name}>"
    )
