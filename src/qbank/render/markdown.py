"""Markdown as GitHub shows it, with answers that open on a click."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from qbank.model.taxonomy import Answers
from qbank.render import templates, wording
from qbank.render.assemble import FIGURES, assemble
from qbank.render.document import Blocks, Document, Figure, Item, Paragraph, Part, Resource, Strong
from qbank.render.markdown_text import GITHUB, Dialect
from qbank.render.registry import Output, Settings
from qbank.render.templates import Printed
from qbank.sets.numeric_key import NumericKey

if TYPE_CHECKING:
    from jinja2 import Environment


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a file, and its key and its drawings where it has them."""
    environment = templates.environment(settings, GITHUB.text, filters(GITHUB))
    return assemble(document, ".md", partial(_page, environment), figures=True)


def _page(environment: Environment, document: Document, answers: Answers, key: bool) -> str:
    about = wording.about_document(document)
    return templates.render(
        environment, "render/md/page.md.j2", document=document, about=about, answers=answers.value, key=key
    )


def filters(dialect: Dialect) -> dict[str, Any]:
    """Return what templates of a dialect of Markdown print with."""

    def emphasised(blocks: Blocks) -> Printed:
        """Print the question itself in bold, if it is no more than a paragraph."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return dialect.blocks((Paragraph((Strong(blocks[0].content),)),))
        return dialect.blocks(blocks)

    def figure(figure: Figure) -> Printed:
        if not figure.svg:
            return Printed(f"*{dialect.text(figure.alt)}*")
        return Printed(f"![{dialect.text(figure.alt)}]({FIGURES}{figure.name})")

    def link(resource: Resource) -> Printed:
        # An address holds no blanks and no angle brackets, or the question would not be valid.
        return Printed(f"[{dialect.text(resource.name)}](<{resource.url}>)")

    def worth(part: Part) -> str:
        return "" if part.points is None else f"({wording.points(part.points)})"

    def within(key: NumericKey | None) -> str:
        return f"(accepted: {wording.accepted(key)})" if key else ""

    def right_places(item: Item) -> list[int]:
        return [place for place, option in enumerate(item.options) if option.correct]

    return {
        "about": wording.about_item,
        "asked": wording.asked,
        "block": lambda block: dialect.blocks((block,)),
        "blocks": dialect.blocks,
        "emphasised": emphasised,
        "figure": figure,
        "labelled": dialect.labelled,
        "letter": wording.letter,
        "link": link,
        "points": wording.points,
        "right_places": right_places,
        "within": within,
        "worth": worth,
    }
