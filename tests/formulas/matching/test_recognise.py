from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.algebra.parse import parse
from qbank.algebra.tree import Name, Node, Operation
from qbank.formulas.formula import Variable
from qbank.formulas.library import Library
from qbank.formulas.matching.match import Operand
from qbank.formulas.matching.patterns import patterns
from qbank.formulas.matching.recognise import Expression, Recognised, Recogniser
from qbank.units.parse import parse_unit

Look = Callable[..., tuple[Recognised, ...]]


@pytest.fixture(scope="module")
def look(library: Library) -> Look:
    """Recognises an expression over operands such as `8` or `14 GB`; the text speaks of everything."""
    recognisers: dict[tuple[str, ...], Recogniser] = {}

    def run(
        text: str, only: tuple[str, ...], called: Mapping[str, int] | None = None, /, **said: str
    ) -> tuple[Recognised, ...]:
        if only not in recognisers:
            chosen = [library.find(identifier) for identifier in only]
            recognisers[only] = Recogniser(pattern for one in chosen for pattern in patterns(one))
        operands = {name: operand(amount) for name, amount in said.items()}
        expression = Expression(parse(text, tuple(operands)), operands)

        def calls(variable: Variable, value: Fraction) -> bool:
            return called is not None and called.get(variable.name) == value

        return recognisers[only].recognise(expression, lambda _: 1, calls)

    return run


def operand(amount: str) -> Operand:
    digits, _, name = amount.partition(" ")
    unit = parse_unit(name or "1")
    return Operand(Fraction(digits) * unit.scale, unit.dimension, macs="MAC" in name)


RING = ("ring_allreduce_bytes", "ring_allreduce_time")
BUBBLE = ("pipeline_bubble_fraction", "pipeline_bubble_overhead")
KV = ("kv_bytes_per_token", "kv_cache_size")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c*(n - e)/n*m", {"c": "2", "n": "8", "e": "1", "m": "14 GB"}),
        ("m*c*(n - e)/n", {"c": "2", "n": "8", "e": "1", "m": "14 GB"}),
        ("c*s/n*m", {"c": "2", "s": "7", "n": "8", "m": "14 GB"}),
        ("m/n*s*c", {"c": "2", "s": "7", "n": "8", "m": "14 GB"}),
    ],
)
def test_order_and_what_authors_work_out_in_their_heads_do_not_matter(
    look: Look, text: str, said: dict[str, str]
) -> None:
    found = look(text, RING, **said)[0]

    assert (found.formula.id, found.slip) == ("ring_allreduce_bytes", None)
    assert found.values == {"n": 8, "m": 14 * 10**9}


def test_units_tell_formulas_apart(look: Look) -> None:
    found = look("c*s/n*m/b", RING, c="2", s="7", n="8", m="14 GB", b="300 GB/s")[0]

    assert found.formula.id == "ring_allreduce_time"
    assert found.values == {"n": 8, "m": 14 * 10**9, "b": 300 * 10**9, "a": 0}
    assert look("c*s/n*m", RING, c="2", s="7", n="8", m="14 s") == ()


def test_bounds_and_conditions_are_kept(look: Look) -> None:
    assert look("c*s/n*m", RING, c="2", s="7", n="9", m="14 GB") == ()  # 7/9 is (n - 1)/n of nothing
    assert look("c*(n - e)/n*m", RING, c="2", n="1/2", e="1", m="14 GB") == ()


def test_a_slip_needs_numbers_that_are_called_right(look: Look) -> None:
    said = {"p": "4", "m": "8", "q": "4"}

    assert look("p/(m + q)", BUBBLE, {"p": 4, "m": 8}, **said)[0].slip is not None
    five = look("p/(m + q)", BUBBLE, {"p": 5, "m": 8}, **said)[0]
    assert (five.slip, five.values) == (None, {"p": 5, "m": 8})
    assert look("p/(m + q)", BUBBLE, None, **said)[0].slip is None


