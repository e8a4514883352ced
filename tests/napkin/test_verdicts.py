"""Lines as people write them, right and wrong: what the verifier must make of each."""

from __future__ import annotations

import pytest

from each import each
from qbank.napkin.verdicts import Reason, Verdict
from qbank.napkin.verifier import verify

RIGHT = [
    "24 GB * 0.90 = 21.6 GB",
    "14 GB / 28 GB/s = 0.5 s",
    "7B params * 12 bytes = 84 GB",
    "7B params * 2 bytes / 8 GPUs = 1.75 GB",
    "70B params × 2B (BF16) = 140 GB",
    "6 / 8 = 75 %",
    "90% of 80 GB = 72 GB",
    "3 TB / 8 GPUs = 375 GB",
    "1.5e9 * 2 bytes = 3 GB",
    "16 + 64 + 50 = 130 KB",
    "96 × 96 × 3 = 27,648 B",
    "Pixels of 2 B each: 320 × 240 × 2 = 153,600 B",
    "p = 0.01, n = 40, slow: 1 − (1 − p)ⁿ = 0.331",
    "**Per GPU-hour:** $10,838.02 / 129,024 h = $0.084",
    "Per hour: 12 kWh / 24 h = 0.5 kWh",
    "4096 × 2 B = 8,192 B",
    "4K tokens * 2 KB = 8 MB",
    "1M tokens / 100 tokens/s = 10,000 s",
    "1.2M req / 86,400 s = 13.9 req/s",
    "1,024 tokens × 32 layers × 2 (K,V) × 4096 × 2 bytes = 512 MiB",
    "1,024 tokens × 32 layers × 2 (K,V) × 4096 × 2 bytes ≈ 537 MB",
    "16 GiB = 17.18 GB",
    "10 Gbps = 1.25 GB/s",
    "10 Gbps / 8 = 1.25 GB/s",
    "24 MB * 8 / 60 Mbps = 3.2 s",
    "24 MB * 8 bits / 60 Mbit/s = 3.2 s",
    "100 MMAC / 50 MMAC/s = 2 s",
    "50 MMAC * 2 = 100 MFLOP",
    "64 MHz × 0.9 MAC/cycle = 57.6 MMAC/s",
    "921.6 Wh / 14 days ≈ 65.8 Wh/day",
    "500 mW × 24 = 12 Wh",
    "8 GPUs × 700 W × 24 = 134.4 kWh",
    "2000 mAh × 3.7 = 7.4 Wh",
    "10 W × 6 h (60 Wh)",
    "$2.50/GPU-hr × 8 GPUs × 24 hr = $480",
    "6 W * 20,000 h / 1000 * 0.25 = $30",
    "30 days × 24 = 720 h",
    "30 days × 24 × 3600 = 2,592,000 s",
    "(1 − 0.999) × 30 days × 24 × 60 = 43.2 min",
    "2 h × 60 = 120 min",
    "7200 s / 3600 = 2 h",
    "25 °C + 40 K = 65 °C",
    "65 °C − 25 °C = 40 K",
    "25 °C + 2 K/W × 20 W = 65 °C",
    "3–5 × 14 ms = 42–70 ms",
    "80 GB > 14 GB + 14 GB",
    # prices and intensities that leave out what they are per
    "50 GB × $0.02 = $1",
    "756 TB × $12.5 = $9,450",
    "9.1 kW × 1.3 PUE × $0.09 = $1.06/hr",
    "48 × 4.1 TB/s = 196.8 TFLOPS",
    "312e12 / 2.039e12 = 153 FLOP/B",
    "64e9 × 8 = 512 Gbps",
    "$0.25/B tokens × 4B tokens = $1",
    "$0.60/M tokens × 1,500 tokens × 2M requests = $1,800 (for a day)",
    "25.4 days × 24 h × 1024 GPUs × $2/GPU-h = $1.25M",
    "1 kg CO2 / 0.4 kg/kWh = 2.5 kWh",
    # labels before values in brackets
    "Batch (4) × number of bytes per parameter (4) × 2 = 32 bytes",
    "layers (32) × bytes that each takes (4) × 2 = 256 bytes",
    "Read (12 ms) + time to decode (8 ms) = 20 ms",
    # rates and signals
    "30 fps × 1920 × 1080 × 1.5 B = 93.3 MB/s",
    "100 Hz × 2 ch × 3 B = 600 B/s",
    "8 bits * 44.1kHz * 2 channels = 705.6 kbps",
    "128x128 MACs @ 700MHz = 11.5 TMAC/s",
    "6 × 70B × 2,000 tok/s = 840 TFLOPS",
    "(6 × 70e9 × 2000 tok/s) / 989e12 = 84.9%",
    "3.35 TB/s / 140 GB ≈ 24 tok/s",
    "32 / 40 ms = 800 img/s",
    "14 GB / (64 GB/s × 0.8) = 273 ms",
    "100M DAU * 10 req / 86400 s ≈ 11.6k QPS",
    "129 ms * 8 mA = 1.03 mA·s",
    "60 W·h / 12 W = 5 h",
    "3 kW·h * $0.10/kW·h = $0.30",
    "(1 TB/day × 30 × $0.023/GB-mo)/2 = $345",
    "8 B × 4800 MT/s = 38.4 GB/s",
    "256 bit × 6.4 GT/s = 204.8 GB/s",
    "384-bit × 19.5 Gbps / 8 = 936 GB/s",
    # functions and powers
    "sqrt(2 × 120 s × 49 h) = 1.8 h",
    "1/(0.05 + 0.95/8) = 5.93",
    "the root of sqrt(16 / 4) = 2",
    "a chance of exp(-12 / 31.25) = 68.1%",
    "they pass with exp(-0.384) = 68.1%",
    "the step takes the max(3 ms, 5 ms) = 5 ms",
    "1 - (1 - 0.001)^1000 = 63.2%",
    "1 - 92%^2 = 15.36%",
    "2^32 − 1 = 4,294,967,295",
    "50,000 h / 1024 ≈ 49 h",
    "8 bytes per parameter * 7 billion parameters = 56 GB",
    "0.05 mA × 3473 s + 56 mA × 120 s = 1.91 mAh",
]

