"""Pictures say what they show, load nothing, and show what qbank makes today."""

from __future__ import annotations

import re
import struct
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.scripts import load
from each import each
from fork_server import qbank_program

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
LARGEST = 120_000
"""Bytes of a picture."""

make = load(PICTURES / "make.py")


def said(picture: Path) -> str:
    """Return the digest that a PNG file keeps of what it was made of."""
    data = picture.read_bytes()
    place = 8
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        name, _, value = data[place + 8 : place + 8 + length].partition(b"\0")
        if kind == b"tEXt" and name == b"source":
            return value.decode("latin-1")
        place += length + 12
    raise AssertionError(f"{picture.name} does not say what it was made of")


@pytest.mark.skipif(not find_spec("typst"), reason="PDF needs typst")
def test_pictures_of_the_tutorial_show_what_is_rendered_today(tmp_path: Path) -> None:
    make.rendered(tmp_path, Path(qbank_program()).parent)
    for picture, source in make.SOURCES.items():
        same = said(PICTURES / picture) == make.digest(tmp_path / source)
        assert same, f"docs/pictures/{picture} is out of date; run `make pictures`"


def test_each_picture_is_shown_and_small() -> None:
    pictures = {path.name: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert pictures.keys() == make.SOURCES.keys()
    assert max(pictures.values()) < LARGEST
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert all(f"pictures/{name}" in shown for name in pictures)


@each("page", PAGES)
def test_pictures_say_what_they_show(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for tag in re.findall(r"<img[^>]*>", text):
        assert re.search(r'alt="[^"]{20,}"', tag), tag
    for alternative in re.findall(r"!\[([^\]]*)\]\(", text):
        assert len(alternative) >= 20, alternative


def test_drawings_load_nothing() -> None:
    for path in ROOT.glob("docs/**/*.svg"):
        assert not re.search(r"@import|url\((?!#)|href=", path.read_text(encoding="utf-8")), path.name
