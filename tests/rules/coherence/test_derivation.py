"""Figures that follow from two others."""

from __future__ import annotations

from qbank.rules.coherence.derivation import is_multiple, is_product, is_sum
from qbank.rules.coherence.figures import Figure, figures


def _read(text: str) -> list[Figure]:
    return list(figures(text, 0, len(text)))


def test_sums_and_differences() -> None:
    known = _read("140 GB, 28 GB, 7 s")
    assert is_sum(_read("168 GB")[0], known)
    assert is_sum(_read("112 GB")[0], known)
    assert not is_sum(_read("147 GB")[0], known)


def test_a_sum_with_next_to_nothing_is_none() -> None:
    assert not is_sum(_read("141 GB")[0], _read("140 GB, 1 GB"))


def test_a_share_may_be_the_rest_of_the_whole() -> None:
    assert is_sum(_read("busy for 5% of the day")[0], _read("quiet for 95% of the day"))
    assert not is_sum(_read("busy for 6% of the day")[0], _read("quiet for 95% of the day"))


def test_multiples_need_a_number_of_things() -> None:
    assert is_multiple(_read("640 GB")[0], _read("8 GPUs of 80 GB"))
    assert is_multiple(_read("17.5 GB")[0], _read("140 GB on 8 GPUs"))
    assert not is_multiple(_read("640 GB")[0], _read("8 s and 80 GB"))


def test_products_keep_their_units() -> None:
    assert is_product(_read("14 GB")[0], _read("2 GB/s for 7 s"))
    assert is_product(_read("7 s")[0], _read("14 GB at 2 GB/s"))
    assert is_product(_read("70 W")[0], _read("30% less than 100 W"))
    assert not is_product(_read("14 s")[0], _read("2 GB/s for 7 s"))
