"""Reading the text of a field: the small Markdown that authors write, and nothing more."""

from __future__ import annotations

from qbank.render.document import Blocks, Inlines, Paragraph, Text


def read(text: str) -> Blocks:
    """Read text into blocks. Never fails, and takes time in proportion to the length."""
    return (Paragraph(read_line(text)),) if text.strip() else ()


def read_line(text: str) -> Inlines:
    """Read text that stands on one line, such as a cell of a table."""
    return (Text(" ".join(text.split())),)
