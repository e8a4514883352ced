"""The version of the installed package."""

from __future__ import annotations


def version() -> str:
    """Return it, or say that the package runs from its source without being installed."""
    from importlib import metadata  # looking it up costs more than `--help` does

    try:
        return metadata.version("qbank")
    except metadata.PackageNotFoundError:
        return "(not installed)"
