"""Papers for other programs: LaTeX compiled by TeX, and docx opened by LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from consumers.places import needs
from qbank.model.taxonomy import Answers
from qbank.render.registry import formats
from qbank.render.text.document import Document
from qbank.render.writing import write_folder
from render.hostile import document, hostile_document

PAPERS = {"plain": document(), "hostile": hostile_document()}


def written(folder: Path, made: Document, name: str, answers: Answers) -> list[Path]:
    write_folder(folder, formats()[name].render_all([replace(made, answers=answers)]))
    return sorted(folder.glob(f"*.{name}"))


def text_of(pdf: Path) -> str:
    reader = needs("pdftotext", shutil.which("pdftotext"))
    return subprocess.run([reader, pdf, "-"], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("made", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("answers", [Answers.INLINE, Answers.KEY])
def test_latex_compiles(tmp_path: Path, made: Document, answers: Answers) -> None:
    compiler = needs("pdflatex", shutil.which("pdflatex"))
    for file in written(tmp_path, made, "tex", answers):
        command = [compiler, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", file.name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        assert text_of(file.with_suffix(".pdf")).strip()


@pytest.mark.parametrize("made", PAPERS.values(), ids=PAPERS)
def test_libreoffice_opens_it(tmp_path: Path, made: Document) -> None:
    office = needs("soffice", shutil.which("soffice"))
    for file in written(tmp_path, made, "docx", Answers.INLINE):
        command = [office, f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless"]
        subprocess.run(
            [*command, "--convert-to", "pdf", "--outdir", tmp_path, file], check=True, capture_output=True
        )
        shown = " ".join(text_of(file.with_suffix(".pdf")).split())
        assert "<script>" in shown if made is PAPERS["hostile"] else "runs out of memory" in shown
