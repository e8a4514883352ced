"""The words of napkin math: what a text is cut into before anything is read as an expression.

Markdown emphasis and code ticks are dropped here, and LaTeX is read as the plain text that it stands for.
Every token keeps its place in the text as given.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import Any

from msgspec import Struct

from qbank import lazy_re
from qbank.napkin.lexing.lookalikes import UNREAD, with_usual_characters
from qbank.napkin.lexing.plain import FRACTIONS, RAISED_LETTERS, plain_text
from qbank.napkin.limits import MAX_TEXT
from qbank.units.table import CURRENCIES

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

BORDERS = frozenset((STOP, COMMA, RELATION, OPEN, CLOSE))
"""Kinds that part a stretch of words and values from the next."""


class Tokens(Struct):
    """The tokens of one text, a list for each attribute.

    What reads a text asks for one attribute of many tokens, so none is made an object of its own.

    Attributes:
        kinds: what they are, of the kinds above.
        texts: as they are to be read: `*` for every sign of multiplication, `≈` for all that say about.
        starts: their code-point offsets in the text as given.
        ends: the offsets after them.
        glued: whether they follow the piece before them without a space.
    """

    kinds: list[str]
    texts: list[str]
    starts: list[int]
    ends: list[int]
    glued: list[bool]

    def __len__(self) -> int:
        return len(self.kinds)


_SPELLINGS = {
    (OPERATOR, "*"): "* × · ⋅ ∗ ∙ ✕ ✖ ⨯",
    (OPERATOR, "/"): "/ ÷ ∕ ⁄ ∶",
    (OPERATOR, "-"): "- −",
    **{(OPERATOR, sign): sign for sign in "+–^±"},
    (OPERATOR, "!"): "\ue000",  # what `_FACTORIAL` puts for it
    (OPERATOR, "…"): "\ue001",  # and `_ELLIPSIS_OF_SUM`
    (RELATION, "="): "= == := ≔ ≡",
    (RELATION, "≈"): "≈ ≃ ≅ ≒ ~=",
    (RELATION, "<"): "< << ≪",
    (RELATION, ">"): "> >> ≫",
    (RELATION, "≤"): "≤ <= ⩽ ≦ ≲",
    (RELATION, "≥"): "≥ >= ⩾ ≧ ≳",
    (RELATION, "→"): "→ ⇒ ⟶ ⟹ ↦ -> =>",
    **{(OPEN, sign): sign for sign in "([{⌊⌈"},
    **{(CLOSE, sign): sign for sign in ")]}⌋⌉"},
    (COMMA, ","): ",",
    **{(MONEY, sign): sign for sign in ("$", "€", "£", "¥", *CURRENCIES)},
    (WORD, "sqrt"): "√",
    (WORD, "sum"): "∑ Σ",
    **{(WORD, sign): sign for sign in "%‰@"},
}
"""What always means the same: kind and reading, and how it is written."""

_SIGNS = {spelling: sign for sign, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_RELATIONS = [spelling for spelling, (kind, _) in _SIGNS.items() if kind == RELATION]

_SUPERSCRIPT = "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT_TO_ASCII = str.maketrans(_SUPERSCRIPT, "-+0123456789")
_SUPERSCRIPT_DIGITS = _SUPERSCRIPT[2:]
_BLANKS = " \t\r\u00a0\u2009\u202f"
_BLANK = rf"[{_BLANKS}]"
_LETTER = r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_WORD_CHARACTER = r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]"

_WORTH_READING = rf"0-9{''.join(sign for sign in _RELATIONS if len(sign) == 1)}~∼\\("
SAYS_VALUES = lazy_re.compile(rf"[{_WORTH_READING}\d＝꞊﹦]")
"""Without one of these a line says nothing of values."""
_WORD_START = lazy_re.compile(rf"°?{_LETTER}")
_BLANKS_BEHIND = frozenset(_BLANKS)

_GROUPS = (
    r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])",
    r"(?<![0-9,])[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?![0-9,])",  # 12,34,567
    r"[0-9]{1,3}(?:_[0-9]{3})+(?![0-9])",
    r"[0-9]{1,3}(?:['’][0-9]{3})+(?![0-9])",
    r"[0-9]{1,3}(?:[\u00a0\u2009\u202f][0-9]{3})+(?![0-9])",
    r"[0-9]{1,3}(?:[ ][0-9]{3}){2,}(?![0-9])",
    r"[1-9][0-9]{0,2}[ ]0[0-9]{2}(?![0-9.,])",
    r"(?<=[=*/+≈×][ ])[1-9][0-9]{0,2}[ ][0-9]{3}(?![0-9.,]|[ ][0-9])",
    r"(?:(?<=[:(][ ])|(?<![^\n]))[1-9][0-9]{0,2}[ ][0-9]{3}(?=[ ][*/×])",
)
_DECIMAL_COMMA = (
    rf"(?<![0-9.,(\[])[0-9]+,[0-9]{{1,2}}(?={_BLANK}?[^\W\d_]|{_BLANK}?[€%×·⋅]|{_BLANK}[-+−×·*/÷=≈]{_BLANK})"
    r"|(?<=[=≈][ ])[0-9]+,[0-9]{1,2}(?=[ ]?(?:[\n;.]|$))"
)
_POINTS_OF_THOUSANDS = (
    r"(?<![\w.])[0-9]{1,3}(?:(?:\.[0-9]{3}){2,}(?:,[0-9]+)?|\.[0-9]{3},[0-9]{1,2})(?![0-9.]|,[0-9])"
)
_CLOCK = rf"[0-9]{{1,2}}:[0-5][0-9](?={_BLANK}?(?:h|min)(?![A-Za-z]))"
_FRACTIONS = "".join(FRACTIONS)
_NUMBER = (
    rf"{_POINTS_OF_THOUSANDS}|{_CLOCK}|[0-9]*[{_FRACTIONS}]"
    rf"|(?:{'|'.join(_GROUPS)}|{_DECIMAL_COMMA}|[0-9]+)(?:\.[0-9]+)?(?:[eE][+\-−]?[0-9]+)?"
    r"|(?<![0-9A-Za-z])\.[0-9]+(?:[eE][+\-−]?[0-9]+)?"
)

HEXADECIMAL = "0x"
"""What a number in hexadecimal digits begins with."""

_MARGIN = r"(?:[ \t]*(?:[-*•+–]|[0-9]{1,3}[.)]|\(?[a-z]\)|\([0-9]{1,2}\)(?=[ ][a-z]{3}))[ \t]+)?"
"""The bullet or list number that a line begins with."""

_EMPHASIS = "*`_"
_MARKS_OF_BOLD = rf"\*\*+[{_BLANKS}`_]*+"
_BEHIND = rf"[{_BLANKS}`_]*+(?:{_MARKS_OF_BOLD}(?:{_MARKS_OF_BOLD})*|)"
"""Blanks, emphasis and code ticks behind a piece, which are not read. No repetition begins without a star."""

_PATTERN = lazy_re.compile(
    rf"""
    (?:
    # most words and numbers, to spare the rest; a standard such as H.265 is a word
    (?<![0-9A-Za-z])[A-Z]\.[0-9]{{3}}(?![0-9.])
    # so is a percentile with a decimal: p99.95
  | (?<![0-9A-Za-z])[Pp][1-9][0-9]\.[0-9]++(?![A-Za-z]|\.[0-9])
    # and the name of a schedule of forward and backward passes: 1F1B
  | (?<![0-9A-Za-z.,])[0-9]F[0-9]B(?![0-9A-Za-z])
  | [A-Za-z]++(?![\w°'’-])
    # and a number in hexadecimal digits: 0x27000
  | (?<![0-9A-Za-z.,])0[xX][0-9A-Fa-f]{{2,16}}(?![0-9A-Za-z])
    # and a number with all its decimals or not at all
  | [0-9]++(?:\.[0-9]++|(?!\.[0-9]))
      (?![eE_{_FRACTIONS}]|[,.:][0-9]|[ '’\u00a0\u2009\u202f][0-9]{{3}})
    # a line that is not worth reading, and the margin of one that is
  | \n[^\n{_WORTH_READING}]*+(?!.)
  | \n{_MARGIN}
    # a number
  | {_NUMBER}
    # a product: 168Mx0.5
  | (?<=[0-9])[KMGBT](?=x[0-9])
    # letters glued to a digit are a unit or a factor: 80GB, 32x32, 4T, 10kgCO2
  | (?<=[0-9])°?(?:{_LETTER}+CO[2₂]e?|{_LETTER}+(?:-{_LETTER}{{2,}})*)
    # a word; an underscore at its end is emphasis
  | °?{_LETTER}(?:_*{_WORD_CHARACTER})*
      (?:(?<={_WORD_CHARACTER}{{2}})-{_WORD_CHARACTER}+)*(?:['’]{_LETTER}+)?
    # a relation of two signs
  | {"|".join(re.escape(sign) for sign in _RELATIONS if len(sign) == 2)}
    # a power
  | [⁻⁺]?[{_SUPERSCRIPT_DIGITS}]+
    # a sign of any other kind
  | [^{_BLANKS}]
    ){_BEHIND}
    """,
    re.X,
)
"""Cuts a text without a gap: a piece takes along what is not read behind it."""

_MARKED_UP = lazy_re.compile(rf"[\\${{<&{''.join(RAISED_LETTERS)}{UNREAD}]|cubic |square |the power ")
"""What LaTeX, HTML, a raised letter, a power in words or what cannot be seen has, and most texts have not."""
_GROUPED = lazy_re.compile(r"(?<![\w.,])([1-9][0-9]{0,2})[ ]([0-9]{3})(?!\w|[.,][0-9]{3}|[ ][0-9]{3}\b)")
_LONGEST_NAME = 20
_NAMED = lazy_re.compile(r"(?:\w*[A-Z0-9_]\w*(?<![0-9])|[.)\n]|\b[0-9]+)[ ]?$")
"""What stands before digits that are not in groups: `NVLink 4 450 GB/s`; a name may end in a digit itself."""
_BEGINS_LINE = lazy_re.compile(rf"(?:^|\n)[ \t]*+{_MARGIN}$")
_OPERATED = lazy_re.compile(rf"[ ]?(?:%|{_LETTER}[-\w/·]*)?[ ]?(?:[*×·⋅÷+=≈−]|[-/](?= ))")
"""What stands behind a number that begins a calculation: at most a unit, and a sign."""
_POWER_OF_TWO_STARS = lazy_re.compile(r"(?<=[0-9)])\*\*(?=[0-9])")
"""Between digits two stars raise to a power; elsewhere they make text bold."""
_NUMBERED_LINE = lazy_re.compile(r"(?:^|\n)[ \t]*\(1\)[ \t]")
_REFERENCE = lazy_re.compile(r"(?<=[a-z,:] )\((?P<number>[1-9][0-9]?)\)")
"""What another line is called by where lines have numbers: `half of (1)`, `from (2) and (5)`."""
_FACTORIAL = lazy_re.compile(rf"(?<=[0-9)])!(?={_BLANK}*(?:[-+*/×·−≈)]|={_BLANK}|\\))")
"""A number's factorial; elsewhere the sign ends a sentence."""
_ITALICS = lazy_re.compile(
    rf"(?<![\w*)])\*(?=[^\s*])(?P<inner>[^*\n]*(?<![\s*]))\*(?![\w*(])(?P<value>{_BLANK}*[0-9$(~])?"
)
"""Stars around a phrase."""
_DASH_OF_LABEL = lazy_re.compile(rf"(?<=[^\W\d_]\*\*)({_BLANK}+)[-–—](?={_BLANK})")
"""What parts a label in bold letters from what is said of it: `**Weights** – 7 GB * 2 = 14 GB`."""
_LINE_GOES_ON = lazy_re.compile(r"\n[ \t]*[=≈≅≃][ \t]")
_PARTS_SIDES = lazy_re.compile("[=≈:]")
_CALCULATION = lazy_re.compile(r"[×*·÷+−⋅^√]|[0-9)] ?[x/] ?[0-9(]| [-/] | frac ")
_SHORTENED = lazy_re.compile(r"(?<=[0-9] )(Mio|Mrd|Tsd)\.")
"""A multiplier whose full stop ends no sentence: `6,7 Mrd. × 2 Byte`."""
_ELLIPSIS_OF_SUM = lazy_re.compile(r"(?<=[+][ ])(?:…|\.\.\.)(?=[ ][+])")
"""What stands for the terms of a sum between its first and its last: `1 + 2 + … + 100`."""
_ELLIPSIS_OF_RANGE = lazy_re.compile(rf"(?<=[0-9])…(?=[0-9])|(?<=[0-9]{_BLANK})…(?={_BLANK}[0-9])")
"""What parts the ends of a range: `1.6…2.0 W`, `0.19 … 0.23`."""
_LOOKING_ALIKE = lazy_re.compile(
    rf"[:*~](?:(?<=\w:)(?=\w)|(?<=[\w)][ ]:)(?=[ ][0-9(])|(?<=[^\s*]\*)\s|(?<=~)(?!{_BLANK})\s)"
)
"""A colon in a time or a quotient, a star behind a symbol, a mark at the end of a line."""
_DIVISOR = lazy_re.compile(r"[ ][0-9(]")
"""What stands behind a colon that divides."""

_UNSETTLED = ""
"""The kind of a piece that only its neighbours settle."""
_MARKS = frozenset("~∼")
_LOOK_ALIKE = frozenset("*~:")


@lru_cache(maxsize=20_000)
def _entry(piece: str) -> tuple[str, str, int, bool]:
    """Return of a piece its kind and reading, as far as the piece alone tells, its length without what stands
    behind it, and whether the next piece touches it.
    """
    if piece[0] == "\n":
        return STOP, "\n", 1, False
    text = piece[:1] + piece[1:].rstrip(_BLANKS + _EMPHASIS)
    kind, reading = _settled(text)
    if text == "~" == piece:
        kind = APPROX  # a relation has a blank behind it
    return kind, reading, len(text), _BLANKS_BEHIND.isdisjoint(piece[len(text) :])


def _settled(piece: str) -> tuple[str, str]:
    """Return kind and reading of a piece, as far as they depend on nothing else."""
    if piece in _SIGNS:
        return _SIGNS[piece]
    if piece[0].isdecimal() or piece[-1] in FRACTIONS or (piece[0] == "." and len(piece) > 1):
        is_word = piece[-1].isalpha() and piece[:2].lower() != HEXADECIMAL  # `1F1B`
        return WORD if is_word else NUMBER, piece
    if _WORD_START.match(piece):
        return WORD, piece
    if piece in _MARKS:
        return _UNSETTLED, piece
    if piece[-1] in _SUPERSCRIPT_DIGITS:
        return POWER, piece.translate(_SUPERSCRIPT_TO_ASCII)
    return STOP, piece


def tokenize(text: str) -> Tokens:
    """Cut `text` into tokens; never fails, whatever the text is."""
    text = text[:MAX_TEXT]
    placed = plain_text(text) if _MARKED_UP.search(text) else None
    if placed is None:
        return _cut(_as_read(text))
    tokens = _cut(_as_read(placed.text))
    tokens.starts = [placed.starts[start] for start in tokens.starts]
    tokens.ends = [placed.ends[end - 1] for end in tokens.ends]
    return tokens


def _as_read(text: str) -> str:
    """Return a text of the same length with other characters where one alone does not tell what is meant."""
    if not text.isascii():
        text = with_usual_characters(text)
    if _LINE_GOES_ON.search(text):
        text = _with_equations_joined(text)
    text = _GROUPED.sub(_together, text)
    if "**" in text:
        text = _POWER_OF_TWO_STARS.sub("^ ", text)
        text = _DASH_OF_LABEL.sub(r"\1:", text)
    if "*" in text:
        text = _ITALICS.sub(_without_stars, text)
    if "(1)" in text and _NUMBERED_LINE.search(text):
        text = _REFERENCE.sub(r"n\g<number> ", text)
    if "Mio." in text or "Mrd." in text or "Tsd." in text:
        text = _SHORTENED.sub(r"\1 ", text)
    if "…" in text or "..." in text:
        text = _ELLIPSIS_OF_SUM.sub(lambda match: "\ue001".ljust(len(match[0])), text)
    if "…" in text:
        text = _ELLIPSIS_OF_RANGE.sub("–", text)
    return _FACTORIAL.sub("\ue000", text) if "!" in text else text


def _with_equations_joined(text: str) -> str:
    """Return a text with an equation that goes on in the next line, from its sign on, in one line.

    Values in several lines may as well be terms, and the last one their sum.
    """
    lines = text.split("\n")
    for at in range(1, len(lines)):
        goes_on = _LINE_GOES_ON.match(f"\n{lines[at]}") and _may_go_on(lines[max(0, at - 2) : at], lines[at])
        lines[at - 1] += " " if goes_on else "\n"
    return "".join(lines)


def _may_go_on(before: list[str], line: str) -> bool:
    """Tell whether the last of two lines goes on in one that begins with a relation."""
    *above, begun = before
    if begun.lstrip()[:1] in {"+", ""}:
        return False
    is_equation = "=" in begun or "≈" in begun
    if _LINE_GOES_ON.match(f"\n{begun}") or (is_equation and line.lstrip()[0] != "="):
        return True
    deeper = len(line) - len(line.lstrip()) > len(begun) - len(begun.lstrip())
    alone = is_equation and not any(map(_ends_in_calculation, above))
    return (deeper or alone) and _ends_in_calculation(begun)


def _ends_in_calculation(line: str) -> bool:
    return _CALCULATION.search(_PARTS_SIDES.split(line)[-1]) is not None


def _together(digits: re.Match[str]) -> str:
    """Return digits in groups with a narrow blank between these: `= 28 800 s`, `with 16 384 tokens`."""
    start, text = digits.start(), digits.string
    if _BEGINS_LINE.search(text, max(0, start - _LONGEST_NAME), start):
        named = _OPERATED.match(text, digits.end()) is None
    else:
        named = _NAMED.search(text, max(0, start - _LONGEST_NAME), start) is not None
    return digits[0] if named else f"{digits[1]}\u202f{digits[2]}"


def _without_stars(phrase: re.Match[str]) -> str:
    """Return a phrase without the stars around it, unless they multiply: `4 *5* 6`, `4 GPUs *5* 6`."""
    before = phrase.string[: phrase.start()].rstrip(_BLANKS)[-1:]
    multiplies = before.isdigit() or before == ")" or (before.isalpha() and phrase["value"])
    return phrase[0] if multiplies else f" {phrase['inner']} {phrase['value'] or ''}"


def _cut(text: str) -> Tokens:
    pieces = _PATTERN.findall(f"\n{text}")  # the first line begins like any other
    kinds, texts, sizes, tight = map(list, zip(*map(_entry, pieces), strict=True))
    starts = list(accumulate(map(len, pieces), initial=-1))
    del kinds[0], texts[0], sizes[0], starts[0], starts[-1]  # of that line's end
    del tight[-1]  # what it says of a piece holds for the one behind
    tokens = Tokens(kinds, texts, starts, list(map(add, starts, sizes)), tight)
    if _UNSETTLED in kinds or (_LOOKING_ALIKE.search(text) and not _LOOK_ALIKE.isdisjoint(texts)):
        return _Settler(text, tokens).settle()
    return tokens


class _Settler:
    """Goes through the pieces of a text again: some take a look at their neighbours."""

    def __init__(self, text: str, pieces: Tokens) -> None:
        self.text = text
        self.pieces = pieces
        self.kept: list[int] = []  # the pieces so far that are tokens

    def settle(self) -> Tokens:
        """Return the tokens that the pieces are."""
        kinds, texts, glued = self.pieces.kinds, self.pieces.texts, self.pieces.glued
        for at, (kind, text) in enumerate(zip(kinds, texts, strict=True)):
            if kind == _UNSETTLED or text in _LOOK_ALIKE:
                settled = self._by_neighbours(at)
                if settled is None:  # what is dropped does not part its neighbours
                    glued[at + 1 : at + 2] = [glued[at] and tight for tight in glued[at + 1 : at + 2]]
                    continue
                kinds[at], texts[at] = settled
            self.kept.append(at)
        columns: tuple[list[Any], ...] = (kinds, texts, self.pieces.starts, self.pieces.ends, glued)
        return Tokens(*([column[at] for at in self.kept] for column in columns))

    def _by_neighbours(self, at: int) -> tuple[str, str] | None:
        """Return kind and reading of a piece that its neighbours settle; None if it is to be dropped."""
        kind, piece, tight = self.pieces.kinds[at], self.pieces.texts[at], self.pieces.glued[at]
        start, end = self.pieces.starts[at], self.pieces.ends[at]
        behind = self.text[end : end + 1]
        if piece == "*":
            symbol = tight and self.text[start] == "*" and behind.isspace()
            return None if symbol and self._is_symbol() else (kind, piece)
        if piece in _MARKS:
            parted = not tight and behind.isspace()
            return (RELATION, "≈") if parted and self._ends_value() else (APPROX, "~")
        digits_around = start and self.text[start - 1].isdigit() and behind.isdigit()
        if not digits_around and self._divides(start, end):
            return OPERATOR, "/"
        return WORD if digits_around else STOP, piece

    def _divides(self, start: int, end: int) -> bool:
        """Tell whether a colon between blanks divides: `32 s : (1 − 0.56)`, and not `Step 1 : 8`."""
        if self.text[start - 1 : start] != " " or not _DIVISOR.match(self.text, end):
            return False
        kinds = [self.pieces.kinds[at] for at in self.kept[-3:]]
        if kinds[-1:] == [WORD]:  # a unit
            unit, behind = self.pieces.texts[self.kept[-1]], self.pieces.texts[self.kept[-1] + 1 :][:3]
            if behind[-1:] == [unit]:
                return True  # `80 GB : 20 GB`
            kinds.pop()
        return kinds[-1:] == [CLOSE] or (kinds[-1:] == [NUMBER] and kinds[-2:-1] not in ([WORD], []))

    def _is_symbol(self) -> bool:
        """Tell whether the last token is a symbol that may bear a star: `W*`."""
        last = self.kept[-1] if self.kept else None
        if last is None or self.pieces.kinds[last] != WORD or self.pieces.glued[last]:
            return False
        return self.pieces.texts[last].isalpha()

    def _ends_value(self) -> bool:
        """Tell whether the last token ends a value: in `5 × 8 GB ~ 40 GB` the mark is a relation."""
        kinds = [self.pieces.kinds[at] for at in self.kept[-2:]]
        measures = kinds[-1:] == [WORD] and (
            kinds[0] == NUMBER or self.pieces.texts[self.kept[-2:][0]] == "/"
        )
        return measures or kinds[-1:] in ([NUMBER], [CLOSE], [POWER])
