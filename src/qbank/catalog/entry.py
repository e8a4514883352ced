"""Entries of the catalog and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final

from msgspec import Struct, field

from qbank import lazy_re
from qbank.catalog.units import COUNT, TEXT, base_unit, unit_of
from qbank.model.catalog_words import Confidence, Purchase, Shelf
from qbank.nearest import nearest
from qbank.units import Quantity, Unit
from qbank.units.format import format_quantity

Number = int | float


class AbsentValueError(LookupError):
    """A value that an entry does not have, or that several of its values might be; says which there are."""


class Direction(StrEnum):
    """What a rate of a link counts."""

    ONE_WAY = "one way"
    BOTH_WAYS = "both ways"


class Source(Struct, frozen=True):
    """Something published that values were taken from."""

    key: str
    title: str
    where: str
    date: str | None = None
    licence: str | None = None
    opened: bool | None = None
    note: str | None = None


class Peak(Struct, frozen=True):
    """What the name of a peak rate says.

    Attributes:
        format: the number format, such as `bf16`.
        engine: `tensor`, `matrix` or `vector`; None where the maker prints one figure.
        sparse: whether it counts zeros that are skipped.
        scope: what else the name says, such as `gpu` for a part of a chip.
    """

    format: str
    engine: str | None
    sparse: bool
    scope: str | None

    def __str__(self) -> str:
        words = [self.format, self.engine, "sparse" if self.sparse else "dense", self.scope]
        return " ".join(word for word in words if word)


class Value(Struct, frozen=True):
    """A value with its provenance.

    Attributes:
        stated: the number as printed, a tuple of options, or a text (unit `name`).
        unit: the short symbol of its unit.
        source: keys of sources.
        label: `vendor` where the maker's GB may be 10^9 or 2^30 bytes; `quantity` takes 10^9.
        condition: what the value holds for.
        read: the day on which the source was read, if known.
        derived: how it was computed, if it was.
        conflict: other figures that are published.
    """

    name: str
    stated: Number | str | tuple[Number, ...]
    unit: str
    source: tuple[str, ...]
    confidence: Confidence
    label: str | None = None
    condition: str | None = None
    read: str | None = None
    derived: str | None = None
    note: str | None = None
    conflict: str | None = None

    @property
    def what(self) -> str:
        """What the value is, in words."""
        return self.name.replace("_", " ")

    @property
    def is_text(self) -> bool:
        """Whether the value is a text."""
        return self.unit == TEXT

    @property
    def options(self) -> tuple[Fraction, ...]:
        """The numbers, exactly as printed: of a list all of them, of a text none."""
        if isinstance(self.stated, str):
            return ()
        stated = self.stated if isinstance(self.stated, tuple) else (self.stated,)
        # The decimal digits that were printed are meant, not the nearest binary fraction.
        return tuple(Fraction(str(number)) for number in stated)

    @property
    def quantity(self) -> Quantity:
        """The exact value in base units.

        Raises:
            AbsentValueError: it is a text or a list of options.
        """
        if isinstance(self.stated, str | tuple):
            sort = "a text" if self.is_text else "a list of options"
            raise AbsentValueError(f"{self.name} is {sort}, not one number: {self.text}")
        return Quantity.of(self.options[0], unit_of(self.unit))

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The exact values in base units, one for each option; none of a text."""
        return tuple(Quantity.of(number, unit_of(self.unit)) for number in self.options)

    @property
    def measure(self) -> Unit:
        """The unit."""
        return unit_of(self.unit)

    @property
    def base_unit(self) -> str:
        """What the unit is in base units, in words."""
        return base_unit(self.unit)

    @property
    def text(self) -> str:
        """The value and its unit, as one would print them."""
        if isinstance(self.stated, str):
            return self.stated
        numbers = self.stated if isinstance(self.stated, tuple) else (self.stated,)
        printed = ", ".join(_printed(number) for number in numbers)
        return format_quantity(printed, "" if self.unit == COUNT else self.unit)

    @property
    def peak(self) -> Peak | None:
        """What the name says if this is a peak rate of a number format."""
        return peak_named(self.name)

    @property
    def direction(self) -> Direction | None:
        """Whether this is a rate one way or both ways, as far as the name says."""
        if self.name.endswith(("per_direction", "per_direction_bytes")):
            return Direction.ONE_WAY
        return Direction.BOTH_WAYS if "bidirectional" in self.name else None


