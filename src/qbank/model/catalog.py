"""The model of a catalog file: devices, links, memories, batteries, prices and models, with their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec.structs import replace
from pydantic import Field, PlainValidator, StringConstraints, WithJsonSchema

from qbank.model.catalog_words import Confidence, Purchase, Shelf
from qbank.model.fields import Model, OneOrMany, Text, choice_of, optional, plain_error, required, several
from qbank.model.validation.patterns import NAME_PATTERN
from qbank.model.validation.validate import problems_in
from qbank.problems import Path, Problem, ProblemKind, format_path, problem_at, quote

MAX_TEXT: Final = 400
MAX_NAME: Final = 80
_LARGEST: Final = 10**30

Short = Annotated[Text, StringConstraints(max_length=MAX_NAME)]
Sentence = Annotated[Text, StringConstraints(max_length=MAX_TEXT)]
ValueName = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=MAX_NAME)]


def _check_number(value: object) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST:
        return value
    raise plain_error(ProblemKind.TYPE, f"{quote(value)} is not a number that the catalog can hold")


def _check_value(value: object) -> object:
    if isinstance(value, str):
        if value.strip() and len(value) <= MAX_TEXT:
            return value
        raise plain_error(ProblemKind.LENGTH, f"is empty or longer than {MAX_TEXT} characters")
    if isinstance(value, list):
        if not 1 <= len(value) <= 100:
            raise plain_error(ProblemKind.LENGTH, "a list of options holds 1 to 100 numbers")
        return [_check_number(item) for item in value]
    return _check_number(value)


_NUMBER: Final = {"type": "number"}
Stated = Annotated[
    int | float | str | list[int | float],
    PlainValidator(_check_value),
    WithJsonSchema({"anyOf": [_NUMBER, {"type": "string"}, {"type": "array", "items": _NUMBER}]}),
]
"""A number, a list of options, or (with the unit `name`) a text."""

ConfidenceField = Annotated[Confidence, choice_of("a confidence", Confidence)]
PurchaseField = Annotated[Purchase, choice_of("a kind of purchase", Purchase)]
ShelfField = Annotated[Shelf, choice_of("a track of the catalog", Shelf)]


class CatalogValue(Model):
    """One value of an entry, and where it comes from."""

    value: Stated = required("The number as printed, a list of options, or a text.", 2039, [256, 512])
    unit: Short = required("The unit as a short symbol; `1` for a count, `name` for a text.", "GB/s")
    label: Short | None = optional("`vendor` where GB is what the maker prints, be it 10^9 or 2^30 bytes.")
    condition: Sentence | None = optional("What the value holds for.", "per lane")
    source: OneOrMany[Short] = required("Keys of sources.", ["NVDS"])
    read: Short | None = optional("The day on which the source was read.", "2026-11-21")
    confidence: ConfidenceField = required("How far the value can be trusted.", "high")
    derived: Sentence | None = optional("How the value was computed from others.", "6400 MT/s × 64 bit / 8")
    note: Sentence | None = optional("What else to know about it.")
    conflict: Sentence | None = optional("Other figures that are published.")


class CatalogEntry(Model):
    """A device, link, memory, battery, price or model."""

    id: Short = required("The id; it never changes.", "a100-sxm4-80gb")
    name: Short = required("The name in full.", "NVIDIA A100 SXM4 80 GB")
    track: ShelfField = required("The part of the catalog.", "cloud")
    kind: Short = required("The sort of thing.", "gpu")
    aliases: list[Short] = several("Other spellings that mean this entry alone.", ["A100-SXM4-80GB"])
    ambiguous: list[Short] = several(
        "Names which this entry shares with others that have no default.", ["M4"]
    )
    family: Short | None = optional("What variants of one thing have in common.", "a100")
    default_for: list[Short] = several(
        "Bare names that mean this variant when nothing else is said.", ["A100"]
    )
    default_reason: Sentence | None = optional("Why this variant is the one that is meant.")
    sku: Short | None = optional("The variant.", "SXM4 80 GB HBM2e")
    release: Short | None = optional("When it came out.", "2020-11-16")
    values: dict[ValueName, CatalogValue] = Field(
        min_length=1, description="The values by name; peak rates are dense unless the name says sparse."
    )
    omitted: dict[ValueName, Sentence] = Field(
        default_factory=dict, description="Values that were looked for in vain, and why."
    )
    has: list[Short] = several("Features it is known to have.")
    lacks: list[Short] = several("Features it is known not to have.")
    features_source: OneOrMany[Short] | None = optional("Keys of the sources that tell of the features.")
    conflicts: list[Sentence] = several("Where sources contradict each other about the entry.")
    note: Sentence | None = optional("What else to know about it.")
    provider: Short | None = optional("Of a price: who rents it out.")
    region: Short | None = optional("Of a price: where.")
    purchase: PurchaseField | None = optional("Of a price: how it is paid for.")
    date: Short | None = optional("Of a price: the day or days it was seen.", "2026-07-28")
    accelerator: Short | None = optional("Of a price: the id of the device inside.", "a100-sxm4-80gb")
    accelerator_count: Annotated[int, Field(ge=1)] | None = optional("Of a price: how many of them.")
    replaces: bool = Field(
        default=False, description="Whether it stands in for the entry that has this id already."
    )


class CatalogSource(Model):
    """Something published that values were taken from."""

    title: Sentence = required("What it is called.")
    where: Sentence = required("The number or address of the document.")
    date: Short | None = optional("The day of the document, or on which it was read.")
    licence: Short | None = optional("Its licence.")
    opened: bool | None = optional("Whether it was read itself, not only what others quote of it.")
    note: Sentence | None = optional("What else to know about it.")


class CatalogFile(Model):
    """A file of the catalog: entries, sources, or both."""

    entries: list[CatalogEntry] = several("The entries.")
    sources: dict[str, CatalogSource] = Field(
        default_factory=dict, description="The sources, by the keys which values name."
    )


def catalog_problems(data: Any) -> Iterator[Problem]:
    """Yield what is wrong with the data of one catalog file, as far as the file alone tells.

    Messages begin with the id of the entry or the key of the source; paths lead on from the whole file.
    """
    for problem in problems_in(data, CatalogFile, _across_entries):
        yield _named(problem, data)


def _named(problem: Problem, data: Any) -> Problem:
    """Put what an entry or a source is called in the place of its path in the message."""
    holder = problem.path[:2]
    if len(holder) < 2:
        return problem
    name = f"source {quote(holder[1])}"
    if holder[0] == "entries":
        entry = data["entries"][holder[1]]
        id_ = entry.get("id") if isinstance(entry, Mapping) else None
        name = id_ if isinstance(id_, str) and id_.strip() else "entry without an id"
    rest = problem.message.removeprefix(format_path(holder)).removeprefix(".").removeprefix(": ")
    return replace(problem, message=f"{name}: {rest}")


_OF_PRICES: Final = ("provider", "region", "purchase", "date")


def _across_entries(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between the fields of entries."""
    entries = data.get("entries")
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, Mapping):
            yield from _across(entry, ("entries", index))


def _across(entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    if entry.get("track") == Shelf.CLOUD_PRICE:
        for name in _OF_PRICES:
            if entry.get(name) is None:
                yield problem_at(ProblemKind.MISSING, (*path, name), "missing; a price needs it")
    values = entry.get("values")
    if not isinstance(values, Mapping):
        return
    for name, value in values.items():
        if not isinstance(value, Mapping):
            continue
        text = isinstance(value.get("value"), str)
        if text != (value.get("unit") == "name") and "value" in value and "unit" in value:
            fault = "a text has the unit 'name', a number has another"
            yield problem_at(ProblemKind.CONFLICT, (*path, "values", str(name), "unit"), fault)
    omitted = entry.get("omitted")
    for name in omitted if isinstance(omitted, Mapping) else ():
        if name in values:
            fault = "stands among the values too"
            yield problem_at(ProblemKind.CONFLICT, (*path, "omitted", str(name)), fault)
