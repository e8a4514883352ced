"""A paper for Word and LibreOffice, made by pandoc of our Markdown: to edit, with native formulas."""

from __future__ import annotations

import io
import re
import zipfile
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pypandoc
from jinja2 import Environment

from qbank.model.taxonomy import Answers, SetKind
from qbank.render import templates
from qbank.render.assemble import FIGURES, output, paper_and_key
from qbank.render.formats.markdown import filters
from qbank.render.formats.typst_run import drawn, drawn_name
from qbank.render.registry import Files, Output, RenderError, Settings
from qbank.render.templates import Printed
from qbank.render.text import wording
from qbank.render.text.document import Document, Figure
from qbank.render.text.markdown import QUARTO
from qbank.render.zip import zipped

_WRITTEN_ON: Final = frozenset({SetKind.QUIZ, SetKind.EXAM, SetKind.LAB})
_READ: Final = "markdown-citations-yaml_metadata_block-raw_tex-raw_attribute-smart-implicit_figures"
_MADE_BY_CLOCK: Final = "docProps/core.xml"
_TIME: Final = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a paper, and its answer key where it has one of its own.

    Answers to open, which nothing does on paper, stand behind the questions.
    """
    drawings = drawn(document, "png")
    page = partial(_page, _environment(settings, document, drawings), document, drawings)
    return output(paper_and_key(document.stem, ".docx", document.answers, page))


def _page(environment: Environment, document: Document, drawings: Files, answers: Answers) -> bytes:
    behind = answers is Answers.COLLAPSED
    text = templates.render(
        environment,
        "render/docx/page.md.j2",
        document=document,
        about=wording.about_document(document),
        answers=Answers.NONE.value if behind else answers.value,
        key=answers is Answers.KEY,
        behind=behind,
        written=document.kind in _WRITTEN_ON and answers in {Answers.NONE, Answers.COLLAPSED},
    )
    with TemporaryDirectory(prefix="qbank-") as folder:
        for name, content in drawings.items():
            path = Path(folder) / FIGURES / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        made = Path(folder) / "paper.docx"
        options = [f"--resource-path={folder}", f"--metadata=lang:{document.words.language}"]
        try:
            pypandoc.convert_text(text, "docx", format=_READ, outputfile=str(made), extra_args=options)
        except (RuntimeError, OSError) as error:
            raise RenderError(f"pandoc makes no docx of '{document.stem}': {error}") from error
        return _settled(made.read_bytes())


def _settled(package: bytes) -> bytes:
    """Take the time of making out of a package, so that the same document gives the same bytes."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    if _MADE_BY_CLOCK in files:
        files[_MADE_BY_CLOCK] = _TIME.sub(rb"\g<1>2000-01-01T00:00:00Z", files[_MADE_BY_CLOCK])
    return zipped(files, first=("[Content_Types].xml",))


def _environment(settings: Settings, document: Document, drawings: Files) -> Environment:
    def figure(figure: Figure) -> Printed:
        name = drawn_name(figure, "png")
        if name not in drawings:
            return Printed(f"*{QUARTO.text(figure.alt)}*")
        return Printed(f"![{QUARTO.text(figure.alt)}]({FIGURES}{name}){{width=70%}}")

    more = {"figure": figure, "line": lambda count: Printed("\\_" * count)}
    return templates.environment(settings, QUARTO.text, filters(QUARTO) | more, document.words)
