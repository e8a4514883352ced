"""Makes this gallery anew: `make gallery`.

The README beside this file decides what there is. Its commands are run as they stand there; of the files that
they write, those that the page links to are kept. A picture `exam-A-2.png` is page 2 of `exam-A.pdf`. What a
browser and a terminal show is set down below.

Without Chromium the pictures of the web page stay as they are.
"""

from __future__ import annotations

import html
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
QUIZ = "distributed-training-quiz.html"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
COLUMNS = 104
PAGE_SCALE = 1.6
"""Pixels a point: A4 gets 952 pixels wide."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a browser shows of the quiz: in a window of this size, after this script."""

    width: int
    height: int
    scale: float
    script: str
    dark: bool = False


SCENES = {
    "quiz-light.png": Scene(
        960, 1240, 1.25, "choices.slice(0, 3).forEach((one, place) => choose(one, place !== 1));"
    ),
    "quiz-dark.png": Scene(960, 1240, 1.25, "show(type());", dark=True),
    "quiz-phone.png": Scene(390, 980, 1.75, "show(choose(shortest(), false));"),
}

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


@dataclass(frozen=True, slots=True)
class Session:
    """What a terminal shows of a command, after a file got another text in place of one that it has."""

    command: str
    slips: tuple[tuple[str, str, str], ...] = ()


RING = "questions/cloud/parallelism/cloud-0201.yaml"
ATTENTION = "questions/cloud/optimization/cloud-0313.yaml"
SESSIONS = {
    "audit.svg": Session(
        f"qbank audit {RING} {ATTENTION}",
        (
            (RING, "201.6 MB / 12.5 GB/s ≈ 16.1 ms", "201.6 MB / 100 Gb/s ≈ 2.02 ms"),
            (ATTENTION, "(312 TFLOP/s, 2,039 GB/s)", "(312 TFLOP/s, 3,350 GB/s)"),
        ),
    ),
    "verify.svg": Session("qbank verify questions/cloud/parallelism/cloud-0343.yaml"),
}


def main() -> int:
    """Make everything, and say what was written."""
    with TemporaryDirectory(prefix="qbank-gallery-") as name:
        made = Path(name)
        render(made)
        pictures = made / "pictures"
        pictures.mkdir()
        for file, session in SESSIONS.items():
            (pictures / file).write_text(terminal(session), encoding="utf-8", newline="\n")
        draw_pages(made)
        draw_scenes(made)
        for file in sorted(kept()):
            if (made / file).exists():
                keep(made / file, HERE / file)
            elif not (HERE / file).exists():
                print(f"gallery: nothing makes {file}, which README.md names", file=sys.stderr)
                return 1
    return 0


def keep(made: Path, path: Path) -> None:
    """Put a file into the gallery, unless it is there already."""
    content = made.read_bytes()
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        print(f"wrote {path.relative_to(ROOT)}")


def page() -> str:
    """Return the page of the gallery."""
    return (HERE / "README.md").read_text(encoding="utf-8")


def kept() -> set[str]:
    """Return the files of the gallery, by their paths in it: those that the page names."""
    named = re.findall(r'(?:\]\(|src="|href="|srcset=")([^)"#]+)', page())
    return {path for path in named if "://" not in path and not path.startswith("..")} - {"make.py"}


def render(folder: Path, formats: Sequence[str] = ("html", "md", "qmd", "pdf")) -> None:
    """Run the commands that the page shows, for these formats, with their outputs in a folder."""
    from qbank.cli import main as qbank  # noqa: PLC0415 - the page can be asked without it

    for line in re.findall(r"^qbank (render .*)$", page(), re.M):
        arguments = shlex.split(line)
        if arguments[arguments.index("--format") + 1] not in formats:
            continue
        output = arguments.index("--output") + 1
        inside = folder / arguments[output]
        # A folder is told by its slash, which a path loses.
        arguments[output] = f"{inside}/" if arguments[output].endswith("/") else str(inside)
        with chdir(ROOT):
            if qbank([*arguments, "--quiet"]):
                raise SystemExit(f"gallery: failed: qbank {line}")


def terminal(session: Session) -> str:
    """Return a picture of a terminal, as SVG that loads nothing."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    with TemporaryDirectory(prefix="qbank-gallery-") as name:
        bank = Path(name)
        shutil.copytree(ROOT / "questions", bank / "questions")
        for path, old, new in session.slips:
            text = (bank / path).read_text(encoding="utf-8")
            if old not in text:
                raise SystemExit(f"gallery: {path} no longer holds {old!r}; choose another slip in make.py")
            (bank / path).write_text(text.replace(old, new, 1), encoding="utf-8")
        shown = subprocess.run(
            [sys.executable, "-m", "qbank", *shlex.split(session.command)[1:]],
            cwd=bank,
            env={
                **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
                "FORCE_COLOR": "1",
                "COLUMNS": str(COLUMNS),
                "PYTHONIOENCODING": "utf-8",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        ).stdout
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(
            record=True, width=COLUMNS, file=nowhere, force_terminal=True, color_system="truecolor"
        )
        console.print(Text.from_ansi(f"\x1b[1m$ {session.command}\x1b[0m\n{shown.strip()}"))
        drawn = console.export_svg(title=" ".join(session.command.split()[:2]), unique_id="terminal")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)
    return drawn.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")


def words(svg: str) -> str:
    """Return the text of a picture of a terminal, without its spaces."""
    return "".join(html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))).split())


def draw_pages(made: Path) -> None:
    """Draw the pages of PDF files that the page of the gallery shows."""
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415 - only the pictures need it
    from PIL import ImageOps  # noqa: PLC0415

    for path in made.rglob("*.pdf"):
        with pypdfium2.PdfDocument(path) as document:
            for index in range(len(document)):
                picture = f"pictures/{path.stem}-{index + 1}.png"
                if picture in kept():
                    drawn = document[index].render(scale=PAGE_SCALE).to_pil().convert("L")
                    framed = ImageOps.expand(drawn, border=2, fill=200)  # white on white has no edge
                    framed.quantize(16).save(made / picture, optimize=True)


def draw_scenes(made: Path) -> None:
    """Take pictures of the quiz in a browser, if there is one."""
    from PIL import Image  # noqa: PLC0415 - only the pictures need it

    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("gallery: no Chromium: the pictures of the web page stay as they are", file=sys.stderr)
        return
    quiz = (made / QUIZ).read_text(encoding="utf-8")
    # The page allows its own script and style alone.
    quiz = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", quiz)
    for name, scene in SCENES.items():
        prepared = made / "scene.html"
        prepared.write_text(
            f"{quiz}<style>{LOOK.format(font=font().as_uri())}</style><script>{ACTIONS}{scene.script}</script>",
            encoding="utf-8",
        )
        picture = made / "pictures" / name
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",  # for containers; the page is our own
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-prefers-reduced-motion",
                f"--user-data-dir={made / 'browser'}",
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
        raise SystemExit("gallery: install what docs/gallery/requirements.txt lists")
    return Path(package.origin).parent / "files" / "Inter[opsz,wght].ttf"


if __name__ == "__main__":
    sys.exit(main())
