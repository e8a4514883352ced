"""Ways to write values and signs that are read as people mean them."""

from __future__ import annotations

from each import each
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify


def verdicts(text: str) -> set[Verdict]:
    return {claim.verdict for claim in verify(text, derived=False)}


TRUE = [
    "7 to 9 ms × 2 = 14 to 18 ms",
    "0.5 × 0.47 F × 3.3V² = 2.56 J",
    "(4.0 V)^2 - (2.0 V)^2 = 12 V^2",
    "100 GbE / 8 = 12.5 GB/s",
    "½ × 80 GB = 40 GB",
    "2**6 = 64",
    "3 GB·s⁻¹ × 2 s = 6 GB",
    "W (200) + A (300) = 500 MB",
    "$4.00 / 9 = $0.444 per million tokens",
    "43 - 25 = 18 K",
    "50 - 31 = 19 million",
    "((12 + 3) * 2.5 – 9) / 8 = 3.5625",
    "$2.50 × 8 × 24 × 30 = $14,400/month",
    "198.9 mA*ms / 50 ms = 3.98 mA",
    "10M users × 20 requests/day / 86,400 s × 3 = 6,944 QPS",
    "$2.10/h / (1,500 tokens/s × 3,600 s) × 1M = $0.39",
    "€0.20/kWh × 500 kWh = €100",
    "10! / (3! × 7!) = 120",
    "*14 GB / 28 GB/s* = *0.5 s*",
    "4 *5* 6 = 120",
    "1 h 30 min × 20 W = 30 Wh",
    "30 Wh / 20 W = 1h 30m",
    "16 GB / 2 s = 8 GB s⁻¹",
    "16 lanes × 16 GT/s × (128b/130b) = 31.5 GB/s",
    "336 M-ops/s / 1.2 G-bytes/s = 0.28 ops/byte",
    "4800e6 T/s × 8 B × 8 = 307.2 GB/s",
    "1 200 000 rows × 350 B = 420 MB",
    "100 MB / (125 MB/s = 1 Gbps) = 0.8 s",
    "26 GB of weights / 900 GB/s = 28.9 ms",
    "7B params in FP16 = 14 GB",
    "8 GPUs at $2.50/h for 24 hours = $480",
    "$30,000 / ($2.00 − $0.40)/h = 18,750 h",
    "142 TFLOPS achieved / 312 peak = 45.5 %",
    "£0.28/kWh × 0.35 kW × 8 h × 22 days = £17.25",
    "2 × 5.6 + 1.9 = 13.1B; 1.9B of them are shared",
    "2(N−1)/N × 10 GB with N = 8 → 17.5 GB",
    "133.3 < 295 FLOPs/byte",
    "307,200 b / 24 Mb/s = 12.8 ms",
    "38,400 B × 8 = 307,200 b",
    "89.9% - 85% = 4.9 percentage points",
    "40 + 3 + 1.5 × 20 = 73 °C",
    "8 min × 60 s × 50 Mbit/s = 24,000 Mbit",
    "100 Gbps / 8 × 1 h = 45 TB",
    "a kiln of 40 kW for 90 s = 1.5 min",
    "2 GB × 8 × 4 pJ/bit = 64 mJ",
    "At 4 pJ/bit: 3 GB × 8 × 4 pJ = 96 mJ",
    "6.5 Wh / 0.0014 W = 4,640 h",
    r"$1{,}500 \times 2{,}000\ \text{B} = 3\ \text{MB}$",
    "The image is 0x8000 = 32,768 bytes; 0x8000 / 4,096 = 8",
    "**Moves of 10 MB files** – 400,000 MB / 10 MB = 40,000",
    "At 99% of full speed 50 × 0.99 = 49.5",
    "600 s × (1.5…2.0 W) = 900…1,200 J",
    "6.55 / 8 TFLOPS = 0.819 s",
    "Disks: 70 TB / 20 TB = 3.5 instead of 150 TB / 20 TB = 7.5",
    "250 Hz × 2 B × 60 s = 30,000 bytes per minute",
    "Loss: −200 J (200 / 2,000 = −10%)",
    "At 3.2 m/s: $0.30 / 3.2 = 93.75$ ms",
    "Taken at 75%, the load is 75 / 0.6 = 125%",
    "Now: 3.2 MW × 1.5 = 4.8 MW (under by 1.2 MW)",
]
WRONG = [
    r"$1{,}500 \times 2{,}000\ \text{B} = 4\ \text{MB}$",
    "0x8000 / 4,096 = 9",
    "6.55 / 8 TFLOPS = 0.919 s",
    "Disks: 70 TB / 20 TB = 3.5 instead of 150 TB / 20 TB = 8.5",
    "250 Hz × 2 B × 60 s = 40,000 bytes per minute",
    "Loss: −200 J (200 / 2,000 = −20%)",
    "**Moves of 10 MB files** – 400,000 MB / 10 MB = 50,000",
    "At 99% of full speed 50 × 0.99 = 39.5",
    "600 s × (1.5…2.0 W) = 900…2,200 J",
    "307,200 b / 24 Mb/s = 102.4 ms",
    "89.9% - 85% = 5.9 percentage points",
    "40 + 3 + 1.5 × 20 = 75 °C",
    "8 min × 60 s × 50 Mbit/s = 25,000 Mbit",
    "100 Gbps × 1 h = 360 TB",
    "It takes 90 ms (0.09 min).",
    "The total takes 800 KB (8.0 MB)",
    "14 GB / 28 GB/s = 0.5 s = 5 s",
    "3–8 W * 100 = 300–800 Wh",
    "Read (5 MB), compute (8 MB), write (2.5 MB) = 15.5 ms",
    "Check is 28 GB < 0.024 TB",
    "100 Mbps = 125 MB/s",
    "The total takes 800 GB (0.8 GB)",
    "12 GB × 40 → 600 GB",
    "2(N−1)/N × 10 GB with N = 8 → 8.75 GB per GPU",
    "32 × 32 × 128 × 2,048 × 2 bytes = 1 GiB",
    "12 (lookup) + 35 (queue) + 8 (tokenize) = 65 ms",
    "8.2e22 / (512 × 400e12 FLOP/s) = 4e5 s ≈ 46 days on the whole cluster",
    "13e9 × 4 bytes = 52 GB/s",
    "2 GB × 8 × 4 pJ/bit = 80 mJ",
    "At 4 pJ/bit: 3 GB × 8 × 4 pJ = 69 mJ",
    "8 × 80 GB = 80 GB",
]


