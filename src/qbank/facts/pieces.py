"""A text cut into pieces: words with what they mean, quantities, names of hardware, signs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, compress, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from qbank import lazy_re
from qbank.facts.devices import Device
from qbank.facts.lexicon import NO_MEANING, Lexicon, Meaning, Word
from qbank.facts.vocabulary import Kind, Role, kind_of
from qbank.formulas.matching.words import NUMBERED
from qbank.napkin.parsing.grammar import parser_of
from qbank.napkin.parsing.spans import quantities
from qbank.napkin.tree import Interval, Number
from qbank.units import NO_UNIT, Unit, readings
from qbank.units.dimension import dimension
from qbank.units.unit import as_float

_PIECE: Final = lazy_re.compile(r"(?:\w++(?:['’][^\W\d]++)?+|\n|[^\s\w])[^\S\n]*+")
"""Cuts a text without a gap: a piece takes along the blanks behind it."""
_WORDS: Final = lazy_re.compile(r"[^\W_]+|[^\s\w]")
_BLANKS: Final = lazy_re.compile(r"[^\S\n]*+")
_SENTENCE_ENDS: Final = frozenset(".!?")
DECIBEL: Final = dimension(decibel=1)
_BELOW_ZERO: Final = lazy_re.compile(r"(?:^|[\s(:,~])[-−–]\Z")
_MILLION: Final = 10**6
_LARGEST: Final = 1e60
_SMALLEST: Final = 1e-60
"""In base units: beyond them a number is of no thing, and what is made of a few of them leaves the floats."""
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
_MOST_INSERTED: Final = 4
_VERBS: Final = frozenset(("verb", "copula"))
_BREAKS: Final = _OPENING | _CLOSING | _ENDS_OF_CLAUSE | _SENTENCE_ENDS | {","}
"""What ends a sentence or a clause, or opens or closes brackets."""
_NO_CUES: Final[frozenset[str]] = frozenset()
ARTICLES: Final = frozenset(("a", "an"))
_NO_NOUN: Final = frozenset(("copula", "verb", "preposition", "per", "of"))
"""Parts of speech of what stands behind a name and never behind an article: `A is`, `A with`."""
SHORT_OF: Final = frozenset(("failure", "falls-short", "denied"))
"""What is said of a thing, whatever part of speech says so: `A misses the limit`, `A cannot`."""
_SPANNING: Final = frozenset(("over", "for", "within", "during"))
"""What makes a time of an article and a unit, which else are what something is per: `$3 an hour`."""


class Mention(Struct):
    """A quantity as a text states it; sizes are in base units.

    Attributes:
        start, end: code-point offsets in the field, unit and mark of approximation included.
        low, high: the ends of a range, else both the value.
        step: what one more in its last digit would be.
        kind: what it measures.
        unit: as written.
        scale: the size of one of its unit, with a multiplier such as K.
        approximate: whether it is marked `~` or "about".
        scaled: whether a letter or word multiplies it: `7B`, `3 million`.
    """

    start: int
    end: int
    low: float
    high: float
    step: float
    kind: Kind
    unit: Unit
    scale: float = 1.0
    approximate: bool = False
    scaled: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether it is a number without unit and multiplier."""
        return self.kind is Kind.COUNT and not (self.unit.name or self.scaled)

    @property
    def number(self) -> float:
        """The highest value as it is written, without unit and multiplier."""
        return self.high / self.scale

    def times(self, size: float, unit: Unit) -> Mention:
        """Return what is so many times as large in base units, and measured in another unit."""
        low, high, step, scale = (one * size for one in (self.low, self.high, self.step, self.scale))
        return replace(self, low=low, high=high, step=step, scale=scale, kind=kind_of(unit), unit=unit)


class Piece(Struct):
    """One piece of a text.

    Attributes:
        text: in lower case unless its case counts.
        start, end: code-point offsets in the field.
        meaning: what a word means; nothing for signs and unknown words.
        mention: the quantity that it is.
        device: the name of hardware that it is.
        is_word: whether it is a word, known or not.
        sentence, clause, line: numbers of those that it stands in, all of them counted over the field.
        opener: the piece that opens the brackets around it; -1 outside of brackets.
    """

    text: str
    start: int
    end: int
    meaning: Meaning
    mention: Mention | None
    device: Device | None
    is_word: bool
    sentence: int
    clause: int
    line: int
    opener: int

    @property
    def is_known(self) -> bool:
        """Whether the lexicon has it."""
        return self.meaning is not NO_MEANING

    @property
    def is_noun(self) -> bool:
        """Whether it may name a thing."""
        return self.device is not None or (self.is_word and not self.meaning.part)


