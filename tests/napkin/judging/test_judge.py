"""When a claim is true: the notation that people use, and errors planted in it."""

from __future__ import annotations

from fractions import Fraction

from each import each
from qbank.napkin.verdicts import Reason, Verdict
from qbank.napkin.verifier import verify
from qbank.units.format import format_fixed

# One claim a line, true as it stands. Behind `|`: the factors by which the stated value may be off without
# being called wrong: a missing unit may have any prefix, two lone values may be different things.
TRUE = r"""
# operators
17 * 23 = 391
17 × 23 = 391
17 · 23 = 391
17 x 23 = 391
17x23 = 391
391 ÷ 17 = 23
391 / 17 = 23.0
17 + 23 - 5 = 35.0
23 – 17 + 40 = 46.0
5 − 12 = −7.0
-3.5 + 1.25 = -2.25
3.5^2 = 12.25
3.5² = 12.25
2^{12} = 4,096
2¹² = 4096
2^-4 = 0.0625
6.5 × 10^9 / 1.3 × 10^6 = 5,000
4e12 / 2e9 = 2,000
0.3(0.80) + 0.7(0.55) = 0.625
1 − 0.4(1 − 1/5) = 0.68
(17 + 23) / (5 − 1) = 10.0
\frac{84}{12} = 7.00
84 GB / (10 Gbps / 8 bits) = 67.2 s
3 times 14 plus 8 = 50.0
# functions
sqrt(1,764) = 42.0
√(9 + 16) = 5.00
√2 × 3 = 4.243
max(14 ms, 9 ms) + 3 ms = 17.0 ms
min(14, 9) × 2 = 18.0
avg(4, 8, 15) = 9.00
Max(800, 650) + 40 = 840.0
floor(95 / 16) = 5.00
ceil(95 / 16) = 6.00
⌊95/16⌋ × 3 = 15.0
⌈95/16⌉ × 3 = 18.0
round(95 / 16) = 6.00
ln(10) = 2.303
log2(4096) = 12.0
\log_2(4096) = 12.0
\log_{10}(5000) = 3.699
log(1000) = 3.000
log(4096) = 12.0 | 0.7
e^2 = 7.389
e^{-0.5} = 0.6065
exp(1.5) = 4.482
# numbers
1,536 / 3 = 512.0
1_536 / 3 = 512.0
1.5e9 / 3e6 = 500.0
12.5M × 4 = 50.0M
12.5M / 5K = 2,500
$12k × 14 = $168k
$2.4B / 12 = $200M
3 million × 7 = 21.0 million
2.5 billion / 5 million = 500.0
3/4 = 75.0%
3/4 = 0.75
45% × 80 = 36.0
15% of 640 GB = 96.0 GB
2/5 of 90 GB = 36.0 GB
1 − 0.0025 = 99.75%
126 / 42 = 3.00x
126 / 42 = 3.00× faster
1/8 = 0.125
7 / 16 = 43.75%
0.25% × 1.2^2 = 0.36%
# units, spaced and glued
7 × 6 GB = 42.0 GB
7×6GB=42.0GB
7 × 6 GB = 42,000 MB
96 MB / 12 = 8.00 MB
96 MB / 12 MB = 8.00
10.5GB / 210GB/s = 50.0ms
140 GB / 3.5 TB/s = 40.0 ms
2 * 3/4 / 50 GB/s * 100 GB = 3.00 s
12 Gbps × 4 s = 6.00 GB
640 Mb / 80 Mbps = 8.00 s
5 GB × 8 / 10 Gbps = 4.00 s
16 Gbps / 8 = 2.00 GB/s
0.8 Gbps / 8 = 100.0 MB/s
96 kbps × 10 s = 120.0 KB
3 GiB / 2 = 1,536 MiB
4 GiB = 4.29 GB | 10 0.1 1000
512 KB = 0.512 MB | 10 0.1
2 MB × 1024 = 2.00 GB
3,072 KB / 1024 = 3.00 MB
20 TFLOPs / 80 TFLOPS = 250.0 ms
20 TFLOPs / 80 TFLOP/s = 250.0 ms
4 GFLOPs × 30 FPS = 120.0 GFLOPS
150 TFLOPS / 3 TB/s = 50.0 FLOPs/byte
90 GMACs × 2 = 180.0 GFLOPs
26 TOPS × 40% = 10.4 TOPS
500 MHz × 8 ops/cycle = 4.00 GOPS
4800 cycles / 160 MHz = 30.0 µs
4800 cycles / 160 MHz = 30.0 us
4800 cycles / 160 MHz = 30.0 \mu s
25 ns × 40,000 = 1.00 ms
18 µs × 500 = 9.00 ms
2.5 h × 60 = 150.0 min
9 hours × 3600 = 32,400 s
3 weeks / 7 = 3.00 days
2 years = 730.0 days | 10 0.1 1000
30 days × 24 h = 720.0 h
45 W × 8 h = 360.0 Wh
45 W × 8 h = 0.36 kWh
2.4 kW × 24 = 57.6 kWh
350 W × 24 × 365 / 1000 = 3,066 kWh
1.5 W × 600 s = 900.0 J
3.7 V × 1200 mAh = 4.44 Wh
4.44 Wh / 222 mW = 20.0 h
1200 mAh / 60 mA = 20.0 h
60 mA × 3.3 V = 198.0 mW
40 pJ × 25M = 1.00 mJ
30 °C + 12 W × 2.5 °C/W = 60.0 °C
95 °C − 25 °C = 70.0 K
0.4 kgCO2/kWh × 250 kWh = 100.0 kgCO2
400 gCO2/kWh × 1.5 MWh = 600.0 kgCO₂
3 cm × 2 cm × 5 W/cm² = 30.0 W
23 dB − 20 dB = 3.00 dB
3 dB + 20 dB = 23.0 dB
# money
$3.25 × 8 = $26.00
\$3.25 × 8 = \$26.00
$3.25/GPU-hr × 8 GPUs × 24 hr = $624.00
$0.12/kWh × 350 kWh = $42.00
0.05 $/GB × 700 GB = $35.00
$1,250/month × 12 months = $15,000
$4M/year / 12 = $333,333/month
24 nodes @ $3k each = $72,000
24 nodes @ ~$3k each = $72,000
$21,600 + (1.5 x $240) = $21,960
# counted nouns
96 GPUs / 8 GPUs/node = 12.0 nodes
48 layers × 32 heads × 128 = 196,608
600 tokens / 20 tokens/s = 30.0 s
1 / 25 ms = 40.0 tokens/s
1000 / 25 ms = 40,000
40 req/s × 1.5 s = 60.0 requests
4 images × 3 MB/image = 12.0 MB
6 cameras × 30 FPS × 2 MB = 360.0 MB/s
# left out
8 + 24 + 10 = 42.0 KB
84 MB + 12 = 96.0 MB
1000 / 25ms = 40.0 FPS | 1000
500 mW × 24 = 12.0 Wh | 1000
# data types as bytes
13B × FP16 = 26.0 GB
13B × INT4 = 6.5 GB
13B params × 2B (BF16) = 26.0 GB
13B × 4 bytes = 52.0 GB
13B FP16 weights × 3 = 78.0 GB
6B × 4-bit = 3.00 GB
# shapes
[1, 8, 512, 512] * 2 bytes = 4,194,304 bytes
32×32×64 × 4 bytes = 262.1 KB
32×32×64 × 4 bytes = 256.0 KiB
# remarks, nouns and labels
64 GPUs * 2 (Micro-Batch) * 8 (Accumulation) = 1,024
2 (K,V) * 24 (layers) * 2 bytes = 96.0 bytes
400W (TDP) × 1.3 (PUE) = 520.0 W
12GB total - 3GB OS - 0.5GB Weights = 8.50 GB available
load (4 ms) + run (9 ms) + copy in (4 ms) = 17.0 ms
camera 0.3 W + radio 0.2 W = 0.50 W
Ridge point = 300 TFLOPS / 1.5 TB/s = 200.0
Over NVLink (900 GB/s): 450 GB / 900 GB/s = 500.0 ms
(Total step: 6.5 s + 5.5 s = 12.0 s)
# layout
**17 × 23 = 391**
17 × 23 = **391**
`17 × 23 = 391`
- 17 × 23 = 391
* 17 × 23 = 391
1. 17 × 23 = 391
$17 \times 23 = 391$
$17 \times 23 \text{ GB} = 391 \text{ GB}$
$17 \times 23 =$ **391**
17 \u00d7 23 = 391
so 17 × 23 = 391.
"""

