from __future__ import annotations

from fractions import Fraction

from each import each
from qbank.units import UNITS, physical, readings, spell
from qbank.units.table import BYTES_OF_TYPE

F = Fraction


USUAL_READINGS = [
    # information
    ("B", 1, "byte"),
    ("kB", 10**3, "byte"),
    ("KB", 10**3, "byte"),
    ("PB", 10**15, "byte"),
    ("KiB", 2**10, "byte"),
    ("MiB", 2**20, "byte"),
    ("TiB", 2**40, "byte"),
    ("megabytes", 10**6, "byte"),
    ("Gigabytes", 10**9, "byte"),
    ("gibibytes", 2**30, "byte"),
    ("bits", F(1, 8), "byte"),
    ("Mb", F(10**6, 8), "byte"),
    ("Mbits", F(10**6, 8), "byte"),
    ("Gib", F(2**30, 8), "byte"),
    ("kbps", F(10**3, 8), "byte/second"),
    ("Gbps", F(10**9, 8), "byte/second"),
    ("GBps", 10**9, "byte/second"),
    # operations
    ("FLOP", 1, "operation"),
    ("GFLOPs", 10**9, "operation"),
    ("TFLOPS", 10**12, "operation/second"),
    ("TFLOPs/s", 10**12, "operation/second"),
    ("PFLOPS", 10**15, "operation/second"),
    ("TOPS", 10**12, "operation/second"),
    ("GOPs", 10**9, "operation"),
    ("MMACs", 10**6, "operation"),
    ("MIPS", 10**6, "operation/second"),
    ("teraflops", 10**12, "operation"),
    # time
    ("ns", F(1, 10**9), "second"),
    ("µs", F(1, 10**6), "second"),
    ("μs", F(1, 10**6), "second"),
    ("us", F(1, 10**6), "second"),
    ("microseconds", F(1, 10**6), "second"),
    ("msec", F(1, 10**3), "second"),
    ("mins", 60, "second"),
    ("hrs", 3600, "second"),
    ("days", 86_400, "second"),
    ("weeks", 604_800, "second"),
    ("years", 31_536_000, "second"),
    ("kHz", 10**3, "1/second"),
    ("GHz", 10**9, "1/second"),
    ("FPS", 1, "1/second"),
    ("QPS", 1, "1/second"),
    ("RPM", F(1, 60), "1/second"),
    # energy and electricity
    ("mW", F(1, 10**3), "joule/second"),
    ("MW", 10**6, "joule/second"),
    ("megawatts", 10**6, "joule/second"),
    ("pJ", F(1, 10**12), "joule"),
    ("mWh", F(36, 10), "joule"),
    ("kWh", 3_600_000, "joule"),
    ("mV", F(1, 10**3), "volt"),
    ("mA", F(1, 10**3), "joule/second/volt"),
    ("mAh", F(36, 10), "joule/volt"),
    ("µF", F(1, 10**6), "joule/volt^2"),
    ("°C", 1, "kelvin"),
    ("K", 1, "kelvin"),
    ("dB", 1, "decibel"),
    # matter and space
    ("kg", 10**3, "gram"),
    ("t", 10**6, "gram"),
    ("kgCO2", 10**3, "gram"),
    ("gCO₂", 1, "gram"),
    ("tCO2e", 10**6, "gram"),
    ("cm", F(1, 100), "metre"),
    ("km", 10**3, "metre"),
    ("nm", F(1, 10**9), "metre"),
    # money and counted things
    ("$", 1, "dollar"),
    ("cents", F(1, 100), "dollar"),
    ("tokens", 1, "token"),
    ("req", 1, "request"),
    ("images", 1, "sample"),
    ("iterations", 1, "step"),
    ("%", F(1, 100), ""),
    ("ppm", F(1, 10**6), ""),
    ("x", 1, ""),
]


def test_the_usual_reading() -> None:
    usual = {spelling: readings(spelling)[0] for spelling, _, _ in USUAL_READINGS}
    assert [(name, unit.scale, spell(unit.dimension)) for name, unit in usual.items()] == USUAL_READINGS
    assert all(unit.name == spelling for spelling, unit in usual.items())


@each(
    "spelling, meanings",
    [
        ("TOPS", ["operation/second", "operation"]),
        ("GFLOPs", ["operation", "operation/second"]),
        ("MB", ["byte"]),
        ("GHz", ["1/second"]),
    ],
)
def test_other_readings_follow_the_usual_one(spelling: str, meanings: list[str]) -> None:
    assert [spell(unit.dimension) for unit in readings(spelling)] == meanings


def test_a_multiply_accumulate_is_one_thing_or_two_operations() -> None:
    assert [unit.scale for unit in readings("GMACs")] == [10**9, 2 * 10**9]


def test_a_month_is_thirty_days_or_a_twelfth_of_a_year() -> None:
    assert [unit.scale for unit in readings("month")] == [30 * 86_400, F(365 * 86_400, 12)]


def test_only_byte_prefixes_are_ambiguous() -> None:
    ambiguous = {name for name, units in UNITS.items() for unit in units if unit.binary_steps}
    assert {"KB", "MB", "GB", "TB", "kB", "gigabytes", "MBps"} <= ambiguous
    assert not {"KiB", "Mb", "Gbps", "Mbit", "kHz", "TFLOPS", "B"} & ambiguous
    assert [readings(name)[0].binary_steps for name in ("KB", "MB", "GB", "TB", "PB")] == [1, 2, 3, 4, 5]


@each("spelling", ["", "GPU", "layers", "Gbb", "mB", "kb/s", "FPSs", "gb ", "T"])
def test_no_units(spelling: str) -> None:
    assert readings(spelling) == ()


def test_every_reading_is_sound() -> None:
    for spelling, units in UNITS.items():
        assert units
        assert all(unit.name == spelling and unit.scale > 0 for unit in units), spelling
        assert len({(unit.scale, unit.dimension) for unit in units}) == len(units), spelling


def test_readings_of_one_spelling_that_measure_the_same_are_rare_and_meant() -> None:
    twice = {
        spelling
        for spelling, units in UNITS.items()
        if len({physical(unit.dimension) for unit in units}) < len(units)
    }
    families = ("MAC", "Mac", "multiply-accumulate", "mo", "month", "yr", "year")
    assert all(any(family in spelling for family in families) for spelling in twice), sorted(twice)


def test_bytes_of_types() -> None:
    assert BYTES_OF_TYPE["FP32"] == 4 * BYTES_OF_TYPE["INT8"] == 8 * BYTES_OF_TYPE["INT4"] == 4
    assert BYTES_OF_TYPE["BF16"] == BYTES_OF_TYPE["FP16"] == 2
