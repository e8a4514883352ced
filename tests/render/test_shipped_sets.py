"""Every set that we ship, in every format: the same bytes in any process, at any time, from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from qbank.render.registry import formats

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "questions" / "sets").glob("*.yaml"))
SETS = [path.stem for path in FILES]
NAMES = [name for name, form in formats().items() if form.extra is None or find_spec("typst")]
WITH_INDEX = ("html", "qmd")
"""Formats with a page about all sets, which has to be the same too; of the others some sets are enough."""
PROGRAM = """
import sys
from qbank.cli import main
out, names, *sets = sys.argv[1:]
for name in names.split():
    assert main(["render", *sets, "--quiet", "--format", name, "--output", f"{out}/{name}/"]) == 0
"""


def rendered(
    out: Path, folder: Path, names: list[str], sets: list[Path], **environment: str
) -> dict[str, bytes]:
    command = [sys.executable, "-c", PROGRAM, str(out), " ".join(names), *map(str, sets)]
    subprocess.run(command, check=True, cwd=folder, env=os.environ | environment, timeout=600)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return rendered(tmp_path_factory.mktemp("first"), ROOT, NAMES, FILES, PYTHONHASHSEED="1", TZ="UTC")


def test_every_format_holds_every_set(files: dict[str, bytes]) -> None:
    for name in NAMES:
        suffix = formats()[name].suffix
        written = {
            Path(path).name.removesuffix(suffix).partition(".")[0]
            for path in files
            if path.startswith(f"{name}/")
        }
        assert set(SETS) <= written, name


def test_the_same_bytes_in_another_process_and_folder(files: dict[str, bytes], tmp_path: Path) -> None:
    some, rest = FILES[::3], [name for name in NAMES if name not in WITH_INDEX]
    other = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "COLUMNS": "40"}
    rendered(tmp_path / "out", tmp_path, list(WITH_INDEX), FILES, **other)
    again = rendered(tmp_path / "out", tmp_path, rest, some, **other)
    stems = tuple(path.stem for path in some)
    places = [path.partition("/") for path in files]
    wanted = {"".join(one) for one in places if one[0] in WITH_INDEX or one[2].startswith(stems)}
    assert again.keys() == wanted
    assert [path for path in again if files[path] != again[path]] == []
