"""Item statistics against R, psych and its base: from 5 to 5,000 students, with all that makes trouble."""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from consumers.places import PROGRAMS, needs
from qbank.results.statistics.differences import means_differ, shares_differ
from qbank.results.statistics.items import Scored, item_statistics
from qbank.results.statistics.moments import is_constant, kurtosis, mean, skewness
from qbank.results.statistics.paper import alpha_without, reliability

EXACT = 1e-9
SIZES = (5, 12, 30, 300, 5000)
FORMS = "ABCD"


@cache
def psych_is_there() -> bool:
    rscript = shutil.which("Rscript")
    asked = ["Rscript", "-e", "library(psych)"]
    return rscript is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


def made(students: int, *, missing: bool) -> tuple[list[list[float | None]], list[float], list[str]]:
    """Make points with ties, partial credit, unequal weights, a question that all have right, and four
    versions."""
    draw = random.Random(students)
    maxima = [1.0, 1.0, 2.0, 5.0, 1.0, 3.0, 1.0]
    abilities = [round(draw.gauss(0, 1), 1) for _ in range(students)]
    items: list[list[float | None]] = []
    for place, maximum in enumerate(maxima):
        steps = 1 if maximum == 1 else int(maximum * 2)
        row: list[float | None] = []
        for ability in abilities:
            reached = draw.gauss(ability + place / 4 - 0.8, 1.5)
            share = min(1.0, max(0.0, round((reached + 1) / 2 * steps) / steps))
            row.append(maximum if place == 4 else share * maximum)
        items.append(row)
    items[0][0], items[0][-1] = 0.0, 1.0
    if missing:
        for item in items:
            for student in range(students):
                if draw.random() < 0.1:
                    item[student] = None
    return items, maxima, [FORMS[student % (2 if students < 12 else 4)] for student in range(students)]


def by_psych(path: Path) -> dict[str, list[float | None]]:
    needs("psych of R (Debian: r-cran-psych)", psych_is_there())
    command = ["Rscript", str(PROGRAMS / "psych.R"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found: dict[str, list[float | None]] = {}
    for line in done.stdout.splitlines():
        name, *values = line.split()
        if name != "file":
            found[name] = [None if value in {"NA", "NaN"} else float(value) for value in values]
    return found


def agree(ours: list[float | None], theirs: list[float | None]) -> bool:
    return [one is None for one in ours] == [one is None for one in theirs] and all(
        abs(a - b) <= EXACT for a, b in zip(ours, theirs, strict=True) if a is not None and b is not None
    )


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("students", SIZES)
def test_statistics_are_those_of_psych(students: int, missing: bool, tmp_path: Path) -> None:
    items, maxima, forms = made(students, missing=missing)
    header = [f"q{place}_{maximum:g}" for place, maximum in enumerate(maxima)]
    rows = [
        ["NA" if score is None else repr(score) for score in scores] for scores in zip(*items, strict=True)
    ]
    path = tmp_path / "points.csv"
    lines = [[*header, "form"], *([*row, form] for row, form in zip(rows, forms, strict=True))]
    path.write_text("".join(",".join(line) + "\n" for line in lines))
    theirs = by_psych(path)
    scored = Scored(items, maxima)
    ours = item_statistics(scored, [0.0] * len(items))
    assert agree([one.mean for one in ours], theirs["mean"])
    assert agree([one.sd for one in ours], theirs["sd"])
    assert agree([one.item_rest for one in ours], theirs["share_rest"])
    names = sorted(set(forms))
    groups = [
        [share for share, form in zip(scored.shares, forms, strict=True) if form == name] for name in names
    ]
    assert agree([means_differ([[share or 0.0 for share in group] for group in groups])], theirs["welch"])
    firsts = list(zip(items[0], forms, strict=True))
    right = [
        [score == maxima[0] for score, form in firsts if form == name and score is not None] for name in names
    ]
    counts = [(sum(group), len(group) - sum(group)) for group in right]
    if students >= 300:  # with fewer, Fisher's test takes the place of chi-square
        assert agree([shares_differ(counts)], theirs["chisq"])
    if missing:
        return
    points = [[score or 0.0 for score in item] for item in items]
    varying = [place for place, item in enumerate(points) if not is_constant(item)]
    assert 4 not in varying
    found = reliability(points, maxima)
    assert found.constant == len(points) - len(varying)
    assert agree([found.alpha], theirs["alpha"])
    assert agree([ours[place].item_rest for place in varying], theirs["r_drop"])
    assert agree([ours[place].item_total for place in varying], theirs["raw_r"])
    without = alpha_without(points)
    assert agree([without[place] for place in varying], theirs["alpha_drop"])
    totals = [sum(scores) for scores in zip(*points, strict=True)]
    assert mean(totals) > 0
    assert agree([skewness(totals)], theirs["skew"])
    assert agree([kurtosis(totals)], theirs["kurtosis"])
