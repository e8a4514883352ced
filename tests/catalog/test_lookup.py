from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.catalog import (
    AmbiguousNameError,
    Catalog,
    Entry,
    Match,
    NameLookupError,
    UnknownNameError,
    bundled,
)
from qbank.model.catalog_words import Shelf

CATALOG = bundled()


def part(identifier: str, name: str = "", **more: object) -> Entry:
    return Entry(identifier, name or identifier, Shelf.CLOUD, "gpu", {}, **more)  # type: ignore[arg-type]


@each(
    "name, identifier, match",
    [
        ("a100-sxm4-80gb", "a100-sxm4-80gb", Match.ID),
        ("a100", "a100-sxm4-80gb", Match.DEFAULT),
        ("A100 80GB", "a100-sxm4-80gb", Match.DEFAULT),
        ("NVIDIA A100", "a100-sxm4-80gb", Match.DEFAULT),
        ("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb", Match.NAME),
        ("A100-SXM4-80GB", "a100-sxm4-80gb", Match.ID),
        ("A100 40 GB", "a100-sxm4-40gb", Match.DEFAULT),
        ("h100", "h100-sxm5-80gb", Match.DEFAULT),
        ("H100 PCIe", "h100-pcie-80gb", Match.ALIAS),
        ("h100 pcie 80 gb", "h100-pcie-80gb", Match.ID),
        ("GeForce RTX 4090", "rtx-4090", Match.ALIAS),
        ("NVIDIA Tesla T4", "t4", Match.ALIAS),
        ("TPU v5e", "tpu-v5e", Match.ID),
        ("Google TPU v5e", "tpu-v5e", Match.ID),
        ("Apple M4", "apple-m4", Match.ID),
        ("Arm M4", "cortex-m4", Match.ALIAS),
        ("cortex m0+", "cortex-m0plus", Match.ID),
        ("PCIe 4.0 x16", "pcie4-x16", Match.ALIAS),
        ("PCIe Gen4 ×16", "pcie4-x16", Match.ALIAS),
        ("p4d.24xlarge", "p4d.24xlarge", Match.ID),
        ("lambda gpu_8x_a100", "lambda gpu_8x_a100", Match.ID),
        ("nano super orin 8gb", "jetson-orin-nano-super", Match.WORDS),
    ],
)
def test_names(name: str, identifier: str, match: Match) -> None:
    found = CATALOG.find(name)
    assert (found.entry.id, found.match) == (identifier, match)
    assert found.asked == name
    # A choice is always explained, and what was none is not.
    assert bool(found.reason) is (match in (Match.DEFAULT, Match.FAMILY, Match.WORDS))


def test_a_default_says_why_and_what_else_it_might_be() -> None:
    found = CATALOG.find("A100")
    assert found.reason.startswith("'A100' alone means a100-sxm4-80gb by default (most texts since 2021")
    assert "it might be a100-sxm4-40gb, " in found.reason
    assert {"a100-sxm4-40gb", "a100-pcie-40gb"} <= {entry.id for entry in found.others}
    # Only what has the words of the name might be meant.
    assert "a100-sxm4-40gb" not in {entry.id for entry in CATALOG.find("A100 80GB").others}


@each(
    "name, candidates",
    [
        ("M4", {"apple-m4", "cortex-m4"}),
        ("GB200", {"gb200-gpu", "gb200-nvl72"}),
        ("TPU v5", {"tpu-v5e", "tpu-v5p"}),
        ("nvidia gb200", {"gb200-gpu", "gb200-nvl72"}),
    ],
)
def test_ambiguous_names(name: str, candidates: set[str]) -> None:
    with pytest.raises(AmbiguousNameError) as caught:
        CATALOG.find(name)
    assert candidates == {entry.id for entry in caught.value.candidates}
    assert f"'{name}' may mean 2 entries, and none is its default: " in str(caught.value)
    assert all(candidate in str(caught.value) for candidate in candidates)


@each(
    "name, near",
    [
        ("A100 24GB", "a100-sxm4-80gb"),
        ("H10", "h100-sxm5-80gb"),
        ("rtx 4091", "rtx-4090"),
        ("nrf52841", "nrf52840"),
        ("AMD A100", "a100-sxm4-80gb"),
    ],
)
def test_unknown_names_get_similar_ones(name: str, near: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        CATALOG.find(name)
    assert near in {entry.id for entry in caught.value.candidates}
    assert str(caught.value).startswith(f"'{name}' is not in the catalog; similar are ")


@each("name", ["", "   ", "8", "zzzzzz", "?!", "€", "nvidia nvidia"])
def test_names_of_nothing(name: str) -> None:
    with pytest.raises(NameLookupError):
        CATALOG.find(name)


def test_a_long_text_is_no_name() -> None:
    with pytest.raises(UnknownNameError, match="a name of 1,000,000 characters is in no catalog"):
        CATALOG.find("a" * 1_000_000)
    assert CATALOG.meanings("a100" * 1000) == {}


@given(st.text(max_size=40))
def test_any_text_is_found_or_refused(name: str) -> None:
    with suppress(NameLookupError):
        assert CATALOG.find(name).entry in CATALOG.entries


def test_a_family_of_one() -> None:
    catalog = Catalog([part("x1-80", family="x1")], ())
    found = catalog.find("X1")
    assert (found.entry.id, found.match) == ("x1-80", Match.FAMILY)
    assert found.reason == "'X1' is a family of which the catalog has this member alone"


def test_a_family_without_a_default() -> None:
    catalog = Catalog([part("x1-80", family="x1"), part("x1-40", family="x1")], ())
    with pytest.raises(AmbiguousNameError, match="'x1' may mean 2 entries"):
        catalog.find("x1")
    assert [entry.id for entry in catalog.variants(catalog.entries[0])] == ["x1-40"]


def test_an_id_goes_before_a_default() -> None:
    catalog = Catalog([part("x1"), part("x1-80", default_for=("X1",))], ())
    assert catalog.find("X1").entry.id == "x1"


def test_words_that_fit_several() -> None:
    catalog = Catalog([part("x1-80", "Acme X1 80 GB"), part("x1-40", "Acme X1 40 GB")], ())
    assert catalog.find("80GB Acme").entry.id == "x1-80"
    with pytest.raises(AmbiguousNameError):
        catalog.find("acme")


def test_the_maker_must_be_the_right_one() -> None:
    catalog = Catalog([part("x1", "NVIDIA X1")], ())
    assert catalog.find("NVIDIA x1").entry.id == "x1"
    with pytest.raises(UnknownNameError):
        catalog.find("Intel X1")


def test_a_list_of_candidates_ends() -> None:
    catalog = Catalog([part(f"x1-{number}", family="x1") for number in range(30)], ())
    with pytest.raises(AmbiguousNameError, match="x1-11 and 18 more; say which") as caught:
        catalog.find("x1")
    assert len(caught.value.candidates) == 30


def test_meanings_are_exact() -> None:
    meanings = CATALOG.meanings("A-100")
    assert [entry.id for entry in meanings[Match.DEFAULT]] == ["a100-sxm4-80gb"]
    assert {entry.id for entry in meanings[Match.FAMILY]} >= {"a100-sxm4-40gb", "a100-sxm4-80gb"}
    assert CATALOG.meanings("A100 24GB") == {}


def test_the_catalog_as_a_collection() -> None:
    assert "t4" in CATALOG
    assert "T4" not in CATALOG
    assert len(list(CATALOG)) == len(CATALOG)
    assert CATALOG.get("t4") is CATALOG.find("t4").entry
    assert CATALOG.get("T4") is None
