from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from each import each
from qbank.model.taxonomy import Answers
from qbank.render.registry import Files, RenderError, Settings, formats
from qbank.render.text.blocks import one_line
from qbank.render.text.document import Section
from render.hostile import MARK, PIECES, choice_with_slips, document, hostile_document, plain_items

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MD = formats()["md"]


def files(answers: str, made: object = None) -> dict[str, str]:
    output = MD.render(dataclasses.replace(made or document(), answers=Answers(answers)))  # type: ignore[type-var]
    assert isinstance(output, dict)
    return {name: content.decode() for name, content in output.items()}


def test_a_page_with_answers_that_open() -> None:
    made = files("collapsed")
    assert list(made) == ["week-3.md", "figures/cache.svg"]
    page = made["week-3.md"]
    assert page.startswith(
        "# Week 3: memory\n\nQuiz · 5 questions · 25 points\n\nTen minutes, no calculator.\n\n### 1. "
    )
    assert re.findall(r"^### (\d)\. ", page, re.MULTILINE) == list("12345")
    assert page.count("<summary><strong>Answer</strong></summary>") == 5
    assert page.count("<details>") == page.count("</details>") == 7
    assert "![Bar chart: the cache grows from 2 GB to 40 GB.](figures/cache.svg)" in page
    assert "- A. 7 GB" not in page
    assert "- **A.** 7 GB\n- **B.** 14 GB\n" in page
    assert "**14 GB** (accepted: 13.3 GB to 14.7 GB)" in page
    assert "*Answer in GB to 2 significant figures.*" in page
    assert "**(a)** How much per token? *(2 points)*" in page
    assert "- **2 points:** Names the cache" in page
    assert "[Roofline](<https://doi.org/10.1145/1498765.1498785>)" in page
    assert "\n\n\n" not in page
    assert page.endswith("</details>\n")


def test_a_wrong_option_says_what_leads_to_it() -> None:
    made = files("key", choice_with_slips())
    assert "takes the rest.\n\n**Not A:** Counts *one* byte.\n\n**Napkin math**" in made["week-3-key.md"]
    assert "Counts" not in made["week-3.md"]


def test_answers_inline_none_and_apart() -> None:
    inline, none, key = files("inline")["week-3.md"], files("none")["week-3.md"], files("key")
    assert inline.count("#### Answer") == 5
    for paper in (none, key["week-3.md"]):
        for secret in ("Napkin math", "13.3", "The cache takes the rest", "Hint", "<details>", "0.5 MB"):
            assert secret not in paper
    assert key["week-3.md"] == none
    answers = key["week-3-key.md"]
    assert answers.startswith("# Week 3: memory: answer key\n")
    assert answers.count("\n### ") == 5
    assert "**B.** 14 GB" in answers
    assert "You serve a 7B model" not in answers


def test_without_drawings_and_keys_there_is_one_file() -> None:
    output = MD.render(document(plain_items()[1]))
    assert isinstance(output, bytes)


def test_sections_and_versions() -> None:
    first, second, *_ = plain_items()
    made = document(
        sections=(Section("Memory", (first,)), Section("Speed", (second,))), version="B", answers=Answers.KEY
    )
    output = MD.render(made)
    assert isinstance(output, dict)
    assert set(output) == {"week-3-B.md", "week-3-B-key.md", "figures/cache.svg"}
    assert "\n## Memory\n\n### 1. " in output["week-3-B.md"].decode()
    assert "Quiz · Version B · 2 questions" in output["week-3-B.md"].decode()


@each("answers", list(Answers))
def test_hostile_text_stays_text(answers: Answers) -> None:
    made = files(answers, hostile_document())
    assert made == files(answers, hostile_document())
    for name, page in made.items():
        if name.endswith(".svg"):
            continue
        html, headings, shown = [], [], []
        for token in READER.parse(page):
            if token.type == "html_block":
                html.append(token.content.strip())
            headings += [token.tag] if token.type == "heading_open" else []
            shown.append(token.content if token.type == "fence" else "")
            for child in token.children or ():
                assert child.type not in {"html_inline", "s_open"}
                if child.type == "link_open":
                    assert child.attrGet("href") == "https://example.org/?a=1&b=(2)"
                shown.append("\n" if "break" in child.type else child.content)
        assert set(html) <= {
            "<details>\n<summary><strong>Answer</strong></summary>",
            "<details>\n<summary>Hint 1</summary>",
            "<details>\n<summary>Hint 2</summary>",
            "</details>",
        }
        assert headings.count("h1") == 1
        assert headings.count("h2") == 1
        assert headings.count("h3") == 4
        words = " ".join("".join(shown).replace("\u200b", "").split())
        for piece in PIECES:
            assert MARK.format("begin " + piece) in words
            if piece != "pipes":  # a cell says it with \|
                assert one_line(PIECES[piece]) in words


def test_a_bank_replaces_a_template(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "md"
    folder.mkdir(parents=True)
    (folder / "item.md.j2").write_text("Q{{ item.number }}: {{ item.title }} {{ '<b>' }}\n", encoding="utf-8")
    made = MD.render(document(plain_items()[1], answers=Answers.NONE), Settings((tmp_path,)))
    assert isinstance(made, bytes)
    assert "Q2: Which GPU Holds It \\<b\\>" in made.decode()


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ item.nothing }}", "template 'render/md/page.md.j2': "),
        ("a\n{% if %}", "template 'render/md/item.md.j2', line 2: "),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{% include 'no.j2' %}", "no.j2"),
        ("{{ 1 + 'a' }}", "TypeError"),
        ("{% include 'render/md/item.md.j2' %}", "RecursionError"),
    ],
)
def test_a_broken_template_is_said(tmp_path: Path, template: str, said: str) -> None:
    folder = tmp_path / "render" / "md"
    folder.mkdir(parents=True)
    (folder / "item.md.j2").write_text(template, encoding="utf-8")
    with pytest.raises(RenderError, match=re.escape(said)):
        MD.render(document(), Settings((tmp_path,)))


def test_several_documents_are_files_side_by_side() -> None:
    made: Files = MD.render_all([document(), document(identifier="week-4")])
    assert set(made) == {"week-3.md", "week-4.md", "figures/cache.svg"}
    with pytest.raises(RenderError, match=r"two documents want to write 'week-3\.md'"):
        MD.render_all([document(), document(title="Another")])
