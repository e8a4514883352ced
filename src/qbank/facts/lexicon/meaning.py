"""What a word or a phrase tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct, field

from qbank.facts.vocabulary import Kind, Role


class Meaning(Struct, eq=False):
    """What a word or a phrase tells.

    Attributes:
        thing: the name of what it means; empty if it names nothing.
        sort: the sort of the thing: `data`, `place`, `device`, `link`, `store`, `event`, `property`, ...
        place: where data may lie, if it names such a place: `device`, `host`, `sram`, `flash`, `disk`.
        part: its part of speech, where it is none of a noun.
        roles: what a quantity of a kind is that it governs.
        cues: what it says of its clause: `limit`, `former`, `denied`, ...
        relations: how it relates two things: `fits`, `exceeds`, `chosen`, ...
        number: the number that it spells.
        rank: of what share of cases it is the highest value, in percent: `p95`.
        share: the share that it names, in percent: `half of`.
        feature: what hardware may have or lack, as the catalog calls it.
        classes: the classes of things with known magnitudes that it names.
    """

    thing: str = ""
    sort: str = ""
    place: str = ""
    part: str = ""
    roles: dict[Kind, Role] = field(default_factory=dict)
    cues: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    number: int | None = None
    rank: float = 0.0
    share: float = 0.0
    feature: str = ""
    classes: frozenset[str] = frozenset()

    def merge(self, raw: Mapping[str, Any]) -> Meaning:
        """Return what this and an entry of a file tell together."""
        roles = {Kind(kind): Role(role) for kind, role in raw.get("roles", {}).items()}
        relation = raw.get("relation")
        return Meaning(
            thing=self.thing or raw.get("thing", ""),
            sort=self.sort or raw.get("is", ""),
            place=self.place or raw.get("place", ""),
            part=self.part or raw.get("part", ""),
            roles=roles | self.roles,
            cues=self.cues | frozenset(raw.get("cues", ())),
            relations=self.relations | (frozenset((relation,)) if relation else frozenset()),
            number=raw.get("number") if self.number is None else self.number,
            rank=self.rank or raw.get("rank", 0.0),
            share=self.share or raw.get("share", 0.0),
            feature=self.feature or raw.get("feature", ""),
            classes=self.classes | frozenset(raw.get("classes", ())),
        )


ARTICLES: Final = frozenset(("a", "an"))
NO_MEANING: Final = Meaning()
"""What signs and unknown words mean."""


Phrases = Mapping[str, Sequence[tuple[str, ...]]]
"""Phrases that begin with one word, by their second words, the longest first."""
NO_PHRASES: Final[Phrases] = {}


class Word(NamedTuple):
    """A word or sign of a text, whatever stands around it.

    Attributes:
        text: in lower case unless its case counts.
        stem: what the lexicon knows it by: without a possessive ending, in lower case unless its case counts.
        length: in code points, without the blanks behind it.
        is_word: whether it is a word, and no sign.
        meaning: what it means alone.
        longer: the phrases of the lexicon that begin with it.
        spells: whether it alone may tell a quantity: a number, a share, an article.
    """

    text: str
    stem: str
    length: int
    is_word: bool = True
    meaning: Meaning = NO_MEANING
    longer: Phrases = NO_PHRASES
    spells: bool = False
