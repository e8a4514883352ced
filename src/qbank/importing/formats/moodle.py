"""Moodle XML: choices, true or false, numbers and essays; other kinds as open questions as far as they go."""

from __future__ import annotations

import base64
import binascii
import re
from fractions import Fraction
from typing import Final

from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.exercise.answer_key import Answered, read_answered
from qbank.importing.exercise.numeric_answers import answer_of, decimal
from qbank.importing.exercise.stem import Asked, Form, read_asked, without_pictures
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.pictures import take_picture, tell_pictures
from qbank.importing.markup.source_text import source_text
from qbank.importing.markup.xml_tree import Element, read_xml
from qbank.importing.question import draft_of, take_id, take_points, take_tags
from qbank.render.text import blocks as text
from qbank.render.text.document import Blocks, BulletList, Emphasis, Paragraph, Strong, Text

_FULL: Final = 100.0
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


def read(data: bytes, source: str) -> Taken:
    """Read a file.

    Raises:
        SourceError: it is not Moodle XML.
    """
    root = read_xml(data, source)
    if root.name != "quiz":
        raise SourceError(
            f"{Place(source, root.line)}: Moodle XML begins with <quiz>, not with <{root.name}>"
        )
    taken = Taken()
    for child in root.children:
        place = Place(source, child.line)
        if child.name != "question":
            taken.lose(place, f"<{child.name}> is no question")
        elif child.attributes.get("type") == "category":
            _category(child, place, taken)
        else:
            _Reader(child, place, taken).read()
    return taken


def _category(element: Element, place: Place, taken: Taken) -> None:
    info = _blocks(element.first("info"), place, taken)
    if info:
        name = " ".join((category.word("text") if (category := element.first("category")) else "").split())
        taken.lose(place, f"the introduction of the category '{name}': a question has no place for it")


