"""Whether the catalog knows a property that a question gives to a device, and what else may be meant.

A figure below the catalog's may be what somebody measured, capped or configured, so it counts as a statement
about the device only where its own words give it as one of the device's properties; a figure above cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Value
from qbank.catalog.lookup import Catalog
from qbank.facts.hardware.compatibility import OF_STORES, is_rate_of
from qbank.facts.hardware.qualifiers import FORMATS
from qbank.facts.hardware.stated import Stated
from qbank.facts.vocabulary import OUTSIDE, SURE, Kind, Role
from qbank.model.catalog_words import Shelf
from qbank.rules.hardware.known import CLOSE, Known, agrees, agrees_in_bytes, known_of
from qbank.units import physical

_ABOVE: Final = 1.1
_FAR: Final = 3.0
SLIP_OF_PRICE: Final = 15.0
"""So many times a known price, or less of the lowest, is no offer of anybody."""
_LEAST_SHARE: Final = 50.0
_CHARGED: Final = 1.2
"""So far above its nominal voltage is no cell that was just charged."""
_IN_SERIES: Final = 400
_WHOLE: Final = 0.02
"""How far a figure may be off that of several: any is near some multiple."""
_EMPTY: Final = 0.52
"""Below such a share of its nominal voltage a cell feeds nothing any more."""
_NOMINAL: Final = 0.8
_BUS: Final = 10.0
"""So far above the rate of a sensor's samples may be the clock of its bus."""
_FULL_LOAD: Final = 0.6
_ABOUT_FULL_LOAD: Final = 0.4
_MOST_TOLD: Final = 0.7
"""Below such a share of its power is no device whose most somebody tells."""
_AT_FULL_LOAD: Final = frozenset(("full-load", "nominal"))
_MOST_OF_POWER: Final = frozenset(("full-load", "nominal", "maximum", "largest"))
_LOWER: Final = 0.9
"""Below such a share of its own is the power of a smaller variant, told as that of a larger one."""
_AT_PEAK: Final = "power_at_peak"
_NEAR: Final = frozenset(("", "device"))
"""Where what a rate is of lies, if that is the device."""
_NETWORK: Final = "network_per_direction"
_SMALL: Final = 1e9
_SHEET: Final = frozenset(("nominal", "dense", "sparse"))
"""Cues of a figure that a data sheet prints."""
_ARRAYS: Final = frozenset(("macs_per_cycle_options",))
_MACHINE: Final = 10.0
"""With so many times the power of a device it is that of a machine with several."""
_LARGEST_ARRAY: Final = 65_536
_BANDS: Final = frozenset((433e6, 868e6, 915e6, 2.4e9, 5e9))
"""Of radios, which stand beside microcontrollers as often as clocks do."""
_BOTH_WAYS: Final = frozenset(("gpu-link", "pcie", "cxl"))
"""Kinds and families of links whose rate is told for both directions together; a camera has one."""
_OTHERWISE: Final = frozenset(
    (
        *("total", "measured", "average", "supposed", "claimed", "rest"),
        *("help", "failure", "denied", "usable"),
    )
)
"""Cues which say that a value is not the maker's: a share, a sum, a measurement, a fiction."""
_CONFIGURED: Final = frozenset((Kind.POWER, Kind.OPERATION_RATE, Kind.FREQUENCY))
"""What a mode of a board changes: `in its 25 W mode`."""
_WAYS: Final = ("upward", "downward")
_OF_WAYS: Final = frozenset(("sending", "one-way", "both-ways"))
"""What is said of no memory."""
_OF_CELLS: Final = frozenset(("average", "measured"))
"""Cues that the clause of a battery has because of the load: `it averages 15 uA from a CR2032 (235 mAh)`."""
_EXACT: Final = frozenset(("one-way", "dense"))
"""Cues of one of two figures that a maker prints, beside which the other one is a slip."""
_OF_SEVERAL: Final = frozenset(("total", "help"))
"""Cues of what the parts of a device have together: `18 links, together 900 GB/s per direction`."""
_FEW: Final = 4
_PEAK: Final = frozenset(("maximum", "nominal"))
"""Cues of what a device moves at most: `Bandwidth: 8 TB/s peak`."""
_NONE: Final[frozenset[str]] = frozenset()
_ROOMS: Final = {"sram": "sram", "flash": "flash", "device": "memory"}
_PROPERTIES: Final = frozenset((Role.BANDWIDTH, Role.PEAK_RATE, Role.CAPACITY, Role.CLOCK, Role.POWER))


