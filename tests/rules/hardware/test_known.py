"""What the catalog knows, and when a figure is one of its values."""

from __future__ import annotations

from each import each
from qbank.facts.devices.finding import names_of
from qbank.facts.vocabulary import Kind
from qbank.rules.hardware.known import agrees, agrees_in_bytes, known_of


@each(
    "size, step, known, approximate, same",
    [
        (2.0e12, 1e12, 2.039e12, False, True),
        (3.0e12, 1e12, 3.35e12, False, True),  # truncated
        (1.5e12, 0.1e12, 1.555e12, False, True),
        (400e12, 100e12, 312e12, False, False),
        (350.0, 10.0, 312.0, False, False),
        (345.0, 1.0, 312.0, True, True),
        (345.0, 1.0, 312.0, False, False),
        (0.0, 1.0, 0.0, False, True),
    ],
)
def test_rounding(size: float, step: float, known: float, *, approximate: bool, same: bool) -> None:
    assert agrees(size, step, known, approximate=approximate) is same


def test_bytes_by_1000_or_by_1024() -> None:
    assert agrees_in_bytes(85.9e9, 0.1e9, 80e9)
    assert agrees_in_bytes(256e3, 1e3, 256 * 1024)
    assert agrees_in_bytes(2e6, 1e6, 2 * 2**20)
    assert not agrees_in_bytes(96e9, 1e9, 80e9)


def test_values_are_told_by_kind_with_what_they_are() -> None:
    [nvlink] = names_of(None).find("NVLink 3")
    about = {known.about for known in known_of(nvlink.entries, Kind.BYTE_RATE)}
    assert frozenset(("link", "one-way")) in about
    assert frozenset(("link", "both-ways")) in about
    [card] = names_of(None).find("T4")
    peaks = {tuple(sorted(known.about)): known.sizes for known in known_of(card.entries, Kind.OPERATION_RATE)}
    assert peaks["dense", "int8"] == (130e12,)
