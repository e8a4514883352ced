"""What keeps a question from being shown or graded."""

from __future__ import annotations

from msgspec import Struct

from qbank.problems import Path


class Fault(Struct, frozen=True):
    """What is wrong with a question or a variant of it.

    Attributes:
        path: the field.
        message: a sentence about it, without the field.
        grave: whether the variant cannot be used.
        seed: the variant, where many were tried.
    """

    path: Path
    message: str
    grave: bool = True
    seed: str = ""