@each("text", TRUE)
def test_what_is_true_as_it_is_meant(text: str) -> None:
    assert verdicts(text) == {Verdict.OK}


@each("text", WRONG)
def test_what_is_wrong_as_it_is_meant(text: str) -> None:
    assert Verdict.WRONG in verdicts(text)


@each(
    "text",
    [
        "320x320 = 17 ms",
        "100+ ISRs during 280 ms = 5-10 ms overhead",
        "It runs on 6 GB (8 GB phone).",
        "80 GB (8 TB for the rack)",
        "Cache misses: 0.65 × 120 = 78 rps",
        "Run 2 MB, add 50 ms of network + 30 ms of work = 1.08 s",
        "50 TB × $90/TB = $4,500 per month",
        "A 3.7 V pack (13,320 J)",
        "12 GB × 2 → 16 GB after compression",
        "3x 80 GB takes 3 s",
        "420 GB = 6 bytes per parameter",
    ],
)
def test_what_accuses_nobody(text: str) -> None:
    assert Verdict.WRONG not in verdicts(text)


def test_a_coefficient_may_have_its_per_elsewhere() -> None:
    [claim] = verify("88 kWh × 45 g = 3.96 kg", context=["The grid emits 45 g CO2/kWh."])
    assert (claim.verdict, claim.note) == (Verdict.OK, "assumed: 45 g as 45 g/kWh")
    [claim] = verify("500 KB × 10 pJ = 5 µJ")
    assert (claim.verdict, claim.doubt) == (Verdict.WRONG, "an operand may be for each of another")


