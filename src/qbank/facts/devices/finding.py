"""Finding names of hardware in a text: the longest at each place, with its variant and its lanes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.bundled_data import DataError
from qbank.catalog import AmbiguousNameError, Catalog, Entry, UnknownNameError, bundled, load
from qbank.facts.devices.device import Device
from qbank.facts.devices.spellings import (
    BUSES,
    SHARED,
    any_of,
    by_beginning,
    flexible,
    is_looked_for,
    led,
    spellings_of,
    squeezed,
)
from qbank.model.catalog_words import Shelf

_VARIANT: Final = lazy_re.compile(r"(?:[ -]?(?:SXM[2-5]?|PCIe|NVL|(?:16|32|40|64|80|94|141) ?GB)\b){1,4}")
"""What may follow a name to say which variant is meant."""
_OTHER: Final = lazy_re.compile(
    r"[ -]?(?:Pro|Max|Ultra|Plus|Super|Ti|Laptop|Mobile|Industrial|Ada|SFF|NX|Nano|Mini|Go|Lite|NVL\d*"
    r"|SXM\d?|HGX|DGX|[LD]x|Superchip|Advanced|[SCHPE]\d{1,2}|v?\d[a-z]?|Gen ?\d|x\d+|\+)(?!\w|\.\d)"
    r"|(?<=\d{4})[ -]laptop(?!\w)"
)
"""What follows a name if something else is meant."""
_STRANGER: Final = lazy_re.compile(
    r"[ -](?:Pro|Max|Ultra|Plus|Super|Ti|Laptop|Mobile|Ada|SFF|Nano|Mini|Lite|NX)(?!\w)"
    r"(?: (?:Laptop|Ti|Super|Ada|GPU|card|module|chip)(?!\w))*"
    r"|(?<=\d{4})[ -]laptop(?: GPU)?(?!\w)"
)
"""The rest of the name of a sibling that the catalog lacks: `RTX 2080 Mobile GPU`."""
_MODE: Final = lazy_re.compile(
    r"[^.;\n]{0,60}?\b(?P<mode>Super|SUPER)[- ](?:mode|Mode|MODE|power mode|profile)\b"
)
"""A mode in which a device has the figures of its sibling of that name: `an Orin Nano 8GB in Super mode`."""
_PLURAL: Final = lazy_re.compile(r"s?(?:['’]s|(?<=s)['’])?(?!\w)")
_BEFORE: Final = lazy_re.compile(r"(?:[^\W_x]|(?<!\d)x|[-_./@])\Z")
"""What is the rest of a longer word; the `x` of `8xA100` is none."""
_MACHINE: Final = lazy_re.compile(r"\b(?:DGX|HGX|Galaxy|Huawei|Redmi|Honor)[ -]\Z")
"""What makes the name of an accelerator that of a machine which holds several, or of a phone."""
_MULTIPLE: Final = lazy_re.compile(r"(?:\d|\b[Tt]en|[Hh]undred|[Mm]ulti)[ -]\Z")
"""What makes `Gigabit` a rate of several."""
_TELLING: Final = 5
"""So many characters of a name tell whether a text may have it; as many may part them."""
_LEAST_LINE: Final = 4
"""Of so many parts of a line the catalog has the fastest and the largest."""
_BEHIND: Final = lazy_re.compile(r"[\w]|[-./](?=\w)|\+(?=\w)")
_PCIE: Final = lazy_re.compile(
    r"(?:PCI(?:e|[- ]Express)\s?-?(?:Gen\s?-?)?|(?<!PCIe )(?<!PCIe)(?<!Express )Gen\s?-?(?=[1-7]\s?[x×]\d))"
    r"(?P<gen>[1-7])(?:\.0)?(?![.\d])"
    r"(?:[\s-]?[x×](?P<lanes>1|2|4|8|16|32)(?!\w)|(?=\s(?P<lane>lane)\b))?"
)


class _Meaning(Struct, frozen=True):
    entries: tuple[Entry, ...]
    sole: bool


class DeviceNames:
    """The names of a catalog, to be found in texts."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog: Final = catalog
        self._meanings: dict[str, _Meaning | None] = {}
        self._pcie = {
            entry.id[4]: entry for entry in catalog if entry.family == "pcie" and entry.id.endswith("-x16")
        }
        spellings = {name for entry in catalog if is_looked_for(entry) for name in spellings_of(entry)}
        self._leads: dict[str, list[str]] = {}
        capital: list[str] = [*SHARED, *BUSES]
        for name in spellings:
            lead, rest = led(name)
            if not lead:
                capital.append(name)
            elif rest:
                self._leads.setdefault(rest, []).append(lead)
        self._whole: Final = frozenset(capital)
        self._by_beginning: Final = by_beginning((*capital, *self._leads))
        leads = (lead for leads in self._leads.values() for lead in leads)
        self._beginning: Final = any_of(by_beginning(capital), by_beginning(self._leads), leads)
        self._squeezed: dict[str, tuple[str, ...]] = {}
        self._patterns: dict[str, re.Pattern[str]] = {}

    def find(self, text: str) -> Iterator[Device]:
        """Yield the names in a text that the catalog has, in their order."""
        return (device for device in self.read(text) if device.entries)

    def read(self, text: str) -> Iterator[Device]:
        """Yield the names in a text, in their order, with those of siblings that the catalog lacks."""
        for hit in self._hits(text):
            start, end = hit.span()
            leads = self._leads.get(hit[0])
            if leads is not None:
                start -= max([len(lead) for lead in leads if text.endswith(lead, 0, start)], default=0)
                if start == hit.start() and hit[0] not in self._whole:
                    continue
            if start and (
                _BEFORE.search(text, max(0, start - 2), start)
                or _MACHINE.search(text, max(0, start - 7), start)
                or (hit[0].startswith("Gigabit") and _MULTIPLE.search(text, max(0, start - 8), start))
            ):
                continue
            named = self._link(text, start) if hit[0] in BUSES else self._device(text, start, end)
            if named is not None:
                yield named

    def _hits(self, text: str) -> Iterator[re.Match[str]]:
        """Yield what may be names: at each place the longest, and behind it the next."""
        behind = 0
        for place in self._beginning.finditer(text):
            start = place.start()
            if start < behind:
                continue
            if (hit := self._longest(text, start)) is not None:
                yield hit
                behind = hit.end()

    def _longest(self, text: str, start: int) -> re.Match[str] | None:
        """Return the longest name at a place; a pattern is made only of names that may stand somewhere."""
        beginning = text[start : start + 2]
        if beginning not in self._patterns:
            if beginning not in self._squeezed:
                names = self._names(beginning)
                self._squeezed[beginning] = tuple({squeezed(name)[:_TELLING] for name in names})
            if not squeezed(text[start : start + 2 * _TELLING]).startswith(self._squeezed[beginning]):
                return None
            self._patterns[beginning] = self._pattern(beginning)
        return self._patterns[beginning].match(text, start)

    def _pattern(self, beginning: str) -> re.Pattern[str]:
        """Return a pattern of the names that a text may begin so, the longest first."""
        names = sorted(self._names(beginning), key=lambda one: (-len(squeezed(one)), one))
        return re.compile("|".join(f"{re.escape(name[0])}{flexible(name[1:])}" for name in names))

    def _names(self, beginning: str) -> set[str]:
        return self._by_beginning.get(beginning, set()) | self._by_beginning.get(beginning[0], set())

    def _link(self, text: str, start: int) -> Device | None:
        hit = _PCIE.match(text, start)
        entry = self._pcie.get(hit["gen"]) if hit else None
        if hit is None or entry is None or _BEHIND.match(text, hit.end()):
            return None
        lanes = "1" if hit["lane"] else hit["lanes"]
        share = Fraction(int(lanes or 16), 16)
        return Device(start, hit.end(), hit.end(), hit[0], (entry,), sole=lanes is not None, share=share)

    def _device(self, text: str, start: int, end: int) -> Device | None:
        more = _VARIANT.match(text, end)
        for stop in (*(_stops(text, end, more.end()) if more else ()), end):
            meaning = self._meaning(text[start:stop])
            if meaning is None:
                continue
            ending = _PLURAL.match(text, stop)
            after = ending.end() if ending else stop
            if _BEHIND.match(text, after) and not _size_follows(text, after):
                return None
            if stop == end and _OTHER.match(text, after):
                stranger = _STRANGER.match(text, after)
                return stranger and Device(
                    start, stranger.end(), stranger.end(), text[start : stranger.end()], ()
                )
            mode = _MODE.match(text, after)
            if mode and (moded := self._meaning(f"{text[start:stop]} {mode['mode']}")) is not None:
                meaning = moded
            plural = text[stop : stop + 1] == "s"
            return Device(
                start, stop, after, text[start:stop], meaning.entries, sole=meaning.sole, plural=plural
            )
        return None

    def _meaning(self, name: str) -> _Meaning | None:
        if name not in self._meanings:
            self._meanings[name] = self._look_up(name)
        return self._meanings[name]

    def _line_called(self, name: str) -> list[Entry]:
        """Return the parts whose names go on from that of their line: `STM32H7` of the STM32H743."""
        line = [entry for entry in self.catalog if entry.id.startswith(name.casefold())]
        return line if len(line) >= _LEAST_LINE else []

    def _look_up(self, name: str) -> _Meaning | None:
        try:
            found = self.catalog.find(name)
        except UnknownNameError:
            return None
        except AmbiguousNameError as error:
            shared = name in SHARED or _VARIANT.search(name)
            entries = tuple(entry for entry in error.candidates if is_looked_for(entry)) if shared else ()
            return _Meaning(entries, False) if len(entries) > 1 else None
        entries = tuple(entry for entry in (found.entry, *found.others) if is_looked_for(entry))
        # "STM32H7" is declared to mean one part, and there are many others.
        sole = bool(found.others) or not found.entry.default_for or name not in found.entry.default_for
        if not sole and found.entry.track is Shelf.TINYML and (line := self._line_called(name)):
            return _Meaning(tuple(dict.fromkeys((*entries, *line))), True)
        return _Meaning(entries, sole or found.entry.track is Shelf.CLOUD) if entries else None


@cache
def names_of(root: Path | None) -> DeviceNames:
    """Return the names of a bank's catalog; of the one that qbank carries if the bank's own has mistakes."""
    try:
        return _names_in(load(root))
    except DataError:
        return _names_in(bundled())


@cache
def _names_in(catalog: Catalog) -> DeviceNames:
    return DeviceNames(catalog)


def _stops(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the ends that a name with a variant behind it may have, the farthest first."""
    yield end
    for place in range(end - 1, start, -1):
        if text[place] in " -" and text[place - 1] not in " -":
            yield place


def _size_follows(text: str, at: int) -> bool:
    """Tell whether a size or a number of units is tied to a name: `A100-60GB`, `Ethos-U55-512`."""
    return re.match(r"-\d+(?: ?GB)?(?!\w|\.\d)", text[at:]) is not None
