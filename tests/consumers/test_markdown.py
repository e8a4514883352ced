"""Markdown and Quarto read by pandoc, and by panache, a linter that knows Quarto."""

from __future__ import annotations

import dataclasses
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from consumers.places import PROGRAMS, needs, python_of, run
from qbank.model.taxonomy import Answers
from qbank.render.registry import formats
from qbank.render.text.blocks import one_line
from qbank.render.text.document import Document
from render.hostile import MARK, PIECES, document, hostile_document

READERS = {"md": "gfm", "qmd": "markdown"}
OURS = {
    "<details>\n<summary><strong>Answer</strong></summary>",
    "<details>\n<summary>Hint 1</summary>",
    "<details>\n<summary>Hint 2</summary>",
    "</details>",
}


def pages(name: str, made: Document, answers: Answers) -> dict[str, str]:
    """Return the pages of a document by the names of their files."""
    output = formats()[name].render(dataclasses.replace(made, answers=answers))
    files = {"page": output} if isinstance(output, bytes) else output
    return {file: content.decode() for file, content in files.items() if not file.endswith(".svg")}


def read(name: str, texts: list[str]) -> list[Any]:
    python = needs("pypandoc-binary", python_of("tools", "pypandoc-binary"))
    given = [{"reader": READERS[name], "text": one} for one in texts]
    return run([python, PROGRAMS / "pandoc_read.py"], given=given)