def test_a_definition_gives_a_symbol_its_value() -> None:
    claims = verify("Kernel size (K): 3\nC_in = 256\nK^2 * C_in = 2304\nK^2 * C_in = 2403", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK, Verdict.WRONG]


def test_a_part_of_a_whole_is_no_product() -> None:
    assert not verify("Reading: 0.792 of 3.2 GB/s = 24.75%")
    assert [claim.verdict for claim in verify("0.8 of 3.2 GB = 2.56 GB")] == [Verdict.OK]


def test_a_rounded_result_is_said_again_in_full() -> None:
    claims = verify("4,096 × 819,200 bytes = 3.36 GB (3.125 GiB)", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK, Verdict.OK]
    claims = verify("4,096 × 819,200 bytes = 3.36 GB (3.152 GiB)", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK, Verdict.IMPRECISE]


@each(
    "right, wrong",
    [
        ("1.5 crore rows × 200 B = 3 GB", "1.5 crore rows × 200 B = 30 GB"),
        ("2 lakh requests/day ÷ 86,400 = 2.3 req/s", "2 lakh requests/day ÷ 86,400 = 23 req/s"),
        ("2,40,000 requests × 2 kB = 480 MB", "2,40,000 requests × 2 kB = 80 MB"),
        ("Laufzeit = 14 GB / (900 GB/s) ≈ 15,6 ms", "Laufzeit = 14 GB / (900 GB/s) ≈ 16,5 ms"),
        ("7 Mrd × 2 Byte = 14 GB", "7 Mrd × 2 Byte = 41 GB"),
        ("7B × 2 字节 = 14 GB", "7B × 2 字节 = 41 GB"),
        ("4√(10^9) ≈ 126,491 lists", "4√(10^9) ≈ 162,491 lists"),
        ("0.5 mm per 1 °C × 20 °C = 10 mm", "0.5 mm per 1 °C × 20 °C = 40 mm"),
        ("2^40 ≈ 10^12", "2^40 ≈ 10^13"),
        ("17.52 MWh × 10 ct/kWh = $1,752", "17.52 MWh × 10 ct/kWh = $1,725"),
        ("half of 14 GB = 7 GB", "half of 14 GB = 6 GB"),
        ("19 G / 3.5 TOPS = 5.43 ms", "19 G / 3.5 TOPS = 4.53 ms"),
        ("300 ms = 120 + 80 + 100", "300 ms = 120 + 80 + 120"),
    ],
)
def test_habits_of_other_authors(right: str, wrong: str) -> None:
    assert [claim.verdict for claim in verify(right, derived=False)] == [Verdict.OK]
    [claim] = verify(wrong, derived=False)
    assert claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE}


@each("text", ["max(3,5) GB = 5 GB", "layers 0,1 and 2 take 3 × 2 GB = 6 GB"])
def test_a_comma_in_a_list_is_none_of_a_decimal(text: str) -> None:
    assert [claim.verdict for claim in verify(text, derived=False)] == [Verdict.OK]


@each(
    "right, wrong",
    [
        ("from 100 ms to 24 ms = −76 %", "from 100 ms to 24 ms = −24 %"),
        ("from 15 W to 5 W, that is −67 %", "from 15 W to 5 W, that is +67 %"),
        ("From $3,285 down to $1,971 (−40 %)", "From $3,285 down to $1,971 (−60 %)"),
        ("91.2 % → 93.7 % (+2.5 pp)", "91.2 % → 93.7 % (+3.5 pp)"),
        ("accuracy 76.1 → 75.4 (−0.7 points)", "accuracy 76.1 → 75.4 (+0.7 points)"),
    ],
)
def test_changes_with_their_sign(right: str, wrong: str) -> None:
    assert [claim.verdict for claim in verify(right, derived=False)] == [Verdict.OK]
    [claim] = verify(wrong, derived=False)
    assert (claim.verdict, claim.doubt) == (Verdict.WRONG, "if it is the change between the two")