LINES = [line.split(" | ") for line in TRUE.splitlines() if line and not line.startswith("#")]
FACTORS = {
    "1.3": Fraction(13, 10),
    "0.7": Fraction(7, 10),
    "10": Fraction(10),
    "0.1": Fraction(1, 10),
    "1000": Fraction(1000),
}


def verdicts(text: str) -> list[Verdict]:
    return [claim.verdict for claim in verify(text)]


def test_true() -> None:
    assert [(line[0], found) for line in LINES if (found := verdicts(line[0])) != [Verdict.OK]] == []


@each("factor", FACTORS)
def test_a_planted_error_is_wrong(factor: str) -> None:
    lines = (line[0] for line in LINES if len(line) < 2 or factor not in line[1].split())
    changed = [with_factor(text, FACTORS[factor]) for text in lines]
    assert [text for text in changed if Verdict.WRONG not in verdicts(text)] == []


def with_factor(text: str, factor: Fraction) -> str:
    """The line with its stated value off by a factor, with digits enough to show it."""
    [claim] = verify(text)
    digits = text[claim.digits_start : claim.digits_end]
    value = Fraction(digits.replace(",", "").replace("_", "")) * factor
    decimals = len(digits.partition(".")[2]) + 2
    return text[: claim.digits_start] + format_fixed(value, decimals) + text[claim.digits_end :]


