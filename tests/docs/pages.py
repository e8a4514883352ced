"""The pages of the documentation, and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.tutorials import is_followed

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen",
)  # fmt: skip
"""How pages say numbers."""
_FENCE = re.compile(
    r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<language>\w*)\n(?P<content>.*?)^```$", re.M | re.S
)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code, in a page that is named by its path."""

    page: str
    line: int
    language: str
    content: str
    file: str | None
    """The file that a reader writes it into, on a page that is followed."""
    followed: bool
    behind: str
    """The paragraph that follows on it."""

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


def name(page: Path) -> str:
    """Return the path of a page from the root of the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(*languages: str) -> Iterator[Block]:
    """Yield the blocks of all pages, in these languages or in any."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in _FENCE.finditer(text):
            if not languages or found["language"] in languages:
                yield Block(
                    name(page),
                    text.count("\n", 0, found.start("language")) + 1,
                    found["language"],
                    found["content"],
                    found["file"],
                    is_followed(text),
                    text[found.end() :].lstrip("\n").partition("\n\n")[0],
                )


def prose(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))
