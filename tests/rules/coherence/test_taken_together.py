"""What is needed or kept several times, at once or on top, beside what there is for it."""

from __future__ import annotations

from typing import Any

from each import each
from rules.coherence.test_changes import asked

Texts = tuple[str, ...]

CASES: tuple[tuple[str, str, Texts, str, Texts, Texts], ...] = (
    # the rule, what is asked, lines, what is concluded; the numbers with too much, and with what fits
    (
        "QB861",
        "12 nodes train and all read from one filer at the same time, over its port of 10 GB/s.",
        ("Per node: 8 * {} MB/s = {} GB/s", "Use of the port: {1} / 10 = {2}%"),
        "The filer is enough.",
        ("120", "0.96", "9.6"),
        ("90", "0.72", "7.2"),
    ),
    (
        "QB861",
        "A panel puts ten beacons on a PoE switch, which gives 30 W on a port and 90 W over all ports. Each"
        " beacon draws {} W.",
        ("Left on a port: 30 W - {} W = {} W",),
        "One switch is enough for all ten beacons.",
        ("12", "18"),
        ("8", "22"),
    ),
    (
        "QB861",
        "A hall has a feed of 9 MW for everything. It takes 180 racks at {} kW; cooling is 20% of that.",
        ("Racks: 180 * {} kW = {} MW", "Cooling: {1} * 0.2 = {2} MW", "Beyond: 9 - {1} = {3} MW"),
        "Yes. The racks run, and the remaining {3} MW carries the cooling.",
        ("42", "7.56", "1.51", "1.44"),
        ("40", "7.2", "1.44", "1.8"),
    ),
    (
        "QB861",
        "Two L40S cards of 48 GB each hold a model between them; 30 GB of each card are taken.",
        (
            "Free per card: 48 - 30 = 18 GB",
            "Free on both: 2 * 18 = 36 GB",
            "Cache on each card: {} * 3 = {} GB",
        ),
        "It fits: each card must hold {1} GB of cache and there are 36 GB free.",
        ("8", "24"),
        ("5", "15"),
    ),
    (
        "QB861",
        "Two hosts of 24 GB run a translator, and each host serves its own full copy of the weights.",
        ("Weights: {} * 2 bytes = {} GB", "Memory: 2 * 24 GB = 48 GB", "Left: 48 GB - {1} GB = {2} GB"),
        "Yes, the weights fit, and {2} GB stay free.",
        ("15e9", "30", "18"),
        ("8e9", "16", "32"),
    ),
    (
        "QB861",
        "Four cards of 16 GB rank films. Each card holds a whole copy of the lists, and 2 GB of buffers.",
        (
            "Lists on a card: {} GB / 4 = {} GB",
            "Card: {1} GB + 2 GB = {2} GB",
            "Left: 16 GB - {2} GB = {3} GB",
        ),
        "Yes, it fits.",
        ("20", "5", "7", "9"),
        ("12", "3", "5", "11"),
    ),
    (
        "QB914",
        "A watch has 4 GB of memory. The watchdog aborts any app that holds more than 1.5 GB.",
        ("App: {} GB + 0.6 GB = {} GB", "Left on the watch: 4 GB - {1} GB = {2} GB"),
        "The app can be shipped, and {2} GB stay for the others.",
        ("1.2", "1.8", "2.2"),
        ("0.8", "1.4", "2.6"),
    ),
    (
        "QB914",
        "Each of four nodes has 16 GB. On every node 4 GB is taken by the cache of the file system.",
        ("Tables per node: {} * 2 GB = {} GB", "Node: 16 GB", "Left: 16 GB - {1} GB = {2} GB"),
        "The tables fit on the nodes, and {2} GB stay free.",
        ("7", "14", "2"),
        ("5", "10", "6"),
    ),
    (
        "QB855",
        "A tag has 1 MB (1,024 KB) of flash and keeps two images there; the loader takes 60 KB.",
        ("Images: 2 * {} KB = {} KB", "With the loader: {1} + 60 = {2} KB"),
        "The images fit in the flash.",
        ("500", "1,000", "1,060"),
        ("450", "900", "960"),
    ),
    (
        "QB855",
        "A phone with 8 GB of RAM runs a chat app. The system ends any app that goes over 3 GB.",
        ("Together: {} GB + 1.3 GB = {} GB",),
        "Yes, {1} GB is a small part of what the phone has, so the app can stay.",
        ("2.2", "3.5"),
        ("1.5", "2.8"),
    ),
    (
        "QB912",
        "A card keeps caches of chats. The limit is set to 40 chats. The weights take 20 GB of its 80 GB.",
        ("Left: 80 - 20 = 60 GB", "A long chat: {} * 200,000 bytes = {} GB"),
        "A long chat takes {1} GB and 60 GB are free, so every one of the 40 has room.",
        ("9,000", "1.8"),
        ("6,000", "1.2"),
    ),
    (
        "QB912",
        "A meter has 1,000 KB of flash. A new image of the same size must be received whole before the"
        " running image may be erased.",
        ("In use: {} KB image + 40 KB boot loader = {} KB", "Free: 1,000 KB - {1} KB = {2} KB"),
        "The {2} KB that are free hold the new image, so the flash is large enough.",
        ("520", "560", "440"),
        ("470", "510", "490"),
    ),
    (
        "QB914",
        "A lab keeps its runs on a volume of 30 TB of raw flash, which stores every file twice.",
        ("Runs: 20 * {} TB = {} TB",),
        "The {1} TB of runs fit on the 30 TB volume.",
        ("0.9", "18"),
        ("0.7", "14"),
    ),
    (
        "QB914",
        "Every frame of 50 cameras at 20 frames/s must be judged when any one box is dead; a box does 300.",
        (
            "Load: 50 * 20 = 1,000 frames/s",
            "Boxes: 1,000 / {} = {}, so 4",
            "They do: 4 * {0} = {2} frames/s",
            "Margin: {2} - 1,000 = {3} frames/s",
        ),
        "Order four, they are enough, with {3} frames/s to spare.",
        ("300", "3.33", "1,200", "200"),
        ("340", "2.94", "1,360", "360"),
    ),
)


