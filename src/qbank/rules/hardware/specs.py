"""What a text says that a device has: values bound to its name by nothing but words that bind.

`an A100 (80 GB, 2 TB/s)`, `the H100's 989 TFLOPS`, `a 24 GB A10G`, `PCIe 4.0 x16 at 32 GB/s`. Between a name
and its value, and between one value and the next, only words of a closed vocabulary may stand; any other word
(`sustains`, `uses`, `needs`) ends the reading, for the value may be the model's, the job's or the node's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from qbank import lazy_re
from qbank.rules.hardware.devices import Device
from qbank.rules.hardware.spec_words import (
    ABOUT,
    ABOUT_RIGHT,
    ARITHMETIC,
    BINDING,
    CLOSE,
    COLON,
    MAKER,
    NAMED_LINK,
    OPEN,
    OTHER,
    PLACE,
    SEPARATOR,
    SKIPPED,
    STRONG,
    VALUE,
    Measure,
    Token,
    tokens,
)

_AHEAD: Final = 240
_TO_VALUE: Final = 64
_TO_NAME: Final = 36
_BACK: Final = 100
_FRONT: Final = 50
_NEAR: Final = 40
_UNIT: Final = lazy_re.compile(r"[kKMGTPE](?:i?B|bit|bps|b/s|OP|FLOP|Hz)|[\dmk -]W|watt|MAC|-\d|\$\d")
"""One of these is in every value; most names have none beside them."""


@dataclass(slots=True, unsafe_hash=True)  # nobody changes one; a frozen one takes three times as long
class Spec:
    """A value that a text gives to a device.

    Attributes:
        device: the name that it belongs to.
        start, end: its place in the text.
        text: as written.
        measure: what it measures.
        size: how much, in base units; prefixes of bytes counted by 1000.
        step: what one more in its last digit would be.
        approximate: whether it is marked `~` or "about".
        floating: of operations, whether FLOPs are counted and not OPs.
        about: what the words beside it say it is: `memory`, `link`, `bf16`, `sparse`, `one-way`, ...
        firm: whether it is given as a property of the device and not as what it does somewhere.
        followed: whether a word stands behind it that may name what it is of.
        several: whether the name is that of several devices, whose values may be a sum.
    """

    device: Device
    start: int
    end: int
    text: str
    measure: Measure
    size: float
    step: float
    approximate: bool
    floating: bool
    about: frozenset[str]
    firm: bool
    followed: bool
    several: bool


_BEHIND: Final = lazy_re.compile(
    rf"[{BINDING}{STRONG}{ABOUT}{MAKER}{SEPARATOR}{OPEN}{CLOSE}{COLON}{ABOUT_RIGHT}{VALUE}{SKIPPED}]*"
)
_LOOSE_BEHIND: Final = lazy_re.compile(rf"\(|{BINDING}*{STRONG}?[{BINDING}{ABOUT_RIGHT}]*{VALUE}")
"""What may follow a name after `on`: brackets, a value that is part of the name, `with` or `at`."""
_BRACKETED: Final = lazy_re.compile(rf"{VALUE}\({BINDING}*{MAKER}*$")
_REST_OF_BRACKETS: Final = lazy_re.compile(rf"[{ABOUT}{BINDING}]*\)")
_PROPERTY: Final = lazy_re.compile(rf"{ABOUT}[{ABOUT}{BINDING}]*[{BINDING}{PLACE}]{BINDING}*{MAKER}*$")
"""`the memory bandwidth of an` before a name."""
_PROPERTY_OF_BRACKETS: Final = lazy_re.compile(rf"[{ABOUT}{BINDING}]+\($")
_PLACED: Final = lazy_re.compile(rf"{PLACE}{BINDING}*{MAKER}*$")
_ON_CHIP: Final = frozenset(("sram", "flash", "cache"))
_PROPERTIES: Final = frozenset(("memory", "bandwidth", "peak", "dense", "sparse", "power"))
"""With one of these a value in a list, as `A100: 2 TB/s of bandwidth`, is the device's, not a job's."""
_OF_WHAT: Final = frozenset(("peak", "power", "dense", "sparse"))
_IN_FRONT: Final = lazy_re.compile(rf"{VALUE}{ABOUT}*{MAKER}*$")
_OF: Final = lazy_re.compile(rf"(?:{ABOUT}+{BINDING}*)?{VALUE}{ABOUT}*[{BINDING}{PLACE}]{BINDING}?{MAKER}*$")
_FIRM: Final = lazy_re.compile(rf"[{STRONG}{OPEN}{COLON}]")
_OF_OTHERS: Final = lazy_re.compile(
    r"footprint|usage|traffic|pressure|pool|region|buffers?|allocation|arena|infiniband|ethernet|network|storage"
    r"|ssd|disk|nvme|efa|nic|fabric|uplink|camera|stream|ingest|loopback|writes"
    r"|radio|wi-fi|wifi|bluetooth|ble|band|transceiver",
    re.IGNORECASE,
)
"""What a value in front of one of these words is of, whatever stands before it."""
_UNITS: Final = lazy_re.compile(r"-(\d{2,4})(?![\w-]|\.\d)")
"""The MAC units in a name such as `Ethos-U55-256`."""
_COUNT: Final = lazy_re.compile(
    r"(?:\b(?:\d{1,6}|two|three|four|six|eight|ten|sixteen|both|several|dozens?)(?:\s?[x×*])?\s?"
    r"(?:of the |identical |more |\w+-\w+ |NVIDIA |AMD |Google |Jetson )*|\d\s?[x×]\s?)\Z",
    re.IGNORECASE,
)
_PLURAL: Final = lazy_re.compile(r"\s(?:GPU|card|chip|device|module|board|accelerator)s\b")
_OTHERWISE: Final = lazy_re.compile(
    r"\b(?:totals?|totall?ing|aggregate\w*|combined|altogether|DGX|HGX|including|PUE|overhead|cooling|chassis|fans"
    r"|effective\w*|achiev\w*|sustain\w*|measur\w*|observ\w*|realistic\w*|practical\w*|real-world|usable"
    r"|utili[sz]\w*|MFU|MBU|HFU|roofline|attain\w*|averag\w*|typical\w*|idl\w+|modes?|configured"
    r"|cap|capped|caps|capping|limit\w*|throttl\w*|budget\w*|slices?|sliced|MIG|partition\w*|vGPU|modified"
    r"|overclock\w*|underclock\w*|downclock\w*|equivalent|times|half|double|twice"
    r"|hypothetical\w*|imagin\w*|suppos\w*|fiction\w*|custom|future|unlike|instead|would|could|should|if"
    r"|claim\w*|assert\w*|argu\w*|believ\w*|naiv\w*|wrong\w*|incorrect\w*|mistak\w*"
    r"|per (?!GPU|chip|card|device|accelerator|direction|cycle|second|hour|board|module|way)\w+)\b",
    re.IGNORECASE,
)
"""Words near a value which say that it is not the maker's: a share, a sum, a measurement, a fiction."""
_SENTENCE: Final = lazy_re.compile(r"[.!?](?=\s)|\n\s*\n|\n(?=[\s*•|#-]|\d+[.)]\s)")


