from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.tutorials import CLONE, Typed, follow, is_followed, prepare, steps
from fork_server import qbank_program
from shipped_bank import AuditedBank

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in sorted(ROOT.glob("docs/*.md")) if is_followed(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_following_a_page_gives_what_it_shows(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    if "pre-commit" in text and shutil.which("pre-commit", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("pre-commit is not installed")
    if "--format pdf" in text and find_spec("typst") is None:
        pytest.skip("PDF needs typst")
    home = tmp_path / "home"
    home.mkdir()
    if text.startswith(CLONE) and "qbank audit" in text:
        shipped: AuditedBank = request.getfixturevalue("shipped_bank")
        folder = shipped.copy_to(tmp_path)
    else:
        folder = tmp_path / "work"
        folder.mkdir()
        prepare(text, folder)
    seen = 0
    for step, printed in follow(steps(text), folder, home, Path(qbank_program()).parent):
        # Compared as a whole where it differs, for pytest to show where.
        assert step.shows(printed) or printed == step.output, f"{page.name}: $ {step.command}"
        seen += 1
    assert seen > 2


def test_there_is_a_tutorial_for_each_kind_of_user() -> None:
    assert {page.stem for page in PAGES} >= {"tutorial-authors", "tutorial-ci", "tutorial-instructors"}


def test_commands_and_outputs_are_told_apart() -> None:
    page = "```console\n$ a \\\n> --b\nx\n...\ny\n$ c\n```\n"
    first, second = steps(page)
    assert isinstance(first, Typed)
    assert isinstance(second, Typed)
    assert (first.command, second.command, second.output) == ("a --b", "c", "")
    assert page[first.start :].startswith("x\n...")
    assert [first.shows(text) for text in ("x\ny\n", "x\n1\n2\ny\n", "x\n1\n", "y\n")] == [
        True,
        True,
        False,
        False,
    ]
