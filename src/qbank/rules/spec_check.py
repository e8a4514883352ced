"""Whether a value that a text gives to a device is one that the catalog knows of it, and what it may have meant.

A figure below the catalog's may be what somebody measured, capped or configured, so it counts as a statement
about the device only where it is given as one of its properties; a figure above cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from qbank.catalog import Catalog, Entry
from qbank.model.catalog_words import Shelf
from qbank.rules.spec_facts import Fact, agrees, agrees_in_bytes, facts, formats
from qbank.rules.spec_words import Measure
from qbank.rules.specs import Spec

_ABOVE: Final = 1.1
_FAR: Final = 3.0
_MOST_SEVERAL: Final = 100_000
_BOTH_WAYS: Final = frozenset(("gpu-link", "host-link"))
_SMALL: Final = 1e9


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value that the catalog does not know of a device.

    Attributes:
        spec: the value in the text.
        known: what the catalog has instead, the nearest first.
        meant: what has that value: another rate or another variant of the device, if one does.
        impossible: whether no variant of the device has it at all, and it is one of those that name a device.
    """

    spec: Spec
    known: tuple[Fact, ...]
    meant: Fact | None
    impossible: bool = False


def disagreement(spec: Spec, catalog: Catalog) -> Disagreement | None:
    """Return how a value disagrees with the catalog; None if it does not or the catalog cannot tell."""
    found = _CHECKS[spec.measure](spec)
    if not found:
        return None
    ordered = sorted(found, key=lambda fact: min(abs(size - spec.size) for size in fact.sizes))
    meant = _meant(spec, ordered, catalog)
    form = spec.measure is Measure.BYTES and "memory" in ordered[0].about and meant is None
    return Disagreement(spec, tuple(ordered), meant, impossible=form or spec.measure is Measure.MACS)


def _memory(spec: Spec) -> Sequence[Fact]:
    """Return the facts that an amount of memory should be one of; none if it is one or may be."""
    known = facts(spec.device.entries, Measure.BYTES)
    rooms = spec.about & {"memory", "sram", "flash", "cache"}
    small = all(entry.track is Shelf.TINYML for entry in spec.device.entries)
    if small and "memory" in rooms:
        rooms = rooms | {"sram"}
    if not rooms and not small:
        rooms = frozenset(("memory",)) if spec.size >= _SMALL else frozenset()
    told = [fact for fact in known if fact.about & rooms] if rooms or not small else known
    if not told or _is_one_of(spec, known if small or not spec.about else told, same=agrees_in_bytes):
        return ()
    most = max(size for fact in told for size in fact.sizes)
    if spec.size > most * _ABOVE:
        return told if spec.device.sole or len(spec.device.entries) > 1 else ()
    # Parts of an on-chip memory have names of their own, and of a maximum everything below is sold.
    whole = "memory" in rooms and not small and all("max" not in fact.value.name for fact in told)
    return told if whole and spec.device.sole and not spec.approximate and _all_have(spec, told) else ()


def _all_have(spec: Spec, told: Sequence[Fact]) -> bool:
    return {fact.entry.id for fact in told} == {entry.id for entry in spec.device.entries}


def _rate(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.RATE)
    links = [fact for fact in known if "link" in fact.about]
    memory = [fact for fact in known if "memory" in fact.about]
    if "memory" in spec.about:
        told = memory
    elif "link" in spec.about or not memory:
        return _link(spec, links)
    elif spec.about & {"sram", "cache", "flash", "one-way", "both-ways"}:
        return ()
    else:
        told = memory
        if not _link_is_off(spec, links):
            return ()
    return told if told and not _is_one_of(spec, told) and _counts(spec, told) else ()


def _link(spec: Spec, links: Sequence[Fact]) -> Sequence[Fact]:
    if spec.device.entries[0].track is not Shelf.INTERCONNECT and not spec.about & {"link"}:
        return ()
    return links if links and _link_is_off(spec, links) and spec.size > _most_of_link(spec, links) else ()


def _link_is_off(spec: Spec, links: Sequence[Fact]) -> bool:
    return not any(
        agrees(spec.size, spec.step, size, approximate=spec.approximate)
        for fact in links
        for size in _link_sizes(spec, fact)
    )


def _most_of_link(spec: Spec, links: Sequence[Fact]) -> float:
    return max((size for fact in links for size in _link_sizes(spec, fact)), default=0.0)


def _link_sizes(spec: Spec, fact: Fact) -> list[float]:
    """Return the rates that a link may be said to have: one way, and both ways unless the text says one."""
    share = float(spec.device.share)
    sizes = [size * share for size in (*fact.sizes, *fact.others)]
    if "one-way" in spec.about:
        return [] if "both-ways" in fact.about else sizes
    doubled = fact.entry.kind in _BOTH_WAYS and "per_direction" in fact.value.name
    if doubled or fact.entry.track is not Shelf.INTERCONNECT or "both-ways" in spec.about:
        sizes += [2 * share * size for size in fact.sizes if "both-ways" not in fact.about]
    return sizes


