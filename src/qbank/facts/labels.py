"""Labels: what stands before the colon or the first equation of a line, `Weights: 7B * 2 bytes = 14 GB`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank.facts.pieces import Piece

_LONGEST: Final = 14
_ENDS: Final = frozenset(("stop", "verb", "pronoun", "preposition", "per", "copula", "of"))
"""What ends the first phrase of a label."""
_PARTS: Final = frozenset(("of", "filler", "stop", "preposition", "per"))
"""What a label of one phrase lacks."""
_HARDWARE: Final = frozenset(("device", "store", "link", "source", "place"))
"""The sorts of what a clause before a colon can tell of."""
_SAYS: Final = frozenset(("verb", "copula"))
POSSESSIVES: Final = frozenset(("its", "their"))


class Label(Struct, frozen=True):
    """What stands before the colon or the first equation of a line.

    Attributes:
        start, end: its first piece, and the piece behind it.
        text: its words.
        nouns: what it names, its first phrase first.
        verb: a verb in it.
        is_plain: whether it is one phrase, as `Screen`, and not `Share of the bandwidth`.
    """

    start: int = 0
    end: int = 0
    text: str = ""
    nouns: tuple[Piece, ...] = ()
    verb: Piece | None = None
    is_plain: bool = True


_NO_LABEL: Final = Label()


def _says(piece: Piece) -> bool:
    """Tell whether a word is a verb, and no participle: `Round trips as measured last month: ...`."""
    return piece.meaning.part in _SAYS and not piece.text.endswith("ed")


def _subject_of_clause(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return of a clause before a colon its data or the hardware that it tells of; all that is no clause.

    `The card holds the weights: ...`, `The cells last as planned: ...`, `Measure before you buy: ...`.
    """
    at = next((at for at, piece in enumerate(pieces[:-1]) if _says(piece)), None)
    if at is None:
        return pieces
    if pieces[-1].meaning.sort == "data":
        return pieces[-1:]
    of_hardware = [piece for piece in pieces[:at] if piece.meaning.sort in _HARDWARE]
    return [*of_hardware, *(piece for piece in pieces if piece.device is not None)]


class Labels:
    """The labels of one field."""

    def __init__(self, pieces: Sequence[Piece], *, in_lines: bool) -> None:
        """Read the labels of a field; `in_lines` if they hold for lines, and not for sentences alone."""
        self._pieces = pieces
        self.in_lines = in_lines
        self._of_clauses: dict[int, Label] = {}
        self._parting: list[int] = []  # the places of semicolons that part a sentence
        self._find()

    def of(self, piece: Piece) -> Label:
        """Return the label that holds where a piece stands; an empty one if none does."""
        return self._of_clauses.get(piece.clause, _NO_LABEL)

    def reaches(self, label: Label, at: int) -> bool:
        """Tell whether a label names what is told at a place: in prose no semicolon stands between."""
        return self.in_lines or not any(label.end < place <= at for place in self._parting)

    def _find(self) -> None:
        start = line = sentence = -1
        label = owner = _NO_LABEL
        is_open = goes_on = False
        pieces = self._pieces
        for at, piece in enumerate(pieces):
            if piece.text == "\n":
                continue
            parts = piece.text == ";" and piece.opener < 0
            if parts:
                self._parting.append(at)
            if piece.sentence != sentence or parts:
                goes_on = parts or (self.in_lines and piece.line == line)
                label = label if goes_on else _NO_LABEL
                start, line, sentence, is_open = at + parts, piece.line, piece.sentence, True
            elif is_open and (piece.text in {"=", "≈"} or (piece.text == ":" and piece.opener < 0)):
                is_open = False
                named = piece.text == ":" or not (goes_on or self._is_statement(pieces[start:at]))
                if start < at <= start + _LONGEST and named:
                    label = owner = self._read(start, at, owner)
                    self._of_clauses[piece.clause] = label
            if label is not _NO_LABEL:
                self._of_clauses.setdefault(piece.clause, label)

    def _is_statement(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether what stands before an equation tells something itself: `it runs with TP = 8`."""
        says = not self.in_lines and any(piece.meaning.part in _SAYS for piece in pieces)
        return says or any(piece.mention for piece in pieces)

    def _read(self, start: int, end: int, owner: Label) -> Label:
        """Return a label; what is said to be `its` is of what the label before it names."""
        pieces = self._pieces[start:end]
        label = Label(
            start,
            end,
            " ".join([piece.text for piece in pieces]).lstrip("- *•"),
            tuple(self._nouns(pieces)),
            next((piece for piece in pieces if piece.meaning.part == "verb"), None),
            is_plain=not any(p.meaning.part in _PARTS or p.text in {",", "("} for p in pieces),
        )
        first = next((piece for piece in pieces if piece.is_word), None)
        if self.in_lines and first is not None and first.text in POSSESSIVES:
            return replace(label, nouns=(*owner.nouns, *label.nouns))  # `Its price: ...`
        return label

    def _nouns(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        """Yield the nouns of a label, those of its first phrase first, its head before the others."""
        first: list[Piece] = []
        later: list[Piece] = []
        acts: list[Piece] = []
        into = first
        if not self.in_lines:
            pieces = _subject_of_clause(pieces)
        for piece in pieces:
            if piece.device is None and (piece.meaning.part in _ENDS or piece.text in {"(", ","}):
                into = later
                if piece.meaning.part == "verb":
                    acts.append(piece)
            elif piece.is_noun:
                into.append(piece)
        if not first and self.in_lines:
            first = acts[:1]  # `Sleep: 18 mW`, `A short answer: 20 s`
        yield from reversed(first)
        yield from later
