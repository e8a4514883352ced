"""Where messages say that something stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

QUESTION = "questions/cloud/memory/cloud-0001.yaml"
SETS = {
    "questions: [cloud-0001]\nsections:\n- title: A\n  questions: [cloud-0002]\n": "4:1",
    "questions: [cloud-0001]\nkind2: [1]\nintro: 5\n": "5:8",
}


def test_audit_and_render_say_the_same_place_of_a_question(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", "scenario: A page <script>alert(1)</script> of the user loads slowly.\n")
    [finding] = run("audit", "--select", "QB216", "--format", "concise").stdout.splitlines()
    place, _, message = finding.partition(": error[QB216] ")
    assert place.startswith(f"{QUESTION}:")
    assert run("render", "cloud-0001", "--format", "md").stderr == f"qbank: {place}: {message}\n"


@pytest.mark.parametrize(("fields", "place"), SETS.items())
def test_audit_and_render_say_the_same_place_of_a_set(bank: Bank, run: Run, fields: str, place: str) -> None:
    bank.add("cloud-0001")
    file = bank.write("questions/sets/quiz.yaml", f"title: Quiz\nkind: exam\n{fields}")
    shown = file.relative_to(bank.root).as_posix()
    found = run("audit", "--select", "QB2", "--ignore", "QB202", "--format", "concise").stdout.splitlines()
    assert found[0].startswith(f"{shown}:{place}: ")
    told = run("render", shown, "--format", "md").stderr.splitlines()
    assert told[0].startswith(f"qbank: {shown}:{place}: ")


@pytest.mark.parametrize(
    ("content", "place"), [(b'{"a": 1,\n x}', "2:2"), (b"", "1:1"), (b'{"caf\xc3\xa9": \xff}', "1:10")]
)
def test_what_is_no_json_is_told_with_its_place(bank: Bank, run: Run, content: bytes, place: str) -> None:
    bank.add()
    bank.write("broken.json", content)
    bank.write("marks.csv", "student,cloud-0001\na,1\n")
    for command in (
        ("merge", "broken.json"),
        ("audit", "--baseline", "broken.json"),
        ("results", "show", "marks.csv", "--key", "broken.json"),
    ):
        done = run(*command)
        assert done.returncode == 2
        assert done.stderr.startswith(f"qbank: broken.json:{place}: "), command
        assert "not valid JSON" in done.stderr


def test_paths_are_as_seen_from_here(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/memory/cloud-0002.yaml", bank.add("cloud-0001").read_bytes())
    bank.write("qbank.toml", '[site]\naccent = "blue"\n')
    told = run("site").stderr
    assert told.startswith("qbank: qbank.toml:2:1: site.accent: must be a colour")
    bank.write("qbank.toml", "")
    told = run("site").stderr
    assert (
        "note: questions/cloud/memory/cloud-0002.yaml: left out, for questions/cloud/memory/cloud-0001"
        in told
    )
    assert str(bank.root) not in told
