"""The figure of a question, made of the pictures that it shows.

A question has one figure. A single picture is it as it stands; several are put on one sheet with numbers, by
which the text refers to them, and the description of the figure says what each shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from qbank.importing.draft import Draft
from qbank.importing.markup.inlines import Picture, with_inlines
from qbank.importing.pictures import Drawable, Load, drawable, drawing_of, name_of, sheet_of, within_address
from qbank.importing.place import Content, Place
from qbank.render.text.document import Blocks, Text
from qbank.render.text.figures import LARGEST_DRAWING

_UNDESCRIBED: Final = "TODO: describe it"


@dataclass(slots=True)
class QuestionFigure:
    """What becomes of the pictures of a question.

    Attributes:
        drawing: the SVG file of the figure; empty where no picture can be shown.
        alt: the figure in words.
    """

    drawing: bytes = b""
    alt: str = ""
    _words: dict[str, str] = field(default_factory=dict)

    def shows(self, picture: Picture) -> bool:
        """Whether a picture is part of the figure."""
        return picture.source in self._words

    def words(self, picture: Picture) -> str:
        """Return what a text says where a picture stood."""
        return self._words.get(picture.source) or picture.text or f"(picture: {name_of(picture)})"

    def in_words(self, blocks: Blocks) -> Blocks:
        """Return text with words in place of each picture."""
        return with_inlines(
            blocks, lambda inline: [Text(self.words(inline)) if isinstance(inline, Picture) else inline]
        )

    def give(self, draft: Draft, caption: str = "") -> None:
        """Make this the figure of a draft, if there is anything to show."""
        if self.drawing:
            draft.take_drawing(self.drawing, self.alt, caption)


def make_figure(pictures: Iterable[Picture], load: Load, place: Place) -> QuestionFigure:
    """Make the figure of pictures, in their order; those that cannot be shown are told."""
    distinct: dict[str, Picture] = {}
    for picture in pictures:
        if picture.text or picture.source not in distinct:
            distinct[picture.source] = picture
    found: list[tuple[Picture, bytes, Drawable]] = []
    size = 0
    for picture in distinct.values():
        data = within_address(picture) or load(picture) or b""
        shown = drawable(data)
        if shown is None or size + len(shown.address) > LARGEST_DRAWING:
            unseen = "is no picture that browsers show" if data else "is not in the source"
            why = "is too large" if shown else unseen
            place.lose(f"the picture {name_of(picture)!r} {why}; its description is taken", Content.PICTURE)
            continue
        size += len(shown.address)
        found.append((picture, data, shown))
    return _figure(found)


def _figure(found: list[tuple[Picture, bytes, Drawable]]) -> QuestionFigure:
    if len(found) == 1:
        picture, data, _ = found[0]
        words = {picture.source: "(see the figure)"}
        return QuestionFigure(drawing_of(data), picture.text or _UNDESCRIBED, words)
    pictures = [picture for picture, *_ in found]
    words = {picture.source: f"(picture {number})" for number, picture in enumerate(pictures, 1)}
    texts = ((picture.text or _UNDESCRIBED).rstrip(".") for picture in pictures)
    described = " ".join(f"Picture {number}: {text}." for number, text in enumerate(texts, 1))
    return QuestionFigure(sheet_of([shown for *_, shown in found]) if found else b"", described, words)
