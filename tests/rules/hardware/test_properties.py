"""Properties that texts give to hardware, against the catalog."""

from __future__ import annotations

from each import each
from qbank.catalog.loading import bundled as bundled_catalog
from qbank.facts.devices.finding import names_of
from qbank.facts.fact import Field
from qbank.facts.hardware.features import features
from qbank.facts.hardware.stated import stated
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.loading import bundled
from qbank.facts.vocabulary import Origin
from qbank.napkin.verifier import verify
from qbank.rules.hardware.properties import Disagreement, disagreement, far_price


def _ledger(scenario: str, math: str = "") -> Ledger:
    fields = (
        Field(("scenario",), scenario, Origin.SCENARIO, verify(scenario)),
        Field(("details", "napkin_math"), math, Origin.CALCULATIONS, verify(math, context=[scenario])),
    )
    return read(fields, bundled(), names_of(None).read)


def _off(scenario: str, math: str = "") -> list[Disagreement]:
    catalog = bundled_catalog()
    ledger = _ledger(scenario, math)
    return [found for one in stated(ledger) if (found := disagreement(one, catalog)) is not None]


def _texts(scenario: str, math: str = "") -> list[str]:
    return list(dict.fromkeys(found.stated.fact.text for found in _off(scenario, math)))


@each(
    "scenario, math",
    [
        ("Eight H100s with 600 GB.", ""),
        ("Badge v2: Arduino Nano 33 BLE Sense, Cortex-M4F, 256 KB RAM.", ""),
        ("One DGX A100 has eight A100 SXM GPUs. NVLink bandwidth per GPU: 600 GB/s, both directions.", ""),
        ("It runs in a DGX H100. NVLink per GPU: 900 GB/s. A node with an A100 had less.", ""),
        ("A V100 (16 GB or 32 GB, 900 GB/s, 125 TFLOPS).", ""),
        ("An H100 with 1,979 TFLOPS.", ""),
        ("Eight H100s (640 GB, 26.8 TB/s).", ""),
        ("An A100 with a peak of 312 TFLOPS in FP16.", ""),
        ("A B200 with 192 GB.", ""),  # a figure of early material, in the remarks
        ("PCIe 4.0 x16 at 64 GB/s, at 10 GB/s, or at 31.5 GB/s.", ""),
        ("A Jetson Orin NX with 8 GB.", ""),
        ("A Jetson Orin with 275 TOPS.", ""),
        ("The ESP32 at 2.4 GHz and the ESP32 at 160 MHz.", ""),
        ("An STM32H743 with 1 MB of flash, a part of that family.", ""),
        ("An RTX 3090 with 71 TFLOPS of FP16.", ""),
        ("An A100 at 250 W.", ""),
        ("A meter has an LTE Cat 1 modem. The downlink peaks at 10 Mbit/s.", ""),
        ("It has eight A100 with 40 GB each.", "- Read: 26 GB / 1,555 GB/s = 16.7 ms"),
        ("The servers hold L40S cards. Under load each node draws 2.9 kW.", ""),
        ("A slice of eight TPU v5e chips has 16 GB of HBM on each.", ""),
        ("An A100 (80 GB) with 512 GB of RAM.", ""),
        ("A Hailo-8 with 40 W.", ""),  # of which the catalog has a typical power alone
        # of something else
        ("The rack around one H100 may draw at most 40 kW.", "- Cards: 40 kW / 700 W = 57"),
        ("An L4 serves the shop, and its host has 256 GB of RAM and an SSD with 7 GB/s.", ""),
        ("LTE Cat 4 brings the lists in, and Wi-Fi hands them on with 433 Mbit/s.", ""),
        ("A T4 runs it. The camera streams 12 GB/s.", ""),
        ("The A100 needs 160 GB for the states of the optimizer.", ""),
        ("On an A100, 30 GB of cache remain.", ""),
        ("The kernel sustains 180 TFLOPS on an A100.", ""),
        ("The A100 holds a 30 GB model.", ""),
        ("A van has an RTX 2080 Mobile (16 GB, 384 GB/s), the depot an RTX 2080 with 8 GB.", ""),
        ("A Jetson Orin Nano 8GB kit in its Super mode has 102 GB/s of bandwidth.", ""),
        ("Two A100 80GB hold it, with 30 GB left over.", ""),
        ("An Orin NX in its 25 W mode and a lidar share a rail whose DC-DC converter is rated for 60 W.", ""),
        ("Both are at hand. H100 SXM: 80 GB, 3.35 TB/s; H200: 141 GB, 4.8 TB/s.", ""),
        # not told as it is
        ("Imagine an A100 with 160 GB.", ""),
        ("A salesman claims that the L4 has 600 GB/s.", ""),
        ("Is an L4 with 48 GB enough for it?", ""),
        ("The team has an A100. Its successor has 141 GB.", ""),
        ("Four A100 hold it.", "- Memory: 320 GB\n- Left: 320 GB - 200 GB = 120 GB"),
        ("A Jetson AGX Orin 64 GB has 275 TOPS, sparse.", "- Dense peak: 275 TOPS / 2 = 137.5 TOPS"),
        ("The card is an H100 PCIe.", "- CPUs per server: 2 * 400 W = 800 W"),
        ("Pairs of A100 SXM4 80GB trade states.", "- NVLink of an A100 SXM4 80GB, outgoing: 300 GB/s"),
        ("Pairs of A100 SXM4 80GB trade states.", "- NVLink, per link: 50 GB/s"),
        ("An Orin NX 16GB sorts fruit, and its disk has 512 GB, of which 70 are free.", ""),
    ],
)
def test_what_the_catalog_knows_or_cannot_tell(scenario: str, math: str) -> None:
    assert _texts(scenario, math) == []