WRONG = [
    ("19,200 bytes/s (1,536 kbps)", 153.6),
    ("50 GB × $0.02 = $1.3", 1.0),
    # another unit
    ("14 GB / 28 GB/s = 0.5 GB", 0.5),
    ("10 ms + 5 ms = 15 GB", None),
    ("16 GiB = 16 GB", 17.179869184),
    ("10 Gbps = 10 GB/s", 1.25),
    ("10 Gb = 10 GB", 1.25),
    ("16 GB = 16 MB", 16_000),
    # a count is no converter
    ("8 GPUs * 80 GB = 80 GB", 640),
    ("80 GB / 8 GPUs = 80 GB", 10),
    ("8 GPUs * 300 W = 300 W", 2400),
    ("60 * 5 s = 5 s", 300),
    ("1000 * 3 MB = 3 MB", 3000),
    ("7B params * 2 bytes / 8 GPUs = 14 GB", 1.75),
    ("6 / 8 = 600 %", 75),
    ("1,024 / 128 = 0.008", 8),
    # nor is a prefix, a MAC or a bit what one needs
    ("1.2M req / 86,400 s = 14.6 req/s", None),
    ("1M tokens / 100 tokens/s = 10,486 s", 10_000),
    ("$5M / 1000 = $5,243", 5000),
    ("100 MMAC / 50 MMAC/s = 4 s", 2),
    ("100 MMAC / 50 MMAC/s = 1 s", 2),
    ("50 MMAC * 2 = 50 MMAC", 100),
    ("24 MB * 8 bits / 60 Mbit/s = 25.6 s", 3.2),
    # the value reported is the plain one, whatever lies nearer to the wrong one
    ("2 * 80 * 8 * 128 * 2 bytes = 163,840 bytes", 327_680),
    ("64 MHz × 0.9 MAC/cycle = 57.6 GMAC/s", 0.0576),
    ("4096 × 2 B = 9,192 B", 8192),
    # whole numbers leave nothing to round
    ("128 GPUs * 4 (Micro-Batch) * 4 (Accumulation) = 2084", 2048),
    ("80 GB < 14 GB + 14 GB", 80),
]

NO_CLAIM = [
    "8 GB (2 GB reserved)",
    "The target is P99 < 10 ms",
    "K=5, heads=16, TP=2",
    "512 -> 256 -> 15",
    "70B parameters in 16 layers = a deep model",
    "12 ms = 21 ms headroom",
    "In 2024, H100 and A100-80GB with PCIe 5.0 x16 and FP16",
]

READ_IN_PART = [
    "Total: users + guests (500) × 2 = 1,200",
    "Sum = requests × tokens (500) × 2 = 256 GB",
    "forward 120 ms + backward 240 ms + sync 60 ms (half hidden → 30 ms) = 390 ms",
]


@each("text", READ_IN_PART)
def test_what_is_read_in_part_accuses_nobody(text: str) -> None:
    [claim] = verify(text)
    assert claim.verdict is Verdict.UNCHECKED
    assert claim.reason is Reason.WORDS


@each("text", RIGHT)
def test_right(text: str) -> None:
    claims = verify(text)
    assert claims
    assert {claim.verdict for claim in claims} == {Verdict.OK}


