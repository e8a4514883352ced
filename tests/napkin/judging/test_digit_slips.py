"""What a slip of the pen makes of a value, and what rounding does."""

from __future__ import annotations

from each import each
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


@each("stated", ["$201,240", "$212,040", "-$201,240", "$201,240.00"])
def test_no_rounding_makes_digits_change_places(stated: str) -> None:
    sign = "-" if stated[0] == "-" else ""
    (claim,) = verify(f"{sign}8 * 10,512 h * $2.50/h = {stated}")
    assert (claim.verdict, claim.doubt) == (Verdict.WRONG, "")


@each("stated", ["859.86 W", "859.62 W", "851.7 W", "869.7 W", "860.9 W", "850 W"])
def test_what_may_be_rounded_on_the_way_is_imprecise(stated: str) -> None:
    (claim,) = verify(f"573.12 W * 1.5 = {stated}")
    assert claim.verdict is Verdict.IMPRECISE


def test_about_allows_what_it_allows() -> None:
    (claim,) = verify("8 * 10,512 h * $2.50/h ≈ $201,240")
    assert claim.verdict is Verdict.OK
