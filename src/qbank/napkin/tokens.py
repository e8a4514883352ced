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
_WORD_CHARACTER = r"[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]"

_NUMBER = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:_[0-9]{3})+(?![0-9])|[0-9]+)"
    r"(?:\.[0-9]+)?(?:[eE][+\-−]?[0-9]+)?|\.[0-9]+(?:[eE][+\-−]?[0-9]+)?"
)

_PATTERN = re.compile(
    rf"""
    (?P<space>[ \t\r\u00a0\u2009\u202f]+)
  | (?P<newline>\n)
  | (?P<number>{_NUMBER})
  # letters glued to a digit are a unit or a factor: 80GB, 32x32, 4T, 10kgCO2
  | (?P<unit>(?<=[0-9])°?(?:{_LETTER}+CO[2₂]e?|{_LETTER}+(?:-{_LETTER}{{2,}})*))
  | (?P<word>°?{_LETTER}(?:{_WORD_CHARACTER})*
      (?:(?<={_WORD_CHARACTER}{{2}})-{_WORD_CHARACTER}+)*(?:['’]{_LETTER}+)?)
  | (?P<latex>\\[A-Za-z]+|\\.)
  | (?P<relation><=|>=|=>|==?|->|<<|>>|~=|[≈≃≅≒≤≥<>→⇒⟶])
  | (?P<bold>\*\*+|__)
  | (?P<operator>[*×·⋅∗÷/+\-−–^])
  | (?P<power>[{_SUPERSCRIPT}]+)
  | (?P<open>[(\[{{⌊⌈])
  | (?P<close>[)\]}}⌋⌉])
  | (?P<comma>,)
  | (?P<percent>[%‰])
  | (?P<approx>[~∼])
  | (?P<money>\$)
  | (?P<root>√)
  | (?P<drop>[`_])
  | (?P<other>.)
    """,
    re.X | re.S,
)

_OPERATORS = {"×": "*", "·": "*", "⋅": "*", "∗": "*", "÷": "/", "−": "-", "–": "–"}
_RELATIONS = {
    "==": "=", "≃": "≈", "≅": "≈", "≒": "≈", "~=": "≈", "<=": "≤", ">=": "≥", "<<": "<", ">>": ">",
    "->": "→", "=>": "→", "⇒": "→", "⟶": "→",
}  # fmt: skip
_LATEX = {
    "times": (OPERATOR, "*"), "cdot": (OPERATOR, "*"), "ast": (OPERATOR, "*"), "div": (OPERATOR, "/"),
    "approx": (RELATION, "≈"), "simeq": (RELATION, "≈"), "sim": (APPROX, "~"),
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
        text, tokens = self.text, self.tokens
        match = _PATTERN.match
        position = _bullet_end(text, 0)
        end_before = -1
        while position < len(text):
            found = match(text, position)
            assert found is not None  # the pattern ends in "any character"
            start, position = found.span()
            group = found.lastgroup or ""
            if group == "space":
                continue
            if group in {"number", "word"}:
                kind, spelled = group, found[0]
            elif group == "newline":
                kind, spelled = STOP, "\n"
                position = _bullet_end(text, position)
            else:
                token = self._special(group, found[0], start, position, tight=start == end_before)
                if token is None:
                    if start == end_before:  # what is dropped does not part its neighbours
                        end_before = position
                    continue
                kind, spelled = token
            self.wrapper_next = False
            tokens.append(Token(kind, spelled, start, position, start == end_before))
            end_before = position
        return tokens

    def _special(
        self, group: str, piece: str, start: int, end: int, *, tight: bool
    ) -> tuple[str, str] | None:
        """Return kind and reading of a piece that is neither number nor word; None if it is to be dropped."""
        if group in {"unit", "percent"}:
            return WORD, piece
        if group == "operator":
            starred = (
                piece == "*" and tight and self.text[end : end + 1].isspace() and _is_symbol(self.tokens)
            )
            return None if starred else (OPERATOR, _OPERATORS.get(piece, piece))
        if group == "relation":
            return RELATION, _RELATIONS.get(piece, piece)
        if group == "power":
            return POWER, piece.translate(_SUPERSCRIPT_TO_ASCII)
        if group == "latex":
            return self._latex(piece[1:])
        if group == "open":
            if piece == "{":
                self.braces.append(self.wrapper_next)
                if self.wrapper_next:
                    self.wrapper_next = False
                    return None
            return OPEN, piece
        if group == "close":
            return None if piece == "}" and self.braces and self.braces.pop() else (CLOSE, piece)
        if group == "money":
            return None if start in self.latex_dollars else (MONEY, piece)
        if group == "root":
            return WORD, "sqrt"
        if group in {"comma", "approx"}:
            return group, piece
        if group in {"bold", "drop"}:
            return None
        digits_around = start and self.text[start - 1].isdigit() and self.text[end : end + 1].isdigit()
        return WORD if piece == "@" or (piece == ":" and digits_around) else STOP, piece

    def _latex(self, name: str) -> tuple[str, str] | None:
        if name in _LATEX_WRAPPERS:
            self.wrapper_next = True
            return None
        if name == "\\":
            return STOP, name
        word = _LATEX_WORDS.get(name)
        return (WORD, word) if word else _LATEX.get(name)  # \\left, \\, and the like are dropped


def _is_symbol(tokens: list[Token]) -> bool:
    return bool(tokens) and tokens[-1].kind == WORD and tokens[-1].text.isalpha() and not tokens[-1].glued


def _bullet_end(text: str, start: int) -> int:
    """Return where the line that begins at `start` goes on after its bullet or list number."""
    bullet = _BULLET.match(text, start)
    return bullet.end() if bullet else start
