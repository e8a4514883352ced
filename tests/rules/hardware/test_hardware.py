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


def test_a_rate_of_both_ways_that_is_halved_goes_one_way_behind_it(audit: Any) -> None:
    text = (
        "scenario: Four A100 GPUs are joined by NVLink at 600 GB/s each, the sum of both directions.\n"
        "details:\n  napkin_math: |\n    - Usable per direction: NVLink {} = 300 GB/s\n"
    )
    assert audit({PATH: laid_over(text.format("600 / 2"), PATH)}, rules=CODES).findings == []


def test_what_goes_into_memory_is_no_rate_of_a_storage(audit: Any) -> None:
    text = (
        "scenario: A tablet reads 6 GB from UFS 4.0 and writes them to its DRAM on a 64-bit bus, "
        "which gives 60 GB/s.\ndetails:\n  napkin_math: |\n    - Into DRAM: 6 GB / 60 GB/s = 0.1 s\n"
    )
    assert audit({PATH: laid_over(text, PATH)}, rules=CODES).findings == []


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
        ("A TPU v3-8 has {} of HBM.", "256 GB", "128 GB"),
        ("The v5e-8 slice has {} of HBM.", "256 GB", "128 GB"),
        ("The Pi 5 has a memory bandwidth of {}.", "34 GB/s", "17 GB/s"),
        ("The NPU of a Core Ultra 7 155H peaks at {}.", "48 TOPS", "11 TOPS"),
        ("The RTX 4070 laptop has {} of VRAM.", "12 GB", "8 GB"),
        ("The STM32F4 runs at {}.", "240 MHz", "84 MHz"),
        ("The STM32F407VGT6 runs at {}.", "240 MHz", "168 MHz"),
        ("The Xeon 8592+ has a memory bandwidth of {}.", "600 GB/s", "358 GB/s"),
        ("An LTE Cat 4 modem has an uplink of {}.", "150 Mbit/s", "50 Mbit/s"),
        ("An LTE Cat 4 modem has a {} uplink.", "900 Mbit/s", "50 Mbit/s"),
        ("Gigabit Ethernet carries {}.", "1 GB/s", "120 MB/s"),
        ("GMSL3 carries {} from the camera.", "24 Gbit/s", "12 Gbit/s"),
        ("eRedCap brings {} to the robot.", "150 Mbit/s", "10 Mbit/s"),
        ("The ADXL345 samples at {}.", "6.4 kHz", "3.2 kHz"),
        ("An ADXL345 accelerometer samples vibration at {} on three axes.", "6.4 kHz", "1.6 kHz"),
        ("The sensor is an ADXL345, read at its full output data rate of {}.", "9.6 kHz", "3.2 kHz"),
        ("A fleet of 96 H100 PCIe cards, {} each, embeds all day.", "700 W", "350 W"),
        ("Of a p4d.24xlarge each A100 has {}.", "80 GB", "40 GB"),
        ("The A14 Neural Engine has a peak of {}.", "15.8 TOPS", "11 TOPS"),
        ("The A100 has {} SMs.", "132", "108"),
        ("The RTX 4090 packs {} CUDA cores.", "18,432", "16,384"),
        ("The EPYC 9654 has {} cores.", "128", "96"),
        ("Two RTX 4090 cards exchange gradients over {}.", "NVLink", "PCIe"),
    ],
)
def test_what_a_device_has_and_has_not(audit: Any, text: str, wrong: str, right: str) -> None:
    assert _messages(audit, "realistic_solution", text.format(wrong))
    assert _messages(audit, "realistic_solution", text.format(right)) == []


@each(
    "text",
    [
        "The bridge has a 900 Mbit/s uplink and talks to tags over LTE Cat 4.",
        "The tags talk over LTE Cat 4 to a gateway with a 900 Mbit/s uplink.",
        "The hub takes LTE Cat 4 and a modem of 900 Mbit/s.",
        "10 Gigabit Ethernet carries 1.25 GB/s from the camera.",
        "The network on the g5.12xlarge reads 500 GB/s of weights.",
        "The ADXL345 is read over SPI at 5 MHz.",
        "The tag has an ADXL345 (SPI, 5 MHz).",
        "A dual-socket EPYC 9654 has 192 cores.",
        "An EPYC 7763 with 128 cores feeds the node.",
        "The EPYC 9654 has 32 cores left for the loader.",
        "The L40S is a PCIe card and NVLink is only in the SXM parts.",
        "The MI300X cards exchange over Infinity Fabric, an answer to NVLink.",
    ],
)
def test_what_is_of_something_else(audit: Any, text: str) -> None:
    assert _messages(audit, "realistic_solution", text) == []


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


