"""Reading the small language of formulas into a tree.

    2*(n - 1)*a + 2*(n - 1)/n*m/b
    if(d < 2*M, sqrt(2*d*M) - d, M)
    sum(k, 0, c - 1, a**k/factorial(k))
    8[bit/byte]*b/r

Numbers, names, `+ - * / **`, brackets, and a closed list of functions. A number may carry its unit in
square brackets, so that units can be checked. Conditions are comparisons, joined by `and`. Everything is
bounded, and nothing of a text is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Final, NoReturn

from msgspec import Struct

from qbank import lazy_re
from qbank.algebra.limits import MAX_DEPTH, MAX_TEXT, MAX_TOKENS
from qbank.algebra.tree import (
    FUNCTIONS,
    Call,
    Choice,
    Comparison,
    Condition,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Sum,
    depth,
)
from qbank.nearest import meant
from qbank.problems import quote
from qbank.units.read import MAX_DIGITS, MAX_POWER_OF_TEN

_TOKEN: Final = lazy_re.compile(
    r"""\s*(?:
        (?P<number>[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<unit>\[[^\[\]]*\])
      | (?P<sign>\*\*|<=|>=|==|!=|[-+*/(),<>])
    )""",
    re.VERBOSE | re.ASCII,
)
_COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
_WORDS: Final = ("if", "sum")
RESERVED: Final = frozenset({*FUNCTIONS, *_WORDS, "and"})
"""Words that no variable may be called."""


class ExpressionError(ValueError):
    """An expression that cannot be read; `column` counts from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"column {column}: {message}")
        self.message = message
        self.column = column


def parse(text: str, names: Collection[str]) -> Node:
    """Read an expression over the variables `names`.

    Raises:
        ExpressionError: it is none, knows a name that is not there, or is too large.
    """
    reader = _Reader(text, names)
    node = reader.expression()
    reader.end()
    return node


def parse_condition(text: str, names: Collection[str]) -> Condition:
    """Read a condition such as `l < c*m` or `0 < f < 1 and n >= 2`.

    Raises:
        ExpressionError: as `parse` does.
    """
    reader = _Reader(text, names)
    condition = reader.condition()
    reader.end()
    return condition


class _Token(Struct, frozen=True):
    kind: str
    text: str
    column: int


def _tokens(text: str) -> list[_Token]:
    if len(text) > MAX_TEXT:
        raise ExpressionError(f"longer than {MAX_TEXT:,} characters", MAX_TEXT + 1)
    tokens = []
    place = 0
    while place < len(text.rstrip()):
        match = _TOKEN.match(text, place)
        if match is None:
            column = place + len(text[place:]) - len(text[place:].lstrip())
            _refuse_character(text[column], column + 1)
        kind = str(match.lastgroup)
        tokens.append(_Token(kind, match[kind], match.start(kind) + 1))
        place = match.end()
        if len(tokens) > MAX_TOKENS:
            raise ExpressionError(f"more than {MAX_TOKENS} numbers, names and signs", tokens[-1].column)
    tokens.append(_Token("end", "", len(text.rstrip()) + 1))
    return tokens


def _refuse_character(character: str, column: int) -> NoReturn:
    hints = {"^": "a power is written **", "=": "equality is written ==", "×": "write *", "·": "write *"}
    hint = f"; {hints[character]}" if character in hints else ""
    raise ExpressionError(f"{quote(character)} means nothing here{hint}", column)


