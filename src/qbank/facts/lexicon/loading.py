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
from qbank.facts.lexicon.checking import effectless, wrong_bounds
from qbank.facts.lexicon.words import Lexicon, parted
from qbank.problems import Path as DataPath
from qbank.yamlio.builder import Parsed
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
    added = {file: parsed for file in files if (parsed := _fitting(file, problems)) is not None}
    if not problems:
        ours = _own_files()
        dead = effectless([parsed.data for parsed in added.values()], ours)
        for (file, parsed), found in zip(added.items(), dead, strict=True):
            problems += _placed(file, parsed, found)
    if problems:
        raise DataError(problems[:MAX_PROBLEMS])
    return _made([*ours, *(_usable(parsed.data) for parsed in added.values())])


def _fitting(file: Path, problems: list[DataProblem]) -> Parsed | None:
    """Return a file of a bank; None if nothing is in it. What is wrong is added to the problems."""
    from qbank.model.lexicon import lexicon_problems  # noqa: PLC0415 - brings pydantic, for banks only

    try:
        parsed = read_file(file)
    except ReadError as error:
        problems.append(DataProblem.unread(file, error.problem))
        return None
    if parsed.data is None:
        return None
    found = [(one.path, one.message) for one in lexicon_problems(parsed.data)]
    problems += _placed(file, parsed, found or wrong_bounds(parsed.data))
    return parsed


def _placed(file: Path, parsed: Parsed, found: Iterable[tuple[DataPath, str]]) -> Iterator[DataProblem]:
    for path, message in found:
        yield DataProblem(file, message, *parsed.place(path))


@cache
def lexicon_of(root: Path | None) -> Lexicon:
    """Return the lexicon of a bank; the one that qbank carries if the bank's own has mistakes."""
    try:
        return load(root)
    except DataError:
        return bundled()
