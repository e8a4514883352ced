from __future__ import annotations

import io
import re
import zipfile

import pytest

from qbank.model.taxonomy import Answers, SetKind
from qbank.render.registry import formats
from render.hostile import document, hostile_document

DOCX = formats()["docx"]


def body(package: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return archive.read("word/document.xml").decode()


def words(package: bytes) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", body(package)).split())


@pytest.fixture(scope="module")
def hostile() -> bytes:
    made = DOCX.render(hostile_document())
    assert isinstance(made, bytes)
    return made


def test_headings_formulas_and_tables_are_native(hostile: bytes) -> None:
    made = DOCX.render(document(answers=Answers.INLINE))
    assert isinstance(made, bytes)
    xml = body(made)
    assert 'w:val="Heading1"' in xml
    assert 'w:val="Heading3"' in xml
    assert "<m:oMath" in body(hostile)
    assert "<w:tbl>" in body(hostile)


def test_a_paper_gives_no_answer_away() -> None:
    made = DOCX.render(document(kind=SetKind.EXAM, answers=Answers.KEY))
    assert isinstance(made, dict)
    paper, key = words(made["week-3.docx"]), words(made["week-3-key.docx"])
    assert "Student ID" in paper
    assert "13.3 GB to 14.7 GB" not in paper
    assert "13.3 GB to 14.7 GB" in key


def test_the_description_of_a_drawing_is_no_caption() -> None:
    """Alternative texts say what is to be seen, and that may be what is asked."""
    made = DOCX.render(document())
    assert isinstance(made, bytes)
    assert "the cache grows from 2 GB" not in words(made)
    assert 'descr="Bar chart: the cache grows from 2 GB to 40 GB."' in body(made)
    assert "The cache over the batch" in words(made)


def test_the_bytes_are_the_same() -> None:
    assert DOCX.render(document()) == DOCX.render(document())


def test_hostile_text_is_text(hostile: bytes) -> None:
    assert "<script>alert('qb')</script>".replace("<", "&lt;").replace(">", "&gt;") in body(hostile).replace(
        "&#39;", "'"
    ).replace("’", "'").replace("‘", "'")
