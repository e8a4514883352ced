"""Reading the files of a lexicon: those that qbank carries, and those that a bank adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from qbank import bundled_data, resources
from qbank.catalog.reader import read as read_file
from qbank.catalog.reader import read_data
from qbank.errors import InputError
from qbank.facts.lexicon.words import Lexicon, parted
from qbank.quoting import reason
from qbank.units.parse import UnknownUnitError
from qbank.yamlio.read_problems import ReadError

FOLDER: Final = "lexicon"
"""The folder inside of `schema/`."""
MAX_FILES: Final = 200
MAX_PROBLEMS: Final = 100


class LexiconError(InputError):
    """Files of a lexicon that cannot be used; the message says why, a line each."""


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
        LexiconError: files of the bank are wrong; the message names file and line of each problem.
    """
    if root is None:
        return bundled()
    folder = root / "schema" / FOLDER
    try:
        files = bundled_data.added_files(root, FOLDER)
    except OSError as error:
        raise LexiconError(f"{folder}: cannot be read: {reason(error)}") from error
    if len(files) > MAX_FILES:
        raise LexiconError(f"{folder} holds more than {MAX_FILES} files")
    try:
        return _made([*_own_files(), *map(_checked, files)]) if files else bundled()
    except UnknownUnitError as error:
        raise LexiconError(f"{folder}: {error}") from error


def _checked(file: Path) -> Mapping[str, Any]:
    from qbank.model.lexicon import lexicon_problems  # noqa: PLC0415 - brings pydantic, for banks only

    try:
        parsed = read_file(file)
    except ReadError as error:
        raise LexiconError(f"{file}:{error.problem.span.line}: {error.problem.message}") from error
    problems = lexicon_problems(parsed.data or {})
    if problems:
        lines = (f"{file}:{parsed.line(one.path)}: {one.message}" for one in problems[:MAX_PROBLEMS])
        raise LexiconError("\n".join(lines))
    return _usable(parsed.data or {})


@cache
def lexicon_of(root: Path | None) -> Lexicon:
    """Return the lexicon of a bank; the one that qbank carries if the bank's own has mistakes."""
    try:
        return load(root)
    except LexiconError:
        return bundled()