def test_a_bank_may_know_of_a_layout_by_halves_or_by_options(audit: Any) -> None:
    own = "sources:\n  S: {title: Notes, where: w, date: 2026-01-01}\nentries:\n" + "".join(
        f"- id: {id_}\n  name: {name}\n  track: {track}\n  kind: {kind}\n"
        f"  values:\n    {value}: {{value: {given}, unit: {unit}, source: S, confidence: high}}\n"
        for id_, name, track, kind, value, given, unit in (
            ("zs9", "Zeta QS9", "interconnect", "network", "ports", "32", "'1'"),
            ("zb9", "Zeta B9", "edge", "board", "pcie_lanes", "[4, 8]", "'1'"),
            ("zu9", "Zeta U9", "edge", "board", "usb_per_direction", "[5, 10]", "Gbit/s"),
            ("lto-12", "LTO-12", "interconnect", "storage", "native_rate", "[400, 500]", "MB/s"),
        )
    )
    told = {
        "The Zeta QS9 has 96 ports.": "32 ports of Zeta QS9",
        "The Zeta B9 has 16 lanes.": "4, 8 pcie lanes of Zeta B9",
        "The Zeta B9 has 8 lanes.": "",
        "The USB port of a Zeta U9 moves 20 Gbit/s.": "5, 10 Gbit/s",
        "An LTO-12 cartridge holds 45 TB.": "",
    }
    for text, known in told.items():
        messages = _messages(audit, "realistic_solution", text, **{"schema/catalog/own.yaml": own})
        assert [known in message for message in messages] == [True] * bool(known), messages


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


@each(
    "text, found",
    [
        ("The cart has an Orin NX 16GB, capped at 15 W, with 16 GB at 190 GB/s; a Pi 5 waits.", ["190 GB/s"]),
        ("The Jetson AGX Orin 64GB runs in its 110 W mode.", ["110 W"]),
        ("The Jetson AGX Orin 64GB runs in its 30 W mode.", []),
        ("The hall takes DGX H200 systems (eight GPUs, 8 U, at most 5.9 kW).", ["5.9 kW"]),
        ("The hall takes DGX H200 systems (eight GPUs, 8 U, at most 10.2 kW).", []),
        ("The cart has a Jetson AGX Orin 64GB (at most 30 W).", []),
        ("An ADS1115 in single-shot mode gives 2,000 samples per second.", ["2,000 samples per second"]),
        ("An ADS1115 gives 475 SPS.", []),
        ("An ADXL345 waits while the A100 trains with 9,000 samples per second.", []),
        ("The ESP32 is enough: the songs fill half of a 16 GB card.", []),
        ("With the Orin NX: 410 + 9 + 20 = 439 W", []),
        ("An STM32F407 was seen at 300k, 90k and 0.7 MAC/cycle.", []),
    ],
)
def test_figures_beside_modes_brackets_and_sums(audit: Any, text: str, found: list[str]) -> None:
    messages = _messages(audit, "realistic_solution", text)
    assert [message.split(": ", 1)[1].split(" is not ")[0] for message in messages] == found


@each(
    "text, count",
    [
        ("A BMP388 on the mast measures pressure and humidity.", 1),
        ("Pressure and humidity come from a BMP388.", 1),
        ("A BME280 on the mast measures pressure and humidity.", 0),
        ("A BMP388 stands beside an SHT41, which measures humidity.", 0),
        ("The node has a BMP388 and a sensor of humidity.", 0),
        ("The ESP32-C3 supports Bluetooth Classic, which the speaker wants.", 1),
        ("The ESP32 supports Bluetooth Classic, which the speaker wants.", 0),
        ("An ESP32-C3 stands beside a speaker, which speaks Bluetooth Classic.", 0),
        ("The ESP32-C3 has no Bluetooth Classic.", 0),
        ("An ESP32-C3 plays it. The phone sends songs to the chip over Bluetooth Classic.", 1),
        ("An ESP32 plays it. The phone sends songs to the chip over Bluetooth Classic.", 0),
        ("The STM32F429 blinks. Its DMA writes lines of the sensor into the CCM.", 1),
        ("The STM32F429 keeps its lines in the CCM, which the DMA fills.", 1),
        ("The STM32F429 keeps its stack in the CCM, which the DMA cannot reach.", 0),
        ("The STM32F429 has its DMA write into SRAM1, and the core copies them to the CCM.", 0),
        ("A Raspberry Pi 4 carries a drive on its PCIe FPC connector.", 1),
        ("A Raspberry Pi 5 carries a drive on its PCIe FPC connector.", 0),
        ("Four T4 wait. The tensor cores take bfloat16 and no scaling is needed.", 1),
        ("Four T4 wait. The tensor cores take no bfloat16.", 0),
        ("The MAX78000 holds 1.6 MB of weights.", 1),
        ("The MAX78000 holds 0.3 MB of weights.", 0),
        ("The MAX78000 waits beside a server that holds 16 GB of weights.", 0),
        ("The tray has two A100 SXM4 modules, each rated by NVIDIA at a maximum of 200 W.", 1),
        ("The tray has two A100 SXM4 modules, each rated by NVIDIA at a maximum of 400 W.", 0),
        ("An iPhone 14 (A15 Bionic), whose Neural Engine Apple rates at 35 TOPS, films.", 1),
        ("A feeder has the OV2640, whose pictures of 2592 × 1944 pixels go out.", 1),
        ("A feeder has the OV2640, whose pictures of 1600 × 1200 pixels go out.", 0),
        ("A feeder has the OV2640 and a second camera with pictures of 2592 × 1944 pixels.", 0),
        ("Pictures of the OV2640 are upscaled to 2592 × 1944 pixels.", 0),
    ],
)
def test_what_sensors_sense_and_how_large_their_pictures_are(audit: Any, text: str, count: int) -> None:
    assert len(_messages(audit, "realistic_solution", text)) == count


