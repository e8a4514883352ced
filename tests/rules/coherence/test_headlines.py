"""What a solution opens with is what the calculations come to, and so is the key that is graded by."""

from __future__ import annotations

from typing import Any

from each import each
from rules.coherence.test_conclusions import FRAME, PATH, asked
from rules.rule_examples import laid_over

PAIRS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    # scenario, lines, a solution that opens with a wrong answer, one with the right one
    (
        "A recorder writes 320 GB a day to a disk of 6 TB.",
        ("Days: 6 TB / 320 GB per day = 18.75 days",),
        "It holds **23 days**, and the oldest go first.",
        "It holds **18 days**, and the oldest go first.",
    ),
    (
        "A filter takes 27 ms of each 60 ms.",
        ("Busy: 27 ms / 60 ms = 45%",),
        "**38%.** The rest can be slept.",
        "**45%.** The rest can be slept.",
    ),
    (
        "A step takes 240 ms before the change, and 96 ms after it.",
        ("Speed-up: 240 ms / 96 ms = 2.5×",),
        "**2.9 times**: 96 ms in place of 240 ms.",
        "**2.5 times**: 96 ms in place of 240 ms.",
    ),
    (
        "A conversation takes 1.5 GB of the 11 GB that are free.",
        ("Conversations: 11 GB / 1.5 GB ≈ 7.3",),
        "**5 conversations.** One more would not fit.",
        "**7 conversations.** One more would not fit.",
    ),
    (
        "A site uses 9,000 kWh, at 0.4 kg of CO2 for each.",
        ("CO2: 9,000 kWh × 0.4 kg/kWh = 3,600 kg",),
        "About **4.7 tonnes**. A clean grid would help.",
        "About **3.6 tonnes**. A clean grid would help.",
    ),
    (
        "A kiln of 4.5 kW is fired for 16 hours.",
        ("Energy: 4.5 kW × 16 h = 72 kWh",),
        "A firing of the kiln takes 81 kWh.",
        "A firing of the kiln takes 72 kWh.",
    ),
)

RIGHT: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # scenario, lines, a solution whose answer the calculations have otherwise
    (  # a difference that the text tells
        "A tenth of what four disks of 75 GB hold is kept.",
        ("Kept: 0.1 × 300 GB = 30 GB", "Disk: 4 × 75 GB = 300 GB"),
        "**270 GB** are dropped, nine tenths.",
    ),
    (  # two units of one value
        "A service may be down for 0.1% of 30 days.",
        ("Budget: 0.1% × 43,200 min = 43.2 min",),
        "**43 minutes and 12 seconds.** One bad evening can use it up.",
    ),
    (  # what is granted before the answer
        "A query goes to 30 shards, each slow in 0.5% of cases.",
        ("Slow: 1 - 0.995^30 = 0.14", "Ratio: 0.14 / 0.001 = 140"),
        "Although every shard is fast 99.5 times in a hundred, 14% of the queries are slow.",
    ),
    (  # rounded, in another unit
        "Two thousand vectors of 30,720 bytes are kept.",
        ("Size: 2,000 × 30,720 B = 61.44 MB",),
        "**58.6 MiB**, or 61 MB: too much for the chip.",
    ),
    (  # a share of what is beside it
        "A cache answers 85% of 2,000 requests a second.",
        ("Hits: 0.85 × 2,000 /s = 1,700 /s",),
        "**300 requests per second**, the 15% that the cache does not have.",
    ),
    (  # a mode, and no answer
        "A box has a mode of 15 W, in which a frame takes 40 ms.",
        ("Energy: 15 W × 40 ms = 0.6 J", "Mean power: 0.6 J × 20 /s = 12 W"),
        "The **30 W mode** is for those who cannot wait; here a frame takes 0.6 J.",
    ),
    (  # another thing than what is computed
        "A run of 4.2e15 FLOP is done at 11 TFLOP/s.",
        ("Time: 4.2e15 FLOP / 11 TFLOP/s ≈ 382 s",),
        "Request a reservation of 450 s. The run itself needs about 382 s.",
    ),
)

