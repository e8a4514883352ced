"""What a source is read into: questions as far as it has them, and remarks about the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qbank.errors import InputError
from qbank.quoting import printable


class SourceError(InputError):
    """A source that cannot be read at all; the message says where, why and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a source something stands: a file, or one within another as `quiz.zip!a/b.xml`."""

    source: str
    line: int | None = None

    def __str__(self) -> str:
        name = printable(self.source)
        return name if self.line is None else f"{name}:{self.line}"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that whoever imports has to know; with `lost`, content of the source that was not taken."""

    place: Place
    message: str
    lost: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {printable(self.message)}"


@dataclass(slots=True)
class Draft:
    """A question as far as its source has it.

    Attributes:
        place: where it stands in the source.
        fields: the fields of a question file; those that the source does not say are missing.
        id: what the source calls it, if that is an id; whether it is free is decided later.
        drawing: the SVG file that `fields["visual"]` is about.
        original: the text of its file, where the source is a bank; `fields` are what it says.
    """

    place: Place
    fields: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    drawing: bytes = b""
    original: str = ""

    @property
    def details(self) -> dict[str, Any]:
        """The answer, and what surrounds it."""
        details: dict[str, Any] = self.fields.setdefault("details", {})
        return details


@dataclass(slots=True)
class ImportResult:
    """What was taken from a source, in its order, and what there is to say about it."""

    drafts: list[Draft] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def lose(self, place: Place, message: str) -> None:
        """Say that something of the source was not taken."""
        self.remarks.append(Remark(place, message))

    def note(self, place: Place, message: str) -> None:
        """Say how something was taken, where that is not plain."""
        self.remarks.append(Remark(place, message, lost=False))
