"""Moodle XML: choices, true or false, numbers and essays; other kinds as open questions as far as they go."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from qbank.importing.builder import DraftBuilder, listed
from qbank.importing.draft import Draft
from qbank.importing.exercise.labels import split_label
from qbank.importing.exercise.numeric_answers import AcceptedInterval, decimal
from qbank.importing.exercise.stem import NumberFormat
from qbank.importing.markup.element import Element
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Picture, paragraph
from qbank.importing.markup.source_text import source_text
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.place import Place
from qbank.render.text.blocks import clean, read_blocks
from qbank.render.text.document import Blocks
from qbank.units.format import format_quantity

_FULL: Final = 100.0
_LIKELY_SLIP: Final = re.compile("(Likely slip):")
_PLUGIN_FILE: Final = re.compile(r"@@PLUGINFILE@@/(.+)")

_KNOWN_WORDS: Final = (
    "answer answernumbering attachments attachmentsrequired correctfeedback coursetags defaultgrade "
    "filetypeslist generalfeedback graderinfo hidden hint idnumber incorrectfeedback maxbytes maxwordlimit "
    "minwordlimit name partiallycorrectfeedback penalty questiontext responsefieldlines responseformat "
    "responserequired responsetemplate showstandardinstruction shownumcorrect showunits shuffleanswers "
    "single subquestion tags unitgradingtype unitpenalty units unitsleft usecase"
)
_KNOWN: Final = frozenset(_KNOWN_WORDS.split())
"""What is either taken, or says how Moodle shows and grades a question and has no counterpart here."""

_PHRASES: Final = frozenset(f"Your answer is {how}" for how in ("correct", "partially correct", "incorrect"))
"""What Moodle puts into feedback unless told otherwise."""


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is not Moodle XML.
    """
    root = read_xml(data, place)
    if root.name != "quiz":
        raise place.at(root.line).error(f"Moodle XML begins with <quiz>, not with <{root.name}>")
    for child in root.children:
        child_place = place.at(child.line)
        kind = child.attributes.get("type", "")
        if child.name != "question":
            child_place.lose(f"<{child.name}> is no question")
        elif kind == "category":
            _tell_category(child, child_place)
        elif kind in _TAKERS:
            yield _draft(child, child_place)
        else:
            title = _title(child)
            child_place.lose(f"a question of the kind '{kind}' ({title}) is not taken")


def _tell_category(element: Element, place: Place) -> None:
    if _blocks(element.first("info"), place):
        category = element.first("category")
        name = " ".join(category.word("text").split()) if category else ""
        place.lose(f"the introduction of the category '{name}': a question has no place for it")


def _title(element: Element) -> str:
    named = element.first("name")
    return named.word("text") if named else ""


def _draft(element: Element, place: Place) -> Draft:
    shown, feedback, for_graders = (
        _blocks(element.first(name), place) for name in ("questiontext", "generalfeedback", "graderinfo")
    )
    if source_text(for_graders) != source_text(feedback):
        feedback = (*feedback, *for_graders)
    question = DraftBuilder(place, _title(element), shown, feedback)
    _TAKERS[element.attributes["type"]](element, question)
    draft = question.draft(element.word("idnumber"), element.word("defaultgrade"))
    question.take_picture(draft, _drawing(element, question.stem.picture, place))
    draft.take_tags([tag.word("text") for tags in element.all("tags") for tag in tags.all("tag")])
    hints = [source_text(_blocks(hint, place)) for hint in element.all("hint")]
    if any(hints):
        draft.fields["hints"] = list(filter(None, hints))
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback", "responsetemplate"):
        text = source_text(_blocks(element.first(name), place))
        if text and text.rstrip(".") not in _PHRASES:
            place.lose(f"<{name}>: {text}")
    for child in element.children:
        if child.name not in _KNOWN:
            place.at(child.line).lose(f"<{child.name}> is not known")
    return draft


def _take_choice(element: Element, question: DraftBuilder) -> None:
    answers = element.all("answer")
    shares = list(map(_share, answers))
    options = [_blocks(answer, question.place) for answer in answers]
    if element.attributes.get("type") == "truefalse":
        options = [paragraph(source_text(option).capitalize()) for option in options]
    graded = [
        (*paragraph(f"{share:g} %: "), *option)
        for share, option in zip(shares, options, strict=True)
        if share
    ]
    right = [place for place, share in enumerate(shares) if share > 0]
    if any(shares[place] < _FULL for place in right):
        right = []
    question.take_choice(options, right, listed(graded))
    _take_feedback(element, question)


