"""Which of the targets that someone names are labs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from qbank.bank.discovery import (
    QUESTIONS_FOLDER,
    FileKind,
    find_question_files,
    find_root,
    kind_of,
    named_identity,
)
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file


def looks_like_lab(data: Mapping[str, Any]) -> bool:
    """Whether data is meant as a lab, and not as a question or a set."""
    return data.get("kind") == "lab" and "quantities" in data


def find_labs(targets: Sequence[str], bank: Path | None = None) -> tuple[list[Path], list[str]]:
    """Return the lab files among targets, and the other targets.

    A target is a lab if it is a lab file, a folder that holds labs alone, or the id of a lab of the bank that
    `bank` lies in, or the working directory.

    Raises:
        TargetError: a folder or a pattern cannot be searched, or a link leads out of the bank.
    """
    labs: dict[Path, None] = {}
    others = []
    for target in targets:
        found = _labs_of(target, bank or Path.cwd())
        labs.update(dict.fromkeys(found))
        if not found:
            others.append(target)
    return list(labs), others


def _labs_of(target: str, bank: Path) -> tuple[Path, ...]:
    path = Path(target)
    if path.is_file():
        named_identity(target)
        return (path,) if _is_lab(path) else ()
    if path.exists() or any(sign in target for sign in "*?["):
        found = find_question_files([path])
        return () if found.files or found.sets else found.labs
    root = find_root(bank) if path.name == target else None
    if root is None:
        return ()
    of_id = root / QUESTIONS_FOLDER / FileKind.LAB.value / f"{target}.yaml"
    if not of_id.is_file():
        return ()
    named_identity(str(of_id))
    return (of_id,)


def _is_lab(path: Path) -> bool:
    if kind_of(str(path.parent)) is FileKind.LAB:
        return True
    try:
        return looks_like_lab(read_file(path).data)
    except ReadError:
        return False  # whoever reads it for what it is meant to be says what is wrong
