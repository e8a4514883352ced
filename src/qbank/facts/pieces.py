"""A text cut into pieces: words with what they mean, quantities, names of hardware, signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from qbank import lazy_re
from qbank.facts.devices import Device
from qbank.facts.lexicon import Lexicon, Meaning
from qbank.facts.vocabulary import Kind, kind_of
from qbank.napkin.parsing.grammar import parser_of
from qbank.napkin.parsing.spans import quantities
from qbank.napkin.tree import Interval, Number
from qbank.units import NO_UNIT, Unit, readings

_PIECE: Final = lazy_re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|\n|[^\s\w]")
_SENTENCE_ENDS: Final = frozenset(".!?")
_NO_MEANING: Final = Meaning()
_MARKUP: Final = frozenset("*_`")
_MILLION: Final = 10**6
_COUNTED: Final = frozenset(("device", "event", "store", "link", "data"))
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")


@dataclass(slots=True)
class Mention:
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


@dataclass(slots=True)
class Piece:
    """One piece of a text.

    Attributes:
        text: in lower case.
        start, end: code-point offsets in the field.
        meaning: what a word means; nothing for signs and unknown words.
        mention: the quantity that it is.
        device: the name of hardware that it is.
        sentence, clause, line: numbers of those that it stands in, all of them counted over the field.
        opener: the piece that opens the brackets around it; -1 outside of brackets.
    """

    text: str
    start: int
    end: int
    meaning: Meaning = _NO_MEANING
    mention: Mention | None = None
    device: Device | None = None
    sentence: int = 0
    clause: int = 0
    line: int = 0
    opener: int = -1

    @property
    def is_word(self) -> bool:
        """Whether it is a word, known or not."""
        return self.mention is None and self.device is None and self.text[:1].isalnum()

    @property
    def is_known(self) -> bool:
        """Whether the lexicon has it."""
        return self.meaning is not _NO_MEANING


def cut(text: str, lexicon: Lexicon, find_devices: Callable[[str], Iterable[Device]]) -> list[Piece]:
    """Cut a text into pieces; never fails, whatever the text is."""
    spans: list[tuple[int, int, Mention | None, Device | None]] = []
    devices = [(device.start, device.end, None, device) for device in find_devices(text)]
    taken = [(start, end) for start, end, _, _ in devices]
    for mention in mentions(text):
        if _is_ratio(text, mention):
            mention.kind, mention.end = Kind.RATIO, mention.end + 1
        if not any(start < mention.end and mention.start < end for start, end in taken):
            spans.append((mention.start, mention.end, mention, None))
    spans = sorted([*spans, *devices], key=lambda span: span[0])
    return _placed(text, _pieces(text, spans, lexicon))


def mentions(text: str) -> list[Mention]:
    """Return the quantities of a text in their order."""
    found = []
    for span in quantities(parser_of(text)):
        node = span.node
        if isinstance(node, Interval):
            found.append(_mention(node.low, node.high, node.start, node.end))
        elif isinstance(node, Number):
            found.append(_mention(node, node, node.start, node.end))
    return found


def _is_ratio(text: str, mention: Mention) -> bool:
    """Tell whether a sign of multiplication behind a bare number makes it a factor: `15× faster`."""
    behind = text[mention.end : mention.end + 3]
    return mention.kind is Kind.COUNT and behind[:1] == "×" and not behind[1:].strip()[:1].isalnum()


def _mention(low: Number, high: Number, start: int, end: int) -> Mention:
    reading = high.readings[0]
    scale = _float(reading.multiplier) * _float(reading.unit.scale)
    unit = reading.unit
    kind = kind_of(unit) if unit is not NO_UNIT else Kind.COUNT
    scaled = kind is Kind.COUNT and reading.multiplier >= _MILLION
    step = scale / 10**high.decimals
    bare = low.readings[0].unit is NO_UNIT
    low_scale = scale if bare else _float(low.readings[0].multiplier) * _float(low.readings[0].unit.scale)
    most = _float(high.value) * scale
    return Mention(
        start,
        end,
        most if low is high else _float(low.value) * low_scale,
        most,
        step,
        kind,
        unit,
        scale,
        low.approximate or high.approximate,
        scaled,
    )


def _float(value: Fraction) -> float:
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return float("inf")


def _pieces(
    text: str, spans: list[tuple[int, int, Mention | None, Device | None]], lexicon: Lexicon
) -> list[Piece]:
    raw: list[Piece] = []
    following = iter(spans)
    span = next(following, None)
    for hit in _PIECE.finditer(text):
        start, end = hit.span()
        while span is not None and span[1] <= start:
            span = next(following, None)
        if span is not None and span[0] < end:
            if not raw or raw[-1].start != span[0]:
                written = text[span[0] : span[1]].lower()
                raw.append(Piece(written, span[0], span[1], mention=span[2], device=span[3]))
                if span[2] is not None and written.count(" ") > 1:
                    raw[-1].meaning = _within(written.split(" "), lexicon)
        elif hit[0] not in _MARKUP:
            raw.append(Piece(hit[0].lower().replace("’", "'"), start, end))
    # A phrase may go on with a number, as `batch size 1` does, and begins with none.
    words = [
        piece.text.removesuffix("'s")
        if piece.device is None and (piece.mention is None or piece.text.isdigit())
        else ""
        for piece in raw
    ]
    pieces: list[Piece] = []
    at = 0
    while at < len(raw):
        piece = raw[at]
        size = 1
        if words[at] and piece.mention is None:
            hit_words = lexicon.find(words, at)
            if hit_words is not None:
                piece.meaning, size = hit_words
                if size > 1:
                    piece.end = raw[at + size - 1].end
                    piece.text = " ".join(words[at : at + size])
        if piece.meaning.number is not None and at + size < len(raw):
            size += _spelled_out(piece, raw, words, at + size, lexicon)
        pieces.append(piece)
        at += size
    return pieces


def _within(words: list[str], lexicon: Lexicon) -> Meaning:
    """Return what the words inside of a quantity say of it: `312 dense BF16 TFLOPS`."""
    found = [hit[0] for at in range(1, len(words)) if (hit := lexicon.find(words, at)) is not None]
    cues = frozenset[str]().union(*[one.cues for one in found])
    classes = frozenset[str]().union(*[one.classes for one in found])
    return Meaning(cues=cues, classes=classes) if cues or classes else _NO_MEANING


def _spelled_out(piece: Piece, raw: list[Piece], words: list[str], at: int, lexicon: Lexicon) -> int:
    """Make a quantity of a number in words; return how many pieces behind it belong to it: `ten minutes`."""
    number, behind = float(piece.meaning.number or 0), raw[at]
    units = readings(words[at]) if len(words[at]) > 2 and number > 1 else ()
    if units and kind_of(units[0]) is not Kind.COUNT:
        size = float(units[0].scale)
        piece.end, piece.text = behind.end, f"{piece.text} {behind.text}"
        piece.mention = Mention(
            piece.start, piece.end, number * size, number * size, size, kind_of(units[0]), units[0], size
        )
        return 1
    hit = lexicon.find(words, at) if words[at] else None
    if behind.device is not None or (hit is not None and hit[0].sort in _COUNTED):
        piece.mention = Mention(piece.start, piece.end, number, number, 1.0, Kind.COUNT, NO_UNIT)
    return 0


def _placed(text: str, pieces: list[Piece]) -> list[Piece]:
    """Number the sentences, clauses and lines of the pieces, and find the brackets around them."""
    sentence = clause = line = 0
    openers: list[int] = []
    for at, piece in enumerate(pieces):
        sign = piece.text
        if sign == "\n":
            line += 1
            sentence += 1
            clause += 1
            openers.clear()
        piece.sentence, piece.clause, piece.line = sentence, clause, line
        if sign in _CLOSING and openers:
            openers.pop()
        piece.opener = openers[-1] if openers else -1
        if sign in _OPENING:
            openers.append(at)
        elif sign in _SENTENCE_ENDS and (piece.end == len(text) or text[piece.end].isspace()):
            sentence += 1
            clause += 1
        elif (
            sign == ";"
            or (sign == "," and not openers)
            or sign in {"|", "but", "while", "whereas", "although"}
        ):
            clause += 1
    return pieces
