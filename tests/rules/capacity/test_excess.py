"""QB855: totals beyond what there is for them, and what takes notice of that."""

from typing import Any

import pytest

from each import each
from rules.rule_examples import reported

ON = "The plan goes on to the next step."


def found(audit: Any, scenario: str, lines: tuple[str, ...], solution: str = ON) -> bool:
    """Whether QB855 reports anything."""
    return "QB855" in reported(audit, scenario=scenario, lines=lines, solution=solution)


@each(
    "scenario, line, much, little",
    [
        (
            "The weights lie on one A100 40GB, and nothing is offloaded.",
            "Weights and cache: {} + 8 GB = {} GB",
            ("35 GB", 43),
            ("30 GB", 38),
        ),
        (
            "There are sixteen A100 80GB, and each of them keeps a copy of the weights.",
            "Weights and cache per GPU: {} + 40 GB = {} GB",
            ("50 GB", 90),
            ("30 GB", 70),
        ),
        (
            "Logs of the fleet leave over a leased line of 10 Gbit/s.",
            "Mean rate: {} TB / 86,400 s = {} Gbit/s",
            ("126", 11.67),
            ("84", 7.78),
        ),
        (
            "A shelf hangs on a feed good for 9 kW. Boards of up to 2.2 kW each and a 0.4 kW fan go in.",
            "Shelf: {} * 2.2 + 0.4 = {} kW",
            (5, 11.4),
            (3, 7.0),
        ),
        (
            "Runs write their states to a local NVMe volume of 2.4 TB.",
            "States: {} * 160 GB = {} GB",
            (18, 2880),
            (12, 1920),
        ),
        (
            "A buoy sends its pictures by satellite every day.",
            "Sendable: 900 s/day * 8 MB/s = 7,200 MB/day\n    - Taken: {} * 40 MB = {} GB/day",
            (220, 8.8),
            (150, 6.0),
        ),
        (
            "A chip has 2,048 KB of flash, and an image has to lie in one of two equal slots.",
            "Slot: (2,048 KB - 128 KB) / 2 = 960 KB\n    - Image: 410 KB + {} KB = {:,} KB",
            (610, 1020),
            (430, 840),
        ),
        (
            "The host has 512 GB of memory, 300 GB already in use.",
            "Free: 512 GB - 300 GB = 212 GB\n    - Staged: {} * 91 GB = {} GB",
            (4, 364),
            (2, 182),
        ),
        ("A rack has one feed of 30 kW.", "Rack: {} * 7.5 kW = {} kW", (5, 37.5), (3, 22.5)),
        (
            "Two image slots share the 2 MiB of flash.",
            "Slots: 2 * {} KiB = {} KiB",
            (1100, 2200),
            (900, 1800),
        ),
        (
            "The tail lift of a van is good for 900 kg.",
            "Crates: {} * 180 kg = {} kg\n    - Share of one: 180 / 900 = 20 %",
            (6, 1080),
            (4, 720),
        ),
        (
            "A cabinet is fused for 9 kW.",
            "Nodes: {} * 1.7 kW = {} kW\n    - A day: 24 h * 1.7 kW = 40.8 kWh",
            (6, 10.2),
            (5, 8.5),
        ),
        (
            "The course may emit at most 400 kg of CO2.",
            "Emissions: {} kWh * 0.4 kg/kWh = {} kg\n    - Per team: {} / 8 = {} kg",
            ("1,200", 480, 480, 60),
            ("800", 320, 320, 40),
        ),
        (
            "Every server has four cards of 48 GB. A model is spread evenly over one server.",
            "Per card: 160 GB / 4 = 40 GB\n    - With the rest: 40 + {} = {} GB",
            (11, 51),
            (6, 46),
        ),
        (
            "Between 21:30 and 05:30 the day's files go to the other site.",
            "Copy: {} TB / 1.5 GB/s = {} s",
            (54, "36,000"),
            (36, "24,000"),
        ),
        (
            "The project may start at most 64 GPUs in the region.",
            "GPUs: {} * 8 = {} GPUs",
            (9, 72),
            (7, 56),
        ),
        (
            "A headset works in hops of 4 ms. Its stages run one after the other on one core.",
            "Per hop: 1.5 ms + {} ms = {} ms",
            (3.1, 4.6),
            (1.9, 3.4),
        ),
        (
            "The cluster is ours from midnight to 6 am.",
            "Scan: {} TB / 1.25 GB/s = {} s",
            (36, "28,800"),
            (18, "14,400"),
        ),
        (
            "The gateway drops requests after 120 s.",
            "First answer: {} s + 60 s = {} s",
            (80, 140),
            (40, 100),
        ),
        (
            "A spot node is taken back 2 minutes after the notice.",
            "Save: 15 s + {} s = {} s",
            (130, 145),
            (90, 105),
        ),
        (
            "An SSD of 512 GB (410 GB usable) keeps the index.",
            "Index: {} * 75 GB = {} GB",
            (6, 450),
            (5, 375),
        ),
        (
            "The frame of the glasses sheds 2.2 W.",
            "Loads: 1.6 W + {} W = {} W\n    - Afterwards: {} W - 0.2 W = {} W",
            (1.1, 2.7, 2.7, 2.5),
            (0.7, 2.3, 2.3, 2.1),
        ),
        (
            "Files leave in the change window, Saturday 20:00 to Sunday 08:00.",
            "Copy: {} TB / 2 GB/s = {} h",
            (108, 15),
            (72, 10),
        ),
        (
            "A badge has 64 KiB of internal flash and an external flash of 4 MiB for sounds.",
            "Internal flash used: {} KiB + 20 KiB = {} KiB",
            (46, 66),
            (40, 60),
        ),
        (
            "For the year, a club has a budget of 9,000 € per month.",
            "Servers: {} * 2,000 € = {} €\n    - Traffic: 50 * 50 € = 2,500 €",
            (4, "8,000"),
            (3, "6,000"),
        ),
        (
            "A packet takes a payload of at most 51 bytes.",
            "Payload: 12 * {} B = {} B",
            (6, 72),
            (4, 48),
        ),
    ],
)
def test_a_total_beyond_what_there_is(
    audit: Any, scenario: str, line: str, much: tuple[object, ...], little: tuple[object, ...]
) -> None:
    assert found(audit, scenario, (line.format(*much),))
    assert not found(audit, scenario, (line.format(*little),))


