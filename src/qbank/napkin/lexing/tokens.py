r"""The words of napkin math: what a text is cut into before anything is read as an expression.

Markdown emphasis, code ticks and LaTeX wrappers are dropped here, `\times` becomes `*`, an undecoded escape
such as `\u00d7` the character it stands for. Every token keeps its place in the text as given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import NamedTuple, overload

from qbank import lazy_re
from qbank.napkin.limits import MAX_TEXT

# A letter or sign each, so that a text has a shape, a string with one for every token, to search at once.
NUMBER = "n"
WORD = "w"
OPERATOR = "*"  # * / + - ^
RELATION = "="  # = ≈ < ≤ > ≥ →
OPEN = "("
CLOSE = ")"
COMMA = ","
MONEY = "$"
APPROX = "~"
POWER = "^"  # a superscript
STOP = "."  # the end of a clause

BEGINS_QUANTITY = frozenset((NUMBER, MONEY, APPROX))
"""Kinds that a quantity may begin with."""


class Token(NamedTuple):
    """A piece of text.

    Attributes:
        kind: one of the kinds above.
        text: as it is to be read: `*` for every sign of multiplication, `≈` for all that say about.
        start: code-point offset in the text as given.
        end: offset after it.
        glued: whether it follows the piece before it without a space.
    """

    kind: str
    text: str
    start: int
    end: int
    glued: bool


@dataclass(slots=True)
class Tokens:
    """The tokens of one text, a list for each attribute; `tokens[i]` puts one of them together.

    What reads a text asks for one attribute of many tokens, so none is made an object of its own.

    Attributes:
        kinds, texts, starts, ends, glued: of every token what `Token` says.
    """

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    glued: list[bool] = field(default_factory=list)

    def append(self, kind: str, text: str, start: int, end: int, glued: bool) -> None:
        """Add one token behind the others."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)
        self.glued.append(glued)

    def extend(self, other: Tokens) -> None:
        """Add the tokens of another text behind these."""
        self.kinds += other.kinds
        self.texts += other.texts
        self.starts += other.starts
        self.ends += other.ends
        self.glued += other.glued

    def shape(self) -> str:
        """Return the kinds of all tokens as one string."""
        return "".join(self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, place: int) -> Token: ...

    @overload
    def __getitem__(self, place: slice) -> Tokens: ...

    def __getitem__(self, place: int | slice) -> Token | Tokens:
        if isinstance(place, int):
            return Token(
                self.kinds[place], self.texts[place], self.starts[place], self.ends[place], self.glued[place]
            )
        return Tokens(
            self.kinds[place], self.texts[place], self.starts[place], self.ends[place], self.glued[place]
        )

    def __iter__(self) -> Iterator[Token]:
        return map(Token, self.kinds, self.texts, self.starts, self.ends, self.glued)


_SUPERSCRIPT = "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT_TO_ASCII = str.maketrans(_SUPERSCRIPT, "-+0123456789")
_SUPERSCRIPT_DIGITS = _SUPERSCRIPT[2:]
_BLANKS = " \t\r\u00a0\u2009\u202f"
_BLANK = rf"[{_BLANKS}]"
_LETTER = r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_WORD_CHARACTER = r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]"

_RELATION_SIGNS = "=<>≈≃≅≒≤≥→⇒⟶"
_WORTH_READING = rf"0-9{_RELATION_SIGNS}~∼\\("
SAYS_VALUES = lazy_re.compile(f"[{_WORTH_READING}]")
"""Without one of these a line says nothing of values."""
_WORD_START = lazy_re.compile(rf"°?{_LETTER}")
_BY_NEIGHBOURS = frozenset("~∼{}")
_BLANKS_BEHIND = frozenset(_BLANKS)

_NUMBER = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:_[0-9]{3})+(?![0-9])|[0-9]+)"
    r"(?:\.[0-9]+)?(?:[eE][+\-−]?[0-9]+)?|(?<![0-9])\.[0-9]+(?:[eE][+\-−]?[0-9]+)?"
)

_MARGIN = r"(?:[ \t]*(?:[-*•+–]|[0-9]{1,3}[.)]|[a-z]\))[ \t]+)?"
"""The bullet or list number that a line begins with."""

_EMPHASIS = "*`_"
_BEHIND = rf"[{_BLANKS}`_]*+(?:\*\*+[{_BLANKS}`_]*+)*+"
"""Blanks, emphasis and code ticks behind a piece, which are not read."""