@each(
    "right, wrong",
    [
        ("16 B × 1.31 M/s = 21 MB/s → 75 GB/h", "16 B × 1.31 M/s = 21 MB/s → 7.5 GB/h"),
        ("140 GB / 26.8 TB/s = 5.2 ms → ~190 tok/s", "140 GB / 26.8 TB/s = 5.2 ms → ~19 tok/s"),
        ("so 1M req/day ≈ 11.6 QPS", "so 1M req/day ≈ 116 QPS"),
        ("500 × 0.35 s = 175 s ≈ 2.9 min/epoch", "500 × 0.35 s = 175 s ≈ 29 min/epoch"),
        ("220 mAh / 0.51 mA ≈ 431 h (18 days)", "220 mAh / 0.51 mA ≈ 431 h (43 days)"),
    ],
)
def test_a_point_that_slips_on_the_way(right: str, wrong: str) -> None:
    assert Verdict.WRONG not in verdicts(right)
    assert Verdict.WRONG in verdicts(wrong)


@each(
    "right, wrong",
    [
        ("600 $/day * 30 days = 18 k$", "600 $/day * 30 days = 81 k$"),
        ("Quant: 20 log10(256) = 48.2", "Quant: 20 log10(256) = 84.2"),
        ("Given B = 32, S = 4096: B·S·2 B = 262 kB", "Given B = 32, S = 4096: B·S·2 B = 2.62 kB"),
        ("SLO 99.9% → 0.1% × 43,200 min = 43.2 min", "SLO 99.9% → 0.1 × 43,200 min = 4,320 min"),
        ("91.2% → 90.1% top-1, a change of −1.1 pp", "91.2% → 90.1% top-1, a change of +1.1 pp"),
        ("It flies 22 min instead of 25 min (−12 %)", "It flies 22 min instead of 25 min (−21 %)"),
        ("2.5e13 FLOP at 10 FLOP/byte: 2.5e13 / 10 = 2.5e12 bytes", "2.5e13 FLOP: 2.5e13 / 10 = 2.5e11 FLOP"),
        ("Cycles wanted: 90 + 30 = 120 million/s", "Cycles wanted: 90 + 30 = 210 million/s"),
        ("Work: 2 * 450e6 / 1e9 = 0.9 GFLOP", "Work: 2 * 450e6 / 1e9 = 0.9 TFLOP"),
        ("Useful: 6 * 7e9 * 90,000 / 1e15 = 3.78 PFLOPS", "Useful: 6 * 7e9 * 90,000 / 1e12 = 3.78 PFLOPS"),
        ("In an hour: 1,500 * 3,600 / 1e6 = 5.4 million", "In an hour: 1,500 * 3,600 / 1e3 = 5.4 million"),
        (
            "34e9 * 2 bytes = 68 GB. A token at 197 TFLOPS: 68e9 / (8 * 197e12) = 4.31e-5 s",
            "34e9 * 2 bytes = 68 GB. A token at 197 TFLOPS: 68e9 / (8 * 197e12) = 4.31e-6 s",
        ),
        ("14e9 B over 100 Gb/s: 14e9×8/100e9 = 1.12 s", "14e9 B over 100 Gb/s: 14e9/100e9 = 0.14 s"),
        ("At 4 kB/s a day needs 4 × 86,400 = 345.6 MB", "At 4 kB/s a day needs 4 × 86,400 = 345.6 MB/s"),
    ],
)
def test_what_a_line_says_besides_its_digits(right: str, wrong: str) -> None:
    assert verdicts(right) == {Verdict.OK}
    assert Verdict.WRONG in verdicts(wrong)


def test_a_verb_before_a_bracket_is_no_noun() -> None:
    claims = verify("PUE 1.5 → 1.2 saves (1.5 − 1.2)/1.5 = 20 %", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK]


