"""Reading entries of the catalog from YAML: those that a bank adds, and ours when they have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from qbank.bundled_data import MAX_PROBLEMS, DataError, DataProblem
from qbank.catalog.entry import Entry, Source, Value
from qbank.catalog.lookup import Catalog, Match, spellings
from qbank.catalog.names import key
from qbank.catalog.reader import entry_fields, read, source_fields
from qbank.catalog.units import BELOW_ZERO, unit_of
from qbank.model.catalog import catalog_problems
from qbank.nearest import slip_of
from qbank.problems import Path as DataPath
from qbank.problems import listing
from qbank.quoting import named
from qbank.units.dimension import Dimension, describe
from qbank.units.parse import UnknownUnitError
from qbank.yamlio.builder import Parsed
from qbank.yamlio.read_problems import ReadError


def with_more(base: Catalog, files: Sequence[Path]) -> Catalog:
    """Return a catalog with the entries and sources of some files of one folder added, all of them checked.

    What is the same as in the catalog is passed over.

    Raises:
        DataError: something is wrong with the files.
    """
    checked = _Checked(base)
    for path in files:
        checked.read(path)
    checked.compare()
    if checked.problems:
        raise DataError(checked.problems[:MAX_PROBLEMS])
    return Catalog(checked.entries.values(), checked.sources.values())


def _same(entry: Entry, other: Entry) -> bool:
    """Whether two entries say the same, wherever they stand."""
    names = (name for name in Entry.__struct_fields__ if name != "file")
    return all(getattr(entry, name) == getattr(other, name) for name in names)


class _Place(Struct, frozen=True):
    """Where an entry or a source was read."""

    path: Path
    data: DataPath

    def at(self, *path: str) -> _Place:
        """Return the place of a part."""
        return _Place(self.path, (*self.data, *path))


class _Checked:
    """A catalog in the making, and what is wrong with it."""

    def __init__(self, base: Catalog) -> None:
        self.entries: dict[str, Entry] = {entry.id: entry for entry in base}
        self.sources: dict[str, Source] = dict(base.sources)
        self.problems: list[DataProblem] = []
        self._measured: dict[str, Dimension] = {
            value.name: value.measure.dimension for entry in base for value in entry.values.values()
        }
        self._places: dict[tuple[str | int, str], _Place] = {}
        self._parsed: dict[Path, Parsed] = {}
        # Ids and keys of the catalog that something else has here, with its place.
        self._taken_ids: dict[str, _Place] = {}
        self._taken_keys: dict[str, _Place] = {}

    def read(self, path: Path) -> None:
        """Take in a file."""
        try:
            parsed = self._parsed[path] = read(path)
        except ReadError as error:
            self.problems.append(DataProblem.unread(path, error.problem))
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
                self._add_source(
                    _Place(path, ("sources", name)), msgspec.convert(source_fields(name, raw), Source)
                )
        for number, raw in enumerate(data.get("entries") or ()):
            if ("entries", number) not in bad:
                self._add(_Place(path, ("entries", number)), raw)

    def compare(self) -> None:
        """Check what can be seen only when all files are read: names, sources, devices of prices."""
        self._report_taken()
        self._check_names()
        for entry in self.entries.values():
            place = self._places.get(("entries", entry.id))
            if place is None:
                continue  # was there before, and was checked then
            for value in entry.values.values():
                self._check_value(place, entry, value)
            for name in entry.features_source:
                self._check_source(place, entry, name, "features_source")
            if entry.accelerator is not None and entry.accelerator not in self.entries:
                message = f"{entry.id}: accelerator: the catalog has no entry '{entry.accelerator}'"
                self._report(place.at("accelerator"), message)

    def _add_source(self, place: _Place, source: Source) -> None:
        if self._is_repeated(place, source.key, f"source '{source.key}'"):
            return
        known = self.sources.setdefault(source.key, source)
        if known is source:
            self._places["sources", source.key] = place
        elif known != source:
            self._taken_keys.setdefault(source.key, place)

    def _add(self, place: _Place, raw: Mapping[str, Any]) -> None:
        identifier = raw["id"]
        if self._is_repeated(place, identifier, f"the id '{identifier}'"):
            return
        entry, known = (
            msgspec.convert(entry_fields(raw, place.path.name), Entry),
            self.entries.get(identifier),
        )
        replaces = raw.get("replaces", False)
        if known is None and replaces:
            self._report(place.at("replaces"), f"{identifier}: there is no entry of this id to replace")
        elif known is not None and not replaces:
            if not _same(known, entry):
                self._taken_ids.setdefault(identifier, place)
            return
        self.entries[identifier] = entry
        self._places["entries", identifier] = place

    def _is_repeated(self, place: _Place, name: str, what: str) -> bool:
        """Whether something added has the name already, which is reported."""
        first = self._places.get((place.data[0], name))
        if first is not None:
            self._report(place, f"{what} is used by {named(first.path)}:{self._place(first)[0]} already")
        return first is not None

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
        bare = {key(name): entry for entry in self.entries.values() for name in entry.default_for}
        for entry in self.entries.values():
            shared = set(map(key, entry.ambiguous))
            mine: set[tuple[str, bool]] = set()
            for match, name in spellings(entry):
                # A bare name may be the name of a family as well; that two entries claim it is a slip.
                slot = (key(name), match is Match.DEFAULT)
                if match is Match.FAMILY or slot in mine or slot[0] in shared:
                    continue
                mine.add(slot)
                # A name of its own goes before a bare name: all questions with it would mean this entry.
                meant = bare.get(slot[0], entry) if match is Match.ALIAS else entry
                if meant is not entry:
                    self._report_name(entry, name, meant)
                    continue
                first = owners.setdefault(slot, (entry, name))
                if first[0] is not entry:
                    self._report_name(entry, name, first[0])

    def _report_name(self, entry: Entry, name: str, other: Entry) -> None:
        place = self._places.get(("entries", entry.id)) or self._places.get(("entries", other.id))
        if place is not None:
            message = f"{entry.id}: the name '{name}' belongs to {other.id} already"
            self._report(place, f"{message}; leave it out, or list it as `ambiguous` in both entries")

    def _check_value(self, place: _Place, entry: Entry, value: Value) -> None:
        of_value = place.at("values", value.name)
        named = f"{entry.id}: values.{value.name}"
        try:
            measured = unit_of(value.unit).dimension
        except UnknownUnitError as error:
            self._report(of_value.at("unit"), f"{named}.unit: {error}")
        else:
            # Rules ask for values by the names that the catalog has for them: of any other they see nothing.
            usual = self._measured.get(value.name)
            if usual is not None and usual != measured:
                detail = f"{value.unit} is {describe(measured)}, and everywhere else it is {describe(usual)}"
                self._report(of_value.at("unit"), f"{named}.unit: {detail}")
            elif usual is None and (near := slip_of(value.name, self._measured)) is not None:
                self._report(of_value, f"{named}: no other entry has such a value; did you mean '{near}'?")
        if min(value.options, default=0) < 0 and value.unit not in BELOW_ZERO:
            self._report(of_value.at("value"), f"{named}.value: {value.text} is less than 0")
        for name in value.source:
            self._check_source(place, entry, name, f"values.{value.name}.source")

    def _check_source(self, place: _Place, entry: Entry, name: str, field: str) -> None:
        if name not in self.sources:
            message = f"{entry.id}: {field}: no file lists a source '{name}' under `sources`"
            self._report(place.at(*field.split(".")), message)

    def _report(self, place: _Place, message: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(DataProblem(place.path, message, *self._place(place)))

    def _place(self, place: _Place) -> tuple[int, int]:
        return self._parsed[place.path].place(place.data)
