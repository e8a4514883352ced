"""Whether the catalog knows a value that a text gives to a device, and what else may have been meant.

A figure below the catalog's may be what somebody measured, capped or configured, so it counts as a statement
about the device only where it is given as one of its properties; a figure above cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from qbank.catalog import Catalog, Entry, Value
from qbank.model.catalog_words import Shelf
from qbank.rules.hardware.spec_facts import Fact, agrees, agrees_in_bytes, facts, formats
from qbank.rules.hardware.spec_words import FORMATS, Measure
from qbank.rules.hardware.specs import Spec

_ABOVE: Final = 1.1
_FAR: Final = 3.0
_AMOUNT: Final = 50.0
_STRESSED: Final = frozenset(("peak", "dense", "sparse", "bandwidth", "memory", *FORMATS))
_BANDS: Final = frozenset((433e6, 868e6, 915e6, 2.4e9, 5e9))
"""Of radios, which stand beside microcontrollers as often as clocks do."""
_MOST_SEVERAL: Final = 100_000
_BOTH_WAYS: Final = frozenset(("gpu-link", "host-link"))
_SMALL: Final = 1e9


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value that the catalog does not know of a device.

    Attributes:
        spec: the value in the text.
        known: what the catalog has instead, the nearest first.
        meant: what has that value: another rate or another variant of the device, in words; else empty.
        impossible: whether no variant of the device has it at all, and it is one of those that name a device.
    """

    spec: Spec
    known: tuple[Fact, ...]
    meant: str
    impossible: bool = False


def disagreement(spec: Spec, catalog: Catalog) -> Disagreement | None:
    """Return how a value disagrees with the catalog; None if it does not or the catalog cannot tell."""
    check = _CHECKS.get(spec.measure)  # a price is no property of a device
    found = check(spec) if check else ()
    if not found:
        return None
    ordered = sorted(found, key=lambda fact: min(abs(size - spec.size) for size in fact.sizes))
    meant = _meant(spec, ordered, catalog)
    form = spec.measure is Measure.BYTES and "memory" in ordered[0].about and not meant
    return Disagreement(spec, tuple(ordered), meant, impossible=form or spec.measure is Measure.MACS)


def _memory(spec: Spec) -> Sequence[Fact]:
    """Return the facts that an amount of memory should be one of; none if it is one or may be."""
    known = facts(spec.device.entries, Measure.BYTES)
    rooms = spec.about & {"memory", "sram", "flash", "cache"}
    small = all(entry.track is Shelf.TINYML for entry in spec.device.entries)
    if "ram" in spec.about:
        if spec.device.entries[0].track is Shelf.CLOUD:
            return ()
        rooms |= {"memory"}
    if small and "memory" in rooms:
        rooms |= {"sram"}
    if not rooms and not small:
        rooms = frozenset(("memory",)) if spec.size >= _SMALL else frozenset()
    candidates = [fact for fact in known if fact.about & rooms] if rooms or not small else known
    # What is called memory may be any of a microcontroller's.
    fitting = candidates if spec.about & {"sram", "flash", "cache"} or not small else known
    if not candidates or not spec.firm or _is_one_of(spec, fitting, same=agrees_in_bytes):
        return ()
    most = max(size for fact in candidates for size in fact.sizes)
    if spec.size > most * _ABOVE:
        # What several have together need not be a multiple, if some of it is taken.
        together = spec.several and spec.size >= 2 * most
        return candidates if not together and (spec.device.sole or len(spec.device.entries) > 1) else ()
    # Parts of an on-chip memory have names of their own, and of a maximum everything below is sold.
    whole = "memory" in rooms and not small and all("max" not in fact.value.name for fact in candidates)
    return (
        candidates
        if whole and spec.device.sole and not spec.approximate and _all_have(spec, candidates)
        else ()
    )


def _all_have(spec: Spec, candidates: Sequence[Fact]) -> bool:
    return {fact.entry.id for fact in candidates} == {entry.id for entry in spec.device.entries}


