from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

SET = "title: Midterm\nkind: exam\ntotal: 20\nminutes: 10\nsections:\n"
NAMED = "  - {title: Named, questions: [cloud-0001, cloud-0002]}\n"
DRAWN = "  - {title: Drawn, select: {level: L4, count: 2}}\n"


def _bank(bank: Bank) -> None:
    bank.add("cloud-0001", "points: 3\nexpected_time_minutes: 6\nbloom_level: apply\n")
    bank.add("cloud-0002", "points: 1\nexpected_time_minutes: 7\nbloom_level: recall\n")
    bank.add("cloud-0003", "level: L4\npoints: 1\n", without=("expected_time_minutes",))


def test_a_paper_by_section_and_topic(bank: Bank, run: Run) -> None:
    _bank(bank)
    bank.write("questions/sets/midterm.yaml", SET + NAMED + DRAWN.replace("count: 2", "count: 1"))
    done = run("blueprint", "questions/sets/midterm.yaml")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 questions, 20 points" in done.stdout
    assert "The questions take" in done.stdout
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "Named 2 16 80% 13" in lines
    assert next(line for line in lines if line.startswith("Drawn 1 4 20%"))


def test_what_cannot_be_filled_is_told(bank: Bank, run: Run) -> None:
    _bank(bank)
    bank.write("questions/sets/midterm.yaml", SET + NAMED + DRAWN)
    done = run("blueprint", "questions/sets", "--format", "json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    [plan] = data["sets"]
    assert "sections[1].select: 2 questions are asked for, and 1 fits" in plan["shortages"][0]
    assert (plan["whole"]["questions"], plan["sections"][1]["questions"]) == (3, 1)
    assert data["summary"] == {"sets": 1, "short": 1}


def test_wrong_use(bank: Bank, run: Run) -> None:
    _bank(bank)
    done = run("blueprint", "questions/cloud")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no sets here" in done.stderr


def test_questions_are_listed_by_points_and_minutes(bank: Bank, run: Run) -> None:
    _bank(bank)
    assert run("list", "--points", "1", "--format", "id").stdout == "cloud-0002\ncloud-0003\n"
    assert run("list", "--minutes", "-6", "--format", "id").stdout.startswith("cloud-0001\n")
    assert run("list", "--points", "2-5").stdout.count("3 p") == 1
    assert "is no range; write it like" in run("list", "--points", "many").stderr
