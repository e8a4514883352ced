from __future__ import annotations

import threading
from pathlib import Path

import pytest

from qbank.bank import watching
from qbank.bank.watching import changed, states_of, wait_for_change


def test_changed_new_and_gone(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abc"]
    for file in files[:2]:
        file.write_text("x")
    before = states_of(files)
    files[0].write_text("longer")
    files[1].unlink()
    files[2].write_text("new")
    assert changed(before, states_of(files)) == frozenset(files)
    assert changed(before, before) == frozenset()


def test_it_is_over_once_everything_stands_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PAUSE", 0.01)
    file = tmp_path / "a"
    file.write_text("x")
    before = states_of([file])
    timer = threading.Timer(0.05, lambda: file.write_text("longer"))
    timer.start()
    now = wait_for_change(lambda: states_of([file]), before)
    assert changed(before, now) == {file}
    assert now == states_of([file])
