"""Regrading: other keys, counted by band, and scores that the platform takes back."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.conftest import Run, run  # noqa: F401 - a fixture
from qbank.results.paper_key import KeyItem, written
from results.conftest import Keys
from results.exports import WRITERS
from results.made_exam import Sitting, canvas, score, sit, write


@pytest.fixture
def exam(keys: Keys, keys_in: Callable[[int, bool], Path], tmp_path: Path) -> tuple[list[Sitting], list[str]]:
    sittings = sit(keys(), 80)
    export = canvas(tmp_path / "quiz.csv", sittings)
    return sittings, [str(export), "--key", str(next(keys_in(0, False).glob("*.key.json")))]


def totals(sittings: list[Sitting]) -> list[float]:
    return [
        sum(score(item, answer) for item, answer in zip(one.key.questions, one.answers, strict=True))
        for one in sittings
    ]


def test_a_corrected_key_moves_bands_as_counts(exam: tuple[list[Sitting], list[str]], run: Run) -> None:  # noqa: F811
    sittings, words = exam
    item = sittings[0].key.questions[0]
    wrong = next(place for place, option in enumerate(item.options) if not option.correct)
    before = totals(sittings)
    gained = [item.points if one.answers[0] == wrong else 0.0 for one in sittings]
    lost = [score(item, one.answers[0]) for one in sittings]
    possible = sum(one.points for one in sittings[0].key.questions)
    for option, after in (
        ("--accept", [old + more for old, more in zip(before, gained, strict=True)]),
        ("--correct", [old + more - less for old, more, less in zip(before, gained, lost, strict=True)]),
    ):
        letter = item.options[wrong].id
        answer = f"{item.id}={letter.upper() if option == '--accept' else letter}"  # as papers print it
        done = run("results", "regrade", *words, option, answer, "--bands", "80,50", "--format", "json", "-q")
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["more"] == sum(new > old for old, new in zip(before, after, strict=True))
        assert found["less"] == sum(new < old for old, new in zip(before, after, strict=True))
        assert [band["after"] for band in found["bands"]] == [
            sum(total / possible >= 0.8 for total in after),
            sum(0.5 <= total / possible < 0.8 for total in after),
            sum(total / possible < 0.5 for total in after),
        ]


def test_new_scores_go_back_to_the_platform(
    exam: tuple[list[Sitting], list[str]],
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    sittings, words = exam
    out = tmp_path / "new.csv"
    first = sittings[0].key.questions[0]
    done = run("results", "regrade", *words, "--leave-out", first.id, "--scores", out, "-q")
    assert done.returncode == 0, done.stderr
    assert not any(sitting.number in done.stdout for sitting in sittings)
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert list(rows[0])[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    found = {row["ID"]: float(row["edge-quiz"]) for row in rows[1:]}
    expected = [
        total - score(first, one.answers[0]) for total, one in zip(totals(sittings), sittings, strict=True)
    ]
    assert found == {one.number: pytest.approx(total) for one, total in zip(sittings, expected, strict=True)}


def test_one_version_of_a_question_is_left_out(
    keys: Keys,
    keys_in: Callable[[int, bool], Path],
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    sittings = sit(keys(3), 60)
    export = WRITERS["matrix"](tmp_path / "quiz.csv", sittings)
    words = [str(export)]
    for key in sorted(keys_in(3, False).glob("*.key.json")):
        words += ["--key", str(key)]
    id_ = sittings[0].key.questions[0].id
    forms = sorted({str(one.key.form) for one in sittings})
    alone = [
        run("results", "regrade", *words, "--leave-out", f"{id_}@{form}", "-f", "json") for form in forms
    ]
    found = [json.loads(done.stdout) for done in alone]
    assert [one["corrected"][0]["students"] for one in found] == [
        sum(sitting.key.form == form for sitting in sittings) for form in forms
    ]
    together = json.loads(run("results", "regrade", *words, "--leave-out", id_, "-f", "json").stdout)
    for what in ("more", "less"):
        assert sum(one[what] for one in found) == together[what] > 0
    # What is said of one version goes before what is said of all.
    both = ["--leave-out", f"{id_}@{forms[0]}", "--accept", f"{id_}=a", "--accept", f"{id_}=b"]
    done = run("results", "regrade", *words, *both, "-q")
    lines = done.stdout.splitlines()
    first = found[0]["corrected"][0]["students"]
    assert f"{id_}@{forms[0]}: left out; {first} students had it." in lines
    said = re.sub(r" \([^()]*\)", "", " ".join(lines))
    assert f"{id_}: 'a' or 'b' is right too; {len(sittings) - first} students had it." in said
    done = run("results", "regrade", *words, "--leave-out", f"{id_}@Q")
    assert done.returncode == 2
    assert f"nobody had {id_} in version or variant 'Q'; it has versions {', '.join(forms)}" in done.stderr
    item = next(item for item in sittings[0].key.questions if item.variant)
    done = run("results", "regrade", *words, "--leave-out", item.reference, "-f", "json")
    assert json.loads(done.stdout)["corrected"][0]["students"] == sum(
        any(one.reference == item.reference for one in sitting.key.questions) for sitting in sittings
    )


def test_points_of_one_version_are_scaled_to_the_whole_paper(
    keys: Keys,
    keys_in: Callable[[int, bool], Path],
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    """A column of points has one maximum: who had the faulty version must not lose by its being left out."""
    sittings = sit(keys(3), 30)
    words = [str(WRITERS["matrix"](tmp_path / "quiz.csv", sittings))]
    for key in sorted(keys_in(3, False).glob("*.key.json")):
        words += ["--key", str(key)]
    first = sittings[0].key.questions[0]
    out = tmp_path / "new.csv"
    whole = sum(item.points for item in sittings[0].key.questions)
    expected = [
        (total - score(first, one.answers[0])) / (whole - first.points) * whole
        if one.key.form == "A"
        else total
        for total, one in zip(totals(sittings), sittings, strict=True)
    ]
    done = run("results", "regrade", *words, "--leave-out", f"{first.id}@A", "--scores", out)
    assert "are scaled to the whole paper" in done.stderr
    points = [float(list(row.values())[-1]) for row in csv.DictReader(out.read_text().splitlines())]
    assert points == pytest.approx(expected)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "say what to change"),
        (["--accept", "edge-0101"], "takes a question and an answer"),
        (["--accept", "edge-0101=z"], "has no option 'z'"),
        (["--leave-out", "edge-9999"], "there is no question 'edge-9999'"),
        (["--leave-out", "edge-0101", "--bands", "high"], "takes percentages"),
        (["--accept", "edge-0105=many"], "is no number"),
    ],
)
def test_what_cannot_be_is_said(
    exam: tuple[list[Sitting], list[str]],
    run: Run,  # noqa: F811
    words: list[str],
    said: str,
) -> None:
    done = run("results", "regrade", *exam[1], *words, "-q")
    assert done.returncode == 2
    assert said in done.stderr


def test_points_alone_cannot_be_regraded_by_answers(
    keys: Keys,
    keys_in: Callable[[int, bool], Path],
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    export = WRITERS["gradescope"](tmp_path / "grades.csv", sit(keys(), 20))
    key = next(keys_in(0, False).glob("*.key.json"))
    done = run("results", "regrade", export, "--key", key, "--accept", "edge-0101=a")
    assert "what was answered is not known" in done.stderr


def test_half_a_paper_is_refused(keys: Keys, tmp_path: Path, run: Run) -> None:  # noqa: F811
    papers = keys(2)
    for paper in papers:
        lost = [replace(one, text="other", hash="0") if one.options else one for one in paper.questions]
        key = replace(paper, questions=tuple(lost))
        (tmp_path / f"{paper.form}.key.json").write_bytes(written(key))
    sittings = [one for one in sit(papers, 40) if one.key is papers[1]]
    for sitting in sittings:
        sitting.key = replace(papers[1], questions=tuple(map(without_code, papers[1].questions)))
    export = WRITERS["google_forms"](tmp_path / "quiz-B.csv", sittings)
    of = len(papers[1].questions)
    choices = sum(bool(one.options) for one in papers[1].questions)
    said = f"{choices} of the {of} questions of version B were not found"
    id_ = next(one.id for one in papers[1].questions if not one.options)
    words = ["results", "regrade", export, "--leave-out", id_]
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{said}; --incomplete goes on" in done.stderr
    assert "its text is that of no question" in done.stderr
    done = run(*words, "--incomplete")
    assert done.returncode == 0
    assert f"note: {said}\n" in done.stderr
    shown = run("results", "show", export, "-q")
    first = shown.stdout.partition("Mend")[0]
    assert shown.returncode == 0
    assert said in " ".join(first.split())
    assert "version A" not in first
    assert "Totals are not reliable" not in shown.stdout


def without_code(item: KeyItem) -> KeyItem:
    """Return a question whose text names no id."""
    return replace(item, id="x", variant=None)


def test_an_accepted_option_is_repeated_as_papers_print_it(
    keys: Keys,
    keys_in: Callable[[int, bool], Path],
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    """Letters are those of the bank, and after a shuffle each paper has its own."""
    papers = keys(2, shuffle=True)
    sittings = sit(papers, 40)
    words = [str(WRITERS["matrix"](tmp_path / "quiz.csv", sittings))]
    for key in sorted(keys_in(2, True).glob("*.key.json")):
        words += ["--key", str(key)]
    orders = [
        {item.id: "".join(option.id for option in item.options) for item in paper.questions if item.options}
        for paper in papers
    ]
    id_ = next(id_ for id_, order in orders[0].items() if order != orders[1][id_] and order[0] != "a")
    text = next(
        one.text for item in papers[0].questions if item.id == id_ for one in item.options if one.id == "a"
    )
    letters = ["ABCD"[order[id_].index("a")] for order in orders]
    done = run("results", "regrade", *words, "--accept", f"{id_}=a", "-q")
    said = " ".join(done.stdout.split())
    both = f"{letters[0]} on paper A, {letters[1]} on paper B"
    assert said.startswith(f"{id_}: 'a' ({text[:40]}")
    assert f"; {both}) is right too" in said or letters[0] == letters[1]
    done = run("results", "regrade", *words, "--accept", f"{id_}@A=a", "-q")
    assert f"; {letters[0]} on paper A) is right too" in " ".join(done.stdout.split())
    chosen = sum(
        order[id_][one.answers[place]] == "a"
        for order, paper in zip(orders, papers, strict=True)
        for one in sittings
        if one.key is paper
        for place, item in enumerate(paper.questions)
        if item.id == id_
    )
    shown = run("results", "show", *words, "-q", "-f", "json")
    item = next(one for one in json.loads(shown.stdout)["questions"] if one["id"] == id_)
    option = item["options"][0]
    assert (option["id"], option["count"]) == ("a", chosen)
    assert [(one["version"], one["letter"]) for one in option["printed"]] == list(
        zip("AB", letters, strict=True)
    )
    listed = "; ".join(
        f"{', '.join('ABCD'[order[id_].index(one)] for one in sorted(order[id_]))} on paper {form}"
        for form, order in zip("AB", orders, strict=True)
    )
    text = " ".join(run("results", "show", *words, "-q").stdout.split())
    assert f"Options A, B, C, D are {listed}" in text
    assert both in run("results", "show", *words, "-q", "-f", "html").stdout


def test_versions_that_no_key_has_are_refused(
    keys: Keys,
    keys_in: Callable[[int, bool], Path],
    tmp_path: Path,
    run: Run,  # noqa: F811
) -> None:
    papers = keys(2, shuffle=True)
    sittings = sit(papers, 30)
    export = tmp_path / "quiz.csv"
    rows = [["student", "version", *range(1, len(papers[0].questions) + 1)]]
    for sitting in sittings:
        points = [
            score(item, answer) for item, answer in zip(sitting.key.questions, sitting.answers, strict=True)
        ]
        rows.append([sitting.number, str(sitting.key.form), *points])
    rows[1][1], rows[2][1], rows[3][1], rows[4][1] = "a", "Version B", "E", ""
    write(export, rows)
    words = [str(export)]
    for key in sorted(keys_in(2, True).glob("*.key.json")):
        words += ["--key", str(key)]
    out = tmp_path / "new.csv"
    regraded = [*words, "--leave-out", papers[0].questions[0].id, "--scores", out]
    done = run("results", "regrade", *regraded)
    assert done.returncode == 2
    assert "quiz.csv: row 4: there is no version 'E'; the key files have A, B" in done.stderr
    assert "quiz.csv: row 5: no version is said" in done.stderr
    assert not out.exists()
    assert run("results", "regrade", *regraded, "--incomplete").returncode == 0
    assert sittings[2].number not in out.read_text()
    shown = " ".join(run("results", "show", *words, "-q").stdout.split())  # lines end anywhere
    assert shown.index("there is no version 'E'") < shown.index("Questions")
    assert "column 5" not in shown.partition("no version is said")[0]
