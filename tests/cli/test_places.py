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