@each(
    "right, wrong",
    [
        ("8 × 1 TFLOP = 8 TFLOP; / 320 TFLOPS = 25 ms", "8 × 1 TFLOP = 8 TFLOP; / 320 TFLOPS = 250 ms"),
        ("25 × 5 GB = 125 GB → /(50·0.5 GB/s) = 5 s", "25 × 5 GB = 125 GB → /(50·0.5 GB/s) = 50 s"),
        ("3200 MT/s × 8 B = 25.6 GB/s; ×8 = 204.8 GB/s", "3200 MT/s × 8 B = 25.6 GB/s; ×8 = 240.8 GB/s"),
        ("2 × 64 kB = 128 kB; x 32 x 4,096 = 16.8 GB", "2 × 64 kB = 128 kB; x 32 x 4,096 = 61.8 GB"),
        ("3 replicas of 2 TB = 6 TB", "3 replicas of 2 TB = 6 GB"),
        ("A box draws 300 W for 8 h = 2.4 kWh", "A box draws 300 W for 8 h = 2.4 kW"),
        ("NVLink 900 GB/s vs PCIe 64 GB/s: ~14× faster", "NVLink 900 GB/s vs PCIe 64 GB/s: 140× faster"),
        ("12.8 MB (FP32), 3.2 MB (INT8): 4× smaller", "12.8 MB (FP32), 3.2 MB (INT8): 8× smaller"),
        (
            "42 ms → 28 ms: that's 1.5× faster, or 33% lower",
            "42 ms → 28 ms: that's 1.5× faster, or 50% lower",
        ),
        ("¥0.008 per 1k tokens × 250M tokens = ¥2,000", "¥0.008 per 1k tokens × 250M tokens = ¥2,000,000"),
    ],
)
def test_what_goes_on_or_is_compared(right: str, wrong: str) -> None:
    assert verdicts(right) == {Verdict.OK}
    assert Verdict.WRONG in verdicts(wrong)


@each(
    "text",
    [
        "From the drive; x 32 x 4,096 = 17.2 GB",
        "The buffer has 640 KB (640 KiB)",
        "P ∝ V²f; scaling both by 0.8 → 0.8³ = 0.512, so ~49% less power for 20% less speed",
        "1.2 MW × 8,760 h ≈ 10,512 MWh; × €0.15/kWh ≈ €1.58M per year",
        "96 GB → 24 GB, at the price of +33% compute",
        "Users 5 ms, guests 20 ms, and batching: 3 times more",
    ],
)
def test_what_is_no_change_and_does_not_go_on(text: str) -> None:
    assert Verdict.WRONG not in verdicts(text)


@each(
    "right, wrong",
    [
        (
            "9 kW × 8 h = 72 kWh; at $0.08/kWh that is $5.76",
            "9 kW × 8 h = 72 kWh; at $0.08/kWh that is $57.6",
        ),
        (
            "The 90 B: 30 B + 40 B = 70 B, leaving 20 B free",
            "The 90 B: 30 B + 40 B = 70 B, leaving 30 B free",
        ),
        (
            "Weights: 14 GB\nKV: 32 × 0.25 GB = 8 GB\nAll = weights + KV = 14 + 8 = 22 GB",
            "Weights: 14 GB\nKV: 32 × 0.25 GB = 8 GB\nAll = weights + KV = 14 + 4 = 18 GB",
        ),
        ("1% duty of 12 mW + 99% of 0.4 mW = 0.516 mW", "1% duty of 12 mW + 99% of 0.4 mW = 0.651 mW"),
        ("$30,000 / ($2.80 − $0.30 per h) = 12,000 h", "$30,000 / ($2.80 − $0.30 per h) = 21,000 h"),
        ("2 GB/month at $3 per GB = $6", "2 GB/month at $3 per GB = $60"),
        ("8 h at 4.8 MB/s: 4.8 × 28,800 ≈ 138 GB", "8 h at 4.8 MB/s: 4.8 × 28,800 ≈ 13.8 GB"),
        (
            "At $0.12 per kWh: 700 W: 0.7 × 8,760 × 0.12 = $736",
            "700 W at $0.12/kWh: 0.7 × 8,760 × 0.12 = $376",
        ),
    ],
)
def test_what_the_second_blind_round_taught(right: str, wrong: str) -> None:
    of_right = verdicts(right)
    assert of_right <= {Verdict.OK, Verdict.UNCHECKED}
    assert Verdict.OK in of_right
    assert Verdict.WRONG in verdicts(wrong)


