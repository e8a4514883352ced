"""Features that a text gives to a device that lacks them."""

from __future__ import annotations

import pytest

from qbank.rules.hardware.device_features import lacking, lacks
from qbank.rules.hardware.devices import devices


def _lacking(text: str) -> list[tuple[str, str]]:
    return [
        (text[feature.start : feature.end], feature.name)
        for device in devices(text)
        for feature in lacking(text, device)
    ]


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("Enable MIG on the Jetson Orin.", ("MIG", "mig")),
        ("Run both in MIG slices on an L4.", ("MIG", "mig")),
        ("Split the A10 into two with MIG.", ("MIG", "mig")),
        ("The A100's FP8 tensor cores help.", ("FP8 tensor cores", "fp8")),
        ("The A100 supports native FP8.", ("native FP8", "fp8")),
        ("V100 GPUs with BF16 tensor cores.", ("BF16 tensor cores", "bf16")),
        ("The T4 uses structured sparsity.", ("structured sparsity", "sparsity")),
        ("The RP2040's FPU computes it.", ("FPU", "fpu")),
    ],
)
def test_a_feature_that_is_not_there(text: str, feature: tuple[str, str]) -> None:
    assert _lacking(text) == [feature]


@pytest.mark.parametrize(
    "text",
    [
        "Enable MIG on the A100.",
        "FP8 weights on the A100 take half the memory.",
        "The H100's FP8 tensor cores help.",
        "MIG exists. The L4 is cheap.",
        "The STM32F407's FPU computes it.",
    ],
)
def test_a_feature_that_is_there_or_not_given_to_it(text: str) -> None:
    assert _lacking(text) == []


def test_of_a_bare_name_one_variant_that_has_it_is_enough() -> None:
    [a100] = devices("An A100.")
    assert lacks(a100, "fp8")
    assert not lacks(a100, "mig")
    assert not lacks(a100, "warp-drive")
