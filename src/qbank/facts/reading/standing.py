"""What part a thing plays that a field names: it is the topic, or of a former, claimed or other case."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Standing

_STANDINGS: Final = (
    ("former", Standing.FORMER),
    ("claimed", Standing.CLAIMED),
    ("distractor", Standing.DISTRACTOR),
    ("alternative", Standing.ALTERNATIVE),
)
_SAY_STANDING: Final = frozenset(cue for cue, _ in _STANDINGS)
_OF_SENTENCE: Final = frozenset((Standing.FORMER, Standing.DISTRACTOR))


class Standings:
    """The words of a field that say what part things play, as far as it has been read."""

    def __init__(self) -> None:
        self._saying: dict[int, list[tuple[Piece, frozenset[str]]]] = defaultdict(list)  # by sentence
        self._parting: dict[int, list[int]] = defaultdict(list)  # by sentence, where semicolons stand
        self._alternatives: dict[int, int] = {}  # by clause, where the first word that says so stands

    def say(self, piece: Piece, cues: frozenset[str]) -> None:
        """Keep what a word says."""
        if not _SAY_STANDING.isdisjoint(cues):
            self._saying[piece.sentence].append((piece, cues))
            if "alternative" in cues:
                self._alternatives.setdefault(piece.clause, piece.start)

    def part(self, semicolon: Piece) -> None:
        """Keep where a semicolon parts a sentence."""
        self._parting[semicolon.sentence].append(semicolon.start)

    def of(self, piece: Piece) -> Standing:
        """Return the part that what a piece names plays: its own clause says so, or its sentence."""
        saying = self._saying.get(piece.sentence, ())
        for cue, standing in _STANDINGS if saying else ():
            if any(cue in cues and self._tells(word, piece, standing) for word, cues in saying):
                return standing
        return Standing.TOPIC

    def _tells(self, word: Piece, piece: Piece, standing: Standing) -> bool:
        """Tell whether a word that says what part things play says it of a piece of its sentence.

        In brackets it says nothing of what stands outside; nor beyond a semicolon.
        """
        if word.opener >= 0 and word.opener != piece.opener:
            return False
        if word.clause == piece.clause:
            # in "28 s instead of 42 s" only the second is one
            return standing is not Standing.ALTERNATIVE or self._alternatives[piece.clause] <= piece.start
        first, last = sorted((word.start, piece.start))
        if standing is Standing.DISTRACTOR and word.start > piece.start:
            return False  # `rejects what is above 4 MB, a setting of another team`
        parting = self._parting.get(piece.sentence, ())
        return standing in _OF_SENTENCE and not any(first < sign < last for sign in parting)
