from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.extras import EXTRAS, needs

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

ROOT = Path(__file__).resolve().parents[2]


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

    monkeypatch.setattr("importlib.metadata.version", version)
    done = run("doctor", "--format", "json")
    found = looked_at(done.stdout)
    assert done.returncode == 1
    assert found["msgspec"] == ("is missing; install qbank anew", False)
    assert found["extra pdf"] == (
        "typst is not installed; for papers as PDF and LaTeX: pip install 'qbank[pdf]'",
        True,
    )
    assert found["extra docx"][0].startswith("typst is not installed; for ")
    marks = {line[5:].split("  ")[0]: line[:3].strip() for line in run("doctor").stdout.splitlines()}
    assert (marks["extra pdf"], marks["extra duplicates"], marks["msgspec"]) == ("-", "ok", "no")
    assert found["extra duplicates"] == ("datasketch 1, rapidfuzz 1", True)
    assert "did you mean 'ignore'?" in found["settings"][0]
    assert not found["settings"][1]


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    kept = {
        extra: {re.split(">", package)[0] for package in packages}
        for extra, packages in project["optional-dependencies"].items()
        if extra != "dev"
    }
    assert {extra: set(packages) for extra, (packages, _) in EXTRAS.items()} == kept
    start = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Start")[2].partition("\n## ")[0]
    assert {*re.findall(r"`(\w+)`", start)} >= kept.keys()


def test_a_command_names_the_package_that_the_doctor_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("importlib.metadata.version", version)
    missing = ModuleNotFoundError("no module", name="lsprotocol")
    assert needs(missing, "lsp") == "needs the package 'pygls'; install it with `pip install 'qbank[lsp]'`"


def test_without_a_bank(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("doctor", "--format", "json")
    assert looked_at(done.stdout)["bank"][0].startswith("none in this folder")
    assert done.returncode == 0
