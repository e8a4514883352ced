"""Markdown as GitHub shows it, with answers that open on a click."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment

from qbank.render import templates
from qbank.render.assemble import FIGURES, assemble, drawings_of, printer
from qbank.render.labels import emphasised
from qbank.render.registry import Output, Settings
from qbank.render.templates import Printed
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Document,
    Figure,
    Item,
    NumberedList,
    Resource,
)
from qbank.render.text.markdown import GITHUB, Dialect
from qbank.render.text.markdown_syntax import LIST_END
from qbank.render.text.versions import answer_sheet, at_a_glance
from qbank.render.text.words import Words


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a file, and its key and its drawings where it has them."""
    page = printer(_environment(settings, document.words), "render/md/page.md.j2")
    return assemble(document, ".md", page, drawings_of(document))


@lru_cache(maxsize=4)
def _environment(settings: Settings, words: Words) -> Environment:
    return templates.environment(settings, GITHUB.text, filters(GITHUB), words)


def filters(dialect: Dialect) -> dict[str, Any]:
    """Return what templates of a dialect of Markdown print with."""

    def figure(figure: Figure) -> Printed:
        if not figure.svg:
            return Printed(f"*{dialect.text(figure.alt)}*")
        return Printed(f"![{dialect.text(figure.alt)}]({FIGURES}{figure.name})")

    def link(resource: Resource) -> Printed:
        # An address holds no blanks and no angle brackets, or the question would not be valid.
        return Printed(f"[{dialect.text(resource.name)}](<{resource.url}>)")

    def right_places(item: Item) -> list[int]:
        return [place for place, option in enumerate(item.options) if option.correct]

    return {
        "answer_sheet": answer_sheet,
        "at_a_glance": at_a_glance,
        "before_options": lambda item: _parting(_above_options(item), BulletList),
        "block": lambda block: dialect.blocks((block,)),
        "blocks": dialect.blocks,
        "emphasised": lambda blocks: dialect.blocks(emphasised(blocks)),
        "figure": figure,
        "labelled": dialect.labelled,
        "link": link,
        "parted": lambda above, below: _parting(above, *map(type, below[:1])),
        "right_places": right_places,
    }


def _parting(above: Blocks, *below: type[Block]) -> Printed:
    """Return what keeps a list from going on in the one below it; nothing where there are no two."""
    both = bool(above) and isinstance(above[-1], BulletList | NumberedList) and type(above[-1]) in below
    return Printed(f"{LIST_END}\n\n" if both else "")


def _above_options(item: Item) -> Blocks:
    """Return the text that the options of an item stand right below."""
    return item.question or (() if item.figure or item.tables else item.scenario)
