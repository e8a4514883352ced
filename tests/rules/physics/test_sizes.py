"""Sizes in a sentence."""

from __future__ import annotations

import pytest

from qbank.rules.physics.sizes import device_count, sizes, weights


def test_sizes_may_have_prefixes_of_1024() -> None:
    (size,) = sizes("a 24 GB card")
    assert (size.least, size.most) == (24e9, 24 * 1024.0**3)
    assert sizes("at 24 GB/s and 3 GB per token") == []


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a 70B model in FP16", 140e9),
        ("7 billion parameters in 4 bits", 3.5e9),
        ("trains a 7B model with Adam in BF16", 56e9),
    ],
)
def test_weights(text: str, size: float) -> None:
    found = weights(text)
    assert found is not None
    assert found.least == size


@pytest.mark.parametrize(
    "text",
    ["a 70B model", "70B in FP16 or INT8", "7B and 70B in FP16", "70B tokens in FP16", "7 brillion in FP16"],
)
def test_weights_need_one_model_and_one_type(text: str) -> None:
    assert weights(text) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("on one GPU", 1),
        ("on 8 H100 GPUs", 8),
        ("on 2 nodes of 8 GPUs", 16),
        ("4x A100", 4),
        ("on two cards", 2),
    ],
)
def test_devices_are_counted(text: str, count: int) -> None:
    assert device_count(text) == count


def test_an_unknown_number_of_several_is_not_known() -> None:
    assert device_count("on the GPUs of a cluster", unless="on the GPUs of a cluster") == 0
    assert device_count("on a GPU", unless="on a GPU") == 1
