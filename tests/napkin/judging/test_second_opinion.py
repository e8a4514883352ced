from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from each import each
from qbank.napkin.evaluate import PLAIN, Interpretation, UndecidableError, evaluate
from qbank.napkin.judging.second_opinion import CANCELLATION, DisagreementError, confirm
from qbank.napkin.tree import Call, Interval, Negation, Node, Number, Operation, Reading, WithUnit
from qbank.napkin.verdicts import Reason, Verdict
from qbank.napkin.verifier import verify
from qbank.units import NO_UNIT, ONE, Quantity, Unit, readings
from qbank.units.format import format_fixed

MODULE = importlib.import_module("qbank.napkin.evaluate")
UNITS = [
    NO_UNIT,
    *(readings(name)[0] for name in ("GB", "MB", "MiB", "s", "ms", "W", "Wh", "$", "tokens", "%", "GFLOPs")),
]
RATES = [readings("GB")[0] / readings("s")[0], readings("$")[0] / readings("h")[0]]
MULTIPLIERS = [ONE, ONE, Fraction(1000), Fraction(10**9), Fraction(1, 1000)]

units = st.sampled_from([*UNITS, NO_UNIT, NO_UNIT, *RATES])
reading = st.builds(Reading, st.sampled_from(MULTIPLIERS), units, st.sampled_from([0, 0, 1]))
digits = st.tuples(st.integers(0, 2000), st.integers(0, 2))


def leaf(places: Iterator[int], drawn: tuple[tuple[int, int], Reading]) -> Number:
    (whole, decimals), found = drawn
    start = 2 * next(places)
    return Number(Fraction(whole, 10**decimals), decimals, (found,), start, start + 1, (start, start + 1))


@st.composite
def trees(draw: st.DrawFn, functions: tuple[str, ...] = ("sqrt",)) -> Node:
    places = count()

    def tree(depth: int) -> Node:
        kind = (
            draw(st.sampled_from(["leaf", "+", "-", "*", "/", "*", "/", "^", "-x", "()", "f", "..."]))
            if depth
            else "leaf"
        )
        start = 10_000 + 2 * next(places)
        end = start + 1
        if kind in {"+", "-", "*", "/"}:
            return Operation(kind, tree(depth - 1), tree(depth - 1), start, end)
        if kind == "^":
            exponent = leaf(places, ((draw(st.integers(0, 4)), 0), Reading()))
            power: Node = Negation(exponent, start, end) if draw(st.booleans()) else exponent
            return Operation("^", tree(depth - 1), power, start, end)
        if kind == "-x":
            return Negation(tree(depth - 1), start, end)
        if kind == "()":
            return WithUnit(tree(depth - 1), (draw(reading),), start, end)
        if kind == "...":
            found = draw(reading)
            low, high = (leaf(places, (draw(digits), found)) for _ in range(2))
            return Interval(low, high, low.start, high.end)
        if kind == "f":
            function = draw(st.sampled_from(functions))
            arguments = draw(st.integers(2, 3)) if function in {"max", "min", "avg"} else 1
            return Call(function, tuple(tree(depth - 1) for _ in range(arguments)), start, end)
        return leaf(places, (draw(digits), draw(reading)))

    return tree(draw(st.integers(1, 4)))


interpretations = st.builds(
    Interpretation,
    binary=st.booleans(),
    binary_counts=st.booleans(),
    without_units=st.booleans(),
    logarithm=st.sampled_from(["ln", "log2", "log10"]),
)


@settings(deadline=None)
@given(trees(), interpretations)
def test_both_evaluators_agree(node: Node, interpretation: Interpretation) -> None:
    try:
        computed = evaluate(node, interpretation)
    except UndecidableError:
        assume(False)
    confirm(node, computed, interpretation)


@settings(deadline=None)
@given(trees(("sqrt", "max", "min", "avg", "floor", "ceil", "round", "abs")), interpretations)
def test_both_evaluators_agree_about_functions_of_quantities(
    node: Node, interpretation: Interpretation
) -> None:
    try:
        computed = evaluate(node, interpretation)
    except UndecidableError:
        assume(False)
    confirm(node, computed, interpretation)


