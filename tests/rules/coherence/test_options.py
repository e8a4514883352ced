"""QB905, QB906, QB916 and QB922: what is told of options beside what the solution makes of it."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import reported

OF_OPTIONS = {"QB905", "QB906", "QB916", "QB922"}
BY_PRICE = "Two offers are at hand, and the price decides."


def codes(
    audit: Any, lines: tuple[str, ...], solution: str, scenario: str = "Two offers are at hand."
) -> set[str]:
    """Return the codes of what is reported about options."""
    return reported(audit, scenario=scenario, lines=lines, solution=solution) & OF_OPTIONS


@each(
    "lines, wrong, right",
    [
        (
            (
                "Ash, power: 2 * 3 W = 6 W",
                "Elm, power: 2 * 2 W = 4 W",
                "Ash, day: 6 W * 24 h = 144 Wh",
                "Elm, day: 4 W * 24 h = 96 Wh",
            ),
            "Take the Ash board.",
            "Take the Elm board.",
        ),
    ],
)
def test_an_option_that_is_worse_in_all(audit: Any, lines: tuple[str, ...], wrong: str, right: str) -> None:
    scenario = "A cell of 400 mWh feeds one of two boards. Which has the lower energy?"
    assert codes(audit, lines, wrong, scenario) == {"QB905"}
    assert codes(audit, lines, right, scenario) == set()


@each(
    "lines, solution",
    [
        (("Ash: 2 * $3 = $6", "Elm: 2 * $2 = $4"), "Elm is not delivered any more. Take the Ash board."),
        (("Ash: 20 * 30 = 600 tokens/s", "Elm: 20 * 40 = 800 tokens/s"), "Take Ash, which costs half."),
        (("Ash: 2 * $3 = $6", "Elm: 2 * $2 = $4"), "Elm is cheap, in spite of its low rent for Ash."),
    ],
)
def test_what_may_speak_for_an_option(audit: Any, lines: tuple[str, ...], solution: str) -> None:
    assert codes(audit, lines, solution, BY_PRICE) == set()


@each(
    "scenario, wrong, right",
    [
        (  # the limit that two of three keep
            "A bell may take at most 60 ms. Ash takes 85 ms, Elm 40 ms and Oak 55 ms.",
            "Choose Ash for the bell.",
            "Choose Oak for the bell.",
        ),
        (
            "The board may draw at most 3 W. Ash draws 2.4 W, Elm 3.6 W and Oak 2.9 W.",
            "Elm is the one that meets all.",
            "Oak is the one that meets all.",
        ),
    ],
)
def test_what_is_chosen_keeps_the_limits(audit: Any, scenario: str, wrong: str, right: str) -> None:
    assert codes(audit, ("Bells: 2 * 12 = 24",), wrong, scenario) == {"QB905"}
    assert codes(audit, ("Bells: 2 * 12 = 24",), right, scenario) == set()


@each(
    "lines, wrong, right",
    [
        (  # divided by each other
            ("Wire: 3 W * 2 s = 6 J", "Air: 5 W * 4 s = 20 J", "Factor: 20 / 6 = 3.3"),
            "**Result:** go by air.",
            "**Result:** go by wire.",
        ),
        (  # the parts of a sum, and two of them on one line
            ("Rent: 9 * $40 = $360; buy: $500 + 9 * $5 = $545", "Difference: 545 - 360 = $185"),
            "So the club should buy.",
            "So the club should rent.",
        ),
        (  # three, of which one falls short
            ("Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80", "Oak: 4 * $10 = $40"),
            "Oak misses the limit. Choose Ash.",
            "Oak misses the limit. Choose Elm.",
        ),
    ],
)
def test_what_is_chosen_costs_no_more_than_another(
    audit: Any, lines: tuple[str, ...], wrong: str, right: str
) -> None:
    assert codes(audit, lines, wrong) == {"QB905"}
    assert codes(audit, lines, right) == set()


@each(
    "lines, ending",
    [
        (  # it takes less of something else
            (
                *("Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80"),
                *("Energy of Ash: 4 * 2 J = 8 J", "Energy of Elm: 4 * 5 J = 20 J"),
            ),
            "Choose Ash for the bell.",
        ),
        (("Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80"), "Choose Ash until spring, if it rains."),
        (("Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80"), "Choose Ash. Elm would be cheaper."),
        (("Both: $120 + $80 = $200", "Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80"), "Choose Ash first."),
    ],
)
def test_what_is_chosen_for_another_reason_may_cost_more(
    audit: Any, lines: tuple[str, ...], ending: str
) -> None:
    assert codes(audit, lines, ending) == set()


@each(
    "wrong, right",
    [
        ("The reader is the slowest stage.", "The decoder is the slowest stage."),
        ("The slowest one is the reader.", "The slowest one is the decoder."),
        (
            "The reader is looked at, as it takes the most time.",
            "The decoder is looked at, as it takes the most time.",
        ),
        (
            "Ranked from the slowest to the fastest: reader, decoder, sorter.",
            "Ranked from the slowest to the fastest: decoder, reader, sorter.",
        ),
    ],
)
def test_what_is_called_the_most_or_ranked_is_so(audit: Any, wrong: str, right: str) -> None:
    lines = ("Reader: 3 * 14 ms = 42 ms", "Decoder: 2 * 35 ms = 70 ms", "Sorter: 2 * 9 ms = 18 ms")
    assert codes(audit, lines, wrong) == {"QB922"}
    assert codes(audit, lines, right) == set()


@each(
    "solution",
    [
        "The reader takes the largest frames.",  # of another thing
        "The reader is the second slowest stage.",
        "The reader is not the slowest stage.",
        "After this the reader is the slowest stage.",
        "Before the rebuild the reader was the slowest stage.",
        "At first the reader took the most time.",
        "Of those on the board the reader is the slowest.",
        "The reader takes most of the lookups.",
        "The stages run in the order reader, decoder, sorter.",
    ],
)
def test_what_is_no_claim_to_be_the_most(audit: Any, solution: str) -> None:
    lines = ("Reader: 3 * 14 ms = 42 ms", "Decoder: 2 * 35 ms = 70 ms", "Sorter: 2 * 9 ms = 18 ms")
    assert codes(audit, lines, solution) == set()


@each(
    "lines, wrong, right",
    [
        (
            ("Ash: 2 * $3 = $6", "Elm: 2 * $9 = $18"),
            "A job costs 3 times as much with Ash as with Elm.",
            "A job costs 3 times as much with Elm as with Ash.",
        ),
        (
            ("Ash: 2 * 3 ms = 6 ms", "Elm: 2 * 9 ms = 18 ms"),
            "Elm is 3 times as fast as Ash.",
            "Ash is 3 times as fast as Elm.",
        ),
        (
            ("Ash: 2 * 10 GB = 20 GB", "Elm: 2 * 80 GB = 160 GB"),
            "The Elm file has an eighth of the bytes of the Ash file.",
            "The Ash file has an eighth of the bytes of the Elm file.",
        ),
        (
            ("Ash: 2 * 3 mJ = 6 mJ", "Elm: 2 * 9 mJ = 18 mJ"),
            "Elm takes 3 times less energy than Ash.",
            "Ash takes 3 times less energy than Elm.",
        ),
        (
            ("Ash: 2 * 3 ms = 6 ms", "Elm: 2 * 6 ms = 12 ms"),
            "A frame of Elm takes half as long as one of Ash.",
            "A frame of Ash takes half as long as one of Elm.",
        ),
    ],
)
def test_a_factor_holds_one_way(audit: Any, lines: tuple[str, ...], wrong: str, right: str) -> None:
    assert "QB916" in codes(audit, lines, wrong)
    assert codes(audit, lines, right) == set()


@each(
    "ending, wrong",
    [
        ("**Result: take Ash, which is $12 dearer per run.**", {"QB905"}),
        ("**Result: take Elm, which is $12 cheaper per run.**", set()),
        ("**Result:** Ash is 3 times cheaper than Elm.", {"QB906", "QB916"}),
        ("**Result:** Elm is 3 times cheaper than Ash.", set()),
        ("**Note: take Ash.**", set()),
    ],
)
def test_what_a_result_line_says_is_concluded(audit: Any, ending: str, wrong: set[str]) -> None:
    lines = ("Ash: 2 * $9 = $18", "Elm: 2 * $3 = $6", ending)
    assert codes(audit, lines, "The price of a run is what counts.") == wrong


def test_only_the_first_words_of_a_sentence_tell_what_to_do(audit: Any) -> None:
    lines = ("Ash: 2 * $9 = $18", "Elm: 2 * $3 = $6")
    assert codes(audit, lines, "For the night run: use Ash.", BY_PRICE) == set()
    assert codes(audit, lines, "Use Ash.", BY_PRICE) == {"QB905"}


def test_what_stands_behind_than_is_what_something_is_faster_than(audit: Any) -> None:
    lines = ("Ash stream: 140 GB / 35 s = 4 GB/s", "Elm pull: 140 GB / 7 s = 20 GB/s")
    assert codes(audit, (*lines, "**Result: 20 GB/s, 5x faster than a stream.**"), "It pays.") == set()
    assert codes(audit, (*lines, "**Result:** The stream is faster than a pull."), "It pays.") == {"QB906"}


def test_what_is_cheaper_at_first_need_not_be_so_in_the_end(audit: Any) -> None:
    lines = ("Ash: 3 * $9 = $27", "Elm: $5 + 3 * $3 = $14")
    assert codes(audit, lines, "Elm, in the end. In the first year Ash is cheaper.") == set()
    assert codes(audit, lines, "In the end Ash is cheaper.") == {"QB906"}


def test_a_slower_rate_is_no_longer_time(audit: Any) -> None:
    lines = ("Ash: 2 * 9 ms = 18 ms", "Elm: 2 * 3 ms = 6 ms")
    assert codes(audit, lines, "Elm wins despite a slower throughput.") == set()
    assert codes(audit, lines, "Elm is slower.") == {"QB906"}


@each(
    "lines, solution",
    [
        (
            ("Loading a model: 6 GB / 3 GB/s = 2 s", "Loading it: 3 GB / 3 GB/s = 1 s"),
            "Take a large cache: it pays.",
        ),
        (
            ("A: $3.60 / 9 = $0.40 per million", "B: $5.00 / 20 = $0.25 per million"),
            "A has the lower price per hour.",
        ),
    ],
)
def test_what_is_no_option_or_none_of_the_same(audit: Any, lines: tuple[str, ...], solution: str) -> None:
    assert codes(audit, lines, solution) == set()


@each(
    "wrong, right",
    [
        ("Deploy Ash: its rent is fixed.", "Deploy Elm: its rent is fixed."),
        ("Ash is the better deal.", "Elm is the better deal."),
    ],
)
def test_what_the_solution_says_to_take(audit: Any, wrong: str, right: str) -> None:
    lines = ("Ash: 2 * $3 = $6", "Elm: 2 * $2 = $4")
    assert codes(audit, lines, wrong, BY_PRICE) == {"QB905"}
    assert codes(audit, lines, right, BY_PRICE) == set()


@each(
    "lines, wrong, right",
    [
        (
            ("CPU only: 26 ms", "With delegate: 9 + 11 + 13.2 = 33.2 ms", "Ratio: 33.2 / 26 = 1.28"),
            "**Result: the delegate is 1.28x faster than the CPU.**",
            "**Result: the delegate is 1.28x slower than the CPU.**",
        ),
    ],
)
def test_a_factor_is_of_the_two_values_that_are_divided(
    audit: Any, lines: tuple[str, ...], wrong: str, right: str
) -> None:
    assert "QB916" in codes(audit, (*lines, wrong), "It is on a phone.")
    assert codes(audit, (*lines, right), "It is on a phone.") == set()


def test_what_is_so_much_less_differs_by_so_much(audit: Any) -> None:
    lines = ("Card: 2.2 W + 1.8 W = 4.0 W", "Chip: 2.2 W + 0.3 W = 2.5 W", "Screen: 2 * 1.1 W = 2.2 W")
    assert codes(audit, lines, "The chip uses 72% less power.") == set()


def test_a_verb_that_opens_a_clause_compares_nothing(audit: Any) -> None:
    lines = ("Checks: 5,000 * 90 ms = 450 s", "Manifest: 1 * 90 ms = 90 ms")
    ending = "**Latency-bound checks:** cut the number of round trips."
    assert codes(audit, (*lines, ending), "The answers are small.") == set()


def test_the_total_of_an_option_may_be_told_per_month(audit: Any) -> None:
    lines = (
        "Ash: 600 * $23 = $13,800 per month",
        "Elm, storage: 600 * $4 = $2,400 per month",
        "Elm, reading: 480 * $30 = $14,400 per month",
        "Elm, total: $2,400 + $14,400 = $16,800 per month",
    )
    assert codes(audit, (*lines, "**Result:** Ash is cheaper."), "It is read often.") == set()
    assert codes(audit, (*lines, "**Result:** Elm is cheaper."), "It is read often.") == {"QB906"}


def test_a_lower_share_of_something_is_less_of_the_share(audit: Any) -> None:
    lines = ("Ash: 3 * 90 = 270 TFLOP/s → 27% of peak", "Elm: 2 * 60 = 120 TFLOP/s → 40% of peak")
    ending = "share of peak (27% against 40%) is no sign of poor code."
    assert codes(audit, lines, f"Ash is taken. Its lower {ending}") == set()


def test_what_a_comparative_compares_may_stand_in_brackets(audit: Any) -> None:
    lines = ("Ash: 2 * $9 = $18", "Elm: 2 * $3 = $6")
    assert codes(audit, lines, "Elm wins, Ash has the lower bill.") == {"QB906"}
    assert codes(audit, lines, "Elm wins, Ash has the lower bill (7 kWh against 9 kWh).") == set()


@each(
    "lines, wrong, right",
    [
        (  # what each way is called elsewhere
            (
                *("Lease: 3 * $800 = $2,400", "Own: $700 + 3 * $200 = $1,300"),
                "Difference: 2,400 - 1,300 = $1,100",
            ),
            "Renting is cheaper by $1,100.",
            "Buying is cheaper by $1,100.",
        ),
        (
            (
                *("On board: 30 + 24 = 54 ms", "Upload: 40 + 35 = 75 ms"),
                "Difference: 75 - 54 = 21 ms",
            ),
            "The server is faster by 21 ms.",
            "It is faster by 21 ms on its own, locally.",
        ),
    ],
)
def test_a_way_is_known_by_any_of_its_names(
    audit: Any, lines: tuple[str, ...], wrong: str, right: str
) -> None:
    assert codes(audit, lines, wrong) == {"QB906"}
    assert codes(audit, lines, right) == set()


@each(
    "lines, solution",
    [
        (  # the other one is cheaper and comes too late; another time than the one that is compared; a case
            ("Rail: 5 * $30 = $150", "Ship: 5 * $12 = $60", "Difference: 150 - 60 = $90"),
            "Book the rail: the ship is $90 cheaper but comes after the fair.",
        ),
        (
            (
                *("Press, alone: 21 / 10 = 2.1", "On the robot: 14 + 16 = 30 ms"),
                *("On the server: 6 + 15 = 21 ms", "Gain: 30 / 21 = 1.43"),
            ),
            "The press alone is 2.1x slower on the server.",
        ),
        (  # how often a time comes in another one, which its label tells
            ("Life of a job: 900 h / 20 = 45 h", "Stops in 30 days: 720 h / 45 h = 16"),
            "With 16 stops the shorter life of a job pays.",
        ),
    ],
)
def test_what_is_compared_is_what_a_sentence_tells(audit: Any, lines: tuple[str, ...], solution: str) -> None:
    assert codes(audit, lines, solution) == set()


def test_of_what_is_limited_less_is_no_better(audit: Any) -> None:
    lines = (
        *("Ash: 4 * $30 = $120", "Elm: 4 * $20 = $80"),
        *("Ash, energy: 4 * 2 J = 8 J", "Elm, energy: 4 * 5 J = 20 J"),
    )
    limited = "The cheaper bell that takes at most 30 J is bought."
    assert codes(audit, lines, "The rule picks Ash.", limited) == {"QB905"}
    assert codes(audit, lines, "The rule picks Ash.") == set()
    assert codes(audit, lines, "The rule picks Elm.", limited) == set()
