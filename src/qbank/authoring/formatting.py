"""The canonical form of a file: one order of fields, one indentation, long texts as blocks.

Nothing that a file says changes: its data is the same, and every comment stays with the field or the item it
stood at. The result is read again before it is handed out, and where it would not say the same there is none.

- Fields stand in the order of `layout`, unknown ones last.
- Mappings are indented by two columns; the items of a list stand in the column of their field.
- A text of several lines is a literal block (`|`). A text of one line that does not fit beside its field is a
  folded block (`>-`), in which each marker of a section begins a line. Blocks of one paragraph that fit keep
  their lines.
- Lists and mappings in brackets or braces stay if they fit on one line, lists of numbers on several as well.
- There are no blank lines between fields.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from yaml.events import CollectionStartEvent, DocumentStartEvent, ScalarEvent

from qbank.authoring.blocks import folded_lines, inline, literal_lines
from qbank.authoring.layout import Layout, layout_of
from qbank.bank.discovery import FileKind
from qbank.bank.editing.data_equality import same
from qbank.rules.core.directives import DirectiveKind, parse
from qbank.yamlio.document import Comment, Document, FieldPath
from qbank.yamlio.nodes import MappingNode, Part, SequenceNode, extent, is_flow, start_index
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes, read_file
from qbank.yamlio.scalars import resolve

WIDTH = 120
"""The longest line that a text may make when it stands beside its field."""

_UNBROKEN = frozenset({"title"})
_STEP = 2

_Entry = tuple[int, FieldPath]


class FormatError(Exception):
    """A document that cannot be formatted; the message says why and what to do, `line` and `column` where."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def formatted(document: Document, layout: Layout) -> str:
    """Return the text of a document in its canonical form.

    Raises:
        FormatError: it has faults or anchors, or comments in places where they cannot be kept.
    """
    _refuse(document)
    text = _Writer(document).written(layout)
    if document.text.partition("\n")[0].endswith("\r"):
        text = text.replace("\n", "\r\n")
    if text != document.text and not _says_the_same(document, text):
        raise FormatError(
            "cannot be written in canonical form with every comment in its place; left as it is"
        )
    return text


def format_file(path: Path, *, kind: FileKind = FileKind.QUESTION) -> tuple[str, str]:
    """Return the text of a file as it is and in its canonical form, and write nothing.

    Raises:
        FormatError: it cannot be read or formatted.
    """
    try:
        document = read_file(path)
    except ReadError as error:
        span = error.problem.span
        raise FormatError(error.problem.message, span.line, span.column) from None
    return document.text, formatted(document, layout_of(kind))


def _refuse(document: Document) -> None:
    if document.problems:
        problem = document.problems[0]
        raise FormatError(f"{problem.message} (and then format it)", problem.span.line, problem.span.column)
    for event in document.events:
        if isinstance(event, ScalarEvent | CollectionStartEvent) and event.anchor is not None:
            place = document.lines.position(start_index(event))
            raise FormatError("an anchor: write the values out, and then format it", place.line, place.column)


def _says_the_same(document: Document, text: str) -> bool:
    try:
        after = read_bytes(text.encode("utf-8"))
    except (ReadError, UnicodeEncodeError):
        return False
    if after.problems or not same(after.data, document.data, ordered=False):
        return False
    before, now = sorted(_Attached(document).places()), sorted(_Attached(after).places())
    # A comment above the first field of an item stands above the item when that is where it begins.
    return len(before) == len(now) and all(
        old[:2] == new[:2] and old[2][: len(new[2])] == new[2] for old, new in zip(before, now, strict=True)
    )


class _Attached:
    """The comments of a document by what they are about.

    One on a line of its own is about the next field or item, one behind something about what it is behind.
    Those at the top of the file, up to the first that asks for something about a field, are about the file.
    """

    def __init__(self, document: Document) -> None:
        self.top: list[str] = []
        self.above: dict[FieldPath, list[str]] = defaultdict(list)
        self.behind: dict[FieldPath, list[str]] = defaultdict(list)
        self.bottom: list[str] = []
        self.inside: set[FieldPath] = set()
        # Whether a blank line sets the comments at the top off.
        self.set_off = False
        comments = document.comments()
        if comments:
            self._attach(document, comments)

    def places(self) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
        """Yield every comment with whether it stands above something, and the path of that."""
        for text in self.top:
            yield text, True, ("", "top")
        for text in self.bottom:
            yield text, True, ("", "bottom")
        for own_line, found in ((True, self.above), (False, self.behind)):
            for path, texts in found.items():
                for text in texts:
                    yield text, own_line, tuple(map(str, path))

    def _attach(self, document: Document, comments: list[Comment]) -> None:
        root = document.part(())
        entries = sorted(_entries(document.text, root, ())) if root is not None else []
        starts = [start for start, _ in entries]
        flows = sorted(_flows(document.text, root, ())) if root is not None else []
        leading = True
        at = behind = 0
        for comment in comments:
            index = document.lines.index(comment.line, comment.column)
            while at < len(entries) and starts[at] < index:
                at += 1
            asked = parse(comment)
            leading = leading and at == 0 and (asked is None or asked.kind is not DirectiveKind.IGNORE)
            while behind < len(flows) and flows[behind][1] <= index:
                behind += 1
            inside = behind < len(flows) and flows[behind][0] < index
            holder = flows[behind][2] if inside else None
            if holder is not None:
                self.inside.add(holder)
                self.behind[holder].append(comment.text)
            elif leading:
                self.top.append(comment.text)
                self.set_off = not document.lines.line_text(comment.line + 1).strip()
            elif not comment.own_line and at:
                self.behind[entries[at - 1][1]].append(comment.text)
            elif at < len(entries):
                self.above[entries[at][1]].append(comment.text)
            else:
                self.bottom.append(comment.text)


