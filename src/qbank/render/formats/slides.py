"""Slides for reveal.js, as a page of Quarto: a question on one slide, its answer on others.

They are escaped as the pages of `quarto` are, so that no text can become a slide, a cell or a note.
"""

from __future__ import annotations

from qbank.render.assemble import assemble, drawings_of, printer
from qbank.render.formats import quarto
from qbank.render.registry import Output, Settings
from qbank.render.text.document import Document, Item

SUFFIX = "-slides.qmd"


def render(document: Document, settings: Settings) -> Output:
    """Print a document: slides, those of its key where it has one, and its drawings.

    Where answers are to open, which nothing does on a wall, those of a question stand behind it.
    """
    environment = quarto.environment(settings, document.words, has_slips=_has_slips)
    page = printer(environment, "render/slides/page.qmd.j2")
    return assemble(document, SUFFIX, page, drawings_of(document))


def _has_slips(item: Item) -> bool:
    """Whether there is anything to say about what goes wrong."""
    options = any(option.feedback and not option.correct for option in item.options)
    return bool(options or item.mistake or item.expected or any(part.expected for part in item.parts))
