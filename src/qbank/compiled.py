"""The data that qbank carries, in a form that is read in a fraction of the time that YAML takes.

What was read once from the YAML files is kept in the user's folder as JSON, under a name that is made from
their content: who changes a file is never shown what it said before. Where nothing can be kept, the files are
read each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from qbank.user_folder import user_folder, write_new

_FORMAT: Final = 1
"""Changes whenever a reader makes other data of the same file."""
_KEPT: Final = 4
"""How many of a sort stay, for several versions may be in use; the oldest go."""


def data_of(sort: str, files: Sequence[Path], read: Callable[[Path], Any]) -> Mapping[str, Any]:
    """Return the data of files by their names, as `read` returns it for each of them.

    Args:
        sort: what the files are about, a word.
        files: the files, all of one folder.
        read: returns what JSON can hold.

    Raises:
        Exception: whatever `read` raises.
    """
    place = _place(sort, files)
    known = None if place is None else _load(place)
    if known is not None and known.keys() == {file.name for file in files}:
        return known
    data = {file.name: read(file) for file in files}
    if place is not None:
        _keep(place, sort, data)
    return data


def _place(sort: str, files: Sequence[Path]) -> Path | None:
    digest = blake2b(bytes([_FORMAT]), digest_size=16)
    try:
        for file in files:
            content = file.read_bytes()
            digest.update(f"\n{file.name} {len(content)}\n".encode())
            digest.update(content)
        return user_folder() / f"{sort}-{digest.hexdigest()}.json"
    except OSError:
        return None


def _load(place: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(place.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _keep(place: Path, sort: str, data: Mapping[str, Any]) -> None:
    # Who cannot keep it, on a full disk or without a home, reads the files again.
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_new(place, json.dumps(data, separators=(",", ":")).encode())
        before = sorted(place.parent.glob(f"{sort}-*.json"), key=lambda file: file.stat().st_mtime)
        for file in before[:-_KEPT]:
            file.unlink()
