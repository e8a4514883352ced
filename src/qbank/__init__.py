"""qbank: a question bank for ML-systems questions that recomputes their napkin math.

The library's front door. Names are loaded when they are first used: importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qbank.napkin.verifier import verify

__version__ = "0.1.0"
__all__ = ["__version__", "verify"]


def __getattr__(name: str) -> Any:
    if name == "verify":
        from qbank.napkin.verifier import verify  # noqa: PLC0415

        return verify
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
