from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


def test_a_line_a_question(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "title: Pears\nstatus: draft\n")
    bank.add("edge-0001", 'track: edge\ntitle: "Pl\\x1b[31mums \u202e"\n')
    done = run("list")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert first.startswith("cloud-0001  ")
    assert first.endswith("[draft] Pears")
    assert "Pl\\x1b[31mums" in second
    assert "\x1b" not in done.stdout
    assert done.stderr == "2 of 2 questions.\n"


def test_a_search_shows_the_words_and_says_what_it_left_out(bank: Bank, run: Run) -> None:
    for number in range(1, 31):
        bank.add(
            f"cloud-{number:04}", "title: Pears\nscenario: A basket holds pears, plums and nothing else.\n"
        )
    done = run("list", "plums", "-q")
    assert (done.stdout.count("\n"), done.stderr) == (50, "")
    assert "plums" in done.stdout.splitlines()[1]
    assert run("list", "plums").stderr == "25 of 30 questions that fit; `--limit 0` shows all.\n"
    assert run("list", "plums", "-n", "0").stdout.count("\n") == 60
    assert run("list", "quinces").stderr == "0 of 30 questions.\n"
    coloured = run("list", "plums", "-n", "1", FORCE_COLOR="1").stdout
    assert "\x1b[1mplums\x1b[0m" in coloured


def test_formats(bank: Bank, run: Run) -> None:
    path = bank.add("cloud-0001", "title: Pears\ntags: [fruit]\n")
    assert run("list", "--format", "id").stdout == "cloud-0001\n"
    assert run("list", "--format", "path").stdout == f"{path.relative_to(bank.root).as_posix()}\n"
    data = json.loads(run("list", "pears", "--format", "json").stdout)
    assert data["summary"] == {"questions": 1, "fitting": 1, "shown": 1}
    [question] = data["questions"]
    assert question["id"] == "cloud-0001"
    assert question["tags"] == ["fruit"]
    assert question["excerpt"] == "Pears"
    run("list", "--output", "found.txt")
    assert (bank.root / "found.txt").read_text().startswith("cloud-0001")


def test_wrong_use(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    for arguments, message in (
        (
            ["--track", "clowd"],
            "or global, not 'clowd'; did you mean 'cloud'?",
        ),
        (["--level", "L9"], "--level: 'L9' is not a level"),
        (["--status", "zzz"], "--status takes draft, published"),
        (["+++"], "neither letters nor digits"),
        (["--bank", "nowhere"], "nowhere: no such file or folder"),
        (["--bank", "/"], "there is no bank here"),
    ):
        done = run("list", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr


def test_files_that_hold_no_question_are_left_out_and_told(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/bad\x1b.yaml", "- 1\n")
    done = run("list", "--bank", bank.root)
    assert done.returncode == 2
    assert done.stdout.startswith("cloud-0001")
    assert "questions/cloud/bad\\x1b.yaml:1:1: " in done.stderr
    assert "\x1b" not in done.stderr
