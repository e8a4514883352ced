"""QB855 and QB850: what calculations state as room, ceilings for shares, and room that is refused."""

from typing import Any

from each import each
from rules.rule_examples import reported


def codes(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> set[str]:
    """The codes of capacity that are reported."""
    found = reported(audit, scenario=scenario, lines=lines, solution=solution, question="Is it enough?")
    return found & {"QB850", "QB855"}


@each(
    "scenario, lines, solution",
    [
        (
            "A ranger's phone uploads 70 MB of frog calls a day and has a card of 3 GB for 60 days.",
            ("Uploads: 60 * 70 MB = 4,200 MB", "Card: 3 GB"),
            "The ranger can keep the uploads on.",
        ),
        (
            "A glider takes pictures at 50 Hz; decode, network and logging run strictly one after the other.",
            ("Period: 1000 / 50 = 20 ms", "Work: 9 + 8 + 6 = 23 ms"),
            "The glider keeps its 50 Hz.",
        ),
        (
            "A radio link of 4 Mbit/s is open for 600 s a day. A buoy takes 45 pictures of 12 MB.",
            ("Carried: 600 s * 4 Mbit/s = 300 MB", "Pictures: 45 * 12 MB = 540 MB"),
            "The link carries all pictures.",
        ),
        (
            "A loop of 4 mA at 15 V feeds a gauge through a converter of 80 % efficiency.",
            ("Supplied: 4 mA * 15 V * 0.8 = 48 mW", "Gauge: 30 mW + 24 mW = 54 mW"),
            "The gauge keeps running on the loop.",
        ),
        (
            "A probe sends every 3 minutes, 2.1 s on air each time, in a band with a duty cycle of 1 %.",
            ("Messages: 60 / 3 = 20", "Air time per hour: 20 * 2.1 s = 42 s"),
            "The probe keeps to the rule of the band.",
        ),
    ],
)
def test_what_is_stated_is_less(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> None:
    """Whatever says that it is not enough is believed."""
    assert codes(audit, scenario, lines, solution) == {"QB855"}
    assert not codes(audit, scenario, lines, "No, that is not enough: it falls short.")


@each(
    "scenario, lines, solution",
    [
        (  # the stages overlap, so that a frame may take longer than there is between two
            "A glider takes pictures at 50 Hz. Each stage takes one at a time, all in parallel.",
            ("Period: 1000 / 50 = 20 ms", "Latency: 9 + 8 + 6 = 23 ms"),
            "The glider keeps its 50 Hz.",
        ),
        (  # what the cell gives, and what of it arrives
            "A cell gives 0.5 V at 900 µA, and 120 µA flow at 3.0 V into the store.",
            ("Cell: 0.5 V * 900 µA = 450 µW", "Store: 3.0 V * 120 µA = 360 µW"),
            "The cell keeps the tag running.",
        ),
        (  # a share of other things
            "At most 1 % of the requests may be lost.",
            ("Busy per hour: 30 * 20 s = 600 s",),
            "The card keeps up.",
        ),
    ],
)
def test_what_is_no_lack(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> None:
    """Stages that overlap, what is lost on the way, times and shares of other things."""
    assert not codes(audit, scenario, lines, solution)


@each(
    "scenario, lines, solution, is_wrong",
    [
        (
            "A beehive scale may use up to 90 KB of RAM.",
            ("In all: 40 KB + 25 KB = 65 KB",),
            "The program does not fit into the RAM of the scale.",
            True,
        ),
        (  # another reason
            "A beehive scale may use up to 90 KB of RAM.",
            ("In all: 40 KB + 25 KB = 65 KB",),
            "The scale is too slow, so the model runs elsewhere.",
            False,
        ),
        (  # twice, which nothing has taken into account
            "A beehive scale has 90 KB of flash and keeps 2 images.",
            ("Image: 40 KB + 25 KB = 65 KB",),
            "The images do not fit into the flash of the scale.",
            False,
        ),
        (  # the rest is what is too small
            "A beehive scale has 90 KB of RAM, and sound takes 30 KB of it.",
            ("In all: 40 KB + 25 KB = 65 KB", "Left: 90 KB - 65 KB = 25 KB"),
            "The sound does not fit into the RAM of the scale.",
            False,
        ),
        (  # something else is computed, and may be beyond its limit
            "A beehive scale may use up to 90 KB of RAM, and answers within 50 ms.",
            ("In all: 40 KB + 25 KB = 65 KB", "Answer: 40 ms + 25 ms = 65 ms"),
            "The program exceeds its limit.",
            False,
        ),
    ],
)
def test_room_refused_in_vain(
    audit: Any, scenario: str, lines: tuple[str, ...], solution: str, *, is_wrong: bool
) -> None:
    """Nothing but the amount can be why, and the limit is more."""
    assert ("QB850" in codes(audit, scenario, lines, solution)) is is_wrong
