from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from docs.tutorials import follow, is_followed

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in sorted(ROOT.glob("docs/*.md")) if is_followed(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_following_a_page_gives_what_it_shows(page: Path, tmp_path: Path) -> None:
    tools = Path(sys.executable).parent
    if shutil.which("pre-commit", path=str(tools)) is None:
        pytest.skip("pre-commit is not installed")
    home = tmp_path / "home"
    folder = tmp_path / "work"
    for place in (home, folder):
        place.mkdir()
    environment = {
        "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Author",
        "GIT_AUTHOR_EMAIL": "author@example.org",
        "GIT_COMMITTER_NAME": "Author",
        "GIT_COMMITTER_EMAIL": "author@example.org",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        # Whatever qbank the tools bring along, it is this one that is shown.
        "PYTHONPATH": str(ROOT / "src"),
    }
    seen = 0
    for step, printed in follow(page.read_text(encoding="utf-8"), folder, environment):
        assert printed == step.output, f"{page.name}: $ {step.command}"
        seen += 1
    assert seen > 10


def test_there_is_a_tutorial() -> None:
    assert ROOT / "docs" / "tutorial-authors.md" in PAGES
