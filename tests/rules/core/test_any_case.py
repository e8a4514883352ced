"""Looking in small letters finds what `re.IGNORECASE` finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.rules.core.any_case import AnyCase
from qbank.rules.physics import capacity, roofline, transfer

USED = {
    f"{module.__name__}.{name}": value
    for module in (capacity, roofline, transfer)
    for name, value in vars(module).items()
    if isinstance(value, AnyCase)
}
PIECES = (
    "Fits", "fIt", "is large enough for", "HOLDS", "runs", "Sits", "into", "ON", "model", "Weights",
    "LLM", "kv", "GPT", "Quantiſed", "quantization", "TP=8", "pp 4", "per", "achieves", "hits", "BS=1",
    "Batch size of 1", "NVMe", "transfers", "written", "İn", "ın", "runſ", "K", "Σ", "straße", "×",
    "14 GB", ".", "\n", "3",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map(" ".join)


@pytest.mark.parametrize("name", USED)
def test_patterns_are_in_small_letters(name: str) -> None:
    pattern = re.sub(r"\\.|\(\?P<", "", USED[name].pattern)

    assert pattern == pattern.lower()


@given(st.sampled_from(sorted(USED)), TEXTS)
def test_the_same_is_found_as_the_long_way(name: str, text: str) -> None:
    used = USED[name]
    other = re.compile(used.pattern, re.IGNORECASE)

    spans = [hit.span() for hit in other.finditer(text)]
    assert [hit.span() for hit in used.finditer(text)] == spans
    first, second = used.search(text, 1), other.search(text, 1)
    assert (first and first.span()) == (second and second.span())


def test_only_three_letters_are_odd() -> None:
    """What has the letter i, s or any other for its small form in Python's way of looking has it here."""
    small = re.compile("[a-z0-9]", re.IGNORECASE)
    odd = [
        one
        for one in map(chr, range(0x110000))
        if len(one.lower()) != 1
        or bool(small.match(one)) != (one.lower() in "abcdefghijklmnopqrstuvwxyz0123456789")
    ]

    assert odd == ["İ", "ı", "ſ"]
