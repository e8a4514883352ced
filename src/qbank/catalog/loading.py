"""Loading the catalog: what qbank carries, and what a bank adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from qbank import compiled, resources
from qbank.catalog.entry import Entry, Source, Value
from qbank.catalog.lookup import Catalog, Match, spellings
from qbank.catalog.names import key
from qbank.catalog.reader import DataError, DataPath, Lines, read_data
from qbank.catalog.units import UnknownUnitError, unit_of
from qbank.model.catalog_words import Confidence, Purchase, Shelf

FOLDER: Final = "catalog"
"""The folder inside of `schema/`."""
MAX_FILES: Final = 200
MAX_PROBLEMS: Final = 100


@dataclass(frozen=True, slots=True)
class CatalogProblem:
    """What is wrong in a file of the catalog, and where."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class CatalogError(Exception):
    """Files of a catalog that cannot be used; `problems` says why, a line each."""

    def __init__(self, problems: Sequence[CatalogProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems: Final = tuple(problems)


@cache
def bundled() -> Catalog:
    """Return the catalog that qbank carries; it is read once in a process.

    Raises:
        FileNotFoundError: the installation lacks it.
        CatalogError: its files cannot be read.
    """
    # Tests check these files; checking them again would cost every start more than reading them.
    folder = resources.schema_folder() / FOLDER
    entries: list[Entry] = []
    sources: list[Source] = []
    try:
        for name, data in compiled.data_of(FOLDER, list(_files(folder)), read_data).items():
            sources.extend(_sources(data))
            entries.extend(_entry(raw, name) for raw in data.get("entries", ()))
    except DataError as error:
        raise CatalogError([CatalogProblem(error.path, error.line, error.message)]) from error
    return Catalog(entries, sources)


def load(root: Path | None = None) -> Catalog:
    """Return the catalog of a bank: what qbank carries, and what `schema/catalog/` at its root adds.

    Raises:
        CatalogError: files of the bank are wrong; its message names file and line of each problem.
    """
    if root is None:
        return bundled()
    folder = root / "schema" / FOLDER
    own = resources.schema_folder() / FOLDER
    if not folder.is_dir() or folder.resolve() == own.resolve():
        return bundled()
    return with_more(bundled(), folder)


def with_more(base: Catalog, folder: Path) -> Catalog:
    """Return a catalog with the entries and sources of the files of a folder added, all of them checked.

    Raises:
        CatalogError: something is wrong with the files.
    """
    checked = _Checked(base)
    try:
        paths = list(_files(folder))
    except OSError as error:
        said = f"cannot be read: {(error.strerror or str(error)).lower()}"
        raise CatalogError([CatalogProblem(folder, 1, said)]) from error
    if len(paths) > MAX_FILES:
        raise CatalogError([CatalogProblem(folder, 1, f"holds more than {MAX_FILES} files")])
    for path in paths:
        checked.read(path)
    checked.compare()
    if checked.problems:
        raise CatalogError(checked.problems[:MAX_PROBLEMS])
    return Catalog(checked.entries.values(), checked.sources.values())


def check(folder: Path) -> list[CatalogProblem]:
    """Return what is wrong with the files of a folder that is to stand by itself, such as qbank's own."""
    try:
        with_more(Catalog((), ()), folder)
    except CatalogError as error:
        return list(error.problems)
    return []


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.suffix in {".yaml", ".yml"} and not path.name.startswith("."):
            yield path


def _sources(data: Any) -> Iterator[Source]:
    for name, raw in data.get("sources", {}).items():
        yield Source(name, **raw)


def _entry(raw: Mapping[str, Any], file: str) -> Entry:
    fields = dict(raw)
    fields.pop("replaces", None)
    for name in ("aliases", "ambiguous", "default_for", "has", "lacks", "conflicts"):
        if name in fields:
            fields[name] = tuple(fields[name])
    if "features_source" in fields:
        fields["features_source"] = _keys(fields["features_source"])
    fields["track"] = Shelf(fields["track"])
    if fields.get("purchase") is not None:
        fields["purchase"] = Purchase(fields["purchase"])
    fields["values"] = {name: _value(name, value) for name, value in raw["values"].items()}
    return Entry(file=file, **fields)


def _value(name: str, raw: Mapping[str, Any]) -> Value:
    fields = dict(raw)
    stated = fields.pop("value")
    fields["source"] = _keys(fields["source"])
    fields["confidence"] = Confidence(fields["confidence"])
    return Value(name, tuple(stated) if isinstance(stated, list) else stated, **fields)


def _keys(given: str | list[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an entry or a source was read."""

    path: Path
    data: DataPath


class _Checked:
    """A catalog in the making, and what is wrong with it."""

    def __init__(self, base: Catalog) -> None:
        self.entries: dict[str, Entry] = {entry.id: entry for entry in base}
        self.sources: dict[str, Source] = dict(base.sources)
        self.problems: list[CatalogProblem] = []
        self._places: dict[str, _Place] = {}
        self._source_places: dict[str, _Place] = {}
        self._lines: dict[Path, Lines] = {}

    def read(self, path: Path) -> None:
        """Take in a file."""
        from qbank.model.catalog import catalog_problems  # noqa: PLC0415 - brings pydantic, for banks only

        try:
            data = read_data(path)
        except DataError as error:
            self.problems.append(CatalogProblem(path, error.line, error.message))
            return
        if data is None:
            return
        bad: set[DataPath] = set()
        for problem in catalog_problems(data):
            bad.add(problem.path[:2])
            self._report(_Place(path, problem.path), problem.message)
            if len(self.problems) >= MAX_PROBLEMS:
                return
        if () in bad or any(len(place) == 1 and place[0] in ("entries", "sources") for place in bad):
            return
        for name, raw in (data.get("sources") or {}).items():
            if ("sources", name) not in bad:
                self._add_source(_Place(path, ("sources", name)), Source(name, **raw))
        for number, raw in enumerate(data.get("entries") or ()):
            if ("entries", number) not in bad:
                self._add(_Place(path, ("entries", number)), raw)

    def compare(self) -> None:
        """Check what can be seen only when all files are read: names, sources, devices of prices."""
        self._check_names()
        for entry in self.entries.values():
            place = self._places.get(entry.id)
            if place is None:
                continue  # was there before, and was checked then
            for value in entry.values.values():
                self._check_value(place, entry, value)
            for name in entry.features_source:
                self._check_source(place, entry, name, "features_source")
            if entry.accelerator is not None and entry.accelerator not in self.entries:
                said = f"{entry.id}: accelerator: the catalog has no entry '{entry.accelerator}'"
                self._report(_Place(place.path, (*place.data, "accelerator")), said)

    def _add_source(self, place: _Place, source: Source) -> None:
        if source.key in self.sources:
            self._report(place, f"source '{source.key}' is {self._first(self._source_places, source.key)}")
            return
        self.sources[source.key] = source
        self._source_places[source.key] = place

    def _add(self, place: _Place, raw: Mapping[str, Any]) -> None:
        identifier = raw["id"]
        replaces = raw.get("replaces", False)
        if replaces and identifier not in self.entries:
            self._report(
                _Place(place.path, (*place.data, "replaces")),
                f"{identifier}: there is no entry of this id to replace",
            )
        elif identifier in self._places or (identifier in self.entries and not replaces):
            first = self._first(self._places, identifier)
            hint = "" if identifier in self._places else "; say `replaces: true` to put this one in its place"
            self._report(place, f"the id '{identifier}' is {first}{hint}")
            return
        self.entries[identifier] = _entry(raw, place.path.name)
        self._places[identifier] = place

    def _first(self, places: Mapping[str, _Place], name: str) -> str:
        first = places.get(name)
        return (
            "in the catalog already" if first is None else f"used by {first.path}:{self._line(first)} already"
        )

    def _check_names(self) -> None:
        """Report names that two entries have without saying that they know."""
        owners: dict[tuple[str, bool], tuple[Entry, str]] = {}
        for entry in self.entries.values():
            shared = set(map(key, entry.ambiguous))
            mine: set[tuple[str, bool]] = set()
            for match, name in spellings(entry):
                # A bare name may be the name of a family as well; that two entries claim it is a slip.
                slot = (key(name), match is Match.DEFAULT)
                if match is Match.FAMILY or slot in mine or slot[0] in shared:
                    continue
                mine.add(slot)
                first = owners.setdefault(slot, (entry, name))
                if first[0] is not entry:
                    self._report_name(entry, name, first[0])

    def _report_name(self, entry: Entry, name: str, other: Entry) -> None:
        place = self._places.get(entry.id) or self._places.get(other.id)
        if place is not None:
            said = f"{entry.id}: the name '{name}' belongs to {other.id} already"
            self._report(place, f"{said}; leave it out, or list it as `ambiguous` in both entries")

    def _check_value(self, place: _Place, entry: Entry, value: Value) -> None:
        try:
            unit_of(value.unit)
        except UnknownUnitError as error:
            path = (*place.data, "values", value.name, "unit")
            self._report(_Place(place.path, path), f"{entry.id}: values.{value.name}.unit: {error}")
        for name in value.source:
            self._check_source(place, entry, name, f"values.{value.name}.source")

    def _check_source(self, place: _Place, entry: Entry, name: str, field: str) -> None:
        if name not in self.sources:
            said = f"{entry.id}: {field}: no file lists a source '{name}' under `sources`"
            self._report(_Place(place.path, (*place.data, *field.split("."))), said)

    def _report(self, place: _Place, message: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(CatalogProblem(place.path, self._line(place), message))

    def _line(self, place: _Place) -> int:
        return self._lines.setdefault(place.path, Lines(place.path)).of(place.data)
