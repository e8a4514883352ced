"""What terminals and logs get to see: harmless characters, colours where wanted, and how wide a text is."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TextIO

from msgspec import Struct

DEFAULT_WIDTH = 120
"""The width of what no terminal shows."""

_JOINERS = "\u200c\u200d"
"""Format characters that emoji and many scripts are written with; they move nothing and hide nothing."""
_WORD = re.compile(r"\s*\S+")
_NARROWEST_LINE: Final = 20
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "32",
    "bold": "1",
    "dim": "2",
    "frame": "34",
}


def one_line(text: str) -> str:
    """Show a text on one line, its blanks folded, and nothing of it controls a terminal."""
    return sanitize(" ".join(text.split()))


def sanitize(text: str) -> str:
    r"""Show what controls a terminal, or reorders or hides text, as `\x1b`, `\u202e` and so on.

    Everything else stays as it is. Line ends and tabs count as control characters: the result is one line.
    """
    if text.isprintable():
        return text
    return "".join(map(visible, text))


def visible(char: str) -> str:
    """Return a character, or the escape that stands for it if a terminal must not get it."""
    if char.isprintable() or char in _JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def cells(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - only needed for texts in other scripts

    return cell_len(text)


def pad(text: str, width: int) -> str:
    """Fill a text up with blanks to a width."""
    return text + " " * (width - cells(text))


def column_widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """Return how wide each column of a table is; rows may be of different lengths."""
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        widths[: len(row)] = map(max, widths, map(cells, row))
    return widths


def aligned(rows: Sequence[Sequence[str]], *, numbers: bool = False) -> list[str]:
    """Return the lines of a table, each column as wide as its widest cell.

    With `numbers`, all columns but the first are aligned to the right.
    """
    widths = column_widths(rows)
    fill = _pad_left if numbers else pad
    return ["  ".join([pad(row[0], widths[0]), *map(fill, row[1:], widths[1:])]).rstrip() for row in rows]


def _pad_left(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Cut a text at blanks into lines of a width, their margins included; a word that is wider stays whole.

    `first` is the margin of the first line, `rest` that of those below.
    """
    pieces = lines_of(text, width - cells(first), cells(rest) - cells(first))
    return [f"{rest if number else first}{text[start:end]}" for number, (start, end) in enumerate(pieces)]


def lines_of(text: str, width: int, indent: int = 0) -> list[tuple[int, int]]:
    """Cut a text between words into the places of lines of a width; those after the first are indented."""
    lines: list[tuple[int, int]] = []
    start = end = used = 0
    room = max(width, _NARROWEST_LINE)
    for word in _WORD.finditer(text):
        taken = cells(sanitize(word[0]))
        if end > start and used + taken > room:
            lines.append((start, end))
            start = word.end() - len(word[0].lstrip())
            used = taken - (start - word.start())
            room = max(width - indent, _NARROWEST_LINE)
        else:
            used += taken
        end = word.end()
    return [*lines, (start, end)]


class Style(Struct, frozen=True):
    """How reports are to look: with or without colours, in what width, with or without `…` and hyperlinks."""

    colour: bool = False
    width: int = DEFAULT_WIDTH
    unicode: bool = True
    links: bool = False

    @property
    def ellipsis(self) -> str:
        """The sign for text left out."""
        return "…" if self.unicode else "..."

    def paint(self, text: str, role: str) -> str:
        """Return a text in the colour of its role: error, warning, info, good, bold, dim or frame."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour and text else text

    def link(self, text: str, address: str | None) -> str:
        """Return a text that leads to an address, where the terminal can do that."""
        if not self.links or not address or not address.isascii() or not address.isprintable():
            return text
        return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\"

    def cut(self, text: str, width: int) -> str:
        """Shorten a text at its end to a width."""
        if cells(text) <= width:
            return text
        room = max(width - len(self.ellipsis), 0)
        kept = 0
        used = 0
        for char in text:
            used += cells(char)
            if used > room:
                break
            kept += 1
        return text[:kept].rstrip() + self.ellipsis


def style_for(stream: TextIO | None, environment: Mapping[str, str] | None = None) -> Style:
    """Choose a style for a stream; None is a file, which gets no colours.

    `NO_COLOR` wins over `FORCE_COLOR`, and both over what the terminal can do. `COLUMNS` sets the width.
    `FORCE_HYPERLINK` says whether to write hyperlinks; else they go to terminals that are known for them.
    """
    env = os.environ if environment is None else environment
    return Style(
        colour=_colour(stream, env),
        width=_width(stream, env),
        unicode=_unicode(stream),
        links=_links(stream, env),
    )


_LINKING: Final = ("WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WEZTERM_PANE", "DOMTERM")
_LINKING_PROGRAMS: Final = frozenset(("iTerm.app", "vscode", "WezTerm", "ghostty", "Hyper", "Tabby"))
_LINKING_TERMS: Final = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty")
_VTE: Final = 5000


def _links(stream: TextIO | None, env: Mapping[str, str]) -> bool:
    if stream is None:
        return False
    if (forced := env.get("FORCE_HYPERLINK")) is not None:
        return forced not in {"", "0"}
    if not is_terminal(stream) or env.get("TERM") == "dumb" or env.get("CI"):
        return False
    vte = env.get("VTE_VERSION", "")
    return (
        any(name in env for name in _LINKING)
        or env.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or env.get("TERM", "").startswith(_LINKING_TERMS)
        or (vte.isdecimal() and len(vte) <= 5 and int(vte) >= _VTE)
    )


def _colour(stream: TextIO | None, env: Mapping[str, str]) -> bool:
    if stream is None or env.get("NO_COLOR"):
        return False
    if env.get("FORCE_COLOR", "") not in {"", "0"}:
        return True
    return env.get("TERM") != "dumb" and is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether someone reads the stream in a terminal."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


_NARROWEST, _WIDEST = 40, 200


def _width(stream: TextIO | None, env: Mapping[str, str]) -> int:
    columns = env.get("COLUMNS", "")
    # A number of many digits is no width, and converting it would be work.
    if columns.isdecimal() and len(columns) <= 5 and int(columns) > 0:
        return max(int(columns), _NARROWEST)
    if stream is not None and is_terminal(stream):
        try:
            found = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            found = 0
        if found > 0:
            return min(max(found, _NARROWEST), _WIDEST)
    return DEFAULT_WIDTH


def _unicode(stream: TextIO | None) -> bool:
    encoding = "utf-8" if stream is None else getattr(stream, "encoding", None) or "ascii"
    try:
        "…×≈".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_workflow_log(environment: Mapping[str, str] | None = None) -> bool:
    """Whether a runner of GitHub reads what we write, and takes some of it for commands."""
    return (os.environ if environment is None else environment).get("GITHUB_ACTIONS") == "true"


def without_commands(chunks: Iterable[str], *, commands: bool = False) -> Iterator[str]:
    r"""Yield chunks of whole lines, without commands of workflows; with `commands`, `::` is meant.

    A runner takes `##[` for one anywhere in a line, and `::` at its beginning. Our lines begin with a path,
    so a path is all that could bring `::` there. Inside JSON `##[` becomes `##\u005b`, the same text.
    """
    for chunk in chunks:
        safe = chunk
        if "##[" in safe:
            safe = safe.replace("##[", "##\\u005b")
        if not commands and safe.lstrip().startswith("::"):
            safe = f"./{safe.lstrip()}"
        yield safe