def test_the_name_of_a_standard_is_no_number() -> None:
    assert verify("H.265 at ~4 Mbit/s each is 32 Mbit/s", derived=False) == []


@each(
    "right, wrong",
    [
        ("Recall@10 went 0.92 → 0.95 (+3 points)", "Recall@10 went 0.92 → 0.95 (+5 points)"),
        ("Recall@10 went 0.92 → 0.95 (+3 pp)", "Recall@10 went 0.92 → 0.95 (−3 pp)"),
        ("0.8 of 24 GB = 19.2 GB", "0.8 of 24 GB = 12.9 GB"),
        ("65.5k tok/s × 86,400 s/day = 5.66 B tok/day", "65.5k tok/s × 86,400 s/day = 56.6 B tok/day"),
    ],
)
def test_shares_that_are_written_as_decimals(right: str, wrong: str) -> None:
    assert [claim.verdict for claim in verify(right, derived=False)] == [Verdict.OK]
    assert [claim.verdict for claim in verify(wrong, derived=False)] == [Verdict.WRONG]


@each(
    "right, wrong",
    [
        (
            "Storage: 6 × 40.4 GB + 90 × 3.31 GB = 242 + 298 = 540 GB",
            "Storage: 6 × 40.4 GB + 90 × 3.31 GB = 242 + 318 = 560 GB",
        ),
        ("48 drives of 200 MB/s = 1.6 Gb/s each", "48 drives of 200 MB/s = 1.8 Gb/s each"),
        ("40% of 500 × $30 = $15,000 → $6,000", "40% of 500 × $30 = $15,000 → $7,000"),
        ("6.25% of 64 × 64 × 32 ≈ 131K → ≈ 8.2K", "6.25% of 64 × 64 × 32 ≈ 131K → ≈ 2.8K"),
        ("3 early + 5 late calls × 2.4 ms = 19.2 ms", "3 early + 5 late calls × 2.4 ms = 12.9 ms"),
        ("3 early + 5 late calls × 2.4 ms / 2 = 9.6 ms", "3 + 5 late calls × 2.4 ms / 2 = 9.6 ms"),
        (
            "20 ms + 25 ms = 45 ms: met, with less than 6 ms left",
            "20 ms + 25 ms = 45 ms, less than 40 ms",
        ),
        (
            r"With C = 2 and L = 50: $\sqrt{2 C L}$ = √(2 * 2 * 50) ≈ 14.1",
            r"With C = 2 and L = 50: $\sqrt{2 C L}$ = √(2 * 2 * 50) ≈ 24.1",
        ),
    ],
)
def test_what_a_value_in_the_middle_of_a_line_is_of(right: str, wrong: str) -> None:
    assert {claim.verdict for claim in verify(right)} <= {Verdict.OK, Verdict.UNCHECKED}
    assert Verdict.WRONG in {claim.verdict for claim in verify(wrong)}


@each(
    "right, wrong",
    [
        ("- A day takes 160 Wh/day (9 W mode)", "- A day takes 160 Wh/day (9 W)"),
        ("160 Wh/day (9 W mode) and 290 Wh/day (9 W mode)", "160 Wh/day (9 W) and 290 Wh/day (9 W)"),
        ("The 9 W mode takes 160 Wh/day (9 W mode)", "The 9 W mode takes 160 Wh/day (9 W)"),
        ("5.12 MB total: it is 5,120 KB (5.12 MB total)", "5.12 MB total: it is 512 KB (5.12 MB total)"),
    ],
)
def test_a_name_in_brackets_restates_nothing(right: str, wrong: str) -> None:
    assert Verdict.WRONG not in verdicts(right)
    assert Verdict.WRONG in verdicts(wrong)


