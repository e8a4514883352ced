"""Makes this gallery anew: `make gallery`.

The README beside this file decides what there is. Its commands are run as they stand there; of the files that
they write, those that the page links to are kept. A picture `exam-A-2.png` is page 2 of `exam-A.pdf`. What a
browser and a terminal show is set down below.

Without Chromium the pictures of the web page stay as they are.
"""

from __future__ import annotations

import html
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

from drawing import Scene, draw_page, take

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
QUIZ = "distributed-training-quiz.html"

COLUMNS = 104
SCENES = {
    "quiz-light.png": Scene(
        960, 1240, 1.25, "choices.slice(0, 3).forEach((one, place) => choose(one, place !== 1));"
    ),
    "quiz-dark.png": Scene(960, 1240, 1.25, "show(type());", dark=True),
    "quiz-phone.png": Scene(390, 980, 1.75, "show(choose(shortest(), false));"),
    "quiz-mistake.png": Scene(960, 700, 1.25, "show(typeMistake());"),
    "lab-round.png": Scene(960, 1500, 1.0, "predict('9 s');", page="lab-communication-wall.html"),
    "lab-impossible.png": Scene(
        960, 1500, 1.0, "predict('1,1 TB', { 1: 3, 3: 8 });", page="lab-parallelism-puzzle.html"
    ),
}


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
    "blueprint.svg": Session("qbank blueprint questions/sets/distributed-training-exam.yaml"),
    "explain.svg": Session("qbank verify --explain --text 'Loading: 14 GB / 28 GB/s = 5 s'"),
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


def terminal(session: Session, qbank: Sequence[str] = (sys.executable, "-m", "qbank")) -> str:
    """Return a picture of a terminal in which `qbank` is called, as SVG that loads nothing."""
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
            [*qbank, *shlex.split(session.command)[1:]],
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
    for path in made.rglob("*.pdf"):
        shown = [re.fullmatch(rf"pictures/{re.escape(path.stem)}-(\d+)\.png", name) for name in kept()]
        for match in filter(None, shown):
            draw_page(path, int(match[1]), made / match[0])


def draw_scenes(made: Path) -> None:
    """Take pictures of the quiz in a browser, if there is one."""
    for name, scene in SCENES.items():
        take(scene, made / (scene.page or QUIZ), made / "pictures" / name)


if __name__ == "__main__":
    sys.exit(main())
