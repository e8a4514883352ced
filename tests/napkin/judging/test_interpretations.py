from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from each import each
from qbank.napkin.evaluate import PLAIN, Interpretation, evaluate
from qbank.napkin.judging.interpretations import interpretations
from qbank.napkin.judging.line_context import SymbolTable, nothing_around
from qbank.napkin.judging.relation import Relation
from qbank.napkin.tree import Node, Number
from qbank.napkin.verdicts import Tolerances, Verdict
from qbank.napkin.verifier import verify
from qbank.units import Quantity, readings

Read = Callable[[str], Node]
BEHIND = " " * 100  # keeps the places of the right side's numbers apart from the left side's


def tried(read: Read, left: str, right: str, sign: str = "=") -> list[tuple[Interpretation, Interpretation]]:
    claimed = Relation(read(left), read(BEHIND + right), sign, {}, Tolerances())
    return list(interpretations(claimed, nothing_around()))


@each("left, right", [("3 × 4", "12"), ("3 × 40 ms", "120 ms"), ("3 × 4", "12 GiB")])
def test_what_is_plain_is_read_in_one_way(read: Read, left: str, right: str) -> None:
    assert tried(read, left, right) == [(PLAIN, PLAIN)]


def test_the_plain_interpretation_comes_first(read: Read) -> None:
    assert tried(read, "7B × 2 GB", "4K TOPS")[0] == (PLAIN, PLAIN)


@each(
    "left, right, binary",
    [
        ("16 × 4 GB", "64 GB", {(False, False), (True, True)}),
        ("16 × 4", "64 GB", {(False, False), (False, True)}),
        ("16 × 4 GB", "64", {(False, False), (True, False)}),
        ("16 × 4 MB", "64 GB", {(False, False), (False, True), (True, False), (True, True)}),
        ("3 × 4 GiB", "12 GB", {(False, False)}),
        ("3 × 40 GB", "120 GB", {(False, False)}),  # nothing tells of 1024
    ],
)
def test_which_sides_may_be_powers_of_1024(
    read: Read, left: str, right: str, binary: set[tuple[bool, bool]]
) -> None:
    assert {(one.binary, two.binary) for one, two in tried(read, left, right)} == binary


def test_a_comparison_reads_both_sides_alike(read: Read) -> None:
    assert all(one.binary == two.binary for one, two in tried(read, "3 × 4 MB", "12 GB", "<"))


def test_operands_spelled_alike_are_read_alike_first(read: Read) -> None:
    left = read("7B × 9B")
    assert not isinstance(left, Number)
    places = [leaf.start for leaf in Relation(left, read("1"), "=", {}, Tolerances()).operands]
    choices = [one.choices for one, _ in tried(read, "7B × 9B", "1")]
    assert choices[:2] == [{}, dict.fromkeys(places, 1)]
    assert {places[0]: 1} in choices[2:]
    assert {places[1]: 1} in choices[2:]


def test_macs_are_operations_throughout_or_nowhere(read: Read) -> None:
    choices = [one.choices for one, _ in tried(read, "3 GMACs × 4", "12 GMACs")]
    assert [len(chosen) for chosen in choices] == [0, 2]


def test_a_logarithm_without_a_base_may_have_three(read: Read) -> None:
    assert [one.logarithm for one, _ in tried(read, "log(8)", "3")] == ["ln", "log10", "log2"]


def test_an_operand_may_repeat_an_unrounded_result(read: Read) -> None:
    line = nothing_around()
    earlier, left = read("3.3 GB"), read("3.3 GB × 100")
    assert isinstance(earlier, Number)
    line.symbols.result(earlier, evaluate(read("10 GB / 3")))
    found = list(interpretations(Relation(left, read(BEHIND + "330 ms"), "=", {}, Tolerances()), line))
    unrounded = [one.unrounded for one, _ in found]
    assert unrounded[0] == {}
    assert [quantity.value for quantity in unrounded[-1].values()] == [evaluate(read("10 GB / 3")).value]


# -- prefixes of 1000 and of 1024 ----------------------------------------------------------------------------