_PATTERN = lazy_re.compile(
    rf"""
    (?:
    # most pieces by far, to spare the rest: words, numbers and signs that nothing lengthens
    [A-Za-z]++(?![\w°'’-])
  | [0-9]++(?:\.[0-9]++)?+(?![eE_]|,[0-9])
  | [(),/+×≈;:%*^$!?\[\]{{}}|]
  | [.=-](?![0-9=>])
    # a line that is not worth reading, and the margin of one that is
  | \n[^\n{_WORTH_READING}]*+(?!.)
  | \n{_MARGIN}
    # a number
  | {_NUMBER}
    # letters glued to a digit are a unit or a factor: 80GB, 32x32, 4T, 10kgCO2
  | (?<=[0-9])°?(?:{_LETTER}+CO[2₂]e?|{_LETTER}+(?:-{_LETTER}{{2,}})*)
    # a word; an underscore at its end is emphasis
  | °?{_LETTER}(?:_*{_WORD_CHARACTER})*
      (?:(?<={_WORD_CHARACTER}{{2}})-{_WORD_CHARACTER}+)*(?:['’]{_LETTER}+)?
    # LaTeX
  | \\[A-Za-z]+|\\.
    # a relation
  | <=|>=|=>|==?|->|<<|>>|~=|[{_RELATION_SIGNS}]
    # a power
  | [⁻⁺]?[{_SUPERSCRIPT_DIGITS}]+
    # a sign of any other kind
  | [^{_BLANKS}]
    ){_BEHIND}
    """,
    re.X,
)
"""Cuts a text without a gap: a piece takes along what is not read behind it."""

_OPERATORS = {"×": "*", "·": "*", "⋅": "*", "∗": "*", "÷": "/", "−": "-"}
_RELATIONS = {
    "==": "=", "≃": "≈", "≅": "≈", "≒": "≈", "~=": "≈", "<=": "≤", ">=": "≥", "<<": "<", ">>": ">",
    "->": "→", "=>": "→", "⇒": "→", "⟶": "→",
}  # fmt: skip
_SIGNS = {
    **{sign: (OPERATOR, _OPERATORS.get(sign, sign)) for sign in "*×·⋅∗÷/+-−–^"},
    **{sign: (RELATION, _RELATIONS.get(sign, sign)) for sign in (*_RELATION_SIGNS, *_RELATIONS)},
    **{sign: (OPEN, sign) for sign in "([⌊⌈"},
    **{sign: (CLOSE, sign) for sign in ")]⌋⌉"},
    **{sign: (WORD, sign) for sign in "%‰"},
    ",": (COMMA, ","),
    "√": (WORD, "sqrt"),
}
"""What always means the same, by how it is written."""

_LATEX = {
    "times": (OPERATOR, "*"), "cdot": (OPERATOR, "*"), "ast": (OPERATOR, "*"), "div": (OPERATOR, "/"),
    "approx": (RELATION, "≈"), "simeq": (RELATION, "≈"),
    "le": (RELATION, "≤"), "leq": (RELATION, "≤"), "ge": (RELATION, "≥"), "geq": (RELATION, "≥"),
    "lt": (RELATION, "<"), "gt": (RELATION, ">"), "ll": (RELATION, "<"), "gg": (RELATION, ">"),
    "to": (RELATION, "→"), "rightarrow": (RELATION, "→"), "Rightarrow": (RELATION, "→"),
    "implies": (RELATION, "→"),
    "%": (WORD, "%"), "$": (MONEY, "$"), "{": (OPEN, "{"), "}": (CLOSE, "}"),
    "lfloor": (OPEN, "⌊"), "rfloor": (CLOSE, "⌋"), "lceil": (OPEN, "⌈"), "rceil": (CLOSE, "⌉"),
}  # fmt: skip
_LATEX_WORDS = {
    "mu": "μ", "lambda": "λ", "rho": "ρ", "alpha": "α", "beta": "β", "gamma": "γ", "epsilon": "ε",
    "sigma": "σ", "tau": "τ", "eta": "η", "theta": "θ", "Phi": "Φ", "phi": "φ", "Delta": "Δ", "delta": "δ",
    "pi": "π",
    "sqrt": "sqrt", "frac": "frac", "dfrac": "frac", "tfrac": "frac", "log": "log", "ln": "ln", "exp": "exp",
    "max": "max", "min": "min",
}  # fmt: skip
_LATEX_WRAPPERS = {
    "text",
    "mathrm",
    "mathbf",
    "textbf",
    "mathit",
    "mathsf",
    "operatorname",
    "boxed",
    "textit",
}
_ESCAPE = lazy_re.compile(r"\\u([0-9a-fA-F]{4})")
_LATEX_MICRO = lazy_re.compile(r"\\mu[ \t]*(?=[sJWAVFm](?![A-Za-z]))")
_LATEX_SIGN = lazy_re.compile(r"\\[a-zA-Z]|[\^_\\]")
_LOOKING_ALIKE = lazy_re.compile(rf"[:*~](?:(?<=\w:)(?=\w)|(?<=[^\s*]\*)\s|(?<=~)(?!{_BLANK})\s)")
"""A colon in a time, a star behind a symbol, a mark at the end of a line."""

