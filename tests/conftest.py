from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qbank.rules.examples import laid_over


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


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bank:
    (tmp_path / "questions").mkdir()
    monkeypatch.chdir(tmp_path)
    return Bank(tmp_path)
