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
AGAIN = {
    name: FILES if name in {"html", "qmd"} else [FILES[place % len(FILES)]]
    for place, name in enumerate(NAMES)
}
"""What is rendered twice: formats with a page about all sets, which has to be the same too, and of the others
a set each."""
PROGRAM = r"""
import sys
from qbank.cli import main
out, *asked = sys.argv[1:]
for name, *sets in (line.split("\t") for line in asked):
    assert main(["render", *sets, "--quiet", "--format", name, "--output", f"{out}/{name}/"]) == 0
"""


def rendered(out: Path, folder: Path, asked: dict[str, list[Path]], **environment: str) -> dict[str, bytes]:
    lines = ["\t".join([name, *map(str, sets)]) for name, sets in asked.items()]
    command = [sys.executable, "-c", PROGRAM, str(out), *lines]
    subprocess.run(command, check=True, cwd=folder, env=os.environ | environment, timeout=600)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return rendered(
        tmp_path_factory.mktemp("first"), ROOT, dict.fromkeys(NAMES, FILES), PYTHONHASHSEED="1", TZ="UTC"
    )


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
    other = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "COLUMNS": "40"}
    again = rendered(tmp_path / "out", tmp_path, AGAIN, **other)
    wanted = {
        path
        for path in files
        for name, _, file in [path.partition("/")]
        if AGAIN[name] is FILES or file.startswith(AGAIN[name][0].stem)
    }
    assert again.keys() == wanted
    assert [path for path in again if files[path] != again[path]] == []
