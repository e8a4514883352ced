"""Looking into zip files of strangers: by name, in memory, and never more than a bound."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Final

from qbank.importing.place import Place

MOST_FILES: Final = 5_000
LARGEST_FILE: Final = 64 * 2**20
LARGEST_WHOLE: Final = 256 * 2**20


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

    @property
    def unread(self) -> tuple[str, ...]:
        """The files that nothing has read."""
        return tuple(name for name in self.names if name not in self._read and not name.endswith("/"))

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
        except (
            zipfile.BadZipFile,
            zlib.error,
            RuntimeError,
            NotImplementedError,
            EOFError,
            OSError,
        ) as error:
            raise self.place(name).error(f"cannot be unpacked: {error}") from None
        if len(data) > bound:
            raise self.place(name).error(f"unpacks to more than {bound // 2**20} MiB")
        self._left -= len(data)
        self._read.add(name)
        return data
