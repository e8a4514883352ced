"""Loading the catalog: what qbank carries, and what a bank adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from qbank import bundled_data, resources
from qbank.catalog.entry import Entry, Source, Value
from qbank.catalog.lookup import Catalog, Match, spellings
from qbank.catalog.names import key
from qbank.catalog.reader import read, read_data
from qbank.catalog.units import unit_of
from qbank.errors import InputError
from qbank.model.catalog_words import Confidence, Purchase, Shelf
from qbank.problems import Path as DataPath
from qbank.problems import listing
from qbank.quoting import reason
from qbank.units.parse import UnknownUnitError
from qbank.yamlio.builder import Parsed
from qbank.yamlio.read_problems import ReadError

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


class CatalogError(InputError):
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
        for name, data in bundled_data.load(FOLDER, bundled_data.yaml_files(folder), read_data).items():
            sources.extend(_sources(data))
            entries.extend(_entry(raw, name) for raw in data.get("entries", ()))
    except ReadError as error:
        raise CatalogError([_unreadable(error, folder)]) from error
    return Catalog(entries, sources)


def load(root: Path | None = None) -> Catalog:
    """Return the catalog of a bank: what qbank carries, and what `schema/catalog/` at its root adds.

    Raises:
        CatalogError: files of the bank are wrong; its message names file and line of each problem.
    """
    if root is None:
        return bundled()
    try:
        files = bundled_data.added_files(root, FOLDER)
    except OSError as error:
        folder = root / "schema" / FOLDER
        raise CatalogError([CatalogProblem(folder, 1, f"cannot be read: {reason(error)}")]) from error
    return with_more(bundled(), files) if files else bundled()


def with_more(base: Catalog, files: Sequence[Path]) -> Catalog:
    """Return a catalog with the entries and sources of some files of one folder added, all of them checked.

    What is the same as in the catalog is passed over.

    Raises:
        CatalogError: something is wrong with the files.
    """
    checked = _Checked(base)
    if len(files) > MAX_FILES:
        raise CatalogError([CatalogProblem(files[0].parent, 1, f"holds more than {MAX_FILES} files")])
    for path in files:
        checked.read(path)
    checked.compare()
    if checked.problems:
        raise CatalogError(checked.problems[:MAX_PROBLEMS])
    return Catalog(checked.entries.values(), checked.sources.values())


def check(folder: Path) -> list[CatalogProblem]:
    """Return what is wrong with the files of a folder that is to stand by itself, such as qbank's own."""
    try:
        with_more(Catalog((), ()), bundled_data.yaml_files(folder))
    except CatalogError as error:
        return list(error.problems)
    return []


def _unreadable(error: ReadError, path: Path) -> CatalogProblem:
    return CatalogProblem(error.path or path, error.problem.span.line, error.problem.message)


def _sources(data: Any) -> Iterator[Source]:
    for name, raw in data.get("sources", {}).items():
        yield Source(name, **raw)


def _entry(raw: Mapping[str, Any], file: str) -> Entry:
    data = dict(raw)
    data.pop("replaces", None)
    for name in ("aliases", "ambiguous", "default_for", "has", "lacks", "conflicts"):
        if name in data:
            data[name] = tuple(data[name])
    if "features_source" in data:
        data["features_source"] = _keys(data["features_source"])
    data["track"] = Shelf(data["track"])
    if data.get("purchase") is not None:
        data["purchase"] = Purchase(data["purchase"])
    data["values"] = {name: _value(name, value) for name, value in raw["values"].items()}
    return Entry(file=file, **data)


def _value(name: str, raw: Mapping[str, Any]) -> Value:
    data = dict(raw)
    value = data.pop("value")
    data["source"] = _keys(data["source"])
    data["confidence"] = Confidence(data["confidence"])
    return Value(name, tuple(value) if isinstance(value, list) else value, **data)


def _same(entry: Entry, other: Entry) -> bool:
    """Whether two entries say the same, wherever they stand."""
    names = (field.name for field in fields(Entry) if field.name != "file")
    return all(getattr(entry, name) == getattr(other, name) for name in names)


def _keys(names: str | list[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


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
        self._parsed: dict[Path, Parsed] = {}
        # Ids and keys of the catalog that something else has here, with its place.
        self._taken_ids: dict[str, _Place] = {}
        self._taken_keys: dict[str, _Place] = {}

    def read(self, path: Path) -> None:
        """Take in a file."""
        from qbank.model.catalog import catalog_problems  # noqa: PLC0415 - brings pydantic, for banks only

        try:
            parsed = self._parsed[path] = read(path)
        except ReadError as error:
            self.problems.append(_unreadable(error, path))
            return
        data = parsed.data
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
        self._report_taken()
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
                message = f"{entry.id}: accelerator: the catalog has no entry '{entry.accelerator}'"
                self._report(_Place(place.path, (*place.data, "accelerator")), message)

    def _add_source(self, place: _Place, source: Source) -> None:
        key, first = source.key, self._source_places.get(source.key)
        if first is not None:
            self._report(place, f"source '{key}' is used by {first.path}:{self._line(first)} already")
            return
        if key in self.sources:
            if self.sources[key] != source:
                self._taken_keys.setdefault(key, place)
            return
        self.sources[source.key] = source
        self._source_places[source.key] = place

    def _add(self, place: _Place, raw: Mapping[str, Any]) -> None:
        identifier = raw["id"]
        replaces = raw.get("replaces", False)
        entry = _entry(raw, place.path.name)
        first, known = self._places.get(identifier), self.entries.get(identifier)
        if first is not None:
            self._report(place, f"the id '{identifier}' is used by {first.path}:{self._line(first)} already")
            return
        if known is None and replaces:
            message = f"{identifier}: there is no entry of this id to replace"
            self._report(_Place(place.path, (*place.data, "replaces")), message)
        elif known is not None and not replaces:
            if not _same(known, entry):
                self._taken_ids.setdefault(identifier, place)
            return
        self.entries[identifier] = entry
        self._places[identifier] = place

    def _report_taken(self) -> None:
        """Report what contradicts the catalog: in one message, for a copy of another version holds dozens."""
        for taken, one, many, hint in (
            (self._taken_keys, "source {} is", "sources {} are", ""),
            (self._taken_ids, "the id {} is", "the ids {} are", "; say `replaces: true` to put {} place"),
        ):
            if taken:
                alone = len(taken) == 1
                names = (one if alone else many).format(listing(list(taken)))
                what = hint.format("this one in its" if alone else "these in their")
                self._report(next(iter(taken.values())), f"{names} in the catalog already{what}")

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
            message = f"{entry.id}: the name '{name}' belongs to {other.id} already"
            self._report(place, f"{message}; leave it out, or list it as `ambiguous` in both entries")

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
            message = f"{entry.id}: {field}: no file lists a source '{name}' under `sources`"
            self._report(_Place(place.path, (*place.data, *field.split("."))), message)

    def _report(self, place: _Place, message: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(CatalogProblem(place.path, self._line(place), message))

    def _line(self, place: _Place) -> int:
        return self._parsed[place.path].line(place.data)
