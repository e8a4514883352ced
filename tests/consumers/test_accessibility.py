"""Every kind of page that we make, looked at by axe: on a phone and on a screen, light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from consumers.places import ROOT, Browser, node_module
from qbank.cli import main

VERSIONS = ("--variants", "2", "--answers", "key")
PAGES: dict[str, tuple[str, ...]] = {
    "a quiz": ("render", "questions/sets/edge-quiz.yaml", "-o", "quiz.html"),
    "code": ("render", "global-0210", "cloud-0226", "cloud-0203", "-o", "code.html"),
    "answers below": (
        "render",
        "questions/sets/edge-exercises.yaml",
        "--answers",
        "inline",
        "-o",
        "inline.html",
    ),
    "formulas in lines": (
        "render",
        "questions/sets/distributed-training-exercises.yaml",
        "--answers",
        "collapsed",
        "-o",
        "exercises.html",
    ),
    "a memo": ("render", "questions/sets/design-memos.yaml", "--answers", "collapsed", "-o", "memo.html"),
    "an exam, its keys and an index": (
        *("render", "questions/sets/distributed-training-exam.yaml", *VERSIONS, "-f", "html", "-o", "exam/"),
    ),
    "coverage": ("stats", "--format", "html", "--output", "coverage.html"),
    "a lab": ("render", "questions/labs/lab-communication-wall.yaml", "-o", "lab-wall.html"),
    "a lab of maps": ("render", "questions/labs/lab-parallelism-puzzle.yaml", "-o", "lab-puzzle.html"),
    "a lab of lines": ("render", "questions/labs/lab-synchronization-audit.yaml", "-o", "lab-audit.html"),
}


def table_of_results(folder: Path) -> Path:
    """Write the results of a class of forty: the better half is right more often, but for one question."""
    rows = [",".join(["student", *(f"edge-01{number:02}" for number in (1, 4, 5, 6, 7, 8, 9, 10))])]
    for student in range(40):
        right = [int((student * (number + 3) % 40 < student + 8) != (number == 5)) for number in range(8)]
        rows.append(",".join([f"s{student}", *map(str, right)]))
    path = folder / "results.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def shown_results(folder: Path) -> tuple[str, ...]:
    table = str(table_of_results(folder))
    return ("results", "show", table, "--format", "html", "-o", "results.html")


def made(folder: Path, command: tuple[str, ...]) -> list[Path]:
    *said, place = command
    assert main([*said, f"{folder}/{place}"]) == 0
    return sorted(folder.rglob("*.html"))


def looked_at(browser: Browser, pages: Iterable[Path | str], **asked: Any) -> list[dict[str, Any]]:
    node_module("axe-core")
    found: list[dict[str, Any]] = browser.use("axe", {"pages": [str(page) for page in pages], **asked})
    return found


@pytest.mark.parametrize("kind", [*PAGES, "results"])
def test_axe_finds_nothing_and_nothing_is_too_wide_or_cut_off(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(ROOT)
    pages = made(tmp_path, PAGES.get(kind) or shown_results(tmp_path))
    seen = looked_at(browser, pages)
    assert len(seen) == 2 * len(pages)
    for one in seen:
        assert (one["violations"], one["wide"], one["cut"], one["errors"]) == ([], [], [], []), one
