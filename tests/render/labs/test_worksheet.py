from __future__ import annotations

import pytest

from each import each
from qbank.model.taxonomy import Answers
from qbank.render.labs.worksheet import worksheet
from qbank.render.registry import formats
from qbank.render.text.document import BulletList, MathBlock, Paragraph, TableBlock
from render.labs.sample import sample
from render.reading import text_of

LAB = sample()


def files(name: str, answers: Answers, *tracks: str) -> dict[str, bytes]:
    made = formats()[name].render_lab(LAB, answers=answers, tracks=tracks)
    return made if isinstance(made, dict) else {f"page.{name}": made}


def test_a_part_on_paper() -> None:
    sheet = worksheet(LAB)
    cloud, edge = sheet.personas
    first, second, third = cloud.parts
    assert (cloud.name, edge.name, len(edge.parts)) == ("Cloud", "Edge", 2)
    assert (first.kind, first.unit) == ("number", "s")
    assert [figure.caption for figure in first.gauges] == ["Efficiency", "Speed-up"]
    assert len(first.figures) == 4
    kinds = [type(block) for block in first.readings]
    assert kinds == [Paragraph, MathBlock, Paragraph, Paragraph, Paragraph, TableBlock]
    assert first.bench is not None
    assert [text_of((Paragraph(cell),)) for cell in first.bench.rows[0]] == [
        "Numberofnodes",
        "8",
        "1,2,…,512",
    ]
    assert [text_of(option) for option in second.options] == ["Atonce.", "Never."]
    assert third.tries is not None
    assert len(third.tries.rows) == 4
    assert len(third.tries.header) == 1 + 3 + 2 + 1
    assert isinstance(third.puzzle[-1], BulletList)
    assert "2of112settingssolveit" in text_of(third.answer)


def test_one_track_alone() -> None:
    sheet = worksheet(LAB, ("edge",))
    assert [persona.track for persona in sheet.personas] == ["edge"]
    assert sheet.about == ("Lab", "Edge", "30 minutes")


@each("name", ["md", "qmd"])
def test_answers_stand_where_they_are_wanted(name: str) -> None:
    said = "near enough: within 20%"
    none = files(name, Answers.NONE)
    assert said not in none[f"lab-sample.{name}"].decode()
    for answers in (Answers.INLINE, Answers.COLLAPSED):
        page = files(name, answers)[f"lab-sample.{name}"].decode()
        assert page.count(said) == 2
        opens = "<details>" if name == "md" else 'collapse="true"'
        assert page.count(opens) == (5 if answers is Answers.COLLAPSED else 0)
    key = files(name, Answers.KEY)
    assert said not in key[f"lab-sample.{name}"].decode()
    assert key[f"lab-sample-key.{name}"].decode().count(said) == 2
    assert "figures/" not in key[f"lab-sample-key.{name}"].decode()


@each("name", ["md", "qmd"])
def test_every_drawing_of_a_page_lies_beside_it(name: str) -> None:
    made = files(name, Answers.NONE, "cloud")
    page = made.pop(f"lab-sample.{name}").decode()
    assert len(made) == 6 + 1 + 4
    for path, svg in made.items():
        assert page.count(f"({path})") == 1
        assert svg.startswith(b"<svg")
    assert "## Cloud: Training lead of a language model" in page
    assert "Edge" not in page
    assert r"Every Instrument \<b\>& More" in page.replace("\\\\", "\\")


def test_a_paper_says_what_the_sheet_says() -> None:
    pytest.importorskip("typst")
    from io import BytesIO

    from pypdf import PdfReader

    made = files("pdf", Answers.KEY)
    assert set(made) == {"lab-sample.pdf", "lab-sample-key.pdf"}
    paper, key = (
        "".join("".join(page.extract_text() for page in PdfReader(BytesIO(one)).pages).split())
        for one in made.values()
    )
    assert "EveryInstrument<b>&More" in paper
    assert paper.count("Predictbeforeyouturnthepage") == 5
    assert "nearenough" not in paper
    assert key.count("nearenough:within20%") == 2
    assert files("pdf", Answers.KEY) == made, "the same bytes each time"
    behind = files("pdf", Answers.COLLAPSED)["page.pdf"]
    text = "".join("".join(page.extract_text() for page in PdfReader(BytesIO(behind)).pages).split())
    assert text.index("nearenough") > text.index("Answers")
