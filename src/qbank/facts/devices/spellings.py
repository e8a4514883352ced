"""How the names of a catalog may be spelt, and with what characters they begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from qbank import lazy_re
from qbank.catalog import Entry
from qbank.catalog.names import maker_of
from qbank.grouping import grouped
from qbank.model.catalog_words import Shelf

_DEVICES: Final = frozenset((Shelf.CLOUD, Shelf.EDGE, Shelf.MOBILE, Shelf.TINYML))
# Of memories one name has many forms, and nobody reaches their nominal rates.
_LINKS: Final = frozenset(("gpu-link", "host-link", "network", "storage", "radio", "supply"))
_LONG: Final = 5
SHARED: Final = ("Jetson Orin", "Orin", "Jetson Xavier", "Xavier", "TPU v5", "USB 3")
"""Bare names of several families, of which the catalog declares none the default."""
_LEAD: Final = lazy_re.compile(r"[a-z0-9.]*(?=[A-Z])")
_END: Final = lazy_re.compile(r"(?:xlarge|-\d+[gt]|standard-\d+t?|litepod-\d+|v\d[ep](?:-\d+)?|v[234]-\d+)\Z")
"""How names without a capital letter end, those of rented machines and of some of their chips."""
BUSES: Final = ("PCI", "Gen")
"""How PCI Express is called; a generation alone has its lanes behind it: `a Gen4 x16 slot`."""


def is_looked_for(entry: Entry) -> bool:
    """Tell whether an entry has a name that texts are searched for: no memory, and no price alone."""
    if entry.track is Shelf.INTERCONNECT:
        return entry.kind in _LINKS
    if entry.track is Shelf.CLOUD_PRICE:
        return "network_per_direction" in entry.values  # not the price alone, but the machine
    return (entry.track in _DEVICES and entry.kind != "system") or entry.track is Shelf.ENERGY_SOURCE


def spellings_of(entry: Entry) -> Iterator[str]:
    """Yield what an entry is called, without its maker."""
    usual = () if entry.kind == "radio" else entry.default_for  # the bare name of a radio has many forms
    for name in (entry.name, *entry.aliases, *usual):
        if entry.kind == "cpu-ip" and len(name) < _LONG:
            continue
        # A number is one of anything: "Pi 5" and "Samsung 990 PRO" keep their makers.
        while (parted := maker_of(name)) is not None and not _is_number(parted[1].partition(" ")[0]):
            name = parted[1]  # noqa: PLW2901  (with the maker in front it is found as well)
        if "(" not in name and not name.startswith("PCI") and not name.isdigit():
            yield from {name, name.replace(" Laptop", " laptop")}


def _is_number(word: str) -> bool:
    return word.rstrip("+").removesuffix("B").isdigit()  # `Raspberry Pi 3B+`, whose number is no amount


def led(name: str) -> tuple[str, str]:
    """Part a name into what stands before its first capital letter, and the rest: `n` and `RF52840`.

    Texts are searched for capitals, which are few; small letters and digits begin a place to look at
    everywhere. Of a name without any, the end is looked for: `xlarge` of `p5.48xlarge`.
    """
    found, end = _LEAD.match(name), _END.search(name)
    rest = name[found.end() :] if found else end[0] if end else ""
    return name.removesuffix(rest), rest


def by_beginning(spellings: Iterable[str]) -> Mapping[str, set[str]]:
    """Return the spellings by the first two characters that a text may begin them with."""
    found: dict[str, set[str]] = {}
    for name in spellings:
        for beginning in _beginnings(name):
            found.setdefault(beginning, set()).add(name)
    return found


def _beginnings(name: str) -> Iterator[str]:
    """Yield the first two characters of a name, with a blank or a hyphen behind the first and with none."""
    rest = name[1:].lstrip(" -")
    yield name[0] + rest[:1]
    if rest != name[1:]:
        yield from (f"{name[0]} ", f"{name[0]}-")


def any_of(whole: Iterable[str], led: Iterable[str], leads: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for the first of all these characters, which looks at the second and the one before.

    A whole name begins a word, `8xA100` for one; the rest of a name stands right behind its lead.
    """
    ends = re.escape("".join(sorted({lead[-1] for lead in leads})))
    return re.compile("|".join([*_firsts(whole, r"(?<![^\W_x].)"), *_firsts(led, f"(?<=[{ends}].)")]))


def _firsts(beginnings: Iterable[str], before: str) -> Iterator[str]:
    """Yield patterns for the first of some characters each."""
    for first, some in grouped((beginning[0], beginning[1:]) for beginning in sorted(beginnings)).items():
        seconds = "" if "" in some else f"(?=[{re.escape(''.join(some))}])"
        yield f"{re.escape(first)}{before}{seconds}"


def squeezed(text: str) -> str:
    """Return a text without what may part the words of a name, or may not."""
    return text.replace(" ", "").replace("-", "")


def flexible(name: str) -> str:
    """Return a pattern of a name, with blanks or hyphens between its words or none: `A100 80 GB`."""
    spaced = re.sub(r"(\d)(GB)", r"\1 \2", name)
    return "[ -]?".join(re.escape(part) for part in re.split(r"[ -]", spaced))
