"""The gallery shows what qbank makes today; where it does not, `make gallery` has to be run."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.scripts import load
from each import each
from fork_server import qbank_program

ROOT = Path(__file__).resolve().parents[2]
GALLERY = ROOT / "docs" / "gallery"
LARGEST = 2_500_000
"""Bytes: whoever clones the repository gets the gallery."""


make = load(GALLERY / "make.py")
KEPT: list[str] = sorted(make.kept())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    make.render(folder, ("html", "md", "qmd", *(("pdf",) if find_spec("typst") else ())))
    return folder


def letters(pdf: Path) -> str:
    """Return what a paper says, however its lines are broken."""
    from pypdf import PdfReader

    text = "".join(page.extract_text() for page in PdfReader(pdf).pages)
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


@pytest.mark.parametrize("name", [name for name in KEPT if name.endswith((".html", ".md", ".qmd"))])
def test_texts_are_those_of_today(name: str, made: Path) -> None:
    assert (made / name).is_file(), f"no command of the page writes {name}"
    same = (GALLERY / name).read_bytes() == (made / name).read_bytes()
    assert same, f"docs/gallery/{name} is out of date; run `make gallery`"


@pytest.mark.skipif(not find_spec("typst"), reason="PDF needs typst")
@pytest.mark.parametrize("name", [name for name in KEPT if name.endswith(".pdf")])
def test_papers_say_what_those_of_today_say(name: str, made: Path) -> None:
    today = letters(made / name)
    assert len(today) > 1000
    same = letters(GALLERY / name) == today
    assert same, f"docs/gallery/{name} is out of date; run `make gallery`"


@each("name", make.SESSIONS)
def test_terminals_show_what_is_said_today(name: str) -> None:
    shown = make.words((GALLERY / "pictures" / name).read_text(encoding="utf-8"))
    today = make.words(make.terminal(make.SESSIONS[name], [qbank_program()]))
    assert "qbank" in today
    assert shown == today, f"docs/gallery/pictures/{name} is out of date; run `make gallery`"


def test_the_page_shows_what_there_is_and_nothing_else() -> None:
    files = {path.relative_to(GALLERY).as_posix() for path in GALLERY.rglob("*") if path.is_file()}
    own = {"README.md", "make.py", "drawing.py", "requirements.txt"}
    assert {path for path in files if "__pycache__" not in path} == own | set(KEPT)


def test_the_gallery_is_small() -> None:
    assert sum(path.stat().st_size for path in GALLERY.rglob("*") if path.is_file()) < LARGEST
