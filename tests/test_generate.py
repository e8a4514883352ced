from __future__ import annotations

from pathlib import Path

import pytest

from each import each
from qbank import generate

ROOT = Path(__file__).resolve().parents[1]


@each("name", generate.FILES)
def test_the_files_of_the_repository_are_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == generate.FILES[name](), "run `make generate`"


def test_writing_and_checking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(tmp_path / "new")
    assert generate.main(["--check", "--root", root]) == 1
    assert "make generate" in capsys.readouterr().err
    assert generate.main(["--write", "--root", root]) == 0
    assert capsys.readouterr().out.count("wrote ") == len(generate.FILES)
    assert generate.main(["--check", "--root", root]) == 0
    page = tmp_path / "new" / "docs" / "rules.md"
    page.write_text("something else", encoding="utf-8")
    assert generate.outdated(tmp_path / "new") == [page]
    assert generate.main(["--write", "--root", root]) == 0
    assert capsys.readouterr().out == f"wrote {page}\n"


def test_the_own_tree_is_checked_by_default() -> None:
    assert generate.main(["--check"]) == 0