class _Reader:
    """A recursive descent over the tokens; the depth of calls and of the tree are both bounded."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._tokens = _tokens(text)
        self._names = names
        self._indices: list[str] = []
        self._at = 0
        self._nesting = 0

    def expression(self) -> Node:
        node = self._product()
        while (token := self._token).text in {"+", "-"}:
            self._at += 1
            node = self._bounded(Operation(token.text, node, self._product()), token)
        return node

    def condition(self) -> Condition:
        parts: list[Comparison] = []
        while True:
            left = self.expression()
            if self._token.text not in _COMPARISONS:
                self._refuse("a comparison such as '<' is expected")
            while (token := self._token).text in _COMPARISONS:
                self._at += 1
                right = self.expression()
                parts.append(Comparison(token.text, left, right))
                left = right
            if (self._token.kind, self._token.text) != ("name", "and"):
                return tuple(parts)
            self._at += 1

    def end(self) -> None:
        if self._token.kind != "end":
            self._refuse(
                "an operator is expected" if self._token.text != ")" else "this bracket was not opened"
            )

    def _product(self) -> Node:
        node = self._signed()
        while (token := self._token).text in {"*", "/"}:
            self._at += 1
            node = self._bounded(Operation(token.text, node, self._signed()), token)
        return node

    def _signed(self) -> Node:
        token = self._token
        if token.text == "-":
            self._enter()
            self._at += 1
            node = self._bounded(Negation(self._signed()), token)
            self._nesting -= 1
            return node
        return self._power()

    def _power(self) -> Node:
        base = self._atom()
        token = self._token
        if token.text != "**":
            return base
        self._enter()
        self._at += 1
        node = self._bounded(Operation("**", base, self._signed()), token)
        self._nesting -= 1
        return node

    def _atom(self) -> Node:
        token = self._token
        if token.kind == "number":
            self._at += 1
            return self._number(token)
        if token.kind == "name":
            self._at += 1
            return self._call(token) if self._token.text == "(" else self._name(token)
        if token.text != "(":
            self._refuse("a number, a name or a bracket is expected")
        self._at += 1
        self._enter()
        node = self.expression()
        self._nesting -= 1
        self._expect(")", f"the bracket of column {token.column} is not closed")
        return node

    def _number(self, token: _Token) -> Number:
        mantissa, _, exponent = token.text.lower().partition("e")
        digits = exponent.lstrip("+-").lstrip("0")
        if len(mantissa) > MAX_DIGITS or len(digits) > 4 or int(digits or 0) > MAX_POWER_OF_TEN:
            raise ExpressionError("a number of this size is not read", token.column)
        value, unit = Fraction(token.text), self._token
        if unit.kind != "unit":
            return Number(value)
        self._at += 1
        if not unit.text[1:-1].strip():
            raise ExpressionError("a unit is expected between the square brackets", unit.column)
        return Number(value, unit.text[1:-1].strip())

    def _name(self, token: _Token) -> Name:
        if token.text in RESERVED:
            raise ExpressionError(
                f"'{token.text}' is a function; a bracket is expected after it", token.column
            )
        if token.text not in self._names and token.text not in self._indices:
            hint = meant(token.text, self._names)
            raise ExpressionError(f"{quote(token.text)} is none of the variables{hint}", token.column)
        return Name(token.text)

    def _call(self, token: _Token) -> Node:
        opened = self._token
        self._at += 1
        self._enter()
        node: Node
        if token.text == "if":
            condition = self.condition()
            self._comma("if")
            then = self.expression()
            self._comma("if")
            node = Choice(condition, then, self.expression())
        elif token.text == "sum":
            node = self._sum()
        elif token.text in FUNCTIONS:
            arguments = [self.expression()]
            while self._token.text == ",":
                self._at += 1
                arguments.append(self.expression())
            least, most = FUNCTIONS[token.text]
            if not least <= len(arguments) <= most:
                wanted = str(least) if least == most else f"{least} to {most}"
                noun = "value" if most == 1 else "values"
                raise ExpressionError(
                    f"{token.text} takes {wanted} {noun}, not {len(arguments)}", token.column
                )
            node = Call(token.text, tuple(arguments))
        else:
            known = (*FUNCTIONS, *_WORDS)
            hint = meant(token.text, known) or f"; there are {', '.join(known)}"
            if token.text in self._names:
                hint = "; a product is written *"
            raise ExpressionError(f"{quote(token.text)} is no function{hint}", token.column)
        self._expect(")", f"the bracket of column {opened.column} is not closed")
        self._nesting -= 1
        return self._bounded(node, token)

    def _sum(self) -> Sum:
        index = self._token
        if index.kind != "name" or index.text in RESERVED or index.text in (*self._names, *self._indices):
            self._refuse("a sum begins with a name of its own for what is counted: sum(k, 0, n, ...)")
        self._at += 1
        self._comma("sum")
        low = self.expression()
        self._comma("sum")
        high = self.expression()
        self._comma("sum")
        self._indices.append(index.text)
        term = self.expression()
        self._indices.pop()
        return Sum(index.text, low, high, term)

    @property
    def _token(self) -> _Token:
        return self._tokens[self._at]

    def _comma(self, function: str) -> None:
        wanted = "if(condition, value, other value)" if function == "if" else "sum(k, from, to, term)"
        self._expect(",", f"a comma is expected: {wanted}")

    def _expect(self, sign: str, message: str) -> None:
        if self._token.text != sign:
            self._refuse(message)
        self._at += 1

    def _refuse(self, message: str) -> NoReturn:
        token = self._token
        found = f", not {quote(token.text)}" if token.text and "expected" in message else ""
        raise ExpressionError(message + found, token.column)

    def _enter(self) -> None:
        self._nesting += 1
        if self._nesting > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH}", self._token.column)

    def _bounded(self, node: Node, token: _Token) -> Node:
        if depth(node) > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH}", token.column)
        return node
