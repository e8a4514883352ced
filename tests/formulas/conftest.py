from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from qbank.formulas.library import Library, load

ENTRY = """formulas:
- id: cart_time
  name: Time of a cart
  area: own
  result: {symbol: T, unit: second}
  expression: a + m/b
  variables:
    a: {unit: second, meaning: start}
    m: {unit: byte, meaning: load}
    b: {unit: byte/second, meaning: rate}
  source: definition
  examples:
  - {given: {a: 1, m: 10, b: 5}, result: 3, because: 1 + 2}
  - {given: {a: 0 s, m: 1 kB, b: 1 kB/s}, result: 1 s, because: 1000/1000}
"""

Bank = Callable[..., Path]


@pytest.fixture
def own(tmp_path: Path) -> Bank:
    """Makes a bank with formulas of its own: `ENTRY` with texts replaced, or files by name."""

    def make(*replaced: tuple[str, str], **files: str) -> Path:
        folder = tmp_path / "schema" / "formulas"
        folder.mkdir(parents=True, exist_ok=True)
        text = ENTRY
        for old, new in replaced:
            assert old in text, old
            text = text.replace(old, new)
        for name, content in (files or {"own": text}).items():
            (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
        return tmp_path

    return make


@pytest.fixture(scope="session")
def library() -> Library:
    return load()
