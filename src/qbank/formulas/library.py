"""The library: the formulas that qbank carries, and those that a bank adds in its own `schema/formulas/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from qbank import bundled_data, resources
from qbank.bundled_data import added_files, unreadable
from qbank.errors import InputError
from qbank.formulas.formula import FOLDER, Formula, exact
from qbank.grouping import grouped
from qbank.nearest import meant
from qbank.problems import quote


class UnknownFormulaError(InputError, LookupError):
    """An id that no formula has; the message names a near one."""


class Library:
    """Formulas by id, in the order in which they are listed. It is never changed."""

    def __init__(self, formulas: Iterable[Formula]) -> None:
        self._formulas: Final = MappingProxyType({formula.id: formula for formula in formulas})

    def __iter__(self) -> Iterator[Formula]:
        return iter(self._formulas.values())

    def __len__(self) -> int:
        return len(self._formulas)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self._formulas

    def find(self, identifier: str) -> Formula:
        """Return the formula of an id; `-` may stand for `_`.

        Raises:
            UnknownFormulaError: there is none.
        """
        found = self._formulas.get(identifier) or self._formulas.get(identifier.replace("-", "_").lower())
        if found is not None:
            return found
        hint = meant(identifier, self._formulas) or "; `qbank formula list` lists them"
        raise UnknownFormulaError(f"{quote(identifier)} is no formula{hint}")

    @property
    def areas(self) -> Mapping[str, tuple[Formula, ...]]:
        """The formulas by area."""
        found = grouped((formula.area, formula) for formula in self)
        return {area: tuple(formulas) for area, formulas in found.items()}


@cache
def bundled() -> Library:
    """Return the formulas that qbank carries; they are read once in a process.

    Raises:
        FileNotFoundError: the installation lacks them.
        DataError: they cannot be read.
    """
    folder = resources.schema_folder() / FOLDER
    try:
        files = bundled_data.yaml_files(folder)
        formulas = bundled_data.load(FOLDER, files, _read, list[Formula], lambda _, text: exact(text))
    except OSError as error:
        raise unreadable(folder, error) from error
    return Library(chain.from_iterable(formulas.values()))


def load(root: Path | None = None) -> Library:
    """Return the formulas of a bank: those of qbank, and what `schema/formulas/` at its root adds.

    Raises:
        DataError: files of the bank are wrong; the message names file, line and column of each problem.
    """
    files = added_files(root, FOLDER)
    if not files:
        return bundled()
    from qbank.formulas.reading import with_more  # noqa: PLC0415 - few banks add some

    return Library(with_more(bundled(), files))


def _read(path: Path) -> Any:
    from qbank.formulas.reading import read_sound  # noqa: PLC0415 - what is installed has been read

    return read_sound(path)
