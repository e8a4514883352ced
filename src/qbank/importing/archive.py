"""Looking into zip files of strangers: by name, in memory, and never more than a bound."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final
from urllib.parse import unquote

from qbank.importing.markup.element import Element
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.pictures import Load
from qbank.importing.place import Content, Place, SourceError

MOST_FILES: Final = 5_000
LARGEST_FILE: Final = 64 * 2**20
LARGEST_WHOLE: Final = 256 * 2**20
_MANIFEST: Final = "imsmanifest.xml"
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError)
"""What reading a file of a package raises that is damaged or locked."""


class Archive:
    """A zip file. What it says of sizes is not believed: reading stops at the bound."""

    def __init__(self, data: bytes, place: Place) -> None:
        self._place = place
        self._left = LARGEST_WHOLE
        self._read: set[str] = set()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self.names = tuple(self._zip.namelist())
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise place.error(f"not a zip file that can be read: {error}") from None
        if len(self.names) > MOST_FILES:
            raise place.error(f"holds {len(self.names):,} files; {MOST_FILES:,} are read")

    def place(self, name: str) -> Place:
        """Return the place of a file within."""
        return self._place.elsewhere(f"{self._place.source}!{name}")

    def tell_unread(self, counts: Callable[[str], bool]) -> None:
        """Tell of the files that nothing has read and that count, and of packages within."""
        for name in self.names:
            if name in self._read or name.endswith(("/", _MANIFEST)):
                continue
            if name.lower().endswith((".zip", ".imscc")):
                self.place(name).lose("a package within the package; unpack it and import it", Content.FILE)
            elif counts(name):
                self.place(name).lose("the file, which no question shows", Content.FILE)

    def documents(self, left_out: Container[str] = ()) -> Iterator[tuple[str, Place, Element]]:
        """Yield the XML files but the manifest, with name and place; those that cannot be read are told."""
        for name in self.names:
            if not name.lower().endswith((".xml", ".qti")) or name.endswith(_MANIFEST) or name in left_out:
                continue
            place, content = self.place(name), self.read(name)
            try:
                root = read_xml(content, place)
            except SourceError as error:
                place.lose_file(error)
            else:
                yield name, place, root

    def part(self, name: str) -> Element:
        """Return a file as XML; an empty element where it is not there."""
        return read_xml(self.read(name), self.place(name)) if name in self.names else Element("")

    def find(self, *names: str) -> bytes | None:
        """Read the first of some files that is there, the last of which may lie in any folder."""
        ends = (name for name in self.names if name.endswith(f"/{names[-1]}"))
        return next((self.read(name) for name in (*names, *ends) if name in self.names), None)

    def pictures(self, names_of: Callable[[str], Sequence[str]]) -> Load:
        """Return what finds the files of pictures, by the names that an address stands for."""
        return lambda picture: self.find(*names_of(unquote(picture.source).partition("?")[0]))

    def read(self, name: str) -> bytes:
        """Read a file.

        Raises:
            SourceError: it is not there, damaged, locked, or larger than the bound.
        """
        bound = min(LARGEST_FILE, self._left)
        try:
            with self._zip.open(name) as file:
                data = file.read(bound + 1)
        except KeyError:
            raise self.place(name).error("is not in the package") from None
        except _DAMAGED as error:
            raise self.place(name).error(f"cannot be unpacked: {error}") from None
        if len(data) > bound:
            raise self.place(name).error(f"unpacks to more than {bound // 2**20} MiB")
        self._left -= len(data)
        self._read.add(name)
        return data
