"""What our pages make of paper: nothing is cut off, no sheet is wasted, and no button is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from consumers.places import ROOT, Browser
from consumers.test_accessibility import PAGES, made, shown_results

EXERCISES = ("render", "questions/sets/distributed-training-exercises.yaml", "-f", "html", "-o", "exercises/")
MOST_SHEETS: dict[str, tuple[tuple[str, ...], int]] = {
    # A few sheets are left for fonts that are wider; before exercises were let flow, these took 39 and 64.
    "exercises": (EXERCISES, 33 + 57),
    # Without a prediction: the task and the first question, no ledger.
    "a lab": (PAGES["a lab"], 2),
    "coverage": (PAGES["coverage"], 6),
}


def printed(browser: Browser, pages: list[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.use("paper", {"pages": pages})
    return found


@pytest.mark.parametrize("kind", [*MOST_SHEETS, "results"])
def test_pages_fit_on_paper(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(ROOT)
    command, most = MOST_SHEETS.get(kind) or (shown_results(tmp_path), 4)
    seen = printed(browser, [str(page) for page in made(tmp_path, command)])
    assert [(one["cut"], one["controls"]) for one in seen] == [([], [])] * len(seen)
    assert sum(one["sheets"] for one in seen) <= most
