"""Which files an audit is about."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from qbank.audit.plan import Plan
from qbank.audit.settings import Settings
from qbank.bank.discovery import Discovery, FileKind, TargetError, find_question_files, find_root
from qbank.bank.given_files import from_here
from qbank.quoting import named


class NoBankError(TargetError):
    """There is no bank around the working directory, so that files or folders must be named."""


class Task(Struct, frozen=True):
    """A file to audit, its path as reports show it, and whether it holds a question, a set or a lab.

    With `brief`, what rules about the whole bank want to know of it is all that is asked for.
    """

    path: Path
    shown: str
    kind: FileKind = FileKind.QUESTION
    brief: bool = False


class AuditedFiles(Struct, frozen=True):
    """The files of an audit, in the order of their paths as reports show them.

    `named` says that somebody named them; paths are shown as named then, and from the working directory
    otherwise. `covers_bank` says that no question of the bank is missing, but for other shards.
    """

    tasks: tuple[Task, ...]
    named: bool
    covers_bank: bool
    remarks: tuple[str, ...] = ()
    shards: int = 1

    @property
    def complete(self) -> bool:
        """Whether no question of the bank is missing."""
        return self.covers_bank and self.shards == 1

    def shard(self, number: int, count: int) -> AuditedFiles:
        """Return one of several parts, counted from 1."""
        # Every so many, for neighbours are alike and cost alike.
        return replace(self, tasks=self.tasks[number - 1 :: count], shards=count)

    def shown(self, path: Path) -> str:
        """Return how reports show the path of another file of the bank."""
        if not self.named:
            return from_here(path).as_posix()
        here = Path.cwd()
        return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def find_files(targets: Sequence[Path], plan: Plan) -> AuditedFiles:
    """Find the files in some targets; without targets, those of the bank around the working directory.

    Raises:
        NoBankError: there are no targets, and no bank to take them from.
        TargetError: a target leads to no question files, or the settings leave out all of them.
    """
    named = bool(targets)
    targets = tuple(targets) or (_questions_folder(plan.settings),)
    discovery = find_question_files(targets)
    found = _tasks(discovery, named)
    if not found:
        where = ", ".join(str(target) for target in targets)
        raise TargetError(f"{where}: no question files here; their names end in .yaml or .yml")
    tasks = tuple(task for task in found if not plan.excludes(task.shown))
    if not tasks:
        raise TargetError(f"{counted(len(found))} found, and `exclude` leaves out every one of them")
    # What is excluded is not known to be missing, so a rule about what is missing must not speak.
    is_whole = len(found) == len(tasks) and not discovery.unlisted
    covers_bank = is_whole and _covers_bank(targets, plan.settings.root)
    return AuditedFiles(tasks, named, covers_bank, _left_out(discovery, named))


def counted(files: int) -> str:
    """Write how many files there are."""
    return "1 question file" if files == 1 else f"{files} question files"


def _tasks(discovery: Discovery, named: bool) -> list[Task]:
    kinds = (
        (FileKind.QUESTION, discovery.files),
        (FileKind.SET, discovery.sets),
        (FileKind.LAB, discovery.labs),
    )
    shown = ((kind, _shown(path, named)) for kind, paths in kinds for path in paths)
    tasks = (Task(path, path.as_posix(), kind) for kind, path in shown)
    return sorted(tasks, key=lambda task: task.shown)


def _shown(path: Path, named: bool) -> Path:
    # What was found below a folder that lies below this one is seen from here already.
    below = not path.is_absolute() and path.parts[0] != ".."
    return path if named or below else from_here(path)


def _left_out(discovery: Discovery, named: bool) -> tuple[str, ...]:
    reasons = (
        (discovery.left_out, "left out, for it is a link that leads out of the folder"),
        (discovery.passed_over, "not audited, for names of questions end in .yaml or .yml, in small letters"),
    )
    remarks = []
    for paths, why in reasons:
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        remarks += [f"{_shown(path, named)}{more}: {why}" for path in paths[:1]]
    return tuple(remarks)


def _questions_folder(settings: Settings) -> Path:
    root = settings.root if settings.root is not None else find_root(Path.cwd())
    if root is None:
        raise NoBankError(
            "there is no bank here: no `questions` folder, qbank.toml or [tool.qbank] in this folder "
            "or above; name files or folders"
        )
    folder = root / "questions"
    if not os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises for what may not be looked at
        raise NoBankError(f"{named(folder)}: the bank has no such folder; name files or folders")
    return from_here(folder)


def _covers_bank(targets: Sequence[Path], root: Path | None) -> bool:
    """Whether the targets hold every question of the bank."""
    if root is None:
        return False
    questions = os.path.realpath(root / "questions")
    for target in targets:
        real = os.path.realpath(target)
        if real == questions or questions.startswith(real.rstrip(os.sep) + os.sep):
            return True
    return False