@pytest.mark.parametrize(
    "solution",
    [
        "No, the card is too small.",
        "The first 8 GB would have to go elsewhere.",
        "It does not fit.",
        "Two cards are needed.",
        "That is 1.25 times what one card has.",
        "The index cannot be held.",
        "Such a card cannot take it.",
    ],
)
def test_whoever_takes_notice_is_left_alone(audit: Any, solution: str) -> None:
    scenario = "A card of 32 GB is to keep the index of a shop."
    assert found(audit, scenario, ("Index: 20 * 2 GB = 40 GB",))
    assert not found(audit, scenario, ("Index: 20 * 2 GB = 40 GB",), solution)


@each(
    "solution",
    [
        "A failed download leaves the old index in place.",
        "If a query does not end within a second, it is asked again.",
        "Queries are easily forgotten because nobody keeps them.",
        "The kernel cannot page out the buffers, and readers cannot disturb each other.",
        "A lookup lasts 4 ms.",
    ],
)
def test_what_is_said_of_other_things_is_no_notice(audit: Any, solution: str) -> None:
    scenario = "A card of 32 GB is to keep the index of a shop."
    assert found(audit, scenario, ("Index: 20 * 2 GB = 40 GB",), solution)


@each(
    "scenario, lines",
    [
        (
            "Its pack holds 89 Wh, of which 80% may be drawn before it lands.",
            ("Flight: 20 min * 234 W = 78 Wh",),
        ),
        ("A push takes payloads of up to 4,096 bytes.", ("Payload: 3,840 B + 310 B = 4,150 B",)),
        ("A watch has 1 MB (1,024 KB) of flash.", ("Firmware: 700 KB + 350 KB = 1,050 KB",)),
        ("The switch port guarantees 12 W.", ("Camera: 7 W + 6 W = 13 W", "Lamp: 6 / 13 = 46%")),
        (
            "The system ends the app when it holds more than 2 GB. The phone has 8 GB.",
            ("App: 1.4 GB + 0.9 GB = 2.3 GB",),
        ),
        (
            "An A100 80GB of the A100 80GB SXM server keeps the weights.",
            ("Weights and cache: 60 GB + 25 GB = 85 GB",),
        ),
    ],
)
def test_limits_are_read_however_they_are_told(audit: Any, scenario: str, lines: tuple[str, ...]) -> None:
    assert found(audit, scenario, lines)


