"""Units that operands have elsewhere."""

from __future__ import annotations

from each import each
from qbank.napkin.claim import Claim, Origin
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify

SCENARIO = "A run of 400 kWh on a grid of 380 gCO₂/kWh; each of 12 sensors sends 250 B every 5 s."


def last(text: str, *context: str) -> Claim:
    return verify(text, context=context)[-1]


@each(
    "text, verdict",
    [
        ("400 × 380 = 152 kgCO₂", Verdict.OK),
        ("400 × 380 = 152,000 kgCO₂", Verdict.WRONG),
        ("400 × 380 = 0.152 kgCO₂", Verdict.WRONG),
        ("12 × 250 / 5 = 600 B/s", Verdict.OK),
    ],
)
def test_a_context_gives_units(text: str, verdict: Verdict) -> None:
    assert last(text, SCENARIO).verdict is verdict


def test_the_text_itself_gives_units() -> None:
    claim = last("Compute: 12 GB / 40 GB/s = 300 ms. Offloaded: 300 * 0.4 = 120 ms")
    assert claim.verdict is Verdict.OK
    wrong = last("Compute: 12 GB / 40 GB/s = 300 ms. Offloaded: 300 * 0.4 = 120000 ms")
    assert wrong.verdict is Verdict.WRONG
    assert wrong.doubt


def test_without_units_anywhere_nothing_confirms_the_unit() -> None:
    claim = last("400 × 380 = 152,000 kg")
    assert claim.verdict is Verdict.WRONG
    assert claim.doubt
    assert last("400 × 380 = 152,000 kg", "Each weighs 2 kg").verdict is Verdict.UNCHECKED


def test_a_written_conversion_is_no_slip() -> None:
    assert last("374 * 1024 = 382,976 bytes", "There are 374 KB free.").verdict is Verdict.OK


def test_units_from_elsewhere_are_named_as_such() -> None:
    claim = last("400 × 380 = 152 kgCO₂", SCENARIO)
    assert claim.note == "assumed: 400 as 400 kWh, 380 as 380 gCO₂/kWh"
    assert [operand.origin for operand in claim.operands] == [Origin.UNIT_ELSEWHERE] * 2
    assert claim.expression == "400 kWh × 380 gCO₂/kWh"
