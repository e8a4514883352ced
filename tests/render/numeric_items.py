"""Numeric items and probes that every format and every grader has to agree about.

The items are made, not written: their sizes go from 1e-12 to 1e18, with and without units, with intervals of
every sort. A probe is what a reader types in, and whether it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from qbank.sets.answers.numeric_key import NumericKey, key_of
from qbank.units.format import format_decimal, format_quantity, round_half_up

COUNT = 500
UNITS = ("", "GB", "s", "tokens/s", "J", "$/h", "W", "FLOP/s", "%", "bytes/token")
SORTS = ("default", "symmetric", "low", "high", "exact", "narrow", "digits")


@dataclass(frozen=True)
class Probe:
    """What a reader answers: `form` is `plain`, `exponent` (`1.4e1`) or `unit` (`14 GB`).

    Graders may refuse the last two forms; one that takes them must grade them like the plain number.
    """

    text: str
    correct: bool
    form: str
    place: str


@dataclass(frozen=True)
class NumericItem:
    """The `answer` of a question, its key, and probes."""

    id: str
    answer: dict[str, Any]
    key: NumericKey
    probes: tuple[Probe, ...]

    def question(self) -> dict[str, Any]:
        """Return the fields of a complete question with this answer."""
        return {
            "schema_version": "1.0",
            "id": self.id,
            "track": "cloud",
            "level": "L3",
            "zone": "recall",
            "topic": "kv-cache-management",
            "competency_area": "memory",
            "title": f"Item {self.id}",
            "scenario": "A machine does some work, and somebody measures how much of it there is.",
            "question": "How much is it?",
            "details": {"realistic_solution": f"It is {self.key.answer_text}."},
            "kind": "numeric",
            "answer": self.answer,
            "status": "published",
            "provenance": "human",
        }


def numeric_items(count: int = COUNT) -> list[NumericItem]:
    """Return `count` items, the same ones each time."""
    return [_item(number) for number in range(count)]


def probes_of(key: NumericKey) -> tuple[Probe, ...]:
    """Return probes of a key: its ends, its value, just outside of both ends, and other ways to write it."""
    edge = max(abs(key.low), abs(key.high), Fraction(1, 10**3)) / 10**6
    probes = [
        Probe(format_decimal(key.low), True, "plain", "lower"),
        Probe(format_decimal(key.high), True, "plain", "upper"),
        Probe(format_decimal(key.value), True, "plain", "value"),
        Probe(format_decimal(key.low - edge), False, "plain", "below"),
        Probe(format_decimal(key.high + edge), False, "plain", "above"),
        Probe(format_decimal(key.high * 2 + 1), False, "plain", "far above"),
        Probe(format_decimal(key.low - abs(key.low) - 1), False, "plain", "far below"),
        Probe(exponent(key.value), True, "exponent", "value"),
        Probe(exponent(key.high + edge), False, "exponent", "above"),
    ]
    if key.unit:
        probes.append(Probe(format_quantity(format_decimal(key.value), key.unit), True, "unit", "value"))
    return tuple(probes)


def exponent(value: Fraction) -> str:
    """Write a finite decimal with an exponent: `1.4e1`."""
    digits = format_decimal(abs(value)).replace(".", "").lstrip("0") or "0"
    point = format_decimal(abs(value)).partition(".")[0].lstrip("0")
    behind = format_decimal(abs(value)).partition(".")[2]
    power = len(point) - 1 if point else -(len(behind) - len(behind.lstrip("0")) + 1) if value else 0
    tail = digits[1:].rstrip("0")
    return f"{'-' if value < 0 else ''}{digits[0]}{'.' + tail if tail else ''}e{power}"


def _item(number: int) -> NumericItem:
    draw = int.from_bytes(blake2b(f"item {number}".encode(), digest_size=16).digest())
    draw, mantissa = divmod(draw, 9000)
    draw, power = divmod(draw, 30)
    draw, unit = divmod(draw, len(UNITS))
    draw, sort = divmod(draw, len(SORTS))
    value = Fraction(mantissa + 1000, 1000) * Fraction(10) ** (power - 12 if number % 31 else 18)
    if number % 29 == 0:
        value = Fraction(0)
    elif number % 17 == 0:
        value = -value
    answer = _answer(value, UNITS[unit], SORTS[sort])
    key = key_of(answer)
    return NumericItem(f"cloud-numeric-{number:04d}", answer, key, probes_of(key))


def _answer(value: Fraction, unit: str, sort: str) -> dict[str, Any]:
    size = abs(value) or Fraction(1)
    below, above = {
        "symmetric": (size / 20, size / 20),
        "low": (size / 10, Fraction(0)),
        "high": (Fraction(0), size / 7),
        "exact": (Fraction(0), Fraction(0)),
        "narrow": (size / 1000, size / 1000),
    }.get(sort, (None, None))
    answer: dict[str, Any] = {"value": format_quantity(format_decimal(value), unit)}
    if below is not None and above is not None:
        ends = value - below, round_half_up(value + above, 9)
        answer["interval"] = [format_quantity(format_decimal(end), unit) for end in ends]
    elif sort == "digits":
        answer["digits"] = 2
    return answer
