"""QB925: values of one sentence of which one follows from the others."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import reported


def codes(audit: Any, told: str) -> set[str]:
    """Return the codes of what is reported about a sentence of a scenario."""
    return reported(audit, scenario=told, lines=["Map: 2 * 3 MB = 6 MB"], solution="See the line.") & {
        "QB925"
    }


@each(
    "told",
    [
        "A mill used 240 MWh in June, which is a mean of 3.33 MW over its 30 days.",
        "From the 50 Wh of the pack a load of 20 W can be fed for 25 hours.",
        "Three lamps, each with a battery of 15 Wh, hold 4.5 Wh together.",
        "Over a link of 10 Gb/s the 500 GB data set was copied, uncompressed, in 50 s.",
        "A pump that draws 500 W around the clock uses 1.2 kWh a day.",
        "Sixteen buoys with 250 messages per minute each send 4,000 messages per second together.",
        "A batch of 64 takes 50 ms, hence we serve 3,200 images per second.",
        "Of the 80,000 events per second we keep half a percent, that is, 4,000 per second.",
        "Out of 50 million clicks per day 0.02 % are checked, that is, one million.",
        "An availability of 99.9 % leaves about 43 hours of outage in a month of 30 days.",
        "A crossing of the fibre of 2 km takes 100 µs at 5 µs per kilometre.",
        "At 30 frames per second there are 3.3 ms for each frame.",
        "The barn has 64 pens with 8 goats each, which makes 5,120 goats.",
        "The network card of 100 Gb/s delivers 100 GB/s.",
    ],
)
def test_a_product_with_a_slip(audit: Any, told: str) -> None:
    assert codes(audit, told) == {"QB925"}


@each(
    "told",
    [
        "The answer takes 200 ms in total: 60 ms of network, 50 ms of database and 120 ms of model.",
        "Of the 24 GB of the card the weights take 14 GB, the cache 8 GB and the buffers 5 GB.",
        "Two shifts label 1,200 and 800 pictures a day, 2,400 pictures together.",
        "There are 5,000 pictures, of which 4,000 show cats, 700 dogs and the remaining 500 birds.",
    ],
)
def test_a_sum_that_is_another(audit: Any, told: str) -> None:
    assert codes(audit, told) == {"QB925"}


@each(
    "told",
    [
        "The price fell from $2.00 to $0.50 per million tokens, a saving of 25 %.",
        "The recall rose from 72 % to 81 %, by six percentage points.",
        "The set grew from 200 GB to 500 GB, to four times its former size.",
        "The cache answers 90 % of the calls in 2 ms and the others take 40 ms, so 45 ms on average.",
        "If the herd doubles every year, it will be six times today's in three years.",
    ],
)
def test_a_change_that_is_another(audit: Any, told: str) -> None:
    assert codes(audit, told) == {"QB925"}


@each(
    "told",
    [
        "A mill used 240 MWh in June, 333 kW on average, with a peak of 510 kW on the 18th.",
        "The pack of 50 Wh, of which 80 % may be used, feeds the load of 20 W for 2 hours.",
        "Two shelves with 12 disks of 8 TB each give 192 TB raw, and 144 TB after parity.",
        "The 1,000 pictures, at 3 MB each, are 3 GB altogether, and 300 MB when compressed.",
        "We label 20,000 clips at 15 cents each, two people per clip, for $6,000 in all.",
        "Card and host draw 350 W and 150 W, and the switch and the fan together 60 W.",
        "The chip has 128 KB of SRAM, of which 36 KB are taken by the arena and 20 KB by other data.",
        "The slots of 420 KB, two of them, and the loader of 64 KB are 904 KB together.",
        "The host adds 45 W per card, the loss is 1.4, power costs $0.11 per kWh and space $310 a month.",
        "With 90 % of the calls answered in 1 ms and the rest in 21 ms, the mean is 3 ms.",
        "The recall rose from 72 % to 81 % while the precision fell by six percentage points.",
        "Four cores are 3.2 times as fast as one, an efficiency of 80 %.",
        "The herd doubles every six months, so that after two years it is 16 times as large.",
        "Nobody believes that a copy of 4 GB over the 100 Mb/s line takes 32 s?",
    ],
)
def test_what_comes_out_or_depends_on_more(audit: Any, told: str) -> None:
    assert not codes(audit, told)


def test_a_line_that_goes_on_is_no_sentence(audit: Any) -> None:
    told = "The arena holds the input (48 KB),\nthe patch (24 KB) and the map (51 KB), together 123 KB."
    assert not codes(audit, told)


def test_a_number_that_the_question_tells_elsewhere_explains_a_value(audit: Any) -> None:
    assert not codes(audit, "There are 10 sheds. A shed draws 500 W for 2 hours, so that 10 kWh are used.")
