"""Text of Moodle, whose format stands beside it: HTML, Markdown, plain, or a mixture of lines and HTML."""

from __future__ import annotations

from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.markdown import read_pandoc
from qbank.importing.place import Place
from qbank.render.text.blocks import clean
from qbank.render.text.document import Blocks


def category_path(name: str) -> tuple[str, ...]:
    """Return a category of Moodle, from the widest to the narrowest; `//` is a slash of a name."""
    parts = (part.replace("\0", "/").strip() for part in name.replace("//", "\0").split("/"))
    return tuple(part for part in parts if part and part != "top" and not part.startswith("$"))


def read_marked(text: str, text_format: str, place: Place, within: str = "") -> Blocks:
    """Read a text in a format by Moodle's name for it; `within` names what holds it, as in `<name>`."""
    match text_format:
        case "markdown":
            return read_pandoc(text, place)
        case "plain" | "plain_text":
            lines = filter(None, map(str.strip, clean(text).split("\n")))
            return tuple(block for line in lines for block in paragraph(line))
        case "moodle" | "moodle_auto_format" if "<" not in text:
            text = "<br/>".join(text.strip().split("\n"))
    return read_html(text, place, within)
