"""Labs on the command line: shown, rendered, and in nobody's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.rule_examples import laid_over

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

LAB = "questions/labs/lab-ring.yaml"


@pytest.fixture
def labs(bank: Bank) -> Bank:
    bank.add("cloud-0001")
    bank.write(LAB, laid_over("", LAB))
    return bank


@pytest.mark.parametrize("target", ["lab-ring", LAB, "questions/labs", "questions/labs/lab-*.yaml"])
def test_a_lab_is_shown(labs: Bank, run: Run, target: str) -> None:
    done = run("show", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "lab-ring  What a Ring Costs\n"
        "- Say what a further device costs.\n"
        "\n"
        "cloud  Training lead\n"
        "  1. The ring\n"
        "     predict a number: 280 ms\n"
        "     a puzzle in 3 tries, solved by 3 of 6 settings, such as Devices: 2\n"
    )


def test_a_lab_is_wrapped(labs: Bank, run: Run) -> None:
    assert max(map(len, run("show", "lab-ring", COLUMNS="50").stdout.splitlines())) <= 50


def test_a_lab_is_shown_without_its_answers(labs: Bank, run: Run) -> None:
    shown = run("show", "lab-ring", "--no-answers").stdout
    assert "280" not in shown
    assert "such as" not in shown


def test_questions_and_labs_are_shown_together(labs: Bank, run: Run) -> None:
    done = run("show", "cloud-0001", "lab-ring")
    assert done.returncode == 0
    assert "lab-ring  What a Ring Costs" in done.stdout
    assert "Napkin math" in done.stdout


def test_labs_are_no_questions(labs: Bank, run: Run) -> None:
    assert "lab-ring" not in run("list").stdout
    assert "lab-ring" not in run("stats").stdout
    assert "lab-ring" not in run("render", "questions").stdout
    assert run("verify", "questions").returncode == 0


def test_a_lab_that_is_wrong_is_told_with_its_place(labs: Bank, run: Run) -> None:
    labs.write(LAB, laid_over("quantities:\n  rate: {label: Rate, field: ib-nrd.per_direction}\n", LAB))
    for command in (("show", "lab-ring"), ("render", LAB)):
        done = run(*command)
        assert done.returncode == 2
        assert f"{LAB}:21:" in done.stderr
        assert "did you mean 'ib-ndr'?" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (LAB, "--format", "gift"),
            "the format 'gift' is for questions; labs are rendered as md, qmd, html and pdf",
        ),
        ((LAB, "--track", "edge"), "this lab has no such persona; it has cloud"),
        ((LAB, "--level", "L3"), "--level is for questions and sets; a lab takes --track and --answers"),
        ((LAB, "--variants", "3"), "--variants is for questions and sets"),
        ((LAB, "cloud-0001"), "cloud-0001: labs cannot go together with questions and sets"),
    ],
)
def test_what_is_refused(labs: Bank, run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("render", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_labs_are_rendered_into_a_folder(labs: Bank, run: Run) -> None:
    labs.write("questions/labs/lab-two.yaml", laid_over("", "questions/labs/lab-two.yaml"))
    done = run("render", "questions/labs", "--format", "html", "--output", "out/")
    names = ["lab-ring.html", "lab-two.html", "index.html"]
    assert (done.returncode, done.stderr) == (0, "".join(f"note: wrote out/{name}\n" for name in names))
    assert {path.name for path in (labs.root / "out").iterdir()} == set(names)
    index = (labs.root / "out" / "index.html").read_text(encoding="utf-8")
    assert all(f'<a href="{name}" dir="auto">What a Ring Costs</a>' in index for name in names[:2])
    done = run("render", "questions/labs", "--format", "html", "--output", "out.html")
    assert (done.returncode, "name a folder" in done.stderr) == (2, True)


def test_a_worksheet_for_several_tracks_says_so(labs: Bank, run: Run) -> None:
    persona = "{role: Lead, situation: A model is trained on a cluster., given: {gradient: 14 GB}}"
    labs.write(LAB, laid_over(f"personas: {{cloud: {persona}, edge: {persona}}}\n", LAB))
    said = "note: lab-ring: for all 2 tracks; --track cloud is for one\n"
    for arguments, note in [
        (("md",), said),
        (("md", "--track", "edge"), ""),
        (("md", "--quiet"), ""),
        (("html",), ""),
    ]:
        done = run("render", LAB, "--output", "out/", "--format", *arguments)
        assert (done.returncode, done.stderr.partition("note: wrote")[0]) == (0, note)


def test_a_lab_is_formatted(labs: Bank, run: Run) -> None:
    before = (labs.root / LAB).read_text()
    labs.write(LAB, before.replace("kind: lab\n", "").replace("topic:", "kind: lab\ntopic:"))
    assert run("fmt", LAB).returncode == 0
    assert run("fmt", "--check", LAB).returncode == 0
    after = (labs.root / LAB).read_text()
    assert after.index("kind: lab") < after.index("id: lab-ring") < after.index("topic:")
    # Quantities stay in the order of their author.
    assert (
        after.index("nodes:") < after.index("gradient:", after.index("quantities:")) < after.index("t_comm:")
    )
