"""Options that several commands share, or read alike: one of a few words, whole numbers, files and folders.

Each has a parser of its own, so that what is said of a wrong value is the same in all versions of typer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from qbank.cli.completion import Complete
from qbank.cli.errors import CommandError, unknown_word


def choice(words: Iterable[str], *names: str, help: str, metavar: str | None = None) -> Any:  # noqa: A002
    """Return an option that takes one of a few words, as a member of their type if they are a `StrEnum`."""
    shown = metavar or f"<{'|'.join(words)}>"
    return typer.Option(
        *names,
        parser=word_reader(words, names[0]),
        metavar=shown,
        help=help,
        autocompletion=among(words),
    )


def among(words: Iterable[str]) -> Complete:
    """Return what offers the words of a list; several of them stand with commas between."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        before, comma, typed = incomplete.rpartition(",")
        return [(f"{before}{comma}{word}", "") for word in map(str, words) if word.startswith(typed)]

    return complete


def word_reader(words: Iterable[str], name: str) -> Callable[[str], Any]:
    """Return what reads one of a few words; `name` is that of the option or argument."""

    def read(text: str) -> Any:
        if text not in tuple(words):
            raise unknown_word(name, text, words)
        return words(text) if isinstance(words, type) else text

    return read


def number(*names: str, least: int, most: int = 999_999_999, metavar: str, help: str) -> Any:  # noqa: A002
    """Return an option that takes a whole number from `least` to `most`."""

    def read(text: str | int) -> int:
        digits = str(text)
        # Converting very many digits would be work.
        if digits.isascii() and digits.isdecimal() and len(digits) <= 9 and least <= int(digits) <= most:
            return int(digits)
        until = "on" if most > 1_000_000 else f"to {most}"
        raise CommandError(f"{names[0]} takes a whole number from {least} {until}, not {digits!r}")

    return typer.Option(*names, parser=read, metavar=metavar, help=help)


class Part(Struct, frozen=True):
    """One part of several."""

    number: int
    count: int


def part(name: str, *, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that takes one part of several, such as `2/4`."""

    def read(text: str) -> Part:
        match = re.fullmatch(r"([0-9]{1,5})/([0-9]{1,5})", text)
        number, count = (int(match[1]), int(match[2])) if match else (0, 0)
        if 1 <= number <= count <= 10_000:
            return Part(number, count)
        raise CommandError(f"{name} takes a part and how many there are, such as 2/4, not {text!r}")

    return typer.Option(name, parser=read, metavar="I/N", help=help)


def flag(*names: str, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that is given or not."""
    return typer.Option(*names, help=help)


def text(*names: str, metavar: str, help: str, complete: Complete | None = None) -> Any:  # noqa: A002
    """Return an option that takes any text; `complete` says what shells may offer."""
    return typer.Option(*names, metavar=metavar, help=help, autocompletion=complete)


def argument(metavar: str, help: str, complete: Complete | None = None) -> Any:  # noqa: A002
    """Return an argument that takes any text, or several; `complete` says what shells may offer."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, autocompletion=complete)


def word_argument(metavar: str, words: Iterable[str], help: str) -> Any:  # noqa: A002
    """Return an argument that takes one of a few words."""
    return typer.Argument(
        metavar=metavar,
        help=help,
        parser=word_reader(words, metavar),
        autocompletion=among(words),
    )


def path(*names: str, metavar: str, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an option that takes a path, whatever is there."""
    return typer.Option(*names, parser=Path, metavar=metavar, help=help)


def paths(metavar: str, help: str) -> Any:  # noqa: A002 - as the parser calls it
    """Return an argument that takes paths, whatever is there."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, parser=Path)


TableOrJson = Annotated[
    str, choice(("table", "json"), "--format", "-f", help="table: to read; json: as data.")
]
TextOrJson = Annotated[str, choice(("text", "json"), "--format", "-f", help="text: to read; json: as data.")]
Output = Annotated[
    Path | None, path("--output", "-o", metavar="FILE", help="Write to a file, as a whole or not at all.")
]
SettingsFile = Annotated[
    Path | None,
    path(
        "--config", metavar="FILE", help="Settings to use instead of qbank.toml or [tool.qbank] of the bank."
    ),
]
BankFolder = Annotated[
    Path | None,
    path(
        "--bank", metavar="FOLDER", help="The bank, or a folder in it, instead of the one around this folder."
    ),
]
BaselineFile = Annotated[
    Path | None, path("--baseline", metavar="FILE", help="Let pass what this file lists as known.")
]
Targets = Annotated[
    list[Path] | None, paths("PATH", "Files, folders or patterns; without any, the bank around this folder.")
]
StdinFilename = Annotated[
    Path | None,
    path(
        "--stdin-filename",
        metavar="FILE",
        help="With - as path: the name of what comes from standard input; it says where in a bank that lies.",
    ),
]
Jobs = Annotated[
    int | None,
    number("--jobs", "-j", least=1, metavar="N", help="How many processes; all processors by default."),
]
Quiet = Annotated[bool, flag("--quiet", "-q", help="Say nothing on standard error but what went wrong.")]