class Disagreement(Struct, frozen=True):
    """A property that the catalog does not know of a device.

    Attributes:
        stated: the property.
        known: what the catalog has instead, the nearest first.
        meant: what has that value: another rate or another variant of the device, in words; else empty.
        impossible: whether no variant of the device has it at all, and it is one of those that name a device.
    """

    stated: Stated
    known: tuple[Known, ...]
    meant: str
    impossible: bool = False


def disagreement(one: Stated, catalog: Catalog) -> Disagreement | None:
    """Return how a property disagrees with the catalog; None if it does not or the catalog cannot tell."""
    candidates = _candidates(one)
    if not candidates or is_known(one, candidates):
        return None
    meant = _meant(one, candidates, catalog)
    if not _counts(one, candidates, meant):
        return None
    size = one.fact.value
    ordered = sorted(candidates, key=lambda known: min(abs(other - size) for other in known.sizes))
    form = one.fact.kind is Kind.BYTES and "memory" in ordered[0].about and not meant
    return Disagreement(one, tuple(ordered), meant, impossible=form or ordered[0].value.name in _ARRAYS)


def wanted_formats(one: Stated) -> frozenset[str]:
    """Return the number formats that the words beside a value name."""
    return one.said & FORMATS


def _candidates(one: Stated) -> Sequence[Known]:
    """Return what a property may be of all that the catalog knows of its device."""
    fact = one.fact
    choose = _CHOICES.get(fact.kind)
    return choose(one, known_of(one.device.entries, fact.kind)) if choose is not None else ()


