from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

from rules.rule_examples import laid_over
from shipped_bank import AuditedBank, audited_bank, common_folder

# The same examples on every machine: a change is judged by what it does, not by luck. The same examples anew
# tell little, so they are few; who looks for more explores.
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("exploring", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("QBANK_TESTS", "steady"))

# A job in the background begins with Ctrl-C ignored, and so would all that tests start and then stop.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Where no bytecode is kept, each of the interpreters that tests start would compile the package anew, and
# each worker all tests. What they compile goes to where pytest keeps such things, away from the sources.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

Lock = Callable[[Path | str], None]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let workers begin at different places: tests of one module go to one, which sets it up once."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@dataclass(frozen=True, slots=True)
class Bank:
    """A bank on disk, made of questions that no rule objects to but for the fields given."""

    root: Path

    def add(self, name: str = "cloud-0001", fields: str = "", *, without: tuple[str, ...] = ()) -> Path:
        path = self.root / "questions" / name.split("-", 1)[0] / "memory" / f"{name}.yaml"
        return self.write(path.relative_to(self.root), laid_over(fields, str(path), without))

    def write(self, path: Path | str, content: str | bytes) -> Path:
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content if isinstance(content, bytes) else content.encode())
        return full


@pytest.fixture(autouse=True)
def _no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests must neither use nor leave anything in the folder of whoever runs them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(common_folder(tmp_path_factory) / "user-cache"))


@pytest.fixture
def shipped_bank(tmp_path_factory: pytest.TempPathFactory) -> AuditedBank:
    """The bank that we ship, audited once for all tests of all workers; only a copy may be changed."""
    return audited_bank(common_folder(tmp_path_factory))


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bank:
    (tmp_path / "questions").mkdir()
    monkeypatch.chdir(tmp_path)
    return Bank(tmp_path)


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch) -> Lock:
    """Takes all permissions from a file or folder; changing its mode would not keep root out."""

    def take(target: Path | str) -> None:
        locked = os.path.realpath(target)

        def allow(path: object, *, itself: bool) -> bool:
            if not isinstance(path, str | os.PathLike):
                return True
            place = os.path.abspath(path)  # noqa: PTH100 - a link is not what it leads to
            return not place.startswith(locked + os.sep) and (itself or place != locked)

        def guard(module: ModuleType, name: str, *, itself: bool) -> None:
            original = getattr(module, name)

            def guarded(path: Any = ".", *arguments: Any, **options: Any) -> Any:
                if not allow(path, itself=itself):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
                return original(path, *arguments, **options)

            monkeypatch.setattr(module, name, guarded)

        for name in ("stat", "lstat"):
            guard(os, name, itself=True)
        for name in ("open", "scandir", "listdir"):
            guard(os, name, itself=False)
        guard(io, "open", itself=False)
        access = os.access
        monkeypatch.setattr(
            os,
            "access",
            lambda path, *rest, **more: allow(path, itself=False) and access(path, *rest, **more),
        )

    return take
