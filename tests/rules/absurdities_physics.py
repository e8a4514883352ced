"""Planted absurdities about what fits, how fast things are, and figures that contradict each other."""

from __future__ import annotations

from tests.rules.absurdity import Absurdity

NAPKIN = "details.napkin_math"

ABSURDITIES = (
    # What does not fit.
    Absurdity(
        "QB850",
        "The 28 GB model fits on a 24 GB A10G with room for the cache.",
        "The 14 GB model fits on a 24 GB A10G with room for the cache.",
    ),
    Absurdity(
        "QB850",
        "You serve a 70B FP16 model on one 80 GB GPU for a team of analysts.",
        "You serve a 70B INT4 model on one 80 GB GPU for a team of analysts.",
        "scenario",
    ),
    Absurdity(
        "QB850",
        "A Llama 70B in BF16 fits on a single H100 with room for long contexts.",
        "A Llama 8B in BF16 fits on a single H100 with room for long contexts.",
    ),
    Absurdity(
        "QB850",
        "The 600 KB tensor arena resides in the 512 KB SRAM of the microcontroller.",
        "The 380 KB tensor arena resides in the 512 KB SRAM of the microcontroller.",
        "scenario",
    ),
    Absurdity(
        "QB850",
        "Eight A100 80GB GPUs hold the 1.2 TB of optimizer state.",
        "Sixteen A100 80GB GPUs hold the 1.2 TB of optimizer state.",
    ),
    Absurdity(
        "QB850",
        "The KV cache of 120 GB is kept in the memory of one H100.",
        "The KV cache of 40 GB is kept in the memory of one H100.",
        "scenario",
    ),
    # What is faster than it can be.
    Absurdity(
        "QB851",
        "The fused kernel achieves 1,200 TFLOPS on one A100.",
        "The fused kernel achieves 210 TFLOPS on one A100.",
        "scenario",
    ),
    Absurdity(
        "QB851",
        "At batch size 1 a 70B FP16 model generates 60 tokens/s on an accelerator with 3.35 TB/s.",
        "At batch size 1 a 70B FP16 model generates 20 tokens/s on an accelerator with 3.35 TB/s.",
        "scenario",
    ),
    Absurdity(
        "QB851",
        "One A100 decodes 400 tokens/s for a single user with 14 GB of weights.",
        "One A100 decodes 110 tokens/s for a single user with 14 GB of weights.",
        "scenario",
    ),
    Absurdity(
        "QB852",
        "The training run reaches an MFU of 128% after the kernels were fused.",
        "The training run reaches an MFU of 52% after the kernels were fused.",
        "scenario",
    ),
    Absurdity(
        "QB852",
        "Profiling shows 140% GPU utilization in the steady state.",
        "Profiling shows 94% GPU utilization in the steady state.",
        "scenario",
    ),
    Absurdity(
        "QB853",
        "Loading the 14 GB of weights over a 25 Gbps link takes 0.6 s.",
        "Loading the 14 GB of weights over a 25 Gbps link takes 4.5 s.",
        "scenario",
    ),
    Absurdity(
        "QB853",
        "The host copies 64 GB over PCIe 4.0 x16 in 200 ms.",
        "The host copies 64 GB over PCIe 4.0 x16 in 2.2 s.",
        "scenario",
    ),
    Absurdity(
        "QB854",
        "The two regions are 6,000 km apart and see a round trip latency of 12 ms.",
        "The two regions are 6,000 km apart and see a round trip latency of 75 ms.",
        "scenario",
    ),
    # Texts that contradict each other; the question is about a conversation of 8,192 tokens in 1 GiB.
    Absurdity(
        "QB901",
        "**Assumptions & Constraints:** 32 layers, 8 key-value heads, 128 values a head, 2 bytes a value.\n"
        "**Calculations:**\n"
        "- Cache per token = 2 * 32 * 8 * 128 * 2 bytes = 131,072 bytes\n"
        "**Conclusion:** The cache per token is 190 KiB, and 8,192 tokens fill 1 GiB.",
        "**Assumptions & Constraints:** 32 layers, 8 key-value heads, 128 values a head, 2 bytes a value.\n"
        "**Calculations:**\n"
        "- Cache per token = 2 * 32 * 8 * 128 * 2 bytes = 131,072 bytes\n"
        "**Conclusion:** The cache per token is 128 KiB, and 8,192 tokens fill 1 GiB.",
        NAPKIN,
    ),
    Absurdity(
        "QB902",
        "**Assumptions & Constraints:** 32 layers, 8 key-value heads, 128 values a head, 2 bytes a value.\n"
        "**Calculations:** 2 * 32 * 8 * 128 * 2 bytes = 131,072 bytes per token.\n"
        "**Conclusion:** 8,192 tokens fill 1 GiB, and the service reserves 42 GiB of memory.",
        "**Assumptions & Constraints:** 32 layers, 8 key-value heads, 128 values a head, 2 bytes a value.\n"
        "**Calculations:** 2 * 32 * 8 * 128 * 2 bytes = 131,072 bytes per token.\n"
        "**Conclusion:** 8,192 tokens fill 1 GiB, and the service reserves memory for that.",
        NAPKIN,
    ),
)
