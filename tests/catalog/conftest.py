from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str, str], Path]

SOURCES = """sources:
  OURS: {title: Our own measurements, where: lab notes 7}
"""
CHIP = """entries:
- id: our-chip
  name: Our Chip
  track: edge
  kind: npu
  values:
    tdp: {value: 3, unit: W, source: [OURS], confidence: high}
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of the catalog of a bank, and returns its path."""

    def put(name: str, text: str) -> Path:
        path = tmp_path / "schema" / "catalog" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return put