def test_a_change_that_changes_nothing_is_still_true() -> None:
    assert with_factor("17 × 23 = 391 MB", Fraction(1)) == "17 × 23 = 391.00 MB"
    assert all(verdicts(with_factor(line[0], Fraction(1))) for line in LINES)


# -- imprecise, unchecked, no claim --------------------------------------------------------------------------


def test_imprecise() -> None:
    cases: list[str] = [
        "17.5 × 23 = 410",
        "84 GB / 3.6 TB/s = 23.0 ms",
        "10.5 W × 6.2 h = 66.1 Wh",
        "$3.25 × 8.5 = $27.00",
        "1/7 = 14.0%",
        "ln(10) = 2.31",
        "16 GB = 16,600 MB",
        "3.3 V × 61 mA = 200.0 mW",
    ]
    differing = [(text, found) for text in cases if (found := verdicts(text)) != [Verdict.IMPRECISE]]
    assert differing == []


@each(
    "text, reason, detail",
    [
        ("N × 4 = 32", Reason.MISSING_OPERAND, "N"),
        ("5 × overhead = 32 ms", Reason.MISSING_OPERAND, "overhead"),
        ("N × M × 2 = 32", Reason.MISSING_OPERAND, "N"),
        ("30 + 4N = 150", Reason.MISSING_OPERAND, "N"),
        ("1 − q(1 − 1/40) = 0.8", Reason.MISSING_OPERAND, "q"),
        ("2^N = 1024", Reason.MISSING_OPERAND, "N"),
        ("5 / 0 = 3", Reason.NO_VALUE, "division by zero"),
        ("5 GB / (3 − 3) = 3 GB", Reason.NO_VALUE, "division by zero"),
        ("sqrt(3 − 7) = 2", Reason.NO_VALUE, "the root of a negative number"),
        ("2^5000 = 3", Reason.TOO_LARGE, "exponent"),
        ("10^4000 × 10^4000 = 3", Reason.TOO_LARGE, ""),
        ("sqrt(4, 9) = 2", Reason.WORDS, "a function of one argument has several"),
        ("1-2 × 1-2 × 1-2 × 1-2 × 1-2 = 5", Reason.TOO_LARGE, "ranges"),
    ],
)
def test_unchecked(text: str, reason: Reason, detail: str) -> None:
    [claim] = verify(text)
    assert (claim.verdict, claim.reason, claim.detail) == (Verdict.UNCHECKED, reason, detail)


