from __future__ import annotations

import dataclasses
import re

import pytest
import yaml

from each import each
from qbank.model.taxonomy import Answers
from qbank.render.formats import quarto
from qbank.render.registry import RenderError, Settings, formats
from qbank.render.text.blocks import one_line
from qbank.render.text.document import Document
from render.hostile import MARK, PIECES, choice_with_slips, document, hostile_document

QMD = formats()["qmd"]


def files(answers: str, made: Document | None = None) -> dict[str, str]:
    output = QMD.render(dataclasses.replace(made or document(), answers=Answers(answers)))
    assert isinstance(output, dict)
    return {name: content.decode() for name, content in output.items()}


def front_matter(page: str) -> dict[str, object]:
    matter = yaml.safe_load(page.split("---\n")[1])
    assert isinstance(matter, dict)
    return matter


def test_a_page() -> None:
    page = files("collapsed")["week-3.qmd"]
    matter = front_matter(page)
    assert matter["title"] == "Week 3: memory"
    assert matter["engine"] == "markdown"
    assert matter["execute"] == {"enabled": False}
    assert re.findall(r"^# .* \{#(.*)\}$", page, re.MULTILINE) == [
        "sec-cloud-0001",
        "sec-cloud-0002",
        "sec-cloud-0003_7",
        "sec-cloud-0004",
        "sec-cloud-0005",
    ]
    assert page.count('::: {.callout-tip collapse="true" title="Answer"}') == 5
    assert page.count('::: {.callout-note collapse="true" title="Hint ') == 2
    assert len(re.findall(r"^:::$", page, re.MULTILINE)) == 7
    assert (
        "![The cache over the batch](figures/cache.svg)"
        '{#fig-cloud-0001 fig-alt="Bar chart\\: the cache grows from 2 GB to 40 GB."}' in page
    )
    assert "\n: Two devices {#tbl-cloud-0003_7-1}\n" in page
    assert "\n\n\n" not in page


def test_a_wrong_option_says_what_leads_to_it() -> None:
    made = files("key", choice_with_slips())
    assert "takes the rest.\n\n**Not A:** Counts *one* byte.\n\n**Napkin math**" in made["week-3-key.qmd"]
    assert "Counts" not in made["week-3.qmd"]


def test_answers_inline_none_and_apart() -> None:
    assert files("inline")["week-3.qmd"].count('::: {.callout-tip title="Answer"}') == 5
    key = files("key")
    assert key["week-3.qmd"] == files("none")["week-3.qmd"]
    assert ":::" not in key["week-3.qmd"]
    assert "13.3" not in key["week-3.qmd"]
    assert key["week-3-key.qmd"].count("{#key-cloud-") == 5


@each("answers", list(Answers))
def test_hostile_text_neither_runs_nor_breaks_out(answers: Answers) -> None:
    made = files(answers, hostile_document())
    for name, page in made.items():
        if not name.endswith(".qmd"):
            continue
        assert front_matter(page)["engine"] == "markdown"
        body = page.split("---\n", 2)[2]
        assert "{{" not in page
        assert not re.search(r"(?<!`)`\{|`r ", body)
        outside, fence, opened = [], "", 0
        for line in body.split("\n"):
            assert not re.match(r"\s*(?:`{3,}|~{3,})\s*\{", line)
            marks = re.match(r"\s*(`{3,})", line)
            if fence:
                fence = "" if line.strip() == fence else fence
            elif marks and "`" not in line.strip().lstrip("`"):
                fence = marks[1]
            else:
                outside.append(line)
        assert not fence
        for line in outside:
            if line.startswith(":::"):
                opened += 1 if "{" in line else -1
                assert opened in {0, 1}
                assert re.fullmatch(
                    r":::( \{\.callout-(tip|note) (collapse=\"true\" )?title=\"(Answer|Hint \d)\"\})?", line
                )
        assert opened == 0
        headings = [line for line in outside if re.match("#+ ", line)]
        assert len(headings) == 5
        for piece in PIECES:
            assert MARK.format("begin " + piece) in body


def test_a_project_of_several_sets() -> None:
    made = QMD.render_all(
        [document(), document(identifier="week-4", title='A "quoted" [title]', answers=Answers.KEY)]
    )
    assert set(made) == {
        "week-3.qmd",
        "week-4.qmd",
        "keys/week-4-key.qmd",
        "figures/cache.svg",
        "_quarto.yml",
        "index.qmd",
    }
    project = yaml.safe_load(made["_quarto.yml"])
    assert project["project"] == {"type": "website", "render": ["index.qmd", "week-3.qmd", "week-4.qmd"]}
    assert project["execute"] == {"enabled": False}
    index = made["index.qmd"].decode()
    assert "- [Week 3: memory](week-3.qmd): Quiz · 5 questions · 25 points\n" in index
    assert r'- [A "quoted" \[title\]](week-4.qmd)' in index


@each("name", ["week-3", "index"])
def test_pages_of_a_project_have_names_of_their_own(name: str) -> None:
    with pytest.raises(RenderError, match=f"two documents want to write '{name}.qmd'"):
        QMD.render_all([document(), document(identifier=name, title="Another")])


def test_titles_are_text_in_yaml_too() -> None:
    made = hostile_document()
    page = quarto.render(dataclasses.replace(made, sections=()), Settings())
    assert isinstance(page, bytes)
    title = front_matter(page.decode())["title"]
    assert isinstance(title, str)
    assert r"\{\{< include" not in title
    assert one_line(PIECES["emoji"]) in title
