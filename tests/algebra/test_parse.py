from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.algebra.exact import evaluate_exactly, holds_exactly
from qbank.algebra.parse import ExpressionError, parse, parse_condition
from qbank.algebra.tree import (
    Call,
    Choice,
    Comparison,
    Name,
    Negation,
    Node,
    Number,
    Operation,
    Sum,
    depth,
    holds_sum,
    spell,
    spell_condition,
    variables,
)

NAMES = ("a", "b", "n", "seq")


WRITTEN = [
    ("1 + 2*3", 7),
    ("(1 + 2)*3", 9),
    ("2**3**2", 512),
    ("-2**2", -4),
    ("2**-1", Fraction(1, 2)),
    ("8/4/2", 1),
    ("8 - 4 - 2", 2),
    ("--3", 3),
    ("2*-3", -6),
    ("0.1*3", Fraction(3, 10)),
    (".5", Fraction(1, 2)),
    ("5.", 5),
    ("1e3", 1000),
    ("2.5e-3", Fraction(1, 400)),
    ("8[bit/byte]*2", 16),
    ("Max(1, 2, 3) - Min(4, 5)", -1),
    ("if(1 < 2, 10, 1/0)", 10),
    ("if(1 < 2 and 2 < 1, 10, 20)", 20),
    ("sum(k, 1, 4, k**2)", 30),
    ("sum(k, 1, 3, sum(j, 1, k, j))", 10),
    ("sum(k, 2, 1, k)", 0),
    ("factorial(5)", 120),
    ("abs(-3)", 3),
    ("  1 +\t2 ", 3),
]


def test_it_computes_what_is_written() -> None:
    values = {text: evaluate_exactly(parse(text, ()), {}) for text, _ in WRITTEN}
    assert values == dict(WRITTEN)


def test_names_stand_for_values() -> None:
    tree = parse("2*(n - 1)*a + seq/b", NAMES)
    values = {name: Fraction(number) for name, number in zip(NAMES, (5, 2, 3, 8), strict=True)}
    assert evaluate_exactly(tree, values) == 24
    assert sorted(variables(tree)) == ["a", "b", "n", "seq"]


def test_the_index_of_a_sum_is_no_variable() -> None:
    tree = parse("sum(k, 0, n, a**k)", NAMES)
    assert list(variables(tree)) == ["n", "a"]
    assert holds_sum(tree)
    assert not holds_sum(parse("a + n", NAMES))


WRONG = [
    ("", 1, "a number, a name or a bracket is expected"),
    ("1 +", 4, "a number, a name or a bracket is expected"),
    ("1 2", 3, "an operator is expected, not '2'"),
    ("a b", 3, "an operator is expected, not 'b'"),
    ("2a", 2, "an operator is expected, not 'a'"),
    ("(1 + 2", 7, "the bracket of column 1 is not closed"),
    ("1)", 2, "this bracket was not opened"),
    ("a^2", 2, "'^' means nothing here; a power is written **"),
    ("a = 2", 3, "'=' means nothing here; equality is written =="),
    ("2 × a", 3, "'×' means nothing here; write *"),
    ("x + 1", 1, "'x' is none of the variables"),
    ("seqq + 1", 1, "'seqq' is none of the variables; did you mean 'seq'?"),
    ("sqr(2)", 1, "'sqr' is no function; did you mean 'sqrt'?"),
    ("a(2)", 1, "'a' is no function; a product is written *"),
    ("sqrt", 1, "'sqrt' is a function; a bracket is expected after it"),
    ("sqrt(1, 2)", 1, "sqrt takes 1 value, not 2"),
    ("Max(1)", 1, "Max takes 2 to 8 values, not 1"),
    ("if(1, 2, 3)", 5, "a comparison such as '<' is expected, not ','"),
    ("if(1 < 2, 3)", 12, "a comma is expected: if(condition, value, other value)"),
    ("sum(a, 1, 2, 3)", 5, "a sum begins with a name of its own"),
    ("sum(k, 1, 2)", 12, "a comma is expected: sum(k, from, to, term)"),
    ("k + sum(k, 1, 2, k)", 1, "'k' is none of the variables"),
    ("1[]", 2, "a unit is expected between the square brackets"),
    ("a[byte]", 2, "an operator is expected"),
    ("1 < 2", 3, "an operator is expected, not '<'"),
    ("1e99999", 1, "a number of this size is not read"),
    ("1" * 70, 1, "a number of this size is not read"),
]