@settings(deadline=None)
@given(st.sampled_from(["ln", "log", "log2", "log10", "exp"]), trees(), interpretations)
def test_both_evaluators_agree_about_functions_of_numbers(
    function: str, argument: Node, interpretation: Interpretation
) -> None:
    node = Call(function, (argument,), 1, 2)
    try:
        computed = evaluate(node, interpretation)
    except UndecidableError:
        assume(False)
    confirm(node, computed, interpretation)


@settings(deadline=None)
@given(trees(), st.sampled_from([Fraction(13, 10), Fraction(999_999, 10**6), Fraction(-1), Fraction(0)]))
def test_another_value_is_not_confirmed(node: Node, factor: Fraction) -> None:
    try:
        computed = evaluate(node)
    except UndecidableError:
        assume(False)
    assume(abs(computed.value) > CANCELLATION)
    with pytest.raises(DisagreementError):
        confirm(node, Quantity(computed.value * factor, computed.dimension, computed.unit), PLAIN)


@settings(deadline=None)
@given(trees(), st.sampled_from([readings("s")[0], readings("GB")[0], readings("$")[0]]))
def test_another_dimension_is_not_confirmed(node: Node, unit: Unit) -> None:
    try:
        computed = evaluate(node)
    except UndecidableError:
        assume(False)
    dimension = type(computed.dimension)(computed.dimension + unit.dimension)
    with pytest.raises(DisagreementError):
        confirm(node, Quantity(computed.value, dimension, computed.unit), PLAIN)


@each(
    "text",
    [
        "sqrt(2) × sqrt(3) - sqrt(6)",
        "sqrt(2)^2 - 2",
        "e^(ln(3)) - 3",
        "2^0.5 × 2^0.5 - 2",
        "3 ms - 3 ms",
        "0 GB + 5",
        "(2 GB - 2 GB) × 3 s + 5",
        "7 GB × 0 + 3",
        "(9 cm²)^0.5 + 3 cm",
        "log2(8) + log(8)",
        "max(7 ms, 3) + 2",
        "2^-3 × (3 s)^-2",
    ],
)
def test_what_could_be_taken_for_a_difference(read: Callable[[str], Node], text: str) -> None:
    node = read(text)
    confirm(node, evaluate(node), PLAIN)


def test_known_operands_are_taken_over(read: Callable[[str], Node]) -> None:
    names = {"N": Quantity.of(3, readings("GB")[0])}
    node = read("N × 1.5")
    interpretation = Interpretation(unrounded={node.right.start: Quantity(Fraction(4, 3), NO_UNIT.dimension)})  # type: ignore[union-attr]
    computed = evaluate(node, interpretation, names)
    confirm(node, computed, interpretation, names)
    assert computed.value == 4 * 10**9
    with pytest.raises(DisagreementError):
        confirm(node, computed, PLAIN, names)


def test_no_text_reaches_a_parser(read: Callable[[str], Node], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: Any, **options: Any) -> Any:
        assert not any(isinstance(argument, str) for argument in arguments)
        return sympify(*arguments, **options)

    sympify = sympy.sympify
    for name in ("sympify", "parse_expr", "N"):
        monkeypatch.setattr(sympy, name, refused if name == "sympify" else getattr(sympy, name))
    node = read("3 GB × (4 + 5) / 2 s")
    confirm(node, evaluate(node), PLAIN)


# -- an evaluator that is wrong ------------------------------------------------------------------------------

TRUE_CLAIMS = {
    "+": "12 GB + 30 GB = 42.00 GB",
    "-": "42 GB - 30 GB = 12.00 GB",
    "*": "3 × 14 GB = 42.00 GB",
    "/": "42 GB / 3 = 14.00 GB",
}


def corrupted(operator: str, spoil: Callable[[Quantity], Quantity]) -> dict[str, Any]:
    right = MODULE._OPERATIONS[operator]
    return {**MODULE._OPERATIONS, operator: lambda one, two: spoil(right(one, two))}


def times(factor: Fraction | int) -> Callable[[Quantity], Quantity]:
    return lambda quantity: Quantity(quantity.value * factor, quantity.dimension, quantity.unit)


