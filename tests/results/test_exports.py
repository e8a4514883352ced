"""Each export is recognised by what is in it, and says what everybody answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from qbank.results.analysis import analyse
from qbank.results.exam import Exam
from qbank.results.finding import Finder, Target
from qbank.results.joining import join
from qbank.results.paper_key import PaperKey
from qbank.results.reading.registry import read_results
from qbank.results.sheet import Pseudonyms, ResultsError, State
from results.conftest import Keys
from results.exports import WITHOUT_ANSWERS, WRITERS, moodle_grades, moodle_responses
from results.made_exam import Sitting, score, sit, write


def exam_of(keys: list[PaperKey], *paths: Path) -> Exam:
    pseudonyms = Pseudonyms()
    return join([read_results(path, pseudonyms) for path in paths], keys)


def points(sittings: list[Sitting]) -> dict[str, float]:
    """Return the points that each question brought in all."""
    found: dict[str, float] = {}
    for sitting in sittings:
        for item, answer in zip(sitting.key.questions, sitting.answers, strict=True):
            found[item.id] = found.get(item.id, 0.0) + score(item, answer)
    return found


@pytest.mark.parametrize("name", WRITERS)
def test_an_export_tells_what_everybody_answered(name: str, keys: Keys, tmp_path: Path) -> None:
    papers = keys()
    sittings = sit(papers, 24)
    exam = exam_of(papers, WRITERS[name](tmp_path / "export.csv", sittings))
    assert exam.unmatched == []
    assert [item.id for item in exam.items] == [item.id for item in papers[0].questions]
    assert len(exam.students) == 24
    expected = points(sittings)
    for place, item in enumerate(exam.items):
        found = exam.scores(place)
        assert None not in found
        assert sum(filter(None, found)) == pytest.approx(expected[item.id]), item.id
        if name not in WITHOUT_ANSWERS and item.keys and item.kind == "choice":
            chosen = [student.responses[place].option for student in exam.students]
            options = [option.id for option in papers[0].questions[place].options]
            assert chosen == [options[sitting.answers[place]] for sitting in sittings]


@pytest.mark.parametrize(
    "name", ["canvas", "canvas_new", "moodle_responses", "blackboard", "long", "matrix", "r_exams"]
)
def test_versions_with_other_numbers_and_orders_are_told_apart(name: str, keys: Keys, tmp_path: Path) -> None:
    papers = keys(4, shuffle=True)
    sittings = sit(papers, 48)
    exam = exam_of(papers, WRITERS[name](tmp_path / "export.csv", sittings))
    assert exam.unmatched == []
    assert [student.form for student in exam.students] == [sitting.key.form for sitting in sittings]
    expected = points(sittings)
    for place, item in enumerate(exam.items):
        assert sum(filter(None, exam.scores(place))) == pytest.approx(expected[item.id])
    analysis = analyse(exam)
    assert [group.n for group in analysis.forms.groups] == [12, 12, 12, 12]
    for found in analysis.items:
        if found.options:
            right = sum(option.statistics.count for option in found.options if option.correct)
            assert right == round(expected[found.item.id] / found.item.maximum)


def test_two_files_of_one_exam_are_put_together(keys: Keys, tmp_path: Path) -> None:
    """Answers are in the one, points in the other; those points win, even over the key."""
    papers = keys()
    sittings = sit(papers, 20)
    answers = moodle_responses(tmp_path / "responses.csv", sittings)
    for sitting in sittings:
        sitting.answers[0] = next(
            n for n, option in enumerate(papers[0].questions[0].options) if option.correct
        )
    exam = exam_of(papers, answers, moodle_grades(tmp_path / "grades.csv", sittings))
    assert len(exam.students) == 20
    assert set(exam.scores(0)) == {papers[0].questions[0].points}
    assert any(
        not option.correct and any(student.responses[0].option == option.id for student in exam.students)
        for option in papers[0].questions[0].options
    )


def test_without_codes_the_text_tells_and_the_text_of_no_question_is_listed(
    keys: Keys, tmp_path: Path
) -> None:
    papers = keys(2)
    header = ["name", "id"]
    for number, item in enumerate((*papers[0].questions, *papers[1].questions)):
        header += [f"{number + 10}: {item.text}", str(item.points)]
    header += ["999: Which of these is not on the paper?", "1.0", "score"]
    rows = [header, *([f"S{n}", str(n), *["x", "0"] * 26, "yes", "1", "3"] for n in range(3))]
    exam = exam_of(papers, write(tmp_path / "canvas.csv", rows))
    assert len(exam.items) == 13
    assert {response.reference for response in exam.students[0].responses.values()} <= {
        item.reference for paper in papers for item in paper.questions
    }
    [line] = exam.unmatched
    assert "which of these is not on the paper" in line
    assert line.endswith("(3 answers)")


def test_options_behind_the_text_do_not_hide_a_question(
    keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So Moodle exports choices, with the options in the order that each student saw."""
    monkeypatch.setattr("results.exports._text", lambda item: f"{item.text.capitalize()}?")
    papers = keys(2, shuffle=True)
    sittings = sit(papers, 24)
    exam = exam_of(papers, moodle_responses(tmp_path / "responses.csv", sittings))
    assert exam.unmatched == []
    chosen = {item.id: place for place, item in enumerate(exam.items) if item.kind == "choice"}
    assert chosen
    for student, sitting in zip(exam.students, sittings, strict=True):
        for item, answer in zip(sitting.key.questions, sitting.answers, strict=True):
            if item.id in chosen:
                assert student.responses[chosen[item.id]].option == item.options[answer].id


