"""Labels before text and notes behind it, as exports print them: `**(a)** Per token? *(2 points)*`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from qbank.importing.markup.inlines import trimmed, words
from qbank.render.text.document import Block, Blocks, Emphasis, Paragraph, Strong

PART: Final = re.compile(r"\(([A-Za-z0-9]{1,4})\)")
OPTION: Final = re.compile(r"([A-Z]{1,2})\.")
POINTS: Final = r"([0-9]+(?:\.[0-9]+)?) points?"

ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
INTEGER: Final = re.compile(r"[0-9]{1,2}")
_LETTER: Final = re.compile(r"\(?([A-Ja-j])[).]?")
_JOINED: Final = re.compile(r"\s*(?:[,;|&/\n]|\band\b|\+)\s*")

_Kind = TypeVar("_Kind")


@dataclass(slots=True)
class LabelledPiece:
    """Blocks from a bold label to the next one; `blocks` are without the label, which stood at `start`."""

    start: int
    label: str
    blocks: Blocks


def option_place(letter: str) -> int:
    """Return the place of the option that has a letter, counted from 0."""
    return ord(letter.upper()) - ord("A")


def named_options(
    said: str, options: Sequence[str], numbers_are_texts: bool = False, counts_from: int = 1
) -> list[int] | None:
    """Return the places of the options that a key names, by letter, number or text; None where it names none.

    `counts_from` is the number of the first option.
    """
    texts = [option.strip().lower() for option in options]

    def is_text(piece: str) -> bool:
        return texts.count(piece) == 1 and (numbers_are_texts or not INTEGER.fullmatch(piece))

    def place_of(piece: str) -> int | None:
        piece = re.sub(r"^(?:option|answer|choice)\s*", "", piece.strip().lower())
        if not is_text(piece):
            place = -1
            if letter := _LETTER.fullmatch(piece):
                place = option_place(letter[1])
            elif INTEGER.fullmatch(piece):
                place = int(piece) - counts_from
            if 0 <= place < len(texts):
                return place
        return texts.index(piece) if texts.count(piece) == 1 else None

    whole = said.strip().lower()
    if is_text(whole):
        return [texts.index(whole)]
    places = [place_of(piece) for piece in _JOINED.split(said.strip()) if piece]
    if (None in places or not places) and re.fullmatch(r"[0-9](?:\.[0-9])+", whole):
        places = [place_of(digit) for digit in whole.split(".")]  # what Excel makes of `1,3`
    if places and None not in places:
        return sorted({place for place in places if place is not None})
    return [texts.index(whole)] if texts.count(whole) == 1 else None


def labelled_pieces(
    blocks: Sequence[Block], label: re.Pattern[str], known: Container[str] | None = None
) -> list[LabelledPiece]:
    """Part blocks where paragraphs begin with a bold label; what stands before the first is left out.

    With `known`, other labels are text like any other.
    """
    pieces: list[LabelledPiece] = []
    for place, block in enumerate(blocks):
        split = split_label((block,), label)
        if split and (known is None or split[0] in known):
            pieces.append(LabelledPiece(place, *split))
        elif pieces:
            pieces[-1].blocks += (block,)
    return pieces


def split_label(blocks: Sequence[Block], label: re.Pattern[str]) -> tuple[str, Blocks] | None:
    """Part blocks from the bold label before the first; None if it has no such label."""
    match blocks:
        case [Paragraph(content=[Strong() as bold, *behind]), *others]:
            if named := label.fullmatch(words(bold.content).strip()):
                rest = trimmed(behind)
                return named[1], (*([Paragraph(rest)] if rest else []), *others)
    return None


def take_note(blocks: list[Block], note: re.Pattern[str]) -> re.Match[str] | None:
    """Take the emphasised note off the end of blocks; None if there is no such note."""
    match blocks:
        case [*_, Paragraph(content=[*before, Emphasis() as emphasis])]:
            if told := note.fullmatch(words(emphasis.content)):
                rest = trimmed(before)
                blocks[-1:] = [Paragraph(rest)] if rest else []
                return told
    return None


def only(kind: type[_Kind], block: Block) -> _Kind | None:
    """Return the piece of a kind that a paragraph holds and nothing else."""
    match block:
        case Paragraph(content=[piece]) if isinstance(piece, kind):
            return piece
    return None


def only_emphasis(block: Block) -> str | None:
    """Return the words of a paragraph that is emphasised as a whole."""
    emphasis = only(Emphasis, block)
    return None if emphasis is None else words(emphasis.content)
