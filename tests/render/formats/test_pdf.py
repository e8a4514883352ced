from __future__ import annotations

import dataclasses
import io
import re
import struct
import sys
import zlib
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from each import each
from qbank.importing.pictures import drawing_of
from qbank.model.taxonomy import Answers, QuestionKind, SetKind
from qbank.render.registry import RenderError, Settings, formats
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import (
    Blocks,
    BulletList,
    Document,
    Figure,
    MathBlock,
    Resource,
    Section,
    Table,
    TableBlock,
)
from qbank.render.text.typst_math import to_tree
from qbank.resources import template_path
from qbank.sets.answers.numeric_key import key_of
from render.hostile import (
    PIECES,
    choice_with_slips,
    document,
    hostile_document,
    item,
    numeric_key,
    options,
    plain_items,
)
from render.reading import bare

PDF = formats()["pdf"]


def test_without_typst_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    for module in ("pdf", "typst_run"):  # another test may have imported them, and typst with them
        monkeypatch.delitem(sys.modules, f"qbank.render.formats.{module}", raising=False)
    with pytest.raises(RenderError, match=r"needs the package 'typst'; .*pip install 'qbank\[pdf\]'"):
        PDF.render(document())


class Read:
    """A PDF as a reader sees it: the text of its pages."""

    def __init__(self, made: bytes) -> None:
        pypdf = pytest.importorskip("pypdf")
        self.file = pypdf.PdfReader(io.BytesIO(made))

    @cached_property
    def pages(self) -> list[str]:
        return self.first_pages(None)

    def first_pages(self, count: int | None) -> list[str]:
        return [page.extract_text() for page in self.file.pages[:count]]

    @cached_property
    def text(self) -> str:
        return self.said(self.pages)

    @staticmethod
    def said(pages: list[str]) -> str:
        # Hyphens that typst puts in are soft.
        return " ".join(" ".join(pages).replace("\xad\n", "").split())


def files(made: Document, settings: Settings | None = None) -> dict[str, Read]:
    pytest.importorskip("typst")
    output = PDF.render(made, settings)
    return {name: Read(pdf) for name, pdf in ({"": output} if isinstance(output, bytes) else output).items()}


def read(*items: Any, settings: Settings | None = None, **fields: Any) -> Read:
    [only] = files(document(*items, **({"answers": Answers.NONE} | fields)), settings).values()
    return only


def test_a_paper_and_its_key() -> None:
    made = files(document(kind=SetKind.EXAM, answers=Answers.KEY, version="B"))
    assert list(made) == ["week-3-B.pdf", "week-3-B-key.pdf"]
    paper, key = (one.text for one in made.values())
    for one in (paper, key):
        assert "Exam · Version B" in one
        assert "5 questions · 25 points" in one
        for question in plain_items():
            assert f"{question.number}. {question.title} ★★☆☆ 5 points" in one
    assert "Answer key" in key
    assert "Answer key" not in paper


def test_a_line_in_bold_stays_with_what_is_below_it() -> None:
    lines = "\n\n".join(["A line.", "**The bubble**", "Below."] * 200)
    made = read(item(solution=read_blocks(lines)), answers=Answers.INLINE)
    later = made.pages[1:]
    assert len(later) > 5
    starts = [re.search(r"A line\.|The bubble|Below\.", page) for page in later]
    assert not [place for place, start in enumerate(starts) if start and start[0] == "Below."]


def test_the_paper_gives_no_answer_away() -> None:
    paper = files(document(kind=SetKind.EXAM, answers=Answers.KEY))["week-3.pdf"].text
    secret = (
        "the cache takes the rest",
        "13.3",
        "Napkin math",
        "Pitfall",
        "Names the cache",
        "Count the bytes",
    )
    assert [words for words in secret if words in paper] == []
    asked = (
        "Name Student ID Points of 25",
        "Ten minutes, no calculator.",
        "A 7 GB B 14 GB C 28 GB D 56 GB",
        "Two devices GPU Memory A100 80 GB T4 16 GB",
        "Answer in GB to 2 significant figures.",
        "(a) How much per token? 2 points",
    )
    assert [words for words in asked if words not in paper] == []


def test_the_key_says_what_is_right() -> None:
    key = files(document(answers=Answers.KEY))["week-3-key.pdf"].text
    told = (
        "No. Question Answer Points",
        "2 Which GPU Holds It B 5",
        "3 Weights in FP16 14 GB (accepted: 13.3 GB to 14.7 GB) 5",
        "(b) 14 GB (accepted: 13.3 GB to 14.7 GB)",
        "The weights take 14 GB; the cache takes the rest.",
        "7B params × 2 bytes = 14 GB",
        "Names the cache as the bottleneck. 2 points Gives numbers. 1.5 points Total 3.5 points",
        "Hints 1. Count the bytes of one parameter.",
        "Roofline, https://doi.org/10.1145/1498765.1498785",
        "Related: cloud-0001, kv-cache-management",
        "cloud-0003@7",
    )
    assert [words for words in told if words not in key] == []


