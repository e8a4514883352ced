"""Word: numbered questions with lettered options, whose right one is marked or named.

Numbers and letters that Word counts by itself are put before the text that they count; what stands then is
read as a quiz in Markdown. Formulas become LaTeX, tables and pictures stay.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Final

from qbank.importing.archive import Archive
from qbank.importing.draft import Draft
from qbank.importing.exercise.labels import ROMAN
from qbank.importing.exercise.quiz_blocks import latin_labels
from qbank.importing.formats.aiken import is_aiken
from qbank.importing.formats.aiken import read as read_aiken
from qbank.importing.formats.chapter import read_chapter
from qbank.importing.formats.text2qti import is_text2qti
from qbank.importing.formats.text2qti import read as read_text2qti
from qbank.importing.markup.element import Element
from qbank.importing.markup.lines import read_lines
from qbank.importing.markup.office_math import latex_of_office
from qbank.importing.markup.xml_tree import read_xml
from qbank.importing.pictures import Load
from qbank.importing.place import Place
from qbank.render.text.markdown_syntax import pipe_table
from qbank.render.text.wording import TRACKS

_RELATIONS: Final = "word/_rels/document.xml.rels"
_DOCUMENT: Final = "word/document.xml"
_SIGNS_OF_RUNS: Final = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_MARKS: Final = ("highlight", "color", "shd")
_LABEL: Final = re.compile(r"\s*(\*?)\s*\(?([A-Za-z])[.)]\s+")
_NUMBER: Final = re.compile(r"\s*(?:\d{1,3}[.)]|(?:Question|Q)\s*\d)", re.I)
_TRUE_OR_FALSE: Final = re.compile(r"\(\s*true\s*/\s*false\s*\)", re.I)
_PLAIN_COLORS: Final = frozenset(
    {"auto", "none", "white", "FFFFFF", "000000", "333333", "444444", "212121", "222222", "1F1F1F", "1F2328"}
)
_CLEAR_MARKS: Final = frozenset({"b", "u"})
_MARKED: Final = {
    "highlight": "highlighted", "shd": "shaded", "color": "coloured", "b": "bold", "u": "underlined",
}  # fmt: skip
_MOST_OPTIONS: Final = 11
_LONGEST_OPTION: Final = 120
_OUR_PAPER: Final = re.compile(
    rf"Question: [a-z]+-[0-9]{{4,}}(?:@\w+)?|(?:{'|'.join(map(re.escape, TRACKS.values()))}) · .+"
)
"""The line that an answer of ours ends with, or the one below the title of a question."""

_MOST_PARAGRAPHS: Final = 50_000


@dataclass(slots=True)
class _Paragraph:
    """One paragraph: its text, what counts it, and how much of it is marked.

    `truth` is the marked word of `(True / False)`.
    """

    text: str
    label: str = ""
    is_heading: bool = False
    kinds: set[str] = field(default_factory=set)
    truth: str = ""

    @property
    def labelled(self) -> str:
        """Its text as it is printed, behind what counts it."""
        return self.label + self.text


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a document.

    Raises:
        SourceError: it is no document, or no exercise is found in it.
    """
    archive = Archive(data, place)
    root = read_xml(archive.read(_DOCUMENT), archive.place(_DOCUMENT))
    counts = _Counts(archive)
    body = root.first("body") or root
    paragraphs = list(_paragraphs(body, counts))
    if any(_OUR_PAPER.fullmatch(paragraph.text) for paragraph in paragraphs):
        raise place.error(
            "is a paper that was rendered to be printed; import the same set from its JSON or Markdown"
        )
    if len(paragraphs) > _MOST_PARAGRAPHS:
        raise place.error(f"has more than {_MOST_PARAGRAPHS:,} paragraphs; import it in parts")
    for paragraph, text in zip(paragraphs, latin_labels([one.text for one in paragraphs]), strict=True):
        paragraph.text = text
    _letter_options(paragraphs)
    _mark_right(paragraphs, place)
    text = "\n".join(_line(paragraph) for paragraph in paragraphs)
    if is_aiken(text):
        yield from read_aiken(text.encode(), place)
    elif is_text2qti(text) and re.search(r"^(?:=|\[|\*[ \t]|_{3})", text, re.M):
        yield from read_text2qti(text.encode(), place)
    else:
        yield from read_chapter(read_lines(text.encode(), place), place, _pictures(archive))


def _line(paragraph: _Paragraph) -> str:
    text = paragraph.labelled
    if paragraph.is_heading and text:
        return f"\n## {text}\n"
    if paragraph.truth:
        stem = " ".join(_TRUE_OR_FALSE.sub(" ", text).split())
        right, wrong = ("*", "") if paragraph.truth == "true" else ("", "*")
        return f"\n{stem}\n{right}A) True\n{wrong}B) False"
    return text if _LABEL.match(text) else f"\n{text}"


