"""Pictures for the documentation: pages of papers, and what a browser shows of a quiz."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PAGE_SCALE = 1.6
"""Pixels a point: A4 gets 952 pixels wide."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a browser shows of a page (the quiz if none is named) in a window of this size, after a script."""

    width: int
    height: int
    scale: float
    script: str
    dark: bool = False
    page: str | None = None


ACTIONS = """
const questions = [...document.querySelectorAll("article.question")];
const choices = questions.filter((one) => one.querySelector("input[data-correct]"));
const shortest = () => choices.toSorted((one, other) => one.offsetHeight - other.offsetHeight)[0];
function choose(question, right) {
  question.querySelector(right ? "input[data-correct]" : "input[type=radio]:not([data-correct])").click();
  question.querySelector("form").requestSubmit();
  return question;
}
function type() {  // the least that counts as right, where there is a unit
  const form = document.querySelector("form[data-low]:not([data-unit=''])");
  form.querySelector("input").value = form.dataset.low;
  form.requestSubmit();
  const question = form.closest("article");
  question.querySelector("details.answer").open = true;
  return question;
}
function typeMistake() {  // a wrong number that is expected
  const form = document.querySelector("form[data-kind=number]:has(.feedback)");
  form.querySelector("input").value = form.querySelector(".feedback").dataset.low;
  form.requestSubmit();
  return form.closest("article");
}
function predict(said, choices = {}) {  // locks in a prediction of a lab, and puts controls elsewhere
  const part = document.querySelector("article.question");
  part.querySelector("form.prediction input").value = said;
  part.querySelector("form.prediction").requestSubmit();
  for (const [place, at] of Object.entries(choices)) {
    const input = part.querySelectorAll(".workbench input")[place];
    input.value = at;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const other of document.querySelectorAll(".cover, .situation, #ledger, .end")) other.hidden = true;
}
function show(question) {  // as if scrolled to it, which pictures cannot be
  for (const other of document.querySelectorAll(".cover, .part, article.question")) {
    other.hidden ||= other.compareDocumentPosition(question) === Node.DOCUMENT_POSITION_FOLLOWING;
  }
}
"""

LOOK = """
@font-face {{ font-family: "Inter"; src: url("{font}"); font-weight: 100 900; }}
:root {{ --sans: "Inter"; }}
"""
"""The page asks for the font of the reader's system; a picture needs one that is the same everywhere."""


def draw_page(pdf: Path, number: int, picture: Path) -> None:
    """Draw a page of a PDF file; the first is number 1."""
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415 - only the pictures need it
    from PIL import ImageOps  # noqa: PLC0415

    with pypdfium2.PdfDocument(pdf) as document:
        drawn = document[number - 1].render(scale=PAGE_SCALE).to_pil().convert("L")
    framed = ImageOps.expand(drawn, border=2, fill=200)  # white on white has no edge
    framed.quantize(16).save(picture, optimize=True)


def take(scene: Scene, page: Path, picture: Path) -> None:
    """Take a picture of a quiz in a browser; without one, say so and leave the picture as it is."""
    from PIL import Image  # noqa: PLC0415 - only the pictures need it

    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"no Chromium: {picture.name} stays as it is", file=sys.stderr)
        return
    # The page allows its own script and style alone.
    quiz = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))
    quiz += f"<style>{LOOK.format(font=font().as_uri())}</style><script>{ACTIONS}{scene.script}</script>"
    with TemporaryDirectory(prefix="qbank-picture-") as name:
        prepared = Path(name, "scene.html")
        prepared.write_text(quiz, encoding="utf-8")
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",  # for containers; the page is our own
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-prefers-reduced-motion",
                f"--user-data-dir={name}/browser",
                f"--force-device-scale-factor={scene.scale}",
                f"--window-size={scene.width},{scene.height}",
                f"--blink-settings=preferredColorScheme={0 if scene.dark else 1}",
                f"--screenshot={picture}",
                prepared.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
    with Image.open(picture) as taken:
        taken.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


def font() -> Path:
    """Return the file of the font for pictures of the web page."""
    package = importlib.util.find_spec("fontpkg_inter")
    if package is None or package.origin is None:
        raise SystemExit("install what docs/gallery/requirements.txt lists")
    return Path(package.origin).parent / "files" / "Inter[opsz,wght].ttf"
