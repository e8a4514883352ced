"""The data that qbank carries as YAML, and what a bank adds to it.

Of our own, JSON is kept too, which is read in a fraction of the time. It lies in the package and is written
when qbank is installed (`hatch_build.py`), with a digest of the YAML files that it was made from. Where they
say something else by now, as in a source tree in which somebody edits them, they are read, and the JSON is
written anew if it can be.
"""

from __future__ import annotations

import filecmp
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from qbank import resources
from qbank.errors import InputError
from qbank.quoting import named, reason
from qbank.yamlio.positions import Span
from qbank.yamlio.read_problems import ReadProblem

T = TypeVar("T")

_FORMAT: Final = 3
"""Changes whenever a reader makes other data of the same file."""
_SUFFIXES: Final = frozenset({".yaml", ".yml"})
FOLDER: Final = Path(__file__).resolve().parent / "_data"
MAX_FILES: Final = 200
MAX_PROBLEMS: Final = 100


class DataProblem(Struct, frozen=True):
    """What is wrong in a file of data, and where; with a folder of them, if `line` is 0."""

    path: Path
    message: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{named(self.path)}{place}: {self.message}"

    @classmethod
    def at(cls, path: Path, message: str, span: Span) -> DataProblem:
        """Return what is wrong at a place of a file."""
        return cls(path, message, span.line, span.column)

    @classmethod
    def unread(cls, path: Path, problem: ReadProblem) -> DataProblem:
        """Return why a file cannot be read."""
        return cls.at(path, problem.message, problem.span)


class DataError(InputError):
    """Files of data that cannot be used; `problems` says why, a line each."""

    def __init__(self, problems: Iterable[DataProblem]) -> None:
        self.problems: Final = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder, hidden ones left out, in the order of their names.

    Raises:
        OSError: the folder cannot be read.
    """
    return sorted(
        path for path in folder.iterdir() if path.suffix in _SUFFIXES and not path.name.startswith(".")
    )


def added_files(root: Path | None, name: str) -> list[Path]:
    """Return the files in `schema/<name>/` of a bank that are no copies of those that qbank carries.

    Raises:
        DataError: the folder cannot be read, or holds more than `MAX_FILES`.
    """
    if root is None:
        return []
    folder, ours = root / "schema" / name, resources.schema_folder() / name
    try:
        if not folder.is_dir() or folder.resolve() == ours.resolve():
            return []
        files = [path for path in yaml_files(folder) if not _is_copy(path, ours / path.name)]
    except OSError as error:
        raise unreadable(folder, error) from error
    if len(files) > MAX_FILES:
        raise DataError([DataProblem(folder, f"holds more than {MAX_FILES} files")])
    return files


def unreadable(folder: Path, error: OSError) -> DataError:
    """Return what says that a folder cannot be read."""
    return DataError([DataProblem(folder, f"cannot be read: {reason(error)}")])


def _is_copy(path: Path, original: Path) -> bool:
    try:
        return filecmp.cmp(path, original, shallow=False)
    except OSError:  # whoever reads it says what is wrong
        return False


class _Compiled(Struct, Generic[T]):
    """What the JSON of some files holds."""

    digest: str
    files: dict[str, T]


def load(
    name: str,
    files: Sequence[Path],
    read: Callable[[Path], Any],
    content: Any = Any,
    made: Callable[[Any, Any], Any] | None = None,
) -> Mapping[str, Any]:
    """Return the data of YAML files by their names, as `read` returns it for each of them.

    Args:
        name: what the files are about, and the stem of the JSON file.
        files: the files, all of one folder.
        read: returns what JSON can hold.
        content: what is made of that for each file, as msgspec converts it.
        made: returns a value of a type that msgspec does not know, of what JSON holds.

    Raises:
        OSError: a file cannot be read.
        Exception: whatever `read` raises.
    """
    digest = _digest(files)
    compiled = FOLDER / f"{name}.json"
    with suppress(OSError, ValueError, msgspec.MsgspecError):
        kept = msgspec.json.decode(compiled.read_bytes(), type=_Compiled[content], dec_hook=made)
        if kept.digest == digest:
            return kept.files
    data = {file.name: read(file) for file in files}
    with suppress(OSError):
        _write(compiled, msgspec.json.encode({"digest": digest, "files": data}))
    return {name: msgspec.convert(one, content, dec_hook=made) for name, one in data.items()}


def _digest(files: Sequence[Path]) -> str:
    digest = blake2b(bytes([_FORMAT]), digest_size=16)
    for file in files:
        content = file.read_bytes()
        digest.update(f"\n{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(exist_ok=True)
    new = file.with_suffix(f".{os.getpid()}")
    try:
        new.write_bytes(content)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
