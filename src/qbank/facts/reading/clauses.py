"""What the words of a field say of its clauses: cues, which are questions, what part their things play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qbank.facts.pieces import Piece
from qbank.facts.reading.standing import Standings

_NO_CUES: Final[frozenset[str]] = frozenset()
_FORMER: Final = frozenset(("former",))
_LIMIT: Final = frozenset(("limit",))
_BULLETS: Final = frozenset("-*•–\n")
_PARTS_SENTENCE: Final = frozenset((";", ":"))
_INTERROGATIVE: Final = frozenset(("how", "what", "which", "when", "where", "why", "who", "whose"))


class Clauses:
    """What is said of the clauses of a field.

    Attributes:
        standings: what part things play.
        asked: the sentences that are questions.
        doubted: the clauses of questions that are answered by yes or no.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.standings = Standings()
        self.asked: set[int] = set()
        self.doubted: set[int] = set()
        self._cues: dict[int, frozenset[str]] = {}
        self._limited: set[int] = set()  # the places of values with a word behind them that limits them alone
        for at, piece in enumerate(pieces):
            if piece.meaning.cues:
                self._say(piece, self._said_of_clause(pieces, at))
            if piece.text == ";" and piece.opener < 0:
                self.standings.part(piece)
            elif piece.text == "?":
                self.asked.add(piece.sentence)
                self.doubted.update(_clauses_doubted(pieces, at))
            elif piece.text == "before" and (
                _opens_past(pieces, at) or _ends_value(pieces, at) or _ends_label(pieces, at)
            ):
                self._say(piece, _FORMER)

    def cues_at(self, at: int, piece: Piece) -> frozenset[str]:
        """Return what is said of the piece at a place: of its clause, or of it alone."""
        cues = self._cues.get(piece.clause, _NO_CUES)
        return cues | _LIMIT if at in self._limited else cues

    def _say(self, piece: Piece, cues: frozenset[str]) -> None:
        said = self._cues
        said[piece.clause] = said[piece.clause] | cues if piece.clause in said else cues
        self.standings.say(piece, cues)

    def _said_of_clause(self, pieces: Sequence[Piece], at: int) -> frozenset[str]:
        """Return what a word says of its clause, but for a limit that is of one value, or of none.

        `A drop of 0.1, 0.3 allowed` has one; `encoded before sending them` tells what comes first.
        """
        cues = pieces[at].meaning.cues
        if cues.isdisjoint(_LIMIT):
            return cues
        behind = pieces[at + 1 : at + 2]
        if pieces[at].text == "before" and any(one.text.endswith("ing") for one in behind):
            return cues - _LIMIT
        if at and pieces[at - 1].mention is not None and not any(one.is_word for one in behind):
            self._limited.add(at - 1)
            return cues - _LIMIT
        return cues


def _clauses_doubted(pieces: Sequence[Piece], end: int) -> Iterator[int]:
    """Yield the clauses of a question, by its end; what is told where it asks `how` or `which` is given.

    Before a semicolon something else is told: `the trace shows 12 ms; is that enough?`.
    """
    start = end
    while start and pieces[start - 1].sentence == pieces[end].sentence:
        if pieces[start - 1].text in _PARTS_SENTENCE:
            break
        start -= 1
    asking = pieces[start:end]
    if not any(piece.text in _INTERROGATIVE for piece in asking):
        yield from (piece.clause for piece in asking)


def _opens_past(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a `before` opens a sentence, and not with what comes next: `Before training, ...`."""
    before = next((piece for piece in reversed(pieces[:at]) if piece.text not in _BULLETS), None)
    opens = before is None or before.sentence != pieces[at].sentence
    act, sign = [*(piece.text for piece in pieces[at + 1 : at + 3]), "", ""][:2]
    return opens and not (act.endswith("ing") and sign == ",")


def _ends_value(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a word ends a line of a calculation, right behind a value: `= 53 frames/s before`."""
    ends = at + 1 == len(pieces) or pieces[at + 1].text == "\n"
    return ends and at > 0 and pieces[at - 1].mention is not None


def _ends_label(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether a word is the last of a label: `Frame before: 9 ms + 4 ms`."""
    return at > 0 and any(piece.text == ":" for piece in pieces[at + 1 : at + 2])
