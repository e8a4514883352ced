"""Mistakes that earn a share of the points: in key files, and where answers are graded by them."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.conftest import Bank

from cli.conftest import Run, run  # noqa: F401 - a fixture
from qbank.results.paper_key import read_key

CHOICE = (
    "kind: choice\npoints: 4\ndetails:\n  realistic_solution: The memory.\n"
    "  options: [The memory, The cores, The link]\n  correct_index: 0\n"
    "mistakes:\n- {text: Mixes up the two., option: 2, credit: 0.25}\n"
)
NUMBER = (
    "kind: numeric\npoints: 2\nanswer: {value: 14 GB}\n"
    "mistakes:\n- {text: Counts one byte., expression: 7e9 * 1 byte, credit: 0.5}\n"
    "- {text: Counts bits., expression: 7e9 * 16 bytes}\n"
)


@pytest.fixture
def paper(bank: Bank, run: Run) -> list[str]:  # noqa: F811
    bank.add("cloud-0001", CHOICE)
    bank.add("cloud-0002", NUMBER)
    done = run("render", "cloud-0001", "cloud-0002", "--format", "gift", "-o", "quiz.gift")
    assert done.returncode == 0, done.stderr
    rows = ["A,14", "C,7", "B,7 GB", "C,112", "B,1"]
    table = "".join(f"s{number},{row}\n" for number, row in enumerate(rows))
    Path("answers.csv").write_text(f"student,1.answer,2.answer\n{table}")
    return ["answers.csv", "--key", "quiz.key.json", "-q"]


def totals(run: Run, *words: str) -> list[float]:  # noqa: F811
    done = run("results", "regrade", *words, "--scores", "new.csv")
    assert done.returncode == 0, done.stderr
    return [float(list(row.values())[-1]) for row in csv.DictReader(Path("new.csv").read_text().splitlines())]


def test_a_key_file_has_the_shares(paper: list[str]) -> None:
    choice, number = read_key(Path("quiz.key.json")).questions
    assert [option.credit for option in choice.options] == [0.0, 0.0, 0.25]
    assert number.number is not None
    assert [(one.credit, one.holds(Fraction(7))) for one in number.number.credits] == [(0.5, True)]


def test_answers_get_the_share_that_a_mistake_earns(paper: list[str], run: Run) -> None:  # noqa: F811
    assert totals(run, *paper, "--accept", "cloud-0002=99") == [6, 2, 1, 1, 0]


def test_another_key_takes_the_points_of_the_old_one_alone(paper: list[str], run: Run) -> None:  # noqa: F811
    assert totals(run, *paper, "--correct", "cloud-0001=b") == [2, 2, 5, 1, 4]


def test_papers_say_what_a_wrong_option_is_worth(paper: list[str], run: Run) -> None:  # noqa: F811
    for form in ("md", "qmd", "tex", "html"):
        done = run("render", "cloud-0001", "--format", form, "--answers", "inline")
        assert "1 of 4 points)" in done.stdout, form
    assert run("render", "cloud-0001", "--format", "gift").stdout.count("%25%") == 1


def test_canvas_is_said_to_have_no_shares(paper: list[str], run: Run) -> None:  # noqa: F811
    done = run("render", "cloud-0001", "cloud-0002", "-f", "qti12", "-o", "quiz.zip")
    assert "cloud-0001, cloud-0002: Canvas gives mistakes no share of the points" in done.stderr


def test_letters_are_read_as_people_write_them(paper: list[str], run: Run) -> None:  # noqa: F811
    """A letter that no option has is a wrong answer, and no question that the student did not have."""
    rows = ["A.,14", "(c),14", "Z,14", '"A, C",14', "a,14"]
    table = "".join(f"s{number},{row}\n" for number, row in enumerate(rows))
    Path("answers.csv").write_text(f"student,1.answer,2.answer\n{table}")
    done = run("results", "regrade", *paper, "--leave-out", "cloud-0002", "-f", "json")
    assert done.returncode == 0, done.stderr
    assert totals(run, *paper, "--leave-out", "cloud-0002") == [4, 1, 0, 0, 4]
    assert json.loads(done.stdout)["mean_before"] == pytest.approx((6 + 3 + 2 + 2 + 6) / 5 / 6)