@each(
    "scenario, lines",
    [
        (
            "A pump logs from 08:00 to 18:00. Its cell has 30 Wh.",
            ("Run time: 30 Wh / 2 W = 15 h",),
        ),
        (
            "A node of 96 KB runs three layers.",
            ("First: 2 * 30 KB = 60 KB", "Second: 2 * 20 KB = 40 KB", "Peak of all: 60 KB + 30 KB = 90 KB"),
        ),
        ("Eight cameras send frames, on a link of 6 Gb/s each.", ("All cameras: 8 * 120 MB/s = 960 MB/s",)),
        ("A rack takes at most 30 kW.", ("Both racks: 2 * 20 kW = 40 kW",)),
        ("A card of 32 GB is at hand.", ("Index: 20 * 2 GB = 40 GB", "Excess: 40 GB - 32 GB = 8 GB")),
        ("A card of 32 GB is at hand.", ("Index: 20 * 2 GB = 40 GB", "Cards: 40 GB / 32 GB = 1.25, so 2")),
        ("A card of 32 GB is at hand.", ("Index without codes: 20 * 2 GB = 40 GB",)),
        ("A card of 32 GB is at hand.", ("Index: 20 * 2 GB = 40 GB > 32",)),
        (
            "A box of 16 GB keeps two slots. A partition of 3 GB has its settings.",
            ("Slot: 4 GB + 2 GB = 6 GB",),
        ),
        (
            "Ten brokers with three 8 TB drives each keep the log.",
            ("All: 90 * 2 TB = 180 TB", "Per broker: 180 TB / 10 = 18 TB"),
        ),
        ("A card of 32 GB is at hand.", ("Index, FP32: 20 * 2 GB = 40 GB", "Index, FP16: 20 * 1 GB = 20 GB")),
        (
            "A drone carries a payload of at most 15 g.",
            ("Payload: 8 g + 6 g = 14 g", "In the air: 14 g + 27 g = 41 g"),
        ),
        ("A service should answer within 300 ms.", ("Answer: 200 ms + 150 ms = 350 ms",)),
        (
            "An uplink of 20 Mbit/s carries detections.",
            ("Cameras: 8 * 4 Mbit/s = 32 Mbit/s", "A day: 32 Mbit/s * 86,400 s = 345.6 GB"),
        ),
        (
            "A scanner is wired over MIPI with 2.5 Gbit/s per lane.",
            (
                "Payload: 2.9 Gbit/s * 2 = 5.8 Gbit/s",
                "Link: 5.8 Gbit/s * 1.1 = 6.38 Gbit/s",
                "4 lanes: 10.0 - 6.38 = 3.62 Gbit/s",
            ),
        ),
        (
            "A probe has to answer within 44 ms.",
            ("Lower: 43 ms - 2 ms = 41 ms", "Upper: 43 ms + 2 ms = 45 ms"),
        ),
        (
            "A classifier of 2.1M weights shall fit into 512 KB of flash, with 4 or 1 bit per weight.",
            (
                "| bits | size | fits |\n    | 4 | 2.1M × 0.5 B = 1,050 KB | no |"
                "\n    | 1 | 2.1M / 8 = 262.5 KB | yes |",
            ),
        ),
        (
            "A slice gives the job four chips.",
            ("Rate: 2 * 3 = 6 requests",),
        ),
    ],
)
def test_what_is_no_excess(audit: Any, scenario: str, lines: tuple[str, ...]) -> None:
    assert not found(audit, scenario, lines)