@each(
    "right, wrong",
    [
        (
            "That is 5.4% less and saves 14 minutes, from 4.15 to 4.39 hours",
            "That is 5.4% less, down from 4.39 to 3.15 hours",
        ),
        (
            "It lowers this to 10.5%, but the batch would grow from 4M to 8M tokens",
            "It is 10.5% less, so that it goes from 8M to 4M tokens",
        ),
        (
            "Heat falls by 12% and the batch grows from 4M to 8M tokens",
            "Heat and noise fall by 12% from 80 W to 40 W",
        ),
        ("It falls from 80 ms to 60 ms, but heat rises by 40%", "It falls from 80 ms to 60 ms and saves 40%"),
    ],
)
def test_a_change_is_that_of_the_values_in_its_own_statement(right: str, wrong: str) -> None:
    assert Verdict.WRONG not in verdicts(right)
    assert Verdict.WRONG in verdicts(wrong)


@each("name", ["p99.975", "P99.95", "p99.9"])
def test_a_percentile_with_a_decimal_is_a_name(name: str) -> None:
    assert verify(f"{name} ≤ 30 ms", derived=False) == []
    claims = verify(f"{name} = 2 × 20 ms = 40 ms ≤ 30 ms", derived=False)
    assert [claim.verdict for claim in claims] == [Verdict.OK, Verdict.WRONG]


@each(
    "right, wrong",
    [
        # A line that goes on from a part with all before it.
        (
            "PC: 0.96 ms input + 3.6 MB / 320 MB/s = 11.25 ms stream + 6.2 ms compute = 18.41 ms",
            "PC: 0.96 ms input + 3.6 MB / 320 MB/s = 11.25 ms stream + 6.2 ms compute = 17.45 ms",
        ),
        # Terms that are rounded, and in the unit that the chain ends in.
        (
            "33 * 33 * 16 + 33 * 33 * 48 = 17 + 51 = 68 KiB",
            "33 * 33 * 16 + 33 * 33 * 48 = 17 + 48 = 65 KiB",
        ),
        # A share in brackets, with the digits that a share has.
        ("That saves 102.4 kW (15.4% of 665.6 kW).", "That saves 102.4 kW (16.4% of 665.6 kW)."),
        ("It draws 35 mAh (1.5% of 2,400 mAh).", "It draws 35 mAh (1.8% of 2,400 mAh)."),
        # Rates of two things.
        (
            "At 24 a second: 1000 / 24 = 41.7 batches/s = 250 frames/s",
            "1000 / 24 = 41.7 frames/s = 250 frames/s",
        ),
        # What of a thing is meant.
        ("A 2 TB SSD (1,900 GB usable) is in it.", "A 2 TB SSD (1,900 GB) is in it."),
        # Cases side by side, and the unit behind the last.
        (
            "18 mW × 209.5 / 84.8 / 67 ms = 3.77 / 1.53 / 1.21 mJ",
            "18 mW × 209.5 / 84.8 / 67 ms = 3.77 / 1.83 / 1.21 mJ",
        ),
        ("10 / 20 / 40 GB × 2 = 20 / 40 / 80 GB", "10 / 20 / 40 GB × 2 = 20 / 40 / 90 GB"),
        # A value in the unit of the whole that it is told to be of.
        (
            "2.5 min + 60 checkpoints × 15 s (another 15 min) = 17.5 of 300 min",
            "2.5 min + 60 checkpoints × 15 s (another 15 min) = 19.5 of 300 min",
        ),
        # An expression in brackets behind what it is not the value of.
        ("It fits in 4 bits (1.8 GB + 0.5 GB).", "It fits in 2.8 GB (1.8 GB + 0.5 GB)."),
        ("46 GB + 8 GB of cache (half of 16) = 54 GB", "Cache (half of 16 GB) = 54 GB"),
        ("One server, with the copy 2 → $420 (−75%)", "From $1,680 → $420 (−65%)"),
        ("The epoch goes from 74 to 64 s (−13.6%)", "The epoch goes from 74 to 64 s (−23.6%)"),
        # What follows is the value of the whole, of which a share is told.
        (
            "37,307,520, which is 1.7% of 2^31 - 1 = 2,147,483,647",
            "37,307,520, which is 1.7% of 2^31 - 1 = 2,147,843,647",
        ),
        # A running calculation whose sum is told behind it.
        (
            "NPU 6.0 ms + CPU 4.2 ms + 12 crossings * 0.8 ms = 9.6 ms, sum 19.8 ms",
            "NPU 6.0 ms + CPU 4.2 ms + 12 crossings * 0.8 ms = 8.6 ms, sum 18.8 ms",
        ),
        # What is so many times as fast is compared with what stands behind `than`, whatever that is.
        (
            "19.8 / 9.2 = 2.15× faster than the first one and 41 / 9.2 = 4.46× faster than the other",
            "19.8 / 9.2 = 3.15× faster than the first one and 41 / 9.2 = 4.46× faster than the other",
        ),
        # A sum of decimals is off by what its digits leave open, not by a share of all of it.
        ("8.5 ms + 100 ms = 100 ms + 8.5 ms", "8.5 ms + 100 ms = 100 ms + 6.2 ms"),
    ],
)
def test_ways_to_write_what_is_right(right: str, wrong: str) -> None:
    assert {Verdict.WRONG, Verdict.IMPRECISE}.isdisjoint(verdicts(right))
    assert {Verdict.WRONG, Verdict.IMPRECISE} & verdicts(wrong)


