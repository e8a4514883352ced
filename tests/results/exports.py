"""Files in the form of each exporter, of a made exam; forms are from the programs' sources and real files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from qbank.results.paper_key import KeyItem
from results.made_exam import Sitting, canvas, score, shown, write

Writer = Callable[[Path, Sequence[Sitting]], Path]


def _letter(item: KeyItem, answer: int | str | None) -> str:
    return "abcdefghij"[answer] if isinstance(answer, int) else ""


def _text(item: KeyItem) -> str:
    """Return a text as a person reads it: with capitals and punctuation, as platforms print it."""
    return f"{item.text.capitalize()}? [{item.reference}]"


def _pairs(sitting: Sitting) -> list[tuple[KeyItem, int | str | None]]:
    return list(zip(sitting.key.questions, sitting.answers, strict=True))


def canvas_new(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Canvas New Quizzes: five columns an item, whose names repeat; a byte order mark."""
    items = {item.reference: item for sitting in sittings for item in sitting.key.questions}
    header = ["Name", "ID", "SISID", "SectionIDs", "SectionNames", "Submitted", "ElapsedTime", "Attempt"]
    for item in items.values():
        header += ["ItemID", "ItemType", _text(item), "EarnedPoints", "Status"]
    tail = ["NumberOfCorrect", "NumberOfIncorrect", "NoResponse", "PointsPossible", "OverallScore"]
    rows = [[*header, *tail]]
    for sitting in sittings:
        own = {item.reference: (item, answer) for item, answer in _pairs(sitting)}
        row = [
            f"{sitting.first} {sitting.last}",
            sitting.number,
            sitting.mail,
            "1",
            "S",
            "2026-09-25",
            "1507",
            "1",
        ]
        for place, reference in enumerate(items):
            if reference in own:
                item, answer = own[reference]
                row += [str(place), "choice", shown(item, answer), str(score(item, answer)), "graded"]
            else:
                row += ["", "", "", "", ""]
        rows.append([*row, "", "", "", "", ""])
    return write(path, rows, encoding="utf-8-sig")


def canvas_api(path: Path, sittings: Sequence[Sitting]) -> Path:
    """The JSON of the API of reports, with items named by what a link table of the course says: our ids."""
    data = [
        {
            "student_data": {"id": sitting.number, "name": sitting.first, "elapsed": 1507, "attempt": 1},
            "item_responses": [
                {
                    "item_id": item.reference,
                    "answer": shown(item, answer),
                    "score": score(item, answer),
                }
                for item, answer in _pairs(sitting)
            ],
        }
        for sitting in sittings
    ]
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def _moodle_lead(sitting: Sitting) -> list[str]:
    return [
        sitting.last, sitting.first, sitting.mail, "Finished", "1 October 2026 10:00 AM",
        "1 October 2026 10:25 AM", "25 mins 7 secs",
    ]  # fmt: skip


_MOODLE = ["Last name", "First name", "Email address", "State", "Started on", "Completed", "Time taken"]


