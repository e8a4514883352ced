"""Files that a command reads and cannot use: each is named with its place, and the exit status is 2."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank, Lock

RESULTS = {
    "x: [1\n": "2:1: the list opened with '[' on line 1 needs ','",
    "": "1:1: the file is empty",
    "set: a\nset: b\n": "2:1: ",
    "set: a\ndate: '2026-10-01'\nstudents: 20\nquestions: []\n": "4:12: questions: ",
    "set: a\ndate: '2026-10-01'\nstudents: 20\nquestions:\n"
    "- {id: cloud-0001, students: 20, difficulty: 1.5, interval: [0, 1]}\n": "5:46: questions[0].diff",
}
SET = "title: Quiz\nkind: exercises\nquestions: [cloud-0001]\n"


@pytest.mark.parametrize(("content", "told"), RESULTS.items())
def test_a_wrong_file_of_results_is_told_by_what_reads_results(
    bank: Bank, run: Run, content: str, told: str
) -> None:
    bank.add()
    bank.write("results/week-3-2026-10-01.yaml", content)
    bank.write("questions/sets/quiz.yaml", SET)
    for command in (
        ("audit", "--select", "QB66"),
        ("results", "show"),
        ("stats",),
        ("list", "--sort", "difficulty"),
        ("show", "cloud-0001"),
        ("blueprint", "questions/sets/quiz.yaml"),
        ("render", "questions/sets/quiz.yaml", "--format", "md", "--output", "out.md"),
        ("site",),
    ):
        done = run(*command)
        said = [line for line in done.stderr.splitlines() if "results/" in line]
        assert done.returncode == 2, command
        assert len(said) == 1, command
        assert said[0].startswith(f"qbank: results/week-3-2026-10-01.yaml:{told}"), command
    for command in (("list",), ("site", "--public", "--output", "public")):
        assert run(*command).returncode == 0


def test_right_results_are_no_trouble(bank: Bank, run: Run) -> None:
    bank.add()
    entry = "{id: cloud-0001, students: 20, difficulty: 0.5, interval: [0.3, 0.7]}"
    bank.write(
        "results/week-3-2026-10-01.yaml",
        f"set: a\ndate: '2026-10-01'\nstudents: 20\nlater: 1\nquestions:\n- {entry}\n",
    )
    for command in (("audit",), ("results", "show"), ("stats",), ("list", "--sort", "difficulty")):
        done = run(*command)
        assert (done.returncode, "results/" in done.stderr) == (0, False)


def test_a_bank_without_results_is_told_so(bank: Bank, run: Run) -> None:
    bank.add()
    done = run("results", "show")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("note: the bank keeps no results; `qbank results add")
    done = run("list", "--sort", "difficulty")
    assert (done.returncode, done.stdout) == (0, "")
    count, note = done.stderr.splitlines()
    assert (count, "the bank keeps no results" in note) == ("0 of 1 question.", True)
    assert "note: " not in run("list").stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_told_wherever_it_lies_and_nobody_waits_for_it(bank: Bank, spawn: Run) -> None:
    bank.add("cloud-0001", "visual: {kind: svg, path: pipe.svg, alt: A pipe.}\n")
    pipe = "questions/cloud/memory/cloud-0002.yaml"
    os.mkfifo(pipe)
    os.mkfifo("questions/cloud/memory/pipe.svg")
    what = f"{pipe}:1:1: the file cannot be read: it is not a regular file"
    for command in (
        ("list",),
        ("stats",),
        ("site",),
        ("render", "--format", "md"),
        ("render", pipe, "--format", "md"),
        ("verify", pipe),
        ("show", pipe),
    ):
        done = spawn(*command)
        assert done.returncode == 2, command
        assert what in done.stderr, command
    for targets in ((), (pipe,)):
        done = spawn("audit", *targets)
        assert (done.returncode, what.replace(":1:1", "") in done.stderr) == (2, True)
    assert spawn("new", "cloud", "kv-cache-management").returncode == 0


def test_a_site_names_what_it_leaves_out_as_a_list_does(bank: Bank, run: Run, lock: Lock) -> None:
    bank.add()
    folder = "questions/cloud/memory"
    bank.write(f"{folder}/cloud-0002.yaml", "")
    bank.write(f"{folder}/cloud-0003.yaml", os.urandom(64) + b"\0\xfa")
    bank.write(f"{folder}/cloud-0004.yaml", "a: [\n")
    bank.write(f"{folder}/cloud-0005.yaml", "title: No Id\n")
    lock(bank.add("cloud-0006"))
    listed = run("list")
    for more in ((), ("--public",), ("--single-file", "--output", "bank.html")):
        made = run("site", *more)
        left_out = [line for line in made.stderr.splitlines() if line.endswith("(left out)")]
        assert left_out == [line for line in listed.stderr.splitlines() if line.endswith("(left out)")]
        assert (made.returncode, listed.returncode, len(left_out)) == (2, 2, 5)


def test_a_folder_that_cannot_be_listed_is_told_and_the_rest_goes_on(
    bank: Bank, run: Run, lock: Lock
) -> None:
    bank.add("cloud-0001", "related: [edge-0001]\n")
    bank.write("questions/edge/edge-0001.yaml", "id: edge-0001\n")
    lock("questions/edge")
    for command in (
        ("audit", "--output", "out.txt"),
        ("audit", "--format", "json"),
        ("list",),
        ("site",),
        ("render", "--format", "md", "--output", "out/"),
        ("fmt", "--check"),
        ("verify",),
    ):
        done = run(*command)
        assert done.returncode == 2, command
        told = [line for line in done.stderr.splitlines() if "questions/edge" in line]
        assert ["the folder cannot be read: permission denied" in line for line in told] == [True], command
    assert "QB101" in (bank.root / "out.txt").read_text()
    assert "QB631" not in (bank.root / "out.txt").read_text()
    assert run("doctor").returncode == 0


def test_a_link_out_of_the_bank_is_neither_read_nor_written_where_it_is_named(bank: Bank, run: Run) -> None:
    bank.add()
    outside = bank.root.parent / "outside.yaml"
    outside.write_text("title:   Secret\nid: cloud-0002\n")
    question, a_set, lab = links = (
        "questions/cloud/memory/cloud-0002.yaml",
        "questions/sets/quiz.yaml",
        "questions/labs/lab-ring.yaml",
    )
    for link in links:
        (bank.root / link).parent.mkdir(parents=True, exist_ok=True)
        (bank.root / link).symlink_to(outside)
    for command in (
        ("audit", question),
        ("audit", "--fix", question),
        ("fmt", question),
        ("show", question),
        ("show", lab),
        ("render", lab, "--format", "md"),
        ("render", a_set, "--format", "md"),
        ("blueprint", a_set),
    ):
        done = run(*command)
        assert (done.returncode, done.stdout) == (2, ""), command
        assert "a link that leads out of the bank" in done.stderr, command
    assert outside.read_text() == "title:   Secret\nid: cloud-0002\n"
