"""Writes what a made-up class answers to a paper: python docs/examples/made_class.py OUTPUT.csv KEY_FILE ...

Its 150 students know more or less. Some things are wrong with the exam on purpose, so that there is something
to find: of the first question with options good students choose another one than the key says, one option of
the second is chosen by nobody, and the third is much harder in the last version. Of the first question that
asks for a number, many answer half of what is right.
"""

from __future__ import annotations

import csv
import json
import math
import random
import sys
from pathlib import Path
from typing import Any

STUDENTS = 150


def answer(
    question: dict[str, Any], is_right: bool, draw: random.Random, never: str = "", slips: bool = False
) -> str:
    """Return the letter of an option, or the number that somebody types; with `slips` often half of it."""
    options = [one for one in question["options"] if one["correct"] is is_right and one["id"] != never]
    if options:
        return str(options[int(draw.random() * len(options))]["id"])
    value = float(question["number"]["value"])
    if not is_right:
        value *= 0.5 if slips and draw.random() < 0.6 else 1.3 + 3 * draw.random()
    return f"{value:.6g}"


def main() -> None:
    """Let the students sit the paper, each a version in turn."""
    output, *files = map(Path, sys.argv[1:])
    papers = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    questions = papers[0]["questions"]
    choices = [place for place, question in enumerate(questions) if question["options"]]
    bad_key, dead, unequal = choices[:3]
    halved = next(place for place, question in enumerate(questions) if question["number"])
    seconds = 60 * sum(question["minutes"] for question in questions)
    draw = random.Random(7)
    rows = []
    for student in range(STUDENTS):
        paper = papers[student % len(papers)]
        ability = draw.gauss(0, 1.2)
        row = [f"s{student}", paper["form"] or "", str(round(seconds * (0.8 + 0.3 * draw.random())))]
        for place, question in enumerate(paper["questions"]):
            hard = 0.4 * (place % 4) - 0.6
            if place == unequal and paper is papers[-1]:
                hard += 2.5
            is_right = draw.random() < 1 / (1 + math.exp(hard - 1.6 * ability))
            wrong = [option["id"] for option in question["options"] if not option["correct"]]
            if place == bad_key:
                is_right = draw.random() < (0.2 if ability > 0 else 0.5)
                row.append(wrong[0] if not is_right and ability > -0.5 else answer(question, is_right, draw))
            else:
                never = wrong[-1] if place == dead else ""
                row.append(answer(question, is_right, draw, never, slips=place == halved))
        rows.append(row)
    output.parent.mkdir(exist_ok=True)
    with output.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(
            ["student", "version", "seconds", *(f"{question['id']}.answer" for question in questions)]
        )
        table.writerows(rows)


if __name__ == "__main__":
    main()
