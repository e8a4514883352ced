"""The bank that we ship in folders of their own, and one audit of all of it for all tests.

That audit takes longer than most other tests together. What it found is in the cache of the folder, and holds
in a copy that lies in folders of the same names, for the same user.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLACE = Path("clone", "work")
"""Of a copy in its folder: rules see the names of the folders around."""
_SHIPPED = ("questions", "schema", "docs/examples")


@dataclass(frozen=True, slots=True)
class AuditedBank:
    """A copy of the bank with its cache, and what its audit said with `--fail-on info`."""

    folder: Path
    status: int
    said: str

    def copy_to(self, folder: Path) -> Path:
        """Copy it, with the cache that holds there, and return where it is."""
        return Path(shutil.copytree(self.folder, folder / PLACE))


def common_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of a run share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def audited_bank(common: Path) -> AuditedBank:
    """Audit a copy of the bank in a folder, if no other worker did or does."""
    folder, said = common / "shipped" / PLACE, common / "shipped" / "said"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(common / "shipped" / "lock"):
        if not said.exists():
            shutil.rmtree(folder, ignore_errors=True)  # a worker that died left it
            for name in _SHIPPED:
                shutil.copytree(ROOT / name, folder / name)
            command = [sys.executable, "-m", "qbank", "audit", "--fail-on", "info"]
            done = subprocess.run(
                command,
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
            said.write_text(f"{done.returncode}\n{done.stdout}", encoding="utf-8")
        status, _, printed = said.read_text(encoding="utf-8").partition("\n")
    return AuditedBank(folder, int(status), printed)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as stream:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
