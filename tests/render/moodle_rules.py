"""How Moodle reads GIFT and Moodle XML, and how it grades numbers: an oracle, as Moodle itself cannot be had.

Written after `question/format/gift/format.php`, `question/format/xml/format.php` and
`question/type/numerical/question.php`; anything our files have no need of is refused instead of read.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

GRADES = (100.0, 0.0)
"""The fractions that we write; Moodle knows more of them, and refuses all others."""


@dataclass
class Answer:
    """One answer: HTML for a choice, a number with its tolerance else."""

    text: str
    fraction: float
    feedback: str = ""
    tolerance: float = 0.0


@dataclass
class Question:
    """One question as Moodle would store it."""

    kind: str
    name: str
    text: str = ""
    answers: list[Answer] = field(default_factory=list)
    general: str = ""
    id: str = ""
    tags: tuple[str, ...] = ()
    points: float = 1.0
    units: dict[str, float] = field(default_factory=dict)
    show_units: int = 3
    files: dict[str, bytes] = field(default_factory=dict)
    hints: list[str] = field(default_factory=list)
    grader: str = ""
    category: str = ""

    def grade(self, response: str) -> float | None:
        """Return the fraction a number typed in gets, None where Moodle asks for another response."""
        answer = self.matched(response)
        return answer.fraction if isinstance(answer, Answer) else answer

    def matched(self, response: str) -> Answer | float | None:
        """Return which answer a number typed in is taken for, 0 for none of them."""
        number = re.match(
            r"([+-]?[,\d]*)(?:\.(\d*))?(?:(?:e|E|(?:x|\*|×)10(?:\^|\*\*))([+-]?\d+))?", response
        )
        assert number is not None
        before, behind, power = (number[place] or "" for place in (1, 2, 3))
        if not before.strip("+-,") and not behind:
            return None
        unit = response[number.end() :].strip()
        if unit and self.show_units != 0:
            return None
        value = float(f"{before.replace(',', '') or '0'}.{behind or '0'}e{power or '0'}")
        if unit in self.units:
            value /= self.units[unit]
        for answer in self.answers:
            middle = float(answer.text)
            slack = abs(answer.tolerance) + 1e-14 * max(1.0, abs(middle))
            if middle - slack <= value <= middle + slack:
                return answer
        return 0.0


_PLACEHOLDERS = {r"\:": "&&058;", r"\#": "&&035;", r"\=": "&&061;", r"\{": "&&123;", r"\}": "&&125;",
                 r"\~": "&&126;", r"\n": "&&010;"}  # fmt: skip
_CHARACTERS = {"&&058;": ":", "&&035;": "#", "&&061;": "=", "&&123;": "{", "&&125;": "}", "&&126;": "~",
               "&&010;": "\n"}  # fmt: skip


def read_gift(text: str) -> list[Question]:
    """Read a file of GIFT."""
    questions = []
    category = ""
    for chunk in re.split(r"\n[ \t]*\n", text):
        lines = chunk.split("\n")
        remarks = [line.strip() for line in lines if line.strip().startswith("//")]
        body = "\n".join(" " if line.strip().startswith("//") else line for line in lines).strip()
        if not body:
            continue
        body = _escaped_before(body)
        if body.startswith("$CATEGORY:"):
            category = body[10:].strip()
            assert "\n" not in category
            continue
        question = _gift_question(body)
        question.category = category
        question.id = next(iter(re.findall(r"\[id:([^\x00-\x1f]+?)\]", "".join(remarks))), "")
        question.tags = tuple(re.findall(r"\[tag:([^\x00-\x1f]+?)\]", "".join(remarks)))
        questions.append(question)
    return questions


def _gift_question(text: str) -> Question:
    assert text.startswith("::"), text[:80]
    name, _, text = text[2:].partition("::")
    text = text.strip()
    start, end = text.find("{"), text.find("}")
    assert 0 <= start < end == len(text) - 1, "one pair of braces, at the end"
    answers = text[start + 1 : end].strip()
    general = ""
    if "####" in answers:
        answers, _, general = answers.rpartition("####")
        answers = answers.strip()
    question = Question(
        "essay", _escaped_after(name), _formatted(text[:start]), general=_escaped_after(general)
    )
    if not answers:
        return question
    if answers.startswith("#"):
        question.kind = "numerical"
        assert "~" not in answers
        first, *numbers = answers[1:].split("=")
        assert not first.strip(), "a number without a sign before it is not read if it is 0"
        for number in numbers:
            value, _, tolerance = number.strip().partition(":")
            assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value), value
            assert re.fullmatch(r"[0-9]+(\.[0-9]+)?", tolerance), tolerance
            question.answers.append(Answer(value, 100, tolerance=float(tolerance)))
        return question
    assert "~" in answers, "a choice of one option would be a short answer"
    question.kind = "multichoice"
    first, *options = answers.replace("=", "~=").split("~")
    assert not first.strip()
    for option in map(str.strip, filter(str.strip, options)):
        right = option.startswith("=")
        bare = option.removeprefix("=")
        assert not re.match(r"%-*[0-9]", bare), "a weight"
        shown, _, feedback = bare.partition("#")
        question.answers.append(
            Answer(_escaped_after(shown.strip()), 100 if right else 0, _escaped_after(feedback.strip()))
        )
    return question


def _escaped_before(text: str) -> str:
    text = text.replace("\\\\", "&&092;")
    for sign, placeholder in _PLACEHOLDERS.items():
        text = text.replace(sign, placeholder)
    return text.replace("&&092;", "\\")


def _escaped_after(text: str) -> str:
    for placeholder, character in _CHARACTERS.items():
        text = text.replace(placeholder, character)
    return text


def _formatted(text: str) -> str:
    assert text.startswith("[html]"), text[:40]
    return _escaped_after(text.removeprefix("[html]")).strip()


_COMMON = "name questiontext generalfeedback defaultgrade penalty hidden idnumber hint tags"
_OWN = {
    "essay": "responseformat responserequired responsefieldlines attachments attachmentsrequired graderinfo"
    " responsetemplate",
    "multichoice": "single shuffleanswers answernumbering correctfeedback partiallycorrectfeedback"
    " incorrectfeedback answer",
    "numerical": "answer unitgradingtype unitpenalty showunits unitsleft units",
}


def read_xml(data: bytes) -> list[Question]:
    """Read Moodle XML; whatever Moodle would leave aside is refused."""
    quiz = ElementTree.fromstring(data)
    assert quiz.tag == "quiz"
    questions = []
    category = ""
    for element in quiz:
        assert element.tag == "question"
        if element.get("type") == "category":
            category = _text(element, "category")
            continue
        question = _xml_question(element)
        question.category = category
        questions.append(question)
    return questions


def _xml_question(element: ElementTree.Element) -> Question:
    kind = element.get("type") or ""
    allowed = set(f"{_COMMON} {_OWN[kind]}".split())
    assert {child.tag for child in element} <= allowed, {child.tag for child in element} - allowed
    assert all(len(element.findall(tag)) <= 1 for tag in allowed - {"hint", "answer"})
    for formatted in element.iter():
        if formatted.get("format") is not None:
            assert formatted.get("format") in {"html", "moodle_auto_format"}, formatted.attrib
    body = element.find("questiontext")
    assert body is not None
    question = Question(
        kind,
        _text(element, "name"),
        _text(element, "questiontext"),
        general=_text(element, "generalfeedback"),
        id=_plain(element, "idnumber"),
        tags=tuple((tag.text or "") for tag in element.iterfind("tags/tag/text")),
        points=float(_plain(element, "defaultgrade")),
        files={
            file.get("name") or "": base64.b64decode(file.text or "", validate=True)
            for file in body.iterfind("file")
            if file.get("encoding") == "base64" and file.get("path") == "/"
        },
        hints=[(hint.findtext("text") or "") for hint in element.iterfind("hint")],
        grader=_text(element, "graderinfo") if kind == "essay" else "",
    )
    for answer in element.iterfind("answer"):
        fraction = float(answer.get("fraction") or "0")
        assert fraction in GRADES
        question.answers.append(
            Answer(
                (answer.findtext("text") or "").strip(),
                fraction,
                answer.findtext("feedback/text") or "",
                float(answer.findtext("tolerance") or 0),
            )
        )
    if kind == "numerical":
        question.units = {
            unit.findtext("unit_name") or "": float(unit.findtext("multiplier") or 0)
            for unit in element.iterfind("units/unit")
        }
        question.show_units = int(_plain(element, "showunits"))
        assert bool(question.units) == (question.show_units == 0)
        assert _plain(element, "unitgradingtype") == "0", "a missing unit costs nothing"
    return question


def _text(element: ElementTree.Element, tag: str) -> str:
    child = element.find(tag)
    assert child is not None, tag
    text = child.find("text")
    assert text is not None, tag
    assert not len(text), "text is no elements"
    return (text.text or "").strip()


def _plain(element: ElementTree.Element, tag: str) -> str:
    text = element.findtext(tag)
    assert text, tag
    return text