def elements(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield everything in a document of pandoc, outer before inner."""
    if isinstance(tree, dict):
        if "t" in tree:
            yield tree
        for value in tree.values():
            yield from elements(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from elements(value)


def words(tree: Any) -> str:
    """Return the text that a reader of the document sees, without what pandoc makes of quotes and letters."""
    found = []
    for element in elements(tree):
        match element["t"]:
            case "Str":
                found.append(element["c"])
            case "Code" | "CodeBlock" | "Math":
                found.append(element["c"][1])
            case "Space" | "SoftBreak" | "LineBreak" | "Para" | "Plain":
                found.append(" ")
    seen = "".join(found).translate({0x200B: None, 0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})
    return " ".join(unicodedata.normalize("NFC", seen.replace("…", "...")).split())


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("answers", list(Answers))
def test_questions_and_answers_are_counted(name: str, answers: Answers) -> None:
    made = pages(name, document(), answers)
    trees = read(name, list(made.values()))
    for file, tree in zip(made, trees, strict=True):
        found = Counter(element["t"] for element in elements(tree["blocks"]))
        headings = [element["c"] for element in elements(tree["blocks"]) if element["t"] == "Header"]
        foldable = [dict(element["c"][0][2]) for element in elements(tree["blocks"]) if element["t"] == "Div"]
        inline_headings = 5 if name == "md" and answers is Answers.INLINE else 0
        assert len(headings) == 5 + (name == "md") + inline_headings
        if name == "qmd":
            prefix = "key-" if "key" in file else "sec-"
            assert [heading[1][0] for heading in headings] == [
                prefix + anchor
                for anchor in ("cloud-0001", "cloud-0002", "cloud-0003_7", "cloud-0004", "cloud-0005")
            ]
            callouts = Counter((one["title"], one.get("collapse")) for one in foldable)
            fold = "true" if answers is Answers.COLLAPSED else None
            hints = {("Hint 1", "true"): 1, ("Hint 2", "true"): 1}
            shown = answers in {Answers.COLLAPSED, Answers.INLINE}
            assert callouts == (hints | {("Answer", fold): 5} if shown else {})
        raw = [element["c"][1] for element in elements(tree["blocks"]) if element["t"].startswith("Raw")]
        opened = {Answers.COLLAPSED: 7, Answers.INLINE: 2}.get(answers, 0) if name == "md" else 0
        assert len(raw) == 2 * opened
        assert set(map(str.strip, raw)) <= OURS
        assert not found.keys() & {"Cite", "Note", "Superscript", "Subscript", "Strikeout", "LineBlock"}
        assert found["Table"] == 1  # where points are noted, or the answers of a key


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("answers", list(Answers))
def test_hostile_text_is_text(name: str, answers: Answers) -> None:
    made = pages(name, hostile_document(), answers)
    for tree in read(name, list(made.values())):
        found = list(elements(tree["blocks"]))
        kinds = {element["t"] for element in found}
        assert not kinds & {
            "Cite",
            "Note",
            "Superscript",
            "Subscript",
            "Strikeout",
            "LineBlock",
            "Span",
            "RawInline",
        }
        assert not kinds & {"DefinitionList", "HorizontalRule", "BlockQuote"}
        for element in found:
            if element["t"] == "RawBlock":
                assert element["c"][1].strip() in OURS
            if element["t"] in {"Code", "CodeBlock"}:
                assert set(element["c"][0][1]) <= {"python", "r"}
                assert not element["c"][0][2]
            if element["t"] == "Div":
                assert element["c"][0][1][0] in {"callout-tip", "callout-note"}
        seen = words(tree["blocks"])
        for piece in PIECES:
            wanted = unicodedata.normalize("NFC", one_line(PIECES[piece]))
            assert MARK.format("begin " + piece) in seen
            assert " ".join(wanted.split()) in seen, piece


@pytest.mark.parametrize("answers", [Answers.NONE, Answers.INLINE, Answers.KEY])
@pytest.mark.parametrize("made", [document(), hostile_document()], ids=["plain", "hostile"])
def test_a_question_and_its_answer_are_slides(made: Document, answers: Answers) -> None:
    """Whatever a text holds, there are no other slides than those that the template makes."""
    decks = pages("slides", made, answers)
    assert len(decks) == 1 + (answers is Answers.KEY)
    seen = []
    for tree in read("qmd", list(decks.values())):
        headings = [one["c"] for one in elements(tree["blocks"]) if one["t"] == "Header"]
        seen += [(level, identifier.partition("-")[0]) for level, (identifier, *_), _ in headings]
        divs = [one["c"][0][1] for one in elements(tree["blocks"]) if one["t"] == "Div"]
        assert all(classes in (["notes"], ["fragment"]) for classes in divs)
        assert not {one["t"] for one in elements(tree["blocks"])} & {
            "HorizontalRule",
            "RawBlock",
            "RawInline",
        }
    counted = Counter(seen)
    assert counted[2, "sec"] == len(made.items)
    assert counted[2, "answer"] == (0 if answers is Answers.NONE else len(made.items))
    ours = {(2, kind) for kind in ("intro", "sec", "hint", "answer", "napkin", "slips")} | {(1, "part")}
    assert set(seen) <= ours


def test_the_description_of_a_drawing_survives() -> None:
    (tree,) = read("qmd", [pages("qmd", hostile_document(), Answers.NONE)["week-3.qmd"]])
    images = [element["c"] for element in elements(tree["blocks"]) if element["t"] == "Image"]
    assert len(images) == 4
    alt = dict(images[0][0][2])["fig-alt"].replace("\u200b", "")
    assert all(one_line(piece) in alt for piece in PIECES.values())


@pytest.mark.parametrize("made", [document(), hostile_document()], ids=["plain", "hostile"])
@pytest.mark.parametrize("answers", list(Answers))
def test_the_linter_of_quarto_finds_nothing(tmp_path: Path, made: Document, answers: Answers) -> None:
    python = needs("panache-cli", python_of("tools", "panache-cli"))
    for file, page in pages("qmd", made, answers).items():
        (tmp_path / file).write_text(page, encoding="utf-8")
    linted = subprocess.run(
        [python.parent / "panache", "lint", *tmp_path.iterdir()], capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, (linted.stdout + linted.stderr)[:3000]


def test_a_project_is_linted_too(tmp_path: Path) -> None:
    python = needs("panache-cli", python_of("tools", "panache-cli"))
    files = formats()["qmd"].render_all([document(), document(identifier="week-4", title='A "b" [c](d)')])
    for file, content in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(content)
    linted = subprocess.run(
        [python.parent / "panache", "lint", *tmp_path.glob("*.qmd")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 0, (linted.stdout + linted.stderr)[:3000]
