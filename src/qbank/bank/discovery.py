"""Finding the question files a user means, and the root of the bank they belong to."""

# ruff: noqa: PTH100, PTH110, PTH112, PTH113, PTH114, PTH116, PTH118, PTH119, PTH207, PTH208
# os.path works on strings: ten thousand Path objects would cost more than the search itself.

from __future__ import annotations

import difflib
import errno
import glob
import os
import stat
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from qbank.errors import InputError
from qbank.quoting import printable, reason

SUFFIXES = (".yaml", ".yml")
QUESTIONS_FOLDER = "questions"
SETTINGS_FILE = "qbank.toml"
CHAIN_REGISTRIES = ("chains.yaml", "chains.yml", "chains.json")
"""Names of the file that holds the chains of a bank, at its root or in `questions`."""


class FileKind(StrEnum):
    """What the files of a bank hold: questions, but for two folders in `questions`."""

    QUESTION = "questions"
    SET = "sets"
    LAB = "labs"


OTHER_FOLDERS = frozenset({FileKind.SET.value, FileKind.LAB.value})
"""The folders in `questions` that hold no questions."""


class TargetError(InputError):
    """A target that does not lead to question files; the message says why and what to do."""


class Discovery(Struct, frozen=True):
    """What a search found, each part sorted, and no file twice, however many targets and links lead to it.

    `sets` are the files under `questions/sets/` and `labs` those under `questions/labs/`, which are no
    questions. `left_out` are links that lead out of the folder searched: following them would let a bank read
    any file of the machine. `unlisted` are folders that cannot be listed; they are among the files too.
    `passed_over` are files whose names end nearly as those of questions do, as in `.YAML`.
    """

    files: tuple[Path, ...]
    sets: tuple[Path, ...]
    labs: tuple[Path, ...]
    left_out: tuple[Path, ...]
    unlisted: tuple[Path, ...] = ()
    passed_over: tuple[Path, ...] = ()


def find_question_files(targets: Sequence[Path]) -> Discovery:
    """All question files in the targets: files, folders, or patterns such as `questions/*/a*.yaml`.

    A chain registry in `questions` is none.

    Folders are searched recursively for `.yaml` and `.yml`. Hidden files and folders in them are left out,
    and so is a folder that was searched before, which ends symlink loops. A folder in them that cannot be
    listed stands for its files: reading it says why. Raises TargetError if a target does not exist, is no
    YAML file, matches nothing, cannot be listed, or is a link that leads out of its bank.
    """
    search = _Search()
    for target in targets:
        try:
            search.add_target(target)
        except OSError as error:
            name = printable(error.filename or target)
            raise TargetError(f"{name}: cannot be read: {reason(error)}") from error
        except ValueError as error:
            # Each Python has words of its own for it.
            why = "it has a null character" if "\0" in os.fspath(target) else error
            raise TargetError(f"{printable(target)}: cannot be a path: {why}") from error
    return search.result()


def find_root(start: Path) -> Path | None:
    """The root of the bank that `start` lies in, or None.

    That is the nearest folder at or above it which holds `qbank.toml`, a `pyproject.toml` with
    `[tool.qbank]`, or a `questions` folder.
    """
    start = Path(os.path.abspath(start))
    return next(filter(_is_root, (start, *start.parents)), None)


def _is_root(folder: Path) -> bool:
    # A folder that may not be entered is no root of ours; Path.is_file would raise for it.
    return (
        os.path.isfile(folder / SETTINGS_FILE)
        or os.path.isdir(folder / QUESTIONS_FOLDER)
        or _has_settings(folder / "pyproject.toml")
    )


def find_registries(root: Path) -> list[Path]:
    """Return the chain registries of the bank at `root`."""
    places = (root / folder / name for folder in ("", QUESTIONS_FOLDER) for name in CHAIN_REGISTRIES)
    return [place for place in places if os.path.isfile(place)]


def _has_settings(pyproject: Path) -> bool:
    try:
        content = pyproject.read_bytes()
    except OSError:
        return False
    if b"qbank" not in content:
        return False
    import tomllib  # noqa: PLC0415 - few folders have such a file

    try:
        tool = tomllib.loads(content.decode("utf-8-sig")).get("tool")
        return isinstance(tool, dict) and "qbank" in tool
    except (ValueError, RecursionError):
        # A broken file that names the table is still meant; who reads the settings says what is broken.
        return b"[tool.qbank" in content


