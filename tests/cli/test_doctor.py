from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from typing import TYPE_CHECKING

import pytest

from qbank.cli.commands import doctor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.conftest import Bank


def looked_at(text: str) -> dict[str, tuple[str, bool]]:
    return {one["subject"]: (one["state"], one["fine"]) for one in json.loads(text)["checks"]}


def test_a_bank_that_is_well(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.write("qbank.toml", 'fail-on = "warning"\n')
    done = run("doctor", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = looked_at(done.stdout)
    assert found["settings"] == ("qbank.toml", True)
    assert found["bank"] == (str(bank.root), True)
    assert {"time: rules", "time: files", "time: reading", "time: first file", "time: auditing"} <= set(found)
    assert found["time: files"][0].endswith("to find 1 file")
    assert run("doctor").stdout.startswith("ok   qbank ")


def test_what_is_wrong_is_told(bank: Bank, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001")
    bank.write("qbank.toml", "ignroe = []\n")

    def version(package: str) -> str:
        if package in {"msgspec", "typst"}:
            raise PackageNotFoundError(package)
        return "1"

    monkeypatch.setattr(doctor, "version", version)
    done = run("doctor", "--format", "json")
    found = looked_at(done.stdout)
    assert done.returncode == 1
    assert found["msgspec"] == ("is missing; install qbank anew", False)
    assert found["extra pdf"] == ("not installed; for papers as PDF: pip install 'qbank[pdf]'", True)
    assert "did you mean 'ignore'?" in found["settings"][0]
    assert not found["settings"][1]


def test_without_a_bank(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("doctor", "--format", "json")
    assert looked_at(done.stdout)["bank"][0].startswith("none in this folder")
    assert done.returncode == 0
