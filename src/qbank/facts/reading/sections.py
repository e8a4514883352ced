"""Which part of a question each place of a field plays: headings begin one, `Result:` heads its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Origin

Sections = list[tuple[int, Origin]]
"""Where each part of a field begins, and which it is; the later in the list covers the earlier."""
_HEADINGS: Final = {
    "assumptions": Origin.ASSUMPTIONS,
    "assumption": Origin.ASSUMPTIONS,
    "calculations": Origin.CALCULATIONS,
    "calculation": Origin.CALCULATIONS,
    "conclusion": Origin.CONCLUSION,
}
_ARROW: Final = "→"
_OF_LINE: Final = frozenset(("result", "conclusion", "verdict", "decision", "recommendation", _ARROW))
"""What a line or a sentence begins with that concludes, under whatever heading: `Result: two cards`."""


def sections_of(pieces: Sequence[Piece], whole: Origin) -> Sections:
    """Return the sections of a field that plays a part as a whole."""
    sections = [(0, whole)]
    for at, piece in enumerate(pieces):
        if piece.meaning.part == "heading" or piece.text == _ARROW:
            _open(sections, pieces, at, whole)
    return sections


def origin_at(sections: Sections, at: int) -> Origin:
    """Return what part the section of a place plays."""
    origins = [origin for start, origin in sections if start <= at]
    return origins[-1]


def _open(sections: Sections, pieces: Sequence[Piece], at: int, whole: Origin) -> None:
    """Begin the part of the field that a heading names; `Result:` and an arrow head only their line."""
    head, origin = pieces[at].text.partition(" ")[0], origin_at(sections, at)
    if head in _HEADINGS and _begins_line(pieces, at):
        sections.append((at, _HEADINGS[head]))
        return
    following = pieces[at + 1 : at + 2]
    heads = any(one.is_word if head == _ARROW else one.text == ":" for one in following)
    concludes = head in _OF_LINE and whole is Origin.CALCULATIONS
    if concludes and heads and _begins_sentence(pieces, at):
        sections.append((at, Origin.CONCLUSION))
        end = next((i for i in range(at, len(pieces)) if pieces[i].text == "\n"), None)
        if end is not None:
            sections.append((end, origin))


def _begins_sentence(pieces: Sequence[Piece], at: int) -> bool:
    before = next((piece for piece in reversed(pieces[:at]) if piece.is_word), None)
    return before is None or before.sentence != pieces[at].sentence


def _begins_line(pieces: Sequence[Piece], at: int) -> bool:
    words = 0
    while at > 0 and words <= 1 and pieces[at - 1].text != "\n":
        at -= 1
        words += pieces[at].is_word
    return words <= 1
