"""GIFT, the text format of Moodle, in the narrower form that other readers of GIFT take as well.

Each text is one line of HTML, so that no line of it can be taken for a comment or the end of a question.
"""

from __future__ import annotations

import re
from typing import Final

from qbank.model.taxonomy import Shown
from qbank.render import templates
from qbank.render.assemble import encoded
from qbank.render.lms.items import (
    Answering,
    accepted_numbers,
    answering,
    category_path,
    document_title,
    expected_number,
    item_tags,
    make_fragments,
    moodle_grade,
)
from qbank.render.registry import Settings
from qbank.render.templates import Printed
from qbank.render.text.document import Document, ExpectedMistake, Item, Section
from qbank.render.text.figures import drawing_address
from qbank.render.text.html import PLATFORM

_SIGNS: Final = re.compile(r"[\\~=#{}:]")
_REFERENCES: Final = {ord(sign): f"&#{ord(sign)};" for sign in "\n{}"}


def render(document: Document, settings: Settings) -> bytes:
    """Print a document."""
    fragments = make_fragments(settings, document, PLATFORM, drawing_address)

    def category(section: Section) -> Printed:
        # Moodle takes the signs of a category as they are, so a backslash would stay.
        return Printed(category_path(document, section).replace("\\", " "))

    def question(item: Item) -> Printed:
        title = f"<p><strong>{PLATFORM.text(item.title)}</strong></p>" if Shown.TITLE in item.shown else ""
        return _one_line(title + fragments.question(item))

    def mistake(expected: ExpectedMistake) -> str:
        number = expected_number(expected)
        feedback = fragments.mistake_feedback(expected)
        said = "#" + _one_line(feedback) if feedback else ""
        return f"=%{moodle_grade(expected.credit)}%{number.value}:{number.tolerance}{said}"

    def answers(item: Item) -> Printed:
        lines = ["{"]
        how = answering(item)
        if how is Answering.CHOICE:
            for option in item.options:
                sign = "=" if option.correct else "~"
                if option.credit:
                    sign = f"~%{moodle_grade(option.credit)}%"
                lines.append(sign + _one_line(fragments.blocks(option.content) or "<p></p>"))
                if feedback := fragments.option_feedback(option):
                    lines[-1] += "#" + _one_line(feedback)
        elif how is Answering.NUMBER and item.key is not None:
            lines[0] += "#"
            lines += [f"={number.value}:{number.tolerance}" for number in accepted_numbers(item.key)]
            lines += map(mistake, item.expected)
        if feedback := fragments.feedback(item):
            lines.append("####" + _one_line(feedback))
        return Printed("\n".join([*lines, "}"]))

    environment = templates.environment(
        settings,
        _escaped,
        {"answers": answers, "category": category, "marks": _marks, "question": question, "remark": _remark},
        document.words,
    )
    page = templates.render(
        environment, "render/gift/quiz.gift.j2", document=document, title=document_title(document)
    )
    return encoded(page)


def _escaped(text: str) -> Printed:
    return Printed(_SIGNS.sub(r"\\\g<0>", text))


def _one_line(html: str) -> Printed:
    """Print HTML on one line.

    Ends of lines within code, and braces, become references to these characters: not every reader of GIFT
    knows that a brace behind a backslash ends nothing.
    """
    return _escaped(html.replace(">\n<", "><").translate(_REFERENCES))


def _marks(item: Item) -> Printed:
    """Print the id and the tags the way Moodle reads them from a comment, and a title not to be seen."""
    marks = [f"[id:{item.id}]", *(f"[tag:{_remark(tag)}]" for tag in item_tags(item))]
    if Shown.TITLE not in item.shown:
        title = _remark(item.title).replace("\\", "\\\\")
        marks.append(f"[title:{title}]")
    return Printed(" ".join(marks))


def _remark(text: str) -> Printed:
    """Print text for a comment, in which nothing is taken for a mark."""
    return Printed(" ".join(text.replace("[", "(").replace("]", ")").split()))
