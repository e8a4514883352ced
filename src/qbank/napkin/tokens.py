r"""The words of napkin math: what a text is cut into before anything is read as an expression.

Markdown emphasis, code ticks and LaTeX wrappers are dropped here, `\times` becomes `*`, an undecoded escape
such as `\u00d7` the character it stands for. Every token keeps its place in the text as given.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from qbank.napkin.limits import MAX_TEXT

NUMBER = "number"
WORD = "word"
OPERATOR = "operator"  # * / + - ^
RELATION = "relation"  # = ≈ < ≤ > ≥ →
OPEN = "open"
CLOSE = "close"
COMMA = "comma"
MONEY = "money"
APPROX = "approx"
POWER = "power"  # a superscript
STOP = "stop"  # the end of a clause


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


_SUPERSCRIPT = "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT_TO_ASCII = str.maketrans(_SUPERSCRIPT, "-+0123456789")
_LETTER = r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_WORD_CHARACTER = r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]"

_RELATION_SIGNS = "=<>≈≃≅≒≤≥→⇒⟶"
_WORTH_READING = re.compile(rf"[0-9{_RELATION_SIGNS}(~∼\\]")
"""Without one of these a line says nothing of values."""

_NUMBER = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:_[0-9]{3})+(?![0-9])|[0-9]+)"
    r"(?:\.[0-9]+)?(?:[eE][+\-−]?[0-9]+)?|\.[0-9]+(?:[eE][+\-−]?[0-9]+)?"
)

_PATTERN = re.compile(
    rf"""
    (?P<number>{_NUMBER})
  # letters glued to a digit are a unit or a factor: 80GB, 32x32, 4T, 10kgCO2
  | (?P<unit>(?<=[0-9])°?(?:{_LETTER}+CO[2₂]e?|{_LETTER}+(?:-{_LETTER}{{2,}})*))
  # an underscore at the end is emphasis
  | (?P<word>°?{_LETTER}(?:_*{_WORD_CHARACTER})*
      (?:(?<={_WORD_CHARACTER}{{2}})-{_WORD_CHARACTER}+)*(?:['’]{_LETTER}+)?)
  | (?P<latex>\\[A-Za-z]+|\\.)
  | (?P<relation><=|>=|=>|==?|->|<<|>>|~=|[{_RELATION_SIGNS}])
  | (?P<bold>\*\*+|__)
  | (?P<operator>[*×·⋅∗÷/+\-−–^])
  | (?P<power>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
  | (?P<open>[(\[{{⌊⌈])
  | (?P<close>[)\]}}⌋⌉])
  | (?P<comma>,)
  | (?P<percent>[%‰])
  | (?P<approx>[~∼])
  | (?P<money>\$)
  | (?P<root>√)
  | (?P<drop>[`_])
  | (?P<other>[^ \t\r\u00a0\u2009\u202f])
    """,
    re.X,
)

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
_BULLET = re.compile(r"[ \t]*(?:[-*•+–]|[0-9]{1,3}[.)]|[a-z]\))[ \t]+", re.A)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LATEX_MICRO = re.compile(r"\\mu[ \t]*(?=[sJWAVFm](?![A-Za-z]))")
_LATEX_SIGN = re.compile(r"\\[a-zA-Z]|[\^_\\]")


def tokenize(text: str) -> list[Token]:
    """Cut `text` into tokens; never fails, whatever the text is."""
    text = text[:MAX_TEXT]
    if "\\" in text:
        text = _LATEX_MICRO.sub(lambda match: "μ".rjust(len(match[0])), text)
    if "\\u" not in text:
        return _cut(text)
    plain, places = _decode_escapes(text)
    return [token._replace(start=places[token.start], end=places[token.end]) for token in _cut(plain)]


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
    found: set[int] = set()
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
            found |= {start, end}
            i += 2
        else:
            i += 1
    return found


def _cut(text: str) -> list[Token]:
    return _Cutter(text).cut()


class _Cutter:
    """Goes through a text once; what a piece becomes depends on little more than the piece."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.latex_dollars = _latex_dollars(text) if "$" in text else set()
        self.braces: list[bool] = []  # for every open brace: is it that of \\text{...}?
        self.wrapper_next = False

    def cut(self) -> list[Token]:
        start = 0
        while start < len(self.text):
            end = self.text.find("\n", start)
            end = len(self.text) if end < 0 else end
            if _WORTH_READING.search(self.text, start, end):
                self._line(_bullet_end(self.text, start), end)
            if end < len(self.text):
                self.tokens.append(Token(STOP, "\n", end, end + 1, False))
            start = end + 1
        return self.tokens

    def _line(self, start: int, end: int) -> None:
        end_before = -1
        for found in _PATTERN.finditer(self.text, start, end):
            kind, text = found.lastgroup or "", found[0]
            start, end = found.span()
            if kind not in {NUMBER, WORD}:
                token = self._special(kind, text, start, end, tight=start == end_before)
                if token is None:
                    if start == end_before:  # what is dropped does not part its neighbours
                        end_before = end
                    continue
                kind, text = token
            self.wrapper_next = False
            self.tokens.append(Token(kind, text, start, end, start == end_before))
            end_before = end

    def _special(
        self, group: str, piece: str, start: int, end: int, *, tight: bool
    ) -> tuple[str, str] | None:
        """Return kind and reading of a piece that is neither number nor word; None if it is to be dropped."""
        if piece in _SIGNS:
            starred = piece == "*" and tight and self.text[end : end + 1].isspace() and self._is_symbol()
            return None if starred else _SIGNS[piece]
        if group == "unit":
            return WORD, piece
        if group == "power":
            return POWER, piece.translate(_SUPERSCRIPT_TO_ASCII)
        if group == "approx" or piece == "\\sim":
            parted = not tight and self.text[end : end + 1].isspace()
            return (RELATION, "≈") if parted and self._ends_value() else (APPROX, "~")
        if group == "latex":
            return self._latex(piece[1:])
        if piece == "{":
            wrapped, self.wrapper_next = self.wrapper_next, False
            self.braces.append(wrapped)
            return None if wrapped else (OPEN, piece)
        if piece == "}":
            return None if self.braces and self.braces.pop() else (CLOSE, piece)
        if group == "money":
            return None if start in self.latex_dollars else (MONEY, piece)
        if group in {"bold", "drop"}:
            return None
        digits_around = start and self.text[start - 1].isdigit() and self.text[end : end + 1].isdigit()
        return WORD if piece == "@" or (piece == ":" and digits_around) else STOP, piece

    def _is_symbol(self) -> bool:
        """Tell whether the last token is a symbol that may bear a star: `W*`."""
        last = self.tokens[-1] if self.tokens else None
        return last is not None and last.kind == WORD and last.text.isalpha() and not last.glued

    def _ends_value(self) -> bool:
        """Tell whether the last token ends a value: in `5 × 8 GB ~ 40 GB` the mark is a relation."""
        kinds = [token.kind for token in self.tokens[-2:]]
        return bool(kinds) and (kinds[-1] in {NUMBER, CLOSE, POWER} or kinds == [NUMBER, WORD])

    def _latex(self, name: str) -> tuple[str, str] | None:
        if name in _LATEX_WRAPPERS:
            self.wrapper_next = True
            return None
        if name == "\\":
            return STOP, name
        word = _LATEX_WORDS.get(name)
        return (WORD, word) if word else _LATEX.get(name)  # \\left, \\, and the like are dropped


def _bullet_end(text: str, start: int) -> int:
    """Return where the line that begins at `start` goes on after its bullet or list number."""
    bullet = _BULLET.match(text, start)
    return bullet.end() if bullet else start