def test_the_key_says_what_leads_to_wrong_options() -> None:
    made = files(choice_with_slips(answers=Answers.KEY))
    assert "Wrong options A. Counts one byte." in made["week-3-key.pdf"].text
    assert "Counts" not in made["week-3.pdf"].text


def test_the_key_says_what_a_wrong_option_is_worth() -> None:
    made = choice_with_slips(answers=Answers.KEY)
    (one,) = made.items
    wrong, right = one.options
    worth = dataclasses.replace(one, points=4.0, options=(dataclasses.replace(wrong, credit=0.25), right))
    section = dataclasses.replace(made.sections[0], items=(worth,))
    key = files(dataclasses.replace(made, sections=(section,)))["week-3-key.pdf"].text
    assert "Wrong options A. (1 of 4 points) Counts one byte." in " ".join(key.split())


def test_powers_of_ten_are_raised() -> None:
    made = read(item(key=key_of({"value": "0.0006"})), answers=Answers.INLINE)
    assert "Answer in 10⁻⁶." in made.text
    assert "600 × 10⁻⁶ (accepted: 570 × 10⁻⁶ to 630 × 10⁻⁶)" in made.text


def test_answers_inline_and_behind() -> None:
    inline = read(answers=Answers.INLINE)
    assert inline.text.index("Answer 14 GB") < inline.text.index("4. In Three Steps")
    behind = read(answers=Answers.COLLAPSED)
    first = next(place for place, page in enumerate(behind.pages) if page.startswith("Answers"))
    assert "the cache takes the rest" not in "".join(behind.pages[:first])
    assert "the cache takes the rest" in "".join(behind.pages[first:])


def test_only_papers_to_write_on_have_room_for_a_name() -> None:
    assert "Name Student ID" in read(kind=SetKind.QUIZ).text
    assert "Name Student ID" not in read(kind=SetKind.EXERCISES).text
    assert "Name Student ID" not in read(kind=SetKind.QUIZ, answers=Answers.INLINE).text


def test_pages_are_counted() -> None:
    paper = read(*(item(id=f"cloud-{number:04}", number=number) for number in range(1, 31)))
    count = len(paper.pages)
    assert count > 5
    for place, page in enumerate(paper.pages, start=1):
        assert f"{place} of {count}" in page


def test_no_option_is_on_two_pages() -> None:
    long = "many words of an option " * 30
    listed = options(*(read_blocks(f"⟦{letter} {long} {letter}⟧") for letter in "pqrstuvwxyz"))
    paper = read(item(options=listed), item(id="cloud-0002", number=2, options=listed))
    assert len(paper.pages) > 2
    for page in paper.pages:
        assert re.findall(r"⟦(\w)", page) == re.findall(r"(\w)⟧", page)


def test_a_question_keeps_its_heading_and_room() -> None:
    short = [
        item(id=f"cloud-{number:04}", number=number, key=numeric_key(), title=f"Title {number}")
        for number in range(1, 31)
    ]
    for page in read(*short).pages:
        assert page.count("Title") == page.count("How much memory") == page.count("Answer in GB")


def test_the_total_of_points() -> None:
    paper = read(item(points=None), item(id="cloud-0002", number=2, points=2.5)).text
    assert "Question 1 2 Total Points – 2.5 2.5 Score" in paper
    assert "Points of 2.5" in paper
    assert "Score" not in read(item(points=None), item(id="cloud-0002", number=2, points=None)).text


def test_twice_the_same_bytes_and_no_dates() -> None:
    pytest.importorskip("typst")
    one, two = (PDF.render(document(), Settings()) for _ in range(2))
    assert one == two
    assert isinstance(one, bytes)
    assert b"/CreationDate" not in one
    assert not {"/CreationDate", "/ModDate"} & set(Read(one).file.metadata or ())


@pytest.fixture(scope="module")
def hostile() -> list[Read]:
    return list(files(hostile_document(answers=Answers.KEY, kind=SetKind.EXAM)).values())


