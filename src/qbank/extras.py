"""What may be installed beside qbank, and the words about what is missing of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Extra(NamedTuple):
    """Packages by the names that they are installed by, and what they are for."""

    packages: tuple[str, ...]
    purpose: str


EXTRAS: Final[Mapping[str, Extra]] = {
    "lsp": Extra(("pygls",), "an editor"),
    "pdf": Extra(("typst",), "papers as PDF and LaTeX"),
    "docx": Extra(("pypandoc-binary", "typst"), "papers for Word and LibreOffice"),
    "anki": Extra(("zstandard",), "importing newer packages of Anki"),
    "duplicates": Extra(("datasketch", "rapidfuzz"), "questions that are nearly the same"),
}
"""As `pyproject.toml` has them."""


def version_of(package: str) -> str | None:
    """Return the version of a package, None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - for messages alone

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def needs(error: ModuleNotFoundError, extra: str) -> str:
    """Say which package is missing, by the name that it is installed by, and how to install it."""
    known = EXTRAS[extra].packages if extra in EXTRAS else ()
    missing = [package for package in known if version_of(package) is None]
    name = missing[0] if missing else error.name
    return f"needs the package '{name}'; install it with `pip install 'qbank[{extra}]'`"
