"""The way of `qbank verify --text` through the house: how many modules it passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MOST_MODULES = 40
SCRIPT = """
import contextlib, inspect, io, sys
from qbank.cli import main

modules = set()

def seen(frame, event, _):
    # Bodies of modules and classes run when they are imported, which is no part of the way.
    if event == "call" and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        name = frame.f_globals.get("__name__", "")
        if name.partition(".")[0] == "qbank":
            modules.add(name)

def run():
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["verify", "--text", "70e9 * 2 bytes = 140 GB; 140 GB / 2 TB/s = 70 ms"]) == 0

run()  # imports, and what is read once in a process
sys.setprofile(seen)
run()
sys.setprofile(None)
print(*sorted(modules))
"""


def test_a_text_passes_few_modules(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    modules = done.stdout.split()
    assert len(modules) <= MOST_MODULES, modules
