"""What commands that write files say of it to programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

PLACE = "questions/cloud/memory/cloud-0001.yaml"


def test_formatting(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "title:   The Cache\n")
    bank.write("questions/cloud/memory/cloud-0002.yaml", "title: [\n")
    before = path.read_text("utf-8")
    done = run("fmt", "--check", "--format", "json")
    assert done.returncode == 2
    data = json.loads(done.stdout)
    assert data["summary"] == {"files": 2, "changed": 1, "failed": 1}
    changed, failed = data["files"]
    assert changed == {"path": PLACE, "problem": None, "line": None, "column": None}
    assert (failed["path"], failed["line"]) == (PLACE.replace("0001", "0002"), 2)
    assert path.read_text("utf-8") == before
    assert json.loads(run("fmt", path, "--format", "json").stdout)["summary"]["changed"] == 1
    assert "title: The Cache\n" in path.read_text("utf-8")
    assert json.loads(run("fmt", path, "--format", "json").stdout)["files"] == []
    assert run("fmt", "--diff", "--format", "json").returncode == 2


def test_a_new_question(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    planned = json.loads(run("new", "cloud", "kv-cache-management", "--dry-run", "--format", "json").stdout)
    assert planned["id"] == "cloud-0002"
    assert "\nid: cloud-0002\n" in planned["text"]
    done = run("new", "cloud", "kv-cache-management", "--format", "json")
    made = json.loads(done.stdout)
    assert done.stderr == ""
    assert (bank.root / made["path"]).is_file()
    assert made == {**planned, "text": None}


def test_a_move(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002", "related: [cloud-0001]\n")
    data = json.loads(run("move", "cloud-0001", "cloud-0007", "--format", "json").stdout)
    assert data["ids"] == ["cloud-0001", "cloud-0007"]
    assert data["files"] == [PLACE, PLACE.replace("0001", "0007")]
    assert data["drawings"] is None
    [reference] = data["references"]
    assert reference["path"] == PLACE.replace("0001", "0002")


def test_a_question_to_read(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "details:\n  napkin_math: 14 GB / 28 GB/s = 5 s\n")
    done = run("show", "cloud-0001", "--format", "json")
    [question] = json.loads(done.stdout)["questions"]
    assert (question["path"], question["id"], question["data"]["track"]) == (PLACE, "cloud-0001", "cloud")
    assert "wrong" in {claim["verdict"] for claim in question["claims"]}
    [asked] = json.loads(run("show", "cloud-0001", "--no-answers", "--format", "json").stdout)["questions"]
    assert (asked["claims"], "details" in asked["data"]) == ([], False)
    assert "scenario" in asked["data"]