@each("case", CASES)
def test_what_comes_together_is_held_together(
    audit: Any, case: tuple[str, str, Texts, str, Texts, Texts]
) -> None:
    code, scenario, lines, solution, much, little = case
    for numbers in (much, little):
        said = tuple(one.format(*numbers) for one in lines)
        found = asked(audit, scenario.format(*numbers), said, solution.format(*numbers))
        assert (code in found) == (numbers is much), (scenario, numbers, found)


REFUSALS: tuple[tuple[str, str, str, tuple[int, int]], ...] = (
    # what is asked, a line, what is concluded; the numbers with which that is wrong
    ("A job may draw 900 W at most.", "Job: {} * 120 W = {} W", "The job goes over the limit.", (7, 840)),
    (
        "A card has 24 GB.",
        "Caches: {} * 2 GB = {} GB",
        "It does not fit into the memory of the card.",
        (11, 22),
    ),
    ("A workshop may spend $900.", "Parts: {} * $120 = ${}", "The parts exceed the budget.", (7, 840)),
)


@each("scenario, line, solution, within", REFUSALS)
def test_what_is_within_its_limit_is_not_too_much(
    audit: Any, scenario: str, line: str, solution: str, within: tuple[int, int]
) -> None:
    assert "QB861" in asked(audit, scenario, (line.format(*within),), solution)
    count, total = within[0] * 2, within[1] * 2
    assert "QB861" not in asked(audit, scenario, (line.format(count, total),), solution)


def test_what_another_value_is_refused_for_is_left_alone(audit: Any) -> None:
    lines = ("Used: 12 kB + 30 kB = 42 kB", "Left: 64 kB - 42 kB = 22 kB")
    solution = "22 kB are left, too little for another net of 30 kB."
    assert "QB861" not in asked(audit, "A tag has 64 kB of RAM.", lines, solution)


def test_nothing_is_held_against_one_of_those_that_a_line_counts(audit: Any) -> None:
    lines = ("Tapes for one copy: 960 TB / 8 TB = 120",)
    assert "QB850" not in asked(audit, "A tape holds 8 TB. Two copies are made.", lines, "Buy 240 tapes.")