def cues_in(pieces: Iterable[Piece]) -> frozenset[str]:
    """Return the cues of some pieces."""
    return _NO_CUES.union(*[cues for piece in pieces if (cues := piece.meaning.cues)])


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


_JOINTS: Final = {" and ": ", ", " or ": ", ", ", and ": ", ", ", or ": ", ", "/": "/", " / ": " / "}
"""What stands before the last of a list whose numbers share a unit, and what before the others."""
_NUMBERED: Final = NUMBERED | {"batch", "rank"}
"""What has its number behind it, so that this shares no unit: `16 ms at batch 4 and 28 ms at batch 8`."""
_OF_TWO: Final = frozenset((" and ", " or "))
"""What joins two numbers as well: `20 / 45 ms` is a division."""

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

_Special = tuple[int, int, Mention | None, Device | None]
"""Where a quantity or a name of hardware stands, and it."""


def cut(text: str, lexicon: Lexicon, find_devices: Callable[[str], Iterable[Device]]) -> list[Piece]:
    """Cut a text into pieces; never fails, whatever the text is."""
    spans: list[_Special] = []
    devices = [
        (device.start, device.end, None, device if device.entries else None) for device in find_devices(text)
    ]
    taken = [(start, end) for start, end, _, _ in devices]
    for mention in mentions(text):
        written, behind = text[mention.start : mention.end], text[mention.end : mention.end + 3]
        counts = mention.kind is Kind.COUNT
        if written in _MOBILE or behind[:2] in _ORDINAL or (counts and _is_resolution(behind)):
            continue
        if counts and _is_ratio(behind):
            mention.kind, mention.end = Kind.RATIO, mention.end + 1
        if not taken or not any(start < mention.end and mention.start < end for start, end in taken):
            spans.append((mention.start, mention.end, mention, None))
    spans = sorted([*spans, *devices], key=lambda span: span[0])
    pieces = _Cutter(text, lexicon, spans).pieces()
    _rejoin(pieces)
    for at, piece in enumerate(pieces):
        if piece.text == "a" and _is_name(pieces, at, is_capital=text[piece.start] == "A"):
            piece.meaning = NO_MEANING
    return pieces


def mentions(text: str) -> list[Mention]:
    """Return the quantities of a text in their order, but those that are larger or smaller than any thing."""
    found = []
    for span in quantities(parser_of(text)):
        node = span.node
        if isinstance(node, Interval):
            found.append(_mention(node.low, node.high, node.start, node.end))
        elif isinstance(node, Number):
            found.append(_mention(node, node, node.start, node.end))
            if _has_a_zero(found[-1]) and _BELOW_ZERO.search(text, 0, node.start):
                found[-1] = replace(found[-1], start=node.start - 1, low=-found[-1].low, high=-found[-1].high)
    return [mention for mention in _in_lists(text, found) if _may_be_of_a_thing(mention)]


def _in_lists(text: str, found: list[Mention]) -> list[Mention]:
    """Give bare numbers the unit behind the last of their list: `3, 4 and 6 ms`, `20/45/80 ms`."""
    listed: list[Mention] = []
    joint = ""  # what has to stand between a number and the one behind it, if that is of a list
    for at, one in reversed(list(enumerate(found))):
        before = text[found[at - 1].end : one.start] if at else ""
        bare = one.is_bare and one.low == one.high and not _is_name_of_one(before)
        last = listed[-1] if listed else one
        between = text[one.end : last.start]
        goes_on = joint or _JOINTS.get(between, "")
        of_list = (
            between == joint if joint else between in _JOINTS and (between in _OF_TWO or before == goes_on)
        )
        if bare and last.kind is not Kind.COUNT and last.unit.name and of_list:
            listed.append(one.times(last.scale, last.unit))
            joint = goes_on
        else:
            listed.append(one)
            joint = ""
    return listed[::-1]


def _is_name_of_one(before: str) -> bool:
    """Tell whether what stands before a number has that behind it for a name: `at batch 4`."""
    return before.rstrip().rpartition(" ")[2].lower() in _NUMBERED