def test_options_tell_questions_with_one_text_apart(keys: Keys) -> None:
    """Also where a platform lost something of the text, or of an option."""
    items = [item for item in keys()[0].questions if item.kind == "choice"][:2]
    text = items[0].text
    items[1] = replace(items[1], text=text, hash=items[0].hash)
    finder = Finder([replace(keys()[0], questions=tuple(items))])
    assert isinstance(finder.find("", text, None, None), str)
    for item in items:
        options = "; ".join(option.text for option in reversed(item.options))
        for seen in (
            f"{text}: {options}",
            f"{text}: {options.rpartition(' ')[0]} x",
            f"{text[6:]}: {options}",
        ):
            found = finder.find("", seen, None, None)
            assert isinstance(found, Target)
            assert found.id == item.id


def test_a_formula_that_a_platform_lost_does_not_matter_and_another_number_does(
    keys: Keys, tmp_path: Path
) -> None:
    papers = keys()
    item = next(item for item in papers[0].questions if "320" in item.text)
    lost = " ".join(item.text.split()[:-3])
    other = item.text.replace("320", "321")
    rows = [["name", "id", f"1: {lost}", "1.0", f"2: {other}", "1.0"], ["A", "1", "x", "0", "x", "0"]]
    exam = exam_of(papers, write(tmp_path / "canvas.csv", rows))
    assert [one.id for one in exam.items] == [item.id]
    assert len(exam.unmatched) == 1


def test_what_was_not_seen_reached_answered_and_graded_is_told_apart(tmp_path: Path) -> None:
    rows = [
        ["student", "cloud-0001", "cloud-0002", "cloud-0003", "cloud-0004"],
        ["max", 1, 2, 1, 1],
        ["a", 1, "-", "1", "-"],
        ["b", "NA", "?", "-", "-"],
        ["c", 0.5, 2, "", 1],
    ]
    exam = exam_of([], write(tmp_path / "m.csv", rows))
    states = [
        [student.responses[n].state if n in student.responses else None for n in range(4)]
        for student in exam.students
    ]
    assert states == [
        [State.ANSWERED, State.OMITTED, State.ANSWERED, State.NOT_REACHED],
        [None, State.NOT_GRADED, State.NOT_REACHED, State.NOT_REACHED],
        [State.ANSWERED, State.ANSWERED, None, State.ANSWERED],
    ]
    assert [exam.scores(place) for place in range(4)] == [
        [1, None, 0.5],
        [0, None, 2],
        [1, 0, None],
        [0, 0, 1],
    ]


