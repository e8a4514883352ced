"""Forms in which platforms write the same export: columns that are there or not, and students without names.

Headings are those of files and of test data of programs that read them; the rows are made up.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qbank.results.reading.registry import read_results
from qbank.results.sheet import Pseudonyms, State

TAIL = "n correct,n incorrect,score"
CANVAS = {
    "kept attempts": (
        f"name,id,sis_id,section,section_id,section_sis_id,submitted,12: Which?,1,13: How?,2,{TAIL}\n"
        "R A,10,,,1,,2026-01-01,one,0,7,2,1,0,2\nR B,11,,,1,,2026-01-01,two,1,8,0,0,1,1\n"
    ),
    "all attempts, and no id but that of the school": (
        f'name,sis_id,submitted,attempt,12: Which?,1,"13: How? (text) \n Note",2,{TAIL}\n'
        '"B, R",40,2021-07-12 20:01:01 UTC,1,one,0,7,2,1,0,2\n'
        '"C, R",50,2021-07-12 19:59:47 UTC,2,two,1,8,0,0,1,1\n'
        '"C, R",50,2021-07-12 19:55:15 UTC,1,one,1,9,0,0,1,1\n'
    ),
    "no school, and an account": (
        f"name,id,root_account,section,section_id,submitted,attempt,12: Which?,0.5,13: How?,0.5,{TAIL}\n"
        "R A,1,x.edu,001,10,2026-08-10,1,one,0.5,Use <g> & t,0.5,2,0,1\n"
        'R B,2,x.edu,001,10,2026-08-10,1,two,0,"C,D",0.5,1,1,0.5\n'
    ),
    "an anonymous survey": (
        f"section,section_id,submitted,attempt,12: Which?,0.5,13: How?,0.5,{TAIL}\n"
        "001,10,2026-08-10,1,one,0.5,a,0.5,2,0,1\n001,10,2026-08-10,1,two,0,b,0.5,1,1,0.5\n"
    ),
    "in another language": (
        "nombre,identificador,sección,enviado,12: ¿Cuál?,1,13: ¿Cómo?,2,n correctas,n incorrectas,puntos\n"
        "R A,10,1,2026-01-01,one,0,7,2,1,0,2\nR B,11,1,2026-01-01,two,1,8,0,0,1,1\n"
    ),
}
OTHERS = {
    "Moodle, other labels": (
        "\ufeffLast name,First name,Username,Status,Started,Completed,Duration,Grade/10.00,Question 1,"
        "Response 1,Right answer 1\n"
        "D,J,j1,Finished,22 July 2026 09:00,22 July 2026 09:05,5 mins,10.00,What is 2+2?,4,4\n"
        "E,K,j2,Finished,22 July 2026 09:00,22 July 2026 09:05,5 mins,0.00,What is 2+2?,5,4\n"
        "S,K,j3,In progress,22 July 2026 09:00,,,,What is 2+2?,,\n"
    ),
    "Moodle, names taken out": (
        "Last name,First name,Email address,State,Grade/10.00,Question 1,Response 1,Right answer 1\n"
        ",,,Finished,5,What is 2+2?,4,4\n,,,Finished,10,What is 2+2?,5,4\n"
    ),
    "Gradescope, one column of names": (
        "Name,SID,Email,Total Score,Max Points,Status,Submission ID,Submission Time,Lateness (H:M:S),"
        "View Count,Submission Count,1: Pledge (0.0 pts),2: cloud-0001 (1.0 pts)\n"
        "A,1,a@example.org,1.0,1.0,Graded,1,2026-01-01,00:00:00,0,1,0.0,1.0\n"
        "B,,,1.0,1.0,Graded,2,2026-01-01,00:00:00,0,1,0.0,1.0\n"
        "C,,,,1.0,Missing,,,,,,,\n"
    ),
    "Gradescope, names taken out, parts": (
        "Course Name,section_name,Total Score,Max Points,Status,Submission ID,Submission Time,"
        "Lateness (H:M:S),View Count,Submission Count,1.1 (3.0 pts),1.2 (3.0 pts),2 (10.0 pts)\n"
        "X,Section 7,15.0,16.0,Graded,115,2022-03-08 15:44:18 -0500,00:00:00,0,1,2.0,3.0,10.0\n"
        "X,Section 1,16.0,16.0,Graded,116,2022-03-08 15:44:18 -0500,00:00:00,1,1,3.0,3.0,10.0\n"
    ),
    "Google Forms, no addresses": (
        '"Timestamp","Total score","What?","What? [Score]","What? [Feedback]"\n'
        '"2024/12/22 11:49:31 AM GMT+8","1.00 / 1","one","1.00 / 1",""\n'
        '"2024/12/22 11:49:31 AM GMT+8","0.00 / 1","two","0.00 / 1",""\n'
    ),
}


@pytest.mark.parametrize("form", CANVAS)
def test_forms_of_canvas(form: str, tmp_path: Path) -> None:
    path = tmp_path / "quiz.csv"
    path.write_text(CANVAS[form], encoding="utf-8")
    sheet = read_results(path, Pseudonyms())
    assert sheet.format == "Canvas, classic quiz"
    assert len({attempt.student for attempt in sheet.attempts}) == 2
    assert len(sheet.columns) == 2
    first, other = (attempt.cells[0] for attempt in sheet.attempts[:2])
    assert (first.answer, other.answer) == ("one", "two")
    numbers = [attempt.number for attempt in sheet.attempts]
    assert numbers == ([1, 2, 1] if form.startswith("all") else [1, 1])


@pytest.mark.parametrize("form", OTHERS)
def test_forms_of_others(form: str, tmp_path: Path) -> None:
    path = tmp_path / "quiz.csv"
    path.write_text(OTHERS[form], encoding="utf-8")
    sheet = read_results(path, Pseudonyms())
    assert sheet.format.startswith(form.split(",", maxsplit=1)[0])
    assert len(sheet.attempts) == len({attempt.student for attempt in sheet.attempts}) == 2
    assert all(cell.state is State.ANSWERED for attempt in sheet.attempts for cell in attempt.cells)


def test_students_and_groups_of_prairielearn(tmp_path: Path) -> None:
    header = (
        "UID,UIN,Username,Name,Role,Assessment,Assessment instance,Zone number,Zone title,Question,"
        "Question instance,Variant,Seed,Params,True answer,Options,submission_id,Submission date,"
        "Submitted answer,Partial Scores,Override score,Credit,Mode,Grading requested,Grading date,"
        "Assigned manual grader,Last manual grader,Score,Correct,Feedback,Rubric Grading,Question points,"
        "Max points,Question % score\n"
    )
    row = (
        '{0},,,,Student,E1,1,1,,qb/cloud-0001,1,1,abc,{{}},{{}},{{}},{1},2026-01-01,"{{""q"": ""a""}}",,,100,'
        "Exam,t,,,,{2},t,,,1,1,100\n"
    )
    path = tmp_path / "submissions.csv"
    rows = row.format("a@x", 1, 0) + row.format("a@x", 2, 1) + row.format("b@x", 3, 1)
    path.write_text(header + rows, encoding="utf-8")
    sheet = read_results(path, Pseudonyms())
    assert [attempt.cells[0].score for attempt in sheet.attempts] == [0.0, 1.0]
    assert sheet.remarks == ["1 later submission to the same questions left out"]

    path.write_text(
        (header + rows)
        .replace("UID,UIN,Username", "UID,UIN,Group name")
        .replace("a@x,,,", ",,red,")
        .replace("b@x,,,", ",,blue,"),
        encoding="utf-8",
    )
    sheet = read_results(path, Pseudonyms())
    assert [attempt.cells[0].score for attempt in sheet.attempts] == [0.0, 1.0]