@each(
    "scenario, math, off",
    [
        ("Badge v2: Arduino Nano 33 BLE Sense, Cortex-M4F, 384 KB RAM.", "", "384 KB"),
        ("Files lie on one Samsung 990 PRO, whose data sheet states a read rate of 12 GB/s.", "", "12 GB/s"),
        ("One DGX A100 has eight A100 SXM GPUs. NVLink bandwidth per GPU: 900 GB/s.", "", "900 GB/s"),
        ("A kiosk has an L4 and reads each page once.", "- Memory bandwidth: 864 GB/s", "864 GB/s"),
        ("A clinic has one RTX 4090.", "- Memory of the card: 48 GB\n- Left: 48 GB - 20 GB = 28 GB", "48 GB"),
        ("A buoy is fed by a CR2032.", "- Charge of the cell: 900 mAh", "900 mAh"),
        ("A lock reports over NB-IoT.", "- Airtime: 9 Mbit / 3 Mbit/s = 3 s", "3 Mbit/s"),
        ("Gradients cross a PCIe 3.0 x16 slot.", "- PCIe 3.0 x16, one way: 31.5 GB/s", "31.5 GB/s"),
        ("A server has three H100 PCIe.", "- GPUs: 3 * 700 W = 2.1 kW", "700 W"),
        ("The STM32F407 filters the signal.", "- Core clock: 480 MHz", "480 MHz"),
        ("The Cortex-M4 runs it.", "- The core does 8 INT8 MACs per cycle.", "8 INT8 MACs per cycle"),
        ("The RP2040 hears steps.", "- On-chip SRAM: 520 KB\n- Free: 520 KB - 200 KB = 320 KB", "520 KB"),
        ("Nodes are joined by InfiniBand HDR.", "- HDR port, one direction: 50 GB/s", "50 GB/s"),
        ("A toy has an ESP32-S3 at full speed.", "- CPU clock: 400 MHz", "400 MHz"),
        ("A Jetson Orin NX 16GB sorts waste.", "- Orin NX: 275 TOPS of sparse INT8", "275 TOPS"),
        ("An L4 beside a T4.", "- L4: 300 GB/s\n- T4: 900 GB/s", "900 GB/s"),
        ("A100 SXM4 80GB trade states.", "- NVLink of an A100 SXM4 80GB, outgoing: 600 GB/s", "600 GB/s"),
        ("A kiosk has a Hailo-8L.", "- Peak of the accelerator: 26 TOPS INT8", "26 TOPS"),
        # in a relative clause or an apposition, before a noun, in a bracket of its own
        ("A kiosk has a Jetson Nano, whose GPU peaks at 21 TOPS in FP16.", "", "21 TOPS"),
        ("The index lies behind PCIe 3.0 x4, 8 GB/s one way, and is read once.", "", "8 GB/s"),
        ("It runs on a Snapdragon 8 Gen 2 phone (LPDDR5X, 134 GB/s) at night.", "", "134 GB/s"),
        ("Tested are a Pixel 8 (Tensor G3) and an iPhone 13 (A15, 38 TOPS by Apple).", "", "38 TOPS"),
        ("A level gauge runs on one LS33600 cell, 3.6 V and 34 Ah.", "", "34 Ah"),
        ("The weights with their 1.6 MB of tables live in the 2.5 MB of SRAM of an STM32H743.", "", "2.5 MB"),
        ("The server has four L4 cards. In the busy hour each draws its full 150 W.", "", "150 W"),
        # of one of each, of the way that it goes, of the variant that its memory tells
        ("Shops have L40S cards. Under load each card sits at a TDP of 700 W.", "", "700 W"),
        ("A meter has an LTE Cat 1 modem. The uplink peaks at 10 Mbit/s.", "", "10 Mbit/s"),
        ("It has eight A100 with 40 GB each.", "- Read: 26 GB / 2,039 GB/s = 12.8 ms", "2,039 GB/s"),
        ("A sign averages 20 uA from one CR2450 cell (3 V, 1,200 mAh nominal).", "", "1,200 mAh"),
        ("A doorbell has one PCIe 2.0 lane.", "- Lane: 4 GB/s", "4 GB/s"),
        # what was there before, in a list behind a colon, by its maker, of a whole machine
        ("Our former cluster had V100 SXM2 cards (32 GB, 2,000 GB/s).", "", "2,000 GB/s"),
        ("We go from the old card to the L4: 24 GB, 300 GB/s, 242 TFLOPS dense BF16.", "", "242 TFLOPS"),
        ("The cache is a Samsung 990 PRO, rated by its maker at 14 GB/s.", "", "14 GB/s"),
        ("The hall holds 20 DGX H100 systems (maximum system power 6.5 kW).", "", "6.5 kW"),
        ("Each node has a ConnectX-6 card with one 400 Gb/s port.", "", "400 Gb/s"),
        ("A kiosk has one T4.", "- Cards: 2 * 200 W = 400 W", "200 W"),
        ("In Super mode an Orin Nano 8GB has 67 TOPS of dense INT8.", "", "67 TOPS"),
    ],
)
def test_what_is_told_anywhere_in_a_question(scenario: str, math: str, off: str) -> None:
    assert _texts(scenario, math) == ([off])


