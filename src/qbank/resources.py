"""Finding the files that qbank carries: JSON Schemas, templates, and the page of the rules.

They lie at the top of the source tree, and inside of the package once it is installed from a wheel.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_INSTALLED: Final = _PACKAGE / "_data"
_SOURCES: Final = _PACKAGE.parents[1]


def schema_folder() -> Path:
    """Return the folder of the JSON Schemas.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    return _folder("schema")


def template_folder() -> Path:
    """Return the folder of the templates.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    return _folder("templates")


def schema_path(name: str) -> Path:
    """Return the path of a file in `schema/`, such as `question.schema.json`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return _file(schema_folder(), name)


def template_path(name: str) -> Path:
    """Return the path of a file in `templates/`, such as `docs/rules.md.j2`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return _file(template_folder(), name)


def rules_page() -> Path | None:
    """Return the page that explains the rules; None if the installation lacks it."""
    for parent in (_INSTALLED, _SOURCES):
        page = parent / "docs" / "rules.md"
        if page.is_file():
            return page
    return None


def _folder(name: str) -> Path:
    for parent in (_INSTALLED, _SOURCES):
        if (parent / name).is_dir():
            return parent / name
    raise FileNotFoundError(f"this installation of qbank lacks its folder '{name}'; install it anew")


def _file(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
        raise FileNotFoundError(f"qbank carries no file '{folder.name}/{name}'")
    return path