def _rate(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.RATE)
    links = [fact for fact in known if "link" in fact.about]
    memory = [fact for fact in known if "memory" in fact.about]
    if "memory" in spec.about:
        candidates = memory
    elif "link" in spec.about or not memory:
        return _link(spec, links)
    elif spec.about & {"sram", "cache", "flash", "one-way", "both-ways"}:
        return ()
    else:
        candidates = memory
        if not _link_is_off(spec, links):
            return ()
    return candidates if candidates and not _is_one_of(spec, candidates) and _counts(spec, candidates) else ()


def _link(spec: Spec, links: Sequence[Fact]) -> Sequence[Fact]:
    if not spec.device.is_link and "link" not in spec.about:
        return ()
    most = max((size for fact in links for size in _link_sizes(spec, fact)), default=0.0)
    return links if _link_is_off(spec, links) and spec.size > most > 0 else ()


def _link_is_off(spec: Spec, links: Sequence[Fact]) -> bool:
    return not any(_is_size(spec, size, agrees) for fact in links for size in _link_sizes(spec, fact))


def _link_sizes(spec: Spec, fact: Fact) -> list[float]:
    """Return the rates that a link may be said to have: one way, and both ways unless the text says one."""
    share = float(spec.device.share)
    sizes = [size * share for size in (*fact.sizes, *fact.others)]
    if "one-way" in spec.about:
        return [] if "both-ways" in fact.about else sizes
    doubled = fact.entry.kind in _BOTH_WAYS and "per_direction" in fact.value.name
    if doubled or not spec.device.is_link or "both-ways" in spec.about:
        sizes += [2 * share * size for size in fact.sizes if "both-ways" not in fact.about]
    return sizes


def _operations(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.OPERATIONS)
    wanted = formats(spec.about)
    if wanted:
        candidates = [fact for fact in known if fact.about & wanted]
    else:
        candidates = [fact for fact in known if fact.floating is spec.floating or fact.about & {"fp8", "fp4"}]
        candidates = candidates if any(fact.floating is spec.floating for fact in candidates) else []
    sparse = [fact for fact in candidates if "sparse" in fact.about]
    if "dense" in spec.about:
        candidates = [fact for fact in candidates if "sparse" not in fact.about]
    elif "sparse" in spec.about:
        candidates = sparse
    # Remarks on a dense rate often give the one with sparsity.
    if not candidates or _is_one_of(spec, candidates, remarks="dense" not in spec.about):
        return ()
    if "dense" not in spec.about and not sparse and _is_one_of(spec, _sparsifiable(candidates), times=2.0):
        return ()  # the maker's figure with sparsity, which the catalog lacks
    return candidates if _counts(spec, candidates) else ()


def _sparsifiable(candidates: Sequence[Fact]) -> list[Fact]:
    return [
        fact
        for fact in candidates
        if "sparsity" in fact.entry.has or (fact.entry.kind == "gpu" and "sparsity" not in fact.entry.lacks)
    ]


def _power(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.POWER)
    known = [fact for fact in known if "typical" not in fact.value.name]
    if not known or not any(fact.value.name != "power_min" for fact in known) or _is_one_of(spec, known):
        return ()
    most = max(size for fact in known for size in fact.sizes)
    if spec.size > most * _ABOVE:
        return () if spec.several else known
    candidates = [fact for fact in known if fact.value.name == "tdp"]
    return (
        candidates
        if "power" in spec.about and spec.firm and not spec.approximate and spec.device.sole
        else ()
    )


def _clock(spec: Spec) -> Sequence[Fact]:
    if "memory" in spec.about or spec.size in _BANDS:
        return ()
    known = [fact for fact in facts(spec.device.entries, Measure.CLOCK) if "base" not in fact.about]
    if not known or _is_one_of(spec, known):
        return ()
    most = max(size for fact in known for size in fact.sizes)
    return known if spec.size > most * _ABOVE and spec.device.sole else ()


def _macs(spec: Spec) -> Sequence[Fact]:
    known = facts(spec.device.entries, Measure.MACS)
    return () if any(spec.size in fact.sizes for fact in known) else known


