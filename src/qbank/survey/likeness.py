"""Questions that are nearly the same: they tell of the same situation and ask the same thing.

MinHash over pairs of words finds the questions that are worth comparing, and a string measure compares them,
character by character in order. The same texts give the same result on every machine.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from qbank.survey.coverage import COUNTED
from qbank.survey.index import Index

if TYPE_CHECKING:
    from datasketch import MinHash

THRESHOLD: Final = 0.85
"""How alike two questions are, from 0 to 1, that are told to somebody who names no threshold."""
MOST_COMPARED: Final = 300_000
"""Pairs that are compared before it is given up: a bank with more is made of copies."""

_PERMUTATIONS: Final = 128
_CANDIDATE: Final = 0.35
"""The share of pairs of words that makes a pair worth comparing: well below any useful threshold, because a
word that differs takes two pairs with it."""
_FAVOUR_FINDING: Final = (0.2, 0.8)
_LONGEST: Final = 20_000
"""Characters of a text that are compared; those of a question are a few hundred."""
_KNOWN: Final = 8_192
"""Texts whose words are kept: of a pair, one was compared a moment ago."""
_PARTS: Final = ("title", "scenario", "question")
_WORD: Final = re.compile(r"\w+")
_UNWRITTEN: Final = re.compile(r"(?m)^TODO:.*$")
"""What an import or a new draft puts where nothing is written: the same in every one."""
_ASKING: Final = ("?", "…")


class TooManyError(Exception):
    """So many pairs are worth comparing that this would take hours."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What of a question is compared; `path` is that from the root of the bank on."""

    id: str
    path: str
    title: str
    scenario: str
    question: str

    def told(self) -> str:
        """Return the words of the situation; what is still to be written is none."""
        return _written(self.scenario)

    def asked(self) -> str:
        """Return the words of what is asked, which is the title where that asks and nothing else does."""
        question = _written(self.question)
        if question:
            return question
        title = _UNWRITTEN.sub("", self.title).strip()
        return _plain(title) if title.endswith(_ASKING) or not self.told() else ""

    def words(self) -> str:
        """Return the words of the situation and of what is asked."""
        return f"{self.told()} {self.asked()}".strip()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions in the order of ids, and how alike they are, from 0 to 1: in all, and in each part."""

    first: Compared
    second: Compared
    likeness: float
    parts: Mapping[str, float]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of both."""
        return frozenset((self.first.id, self.second.id))


def compared(index: Index) -> list[Compared]:
    """Return what is compared of the questions in use, in the order of ids."""
    marks = ", ".join("?" * len(COUNTED))
    return [
        Compared(id_, os.fsdecode(path), *texts)
        for id_, path, *texts in index.connection.execute(
            "SELECT question.id, path, words.title, scenario, words.question FROM words "
            "CROSS JOIN question ON question.number = words.rowid "
            f"WHERE status IN ({marks}) ORDER BY question.id, path",
            COUNTED,
        )
    ]


def alike(
    questions: Sequence[Compared],
    threshold: float = THRESHOLD,
    only: Iterable[str] = (),
    most: int | None = None,
) -> list[Pair]:
    """Return the pairs that are at least as alike as the threshold says, the most alike first.

    Args:
        questions: the questions, in the order of ids.
        threshold: from 0 to 1.
        only: ids; if there are any, pairs without one of them are left out.
        most: how many pairs are compared before it is given up, by default `MOST_COMPARED`.

    Raises:
        ModuleNotFoundError: the extra `duplicates` is not installed.
        TooManyError: more than `most` pairs are worth comparing.
    """
    asked = frozenset(only)
    most = MOST_COMPARED if most is None else most
    texts = [question.words() for question in questions]
    pairs = []
    for count, (left, right) in enumerate(_candidates(questions, texts, asked), 1):
        if count > most:
            raise TooManyError(f"more than {most:,} pairs of questions share most of their words")
        share = _likeness(questions[left], questions[right], threshold)
        if share >= threshold:
            first, second = questions[left], questions[right]
            pairs.append(Pair(first, second, share, _parts(first, second)))
    return sorted(pairs, key=lambda pair: (-pair.likeness, pair.first.id, pair.second.id, pair.second.path))


def _likeness(first: Compared, second: Compared, threshold: float) -> float:
    """Return how alike two questions are, or anything below the threshold.

    Half of it is the situation, half of it what is asked: several questions about one situation are alike in
    most of their words. Where one of them asks within its scenario or tells of none, the texts as wholes are
    compared.
    """
    from rapidfuzz import fuzz  # noqa: PLC0415 - an extra

    parts = first.told(), first.asked(), second.told(), second.asked()
    if not all(parts):
        return fuzz.ratio(first.words(), second.words(), score_cutoff=100 * threshold) / 100
    asked = fuzz.ratio(parts[1], parts[3]) / 100
    least = max(2 * threshold - asked, 0)
    told = fuzz.ratio(parts[0], parts[2], score_cutoff=100 * least) / 100
    return (asked + told) / 2


def _parts(first: Compared, second: Compared) -> dict[str, float]:
    from rapidfuzz import fuzz  # noqa: PLC0415 - an extra

    both = {name: (_plain(getattr(first, name)), _plain(getattr(second, name))) for name in _PARTS}
    return {name: fuzz.ratio(left, right) / 100 for name, (left, right) in both.items() if left or right}


def _candidates(
    questions: Sequence[Compared], texts: Sequence[str], asked: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """Yield the places of pairs worth comparing, the lower one first.

    Of questions with the very same text, each is paired with the first of them, which stands for all of them
    where others are concerned: a hundred copies make a hundred pairs, not five thousand.
    """
    from datasketch import MinHashLSH  # noqa: PLC0415 - an extra

    first_of: dict[str, int] = {}
    near = MinHashLSH(threshold=_CANDIDATE, num_perm=_PERMUTATIONS, weights=_FAVOUR_FINDING)
    for place, text in enumerate(texts):
        if not text:
            continue
        first = first_of.setdefault(text, place)
        if first != place:
            if _is_asked(questions, asked, first, place):
                yield first, place
            continue
        sketch = _sketch(text)
        for other in sorted(near.query(sketch)):
            if _is_asked(questions, asked, other, place):
                yield other, place
        near.insert(place, sketch)


def _is_asked(questions: Sequence[Compared], asked: frozenset[str], *places: int) -> bool:
    return not asked or any(questions[place].id in asked for place in places)


def _sketch(text: str) -> MinHash:
    from datasketch import MinHash  # noqa: PLC0415 - an extra

    words = _WORD.findall(text)
    pairs = {f"{left} {right}" for left, right in pairwise(words)} or {text}
    sketch = MinHash(num_perm=_PERMUTATIONS, seed=1, hashfunc=_hash)
    sketch.update_batch(sorted(pair.encode() for pair in pairs))
    return sketch


def _hash(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=4).digest(), "big")


@lru_cache(maxsize=_KNOWN)
def _written(text: str) -> str:
    """Return the words of a text without what is still to be written."""
    return _plain(_UNWRITTEN.sub("", text))


@lru_cache(maxsize=_KNOWN)
def _plain(text: str) -> str:
    """Return the words of a text: case, signs and line ends make no difference between questions."""
    return " ".join(_WORD.findall(text[:_LONGEST].casefold()))
