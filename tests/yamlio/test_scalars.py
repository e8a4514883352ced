from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.yamlio.scalars import MAX_NUMBER_LENGTH, resolve


@each(
    "text, value",
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("NULL", None),
        ("nULL", "nULL"),
        ("true", True),
        ("FALSE", False),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("y", "y"),
        ("0", 0),
        ("-0", 0),
        ("+12", 12),
        ("010", 10),
        ("0o17", 15),
        ("0o8", "0o8"),
        ("0x1F", 31),
        ("-0x1F", "-0x1F"),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("1e3", 1000.0),
        ("1.5E-3", 0.0015),
        (".5", 0.5),
        ("1.", 1.0),
        (".", "."),
        ("-", "-"),
        ("+.e1", "+.e1"),
        ("1e", "1e"),
        (".inf", math.inf),
        ("+.Inf", math.inf),
        ("-.INF", -math.inf),
        ("inf", "inf"),
        ("nan", "nan"),
        ("2026-04-01", "2026-04-01"),
        ("2026-04-01 10:00:00", "2026-04-01 10:00:00"),
        ("1.0.0", "1.0.0"),
        ("L6+", "L6+"),
        ("٣", "٣"),
        ("<<", "<<"),
        ("=", "="),
    ],
)
def test_core_schema(text: str, value: object) -> None:
    assert resolve(text) == value
    assert type(resolve(text)) is type(value)


@each("text", [".nan", ".NaN", ".NAN"])
def test_not_a_number(text: str) -> None:
    value = resolve(text)
    assert isinstance(value, float)
    assert math.isnan(value)


@each("digit", ["9", "0x" + "f", "1."])
def test_an_endless_number_stays_text(digit: str) -> None:
    longest = digit + "1" * (MAX_NUMBER_LENGTH - len(digit))
    assert not isinstance(resolve(longest), str)
    assert str(resolve(longest))
    assert resolve(longest + "1") == longest + "1"


# The table of the YAML 1.2 specification, section 10.3.2.
SPECIFICATION = (
    (re.compile(r"null|Null|NULL|~|"), type(None)),
    (re.compile(r"true|True|TRUE|false|False|FALSE"), bool),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+"), int),
    (re.compile(r"0x[0-9a-fA-F]+"), int),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?(\.inf|\.Inf|\.INF)"), float),
    (re.compile(r"\.nan|\.NaN|\.NAN"), float),
    (re.compile(r".*", re.DOTALL), str),
)


@given(st.text(alphabet="0189.-+eExo_afF:~ ", max_size=8))
def test_types_are_those_of_the_specification(text: str) -> None:
    expected = next(kind for pattern, kind in SPECIFICATION if pattern.fullmatch(text))
    assert type(resolve(text)) is expected
