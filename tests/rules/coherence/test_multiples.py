"""What one of several things needs, beside what is there for all of them."""

from __future__ import annotations

from typing import Any

from each import each
from rules.coherence.test_changes import asked

CASES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str, str], ...] = (
    # scenario, lines with one of them, lines with all, what is concluded from either
    (
        "A clinic group keeps the studies of 14 scanners in one archive of 90 TB for a year.",
        ("One scanner: 365 * 25 GB = 9.1 TB", "Free in the archive: 90 - 9.1 = 80.9 TB"),
        ("One scanner: 365 * 25 GB = 9.1 TB", "All: 14 * 9.1 = 127.4 TB", "Over: 127.4 - 90 = 37.4 TB"),
        "The archive holds the year, with 80.9 TB to spare.",
        "The archive is too small by 37.4 TB.",
    ),
    (
        "A theatre has a grant of $900 for four plays. A play keeps a GPU busy for 12 hours at $25 an hour.",
        ("Dubbing: 12 h * $25/h = $300", "Remaining: $900 - $300 = $600"),
        ("Per play: 12 h * $25/h = $300", "Plays: 4 * $300 = $1,200", "Missing: $1,200 - $900 = $300"),
        "The grant covers the dubbing, and $600 remain.",
        "The grant does not cover it; $300 are missing.",
    ),
    (
        "Three tenants share one partition of 40 GB on a GPU. Every tenant loads its own 9B model in FP16.",
        ("Model: 9B * 2 bytes = 18 GB", "Partition: 40 GB - 18 GB = 22 GB free"),
        ("Model: 9B * 2 bytes = 18 GB", "Three models: 3 * 18 GB = 54 GB, against 40 GB"),
        "The partition is large enough, and 22 GB stay free.",
        "The partition is too small for three models.",
    ),
    (
        "A depot has a line with a volume of 600 GB a month. Each of its 35 buses uploads 900 MB a night.",
        ("Per bus and month: 30 * 0.9 GB = 27 GB", "Volume left: 600 - 27 = 573 GB"),
        ("Per bus and month: 30 * 0.9 GB = 27 GB", "Depot: 35 * 27 GB = 945 GB", "Over: 945 - 600 = 345 GB"),
        "The line has plenty of volume.",
        "The line does not have enough volume.",
    ),
)


CASES += (
    (
        "A mast has two cameras of 6 W each and a radio of 3 W on one battery of 120 Wh. A camera draws 6 W.",
        ("Power: 6 + 3 = 9 W", "Night: 9 W * 12 h = 108 Wh", "Left: 120 - 108 = 12 Wh"),
        ("Power: 2 * 6 + 3 = 15 W", "Night: 15 W * 12 h = 180 Wh", "Missing: 180 - 120 = 60 Wh"),
        "The battery carries the mast through the night.",
        "The battery is empty before the morning.",
    ),
)


@each("case", CASES)
def test_the_need_of_one_is_not_that_of_all(
    audit: Any, case: tuple[str, tuple[str, ...], tuple[str, ...], str, str]
) -> None:
    scenario, one, every, wrong, right = case
    assert "QB912" in asked(audit, scenario, one, wrong)
    assert "QB912" not in asked(audit, scenario, every, right)


def test_each_device_has_a_memory_of_its_own(audit: Any) -> None:
    lines = ("Weights per GPU: 140 GB / 8 = 17.5 GB", "Left per GPU: 80 GB - 17.5 GB = 62.5 GB")
    scenario = "A node has eight GPUs with 80 GB each, and four users share a 70B model in FP16."
    assert "QB912" not in asked(audit, scenario, lines, "Every GPU has enough room for its cache.")


def test_the_end_of_a_longer_number_counts_nothing(audit: Any) -> None:
    lines = ("A tag: 6 * 2 Wh = 12 Wh", "Left: 40 Wh - 12 Wh = 28 Wh")
    scenario = "Sixty-four tags are tested. A tag takes 2 Wh a day from its own pack of 40 Wh."
    assert "QB912" not in asked(audit, scenario, lines, "The pack is enough for six days.")


def test_a_share_of_what_others_have_whole_is_divided(audit: Any) -> None:
    lines = ("Checkpoint share: 680 GB / 8 = 85 GB", "Room per GPU: 141 GB - 85 GB = 56 GB")
    scenario = "Eight H200 load a checkpoint of 680 GB. Attention runs data-parallel, its cache on one GPU."
    assert "QB912" not in asked(audit, scenario, lines, "There is room for the cache.")
