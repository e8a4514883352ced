"""Drawing by a seed: the same seed gives the same draw, whatever the order of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")

_SEPARATOR: Final = "\0"


def seeded_number(*parts: object) -> int:
    """Return a number of 128 bits that depends on nothing but the parts."""
    text = _SEPARATOR.join(map(str, parts))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest(), "big")


def seeded_index(count: int, *parts: object) -> int:
    """Return a number from 0 to `count` - 1."""
    return seeded_number(*parts) % count


def shuffled(items: Iterable[T], *parts: object, names: Sequence[str] | None = None) -> list[T]:
    """Return items in an order of their names; without `names`, each is its own.

    An item that is added or taken away leaves the others in their order.
    """
    listed = list(items)
    keys = list(map(str, listed)) if names is None else list(names)
    order = sorted(
        range(len(listed)), key=lambda index: (seeded_number(*parts, keys[index]), keys[index], index)
    )
    return [listed[index] for index in order]