def test_prefixes() -> None:
    cases: list[tuple[str, Verdict]] = [
        ("16 × 64 MB = 1.024 GB", Verdict.OK),
        ("16 × 64 MB = 1.000 GB", Verdict.OK),
        ("12 × 60 MB = 0.703 GB", Verdict.IMPRECISE),  # nothing tells of 1024
        ("16 × 64 MB = 1.012 GB", Verdict.IMPRECISE),
        ("16 × 64 MB = 1.2 GB", Verdict.WRONG),
        ("96 × 1024 × 2 bytes = 192 KB", Verdict.OK),
        ("96 × 1024 × 2 bytes = 196.6 KB", Verdict.OK),
        ("3 GiB = 3,072 MiB", Verdict.OK),
        ("3 GiB × 2 = 6.44 GB", Verdict.OK),
        ("3 GiB × 2 = 6.00 GB", Verdict.WRONG),
        ("8 Gb × 3 = 3.00 GB", Verdict.OK),
        ("8 Gb × 3 = 24.0 Gb", Verdict.OK),
        ("16 Gb × 3 = 5.59 GB", Verdict.OK),
        ("8 Gb × 3 = 2.79 GB", Verdict.WRONG),
        ("4K tokens × 2 KB = 8.19 MB", Verdict.OK),
        ("4K tokens × 2 KB = 8.00 MB", Verdict.OK),
        ("4K tokens × 2 KB = 8.39 MB", Verdict.OK),
        ("5K tokens × 2 KB = 10.0 MB", Verdict.OK),
        ("5K tokens × 2 KB = 11.0 MB", Verdict.WRONG),
    ]
    differing = [
        (text, found)
        for text, verdict in cases
        if (found := [claim.verdict for claim in verify(text)]) != ([verdict])
    ]
    assert differing == []


# -- what the text has said ----------------------------------------------------------------------------------


@pytest.fixture
def number(read: Read) -> Callable[[str], Number]:
    def sure(text: str) -> Number:
        node = read(text)
        assert isinstance(node, Number)
        return node

    return sure


def test_a_name_stands_for_a_value(read: Read) -> None:
    symbols = SymbolTable()
    symbols.name("BW", read("3 × 4 GB/s"))
    assert symbols.names["BW"].value == 12 * 10**9
    symbols.name("T", read("24 GB / BW"))
    assert symbols.names["T"].value == 2
    symbols.name("BW", read("6 GB/s"))
    assert symbols.names["BW"].value == 6 * 10**9


def test_a_name_whose_value_is_lost_is_forgotten(read: Read) -> None:
    symbols = SymbolTable()
    symbols.name("N", read("8"))
    symbols.name("N", read("M × 2"))
    assert symbols.names == {}
    symbols.name("", read("8"))
    assert symbols.names == {}


def test_a_rounded_result_is_known_by_what_it_shows(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    exact = evaluate(read("10 GB / 3"))
    symbols.result(number("3.33 GB"), exact)
    assert symbols.unrounded(number("3.33 GB")) == exact
    assert symbols.unrounded(number("3.33 GB per node")) == exact
    bare = symbols.unrounded(number("3.33"))
    assert bare is not None
    assert bare.value == Fraction(10, 3)
    for other in ("3.3 GB", "3.333 GB", "3.33 MB", "3.33 GB/s", "333"):
        assert symbols.unrounded(number(other)) is None


def test_whole_numbers_are_not_remembered(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    symbols.result(number("3 GB"), evaluate(read("10 GB / 3")))
    symbols.result(number("3.3 GB"), None)
    assert symbols.unrounded(number("3 GB")) is None
    assert symbols.unrounded(number("3.3 GB")) is None


def test_counted_nouns_play_no_part(read: Read, number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    symbols.result(number("2.50 tokens/s"), evaluate(read("5.01 tokens / 2 s")))
    assert symbols.unrounded(number("2.50 requests/s")) is not None
    assert symbols.unrounded(number("2.50 ms")) is None


def test_the_latest_result_wins(number: Callable[[str], Number]) -> None:
    symbols = SymbolTable()
    second = readings("s")[0]
    for value in (Fraction(249, 100), Fraction(251, 100)):
        symbols.result(number("2.5 s"), Quantity.of(value, second))
    assert symbols.unrounded(number("2.5 s")) == Quantity.of(Fraction(251, 100), second)