class Entry(Struct, frozen=True, eq=False):
    """A device, link, memory, battery, price or model.

    The fields are those of `qbank.model.catalog.CatalogEntry`; `file` names the file that it stands in.
    """

    id: str
    name: str
    track: Shelf
    kind: str
    values: Mapping[str, Value]
    file: str = ""
    aliases: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    family: str | None = None
    default_for: tuple[str, ...] = ()
    default_reason: str | None = None
    sku: str | None = None
    release: str | None = None
    omitted: Mapping[str, str] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    features_source: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    note: str | None = None
    provider: str | None = None
    region: str | None = None
    purchase: Purchase | None = None
    date: str | None = None
    accelerator: str | None = None
    accelerator_count: int | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of all sources of the entry, in the order in which they come up."""
        keys = [key for value in self.values.values() for key in value.source]
        return tuple(dict.fromkeys((*keys, *self.features_source)))

    def value(self, name: str) -> Value:
        """Return a value by its name.

        Raises:
            AbsentValueError: the entry has no such value; the message says why, or what there is.
        """
        found = self.values.get(name)
        if found is not None:
            return found
        if name in self.omitted:
            raise AbsentValueError(f"{self.id} has no {name}: {self.omitted[name]}")
        near = nearest(name, self.values)
        hint = f"did you mean '{near}'? It" if near else "it"
        raise AbsentValueError(f"{self.id} has no value '{name}'; {hint} has: {', '.join(self.values)}")

    def quantity(self, name: str) -> Quantity:
        """Return the exact size of a value.

        Raises:
            AbsentValueError: the entry has no such value, or it is no single number.
        """
        return self.value(name).quantity

    def peaks(self) -> Iterator[tuple[Peak, Value]]:
        """Yield the peak rates of number formats."""
        for value in self.values.values():
            peak = value.peak
            if peak is not None:
                yield peak, value

    def peak(self, number_format: str, *, sparse: bool = False, engine: str | None = None) -> Value:
        """Return the peak rate of a number format, dense unless asked otherwise, of the whole device.

        Raises:
            AbsentValueError: there is none, or several engines have one and none was named.
        """
        wanted = number_format.casefold().replace("-", "").replace("_", "")
        found = [
            (peak, value)
            for peak, value in self.peaks()
            if peak.format == wanted
            and peak.sparse is sparse
            and engine in (None, peak.engine)
            and peak.scope is None
        ]
        if len(found) == 1:
            return found[0][1]
        kind = "sparse" if sparse else "dense"
        asked = " ".join(word for word in (wanted, engine, kind) if word)
        if found:
            engines = ", ".join(f"'{peak.engine}'" for peak, _ in found)
            raise AbsentValueError(f"{self.id} has several rates for {asked}; say which engine: {engines}")
        there = "; ".join(f"{peak} ({value.text})" for peak, value in self.peaks())
        said = f"there are: {there}" if there else "it has no peak rate of any number format"
        raise AbsentValueError(f"{self.id} has no peak rate for {asked}; {said}")

    def link_rate(self, link: str = "", *, both_ways: bool = False) -> Value:
        """Return the rate of a link (`nvlink`, `pcie`, `ici`, or of the entry itself), one way or both ways.

        Raises:
            AbsentValueError: the catalog does not state that rate.
        """
        names = (
            ("bidirectional_total", "total_bidirectional")
            if both_ways
            else ("per_direction", "total_per_direction")
        )
        for name in names:
            found = self.values.get(f"{link}_{name}" if link else name)
            if found is not None:
                return found
        rates = {value.name: value.direction for value in self.values.values() if value.direction}
        there = ", ".join(f"{name} ({direction})" for name, direction in rates.items())
        ways = Direction.BOTH_WAYS if both_ways else Direction.ONE_WAY
        asked = f"rate of {link}" if link else "rate"
        said = f"there are: {there}" if there else "it has no rate that says its direction"
        raise AbsentValueError(f"{self.id} has no {asked} {ways}; {said}")


_PEAK: Final = lazy_re.compile(
    r"peak_(?P<format>(?:bf|fp|tf|mxfp|nvfp|int|uint)\d+)(?:_(?P<engine>tensor|matrix|vector))?"
    r"(?:_(?P<kind>dense|sparse))?(?:_(?P<scope>\w+))?"
)


def peak_named(name: str) -> Peak | None:
    """Return what the name of a value says if it is a peak rate of a number format, as all such names do."""
    found = _PEAK.fullmatch(name)
    if found is None:
        return None
    return Peak(found["format"], found["engine"], found["kind"] == "sparse", found["scope"])


def _printed(number: Number) -> str:
    if isinstance(number, float):
        return repr(number)
    return f"{number:,}" if abs(number) >= 10_000 else str(number)
