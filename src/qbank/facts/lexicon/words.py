"""Words and phrases with what they mean: entries put together when a text first has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from qbank import lazy_re
from qbank.facts.lexicon.magnitudes import Magnitude, Measure, measure_of
from qbank.facts.lexicon.meaning import ARTICLES, NO_MEANING, NO_PHRASES, Meaning, Phrases, Word
from qbank.grouping import grouped

_WORD: Final = lazy_re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[^\s\w]")


class Lexicon:
    """Words and phrases with what they mean."""

    def __init__(
        self, entries: Iterable[Mapping[str, Any]], magnitudes: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self._entries: dict[str, list[Mapping[str, Any]]] = {}
        self._meanings: dict[str, Meaning] = {}
        self._bounds = grouped((measure_of(raw), raw) for raw in magnitudes)
        self.measures: Final = self._bounds.keys()
        self._magnitudes: dict[Measure, list[Magnitude]] = {}
        self._exact: set[str] = set()
        self._phrases: dict[str, list[str]] = {}
        self._longer: dict[str, Phrases] = {}
        for raw in entries:
            for phrase in raw["words"]:
                self._entries.setdefault(phrase, []).append(raw)
                if " " in phrase:
                    self._phrases.setdefault(phrase.partition(" ")[0], []).append(phrase)
            if raw.get("exact"):
                self._exact.update(word for phrase in raw["words"] for word in phrase.split(" "))
        self.word = lru_cache(maxsize=20_000)(self._word)

    def magnitudes(self, measure: Measure) -> list[Magnitude]:
        """Return the bounds of what measures the same; made when they are first asked for."""
        if measure not in self._magnitudes:
            self._magnitudes[measure] = list(map(Magnitude.of, self._bounds.get(measure, ())))
        return self._magnitudes[measure]

    def _meaning(self, phrase: str) -> Meaning:
        """Return what the entries of a phrase tell together; put together when it is first met."""
        if phrase not in self._meanings:
            meaning = Meaning()
            for raw in self._entries.get(phrase, ()):
                meaning = meaning.merge(raw)
            if " " in phrase and not meaning.part:
                last = self._meaning(phrase.rpartition(" ")[2])
                if meaning.classes and not meaning.thing:  # a coin cell is a cell
                    meaning.thing, meaning.sort, meaning.place = last.thing, last.sort, last.place
                if meaning.thing and meaning.thing == last.thing:  # a hard limit is a limit, of time as well
                    meaning.roles = last.roles | meaning.roles
            self._meanings[phrase] = meaning
        return self._meanings[phrase]

    def _word(self, written: str) -> Word:
        """Return a word that was cut from a text with the blanks behind it."""
        word = _WORD.match(written)
        spelt = (word[0] if word else "\n").replace("’", "'")
        text = spelt.lower()
        stem = text.removesuffix("'s")
        if (exact := spelt.removesuffix("'s")) in self._exact:
            text = stem = exact
        meaning = self._meaning(stem) if stem in self._entries else NO_MEANING
        return Word(
            text,
            stem,
            word.end() if word else 1,
            text[:1].isalnum(),
            meaning,
            self._beginning(stem),
            spells=text in ARTICLES or meaning.number is not None or bool(meaning.share),
        )

    def find(self, words: list[str], at: int) -> tuple[Meaning, int] | None:
        """Return what the longest phrase at a place means, and how many words it takes up."""
        word = words[at]
        longer = self.phrase_of(self._beginning(word), words, at)
        is_known = word in self._entries and " " not in word  # several words of a text are no phrase yet
        return longer or ((self._meaning(word), 1) if is_known else None)

    def phrase_of(self, phrases: Phrases, words: list[str], at: int) -> tuple[Meaning, int] | None:
        """Return the same of several words, the first of which begins some phrases."""
        for phrase in phrases.get(words[at + 1], ()) if at + 1 < len(words) else ():
            size = len(phrase)
            if size == 2 or tuple(words[at : at + size]) == phrase:
                return self._meaning(" ".join(phrase)), size
        return None

    def _beginning(self, word: str) -> Phrases:
        """Return the phrases that begin with a word by their second word, longest first."""
        if word in self._phrases and word not in self._longer:
            phrases = sorted((tuple(one.split(" ")) for one in self._phrases[word]), key=len, reverse=True)
            self._longer[word] = grouped((phrase[1], phrase) for phrase in phrases)
        return self._longer.get(word, NO_PHRASES)


def parted(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an entry of a file as a lexicon takes it: a blank between all words and signs of a phrase."""
    exact = entry.get("exact", False)
    words = (" ".join(_WORD.findall(words if exact else words.lower())) for words in entry["words"])
    return {**entry, "words": list(words)}
