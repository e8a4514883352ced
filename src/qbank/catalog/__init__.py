"""The hardware catalog: devices, links, memories, radios, storage, batteries, prices and models.

Data with a source, a confidence and the known conflicts for every value, found by id, by alias or by the bare
name that people use. An absent value is an error, never a guess. Knows units and the model of an entry; knows
nothing of questions, texts and rules.
"""

from __future__ import annotations

from qbank.catalog.entry import AbsentValueError, Direction, Entry, Peak, Source, Value
from qbank.catalog.loading import bundled, load
from qbank.catalog.lookup import (
    AmbiguousNameError,
    Catalog,
    Found,
    Match,
    NameLookupError,
    UnknownNameError,
)

__all__ = [
    "AbsentValueError",
    "AmbiguousNameError",
    "Catalog",
    "Direction",
    "Entry",
    "Found",
    "Match",
    "NameLookupError",
    "Peak",
    "Source",
    "UnknownNameError",
    "Value",
    "bundled",
    "load",
]
