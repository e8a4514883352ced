"""Reading what stands around the quantities of one field, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qbank.facts.labels import Labels
from qbank.facts.lexicon.meaning import ARTICLES
from qbank.facts.phrases.before import read_before, read_brackets
from qbank.facts.phrases.behind import read_behind
from qbank.facts.phrases.surroundings import Surroundings
from qbank.facts.pieces import Piece

_COORDINATES: Final = frozenset((",", "and"))


class Phrases:
    """Reads what stands around the quantities of one field."""

    def __init__(self, pieces: Sequence[Piece], labels: Labels) -> None:
        self._pieces = pieces
        self._labels = labels
        self._actors: tuple[int, list[Piece], list[Piece]] = (-1, [], [])

    def around(self, at: int) -> Surroundings:
        """Return what stands around the quantity at piece `at`."""
        found = Surroundings(is_measured=self._is_measured(at))
        read_behind(self._pieces, at, found)
        verb = read_before(self._pieces, at, found, in_lines=self._labels.in_lines)
        if verb is not None:
            self._share_actors(verb, found)
        read_brackets(self._pieces, at, found)
        label = self._labels.of(self._pieces[at])
        if at >= label.end and self._labels.reaches(label, at):
            found.label, found.label_verb = list(label.nouns), label.verb
        return found

    def _is_measured(self, at: int) -> bool:
        """Tell whether the noun behind a quantity is what it measures: `5 s of rest`, `a 15 W lamp`."""
        pieces = self._pieces
        behind = pieces[at + 1] if at + 1 < len(pieces) else pieces[at]
        return (
            behind.meaning.part == "of"
            or behind.text in ARTICLES
            or (at > 0 and pieces[at - 1].text in ARTICLES and pieces[at].opener < 0)
        )

    def _share_actors(self, place: int, found: Surroundings) -> None:
        """Give a verb behind `and` or a comma the actors of the verb before it: `it has ..., and draws`."""
        verb = self._pieces[place]
        if found.actors:
            self._actors = verb.sentence, found.actors, found.actors_owners
        elif place and self._pieces[place - 1].text in _COORDINATES and self._actors[0] == verb.sentence:
            _, found.actors, found.actors_owners = self._actors