def specs(text: str, device: Device) -> Iterator[Spec]:
    """Yield what the words around a name give to it."""
    front = _Front(text, device.start)
    for found in (*_behind(text, device, front), *_in_front(text, device, front)):
        token = found.token
        yield Spec(
            device=device,
            start=token.start,
            end=token.end,
            text=text[token.start : token.end],
            measure=token.measure,
            size=token.size,
            step=token.step,
            approximate=found.approximate,
            floating=token.floating,
            about=found.about,
            firm=found.firm,
            followed=found.followed,
            several=device.plural or _is_counted(text, device, token),
        )


@dataclass(slots=True, unsafe_hash=True)  # nobody changes one; a frozen one takes three times as long
class _Found:
    """A value that belongs to a name, with what `Spec` says of it."""

    token: Token
    about: frozenset[str] = frozenset()
    approximate: bool = False
    firm: bool = True
    followed: bool = False


class _Front:
    """The words in front of a name, read when somebody asks for them."""

    def __init__(self, text: str, end: int) -> None:
        self._text = text
        self._end = end

    @cached_property
    def tokens(self) -> list[Token]:
        start = self._end - _FRONT
        if start > 0:  # not in the middle of a word
            start = self._text.find(" ", start, self._end)
        start = max(start, _sentence_start(self._text, self._end))
        return tokens(self._text, start, self._end)

    @cached_property
    def kinds(self) -> str:
        return _kinds(self.tokens)


