r"""The plain text that LaTeX and undecoded escapes stand for, every character with its place.

`\times` is ×, `\text{GB}` GB, `\SI{5}{\giga\byte}` 5 gigabyte, `12{,}288` 12,288; fractions and exponents
keep their braces. Whatever else LaTeX says is a blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import unescape
from unicodedata import numeric

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.lexing.lookalikes import UNREAD
from qbank.units import readings
from qbank.units.prefixes import BINARY_NAMES, LARGE_NAMES, SMALL_NAMES

_SIGNS = {
    name: sign
    for sign, names in {
        "×": "times", "·": "cdot", "∗": "ast", "÷": "div", "±": "pm", "…": "dots ldots cdots",
        "≈": "approx simeq", "∼": "sim", "≠": "ne neq", "<": "lt", "<<": "ll", ">": "gt", ">>": "gg",
        "≤": "le leq leqslant lesssim", "≥": "ge geq geqslant gtrsim",
        "→": "to rightarrow Rightarrow longrightarrow Longrightarrow implies mapsto",
        "⌊": "lfloor", "⌋": "rfloor", "⌈": "lceil", "⌉": "rceil", "√": "sqrt",
        " frac ": "frac dfrac tfrac cfrac",
        "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "Δ": "Delta", "ε": "epsilon", "η": "eta",
        "θ": "theta", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi",
        "Φ": "Phi", "Σ": "Sigma",
        **{f" {name}": name for name in ("log", "ln", "exp", "max", "min")},
        "": "left right big Big bigl bigr Bigl Bigr displaystyle",
        "/": "per",
    }.items()
    for name in names.split()
}  # fmt: skip
_PREFIXES = frozenset((*LARGE_NAMES, *SMALL_NAMES, *BINARY_NAMES))
_THIN_SPACE = "\u2009"
_SPACES = frozenset(("~", r"\,", r"\;", r"\:", "\\ "))
_MARKS = {"!": "", "\\": "\n", "*": "∗", **{mark: mark for mark in "$%{}_#&~<|+-"}}
_WRAPPERS = "text|mathrm|mathbf|textbf|mathit|mathsf|operatorname|boxed|textit|SI|qty|num|si|unit"
_WRAPPER = rf"\\(?:{_WRAPPERS})(?:\[[^][]*\])?[ ]*\{{"
_BEFORE_BRACE = {r"\SI": ("", " "), r"\qty": ("", " "), "frac": (" ", "/"), "_": ("_", "")}
"""What stands for an opening brace, by what is in front of it, and for the one behind its closing brace."""
FRACTIONS = {sign: Fraction(numeric(sign)).limit_denominator(8) for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
"""What a sign such as ½ says."""
_IN_DIGITS = {f"{part.numerator}{part.denominator}": sign for sign, part in FRACTIONS.items()}
_PIECE = lazy_re.compile(
    rf"""
    # a unit that is a fraction: 2\,\frac{{\text{{bytes}}}}{{\text{{param}}}}
    (?<=[0-9}}])(?:\\[,;:! ]|[~ ])*\\[dt]?frac\{{(?={_WRAPPER}[^{{}}]*\}}\}}\{{{_WRAPPER}[^{{}}]*\}}\}})
  | \\[dt]?frac[ ]?(?:{"|".join(_IN_DIGITS)})(?![0-9])
  | \\(?:begin|end)\{{[a-z]+\*?\}}
  | \\\\(?:\[[^][\n]*\])?[ \t]*\n?
  | {_WRAPPER}
    # a name, for letters alone: T_{{comm}}, log_{{2}}
  | _\{{(?=(?:{_WRAPPER})?[\w -]*\}})
  | \\mu[ \t]+(?=[A-Za-z\\])|\\[A-Za-z]+
  | \\.
  | \{{[,.]\}}(?=(?P<thousands>[0-9]{{3}}(?![0-9]))?)
    # what aligns, and a blank at which no line is broken
  | (?<!\w)&|&(?!\w)
  | (?<=[\w}}%])~(?=[A-Za-z\\])
  | [{{}}]
    """,
    re.X,
)
_LETTERS = lazy_re.compile(rf"(?:{_WRAPPER})?([A-Za-z]+)")
_UNIT_BEHIND = lazy_re.compile(r"\\(?!per)[a-z]")
RAISED_LETTERS = {"ⁿ": "n", "ᵏ": "k", "ᵐ": "m", "ᵗ": "t"}
"""Letters that are written as exponents: `(1 − p)ⁿ`."""
_MARKUP = lazy_re.compile(
    rf"&[A-Za-z]+;|</?(?:b|i|u|em|strong|code|sub|span)>|</?sup>|<br ?/?>|[{''.join(RAISED_LETTERS)}]"
    rf"|[{UNREAD}]+"
    r"|\b(?:cubic|square) (?:centi|kilo)?(?:met(?:er|re)s?|feet|foot)\b|\bto the power (?:of )?(?=[(0-9−-])"
)
"""Entities and tags of HTML, raised letters, and what cannot be seen: it says nothing, so it is left out.