@each(
    "text, known, meant",
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


@each(
    "text, far",
    [
        ("An H100 at $98/hour.", True),
        ("An H100 at $7/hour.", False),
        ("Eight H100s at $98/hour.", False),
        ("A Hailo-8 at $98/hour.", False),
    ],
)
def test_prices_far_from_all_known(text: str, *, far: bool) -> None:
    prices = [far_price(one, bundled_catalog()) for one in stated(_ledger(text))]
    assert any(prices) is far


@each(
    "text, named",
    [
        ("Enable MIG on the Jetson Orin.", ["mig"]),
        ("The V100 GPUs have BF16 tensor cores.", ["bf16"]),
        ("Ring and phone have Bluetooth 4.2 radios and use the LE 2M PHY.", ["le-2m"]),
        ("The A100 supports native FP8.", ["fp8"]),
        ("The RP2040's FPU computes it.", ["fpu"]),
        ("FP8 weights on the A100 take half the memory.", []),
        ("MIG exists. The L4 is cheap.", []),
        ("The A100 has no FP8 tensor cores.", []),
        ("Has the A100 FP8 tensor cores?", []),
        ("The H100 has FP8 tensor cores and the A100 sits beside it.", []),
        ("A lab owns a V100. Its net is multiplied in BF16 on the tensor cores.", ["bf16"]),
        ("A lab owns a V100. Its net is multiplied on the tensor cores.", ["tensor-cores"]),
        ("The net runs on the Edge TPU in 16-bit floating point.", ["floating-point"]),
        ("The net runs on the Edge TPU in 8-bit integers.", []),
        ("It is exported in FP16, the format in which the Edge TPU executes it.", ["fp16"]),
        ("The A100 executes FP8 in hardware at twice the BF16 rate.", ["fp8"]),
        ("The Hailo-8 sits beside a CPU that executes the last layers in FP32.", []),
        ("The T4 emulates what Ampere multiplies in BF16 natively.", []),
        ("The L4 solves it on its FP64 tensor cores.", ["fp64-tensor"]),
        ("The nRF52840 joins by its built-in Wi-Fi.", ["wifi"]),
        ("The nRF52840 reaches a gateway that uploads over Wi-Fi.", []),
        ("The ESP32-H2 uploads it over Wi-Fi.", ["wifi"]),
        ("From an MPU-6050 the watch takes rotation rate and magnetic field.", ["gyroscope", "magnetometer"]),
        ("An MPU-6050 and an LIS3MDL give rotation and magnetic field.", []),
        ("A net in floating point is quantized for the Edge TPU.", []),
        ("A cart has an Orin Nano. One net is compiled for the module's DLA.", ["dla"]),
        ("A cart has an Orin Nano. Another cart compiles its net for a DLA.", []),
    ],
)
def test_features_that_a_text_gives_to_a_device(text: str, named: list[str]) -> None:
    assert [feature.name for feature in features(_ledger(text))] == named