def test_hostile_text_is_shown_and_not_run(hostile: list[Read]) -> None:
    paper, key = hostile
    # The key shows all that the paper does; the first sixth of the paper holds each text several times.
    for said in (paper.said(paper.first_pages(len(paper.file.pages) // 6)), key.text):
        shown = bare(said)
        # The other texts hold what the fonts lack, and what is read from right to left.
        for name in PIECES.keys() - {"rtl", "emoji", "control"}:
            assert bare(one_line(PIECES[name])) in shown, name
        assert "root:x:0:0" not in shown


def test_right_to_left_text_is_kept() -> None:
    assert bare(PIECES["rtl"])[:4] in read(item(title=PIECES["rtl"][:4])).text


@each("page", [0, 1])
def test_a_pdf_runs_nothing_and_loads_nothing(hostile: list[Read], page: int) -> None:
    made = hostile[page].file
    root = made.trailer["/Root"]
    assert not {"/OpenAction", "/AA", "/AcroForm"} & set(root)
    assert not {"/JavaScript", "/EmbeddedFiles"} & set(root.get("/Names", {}))
    actions = [note.get_object().get("/A", {}) for sheet in made.pages for note in sheet.get("/Annots", ())]
    assert {action.get("/URI") for action in actions} <= {None, "https://example.org/?a=1&b=(2)"}
    assert {action.get("/S") for action in actions} <= {None, "/URI", "/GoTo"}


def nested(content: Blocks, depth: int) -> Blocks:
    return nested((BulletList((content,)),), depth - 1) if depth else content


def test_the_deepest_formula_in_the_deepest_list() -> None:
    depth = max(count for count in range(1, 60) if to_tree(_roots(count)) is not None)
    assert depth > 10
    content = nested((MathBlock(_roots(depth)),), 6)
    part = dataclasses.replace(plain_items()[3].parts[0], prompt=content, answer=content)
    made = files(document(item(kind=QuestionKind.EXERCISE, question=content, parts=(part,))))
    assert "The Cache That Ate the GPU" in made[""].text


def _roots(count: int) -> str:
    return r"\sqrt{" * count + "x" + "}" * count


@pytest.mark.parametrize(
    "made",
    [
        document(sections=()),
        document(sections=(Section("", ()),)),
        document(item(title="", scenario=(), question=(), solution=(), reckoning=(), mistake=())),
        document(item(tables=(Table("", TableBlock((), ())),))),
        document(item(scenario=read_blocks("y" * 5000 + " `" + "z" * 5000 + "`"), title="x" * 3000)),
        document(item(resources=(Resource("far", "https://example.org/" + "x" * 9000),))),
        document(item(options=options(*[read_blocks("the same")] * 60))),
    ],
    ids=["no section", "no item", "no text", "no column", "long words", "long address", "many options"],
)
def test_odd_documents(made: Document) -> None:
    pytest.importorskip("typst")
    for kind, answers in ((SetKind.EXAM, Answers.KEY), (SetKind.EXERCISES, Answers.INLINE)):
        assert PDF.render(dataclasses.replace(made, kind=kind, answers=answers))


def test_a_drawing_is_drawn() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="9">Drawn</text></svg>'
    figure = Figure("x.svg", "A bar", "The caption", svg)
    shown = read(item(figure=figure)).text
    assert "Drawn The caption" in shown
    assert "A bar" not in shown


def test_a_picture_within_a_drawing_is_drawn() -> None:
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", 3, 1, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0abc")))
    pieces = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (*chunks, (b"IEND", b""))
    )
    pixels = drawing_of(b"\x89PNG\r\n\x1a\n" + b"".join(pieces))
    figure = Figure("x.svg", "A bar", "The caption", pixels)
    shown = read(item(figure=figure))
    assert "A bar" not in shown.text
    assert [len(page.images) for page in shown.file.pages] == [1]


@each("svg", [b"", b"<svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'])
def test_a_drawing_that_cannot_be_drawn_is_described(svg: bytes) -> None:
    assert "A bar The caption" in read(item(figure=Figure("x.svg", "A bar", "The caption", svg))).text


def own(folder: Path, **templates: str) -> Settings:
    place = folder / "render" / "pdf"
    place.mkdir(parents=True)
    for name, source in templates.items():
        (place / f"{name}.typ").write_text(source, encoding="utf-8")
    return Settings(templates=(folder,))


def test_a_bank_has_its_own_style(tmp_path: Path) -> None:
    style = template_path("render/pdf/style.typ").read_text(encoding="utf-8")
    settings = own(tmp_path, style=style.replace('"a4"', '"us-letter"'))
    sheet = read(settings=settings).file.pages[0].mediabox
    assert (float(sheet.width), float(sheet.height)) == (612, 792)


def test_what_lies_beside_a_template_may_be_read(tmp_path: Path) -> None:
    settings = own(tmp_path, main='#read("motto.txt")')
    (tmp_path / "render" / "pdf" / "motto.txt").write_text("Per aspera", encoding="utf-8")
    assert read(settings=settings).text == "Per aspera"


def test_a_broken_template_is_told(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    with pytest.raises(
        RenderError, match=r"^template 'render/pdf/main.typ', line 2: unknown variable: nothing"
    ):
        PDF.render(document(), own(tmp_path, main="= Title\n#nothing"))


@pytest.mark.parametrize("path", ["/etc/passwd", "../../etc/passwd", "/proc/self/environ", "pyproject.toml"])
def test_a_template_reads_nothing_else(tmp_path: Path, path: str) -> None:
    pytest.importorskip("typst")
    with pytest.raises(RenderError, match=r"template 'render/pdf/main.typ', line 1: "):
        PDF.render(document(), own(tmp_path, main=f'#read("{path}")'))


def test_a_template_that_is_no_text_is_told(tmp_path: Path) -> None:
    settings = own(tmp_path)
    (tmp_path / "render" / "pdf" / "main.typ").write_bytes(b"\xff")
    with pytest.raises(RenderError, match=r"template 'render/pdf/main.typ': cannot be read"):
        PDF.render(document(), settings)