def test_what_words_add_behind_a_result_is_another_statement() -> None:
    assert verdicts("Once: 200M GETs = $80 plus 85,938 PUTs = $0.43, at $0.005 per 1,000") <= {
        Verdict.OK,
        Verdict.UNCHECKED,
    }


def test_more_of_what_no_word_before_names_is_no_change_of_two_values() -> None:
    assert verdicts("- Arena 96 KiB → 64 KiB, for about 2.5% more latency") == set()
    assert verdicts("- The arena falls from 96 KiB to 64 KiB, 25% less") == {Verdict.WRONG}


@each(
    "right, wrong",
    [
        (
            "Going from 80 W to 60 W saves 25%; going back from 60 W to 80 W costs 33% more.",
            "Going from 80 W to 60 W saves 33%; going back from 60 W to 80 W costs 33% more.",
        ),
        (
            "From 9 ms to 12 ms is 33% more; from 12 ms to 9 ms is 25% less.",
            "From 9 ms to 12 ms is 33% more; from 12 ms to 9 ms is 33% less.",
        ),
        (
            "From 12 ms to 9 ms, 25% less, and from 9 ms to 12 ms, 33% more.",
            "From 12 ms to 9 ms, 25% less, and from 9 ms to 12 ms, 38% more.",
        ),
        (
            "It is 25% less from 12 ms to 9 ms and 33% more from 9 ms to 12 ms.",
            "It is 25% less from 12 ms to 9 ms and 25% more from 9 ms to 12 ms.",
        ),
    ],
)
def test_a_change_is_that_of_the_values_of_its_own_clause(right: str, wrong: str) -> None:
    assert [claim.verdict for claim in verify(right)] == [Verdict.OK, Verdict.OK]
    assert sorted(claim.verdict for claim in verify(wrong)) == [Verdict.OK, Verdict.WRONG]


def test_a_change_before_a_comma_is_of_the_values_behind_it() -> None:
    text = "From 6 to 8 the tokens rise by 9.6 %, from 3.9514 to 4.3289, but the cycle becomes 12.5 % dearer."
    assert {claim.verdict for claim in verify(text)} <= {Verdict.OK}
    text = "From 6 GB to 8 GB the tokens rise by 9.6 %, from 3.9514 s to 4.3289 s."
    (claim,) = verify(text)
    assert (claim.verdict, claim.expression) == (Verdict.OK, "4.3289 s / 3.9514 s − 1")


@each(
    "text",
    [
        r"$\tau = \sqrt{2 \delta M} = \sqrt{2 \cdot 40 \cdot 175,781} \approx 3,750$",
        "x = log2(8 n) = log2(8 * 4) = 5",
    ],
)
def test_a_symbol_behind_a_number_in_brackets_is_no_noun(text: str) -> None:
    assert verdicts(text) == {Verdict.OK}
