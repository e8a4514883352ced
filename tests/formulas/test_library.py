from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from each import each
from qbank import resources
from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.parse import parse
from qbank.algebra.tree import variables
from qbank.bundled_data import DataError, yaml_files
from qbank.formulas.entry import example_problems
from qbank.formulas.formula import FOLDER, Formula
from qbank.formulas.library import Library, UnknownFormulaError, bundled, load
from qbank.formulas.reading import with_more
from qbank.units.names import in_symbols

if TYPE_CHECKING:
    from tests.formulas.conftest import Bank

IDS = [formula.id for formula in bundled()]


def test_the_library_is_what_it_should_be(library: Library) -> None:
    assert len(library) == 342
    assert set(library.areas) == {
        "batch", "communication", "compute", "cost", "data_io", "edge_tiny", "energy", "memory", "numerics",
        "parallelism", "queueing", "reliability", "scaling",
    }  # fmt: skip


def test_our_own_files_pass_every_check_that_a_bank_has_to() -> None:
    assert [one.id for one in with_more((), yaml_files(resources.schema_folder() / FOLDER))] == IDS


def test_worked_examples_come_out(library: Library) -> None:
    problems = []
    for formula in library:
        assert len(formula.examples) >= 2, formula.id
        for example in formula.examples:
            problems += [f"{formula.id}: {problem}" for problem in example_problems(formula, example)]
    assert problems == []


def test_no_two_examples_of_a_formula_are_alike(library: Library) -> None:
    for formula in library:
        inputs = [tuple(formula.read(example.given).items()) for example in formula.examples]
        assert len(set(inputs)) == len(inputs), formula.id


def test_examples_tell_a_formula_from_one_that_lacks_a_term(library: Library) -> None:
    """Examples in which every variable matters: a change of any input changes a result."""
    unmoved = []
    for formula in library:
        for name in set(variables(formula.tree)):  # others are there for slips
            variable, moved = formula.variables[name], False
            for example in formula.examples:
                inputs = formula.read(example.given)
                before = evaluate_exactly(formula.tree, inputs)
                step = 1 if variable.whole else inputs[name] / 7 + Fraction(1, 100)
                for value in (inputs[name] + step, inputs[name] - step):
                    try:
                        moved = moved or evaluate_exactly(formula.tree, {**inputs, name: value}) != before
                    except ValueError:
                        moved = True
            if not moved:
                unmoved.append(f"{formula.id}: {name}")
    assert unmoved == []


def test_variants_name_formulas_and_mostly_each_other(library: Library) -> None:
    for formula in library:
        assert formula.id not in formula.variants
        assert len(set(formula.variants)) == len(formula.variants)
        for variant in formula.variants:
            assert variant in library


def test_texts_are_short_and_without_a_full_stop(library: Library) -> None:
    for formula in library:
        for text in (formula.name, formula.source, *formula.assumes, formula.pitfall or "x"):
            assert text == text.strip()
            assert not text.endswith(".") or text.endswith("etc."), formula.id
        assert formula.pitfall


def test_formulas_with_conditions_hold_for_their_examples(library: Library) -> None:
    assert sum(bool(formula.conditions) for formula in library) >= 8
    assert sum(variable.whole for formula in library for variable in formula.variables.values()) >= 60


@each(
    "one, other",
    [
        ("pipeline_bubble_fraction", "pipeline_bubble_overhead"),
        ("training_flops_6pd", "inference_flops"),
        ("ring_allreduce_time", "reduce_scatter_time"),
        ("amdahl", "gustafson"),
        ("young_interval", "daly_interval"),
        ("zero1_memory", "zero2_memory"),
    ],
)
def test_variants_are_kept_apart(library: Library, one: str, other: str) -> None:
    first, second = library.find(one), library.find(other)
    assert first.tree != second.tree
    assert other in first.variants or one in second.variants


def test_an_id_is_found_in_other_spellings_and_a_near_one_is_told(library: Library) -> None:
    assert library.find("Ring-Allreduce-Time").id == "ring_allreduce_time"
    assert "p2p_time" in library
    with pytest.raises(UnknownFormulaError, match=r"did you mean 'mm1_time'\?"):
        library.find("mm1_tim")
    with pytest.raises(UnknownFormulaError, match="`qbank formula list` lists them"):
        library.find("zzzz")


