"""Findings about hardware, as a reader sees them."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"
CODES = ("QB701", "QB702", "QB703", "QB704")


def _messages(audit: Any, field: str, text: str, **more: str) -> list[str]:
    files = {PATH: laid_over(f"details:\n  {field}: |-\n    {text}\n", PATH)}
    return [finding.message for finding in audit(files | more, rules=CODES).findings]


def test_a_message_names_the_value_its_source_and_what_was_meant(audit: Any) -> None:
    [message] = _messages(audit, "realistic_solution", "The H100 PCIe has a memory bandwidth of 3.35 TB/s.")
    assert message.startswith(
        "details.realistic_solution: 3.35 TB/s is not what H100 PCIe has; the catalog has "
    )
    assert "2 TB/s memory bandwidth of NVIDIA H100 PCIe 80 GB (" in message
    assert message.endswith("; 3350 GB/s is the memory bandwidth of NVIDIA H100 SXM5 80 GB")


def test_an_assumed_peak_is_that_of_the_format_it_names(audit: Any) -> None:
    for peak, said in ((242, ["242 TFLOPS is not what L4 has"]), (121, [])):
        text = (
            "scenario: The job runs in FP16 on 16 NVIDIA L4 GPUs.\ndetails:\n  napkin_math: |\n"
            f"    **Assumptions & Constraints:**\n    - L4, FP16 peak, dense: {peak} TFLOPS\n"
        )
        found = audit({PATH: laid_over(text, PATH)}, rules=CODES).findings
        assert [one.message.partition(": ")[2].partition(";")[0] for one in found] == said


def test_what_is_of_one_device_is_told_once_in_the_unit_of_the_text(audit: Any) -> None:
    [message] = _messages(audit, "realistic_solution", "A Jetson Orin NX 16GB has a peak of 275 TOPS.")
    said = "has 100 TOPS peak int8 sparse or 50 TOPS peak int8 dense of NVIDIA Jetson Orin NX 16 GB ("
    assert said in message
    assert message.count("NVIDIA Jetson Orin NX") == 2  # the device, and its data sheet


def test_a_message_about_a_missing_feature_names_its_source(audit: Any) -> None:
    [message] = _messages(audit, "realistic_solution", "Split the L4 into two with MIG.")
    assert "NVIDIA L4 lacks mig (NVIDIA Multi-Instance GPU user guide" in message


def test_lanes_are_said(audit: Any) -> None:
    [message] = _messages(audit, "realistic_solution", "A PCIe Gen4 x8 slot at 64 GB/s.")
    assert message.endswith(", of which this is 1/2")


@each("text", ["An A100 with 64 GB is what one rents for it.", "Use MIG on the L4 for two tenants."])
def test_what_people_get_wrong_is_not_read(audit: Any, text: str) -> None:
    assert _messages(audit, "common_mistake", text) == []
    assert len(_messages(audit, "realistic_solution", text)) == 1


@each(
    "text, wrong, right",
    [
        ("One RTX 5090 has a memory bandwidth of {} here.", "3.2 TB/s", "1.79 TB/s"),
        ("The iPhone 14 Pro (battery {}) films.", "4,800 mAh", "3,200 mAh"),
        ("A Pixel 8 with {} of RAM loads it.", "16 GB", "8 GB"),
        ("A tag runs from a CR2450 coin cell of {}.", "1,200 mAh", "620 mAh"),
        ("The nodes talk over QDR InfiniBand at {} one way.", "100 Gb/s", "40 Gb/s"),
        ("The sensors report over Zigbee at {} raw.", "2 Mb/s", "250 kb/s"),
        ("An STM32F411 with {} of SRAM runs it.", "256 KB", "128 KB"),
        ("One ND96isr_H100_v5 holds {} of GPU memory.", "1,128 GB", "640 GB"),
        ("A p4d.24xlarge has {} of network bandwidth.", "3,200 Gb/s", "400 Gb/s"),
        ("PoE+ delivers {} to the camera.", "60 W", "25.5 W"),
        ("The iPad Pro has a battery of {}.", "60 Wh", "38.99 Wh"),
        ("A MacBook with an M3 Max has a unified memory bandwidth of {}.", "800 GB/s", "400 GB/s"),
    ],
)
def test_what_a_device_has_and_has_not(audit: Any, text: str, wrong: str, right: str) -> None:
    assert _messages(audit, "realistic_solution", text.format(wrong))
    assert _messages(audit, "realistic_solution", text.format(right)) == []


def test_a_value_between_two_names_is_of_one(audit: Any) -> None:
    assert _messages(audit, "realistic_solution", "Take an A100 and a 3.35 TB/s H100.") == []
    assert len(_messages(audit, "realistic_solution", "Take an A100 and a 5 TB/s H100.")) == 1


def test_a_bank_may_add_a_device(audit: Any) -> None:
    own = (
        "sources:\n  S: {title: Notes, where: w, date: 2026-01-01}\n"
        "entries:\n- id: xq9\n  name: Example XQ9\n  track: edge\n  kind: npu\n  aliases: [XQ9]\n"
        "  values:\n    tdp: {value: 3, unit: W, source: S, confidence: high}\n"
    )
    more = {"schema/catalog/own.yaml": own}
    [message] = _messages(audit, "realistic_solution", "The XQ9 (30 W) is quick.", **more)
    assert "3 W tdp of Example XQ9 (Notes)" in message
    assert _messages(audit, "realistic_solution", "The XQ9 (3 W) is quick.", **more) == []


@each("text", ["A100 60GB " * 4_000, "A100" + " PCIe" * 10_000, "A100 (" * 4_000])
def test_hostile_texts_take_little_time_and_give_few_findings(audit: Any, text: str) -> None:
    assert len(_messages(audit, "realistic_solution", text)) <= 500


@each(
    "text, found",
    [
        ("A Jetson Orin (32GB LPDDR5, 102 GB/s) runs it.", ["102 GB/s"]),
        ("A Jetson Orin (16GB LPDDR5, 102 GB/s) runs it.", []),
        (
            "The Jetson AGX Orin 64GB: its GPU and DLAs together peak at 275 TOPS for dense INT8.",
            ["275 TOPS"],
        ),
        ("The Jetson AGX Orin 64GB: its GPU and DLAs together peak at 138 TOPS for dense INT8.", []),
        ("It runs on 4 H100 SXM. Data sheet: 1,979 TFLOP/s dense BF16 per GPU.", ["1,979 TFLOP/s"]),
        ("The card sits in a Gen4 x16 slot, good for 64 GB/s from host to card.", ["64 GB/s"]),
        ("The card sits in a Gen4 x16 slot, good for 31 GB/s from host to card.", []),
        ("An eight-GPU H100 server is rated at 10.2 kW.", []),
    ],
)
def test_figures_beside_what_narrows_them(audit: Any, text: str, found: list[str]) -> None:
    messages = _messages(audit, "realistic_solution", text)
    assert [message.split(": ", 1)[1].split(" is not ")[0] for message in messages] == found