class _Reader:
    def __init__(self, element: Element, place: Place, taken: Taken) -> None:
        self.element = element
        self.place = place
        self.taken = taken

    def read(self) -> None:
        """Take one question, of whatever kind it is."""
        kind = self.element.attributes.get("type", "")
        takers = {
            "multichoice": self._choice,
            "truefalse": self._choice,
            "numerical": self._number,
            "essay": self._words,
            "shortanswer": self._short,
            "matching": self._matching,
        }
        if kind not in takers:
            self.taken.lose(self.place, f"a question of the kind '{kind}' ({self._title()}) is not taken")
            return
        asked = read_asked(self._part("questiontext"))
        draft = takers[kind](asked)
        tell_pictures(draft, asked.scenario, self.taken)
        take_picture(draft, asked, self._drawing(asked), self.taken)
        self._about(draft)
        self.taken.drafts.append(draft)

    def _title(self) -> str:
        name = self.element.first("name")
        return name.word("text") if name else ""

    def _part(self, name: str) -> Blocks:
        return _blocks(self.element.first(name), self.place, self.taken)

    def _choice(self, asked: Asked) -> Draft:
        answers = self.element.all("answer")
        options = [source_text(without_pictures(self._answer(answer))) for answer in answers]
        if self.element.attributes.get("type") == "truefalse":
            options = [option.capitalize() for option in options]
        right = [place for place, answer in enumerate(answers) if _fraction(answer) >= _FULL]
        some = [answer for answer in answers if 0 < _fraction(answer) < _FULL]
        answered = self._answered(asked)
        if len(right) == 1 and not some and len(options) > 1 and all(options):
            answered.right = right[0]
            self._feedback(answers, answered)
            return draft_of(self.place, self._title(), asked, answered, options)
        self.taken.note(self.place, "not exactly one option is right; taken as an open question with a list")
        listed = tuple(self._answer(answer) or (Paragraph((Text("(empty)"),)),) for answer in answers)
        worth = tuple(
            (Paragraph((Text(f"{_fraction(answer):g} %: "),)), *self._answer(answer))
            for answer in answers
            if _fraction(answer)
        )
        asked.scenario = (*asked.scenario, *asked.question, *((BulletList(listed),) if listed else ()))
        asked.question = ()
        if worth:
            answered.solution = (BulletList(worth), *answered.solution)
        self._feedback(answers, answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _answer(self, answer: Element) -> Blocks:
        return _blocks(answer, self.place, self.taken)

    def _feedback(self, answers: list[Element], answered: Answered) -> None:
        """Keep what is said of wrong options, and what a question has no field for in the solution."""
        known = source_text(answered.solution)
        for number, answer in enumerate(answers):
            said = _blocks(answer.first("feedback"), self.place, self.taken)
            if said and answered.right not in {None, number}:
                answered.slips[number] = said
            elif said and source_text(said) not in known:
                label = "Answer" if answered.right is None else "Right"
                lead = Paragraph((Strong((Text(f"{label} {chr(ord('A') + number % 26)}:"),)),))
                answered.solution = (*answered.solution, lead, *said)

    def _number(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        answered.answer = None
        rest = []
        keys = []
        for answer in self.element.all("answer"):
            value, tolerance = decimal(answer.word("text")), decimal(answer.word("tolerance") or "0")
            if _fraction(answer) >= _FULL and value is not None and tolerance is not None:
                keys.append((value, abs(tolerance)))
            else:
                rest.append(answer)
        form = self._form(asked)
        found = _interval(keys)
        answered.answer = answer_of(*found, form) if found else None
        if found and answered.answer is None and form.unit:
            asked.scenario = (*asked.scenario, Paragraph((Emphasis((Text(f"Answer in {form.unit}."),)),)))
            answered.answer = answer_of(*found, Form("", form.digits))
        if answered.answer is None:
            rest = self.element.all("answer")
        for answer in rest:
            said = f"{answer.word('text')} ± {answer.word('tolerance') or '0'}: {_fraction(answer):g} %"
            answered.solution = (*answered.solution, Paragraph((Text(said),)))
            self.taken.note(self.place, f"the answer '{said}' is taken as text, behind the solution")
        self._feedback(self.element.all("answer"), answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _form(self, asked: Asked) -> Form:
        """Return the unit and the digits asked for; the unit of a form that the text says comes first."""
        if asked.form and asked.form.unit:
            return asked.form
        digits = asked.form.digits if asked.form else None
        for units in self.element.all("units"):
            for unit in units.all("unit"):
                if decimal(unit.word("multiplier") or "1") == 1:
                    return Form(" ".join(unit.word("unit_name").split()), digits)
                self.taken.lose(Place(self.place.source, unit.line), f"the unit '{unit.word('unit_name')}'")
        return Form("", digits)

    def _words(self, asked: Asked) -> Draft:
        return draft_of(self.place, self._title(), asked, self._answered(asked))

    def _short(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        accepted = tuple(
            (Paragraph((Text(f"{answer.word('text')} ({_fraction(answer):g} %)"),)),)
            for answer in self.element.all("answer")
        )
        if accepted:
            answered.solution = (
                Paragraph((Text("Accepted answers:"),)),
                BulletList(accepted),
                *answered.solution,
            )
        self._feedback(self.element.all("answer"), answered)
        return draft_of(self.place, self._title(), asked, answered)

    def _matching(self, asked: Asked) -> Draft:
        answered = self._answered(asked)
        pairs = [
            (self._answer(pair), answer.word("text") if (answer := pair.first("answer")) else "")
            for pair in self.element.all("subquestion")
        ]
        asked.scenario = (
            *asked.scenario,
            *asked.question,
            BulletList(tuple(stem for stem, _ in pairs if stem)),
            Paragraph((Text("To choose from: " + "; ".join(sorted({said for _, said in pairs}))),)),
        )
        asked.question = ()
        matched = tuple((*stem, Paragraph((Text(f"→ {said}"),))) for stem, said in pairs if stem)
        answered.solution = (BulletList(matched), *answered.solution)
        self.taken.note(self.place, "a matching question is taken as an open one with a list")
        return draft_of(self.place, self._title(), asked, answered)

    def _answered(self, asked: Asked) -> Answered:
        """Return the answer in words: the feedback, and what graders are told unless it is the same."""
        feedback, told = self._part("generalfeedback"), self._part("graderinfo")
        blocks = feedback if source_text(told) == source_text(feedback) else (*feedback, *told)
        return read_answered(blocks, asked)

    def _about(self, draft: Draft) -> None:
        element = self.element
        if note := take_id(draft, element.word("idnumber")):
            self.taken.note(self.place, note)
        take_tags(draft, [tag.word("text") for tags in element.all("tags") for tag in tags.all("tag")])
        points = decimal(element.word("defaultgrade"))
        if points is not None:
            take_points(draft, float(points))
        hints = [source_text(_blocks(hint, self.place, self.taken)) for hint in element.all("hint")]
        if any(hints):
            draft.fields["hints"] = [hint for hint in hints if hint]
        for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback", "responsetemplate"):
            if (said := source_text(self._part(name))) and not _is_a_phrase_of_moodle(said):
                self.taken.lose(self.place, f"<{name}>: {said}")
        for child in element.children:
            if child.name not in _KNOWN:
                self.taken.lose(Place(self.place.source, child.line), f"<{child.name}> is not known")

    def _drawing(self, asked: Asked) -> bytes | None:
        """Return the file of the picture that stood by itself; tell of files that nothing shows."""
        found = _PLUGIN_FILE.fullmatch(asked.picture.source) if asked.picture else None
        drawing = None
        for file in self.element.within("file"):
            name = file.attributes.get("name", "")
            if found and name == found[1] and drawing is None:
                try:
                    drawing = base64.b64decode(file.text, validate=False)
                except (binascii.Error, ValueError):
                    self.taken.lose(Place(self.place.source, file.line), f"the file '{name}' is damaged")
            else:
                self.taken.lose(Place(self.place.source, file.line), f"the file '{name}'")
        return drawing


def _is_a_phrase_of_moodle(said: str) -> bool:
    """Whether feedback is what Moodle puts there unless told otherwise."""
    return said.rstrip(".") in {
        "Your answer is correct",
        "Your answer is partially correct",
        "Your answer is incorrect",
    }


def _fraction(answer: Element) -> float:
    fraction = decimal(answer.attributes.get("fraction", "0"))
    return float(fraction or 0)


def _interval(keys: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return value, low and high; the first number is the one shown. None where the numbers leave a gap."""
    if not keys:
        return None
    value, slack = keys[0]
    low, high = value - slack, value + slack
    for other, tolerance in keys[1:]:
        if other - tolerance > high or other + tolerance < low:
            return None
        low, high = min(low, other - tolerance), max(high, other + tolerance)
    return value, low, high


def _blocks(element: Element | None, place: Place, taken: Taken) -> Blocks:
    """Return the text of an element in the format that it says."""
    if element is None:
        return ()
    said = element.first("text")
    content = said.text if said is not None else ""
    match element.attributes.get("format", "html"):
        case "markdown":
            return text.read(content)
        case "plain_text":
            lines = text.clean(content).split("\n")
            return tuple(Paragraph((Text(line.strip()),)) for line in lines if line.strip())
        case "moodle_auto_format" if "<" not in content:
            content = "<br/>".join(content.strip().split("\n"))
    html = read_html(content)
    for lost in html.lost:
        taken.lose(Place(place.source, element.line), f"{lost} is left out of <{element.name}>")
    return html.blocks