def _has_a_zero(mention: Mention) -> bool:
    """Tell whether what a unit measures may lie below a zero that somebody chose: `-40 °C`, `-96 dBm`."""
    return mention.kind is Kind.TEMPERATURE or mention.unit.dimension == DECIBEL


def _may_be_of_a_thing(mention: Mention) -> bool:
    sizes = (mention.scale, mention.low or 1, mention.high or 1, mention.step or 1)
    return all(_SMALLEST < abs(size) < _LARGEST for size in sizes)


def _of_share(meaning: Meaning, written: str, start: int, end: int) -> Mention | None:
    """Return the quantity that a share in words is: `a fifth of`; None if the words tell none."""
    if "multiple" in meaning.cues:
        return None
    unit = readings("%")[0]
    size = float(unit.scale)
    share = meaning.share * size
    return Mention(
        start, end - len(" of") * written.endswith(" of"), share, share, size, Kind.SHARE, unit, size
    )


def _is_ratio(behind: str) -> bool:
    """Tell whether a sign of multiplication behind a bare number makes it a factor: `15× faster`."""
    return behind[:1] == "×" and not behind[1:].strip()[:1].isalnum()


def _is_resolution(behind: str) -> bool:
    """Tell whether a letter behind a bare number makes it the lines of a picture: `1080p`."""
    return behind[:1] == "p" and not behind[1:2].isalnum()


def _mention(low: Number, high: Number, start: int, end: int) -> Mention:
    reading = high.readings[0]
    unit, multiplier = reading.unit, as_float(reading.multiplier)
    scale = multiplier * as_float(unit.scale)
    kind = kind_of(unit) if unit is not NO_UNIT else Kind.COUNT
    if unit.name.rpartition("/")[2].isdigit():
        kind = Kind.OTHER  # `6 s per 10-epoch round`: of ten of what, the unit does not tell
    scaled = kind is Kind.COUNT and multiplier >= _MILLION
    step = scale / 10**high.decimals
    bare = low.readings[0].unit is NO_UNIT
    low_scale = scale if bare else as_float(low.readings[0].multiplier) * as_float(low.readings[0].unit.scale)
    most = as_float(high.value) * scale
    return Mention(
        start,
        end,
        most if low is high else as_float(low.value) * low_scale,
        most,
        step,
        kind,
        unit,
        scale,
        low.approximate or high.approximate,
        scaled,
    )


def _within(words: list[str], lexicon: Lexicon) -> Meaning:
    """Return what the words inside of a quantity say of it: `312 dense BF16 TFLOPS`."""
    found = [hit[0] for at in range(1, len(words)) if (hit := lexicon.find(words, at)) is not None]
    cues = frozenset[str]().union(*[one.cues for one in found])
    classes = frozenset[str]().union(*[one.classes for one in found])
    return Meaning(cues=cues, classes=classes) if cues or classes else NO_MEANING


def _rejoin(pieces: Sequence[Piece]) -> None:
    """Make one clause of what an insertion parts: `its memory, weights included, exceeds 2 GB`."""
    commas = [at for at, piece in enumerate(pieces) if piece.text == ","]
    for first, second in pairwise(commas):
        inner, behind = pieces[first + 1 : second], pieces[second + 1 : second + 2]
        if (
            0 < len(inner) <= _MOST_INSERTED
            and pieces[first].clause + 1 == pieces[second].clause
            and behind
            and behind[0].meaning.part in _VERBS
            and not any(one.mention or one.device or one.meaning.part in _VERBS for one in inner)
            and pieces[first - 1].is_word
            and not pieces[first - 1].meaning.part
        ):
            kept, last = pieces[first].clause, behind[0].clause
            for piece in pieces[first + 1 :]:
                if piece.clause > last:
                    break
                piece.clause = kept


