"""QTI 2.1: a package of items and a test.

The key of a number is written as two comparisons, as players do not agree about tolerances. Formulas are
MathML, which QTI knows. The model answer is feedback, which comes after answering; QTI also has blocks for
those who grade, but there are players that show them to everybody.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from qbank.render import templates
from qbank.render.assemble import drawings_of
from qbank.render.lms.items import (
    Answering,
    document_title,
    item_points,
    make_fragments,
    platform_environment,
    shows_answers,
)
from qbank.render.registry import Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure, Item
from qbank.render.text.html import QTI
from qbank.render.zip import zipped

_FIGURES: Final = "images/"
_ITEMS: Final = "items/"
_TYPES: Final = {Answering.CHOICE: "choice", Answering.NUMBER: "number", Answering.WORDS: "words"}


def render(document: Document, settings: Settings) -> bytes:
    """Print a document as a package."""
    fragments = make_fragments(settings, document, QTI, lambda figure: f"../{_figure_path(figure)}")
    # Here fragments of HTML are the elements that they are, and not text about them.
    environment = platform_environment(
        settings,
        fragments,
        _TYPES,
        blocks=QTI.blocks,
        feedback=lambda item: Markup(fragments.feedback(item)),
        figure_path=_figure_path,
        path=_path,
        share=_share,
        question=lambda item: Markup(fragments.question(item)),
    )
    values = {
        "document": document,
        "id": f"qbank_{document.stem}",
        "title": document_title(document),
        "shown": shows_answers(document),
    }

    def page(name: str, **more: Item) -> bytes:
        printed = templates.render(environment, f"render/qti21/{name}.xml.j2", **values, **more)
        return printed.lstrip().encode()

    files = {"imsmanifest.xml": page("manifest"), "assessment.xml": page("assessment")}
    files |= {_path(item): page("item", item=item) for item in document.items}
    return zipped(files | drawings_of(document, _FIGURES), first=("imsmanifest.xml",))


def _share(item: Item, credit: float) -> str:
    """Return what a wrong answer earns that has a share of the points."""
    return wording.number(float(item_points(item)) * credit)


def _path(item: Item) -> str:
    return f"{_ITEMS}{item.anchor}.xml"


def _figure_path(figure: Figure) -> str:
    return _FIGURES + figure.name
