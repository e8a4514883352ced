from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

TEXT = "scenario: A service keeps the cache of keys and values of {n} users in the memory of one card.\n"


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add("cloud-0001", "title: Pears\n" + TEXT.format(n="ten"))
    bank.add("cloud-0002", 'title: "Plums \\x1b[1m"\n' + TEXT.format(n="five"))
    bank.add("edge-0001", "track: edge\nscenario: A robot plans its path through a warehouse on a battery.\n")
    return bank


def test_pairs(filled: Bank, run: Run) -> None:
    done = run("duplicates")
    assert done.returncode == 1
    first, second, parts = done.stdout.splitlines()
    assert first.split()[1:] == ["%", "cloud-0001", "Pears"]
    assert second.split()[0] == "cloud-0002"
    assert "scenario 9" in parts
    assert "\x1b" not in done.stdout
    assert done.stderr == "1 pair of 3 questions nearly the same.\n"
    assert run("duplicates", "edge-0001").returncode == 0
    assert run("duplicates", "--threshold", "100").returncode == 0


def test_acknowledged_pairs(filled: Bank, run: Run) -> None:
    done = run("duplicates", "--acknowledge", "cloud-0002", "cloud-0001", "--reason", "Two sizes")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "Noted in known-duplicates.yaml.\n")
    done = run("duplicates")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "0 pairs of 3 questions nearly the same, and 1 acknowledged.\n"
    assert "acknowledged: Two sizes" in run("duplicates", "--all").stdout
    [pair] = json.loads(run("duplicates", "--all", "--format", "json").stdout)["pairs"]
    assert pair["acknowledged"] == "Two sizes"
    again = run("duplicates", "--acknowledge", "cloud-0001", "cloud-0002", "--reason", "Two sizes")
    assert (again.returncode, "already" in again.stderr) == (2, True)


def test_json(filled: Bank, run: Run) -> None:
    done = run("duplicates", "--format", "json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    [pair] = data["pairs"]
    assert pair["ids"] == ["cloud-0001", "cloud-0002"]
    assert pair["paths"][0] == "questions/cloud/memory/cloud-0001.yaml"
    assert 0.85 < pair["likeness"] < 1
    assert pair["parts"].keys() == {"title", "scenario", "question"}
    assert data["summary"] == {"questions": 3, "pairs": 1, "acknowledged": 0}


def test_an_acknowledged_question_that_is_gone(filled: Bank, run: Run) -> None:
    filled.write("known-duplicates.yaml", 'pairs:\n- ids: [cloud-0001, "gone\\x1b"]\n  reason: x\n')
    done = run("duplicates")
    assert "cloud-0001 and gone\\x1b: there is no gone\\x1b in use; the pair can go\n" in done.stderr
    filled.write("known-duplicates.yaml", "pairs: 5\n")
    done = run("duplicates")
    assert done.returncode == 2
    assert "known-duplicates.yaml:1:8: " in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["clod-0001"], "there is no question 'clod-0001' in use in the bank; did you mean"),
        (["--acknowledge", "cloud-0001", "cloud-0002"], "--acknowledge and --reason go together"),
        (["--acknowledge", "cloud-0001", "cloud-0001", "--reason", "x"], "two different ids"),
        (["--acknowledge", "cloud-0001", "cloud-7777", "--reason", "x"], "no question 'cloud-7777'"),
        (["--threshold", "20"], "--threshold"),
    ],
)
def test_wrong_use(filled: Bank, run: Run, arguments: list[str], said: str) -> None:
    done = run("duplicates", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (filled.root / "known-duplicates.yaml").exists()


def test_without_the_extra(filled: Bank, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("datasketch", "rapidfuzz"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, None)
            done = run("duplicates")
            assert done.returncode == 2
            assert f"needs the package '{name}'" in done.stderr
            assert "qbank[duplicates]" in done.stderr