def is_otherwise(text: str, spec: Spec) -> bool:
    """Tell whether the words around a value say that it is not what the maker prints."""
    first, last = min(spec.start, spec.device.start), max(spec.end, spec.device.after)
    start = max(_sentence_start(text, spec.device.start), first - _NEAR)
    end = _SENTENCE.search(text, last, last + _NEAR)
    return _OTHERWISE.search(text, start, end.start() if end else last + _NEAR) is not None


def _is_counted(text: str, device: Device, token: Token) -> bool:
    at = min(token.start, device.start)
    counted = _COUNT.search(text, max(0, at - _NEAR), at)
    return counted is not None or _PLURAL.match(text, device.after) is not None


def _sentence_start(text: str, at: int) -> int:
    start = max(0, at - _BACK)
    for end in _SENTENCE.finditer(text, start, at):
        start = end.end()
    return start


def _behind(text: str, device: Device, front: _Front) -> Iterator[_Found]:
    """Read on behind a name."""
    at = device.after
    units = _UNITS.match(text, at)
    if units:
        yield _Found(Token(VALUE, *units.span(1), measure=Measure.MACS, size=float(units[1]), step=1.0))
        return
    if not _UNIT.search(text, at, at + _TO_VALUE):
        return
    tied = text[at : at + 1] == "-"  # as in "A100-64GB"
    alone = text[at : at + 1] == ")"  # as in "memory bandwidth (A100): 2 TB/s"
    words = tokens(text, at + (tied or alone), min(len(text), at + _AHEAD), known=True)
    if device.is_link:
        words = list(takewhile(lambda token: NAMED_LINK not in token.about, words))
    kinds = _kinds(words)
    kinds = kinds[: _end_of_brackets(kinds)]
    known = _BEHIND.match(kinds)
    end = known.end() if known else 0
    first = kinds.find(VALUE, 0, end)
    if first < 0:
        return
    named = (_PROPERTY_OF_BRACKETS if alone else _PROPERTY).search(front.kinds)
    if named is None and (alone or (_PLACED.search(front.kinds) and not _LOOSE_BEHIND.match(kinds))):
        return
    possessive = device.after > device.end + device.plural
    direct = possessive or first == 0 or _FIRM.search(kinds, 0, first) is not None
    of_first = _about(front.tokens[named.start() :]) if named else frozenset()
    yield from _listed(text, words, kinds[:end], kinds, direct=direct, of_first=of_first)


def _listed(
    text: str, words: Sequence[Token], known: str, kinds: str, *, direct: bool, of_first: frozenset[str]
) -> Iterator[_Found]:
    """Read the values of a list behind a name; `known` are the kinds of the words that belong to the list.

    `direct` is whether they are given as properties, and `of_first` what the words in front of the name say
    of the first value.
    """
    first, end, has_memory = known.index(VALUE), len(known), False
    labelled = COLON in known[:first]
    for place in range(first, end):
        token = words[place]
        if kinds[place] != VALUE or _is_operand(text, words, kinds, place):
            continue
        if place > first and text[words[place - 1].start] == "=":
            break  # the result of a calculation
        since = max(kinds.rfind(mark, 0, place) for mark in (SEPARATOR, VALUE, SKIPPED, OPEN)) + 1
        until = next((one for one in range(place + 1, end) if kinds[one] in _ENDS), end)
        if kinds[until : until + 1] == VALUE:  # "80 GB at 2 TB/s"
            until = place + 1 + len(kinds[place + 1 : until].rstrip(BINDING + STRONG + COLON))
        about = token.about | _about(words[since:place]) | _about(words[place + 1 : until])
        about |= of_first if place == first else frozenset()
        if token.measure is Measure.BYTES and not about & _ON_CHIP:
            if has_memory:
                continue  # a second one is the host's, the disk's or the data's
            has_memory = True
        yield _Found(
            token,
            about,
            approximate=ABOUT_RIGHT in kinds[since:place],
            firm=direct and (not labelled or bool(about & _PROPERTIES)),
            followed=kinds[until : until + 1] == OTHER,
        )