SPOILED: dict[str, Callable[[Quantity], Quantity]] = {
    "value": times(3),
    "a little": times(Fraction(101, 100)),
    "dimension": lambda quantity: Quantity(quantity.value, readings("s")[0].dimension, readings("s")[0]),
}


@pytest.mark.parametrize("spoil", SPOILED)
@pytest.mark.parametrize("operator", TRUE_CLAIMS)
def test_a_defect_of_the_evaluator_is_never_called_the_authors(
    monkeypatch: pytest.MonkeyPatch, operator: str, spoil: str
) -> None:
    text = TRUE_CLAIMS[operator]
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK]
    monkeypatch.setattr(MODULE, "_OPERATIONS", corrupted(operator, SPOILED[spoil]))
    [claim] = verify(text)
    assert (claim.verdict, claim.reason) in {
        (Verdict.UNCHECKED, Reason.DISAGREEMENT),
        (Verdict.UNCHECKED, Reason.UNITS),
    }


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("floor(15 / 2) = 7", "floor"),
        ("max(3 ms, 7 ms) = 7 ms", "max"),
        ("log2(8) = 3", "log2"),
        ("sqrt(49) = 7", "sqrt"),
    ],
)
def test_a_defect_in_a_function_is_seen(monkeypatch: pytest.MonkeyPatch, text: str, function: str) -> None:
    right = MODULE.FUNCTIONS[function]
    monkeypatch.setitem(MODULE.FUNCTIONS, function, lambda arguments: SPOILED["value"](right(arguments)))
    [claim] = verify(text)
    assert (claim.verdict, claim.reason) == (Verdict.UNCHECKED, Reason.DISAGREEMENT)


@pytest.mark.parametrize("factor", [9, Fraction(1, 9)])
@pytest.mark.parametrize("operator", ["+", "*"])
@pytest.mark.parametrize("text", ["8 GB > 3 × 2 GB", "12 GB + 4 GB > 15 GB", "7 × 3 = 3 × 7"])
def test_a_defect_is_seen_on_either_side(
    monkeypatch: pytest.MonkeyPatch, text: str, operator: str, factor: Fraction | int
) -> None:
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK]
    monkeypatch.setattr(MODULE, "_OPERATIONS", corrupted(operator, times(factor)))
    assert all(claim.verdict is not Verdict.WRONG for claim in verify(text))


def test_a_defect_of_one_caller_is_seen_too(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = importlib.import_module("qbank.napkin.judging.relation")
    monkeypatch.setattr(compare, "evaluate", lambda *arguments: SPOILED["value"](evaluate(*arguments)))
    [claim] = verify("3 × 14 GB = 47 GB")
    assert (claim.verdict, claim.reason) == (Verdict.UNCHECKED, Reason.DISAGREEMENT)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 999), st.integers(2, 999), st.sampled_from(["+", "-", "*", "/"]))
def test_spoiled_arithmetic_accuses_nobody(one: int, two: int, operator: str) -> None:
    results = {
        "+": Fraction(one + two),
        "-": Fraction(one - two),
        "*": Fraction(one * two),
        "/": Fraction(one, two),
    }
    text = f"{one} {operator} {two} = {format_fixed(results[operator], 9)}"
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "_OPERATIONS", corrupted(operator, SPOILED["value"]))
        assert all(claim.verdict in {Verdict.UNCHECKED, Verdict.OK} for claim in verify(text))


def test_the_explanation_says_whose_defect_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "_OPERATIONS", corrupted("*", SPOILED["value"]))
    [claim] = verify("3 × 14 GB = 42 GB")
    assert claim.detail == "126,000,000,000 against 42000000000.0"
    assert claim.computed is None


@each(
    "expression",
    [
        "1 - 0.99^1e-300",
        "(655360)^(0.5 - 1e-999) + exp(100^1e-20)",
        "max(100^1e-999, 1)",
        "log2((1/27)^(1e-999 + 1e-18))",
    ],
)
def test_roots_of_extreme_numbers_are_compared_at_once(expression: str) -> None:
    started = time.process_time()
    [claim] = verify(f"Total = {expression} = 77")
    assert claim.verdict in {Verdict.WRONG, Verdict.UNCHECKED}
    assert time.process_time() - started < 5