def _entries(text: str, part: Part, path: FieldPath) -> Iterator[_Entry]:
    """Yield where every field and every item outside of brackets and braces begins."""
    if isinstance(part, MappingNode):
        for name, (key, value) in part.pairs.items():
            yield start_index(key), (*path, name)
            if not _is_flow(value):
                yield from _entries(text, value, (*path, name))
    elif isinstance(part, SequenceNode):
        for index, item in enumerate(part.items):
            start = extent(text, item)[0]
            yield (start if is_flow(part) else text.rfind("-", 0, start)), (*path, index)
            if not _is_flow(item):
                yield from _entries(text, item, (*path, index))


def _flows(text: str, part: Part, path: FieldPath) -> Iterator[tuple[int, int, FieldPath]]:
    """Yield the outermost collections in brackets or braces, where they begin and end."""
    if isinstance(part, ScalarEvent):
        return
    if is_flow(part) and path:
        yield (*extent(text, part), path)
        return
    inner = (
        ((name, value) for name, (_, value) in part.pairs.items())
        if isinstance(part, MappingNode)
        else enumerate(part.items)
    )
    for step, value in inner:
        yield from _flows(text, value, (*path, step))


def _is_flow(part: Part) -> bool:
    """Whether a part is a collection in brackets or braces."""
    return not isinstance(part, ScalarEvent) and is_flow(part)


