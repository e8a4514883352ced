"""What programs and people call the things of questions: words as data, in `schema/source-words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from qbank.resources import schema_path
from qbank.yamlio.reader import read_file


def listed(table: str) -> frozenset[str]:
    """Return the words of a table that lists them."""
    return frozenset(_tables()[table])


def meanings(table: str) -> dict[str, str]:
    """Return the words of a table that has them by what they mean, each with its meaning."""
    return {word: meaning for meaning, words in _tables()[table].items() for word in words}


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    return read_file(schema_path("source-words.yaml")).data
