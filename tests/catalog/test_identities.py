"""Values of the catalog against each other, and against what units, clocks and widths make of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from qbank.catalog import Entry, bundled
from qbank.model.catalog_words import Shelf

CATALOG = bundled()
MHZ = 10**6


def entry_of(identifier: str) -> Entry:
    entry = CATALOG.get(identifier)
    assert entry is not None
    return entry


def size(identifier: str, name: str) -> Fraction:
    return entry_of(identifier).quantity(name).value


def agree(found: Fraction, expected: Fraction | float, tolerance: float = 0.005) -> bool:
    return abs(float(found) / float(expected) - 1) <= tolerance


def disagreeing(
    expected: Iterable[tuple[str, str, Fraction | float]], tolerance: float = 0.005
) -> list[tuple[str, str]]:
    """The entries and values that are not what is expected of them."""
    return [
        (identifier, name)
        for identifier, name, value in expected
        if not agree(size(identifier, name), value, tolerance)
    ]


# Operations that a streaming multiprocessor finishes in a cycle, from the maker's white papers.
A100 = {
    "peak_bf16_tensor_dense": 2048, "peak_fp16_tensor_dense": 2048, "peak_tf32_dense": 1024,
    "peak_int8_dense": 4096, "peak_int4_dense": 8192, "peak_fp32_vector": 128, "peak_fp64_vector": 64,
    "peak_fp64_tensor": 128, "peak_int8_sparse": 8192, "peak_bf16_tensor_sparse": 4096,
}  # fmt: skip
HOPPER = {
    "peak_bf16_tensor_dense": 4096, "peak_fp16_tensor_dense": 4096, "peak_tf32_dense": 2048,
    "peak_fp8_dense": 8192, "peak_int8_dense": 8192, "peak_fp8_sparse": 16384,
}  # fmt: skip


RATES = [
    *((identifier, *rate, "sm_count", "boost_clock") for identifier, rate in product(
        ("a100-sxm4-40gb", "a100-sxm4-80gb", "a100-pcie-40gb", "a100-pcie-80gb"), A100.items())),
    *((identifier, *rate, "sm_count", "compute_clock") for identifier, rate in product(
        ("h100-sxm5-80gb", "h200-sxm-141gb"), HOPPER.items())),
    ("rtx-a6000", "peak_fp32_dense", 2, "cuda_cores", "boost_clock"),
    ("v100-sxm2-32gb", "peak_fp16_tensor_dense", 1024, "sm_count", "boost_clock"),
    ("v100-sxm2-32gb", "peak_fp32_dense", 128, "sm_count", "boost_clock"),
    ("v100-sxm2-32gb", "peak_fp64_dense", 64, "sm_count", "boost_clock"),
]  # fmt: skip


def test_peak_is_units_times_rate_times_clock() -> None:
    expected = [
        (identifier, name, size(identifier, units) * rate * size(identifier, clock))
        for identifier, name, rate, units, clock in RATES
    ]
    assert disagreeing(expected) == []


UNITS_AND_CLOCKS = [
    # What the catalog does not list itself: units and clocks of the parts.
    ("v100-sxm2-16gb", "peak_fp16_tensor_dense", 80, 1024, 1530),
    ("v100-sxm2-16gb", "peak_fp32_dense", 80, 128, 1530),
    ("v100-pcie-32gb", "peak_fp16_tensor_dense", 80, 1024, 1370),
    ("v100-pcie-32gb", "peak_fp64_dense", 80, 64, 1370),
    ("t4", "peak_fp16_tensor_dense", 40, 1024, 1590),
    ("t4", "peak_int8_dense", 40, 2048, 1590),
    ("t4", "peak_int4_dense", 40, 4096, 1590),
    ("t4", "peak_fp32_dense", 40, 128, 1590),
    ("a10", "peak_fp16_tensor_dense", 72, 1024, 1695),
    ("a10", "peak_fp32_dense", 72, 256, 1695),
    ("l4", "peak_fp32_dense", 58, 256, 2040),
    ("l4", "peak_bf16_tensor_dense", 58, 1024, 2040),
    ("l40", "peak_fp32_dense", 142, 256, 2490),
    ("l40", "peak_bf16_tensor_dense", 142, 512, 2490),
    ("l40s", "peak_fp32_dense", 142, 256, 2520),
    ("l40s", "peak_fp8_dense", 142, 2048, 2520),
    ("rtx-3090", "peak_fp32_dense", 82, 256, 1695),
    ("rtx-4090", "peak_fp32_dense", 128, 256, 2520),
    ("rtx-4090", "peak_int8_dense", 128, 2048, 2520),
    ("h100-sxm5-80gb", "peak_fp32_vector", 132, 256, 1980),
    ("h100-pcie-80gb", "peak_fp32_vector", 114, 256, 1755),
    ("mi300x", "peak_fp32_vector", 304, 256, 2100),
    ("mi300x", "peak_bf16_matrix_dense", 304, 2048, 2100),
    ("mi300x", "peak_fp8_dense", 304, 4096, 2100),
    ("mi300x", "peak_fp64_vector", 304, 128, 2100),
    ("mi250x", "peak_fp32_vector", 220, 128, 1700),
    ("mi250x", "peak_fp16_matrix_dense", 220, 1024, 1700),
    ("xeon-8380", "peak_fp32_dense", 40, 64, 2300),
    ("ethos-u55", "peak_int8_at_1ghz_largest", 256, 2, 1000),
    ("tpu-v2", "peak_bf16_dense", 2, 2 * 128 * 128, 700),
    ("tpu-v3", "peak_bf16_dense", 4, 2 * 128 * 128, 940),
    ("tpu-v4", "peak_bf16_dense", 2 * 4, 2 * 128 * 128, 1050),
    ("tpu-v5e", "peak_bf16_dense", 4, 2 * 128 * 128, 1500),
    ("tpu-v5p", "peak_bf16_dense", 2 * 4, 2 * 128 * 128, 1750),
    ("jetson-nano", "peak_fp32_dense", 128, 2, 921.6),
    ("jetson-nano", "peak_fp16_dense", 128, 4, 921.6),
    ("jetson-tx2", "peak_fp16_dense", 256, 4, 1300),
    ("jetson-agx-orin-64gb", "peak_fp32_vector", 2048, 2, 1300),
    ("ethos-u65", "peak_int8_at_1ghz_largest", 512, 2, 1000),
    ("ethos-u85", "peak_int8_at_1ghz_largest", 2048, 2, 1000),
]


def test_peak_is_what_units_and_clock_give() -> None:
    expected = [
        (identifier, name, units * rate * megahertz * MHZ)
        for identifier, name, units, rate, megahertz in UNITS_AND_CLOCKS
    ]
    assert disagreeing(expected, 0.011) == []


WIDTHS_AND_RATES = [
    ("v100-sxm2-16gb", 4096, 1752),
    ("t4", 256, 10001),
    ("a10", 384, 12500),
    ("a100-sxm4-40gb", 5120, 2430),
    ("a100-sxm4-80gb", 5120, 3186),
    ("a100-pcie-40gb", 5120, 2430),
    ("l4", 192, 12500),
    ("l40", 384, 18000),
    ("l40s", 384, 18000),
    ("h100-sxm5-80gb", 5120, 5230),
    ("h200-sxm-141gb", 6144, 6250),
    ("b200-hgx", 8192, 8000),
    ("mi300x", 8192, 5200),
    ("rtx-3090", 384, 19500),
    ("rtx-4090", 384, 21000),
    ("rtx-a6000", 384, 16000),
    ("epyc-9654", 12 * 64, 4800),
    ("a100-pcie-80gb", 5120, 3024),
    ("a10g", 384, 12500),
    ("v100-sxm2-32gb", 4096, 1752),
    ("mi250x", 8192, 3200),
    ("xeon-8380", 8 * 64, 3200),
    ("xeon-8480plus", 8 * 64, 4800),
    ("epyc-7763", 8 * 64, 3200),
    ("jetson-nano", 64, 3200),
    ("jetson-xavier-nx", 128, 3733),
    ("jetson-orin-nano-8gb", 128, 4250),
    ("jetson-orin-nx-16gb", 128, 6400),
    ("jetson-agx-orin-32gb", 256, 6400),
    ("apple-a16", 64, 6400),
    ("jetson-tx2", 128, 3732),
    ("jetson-agx-xavier-32gb", 256, 4266),
    ("jetson-orin-nano-super", 128, 6400),
    ("jetson-agx-orin-64gb", 256, 6400),
    ("rpi5", 32, 4267),
    ("apple-m1", 128, 4266),
    ("apple-m4", 128, 7500),
]


def test_memory_bandwidth_is_width_times_rate() -> None:
    expected = [
        (identifier, "memory_bandwidth", Fraction(bits * megatransfers * MHZ, 8))
        for identifier, bits, megatransfers in WIDTHS_AND_RATES
    ]
    printed_as_8 = [identifier for identifier in expected if identifier[0] == "b200-hgx"]
    assert disagreeing(identifier for identifier in expected if identifier not in printed_as_8) == []
    assert disagreeing(printed_as_8, 0.025) == []


MEMORIES = [entry for entry in CATALOG if entry.kind == "memory"]
PINS = {"mem-hbm4": ("stack", 2048)}


def test_memory_parts_are_width_times_rate() -> None:
    for memory in MEMORIES:
        if "bandwidth" in memory.values:
            expected = memory.quantity("transfer_rate").value * 64 / 8
            assert agree(memory.quantity("bandwidth").value, expected), memory.id
        else:
            part, pins = PINS.get(memory.id, ("chip", 32) if "gddr" in memory.id else ("stack", 1024))
            expected = memory.quantity("pin_rate").value * pins  # a bit is an eighth of a byte there
            assert agree(memory.quantity(f"bandwidth_per_{part}").value, expected), memory.id


DERIVED = [
    (entry, value, found)
    for entry in CATALOG
    for value in entry.values.values()
    if (found := re.search(r"(\d+)(?: MT/s)?\)? [x×] (\d+)(?: bit)? / 8", value.derived or ""))
]


def test_the_arithmetic_of_derived_bandwidths() -> None:
    assert len(DERIVED) >= 12
    wrong = [
        f"{entry.id}: {value.name}"
        for entry, value, found in DERIVED
        # Those in transfers are lanes of a link, checked below.
        if "GT/s" not in found.string
        and not agree(value.quantity.value, Fraction(int(found[1]) * int(found[2]) * MHZ, 8), 0.006)
    ]
    assert wrong == []


def test_sparse_is_twice_dense() -> None:
    pairs = 0
    for entry in CATALOG:
        for peak, value in entry.peaks():
            if peak.sparse and peak.scope is None:
                dense = entry.values.get(value.name.replace("_sparse", "_dense"))
                if dense is not None:
                    pairs += 1
                    assert agree(value.quantity.value, 2 * dense.quantity.value, 0.016), entry.id
    assert pairs >= 25


def test_both_ways_is_twice_one_way() -> None:
    pairs = 0
    for entry in CATALOG:
        for name in entry.values:
            if "bidirectional" not in name:
                continue
            link = name.removesuffix("_total_bidirectional").removesuffix("bidirectional_total")
            one_way = entry.values.get(f"{link}_per_direction" if link else "per_direction")
            if one_way is not None:
                pairs += 1
                assert entry.quantity(name).value == 2 * one_way.quantity.value, entry.id
    assert pairs >= 11


def test_nvlink_is_links_times_rate() -> None:
    known = (
        ("nvlink1", 4, 20),
        ("nvlink2", 6, 25),
        ("nvlink3", 12, 25),
        ("nvlink4", 18, 25),
        ("nvlink5", 18, 50),
    )
    for identifier, links, gigabytes in known:
        assert size(identifier, "links") == links, identifier
        assert size(identifier, "per_direction") == links * gigabytes * 10**9, identifier


LANES = [
    ("pcie4-x16", 16, 16, "per_direction"),
    ("pcie3-x16", 16, 8, "per_direction"),
    ("pcie5-x16", 16, 32, "per_direction"),
    ("nvme-pcie4-x4", 4, 16, "per_direction"),
    ("nvme-pcie5-x4", 4, 32, "per_direction"),
    ("a100-sxm4-80gb", 16, 16, "pcie_per_direction"),
    ("h100-sxm5-80gb", 16, 32, "pcie_per_direction"),
]


def test_pcie_is_lanes_times_rate_times_coding() -> None:
    expected = [
        (identifier, name, Fraction(lanes * gigatransfers * 10**9, 8) * Fraction(128, 130))
        for identifier, lanes, gigatransfers, name in LANES
    ]
    assert disagreeing(expected, 0.001) == []


def test_pcie_6() -> None:
    raw = size("pcie6-x16", "raw_per_direction")
    assert raw == size("pcie6-x16", "transfer_rate") * 16 / 8
    assert agree(size("pcie6-x16", "per_direction"), raw * Fraction(242, 256), 0.001)
    assert size("pcie4-x16", "raw_per_direction") == size("pcie4-x16", "transfer_rate") * 16 / 8


def test_bits_and_bytes_of_networks() -> None:
    pairs = 0
    for entry in CATALOG:
        if "per_direction_bytes" in entry.values:
            pairs += 1
            assert entry.quantity("per_direction_bytes").value == entry.quantity("per_direction").value
    assert pairs >= 8


def test_ici_is_links_times_rate() -> None:
    for identifier, links in (("tpu-v5e", 4), ("tpu-v5p", 6), ("tpu-v6e", 4)):
        both_ways = 2 * links * size(identifier, "ici_per_link_per_direction")
        assert size(identifier, "ici_total_bidirectional") == both_ways, identifier


def test_network_of_gaudi() -> None:
    for identifier, gigabits in (("gaudi2", 100), ("gaudi3", 200)):
        assert size(identifier, "roce_per_direction") == Fraction(24 * gigabits * 10**9, 8)


def test_storage_after_line_coding() -> None:
    coded = [entry for entry in CATALOG if "after_8b10b" in entry.values]
    assert len(coded) >= 2
    for entry in coded:
        assert agree(entry.quantity("after_8b10b").value, entry.quantity("raw_rate").value * 8 / 10, 0.001)


def test_radios() -> None:
    payload = 244
    assert agree(
        size("ble-4.2", "max_app_throughput"), Fraction(payload * 10**6, 2088 + 150 + 80 + 150), 1e-4
    )
    assert agree(
        size("ble-5-2m", "max_app_throughput"), Fraction(payload * 10**6, 1048 + 150 + 44 + 150), 1e-4
    )
    for spreading in (7, 12):
        bits = Fraction(spreading * 125_000, 2**spreading) * Fraction(4, 5)
        assert agree(size(f"lora-sf{spreading}-125", "bit_rate"), bits / 8, 1e-3)


def test_energy_of_batteries_is_capacity_times_voltage() -> None:
    whole = [
        entry
        for entry in CATALOG
        if entry.track is Shelf.ENERGY_SOURCE and {"capacity", "voltage", "energy"} <= entry.values.keys()
    ]
    assert len(whole) >= 2
    for entry in whole:
        energy = entry.quantity("capacity").value * entry.quantity("voltage").value
        assert agree(entry.quantity("energy").value, energy, 0.01), entry.id


def test_voltages_of_batteries_of_phones() -> None:
    for entry in CATALOG:
        if entry.kind == "battery" and "energy" in entry.values:
            volts = entry.quantity("energy").value / entry.quantity("capacity").value
            assert 1.1 < volts < 4.0, entry.id


def test_price_per_accelerator() -> None:
    prices = [entry for entry in CATALOG if entry.track is Shelf.CLOUD_PRICE]
    assert len(prices) >= 15
    for entry in prices:
        assert entry.accelerator_count is not None
        each = entry.quantity("price").value / entry.accelerator_count
        assert agree(entry.quantity("price_per_accelerator").value, each, 2e-5), entry.id


def test_a_rack_is_its_devices() -> None:
    count = size("gb200-nvl72", "gpu_count")
    for name, tolerance in (
        ("peak_bf16_tensor_dense", 0.0),
        ("peak_fp8_dense", 0.0),
        ("peak_fp4_dense", 0.0),
        ("memory_bandwidth", 0.0),
        ("memory_capacity", 0.001),
        ("nvlink_total_bidirectional", 0.004),
    ):
        assert agree(size("gb200-nvl72", name), count * size("gb200-gpu", name), tolerance), name


def test_memory_of_trainium() -> None:
    assert size("trainium2", "sbuf") == 8 * 28 * 2**20