def test_no_claim() -> None:
    cases: list[str] = [
        # two lone values that may be different things
        "8 GB (2 GB reserved)",
        "8 GB of memory (2 GB reserved)",
        "3 × 40 GB (80 GB usable)",
        "12 ms = 21 ms headroom",
        "6 layers = 3 GB",
        "96 GB = 12 bytes per parameter",
        "15 ms (< 10 ms)",
        # targets
        "P99 < 10 ms",
        "latency < 10 ms",
        "the budget: < 10 ms",
        # assignments
        "K=5",
        "heads=16",
        "TP=2, PP = 4",
        "N = 7",
        "Rate (λ) = 12",
        # flows and changes
        "512 -> 256 -> 15",
        "640 → 320 → 10",
        "1.1V → 1.0V",
        "7 × 8 → 60 classes",
        # names and dates
        "H100 = fast",
        "PCIe 5.0 x16",
        "M/M/1",
        "24/7",
        "at 12:30 = noon",
        "3 PM + 2 = 5 PM",
        "BLE 5.0 > BLE 4.2",
        "[-127, 127]",
    ]
    differing = [(text, found) for text in cases if (found := verify(text)) != []]
    assert differing == []


# -- restatements --------------------------------------------------------------------------------------------


def test_terms_that_do_not_add_are_likely_wrong() -> None:
    [claim] = verify("4 GB + 3 s = 7 GB")
    assert (claim.verdict, claim.detail) == (Verdict.WRONG, "byte and second do not add")
    assert claim.doubt


def test_restatements() -> None:
    cases: list[tuple[str, Verdict | None]] = [
        ("512 KB (0.512 MB)", Verdict.OK),
        ("512 KB (0.5 MB)", Verdict.OK),
        ("512 KB (0.6 MB)", Verdict.WRONG),
        ("9 GB of weights (8.38 GiB)", Verdict.OK),
        ("9 GB of weights (7.38 GiB)", None),
        ("9 GB model (8.38 GiB)", Verdict.OK),
        ("16-bit weights (9 GB)", None),
        ("4-bit (0.56 bytes)", None),
        ("a 48 GB card (2.0 TB/s)", None),
        ("63 Wh (10.5 W × 6 h)", Verdict.OK),
        ("63 Wh (10.5 W × 7 h)", Verdict.WRONG),
        ("63 Wh (10.5 W × 60 h)", Verdict.WRONG),
        ("12 KB/s * 8 (96 kbps)", Verdict.OK),
        ("3 × 40 GB (120 GB)", Verdict.OK),
        ("3 × 40 GB (120 GB, shared)", Verdict.OK),
        ("33 ms (30 FPS)", Verdict.OK),
        ("12-minute interval (5/hour)", Verdict.OK),
        ("33 ms (40 FPS)", None),
        ("15 GB (= 120 Gb)", Verdict.OK),
        ("15 GB (= 12 Gb)", Verdict.WRONG),
        ("15 GB (or 120 Gb)", Verdict.OK),
        ("15 GB (≈ 121 Gb)", Verdict.OK),
        ("0.25 s (250 ms)", Verdict.OK),
        ("16 GiB = 17,179,869,184 bytes", Verdict.OK),
        ("0.0004 s = 0.4 ms", Verdict.OK),
        ("25 ms = 40 FPS", Verdict.OK),
        ("$1.5M = $1,500,000", Verdict.OK),
    ]
    differing = [
        (text, found)
        for text, verdict in cases
        if (found := verdicts(text)) != ([] if verdict is None else [verdict])
    ]
    assert differing == []


# -- several claims ------------------------------------------------------------------------------------------

OK, WRONG, UNCHECKED, IMPRECISE = Verdict.OK, Verdict.WRONG, Verdict.UNCHECKED, Verdict.IMPRECISE


