"""The words around a device's name: values, the words that bind one to the name, and all others.

Every token has a class of one letter, so that the grammar of `specs` is a regular expression over letters.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from qbank import lazy_re
from qbank.units.prefixes import PREFIXES

VALUE: Final = "V"
SKIPPED: Final = "R"
"""A range or a bare number with its unit that is part of the list but is not judged."""
BINDING: Final = "w"
STRONG: Final = "h"
"""A word that gives a property: has, offers, with, is."""
ABOUT: Final = "p"
"""A word that says what a value is: memory, bandwidth, dense."""
MAKER: Final = "m"
PLACE: Final = "d"
"""`on` and the like: what follows may speak of something else on the device."""
ENDING: Final = "f"
"""A word that begins something else and may stand behind a value."""
SEPARATOR: Final = ","
OPEN: Final = "("
CLOSE: Final = ")"
COLON: Final = ":"
ABOUT_RIGHT: Final = "~"
ARITHMETIC: Final = "o"
OTHER: Final = "x"
STOP: Final = "."


class Measure(StrEnum):
    """What a value measures."""

    BYTES = "bytes"
    RATE = "bytes a second"
    OPERATIONS = "operations a second"
    POWER = "watts"
    CLOCK = "hertz"
    MACS = "MACs a cycle"
    PRICE = "dollars an hour"


class Token(NamedTuple):  # for it is made by the thousand
    """A word, mark or value.

    Attributes:
        kind: its class.
        start, end: its place in the text.
        about: what it says a value is.
        measure, size, step: of a value: what it measures, how much in base units, and one in its last digit.
        floating: of operations, whether FLOPs are counted.
    """

    kind: str
    start: int
    end: int
    about: frozenset[str] = frozenset()
    measure: Measure = Measure.BYTES
    size: float = 0.0
    step: float = 0.0
    floating: bool = False


FORMATS: Final = ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8", "int4")

NAMED_LINK: Final = "named-link"
"""A link by its name, which beside the name of another begins something else."""
_SAID: Final[dict[str, str]] = {
    "memory": "memory vram hbm hbm2 hbm2e hbm3 hbm3e gddr gddr5 gddr6 gddr6x lpddr4 lpddr4x lpddr5 lpddr5x",
    # In a server it is the host's.
    "ram": "ram dram ddr4 ddr5",
    "sram": "sram on-chip",
    "flash": "flash",
    "cache": "cache l2",
    "bandwidth": "bandwidth",
    "link": "interconnect link links",
    "power": "tdp tgp tbp",
    "clock": "clock clocked frequency",
    "boost": "boost",
    "dense": "dense",
    "sparse": "sparse sparsity",
    "peak": "peak peaks",
    "one-way": "one-way unidirectional direction each-way",
    "both-ways": "bidirectional both-way bi-directional",
    **{word: f"{word} {word}s {word[:2]}-{word[2:]}" for word in FORMATS},
}
_ABOUT: Final = {
    **{word: frozenset((what,)) for what, words in _SAID.items() for word in words.split()},
    **{word: frozenset(("link", NAMED_LINK)) for word in ("nvlink", "pcie", "ici", "roce", "xgmi")},
}
_KINDS: Final[dict[str, str]] = {
    word: kind
    for kind, words in {
        STRONG: """
            has have having with offer offers offering provide provides providing feature features featuring
            include includes including carry carries carrying is are specified lists advertises boasts rated
            gives comes packs ships sports
        """,
        BINDING: """
            a an the its of at by up to each deliver delivers delivering get gets draw draws drawing
            consumes dissipates do does run runs running reach reaches move moves transfer transfers only
            just exactly theoretical nominal listed official maximum max full unified onboard on-board local
            main devices gpus cards chips modules boards accelerators device gpu card chip module board
            accelerator soc mcu npu tpu microcontroller core cores tensor matrix ai neural engine ane dla
            compute throughput performance rate capacity high fast unit units hardware precision format
            structured as in instruction size power rating specs spec specification edition version variant
            port ports slot slots lane lanes bus interface cable
        """,
        MAKER: "nvidia amd google intel aws apple qualcomm arm st stmicroelectronics nordic tesla jetson",
        PLACE: "on onto from for across between into inside via over through",
        ENDING: """
            so while which that but where when because since then than too still both here there it they
            this these we you not beside besides behind under before after against versus vs connected must
            can will cannot needs takes serves holds fits computes finishes reads loads costs leaves keeps
            makes uses hosts handles processes trains spends waits stalls sits exceeds
        """,
        SEPARATOR: "and or plus",
        ABOUT_RIGHT: "about around roughly approximately nearly almost circa",
    }.items()
    for word in words.split()
}
_MARKS: Final = {
    **dict.fromkeys(",;", SEPARATOR),
    **dict.fromkeys(":=–—", COLON),
    **dict.fromkeys("~≈", ABOUT_RIGHT),
    **dict.fromkeys("/×*+−·÷^<>≤≥→%-", ARITHMETIC),
    # The cells of a table may be those of a job's figures.
    **dict.fromkeys(".!?\n|", STOP),
    OPEN: OPEN,
    CLOSE: CLOSE,
}

_NUMBER: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_ONE: Final = "(?:GPU|chip|card|device|accelerator)"
_WITHIN: Final = (
    r"[Dd]ense|[Ss]parse|peak|theoretical|[Tt]ensor|[Cc]ore|BF16|TF32|FP\d+|INT\d|bf16|fp\d+|int8|AI"
)
_UNIT: Final = (
    r"(?P<bytes>[kKMGT])i?B(?!/|ps|\w)"
    r"|(?P<rate>[kKMGT])i?(?P<bit>B|bit|b)(?:/s(?:ec)?|ps)(?!\w)"
    r"|(?P<ops>[kKMGTPE])(?P<flop>FL)?OP(?:/s|S/s|[Ss])(?!\w)"
    r"|(?P<watt>[mk]?)(?:W|watts?)(?!\w)"
    r"|(?P<hertz>[kMG])Hz(?!\w)"
    r"|(?P<macs>MACs?)(?:/(?:cycle|clock))?(?![\w/])"
)
_TOKEN: Final = lazy_re.compile(
    # A line that merely goes on below is no new one.
    r"(?P<blank>[^\S\n]+|\n(?![\s*•|#-]|\d+[.)]\s)|\*\*|`|2:4\b)"
    rf"|\$(?P<price>{_NUMBER})\s?(?:/|per |an )\s?(?:{_ONE}[- ]?)?(?:hour|hr|h)\b"
    rf"|(?P<ranged>{_NUMBER})?(?(ranged)\s?(?:-|–|to)\s?)(?P<number>{_NUMBER})(?P<power>[eE]\+?\d{{1,2}})?"
    rf"(?:\s|-|\*\*)?(?P<within>(?:(?:{_WITHIN})[\s-]){{0,4}})(?:{_UNIT})"
    r"|(?P<word>[A-Za-z](?:[A-Za-z0-9]|[-'’](?=[A-Za-z0-9]))*)"
    r"|(?P<mark>.|\n)"
)
_MEASURES: Final = {
    "bytes": Measure.BYTES, "rate": Measure.RATE, "ops": Measure.OPERATIONS, "watt": Measure.POWER,
    "hertz": Measure.CLOCK,
}  # fmt: skip
"""What a unit measures, by the group that has its prefix."""
_UNKNOWN: Final = frozenset((OTHER, ENDING, PLACE, ARITHMETIC))


def tokens(text: str, start: int, end: int, *, known: bool = False) -> list[Token]:
    """Return the tokens of a part of a text up to the end of its sentence.

    With `known`, the first one that is no part of what a device has is the last.
    """
    found: list[Token] = []
    for hit in _TOKEN.finditer(text, start, end):  # one behind the other: a mark may be any character
        at = hit.end()
        kind = hit.lastgroup
        if kind == "blank":
            continue
        if kind == "word":
            found.append(_word(hit))
        elif kind == "mark":
            mark = hit[0]
            sort = _MARKS.get(mark, OTHER)
            if sort == STOP and mark == "." and not text[at : at + 1].isspace() and at < len(text):
                sort = OTHER
            found.append(Token(sort, hit.start(), at))
            if sort == STOP:
                break
        else:
            found.append(_value(hit))
        if known and found[-1].kind in _UNKNOWN:
            break
    return found


def _word(hit: re.Match[str]) -> Token:
    word = hit[0].lower()
    about = _ABOUT.get(word)
    if about is not None:
        return Token(ABOUT, *hit.span(), about=about)
    kind = _KINDS.get(word)
    if kind is None and "-" in word:  # "tensor-core", "dense-BF16"
        parts = word.split("-")
        if all(part in _ABOUT or part in _KINDS for part in parts):
            about = frozenset().union(*(_ABOUT.get(part, frozenset()) for part in parts))
            return Token(ABOUT if about else BINDING, *hit.span(), about=about)
    return Token(kind or OTHER, *hit.span())


def _value(hit: re.Match[str]) -> Token:
    if hit["price"] is not None:
        size, step = _number(hit["price"])
        return Token(VALUE, *hit.span(), measure=Measure.PRICE, size=size, step=step)
    size, step = _number(hit["number"])
    if hit["power"]:
        scale = 10.0 ** int(hit["power"][1:])
        size, step = size * scale, step * scale
    about = frozenset().union(*(_ABOUT.get(word.lower(), frozenset()) for word in hit["within"].split()))
    measure, scale = _unit(hit)
    kind = SKIPPED if hit["ranged"] else VALUE
    floating = hit["flop"] is not None
    return Token(kind, *hit.span(), about, measure, size * scale, step * scale, floating)


def _unit(hit: re.Match[str]) -> tuple[Measure, float]:
    """Return what a unit measures and its size in base units; prefixes count by 1000."""
    for group, measure in _MEASURES.items():
        if hit[group] is not None:
            bits = 8 if group == "rate" and hit["bit"] != "B" else 1
            return measure, 1000.0 ** PREFIXES[hit[group]] / bits
    return Measure.MACS, 1.0


def _number(digits: str) -> tuple[float, float]:
    """Return a number and one in its last digit, which the zeros at the end of a whole number are not."""
    plain = digits.replace(",", "")
    if "." in plain:
        return float(plain), 10.0 ** -len(plain.partition(".")[2])
    return float(plain), 10.0 ** (len(plain) - len(plain.rstrip("0")))
