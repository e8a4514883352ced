"""QB855: rooms of which only a part counts, and needs that are there more than once."""

from typing import Any

import pytest

from each import each
from rules.rule_examples import reported

WELL = "That is enough, and nothing has to be bought."


def found(audit: Any, scenario: str, lines: str, solution: str = WELL) -> bool:
    """Whether QB855 reports anything."""
    return "QB855" in reported(audit, scenario=scenario, lines=lines.split("\n"), solution=solution)


@each(
    "scenario, line, much, little",
    [
        (
            "Four pumps of 90 kW each cool a hall, and its heat must be carried off with any one pump down.",
            "Pumps: 4 * 90 kW = 360 kW\nSpare: 360 kW - {} kW = {} kW",
            (300, 60),
            (260, 100),
        ),
        (
            "A rack has two feeds of 16 kW. It must run on when either feed is lost.",
            "Feeds: 2 * 16 = 32 kW\nLeft: 32 - {} = {} kW",
            (21, 11),
            (14, 18),
        ),
        (
            "A kiosk has 2,048 KB of flash with two equal slots for its image, beside a loader of 96 KB.",
            "Flash in use: {} + 96 = {} KB\nLeft: 2,048 - {} = {} KB",
            ("Image 1,100", 1196, 1196, 852),
            ("Image 900", 996, 996, 1052),
        ),
        (
            "A door camera with 400 KB of SRAM fills one of two frame buffers while the other is read.",
            "Frame: 150 KB\nAll: 150 KB + {} KB = {} KB\nLeft: 400 KB - {} KB = {} KB",
            (120, 270, 270, 130),
            (60, 210, 210, 190),
        ),
        (
            "A store of five servers with 40 TB each keeps every file in three copies.",
            "Room: 5 * 40 TB = 200 TB\nLeft: 200 TB - {} TB = {} TB",
            (90, 110),
            (60, 140),
        ),
        (
            "Four nodes with 96 GB of memory each hold the rows of a shop, and keep every row on two nodes.",
            "Pool: 4 * 96 GB = 384 GB\nFree: 384 GB - {} GB = {} GB",
            (210, 174),
            (180, 204),
        ),
        (
            "The last four states stay on a volume of 9 TB; the oldest is erased after the new one is there.",
            "Kept: 4 * {} TB = {} TB\nLeft: 9 - {} = {} TB",
            ("2.0", "8.0", "8.0", "1.0"),
            ("1.6", "6.4", "6.4", "2.6"),
        ),
        (
            "A recorder has six drives of 10 TB in RAID 5.",
            "Room: 6 * 10 TB = 60 TB\nLeft: 60 TB - {} TB = {} TB",
            (54, 6),
            (48, 12),
        ),
        (
            "A shuttle has a pack of 500 Wh. House rule: 20% of the pack must stay free on a tour.",
            "Left: 500 Wh - {} Wh = {} Wh",
            (430, 70),
            (390, 110),
        ),
        (
            "A node has 512 GB of RAM, of which 90% may be used.",
            "Left: 512 GB - {} GB = {} GB",
            (480, 32),
            (440, 72),
        ),
        (
            "A box has 32 GB of RAM, and 3 GB must stay free for updates.",
            "Services: 12 GB + {} GB = {} GB\nLeft: 32 GB - {} GB = {} GB",
            (18, 30, 30, 2),
            (15, 27, 27, 5),
        ),
        (
            "A sled has a battery of 200 Wh.",
            "Usable: 0.8 * 200 Wh = 160 Wh\nReserve: 200 Wh - {} Wh = {} Wh",
            (175, 25),
            (150, 50),
        ),
        (
            "A server has a card of 48 GB, and 4 GB must stay free for the driver.",
            "Room: 48 GB - 30 GB = 18 GB\nUsers: 18 GB / {} GB = {}",
            ("2.9", "6.2"),
            ("2.2", "8.2"),
        ),
    ],
)
def test_what_is_within_a_room_but_not_within_the_part_of_it_that_counts_is_reported(
    audit: Any, scenario: str, line: str, much: tuple[object, ...], little: tuple[object, ...]
) -> None:
    """One unit less, one copy more, a share or an amount less: it is one question of what is missing."""
    solution = f"{WELL} Six users fit."
    assert found(audit, scenario, line.format(*much), solution)
    assert not found(audit, scenario, line.format(*little), solution)


