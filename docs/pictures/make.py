"""Makes the pictures of the tutorial for instructors anew, by following it: `make pictures`.

Each picture keeps the text that it was made of, so that a test can tell when it is out of date.
"""

from __future__ import annotations

import hashlib
import html
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "docs" / "gallery"), str(ROOT / "tests" / "docs")]

from drawing import Scene, draw_page, take  # noqa: E402
from tutorials import BIN, Typed, follow, prepare, steps  # noqa: E402

TUTORIAL = ROOT / "docs" / "tutorial-instructors.md"
QUIZ = Scene(960, 1240, 1.25, "show(type());")
SOURCES = {
    "week-5-quiz.png": "week-5.html",
    "week-5-A-1.png": "exam/week-5-A.pdf",
    "week-5-B-1.png": "exam/week-5-B.pdf",
    "week-5-A-key-1.png": "exam/week-5-A-key.pdf",
}


def rendered(folder: Path, programs: Path = BIN) -> None:
    """Write the sets of the tutorial into a folder, and run the commands that render what is pictured.

    The folder of programs holds the `qbank` that is called.
    """
    page = TUTORIAL.read_text(encoding="utf-8")
    prepare(page, folder)
    outputs = {source.partition("/")[0] for source in SOURCES.values()}
    wanted = [
        step
        for step in steps(page)
        if not isinstance(step, Typed) or step.command.rpartition(" --output ")[2].rstrip("/") in outputs
    ]
    for _ in follow(wanted, folder, folder, programs):
        pass


def text(source: Path) -> str:
    """Return what a reader finds in a web page or on the first page of a paper, without spaces."""
    if source.suffix == ".pdf":
        from pypdf import PdfReader  # noqa: PLC0415 - only papers need it

        said = PdfReader(source).pages[0].extract_text()
    else:
        page = re.sub(r"<(style|script)\b.*?</\1>", "", source.read_text(encoding="utf-8"), flags=re.S)
        said = html.unescape(re.sub(r"<[^>]*>", "", page))
    return re.sub(r"[\s\u00ad\u2010-]", "", said)


def digest(source: Path) -> str:
    """Return what the text of a source is known by."""
    return hashlib.sha256(text(source).encode()).hexdigest()


def main() -> None:
    """Make all pictures."""
    from PIL import Image  # noqa: PLC0415 - only the pictures need it
    from PIL.PngImagePlugin import PngInfo  # noqa: PLC0415

    with TemporaryDirectory(prefix="qbank-pictures-") as name:
        folder = Path(name)
        rendered(folder)
        for picture, source in SOURCES.items():
            file = folder / source
            made = folder / picture
            if file.suffix == ".pdf":
                draw_page(file, 1, made)
            else:
                take(QUIZ, file, made)
            if made.exists():
                said = PngInfo()
                said.add_text("source", digest(file))
                with Image.open(made) as drawn:
                    drawn.save(HERE / picture, optimize=True, pnginfo=said)


if __name__ == "__main__":
    main()