class _Search:
    """One search. Files and folders are known by their real paths, so that each is found once."""

    def __init__(self) -> None:
        self._direct: dict[str, str] = {}
        self._linked: dict[str, str] = {}
        self._searched: set[str] = set()
        self._left_out: set[str] = set()
        self._unlisted: set[str] = set()
        self._passed_over: set[str] = set()

    def add_target(self, target: Path) -> None:
        mode = _mode(target)
        if mode is not None and stat.S_ISDIR(mode):
            self._add_folder(str(target))
        elif mode is not None or os.path.islink(target):
            if not target.name.endswith(SUFFIXES):
                what = "not a question file; their names end in .yaml or .yml"
                raise TargetError(
                    f"{printable(target)}: {'a link that leads nowhere' if mode is None else what}"
                )
            self._add_named(str(target))
        elif glob.has_magic(str(target)):
            self._add_pattern(str(target))
        else:
            raise TargetError(_missing(target))

    def result(self) -> Discovery:
        # A path without links wins over a link to the same file, whichever was met first.
        paths = {**self._linked, **self._direct}
        files: dict[FileKind, list[str]] = {kind: [] for kind in FileKind}
        kinds: dict[str, FileKind] = {}
        for path in sorted(paths.values()):
            folder, _, name = path.rpartition(os.sep)
            if name in CHAIN_REGISTRIES and os.path.basename(os.path.abspath(folder)) == QUESTIONS_FOLDER:
                continue
            if folder not in kinds:
                kinds[folder] = kind_of(folder)
            files[kinds[folder]].append(path)
        questions, sets, labs = (_paths(files[kind]) for kind in FileKind)
        return Discovery(
            questions,
            sets,
            labs,
            *(_paths(sorted(paths)) for paths in (self._left_out, self._unlisted, self._passed_over)),
        )

    def _add_pattern(self, pattern: str) -> None:
        matches = sorted(glob.glob(pattern, recursive=True))
        folders = [match for match in matches if os.path.isdir(match)]
        files = [match for match in matches if match.endswith(SUFFIXES) and match not in folders]
        if not folders and not files:
            raise TargetError(
                f"{printable(pattern)}: no folder and no .yaml or .yml file matches this pattern"
            )
        for folder in folders:
            self._add_folder(folder)
        for file in files:
            self._add_named(file)

    def _add_named(self, file: str) -> None:
        self._direct.setdefault(named_identity(file), file)

    def _add_folder(self, target: str) -> None:
        bounds = named_identity(target)
        linked: list[str] = []
        self._search_folder(target, bounds, bounds, linked, self._direct)
        # Folders behind links come last, so that what they share with others is shown under its real path.
        while linked:
            folder = min(linked)
            linked.remove(folder)
            real = os.path.realpath(folder)
            if _lies_in(real, bounds):
                self._search_folder(folder, real, bounds, linked, self._linked)
            else:
                self._left_out.add(folder)

    def _search_folder(
        self, folder: str, real: str, bounds: str, linked: list[str], into: dict[str, str]
    ) -> None:
        waiting = [(folder, real)]
        while waiting:
            folder, real = waiting.pop()
            if real in self._searched:
                continue
            self._searched.add(real)
            try:
                entries = os.scandir(folder)
            except OSError:
                if real == bounds:
                    raise
                self._unlisted.add(folder)
                into.setdefault(real, folder)
                continue
            with entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if entry.is_symlink():
                        self._add_link(entry.path, bounds, linked)
                    elif entry.is_dir():
                        waiting.append((entry.path, os.path.join(real, entry.name)))
                    elif entry.name.endswith(SUFFIXES):
                        # What is no regular file, such as a pipe, counts too: reading it says so.
                        into.setdefault(os.path.join(real, entry.name), entry.path)
                    elif entry.name.lower().endswith(SUFFIXES):
                        self._passed_over.add(entry.path)

    def _add_link(self, path: str, bounds: str, linked: list[str]) -> None:
        if os.path.isdir(path):
            linked.append(path)
        elif path.endswith(SUFFIXES):
            identity = _identity(path)
            if _lies_in(identity, bounds):
                self._linked.setdefault(identity, path)
            else:
                self._left_out.add(path)


def _mode(target: Path) -> int | None:
    """The mode of what a path leads to, None if it leads nowhere. Raises OSError if that cannot be known."""
    try:
        return os.stat(target).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None
        raise


def _identity(path: str) -> str:
    """The real path by which a file is known.

    A link that leads nowhere, or to itself, is known by its own place: it counts as a file, and reading it
    says what is wrong.
    """
    if os.path.exists(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def named_identity(path: str) -> str:
    """The real path of what somebody named, maybe by a glob or by what git lists, and so unknowingly.

    Raises TargetError if a link in it leads out of the bank in which it is named.
    """
    real = _identity(path)
    named = os.path.abspath(path)
    if real != named:
        for folder in Path(named).parents:
            if _is_root(folder) and not _lies_in(real, os.path.realpath(folder)):
                raise TargetError(
                    f"{printable(path)}: a link that leads out of the bank; name what it leads to"
                )
    return real


def _paths(names: list[str]) -> tuple[Path, ...]:
    return tuple(map(Path, names))


def _lies_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def kind_of(folder: str) -> FileKind:
    """Return what the files of a folder hold, by the name that follows the innermost `questions` in its path.

    Where there are no `questions` above, as in a copy of them by another name, its own name says it.
    """
    parts = Path(os.path.abspath(folder)).parts
    if QUESTIONS_FOLDER not in parts:
        return _KINDS.get(parts[-1] if parts else "", FileKind.QUESTION)
    inner = len(parts) - parts[::-1].index(QUESTIONS_FOLDER)
    return _KINDS.get(parts[inner] if inner < len(parts) else "", FileKind.QUESTION)


_KINDS = {kind.value: kind for kind in FileKind}


def _missing(target: Path) -> str:
    """A message on a target that does not exist, with what its first missing part may have meant."""
    missing = target
    while not missing.parent.is_dir() and missing.parent != missing:
        missing = missing.parent
    names = sorted(os.listdir(missing.parent)) if missing.parent.is_dir() else []
    near = difflib.get_close_matches(missing.name, names, n=3)
    message = f"{printable(target)}: no such file or folder"
    if near:
        message += f"; did you mean {' or '.join(printable(missing.parent / name) for name in near)}?"
    return message
