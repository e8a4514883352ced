"""Dimensions: exponent vectors over base dimensions, packed into one integer.

Exponents are balanced digits in base 256, so a product of dimensions is a sum of integers, a quotient a
difference and a power a product: the evaluator multiplies units as fast as it adds two ints.
Exponents must stay within ±127, which `MAX_EXPONENT` lets callers check before they raise to a power.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NewType

Dimension = NewType("Dimension", int)

PHYSICAL_BASES = ("second", "byte", "joule", "volt", "kelvin", "gram", "metre", "dollar", "decibel")
"""Base dimensions that must agree between two quantities that are compared or added."""

COUNT_BASES = ("operation", "token", "request", "sample", "cycle", "step")
"""Counted things: they carry meaning for a reader but never make two quantities unequal.

Operations are among them: `2 * 70B = 140 GFLOP` is how people count, and a rate differs from a
count by its second.
"""

BASES = PHYSICAL_BASES + COUNT_BASES
MAX_EXPONENT = 127
NONE = Dimension(0)

_PHYSICAL_SIZE = 256 ** len(PHYSICAL_BASES)
_HALF = sum(128 * 256**place for place in range(len(PHYSICAL_BASES)))


def dimension(**exponents: int) -> Dimension:
    """Return the dimension with the given exponents, such as `dimension(byte=1, second=-1)`.

    Raises:
        KeyError: a name is no base dimension.
        ValueError: an exponent is beyond ±`MAX_EXPONENT`.
    """
    packed = 0
    for name, exponent in exponents.items():
        if name not in BASES:
            raise KeyError(name)
        if abs(exponent) > MAX_EXPONENT:
            raise ValueError(f"exponent {exponent} of {name} is beyond ±{MAX_EXPONENT}")
        packed += exponent * 256 ** BASES.index(name)
    return Dimension(packed)


SECOND = dimension(second=1)
RATE = dimension(second=-1)
BYTE = dimension(byte=1)
BANDWIDTH = dimension(byte=1, second=-1)
OPERATION = dimension(operation=1)
JOULE = dimension(joule=1)
WATT = dimension(joule=1, second=-1)
KELVIN = dimension(kelvin=1)
GRAM = dimension(gram=1)
METRE = dimension(metre=1)
DOLLAR = dimension(dollar=1)


@lru_cache(maxsize=4096)
def physical(packed: Dimension) -> Dimension:
    """Return `packed` without its counted things: what must agree in a comparison."""
    if not packed:
        return packed
    return Dimension((packed + _HALF) % _PHYSICAL_SIZE - _HALF)


def exponents(packed: Dimension) -> dict[str, int]:
    """Return the exponents other than 0, by base dimension."""
    out = {}
    rest = int(packed)
    for name in BASES:
        if not rest:
            break
        digit = (rest + 128) % 256 - 128
        rest = (rest - digit) >> 8
        if digit:
            out[name] = digit
    return out


def spell(packed: Dimension) -> str:
    """Return the dimension in base units for a reader, such as `byte/second`; empty for a pure number."""
    above: list[str] = []
    below: list[str] = []
    for name, exponent in exponents(packed).items():
        power = f"^{abs(exponent)}" if abs(exponent) > 1 else ""
        (above if exponent > 0 else below).append(name + power)
    if not below:
        return "*".join(above)
    return ("*".join(above) or "1") + "/" + "/".join(below)


def describe(packed: Dimension) -> str:
    """Say what a dimension measures, for a message: `byte/second`, `a plain number`."""
    return spell(physical(packed)) or "a plain number"
