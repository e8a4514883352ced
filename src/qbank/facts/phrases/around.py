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
        self._governed = -1

    def around(self, at: int) -> Surroundings:
        """Return what stands around the quantity at piece `at`."""
        found = Surroundings(is_measured=self._is_measured(at))
        read_behind(self._pieces, at, found)
        verb = read_before(self._pieces, at, found, in_lines=self._labels.in_lines)
        if verb is not None:
            self._share_actors(verb, found)
            self._governed = at
        elif self._is_second(at) and not (found.before or found.owners or found.purposes):
            self._take_actors(at, found)  # `it has 80 GB of memory and 2 TB/s`
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

    def _is_second(self, at: int) -> bool:
        """Tell whether a quantity is joined to one that a verb governs."""
        if not at or self._pieces[at - 1].text not in _COORDINATES:
            return False
        last = next((place for place in range(at - 1, -1, -1) if self._pieces[place].mention), -1)
        return last == self._governed

    def _share_actors(self, place: int, found: Surroundings) -> None:
        """Give a verb behind `and` or a comma the actors of the verb before it: `it has ..., and draws`."""
        verb = self._pieces[place]
        if found.actors:
            self._actors = verb.sentence, found.actors, found.actors_owners
        elif place and self._pieces[place - 1].text in _COORDINATES:
            self._take_actors(place, found)

    def _take_actors(self, place: int, found: Surroundings) -> None:
        """Give what stands at a place the actors of the last verb of its sentence."""
        sentence, actors, owners = self._actors
        if sentence == self._pieces[place].sentence:
            found.actors, found.actors_owners = actors, owners
