from __future__ import annotations

from fractions import Fraction

import pytest

from each import each
from qbank.catalog import AbsentValueError, Direction, Entry, Peak, Value
from qbank.catalog.entry import peak_named
from qbank.model.catalog_words import Confidence, Shelf
from qbank.units import dimension


def value(name: str, stated: float | str | tuple[int, ...] = 1, unit: str = "TFLOP/s", **more: str) -> Value:
    return Value(name, stated, unit, ("OURS",), Confidence.HIGH, **more)


def entry(*values: Value, **omitted: str) -> Entry:
    return Entry("chip", "Chip", Shelf.EDGE, "npu", {one.name: one for one in values}, omitted=omitted)


CHIP = entry(
    value("memory_capacity", 80, "GB", label="vendor"),
    value("memory_bandwidth", 31.508, "GB/s"),
    value("peak_bf16_tensor_dense", 312),
    value("peak_bf16_tensor_sparse", 624),
    value("peak_fp64_vector", 9.7),
    value("peak_fp64_tensor", 19.5),
    value("peak_int8_dense", 624, "TOP/s"),
    value("peak_fp16_tensor_dense_gpu", 42.5),
    value("core", "Cortex-M4F", "name"),
    value("options", (32, 64), "MAC/cycle"),
    value("nvlink_per_direction", 300, "GB/s"),
    value("nvlink_total_bidirectional", 600, "GB/s"),
    tdp="not published",
)


def test_numbers_are_the_digits_that_were_printed() -> None:
    bandwidth = CHIP.quantity("memory_bandwidth")
    assert bandwidth.value == 31_508_000_000
    assert bandwidth.dimension == dimension(byte=1, second=-1)
    assert CHIP.value("memory_bandwidth").options == (Fraction("31.508"),)


def test_the_gigabytes_of_a_maker() -> None:
    capacity = CHIP.value("memory_capacity")
    assert capacity.label == "vendor"
    assert capacity.text == "80 GB"
    assert capacity.quantity.value == 80 * 10**9
    assert capacity.options[0] * capacity.measure.binary_scale == 80 * 2**30


@each(
    "one, text",
    [
        (value("a", 0.472), "0.472 TFLOP/s"),
        (value("a", 18000, "TFLOP/s"), "18,000 TFLOP/s"),
        (value("a", 2039, "GB/s"), "2039 GB/s"),
        (value("a", 108, "1"), "108"),
        (value("a", 55.04, "$/h"), "$55.04/h"),
        (value("a", (32, 64), "MAC/cycle"), "32, 64 MAC/cycle"),
        (value("a", "Cortex-M4F", "name"), "Cortex-M4F"),
    ],
)
def test_texts(one: Value, text: str) -> None:
    assert one.text == text


def test_what_is_no_single_number() -> None:
    assert CHIP.value("core").is_text
    assert CHIP.value("core").quantities == ()
    with pytest.raises(AbsentValueError, match="core is a text, not one number: Cortex-M4F"):
        CHIP.quantity("core")
    with pytest.raises(AbsentValueError, match="options is a list of options, not one number: 32, 64"):
        CHIP.quantity("options")
    assert [quantity.value for quantity in CHIP.value("options").quantities] == [32, 64]


def test_absent_values() -> None:
    with pytest.raises(AbsentValueError, match=r"^chip has no tdp: not published$"):
        CHIP.value("tdp")
    with pytest.raises(AbsentValueError, match=r"; did you mean 'memory_bandwidth'\? It has: memory_"):
        CHIP.value("memory_bandwith")
    with pytest.raises(AbsentValueError, match=r"^chip has no value 'zzz'; it has: memory_capacity, memory"):
        CHIP.value("zzz")


def test_peak_rates() -> None:
    assert CHIP.peak("bf16").stated == 312
    assert CHIP.peak("BF16", sparse=True).stated == 624
    assert CHIP.peak("INT8").stated == 624
    assert CHIP.peak("fp64", engine="tensor").stated == 19.5
    assert CHIP.peak("FP-64", engine="vector").stated == 9.7


@each(
    "asked, sparse, engine, message",
    [
        ("fp64", False, None, "several rates for fp64 dense; say which engine: 'vector', 'tensor'"),
        (
            "int8",
            True,
            None,
            "no peak rate for int8 sparse; there are: bf16 tensor dense (312 TFLOP/s); bf16",
        ),
        ("fp16", False, None, "no peak rate for fp16 dense; there are: "),
        ("bf16", False, "vector", "no peak rate for bf16 vector dense; there are: "),
        ("", False, None, "no peak rate for dense; there are: "),
    ],
)
def test_absent_peak_rates(asked: str, sparse: bool, engine: str | None, message: str) -> None:
    with pytest.raises(AbsentValueError) as caught:
        CHIP.peak(asked, sparse=sparse, engine=engine)
    assert message in str(caught.value)


def test_a_device_without_peak_rates() -> None:
    with pytest.raises(AbsentValueError, match="it has no peak rate of any number format"):
        entry(value("clock", 1, "MHz")).peak("int8")


@each(
    "name, peak",
    [
        ("peak_bf16_tensor_dense", Peak("bf16", "tensor", False, None)),
        ("peak_bf16_sparse_4x", Peak("bf16", None, True, "4x")),
        ("peak_fp32_vector", Peak("fp32", "vector", False, None)),
        ("peak_int8_at_1ghz_largest", Peak("int8", None, False, "at_1ghz_largest")),
        ("peak_total", None),
        ("npu_peak", None),
        ("memory_bandwidth", None),
    ],
)
def test_names_of_peak_rates(name: str, peak: Peak | None) -> None:
    assert peak_named(name) == peak


def test_link_rates() -> None:
    assert CHIP.link_rate("nvlink").stated == 300
    assert CHIP.link_rate("nvlink", both_ways=True).stated == 600
    assert CHIP.value("nvlink_per_direction").direction is Direction.ONE_WAY
    assert CHIP.value("nvlink_total_bidirectional").direction is Direction.BOTH_WAYS
    assert CHIP.value("memory_bandwidth").direction is None
    link = entry(value("per_direction", 25, "GB/s"))
    assert link.link_rate().stated == 25


def test_absent_link_rates() -> None:
    with pytest.raises(
        AbsentValueError, match=r"no rate of pcie one way; there are: nvlink_per_direction \(one"
    ):
        CHIP.link_rate("pcie")
    with pytest.raises(AbsentValueError, match=r"no rate both ways; there are: per_direction \(one way\)"):
        entry(value("per_direction", 25, "GB/s")).link_rate(both_ways=True)
    with pytest.raises(AbsentValueError, match="no rate one way; it has no rate that says its direction"):
        entry(value("tdp", 1, "W")).link_rate()


def test_sources_of_an_entry() -> None:
    assert CHIP.sources == ("OURS",)
