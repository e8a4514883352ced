"""Zip files that depend on nothing but their contents: no clock, no machine, no order of a dictionary."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Final

_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can name."""

_UNIX: Final = 3
_PLAIN_FILE: Final = 0o100644 << 16


def zipped(files: Mapping[str, bytes], *, first: Sequence[str] = ()) -> bytes:
    """Pack files, sorted by path.

    Args:
        files: contents by path.
        first: paths that are to come before all others, for readers that look at the beginning.
    """
    buffer = io.BytesIO()
    order = [*first, *sorted(set(files) - set(first))]
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in order:
            entry = zipfile.ZipInfo(path, _EARLIEST)
            entry.create_system = _UNIX
            entry.external_attr = _PLAIN_FILE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[path])
    return buffer.getvalue()
