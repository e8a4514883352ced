"""Where in a source something stands, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path, PurePath

from qbank.errors import InputError
from qbank.quoting import printable


class SourceError(InputError):
    """A source that cannot be read at all; the message says where, why and what to do.

    `remark` says the same of a file within a package, the rest of which is read.
    """

    def __init__(self, message: str, remark: Remark | None = None) -> None:
        super().__init__(message)
        self.remark = remark


class Content(StrEnum):
    """What of a source was not taken, for counts of it."""

    QUESTION = "question"
    KEY = "key"
    OPTION = "option"
    PICTURE = "picture"
    FILE = "file"
    OTHER = "other"


def some_of(names: Sequence[str]) -> str:
    """Return the first of some names, for a remark about all of them."""
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that whoever imports has to know; with `lost`, content of the source that was not taken."""

    place: Place
    message: str
    lost: bool = True
    content: Content = Content.OTHER

    def __str__(self) -> str:
        return f"{self.place}: {printable(self.message)}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a source something stands: a file, or one within another as `quiz.zip!a/b.xml`.

    The places of an import share `remarks`, so that what is not taken can be told where it is met.
    """

    source: str
    line: int | None = None
    remarks: list[Remark] = field(default_factory=list, compare=False, repr=False)

    def __str__(self) -> str:
        name = printable(self.source)
        return name if self.line is None else f"{name}:{self.line}"

    @property
    def file(self) -> str:
        """The name of the file, be it what holds the file of this place."""
        return PurePath(self.source.partition("!")[0].partition("#")[0]).name

    def at(self, line: int) -> Place:
        """Return another line of the same file."""
        return replace(self, line=line)

    def elsewhere(self, source: str | Path) -> Place:
        """Return another file."""
        return Place(str(source), None, self.remarks)

    def item(self, number: object) -> Place:
        """Return something in the same file that has a number rather than a line."""
        return self.elsewhere(f"{self.source}#{number}")

    def lose(self, message: str, content: Content = Content.OTHER) -> None:
        """Say that something that stands here was not taken."""
        self.remarks.append(Remark(self, message, content=content))

    def note(self, message: str) -> None:
        """Say how something that stands here was taken, where that is not plain."""
        self.remarks.append(Remark(self, message, lost=False))

    def error(self, message: str) -> SourceError:
        """Return what says that the source cannot be read, and why."""
        return SourceError(f"{self}: {message}", Remark(self, message, content=Content.FILE))

    def lose_file(self, error: SourceError) -> None:
        """Say that a file of a package, which this is, cannot be read; the others are."""
        self.remarks.append(error.remark or Remark(self, str(error), content=Content.FILE))
