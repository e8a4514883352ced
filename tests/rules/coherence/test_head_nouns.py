"""What a figure is said to measure."""

from __future__ import annotations

import re

import pytest

from qbank.rules.coherence.head_nouns import singular, subjects


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("- **Local time** = 12 / 40 = [300 ms]", {"local", "time"}),
        ("The total time is about [277 ms].", {"total", "time"}),
        ("This adds [70 ms] of transfer latency.", {"transfer", "latency"}),
        ("Communication per bucket ([60 ms]) dominates.", {"communication", "bucket"}),
        ("- Local NPU: [40 TOPS].", {"local", "npu"}),
        ("A job ends. Memory for weights is [14 GB]", {"memory", "weight"}),
        ("Step 1: Load time = 14 / 2 = [7 s]", {"load", "time"}),
    ],
)
def test_one_reading_names_it(text: str, nouns: set[str]) -> None:
    marked = re.search(r"\[(.+?)\]", text)
    assert marked is not None
    plain = text.replace("[", "").replace("]", "")
    start = marked.start()
    assert frozenset(nouns) in subjects(plain, start, start + len(marked[1]))


def test_words_beyond_the_clause_do_not_count() -> None:
    text = "The queue is long; 7 s, so the users leave"
    assert subjects(text, 19, 22) == ()


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("GPUs", "gpu"),
        ("queries", "query"),
        ("loss", "loss"),
        ("bus", "bus"),
        ("layers", "layer"),
        ("is", "is"),
    ],
)
def test_singular(word: str, one: str) -> None:
    assert singular(word) == one
