"""A fix that is killed leaves every file as it was or as it should be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Bank

FILES = 200
KILLED_AT = (0, 60, 120, 180)
"""Kills come as soon as the file of this number is changed, wherever the process is by then."""
COMMAND = [sys.executable, "-m", "qbank", "audit", "--fix", "--select", "QB501", "--quiet", "--jobs", "1"]


def test_killed_at_any_moment_nothing_is_lost_or_half_written(bank: Bank) -> None:
    before: dict[Path, bytes] = {}
    for number in range(FILES):
        path = bank.add(f"cloud-{number:04}", "title: Growth of the Cache.\n")
        before[path] = path.read_bytes()
    after = {path: data.replace(b"the Cache.\n", b"the Cache\n") for path, data in before.items()}
    last = list(before)[-1]
    first = next(iter(before))
    seen_between = 0
    for number in KILLED_AT:
        for path, data in before.items():
            path.write_bytes(data)
        watched = list(before)[number]
        process = subprocess.Popen(
            COMMAND, cwd=bank.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and watched.read_bytes() == before[watched]:
            time.sleep(0.001)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
        now = {path: path.read_bytes() for path in before}
        assert all(now[path] in (before[path], after[path]) for path in before)
        seen_between += now[first] == after[first] and now[last] == before[last]
    assert seen_between, "no kill came in the middle, so that nothing was shown"
    subprocess.run(COMMAND, cwd=bank.root, check=True, timeout=120)
    assert {path: path.read_bytes() for path in before} == after
    assert {path for path in bank.root.rglob("*.yaml") if not path.name.startswith(".")} == set(before)