def _take_number(element: Element, question: DraftBuilder) -> None:
    answers = element.all("answer")
    rest: list[Element] = []
    accepted: list[tuple[Fraction, Fraction]] = []
    for answer in answers:
        value, tolerance = decimal(answer.word("text")), decimal(answer.word("tolerance") or "0")
        if _share(answer) >= _FULL and value is not None and tolerance is not None:
            accepted.append((value, abs(tolerance)))
        else:
            rest.append(answer)
    question.key.answer = None
    interval = _interval(accepted)
    if interval is not None:
        question.take_number(interval, _number_format(element, question))
    mistakes = [answer for answer in rest if question.key.answer and _says_why(answer)]
    if mistakes:
        unit = _number_format(element, question).unit
        question.key.mistakes = [_mistake(answer, unit, question.place) for answer in mistakes]
    for answer in rest if question.key.answer else answers:
        if answer in mistakes:
            continue
        text = f"{answer.word('text')} ± {answer.word('tolerance') or '0'}: {_share(answer):g} %"
        question.key.solution = (*question.key.solution, *paragraph(text))
        question.place.note(f"the answer '{text}' is taken as text, behind the solution")
    _take_feedback(element, question, mistakes)


def _says_why(answer: Element) -> bool:
    """Whether an answer that is not right has a number and a remark: it is a mistake with an expression."""
    feedback = answer.first("feedback")
    return decimal(answer.word("text")) is not None and feedback is not None and bool(feedback.word("text"))


def _mistake(answer: Element, unit: str, place: Place) -> dict[str, Any]:
    feedback = _blocks(answer.first("feedback"), place)
    said = split_label(feedback[0], _LIKELY_SLIP) if feedback else None
    mistake: dict[str, Any] = {
        "text": source_text((*said[1], *feedback[1:]) if said else feedback),
        "expression": format_quantity(answer.word("text").strip(), unit),
    }
    return mistake | ({"credit": _share(answer) / _FULL} if 0 < _share(answer) < _FULL else {})


def _take_words(element: Element, question: DraftBuilder) -> None:
    """Take a short answer: a list of words, each with what it is worth."""
    answers = element.all("answer")
    question.take_words([f"{answer.word('text')} ({_share(answer):g} %)" for answer in answers])
    _take_feedback(element, question)


def _take_pairs(element: Element, question: DraftBuilder) -> None:
    pairs = []
    for pair in element.all("subquestion"):
        answer = pair.first("answer")
        pairs.append((_blocks(pair, question.place), answer.word("text") if answer else ""))
    question.take_pairs(pairs)


_TAKERS: Final[Mapping[str, Callable[[Element, DraftBuilder], None]]] = {
    "multichoice": _take_choice,
    "truefalse": _take_choice,
    "numerical": _take_number,
    "essay": lambda _element, _question: None,
    "shortanswer": _take_words,
    "matching": _take_pairs,
}


def _take_feedback(element: Element, question: DraftBuilder, taken: Sequence[Element] = ()) -> None:
    feedback = [
        () if answer in taken else _blocks(answer.first("feedback"), question.place)
        for answer in element.all("answer")
    ]
    question.take_feedback(enumerate(feedback))


def _number_format(element: Element, question: DraftBuilder) -> NumberFormat:
    """Return the unit and the digits asked for; the unit that the text says comes first."""
    shown = question.stem.number_format or NumberFormat()
    if shown.unit:
        return shown
    for units in element.all("units"):
        for unit in units.all("unit"):
            name = unit.word("unit_name")
            if decimal(unit.word("multiplier") or "1") == 1:
                return NumberFormat(" ".join(name.split()), shown.digits)
            question.place.at(unit.line).lose(f"the unit '{name}'")
    return shown


def _drawing(element: Element, picture: Picture | None, place: Place) -> bytes | None:
    """Return the file of the picture that stands by itself; tell of files that nothing shows."""
    match = _PLUGIN_FILE.fullmatch(picture.source) if picture else None
    drawing = None
    for file in element.within("file"):
        name = file.attributes.get("name", "")
        if match and name == match[1] and drawing is None:
            try:
                drawing = base64.b64decode(file.text, validate=False)
            except (binascii.Error, ValueError):
                place.at(file.line).lose(f"the file '{name}' is damaged")
        else:
            place.at(file.line).lose(f"the file '{name}'")
    return drawing


def _share(answer: Element) -> float:
    """Return the percentage of all points that an answer gets."""
    return float(decimal(answer.attributes.get("fraction", "0")) or 0)


def _interval(accepted: list[tuple[Fraction, Fraction]]) -> AcceptedInterval | None:
    """Return what numbers with tolerances accept together, the first one shown; None where there is a gap."""
    if not accepted:
        return None
    value, slack = accepted[0]
    low, high = value - slack, value + slack
    for center, tolerance in accepted[1:]:
        if center - tolerance > high or center + tolerance < low:
            return None
        low, high = min(low, center - tolerance), max(high, center + tolerance)
    return AcceptedInterval(value, low, high)


def _blocks(element: Element | None, place: Place) -> Blocks:
    """Return the text of an element in the format that it says."""
    if element is None:
        return ()
    text = element.first("text")
    content = text.text if text is not None else ""
    match element.attributes.get("format", "html"):
        case "markdown":
            return read_blocks(content)
        case "plain_text":
            lines = filter(None, map(str.strip, clean(content).split("\n")))
            return tuple(block for line in lines for block in paragraph(line))
        case "moodle_auto_format" if "<" not in content:
            content = "<br/>".join(content.strip().split("\n"))
    return read_html(content, place.at(element.line), f"<{element.name}>")
