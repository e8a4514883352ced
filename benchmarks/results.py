"""How long `qbank results show` takes: python benchmarks/results.py [STUDENTS] [QUESTIONS].

Makes a matrix of points (5,000 students and 50 questions by default), runs the command on it three times in
processes of their own, for each format, and prints the processor time of the fastest and the time that
passed.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3


def matrix(students: int, questions: int) -> str:
    """Return points of students who know more or less, of questions that are easier or harder."""
    draw = random.Random(1)
    lines = ["student," + ",".join(f"cloud-{place:04}" for place in range(questions))]
    lines.append("max," + ",".join("1" * questions))
    for student in range(students):
        ability = draw.gauss(0, 1)
        points = [int(draw.gauss(ability, 1) > 2 * place / questions - 1) for place in range(questions)]
        lines.append(f"s{student}," + ",".join(map(str, points)))
    return "\n".join(lines)


def main() -> int:
    students, questions = (int(word) for word in (*sys.argv[1:], "5000", "50")[:2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matrix.csv"
        path.write_text(matrix(students, questions))
        for output_format in ("text", "json", "html"):
            best = passed = float("inf")
            for _ in range(RUNS):
                before, started = os.times(), time.perf_counter()
                command = ["results", "show", str(path), "--format", output_format, "--quiet"]
                subprocess.run(
                    [sys.executable, "-m", "qbank", *command],
                    check=True,
                    stdout=subprocess.DEVNULL,
                    cwd=folder,
                )
                after = os.times()
                spent = (
                    after.children_user
                    - before.children_user
                    + after.children_system
                    - before.children_system
                )
                best, passed = min(best, spent), min(passed, time.perf_counter() - started)
            size = f"{students:,} students, {questions} questions"
            print(f"{size}, {output_format}: {best:.2f} s of processor, {passed:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
