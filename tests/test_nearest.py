from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.model.taxonomy import TOPICS, Bloom, Level, Track, Zone
from qbank.nearest import meant_id, nearest, slip_of


@each(
    "name, candidates, expected",
    [
        ("clowd", Track, "cloud"),
        ("golbal", Track, "global"),
        ("Cloud", Track, "cloud"),
        ("tiny-ml", Track, "tinyml"),
        ("recal", Zone, "recall"),
        ("Diagnose", Zone, "diagnosis"),
        ("analyse", Bloom, "analyze"),
        ("L6", Level, "L6+"),
        ("l3", Level, "L3"),
        ("3", Level, "L3"),
        ("6", Level, "L6+"),
        ("kv-cache", TOPICS, "kv-cache-management"),
        ("KV Cache", TOPICS, "kv-cache-management"),
        ("kv_cache_management", TOPICS, "kv-cache-management"),
        ("quantization", TOPICS, "quantization-fundamentals"),
        ("flash-attention-kernels", TOPICS, "flash-attention"),
        ("sparsity", TOPICS, "pruning-sparsity"),
    ],
)
def test_finds_what_was_meant(name: str, candidates: list[str], expected: str) -> None:
    assert nearest(name, candidates) == expected


@each(
    "name, candidates",
    [
        ("spaceship", Track),
        ("L9", Level),
        ("9", Level),
        # These hold the number, but are more than a word with it.
        ("3", ["3d-parallelism", "L3-cache", "L13", "L33", "X3D"]),
        ("3", ["L3", "M3"]),
        ("", ["L3"]),
        ("ml", Track),
        # Several topics begin with this word: naming one of them would be a guess.
        ("memory", TOPICS),
        ("", Track),
        ("  ", Track),
        ("---", Track),
        ("cloud" * 100, Track),
        ("cloud", []),
    ],
)
def test_stays_silent_when_nothing_is_near(name: str, candidates: list[str]) -> None:
    assert nearest(name, candidates) is None


def test_the_most_similar_wins() -> None:
    assert nearest("update_at", ["created_at", "updated_at"]) == "updated_at"
    assert nearest("math_statu", ["math_date", "math_status"]) == "math_status"


def test_cutoff() -> None:
    assert nearest("cat", ["car"], cutoff=0.6) == "car"
    assert nearest("cat", ["car"], cutoff=0.9) is None


@given(st.text(max_size=100), st.lists(st.text(max_size=20), max_size=8))
def test_answers_with_a_candidate_or_none(name: str, candidates: list[str]) -> None:
    found = nearest(name, candidates)
    assert found is None or found in candidates


@each(
    "written, meant",
    [
        ("cluod-0013", "cloud-0013"),
        ("cloud-13", "cloud-0013"),
        ("clod-0013", "cloud-0013"),
        ("cloud-0103", "cloud-0013"),
        ("edge-0041", "edge-0014"),
        ("cloud-9999", None),
        ("cloud-0012", None),  # 0011 and 0013 are as near
        ("x" * 200, None),
    ],
)
def test_an_id_is_meant_by_its_number_or_by_the_only_slip(written: str, meant: str | None) -> None:
    said = meant_id(written, ["cloud-0011", "cloud-0013", "cloud-0209", "edge-0014"])
    assert said == ("" if meant is None else f"; did you mean '{meant}'?")


@each(
    "name, expected",
    [
        ("memory_capacty", "memory_capacity"),
        ("memroy_capacity", "memory_capacity"),
        ("peak_fp4", None),  # another name, and no slip
        ("memory_bandwidth", None),
    ],
)
def test_a_slip_of_a_letter_is_told_from_another_name(name: str, expected: str | None) -> None:
    assert slip_of(name, ["memory_capacity", "peak_fp8", "capacity"]) == expected
