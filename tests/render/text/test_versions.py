from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.registry import formats
from qbank.render.text.document import Document
from render.hostile import document, item, numeric_key

NUMERIC = item(kind=QuestionKind.NUMERIC, key=numeric_key())


def version(name: str) -> Document:
    made = document(NUMERIC, *document().items[1:])
    [section] = made.sections
    items = section.items if name == "A" else section.items[::-1]
    numbered = tuple(dataclasses.replace(one, number=place) for place, one in enumerate(items, 1))
    section = dataclasses.replace(section, items=numbered)
    return dataclasses.replace(
        made, version=name, answers=Answers.KEY, sections=(section,), answer_sheet=True
    )


@pytest.mark.parametrize("name", ["md", "qmd", "html", "tex", "docx"])
def test_one_key_goes_over_all_versions(name: str) -> None:
    if name in {"tex", "docx"}:
        pytest.importorskip("typst")
    if name == "docx":
        pytest.importorskip("pypandoc")
    files = formats()[name].render_all([version("A"), version("B")])
    suffix = formats()[name].suffix
    assert {path for path in files if path.endswith(suffix) and "/" not in path} - {
        "index.html",
        "index.qmd",
    } == {f"week-3-{which}{suffix}" for which in ("A", "A-key", "B", "B-key", "all-keys")}
    if name in {"md", "qmd"}:
        page = files[f"week-3-all-keys{suffix}"].decode()
        rows = [line for line in page.splitlines() if "cloud-0001" in line]
        assert [[cell.strip() for cell in row.strip("| ").split("|")][1:] for row in rows] == [
            ["**1.** 14 GB", "**5.** 14 GB"]
        ]
        assert "0 questions" not in page
        assert "cloud-0001" not in files[f"week-3-A{suffix}"].decode().replace("sec-cloud-0001", "")
    if name == "html":
        assert b"all-keys" not in files["index.html"]


def test_a_sheet_to_answer_on() -> None:
    files = formats()["md"].render_all([version("A"), version("B")])
    paper = files["week-3-A.md"].decode().partition("## Answer sheet")[2]
    assert "□ A   □ B" in paper.replace("\u00a0", " ")
    assert "\\_\\_ GB" in paper
    assert "on the page of the question" in paper
    assert "Answer sheet" not in files["week-3-A-key.md"].decode()


def test_a_set_in_one_version_needs_none(tmp_path: Path) -> None:
    files = formats()["md"].render_all([version("A")])
    assert "week-3-all-keys.md" not in files
