"""A text cut into pieces, each with its sentence, clause, line and brackets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from operator import attrgetter
from typing import Final

from qbank import lazy_re
from qbank.facts.devices.device import Device
from qbank.facts.lexicon.meaning import ARTICLES, NO_MEANING, Meaning, Word
from qbank.facts.lexicon.words import Lexicon
from qbank.facts.pieces import SHORT_OF, Mention, Piece
from qbank.facts.segmentation.insertions import rejoin
from qbank.facts.segmentation.quantities import is_ratio, is_resolution, mentions, of_share
from qbank.facts.vocabulary import Kind, Role, kind_of
from qbank.units import readings

_PIECE: Final = lazy_re.compile(r"(?:\w++(?:['’][^\W\d]++|)|\n|[^\s\w])[^\S\n]*+")
"""Cuts a text without a gap: a piece takes along the blanks behind it."""
_WORDS: Final = lazy_re.compile(r"[^\W_]+|[^\s\w]")
_BLANKS: Final = lazy_re.compile(r"[^\S\n]*+")
_STEM: Final = attrgetter("stem")
_SENTENCE_ENDS: Final = frozenset(".!?")
_COUNTED: Final = frozenset(("device", "event", "store", "link", "data"))
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_ORDINAL: Final = frozenset(("st", "nd", "rd", "th"))
"""What makes a place in a row of a number: `the 95th percentile`."""
_MOBILE: Final = frozenset(("2G", "3G", "4G", "5G"))
"""Generations of mobile networks, which are no quantities."""
_CLOSERS: Final = 5
"""Marks of emphasis and quotes that may stand between the end of a sentence and the blank behind it."""
_ENDS_OF_CLAUSE: Final = frozenset((";", "|", "but", "while", "whereas", "although"))
_BREAKS: Final = _OPENING | _CLOSING | _ENDS_OF_CLAUSE | _SENTENCE_ENDS | {","}
"""What ends a sentence or a clause, or opens or closes brackets."""
_NO_NOUN: Final = frozenset(("copula", "verb", "preposition", "per", "of"))
"""Parts of speech of what stands behind a name and never behind an article: `A is`, `A with`."""
_SPANNING: Final = frozenset(("over", "for", "within", "during"))
"""What makes a time of an article and a unit, which else are what something is per: `$3 an hour`."""


def _is_name(pieces: list[Piece], at: int, *, is_capital: bool) -> bool:
    """Whether an A is a name and no article: a capital inside of a sentence, or where no noun follows."""
    before = pieces[at - 1] if at else None
    if not is_capital:
        return [piece.text for piece in pieces[max(0, at - 1) : at + 2]] == ["(", "a", ")"]
    if before is not None and (before.text in ",;" or before.is_word or before.mention or before.device):
        return True
    behind = pieces[at + 1] if at + 1 < len(pieces) else None
    if behind is None or not (behind.is_word or behind.mention or behind.device):
        return behind is None or behind.text not in "(["
    if behind.mention is not None:
        return before is not None and before.text == ":"
    meaning = behind.meaning
    return meaning.part in _NO_NOUN or bool(meaning.relations or meaning.cues & SHORT_OF)


_STRANGER: Final = Meaning(
    thing="device",
    sort="device",
    roles={
        Kind.BYTES: Role.CAPACITY,
        Kind.BYTE_RATE: Role.BANDWIDTH,
        Kind.OPERATION_RATE: Role.PEAK_RATE,
        Kind.POWER: Role.POWER,
        Kind.FREQUENCY: Role.CLOCK,
    },
)
"""What a name of hardware tells that the catalog lacks."""


def cut(text: str, lexicon: Lexicon, find_devices: Callable[[str], Iterable[Device]]) -> list[Piece]:
    """Cut a text into pieces; never fails, whatever the text is."""
    devices = [*find_devices(text)]
    spans: list[Mention | Device] = [*devices]
    for mention in mentions(text):
        written, behind = text[mention.start : mention.end], text[mention.end : mention.end + 3]
        counts = mention.kind is Kind.COUNT
        if written in _MOBILE or behind[:2] in _ORDINAL or (counts and is_resolution(behind)):
            continue
        if counts and is_ratio(behind):
            mention.kind, mention.end = Kind.RATIO, mention.end + 1
        if not (devices and any(one.start < mention.end and mention.start < one.end for one in devices)):
            spans.append(mention)
    spans.sort(key=lambda span: span.start)
    cutter = _Cutter(text, lexicon, spans)
    pieces = cutter.pieces()
    rejoin(pieces, cutter.commas)
    for at in cutter.articles:
        if pieces[at].text == "a" and _is_name(pieces, at, is_capital=text[pieces[at].start] == "A"):
            pieces[at].meaning = NO_MEANING
    return pieces


def _within(words: list[str], lexicon: Lexicon) -> Meaning:
    """Return what the words inside of a quantity say of it: `312 dense BF16 TFLOPS`."""
    found = [hit[0] for at in range(1, len(words)) if (hit := lexicon.find(words, at)) is not None]
    cues = frozenset[str]().union(*[one.cues for one in found])
    classes = frozenset[str]().union(*[one.classes for one in found])
    return Meaning(cues=cues, classes=classes) if cues or classes else NO_MEANING


class _Cutter:
    """Cuts one text: words, with the quantities and the names of hardware as one word each, then pieces.

    Attributes:
        commas, articles: the places of pieces that are one, or may be one.
    """

    def __init__(self, text: str, lexicon: Lexicon, spans: Iterable[Mention | Device]) -> None:
        self.commas: list[int] = []
        self.articles: list[int] = []
        self._text = text
        self._lexicon = lexicon
        self._words: list[Word] = []
        self._starts: list[int] = []
        self._special: dict[int, Mention | Device] = {}
        parted = text.replace("_", " ").replace("*", " ").replace("`", " ")  # markup is not read
        lead = _BLANKS.match(parted)
        first = lead.end() if lead else 0
        written = _PIECE.findall(parted, first)
        words = list(map(lexicon.word, written))
        starts = list(accumulate(map(len, written), initial=first))
        del starts[-1]
        self._collect(words, starts, spans)

    def _collect(self, words: list[Word], starts: list[int], spans: Iterable[Mention | Device]) -> None:
        done = 0
        for span in spans:
            begin = bisect_right(starts, span.start) - 1
            if begin < 0 or starts[begin] + words[begin].length <= span.start:
                begin += 1
            begin = max(begin, done)
            behind = bisect_left(starts, span.end, done)
            if begin >= behind:
                continue
            self._words += words[done:begin]
            self._starts += starts[done:begin]
            text = self._text[span.start : span.end].lower()
            is_stranger = isinstance(span, Device) and not span.entries
            if not is_stranger:
                self._special[len(self._words)] = span
            stem = text if isinstance(span, Mention) and text.isalnum() else ""
            meaning = _STRANGER if is_stranger else NO_MEANING
            self._words.append(Word(text, stem, span.end - span.start, is_word=is_stranger, meaning=meaning))
            self._starts.append(span.start)
            done = behind
        self._words += words[done:]
        self._starts += starts[done:]
        self._stems = [*map(_STEM, self._words), ""]

    def pieces(self) -> list[Piece]:
        """Return the pieces, each with its sentence, clause and line, and the brackets around it."""
        text, starts, stems, special_at = self._text, self._starts, self._stems, self._special
        pieces: list[Piece] = []
        openers: list[int] = []
        opener = -1
        sentence = clause = line = done = 0
        for at, word in enumerate(self._words):
            if at < done:
                continue  # the rest of a phrase
            written, _, length, is_word, meaning, longer, spells = word
            start = starts[at]
            end = start + length
            mention: Mention | None = None
            device: Device | None = None
            if at in special_at:
                special = special_at[at]
                if isinstance(special, Device):
                    device = special
                else:
                    mention = special
                    if written.count(" ") > 1:
                        meaning = _within(_WORDS.findall(written), self._lexicon)
            elif spells or stems[at + 1] in longer:
                if spells:
                    self.articles.append(len(pieces))
                before = pieces[-1].text if pieces else ""
                written, meaning, mention, end, size = self._phrase_at(at, before)
                done, is_word = at + size, is_word and mention is None
            elif written == "\n":
                line, sentence, clause, opener = line + 1, sentence + 1, clause + 1, -1
                openers.clear()
            piece = Piece(
                written, start, end, meaning, mention, device, is_word, sentence, clause, line, opener
            )
            pieces.append(piece)
            if written in _BREAKS:
                if written in _CLOSING and openers:
                    openers.pop()
                    opener = piece.opener = openers[-1] if openers else -1
                elif written in _OPENING:
                    opener = len(pieces) - 1
                    openers.append(opener)
                elif written in _SENTENCE_ENDS:
                    if not text[end : end + _CLOSERS].lstrip("*_\"'”’)")[:1].strip():
                        sentence, clause = sentence + 1, clause + 1
                elif written == ",":
                    self.commas.append(len(pieces) - 1)
                    clause += not openers
                elif written in _ENDS_OF_CLAUSE:
                    clause += 1
        return pieces

    def _phrase_at(self, at: int, before: str) -> tuple[str, Meaning, Mention | None, int, int]:
        """Return the phrase at a place: its text, its meaning, the quantity that it is, its end and size."""
        written, meaning, size = self._words[at].text, self._words[at].meaning, 1
        if (hit := self._lexicon.phrase_of(self._words[at].longer, self._stems, at)) is not None:
            meaning, size = hit
            written = " ".join(self._stems[at : at + size])
        start, end = self._starts[at], self._end(at + size - 1)
        mention = of_share(meaning, written, start, end) if meaning.share else None
        spans = written in ARTICLES and before in _SPANNING
        if (meaning.number is not None or spans) and at + size < len(self._words):
            mention = self._spelled_out(float(meaning.number or 1), start, end, at + size, spans=spans)
            while mention is not None and mention.end > end:
                end, written = self._end(at + size), f"{written} {self._words[at + size].text}"
                size += 1
        return written, meaning, mention, end, size

    def _end(self, at: int) -> int:
        return self._starts[at] + self._words[at].length

    def _spelled_out(
        self, number: float, start: int, end: int, behind: int, *, spans: bool
    ) -> Mention | None:
        """Return the quantity that a number in words is: `ten minutes`, `three cards`; None if it is none.

        An article that `spans` a time is one as well: `over an hour`.
        """
        stems = self._stems
        if self._words[behind].text == "-":  # `ten-minute`
            behind += 1
        stem = stems[behind]
        units = readings(stem) if len(stem) > 2 and (number > 1 or spans) else ()
        if spans and not (units and kind_of(units[0]) is Kind.TIME):
            return None
        if units and kind_of(units[0]) is not Kind.COUNT:
            return Mention.in_words(start, self._end(behind), number, units[0])
        hit = self._lexicon.find(stems, behind) if stem else None
        special = self._special.get(behind)
        if isinstance(special, Mention):
            hit = self._lexicon.find(stems, behind + 1)  # `two 80 GB cards`
            special = self._special.get(behind + 1)
        if isinstance(special, Device) or (hit is not None and hit[0].sort in _COUNTED):
            return Mention.in_words(start, end, number)
        return None
