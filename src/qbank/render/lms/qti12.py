"""QTI 1.2 as Canvas imports it, into Classic Quizzes and New Quizzes.

Canvas tells kinds of numeric answers apart by patterns of elements, and each of its two importers reads
them in its own way. A key whose value is in the middle of its interval is a number with a margin, or an exact
number; any other one is a range, which shows no value but is read alike by both. Each condition on a number
becomes a right answer there, whatever it scores, so that expected mistakes cannot be conditions: the feedback
lists them.
"""

from __future__ import annotations

from typing import Final

from qbank.model.taxonomy import Answers, SetKind
from qbank.render import templates
from qbank.render.assemble import drawings_of
from qbank.render.lms.items import (
    Answering,
    answering,
    document_title,
    item_points,
    make_fragments,
    platform_environment,
    shows_answers,
)
from qbank.render.registry import Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure, Item, Option
from qbank.render.text.html import PLATFORM
from qbank.render.zip import zipped

_FIGURES: Final = "images/"
_TYPES: Final = {
    Answering.CHOICE: "multiple_choice_question",
    Answering.NUMBER: "numerical_question",
    Answering.WORDS: "essay_question",
}


def render(document: Document, settings: Settings) -> bytes:
    """Print a document as a package."""
    fragments = make_fragments(settings, document, PLATFORM, _address)
    environment = platform_environment(
        settings, fragments, _TYPES, answer_id=_answer_id, answer_ids=_answer_ids
    )
    identifier = f"qbank_{document.stem}"
    figures = drawings_of(document, _FIGURES)

    def page(name: str) -> bytes:
        return templates.render(
            environment,
            f"render/qti12/{name}.xml.j2",
            document=document,
            id=identifier,
            title=document_title(document),
            figures=sorted(figures),
            graded=document.kind in {SetKind.QUIZ, SetKind.EXAM},
            shown=shows_answers(document),
            mixes=any(item.mixes for item in document.items) and not _in_order(document),
            withheld=document.answers is Answers.KEY,
            total=wording.number(sum(float(item_points(item)) for item in document.items)),
        ).encode()

    files = {
        "imsmanifest.xml": page("manifest"),
        f"{identifier}/{identifier}.xml": page("assessment"),
        f"{identifier}/assessment_meta.xml": page("assessment_meta"),
    }
    return zipped(files | figures, first=("imsmanifest.xml",))


def losses(document: Document) -> list[str]:
    """Say which shares of points that mistakes earn are left out, and which orders of options."""
    found = []
    named = [
        item.id
        for item in document.items
        if any(option.credit for option in item.options) or any(wrong.credit for wrong in item.expected)
    ]
    if named:
        said = "Canvas gives mistakes no share of the points, so their `credit` is left out"
        found.append(f"{', '.join(named)}: {said}")
    if (fixed := _in_order(document)) and any(item.mixes for item in document.items):
        said = "its texts name options by their places, and Canvas mixes those of all questions or of none"
        found.append(f"{fixed[0]}: {said}; those of this quiz stay in order")
    return found


def _in_order(document: Document) -> list[str]:
    """Return the choices whose options have to stay in their order."""
    return [item.id for item in document.items if answering(item) is Answering.CHOICE and not item.mixes]


def _answer_id(option: Option, item: Item) -> str:
    return f"{item.anchor}_{option.identifier}"


def _answer_ids(item: Item) -> list[str]:
    if answering(item) is not Answering.CHOICE:
        return []
    return [_answer_id(option, item) for option in item.options]


def _address(figure: Figure) -> str:
    # Canvas puts the folder of its files in place of this name, which is `$IMS-CC-FILEBASE$`.
    return f"%24IMS-CC-FILEBASE%24/{_FIGURES}{figure.name}"
