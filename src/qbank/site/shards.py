"""Data as scripts: a page that was opened from a disk may load these, and nothing else.

What is put into which file depends on its id alone, so that a change of one question changes few files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec

FUNCTION: Final = "qbankData"
"""What the files call, with their name and what they hold."""


def encoded(data: Any) -> bytes:
    """Return JSON that can end no element that it stands in, whatever its texts hold."""
    return msgspec.json.encode(data).replace(b"<", b"\\u003c").replace(b"\xe2\x80\xa8", b"\\u2028").replace(
        b"\xe2\x80\xa9", b"\\u2029"
    )  # fmt: skip


def script(name: str, data: Any) -> bytes:
    """Return a file of data."""
    return f'{FUNCTION}("{name}",'.encode() + encoded(data) + b");\n"


def count(questions: int, size: int) -> int:
    """Return into how many files to part so many questions, about `size` in each: a power of two."""
    parts = 1
    while parts * size < questions:
        parts *= 2
    return parts


def shard_of(id_: str, parts: int) -> int:
    """Return the file that a question goes into."""
    return int.from_bytes(blake2b(id_.encode("utf-8", "replace"), digest_size=4).digest(), "big") % parts


def file_name(shard: int) -> str:
    """Return what stands for a file in its name."""
    return f"{shard:02x}"


def sharded(kind: str, parts: int, contents: Iterable[tuple[str, Any]]) -> Mapping[str, dict[str, Any]]:
    """Return the contents of files by name, such as `page-0f`."""
    made: dict[str, dict[str, Any]] = {f"{kind}-{file_name(number)}": {} for number in range(parts)}
    for id_, content in contents:
        made[f"{kind}-{file_name(shard_of(id_, parts))}"][id_] = content
    return made
