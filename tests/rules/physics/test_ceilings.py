"""What is done in a second, beside the most that its link, its memory or its units allow."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


def _codes(audit: Any, scenario: str, solution: str, *lines: str) -> set[str]:
    math = "\n".join(f"    - {line}" for line in lines)
    text = (
        f'scenario: "{scenario}"\nquestion: What does the estimate give for this system?\ndetails:\n'
        f'  realistic_solution: "{solution}"\n  napkin_math: |\n    **Calculations:**\n{math}\n'
    )
    found = audit({PATH: laid_over(text, PATH)}).findings
    return {one.code for one in found if one.code in {"QB851", "QB859", "QB865"}}


@each(
    "scenario, lines, low, high",
    [
        (  # a port through which all comes, and what its counters show
            "A film archive hands its reels to a scanner hall over a single 40 Gb/s port. The counters of the"
            " port show {rate} GB/s received for an hour.",
            ("A reel of 800 GB: 800 / {rate} = {reel:.1f} s",),
            (4.4, 800 / 4.4),
            (6.2, 800 / 6.2),
        ),
        (  # bytes over the time that they took
            "A ship's recorder sends its 90 GB uncompressed through its only link, 10 Gb/s Ethernet. The log"
            " shows that the transfer took {reel} s.",
            ("Sent: 90 GB / {reel} s = {rate:.3f} GB/s",),
            (90 / 100, 100),
            (90 / 50, 50),
        ),
        (  # two ports have twice the rate
            "A tape robot is read over two bonded 25 GbE ports, its only way out, and a trace shows a"
            " sustained {rate} GB/s.",
            ("A tape of 800 GB: 800 / {rate} = {reel:.1f} s",),
            (5.6, 800 / 5.6),
            (7.7, 800 / 7.7),
        ),
        (  # an uplink is a link, and so is what a counter is of
            "All reels leave a lab through a gateway with two 40 Gb/s uplinks. The log shows that {reel} s"
            " pass from the first byte to the last of 900 GB.",
            ("Rate of the way out: 900 GB / {reel} s = {rate:.3f} GB/s",),
            (900 / 120, 120),
            (900 / 60, 60),
        ),
        (
            "A lab reads reels through its only network port, 40 Gb/s Ethernet. The port's counter shows a"
            " sustained {rate} GB/s.",
            ("A reel of 800 GB: 800 / {rate} = {reel:.1f} s",),
            (4.4, 800 / 4.4),
            (6.2, 800 / 6.2),
        ),
        (  # the name of a link tells its rate
            "A bicycle computer hands over its rides on one Bluetooth LE connection on the LE 1M PHY.",
            ("Measured throughput: {rate} Mbit/s", "A ride of 8 Mbit: 8 / {rate} = {reel:.1f} s"),
            (0.7, 8 / 0.7),
            (1.3, 8 / 1.3),
        ),
        (  # bytes of each token times the tokens of a second
            "A tablet has memory with a peak of 60 GB/s and answers one user with 3 GB of weights, every one"
            " of which is read for each token. The log shows {rate} tokens/s.",
            ("Weight traffic: {rate} tokens/s * 3 GB = {reel:.1f} GB/s",),
            (14, 42.0),
            (28, 84.0),
        ),
        (  # operations of each byte times the bandwidth
            "A card (90 TFLOPS, 800 GB/s) runs a filter; the profiler counts 5 FLOP/byte of device memory and"
            " a sustained {rate} TFLOPS.",
            ("Part of the peak: {rate} / 90 = {reel:.3f}",),
            (2.9, 2.9 / 90),
            (6.3, 6.3 / 90),
        ),
    ],
)
def test_what_is_reached_is_below_its_ceiling(
    audit: Any,
    scenario: str,
    lines: tuple[str, ...],
    low: tuple[float, float],
    high: tuple[float, float],
) -> None:
    for (rate, reel), found in ((low, set()), (high, {"QB851"})):
        told = [line.format(rate=rate, reel=reel) for line in lines]
        assert _codes(audit, scenario.format(rate=rate, reel=reel), "It is as told.", *told) == found


@each(
    "scenario, solution, lines",
    [
        (  # what another link carries
            "Each card has its own 400 Gb/s port. Inside the box the cards exchange over NVLink, measured at"
            " 380 GB/s per card.",
            "The exchange is fast.",
            ("Exchange: 38 GB / 380 GB/s = 0.1 s",),
        ),
        (  # what a drive reads
            "A host gets its maps through a single 10 GbE port once, and keeps them on an NVMe drive with a"
            " measured 3.2 GB/s.",
            "The drive is fast.",
            ("Maps: 96 GB / 3.2 GB/s = 30 s",),
        ),
        (  # many, each with a link of its own
            "Some 4,000 phones send 3 MB each over a 6 Mbit/s uplink; the log of the server shows that the"
            " round took 100 s.",
            "The server takes it.",
            ("Ingest: 12 GB / 100 s = 0.12 GB/s",),
        ),
        (  # what is needed, and not to be had
            "A line camera of 3 GB/s is to be read over a single 10 Gb/s port.",
            "This does not work: the port falls short.",
            ("Need: 30 pictures/s * 100 MB = 3 GB/s",),
        ),
        (  # an allowance of a month is no rate
            "A buoy has a satellite link with 10 MB per month and a harbour link of 2 Mb/s. In the log the"
            " harbour link shows 1.6 Mb/s.",
            "Both are used.",
            ("A file: 16 Mb / 1.6 Mb/s = 10 s",),
        ),
        (  # what was reached by several together
            "Sixteen nodes, each with a single 25 GbE port, read a set. The log shows 44 GB/s in all.",
            "The set is read.",
            ("Set: 880 GB / 44 GB/s = 20 s",),
        ),
        (  # a peak is no rate that was reached
            "A card (90 TFLOPS, 800 GB/s) runs a filter; the profiler counts 5 FLOP/byte of device memory.",
            "The filter waits for memory.",
            ("Slope: 5 * 0.8 = 4 TFLOPS",),
        ),
        (  # what a draft of several tokens would reach
            "A tablet has memory with a peak of 60 GB/s and 3 GB of weights. The plan wants 28 tokens/s.",
            "The memory is too slow for the plan.",
            ("Needed: 28 tokens/s * 3 GB = 84 GB/s",),
        ),
    ],
)
def test_ceilings_of_something_else_bind_nothing(
    audit: Any, scenario: str, solution: str, lines: tuple[str, ...]
) -> None:
    assert _codes(audit, scenario, solution, *lines) == set()


@each(
    "rate, found",
    [(34, set[str]()), (47, {"QB865"})],
)
def test_one_worker_serves_what_its_time_allows(audit: Any, rate: int, found: set[str]) -> None:
    scenario = (
        f"A single worker takes the stamps of a queue; it does one at a time, 25 ms each, and {rate}"
        " stamps/s arrive, steady all day."
    )
    solution = "The worker keeps up and the queue stays short."
    assert _codes(audit, scenario, solution, f"Per minute: {rate} * 60 = {rate * 60:,}") == found


@each("power, found", [(11, set[str]()), (31, {"QB859"})])
def test_light_of_a_small_area_bounds_what_arrives(audit: Any, power: int, found: set[str]) -> None:
    scenario = (
        f"A moss sensor has a cell of 8 cm² under 3 mW/cm² of light. The log shows {power} mW arriving in its"
        " store."
    )
    lines = ("Light on the cell: 8 cm² * 3 mW/cm² = 24 mW", f"An hour: {power} mW * 1 h = {power} mWh")
    assert _codes(audit, scenario, "It lives on that.", *lines) == found


@each("which", ["the A100", "every A100", "an A100", "each A100 of the two racks with eight nodes"])
def test_what_one_device_reaches_is_held_against_its_peak_alone(audit: Any, which: str) -> None:
    said = "A team of 6 sustained {} TFLOPS of dense BF16 on {}, as the profiler confirms."
    assert _codes(audit, said.format(410, which), "It trains on.", "Days: 2 * 3 = 6") == {"QB851"}
    assert _codes(audit, said.format(290, which), "It trains on.", "Days: 2 * 3 = 6") == set()