def test_places_of_versions_in_another_order_are_not_guessed(keys: Keys, tmp_path: Path) -> None:
    papers = keys(2, shuffle=True)
    rows = [["student", *range(1, 14)], ["a", *[1] * 13]]
    unsure = exam_of(papers, write(tmp_path / "grades.csv", rows))
    same = [a.id for a, b in zip(papers[0].questions, papers[1].questions, strict=True) if a.id == b.id]
    assert sorted(item.id for item in unsure.items) == sorted(same)
    assert len(unsure.unmatched) == 13 - len(same) > 0
    assert all("is another one in each version" in line for line in unsure.unmatched)
    exam = exam_of(papers, write(tmp_path / "grades-B.csv", rows))
    assert len(exam.items) == 13
    assert exam.students[0].form == "B"


def test_the_first_attempt_counts(tmp_path: Path) -> None:
    rows = [["student", "cloud-0001", "cloud-0002"], ["a", 0, 0], ["b", 1, 0], ["a", 1, 1]]
    exam = exam_of([], write(tmp_path / "m.csv", rows))
    assert exam.scores(0) == [0, 1]
    assert exam.remarks == ["1 later attempt left out: the first one of each student counts"]


def test_an_attempt_in_two_files_is_one(keys: Keys, tmp_path: Path) -> None:
    sittings = sit(keys(), 6)
    again = [*sittings, sittings[0], sittings[3]]
    answers, grades = tmp_path / "responses.csv", tmp_path / "grades.csv"
    exam = exam_of(keys(), moodle_responses(answers, again), moodle_grades(grades, again))
    assert exam.remarks == [
        f"{answers}: left out 2 rows of averages, or attempts not finished",
        "2 later attempts left out: the first one of each student counts",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no rows below the header"),
        (b"name,mail\nA,b\n", "not recognised by its header"),
        (b"PK\x03\x04\0\0", "no text"),
        (b"[1, 2]", "no JSON of a report"),
        (b"student,1,2\na,1,1\n", "only its place is known"),
        (b"Nom,A,B,Note/10.00,Kerdes 1,Valasz 1\nx,y,z,1,q,r\n", "cannot be told in this language"),
    ],
)
def test_what_cannot_be_used_is_said_in_words(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    with pytest.raises(ResultsError, match=said):
        exam_of([], path)


def test_numbers_typed_are_no_points(keys: Keys, tmp_path: Path) -> None:
    """More points than there are to be had are answers, and none may count as points."""
    [paper] = keys()
    place = next(n for n, item in enumerate(paper.questions) if item.number is not None)
    item, number = paper.questions[place], paper.questions[place].number
    assert number is not None
    right = float(number.value)
    heading = f"Question {place + 1}"
    rows = [["Name", heading], ["A", item.points], ["B", right + 100]]
    said = f"m.csv: column {heading}, row 3: {right + 100:g} points, where {item.id} has {item.points:g}"
    with pytest.raises(ResultsError, match=f"{re.escape(said)}.* column '{heading}.answer'"):
        exam_of([paper], write(tmp_path / "m.csv", rows))
    long = [["student", "question", "score"], ["A", place + 1, 1e3]]
    with pytest.raises(ResultsError, match=r"row 2: 1000 points, .* column 'answer'"):
        exam_of([paper], write(tmp_path / "long.csv", long))
    rows = [["Name", f"{heading}.answer"], ["A", right], ["B", right * 100]]
    exam = exam_of([paper], write(tmp_path / "m.csv", rows))
    assert exam.scores(0) == [item.points, 0.0]