_UNSETTLED = ""
"""The kind of a piece that only its neighbours settle."""
_DROPPED = "-"
"""The kind of LaTeX that is not read."""
_ODD_KINDS = frozenset((_UNSETTLED, _DROPPED))
_LOOK_ALIKE = frozenset("*$~:")


@lru_cache(maxsize=20_000)
def _entry(piece: str) -> tuple[str, str, int, bool]:
    """Return of a piece its kind and reading, as far as the piece alone tells, its length without what stands
    behind it, and whether the next piece touches it.
    """
    if piece[0] == "\n":
        return STOP, "\n", 1, False
    kept = 2 if piece[0] == "\\" else 1  # an escaped blank is none of those behind
    text = piece[:kept] + piece[kept:].rstrip(_BLANKS + _EMPHASIS)
    kind, reading = _settled(text)
    if text == "~" == piece:
        kind = APPROX  # a relation has a blank behind it
    return kind, reading, len(text), _BLANKS_BEHIND.isdisjoint(piece[len(text) :])


def _settled(piece: str) -> tuple[str, str]:
    """Return kind and reading of a piece, as far as they depend on nothing else."""
    if piece in _SIGNS:
        return _SIGNS[piece]
    if piece[0] in "0123456789" or (piece[0] == "." and len(piece) > 1):
        return NUMBER, piece
    if _WORD_START.match(piece):
        return WORD, piece
    if piece[0] == "\\" and len(piece) > 1:
        return _settled_latex(piece)
    if piece[-1] in _SUPERSCRIPT_DIGITS:
        return POWER, piece.translate(_SUPERSCRIPT_TO_ASCII)
    if piece == "$":
        return MONEY, piece
    if piece in _BY_NEIGHBOURS:
        return _UNSETTLED, piece
    return (WORD if piece == "@" else STOP), piece


def _settled_latex(piece: str) -> tuple[str, str]:
    name = piece[1:]
    if name == "\\":
        return STOP, name
    word = _LATEX_WORDS.get(name)
    other = _UNSETTLED if name == "sim" or name in _LATEX_WRAPPERS else _DROPPED  # \\left, \\, and the like
    return (WORD, word) if word else _LATEX.get(name, (other, piece))


def tokenize(text: str) -> Tokens:
    """Cut `text` into tokens; never fails, whatever the text is."""
    text = text[:MAX_TEXT]
    if "\\" in text:
        text = _LATEX_MICRO.sub(lambda match: "μ".rjust(len(match[0])), text)
    if "\\u" not in text:
        return _cut(text)
    decoded, places = _decode_escapes(text)
    tokens = _cut(decoded)
    tokens.starts = [places[start] for start in tokens.starts]
    tokens.ends = [places[end] for end in tokens.ends]
    return tokens


def _decode_escapes(text: str) -> tuple[str, list[int]]:
    r"""Return the text with `\u00d7` and the like decoded, and the place in `text` of each character."""
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(text):
        character = chr(int(match[1], 16))
        if "\ud800" <= character <= "\udfff":
            continue
        pieces += (text[at : match.start()], character)
        places += range(at, match.start() + 1)
        at = match.end()
    pieces.append(text[at:])
    places += range(at, len(text) + 1)
    return "".join(pieces), places


def _latex_dollars(text: str) -> set[int]:
    """Return the places of the dollar signs that enclose LaTeX; the others are money."""
    enclosing: set[int] = set()
    places = [m.start() for m in re.finditer(r"(?<!\\)\$", text)]
    i = 0
    while i + 1 < len(places):
        start, end = places[i], places[i + 1]
        inner = text[start + 1 : end]
        after = text[end + 1 : end + 2]
        tight = inner and not inner[0].isspace() and not inner[-1].isspace() and not after.isdigit()
        if "\n\n" not in inner and (
            (tight and (" " not in inner or _LATEX_SIGN.search(inner))) or "\\" in inner
        ):
            enclosing |= {start, end}
            i += 2
        else:
            i += 1
    return enclosing