class _Cutter:
    """Cuts one text: words, with the quantities and the names of hardware as one word each, then pieces."""

    def __init__(self, text: str, lexicon: Lexicon, spans: Iterable[_Special]) -> None:
        self._text = text
        self._lexicon = lexicon
        self._words: list[Word] = []
        self._starts: list[int] = []
        self._special: dict[int, _Special] = {}
        parted = text.replace("_", " ")
        lead = _BLANKS.match(parted)
        first = lead.end() if lead else 0
        written = _PIECE.findall(parted, first)
        words = list(map(lexicon.word, written))
        starts = list(accumulate(map(len, written), initial=first))
        del starts[-1]
        if "*" in text or "`" in text:
            kept = [not word.is_markup for word in words]
            words, starts = list(compress(words, kept)), list(compress(starts, kept))
        self._collect(words, starts, spans)

    def _collect(self, words: list[Word], starts: list[int], spans: Iterable[_Special]) -> None:
        done = 0
        for span in spans:
            begin = bisect_right(starts, span[0]) - 1
            if begin < 0 or starts[begin] + words[begin].length <= span[0]:
                begin += 1
            begin = max(begin, done)
            behind = bisect_left(starts, span[1], done)
            if begin >= behind:
                continue
            self._words += words[done:begin]
            self._starts += starts[done:begin]
            self._special[len(self._words)] = span
            text = self._text[span[0] : span[1]].lower()
            stem = text if span[2] is not None and text.isalnum() else ""
            known = span[2] is not None or span[3] is not None
            meaning = NO_MEANING if known else _STRANGER
            self._words.append(Word(text, stem, span[1] - span[0], is_word=not known, meaning=meaning))
            self._starts.append(span[0])
            done = behind
        self._words += words[done:]
        self._starts += starts[done:]

    def pieces(self) -> list[Piece]:
        """Return the pieces, each with its sentence, clause and line, and the brackets around it."""
        text, words, starts, lexicon = self._text, self._words, self._starts, self._lexicon
        special_at = self._special
        stems = [word.stem for word in words]
        pieces: list[Piece] = []
        openers: list[int] = []
        opener = -1
        sentence = clause = line = at = 0
        while at < len(words):
            written, _, length, is_word, meaning, begins, _ = words[at]
            start, size = starts[at], 1
            end = start + length
            mention = device = None
            if at in special_at:
                _, _, mention, device = special_at[at]
                if mention is not None and written.count(" ") > 1:
                    meaning = _within(_WORDS.findall(written), lexicon)
            elif begins or meaning is not NO_MEANING:
                if begins and (hit := lexicon.find_phrase(stems, at)) is not None:
                    meaning, size = hit
                    end = starts[at + size - 1] + words[at + size - 1].length
                    written = " ".join(stems[at : at + size])
                if meaning.share:
                    mention = _of_share(meaning, written, start, end)
                spans = written in ARTICLES and bool(pieces) and pieces[-1].text in _SPANNING
                if (meaning.number is not None or spans) and at + size < len(words):
                    number = float(meaning.number or 1)
                    mention = self._spelled_out(number, start, end, at + size, stems, spans=spans)
                    while mention is not None and mention.end > end:
                        more = words[at + size]
                        end, written = starts[at + size] + more.length, f"{written} {more.text}"
                        size += 1
            elif written == "\n":
                line, sentence, clause, opener = line + 1, sentence + 1, clause + 1, -1
                openers.clear()
            piece = Piece(
                written,
                start,
                end,
                meaning,
                mention,
                device,
                is_word and mention is None,
                sentence,
                clause,
                line,
                opener,
            )
            pieces.append(piece)
            at += size
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
                elif written in _ENDS_OF_CLAUSE or (written == "," and not openers):
                    clause += 1
        return pieces

    def _spelled_out(
        self, number: float, start: int, end: int, behind: int, stems: list[str], *, spans: bool
    ) -> Mention | None:
        """Return the quantity that a number in words is: `ten minutes`, `three cards`; None if it is none.

        An article that `spans` a time is one as well: `over an hour`.
        """
        if self._words[behind].text == "-" and behind + 1 < len(stems):  # `ten-minute`
            behind += 1
        stem = stems[behind]
        units = readings(stem) if len(stem) > 2 and (number > 1 or spans) else ()
        if spans and not (units and kind_of(units[0]) is Kind.TIME):
            return None
        if units and (kind := kind_of(units[0])) is not Kind.COUNT:
            size = float(units[0].scale)
            end = self._starts[behind] + self._words[behind].length
            return Mention(start, end, number * size, number * size, size, kind, units[0], size)
        hit = self._lexicon.find(stems, behind) if stem else None
        special = self._special.get(behind)
        if special and special[2] is not None and stems[behind + 1 : behind + 2]:
            hit = self._lexicon.find(stems, behind + 1)  # `two 80 GB cards`
            special = self._special.get(behind + 1)
        if (special and special[3] is not None) or (hit is not None and hit[0].sort in _COUNTED):
            return Mention(start, end, number, number, 1.0, Kind.COUNT, NO_UNIT)
        return None
