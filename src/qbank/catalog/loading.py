"""Loading the catalog: what qbank carries, and what a bank adds to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from qbank import bundled_data, resources
from qbank.bundled_data import added_files
from qbank.catalog.entry import Entry, Source
from qbank.catalog.lookup import Catalog
from qbank.catalog.reader import read_sound

FOLDER: Final = "catalog"
"""The folder inside of `schema/`."""


@cache
def bundled() -> Catalog:
    """Return the catalog that qbank carries; it is read once in a process.

    Raises:
        FileNotFoundError: the installation lacks it.
        DataError: its files cannot be read.
    """
    # Tests check these files; checking them again would cost every start more than reading them.
    folder = resources.schema_folder() / FOLDER
    entries: list[Entry] = []
    sources: list[Source] = []
    for file in bundled_data.load(FOLDER, bundled_data.yaml_files(folder), read_sound, _File).values():
        sources += file.sources
        entries += file.entries
    return Catalog(entries, sources)


def load(root: Path | None = None) -> Catalog:
    """Return the catalog of a bank: what qbank carries, and what `schema/catalog/` at its root adds.

    Raises:
        DataError: files of the bank are wrong; its message names file and line of each problem.
    """
    files = added_files(root, FOLDER)
    if not files:
        return bundled()
    from qbank.catalog.checking import with_more  # noqa: PLC0415 - brings pydantic, for banks only

    return with_more(bundled(), files)


class _File(Struct):
    """What a file holds."""

    sources: list[Source]
    entries: list[Entry]