def test_a_lack_may_be_that_of_another_case(audit: Any) -> None:
    scenario, dark = "A mast has 30 Wh stored.", "Dark: 2 Wh - 5 Wh = -3 Wh"
    fits = "The parts fit on the mast."
    assert found(audit, scenario, (dark,), fits)
    assert not found(audit, scenario, ("Bright: 9 Wh - 5 Wh = 4 Wh", dark), fits)


def test_that_no_more_has_room_is_no_notice(audit: Any) -> None:
    scenario = "A card of 32 GB is to keep the index of a shop."
    solution = "The index fits on the card, but there is no room for more."
    assert found(audit, scenario, ("Index: 20 * 2 GB = 40 GB",), solution)


@each(
    "scenario, line, much, little",
    [
        (
            "An app that goes above 3 GB is killed by the system.",
            "Together: {} GB + 1.3 GB = {} GB",
            (2, 3.3),
            (1, 2.3),
        ),
        ("A hall grants each rack 30 kW.", "Load of a rack: {} * 4 kW = {} kW", (9, 36), (6, 24)),
        (
            "The studio has an allocation of 90 TB on the array.",
            "Takes: {} * 10 TB = {} TB",
            (12, 120),
            (7, 70),
        ),
        ("A box runs on a 60 W rail.", "Parts: {} W + 8 W = {} W", (58, 66), (40, 48)),
        ("One node has 640 GB of HBM in total.", "Total: {} GB + 80 GB = {} GB", (600, 680), (500, 580)),
    ],
)
def test_what_is_told_as_the_result_is_noticed_by_its_own_sentences(
    audit: Any, scenario: str, line: str, much: tuple[float, float], little: tuple[float, float]
) -> None:
    prose = "A single copy is not enough for most teams, and an idle one cannot be shortened."
    for numbers, is_much in ((much, True), (little, False)):
        told = line.format(*numbers)
        lines = (told, f"**Result: {told.rpartition('= ')[2]} in use.**")
        assert found(audit, scenario, lines, prose) is is_much, told
        assert not found(audit, scenario, lines, f"{prose} {told.rpartition('= ')[2]} are too much.")


