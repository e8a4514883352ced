from __future__ import annotations

from fractions import Fraction

import pytest

from qbank.napkin.evaluate import Sense
from qbank.napkin.judging.judgement import Judgement
from qbank.napkin.reasons import Reason, Verdict
from qbank.units import Quantity, readings
from qbank.units.dimension import NONE

BYTES = Quantity(Fraction(7), readings("B")[0].dimension, readings("B")[0])
EXACT = Judgement(Verdict.WRONG, computed=BYTES, note="of the exact one", error=Fraction(1, 3))


def test_what_is_plain_to_see_is_computed_when_somebody_asks() -> None:
    asked: list[bool] = []

    def exactly() -> Judgement:
        asked.append(True)
        return EXACT

    judgement = Judgement.at_sight(exactly, (NONE, NONE), Verdict.WRONG)
    assert (judgement.verdict, judgement.reason, judgement.note) == (Verdict.WRONG, None, "")
    assert judgement.measures == (NONE, NONE)
    assert not asked
    assert (judgement.computed, judgement.error) == (BYTES, Fraction(1, 3))
    assert judgement.stated is None
    assert len(asked) == 1


def test_a_note_that_is_not_settled_is_computed_too() -> None:
    assert Judgement.at_sight(lambda: EXACT, None, Verdict.WRONG, note=None).note == "of the exact one"


@pytest.mark.parametrize("judgement", [EXACT, Judgement.at_sight(lambda: EXACT, None, Verdict.WRONG)])
def test_another_note(judgement: Judgement) -> None:
    noted = judgement.noted("another")
    assert (noted.verdict, noted.note, noted.computed, noted.measures) == (
        Verdict.WRONG,
        "another",
        BYTES,
        (BYTES.dimension, None),
    )
    assert noted.error == Fraction(1, 3)
    assert noted.note == "another"


def test_only_what_comes_later_is_computed() -> None:
    with pytest.raises(AttributeError):
        getattr(Judgement.at_sight(lambda: EXACT, None), "wrong name")


def test_the_least_implausible_reading_is_reported() -> None:
    wrong = Judgement(Verdict.WRONG, error=Fraction(1, 2))
    further = Judgement(Verdict.WRONG, error=Fraction(3))
    binary = Judgement(Verdict.WRONG, error=Fraction(1, 9), sense=Sense(binary=True))
    imprecise = Judgement(Verdict.IMPRECISE, error=Fraction(1, 30))
    unchecked = Judgement(Verdict.UNCHECKED, Reason.UNITS)
    ranked = sorted([unchecked, binary, further, wrong, imprecise], key=Judgement.implausibility)
    assert ranked == [imprecise, wrong, further, binary, unchecked]
