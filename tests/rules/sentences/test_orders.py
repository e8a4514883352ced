"""QB923 and QB857: what sentences put in order, over relative clauses, apposition and pronouns."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import reported


def codes(audit: Any, scenario: str) -> set[str]:
    """Return the codes of what is reported about a scenario."""
    found: set[str] = reported(audit, scenario=scenario, lines=["Tiles: 2 * 3 = 6"], solution="See the line.")
    return found & {"QB923", "QB857"}


@each(
    "scenario",
    [
        "A meter reads 9 kB per hour, which is less than the 7 kB per hour that the older one read.",
        "The index, 12 GB in size, is smaller than the raw table of 9 GB.",
        "With its 48 GB an L40S has less memory than an A10 with 24 GB.",
        "Renting at $900 is cheaper than the purchase, which comes to $750.",
        "The pump takes 45 W instead of 30 W and is therefore thriftier.",
        "The quota is 8 GB, and the archive, which grew to 11 GB, stayed below that limit.",
        "The reply of 340 ms does not exceed the limit of 300 ms.",
        "The flash has 2 MB, in which the image of 3 MB lies entirely.",
        "The tables are 35 GB, which the 16 GB of the card hold with room to spare.",
        "The battery stores 20 Wh, which suffices for the 32 Wh of the trip.",
        "The 48 GB of the card are too little for the 30 GB of the tables.",
        "The trip takes 90 minutes, 110 of which are spent on the motorway.",
        "Of the 30 ms of a frame the decoder uses 42 ms.",
        "The latency fell from 40 to 65 ms.",
        "The bill came to $500, down from $400.",
        "Of three boards the Nano at 5 W draws the most, the others being an Orin (40 W) and a TX2 (15 W).",
        "Tank A lasts 35 h and tank B 28 h, so that B lasts longer.",
    ],
)
def test_values_the_other_way_round(audit: Any, scenario: str) -> None:
    assert codes(audit, scenario) == {"QB923"}


@each(
    "scenario",
    [
        "A meter reads 7 kB per hour, which is less than the 9 kB per hour that the older one read.",
        "It is not true that the index of 12 GB is smaller than the raw table of 9 GB.",
        "The slide says that an index of 12 GB is smaller than a table of 9 GB.",
        "Were it smaller than the table of 9 GB, the index of 12 GB would fit.",
        "The link moves 10 Gb/s, 30 Gb/s less than the other one.",
        "The copy takes 30 s, and less than 4 s of them are spent on the disk.",
        "Renting takes $900 now, and the second offer is more than the $750 of last year.",
        "The pump takes 45 W instead of 30 W, because the basin is larger.",
        "Two cards at 72 W take more power than one at 100 W.",
        "The tables are 35 GB, of which the 16 GB of the card hold a part.",
        "A call costs 8 ms, and 48 of them add up to 384 ms.",
        "The run lasts 90 days of 24 h.",
        "The 700 MB of which the log speaks are not in the 512 MB of memory.",
        "A shard answers in 6 ms, and 8% of the answers take longer than 10 ms.",
        "The all-reduces grow from 3.2 to 4.5 ms.",
        "The detector with 28 ms is the largest part, but camera and bus together take 34 ms.",
    ],
)
def test_what_a_sentence_does_not_put_in_order(audit: Any, scenario: str) -> None:
    assert codes(audit, scenario) == set()


@each(
    "scenario, found",
    [
        ("In one hour the mean power of the pump was 6 W and its peak 4 W.", {"QB857"}),
        ("On Monday the peak was 7,000 requests per second, and the mean of that day was 9,000.", {"QB857"}),
        ("The warmest rack reached 31 °C, while the average over all racks was 34 °C.", {"QB857"}),
        ("The smaller of the two images has 14 GB, the larger 8 GB.", {"QB857"}),
        ("The mean of pump A is 70 W, the maximum of pump B 55 W.", set()),
        ("The p95 of pump A, 180 ms, is lower than the p50 of pump B, 240 ms.", set()),
        ("Peak 9 GB, mean 5 GB: at its worst moment the pod is 3 GB away from its end.", set()),
        ("At the lowest cost over five years the p99 was 46 ms.", set()),
    ],
)
def test_levels_of_the_same_values(audit: Any, scenario: str, found: set[str]) -> None:
    assert codes(audit, scenario) == found