def _operations(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.OPERATIONS)
    wanted = formats(spec.about)
    if wanted:
        told = [fact for fact in known if fact.about & wanted]
    else:
        told = [fact for fact in known if fact.floating is spec.floating or fact.about & {"fp8", "fp4"}]
        told = told if any(fact.floating is spec.floating for fact in told) else []
    sparse = [fact for fact in told if "sparse" in fact.about]
    if "dense" in spec.about:
        told = [fact for fact in told if "sparse" not in fact.about]
    elif "sparse" in spec.about:
        told = sparse
    if not told:
        return ()
    if _is_one_of(spec, told):
        return ()
    if "dense" not in spec.about and not sparse and _is_one_of(spec, told, times=2.0):
        return ()  # the maker's figure with sparsity, which the catalog lacks
    return told if _counts(spec, told) else ()


def _power(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.POWER)
    known = [fact for fact in known if "typical" not in fact.value.name]
    if not known or not any(fact.value.name != "power_min" for fact in known) or _is_one_of(spec, known):
        return ()
    most = max(size for fact in known for size in fact.sizes)
    if spec.size > most * _ABOVE:
        return () if spec.several else known
    told = [fact for fact in known if fact.value.name == "tdp"]
    return told if "power" in spec.about and spec.firm and not spec.approximate and spec.device.sole else ()


def _clock(spec: Spec) -> Sequence[Fact]:
    if "memory" in spec.about:
        return ()
    known = [fact for fact in facts(spec.device.entries, Measure.CLOCK) if "base" not in fact.about]
    if not known or _is_one_of(spec, known):
        return ()
    most = max(size for fact in known for size in fact.sizes)
    return known if spec.size > most * _ABOVE and spec.device.sole else ()


def _macs(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.MACS)
    return () if any(spec.size in fact.sizes for fact in known) else known


def _price(spec: Spec) -> Sequence[Fact]:
    """Prices are no property of a device: `far_price` looks at them."""
    return ()


def _counts(spec: Spec, told: Sequence[Fact]) -> bool:
    """Tell whether a figure that is none of those told is a statement about the device."""
    most = max(size for fact in told for size in fact.sizes) * float(spec.device.share)
    if spec.size > most * _ABOVE:
        return not spec.several and (spec.device.sole or len(spec.device.entries) > 1)
    stressed = spec.firm or bool(spec.about & {"peak", "dense", "sparse"})
    return stressed and spec.device.sole and not spec.approximate and _all_have(spec, told)


_CHECKS: Final[dict[Measure, Callable[[Spec], Sequence[Fact]]]] = {
    Measure.BYTES: _memory,
    Measure.RATE: _rate,
    Measure.OPERATIONS: _operations,
    Measure.POWER: _power,
    Measure.CLOCK: _clock,
    Measure.MACS: _macs,
    Measure.PRICE: _price,
}


def _is_one_of(
    spec: Spec,
    known: Iterable[Fact],
    *,
    times: float = 1.0,
    same: Callable[..., bool] = agrees,
) -> bool:
    """Tell whether a figure is one of those known, or that of several devices together."""
    for fact in known:
        for size in (*fact.sizes, *fact.others):
            whole = size * times
            if same(spec.size, spec.step, whole, approximate=spec.approximate):
                return True
            count = round(spec.size / whole) if spec.several and whole else 0
            if 1 < count <= _MOST_SEVERAL and same(spec.size, spec.step, whole * count):
                return True
    return False


def _meant(spec: Spec, told: Sequence[Fact], catalog: Catalog) -> Fact | None:
    """Return what has the value: another one of the device, or that of another variant."""
    own = spec.device.entries
    same = agrees_in_bytes if spec.measure is Measure.BYTES else agrees
    others: dict[Entry, None] = {}
    for entry in own:
        others.update(dict.fromkeys(one for one in catalog.variants(entry) if one not in own))
    if spec.measure is Measure.MACS:
        others.update(dict.fromkeys(one for one in catalog if one.kind == own[0].kind and one not in own))
    rooms = {what for fact in told for what in fact.about} if spec.measure is Measure.BYTES else set()
    for fact in (*facts(own, spec.measure), *facts(others, spec.measure)):
        if fact in told or (rooms and not fact.about & rooms):
            continue
        if any(same(spec.size, spec.step, size * float(spec.device.share)) for size in fact.sizes):
            return fact
    return None


def far_price(spec: Spec, catalog: Catalog) -> tuple[Entry, ...]:
    """Return the prices of a device if a stated one is far from all of them; none if it is not."""
    if spec.measure is not Measure.PRICE:
        return ()
    ids = {entry.id for entry in spec.device.entries}
    prices = [entry for entry in catalog if entry.accelerator in ids]
    sizes = [
        float(price.quantity.value)
        for entry in prices
        for name in (("price", "price_per_accelerator") if spec.several else ("price_per_accelerator",))
        if (price := entry.values.get(name)) is not None
    ]
    stated = spec.size / 3600
    if not sizes or min(sizes) / _FAR <= stated <= max(sizes) * _FAR:
        return ()
    return tuple(prices)