def test_several() -> None:
    cases: list[tuple[str, list[Verdict]]] = [
        # chains
        ("3 × 4 GB = 12 GB = 2 × 6 GB", [OK, OK]),
        ("3 × 4 = 12 = 2 × 6", [OK]),
        ("6 × 7 GB = 42 GB = 42,000 MB", [OK, OK]),
        ("(P-1)/M = (16-1)/64 = 23.4%", [UNCHECKED, OK]),
        ("(P-1)/M = (16-1)/64 = 33.4%", [UNCHECKED, WRONG]),
        ("8 MB + 12 MB = 20 MB > 16 MB", [OK, OK]),
        ("8 MB + 12 MB = 20 MB < 16 MB", [OK, WRONG]),
        ("8 MB + 12 MB = 22 MB > 16 MB", [WRONG, OK]),
        ("1.0% × 1.2^3 = 1.0 × 1.728 ≈ 1.73%", [OK, OK]),
        ("1.0% × 1.2^3 = 1.0 × 1.728 ≈ 17.3%", [OK, WRONG]),
        # a running calculation
        ("10,000 × 85 ns = 0.85 ms × 32 = 27.2 ms", [OK, OK]),
        ("10,000 × 85 ns = 0.85 ms × 32 = 37.2 ms", [OK, WRONG]),
        ("10,000 × 85 ns = 0.95 ms × 32 = 30.4 ms", [WRONG, OK]),
        # several in a line
        ("3 × 4 = 12, so 12 + 5 = 17", [OK, OK]),
        ("3 × 4 = 12; 12 + 5 = 18. 5 × 5 = 25 | 6 × 6 = 35", [OK, WRONG, OK, WRONG]),
        ("Weights: 3 × 4 GB = 12 GB. Activations: 2 × 3 GB = 7 GB", [OK, WRONG]),
        # earlier results, rounded and unrounded
        ("10 GB / 3 = 3.3 GB\n3.3 GB × 100 = 330 GB", [OK, OK]),
        ("10 GB / 3 = 3.3 GB\n3.3 GB × 100 = 333 GB", [OK, OK]),
        ("10 GB / 3 = 3.3 GB\n3.3 GB × 100 = 400 GB", [OK, WRONG]),
        ("10 GB / 3 = 3.3 GB\n3.3 × 100 = 333", [OK, OK]),
        ("3.3 GB × 100 = 333 GB", [IMPRECISE]),
        ("10 GB / 3 = 4.3 GB\n4.3 GB × 100 = 333 GB", [WRONG, WRONG]),
        # symbols
        ("N = 8\nN × 4 = 32", [OK]),
        ("N = 8\nN × 4 = 40", [WRONG]),
        ("N = 8\nN = 9\nN × 4 = 36", [OK]),
        ("Rate (λ) = 12/s\nλ × 5 s = 60", [OK]),
        ("BW = 3 × 4 GB/s\n24 GB / BW = 2 s", [OK]),
        ("4N + 2N = 6N", [OK]),
        ("4N + 2N = 7N", [WRONG]),
        ("4N + 2M = 6N", [UNCHECKED]),
        ("4N × 2 bytes = 8N", [OK]),
        # naming
        ("a = b = 3 × 4 = 12", [OK]),
        ("Ridge point = 312 TFLOPS / 2 TB/s = 156", [OK]),
        ("Ridge point = 312 TFLOPS / 2 TB/s = 165", [WRONG]),
        ("Over NVLink (450 GB/s) = 306 / 450 = 0.68 s", [OK]),
        ("Over NVLink (450 GB/s) = 306 / 450 = 0.86 s", [WRONG]),
        ("3 x 40 ms = 120 ms -> misses the budget", [OK]),
        ("3 x 40 -> 120", [OK]),
    ]
    differing = [(text, found) for text, expected in cases if (found := verdicts(text)) != expected]
    assert differing == []


# -- comparisons and ranges ----------------------------------------------------------------------------------


def test_comparisons() -> None:
    cases: list[tuple[str, Verdict]] = [
        ("3 ms + 4 ms < 10 ms", Verdict.OK),
        ("3 ms + 4 ms < 7 ms", Verdict.WRONG),
        ("3 ms + 4 ms ≤ 7 ms", Verdict.OK),
        ("3 ms + 4 ms <= 6 ms", Verdict.WRONG),
        ("3 ms + 4 ms > 6 ms", Verdict.OK),
        ("3 ms + 4 ms > 7 ms", Verdict.WRONG),
        ("3 ms + 4 ms ≥ 7 ms", Verdict.OK),
        ("3 ms + 4 ms >= 8 ms", Verdict.WRONG),
        ("3 ms + 4 ms << 1 s", Verdict.OK),
        ("3 s + 4 s >> 1 ms", Verdict.OK),
        (r"3 \times 4 \leq 12", Verdict.OK),
        ("20 MB > 16 MB", Verdict.OK),
        ("20 MB < 16 MB", Verdict.WRONG),
        ("20 MB < 16 GB", Verdict.OK),
        ("7 × 8 > 50", Verdict.OK),
        ("7 × 8 > 5 × 12", Verdict.WRONG),
        ("20 MB (> 16 MB)", Verdict.OK),
        ("5 ms (< 10 ms)", Verdict.OK),
    ]
    differing = [(text, found) for text, verdict in cases if (found := verdicts(text)) != [verdict]]
    assert differing == []


