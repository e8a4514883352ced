"""Moodle XML: questions for the question bank of Moodle, each in a category, with our id as its idnumber."""

from __future__ import annotations

import base64
from functools import partial
from typing import Final

from markupsafe import Markup

from qbank.render import templates
from qbank.render.lms.items import Answering, category_path, make_fragments, platform_environment
from qbank.render.registry import Settings
from qbank.render.text.document import Document, Figure
from qbank.render.text.html import PLATFORM

_TYPES: Final = {
    Answering.CHOICE: "multichoice",
    Answering.NUMBER: "numerical",
    Answering.WORDS: "essay",
}


def render(document: Document, settings: Settings) -> bytes:
    """Print a document."""
    fragments = make_fragments(settings, document, PLATFORM, _address)
    environment = platform_environment(
        settings,
        fragments,
        _TYPES,
        base64=lambda content: base64.b64encode(content).decode(),
        category=partial(category_path, document),
        cdata=cdata,
    )
    return templates.render(environment, "render/moodle/quiz.xml.j2", document=document).encode()


def cdata(text: str) -> Markup:
    """Print text as it is, in as many sections of character data as it takes; nothing for no text."""
    if not text:
        return Markup("")
    return Markup(f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>")


def _address(figure: Figure) -> str:
    return f"@@PLUGINFILE@@/{figure.name}"
