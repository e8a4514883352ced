"""Moodle XML: questions for the question bank of Moodle, each in a category, with our id as its idnumber."""

from __future__ import annotations

import base64
from functools import partial
from typing import Final

from qbank.render import templates
from qbank.render.lms import items as lms
from qbank.render.lms.items import Answering
from qbank.render.registry import Settings
from qbank.render.text.document import Document, Figure, Item
from qbank.render.text.html import PLATFORM
from qbank.render.text.xml import cdata

_TYPES: Final = {
    Answering.CHOICE: "multichoice",
    Answering.NUMBER: "numerical",
    Answering.WORDS: "essay",
}


def render(document: Document, settings: Settings) -> bytes:
    """Print a document."""
    fragments = lms.fragments(settings, PLATFORM, _address)
    environment = templates.environment(
        settings,
        None,
        {
            "accepted": lms.accepted,
            "answer": fragments.answer,
            "base64": lambda content: base64.b64encode(content).decode(),
            "category": partial(lms.category, document),
            "cdata": cdata,
            "feedback": partial(fragments.feedback, document),
            "hints": partial(fragments.hints, document),
            "html": fragments.blocks,
            "option_feedback": partial(fragments.option_feedback, document),
            "points": lms.points,
            "question": fragments.question,
            "tags": lms.tags,
            "type": _type,
        },
    )
    return templates.render(environment, "render/moodle/quiz.xml.j2", document=document).encode()


def _type(item: Item) -> str:
    return _TYPES[lms.answering(item)]


def _address(figure: Figure) -> str:
    return f"@@PLUGINFILE@@/{figure.name}"