def _memory(one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    if one.fact.place in OUTSIDE:
        return ()
    around = one.around if one.fact.place in {"", "flash"} else _NONE
    if "external" in one.said | around:  # `8 MB of external flash`, which few chips are sold with
        return [fact for fact in known if "psram" in fact.value.name]
    room = _ROOMS.get(one.fact.place, "")
    small = one.device.entries[0].track is Shelf.TINYML
    if not room and not small and one.fact.value >= _SMALL:
        room = "memory"
    elif one.fact.place == "memory" and small:
        room = "sram"
    elif not room and small:
        return known
    found = [fact for fact in known if room in fact.about]
    # Of several devices that a size may be of, each has to have such: an RP2040 has flash beside it alone.
    every = {fact.entry.id for fact in found} == {entry.id for entry in one.device.entries}
    return found if every else []


def _rate(one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    memories = [fact for fact in known if "link" not in fact.about]
    has_way = one.sure and not one.fact.place and not one.said.isdisjoint(_OF_WAYS)
    of_link = "link" in {one.device.sort, one.fact.subject.sort} or (has_way and not is_known(one, memories))
    if one.fact.place in OUTSIDE | {"sram", "flash"} and not of_link:
        return ()
    for way, other in (_WAYS, _WAYS[::-1]):
        if way in one.said and any(way in fact.about for fact in known):
            known = [fact for fact in known if other not in fact.about]
    if known and not one.fact.place and all(fact.value.name == _NETWORK for fact in known):
        return known  # all that a rented machine is known to move goes over its network
    if own := [fact for fact in known if of_link and is_rate_of(fact.value, one.fact.subject.name)]:
        known = own  # of a board with several
    candidates = [fact for fact in known if ("link" in fact.about) is of_link]
    if not of_link and not is_known(one, [fact for fact in known if "link" in fact.about]):
        return candidates
    return candidates if of_link else ()


def operations(one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    """Return the peaks of a device that a text may mean, by the formats and the density that it tells."""
    wanted = wanted_formats(one)
    if wanted:
        wanted |= {"fp16", "bf16"} if wanted & {"fp16", "bf16"} else frozenset()
        known = [fact for fact in known if fact.about & wanted or not fact.about & FORMATS]
    elif "FLOP" in one.fact.mention.unit.name.upper():
        # A rate of 8 bits is often printed in FLOPS.
        known = [fact for fact in known if fact.floating] or known
    dense, sparse = "dense" in one.said, "sparse" in one.said
    if dense != sparse:
        known = [fact for fact in known if ("sparse" in fact.about) is sparse]
    return known


def _power(_one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    return known if any(fact.value.name != "power_min" for fact in known) else ()


def _clock(one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    if one.device.sort == "sensor" and one.fact.role is Role.CLOCK:
        # Beside a sensor the clock of its bus is told too: `the ADXL345 (SPI at 5 MHz)`.
        known = [fact for fact in known if one.fact.value <= max(fact.sizes) * _BUS]
    return () if one.fact.place or one.fact.value in _BANDS else known


def _same_unit(one: Stated, known: Sequence[Known]) -> Sequence[Known]:
    dimension = one.fact.mention.unit.dimension
    return [fact for fact in known if fact.value.measure.dimension == dimension]


def _array(one: Stated, _known: Sequence[Known]) -> Sequence[Known]:
    """Return the sizes of an array of MAC units, if that is what a number of MACs is."""
    unit = one.fact.mention.unit
    arrays = (
        known_of(one.device.entries, Kind.OTHER) if one.sure and unit.name.upper().startswith("MAC") else ()
    )
    return [fact for fact in arrays if len(fact.sizes) > 1 and one.fact.value <= _LARGEST_ARRAY]


_CHOICES: Final[dict[Kind, Callable[[Stated, Sequence[Known]], Sequence[Known]]]] = {
    Kind.BYTES: _memory,
    Kind.BYTE_RATE: _rate,
    Kind.OPERATION_RATE: operations,
    Kind.POWER: _power,
    Kind.FREQUENCY: _clock,
    Kind.OTHER: _same_unit,
    Kind.OPERATIONS: _array,
    Kind.CHARGE: _same_unit,
    Kind.ENERGY: _same_unit,
    Kind.VOLTAGE: _same_unit,
}


def is_known(one: Stated, known: Iterable[Known]) -> bool:
    """Tell whether a figure is one of those known, or that of several devices together."""
    return any(_is_size(one, size) for fact in known for size in _sizes(one, fact))


def agreeing(one: Stated, known: Iterable[Known], count: int = 1) -> Known | None:
    """Return the one of several known values that a figure is, of one device or of all of them."""
    high, step = one.fact.mention.high, one.fact.mention.step
    same = (fact for fact in known for size in fact.sizes if agrees(high, step, size * count))
    return next(same, None)


def _sizes(one: Stated, fact: Known, *, remarks: bool = True) -> list[float]:
    """Return the figures that may be told for a value; of a link also both ways, unless the text says one.

    Of what the catalog has for both ways, half goes one way.
    """
    share = float(one.device.share)
    # Remarks on a dense rate often give the one with sparsity.
    sizes = [*fact.sizes, *(fact.others if remarks and not one.said & {"dense", "one-way"} else ())]
    if fact.kind is Kind.BYTE_RATE and "link" in fact.about:
        if "one-way" in one.said and "both-ways" in fact.about:
            return [share * size / 2 for size in fact.sizes]
        both = not _BOTH_WAYS.isdisjoint((fact.entry.kind, fact.entry.family))
        of_pair = both or one.device.sort != "link" or "both-ways" in one.said
        if "one-way" not in one.said and "both-ways" not in fact.about and of_pair:
            sizes += [2 * size for size in fact.sizes]
    elif fact.kind is Kind.OPERATION_RATE and not one.said & {"dense", "sparse"} and _is_sparse(fact):
        sizes += [
            2 * size for size in fact.sizes
        ]  # the maker's figure with sparsity, which the catalog lacks
    return [share * size for size in sizes]


def _is_sparse(fact: Known) -> bool:
    entry = fact.entry
    may = "sparsity" in entry.has or (entry.kind == "gpu" and "sparsity" not in entry.lacks)
    return may and not any("sparse" in name for name in entry.values)


def _is_size(one: Stated, size: float) -> bool:
    mention = one.fact.mention
    same = agrees_in_bytes if mention.kind is Kind.BYTES else agrees
    if same(mention.high, mention.step, size, approximate=mention.approximate):
        return True
    in_series = mention.kind is Kind.VOLTAGE
    most = _IN_SERIES if in_series else one.count
    count = round(mention.high / size) if most > 1 and size else 0
    close = CLOSE if mention.kind is Kind.BYTES else _WHOLE
    # what a line gives to one of 64 chips is that of no two of them: `TPU v5e: 394 TFLOPS`
    is_told = count == most or one.several or in_series or not one.sure
    is_told = is_told or (mention.kind is Kind.POWER and count > _FEW)
    return is_told and 1 < count <= most and same(mention.high, mention.step, size * count, close=close)


def _counts(one: Stated, candidates: Sequence[Known], meant: str) -> bool:
    """Tell whether a figure that is none of those known is a statement about the device."""
    fact = one.fact
    exact = bool(meant) and not one.said.isdisjoint(_EXACT)
    of_one = fact.subject.sort == "link" and "every-one" in one.said  # `each A100 has 900 GB/s in total`
    allowed = _OF_CELLS if fact.kind in OF_STORES else _OF_SEVERAL if exact or of_one else _NONE
    # Beside the very words for another figure of the maker's, what else its clause tells says nothing.
    cues = one.said if exact else one.said | one.around
    if not cues.isdisjoint(_OTHERWISE - allowed):
        return False
    most = max((size for known in candidates for size in _sizes(one, known, remarks=False)), default=0.0)
    # A mode or a cap makes a figure smaller, and never larger than the most of the data sheet.
    if "configured" in cues and fact.kind in _CONFIGURED and not exact and fact.value <= most * _ABOVE:
        return False
    adds_up = one.count > 1 and fact.kind in OF_STORES and fact.kind is not Kind.VOLTAGE
    if adds_up and fact.value <= most * one.count:
        return False  # what can be used of several: `its two AA cells give 6 Wh`
    whole = one.device.sole or len(one.device.entries) > 1 or fact.value > most * _MACHINE
    if fact.value > most * (_CHARGED if fact.kind is Kind.VOLTAGE else _ABOVE):
        used = fact.operand_of is not None and (bool(meant) or one.device.sort == "link")
        of_variant = meant and not any(entry.name in meant for entry in one.device.entries)
        of_maker = bool(one.said & _SHEET) and not of_variant
        used = used or (fact.subject.sort == "place" and fact.subject.why in SURE)
        # `Cards: 2 × 250 W`; nothing without a name has a charge but the cell
        of_name = fact.subject.thing == "card" and fact.subject.why in SURE
        of_name = of_name or (fact.kind is Kind.CHARGE and not fact.subject.told)
        of_label = fact.kind is Kind.BYTE_RATE and bool(meant or one.said & _PEAK) and one.device.sole
        named = one.sure or used or of_maker or of_name or fact.role_why in SURE or fact.kind is Kind.OTHER
        named = named or (of_label and fact.role is Role.BANDWIDTH and fact.place in _NEAR)
        if fact.kind is Kind.POWER and not one.sure and fact.value > most * _MACHINE:
            return False
        if fact.kind is Kind.POWER and candidates[0].value.name == _AT_PEAK:
            return False  # that of the chip alone, and a stick has other parts
        together = one.several and fact.value >= 2 * most and "one-way" not in one.said
        return most > 0 and whole and named and not together
    if fact.kind is Kind.POWER and meant and _is_most_told(cues):
        return one.device.sole and fact.value < min(min(known.sizes) for known in candidates) * _LOWER
    if fact.kind is Kind.POWER and fact.role is Role.LIMIT and "nominal" not in fact.cues:
        # `systems (8 U, at most 6 kW)`; one with modes has less in some of them.
        fixed = one.device.sole and all(known.value.name == "power_max" for known in candidates)
        least = min(min(known.sizes) for known in candidates)
        return fixed and one.sure and fact.value < least * _MOST_TOLD
    if fact.kind is Kind.VOLTAGE:
        of_cell = one.sure and (fact.subject.sort == "store" or "nominal" in one.said)
        return of_cell and fact.value < most * (_NOMINAL if "nominal" in one.said else _EMPTY)
    of_sheet = fact.role in _PROPERTIES or (fact.kind is Kind.POWER and fact.role is Role.LIMIT)
    sheet = one.sure and one.device.sole and of_sheet
    if sheet and fact.kind is Kind.POWER and not _AT_FULL_LOAD.isdisjoint(one.said | one.around):
        least = min(min(known.sizes) for known in candidates)
        return fact.value < least * (_ABOUT_FULL_LOAD if fact.mention.approximate else _FULL_LOAD)
    stressed = sheet and not fact.mention.approximate
    if not stressed or fact.kind in {Kind.FREQUENCY, Kind.CHARGE, Kind.ENERGY} or "limit" in one.said:
        return False
    if {known.entry.id for known in candidates} != {entry.id for entry in one.device.entries}:
        return False
    if fact.kind is Kind.BYTES:  # of a maximum everything below is sold, and an on-chip memory has parts
        return all("memory" in known.about and "max" not in known.value.name for known in candidates)
    if fact.kind is Kind.OTHER or (fact.kind is Kind.POWER and not meant):
        return False
    # Less may be what something reaches on it, or the work that it does.
    if "link" in {one.device.sort, fact.subject.sort}:
        return False
    told = (
        (bool(meant) and fact.kind is not Kind.POWER)
        or fact.role_why in SURE
        or not one.said.isdisjoint(_SHEET)
    )
    return told and fact.value * _LEAST_SHARE > most


def _is_most_told(cues: frozenset[str]) -> bool:
    """Tell whether a power is what a device draws at most, as its maker says, and no limit that was set."""
    told = not _MOST_OF_POWER.isdisjoint(cues) and "configured" not in cues
    return told and ("limit" not in cues or "nominal" in cues)


def _meant(one: Stated, candidates: Sequence[Known], catalog: Catalog) -> str:
    """Say what has the value: another one of the device, or that of another variant."""
    if one.device.share != 1:
        return ""
    own = one.device.entries
    mention, kind = one.fact.mention, one.fact.kind
    same = agrees_in_bytes if kind is Kind.BYTES else agrees
    for known in candidates:
        if "one-way" in known.about and same(mention.high, mention.step, 2 * known.sizes[0]):
            has = f"{known.value.text} is the {known.what} of {known.entry.name}"
            return f"{has}, and both ways it is twice that"
    others = dict.fromkeys(one.device.others)
    for entry in own:
        others.update(dict.fromkeys(other for other in catalog.variants(entry) if other not in own))
    rooms = {room for known in candidates for room in known.about} if kind is Kind.BYTES else set()
    for known in (*known_of(own, kind), *known_of(others, kind)):
        if (rooms and not known.about & rooms) or known in candidates:
            continue
        if any(same(mention.high, mention.step, size) for size in known.sizes):
            return f"{known.value.text} is the {known.what} of {known.entry.name}"
    return ""


def far_price(one: Stated, catalog: Catalog, far: float = _FAR) -> list[tuple[Entry, Value]]:
    """Return the known prices of a device by the hour if a stated one is far from all; none if it is not.

    Args:
        one: the price.
        catalog: what is known.
        far: how many times more than the highest, or less than the lowest, is far.
    """
    if one.fact.kind is not Kind.PRICE:
        return []
    sure = one.sure or one.fact.role_why in SURE
    if not ("GPU" in one.fact.mention.unit.name if far > _FAR else sure):
        return []  # of a machine, of all, or of what it takes besides
    ids = {entry.id for entry in one.device.entries}
    known = [entry for entry in catalog if entry.accelerator in ids]
    # The price of several may be that of the machine they are in.
    names = ("price_per_accelerator", "price") if one.several else ("price_per_accelerator",)
    prices = [(entry, price) for entry in known for name in names if (price := entry.values.get(name))]
    dimension = physical(one.fact.mention.unit.dimension)
    sizes = [
        float(price.quantity.value) for _, price in prices if physical(price.measure.dimension) == dimension
    ]
    if not sizes or min(sizes) / far <= one.fact.value <= max(sizes) * far:
        return []
    return [(entry, price) for entry in known if (price := entry.values.get(names[0])) is not None]
