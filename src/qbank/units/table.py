"""The table of units: every spelling that authors use, and what it may mean.

A spelling may have several readings, the usual one first: `B` after a number is a byte or a billion,
`TOPS` a rate and sometimes a count. Whoever reads a text decides between them; the table only lists them.

Sizes: SI prefixes and binary prefixes after IEC 80000-13; hour, day and the 365-day year as exact seconds; a
month as 30 days or a twelfth of a year, as people reckon; 1 MAC = 2 operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from qbank.units.dimension import (
    BANDWIDTH,
    BYTE,
    DOLLAR,
    GRAM,
    JOULE,
    KELVIN,
    METRE,
    NONE,
    OPERATION,
    RATE,
    SECOND,
    WATT,
    Dimension,
    dimension,
)
from qbank.units.prefixes import (
    BINARY_NAMES,
    BINARY_PREFIXES,
    LARGE_NAMES,
    PREFIXES,
    SMALL_NAMES,
    thousands,
)
from qbank.units.unit import ONE, Unit

_LARGE = tuple(prefix for prefix, steps in PREFIXES.items() if 0 < steps < 7)

_op_rate = dimension(operation=1, second=-1)
_ampere = dimension(joule=1, second=-1, volt=-1)
_charge = dimension(joule=1, volt=-1)

CURRENCIES = tuple("USD EUR GBP CHF JPY CNY INR SEK NOK DKK PLN CZK AUD CAD SGD".split())  # noqa: SIM905
"""Codes of ISO 4217, which stand before a number as well as behind it: `CHF 165`, `165 EUR`."""

UNITS: dict[str, tuple[Unit, ...]] = {}
"""Spelling to its possible units, the usual reading first."""


@lru_cache(maxsize=4096)
def readings(spelling: str) -> tuple[Unit, ...]:
    """Return the units that `spelling` may stand for, the usual one first; empty if it is no unit."""
    return UNITS.get(spelling, ())


def _add(spellings: str, scale: Fraction | int, dim: Dimension, steps: int = 0) -> None:
    exact = ONE if scale == 1 else Fraction(scale)
    for spelling in spellings.split():
        unit = Unit(spelling, exact, dim, steps)
        known = UNITS.get(spelling, ())
        if unit not in known:
            UNITS[spelling] = (*known, unit)


def _add_prefixed(
    symbols: str, prefixes: tuple[str, ...], scale: Fraction | int, dim: Dimension, *, binary: bool = False
) -> None:
    for prefix in prefixes:
        steps = PREFIXES[prefix]
        spellings = " ".join(prefix + symbol for symbol in symbols.split())
        _add(spellings, scale * thousands(steps), dim, steps if binary else 0)


def _add_words(
    words: str, prefixes: Mapping[str, int], scale: Fraction | int, dim: Dimension, binary: bool
) -> None:
    for prefix, steps in prefixes.items():
        small = [prefix + word for word in words.split()]
        spellings = " ".join(f"{word} {word.capitalize()}" for word in small)
        _add(spellings, scale * thousands(steps), dim, steps if binary else 0)


def _information() -> None:
    _add("B byte bytes Byte Bytes 字节", 1, BYTE)
    _add_prefixed("B Byte Bytes byte bytes", _LARGE, 1, BYTE, binary=True)
    _add_prefixed("Bps", _LARGE, 1, BANDWIDTH, binary=True)
    _add_words("byte bytes", LARGE_NAMES, 1, BYTE, binary=True)
    bit = Fraction(1, 8)
    _add("bit bits Bit Bits", bit, BYTE)
    _add("bps", bit, BANDWIDTH)
    _add_prefixed("b bit bits Bit Bits", _LARGE, bit, BYTE)
    _add_prefixed("bps", _LARGE, bit, BANDWIDTH)
    _add_prefixed("bE", ("G", "T"), bit, BANDWIDTH)  # Ethernet, as in 100 GbE
    _add_words("bit bits", LARGE_NAMES, bit, BYTE, binary=False)
    for prefix, steps in BINARY_PREFIXES.items():
        _add(f"{prefix}B {prefix}Byte {prefix}Bytes", 1024**steps, BYTE)
        _add(f"{prefix}b {prefix}bit {prefix}bits", Fraction(1024**steps, 8), BYTE)
    for word, steps in BINARY_NAMES.items():
        _add(f"{word}byte {word}bytes", 1024**steps, BYTE)


def _operations() -> None:
    prefixes = ("", *_LARGE)
    # The final capital S says "per second" in most texts and a plural in some; a small s the other way round.
    _add_prefixed("FLOPS OPS IOPS", prefixes, 1, _op_rate)
    _add_prefixed("FLOPS OPS", prefixes, 1, OPERATION)
    _add_prefixed("FLOP FLOPs flop flops OP OPs Op Ops op ops Flop Flops", prefixes, 1, OPERATION)
    _add_prefixed("FLOPs OPs Ops flops Flops ops", prefixes, 1, _op_rate)
    _add_prefixed("FLOPs/s", prefixes, 1, _op_rate)
    # A MAC is a counted thing in its own right first, and two operations where that makes a line true.
    _add_prefixed("MAC MACs Mac Macs", prefixes, 1, OPERATION)
    _add_prefixed("MAC MACs Mac Macs", prefixes, 2, OPERATION)
    for operations in (1, 2):
        _add("multiply-accumulate multiply-accumulates", operations, OPERATION)
    _add_prefixed("MACS", prefixes, 1, _op_rate)
    _add_prefixed("MACS", prefixes, 2, _op_rate)
    _add_words("FLOP FLOPs FLOPS flop flops ops op", LARGE_NAMES, 1, OPERATION, binary=False)
    _add_words("FLOPS FLOPs flops", LARGE_NAMES, 1, _op_rate, binary=False)
    for word, steps in LARGE_NAMES.items():
        for ending in ("FLOP", "FLOPs"):
            _add(word.capitalize() + ending, thousands(steps), OPERATION)
        _add(word.capitalize() + "FLOPS", thousands(steps), _op_rate)
    _add("MIPS", 10**6, _op_rate)
    _add("DMIPS", 10**6, _op_rate)
    _add("cycle cycles", 1, dimension(cycle=1))
    _add_prefixed("T", ("M", "G"), 1, dimension(cycle=1))  # transfers, as in MT/s
    _add_prefixed("cycles", ("k", "K", "M", "G"), 1, dimension(cycle=1))


def _time() -> None:
    _add_prefixed("s", ("", "m", "µ", "μ", "u", "n", "p", "k"), 1, SECOND)
    _add_prefixed("sec secs", ("", "m", "µ", "μ", "u", "n"), 1, SECOND)
    _add("second seconds Second Seconds 秒", 1, SECOND)
    _add_words("second seconds", SMALL_NAMES, 1, SECOND, binary=False)
    minute, hour, day = 60, 3600, 86400
    _add("min mins minute minutes Minute Minutes", minute, SECOND)
    _add("h hr hrs hour hours Hour Hours 小时", hour, SECOND)
    _add("d day days Day Days 天", day, SECOND)
    _add("week weeks wk", 7 * day, SECOND)
    _add("mo month months", 30 * day, SECOND)
    _add("mo month months", Fraction(365 * day, 12), SECOND)
    _add("yr yrs year years", 365 * day, SECOND)
    _add("yr yrs year years", Fraction(36525 * day, 100), SECOND)
    _add_prefixed("Hz hz", ("", "k", "K", "M", "G", "T"), 1, RATE)
    _add("FPS fps QPS qps RPS rps TPS tps IPS ips", 1, RATE)
    _add("hertz", 1, RATE)
    _add_words("hertz", LARGE_NAMES, 1, RATE, binary=False)
    _add("rpm RPM", Fraction(1, 60), RATE)
    _add_prefixed("sym Sym", ("", "k", "M", "G"), 1, NONE)
    _add_prefixed("Bd baud SPS sps Sps", ("", "k", "K", "M"), 1, RATE)
    _add("kQPS KQPS kqps", 1000, RATE)


def _energy() -> None:
    _add_prefixed("W", ("", "m", "µ", "μ", "u", "n", "k", "M", "G", "T"), 1, WATT)
    _add("watt watts Watt Watts", 1, WATT)
    _add_words("watt watts", {**LARGE_NAMES, **SMALL_NAMES}, 1, WATT, binary=False)
    _add_prefixed("J", ("", "m", "µ", "μ", "u", "n", "p", "f", "k", "M", "G"), 1, JOULE)
    _add("joule joules Joule Joules", 1, JOULE)
    _add_words("joule joules", {**LARGE_NAMES, **SMALL_NAMES}, 1, JOULE, binary=False)
    _add_prefixed("Wh", ("", "m", "µ", "μ", "u", "k", "M", "G", "T"), 3600, JOULE)
    _add("watt-hour watt-hours Watt-hours Watt-hour Whr", 3600, JOULE)
    _add("kW-hr kW-h kWhr", 3_600_000, JOULE)
    _add("kilowatt-hour kilowatt-hours", 3_600_000, JOULE)
    _add_prefixed("V", ("", "m", "µ", "μ", "u", "k"), 1, dimension(volt=1))
    _add("volt volts Volt Volts", 1, dimension(volt=1))
    _add_words("volt volts", SMALL_NAMES, 1, dimension(volt=1), binary=False)
    _add_prefixed("A", ("", "m", "µ", "μ", "u", "n"), 1, _ampere)
    _add("amp amps ampere amperes", 1, _ampere)
    _add_words("amp amps ampere amperes", SMALL_NAMES, 1, _ampere, binary=False)
    _add_prefixed("Ah", ("", "m", "µ", "μ", "u"), 3600, _charge)
    _add_prefixed("As", ("m", "µ", "μ", "u"), 1, _charge)
    _add_prefixed("Ws", ("", "m", "k"), 1, JOULE)
    farad = dimension(joule=1, volt=-2)
    _add_prefixed("F", ("", "m", "µ", "μ", "u", "n", "p"), 1, farad)
    _add("farad farads", 1, farad)
    _add_words("farad farads", SMALL_NAMES, 1, farad, binary=False)
    _add_prefixed("C", ("", "m", "µ", "μ", "u", "n"), 1, _charge)
    _add("coulomb coulombs", 1, _charge)
    _add_prefixed("Ω ohm ohms Ohm Ohms", ("", "m", "k", "M"), 1, dimension(volt=2, joule=-1, second=1))
    _add("°C ℃ °K K", 1, KELVIN)
    _add("°F", Fraction(5, 9), KELVIN)
    _add("dB dBm dBi", 1, dimension(decibel=1))


def _matter_and_space() -> None:
    _add_prefixed("g", ("", "k", "m", "µ", "μ"), 1, GRAM)
    _add("t tonne tonnes ton tons", 10**6, GRAM)
    for gas in ("CO2", "CO₂", "CO2e", "CO₂e", "CO2eq"):
        _add_prefixed("g" + gas, ("", "k", "K"), 1, GRAM)
        _add("t" + gas, 10**6, GRAM)
    _add_prefixed("m", ("", "m", "µ", "μ", "u", "n", "k"), 1, METRE)
    _add("cm", Fraction(1, 100), METRE)
    _add("inch inches", Fraction(254, 10000), METRE)
    _add("ft foot feet", Fraction(3048, 10000), METRE)
    _add("mile miles", Fraction(1609344, 1000), METRE)
    _add("mph", Fraction(1609344, 3600 * 1000), dimension(metre=1, second=-1))
    _add("meter meters metre metres", 1, METRE)
    _add("kilometer kilometers kilometre kilometres", 1000, METRE)
    _add_prefixed("L", ("", "m"), Fraction(1, 1000), dimension(metre=3))
    _add("liter liters litre litres", Fraction(1, 1000), dimension(metre=3))


def _money_and_counts() -> None:
    _add("$ usd dollar dollars", 1, DOLLAR)
    # Money as well: nobody adds two currencies.
    _add(f"€ euro euros £ ¥ {' '.join(CURRENCIES)}", 1, DOLLAR)
    _add("cent cents ct ¢", Fraction(1, 100), DOLLAR)
    for noun, spellings in {
        "token": "token tokens tok toks Token Tokens",
        "request": "request requests req reqs query queries Requests",
        "sample": "sample samples image images img imgs example examples frame frames inference inferences",
        "step": "step steps iteration iterations iter iters",
    }.items():
        _add(spellings, 1, dimension(**{noun: 1}))
    _add("%", Fraction(1, 100), NONE)
    _add("percent pct", Fraction(1, 100), NONE)
    _add("‰", Fraction(1, 1000), NONE)
    _add("px", 1, NONE)
    _add_prefixed("S", ("k", "M", "G"), 1, NONE)  # samples, as in kS/s
    _add("MP Mpx Mpix Mpixel Mpixels megapixel megapixels", 10**6, NONE)
    _add("MTok Mtok", 10**6, dimension(token=1))
    _add("ppm", Fraction(1, 10**6), NONE)
    _add("x X", 1, NONE)


_information()
_operations()
_time()
_energy()
_matter_and_space()
_money_and_counts()

BYTES_OF_TYPE: dict[str, Fraction] = {
    "FP64": Fraction(8), "INT64": Fraction(8), "FP32": Fraction(4), "TF32": Fraction(4), "INT32": Fraction(4),
    "FP16": Fraction(2), "BF16": Fraction(2), "INT16": Fraction(2), "FP8": Fraction(1), "INT8": Fraction(1),
    "FP6": Fraction(3, 4), "INT4": Fraction(1, 2), "FP4": Fraction(1, 2), "NF4": Fraction(1, 2),
    "INT2": Fraction(1, 4),
}  # fmt: skip
"""Bytes an element of a data type takes, upper-case names."""

CHANNELS: dict[str, Fraction] = {
    "RGB": Fraction(3), "BGR": Fraction(3), "HSV": Fraction(3), "RGBA": Fraction(4), "YUV420": Fraction(3, 2),
}  # fmt: skip
"""Values a pixel has in a format of images."""