KEYS: tuple[tuple[str, str, bool], ...] = (
    # a numeric key, the beginning of the solution, whether it is told
    ("1.38 s", "About **1.38 s**.", False),
    ("0.18 s", "About **1.38 s**.", True),
    ("1.2 s", "About **1.38 s**, of which 1.2 s are computing.", False),
    ("4.5 GB", "**1.38 s**, for the link is slow.", True),
    ("0.18 s", "The copy is not hidden, and takes 0.18 s longer.", False),
)

OPTIONS: tuple[tuple[str, int, str, bool], ...] = (
    # options, the key, the beginning of the solution, whether it is told
    ("[0.18 s, 1.38 s, 1.56 s]", 1, "About **1.38 s**.", False),
    ("[0.18 s, 1.38 s, 1.56 s]", 0, "About **1.38 s**.", True),
    ("[Owning, Renting, Both are equal]", 1, "**Owning, by far.** The step takes 1.38 s.", True),
    ("[Owning, Renting, Both are equal]", 0, "**Owning, by far.** The step takes 1.38 s.", False),
    ("[The 15 W mode, The 30 W mode]", 0, "The **30 W mode**: it ends after 1.38 s.", True),
    ("[The cores, 'The bus, as it is shared']", 1, "**The shared bus.** It is 1.38 s a step.", False),
)


@each("pair", PAIRS)
def test_what_a_solution_opens_with_is_what_the_calculations_come_to(
    audit: Any, pair: tuple[str, tuple[str, ...], str, str]
) -> None:
    scenario, lines, wrong, right = pair
    assert "QB901" in asked(audit, scenario, lines, wrong)
    assert "QB901" not in asked(audit, scenario, lines, right)


@each("question", RIGHT)
def test_an_answer_may_be_told_otherwise(audit: Any, question: tuple[str, tuple[str, ...], str]) -> None:
    assert "QB901" not in asked(audit, *question)


def test_an_intermediate_value_is_no_answer_where_the_conclusion_opens_with_another(audit: Any) -> None:
    lines = ("Copy: 4.5 GB / 25 GB/s = 0.18 s", "Step: 1.2 s + 0.18 s = 1.38 s")
    math = FRAME.format(lines="\n".join(f"- {line}" for line in lines))
    for conclusion, found in (("1.38 s a step.", True), ("0.18 s of a step.", False), ("It fits.", False)):
        shown = math.replace("**Conclusion:** The estimate follows.", f"**Conclusion:**\n- {conclusion}")
        indented = shown.replace("\n", "\n    ")
        solution = "'**0.18 s.** The rest is hidden.'"
        text = f"details:\n  realistic_solution: {solution}\n  napkin_math: |\n    {indented}\n"
        codes = {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}
        assert ("QB901" in codes) is found, conclusion


def _codes(audit: Any, fields: str, details: str, solution: str) -> set[str]:
    text = (
        f"{fields}question: How long does a step take?\n"
        f'details:\n{details}  realistic_solution: "{solution}"\n'
        "  napkin_math: |\n    - Copy: 4.5 GB / 25 GB/s = 0.18 s\n    - Step: 1.2 s + 0.18 s = 1.38 s\n"
    )
    return {one.code for one in audit({PATH: laid_over(text, PATH)}).findings}


@each("key, solution, found", KEYS)
def test_a_numeric_key_is_what_the_solution_opens_with(
    audit: Any, key: str, solution: str, found: bool
) -> None:
    assert ("QB223" in _codes(audit, f"answer: {{value: {key}}}\n", "", solution)) is found


@each("options, key, solution, found", OPTIONS)
def test_a_right_option_is_what_the_solution_opens_with(
    audit: Any, options: str, key: int, solution: str, found: bool
) -> None:
    details = f"  options: {options}\n  correct_index: {key}\n"
    assert ("QB223" in _codes(audit, "", details, solution)) is found
