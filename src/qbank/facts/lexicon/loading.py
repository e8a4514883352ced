"""Reading the files of a lexicon: those that qbank carries, and those that a bank adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from qbank import bundled_data, resources
from qbank.bundled_data import MAX_PROBLEMS, DataError, DataProblem
from qbank.catalog.reader import read as read_file
from qbank.catalog.reader import read_data
from qbank.catalog.units import unit_of
from qbank.facts.lexicon.words import Lexicon, parted
from qbank.problems import Path as DataPath
from qbank.problems import format_path
from qbank.units.parse import UnknownUnitError
from qbank.yamlio.read_problems import ReadError

FOLDER: Final = "lexicon"
"""The folder inside of `schema/`."""


@cache
def bundled() -> Lexicon:
    """Return the lexicon that qbank carries; read once in a process."""
    return _made(_own_files())


def _own_files() -> list[Mapping[str, Any]]:
    folder = resources.schema_folder() / FOLDER
    return list(bundled_data.load(FOLDER, bundled_data.yaml_files(folder), _read_sound).values())


def _read_sound(file: Path) -> Mapping[str, Any]:
    return _usable(read_data(file))


def _usable(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**data, "entries": list(map(parted, data.get("entries") or ()))}


def _made(files: Iterable[Mapping[str, Any]]) -> Lexicon:
    parts = [(data.get("entries") or (), data.get("magnitudes") or ()) for data in files]
    return Lexicon(
        [entry for entries, _ in parts for entry in entries],
        [raw for _, magnitudes in parts for raw in magnitudes],
    )


def load(root: Path | None = None) -> Lexicon:
    """Return the lexicon of a bank: what qbank carries, and what `schema/lexicon/` at its root adds.

    Raises:
        DataError: files of the bank are wrong; its message names file, line and column of each problem.
    """
    files = bundled_data.added_files(root, FOLDER)
    if not files:
        return bundled()
    problems: list[DataProblem] = []
    added = [_checked(file, problems) for file in files]
    if problems:
        raise DataError(problems[:MAX_PROBLEMS])
    return _made([*_own_files(), *added])


def _checked(file: Path, problems: list[DataProblem]) -> Mapping[str, Any]:
    """Return what a file of a bank says; what is wrong with it is added to the problems."""
    from qbank.model.lexicon import lexicon_problems  # noqa: PLC0415 - brings pydantic, for banks only

    try:
        parsed = read_file(file)
    except ReadError as error:
        problems.append(DataProblem.unread(file, error.problem))
        return {}
    data = {} if parsed.data is None else parsed.data
    found = [(one.path, one.message) for one in lexicon_problems(data)] or list(_unknown_units(data))
    problems += (DataProblem(file, message, *parsed.place(path)) for path, message in found)
    return {} if found else _usable(data)


def _unknown_units(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    for number, raw in enumerate(data.get("magnitudes") or ()):
        try:
            unit_of(raw["unit"])
        except UnknownUnitError as error:
            path: DataPath = ("magnitudes", number, "unit")
            yield path, f"{format_path(path)}: {error}"


@cache
def lexicon_of(root: Path | None) -> Lexicon:
    """Return the lexicon of a bank; the one that qbank carries if the bank's own has mistakes."""
    try:
        return load(root)
    except DataError:
        return bundled()
