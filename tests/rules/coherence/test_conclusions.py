"""What a solution says of options or a ridge, and what calculations take over, beside what is given."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"
FRAME = (
    "**Assumptions & Constraints:**\n- As the scenario says.\n\n**Calculations:**\n{lines}\n\n"
    "**Conclusion:** The estimate follows."
)
CODES = {"QB903", "QB906", "QB909"}

PAIRS: tuple[tuple[str, str, tuple[str, ...], str, str], ...] = (
    # code, scenario, lines, a solution that is wrong, one that is right
    (
        "QB906",
        "Two printers were tried. Printer K makes 12 labels/s, printer M makes 20 labels/s.",
        ("900 labels on K: 900 / 12 = 75 s", "900 labels on M: 900 / 20 = 45 s"),
        "Printer K is the faster one.",
        "Printer M is the faster one.",
    ),
    (
        "QB909",
        "An attention kernel is profiled on one accelerator.",
        ("Ridge point: 400 TFLOPS / 2 TB/s = 200 FLOP/byte", "Attention: 61 FLOP/byte"),
        "Attention is compute-bound here.",
        "Attention is not compute-bound; it is bandwidth-bound.",
    ),
)


def asked(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> set[str]:
    """Return the codes that a question with these lines and this solution draws."""
    math = FRAME.format(lines="\n".join(f"- {line}" for line in lines)).replace("\n", "\n    ")
    text = (
        f'scenario: "{scenario}"\nquestion: What does the estimate give for this system?\ndetails:\n'
        f'  realistic_solution: "{solution}"\n  napkin_math: |\n    {math}\n'
    )
    return {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}


def _codes(audit: Any, scenario: str, lines: tuple[str, ...], solution: str) -> set[str]:
    return asked(audit, scenario, lines, solution) & CODES


def test_a_rate_and_a_count_in_words_have_to_be_those_that_are_given(audit: Any) -> None:
    lines = ("Rate: 5 channels * 2 bytes * {} Hz = {:,} bytes/s",)
    scenario = "A belt samples five strain channels with 2 bytes each at 40 Hz."
    for rate, codes in ((40, set()), (70, {"QB903"})):
        said = tuple(line.format(rate, 10 * rate) for line in lines)
        assert _codes(audit, scenario, said, "The stream is small.") == codes


def test_a_count_of_what_the_line_before_is_per_has_to_be_the_one_that_is_given(audit: Any) -> None:
    scenario = "Each of the 700 lockers of a chain reports its state."
    for count, codes in ((700, set()), (900, {"QB903"})):
        said = ("Per locker: 6 * 2 KB = 12 KB", f"All lockers: {count} * 12 KB = {12 * count / 1000:g} MB")
        assert _codes(audit, scenario, said, "The chain sends little.") == codes


def test_a_given_keeps_its_power_of_ten(audit: Any) -> None:
    scenario = "A desk takes 120 letters per second and answers each after 350 ms on average."
    for time, letters, codes in (("0.35 s", 42, set()), ("0.035 s", 4.2, {"QB903"})):
        said = (f"In flight: 120 letters/s * {time} = {letters} letters",)
        assert _codes(audit, scenario, said, "So many letters are in flight.") == codes


def test_a_figure_that_opens_the_solution_is_what_the_calculations_come_to(audit: Any) -> None:
    scenario = "A watch has a cell of 1.2 Wh and draws 30 mW all day long."
    lines = ("Runtime: 1.2 Wh / 30 mW = 40 h",)
    for solution, found in (
        ("**40 hours.** It is charged on every other evening.", False),
        ("**40 days.** It is charged once a month.", True),
        ("**400 hours.** The cell holds 400 hours of wear.", True),
        ("A week has 168 h, and the watch is charged four times in it.", False),
    ):
        assert ("QB901" in asked(audit, scenario, lines, solution)) is found, solution


def test_what_is_told_of_each_year_supports_what_is_told_of_the_bill(audit: Any) -> None:
    scenario = "An instance costs $0.53 per hour all year, and its link $150 per month."
    for link, solution, found in (
        ("Sum: $6,442.80 per year", "The bill is $6,442.80 in the end.", False),
        ("Link: 12 * $150 = $1,800", "The bill is $6,442.80 in the end.", True),
    ):
        lines = ("Instance: 0.53 * 8,760 = $4,642.80", link)
        assert ("QB901" in asked(audit, scenario, lines, solution)) is found, link


@each("pair", PAIRS)
def test_a_wrong_conclusion_is_found_and_a_right_one_is_not(
    audit: Any, pair: tuple[str, str, tuple[str, ...], str, str]
) -> None:
    code, scenario, lines, wrong, right = pair
    assert code in _codes(audit, scenario, lines, wrong)
    assert _codes(audit, scenario, lines, right) == set()


LEFT_ALONE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # scenario, lines, a solution in which nothing is wrong
    (  # a choice among options that are all refused
        "One of two presses is to be bought; a job may take 40 s.",
        ("Press K: 50 * 1.2 s = 60 s", "Press M: 50 * 0.9 s = 45 s"),
        "Press K is too slow, and press M falls short as well. We take press K for now.",
    ),
    (  # what is said of the one named before
        "Among the presses that need no more than 40 s, the one with the least energy is to be bought.",
        (
            "Press K: 20 W * 50 s = 1,000 J",
            "Press M: 40 W * 30 s = 1,200 J",
            "Press N: 90 W * 20 s = 1,800 J",
        ),
        "Press K needs the least energy but misses the limit. Press M is bought.",
    ),
    (  # a part of one option beside the whole of the other
        "Two depots offer space for a year.",
        (
            "Depot North: 300 * $90 = $27,000",
            "Depot South, space: 300 * $80 = $24,000",
            "Depot South, moving: 20 * $250 = $5,000",
            "Depot South, all: $24,000 + $5,000 = $29,000",
        ),
        "Depot North is cheaper by $2,000.",
    ),
    (  # the price of an hour is not what the cheapest is the cheapest by
        "Press K costs $2 an hour and makes 90 labels/s, press M costs $3 an hour and makes 180 labels/s.",
        ("Press K: 10 h * $2/h = $20", "Press M: 5 h * $3/h = $15"),
        "Press M is the cheapest one.",
    ),
    (  # eight bits a channel are no number of channels
        "A scanner takes RGB pictures of 640 x 480 points with 8 bits per channel, 10 a second.",
        ("Picture: 640 * 480 * 3 = 921,600 bytes", "Stream: 10 * 921,600 = 9.216 MB/s"),
        "The stream is small.",
    ),
    (  # what two have together
        "Two cards with 2.039 TB/s each read a model of 93.4 GB.",
        ("Step: 93.4 GB / 4.078 TB/s = 22.9 ms",),
        "A step takes 22.9 ms.",
    ),
)


@each("case", LEFT_ALONE)
def test_what_is_of_another_kind_or_scope_is_no_mistake(
    audit: Any, case: tuple[str, tuple[str, ...], str]
) -> None:
    assert _codes(audit, *case) | asked(audit, *case) & {"QB905"} == set()


def test_the_whole_of_an_option_is_what_is_compared(audit: Any) -> None:
    _, lines, _ = LEFT_ALONE[2]
    assert "QB905" in asked(
        audit, "Two depots offer space for a year, and the price decides.", lines, "Book depot South."
    )


def test_what_happens_so_often_in_a_time_has_to_be_as_often(audit: Any) -> None:
    scenario = "A meter wakes 12 times an hour. Its line shows 30 frames per second."
    for wakes, frames, codes in ((12, 30, set()), (20, 30, {"QB903"}), (12, 25, {"QB903"})):
        lines = (
            f"Wakes per day: {wakes} * 24 = {wakes * 24}",
            f"Frame: 1000 ms / {frames} = {1000 / frames:.3g} ms",
        )
        assert _codes(audit, scenario, lines, "The meter is fast.") == codes


def test_what_makes_seconds_of_hours_is_no_changed_number_of_things(audit: Any) -> None:
    scenario = "A save halts a 1,100-node job for 90 s, and the job is stopped every 8 hours."
    assert _codes(audit, scenario, ("M = 8 * 3600 = 28,800",), "The job stands still often.") == set()


def test_an_assumption_beside_a_conversion_takes_the_place_of_a_given(audit: Any) -> None:
    for pause, codes in ((50, {"QB920"}), (80, set())):
        text = (
            "scenario: A press stands still for 80 s during each save. It fails every 5 h.\n"
            "details:\n  realistic_solution: Little is lost.\n  napkin_math: |\n"
            "    **Assumptions & Constraints:**\n"
            f"    - Pause per save: {pause} s\n    - Failures: 5 h * 3,600 s = 18,000 s\n"
            f"    **Calculations:**\n    - Lost: {pause} s / 18,000 s = {pause / 180:.3g}%\n"
        )
        found = {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}
        assert found & {"QB920"} == codes


def test_an_assumption_about_what_is_called_the_same_takes_its_place(audit: Any) -> None:
    for rate, codes in ((30, {"QB920"}), (24, set())):
        text = (
            "scenario: The camera gives 24 FPS, and the lamp flickers at 50 FPS. A gate has 48 partitions.\n"
            "details:\n  realistic_solution: It is enough.\n  napkin_math: |\n"
            f"    **Assumptions & Constraints:**\n    - Camera: {rate} FPS\n    - 12 partitions of the gate\n"
            f"    **Calculations:**\n    - Frame: 1000 ms / {rate} = {1000 / rate:.3g} ms\n"
        )
        found = {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}
        assert found & {"QB920"} == codes


def test_an_assumption_without_words_takes_the_place_of_a_given(audit: Any) -> None:
    for days, codes in ((40, {"QB920"}), (20, set())):
        text = (
            "scenario: A mill takes 3 GB of pictures a day and keeps them for 20 days.\ndetails:\n"
            "  realistic_solution: The rest is deleted.\n  napkin_math: |\n"
            f"    **Assumptions & Constraints:**\n    - {days} days\n    - 3 GB\n"
            f"    **Calculations:**\n    - Kept: {days} * 3 GB = {days * 3} GB\n"
        )
        found = {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}
        assert found & {"QB920"} == codes


def test_an_assumption_may_stand_in_two_units(audit: Any) -> None:
    for minutes, codes in ((20, {"QB920"}), (30, set())):
        text = (
            "scenario: A ferry saves its log every 30 minutes, and a save takes 12 s.\ndetails:\n"
            "  realistic_solution: Little of the time is lost.\n  napkin_math: |\n"
            "    **Assumptions & Constraints:**\n"
            f"    - Save interval: {minutes} min ({minutes * 60:,} s), 12 s each\n"
            f"    **Calculations:**\n    - Share: 12 s / {minutes * 60:,} s = {12 / minutes / 0.6:.3g}%\n"
            "    **Conclusion & Interpretation:** It may go on.\n"
        )
        found = {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}
        assert found & {"QB920"} == codes


@each(
    "scenario, lines, slip",
    [
        (  # a result that nothing else takes, with digits exchanged, in another unit, with one digit changed
            "A mill grinds 24 sacks of 60 kg in a shift.",
            ("Flour: 24 * 60 kg = 1,440 kg", "In two shifts: 2 * {} kg = {} kg"),
            (("1,440", "2,880"), ("1,404", "2,808")),
        ),
        (
            "A crane swings for 31 ms and brakes for 26 ms; the load moves at 25 m/s.",
            ("Chain: 31 + 26 = 57 ms", "Way: 25 * {} = {} m"),
            (("0.057", "1.425"), ("0.075", "1.875")),
        ),
        (
            "A tower has 13 floors with 19 lamps of 8 W each.",
            ("Lamps: 13 * 19 lamps = 247 lamps", "Power: {} * 8 W = {} W"),
            (("247", "1,976"), ("274", "2,192")),
        ),
    ],
)
def test_a_result_is_carried_on_as_it_was_computed(
    audit: Any, scenario: str, lines: tuple[str, ...], slip: tuple[tuple[str, ...], ...]
) -> None:
    for numbers, found in zip(slip, (set(), {"QB903"}), strict=True):
        said = tuple(line.format(*numbers) for line in lines)
        assert _codes(audit, scenario, said, "The sum is done.") == found


@each(
    "lines",
    [
        # what was refused; a difference of what is known; what another prefix makes of a number
        ("Flour: 24 * 60 kg = 1,440 kg", "Declined, half of the mill: 2 * 1,404 kg = 2,808 kg"),
        ("Shift: 6 h * 0.7 = 4.2 h", "Rest: 6 h * 0.3 = 1.8 h", "Speed-up: 6 h / 2.4 h = 2.5"),
        ("Belt: 9 * 34 ms = 306 ms", "Six minutes: 360 s / 12 = 30 s"),
        ("Sacks: 24 * 60 = 1,440", "Codes: 6 * 1,448 = 8,688"),  # one digit of what measures nothing
    ],
)
def test_what_has_the_digits_of_a_result_may_be_something_else(audit: Any, lines: tuple[str, ...]) -> None:
    scenario = "A mill grinds 24 sacks of 60 kg in 6 h, of which 70% are spent at the stone."
    assert _codes(audit, scenario, lines, "The sum is done.") == set()
