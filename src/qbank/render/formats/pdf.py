"""A paper to hand out and its answer key, as PDF, typeset by typst.

The templates are files of typst that read the document as data, so text of a question is a string there,
whatever it holds. They have no clock and read no files but those they are given: the same document gives the
same bytes.
"""

from __future__ import annotations

import json
from typing import Final

from qbank.model.taxonomy import Answers
from qbank.render.assemble import output, paper_and_key
from qbank.render.formats.typst_run import Templates, is_drawable, run, templates
from qbank.render.registry import Output, Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure, Item
from qbank.render.text.typst import Data, breakable, data_of, figure_data, options_data

SHOWN: Final = {
    Answers.NONE: "none",
    Answers.INLINE: "inline",
    Answers.COLLAPSED: "behind",  # nothing opens on paper: answers stand on pages of their own at the end
    Answers.KEY: "key",
}


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a paper, and its answer key where it has one of its own."""
    made_by = templates(settings)

    def page(answers: Answers) -> bytes:
        return _page(document, SHOWN[answers], made_by)

    return output(paper_and_key(document.stem, ".pdf", document.answers, page))


def _page(document: Document, answers: str, made_by: Templates) -> bytes:
    drawings: dict[str, bytes] = {}
    data = {
        "title": breakable(document.title),
        "kind": document.kind.value,
        "version": document.version,
        "answers": answers,
        "about": wording.about_document(document),
        "points": None if document.points is None else wording.number(document.points),
        "intro": data_of(document.intro),
        "sections": [
            {
                "title": breakable(section.title),
                "items": [_item(item, drawings) for item in section.items],
            }
            for section in document.sections
        ],
    }
    written = json.dumps(data, ensure_ascii=False).encode()
    return run(made_by, {"document.json": written, **drawings})


def _item(item: Item, drawings: dict[str, bytes]) -> Data:
    """Return a question as data: its fields, and what templates would have to work out."""
    data: Data = data_of(item)
    return data | {
        "about": _about(item),
        "figure": _figure(item.figure, f"{item.anchor}.svg", drawings),
        "options": options_data(data["options"]),
        "rubric_points": wording.number(sum(criterion.points for criterion in item.rubric)),
        "resources": [
            {"name": breakable(resource.name), "url": resource.url, "shown": breakable(resource.url)}
            for resource in item.resources
        ],
    }


def _about(item: Item) -> list[str]:
    """Return what only those who grade need to know: the head of a question says the rest."""
    facts = [item.id, wording.track(item), item.level, wording.topic(item), wording.kind(item)]
    if item.minutes:
        facts.append(wording.minutes(item.minutes))
    return [breakable(fact) for fact in facts]


def _figure(figure: Figure | None, name: str, drawings: dict[str, bytes]) -> Data | None:
    if figure is None:
        return None
    drawn = bool(figure.svg) and is_drawable(figure.svg)
    if drawn:
        drawings[name] = figure.svg
    return figure_data(figure, name if drawn else None)