def _cut(text: str) -> Tokens:
    pieces = _PATTERN.findall(f"\n{text}")  # the first line begins like any other
    kinds, texts, sizes, tight = map(list, zip(*map(_entry, pieces), strict=True))
    starts = list(accumulate(map(len, pieces), initial=-1))
    del kinds[0], texts[0], sizes[0], starts[0], starts[-1]  # of that line's end
    del tight[-1]  # what it says of a piece holds for the one behind
    tokens = Tokens(kinds, texts, starts, list(map(add, starts, sizes)), tight)
    latex_dollars = _latex_dollars(text) if "$" in text else set()
    wary = latex_dollars or "\\" in text or _LOOKING_ALIKE.search(text)
    if not _ODD_KINDS.isdisjoint(kinds) or (wary and not _LOOK_ALIKE.isdisjoint(texts)):
        return _Settler(text, latex_dollars).settle(tokens)
    return tokens


class _Settler:
    """Goes through the pieces of a text again: some take a look at their neighbours."""

    def __init__(self, text: str, latex_dollars: set[int]) -> None:
        self.text = text
        self.tokens = Tokens()
        self.latex_dollars = latex_dollars
        self.braces: list[bool] = []  # for every open brace: is it that of \\text{...}?
        self.wrapper_next = False

    def settle(self, pieces: Tokens) -> Tokens:
        """Return the tokens that some pieces are."""
        tokens, kinds, texts = self.tokens, pieces.kinds, pieces.texts
        at = 0
        for odd, (kind, text) in enumerate(zip(kinds, texts, strict=True)):
            if kind not in _ODD_KINDS and text not in _LOOK_ALIKE:
                continue
            tokens.extend(pieces[at:odd])
            if self.wrapper_next and texts[at:odd].count("\n") < odd - at:
                self.wrapper_next = False
            at = odd + 1
            piece = pieces[odd]
            settled = self._by_neighbours(kind, text, piece.start, piece.end, tight=piece.glued)
            if settled is not None:
                self.wrapper_next = False
                tokens.append(*settled, piece.start, piece.end, piece.glued)
            elif at < len(kinds):  # what is dropped does not part its neighbours
                pieces.glued[at] = piece.glued and pieces.glued[at]
        tokens.extend(pieces[at:])
        return tokens

    def _by_neighbours(
        self, kind: str, piece: str, start: int, end: int, *, tight: bool
    ) -> tuple[str, str] | None:
        """Return kind and reading of a piece that its neighbours settle; None if it is to be dropped."""
        if piece == "*":
            symbol = tight and self.text[start] == "*" and self.text[end : end + 1].isspace()
            return None if symbol and self._is_symbol() else (kind, piece)
        if piece == "$":
            return None if start in self.latex_dollars else (kind, piece)
        if piece in {"~", "∼", "\\sim"}:
            parted = not tight and self.text[end : end + 1].isspace()
            return (RELATION, "≈") if parted and self._ends_value() else (APPROX, "~")
        if piece == "{":
            wrapped, self.wrapper_next = self.wrapper_next, False
            self.braces.append(wrapped)
            return None if wrapped else (OPEN, piece)
        if piece == "}":
            return None if self.braces and self.braces.pop() else (CLOSE, piece)
        if piece == ":":
            digits_around = start and self.text[start - 1].isdigit() and self.text[end : end + 1].isdigit()
            return WORD if digits_around else STOP, piece
        if piece[1:] in _LATEX_WRAPPERS:
            self.wrapper_next = True
        return None

    def _is_symbol(self) -> bool:
        """Tell whether the last token is a symbol that may bear a star: `W*`."""
        last = self.tokens[-1] if len(self.tokens) else None
        return last is not None and last.kind == WORD and last.text.isalpha() and not last.glued

    def _ends_value(self) -> bool:
        """Tell whether the last token ends a value: in `5 × 8 GB ~ 40 GB` the mark is a relation."""
        kinds = self.tokens.kinds[-2:]
        return bool(kinds) and (kinds[-1] in {NUMBER, CLOSE, POWER} or kinds == [NUMBER, WORD])