def _counts(spec: Spec, candidates: Sequence[Fact]) -> bool:
    """Tell whether a figure that is none of those told is a statement about the device."""
    most = max(size for fact in candidates for size in fact.sizes) * float(spec.device.share)
    if spec.size > most * _ABOVE:
        return not spec.several and (spec.device.sole or len(spec.device.entries) > 1)
    # Less may be what something reaches on it, or the work that it does.
    stressed = spec.firm and spec.about & _STRESSED and not spec.followed and spec.size * _AMOUNT > most
    return bool(stressed) and spec.device.sole and not spec.approximate and _all_have(spec, candidates)


_CHECKS: Final[dict[Measure, Callable[[Spec], Sequence[Fact]]]] = {
    Measure.BYTES: _memory,
    Measure.RATE: _rate,
    Measure.OPERATIONS: _operations,
    Measure.POWER: _power,
    Measure.CLOCK: _clock,
    Measure.MACS: _macs,
}


def _is_one_of(
    spec: Spec,
    known: Iterable[Fact],
    *,
    times: float = 1.0,
    remarks: bool = True,
    same: Callable[..., bool] = agrees,
) -> bool:
    """Tell whether a figure is one of those known, or that of several devices together."""
    for fact in known:
        for size in (*fact.sizes, *(fact.others if remarks else ())):
            if _is_size(spec, size * times, same):
                return True
    return False


def _is_size(spec: Spec, size: float, same: Callable[..., bool]) -> bool:
    """Tell whether a value is this one, or this one of several devices together."""
    if same(spec.size, spec.step, size, approximate=spec.approximate):
        return True
    count = round(spec.size / size) if spec.several and size else 0
    return 1 < count <= _MOST_SEVERAL and same(spec.size, spec.step, size * count)


def _meant(spec: Spec, candidates: Sequence[Fact], catalog: Catalog) -> str:
    """Say what has the value: another one of the device, or that of another variant."""
    if spec.device.share != 1:
        return ""
    own = spec.device.entries
    same = agrees_in_bytes if spec.measure is Measure.BYTES else agrees
    others: dict[Entry, None] = {}
    for entry in own:
        others.update(dict.fromkeys(one for one in catalog.variants(entry) if one not in own))
    if spec.measure is Measure.MACS:
        others.update(
            dict.fromkeys(entry for entry in catalog if entry.kind == own[0].kind and entry not in own)
        )
    rooms = {room for fact in candidates for room in fact.about} if spec.measure is Measure.BYTES else set()
    for fact in (*facts(own, spec.measure), *facts(others, spec.measure)):
        if (rooms and not fact.about & rooms) or not fact.sizes:
            continue
        has = f"{fact.value.text} is the {what(fact)} of {fact.entry.name}"
        if fact not in candidates and any(same(spec.size, spec.step, size) for size in fact.sizes):
            return has
        if "one-way" in fact.about and same(spec.size, spec.step, 2 * fact.sizes[0]):
            return f"{has}, and both ways it is twice that"
    return ""


def what(fact: Fact) -> str:
    """Say what a value of the catalog is."""
    return fact.value.name.replace("_", " ")


def far_price(spec: Spec, catalog: Catalog) -> list[tuple[Entry, Value]]:
    """Return the known prices of a device by the hour if a stated one is far from all; none if it is not."""
    if spec.measure is not Measure.PRICE:
        return []
    ids = {entry.id for entry in spec.device.entries}
    known = [entry for entry in catalog if entry.accelerator in ids]
    # The price of several may be that of the machine they are in.
    names = ("price_per_accelerator", "price") if spec.several else ("price_per_accelerator",)
    sizes = [
        float(price.quantity.value) * 3600
        for entry in known
        for name in names
        if (price := entry.values.get(name)) is not None
    ]
    if not sizes or min(sizes) / _FAR <= spec.size <= max(sizes) * _FAR:
        return []
    return [(entry, price) for entry in known if (price := entry.values.get(names[0])) is not None]
