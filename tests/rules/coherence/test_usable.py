"""QB914: how a scenario says what of a room is not there for the need, in many words."""

from __future__ import annotations

from typing import Any

from each import each
from rules.coherence.test_changes import asked

Frame = tuple[str, tuple[str, ...], str]

CARD = (
    "The card has 24 GB. {} The weights take 14 GB and the cache 8.5 GB.",
    ("Total: 14 GB + 8.5 GB = 22.5 GB", "Left: 24 GB - 22.5 GB = 1.5 GB"),
    "It fits, with 1.5 GB to spare.",
)
BOARD = (
    "The board has 256 KB of SRAM. {} The arena takes 180 KB and the audio buffer 60 KB.",
    ("Need: 180 + 60 = 240 KB", "Free: 256 - 240 = 16 KB"),
    "The model fits on the board and 16 KB stay free.",
)
PACK = (
    "The drone carries a pack of 90 Wh. {} A tour takes 80 Wh.",
    ("Left: 90 Wh - 80 Wh = 10 Wh",),
    "The tour is possible on one charge.",
)
RACK = (
    "The rack has a feed of 20 kW. {} Ten servers draw 1.9 kW each.",
    ("Servers: 10 * 1.9 kW = 19 kW", "Left: 20 - 19 = 1 kW"),
    "The servers fit in the rack's budget.",
)
WORKERS = (
    "A Raspberry Pi 5 has 8 GB of memory. {} A worker needs 1.9 GB.",
    ("Workers: 8 / 1.9 = 4.21, so 4",),
    "Four workers run on the board.",
)
ZONES = "A chat has three zones of eight replicas; the peak of {} req/s has to hold with a zone down."
TAKEN = (
    (CARD, "The display server keeps 3 GB of it."),
    (CARD, "Of this, the runtime holds back 3 GB."),
    (CARD, "Another service on the same card occupies 3 GB."),
    (CARD, "21 GB of it are usable."),
    (CARD, "The vendor leaves us 21 GB of these."),
    (CARD, "House rule: 3 GB always stay free."),
    (CARD, "Ever since, 10% of the memory is reserved for the runtime."),
    (CARD, "The engine is allowed 90% of the card."),
    (CARD, "A tenth of the memory must stay free."),
    (BOARD, "40 KB of it belong to the radio."),
    (BOARD, "The boot loader and RTOS occupy 40 KB."),
    (BOARD, "After the RTOS, 216 KB remain."),
    (PACK, "15 Wh of this must stay as landing reserve."),
    (PACK, "The battery must never fall below 20%."),
    (PACK, "The last quarter of it is taboo."),
    (PACK, "The usable part is 75 Wh."),
    (RACK, "2 kW are set aside for growth."),
    (RACK, "The facility lets us use 18 kW of it."),
    (RACK, "Breakers may be loaded to 80% continuously."),
    (WORKERS, "The system keeps 0.9 GB of it for itself."),
    (WORKERS, "0.5 GB of it go to the system and 0.6 GB to the recorder."),
)
ASIDE = (
    (CARD, "The old card had 3 GB less."),
    (CARD, "The host has 3 GB of swap."),
    (CARD, "A checkpoint of 3 GB is written to disk."),
    (CARD, "The accuracy must be at least 90%."),
    (CARD, "About 10% of the requests may fail."),
    (CARD, "1 GB of it is reserved for the display."),
    (PACK, "The battery is 80% full in the morning."),
    (WORKERS, "The system keeps 0.2 GB of it."),
)


@each("frame, sentence", TAKEN)
def test_what_of_a_room_is_taken_or_left_counts(audit: Any, frame: Frame, sentence: str) -> None:
    scenario, lines, solution = frame
    assert "QB914" in asked(audit, scenario.format(sentence), lines, solution)


@each("frame, sentence", ASIDE)
def test_what_is_said_of_something_else_does_not(audit: Any, frame: Frame, sentence: str) -> None:
    scenario, lines, solution = frame
    assert "QB914" not in asked(audit, scenario.format(sentence), lines, solution)


def test_one_of_several_groups_is_lost_as_a_whole(audit: Any) -> None:
    scenario = ZONES
    lines = ("Replicas: 3 * 8 = 24", "All: 24 * 450 req/s = 10,800 req/s", "Margin: 10,800 - {0} = {1} req/s")
    for peak, is_found in ((9500, True), (6900, False)):
        said = tuple(line.format(peak, 10800 - peak) for line in lines)
        found = asked(audit, scenario.format(peak), said, "The fleet is enough for the peak.")
        assert ("QB914" in found) == is_found


def test_what_is_left_after_a_loss_loses_nothing_more(audit: Any) -> None:
    scenario = ZONES.format("6,900")
    for rest in ("Replicas with a zone down: 24 - 8 = 16", "With a zone down: 2 * 8 = 16"):
        lines = (rest, "They carry: 16 * 450 req/s = 7,200 req/s", "Margin: 7,200 - 6,900 = 300 req/s")
        assert "QB914" not in asked(audit, scenario, lines, "The fleet is enough for the peak.")
