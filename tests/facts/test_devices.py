"""Names of devices in texts, and the most that anything of such a name has."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from each import each
from qbank.facts.devices.device import Device
from qbank.facts.devices.finding import names_of


def _only(text: str) -> Device:
    [found] = names_of(None).find(text)
    assert text[found.start : found.end] == found.text
    return found


@each(
    "text, name, ids",
    [
        ("An A100-SXM4-80GB card.", "A100-SXM4-80GB", {"a100-sxm4-80gb"}),
        ("An A100 PCIe 80GB card.", "A100 PCIe 80GB", {"a100-pcie-80gb"}),
        ("Eight NVIDIA A100s in a node.", "A100", {"a100-sxm4-80gb", "a100-pcie-40gb"}),
        ("It has 8xA100 80GB in it.", "A100 80GB", {"a100-sxm4-80gb", "a100-pcie-80gb"}),
        ("An A100 64 GB card.", "A100", {"a100-sxm4-40gb"}),
        ("A Jetson Orin on the robot.", "Jetson Orin", {"jetson-agx-orin-32gb", "jetson-orin-nano-8gb"}),
        ("A Raspberry Pi 5 board.", "Raspberry Pi 5", {"rpi5"}),
        ("An Ethos-U55-512 beside it.", "Ethos-U55", {"ethos-u55"}),
        ("A line and then\nH100 PCIe.", "H100 PCIe", {"h100-pcie-80gb"}),
        ("The nRF52840's radio.", "nRF52840", {"nrf52840"}),
        ("An HDR InfiniBand port.", "HDR InfiniBand", {"ib-hdr"}),
    ],
)
def test_a_name_and_all_that_it_may_mean(text: str, name: str, ids: set[str]) -> None:
    found = _only(text)
    assert found.text == name
    assert ids <= {entry.id for entry in found.entries}


@each(
    "text",
    [
        "An A1000 and an A100X.",
        "A GTX 1080 Mobile GPU.",
        "An M1 Nano or an M2 Lite.",
        "A Galaxy A40 and a Huawei P40 Pro.",
        "The rack 7763 is full, and row 5.",
        "The file is maxA100.",
        "A GPU in socket xA100.",
        "A PCIe slot, and PCIe 9.0 one day.",
    ],
)
def test_what_is_something_else(text: str) -> None:
    assert not [*names_of(None).find(text)]


@each(
    "text, identifier",
    [
        ("One p5.48xlarge holds it.", "p5.48xlarge"),
        ("Two g5.12xlarge instances hold it.", "g5.12xlarge"),
        ("An a3-highgpu-8g holds it.", "a3-highgpu-8g"),
        ("A Standard_ND96isr_H100_v5 holds it.", "nd96isr-h100-v5"),
        ("It has an i.MX RT1062 inside.", "imxrt1062"),
        ("The 2.5GbE port is busy.", "eth-2.5g"),
    ],
)
def test_names_that_do_not_begin_with_a_capital(text: str, identifier: str) -> None:
    assert [entry.id for entry in _only(text).entries] == [identifier]


def test_lanes_of_a_link() -> None:
    assert _only("It hangs on PCIe Gen4 x8.").share == Fraction(1, 2)
    bare = _only("It hangs on PCI Express 4.0 only.")
    assert (bare.share, bare.sole) == (Fraction(1), False)


def test_the_place_behind_plural_and_possessive() -> None:
    text = "Both A100s' memory."
    found = _only(text)
    assert (found.plural, text[found.after :]) == (True, " memory.")
    text = "The A100's memory."
    found = _only(text)
    assert (found.plural, text[found.after :]) == (False, " memory.")


def test_the_most_that_a_name_has() -> None:
    a100 = _only("An A100.")
    assert (a100.memory, a100.memory_bandwidth) == (80e9, 2039e9)
    assert _only("A Jetson Orin.").memory == 64e9


def test_what_the_catalog_does_not_know_has_no_most() -> None:
    assert _only("A Hailo-8.").memory is None
    family = _only("Some Apollo4 part.")
    assert (family.sole, family.memory) == (False, None)


def test_a_line_of_parts_is_all_of_them() -> None:
    line = _only("Some STM32F4 part.")
    assert line.sole
    assert {"stm32f401re", "stm32f407", "stm32f469ni"} <= {entry.id for entry in line.entries}


def test_a_bank_may_add_devices(tmp_path: Path) -> None:
    folder = tmp_path / "schema" / "catalog"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(
        "sources:\n  S: {title: t, where: w, date: 2026-01-01}\n"
        "entries:\n- id: xq9\n  name: Example XQ9\n  track: edge\n  kind: npu\n  aliases: [XQ9]\n"
        "  values:\n    tdp: {value: 3, unit: W, source: S, confidence: high}\n"
    )
    assert [one.text for one in names_of(tmp_path).find("The XQ9 is quick.")] == ["XQ9"]


def test_a_bank_with_a_broken_catalog_has_the_names_that_qbank_carries(tmp_path: Path) -> None:
    folder = tmp_path / "schema" / "catalog"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text("entries: 3\n")
    assert [one.text for one in names_of(tmp_path).find("The XQ9 and the A100.")] == ["A100"]
