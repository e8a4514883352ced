r"""Texts with `{name}`: putting values in their places, and knowing afterwards what came from where.

Only a question with parameters has such texts. In them `{name}` stands for a value, `{{` and `}}` for braces.
LaTeX keeps its own: in `\frac{a}{b}` nothing is a name, in `\frac{{batch}}{2}` what the inner braces hold
is; `2^{bits}` takes the value and keeps its braces in a formula, and outside of one where the value is more
than a number. Any other brace, as in `{1, 2}`, is itself. A text is never a template of a template engine.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from typing import Final

from msgspec import Struct

from qbank import lazy_re

_BRACE: Final = lazy_re.compile(r"\\(?:[A-Za-z]+\*?|.)|[{}]", re.DOTALL)
_NAME: Final = lazy_re.compile(r"\{([A-Za-z_][A-Za-z0-9_]{0,39})\}")
_MISSHAPEN: Final = lazy_re.compile(
    r"(?<![\\A-Za-z0-9^_}\]${])(?P<outer>\{)?\{[ \t]*(?P<name>[A-Za-z_][A-Za-z0-9_]{0,39})"
    r"(?(outer)[ \t]*\}\}|(?:[ \t]+\}|[ \t]*[:.!][A-Za-z0-9_.,+%<>=^-]{0,20}\}|[^{}\w\n][^{}\n]{0,200}$|$))",
    re.MULTILINE,
)
_PLAIN: Final = lazy_re.compile(r"[-−]?[0-9]+(?:\.[0-9]+)?")
_OPTIONAL: Final = lazy_re.compile(r"\[[^\[\]{}\n]{0,40}\]")


class Placeholder(Struct, frozen=True):
    """A `{name}` in a text, or with an empty name a doubled brace; offsets in the text."""

    name: str
    start: int
    end: int
    braced: bool = False


class Filled(Struct, frozen=True):
    """A text with values in the places of its names.

    Attributes:
        text: the result.
        cuts: places in the result from which on it is shifted, each with the place of the source that it
            comes from and whether a value stands there.
    """

    text: str
    cuts: tuple[tuple[int, int, bool], ...] = ()

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return which part of the source a part of the result comes from; a value comes from its name."""
        first, _ = self._place(start, up=False)
        last, _ = self._place(end, up=True)
        return first, max(first, last)

    def is_literal(self, start: int, end: int) -> bool:
        """Whether a part of the result holds nothing of a value, so that it can be edited in the source."""
        low, value = self._place(start, up=False)
        high, _ = self._place(end, up=True)
        return not value and high - low == end - start

    def _place(self, at: int, *, up: bool) -> tuple[int, bool]:
        """Return the place of the source for one of the result; within a value, one of its name's ends."""
        index = bisect_right(self.cuts, at - up, key=lambda cut: cut[0]) - 1
        if index < 0:
            return at, False
        begins, source, value = self.cuts[index]
        if not value:
            return source + at - begins, False
        return (self.cuts[index + 1][1] if up else source), True


def fill(text: str, values: Mapping[str, str]) -> Filled:
    """Put the values of names into a text; a name without a value stays as it is."""
    parts: list[str] = []
    cuts: list[tuple[int, int, bool]] = []
    at = length = 0
    for found in placeholders(text, values):
        if found.name and found.name not in values:
            continue
        parts.append(text[at : found.start])
        length += found.start - at
        value = values[found.name] if found.name else text[found.start]
        if found.braced and not (_PLAIN.fullmatch(value) and _is_outside_of_formulas(text, found)):
            value = f"{{{value}}}"
        parts.append(value)
        if value:
            cuts.append((length, found.start, True))
            length += len(value)
        cuts.append((length, found.end, False))
        at = found.end
    if not parts:
        return Filled(text)
    parts.append(text[at:])
    return Filled("".join(parts), tuple(cuts))


def placeholders(text: str, known: Container[str]) -> Iterator[Placeholder]:
    """Yield the names and doubled braces of a text in order, names that are not `known` among them."""
    if "{" not in text and "}" not in text:
        return
    latex = 0  # braces of LaTeX, or of anything else, that are open
    argument = -1  # where a brace would be the argument of a LaTeX command
    at = 0
    while match := _BRACE.search(text, at):
        start, at = match.span()
        mark = match[0]
        if mark[0] == "\\":
            argument = _behind_options(text, at) if len(mark) > 1 and mark[1].isalpha() else -1
            continue
        if mark == "}":
            if latex:
                latex -= 1
                argument = at
            elif text.startswith("}", at):
                at += 1
                yield Placeholder("", start, at)
            continue
        raised = start > 0 and text[start - 1] in "^_"
        name = _NAME.match(text, start)
        if start == argument or (raised and not (name and name[1] in known)):
            latex += 1
        elif name is not None:
            at = name.end()
            yield Placeholder(name[1], start, at, braced=raised)
        elif not latex and text.startswith("{", at):
            at += 1
            yield Placeholder("", start, at)
        else:
            latex += 1


def misshapen(text: str, known: Container[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what looks like a known name in braces and is none, with the name: readers see it as it stands.

    That are `{ name }`, `{{name}}`, `{name:.1f}`, `{name.real}`, and `{name` that nothing closes in its line.
    """
    if "{" not in text:
        return
    right = {found.start for found in placeholders(text, known) if found.name}
    for match in _MISSHAPEN.finditer(text):
        if match["name"] in known and match.start() not in right and match.start() + 1 not in right:
            yield *match.span(), match["name"]


def _is_outside_of_formulas(text: str, found: Placeholder) -> bool:
    """Whether a name is surely in no formula: its paragraph has no mark before it that could begin one."""
    paragraph = text[: found.start].rpartition("\n\n")[2]
    return not any(mark in paragraph for mark in ("$", "\\(", "\\["))


def _behind_options(text: str, at: int) -> int:
    """Return where the argument of a command begins: behind the `[3]` of `\\sqrt[3]{x}`."""
    options = _OPTIONAL.match(text, at)
    return options.end() if options else at
