"""Values beside names, against the catalog."""

from __future__ import annotations

import pytest

from qbank.catalog import bundled
from qbank.rules.hardware.devices import devices
from qbank.rules.hardware.spec_check import Disagreement, disagreement, far_price
from qbank.rules.hardware.spec_facts import agrees, agrees_in_bytes
from qbank.rules.hardware.specs import specs


def _off(text: str) -> list[Disagreement]:
    return [
        found
        for device in devices(text)
        for spec in specs(text, device)
        if (found := disagreement(spec, bundled())) is not None
    ]


@pytest.mark.parametrize(
    ("size", "step", "fact", "approximate", "same"),
    [
        (2.0e12, 1e12, 2.039e12, False, True),
        (3.0e12, 1e12, 3.35e12, False, True),  # truncated
        (1.5e12, 0.1e12, 1.555e12, False, True),
        (400e12, 100e12, 312e12, False, False),
        (350.0, 10.0, 312.0, False, False),
        (345.0, 1.0, 312.0, True, True),
        (345.0, 1.0, 312.0, False, False),
        (0.0, 1.0, 0.0, False, True),
    ],
)
def test_rounding(size: float, step: float, fact: float, *, approximate: bool, same: bool) -> None:
    assert agrees(size, step, fact, approximate=approximate) is same


def test_bytes_by_1000_or_by_1024() -> None:
    assert agrees_in_bytes(85.9e9, 0.1e9, 80e9)
    assert agrees_in_bytes(256e3, 1e3, 256 * 1024)
    assert agrees_in_bytes(2e6, 1e6, 2 * 2**20)
    assert not agrees_in_bytes(96e9, 1e9, 80e9)


@pytest.mark.parametrize(
    "text",
    [
        "Eight H100s with 600 GB.",
        "A V100 (16 GB or 32 GB, 900 GB/s, 125 TFLOPS).",
        "An H100 with 1,979 TFLOPS.",
        "Eight H100s (640 GB, 26.8 TB/s).",
        "An A100 with a peak of 312 TFLOPS in FP16.",
        "A B200 with 192 GB.",  # a figure of early material, in the remarks
        "PCIe 4.0 x16 at 64 GB/s, at 10 GB/s, or at 31.5 GB/s.",
        "A Jetson Orin NX with 8 GB.",
        "A Jetson Orin with 275 TOPS.",
        "The ESP32 at 2.4 GHz and the ESP32 at 160 MHz.",
        "An STM32H743 with 1 MB of flash, a part of that family.",
        "An RTX 3090 with 71 TFLOPS of FP16.",
        "An A100 at 250 W.",
        "An A100 with 512 GB of RAM.",
        "A Hailo-8 with 40 W.",  # of which the catalog has a typical power alone
    ],
)
def test_what_the_catalog_knows_or_cannot_tell(text: str) -> None:
    assert _off(text) == []


@pytest.mark.parametrize(
    ("text", "known", "meant"),
    [
        ("The H100's dense BF16 peak of 1,979 TFLOPS.", "989 TFLOP/s", "bf16 tensor sparse"),
        ("The H100 PCIe has a memory bandwidth of 3.35 TB/s.", "2000 GB/s", "H100 SXM5"),
        ("PCIe 4.0 x16 at 64 GB/s one-way.", "32 GB/s", "both ways it is twice that"),
        ("NVLink 3 at 1.8 TB/s.", "600 GB/s", "NVLink 5"),
        ("The A100 with a peak of 250 dense TFLOPS.", "156 TFLOP/s", ""),
        ("An L4 with a TDP of 150 W.", "72 W", ""),
        ("An STM32F407 at 480 MHz.", "168 MHz", ""),
        ("A PCIe Gen4 x8 slot at 64 GB/s.", "32 GB/s", ""),
        ("An A100 40GB with 80 GB of memory.", "40 GB", "80 GB is the memory capacity"),
    ],
)
def test_what_there_is_instead(text: str, known: str, meant: str) -> None:
    [found] = _off(text)
    assert known in {fact.value.text for fact in found.known}
    assert meant in found.meant
    assert bool(meant) == bool(found.meant)


def test_forms_that_no_variant_has() -> None:
    [memory] = _off("An A100 with 64 GB.")
    [macs] = _off("An Ethos-U55 with 512 MACs.")
    [variant] = _off("An A100 40GB with 80 GB of memory.")
    assert [one.impossible for one in (memory, macs, variant)] == [True, True, False]
    assert "Ethos-U65" in macs.meant or "Ethos-U85" in macs.meant


@pytest.mark.parametrize(
    ("text", "far"),
    [
        ("An H100 at $98/hour.", True),
        ("An H100 at $7/hour.", False),
        ("Eight H100s at $98/hour.", False),
        ("A Hailo-8 at $98/hour.", False),
    ],
)
def test_prices_far_from_all_known(text: str, *, far: bool) -> None:
    [device] = devices(text)
    [spec] = specs(text, device)
    assert bool(far_price(spec, bundled())) is far