_ENDS: Final = frozenset((SEPARATOR, VALUE, SKIPPED, OPEN, CLOSE))


def _in_front(text: str, device: Device, front: _Front) -> Iterator[_Found]:
    """Read the value in front of a name.

    It is a part of the name (`a 24 GB A10G`), explained by it (`312 TFLOPS (A100)`), or said to be of it
    (`a peak of 312 TFLOPS on an A100`).
    """
    if not _UNIT.search(text, max(0, device.start - _TO_NAME), device.start):
        return
    kinds = front.kinds
    hit = _BRACKETED.search(kinds)
    if hit:
        token = front.tokens[hit.start()]
        behind = tokens(text, device.after, min(len(text), device.after + _NEAR), known=True)
        rest = _REST_OF_BRACKETS.match(_kinds(behind))
        if rest and token.measure is not Measure.BYTES:
            about = _about(behind[: rest.end()])
            yield _Found(token, token.about | about, _is_approximate(kinds, hit.start()), firm=bool(about))
        return
    joined = _IN_FRONT.search(kinds)
    hit = joined or _OF.search(kinds)
    if hit is None or (hit.start() and kinds[hit.start() - 1] == ARITHMETIC):
        return
    place = kinds.index(VALUE, hit.start())
    token = front.tokens[place]
    about = token.about | _about(front.tokens[hit.start() :])
    if joined or (about & _OF_WHAT and token.measure is not Measure.BYTES):
        yield _Found(token, about, _is_approximate(kinds, place), firm=joined is not None)


def _kinds(words: Sequence[Token]) -> str:
    return "".join([token.kind for token in words])


def _is_approximate(kinds: str, at: int) -> bool:
    return at > 0 and kinds[at - 1] == ABOUT_RIGHT


def _end_of_brackets(kinds: str) -> int:
    """Return where the words behind a name end: with the brackets behind it, or those around it."""
    depth = opened = 0
    for place, kind in enumerate(kinds):
        if kind == OPEN:
            depth += 1
            opened = place
        elif kind == CLOSE:
            depth -= 1
            if depth < 0 or (not depth and VALUE in kinds[opened:place] and VALUE not in kinds[:opened]):
                return place
    return len(kinds)


def _is_operand(text: str, behind: Sequence[Token], kinds: str, place: int) -> bool:
    """Tell whether a value is one of a calculation, or of what a word behind it names."""
    after = kinds[place + 1 : place + 2]
    if after == ARITHMETIC or kinds[place - 1 : place] == ARITHMETIC:
        return True
    if after == COLON and text[behind[place + 1].start] == "=":
        return True
    at = place + 1
    while kinds[at : at + 1] == ABOUT:
        at += 1
    named = at > place + 1
    if not named and kinds[at : at + 1] == BINDING and text[behind[at].start : behind[at].end] == "of":
        at += 1
        while kinds[at : at + 1] in ({ABOUT} if named else {ABOUT, BINDING}):
            named = named or kinds[at] == ABOUT
            at += 1
    if kinds[at : at + 1] != OTHER:
        return False
    measure = behind[place].measure
    if named or measure in {Measure.RATE, Measure.CLOCK}:
        return _OF_OTHERS.fullmatch(text, behind[at].start, behind[at].end) is not None
    # "14 GFLOPs of work": an amount, not a rate
    amount = measure is Measure.OPERATIONS and text[behind[place].end - 1] == "s"
    return amount or measure in {Measure.BYTES, Measure.POWER}


def _about(words: Sequence[Token]) -> frozenset[str]:
    return frozenset().union(*(token.about for token in words if token.kind != VALUE))