class _Counts:
    """What numbers Word would print before the paragraphs of its lists."""

    def __init__(self, archive: Archive) -> None:
        self._formats: dict[tuple[str, int], tuple[str, int]] = {}
        self._last: dict[tuple[str, int], int] = {}
        self._styles: dict[str, tuple[str, int]] = {}
        self.headings: set[str] = set()
        self._read_numbering(archive.part("word/numbering.xml"))
        self._read_styles(archive.part("word/styles.xml"))

    def _read_numbering(self, root: Element) -> None:
        levels = {one.get("abstractNumId"): one.all("lvl") for one in root.all("abstractNum")}
        for number in root.all("num"):
            for level in levels.get(number.value("abstractNumId"), ()):
                described = level.value("numFmt", "decimal"), _integer(level.value("start", "1"))
                self._formats[(number.get("numId"), _integer(level.get("ilvl")))] = described

    def _read_styles(self, root: Element) -> None:
        for style in root.all("style"):
            if style.value("name").lower().startswith(("heading", "title")):
                self.headings.add(style.get("styleId"))
            for counted in style.within("numPr"):
                self._styles[style.get("styleId")] = _list_of(counted)

    def label(self, properties: Element) -> str:
        """Return the number or the letter of the next paragraph, as it stands before it; nothing for none."""
        counted = properties.first("numPr")
        found = _list_of(counted) if counted else self._styles.get(properties.value("pStyle"))
        if found is None or found[0] in {"", "0"}:
            return ""
        identifier, level = found
        form, start = self._formats.get(found, ("decimal", 1))
        if form in {"bullet", "none"}:
            return "- " if form == "bullet" else ""
        number = self._last.get(found, start - 1) + 1
        self._last[found] = number
        for deeper in range(level + 1, 9):
            self._last.pop((identifier, deeper), None)
        letter = chr(ord("a") + (number - 1) % 26)
        if form == "upperLetter":
            return f"{letter.upper()}) "
        if form.endswith("Roman") and number <= len(ROMAN):
            return f"{ROMAN[number - 1]}) "
        return f"{number}. " if level == 0 and form != "lowerLetter" else f"{letter}) "


