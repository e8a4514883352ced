"""What reading a source gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from qbank.importing.draft import Draft
from qbank.importing.place import Place, Remark
from qbank.importing.registry import read_source


@dataclass(frozen=True)
class Outcome:
    drafts: list[Draft]
    remarks: list[Remark]

    @property
    def messages(self) -> list[str]:
        return [str(remark) for remark in self.remarks]


def outcome(read: Callable[[bytes, Place], Iterator[Draft]], data: bytes, source: str) -> Outcome:
    """Read data in a format, as a file of this name."""
    place = Place(source)
    return Outcome(list(read(data, place)), place.remarks)


def outcome_of(path: Path) -> Outcome:
    """Read a file or a folder in the format that it tells."""
    remarks: list[Remark] = []
    return Outcome(read_source(path, remarks), remarks)