def test_what_is_wrong_is_said_with_its_column() -> None:
    for text, column, message in WRONG:
        with pytest.raises(ExpressionError) as caught:
            parse(text, NAMES)
        assert caught.value.column == column, text
        assert caught.value.message.startswith(message), text
        assert str(caught.value).startswith(f"column {column}: ")


HOSTILE = [
    "__import__('os').system('true')",
    "().__class__.__bases__",
    "a.real",
    "lambda: 1",
    "[1 for a in b]",
    "a; b",
    "a\x00",
    "'a'*9",
    '"a"',
    "{a}",
    "a if b else n",
    "exec(a)",
    "open(a)",
    "a := 1",
    "@a",
    "$a",
    "`a`",
    "a\\b",
    "Symbol(a)",
    "Integer(1)",
    "eval(a)",
    "１ + 1",  # full-width digit
    "а",  # Cyrillic
    "((((" * 100,
    "-" * 250 + "1",
    "(" * 45 + "1" + ")" * 45,
    "2**" * 60 + "2",
    "+".join(["a"] * 60),
    "a*" * 400 + "a",
    "sqrt(" * 60 + "1" + ")" * 60,
    " " * 2000 + "1",
    "1" * 2000,
    "1e" + "9" * 50,
]


def test_hostile_text_is_refused_at_once() -> None:
    for text in HOSTILE:
        began = time.process_time()
        with pytest.raises(ExpressionError):
            parse(text, NAMES)
        assert time.process_time() - began < 20, text


def refusal(read: Callable[[str, Any], Any], text: str) -> int | None:
    """Return the column at which a text is refused; None if it is read."""
    try:
        read(text, NAMES)
    except ExpressionError as error:
        return error.column
    return None


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    column = refusal(parse, text)
    assert column is None or 1 <= column <= len(text) + 1


@given(st.text("abnseqsumif0123456789.+-*/()<>=,[] ek", max_size=80))
def test_text_of_the_language_is_read_or_refused(text: str) -> None:
    for read in (parse, parse_condition):
        column = refusal(read, text)
        assert column is None or 1 <= column <= len(text) + 1


def comparisons(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[tuple[Comparison, ...]]:
    one = st.builds(Comparison, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner, inner)
    return st.lists(one, min_size=1, max_size=2).map(tuple)


def larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.builds(Negation, inner),
        st.builds(Operation, st.sampled_from(["+", "-", "*", "/", "**"]), inner, inner),
        st.builds(lambda name, one: Call(name, (one,)), st.sampled_from(["sqrt", "log2", "floor"]), inner),
        st.builds(lambda one, other: Call("Max", (one, other)), inner, inner),
        st.builds(Choice, comparisons(inner), inner, inner),
    )


TREES: st.SearchStrategy[Node] = st.recursive(
    st.one_of(
        st.sampled_from(NAMES).map(Name),
        st.integers(0, 10**6).map(lambda number: Number(Fraction(number))),
        st.integers(1, 999).map(lambda number: Number(Fraction(number, 1000))),
        st.just(Number(Fraction(8), "bit/byte")),
        st.just(Sum("k", Number(Fraction(0)), Name("n"), Operation("**", Name("a"), Name("k")))),
    ),
    larger,
    max_leaves=8,
)


@given(TREES)
def test_a_tree_that_is_written_and_read_is_the_same(tree: Node) -> None:
    if depth(tree) <= 10:
        assert parse(spell(tree), NAMES) == tree


def test_without_units_a_factor_that_only_carries_one_goes() -> None:
    tree = parse("8[bit/byte]*a*1[bit]/1[byte] + if(a < 1[bit], b, 1)", NAMES)
    assert spell(tree, units=False) == "8*a + if(a < 1, b, 1)"


def test_conditions() -> None:
    condition = parse_condition("0 < a < 1 and n >= 2", NAMES)
    assert len(condition) == 3
    assert spell_condition(condition) == "0 < a and a < 1 and n >= 2"
    assert holds_exactly(condition, {"a": Fraction(1, 2), "n": Fraction(2)})
    assert not holds_exactly(condition, {"a": Fraction(1), "n": Fraction(2)})
    for text in ("a", "a < ", "a < 1 and", "a < 1 or n > 1", "and"):
        with pytest.raises(ExpressionError):
            parse_condition(text, NAMES)
