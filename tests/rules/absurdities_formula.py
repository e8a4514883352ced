"""Planted absurdities about formulas."""

from __future__ import annotations

from tests.rules.absurdity import Absurdity

NAPKIN = "details.napkin_math"

ABSURDITIES = (
    # Pipelines.
    Absurdity(
        "QB801",
        "- 4 pipeline stages, 8 micro-batches\n- Bubble = 4 / (8 + 4) = 33.3% of the step",
        "- 4 pipeline stages, 8 micro-batches\n- Bubble = 3 / (8 + 3) = 27.3% of the step",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "With P = 8 and M = 16 the bubble is P / (M + P - 1) = 8 / (16 + 8 - 1) = 34.8%",
        "With P = 8 and M = 16 the bubble is (P - 1) / (M + P - 1) = 7 / (16 + 8 - 1) = 30.4%",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "16 microbatches run over 4 stages. Bubble: (16 - 1) / (16 + 4 - 1) = 78.9%",
        "16 microbatches run over 4 stages. Bubble: (4 - 1) / (16 + 4 - 1) = 15.8%",
        NAPKIN,
    ),
    # Collectives.
    Absurdity(
        "QB801",
        "A ring all-reduce of the 28 GB of gradients over 8 GPUs sends 7/8 * 28 GB = 24.5 GB per GPU",
        "A ring all-gather of the 28 GB of weights over 8 GPUs sends 7/8 * 28 GB = 24.5 GB per GPU",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "Ring all-reduce over 8 GPUs: 2 * (8 - 1) * 1 GB / 100 GB/s = 0.14 s",
        "Ring all-reduce over 8 GPUs: 2 * (8 - 1) / 8 * 1 GB / 100 GB/s = 17.5 ms",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "The all-reduce among N = 4 ranks moves 2 * 4/4 * 6 GB = 12 GB per rank",
        "The all-reduce among N = 4 ranks moves 2 * 3/4 * 6 GB = 9 GB per rank",
        NAPKIN,
    ),
    # The factor 2.
    Absurdity(
        "QB801",
        "KV cache: 32 layers * 8 KV heads * 128 dims * 8,192 tokens * 2 bytes = 0.54 GB",
        "KV cache: 2 * 32 layers * 8 KV heads * 128 dims * 8,192 tokens * 2 bytes = 1.07 GB",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "The layer has 300M MACs. On the 4 TOPS NPU it takes 300M MACs / 4 TOPS = 75 µs",
        "The layer has 300M MACs. On the 4 TOPS NPU it takes 2 * 300M MACs / 4 TOPS = 150 µs",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "Checkpoints take 60 s, the MTBF is 12 h. Young: sqrt(60 s * 43,200 s) = 1,610 s between them",
        "Checkpoints take 60 s, the MTBF is 12 h. Young: sqrt(2 * 60 s * 43,200 s) = 2,277 s between them",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "Pre-training compute of the 70B params: 2 * 70B * 1.4T tokens = 1.96e23 FLOPs",
        "Pre-training compute of the 70B params: 6 * 70B * 1.4T tokens = 5.88e23 FLOPs",
        NAPKIN,
    ),
    Absurdity(
        "QB801",
        "With an acceptance of 0.8 and 4 draft tokens: (1 - 0.8^4) / (1 - 0.8) = 2.95 tokens a pass",
        "With an acceptance of 0.8 and 4 draft tokens: (1 - 0.8^5) / (1 - 0.8) = 3.36 tokens a pass",
        NAPKIN,
    ),
    # Values that are something else.
    Absurdity(
        "QB802",
        "The link has 900 GB/s bidirectional bandwidth. The copy takes 18 GB / 900 GB/s = 20 ms on NVLink",
        "The link has 900 GB/s bidirectional bandwidth. The copy takes 18 GB / 450 GB/s = 40 ms on NVLink",
        NAPKIN,
    ),
    Absurdity(
        "QB802",
        "Each host has 100 Gb/s Ethernet. The transfer takes 10 GB / 100 GB/s = 0.1 s",
        "Each host has 100 Gb/s Ethernet. The transfer takes 10 GB / 12.5 GB/s = 0.8 s",
        NAPKIN,
    ),
    Absurdity(
        "QB802",
        "The peak is 2,000 TFLOPS with sparsity, so compute takes 140 TFLOP / 2,000 TFLOPS = 70 ms",
        "The peak is 1,000 TFLOPS (2,000 with sparsity), so compute takes 140 TFLOP / 1,000 TFLOPS = 140 ms",
        NAPKIN,
    ),
    Absurdity(
        "QB802",
        "FP16 weights of the 7B model: 7B params * 4 bytes = 28 GB",
        "FP16 weights of the 7B model: 7B params * 2 bytes = 14 GB",
        NAPKIN,
    ),
)
