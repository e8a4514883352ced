from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from collections import Counter
from functools import cached_property
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from each import each
from qbank.model.taxonomy import Answers
from qbank.render.registry import RenderError, Settings, formats
from qbank.render.text.blocks import one_line, read_blocks, read_line
from qbank.render.text.document import Document, Section, Table, TableBlock
from render.hostile import MARK, PIECES, choice_with_slips, document, hostile_document, options, plain_items

HTML = formats()["html"]
VOID = {"meta", "input", "img", "br", "link", "hr"}


class Page(HTMLParser):
    """What is in a page: elements with their attributes, text, and whether every element is closed."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["script"]):
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    @cached_property
    def words(self) -> str:
        return " ".join("".join(self.text).split())


def source(answers: Answers = Answers.COLLAPSED, made: Document | None = None) -> str:
    output = HTML.render(dataclasses.replace(made or document(), answers=answers))
    return (output if isinstance(output, bytes) else output["week-3.html"]).decode()


def policy(page: Page) -> str:
    return next(meta["content"] for meta in page.all("meta") if "http-equiv" in meta)


def test_the_page_needs_nothing_else() -> None:
    page = Page(source())
    assert not page.all("link")
    assert not any("src" in script for script in page.all("script"))
    assert [image["src"][:26] for image in page.all("img")] == ["data:image/svg+xml;base64,"]
    links = [link["href"] for link in page.all("a")]
    assert [link for link in links if not link.startswith("#")] == ["https://doi.org/10.1145/1498765.1498785"]


@each("made", [document(), hostile_document()])
def test_only_the_scripts_and_styles_of_the_page_may_run(made: Document) -> None:
    written = source(made=made)
    allowed = policy(Page(written))
    assert "default-src 'none'" in allowed
    assert "unsafe" not in allowed
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        (inner,) = re.findall(rf"<{tag}>(.*?)</{tag}>", written, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in allowed


@each("answers", list(Answers))
def test_hostile_text_stays_text(answers: Answers) -> None:
    made = dataclasses.replace(hostile_document(), answers=answers)
    output = HTML.render(made)
    assert output == HTML.render(made)
    for written in output.values() if isinstance(output, dict) else [output]:
        page = Page(written.decode())
        assert len(page.all("script")) == 1
        assert len(page.all("style")) == 1
        kinds = {tag for tag, _ in page.elements}
        assert not kinds & {"iframe", "object", "embed", "base", "svg", "b", "x"}
        for _, attributes in page.elements:
            assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes)
            assert "javascript:" not in attributes.get("href", "").lower()
        for image in page.all("img"):
            assert image["src"].startswith("data:image/svg+xml;base64,")
            assert one_line(PIECES["attribute"]) in image["alt"]
        for name in PIECES:
            assert MARK.format("begin " + name) in page.words
            assert one_line(PIECES[name]) in page.words


def test_ids_are_unique_and_every_reference_leads_somewhere() -> None:
    for answers in (Answers.COLLAPSED, Answers.INLINE, Answers.NONE):
        page = Page(source(answers))
        ids = Counter(attributes["id"] for _, attributes in page.elements if "id" in attributes)
        assert max(ids.values()) == 1
        for _, attributes in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "for"):
                assert set(attributes.get(name, "").split()) <= set(ids)
            if attributes.get("href", "").startswith("#"):
                assert attributes["href"][1:] in ids


def test_headings_leave_out_no_level() -> None:
    items = plain_items()
    for made in (document(), document(sections=(Section("One", items[:2]), Section("Two", items[2:])))):
        levels = [int(tag[1]) for tag, _ in Page(source(made=made)).elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_choice_can_be_checked() -> None:
    page = Page(source())
    inputs = [
        each for each in page.all("input") if each["type"] == "radio" and not each["name"].startswith("self-")
    ]
    assert [each["value"] for each in inputs] == list("abcd")
    assert [each["value"] for each in inputs if "data-correct" in each] == ["b"]


def test_several_right_options_are_boxes_to_tick() -> None:
    item = plain_items()[1]
    two = dataclasses.replace(
        item, options=tuple(dataclasses.replace(one, correct=True) for one in item.options)
    )
    page = Page(source(made=document(two)))
    assert {each["type"] for each in page.all("input")} == {"checkbox"}


def test_a_number_can_be_checked() -> None:
    page = Page(source())
    forms = [form for form in page.all("form") if form["data-kind"] == "number"]
    assert [(form["data-low"], form["data-high"], form["data-unit"]) for form in forms] == [
        ("13.3", "14.7", "GB"),
        ("13.3", "14.7", "GB"),
    ]
    (body,) = page.all("body")
    units = json.loads(body["data-units"])["GB"]
    assert (units["GB"], units["MB"], units["bytes"]) == ("", "e-3", "e-9")


@each("answers", [Answers.NONE, Answers.KEY])
def test_a_paper_gives_nothing_away(answers: Answers) -> None:
    written = source(answers)
    page = Page(written)
    assert "data-low" not in written.partition("<script>")[0]
    assert "data-correct" not in written.partition("<script>")[0]
    assert not page.all("details")
    for secret in ("13.3", "takes the rest", "0.5 MB", "Pitfall", "Count the bytes"):
        assert secret not in page.words
    assert "submit" not in {button.get("type") for button in page.all("button")}


def test_a_wrong_option_says_what_leads_to_it() -> None:
    """When it is chosen, and in the answer for those who print it."""
    page = Page(source(made=choice_with_slips()))
    assert [box.get("data-option") for box in page.all("div") if box.get("data-option")] == ["a"]
    assert page.words.count("Counts one byte.") == 2
    assert "Wrong options A Counts one byte." in page.words
    assert "Counts" not in Page(source(Answers.NONE, choice_with_slips())).words


def test_the_key_stands_by_itself() -> None:
    output = HTML.render(document(answers=Answers.KEY))
    assert isinstance(output, dict)
    key = Page(output["week-3-key.html"].decode())
    assert "Week 3: memory Answer key" in key.words
    assert "accepted: 13.3 GB to 14.7 GB" in key.words
    assert not key.all("form")


def test_without_scripts_answers_open_and_no_button_is_shown() -> None:
    page = Page(source())
    assert len(page.all("details")) == 7
    assert not any("open" in details for details in page.all("details"))
    for button in page.all("button"):
        own = button.get("hidden")
        assert own is not None or button["type"] == "submit" or button["id"] in {"again", "clear", "keep"}
    assert all(
        "open" in each for each in Page(source(Answers.INLINE)).all("details") if each["class"] == "answer"
    )


def test_options_with_blocks() -> None:
    item = plain_items()[1]
    blocks = options(read_blocks("- a\n- b"), read_blocks("one\n\ntwo"), read_blocks("$x^2$"))
    written = source(made=document(dataclasses.replace(item, options=blocks)))
    assert "one<br/>two" in written
    assert "<msup>" in written
    assert Page(written).all("ul")


@each("field", ["scenario", "question", "solution", "reckoning", "mistake", "tables", "options"])
def test_no_line_ends_between_number_and_unit(field: str) -> None:
    texts = read_blocks("It takes 20 ms, or 2 * 10 ms.")
    made = {
        "tables": lambda: (Table("", TableBlock((), ((read_line("20 ms, or 2 * 10 ms"),),))),),
        "options": lambda: options(texts, texts, texts),
    }.get(field, lambda: texts)()
    written = source(made=document(dataclasses.replace(plain_items()[1], **{field: made})))
    assert "20\u00a0ms, or 2 × 10\u00a0ms" in written


def test_a_bank_replaces_the_style(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "html"
    folder.mkdir(parents=True)
    (folder / "style.css").write_text("body { color: {{ red }}; }\n", encoding="utf-8")
    output = HTML.render(document(), Settings((tmp_path,)))
    assert isinstance(output, bytes)
    assert "body { color: {{ red }}; }" in output.decode()
    (folder / "style.css").write_text("</style><script>alert(1)</script>", encoding="utf-8")
    with pytest.raises(RenderError, match=r"'render/html/style\.css' ends its own element"):
        HTML.render(document(), Settings((tmp_path,)))
    (folder / "style.css").write_bytes(b"\xff")
    with pytest.raises(RenderError, match=r"'render/html/style\.css': cannot be read"):
        HTML.render(document(), Settings((tmp_path,)))