def test_stages_and_micro_batches_are_told_apart_by_what_they_are_called(look: Look) -> None:
    said = {"a": "16", "b": "16", "c": "4", "e": "1", "f": "1"}

    swapped = look("(a - e)/(b + c - f)", BUBBLE, {"p": 4, "m": 16}, **said)[0]
    assert swapped.slip is not None
    assert look("(a - e)/(b + c - f)", BUBBLE, {"p": 16, "m": 4}, **said)[0].slip is None


def test_a_factor_that_is_shown_is_not_missing(look: Look) -> None:
    called = {"L": 32, "k": 8, "e": 128}
    said = {"l": "32", "k": "8", "e": "128", "q": "2 byte"}

    assert look("l*k*e*q", KV, called, **said)[0].slip is not None
    assert look("c*l*k*e*q", KV, called, c="2", **said)[0].slip is None


def test_operations_are_no_multiply_accumulates(look: Look) -> None:
    npu = ("npu_utilised_latency",)

    assert look("k/f", npu, k="300 MAC", f="4 OP/second")[0].slip is not None
    assert look("k/f", npu, k="300 OP", f="4 OP/second") == ()
    assert look("c*k/f", npu, c="2", k="300 MAC", f="4 OP/second")[0].slip is None


def test_a_power_is_found_written_out_and_as_an_exponent(look: Look) -> None:
    draft = ("speculative_tokens",)

    long = look("(e - a**k)/(f - b)", draft, e="1", a="0.8", k="9", f="1", b="0.8")[0]
    short = look("(e - a**k)/(f - b)", draft, e="1", a="0.8", k="3", f="1", b="0.8")[0]
    assert long.values == {"a": Fraction(4, 5), "k": 8}
    assert short.values == {"a": Fraction(4, 5), "k": 2}


def test_where_no_operand_has_a_unit_a_telling_shape_is_enough(look: Look) -> None:
    assert look("sqrt(c*d*m)", ("young_interval",), c="2", d="60", m="43200")[0].slip is None
    assert look("sqrt(d*m)", ("young_interval",), d="60", m="43200")[0].slip is not None
    assert look("m/b", ("p2p_time",), m="10", b="5") == ()


def test_a_text_that_does_not_speak_of_a_formula_has_none(library: Library) -> None:
    recogniser = Recogniser(patterns(library.find("p2p_time")))
    operands = {"m": operand("10 GB"), "b": operand("5 GB/s")}
    written = Expression(parse("m/b", ("m", "b")), operands)

    assert recogniser.recognise(written, lambda _: 0, lambda *_: False) == ()
    assert recogniser.recognise(written, lambda _: 1, lambda *_: False)[0].formula.id == "p2p_time"


def test_a_search_among_many_like_operands_ends(look: Look) -> None:
    names = [f"x{number}" for number in range(15)]
    text = "*".join(names)

    assert look(text, KV, **{name: f"{number + 3}" for number, name in enumerate(names)}) == ()
    assert look(text, KV, **{name: f"{number} byte" for number, name in enumerate(names)}) == ()
    assert look(f"{text}*q", KV, **dict.fromkeys(names, "3"), q="3 byte") == ()
    assert look("*".join(f"y{n}" for n in range(20)), KV, **{f"y{n}": "1" for n in range(20)}) == ()


@given(st.permutations(["c", "s", "m", "n"]), st.integers(2, 512))
def test_any_order_of_the_factors_is_recognised(order: list[str], ranks: int) -> None:
    from qbank.formulas.library import load

    operands = {
        "c": Operand(Fraction(2)),
        "s": Operand(Fraction(ranks - 1)),
        "n": Operand(Fraction(ranks)),
        "m": operand("14 GB"),
    }
    tree: Node | None = None
    for name in order:
        if tree is None:
            tree = Operation("/", parse("1", ()), Name(name)) if name == "n" else Name(name)
        else:
            tree = Operation("/" if name == "n" else "*", tree, Name(name))
    assert tree is not None
    recogniser = Recogniser(patterns(load().find("ring_allreduce_bytes")))
    found = recogniser.recognise(Expression(tree, operands), lambda _: 1, lambda *_: False)

    assert found[0].slip is None
    assert found[0].values["n"] == ranks
