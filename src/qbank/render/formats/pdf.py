"""A paper to hand out and its answer key, as PDF, typeset by typst.

The templates are files of typst that read the document as data, so text of a question is a string there,
whatever it holds. They have no clock and read no files but those they are given: the same document gives the
same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from qbank.model.taxonomy import Answers, Shown
from qbank.render.assemble import output, paper_and_key
from qbank.render.formats.typst_run import Templates, is_drawable, run, templates
from qbank.render.registry import Files, Output, Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure, Item
from qbank.render.text.typst import Data, breakable, data_of, figure_data, options_data
from qbank.render.text.versions import in_versions, key_name, mapping

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


def render_around(documents: Sequence[Document], settings: Settings) -> Files:
    """Print for each set in several versions with keys one key that goes over all of them."""
    made_by = templates(settings)
    return {f"{key_name(found)}.pdf": _all_keys(found, made_by) for found in in_versions(documents)}


def _page(document: Document, answers: str, made_by: Templates) -> bytes:
    files: dict[str, bytes] = {}
    in_key = answers == "key"
    data = _head(document, files) | {
        "answers": answers,
        "answer_sheet": document.answer_sheet,
        "intro": data_of(document.intro),
        "sections": [
            {
                "title": breakable(section.title),
                "intro": data_of(section.intro),
                "items": [_item(document, item, files, in_key=in_key) for item in section.items],
            }
            for section in document.sections
        ],
    }
    return _printed(document, data, files, made_by)


def _all_keys(versions: Sequence[Document], made_by: Templates) -> bytes:
    """Print one key over all versions: where each question stands in them, and what its answer is there."""
    files: dict[str, bytes] = {}
    first = versions[0]
    data = _head(replace(first, version=""), files) | {
        "answers": "versions",
        "versions": [document.version for document in versions],
        "rows": [
            [
                breakable(title),
                breakable(identifier),
                [cell and [cell[0], breakable(cell[1])] for cell in cells],
            ]
            for title, identifier, cells in mapping(versions)
        ],
    }
    return _printed(first, data, files, made_by)


def _printed(document: Document, data: Data, files: Mapping[str, bytes], made_by: Templates) -> bytes:
    written = json.dumps(data, ensure_ascii=False).encode()
    words = json.dumps(dict(document.words.phrases), ensure_ascii=False).encode()
    return run(made_by, {"document.json": written, "words.json": words, **files})


def _head(document: Document, files: dict[str, bytes]) -> Data:
    """Return what the head of a paper says; a logo that cannot be drawn is left out."""
    logo = None
    if document.logo is not None and (document.logo.kind != "svg" or is_drawable(document.logo.content)):
        logo = f"qbank-logo.{document.logo.kind}"
        files[logo] = document.logo.content
    kind, *about = wording.about_document(replace(document, version="", course="", date=""))
    return {
        "title": breakable(document.title),
        "kind": document.kind.value,
        "kind_name": kind,
        "language": document.words.language,
        "version": document.version,
        "course": breakable(document.course),
        "date": breakable(document.date),
        "logo": logo,
        "about": about,
        "points": None if document.points is None else wording.number(document.points, document.words),
    }


def _item(document: Document, item: Item, drawings: dict[str, bytes], *, in_key: bool) -> Data:
    """Return a question as data: its fields, and what templates would have to work out."""
    words = document.words
    data: Data = data_of(item, words)
    return data | {
        "about": [breakable(fact) for fact in wording.about_in_key(item, words)],
        "called": breakable(f"{item.number}. {item.title}" if in_key else wording.numbered(item, words)),
        "stars": item.stars if in_key or Shown.DIFFICULTY in item.shown else None,
        "figure": _figure(item.figure, f"{item.anchor}.svg", drawings),
        "options": [
            option | {"earned": wording.credit(one, item, words)}
            for option, one in zip(options_data(data["options"]), item.options, strict=True)
        ],
        "rubric_points": wording.number(sum(criterion.points for criterion in item.rubric), words),
        "resources": [
            {"name": breakable(resource.name), "url": resource.url, "shown": breakable(resource.url)}
            for resource in item.resources
        ],
    }


def _figure(figure: Figure | None, name: str, drawings: dict[str, bytes]) -> Data | None:
    if figure is None:
        return None
    drawn = bool(figure.svg) and is_drawable(figure.svg)
    if drawn:
        drawings[name] = figure.svg
    return figure_data(figure, name if drawn else None)
