"""The map from decoded text to source, against places that the writer of the source noted while writing.

`Source` writes a scalar piece by piece and keeps, for every character the scalar decodes to, where it put the
characters that stand for it. What a fold, an escape or a chomped line end decodes to is said here after the
YAML specification, and that the parser reads the same is part of each test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from each import each
from qbank.yamlio.document import Document
from qbank.yamlio.nodes import ScalarNode
from qbank.yamlio.positions import LineIndex
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.value_map import value_map

Read = Callable[[str | bytes], Document]
PATH = ("details", "list", 1, "text")
BEFORE = "id: x 😀\ndetails:\n  list:\n  - 'é'\n  - name: y\n    text: "
AFTER = "    last: z\n"
INDENT = 6

# Every character but these may stand in a text of any style as it is.
MARKS = "abcXYZ019éλ×語😀𝔸"


class Source:
    """A text under construction, with the place of every decoded character."""

    def __init__(self, line_end: str = "\n") -> None:
        self.line_end = line_end
        self.text = BEFORE.replace("\n", line_end)
        self.value = ""
        self.places: list[tuple[int, int]] = []

    def silent(self, source: str) -> None:
        """Characters that decode to nothing."""
        self.text += source.replace("\n", self.line_end)

    def plain(self, source: str) -> None:
        """Characters that stand for themselves."""
        for char in source:
            self.unit(char, char)

    def unit(self, char: str, source: str) -> None:
        """One decoded character and what stands for it."""
        start = len(self.text)
        self.silent(source)
        self.value += char
        self.places.append((start, len(self.text)))

    def check(self, read: Callable[[bytes], Document]) -> None:
        document = read(self.text.encode())
        assert document.data["details"]["list"][1]["text"] == self.value
        lines = LineIndex(self.text)
        for offset, (start, end) in enumerate(self.places):
            assert document.source_range(PATH, offset, offset + 1) == (start, end), offset
            assert document.text_span(PATH, offset, offset + 1) == lines.span(start, end)
        if self.places:
            whole = (self.places[0][0], self.places[-1][1])
            assert document.source_range(PATH, 0, len(self.value)) == whole
        assert document.source_range(PATH, 0, len(self.value) + 1) is None


# Plain and quoted scalars: pieces of a line, and what stands between the lines


ESCAPES = {
    "\\0": "\0",
    "\\a": "\a",
    "\\b": "\b",
    "\\t": "\t",
    "\\\t": "\t",
    "\\n": "\n",
    "\\v": "\v",
    "\\f": "\f",
    "\\r": "\r",
    "\\e": "\x1b",
    "\\ ": " ",
    '\\"': '"',
    "\\/": "/",
    "\\\\": "\\",
    "\\N": "\x85",
    "\\_": "\xa0",
    "\\L": "\u2028",
    "\\P": "\u2029",
    "\\x41": "A",
    "\\xff": "ÿ",
    "\\u00d7": "×",
    "\\uABcd": "\uabcd",
    "\\U0001F600": "😀",
    "\\U0010ffff": "\U0010ffff",
}

words = st.text(alphabet=MARKS, min_size=1, max_size=5)
blanks = st.text(alphabet=" \t", min_size=1, max_size=3)
more_blanks = st.text(alphabet=" \t", max_size=2)


@st.composite
def line_pieces(draw: st.DrawFn, special: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """A line as (decoded, source) pairs: words and special characters with blanks only between them."""
    pieces = []
    for number in range(draw(st.integers(1, 4))):
        if number and draw(st.booleans()):
            pieces += [(blank, blank) for blank in draw(blanks)]
        if special and draw(st.booleans()):
            pieces.append(draw(st.sampled_from(special)))
        else:
            pieces += [(char, char) for char in draw(words)]
    return pieces


@st.composite
def flow_scalars(draw: st.DrawFn, style: str, line_end: str) -> Source:
    """A plain, single- or double-quoted scalar over several lines."""
    special: list[tuple[str, str]] = [("a#", "a#"), ("b:x", "b:x"), ("c-", "c-"), ("d'", "d'")]
    if style == "'":
        special = [("'", "''"), ('"', '"'), ("\\", "\\"), ("#", "#"), (":", ":")]
    elif style == '"':
        special = [(char, escape) for escape, char in ESCAPES.items()] + [("'", "'"), ("#", "#")]
    source = Source(line_end)
    source.silent(style)
    if style:
        # Blanks behind the opening quote are part of the text.
        source.plain(draw(more_blanks).replace("\t", " "))
    else:
        source.plain("w")
    for number in range(draw(st.integers(1, 4))):
        if number:
            empty = draw(st.lists(more_blanks, max_size=2))
            indent = " " * draw(st.integers(INDENT, INDENT + 3)) + draw(st.sampled_from(["", "\t"]))
            if style == '"' and draw(st.booleans()):
                # An escaped line end takes none of the blanks before it, and is nothing itself.
                source.plain(draw(more_blanks))
                source.silent("\\\n")
            elif empty:
                source.silent(draw(more_blanks) + "\n")
            else:
                source.silent(draw(more_blanks))
                source.unit(" ", "\n")
            for line in empty:
                source.silent(" " * INDENT + line)
                source.unit("\n", "\n")
            source.silent(indent)
        for decoded, written in draw(line_pieces(special)):
            if decoded == written:
                source.plain(decoded)
            else:
                source.unit(decoded, written)
    if style:
        source.plain(draw(more_blanks).replace("\t", " "))
    source.silent(style + draw(st.sampled_from(["\n" + AFTER, "  # no text\n" + AFTER, ""])))
    return source


@given(st.data(), st.sampled_from(["", "'", '"']), st.sampled_from(["\n", "\r\n"]))
def test_every_character_of_a_flow_scalar(data: st.DataObject, style: str, line_end: str) -> None:
    data.draw(flow_scalars(style, line_end)).check(read_bytes)


@each("escape, char", ESCAPES.items())
def test_every_escape(read: Read, escape: str, char: str) -> None:
    source = Source()
    source.silent('"')
    source.plain("a")
    source.unit(char, escape)
    source.unit(char, escape)
    source.plain("b")
    source.silent('"\n')
    source.check(read)


# Block scalars


@st.composite
def block_scalars(draw: st.DrawFn, style: str, line_end: str) -> Source:
    """A literal or folded scalar with any header, blank lines and more-indented lines anywhere."""
    chomping = draw(st.sampled_from(["", "-", "+"]))
    contents = draw(
        st.lists(st.sampled_from(["text", "text", "indented", "tab", "empty", "blank"]), max_size=8)
    )
    contents.append(draw(st.sampled_from(["text", "indented"])))
    first = next(kind for kind in contents if kind != "empty")
    # Without an indicator the first line that holds something sets the indentation: it must be a text.
    digit = str(INDENT - 4) if first != "text" or draw(st.booleans()) else ""
    header = draw(st.permutations([digit, chomping]))
    source = Source(line_end)
    source.silent(style + "".join(header) + draw(st.sampled_from(["", " ", "\t", "  # comment"])) + "\n")
    # (source before the content, content) of every line; an empty line may be shorter than the indentation.
    lines = []
    for kind in contents:
        text = " ".join(draw(st.lists(words, min_size=1, max_size=3))) + draw(more_blanks)
        if kind == "text":
            lines.append((" " * INDENT, draw(st.sampled_from(["", "# ", "- ", "'"])) + text))
        elif kind == "indented":
            lines.append((" " * INDENT, draw(st.sampled_from([" ", "   "])) + text))
        elif kind == "tab":
            lines.append((" " * INDENT, "\t" + text))
        elif kind == "blank":
            lines.append((" " * INDENT, "  "))
        else:
            lines.append((" " * draw(st.integers(0, INDENT)), ""))
    behind = draw(st.lists(st.integers(0, INDENT), max_size=3))
    ending = draw(st.sampled_from(["\n", "\n", ""])) if not behind else "\n"
    write_block(source, style, chomping, lines, ending)
    for spaces in behind:
        source.silent(" " * spaces)
        if chomping == "+":
            source.unit("\n", "\n")
        else:
            source.silent("\n")
    if ending:
        source.silent(draw(st.sampled_from([AFTER, "", "# no text\n"])))
    return source


def write_block(
    source: Source, style: str, chomping: str, lines: Sequence[tuple[str, str]], ending: str
) -> None:
    """The lines of a block scalar; the last is a text, and `ending` is the line end behind it, if any.

    After section 8.1.3 of the specification, a line end is folded if neither its own line nor the next that
    holds something begins with a blank: alone it becomes a space, before empty lines it vanishes.
    """
    for number, (indent, content) in enumerate(lines):
        source.silent(indent)
        source.plain(content)
        if number == len(lines) - 1:
            break
        following = next(text for _, text in lines[number + 1 :] if text)
        folded = style == ">" and content and content[0] not in " \t" and following[0] not in " \t"
        if not folded:
            source.unit("\n", "\n")
        elif lines[number + 1][1]:
            source.unit(" ", "\n")
        else:
            source.silent("\n")
    if ending and chomping != "-":
        source.unit("\n", ending)
    else:
        source.silent(ending)


@given(st.data(), st.sampled_from("|>"), st.sampled_from(["\n", "\r\n"]))
def test_every_character_of_a_block_scalar(data: st.DataObject, style: str, line_end: str) -> None:
    data.draw(block_scalars(style, line_end)).check(read_bytes)


# Cases by hand: every character below occurs once, so that its place can be searched for


@each(
    "written, value",
    [
        ("|\n      αβ\n      γδ\n", "αβ\nγδ\n"),
        ("|-\n      αβ\n\n      γδ\n\n", "αβ\n\nγδ"),
        ("|+\n      αβ\n\n\n", "αβ\n\n\n"),
        ("|2-\n        αβ\n       γ\n", "  αβ\n γ"),
        ("|\n\n\n      αβ\n", "\n\nαβ\n"),
        ("|\n      αβ\n  \n       \n      γ\n", "αβ\n\n \nγ\n"),
        (">\n      αβ\n      γδ\n\n      εζ\n", "αβ γδ\nεζ\n"),
        (">+\n      αβ\n\n\n      γδ\n\n", "αβ\n\nγδ\n\n"),
        (">2-\n        αβ\n      γδ\n", "  αβ\nγδ"),
        (">\n      αβ\n        γδ\n      εζ\n      ηθ\n", "αβ\n  γδ\nεζ ηθ\n"),
        (">\n      αβ\n\n        γδ\n\n      εζ\n", "αβ\n\n  γδ\n\nεζ\n"),
        (">\n      αβ\n      \tγδ\n      εζ\n", "αβ\n\tγδ\nεζ\n"),
        (">-\n      😀β\n      γé\n", "😀β γé"),
        ("αβ\n      γδ\n\n      εζ\n", "αβ γδ\nεζ"),
        ("αβ   γδ \t\n      \t εζ\n", "αβ   γδ εζ"),
        ("'αβ\n      γδ ''ε\n\n\n      ζ'\n", "αβ γδ 'ε\n\nζ"),
        ("' αβ \n\n γδ '\n", " αβ\nγδ "),
        ('"αβ\\\n      γδ \\\n      \\  εζ"\n', "αβγδ   εζ"),
        ('"αβ\n\n      γδ\\n\\u00d7\\x41\\"\\U0001F600ε"\n', 'αβ\nγδ\n×A"😀ε'),
        ('"αβ \\\n\n\n      γδ"\n', "αβ \n\nγδ"),
        ('"\\tαβ\\t\n      γδ"\n', "\tαβ\t γδ"),
    ],
)
@each("line_end", ["\n", "\r\n"])
def test_marked_characters_are_found_where_they_stand(
    read: Read, written: str, value: str, line_end: str
) -> None:
    before = BEFORE.replace("\n", line_end)
    text = before + written.replace("\n", line_end)
    document = read(text)
    assert document.data["details"]["list"][1]["text"] == value
    seen = 0
    for offset, char in enumerate(value):
        found = document.source_range(PATH, offset, offset + 1)
        assert found is not None
        source = text[slice(*found)]
        if char in "αβγδεζηθ":
            place = text.index(char, len(before))
            assert found == (place, place + 1)
        elif char == "\n":
            assert source in (line_end, "\\n")
        elif char == " ":
            assert source in (" ", "\\ ", line_end)
        assert found[0] >= seen
        seen = found[1]


def test_no_map_where_the_source_does_not_say_what_the_value_says() -> None:
    text = "a: 'one ''two'\n"
    assert value_map(text, ScalarNode(3, 14, 14, "'", "one 'two")) is not None
    assert value_map(text, ScalarNode(3, 14, 14, "'", "one two")) is None
    assert value_map(text, ScalarNode(3, 14, 14, "|", "one 'two")) is None
    assert value_map('"\\q"', ScalarNode(0, 4, 4, '"', "q")) is None
    assert value_map('"\\xzz"', ScalarNode(0, 6, 6, '"', "z")) is None
    assert value_map("|\n  a\n b\n", ScalarNode(0, 9, 9, "|", "a\nb\n")) is None


@given(st.text(alphabet="ab \n\t\\\"'|>-+2:#é😀", max_size=30))
@example("k: |2\n")
def test_any_text_that_reads_has_all_its_places(text: str) -> None:
    try:
        document = read_bytes(f"k: {text}".encode())
    except ReadError:
        return
    value = document.data.get("k")
    if isinstance(value, str):
        end = 0
        for offset in range(len(value)):
            place = document.source_range(("k",), offset, offset + 1)
            assert place is not None
            assert end <= place[0] < place[1]
            end = place[1]