@each(
    "scenario, line, much, little",
    [
        (
            "A pod of the tagger gets a heap of 40 MB from its chart.",
            "Heap: {} MB + 9 MB = {} MB",
            (36, 45),
            (28, 37),
        ),
        ("The volume behind the traces is 3 TB.", "Traces: {} * 210 GB = {} GB", (18, 3780), (12, 2520)),
        ("The foundation pays 7,000 €.", "Bill: {} * 70 € = {} €", (130, "9,100"), (90, "6,300")),
        (
            "The linker script leaves 90 KB to the detector, of the 128 KB of RAM that the board has.",
            "Detector: {} KB + 22 KB = {} KB",
            (77, 99),
            (60, 82),
        ),
        (
            "The gateway allows up to 90 requests per second and key. Above that it returns 503.",
            "Rate: {} * 4 requests/s = {} requests/s",
            (28, 112),
            (20, 80),
        ),
        (
            "A key may spend at most 240,000 tokens a minute.",
            "Spent: {} calls/min * 2,000 tokens = {} tokens/min",
            (150, "300,000"),
            (90, "180,000"),
        ),
        ("The plan comes with 4 GB per month.", "A month: {} * 0.3 GB = {} GB", (21, 6.3), (12, 3.6)),
        ("The switch has 24 ports.", "Ports: {} * 5 = {} ports", (6, 30), (4, 20)),
        (
            "A fuse of 4 A protects the line, which has 12 V.",
            "Drawn: {} W / 12 V = {} A",
            (66, 5.5),
            (36, 3),
        ),
        (
            "Belts bring a can every 70 ms. Its two stages run one after the other.",
            "Can: 30 ms + {} ms = {} ms",
            (52, 82),
            (31, 61),
        ),
        (
            "The signed address of an upload expires after 20 minutes.",
            "Upload: {} GB / 2 MB/s = {} s",
            (3.2, "1,600"),
            (1.6, 800),
        ),
        ("A port of 5 V at up to 0.6 A feeds the pair.", "Both: {} W + 1.5 W = {} W", (2.1, 3.6), (1.1, 2.6)),
        (
            "Its SIM has 12 GB per 30 days.",
            "In 30 days: 30 * {} GB = {} GB",
            (0.5, 15),
            (0.3, 9),
        ),
        (
            "The module has 64 Mbit of flash, 8,192 KB.",
            "Kept: {} * 30 KB = {} KB",
            (320, "9,600"),
            (200, "6,000"),
        ),
        ("Every cabinet has one 20 kW tap.", "Cabinet: {} * 6 kW = {} kW", (4, 24), (3, 18)),
        ("The system grants 60 seconds.", "Load: {} MB / 2 MB/s = {} s", (180, 90), (90, 45)),
        (
            "The institute has an allowance of 800 kg CO2.",
            "Emissions: {} kWh * 0.4 kg/kWh = {} kg",
            ("2,500", "1,000"),
            ("1,500", 600),
        ),
    ],
)
def test_what_nothing_uses_is_what_a_total_is_held_against(
    audit: Any, scenario: str, line: str, much: tuple[object, ...], little: tuple[object, ...]
) -> None:
    assert found(audit, scenario, (line.format(*much),))
    assert not found(audit, scenario, (line.format(*little),))


@each(
    "scenario, lines",
    [
        ("The old corpus was 30 GB.", ("Corpus: 20 * 2 GB = 40 GB",)),
        ("Labels take 30 GB.", ("Pictures: 20 * 2 GB = 40 GB",)),
        ("The volume is 30 GB.", ("Index: 20 * 2 GB = 40 GB", "Share: 30 / 40 = 75 %")),
        ("The volume is 30 GB.", ("Two sites: 2 * 20 GB = 40 GB",)),
        ("The volume is 15 GB.", ("Index: 20 * 2 GB = 40 GB",)),
        ("A probe draws 30 W.", ("Lamps: 20 * 2 W = 40 W",)),
        ("The day's files are 3 TB.", ("In 8 h: 28,800 s * 125 MB/s = 3.6 TB",)),
        ("A gate lets 200 ms pass.", ("Gate: 205 ms * 1.05 = 215 ms",)),
        ("The chain has 40 ms.", ("Worst case: 28 ms + 17 ms = 45 ms",)),
        ("A feed of 400 V and 16 A has three phases.", ("Load: 2 * 4 kW = 8 kW",)),
        ("The pilot sent 9 MB a day.", ("Tracker per month: 11.5 MB + 1.5 MB = 13 MB",)),
        ("Warnings come more than two seconds late.", ("Delay: 2.4 s + 0.1 s = 2.5 s",)),
    ],
)
def test_what_is_told_besides_is_no_limit(audit: Any, scenario: str, lines: tuple[str, ...]) -> None:
    assert not found(audit, scenario, lines)