@each(
    "text",
    [
        "The host of an H100 has 1 TB of memory.",
        "An A100's host has 1 TB of memory.",
        "The H100 SXM has 80 GB of memory. Its host has 1 TB of memory.",
        "The Jetson Orin Nano has 8 GB of memory. Its carrier board has 512 GB of storage and 32 GB of RAM.",
        "A workstation around an RTX 4090 has 96 GB of memory.",
        "The workstation has an RTX 4090 and 96 GB of memory.",
        "An H100 node has 640 GB of memory in eight GPUs.",
        "The L40S servers have 192 GB of GPU memory each.",
        "The B200 draws 1,000 W. Its rack draws 60 kW.",
        "A container on an L4 has 6 GB of memory.",
        "A VM with a T4 has 28 GB of memory and 8 vCPUs.",
        "On an iPhone 15 Pro the app has 1.5 GB of memory.",
        "The replacement for the V100 has 80 GB of memory and 2 TB/s.",
        "The nRF52840 has 256 KB of RAM. Its external flash has 8 MB.",
        "An ESP32 with 4 MB of PSRAM keeps a picture.",
        "The Arduino Nano 33 BLE writes to a card of 32 GB.",
        "The L4 has 24 GB of memory. The machine it sits in has 256 GB of memory.",
        "The Teensy 4.1 drives a display board with 8 MB of memory.",
        "A rival's card has 20 GB, and the RTX 3060 only 12 GB.",
        "The laptop that holds the RTX 4060 has 32 GB of memory.",
        "A job that was left over keeps 3 GB of the L4's 24 GB.",
        "Six A100s at 400 W each are 2.4 kW; the other 4.1 kW of the 6.5 kW of the DGX A100 are left.",
        "The H200 differs from the H100 SXM in memory: 141 GB instead of 80, and 4.8 TB/s for 3.35.",
        "The NVLink of the H100 SXM, 900 GB/s in total and thus 450 GB/s each way, outruns the card.",
    ],
)
def test_what_something_around_a_device_has_is_not_the_device_s(audit: Any, text: str) -> None:
    assert _messages(audit, "realistic_solution", text) == []


@each(
    "text, said",
    [
        ("They rent a g4dn.xlarge (4 vCPU, one NVIDIA A10G).", "A10G: g4dn.xlarge has 1 × t4"),
        ("They rent a g5.xlarge (4 vCPU, one NVIDIA A10G).", ""),
        ("A g5.48xlarge holds four A10G cards.", "four: g5.48xlarge has 8 × a10g"),
        ("Two g5.48xlarge hold sixteen A10G cards.", ""),
        ("A g5.48xlarge holds eight A10G cards, and two of them rest.", ""),
        ("The g5.xlarge offers 16 vCPUs.", "16: g5.xlarge has 4 vCPUs"),
        ("The g6.xlarge has 64 GiB of RAM.", "there is no g6.xlarge with 64 GiB"),
        (
            "We rent a p4d.24xlarge. Each instance has 3,200 Gb/s of EFA networking.",
            "3,200 Gb/s: p4d.24xlarge has 400 Gbit/s network per direction",
        ),
        ("We rent a p5.48xlarge. Each instance has 3,200 Gb/s of EFA networking.", ""),
        (
            "The iPhone 15 has a Neural Engine rated at 35 trillion operations per second.",
            "35 trillion operations per second is not what iPhone 15 has",
        ),
        ("The IMX219 has 1.55 µm pixels.", "1.55 µm is not what it has"),
        ("The IMX219 has 1.12 µm pixels, which are binned to 2.24 µm.", ""),
        ("The IMX219 films 1920 × 1080 pixels at 90 frames/s.", "90 frames/s is not what it has"),
        ("The IMX219 films 1920 × 1080 pixels at 30 frames/s, and the display runs at 60 Hz.", ""),
        ("An A30 is cut by MIG into seven slices.", "seven is more than A30 has"),
        ("The RP2040 reads it with its 16-bit ADC.", "16-bit is more than RP2040 has"),
        ("The RP2040 reads a 16-bit ADC over SPI.", ""),
        ("The wired port of a Raspberry Pi 3B+ moves 940 Mbit/s.", "940 Mbit/s is more than the port"),
    ],
)
def test_what_machines_and_sensors_are_said_to_have(audit: Any, text: str, said: str) -> None:
    messages = _messages(audit, "realistic_solution", text)
    assert [one.partition(": ")[2].startswith(said) for one in messages] == ([True] if said else [])
