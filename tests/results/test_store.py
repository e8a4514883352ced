"""What a bank keeps of an exam: aggregates that list, show and rules find, and nothing of a person."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from cli.conftest import Run, run  # noqa: F401 - a fixture
from qbank.model.json_schema import schema_of
from qbank.results.measured import measured_questions
from qbank.yamlio.reader import read_file
from results.conftest import ROOT, Keys
from results.exports import WRITERS
from results.made_exam import score, sit
from results.test_privacy import traces


@pytest.fixture
def bank(keys_in: Callable[[int, bool], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bank with the questions of an exam, and the key file of its paper in the folder of exports."""
    shutil.copytree(ROOT / "questions" / "edge", tmp_path / "questions" / "edge")
    (tmp_path / "exports").mkdir()
    shutil.copy(next(keys_in(0, False).glob("*.key.json")), tmp_path / "exports")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["canvas", "moodle_responses", "blackboard", "r_exams", "long"])
def test_what_is_kept_holds_no_trace_of_a_person(name: str, bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    sittings = sit(keys(), 60)
    WRITERS[name](bank / "exports" / "quiz.csv", sittings)
    done = run("results", "add", "exports/quiz.csv", "--on", "2026-10-01")
    assert done.returncode == 0, done.stderr
    [path] = (bank / "results").iterdir()
    assert done.stdout == "results/edge-quiz-2026-10-01.yaml\n"
    text = path.read_text(encoding="utf-8")
    assert [trace for trace in traces(sittings) if trace in text] == []
    jsonschema.validate(read_file(path).data, schema_of("results"))


def test_a_small_group_is_not_kept(bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    WRITERS["canvas"](bank / "exports" / "quiz.csv", sit(keys(), 9))
    done = run("results", "add", "exports/quiz.csv")
    assert done.returncode == 2
    assert "anybody could be told" in done.stderr
    assert not (bank / "results").exists()


def test_exams_are_put_together_and_shown(bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    for seed, day in enumerate(("2026-03-01", "2026-10-01"), 1):
        WRITERS["canvas"](bank / "exports" / "quiz.csv", sit(keys(), 100 * seed, seed=seed))
        assert run("results", "add", "exports/quiz.csv", "--on", day).returncode == 0
    measured = measured_questions(bank)
    assert len(measured) == 13
    one = measured["edge-0101"]
    assert [sitting.date for sitting in one.sittings] == ["2026-10-01", "2026-03-01"]
    assert one.students == 300
    first, second = (sitting.difficulty for sitting in one.sittings)
    assert one.difficulty == pytest.approx((200 * first + 100 * second) / 300)
    assert "300 students in 2 exams" in run("show", "edge-0101").stdout
    assert "Measured" not in run("show", "edge-0101", "--no-answers").stdout
    shown = json.loads(run("results", "show", "edge-0101", "--format", "json").stdout)
    assert [exam["students"] for exam in shown["questions"][0]["exams"]] == [200, 100]
    ids = run("list", "--sort", "difficulty", "--format", "id").stdout.split()
    listed = json.loads(run("list", "--sort", "difficulty", "--format", "json").stdout)["questions"]
    assert [one["id"] for one in listed] == ids
    assert [one["measured"] for one in listed] == [
        {
            "students": measured[id_].students,
            "difficulty": measured[id_].difficulty,
            "item_rest": measured[id_].discrimination,
        }
        for id_ in ids
    ]
    assert "measured" not in json.loads(run("list", "--format", "json").stdout)["questions"][0]
    assert ids == sorted(measured, key=lambda id_: (measured[id_].difficulty, id_))
    assert "did you mean 'edge-quiz'" in run("results", "show", "edge-quizz").stderr


def test_what_was_measured_is_told_where_authors_look(bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    sittings = sit(keys(), 200)
    rows = ["student,seconds," + ",".join(item.id for item in sittings[0].key.questions)]
    rows.append("max,," + ",".join(str(item.points) for item in sittings[0].key.questions))
    for number, sitting in enumerate(sittings):
        points = (score(item, one) for item, one in zip(sitting.key.questions, sitting.answers, strict=True))
        rows.append(f"s{number},{1_200 + number}," + ",".join(f"{own:g}" for own in points))
    (bank / "exports" / "m.csv").write_text("\n".join(rows))
    added = run("results", "add", "exports/m.csv", "--set", "edge-quiz", "--on", "2026-10-01")
    assert added.returncode == 0, added.stderr
    measured = measured_questions(bank)
    one = measured["edge-0101"]
    [data] = (read_file(path).data for path in (bank / "results").iterdir())
    stated = {entry["id"]: entry["minutes"] for entry in data["questions"]}
    pace = data["minutes"] / sum(stated.values())
    assert one.minutes == pytest.approx(pace * stated["edge-0101"])
    said = run("show", "edge-0101").stdout
    assert f", about {one.minutes:.3g} minutes; 200 students in 1 exam" in said
    assert "{" not in said.split("Measured:")[1].split("\n")[0]
    assert "Measured in exams: 13 of " in run("stats").stdout
    counted = json.loads(run("stats", "--format", "json").stdout)["measured"]
    assert counted["questions"] == 13
    assert counted["difficulty"] == pytest.approx(sum(m.difficulty for m in measured.values()) / 13)
    (bank / "questions" / "sets").mkdir()
    ids = ", ".join(measured)
    (bank / "questions" / "sets" / "next.yaml").write_text(
        f"title: Next\nkind: quiz\nquestions: [{ids}, edge-0001]\n"
    )
    told = run("blueprint", "questions/sets/next.yaml").stdout
    assert "Expected: a mean of " in told
    assert "13 of 14 questions measured in exams." in told
    whole = json.loads(run("blueprint", "questions/sets/next.yaml", "--format", "json").stdout)["sets"][0][
        "whole"
    ]
    assert whole["measured"] == 13
    last = whole["minutes"] - sum(stated.values())
    assert whole["expected_minutes"] == pytest.approx(data["minutes"] + last)


def test_flags_are_shown_whole_where_not_all_columns_fit(bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    WRITERS["canvas"](bank / "exports" / "quiz.csv", sit(keys(), 100))
    assert run("results", "add", "exports/quiz.csv").returncode == 0
    table = run("results", "show", COLUMNS="80").stdout.splitlines()
    assert table[0].endswith("exams  flags")
    assert "…" not in "".join(table)
    assert table[-1] == "more columns: --format json"


def test_a_question_that_the_bank_does_not_have_is_refused(bank: Path, run: Run) -> None:  # noqa: F811
    (bank / "exports" / "m.csv").write_text("student,edge-9999\n" + "".join(f"s{n},1\n" for n in range(20)))
    (bank / "exports" / "edge-quiz.key.json").unlink()
    done = run("results", "add", "exports/m.csv", "--set", "x")
    assert done.returncode == 2
    assert "there is no question 'edge-9999' in the bank" in done.stderr


def test_broken_files_are_passed_over(bank: Path) -> None:
    (bank / "results").mkdir()
    (bank / "results" / "a.yaml").write_text("set: [\n")
    (bank / "results" / "b.yaml").write_text("questions: [{id: 3}, {id: edge-0101, students: x}, 7]\n")
    assert measured_questions(bank) == {}


def test_a_set_selects_by_what_was_measured(bank: Path, keys: Keys, run: Run) -> None:  # noqa: F811
    WRITERS["canvas"](bank / "exports" / "quiz.csv", sit(keys(), 100))
    assert run("results", "add", "exports/quiz.csv", "--on", "2026-10-01").returncode == 0
    measured = measured_questions(bank)
    path = bank / "questions" / "sets" / "next.yaml"
    path.parent.mkdir()

    def chosen(select: str) -> set[str]:
        path.write_text(f"title: Next\nkind: quiz\nselect: {{{select}}}\n")
        done = run("render", path, "--format", "json", "-q")
        assert done.returncode == 0, done.stderr
        return {item["id"] for part in json.loads(done.stdout)["sections"] for item in part["questions"]}

    middling = {id_ for id_, one in measured.items() if one.difficulty >= 0.5}
    assert chosen("measured_difficulty: 0.5-") == middling != set(measured)
    telling = {id_ for id_, one in measured.items() if (one.discrimination or 0) >= 0.45}
    assert chosen("measured_discrimination: 0.45-1") == telling != set(measured)
    path.write_text("title: Next\nkind: quiz\nselect: {measured_difficulty: -0.01}\n")
    assert run("render", path).returncode == 2
