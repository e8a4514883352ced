"""Installs the programs that read what we render: `make consumers`.

What is there already is left alone, so that this works without a network from the second time on. A program
that cannot be installed is told by name, and the tests that need it are skipped by name.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / ".consumers"
ENVIRONMENTS = {"tools": "tools.txt", "gift": "gift.txt"}


def main() -> int:
    """Install what is missing; return 0 even if something could not be."""
    FOLDER.mkdir(exist_ok=True)
    for name, listed in ENVIRONMENTS.items():
        step(name, listed, lambda name=name, listed=listed: environment(name, listed))
    step("node_modules", "package.json", node_modules)
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        step("chromium", None, partial(debian, "chromium", "or name it in the variable CHROMIUM"))
    if not shutil.which("nvim"):
        step("neovim", None, partial(debian, "neovim", "from its own site"))
    if not shutil.which("Rscript"):
        step("psych", None, partial(debian, "r-cran-psych", "with R"))
    return 0


def step(name: str, listed: str | None, install: Callable[[], None]) -> None:
    """Do one step, unless it was done for the same list of packages before."""
    stamp = FOLDER / f"{name}.stamp"
    wanted = hashlib.sha256((HERE / listed).read_bytes()).hexdigest() if listed else "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        print(f"consumers: {name}: as before")
        return
    try:
        install()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"consumers: {name}: CANNOT BE INSTALLED: {error}", file=sys.stderr)
        return
    stamp.write_text(wanted)
    print(f"consumers: {name}: installed")


def environment(name: str, listed: str) -> None:
    """Make a virtual environment; a package that cannot be had leaves the others in place."""
    python = FOLDER / name / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", "--clear", FOLDER / name)
    pip = (python, "-m", "pip", "--disable-pip-version-check", "-qq", "install")
    missing = []
    for package in (HERE / listed).read_text().split():
        try:
            run(*pip, package)
        except subprocess.CalledProcessError:
            missing.append(package)
    if missing:
        raise OSError(", ".join(missing))


def node_modules() -> None:
    """Install the packages of node; a lock file would hold addresses of the registry at hand."""
    shutil.copy(HERE / "package.json", FOLDER / "package.json")
    run("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", FOLDER)


def debian(package: str, otherwise: str) -> None:
    """Install a package of Debian, where this may be done."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        raise OSError(f"install it by hand, {otherwise}")
    run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", package)


def run(*command: str | Path) -> None:
    """Run a command; its own remarks go where ours go."""
    subprocess.run(list(map(str, command)), check=True, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
