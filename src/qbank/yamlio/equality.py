"""Comparing the data of documents."""

from __future__ import annotations

import math
from typing import Any


def same(first: Any, second: Any, *, ordered: bool = True) -> bool:
    """Whether two values are equal, 1 told from 1.0 and from True, and NaN taken for NaN.

    `ordered` says whether the order of fields counts.
    """
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        alike = list(first) == list(second) if ordered else first.keys() == second.keys()
        return alike and all(same(first[name], second[name], ordered=ordered) for name in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(
            same(left, right, ordered=ordered) for left, right in zip(first, second, strict=True)
        )
    if isinstance(first, float) and math.isnan(first):
        return math.isnan(second)
    return bool(first == second)