def moodle_responses(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Moodle, responses with the box *question* ticked, where options stand behind the text of a choice, in
    the order that each student saw; an attempt that goes on, and the averages at the end."""
    draw = random.Random(2)
    count = len(sittings[0].answers)
    header = [*_MOODLE, "Grade/10.00"]
    for number in range(1, count + 1):
        header += [f"Question {number}", f"Response {number}"]
    rows = [header]
    for sitting in sittings:
        row = [*_moodle_lead(sitting), "7.50"]
        for item, answer in _pairs(sitting):
            options = [option.text for option in item.options]
            draw.shuffle(options)
            text = f"{_text(item)}: {'; '.join(options)}" if options else _text(item)
            row += [text, shown(item, answer) or "-"]
        rows.append(row)
    going_on = ["Żółć", "Ä", "x@example.edu", "In progress", "1 October 2026 10:00 AM", "-", "-", "-"]
    rows.append([*going_on, *["-"] * (2 * count)])
    rows.append(["Overall average", *[""] * 6, "7.50", *[""] * (2 * count)])
    return write(path, rows)


def moodle_grades(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Moodle in German, with decimal commas: marks are shares of the grade of the quiz, here half of the
    points."""
    lead = [
        "Nachname",
        "Vorname",
        "E-Mail-Adresse",
        "Status",
        "Begonnen",
        "Beendet",
        "Verbrauchte Zeit",
        "Bewertung/10,00",
    ]
    items = sittings[0].key.questions
    rows = [
        [
            *lead,
            *(
                f"F. {item.position} /{item.points / 2:.2f}".replace(".", ",").replace("F,", "F.")
                for item in items
            ),
        ]
    ]
    for sitting in sittings:
        marks = [f"{score(item, answer) / 2:.2f}".replace(".", ",") for item, answer in _pairs(sitting)]
        rows.append([*_moodle_lead(sitting), "7,50", *marks])
    return write(path, rows, separator=";")


def gradescope(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Gradescope, titles that are ids."""
    lead = ["First Name", "Last Name", "SID", "Email", "Sections", "Total Score", "Max Points", "Status"]
    lead += ["Submission ID", "Submission Time", "Lateness (H:M:S)", "View Count", "Submission Count"]
    items = sittings[0].key.questions
    rows = [[*lead, *(f"{item.position}: {item.reference} ({item.points} pts)" for item in items)]]
    for sitting in sittings:
        row = [
            sitting.first,
            sitting.last,
            sitting.number,
            sitting.mail,
            "",
            "5.0",
            "13.0",
            "Graded",
            "1",
            "",
            "",
            "0",
            "1",
        ]
        rows.append([*row, *(str(score(item, answer)) for item, answer in _pairs(sitting))])
    rows.append(["Nobody", "There", "1", "n@example.edu", "", "", "", "Missing", *[""] * (5 + len(items))])
    return write(path, rows)


def blackboard(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Blackboard by user, tabs in UTF-16, in an order of its own for everybody, texts in HTML."""
    count = len(sittings[0].answers)
    header = ["Username", "Last Name", "First Name"]
    for number in range(1, count + 1):
        names = ("Question ID", "Question", "Answer", "Possible Points", "Auto Score", "Manual Score")
        header += [f"{name} {number}" for name in names]
    rows = [header]
    for turn, sitting in enumerate(sittings):
        row = [sitting.mail, sitting.last, sitting.first]
        pairs = _pairs(sitting)
        for number, (item, answer) in enumerate(pairs[turn % count :] + pairs[: turn % count], 1):
            text = f"<p>{_text(item)}</p>"
            row += [
                f"Question ID {number}",
                text,
                shown(item, answer),
                str(item.points),
                str(score(item, answer)),
                "",
            ]
        rows.append(row)
    return write(path, rows, separator="\t", encoding="utf-16")


def blackboard_long(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Blackboard by question and user."""
    rows = [
        [
            "Username",
            "Last Name",
            "First Name",
            "Question ID",
            "Question",
            "Answer",
            "Possible Points",
            "Auto Score",
            "Manual Score",
        ]
    ]
    for sitting in sittings:
        for item, answer in _pairs(sitting):
            lead = [
                sitting.mail,
                sitting.last,
                sitting.first,
                "Question ID 1",
                _text(item),
                shown(item, answer),
            ]
            rows.append([*lead, str(item.points), "", str(score(item, answer))])
    return write(path, rows)


def edx(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Open edX problem responses: the block has our id, the state what was right."""
    rows = [
        [
            "username",
            "title",
            "location",
            "Answer",
            "Answer ID",
            "Correct Answer",
            "Question",
            "block_key",
            "state",
        ]
    ]
    for sitting in sittings:
        for item, answer in _pairs(sitting):
            right = score(item, answer) > 0
            state = {
                "attempts": 1,
                "correct_map": {"x_2_1": {"correctness": "correct" if right else "incorrect"}},
            }
            block = f"block-v1:Uni+ML+2026+type@problem+block@{item.id}"
            texts = [shown(item, answer), "x_2_1", "", item.title]
            rows.append([sitting.mail, item.title, "Week 1", *texts, block, json.dumps(state)])
    return write(path, rows)


def prairielearn(path: Path, sittings: Sequence[Sitting]) -> Path:
    """PrairieLearn submissions, one question tried twice."""
    header = ["UID", "UIN", "Username", "Name", "Role", "Assessment", "Question", "Variant", "Seed", "Params"]
    header += ["submission_id", "Submitted answer", "Score", "Correct", "Max points"]
    rows = [header]
    for sitting in sittings:
        for item, answer in _pairs(sitting):
            lead = [
                sitting.mail,
                sitting.number,
                "u",
                sitting.last,
                "Student",
                "Exam 1",
                f"bank/edge/{item.id}",
            ]
            share = score(item, answer) / item.points
            given = [shown(item, answer), str(share), str(share > 0).lower(), str(item.points)]
            rows.append([*lead, "1", item.variant or "", "{}", "1", *given])
            if item.position == 1:
                rows.append(
                    [*lead, "1", item.variant or "", "{}", "2", "again", "1", "true", str(item.points)]
                )
    return write(path, rows)


def google_forms(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Google Forms: the text of the question is its heading."""
    items = sittings[0].key.questions
    header = ["Timestamp", "Email Address", "Total score"]
    for item in items:
        header += [_text(item), f"{_text(item)} [Score]", f"{_text(item)} [Feedback]"]
    rows = [header]
    for sitting in sittings:
        row = ["2026/10/01 10:25:07 AM GMT+2", sitting.mail, "8.00 / 10"]
        for item, answer in _pairs(sitting):
            row += [shown(item, answer), f"{score(item, answer):.2f} / {item.points:g}", ""]
        rows.append(row)
    return write(path, rows)


def r_exams(path: Path, sittings: Sequence[Sitting]) -> Path:
    """R/exams `nops_eval.csv`: unquoted, crosses as zeros and ones, numbers are not scanned."""
    items = sittings[0].key.questions
    header = ["registration", "name", "id", "exam", "scrambling", "scan", "points"]
    for item in items:
        header += [f"{field}.{item.position}" for field in ("answer", "solution", "check", "points")]
    rows = [header]
    for sitting in sittings:
        row = [
            sitting.number,
            f"{sitting.first} {sitting.last}",
            sitting.mail,
            sitting.key.form or "1",
            "00",
            "1.png",
            "5",
        ]
        for item, answer in _pairs(sitting):
            crosses = (
                "".join("1" if place == answer else "0" for place in range(5)) if item.options else "10000"
            )
            share = score(item, answer) / item.points
            row += [crosses, "01000", f"{share:g}", f"{share * item.points:g}"]
        rows.append(row)
    return write(path, rows, separator=";")


def matrix(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Our own matrix: places on the paper, versions, points, and letters of what was chosen."""
    items = sittings[0].key.questions
    header = ["student", "version", "seconds"]
    for item in items:
        header += [str(item.position), f"{item.position}.answer"]
    maxima = ["max", "", "", *(cell for item in items for cell in (str(item.points), ""))]
    rows = [header] if sittings[0].key.form else [header, maxima]
    for sitting in sittings:
        row = [sitting.mail, sitting.key.form or "", "1507"]
        for item, answer in _pairs(sitting):
            row += [str(score(item, answer)), _letter(item, answer)]
        rows.append(row)
    return write(path, rows)


def long(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Our own table with a row for each answer."""
    rows = [["student", "question", "variant", "answer", "score", "max"]]
    for sitting in sittings:
        for item, answer in _pairs(sitting):
            points = [str(score(item, answer)), str(item.points)]
            rows.append([sitting.mail, item.id, item.variant or "", shown(item, answer), *points])
    return write(path, rows)


WRITERS: dict[str, Writer] = {
    writer.__name__: writer
    for writer in (
        canvas, canvas_new, canvas_api, moodle_responses, moodle_grades, gradescope, blackboard,
        blackboard_long, edx, prairielearn, google_forms, r_exams, matrix, long,
    )
}  # fmt: skip

WITHOUT_ANSWERS = {"moodle_grades", "gradescope"}
"""Exports that hold points alone."""