class _Writer:
    """Writes a document anew, line by line, from its parts."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._text = document.text
        self._comments = _Attached(document)
        self._lines: list[str] = []

    def written(self, layout: Layout) -> str:
        self._lines += self._comments.top
        if self._comments.set_off:
            self._lines.append("")
        if any(isinstance(event, DocumentStartEvent) and event.explicit for event in self._document.events):
            self._lines.append("---")
        root = self._document.part(())
        assert isinstance(root, MappingNode)
        if root.pairs:
            self._mapping(root, layout, 0, ())
        else:
            self._lines.append("{}")
        self._lines += self._comments.bottom
        return "\n".join(self._lines) + "\n"

    def _mapping(
        self, part: MappingNode, layout: Layout, column: int, path: FieldPath, first: str = ""
    ) -> None:
        """Write the fields of a mapping; `first` stands in place of the margin of its first line."""
        for name in layout.ordered(part.pairs):
            key, value = part.pairs[name]
            there = (*path, name)
            margin = " " * column
            self._lines += [margin + comment for comment in self._comments.above[there]] if not first else []
            written = self._text[slice(*extent(self._text, key))]
            self._value(f"{first or margin}{written}:", value, layout.of(name), column, there)
            first = ""

    def _value(self, lead: str, part: Part, layout: Layout, column: int, path: FieldPath) -> None:
        """Write a value behind `lead`, its field or its dash, which stands at `column`."""
        behind = "".join(f"  {comment}" for comment in self._comments.behind[path])
        if isinstance(part, ScalarEvent):
            self._scalar(lead, part, column, path, behind)
        elif path in self._comments.inside:
            # Comments between brackets have no place of their own, so all stays as it is.
            self._lines.append(f"{lead} {self._text[slice(*extent(self._text, part))]}")
        elif (short := self._short(part, len(lead) + len(behind) + 1)) is not None:
            self._lines.append(f"{lead} {short}{behind}")
        elif (numbers := self._numbers(part, lead, column)) is not None:
            self._lines += numbers
            self._lines[-1] += behind
        elif isinstance(part, MappingNode):
            self._lines.append(f"{lead}{behind}")
            self._mapping(part, layout, column + _STEP, path)
        else:
            self._lines.append(f"{lead}{behind}")
            self._items(part, layout, column, path)

    def _items(self, part: SequenceNode, layout: Layout, column: int, path: FieldPath) -> None:
        margin = " " * column
        for index, item in enumerate(part.items):
            there = (*path, index)
            self._lines += [margin + comment for comment in self._comments.above[there]]
            if isinstance(item, MappingNode) and self._short(item, column + 2) is None:
                self._mapping_item(item, layout, column, there)
            elif (
                isinstance(item, SequenceNode)
                and self._short(item, column + 2) is None
                and self._numbers(item, f"{margin}-", column) is None
            ):
                self._lines.append(f"{margin}-")
                self._items(item, layout, column + _STEP, there)
            else:
                self._value(f"{margin}-", item, layout, column, there)

    def _mapping_item(self, item: MappingNode, layout: Layout, column: int, path: FieldPath) -> None:
        margin = " " * column
        first = layout.ordered(item.pairs)[0]
        self._lines += [margin + comment for comment in self._comments.above[(*path, first)]]
        self._mapping(item, layout, column + _STEP, path, first=f"{margin}- ")

    def _short(self, part: Part, before: int) -> str | None:
        """Return a collection in brackets or braces on one line, if it is such a one and may stay so."""
        if isinstance(part, ScalarEvent):
            return None
        start, end = extent(self._text, part)
        inner = (
            [value for _, value in part.pairs.values()] if isinstance(part, MappingNode) else list(part.items)
        )
        if not inner:
            return "{}" if isinstance(part, MappingNode) else "[]"
        if not is_flow(part):
            return None
        written = self._text[start:end]
        if "\n" in written and all(isinstance(value, ScalarEvent) for value in inner):
            written = self._joined(part)
        fits = before + len(written) <= WIDTH and "\n" not in written
        return written if fits and written[:1] in ("[", "{") else None

    def _numbers(self, part: Part, lead: str, column: int) -> list[str] | None:
        """Return a list of numbers in brackets over several lines, if it is such a one."""
        if not isinstance(part, SequenceNode) or not is_flow(part):
            return None
        if not all(isinstance(item, ScalarEvent) and _is_number(item) for item in part.items):
            return None
        line, lines = f"{lead} [", []
        for at, item in enumerate(part.items):
            written = self._text[slice(*extent(self._text, item))] + (
                "," if at < len(part.items) - 1 else "]"
            )
            if not at:
                line += written
            elif len(line) + 1 + len(written) <= WIDTH:
                line += f" {written}"
            else:
                lines.append(line)
                line = " " * (column + _STEP) + written
        return [*lines, line]

    def _joined(self, part: MappingNode | SequenceNode) -> str:
        """Write a collection in brackets or braces on one line; empty if a text in it takes several lines."""
        source = self._text
        if isinstance(part, MappingNode):
            pairs = [
                f"{source[slice(*extent(source, key))]}: {source[slice(*extent(source, value))]}".rstrip()
                for key, value in part.pairs.values()
            ]
            written = "{" + ", ".join(pairs) + "}"
        else:
            written = "[" + ", ".join(source[slice(*extent(source, item))] for item in part.items) + "]"
        return "" if "\n" in written else written

    def _scalar(self, lead: str, part: ScalarEvent, column: int, path: FieldPath, behind: str) -> None:
        source = self._text[slice(*extent(self._text, part))]
        if not part.style and not isinstance(resolve(part.value), str):
            # A number, a truth value or nothing stays as it is written.
            self._lines.append(f"{lead} {source}".rstrip() + behind)
            return
        margin = " " * (column + _STEP)
        one_line = "\n" not in source and part.style not in ("|", ">")
        beside = source if one_line else inline(part.value)
        block = _kept(part, source, margin)
        if block is None and "\n" in part.value:
            block = literal_lines(part.value, margin)
        elif (
            block is None and len(lead) + 1 + len(beside) + len(behind) > WIDTH and path[-1] not in _UNBROKEN
        ):
            block = folded_lines(part.value, margin)
        header, lines = block or (beside, [])
        self._lines += [f"{lead} {header}{behind}", *lines]


def _is_number(part: ScalarEvent) -> bool:
    value = None if part.style else resolve(part.value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _kept(part: ScalarEvent, source: str, margin: str) -> tuple[str, list[str]] | None:
    """Return the lines of a block of one paragraph as they are, at another margin, if they fit."""
    header, *lines = source.splitlines() or [""]
    header = header.partition("#")[0].rstrip()
    if header not in ("|", "|-", ">", ">-") or "\n" in part.value.rstrip("\n") or not lines:
        return None
    old = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    # A text of one paragraph that is literal has one line, and one that is folded no blank lines.
    fit = all(line.startswith(old) and len(line) - len(old) + len(margin) <= WIDTH for line in lines)
    return (header, [margin + line.removeprefix(old) for line in lines]) if fit else None
