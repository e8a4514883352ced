"""What is said of a value that is wrong, besides the number."""

from __future__ import annotations

from each import each
from qbank.napkin.verifier import verify


@each(
    "text, said, unit",
    [
        ("14 GB / 28 GB/s = 0.5 ms", "the digits are right, the unit is s", "s"),
        ("140 GB / 3.5 TB/s = 40 tokens/s", "the digits are right, the unit is ms", "ms"),
        ("8 GPUs * 700 W * 24 h = 134.4 kW", "the digits are right, the unit is kWh", "kWh"),
        ("14 GB + 2 GB = 16 GB/s", "the digits are right, the unit is GB", "GB"),
        ("700 W / 24 h = 16.8 kWh", "it comes out with '× 24' for '/ 24'", ""),
        ("80 GB / 8 GPUs = 640 GB", "it comes out with '× 8' for '/ 8'", ""),
        ("15% of 80 GB = 1,200 GB", "off by a factor of 100", ""),
        ("8 * 10,512 h * $2.50/h = $201,240", "two of its digits change places", ""),
        ("573.12 W * 1.5 = 869.68 W", "one of its digits is another", ""),
        ("2 * 50 GB = 12.5 GB", "off by a factor of 8, as bits are from bytes", ""),
    ],
)
def test_what_explains_a_wrong_value(text: str, said: str, unit: str) -> None:
    [claim] = verify(text)
    assert claim.diagnosis is not None
    assert (claim.diagnosis.text, claim.diagnosis.unit) == (said, unit)


@each("text", ["17 × 23 = 400", "920 / 1000 = 92%", "8 * 700 W = 6 kW", "4N + 2N = 7N"])
def test_nothing_is_said_where_nothing_plain_explains_it(text: str) -> None:
    assert verify(text)[0].diagnosis is None


def test_a_value_is_shown_in_a_unit_with_a_name() -> None:
    [claim] = verify("3 * 8 GB / 2 GB/s = 7 GB")
    assert claim.computed is not None
    assert (claim.computed.value, claim.computed.unit) == (12, "s")
