"""A relation, and how near a stated value has to be: marks, tolerances, displayed digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from each import each
from qbank.napkin.evaluate import Interpretation
from qbank.napkin.judging.relation import EvaluatedRelation, Judgement, Relation
from qbank.napkin.tree import Node, spell
from qbank.napkin.verdicts import Reason, Tolerances, Verdict
from qbank.napkin.verifier import verify

Read = Callable[[str], Node]


def verdicts(text: str) -> list[Verdict]:
    return [claim.verdict for claim in verify(text)]


MARKS = (
    *("≈ {}", "≃ {}", "~= {}", "=~ {}", "= ~{}", "= ~ {}", "≈ ~{}", "~ {}", "→ ~{}"),
    *("= about {}", "= roughly {}", r"\approx {}", r"\sim {}", r"\u2248 {}"),
)


@each("mark", MARKS)
@each(
    "stated, verdict",
    [
        ("400", Verdict.OK),
        ("391", Verdict.OK),
        ("410", Verdict.OK),
        ("373", Verdict.OK),
        ("371", Verdict.WRONG),
        ("413", Verdict.WRONG),
        ("4,000", Verdict.WRONG),
    ],
)
def test_marked_approximate(mark: str, stated: str, verdict: Verdict) -> None:
    found = verdicts("17 × 23 " + mark.format(stated))
    if "→" in mark:  # a flow claims nothing unless it is true
        found = found or [Verdict.WRONG]
    assert found == [verdict]


@each("word", ["only", "just"])
def test_words_that_say_nothing_about_rounding(word: str) -> None:
    assert verdicts(f"17.5 × 23 = {word} 402.5") == [Verdict.OK]
    assert verdicts(f"17.5 × 23 = {word} 410") == [Verdict.IMPRECISE]


@each("text", ["~17 × 23 = 400", "17 × about 23 = 400", "about 17 × 23 = 400"])
def test_an_approximate_operand_makes_the_result_so(text: str) -> None:
    assert verdicts(text) == [Verdict.OK]


@each(
    "approximate, imprecise, relation, verdict",
    [
        (Fraction(1, 20), Fraction(1, 20), "≈", Verdict.OK),
        (Fraction(1, 100), Fraction(1, 20), "≈", Verdict.IMPRECISE),
        (Fraction(1, 100), Fraction(1, 100), "≈", Verdict.WRONG),
        (Fraction(1, 20), Fraction(1, 20), "=", Verdict.IMPRECISE),
        (Fraction(1, 20), Fraction(1, 100), "=", Verdict.WRONG),
    ],
)
def test_tolerances(approximate: Fraction, imprecise: Fraction, relation: str, verdict: Verdict) -> None:
    tolerances = Tolerances(approximate=approximate, imprecise=imprecise)
    [claim] = verify(f"17.1 × 23 {relation} 401", tolerances=tolerances)  # 393.3
    assert claim.verdict is verdict


# -- rounding ------------------------------------------------------------------------------------------------


@each(
    "computed, stated, verdict",
    [
        # half up, half down, truncated
        ("2.45", "2.5", Verdict.OK),
        ("2.45", "2.4", Verdict.OK),
        ("2.449", "2.5", Verdict.IMPRECISE),
        ("2.55", "2.5", Verdict.OK),
        ("2.599", "2.5", Verdict.OK),
        ("2.6", "2.5", Verdict.IMPRECISE),
        ("2.4", "2.5", Verdict.IMPRECISE),
        ("2.5", "2", Verdict.OK),
        ("2.5", "3", Verdict.OK),
        ("2.49", "3", Verdict.WRONG),
        ("2.99", "2", Verdict.OK),
        ("3.0", "2", Verdict.WRONG),
        ("0.996", "1.00", Verdict.OK),
        ("0.994", "1.00", Verdict.IMPRECISE),
        ("0.4", "0", Verdict.OK),
        ("0.5", "0", Verdict.OK),
        ("0.51", "0", Verdict.WRONG),
        ("0.0049", "0.00", Verdict.OK),
        # negative values mirror them
        ("-2.45", "-2.5", Verdict.OK),
        ("-2.599", "-2.5", Verdict.OK),
        ("-2.6", "-2.5", Verdict.IMPRECISE),
        ("-2.99", "-2", Verdict.OK),
        ("-0.4", "0", Verdict.OK),
        ("2.5", "-2.5", Verdict.WRONG),
        ("-2.5", "2.5", Verdict.WRONG),
        # closing zeros of five digits and more are no digits, if three others are left
        ("439932", "439930", Verdict.OK),
        ("439936", "439930", Verdict.IMPRECISE),
        ("14097.2", "14100", Verdict.OK),
        ("14160", "14100", Verdict.IMPRECISE),
        # below five digits what is no whole number may be rounded so
        ("2048.2", "2050", Verdict.OK),
        ("2048", "2050", Verdict.IMPRECISE),
        ("2056.2", "2050", Verdict.IMPRECISE),
        ("12400.2", "12000", Verdict.IMPRECISE),
        # 5 % is the border of imprecise
        ("105", "100.0", Verdict.IMPRECISE),
        ("105.1", "100.0", Verdict.WRONG),
        ("95", "100.0", Verdict.IMPRECISE),
        ("94.9", "100.0", Verdict.WRONG),
    ],
)
@each("unit", ["", " ms", " GB", "%"])
def test_rounding(computed: str, stated: str, verdict: Verdict, unit: str) -> None:
    assert verdicts(f"{computed}{unit} × 1.0 = {stated}{unit}") == [verdict]


@each(
    "stated, verdict",
    [
        ("1.2K", Verdict.OK),
        ("1.25K", Verdict.OK),
        ("1.28K", Verdict.IMPRECISE),
        ("1.234e3", Verdict.OK),
        ("1.23e3", Verdict.OK),
        ("1.25e3", Verdict.IMPRECISE),
        ("1.23 × 10^3", Verdict.OK),
        ("1.24 × 10^3", Verdict.IMPRECISE),
        ("0.001M", Verdict.OK),
        ("0.002M", Verdict.WRONG),
    ],
)
def test_the_last_digit_counts_in_its_suffix(stated: str, verdict: Verdict) -> None:
    text = f"616.75 × 2 = {stated}"  # 1,233.5
    if stated == "1.25K":
        text = f"624 × 2 = {stated}"
    if stated == "1.234e3":
        text = f"617 × 2 = {stated}"
    assert verdicts(text) == [verdict]


def test_whole_numbers_give_a_whole_number_in_full() -> None:
    assert verdicts("128 × 4 × 4 = 2084") == [Verdict.WRONG]
    assert verdicts("128 × 4 × 4 = 2,050") == [Verdict.IMPRECISE]
    assert verdicts("128 × 4 × 4 ≈ 2,050") == [Verdict.OK]
    assert verdicts("128.5 × 4 × 4 = 2084") == [Verdict.IMPRECISE]


# -- the parts of a relation ---------------------------------------------------------------------------------


def relation(read: Read, left: str, right: str, sign: str = "=") -> Relation:
    return Relation(read(left), read(right), sign, {}, Tolerances())


def test_operands_are_what_has_readings(read: Read) -> None:
    found = relation(read, "(3 + N) GB × 4-5 ms", "7")
    assert [spell(operand) for operand in found.operands] == ["(3 + N) GB", "3", "4 ms", "5 ms"]
    assert [spell(operand) for operand in found.right_operands] == ["7"]
    assert [spell(interval) for interval in found.intervals] == ["4–5 ms"]


@each(
    "left, right, sign, approximate",
    [
        ("3 × 4", "12", "=", False),
        ("3 × 4", "12", "≈", True),
        ("~3 × 4", "12", "=", True),
        ("3 × 4", "~12", "=", True),
        ("3 × ~4-5", "12", "<", True),
    ],
)
def test_one_mark_makes_all_approximate(
    read: Read, left: str, right: str, sign: str, approximate: bool
) -> None:
    found = relation(read, left, right, sign)
    assert found.approximate == approximate
    assert found.compares == (sign == "<")


@each(
    "left, right, percent",
    [("1% × 3", "0.03", (True, False)), ("0.01 × 3", "3%", (False, True)), ("1", "3", (False, False))],
)
def test_a_percent_sign_on_one_side_alone(
    read: Read, left: str, right: str, percent: tuple[bool, bool]
) -> None:
    assert relation(read, left, right).is_of_percent == percent


def test_the_least_implausible_interpretation_is_reported(read: Read) -> None:
    def judged(verdict: Verdict, error: Fraction, *, binary: bool = False) -> Judgement:
        interpretation = Interpretation(binary=binary)
        sides = EvaluatedRelation.of(relation(read, "3", "4"), interpretation, Interpretation())
        return sides.verdict(verdict, sides.computed, error)

    wrong = judged(Verdict.WRONG, Fraction(1, 2))
    further = judged(Verdict.WRONG, Fraction(3))
    binary = judged(Verdict.WRONG, Fraction(1, 9), binary=True)
    imprecise = judged(Verdict.IMPRECISE, Fraction(1, 30))
    unchecked = Judgement(Verdict.UNCHECKED, Reason.UNITS)
    ranked = sorted([unchecked, binary, further, wrong, imprecise], key=Judgement.implausibility)
    assert ranked == [imprecise, wrong, further, binary, unchecked]


def test_what_does_not_measure_the_same_is_told(read: Read) -> None:
    sides = EvaluatedRelation.of(relation(read, "3 GB", "4"), Interpretation(), Interpretation())
    judgement = sides.unit_mismatch().noted("a note")
    assert judgement.detail == "the expression gives byte, the text a plain number"
    assert (judgement.verdict, judgement.reason, judgement.note) == (
        Verdict.UNCHECKED,
        Reason.UNITS,
        "a note",
    )
