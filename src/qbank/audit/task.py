"""A file to audit, and what it is known by."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from qbank.bank.discovery import FileKind


@dataclass(frozen=True, slots=True)
class Task:
    """A file to audit, its path as reports show it, and whether it holds a question, a set or a lab.

    With `brief`, what rules about the whole bank want to know of it is all that is asked for.
    """

    path: Path
    shown: str
    kind: FileKind = FileKind.QUESTION
    brief: bool = False


def file_key(place: str, content: bytes) -> bytes:
    """Return what a file is known by: its place in the bank, and its content; 32 ASCII characters."""
    digest = sha256(os.fsencode(place))
    digest.update(b"\0")
    digest.update(content)
    return digest.hexdigest()[:32].encode()
