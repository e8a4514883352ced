"""What the words around a name give to a device."""

from __future__ import annotations

import pytest

from qbank.rules.hardware.devices import devices
from qbank.rules.hardware.spec_words import Measure
from qbank.rules.hardware.specs import Spec, is_otherwise, specs


def _specs(text: str) -> list[Spec]:
    return [spec for device in devices(text) for spec in specs(text, device)]


def _said(text: str) -> list[tuple[str, str]]:
    found = _specs(text)
    assert all(text[spec.start : spec.end] == spec.text for spec in found)
    return [(spec.device.text, spec.text) for spec in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("An A100 (80 GB, 2 TB/s) runs it.", ["80 GB", "2 TB/s"]),
        ("The A100's 80 GB of HBM2e and its 2,039 GB/s.", ["80 GB", "2,039 GB/s"]),
        ("The A100 has 312 TFLOPS dense and 624 TFLOPS sparse.", ["312 TFLOPS", "624 TFLOPS"]),
        ("The memory bandwidth of an A100 is 2,039 GB/s.", ["2,039 GB/s"]),
        ("- **A100** memory bandwidth: 2039 GB/s", ["2039 GB/s"]),
        ("Memory bandwidth (A100): ~2000 GB/s.", ["2000 GB/s"]),
        ("It runs on an A100-64GB.", ["64GB"]),
        ("It runs on a 24 GB A10G.", ["24 GB"]),
        ("It draws 400W (A100 SXM4 TDP).", ["400W"]),
        ("A peak of 312 TFLOPS on an A100.", ["312 TFLOPS"]),
        ("An A100 at 400 dense BF16 TFLOPS.", ["400 dense BF16 TFLOPS"]),
        ("An Ethos-U55-512 beside an Ethos-U55 with 256 MACs.", ["512", "256 MACs"]),
        ("An A100 with\n80 GB holds it.", ["80 GB"]),
        ("An A100 costs $3.50/h, an H100 at $7 per GPU-hour more.", ["$7 per GPU-hour"]),
    ],
)
def test_values_that_belong_to_a_name(text: str, said: list[str]) -> None:
    assert [value for _, value in _said(text)] == said


@pytest.mark.parametrize(
    "text",
    [
        "On an A100, 30 GB of cache remain.",
        "The kernel sustains 180 TFLOPS on an A100.",
        "It uses 30 GB of the A100.",
        "The A100 needs 14 GB / 2 TB/s = 7 ms.",
        "The A100 holds a 30 GB model.",
        "The A100 has a 30 GB checkpoint.",
        "| A100 | 30 GB | 7 ms |",
        "A row on the A100\n\n80 GB of weights.",
        "The A100 is there. 80 GB of weights.",
        "An A100 of 7-15 W.",
    ],
)
def test_values_that_do_not(text: str) -> None:
    assert _said(text) == []


def test_what_a_value_is_said_to_be() -> None:
    first, second = _specs("The A100 has 312 TFLOPS of dense BF16, and a one-way NVLink rate of 300 GB/s.")
    assert first.about == {"dense", "bf16"}
    assert second.about == {"one-way", "link", "named-link"}
    assert (first.measure, second.measure) == (Measure.OPERATIONS, Measure.RATE)


def test_units_digits_and_marks() -> None:
    [rate] = _specs("HDR InfiniBand at 200 Gb/s.")
    assert (rate.size, rate.step) == (25e9, 100e9 / 8)
    [peak] = _specs("An A100 with ~0.312 PFLOPS.")
    assert peak.size == pytest.approx(312e12)
    assert peak.approximate
    assert peak.floating
    [memory] = _specs("An A100 with 81,920 MB.")
    assert (memory.size, memory.step) == (81_920e6, 10e6)


def test_several_devices() -> None:
    assert [spec.several for spec in _specs("Eight A100 (640 GB), 8x A100 (640 GB), one A100 (80 GB).")] == [
        True,
        True,
        False,
    ]


def test_what_is_given_as_a_property_is_firm() -> None:
    [firm] = _specs("An A100 has 80 GB.")
    [loose] = _specs("An A100 at 300 W.")
    [listed] = _specs("Footprint: A100: 30 GB.")
    [property_] = _specs("A100: 80 GB of HBM.")
    assert [one.firm for one in (firm, loose, listed, property_)] == [True, False, False, True]


def test_a_device_has_one_memory_and_a_link_no_other_link() -> None:
    assert _said("An A100 with 80 GB and 512 GB of RAM.") == [("A100", "80 GB")]
    assert _said("An A100 (80 GB) with 512 GB of RAM.") == [("A100", "80 GB")]
    assert _said("PCIe 4.0 x16: 32 GB/s, NVLink: 600 GB/s.") == [("PCIe 4.0 x16", "32 GB/s")]


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("Imagine an A100 with 160 GB.", True),
        ("An A100 with 1 TB/s effective bandwidth.", True),
        ("An A100 with 160 GB in total.", True),
        ("An A100 with 160 GB. Imagine that.", False),
        ("Imagine that. An A100 with 160 GB.", False),
    ],
)
def test_words_that_say_it_is_not_the_makers_figure(text: str, *, otherwise: bool) -> None:
    [spec] = _specs(text)
    assert is_otherwise(text, spec) is otherwise


@pytest.mark.parametrize("text", ["A100 " + "(" * 5_000, "A100 (" + "80 GB, " * 2_000, "A100" * 3_000])
def test_hostile_texts_are_read_in_bounds(text: str) -> None:
    assert len(_specs(text)) < 60
