"""Planted absurdities about hardware."""

from __future__ import annotations

from tests.rules.absurdity import Absurdity

ABSURDITIES = (
    Absurdity(
        "QB701",
        "The four links of the host are PCIe 4.0 x16 at 200 GB/s each, so the copy takes 70 ms.",
        "The four links of the host are PCIe 4.0 x16 at 32 GB/s each, so the copy takes 440 ms.",
    ),
    Absurdity(
        "QB701",
        "An A100 at 400 dense BF16 TFLOPS is compute-bound on this layer.",
        "An A100 at 312 dense BF16 TFLOPS is compute-bound on this layer.",
    ),
    Absurdity(
        "QB701",
        "The H100 SXM5 peaks at 1,979 TFLOPS in dense BF16.",
        "The H100 SXM5 peaks at 1,979 TFLOPS in BF16 with sparsity.",
    ),
    Absurdity(
        "QB701",
        "The H100 PCIe has a memory bandwidth of 3.35 TB/s, and decoding is bound by it.",
        "The H100 PCIe has a memory bandwidth of 2 TB/s, and decoding is bound by it.",
    ),
    Absurdity(
        "QB701",
        "An L4 (24 GB, 300 GB/s, 300 W) sits in each edge server.",
        "An L4 (24 GB, 300 GB/s, 72 W) sits in each edge server.",
    ),
    Absurdity(
        "QB701",
        "The Jetson Orin Nano with 275 TOPS runs all six cameras.",
        "The Jetson AGX Orin with 275 TOPS runs all six cameras.",
    ),
    Absurdity(
        "QB701",
        "Between two of the GPUs NVLink 3 moves 1,800 GB/s.",
        "Between two of the GPUs NVLink 5 moves 1,800 GB/s.",
    ),
    Absurdity(
        "QB701",
        "The STM32F407 at 480 MHz finishes the window in 12 ms.",
        "The STM32H743 at 480 MHz finishes the window in 12 ms.",
    ),
    Absurdity(
        "QB701",
        "The nRF52840 has 1 MB of SRAM, so the arena fits with ease.",
        "The nRF52840 has 256 KB of SRAM and 1 MB of flash, so the arena just fits.",
    ),
    Absurdity(
        "QB701",
        "Every node has an HDR InfiniBand port at 400 Gb/s for the gradients.",
        "Every node has an NDR InfiniBand port at 400 Gb/s for the gradients.",
    ),
    Absurdity(
        "QB701",
        "The Coral Edge TPU delivers 40 TOPS at 2 W.",
        "The Coral Edge TPU delivers 4 TOPS at 2 W.",
    ),
    Absurdity(
        "QB702",
        "Each worker is one A100 with 64 GB, which holds the shard.",
        "Each worker is one A100 with 80 GB, which holds the shard.",
    ),
    Absurdity(
        "QB702",
        "An Ethos-U55 with 512 MACs per cycle runs the detector at 30 frames a second.",
        "An Ethos-U65 with 512 MACs per cycle runs the detector at 30 frames a second.",
    ),
    Absurdity(
        "QB702",
        "The RTX 4090 (48 GB) holds the 13B model in BF16.",
        "The RTX 4090 (24 GB) holds the 7B model in BF16.",
    ),
    Absurdity(
        "QB702",
        "On one Jetson Nano with 16 GB of memory the network has room for its activations.",
        "On one Jetson Nano with 4 GB of memory the network has room for its activations.",
    ),
    Absurdity(
        "QB703",
        "Split each Jetson AGX Orin into two instances with MIG to isolate the tenants.",
        "Split each H100 into two instances with MIG to isolate the tenants.",
    ),
    Absurdity(
        "QB703",
        "The A100's FP8 tensor cores halve the time of the step.",
        "The H100's FP8 tensor cores halve the time of the step.",
    ),
    Absurdity(
        "QB703",
        "With MIG on the A10G each customer has a slice of the card.",
        "With time slices on the A10G each customer has a share of the card.",
    ),
    Absurdity(
        "QB703",
        "The V100 delivers 125 TFLOPS in BF16 for this network.",
        "The V100 delivers 125 TFLOPS in FP16 for this network.",
    ),
    Absurdity(
        "QB704",
        "The team rents one H100 at $98/hour.",
        "The team rents one H100 at $6.88/hour.",
    ),
)
