"""What a whole question says of room and bounds: scenario, calculation and solution read together."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"
CODES = ("QB85", "QB865", "QB906")
FRAME = (
    "**Assumptions & Constraints:**\n- As the scenario says.\n\n**Calculations:**\n{lines}\n\n"
    "**Conclusion:** The estimate follows."
)

PAIRS: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    # code, scenario, solution, lines that must be reported, lines that must not
    (
        "QB851",
        "A matrix kernel runs on a card with a peak of 200 TFLOPS; the profiler watches it for a minute.",
        "The kernel needs no further work.",
        ("Measured rate: 240 TFLOPS",),
        ("Measured rate: 140 TFLOPS",),
    ),
    (
        "QB851",
        "A single user talks to a model with 40 GB of weights on a card with 2 TB/s of memory bandwidth.",
        "Answers appear faster than anybody reads.",
        ("Step time in the profile: 12 ms",),
        ("Step time in the profile: 26 ms",),
    ),
    (
        "QB851",
        "A single user talks to a model with 40 GB of weights on a card with 2 TB/s of memory bandwidth. "
        "What would 10 GB of weights change?",
        "Answers appear faster than anybody reads.",
        ("Step time in the profile: 12 ms", "Small model: 10 GB / 2,000 GB/s = 5 ms"),
        ("Step time in the profile: 26 ms", "Small model: 10 GB / 2,000 GB/s = 5 ms"),
    ),
    (
        "QB852",
        "A trainer reports how well its GPUs are used over a night.",
        "The run continues with the same settings.",
        ("Utilization: 411 TFLOPS / 312 TFLOPS = 131.7%",),
        ("Utilization: 211 TFLOPS / 312 TFLOPS = 67.6%",),
    ),
    (
        "QB853",
        "A nightly job uploads a dataset of 600 GB from the office through a 10 Gb/s line.",
        "The job is done long before morning.",
        ("Upload time in the log: 300 s",),
        ("Upload time in the log: 560 s",),
    ),
    (
        "QB854",
        "A trading model in Tokyo answers a client in London, 9,600 km away, through optical fiber.",
        "The client is content.",
        ("Round trip seen by the client: 61 ms",),
        ("Round trip seen by the client: 210 ms",),
    ),
    (
        "QB855",
        "A wearable has 90 J for a day, and three functions draw on it.",
        "The watch lasts until the evening.",
        ("Left in the evening: 90 J − 60 J − 45 J = −15 J",),
        ("Left in the evening: 90 J − 50 J − 25 J = 15 J",),
    ),
    (
        "QB855",
        "The contract sets a limit of 250 ms for an answer.",
        "The service stays within the limit.",
        ("Answer: 90 ms + 140 ms + 45 ms = 275 ms",),
        ("Answer: 70 ms + 110 ms + 45 ms = 225 ms",),
    ),
    (
        "QB857",
        "The search team publishes the latency of its index over a week.",
        "The index is quick enough.",
        ("Latency: p50 20 ms, p90 55 ms, p99 48 ms",),
        ("Latency: p50 20 ms, p90 55 ms, p99 148 ms",),
    ),
    (
        "QB857",
        "The ticket shop times its checkout for a month.",
        "The checkout is fine.",
        ("p50: 210 ms", "p90: 640 ms", "p99: 480 ms"),
        ("p50: 210 ms", "p90: 640 ms", "p99: 980 ms"),
    ),
    (
        "QB858",
        "20% of a simulation is serial, and the rest moves to 32 workers.",
        "The simulation ends before lunch.",
        ("Speed-up: 90 min / 10 min = 9×",),
        ("Speed-up: 90 min / 25 min = 3.6×",),
    ),
    (
        "QB858",
        "A scan goes through its stages one after the other. A new filter came in, and the rest stays.",
        "A scan ends sooner than it did.",
        ("Scan before: 90 ms: 60 ms filter, 30 ms print", "Scan after: 90 ms / 4.5 = 20 ms"),
        ("Scan before: 90 ms: 60 ms filter, 30 ms print", "Scan after: 90 ms / 1.8 = 50 ms"),
    ),
    (
        "QB855",
        "A hive scale stands in the shade under a small solar cell.",
        "The scale works through the summer without a change of its cell.",
        ("Harvest: 3.2 mWh/day * 0.75 = 2.4 mWh/day", "Demand: 1.1 mWh/day + 1.8 mWh/day = 2.9 mWh/day"),
        ("Harvest: 3.2 mWh/day * 0.75 = 2.4 mWh/day", "Demand: 1.1 mWh/day + 0.8 mWh/day = 1.9 mWh/day"),
    ),
    (
        "QB859",
        "A server draws 800 W on average over 10 h of a batch job.",
        "The bill follows from the meter.",
        ("Energy by the meter: 5.1 kWh",),
        ("Energy by the meter: 8.3 kWh",),
    ),
    (
        "QB855",
        "A tethered balloon lives on a pack of 50 Wh until the crew winds it in.",
        "The pack is sufficient for the whole watch.",
        ("Watch: 7.5 W * 8 h = 60 Wh",),
        ("Watch: 5.5 W * 8 h = 44 Wh",),
    ),
    (
        "QB855",
        "A lake buoy has a cell of 0.8 Ah at 3.6 V and is visited after every storm.",
        "A full cell carries the buoy through the storm, so no second boat is needed.",
        ("Cell: 0.8 Ah * 3.6 V = 2.88 Wh", "Storm: 0.12 W * 30 h = 3.6 Wh"),
        ("Cell: 0.8 Ah * 3.6 V = 2.88 Wh", "Storm: 0.12 W * 20 h = 2.4 Wh"),
    ),
    (
        "QB855",
        "The lab may spend $9,000 on the summer runs.",
        "The plan fits in the budget, so there is no reason for doubt.",
        ("Nodes: 4 * $2,100 = $8,400", "In all: $8,400 + $1,200 = $9,600"),
        ("Nodes: 4 * $1,900 = $7,600", "In all: $7,600 + $1,200 = $8,800"),
    ),
    (
        "QB855",
        "A disk of 2 TB holds a data set of 900 GB already, and a snapshot is kept every hour.",
        "The free space is sufficient for the snapshots that are kept.",
        ("Free: 2,000 GB - 900 GB = 1,100 GB", "Snapshots kept: 30 * 40 GB = 1,200 GB"),
        ("Free: 2,000 GB - 900 GB = 1,100 GB", "Snapshots kept: 20 * 40 GB = 800 GB"),
    ),
    (
        "QB851",
        "A dense product in BF16 is timed on an A100 SXM 40 GB: 2 ms.",
        "The kernel is close to the best.",
        ("Work: 8e11 FLOP", "Rate: 8e11 FLOP / 2 ms = 400 TFLOP/s"),
        ("Work: 4e11 FLOP", "Rate: 4e11 FLOP / 2 ms = 200 TFLOP/s"),
    ),
    (
        "QB906",
        "A studio compares two render farms for a film of 400 hours.",
        "The eastern farm costs less power and is cheaper, so it gets the film.",
        (
            "West, energy: 400 h * 30 kW = 12,000 kWh",
            "East, energy: 400 h * 20 kW = 8,000 kWh",
            "West, bill: 12,000 kWh * $0.10 = $1,200",
            "East, bill: 8,000 kWh * $0.20 = $1,600",
        ),
        (
            "West, energy: 400 h * 30 kW = 12,000 kWh",
            "East, energy: 400 h * 20 kW = 8,000 kWh",
            "West, bill: 12,000 kWh * $0.10 = $1,200",
            "East, bill: 8,000 kWh * $0.12 = $960",
        ),
    ),
)


def _codes(audit: Any, scenario: str, solution: str, lines: tuple[str, ...]) -> set[str]:
    math = FRAME.format(lines="\n".join(f"- {line}" for line in lines)).replace("\n", "\n    ")
    text = (
        f'scenario: "{scenario}"\nquestion: What does the estimate give for this system?\ndetails:\n'
        f'  realistic_solution: "{solution}"\n  napkin_math: |\n    {math}\n'
    )
    found = audit({PATH: laid_over(text, PATH)}).findings
    return {one.code for one in found if one.code.startswith(CODES)}


@each("pair", PAIRS)
def test_a_mistake_is_found_and_its_twin_is_not(
    audit: Any, pair: tuple[str, str, str, tuple[str, ...], tuple[str, ...]]
) -> None:
    code, scenario, solution, bad, good = pair
    assert code in _codes(audit, scenario, solution, bad)
    assert _codes(audit, scenario, solution, good) == set()


@each("high, found", [("60 ms", {"QB857"}), ("160 ms", set())])
def test_a_limit_behind_percentiles_is_none_of_them(audit: Any, high: str, found: set[str]) -> None:
    log = f"The log of a night has p50 = 20 ms, p95 = 80 ms, p99 = {high}. The goal is a p99 below 200 ms."
    assert _codes(audit, log, "The goal is reached.", ("Room: 200 ms - 90 ms = 110 ms",)) == found


@each(
    "solution",
    [
        "It starts with 1,200 MB; beyond 4 GB the plan is dearer.",
        "At 1,200 MB the data have to be halved to fit into the 600 MB of the plan.",
        "The total of 1,200 MB is 200 MB above the plan of 1 GB.",
        "With 1,200 MB it does not stay within the plan of 1 GB.",
        "At 1,200 MB it would stay within 1 GB after compression.",
        "The month takes 1,200 MB, which exceeds the plan of 1 GB.",
    ],
)
def test_words_that_compare_nothing_or_rightly_are_left_alone(audit: Any, solution: str) -> None:
    assert _codes(audit, "Tablets send pictures.", solution, ("Month: 4 * 300 MB = 1,200 MB",)) == set()


WHOLE: tuple[tuple[str, str, tuple[str, ...], str, str, tuple[str, ...], str], ...] = (
    # code, a scenario, lines and a solution that is wrong, then all three that are right
    (
        "QB851",
        "A dense model is trained in BF16 on 16 A100 SXM 80 GB. A trial showed 9,500 tokens/s per GPU.",
        ("Work per token: 6 * 7e9 = 42 GFLOP", "All GPUs: 16 * 9,500 = 152,000 tokens/s"),
        "The run goes on.",
        "A dense model is trained in BF16 on 16 A100 SXM 80 GB. A trial showed 3,500 tokens/s per GPU.",
        ("Work per token: 6 * 7e9 = 42 GFLOP", "All GPUs: 16 * 3,500 = 56,000 tokens/s"),
        "The run goes on.",
    ),
    (
        "QB855",
        "A kiosk has a supply of 900 W. Each screen with its computer draws 140 W.",
        ("Six screens: 6 * 140 W = 840 W", "Seven screens: 7 * 140 W = 980 W"),
        "The kiosk gets seven screens.",
        "A kiosk has a supply of 900 W. Each screen with its computer draws 140 W.",
        ("Six screens: 6 * 140 W = 840 W", "Seven screens: 7 * 140 W = 980 W"),
        "The kiosk gets six screens.",
    ),
)


@each("case", WHOLE)
def test_what_cannot_be_done_in_the_time_or_with_the_number(
    audit: Any, case: tuple[str, str, tuple[str, ...], str, str, tuple[str, ...], str]
) -> None:
    code, scenario, lines, solution, other_scenario, other_lines, other_solution = case
    assert code in _codes(audit, scenario, solution, lines)
    assert _codes(audit, other_scenario, other_solution, other_lines) == set()


@each(
    "scenario, solution, lines",
    [
        (  # converted, and no second part
            "The system ends an app on the handset at 2.0 GB; its log may grow by 1 GB.",
            "The app stays on the handset.",
            (
                "Weights: 2.4e9 * 4 / 8 = 1.20e9 bytes",
                "Cache: 98,304 * 4,096 = 402,653,184 bytes",
                "In GB: 402,653,184 / 1e9 = 0.40 GB",
                "App: 1.20 + 0.40 + 0.30 = 1.90 GB",
            ),
        ),
        (  # what is denied ends at the `and`
            "A rack is copied at 2 GB/s, and a copy must be through within 24 h.",
            "The copy takes 8.3 h, but that is not days and within the rule.",
            ("Copy: 60,000 GB / 2 GB/s = 30,000 s = 8.3 h",),
        ),
        (  # another clause says what stays
            "90% of the 200 minutes of a job splits evenly; the other tenth is serial and stays as it was.",
            "It is worth it.",
            ("After the move: 25 min", "Speed-up: 200 / 25 = 8"),
        ),
        (  # the last part is as long as the others together
            "The stages of a page run one after another. Drawing is faster now, and the rest stays as it is.",
            "The page is faster.",
            (
                "Before: name 15 ms, search 35 ms, sort 50 ms, drawing 100 ms",
                "Page: 15 ms + 35 ms + 50 ms + 100 ms = 200 ms",
                "Drawing: 100 ms / 20 ms = 5x",
            ),
        ),
        (  # IT is no pronoun
            "The line has 20 MW, and the hall is made for 15 MW of IT.",
            "The line is enough.",
            ("Load: 12.8 MW * 1.25 = 16 MW of the 20 MW line",),
        ),
    ],
)
def test_what_is_said_of_another_thing_accuses_nothing(
    audit: Any, scenario: str, solution: str, lines: tuple[str, ...]
) -> None:
    assert _codes(audit, scenario, solution, lines) == set()


@each(
    "code, scenario, wrong, right",
    [
        (
            "QB859",
            "The board is capped at 5 W. One inference takes 20 ms, and one inference takes {} by the meter.",
            "0.3 J",
            "0.09 J",
        ),
        ("QB857", "The log of a night has p50 = 20 ms, p95 = 80 ms, p99 = {}.", "60 ms", "160 ms"),
        ("QB857", "Of a night we have p50 20 ms, p95 80 ms, p99 {}. Before, it was slow.", "60 ms", "160 ms"),
    ],
)
def test_a_mistake_in_the_scenario(audit: Any, code: str, scenario: str, wrong: str, right: str) -> None:
    lines = ("A minute: 60 * 2 = 120 events",)
    assert code in _codes(audit, scenario.format(wrong), "The plan stands.", lines)
    assert _codes(audit, scenario.format(right), "The plan stands.", lines) == set()


BOUNDS: tuple[tuple[str, str, tuple[str, ...], str, str, str], ...] = (
    # code, a scenario and lines with a value left out, a solution, then a wrong and a right value
    (
        "QB851",  # the product of a rate of one device is of one device
        "Sixteen A100 SXM cards with a dense BF16 peak of 312 TFLOPS train a model of 9 billion parameters in"
        " BF16. In the trial the log showed {} tokens per second and GPU.",
        ("Rate per GPU: {} tokens/s per GPU", "Computing of each GPU = 54 GFLOP * {} = [0.054 * {}] TFLOPS"),
        "The run goes on.",
        "6,500",
        "3,000",
    ),
    (
        "QB851",  # what there is none of is not said
        "One L4 (24 GB, 300 GB/s) serves a 10B model in FP8: each token reads 10 GB of weights. There is one"
        " stream, no batching and no speculative decoding. A rival claims $3 on its fleet. We"
        " measured {} tokens/s.",
        ("A minute: {} * 60 = [{} * 60] tokens",),
        "It is so.",
        "44",
        "22",
    ),
    (
        "QB851",  # bits of all lines at every edge
        "The NOR flash hangs on an octal SPI bus: eight lines, clocked at 100 MHz, double data rate. A timer"
        " shows {} MB/s for a long reading.",
        ("A pass: 60 / {} = [60 / {}] s",),
        "It is so.",
        "240",
        "160",
    ),
    (
        "QB851",  # the slot of the one drive
        "A server has one NVMe drive in a PCIe 3.0 x4 slot. With direct I/O the tool reads {} GB/s from it.",
        ("A pass: 180 / {} = [180 / {}] s",),
        "It is so.",
        "7.5",
        "3.4",
    ),
    (
        "QB851",  # how many one instruction does, and how many of these there are
        "A network has 30 million MACs on a Cortex-M7 at 400 MHz. Its kernels use an instruction"
        " that does two"
        " MACs; the core issues one of these per cycle. A timer shows {} ms for one inference.",
        ("In a second: 1,000 / {} = [1,000 / {}]",),
        "It is so.",
        "25",
        "80",
    ),
    (
        "QB854",  # up and down, twice
        "Gauges in the highlands talk to the office via a geostationary satellite, 35,786 km up. The measured"
        " round trip of an empty packet is {} ms.",
        ("Five questions: 5 * {} = [5 * {}] ms",),
        "It is so.",
        "300",
        "620",
    ),
    (
        "QB854",  # its height is known
        "A weather post asks a model ashore over a geostationary satellite link. The round trip"
        " was measured at"
        " {} ms.",
        ("Five questions: 5 * {} = [5 * {}] ms",),
        "It is so.",
        "150",
        "600",
    ),
    (
        "QB854",  # what a line multiplies by one was still measured
        "The shop in Oslo asks a store in Perth, 13,000 km away. The measured ping over the"
        " leased line is {} ms.",
        ("One question: 1 * {} ms = {} ms",),
        "It is so.",
        "70",
        "210",
    ),
    (
        "QB856",  # one word for all of a list
        "For a quiet night the board of a ticket shop shows averages of 20 requests per second,"
        " 2.5 s spent in"
        " the system per request, and {} requests in the system.",
        ("In an hour: 20 * 3,600 = 72,000",),
        "It is so.",
        "25",
        "52",
    ),
    (
        "QB856",  # an aside between what is told and its verb
        "A gate takes 120 requests/s, and the mean time from entry to answer, waiting included,"
        " is 400 ms. Its"
        " count of requests in flight, averaged over the same day, is {}.",
        ("In an hour: 120 * 3,600 = 432,000",),
        "It is so.",
        "30",
        "47",
    ),
    (
        "QB857",  # a mean and what a percentile leaves
        "A mail filter has a mean time of {} ms and a p95 of 900 ms, so one in twenty took 900 ms or more.",
        ("In a minute: 60 * 20 = 1,200 mails",),
        "It is so.",
        "31",
        "88",
    ),
    (
        "QB857",  # the most that each of all can have
        "A tagger's batcher is set to a maximum batch size of 16. In an hour 720,000 images came"
        " in {} batches.",
        ("Mean batch: 720,000 / {} = [720,000 / {}] images",),
        "The batcher does its job.",
        "30,000",
        "60,000",
    ),
    (
        "QB858",  # a share of that time
        "A nightly count takes 300 min on one worker. A merge makes up 20 % of that time; it is serial and is"
        " left as it is. Everything else splits evenly. On 32 workers the run took {} min.",
        ("Speed-up: 300 / {} = [300 / {}]",),
        "More workers would help little.",
        "50",
        "75",
    ),
    (
        "QB859",  # light on the area of a panel
        "A weather mast has one flat panel of 0.2 m² at an irradiance of 800 W/m². The panel gives {} W.",
        ("In 5 h: 5 * {} = [5 * {}] Wh",),
        "It is so.",
        "190",
        "32",
    ),
    (
        "QB859",  # the mean power of what was metered
        "A run held one rack for 50 hours. Its supply has a limit of 8 kW. The energy meter counted {} kWh.",
        ("Supply limit: 8 kW", "Mean power: {} kWh / 50 h = [{} / 50] kW"),
        "It is so.",
        "480",
        "360",
    ),
    (
        "QB859",  # volts, amperes and seconds
        "A bell runs on 3.0 V. During the 50 ms of a check the current never falls below 20 mA,"
        " and for the same"
        " 50 ms the energy meter gives {} mJ.",
        ("A day: 1,000 * {} = [1,000 * {}] mJ",),
        "It is so.",
        "1.1",
        "3.6",
    ),
    (
        "QB865",  # a load that lines work out
        "A mailbox takes {} letters per second, on average and all day. One clerk handles them singly.",
        ("Load: {} / 20 = [{} / 20]",),
        "The queue stays short and stable.",
        "24",
        "16",
    ),
    (
        "QB865",  # all that workers can do, and a queue that loses nothing
        "A hotline runs on {} replicas. Each serves 4.5 requests/s when busy, and calls wait in one queue"
        " that drops nothing. The load is a steady 38 requests/s.",
        ("All: {} * 4.5 = [{} * 4.5] /s",),
        "The queue is stable, and about nine are waiting.",
        "8",
        "10",
    ),
    (
        "QB865",  # a mean that is told to stay
        "One kiln burns the tiles of a line. Tiles come at 33 tiles per second. For a week the mean number of"
        " tiles in the system stayed at {}.",
        ("ρ = 33 / {} = [33 / {}]",),
        "",
        "30",
        "40",
    ),
    (
        "QB856",  # how many a second, and what they do
        "The gate counter shows 15 letters a second coming in and going out, with a mean time of 4 s from"
        " entry to exit and a mean of {} letters in the system.",
        ("In an hour: 15 * 3,600 = 54,000",),
        "It is so.",
        "22",
        "60",
    ),
    (
        "QB851",  # what one instruction does in a cycle
        "A tagger of 6 million multiply-accumulates (MACs) runs on one core at 100 MHz that does two"
        " multiply-accumulates in a cycle. The probe shows {} ms for one inference.",
        ("Rate: 6 M MAC / {} ms = [6,000 / {}] M MAC/s",),
        "It is so.",
        "20",
        "60",
    ),
    (
        "QB851",  # what came through the only port
        "A host fetches plates (2 MB each) from a store through its only port, 10 Gb/s Ethernet. A benchmark"
        " counted {} plates per second. Nothing is cached.",
        ("Plates: {} * 2e6 / 1e9 = [{} * 0.002] GB/s",),
        "It is so.",
        "900",
        "500",
    ),
    (
        "QB854",  # a wish beside it is no time on the way
        "The sites are 8,000 km apart, over optical fibre. The round trip is {} ms. The latency objective is"
        " 700 ms.",
        ("Two: 2 * {} = [2 * {}] ms",),
        "It is so.",
        "60",
        "120",
    ),
    (
        "QB858",  # a part of these, and a speed-up that is called S
        "A build takes 50 min on one node. Of these, 20 min run in a single process. On 16 nodes it"
        " took {} min.",
        ("S = 50 / {} = [50 / {}]",),
        "It is so.",
        "16",
        "25",
    ),
    (
        "QB859",  # the light that a line works out
        "A clock lives on a cell of 20 cm². The lamp gives 2 W/m² there. We read {} mW from the cell.",
        ("light on the cell: 2 W/m² × 0.002 m² = 4 mW", "per day: {} mW × 10 h = [{} * 10] mWh"),
        "It is so.",
        "6",
        "0.6",
    ),
    (
        "QB852",  # parts of one whole
        "An epoch is split into four phases: reading takes 30 % of it, forward 35 %, backward {} % and"
        " saving 5 %.",
        ("Saving: 0.05 * 40 = 2 min",),
        "It is so.",
        "45",
        "30",
    ),
    (
        "QB852",  # the end of a spectrum
        "A fan is sampled at 2,000 Hz, and a tone of {} Hz tells that it wears.",
        ("Width of a bin: 2,000 Hz / 512 = 3.906 Hz", "Bin of the tone: {} / 3.906 = [{} / 3.906]"),
        "It is so.",
        "1,300",
        "700",
    ),
    (
        "QB857",  # what takes longer than a time is above a percentile
        "A till answers in 20 ms at the median and in 45 ms at p95; 8% of all scans took longer than {} ms.",
        ("Late: 0.08 * 500 = 40",),
        "It is so.",
        "60",
        "38",
    ),
    (
        "QB857",  # the same after the mean
        "Yesterday the mill answered with a mean of {} ms. 10% of the requests took 2 s or longer.",
        ("Late: 0.1 * 500 = 50",),
        "It is so.",
        "150",
        "260",
    ),
    (
        "QB857",  # the least and the most of a list
        "A round of tests has a fastest run of 8 ms, a slowest run of 21 ms and a mean of {} ms.",
        ("A third: 24 / 3 = 8",),
        "It is so.",
        "26",
        "14",
    ),
    (
        "QB857",  # what each of them can have at most
        "The gate rejects letters above 900 tokens. Mean of the accepted letters: {} tokens.",
        ("In an hour: 100 * {} = [100 * {}] tokens",),
        "It is so.",
        "1,100",
        "700",
    ),
    (
        "QB857",  # a path needs each of its parts
        "A reading passes a gate, a modem and a broker in turn. Up in March: gate 99.9 %, modem 98.5 %,"
        " broker 99.8 %. The whole path was up {} % of the month.",
        ("Hours: 31 * 24 = 744 h",),
        "It is so.",
        "99.2",
        "98.1",
    ),
    (
        "QB858",  # rates of what is done one after the other
        "A tagger does 100 pages/s, its steps one after the other: 70 % of the time goes to reading, 30 % to"
        " the parser. The parser is 5 times faster now, and all else stays as it was. The log shows"
        " {} pages/s.",
        ("Gain: {} / 100 = [{} / 100]x",),
        "It is so.",
        "160",
        "130",
    ),
    (
        "QB858",  # how many times as fast, told and worked out
        "A song takes 50 s: 30 s for the voices and 20 s for the mixer, which stays as it is. Now the whole"
        " is {} times as fast.",
        ("Song: 50 s / {} = [50 / {}] s",),
        "It is so.",
        "4",
        "2",
    ),
    (
        "QB858",  # several of one kind
        "One press prints the run in 40 h. Eight presses of that make print it in {} h.",
        ("Speed-up: 40 / {} = [40 / {}]",),
        "It is so.",
        "4.5",
        "6",
    ),
    (
        "QB858",  # what was drafted, and one of its own
        "A draft model proposes five tokens, and the large model checks them in one pass. A pass keeps {}"
        " tokens on average.",
        ("Kept: 20 * {} = [20 * {}] tokens/s",),
        "It is so.",
        "7.4",
        "3.4",
    ),
    (
        "QB854",  # of two ways, the one that is told before
        "A shop in Lima asks a store in Madrid, 9,500 km away. The measured round trip is {} ms. A store in"
        " Quito would be 1,300 km away.",
        ("Five questions: 5 * {} = [5 * {}] ms",),
        "It is so.",
        "45",
        "160",
    ),
    (
        "QB854",  # the other site has to say so
        "Each commit waits for the acknowledgement of a copy 3,000 km away. The mean commit time is {} ms.",
        ("Five commits: 5 * {} = [5 * {}] ms",),
        "It is so.",
        "9",
        "44",
    ),
    (
        "QB857",  # a mean of two
        "The leak alarm has a precision of 0.9, a recall of 0.6 and an F1 of {}; the old one had an F1 of"
        " 0.5.",
        ("missed: 1 − 0.6 = 40 %",),
        "It is so.",
        "0.94",
        "0.72",
    ),
)


@each("case", BOUNDS)
def test_what_a_bound_of_physics_or_logic_allows(
    audit: Any, case: tuple[str, str, tuple[str, ...], str, str, str]
) -> None:
    code, scenario, lines, solution, wrong, right = case

    def codes(value: str) -> set[str]:
        told = scenario.replace("{}", value)
        return _codes(audit, told, solution, tuple(_worked_out(line.replace("{}", value)) for line in lines))

    assert code in codes(wrong)
    assert codes(right) == set()


def _worked_out(line: str) -> str:
    """Return a line with the value of what it has in brackets."""
    before, _, rest = line.partition("[")
    expression, _, behind = rest.partition("]")
    if not expression:
        return line
    first, operator, second = expression.replace(",", "").split()
    value = float(first) / float(second) if operator == "/" else float(first) * float(second)
    return f"{before}{value:,.5g}{behind}"


@each(
    "scenario, solution, lines",
    [
        (  # it says that the queue grows
            "Letters wait in a queue: 24 a second arrive on average, one after the other.",
            "The queue is not stable and grows.",
            ("Load: 24 / 20 = 1.2",),
        ),
        (  # a core that was seen to do so many
            "A network has 30 million MACs on a Cortex-M7 at 400 MHz. On average it was measured to do 1.2"
            " MACs per cycle. A timer shows 70 ms for one inference.",
            "It is so.",
            ("In a second: 1,000 / 70 = 14.3",),
        ),
        (  # other ways than the satellite
            "The office is reached over a fibre line with a round trip of 30 ms. A backup goes over a"
            " geostationary satellite.",
            "It is so.",
            ("Five questions: 5 * 30 = 150 ms",),
        ),
        (  # the mean of something else
            "Of the scans, p95 is 900 ms. The mean wait is 12 ms.",
            "It is so.",
            ("In a minute: 60 * 20 = 1,200 mails",),
        ),
        (  # a share of a part
            "An epoch consists of computing, 60 %, reading, 25 %, and sending, 15 %, of which 40 %"
            " is hidden.",
            "It is so.",
            ("Sending: 0.15 * 40 = 6 min",),
        ),
        (  # lists of what is good, one after another
            "Three filters follow one another. They catch 70 %, 40 % and 30 % of what reaches them.",
            "It is so.",
            ("First: 0.7 * 40 = 28",),
        ),
        (  # hours that were asked for, and more than there are
            "A lab hands out its 720 h a month. People asked for 900 h.",
            "Not all of them can be served.",
            ("Asked for: 900 h / 720 h = 125 %",),
        ),
        (  # a percentile of one site, and the late ones of the other
            "In Rome p95 is 55 ms. Of the scans in Oslo, 8% took longer than 70 ms.",
            "It is so.",
            ("Late: 0.08 * 500 = 40",),
        ),
        (  # one part has a second one beside it
            "A reading passes a gate, a modem and a broker in turn. Up in March: gate 99.9 %, modem"
            " 98.5 % with"
            " a standby beside it, broker 99.8 %. The whole path was up 99.2 % of the month.",
            "It is so.",
            ("Hours: 31 * 24 = 744 h",),
        ),
        (  # both the steps and the way to do them are new
            "A tagger does 100 pages/s, its steps one after the other: 70 % of the time goes to"
            " reading, 30 % to"
            " the parser. With pipelining, the parser 5 times faster and all else as it was, it"
            " does 160 pages/s.",
            "It is so.",
            ("Gain: 160 / 100 = 1.6x",),
        ),
        (  # hours of all devices, by how many there are
            "A lamp fails after 50,000 lamp-hours; of a hall's 400 lamps, all else unchanged, 2 % are old"
            " and the rest is new.",
            "It is so.",
            ("One fails every: 50,000 h / 400 lamps = 125 h",),
        ),
        (  # two devices in a row, each with a part of what one cannot keep
            "One chip fetches what it has no room for: 10 ms of work and 16 ms of fetching. The steps on a"
            " chip do not overlap. Two chips keep it all, each with its half; the work stays as it is.",
            "It is so.",
            (
                "One chip: 10 ms + 16 ms = 26 ms",
                "Rate: 1 / 26 ms = 38.5 frames/s",
                "Pipeline: 1 / 6.5 ms = 154 frames/s",
                "Speed-up over the one: 154 / 38.5 = 4",
            ),
        ),
        (  # a cause for more than the number of them is another change
            "One press prints the run in 40 h. Eight presses print it in 6 h. A new ink dries 12"
            " times as fast.",
            "It is so.",
            ("Drying: 24 / 2 = 12 times as fast",),
        ),
        (  # several streams share a pass
            "A draft model proposes five tokens for each of several users. A pass over the batch of"
            " them keeps"
            " 7.4 tokens on average.",
            "It is so.",
            ("Kept: 20 * 7.4 = 148 tokens/s",),
        ),
        (  # nobody waits for the other site
            "Copies 3,000 km away are synchronous for orders. A local write of a log takes 2 ms.",
            "It is so.",
            ("Five: 5 * 2 = 10 ms",),
        ),
        (  # a time for each kilometre
            "A rule of thumb: 5 µs per kilometre of fibre. What would a store 1,200 km away add?",
            "It is so.",
            ("One way: 1,200 * 5 µs = 6 ms", "Round trip: 2 * 6 = 12 ms"),
        ),
        (  # two panels
            "Two flat panels of 0.2 m² stand at an irradiance of 800 W/m². In all, they give 190 W.",
            "It is so.",
            ("In 5 h: 5 * 190 = 950 Wh",),
        ),
    ],
)
def test_what_no_bound_of_physics_or_logic_forbids(
    audit: Any, scenario: str, solution: str, lines: tuple[str, ...]
) -> None:
    assert _codes(audit, scenario, solution, lines) == set()


@each(
    "scenario, code",
    [
        ("A Cortex-M4 at 100 MHz runs a network of 10M MACs. The trace shows 90 ms per inference.", ""),
        ("A box can never draw more than 20 W. Its meter counted 0.4 kWh for one 10-hour shift.", "QB859"),
        ("A box can never draw more than 20 W. Its meter counted 0.16 kWh for one 10-hour shift.", ""),
        ("A meter shows 10 mW on average during the 20 ms of an inference, and 0.2 mJ per inference.", ""),
        ("Two sites are 9,000 km of fibre apart, with 200 km a millisecond. The ping takes 60 ms.", "QB854"),
        ("Two sites are 9,000 km of fibre apart, with 200 km a millisecond. The ping takes 95 ms.", ""),
        ("Each order waits for the acknowledgement over 3,000 km of fibre. A mean order takes 40 ms.", ""),
        ("A gate takes 200 requests/s, 0.2 s each on average; 12 are in flight on average.", "QB856"),
        ("A gate takes 200 requests/s, 0.2 s each on average; 40 are in flight on average.", ""),
        (
            "A gate ends 200 requests/s with none lost, 0.2 s each on average, 12 busy slots on average.",
            "QB856",
        ),
        (
            "A gate takes 200 requests/s, 0.2 s each on average. Its in-flight gauge, averaged, shows 12.",
            "QB856",
        ),
        ("The old hall reported a PUE of 0.9 last year.", "QB852"),
        ("The old hall reported a PUE of 1.4 last year.", ""),
        ("A 60 Wh pack feeds a rover, which ran 3 h on one charge at a mean draw of 15 W.", ""),
    ],
)
def test_what_a_scenario_measures_is_possible(audit: Any, scenario: str, code: str) -> None:
    assert _codes(audit, scenario, "It is so.", ("Share: 1 / 4 = 25%",)) == ({code} if code else set())


@each(
    "scenario, lines, solution",
    [
        (  # the text compares the total with another limit
            "A lab trains on one A100-80GB. Two RTX 3090 (24 GB) are kept for tests.",
            ("Peak: 40 GB + 21 GB = 61 GB", "Left: 80 GB - 61 GB = 19 GB"),
            "The run fits, with room to spare.",
        ),
        (  # the verdict is of what each card has
            "Eight cards of 40 GB share the optimizer states of a model.",
            ("Each card: 12 GB + 9 GB = 21 GB", "Left: 40 GB - 21 GB = 19 GB", "All: 8 * 12 GB = 96 GB"),
            "The run fits on the 40 GB cards.",
        ),
        (  # the lines say themselves that it is too much
            "A sensor has 256 KB of SRAM and 1 MB of flash.",
            ("First layout: 180 KB + 90 KB = 270 KB > 256 KB", "Second: 180 KB + 60 KB = 240 KB < 256 KB"),
            "Time is no problem, and memory is solved by the second layout.",
        ),
        (  # another clause, of another place
            "A sensor has 256 KB of SRAM and 1 MB of flash. Can everything live in SRAM?",
            ("SRAM: 200 KB + 70 KB = 270 KB", "Too much: 270 KB - 256 KB = 14 KB"),
            "No. SRAM would have to be 270 KB, so the arena must shrink; flash is no concern.",
        ),
        (  # the verdict is of another kind of value, in the clause that has the total as well
            "A tram display has to answer within 3 s, and people read 4 tokens/s.",
            ("Small voice: 0.8 s + 1.6 s = 2.4 s", "Large voice: 0.8 s + 3.1 s = 3.9 s"),
            "The large voice is fast enough at 6 tokens/s yet needs 3.9 s; we take the small one.",
        ),
        (  # nothing is said of memory
            "A tablet with 8 GB of memory at 34 GB/s runs a model of 3B parameters for one reader.",
            ("Weights: 3e9 * 2 bytes = 6 GB", "Per token: 6 / 34 = 176 ms"),
            "Reading 6 GB from the memory of the tablet takes 176 ms, so nobody can go beyond 5.7 tokens/s.",
        ),
        (  # what there is, and no verdict on what is needed
            "A depot's line gives 5 MB/s for 6 h a night, and forty vans need 4 GB each.",
            ("Vans: 40 * 4 GB = 160 GB", "A night over the line: 5 MB/s * 6 h = 108 GB"),
            "The vans need 160 GB, and the line carries 108 GB a night: it takes two nights.",
        ),
        (  # one case of two
            "A drone carries a pack of 90 Wh, and a survey takes 30 W for two hours.",
            ("Survey: 30 W * 2 h = 60 Wh", "With wind: 60 Wh * 1.6 = 96 Wh"),
            "On a calm day the pack lasts, in wind it does not.",
        ),
        (  # one of several values before the verdict
            "The move pays off if an epoch takes under 1.5 hours.",
            ("Old epoch: 9,000 * 0.8 s = 7,200 s = 2 h", "New epoch: 9,000 * 0.48 s = 4,320 s = 1.2 h"),
            "An epoch drops from 2 hours to 1.2 hours, under the 1.5 hours.",
        ),
        (  # tokens of a batch share one reading of the weights
            "A model of 46.7B parameters in INT8 runs on a card with 2,039 GB/s. How fast is it at batch 1 or"
            " 32?",
            ("Steps: 2,039 / 46.7 = 43.7 per second", "Batch 32: 32 * 43.7 = 1,398 tokens/s"),
            "1,398 tokens/s in a batch of 32.",
        ),
        (  # what lies on the host
            "One A100 80 GB takes 10 models in turn, each parked in host memory with 30 GB of weights.",
            ("Host memory: 10 * 30 GB = 300 GB",),
            "The host needs 300 GB.",
        ),
    ],
)
def test_a_need_is_held_against_what_the_text_means(
    audit: Any, scenario: str, lines: tuple[str, ...], solution: str
) -> None:
    assert _codes(audit, scenario, solution, lines) == set()


@each(
    "scenario, lines",
    [
        (
            "Each shard answers within 25 ms in 99% of cases; merging takes 3 ms more.",
            ("Shard and merge: 25 ms + 3 ms = 28 ms",),
        ),
        (
            "Eight cameras send frames, on a GMSL2 link of 6 Gb/s each.",
            ("One camera: 4 MB * 30 = 120 MB/s", "All cameras: 8 * 120 MB/s = 960 MB/s"),
        ),
        (
            "An image takes 50 ms: 20 ms of cropping on the CPU, then 30 ms in the network. We move only the"
            " network to a card and leave the cropping as it was. Now an image takes 25 ms.",
            ("Speed-up: 50 / 25 = 2",),
        ),
        (
            "A step took 120 ms on the old cards and takes 68 ms now; accuracy is unchanged at 77.1%.",
            ("Speed-up of the step: 120 / 68 = 1.76x",),
        ),
        (
            "Clips arrive at 12 per second at 4 speech-recognition replicas. A replica takes one at a time,"
            " 0.25 s on average.",
            ("Limit: 4 / 0.25 s = 16 clips/s",),
        ),
        (
            "The fibre is 4,000 km long, and a ping shows a round trip of 44 ms. A site 900 km away with"
            " a round trip of 10 ms follows.",
            ("Three round trips: 3 * 44 ms = 132 ms",),
        ),
    ],
)
def test_bounds_of_something_else_bind_nothing(audit: Any, scenario: str, lines: tuple[str, ...]) -> None:
    assert _codes(audit, scenario, "It is as computed.", lines) == set()


def test_how_often_in_an_hour_is_no_speed_up(audit: Any) -> None:
    scenario = (
        "A band grants 1 % of the air time, that is 36 s of 3,600 s, which stays as it is."
        " A tag calls every 30 s for 200 ms."
    )
    lines = ("Calls per hour: 3,600 / 30 = 120", "On air: 120 * 0.2 s = 24 s")
    assert _codes(audit, scenario, "The tag may call.", lines) == set()


@each(
    "scenario, lines, solution",
    [
        (  # `before` with what comes second is no deadline, and `allowed` is of the value before it
            "Pictures shrink before sending them ($60 of computing, accuracy lower by 0.1, 0.3 allowed).",
            ("Computing: $60", "Transfer: 54 * $2 = $108"),
            "It is cheaper than before.",
        ),
        (  # of all sensors, and many times the memory of one
            "Each of 40,000 sensors has 256 KB of RAM, and an image has 420 KB.",
            ("Images for all: 40,000 * 420 KB = 16.8 GB",),
            "The images are sent at night.",
        ),
        (  # in a day, and not in one go
            "After every 30 minutes of work the press stops and saves, which takes 45 s.",
            ("Per day: 24 h * 2.5% = 0.6 h",),
            "45 s is far less than the 30 minutes until the next stop.",
        ),
        (  # a low percentile of links is slow
            "A patch has 11 MB.",
            ("A patch: 11 * 8 = 88 Mb",),
            "On a median link it takes 57 s, on a p10 link 123 s.",
        ),
        (  # the time is that of another link
            "A farm hangs on 1,200 km of fibre, and tractors on a private 5G with 10 ms per round trip.",
            ("Chain: 40 ms + 22 ms + 10 ms = 72 ms",),
            "It holds.",
        ),
        (  # copies are no PUE
            "Ten copies serve 34 requests/s.",
            ("Busy: 34 * 0.25 = 8.5",),
            "With 10 replicas this is a utilization of 0.85.",
        ),
        (  # a time per something is no faster whole
            "One phase became 4 times as fast; the other stays as it is.",
            ("All: 78.1 ms + 72.1 ms = 150.2 ms", "Each: 150.2 ms / 20 = 7.51 ms per bucket"),
            "It is faster.",
        ),
    ],
)
def test_what_is_of_something_else_is_no_excess(
    audit: Any, scenario: str, lines: tuple[str, ...], solution: str
) -> None:
    assert _codes(audit, scenario, solution, lines) == set()


@each(
    "scenario, lines, code",
    [
        (  # the part whose share is worked out became faster, and all else stays
            "A step takes 400 ms: 120 ms of decoding, and 280 ms of passes after that. The team moves the"
            " decoding to a card and changes nothing else; the stages still follow one another.",
            (
                "Share of decoding: 120 / 400 = 30%",
                "Step after: {after} ms",
                "Speed-up: 400 / {after} = {by:.2f}x",
            ),
            "QB858",
        ),
        (  # that part is said to stay
            "A job takes 400 s, and 30% of that is a strictly serial merge. The rest is spread over five"
            " nodes; the merge stays as it is.",
            ("Merge: 400 s * 30% = 120 s", "Speed-up: 400 s / {after} s = {by:.2f}x"),
            "",
        ),
    ],
)
def test_what_was_not_made_faster_takes_its_time(
    audit: Any, scenario: str, lines: tuple[str, ...], code: str
) -> None:
    for after, found in ((210, {code} - {""}), (304, set())):
        told = tuple(line.format(after=after, by=400 / after) for line in lines)
        assert _codes(audit, scenario, "It is faster.", told) == found


@each(
    "scenario, solution, wrong, right",
    [
        (  # a compound is no failure
            "A lift has 2,048 KB of internal flash for its images.",
            "Everything in an image is stored twice, for a power-fail-safe update.",
            ("Two slots: 2 * 1,100 = 2,200 KB", "Layout: 2,200 + 128 = 2,328 KB"),
            ("Two slots: 2 * 860 = 1,720 KB", "Layout: 1,720 + 128 = 1,848 KB"),
        ),
        (  # a question in a sentence denies nothing
            "A lift has 2,048 KB of internal flash for its images.",
            "Everything is stored twice, whether it changes or not. The update is safe.",
            ("Two slots: 2 * 1,100 = 2,200 KB", "Layout: 2,200 + 128 = 2,328 KB"),
            ("Two slots: 2 * 860 = 1,720 KB", "Layout: 1,720 + 128 = 1,848 KB"),
        ),
        (  # a given that is as large as the excess tells of no excess
            "A watch has 256 KB of RAM. Its stacks take 48 KB, a buffer 16 KB and the arena 96 KB.",
            "The training runs on the watch.",
            ("Fixed: 96 KB + 48 KB + 16 KB = 160 KB", "Peak: 160 KB + 144 KB = 304 KB"),
            ("Fixed: 96 KB + 48 KB + 16 KB = 160 KB", "Peak: 160 KB + 72 KB = 232 KB"),
        ),
        (  # two times of the day in two sentences
            "The data are there at 22:00. They have to be abroad at 06:00.",
            "The copy is made once a night.",
            ("Copy: 36 TB / 1.06 GB/s = 33,962 s = 9.43 h",),
            ("Copy: 26 TB / 1.06 GB/s = 24,528 s = 6.81 h",),
        ),
    ],
)
def test_what_takes_no_notice_of_an_excess(
    audit: Any, scenario: str, solution: str, wrong: tuple[str, ...], right: tuple[str, ...]
) -> None:
    assert "QB855" in _codes(audit, scenario, solution, wrong)
    assert _codes(audit, scenario, solution, right) == set()
