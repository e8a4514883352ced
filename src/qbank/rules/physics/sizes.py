"""Sizes in a sentence: stated bytes, the weights of a model in its data type, and the number of devices."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from qbank import lazy_re
from qbank.units.prefixes import MULTIPLIERS, PREFIXES
from qbank.units.table import BYTES_OF_TYPE

_SIZE: Final = lazy_re.compile(
    r"(?P<digits>\d(?<![\w.]\d)(?:\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d{0,11}(?:\.\d{1,6})?))[ -]?"
    r"(?P<prefix>[kKMGTP])(?P<binary>i?)B\b(?![/\w]|ps| per\b| ?[-–] ?\d)"
)
_MODEL: Final = lazy_re.compile(
    r"(?P<size>\d(?<![\w.$]\d)\d{0,11}(?:\.\d{1,6})?)[ -]?(?:(?P<unit>[BMT])\b|(?P<word>(?:[bm]|tr)illion)\b)"
    r"(?![ -]*(?:tokens?|bytes?|rows|samples|images|FLOP|ops|requests|users|MAC|documents|per\b|/|records"
    r"|pages|dollars|vectors|queries|events|frames|keys|entries))"
)
_TYPE: Final = lazy_re.compile(
    r"\b(?:(?P<name>(?:FP|BF|INT|TF|NF)-?\d{1,2})|(?P<words>half|single|full)[ -]precision"
    r"|(?P<bits>32|16|8|4)[ -]?bits?)\b",
    re.IGNORECASE,
)
_PRECISIONS: Final = {"half": 2.0, "single": 4.0, "full": 4.0}
_OPTIMIZER: Final = lazy_re.compile(r"\bAdamW?\b(?![ -]?8)|full fine-tun\w+", re.IGNORECASE)
_TRAINED: Final = lazy_re.compile(r"train|tun", re.IGNORECASE)
# Weights, gradients and two moments, all in two bytes: the least that anybody trains with.
_LEAST_TRAINING: Final = 8.0

_NUMBERS: Final = {
    "two": 2, "both": 2, "pair": 2, "dual": 2, "three": 3, "four": 4, "quad": 4, "five": 5, "six": 6,
    "eight": 8, "twelve": 12, "sixteen": 16, "thirty-two": 32, "sixty-four": 64,
}  # fmt: skip
_HOLDERS: Final = (
    r"GPUs|devices|cards|accelerators|chips|boards|cores|servers?|machines|nodes?|instances|replicas|stacks"
    r"|banks|modules|TPUs|NPUs|units|Orins|workers|hosts|(?-i:[A-Z]+\d+\w*s)"
)
_COUNT: Final = lazy_re.compile(
    rf"\b(?P<times>\d{{1,5}}) ?[x×*] ?(?=[A-Za-z0-9])|[x×] ?(?P<by>\d{{1,5}})\b"
    rf"|\b(?P<plain>\d{{1,5}}|{'|'.join(_NUMBERS)})(?:[ -](?:of |[\w.()/-]+[ -]){{0,5}}?)(?:{_HOLDERS})\b",
    re.IGNORECASE,
)
_MANY: Final = lazy_re.compile(rf"\b(?:{_HOLDERS}|systems?|fleet|DGX|HGX)\b", re.IGNORECASE)
_MOST_DEVICES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Size:
    """A number of bytes in a text, with what it may be at least and at most.

    Attributes:
        start, end: its place.
        label: what to call it in a message.
        least, most: bytes, with prefixes of 1000 or 1024.
    """

    start: int
    end: int
    label: str
    least: float
    most: float


def sizes(text: str, start: int = 0, end: int | None = None) -> list[Size]:
    """Return the sizes that a part of a text states."""
    found: list[Size] = []
    for hit in _SIZE.finditer(text, start, len(text) if end is None else end):
        number, power = float(hit["digits"].replace(",", "")), PREFIXES[hit["prefix"]]
        most = number * 1024.0**power
        least = most if hit["binary"] else number * 1000.0**power
        found.append(Size(hit.start(), hit.end(), hit[0], least, most))
    return found


def weights(text: str, start: int = 0, end: int | None = None) -> Size | None:
    """Return the size of the one model of a part of a sentence, in the one data type of the sentence.

    A model that is trained with Adam takes at least its weights, gradients and two moments.
    """
    models = list(_MODEL.finditer(text, start, len(text) if end is None else end))
    if len({match[0] for match in models}) != 1:
        return None
    kinds = list(_TYPE.finditer(text))
    widths = {_width(match) for match in kinds}
    width = widths.pop() if len(widths) == 1 else None
    if width is None:
        return None
    if _TRAINED.search(text) and _OPTIMIZER.search(text):
        width = max(width, _LEAST_TRAINING)
    model, kind = models[0], kinds[0]
    size = float(model["size"]) * float(MULTIPLIERS[model["unit"] or model["word"]].factor) * width
    begin, stop = model.span()
    if 0 <= kind.start() - stop <= 1:
        stop = kind.end()
    return Size(begin, stop, f"{model[0]} with {width:g} bytes a parameter ({size / 1e9:.4g} GB)", size, size)


def device_count(text: str, *, unless: str | None = None) -> int:
    """Return the number of devices that a sentence speaks of, 1 if it says nothing; 0 if it is not known.

    It is not known either where nothing counts them, and `unless`, a part of the sentence, speaks of several.
    """
    count = 1
    for hit in _COUNT.finditer(text):
        number = hit["times"] or hit["by"] or hit["plain"]
        count *= int(number) if number.isdigit() else _NUMBERS[number.lower()]
    if count > _MOST_DEVICES or (count == 1 and unless is not None and _MANY.search(unless)):
        return 0
    return count


def _width(kind: re.Match[str]) -> float | None:
    if kind["name"]:
        width = BYTES_OF_TYPE.get(kind["name"].upper().replace("-", ""))
        return None if width is None else float(width)
    return _PRECISIONS[kind["words"].lower()] if kind["words"] else int(kind["bits"]) / 8