And what words say of powers: `cubic metres`, `to the power 40`.
"""
_IN_WORDS = {"cubic": "³", "square": "²"}
_ESCAPE = lazy_re.compile(r"\\u(?!d[89a-f])([0-9a-f]{4})", re.I)
_DOLLAR = lazy_re.compile(r"(?<!\\)\$+")
_LATEX_SIGN = lazy_re.compile(r"\\[a-zA-Z]|[\^_\\]")
_BARE_EQUATION = lazy_re.compile(
    r"[-0-9.,+−*/×·÷()<>≤≥=≈%!\s]*[0-9)!][-+−*/×·÷<>≤≥=≈\s]+[0-9.,)]+|[A-Za-z]\w*[ ]?[<>≤≥=≈][^\n]+"
)
"""What stands between two dollar signs and is no money: numbers and signs, or a symbol and its value."""


class Placed(Struct):
    """A text, and where each of its characters begins and ends in the text as given."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def replaced(self, pattern: re.Pattern[str], stands_for: Callable[[re.Match[str]], str]) -> Placed:
        """Return the text with what a pattern finds replaced."""
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for match in pattern.finditer(self.text):
            first, after = match.span()
            piece = stands_for(match)
            pieces += (self.text[at:first], piece)
            starts += (*self.starts[at:first], *[self.starts[first]] * len(piece))
            ends += (*self.ends[at:first], *[self.ends[after - 1]] * len(piece))
            at = after
        text = "".join((*pieces, self.text[at:]))
        return Placed(text, [*starts, *self.starts[at:]], [*ends, *self.ends[at:]])


def plain_text(text: str) -> Placed | None:
    """Return what `text` stands for; None if that is the text itself."""
    has_markup = _MARKUP.search(text) is not None
    placed = Placed(text, range(len(text)), range(1, len(text) + 1))
    if has_markup:
        placed = placed.replaced(_MARKUP, _markup)
    if "\\u" in text:
        placed = placed.replaced(_ESCAPE, lambda escape: chr(int(escape[1], 16)))
    enclosing = _latex_dollars(placed.text)
    if not enclosing and "\\" not in text and "{" not in text:
        return placed if has_markup else None
    placed = placed.replaced(_DOLLAR, lambda dollar: "" if dollar.start() in enclosing else dollar[0])
    return placed.replaced(_PIECE, _LaTeX().stands_for)


def _markup(match: re.Match[str]) -> str:
    """Return what an entity or a tag of HTML, a raised letter or a power in words stands for."""
    if (letter := RAISED_LETTERS.get(match[0])) is not None:
        return f"^{letter}"
    if match[0][0] == "&":
        return unescape(match[0])
    if match[0][0] in "cs":
        power, _, length = match[0].partition(" ")
        unit = "ft" if length[0] == "f" else {"c": "c", "k": "k"}.get(length[0], "") + "m"
        return f"{unit}{_IN_WORDS[power]}"
    if match[0][0] == "t":
        return "^"
    if match[0][0] != "<":
        return ""
    return "\n" if match[0].startswith("<br") else "^" if match[0] == "<sup>" else ""


def _latex_dollars(text: str) -> set[int]:
    """Return the places of the dollar signs that enclose LaTeX; the others are money."""
    enclosing: set[int] = set()
    places = [match.span() for match in _DOLLAR.finditer(text)]
    i = 0
    while i + 1 < len(places):
        (start, first), (end, behind) = places[i], places[i + 1]
        inner = text[first:end]
        after = text[behind : behind + 1]
        tight = inner and not inner[0].isspace() and not inner[-1].isspace() and not after.isdigit()
        reads_so = " " not in inner or _LATEX_SIGN.search(inner) or _BARE_EQUATION.fullmatch(inner)
        if "\n\n" not in inner and ((tight and reads_so) or "\\" in inner):
            enclosing |= {start, end}
            i += 2
        else:
            i += 1
    return enclosing


class _LaTeX:
    """Says what the pieces of one text stand for, one after the other."""

    def __init__(self) -> None:
        self._open: list[str | None] = []  # what parts each open brace from the next; None if it is kept
        self._parted: str | None = None  # what the brace that opens next stands for, if it is not kept

    def stands_for(self, match: re.Match[str]) -> str:
        """Return the plain text of a piece."""
        piece = match[0]
        if piece == "}":
            parted = self._open.pop() if self._open else None
            self._parted = parted if match.string.startswith("{", match.end()) else None
            return "}" if parted is None else ""
        if piece[-1] == "{" and piece != r"\{":
            parted, self._parted = self._parted, None
            if piece == "{" and not parted:
                self._open.append(None)
                return piece
            before, between = next((own for cue, own in _BEFORE_BRACE.items() if cue in piece), ("", ""))
            self._open.append(between)
            return parted or before
        if piece[0] == "{":
            return "," if match["thousands"] else "."
        if piece in _SPACES:
            before, behind = match.string[match.start() - 1 : match.start()], match.string[match.end() :]
            # as narrow as between a number and its unit
            return "" if before.isdigit() and not behind[:1].isdigit() else _THIN_SPACE
        if piece == "&":
            return " "
        if piece[-1].isdigit():
            return _IN_DIGITS[piece[-2:]]
        if not piece[1].isalpha():
            return _MARKS.get(piece[1], " ")
        return "\n" if piece[-1] == "}" else self._named(piece[1:].rstrip(), match)

    def _named(self, name: str, match: re.Match[str]) -> str:
        """Return what a command stands for: a sign, a unit or the prefix of one."""
        text, after = match.string, match.end()
        if name == "mu":
            of = _LETTERS.match(text, after)
            return "μ" if of is not None and readings(f"μ{of[1]}") else match[0].replace(r"\mu", "μ")
        if name in _SIGNS:
            return _SIGNS[name]
        if name in _PREFIXES:
            return name
        if len(name) == 1 or not readings(name):
            return " "
        return f"{name}·" if _UNIT_BEHIND.match(text, after) else name
