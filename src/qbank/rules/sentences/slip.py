"""A value that does not follow from the others of its sentence, though it is told to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qbank.rules.sentences.values import Value


class Slip(Struct, frozen=True):
    """A value that is not what the others of its sentence make.

    Attributes:
        result: the value.
        others: what it follows from.
        truth: what they make, as a number in its unit.
    """

    result: Value
    others: Sequence[Value]
    truth: float
