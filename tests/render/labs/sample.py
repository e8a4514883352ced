"""A lab with every kind of prediction, control and instrument."""

from __future__ import annotations

from pathlib import Path

from qbank import catalog
from qbank.formulas import library
from qbank.labs.quantity import LabModel
from qbank.labs.resolve import load

PATH = Path(__file__).with_name("lab-sample.yaml")


def sample(folder: Path | None = None, **changes: str) -> LabModel:
    """Return the lab; with a folder, pieces of its text are replaced there first."""
    path = PATH
    if folder is not None:
        written = PATH.read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in written
            written = written.replace(old, new)
        path = folder / PATH.name
        path.write_text(written, encoding="utf-8")
    return load(path, library.bundled(), catalog.bundled())
