from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def test_files_are_written_once(bank: Bank, run: Run) -> None:
    tidy = bank.add("cloud-0001")
    tidy.write_text(tidy.read_text().replace('schema_version: "1.0"\n', "schema_version: '1.0'\n"))
    messy = bank.add("cloud-0002", "tags:\n    - a\n")
    of_set = bank.write("questions/sets/quiz.yaml", "questions: [cloud-0001]\nkind: quiz\ntitle: One\n")
    done = run("fmt")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("Formatted ")
    assert "tags:\n- a\n" in messy.read_text()
    assert of_set.read_text() == "title: One\nkind: quiz\nquestions: [cloud-0001]\n"
    again = run("fmt")
    assert (again.returncode, again.stderr) == (
        0,
        "Formatted 0 files; 3 files in canonical form already.\n",
    )
    assert run("fmt", "--quiet").stderr == ""


def test_check_names_files_and_changes_nothing(bank: Bank, run: Run) -> None:
    path = bank.write("questions/cloud/cloud-0001.yaml", "level: L4\nid: cloud-0001\n")
    done = run("fmt", "--check", "questions")
    assert (done.returncode, done.stdout) == (1, "questions/cloud/cloud-0001.yaml\n")
    assert done.stderr == "Would format 1 file; 0 files in canonical form already.\n"
    assert path.read_text() == "level: L4\nid: cloud-0001\n"
    run("fmt", path)
    assert run("fmt", "--check").returncode == 0


def test_the_diff_is_a_patch(bank: Bank, run: Run) -> None:
    path = bank.write("questions/cloud/cloud-0001.yaml", "level: L4\nid: cloud-0001")
    done = run("fmt", "--diff")
    assert done.returncode == 1
    assert path.read_text() == "level: L4\nid: cloud-0001"
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, check=True, cwd=bank.root)
    assert path.read_text() == "id: cloud-0001\nlevel: L4\n"
    assert run("fmt", "--diff").returncode == 0


def test_what_cannot_be_formatted_is_told_and_the_rest_is_done(bank: Bank, run: Run) -> None:
    broken = bank.write("questions/cloud/cloud-0001.yaml", "id: cloud-0001\nid: cloud-0002\n")
    bank.write("questions/cloud/cloud-0002.yaml", "title: a: b\n")
    other = bank.write("questions/cloud/cloud-0003.yaml", "level: L4\nid: cloud-0003\n")
    locked = bank.write("questions/cloud/cloud-0004.yaml", "level: L4\nid: cloud-0004\n")
    locked.chmod(0o444)
    done = run("fmt")
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert lines[0].startswith("qbank: questions/cloud/cloud-0001.yaml:2:1: ")
    assert lines[1].startswith("qbank: questions/cloud/cloud-0002.yaml:1:9: ")
    assert lines[2].startswith("qbank: questions/cloud/cloud-0004.yaml: cannot be written: ")
    assert lines[3] == "Formatted 1 file; 0 files in canonical form already."
    assert broken.read_text() == "id: cloud-0001\nid: cloud-0002\n"
    assert other.read_text() == "id: cloud-0003\nlevel: L4\n"


def test_what_the_settings_exclude_is_left_alone(bank: Bank, run: Run) -> None:
    bank.write("qbank.toml", 'exclude = ["questions/old/**"]\n')
    bank.add("cloud-0001")
    old = bank.write("questions/old/cloud-0002.yaml", "level: L4\nid: cloud-0002\n")
    assert run("fmt").returncode == 0
    assert old.read_text() == "level: L4\nid: cloud-0002\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--output", "x"], "qbank: --output needs --check or --diff"),
        (["nowhere"], "qbank: nowhere: no such file or folder"),
    ],
)
def test_wrong_use(bank: Bank, run: Run, arguments: list[str], message: str) -> None:
    done = run("fmt", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_no_bank(run: Run, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    done = run("fmt")
    assert done.returncode == 2
    assert "such as `qbank fmt path/to/questions`" in done.stderr