def test_ranges() -> None:
    cases: list[tuple[str, Verdict]] = [
        ("3-8 s × 2 = 6-16 s", Verdict.OK),
        ("3–8 s × 2 = 6–16 s", Verdict.OK),
        ("3-8 s × 2 = 6-17 s", Verdict.WRONG),
        ("3-8 s × 2 = 6-160 s", Verdict.WRONG),
        ("3-8 s × 2 = 60-160 s", Verdict.WRONG),
        ("20-40 MB × 3 = 61-119 MB", Verdict.OK),
        ("3-8 s × 2 = 10 s", Verdict.OK),
        ("3-8 s × 2 = 20 s", Verdict.WRONG),
        ("2 × 30 GB = 50-70 GB", Verdict.OK),
        ("2 × 30 GB = 70-90 GB", Verdict.WRONG),
        ("$3-5M × 2 = $6-10M", Verdict.OK),
        ("$3-5M × 2 = $6-12M", Verdict.WRONG),
        ("12 MB / 3-4 MB/s = 3-4 s", Verdict.OK),
        ("100-50 ms × 2 = 0 ms", Verdict.OK),
    ]
    differing = [(text, found) for text, verdict in cases if (found := verdicts(text)) != [verdict]]
    assert differing == []


def test_letters_that_make_the_digits_right_do_not_excuse_the_unit() -> None:
    [claim] = verify("1.2B params * 2B = 2.4GB/s")
    assert (claim.verdict, claim.doubt) == (WRONG, "if its letters mean what makes the digits right")
    assert verdicts("1.2B params * 2B = 2.4GB") == [OK]


def test_a_fraction_of_latex_is_read_and_leaves_no_doubt() -> None:
    [claim] = verify(r"$t = \frac{15\,\mathrm{GB}}{3\,\mathrm{GB/s}} = 6\,\mathrm{s}$")
    assert (claim.verdict, claim.doubt) == (WRONG, "")


@each(
    "text, verdict",
    [
        ("Checkpoint = 13 B * 14 = 182 GB", UNCHECKED),
        ("Checkpoint = 13B * 14 = 182 GB", UNCHECKED),
        ("Checkpoint = 13B * 14 = 192 GB", WRONG),
        ("Checkpoint = 13B * 14 = 182 MB", WRONG),
        ("Weights: 8e9 * 4.6 / 8 = 4.6e9 B", UNCHECKED),
        ("Header: 20 bytes * 3 = 60 GB", WRONG),
        ("Letters: 3e12 * 5.2 B = 15.6 TB", OK),
        ("Letters: 3e12 * 5.2 B = 16.6 TB", WRONG),
    ],
)
def test_billions_are_no_bytes_where_the_digits_are_right(text: str, verdict: Verdict) -> None:
    assert verdicts(text) == [verdict]


@each(
    "text, verdict",
    [
        ("60 ms ± 2.05 * 4 ms = 60 ± 8.2 ms", OK),
        ("60 ms ± 2.05 * 4 ms = 51.8 to 68.2 ms", OK),
        ("60 ms ± 2.05 * 4 ms = 60 ± 28 ms", WRONG),
        ("70 ± 1.96 * 2.5 = 70 ± 4.9 %", OK),
        ("70 ± 1.96 * 2.5 = 70 ± 14.9 %", WRONG),
        ("6 ± 0.5 GB * 2 = 12 ± 1 GB", OK),
    ],
)
def test_a_spread_may_be_several_errors(text: str, verdict: Verdict) -> None:
    assert verdicts(text) == [verdict]


@each(
    "right, wrong",
    [
        ("70 - 1.96 * 2.5 = 65.1 %", "70 - 1.96 * 2.5 = 56.1 %"),
        ("sqrt(0.8 * 0.2 / 400) = 2 points", "sqrt(0.8 * 0.2 / 400) = 4 points"),
        ("sqrt(0.8 * 0.2 / 400) = 2 pp", "sqrt(0.8 * 0.2 / 400) = 0.2 pp"),
    ],
)
def test_bare_shares_may_be_in_points(right: str, wrong: str) -> None:
    assert verdicts(right) == [OK]
    assert verdicts(wrong) == [WRONG]
