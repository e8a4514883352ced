"""The writer of canonical YAML: one order of fields, one indentation, long texts as blocks.

- Fields stand in the order of a `Layout`, unknown ones last.
- Mappings are indented by two columns; the items of a list stand in the column of their field.
- A text of several lines is a literal block (`|`). A text of one line that does not fit beside its field is a
  folded block (`>-`), in which each marker of a section begins a line.
- Lists and mappings in brackets or braces fit on one line, but for lists of numbers.
- There are no blank lines between fields.

What a file says already is written as it is as far as that allows; a `Manner` tells how that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.yamlio.blocks import folded_lines, kept_lines, literal_lines
from qbank.yamlio.document import FieldPath
from qbank.yamlio.dump import dump_flow, dump_scalar
from qbank.yamlio.equality import same
from qbank.yamlio.reader import read_bytes

WIDTH: Final = 120
"""The longest line that a text may make when it stands beside its field."""

_UNBROKEN: Final = frozenset({"title"})
_STEP: Final = 2
_SHORT: Final = re.compile(r"[\w$€%] ?(?:[\w .,%+*/×^-]{0,60}[\w.%])?")


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of the fields of a mapping, or of each mapping in a list, and the layouts inside of them.

    `named` says that the names of the mapping are the author's own, as those of parameters, and that `fields`
    are those of each value.
    """

    fields: Mapping[str, Layout] = field(default_factory=dict)
    named: bool = False

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return names in their order; those that nothing knows come last, in the order they have."""
        names = list(names)
        if self.named:
            return names
        return [name for name in self.fields if name in names] + [
            name for name in names if name not in self.fields
        ]

    def of(self, name: str) -> Layout:
        """Return the layout of the value of a field."""
        if self.named:
            return Layout(self.fields)
        return self.fields.get(name, ANY)


ANY: Final = Layout()
"""A value that no model describes: everything stays in its order."""


class Manner:
    """How the parts of a file are written: by itself, those of a new file, as is most pleasant to read."""

    widest_flow = 110
    """The longest line that a list or mapping in brackets or braces may make."""

    def head(self) -> Sequence[str]:
        """Return the lines above the first field."""
        return ()

    def foot(self) -> Sequence[str]:
        """Return the lines below the last field."""
        return ()

    def above(self, path: FieldPath) -> Sequence[str]:
        """Return the comments above a field or an item."""
        del path
        return ()

    def behind(self, path: FieldPath) -> str:
        """Return the comments behind a value, with blanks before them."""
        del path
        return ""

    def name(self, path: FieldPath) -> str:
        """Return how the name of a field is written."""
        return dump_scalar(str(path[-1]))

    def style(self, path: FieldPath) -> str:
        """Return the style of a text: `|`, `>`, `'`, `"`, or empty for a plain one."""
        del path
        return ""

    def source(self, path: FieldPath, value: Any) -> str:
        """Return how a value is written; on one line if nothing is written yet, nothing for several lines."""
        del path
        if isinstance(value, str) and "\n" in value:
            return ""  # a block, as a rule: to put it into quotes takes long
        return dump_flow(value) if isinstance(value, list | dict) else dump_scalar(value)

    def is_flow(self, path: FieldPath, value: Any) -> bool:
        """Whether a list or mapping is written in brackets or braces."""
        if isinstance(value, dict) and path and isinstance(path[-1], int):
            return False
        inner = value.values() if isinstance(value, dict) else value
        return all(
            isinstance(item, int | float) or (isinstance(item, str) and _SHORT.fullmatch(item) is not None)
            for item in inner
        )

    def is_fixed(self, path: FieldPath) -> bool:
        """Whether a list or mapping has to stay as it is written, as one with comments inside of it."""
        del path
        return False


def canonical_text(data: Mapping[str, Any], layout: Layout) -> str:
    """Return the text of a new file that holds exactly these fields."""
    text = Writer(data, Manner()).text(layout)
    if not same(read_bytes(text.encode()).data, data, ordered=False):
        raise AssertionError("a file that was written says something else")
    return text


class Writer:
    """Writes data line by line, in the manner that it is written in already as far as the form allows."""

    def __init__(self, data: Mapping[str, Any], manner: Manner) -> None:
        self._data = data
        self._manner = manner
        self._lines: list[str] = []

    def text(self, layout: Layout) -> str:
        """Return the text of the file."""
        self._lines = list(self._manner.head())
        if self._data:
            self._mapping(self._data, layout, 0, ())
        else:
            self._lines.append("{}")
        self._lines += self._manner.foot()
        return "\n".join(self._lines) + "\n"

    def _mapping(
        self, data: Mapping[str, Any], layout: Layout, column: int, path: FieldPath, first: str = ""
    ) -> None:
        """Write the fields of a mapping; `first` stands in place of the margin of its first line."""
        margin = " " * column
        for name in layout.ordered(data):
            there = (*path, name)
            if not first:
                self._comments(there, margin)
            lead = f"{first or margin}{self._manner.name(there)}:"
            self._value(lead, data[name], layout.of(name), column, there)
            first = ""

    def _value(self, lead: str, value: Any, layout: Layout, column: int, path: FieldPath) -> None:
        """Write a value behind `lead`, its field or its dash, which stands at `column`."""
        behind = self._manner.behind(path)
        if not isinstance(value, list | dict):
            self._scalar(lead, value, column, path, behind)
        elif self._manner.is_fixed(path):
            self._lines.append(f"{lead} {self._manner.source(path, value)}")
        elif (short := self._short(value, len(lead) + len(behind) + 1, path)) is not None:
            self._lines.append(f"{lead} {short}{behind}")
        elif (numbers := self._numbers(value, lead, column, path)) is not None:
            self._lines += numbers
            self._lines[-1] += behind
        elif isinstance(value, dict):
            self._lines.append(f"{lead}{behind}")
            self._mapping(value, layout, column + _STEP, path)
        else:
            self._lines.append(f"{lead}{behind}")
            self._items(value, layout, column, path)

    def _items(self, items: Sequence[Any], layout: Layout, column: int, path: FieldPath) -> None:
        margin = " " * column
        for index, item in enumerate(items):
            there = (*path, index)
            self._comments(there, margin)
            is_block = isinstance(item, list | dict) and self._short(item, column + 2, there) is None
            if is_block and isinstance(item, dict):
                first = layout.ordered(item)[0]
                self._comments((*there, first), margin)
                self._mapping(item, layout, column + _STEP, there, first=f"{margin}- ")
            elif is_block and self._numbers(item, f"{margin}-", column, there) is None:
                self._lines.append(f"{margin}-")
                self._items(item, layout, column + _STEP, there)
            else:
                self._value(f"{margin}-", item, layout, column, there)

    def _comments(self, path: FieldPath, margin: str) -> None:
        self._lines += [margin + comment for comment in self._manner.above(path)]

    def _short(self, value: Any, before: int, path: FieldPath) -> str | None:
        """Return a collection in brackets or braces on one line, if it is such a one and may stay so."""
        if not value:
            return "{}" if isinstance(value, dict) else "[]"
        if not self._manner.is_flow(path, value):
            return None
        written = self._manner.source(path, value)
        inner = value.values() if isinstance(value, dict) else value
        if "\n" in written and not any(isinstance(item, list | dict) for item in inner):
            written = self._joined(value, path)
        fits = before + len(written) <= self._manner.widest_flow and "\n" not in written
        return written if fits and written[:1] in ("[", "{") else None

    def _joined(self, value: Any, path: FieldPath) -> str:
        """Write a collection in brackets or braces on one line; empty if a text in it takes several lines."""
        source = self._manner.source
        if isinstance(value, dict):
            pairs = [
                f"{self._manner.name((*path, name))}: {source((*path, name), item)}".rstrip()
                for name, item in value.items()
            ]
            written = "{" + ", ".join(pairs) + "}"
        else:
            written = "[" + ", ".join(source((*path, at), item) for at, item in enumerate(value)) + "]"
        return "" if "\n" in written else written

    def _numbers(self, value: Any, lead: str, column: int, path: FieldPath) -> list[str] | None:
        """Return a list of numbers in brackets over several lines, if it is such a one."""
        if not isinstance(value, list) or not self._manner.is_flow(path, value):
            return None
        if not all(isinstance(item, int | float) and not isinstance(item, bool) for item in value):
            return None
        line, lines = f"{lead} [", []
        for at, item in enumerate(value):
            written = self._manner.source((*path, at), item) + ("," if at < len(value) - 1 else "]")
            if not at:
                line += written
            elif len(line) + 1 + len(written) <= WIDTH:
                line += f" {written}"
            else:
                lines.append(line)
                line = " " * (column + _STEP) + written
        return [*lines, line]

    def _scalar(self, lead: str, value: Any, column: int, path: FieldPath, behind: str) -> None:
        source = self._manner.source(path, value)
        if not isinstance(value, str):
            # A number, a truth value or nothing stays as it is written.
            self._lines.append(f"{lead} {source}".rstrip() + behind)
            return
        margin = " " * (column + _STEP)
        one_line = "\n" not in source and self._manner.style(path) not in ("|", ">")
        beside = source if one_line else dump_scalar(value)
        block = kept_lines(value, source, margin, WIDTH)
        if block is None and "\n" in value:
            block = literal_lines(value, margin)
        elif (
            block is None and len(lead) + 1 + len(beside) + len(behind) > WIDTH and path[-1] not in _UNBROKEN
        ):
            block = folded_lines(value, margin)
        header, lines = block or (beside or dump_scalar(value), [])
        self._lines += [f"{lead} {header}{behind}", *lines]