def _integer(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 8 else 0


def _list_of(counted: Element) -> tuple[str, int]:
    return counted.value("numId"), _integer(counted.value("ilvl"))


def _paragraphs(body: Element, counts: _Counts) -> Iterator[_Paragraph]:
    for child in body.children:
        match child.name:
            case "p":
                yield from _paragraph(child, counts)
            case "tbl":
                yield from _table(child, counts)
            case "sdt" | "sdtContent" | "customXml" | "ins" | "smartTag":
                yield from _paragraphs(child, counts)


def _paragraph(node: Element, counts: _Counts) -> Iterator[_Paragraph]:
    properties = node.part("pPr")
    pieces: list[tuple[str, frozenset[str]]] = []
    _runs(node, pieces)
    # A break within a paragraph parts lines that people typed below each other.
    line: list[tuple[str, frozenset[str]]] = []
    label = counts.label(properties) if any(text.strip() for text, _ in pieces) else ""
    is_heading = properties.value("pStyle") in counts.headings
    for text, marks in [*pieces, ("\n", frozenset())]:
        first, *others = text.split("\n")
        line.append((first, marks))
        for other in others:
            made = _made(line)
            if made.text:
                yield replace(made, label=label, is_heading=is_heading)
                label = ""
            line = [(other, marks)]


def _made(pieces: list[tuple[str, frozenset[str]]]) -> _Paragraph:
    text = "".join(piece for piece, _ in pieces)
    label = _LABEL.match(text)
    start = label.end() if label else 0
    marked = []
    at = 0
    for piece, marks in pieces:
        at += len(piece)
        if at > start and piece[-(at - start) :].strip():
            marked.append(marks)
    kinds = set(frozenset.intersection(*marked)) if marked else set()
    return _Paragraph(text.strip(), kinds=kinds, truth=_truth(text, pieces))


def _truth(text: str, pieces: list[tuple[str, frozenset[str]]]) -> str:
    """Return which word of `(True / False)` is the only one that is marked; nothing without one."""
    marked = " ".join(piece.lower() for piece, marks in pieces if marks)
    found = set(re.findall("[a-z]+", marked)) & {"true", "false"}
    return found.pop() if len(found) == 1 and _TRUE_OR_FALSE.search(text) else ""


def _runs(node: Element, pieces: list[tuple[str, frozenset[str]]]) -> None:
    for child in node.children:
        match child.name:
            case "r":
                pieces.append((_text(child), _marks(child.part("rPr"))))
            case "oMath" | "oMathPara":
                latex = latex_of_office(child)
                pieces.append((f"${latex}$" if latex else "", frozenset()))
            case "hyperlink" | "ins" | "smartTag" | "sdt" | "sdtContent" | "fldSimple" | "customXml":
                _runs(child, pieces)


def _marks(properties: Element) -> frozenset[str]:
    """Return how a run is marked: bold, underlined, in a colour, or highlighted."""
    marks = set()
    for mark in properties.children:
        value = mark.get("fill" if mark.name == "shd" else "val")
        if mark.name in {"b", "u", "strike"} and value not in {"0", "false", "none"}:
            marks.add(mark.name)
        elif mark.name in _MARKS and value and value not in _PLAIN_COLORS:
            marks.add(f"{mark.name} {value}")
    return frozenset(marks)


def _text(run: Element) -> str:
    pieces = []
    for child in run.children:
        match child.name:
            case "t":
                pieces.append(child.text)
            case "sym":
                pieces.append("✓" if child.get("char").upper() in {"F0FC", "F0FE", "F052"} else "")
            case "drawing" | "pict" | "object":
                names = (one.get("descr") or one.get("name") for one in child.within("docPr"))
                words = " ".join(re.sub(r"[\[\]]", "", next(names, "")).split())
                pieces.append(f"![{words}]({_embedded(child)})")
                pieces += [_text(inner) for box in child.within("txbxContent") for inner in box.within("r")]
            case name:
                pieces.append(_SIGNS_OF_RUNS.get(name, ""))
    sign = {"superscript": "^", "subscript": "_"}.get(run.part("rPr").value("vertAlign"), "")
    text = "".join(pieces)
    if sign and text.strip():
        return f"{sign}{text}" if len(text) == 1 or text.isalnum() else f"{sign}({text})"
    return text


def _embedded(drawing: Element) -> str:
    """Return what the document calls the file of a picture."""
    pictures = drawing.within("blip", "imagedata")
    names = (one.get("embed") or one.get("id") or one.get("link") for one in pictures)
    return next(filter(None, names), "drawing")


def _pictures(archive: Archive) -> Load:
    """Return what finds the files of pictures by what the document calls them."""
    files = {
        one.get("Id"): posixpath.join("/word", one.get("Target")).lstrip("/")
        for one in archive.part(_RELATIONS).children
    }
    return archive.pictures(lambda name: (files.get(name, "word/"),))


def _table(node: Element, counts: _Counts) -> Iterator[_Paragraph]:
    """Yield a table as one of Markdown; one of a single column, or that holds questions, as paragraphs."""
    rows = [[list(_paragraphs(cell, counts)) for cell in row.all("tc")] for row in node.all("tr")]
    width = max(map(len, rows), default=0)
    cells = [cell for row in rows for cell in row]
    if width < 2 or any(_NUMBER.match(one.labelled) for cell in cells for one in cell[:1]):
        yield from chain.from_iterable(cells)
        return
    texts = [[" ".join(one.text for one in cell).replace("|", "\\|") for cell in row] for row in rows]
    yield _Paragraph(pipe_table([row + [""] * (width - len(row)) for row in texts]))


def _parted(
    paragraphs: Sequence[_Paragraph], begins: Callable[[_Paragraph], bool]
) -> Iterator[list[_Paragraph]]:
    """Part paragraphs before each with which something begins."""
    starts = [place for place, one in enumerate(paragraphs) if place == 0 or begins(one)]
    for start, end in pairwise([*starts, len(paragraphs)]):
        yield list(paragraphs[start:end])


def _letter_options(paragraphs: list[_Paragraph]) -> None:
    """Give letters to the lines below a numbered question of which one alone is marked."""

    def begins(paragraph: _Paragraph) -> bool:
        return bool(_NUMBER.match(paragraph.labelled) or paragraph.is_heading or paragraph.label)

    for group in _parted(paragraphs, begins):
        marked = [one for one in group[1:] if one.kinds & _CLEAR_MARKS or any(" " in k for k in one.kinds)]
        lettered = any(_LABEL.match(one.text) for one in group[1:])
        starts = not group[0].is_heading and _NUMBER.match(group[0].labelled)
        is_question = bool(starts) and all(len(one.text) <= _LONGEST_OPTION for one in group[1:])
        if is_question and 3 <= len(group) <= _MOST_OPTIONS and len(marked) == 1 and not lettered:
            for letter, one in zip("ABCDEFGHIJ", group[1:], strict=False):
                one.label = f"{letter}) "


def _mark_right(paragraphs: list[_Paragraph], place: Place) -> None:
    """Put a star before the options that alone among theirs are bold, coloured, highlighted or underlined."""

    def begins(paragraph: _Paragraph) -> bool:
        label = _LABEL.match(paragraph.labelled)
        return label is None or label[2].upper() == "A"

    groups = _parted(paragraphs, begins)
    decided = {_decide([one for one in group if _LABEL.match(one.labelled)]) for group in groups}
    for kind in sorted(decided - {""}):
        place.note(f"right options are told by what is {kind}")


def _decide(group: list[_Paragraph]) -> str:
    """Mark the options of a question that are right; returns what they are, nothing where none is told."""
    if len(group) < 2 or any(one.labelled.lstrip().startswith("*") for one in group):
        return ""
    kinds = [kind for one in group for kind in one.kinds]
    for mark, words in _MARKED.items():
        named = {kind for kind in kinds if kind.split(" ")[0] == mark}
        marked = [one for one in group if one.kinds & named]
        if marked and len(marked) < len(group) and (len(marked) == 1 or mark in {"highlight", "shd", "b"}):
            for one in marked:
                one.label = f"*{one.label}"
            return words
    return ""
