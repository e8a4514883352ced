"""Colouring code on pages: keywords, strings, comments, numbers, names that are made or built in."""

from __future__ import annotations

from html import escape
from typing import Final

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType

MOST_CHARACTERS: Final = 8_000
"""The longest code that is coloured; what is longer is shown as it is."""

LANGUAGES: Final = frozenset((
    "bash", "c", "cpp", "cuda", "go", "ini", "java", "javascript", "json", "julia", "kotlin", "make",
    "python", "r", "rust", "sql", "swift", "toml", "yaml",
))  # fmt: skip
"""Languages that are coloured: a few that courses use, out of hundreds whose patterns nobody has bounded."""

_SAME: Final = {
    "c++": "cpp", "cu": "cuda", "js": "javascript", "jl": "julia", "py": "python", "python3": "python",
    "rs": "rust", "sh": "bash", "shell": "bash", "yml": "yaml",
}  # fmt: skip

_CLASSES: Final[tuple[tuple[_TokenType, str], ...]] = (
    (Comment, "c"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (String, "s"),
    (Number, "n"),
    (Name.Tag, "k"),
    (Name.Builtin, "f"),
    (Name.Class, "f"),
    (Name.Decorator, "f"),
    (Name.Function, "f"),
)


def highlighted(code: str, language: str) -> str:
    """Return code as HTML, escaped, in which `<span class="hl-k">` and the like say what a piece is.

    `language` is as an author names it; where it is none of `LANGUAGES` nothing is coloured.
    """
    name = _SAME.get(language, language)
    if name not in LANGUAGES or len(code) > MOST_CHARACTERS:
        return escape(code)
    lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    pieces: list[list[str]] = []
    for token, text in lex(code, lexer):
        kind = next((letter for known, letter in _CLASSES if token[: len(known)] == known), "")
        if pieces and pieces[-1][0] == kind:
            pieces[-1][1] += text
        else:
            pieces.append([kind, text])
    if "".join(text for _, text in pieces) != code:
        return escape(code)  # a lexer may take liberties with ends of lines
    return "".join(
        f'<span class="hl-{kind}">{escape(text)}</span>' if kind else escape(text) for kind, text in pieces
    )