@each(
    "scenario, lines, right, wrong",
    [
        (  # what is left, though no word says so
            "A frame grabber has a memory of 80 GB, of which 90% can be used. Ten caches are kept.",
            (
                "Usable: 80 GB * 0.9 = 72 GB",
                "After the model: 72 - 30 = 42 GB",
                "Caches: 10 * {each} = {all}",
            ),
            ("4 GB", "40 GB"),
            ("6 GB", "60 GB"),
        ),
        (
            "A drive has 2 TB. Logs of 0.4 TB stay on it, and beside them a ring of ten images.",
            ("Beside the logs: 2 - 0.4 = 1.6 TB", "Ring: 10 * {each} = {all}"),
            ("0.15 TB", "1.5 TB"),
            ("0.18 TB", "1.8 TB"),
        ),
        (  # what a line carries in its window
            "Barns send 5 pictures each over a line that carries 2 MB/s and is theirs for an hour a night.",
            ("What the line carries: 2 MB/s * 3,600 s = 7.2 GB", "What the barns send: 60 * {each} = {all}"),
            ("0.1 GB", "6 GB"),
            ("0.15 GB", "9 GB"),
        ),
    ],
)
def test_what_there_is_may_be_worked_out(
    audit: Any, scenario: str, lines: tuple[str, ...], right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    for is_found, (each_one, total) in ((False, right), (True, wrong)):
        told = tuple(line.format(each=each_one, all=total) for line in lines)
        assert found(audit, scenario, told) is is_found


def test_what_comes_again_leaves_time_for_the_work_on_it(audit: Any) -> None:
    serial = "A scale takes a new coin every 40 ms and finishes it before the next one."
    apart = "A scale takes a new coin every 40 ms and works on several at once."
    for line in ("Coin: 15 ms + 37 ms = 52 ms", "Coin: 520 MB / 10 GB/s = 52 ms"):
        assert found(audit, serial, (line,), "It goes on.")
        assert not found(audit, apart, (line,), "It goes on.")
    for line in ("Coin: 15 ms + 21 ms = 36 ms", "Coin: 360 MB / 10 GB/s = 36 ms", "Without overlap: 52 ms"):
        assert not found(audit, serial, (line,), "It goes on.")


@each(
    "scenario, lines, solution",
    [
        (
            "A drone has a battery of 77 Wh. It flew for 30 minutes and drew 180 W.",
            ("Energy used: 180 W * 0.5 h = 90 Wh",),
            "",
        ),
        (
            "Every port carries 80 Gb/s. An exchange sends 6 GB through each port.",
            (
                "Line rate: 80 / 8 = 10 GB/s",
                "Sent: 2 * 6 GB/s = 12 GB/s",
                "Sent before the change: 2 * 4 GB/s = 8 GB/s",
            ),
            "",
        ),
        (
            "A badge has 256 KB of RAM. Its arena takes 170 KB, and the radio 40 KB.",
            ("Total: 170 KB + 40 KB + 64 KB = 274 KB", "Radio: 40 / 274 = 14.6%"),
            "They cannot overlap. If a scan does not end in time, it is repeated. A failed one is logged.",
        ),
        (
            "The system kills the app when its memory, caches included, exceeds 2 GB.",
            ("Total: 1.4 GB + 0.9 GB = 2.3 GB",),
            "",
        ),
        (
            "The catalogue lies in the memory of six nodes with 64 GB each.",
            ("Two copies: 2 * 216 GB = 432 GB",),
            "All of it stays in memory.",
        ),
        (
            "The case of a box on a mast can dissipate 45 W.",
            ("Total: 28 W + 12 W + 10 W = 50 W",),
            "The lid may be cast.",
        ),
        (
            "The members lie in the memory of ten nodes with 52 GB each.",
            ("In all: 2 * 270 GB = 540 GB", "Per node: 540 GB / 10 = 54 GB"),
            "The nodes hold all. An alarm warns before writes get refused.",
        ),
        (
            "The join may start at 01:00, and its table is read at 05:00.",
            ("Scan and compaction: 4.25 h + 0.5 h = 4.75 h",),
            "The table is there in the morning.",
        ),
    ],
)
def test_what_the_text_says_besides_is_no_notice(
    audit: Any, scenario: str, lines: tuple[str, ...], solution: str
) -> None:
    """A share of it, another case, a failure that is only named, what cannot be for another reason."""
    assert found(audit, scenario, lines, solution or ON)
