"""Factors between units that lines leave out: the bits of a byte, the operations of a MAC."""

from __future__ import annotations

from each import each
from qbank.facts.devices.finding import names_of
from qbank.facts.fact import Field
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.loading import bundled
from qbank.facts.vocabulary import Origin
from qbank.napkin.verifier import verify
from qbank.rules.formulas.conversions import left_out


def ledger_of(scenario: str, math: str) -> Ledger:
    """Return the ledger of a scenario and the calculations for it."""
    fields = (
        Field(("scenario",), scenario, Origin.SCENARIO, verify(scenario)),
        Field(("details", "napkin_math"), math, Origin.CALCULATIONS, verify(math, context=[scenario])),
    )
    return read(fields, bundled(), names_of(None).read)


@each(
    "scenario, math, told",
    [
        ("A map of 500 MB comes over 40 Mb/s.", "- Time: 500 / 40 = 12.5 s", "40 Mb/s"),
        ("A map of 4 GB comes over 40 Mb/s.", "- 4 GB = 4,000 MB\n- Time: 4,000 / 40 = 100 s", "40 Mb/s"),
        ("A still of 4 MB; the line has 1 Gb/s.", "- Rate: 1000 / 4 = 250 frames/s", "1 Gb/s"),
        ("A node has one 20 Gb/s port.", "- Usable: 20 * 0.80 = 16 GB/s", "20 Gb/s"),
        ("A lens sends 60 MB/s over 2 Gb/s.", "- Share: 60 / 2000 = 3 %", "2 Gb/s"),
        (
            "2e9 bytes come over 40 Gb/s.",
            "- Net: 40e9 * 0.5 = 20e9 per second\n- Time: 2e9 / 20e9 = 0.1 s",
            "40 Gb/s",
        ),
        ("A group of 32 weights has 64 bits of scales.", "- Scales: 64 / 32 = 2 bytes/weight", "64 bits"),
        ("A phone sends at 6 Mbit/s.", "- Time: 30 MB / 6 MB/s = 5 s", "6 Mbit/s"),
        ("The net takes 3 GMAC a frame.", "- Load: 20 * 3e9 MAC = 60 GOPS", "3 GMAC"),
        ("The net takes 3 GMAC a frame.", "- Load: 3 × 20 = 60 GOPS", "3 GMAC"),
        (
            "The net takes 3 billion multiply-accumulates.",
            "- Load: 20 * 3e9 = 60 GOPS",
            "3 billion multiply-accumulates",
        ),
        ("The net takes 3 GMAC, the NPU does 6 TOPS.", "- Frame: 3 GOP / 6 TOPS = 0.5 ms", "3 GMAC"),
        ("The net takes 3 GMAC, the NPU does 0.5 TOPS.", "- Frame: 3e9 / 0.5 TOPS = 6 ms", "3 GMAC"),
    ],
)
def test_a_factor_that_is_left_out(scenario: str, math: str, told: str) -> None:
    assert [found.fact.text for found in left_out(ledger_of(scenario, math))] == [told]


@each(
    "scenario, math",
    [
        ("A map of 500 MB comes over 40 Mb/s.", "- Time: 500 * 8 / 40 = 100 s"),
        ("A map of 500 MB comes over 40 MB/s.", "- Time: 500 / 40 = 12.5 s"),
        ("A map of 500 MB comes over 40 Mb/s.", "- In bytes: 40 / 8 = 5 MB/s\n- Time: 500 / 5 = 100 s"),
        ("A map of 500 Mbit comes over 40 Mb/s.", "- Time: 500 / 40 = 12.5 s"),
        ("A lens sends 60 MB/s over 2 Gb/s, 480 Mb/s of it.", "- Share: 480 / 2000 = 24 %"),
        ("Of 10 lenses 3 are on; the port has 10 Gb/s.", "- Share: 3 / 10 = 30 %"),
        ("A phone sends at 6 Mbit/s, its cable at 6 MB/s.", "- Time: 30 MB / 6 MB/s = 5 s"),
        ("Blocks have 32 bits of scales, words 32 bytes.", "- Words: 500 * 32 = 16,000 bytes"),
        ("Scales have 16 bits; a row has 16 values.", "- Row: 16 * 4 bytes = 64 bytes"),
        ("A phone sends at 48 Mbit/s.", "- 48 / 8 = 6 MB/s\n- Time: 30 MB / 6 MB/s = 5 s"),
        ("The net takes 3 GMAC a frame.", "- Load: 20 * 2 * 3e9 MAC = 120 GOPS"),
        ("The net takes 3 GMAC a frame, a MAC counted as one.", "- Load: 20 * 3e9 MAC = 60 GOPS"),
        ("A bus has 500 kbit/s; of 100 bits 60 are data.", "- Data: 60 / 100 * 500 = 300 kbit/s"),
        ("The net takes 3 GMAC, that is 6 GOP.", "- Load: 20 * 6 GOP = 120 GOP"),
        ("The net takes 3 GMAC.", "- Work: 3 GMAC * 2 OP/MAC = 6 GOP"),
        ("The net takes 3 GMAC, the NPU does 2 TOPS.", "- Frame: 2 × 3e9 / 2e12 = 3 ms"),
        ("The net takes 3 GMAC, the NPU does 6 TMAC/s.", "- Frame: 3e9 / 6e12 = 0.5 ms"),
    ],
)
def test_a_factor_that_is_there(scenario: str, math: str) -> None:
    assert list(left_out(ledger_of(scenario, math))) == []