@each("text, computed", WRONG)
def test_wrong(text: str, computed: float | None) -> None:
    claim = next(claim for claim in verify(text) if claim.verdict is not Verdict.OK)
    assert claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE}
    if computed is not None:
        assert claim.computed is not None
        assert claim.verdict is Verdict.WRONG
        assert float(claim.computed.value) == pytest.approx(computed)


def test_no_claim() -> None:
    differing = [(text, found) for text in NO_CLAIM if (found := verify(text)) != []]
    assert differing == []


@each("text", [line for line in RIGHT if line.count("=") == 1 and "≈" not in line])
@each("factor", [1.3, 0.7, 10])
def test_a_changed_value_is_never_ok(text: str, factor: float) -> None:
    import re

    *_, last = re.finditer(r"\d[\d,]*(?:\.\d+)?", text.split("=")[1])
    start, end = (text.index("=") + 1 + place for place in last.span())
    digits = last[0].replace(",", "")
    decimals = len(digits.partition(".")[2]) + 1
    changed = f"{text[:start]}{float(digits) * factor:.{decimals}f}{text[end:]}"
    assert Verdict.OK not in {claim.verdict for claim in verify(changed)}, changed


@each(
    "around, line",
    [
        ("The camera sends 60 MB a day.", "30 days × 60 MB = 1,800 MB"),
        ("The camera sends 60 MB daily.", "1,800 MB / 60 MB = 30 days"),
        ("Daily: 2 × 30 MB = 60 MB.", "1,800 MB / 60 MB = 30 days"),
        ("A day: 2 × 30 MB = 60 MB.", "1,800 MB / 60 MB = 30 days"),
        ("Net per month: $2,100 − $600 = $1,500.", "$24,000 / $1,500 = 16 months"),
        ("Energy per day: 0.068 Wh", "9.18 Wh / 0.068 Wh = 135 days"),
        ("The grid emits 0.030 kg per kWh.", "364,954 kWh × 0.030 kg = 10,949 kg"),
    ],
)
def test_what_a_quantity_is_for_each_of_may_stand_elsewhere(around: str, line: str) -> None:
    *_, claim = verify(f"{around}\nResult: {line}")
    assert claim.verdict is Verdict.OK
    assert claim.note.startswith("assumed: ")


@each("line", ["9.18 Wh / 0.068 Wh = 135 days", "500 KB × 10 pJ = 5 µJ"])
def test_what_may_lack_what_it_is_for_is_no_certain_error(line: str) -> None:
    (claim,) = verify(line)
    assert claim.verdict is Verdict.WRONG
    assert claim.doubt


def test_points_part_thousands_beside_decimal_commas_alone() -> None:
    way = "There and back: 10.260 km / 200 km/ms = 51,3 ms; 2 × 51,3 ms = 102,6 ms"
    assert [claim.verdict for claim in verify(way)] == [Verdict.OK, Verdict.OK]
    with_points = "Clip: 1.024 s × 2 = 2.048 s; of 12,000 bytes"
    assert [claim.verdict for claim in verify(with_points)] == [Verdict.OK]


def test_a_share_is_no_number_of_trillions_that_has_its_digits() -> None:
    text = "One epoch has 450B tokens on cards of 312 TFLOPS.\n\nRate: 312e12 × 0.45 = 1.404e14 FLOP/s"
    assert [claim.verdict for claim in verify(text)] == [Verdict.OK]


def test_symbols_behind_a_number_in_a_root_are_no_unit() -> None:
    assert verify(r"$t = \sqrt{2CM} = \sqrt{2\cdot60\cdot28{,}800}$") == []
    assert [claim.verdict for claim in verify("sqrt(4GB * 9GB) = 6 GB")] == [Verdict.OK]


@each(
    "line, verdict",
    [
        ("Room: 3 m * 4 m = 12 square metres", Verdict.OK),
        ("Room: 3 m * 4 m = 13 square metres", Verdict.WRONG),
        ("Water: 52,000 litres = 52 cubic metres", Verdict.OK),
        ("Water: 52,000 litres = 520 cubic metres", Verdict.WRONG),
        ("All fast: 0.99 to the power 40 = 0.669", Verdict.OK),
        ("All fast: 0.99 to the power of 40 = 0.743", Verdict.WRONG),
        ("Each: 0.99 to the power (1/40) = 0.99975", Verdict.OK),
        ("(5) per month = 42 MWh / 12 = 3.5 MWh", Verdict.OK),
    ],
)
def test_powers_in_words_and_numbers_of_lines(line: str, verdict: Verdict) -> None:
    assert [claim.verdict for claim in verify(line)] == [verdict]