@pytest.mark.parametrize(
    ("scenario", "lines", "solution"),
    [
        pytest.param(
            "Four pumps of 90 kW each cool a hall. Last year one of the pumps failed, and must be replaced.",
            "Pumps: 4 * 90 kW = 360 kW\nSpare: 360 kW - 300 kW = 60 kW",
            WELL,
            id="a failure of another year",
        ),
        pytest.param(
            "Five pumps of 90 kW each cool a hall, and its heat must be carried off with any one pump down.",
            "Four pumps: 4 * 90 kW = 360 kW\nSpare: 360 kW - 300 kW = 60 kW",
            WELL,
            id="the room of those that remain",
        ),
        pytest.param(
            "Three zones with 12 replicas each serve 60 requests/s a replica. Any one zone may be down.",
            "Replicas: 3 * 12 = 36\nTwo zones: 24 * 60 = 1,440 requests/s\n"
            "Spare: 1,440 requests/s - 1,300 requests/s = 140 requests/s",
            WELL,
            id="a number without the zone that is out",
        ),
        pytest.param(
            "Four pumps of 90 kW each cool a hall, and its heat must be carried off with any one pump down.",
            "Pumps: 4 * 90 kW = 360 kW\nSpare: 360 kW - 300 kW = 60 kW",
            "No. With one pump down 30 kW are missing, so a fifth is bought.",
            id="a verdict that says so",
        ),
        pytest.param(
            "A kiosk with 2,048 KB of flash keeps two slots, the second in an external chip.",
            "Image: 900 KB + 300 KB = 1,200 KB\nLeft: 2,048 KB - 1,200 KB = 848 KB",
            WELL,
            id="a slot elsewhere",
        ),
        pytest.param(
            "A kiosk has 2,048 KB of flash with two slots for its image.",
            "Image: 620 KB + 300 KB = 920 KB\nSlots: 2 * 920 KB = 1,840 KB\nLeft: 2,048 - 1,840 = 208 KB",
            WELL,
            id="both counted",
        ),
        pytest.param(
            "A kiosk has 2,048 KB of flash with two slots for its image, and 256 KB of RAM.",
            "Image in RAM: 90 KB + 70 KB = 160 KB\nLeft of the RAM: 256 KB - 160 KB = 96 KB",
            WELL,
            id="slots of flash, and a sum in RAM",
        ),
        pytest.param(
            "A badge with 256 KB of RAM keeps a two-second buffer of sound.",
            "Buffer: 64 KB\nAll: 64 KB + 150 KB = 214 KB\nLeft: 256 KB - 214 KB = 42 KB",
            WELL,
            id="one buffer for two seconds",
        ),
        pytest.param(
            "Five servers have 40 TB each. Last year every file was kept in three copies.",
            "Room: 5 * 40 TB = 200 TB\nLeft: 200 TB - 90 TB = 110 TB",
            WELL,
            id="copies of former times",
        ),
        pytest.param(
            "Policy asks for two copies of every file: one lies here, the other with a partner.",
            "Room: 5 * 40 TB = 200 TB\nLeft: 200 TB - 120 TB = 80 TB",
            WELL,
            id="a copy elsewhere",
        ),
        pytest.param(
            "A camera has a card of 128 GB. Every frame is written once and then read three times.",
            "Left: 128 GB - 60 GB = 68 GB",
            WELL,
            id="read, and not kept",
        ),
        pytest.param(
            "The last four states stay on a volume of 9 TB; the oldest is erased before a new one comes.",
            "Kept: 4 * 2 TB = 8 TB\nLeft: 9 - 8 = 1 TB",
            WELL,
            id="the oldest goes first",
        ),
        pytest.param(
            "The last three states stay on a volume of 9 TB; the oldest goes after the new one is there.",
            "Most at once: 4 * 2 TB = 8 TB\nLeft: 9 - 8 = 1 TB",
            WELL,
            id="the one more is counted",
        ),
        pytest.param(
            "A recorder has six drives of 10 TB in RAID 5.",
            "Room: (6 - 1) * 10 TB = 50 TB\nLeft: 50 TB - 48 TB = 2 TB",
            WELL,
            id="parity taken off",
        ),
        pytest.param(
            "A node has 512 GB of RAM, of which 90% may be used. A neighbour has 40 TB of disk.",
            "Usable: 512 GB * 0.9 = 460.8 GB\nLeft: 460.8 GB - 440 GB = 20.8 GB",
            WELL,
            id="the share taken off",
        ),
        pytest.param(
            "A node has 512 GB of RAM and an SSD of 900 GB, of which 20% must stay free.",
            "RAM left: 512 GB - 480 GB = 32 GB",
            WELL,
            id="a share of something else",
        ),
        pytest.param(
            "A card has 80 GB, and 10% of it must stay free.",
            "Less 10%: 72 GB\nLeft: 80 GB - 74 GB = 6 GB, as an old sheet has it",
            WELL,
            id="what a share leaves is told",
        ),
        pytest.param(
            "A box handles 12 frames/s, and 60% of the time goes to its detector.",
            "New rate: 12 * 2 = 24 frames/s\nCameras: 24 / 10 = 2.4",
            "Two cameras at 10 frames/s each are served.",
            id="a share of time",
        ),
        pytest.param(
            "A box has 32 GB of RAM, and 3 GB must stay free for updates.",
            "Services: 12 GB + 15 GB + 3 GB = 30 GB\nLeft: 32 GB - 30 GB = 2 GB",
            WELL,
            id="the reserve is in the sum",
        ),
    ],
)
def test_what_takes_the_part_into_account_is_left_alone(
    audit: Any, scenario: str, lines: str, solution: str
) -> None:
    """Also other times, other places and what is taken off already."""
    assert not found(audit, scenario, lines, solution)
