from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.catalog.names import key, maker_of, words


@each(
    "spellings",
    [
        ("a100", "A100", " A-100 ", "a_100", "Ａ１００"),
        ("A100 80GB", "a100-80gb", "A100 (80 GB)", "A100_80_GB"),
        ("Cortex-M0+", "cortex m0+", "CORTEX_M0PLUS"),
        ("USB 3.2 Gen 2×2", "usb-3.2-gen-2x2"),
        ("PCIe 4.0 x16", "pcie-4.0-x16", "PCIe4-0x16"),
    ],
)
def test_spellings_that_are_one_name(spellings: tuple[str, ...]) -> None:
    assert len(set(map(key, spellings))) == 1


@each("one, other", [("A100 80", "A10080"), ("BLE 4.2", "BLE 42"), ("M0", "M0+"), ("L40", "L40S")])
def test_spellings_that_are_two_names(one: str, other: str) -> None:
    assert key(one) != key(other)


@given(st.text(max_size=60))
def test_a_key_is_its_own_key(text: str) -> None:
    assert key(key(text)) == key(text)
    assert set(key(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_words() -> None:
    assert words("NVIDIA A100 SXM4 80 GB") == ("nvidia", "a100", "sxm4", "80gb")
    assert words("a100-sxm4-80gb") == ("a100", "sxm4", "80gb")
    assert words("") == ()


def test_makers() -> None:
    assert maker_of("NVIDIA Tesla V100") == ("nvidia", "Tesla V100")
    assert maker_of("Tesla V100") == ("nvidia", "V100")
    assert maker_of("Raspberry Pi RP2040") == ("raspberry pi", "RP2040")
    assert maker_of("nvidia") is None
    assert maker_of("A100") is None
