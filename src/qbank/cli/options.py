"""Options that several commands share, or read alike: one of a few words, and a whole number."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from qbank.cli.errors import CommandError

Word = TypeVar("Word", bound=StrEnum)

Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file, as a whole or not at all.", readable=False
    ),
]
SettingsFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Settings to use instead of qbank.toml or [tool.qbank] of the bank.",
        readable=False,
    ),
]
BankFolder = Annotated[
    Path | None,
    typer.Option(
        "--bank",
        metavar="FOLDER",
        help="The bank, or a folder in it, instead of the one around this folder.",
        readable=False,
    ),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Say nothing on standard error but what went wrong.")
]


class FailOn(StrEnum):
    """From which severity on findings fail the audit."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def choice(words: type[Word], *names: str, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that takes one of a few words; any other gets the nearest right one.

    The parser's own message on a wrong word is another one in each of its versions.
    """
    return typer.Option(*names, parser=_reader(words, names[0]), metavar=f"<{'|'.join(words)}>", help=help)


def number(*names: str, least: int, metavar: str, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that takes a whole number of at least `least`."""

    def read(given: str) -> int:
        # Of more digits nothing could be that many, and converting them would be work.
        if given.isascii() and given.isdecimal() and len(given) <= 9 and int(given) >= least:
            return int(given)
        raise CommandError(f"{names[0]} takes a whole number from {least} on, not {given!r}")

    return typer.Option(*names, parser=read, metavar=metavar, help=help)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of several."""

    number: int
    count: int


def part(name: str, *, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that takes one part of several, such as `2/4`."""

    def read(given: str) -> Part:
        found = re.fullmatch(r"([0-9]{1,5})/([0-9]{1,5})", given)
        number, count = (int(found[1]), int(found[2])) if found else (0, 0)
        if 1 <= number <= count <= 10_000:
            return Part(number, count)
        raise CommandError(f"{name} takes a part and how many there are, such as 2/4, not {given!r}")

    return typer.Option(name, parser=read, metavar="I/N", help=help)


def _reader(words: type[Word], name: str) -> Callable[[str], Word]:
    def read(given: str) -> Word:
        try:
            return words(given)
        except ValueError:
            from qbank.nearest import nearest

            near = nearest(given, list(words))
            *most, last = words
            hint = f"; did you mean '{near}'?" if near else ""
            raise CommandError(f"{name} takes {', '.join(most)} or {last}, not {given!r}{hint}") from None

    return read
