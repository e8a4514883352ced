"""What can be wrong with a lab beyond the shape of its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum

from msgspec import Struct

from qbank.algebra.floating import TooLargeNumberError
from qbank.algebra.parse import ExpressionError
from qbank.algebra.tree import UnwritableError
from qbank.catalog import AbsentValueError
from qbank.formulas.unit_check import UnitError
from qbank.nearest import meant
from qbank.problems import Path, format_path, quote
from qbank.quoting import printable
from qbank.units.parse import UnknownUnitError
from qbank.units.read import QuantityError


class LabProblemKind(StrEnum):
    """The sort of a problem; rules map each sort to a code."""

    NAME = "name"
    EXPRESSION = "expression"
    CYCLE = "cycle"
    UNIT = "unit"
    RANGE = "range"
    PERSONA = "persona"
    UNUSED = "unused"
    NO_VALUE = "no-value"
    FORM = "form"
    ANSWER = "answer"


class LabProblem(Struct, frozen=True):
    """One thing wrong with a lab.

    Attributes:
        path: leads to the value at fault.
        part: which characters of its text, if not all.
        on_key: whether its key is meant.
    """

    kind: LabProblemKind
    path: Path
    message: str
    part: tuple[int, int] | None = None
    on_key: bool = False


class Problems:
    """Problems as they are found, each once, up to a bound."""

    MOST = 100

    def __init__(self) -> None:
        self._found: dict[tuple[Path, str], LabProblem] = {}
        self.hindering = 0
        """How many were met that keep the lab from being used; those of several personas count for each."""

    def add(
        self,
        kind: LabProblemKind,
        path: Path,
        said: str,
        *,
        part: tuple[int, int] | None = None,
        on_key: bool = False,
    ) -> None:
        """Note a problem."""
        self.hindering += kind is not LabProblemKind.UNUSED
        if len(self._found) < self.MOST:
            message = printable(f"{format_path(path)}: {said}")
            self._found.setdefault((path, message), LabProblem(kind, path, message, part, on_key))

    @contextmanager
    def reading(self, path: Path, text: str = "") -> Iterator[None]:
        """Note what is wrong with an expression, a condition, an amount, a unit or a value that is read."""
        try:
            yield
        except ExpressionError as error:
            said = error.message.replace("none of the variables", "no quantity of this lab")
            kind = LabProblemKind.EXPRESSION if said == error.message else LabProblemKind.NAME
            self.add(kind, path, said, part=part_of(text, error) if text else None)
        except (UnitError, UnknownUnitError, QuantityError) as error:
            self.add(LabProblemKind.UNIT, path, str(error))
        except TooLargeNumberError as error:
            self.add(LabProblemKind.RANGE, path, str(error))
        except UnwritableError as error:
            self.add(LabProblemKind.RANGE, path, f"cannot be written as code: {error}")
        except AbsentValueError as error:
            self.add(LabProblemKind.NAME, path, str(error))

    def unknown(
        self, path: Path, name: str, noun: str, known: Iterable[str], *, on_key: bool = False
    ) -> None:
        """Note a name that nothing has, with a near one."""
        self.add(LabProblemKind.NAME, path, unknown(name, noun, known), on_key=on_key)

    @property
    def found(self) -> tuple[LabProblem, ...]:
        """The problems, in the order in which they were found."""
        return tuple(self._found.values())


def part_of(text: str, error: ExpressionError) -> tuple[int, int]:
    """Return the part of an expression that an error is about: the name, or the sign, at its column."""
    start = min(error.column - 1, max(len(text) - 1, 0))
    word = _WORD.match(text, start)
    return start, word.end() if word else start + 1


_WORD = re.compile(r"[A-Za-z0-9_.]+")


def unit_name(name: str) -> str:
    """Return the name of a unit as messages have it."""
    return "pure number" if name in {"", "1"} else name


def unknown(name: str, noun: str, known: Iterable[str]) -> str:
    """Say that a name is unknown, with the nearest known one."""
    return f"{quote(name)} is {noun}{meant(name, known)}"