def test_a_bank_adds_formulas(own: Bank) -> None:
    found = load(own())
    assert len(found) == len(IDS) + 1
    cart = found.find("cart_time")
    assert cart.evaluate({"a": 1, "m": "1 MB", "b": "1 MB/s"}).value == 2
    assert (cart.path, cart.line) == (own() / "schema" / "formulas" / "own.yaml", 2)


def test_a_bank_without_formulas_has_ours(tmp_path: Path) -> None:
    assert load(tmp_path) is bundled()
    assert load(resources.schema_folder().parent) is bundled()


def test_a_copy_of_ours_is_no_contradiction(own: Bank) -> None:
    text = (resources.schema_folder() / FOLDER / "queueing.yaml").read_text(encoding="utf-8")
    assert len(load(own(queueing=text))) == len(IDS)
    changed = text.replace("log(100)", "log(1000)").replace("2 * log(10)", "3 * log(10)")
    with pytest.raises(
        DataError, match=r"queueing.yaml:\d+:7: the id 'mm1_p99' is used by .*queueing.yaml:\d+ already"
    ):
        load(own(queueing=re.sub(r"result: (0.2302\S*|4.605\S*) s", "result: 1 s", changed)))


def test_what_differs_from_ours_is_told_in_one_message(own: Bank) -> None:
    text = (resources.schema_folder() / FOLDER / "queueing.yaml").read_text(encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(own(queueing=text.replace("  name: ", "  name: our ")))
    (problem,) = caught.value.problems
    ids = "'littles_law', 'utilisation', 'mm1_time', 'mm1_p99', 'mg1_wait' and 9 more"
    assert problem.message == f"the ids {ids} are used by the library of formulas already"


def test_an_id_of_two_files_is_told_with_both_places(own: Bank) -> None:
    from tests.formulas.conftest import ENTRY

    root = own(one=ENTRY, two=ENTRY)
    with pytest.raises(DataError) as caught:
        load(root)
    folder = root / "schema" / "formulas"
    assert (
        str(caught.value)
        == f"{folder}/two.yaml:2:7: the id 'cart_time' is used by {folder}/one.yaml:2 already"
    )


MISTAKES = [
        ("a + m/b", "a + m/c", "6:21", "cart_time: expression: 'c' is none of the variables"),
        ("a + m/b", "a +* m/b", "6:18", "cart_time: expression: a number, a name or a bracket is expected"),
        ("a + m/b", "a + m", "6:15", "cart_time: expression: b does not occur in it"),
        ("a + m/b", "a + 8*m/b + b", "6:15", "cannot be added or compared"),
        ("a + m/b", "__import__(a)", "6:15", "'__import__' is no function"),
        ("a + m/b", "(" * 60 + "a", "6:56", "nested deeper than 40"),
        ("unit: second}\n  exp", "unit: furlong}\n  exp", "5:29", "cart_time: result: 'furlong' is no unit"),
        ("{unit: byte, m", "{unit: bite, m", "9:15", "cart_time: m: 'bite' is no unit"),
        ("symbol: T", "symbol: a", "5:20", "'a' is one of the variables"),
        ("symbol: T", "symbol: Max", "5:20", "'Max' is a word of the language"),
        ("id: cart_time", "id: Cart Time", "2:7", "'Cart Time' is no id of a formula"),
        ("    a: {", "    1a: {", "8:", "'1a' is no name of a variable"),
        ("    a: {", "    var: {", "8:", "'var' is a word of JavaScript"),
        ("result: 3,", "result: 4,", "13:5", "cart_time: examples: T is 3, and the example says 4"),
        ("because: 1 + 2}", "because: 1 + 3}", "13:5", "because: comes to 4, and the example says 3"),
        ("because: 1 + 2}", "because: a + 2}", "13:5", "because: column 1: 'a' is none of the variables"),
        ("{a: 1, m: 10, b: 5}", "{a: 1, m: 10}", "13:5", "cart_time needs b (rate)"),
        ("{a: 1, m: 10, b: 5}", "{a: 1 B, m: 10, b: 5}", "13:5", "a: '1 B' is in byte, and second is needed"),
        ("  source: definition\n", "", "2:3", "formulas[0].source: missing"),
        ("  source: def", "  sourc: def", "11:3", "is it 'sourc' here that is meant?"),
        ("source: definition", "source: x\n  variants: [p2p_tim]", "12:14", "did you mean 'p2p_time'?"),
        ("source: definition", "source: x\n  holds_when: [a < m]", "12:16", "cannot be added"),
        ("source: definition", "source: definition\n  holds_when: [a <]", "12:", "a bracket is expected"),
        ("meaning: start}", "meaning: start, latex: '\\input{x}'}", "8:", "is no LaTeX of a symbol"),
        ("meaning: start}", "meaning: start, min: x}", "8:", "is not a number that bounds a variable"),
        ("formulas:", "formula:", "1:1", "formulas: missing"),
        ("formulas:\n", "formulas: [\n", "", ""),
    ]  # fmt: skip


def test_mistakes_are_told_with_file_line_and_column(own: Bank) -> None:
    for old, new, place, message in MISTAKES:
        root = own((old, new))
        with pytest.raises(DataError) as caught:
            load(root)
        first = str(caught.value).splitlines()[0]
        assert first.startswith(f"{root}/schema/formulas/own.yaml:{place}"), new
        assert any(message in str(problem) for problem in caught.value.problems), str(caught.value)


def test_all_mistakes_of_a_file_are_told(own: Bank) -> None:
    root = own(("a + m/b", "a + m/c"), ("unit: byte,", "unit: bite,"))
    with pytest.raises(DataError) as caught:
        load(root)
    assert len(caught.value.problems) == 2


def test_every_variable_occurs_in_its_expression_or_in_a_slip(library: Library) -> None:
    for formula in library:
        slips = [variables(slip.tree) for slip in formula.slips if slip.tree is not None]
        assert set(variables(formula.tree)).union(*slips) == set(formula.variables)
        assert formula.symbol not in formula.variables


def test_expressions_are_as_they_are_written(library: Library) -> None:
    for formula in library:
        assert parse(formula.expression, formula.variables) == formula.tree
        assert isinstance(formula, Formula)


BAD_SLIPS = [
    ("{expression: m/c, says: so}", "cart_time: slips: expression"),
    ("{expression: m + b, says: so}", "cart_time: slips: expression"),
    ("{variable: c, taken: both ways}", "cart_time: slips: 'c' is none of the variables"),
    ("{expression: m/b}", "a wrong expression needs 'says'"),
    ("{variable: b}", "a slip has an 'expression', or a 'variable' with 'taken'"),
    ("{expression: m/b, says: so, variable: b, taken: both ways}", "a slip has an 'expression', or"),
    ("{variable: b, taken: for granted}", "for granted"),
]


def test_a_slip_that_is_none_is_reported_at_its_line(own: Bank) -> None:
    for slip, message in BAD_SLIPS:
        root = own(("  source: definition\n", f"  source: definition\n  slips:\n  - {slip}\n"))
        with pytest.raises(DataError) as caught:
            load(root)
        (problem,) = caught.value.problems
        assert message in problem.message, slip
        assert problem.line == 13


def test_what_a_formula_is_recognised_by_is_read(own: Bank) -> None:
    root = own(
        (
            "  source: definition\n",
            "  source: definition\n  cues: [Cart]\n  slips:\n  - {expression: m/b, says: so}\n",
        ),
        ("{unit: second, meaning: start}", "{unit: second, meaning: start, left_out: 0, called: [Start]}"),
    )
    cart = load(root).find("cart_time")

    assert (cart.cues, cart.slips[0].cues, cart.slips[0].says) == (("cart",), ("cart",), "so")
    assert (cart.variables["a"].left_out, cart.variables["a"].called) == (0, ("start",))


def test_every_unit_of_the_library_has_symbols(library: Library) -> None:
    units = {one.unit for formula in library for one in formula.variables.values()}
    units |= {formula.unit for formula in library}
    assert [unit for unit in units if not in_symbols(unit)] == ["1"]
