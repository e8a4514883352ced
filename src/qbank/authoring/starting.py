"""Starting a bank: its folders, its settings, an example, and the checks before a commit and in CI."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Final

from qbank import __version__
from qbank.bank.discovery import QUESTIONS_FOLDER, TargetError, find_question_files
from qbank.bank.git import repository
from qbank.bank.transaction import Change
from qbank.errors import InputError
from qbank.resources import schema_path, template_path

SOMEWHERE: Final = "qbank @ git+https://github.com/OWNER/REPOSITORY@COMMIT"
"""Stands in `requirements.txt` where nobody can know where CI gets this qbank from."""

_KINDS: Final = ("question", "set", "lab", "catalog", "formula", "lexicon")
_SCHEMAS: Final = tuple(f"{kind}.schema.json" for kind in _KINDS)
_FILES: Final = {
    "README.md": "README.md",
    "qbank.toml": "qbank.toml",
    "schema/README.md": "schema-README.md",
    "templates/README.md": "templates-README.md",
}
# These count only at the top of a repository.
_AT_TOP: Final = {
    ".github/workflows/questions.yml": "questions.yml",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
}
EDITORS: Final = {
    "vscode": {
        ".vscode/settings.json": "vscode-settings.json",
        ".vscode/extensions.json": "vscode-extensions.json",
    }
}
"""Files for editors, written for whoever asks for them."""
_EXAMPLE: Final = {"questions/cloud/memory/cloud-0001.yaml": "example.yaml"}


class StartError(InputError):
    """A bank that cannot be started here; the message says why."""


@dataclass(frozen=True, slots=True)
class Start:
    """The files of a new bank: those to write, those that are there already and stay, and what to know."""

    changes: tuple[Change, ...]
    kept: tuple[Path, ...]
    remarks: tuple[str, ...]


def plan_start(folder: Path, requirement: str | None = None, editors: Collection[str] = ()) -> Start:
    """Work out what makes a folder a bank, and write nothing. What is there already stays.

    `requirement` is what pip is to install in CI, by default where this qbank came from; `editors` are those
    whose files are wanted as well, of `EDITORS`.

    Raises:
        StartError: the folder is no folder, or lies inside of the questions of a bank.
    """
    if folder.exists() and not folder.is_dir():
        raise StartError(f"{folder}: is no folder")
    if QUESTIONS_FOLDER in folder.absolute().parts:
        raise StartError(f"{folder}: lies in the questions of a bank; start another one elsewhere")
    origin = installed_from() if requirement is None else requirement
    wanted = _made_of(_FILES)
    wanted |= {f"schema/{name}": schema_path(name).read_bytes() for name in _SCHEMAS}
    if not _has_questions(folder):
        wanted |= _made_of(_EXAMPLE)
    for editor in editors:
        wanted |= _made_of(EDITORS[editor])
    remarks = []
    git = repository(_existing(folder))
    if git is not None and os.path.realpath(folder) != os.path.realpath(git.top):
        remarks.append(
            f"{', '.join(_AT_TOP)} and requirements.txt count only at the top of the repository: left out"
        )
    else:
        wanted |= _made_of(_AT_TOP)
        wanted["requirements.txt"] = f"{origin or SOMEWHERE}\n".encode()
        if origin is None and not (folder / "requirements.txt").exists():
            remarks.append(
                "requirements.txt: write down where CI gets qbank from, in place of OWNER/REPOSITORY@COMMIT"
            )
    there = {name for name in wanted if os.path.lexists(folder / name)}
    return Start(
        changes=tuple(
            Change(folder / name, None, text) for name, text in wanted.items() if name not in there
        ),
        kept=tuple(folder / name for name in wanted if name in there),
        remarks=tuple(remarks),
    )


def installed_from() -> str | None:
    """Return what makes pip install this qbank elsewhere; None if it came from a place on this machine."""
    try:
        origin = Distribution.from_name("qbank").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    if origin is None:
        return f"qbank=={__version__}"
    try:
        written = json.loads(origin)
        url, version = written["url"], written["vcs_info"]
        return f"qbank @ {version['vcs']}+{url}@{version['commit_id']}"
    except (ValueError, KeyError, TypeError):
        return None


def _made_of(templates: Mapping[str, str]) -> dict[str, bytes]:
    """Return files of a bank, by their names, that are what their templates are."""
    return {name: template_path(f"bank/{template}").read_bytes() for name, template in templates.items()}


def _has_questions(folder: Path) -> bool:
    try:
        return bool(find_question_files([folder / QUESTIONS_FOLDER]).files)
    except TargetError:
        return False


def _existing(folder: Path) -> Path:
    """Return the nearest folder at or above one that exists."""
    absolute = folder.absolute()
    return next(path for path in (absolute, *absolute.parents) if path.is_dir())
