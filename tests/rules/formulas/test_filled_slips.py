"""What QB801 finds where a formula's variables are told all over a question, and what it leaves alone."""

from __future__ import annotations

import json

from each import each
from qbank.rules.core.question_file import SourceFile
from qbank.rules.formulas.formula import RecognisedSlip

SLIPS = (
    ("Two database replicas serve a shop; either one suffices. Each is available 95% of the time.",
     "Availability: 0.95 × 0.95 = 90.25%", "Availability: 1 - 0.05 × 0.05 = 99.75%"),
    ("Jobs arrive at 40 per second and stay for 3 s in the server on average.",
     "Jobs in flight: 40 / 3 = 13.3", "Jobs in flight: 40 × 3 = 120"),
    ("A tracker has a cell of 800 mAh at 3.6 V and a mean load of 20 mW.",
     "Battery runtime: 800 / 20 = 40 h", "Battery runtime: 800 × 3.6 / 20 = 144 h"),
    ("A chip goes from 1.2 V at 2 GHz to 0.9 V at 1.5 GHz; it drew 6 W of dynamic power.",
     "Power ratio: 0.9 / 1.2 × 1.5 / 2 = 0.5625", "Power ratio: (0.9 / 1.2)^2 × 1.5 / 2 = 0.42"),
    ("A board dissipates 9 W; from junction to air it has 5 °C/W.",
     "Temperature rise: 9 / 5 = 1.8 °C", "Temperature rise: 9 × 5 = 45 °C"),
    ("A step computes for 200 ms. The gradient exchange of 150 ms is fully overlapped with it.",
     "Step time: 200 ms + 150 ms = 350 ms", "Step time: max(200 ms, 150 ms) = 200 ms"),
    ("The first half of an upload goes at 30 MB/s, the second half at 10 MB/s.",
     "Average: (30 MB/s + 10 MB/s) / 2 = 20 MB/s", "Average: 2 × 30 × 10 / (30 + 10) = 15 MB/s"),
    ("A filter drops 50% of the pages and a second filter 20% of what is left.",
     "Dropped in total: 50% + 20% = 70%", "Dropped in total: 1 - 0.5 × 0.8 = 60%"),
    ("Machines, each with an MTBF of 2,000 h, run a job that any failure ends. There are 16 machines.",
     "MTBF of the job: 2,000 h / √16 = 500 h", "MTBF of the job: 2,000 h / 16 = 125 h"),
    ("Data-parallel training on 12 GPUs, micro-batch of 2 samples, 5 accumulation steps.",
     "Global batch: 2 × 5 = 10", "Global batch: 2 × 5 × 12 = 120"),
    ("The cache has a hit rate of 90%; a hit takes 2 ms and a miss 30 ms.",
     "Average time: (2 ms + 30 ms) / 2 = 16 ms", "Average time: 0.9 × 2 ms + 0.1 × 30 ms = 4.8 ms"),
    ("A recorder keeps 10 s of audio at 8 kHz with 16 bits per sample.",
     "Audio buffer: 8,000 × 16 × 10 = 1,280,000 bytes", "Audio buffer: 8,000 × 2 × 10 = 160,000 bytes"),
    ("A chip that does 312 TFLOP/s trains a model of 1B parameters on 20B tokens.",
     "Training time: 2 × 1B × 20B tokens / 312 TFLOP/s = 128,205 s",
     "Training time: 6 × 1B × 20B tokens / 312 TFLOP/s = 384,615 s"),
    ("A campus runs 40 servers at 600 W for 100 h. The PUE of the hall is 1.5.",
     "Servers: 40 × 0.6 kW × 100 h = 2,400 kWh\n- Whole hall: 2,400 kWh / 1.5 = 1,600 kWh",
     "Servers: 40 × 0.6 kW × 100 h = 2,400 kWh\n- Whole hall: 2,400 kWh × 1.5 = 3,600 kWh"),
    ("A login needs the token service (99.8% available) and the user store (99.4%). If one of them "
     "is down, nobody gets in.",
     "Availability of the login: 1 - (1 - 0.998) × (1 - 0.994) = 0.999988",
     "Availability of the login: 0.998 × 0.994 = 0.992012"),
    ("A node has six GPUs, and each GPU takes 800 images per second. An image has 90 kB on average.",
     "Read rate of the node: 800 × 90 kB = 72 MB/s",
     "Read rate of the node: 6 × 800 × 90 kB = 432 MB/s"),
    ("An NPU is rated at 2 TOPS. A network needs 400 million MACs per picture.",
     "Time at peak: 400e6 / 2e12 = 0.2 ms",
     "Time at peak: 2 × 400e6 / 2e12 = 0.4 ms"),
    ("Of 900 clips that were checked by hand 90% were right.",
     "Standard error: sqrt(0.9 × 0.1) / 900 = 0.000333",
     "Standard error: sqrt(0.9 × 0.1 / 900) = 0.01"),
    ("The archive of 90 TB is kept with an erasure code of 6 data fragments and 3 parity fragments.",
     "Raw storage: 90 TB × 6 / (6 + 3) = 60 TB",
     "Raw storage: 90 TB × (6 + 3) / 6 = 135 TB"),
    ("A 2B model is fine-tuned on 50M tokens of letters.",
     "Work: 2 × 2B × 50M tokens = 2e17 FLOPs", "Work: 6 × 2B × 50M tokens = 6e17 FLOPs"),
    ("A pipeline of 5 stages takes 20 micro-batches a step.",
     "Idle share of the step: (5 - 1) / 20 = 20%", "Idle share of the step: (5 - 1) / (20 + 5 - 1) = 16.7%"),
    ("A pipeline of 5 stages takes 20 micro-batches a step, and each of them 3 ms on a stage.",
     "Step: 20 × 3 ms = 60 ms", "Step: (20 + 5 - 1) × 3 ms = 72 ms"),
    ("Ten machines reduce 4 GB of gradients with a ring all-reduce.",
     "Sent by each machine: 1 × 4 GB = 4 GB", "Sent by each machine: 2 × 9 / 10 × 4 GB = 7.2 GB"),
    ("A 4B model trains with Adam: BF16 weights and gradients, an FP32 master copy and two FP32 moments.",
     "Adam and weights: 4B × (2 + 2 + 8) bytes = 48 GB",
     "Adam and weights: 4B × (2 + 2 + 4 + 8) bytes = 64 GB"),
    ("Every one of 24 data-parallel GPUs takes 2 sequences of 1,024 tokens before an update.",
     "Tokens per update: 2 × 1,024 = 2,048", "Tokens per update: 24 × 2 × 1,024 = 49,152"),
    ("A queue has 900 requests. The server takes 30 requests/s, and 20 requests/s keep coming.",
     "Queue gone after: 900 / 30 = 30 s", "Queue gone after: 900 / (30 - 20) = 90 s"),
    ("A shop gets 20 orders/s; in the evening peak it is five times the mean. A server takes 10 orders/s.",
     "Servers: 20 / 10 = 2", "Servers: 5 × 20 / 10 = 10"),
    ("A node copies 60 GB from the store over a NIC with 40 Gbit/s.",
     "Copy: 60 / 40 = 1.5 s", "Copy: 60 / 5 = 12 s"),
    ("A pipeline has 11 stages, and a batch goes through in 30 micro-batches.",
     "Share of time that a stage is idle: 10 / 30 = 33.3%",
     "Share of time that a stage is idle: 10 / 40 = 25%"),
    ("Queries come at random, 30 per second; a worker serves 50 per second, with exponential times.",
     "Mean response time: 1 / 50 = 20 ms", "Mean response time: 1 / (50 - 30) = 50 ms"),
    ("A RAID 6 has 8 drives of 12 TB each.",
     "Usable capacity: 7 × 12 TB = 84 TB",
     "Usable capacity: 6 × 12 TB = 72 TB"),
    ("Four convolutions with a kernel of 5 and stride 1 follow each other.",
     "Receptive field: 4 × 5 = 20",
     "Receptive field: 1 + 4 × (5 - 1) = 17"),
    ("An input of 40 samples meets a kernel of 8 with a stride of 4 and no padding.",
     "Output positions: (40 - 8) / 4 = 8",
     "Output positions: (40 - 8) / 4 + 1 = 9"),
    ("A cart drives at 4 m/s, its detector needs 0.5 s, and it brakes with 2 m/s².",
     "Stopping distance: 4 m/s × 0.5 s = 2 m",
     "Stopping distance: 4 m/s × 0.5 s + (4 m/s)^2 / (2 × 2 m/s²) = 6 m"),
    ("A server costs $24,000 or is rented at $4 per hour. Electricity for the own one costs $1 per hour.",
     "Pays off after: $24,000 / $4 per hour = 6,000 h",
     "Pays off after: $24,000 / ($4 - $1) per hour = 8,000 h"),
    ("A depthwise convolution works on a map of 28 × 28 positions with 64 channels and a kernel of 3.",
     "Depthwise MACs: 28^2 × 64^2 × 3^2 = 28,901,376",
     "Depthwise MACs: 28^2 × 64 × 3^2 = 451,584"),
    ("Five workers, each serving 10 requests per second, share 30 requests per second.",
     "Utilization: 30 / 10 = 3",
     "Utilization: 30 / (5 × 10) = 60%"),
    ("In each hour the radio is on for 6 minutes at 120 mW; else the node takes 4 mW.",
     "On: 6 min / 60 min = 0.1\n- Average power: (120 mW + 4 mW) / 2 = 62 mW",
     "On: 6 min / 60 min = 0.1\n- Average power: 0.1 × 120 mW + 0.9 × 4 mW = 15.6 mW"),
    ("A lab pretrains a 2B model on 40 billion tokens of its own text.",
     "Work: 2 × 2e9 × 40e9 = 1.6e20 FLOP",
     "Work: 6 × 2e9 × 40e9 = 4.8e20 FLOP"),
)  # fmt: skip
"""A scenario, a slip, and the same without it."""

LEFT_ALONE = (
    ("A campus draws 90 kW from the grid, and the PUE of its hall is 1.5.",
     "IT energy: 90 kW × 10 h / 1.5 = 600 kWh"),
    ("A login asks the token service (99.8% available), and a copy stands by if it fails.",
     "Availability of the login: 1 - (1 - 0.998) × (1 - 0.998) = 0.999996"),
    ("A node has six GPUs, and each GPU takes 800 images per second. An image has 90 kB.",
     "Read rate of each GPU: 800 × 90 kB = 72 MB/s"),
    ("An NPU does 1 trillion MAC/s. A network needs 400 million MACs.", "Time at peak: 400e6 / 1e12 "
     "= 0.4 ms"),
    ("Two mirrored databases serve a shop, and both are needed.", "Availability: 0.95 × 0.95 = 90.25%"),
    ("A step computes for 200 ms, the exchange takes 150 ms, nothing is overlapped.",
     "Step time: 200 ms + 150 ms = 350 ms"),
    ("Next term they overlap it; now a step of 200 ms goes without overlap, and the exchange takes 150 ms.",
     "Step time: 200 ms + 150 ms = 350 ms"),
    ("A plan may overlap the gradient exchange if there is time.", "Step time: 200 ms + 150 ms = 350 ms"),
    ("Half of the time an upload goes at 30 MB/s, half of the time at 10 MB/s.",
     "Average: (30 MB/s + 10 MB/s) / 2 = 20 MB/s"),
    ("Data-parallel training on 12 GPUs, micro-batch of 2 samples, 5 accumulation steps.",
     "Per rank: 2 × 5 = 10\n- Global batch: 10 × 12 = 120"),
    ("The first tax takes 50% of all, the second 20% of all.", "Dropped in total: 50% + 20% = 70%"),
    ("A server draws 400 W; the PUE of the hall is 1.5.",
     "Server energy: 400 W × 10 h = 4 kWh\n- Facility energy: 4 kWh × 1.5 = 6 kWh"),
    ("A tracker has a cell of 2.88 Wh and a mean load of 20 mW.", "Battery runtime: 2.88 Wh / 20 mW = 144 h"),
)  # fmt: skip


def _found(scenario: str, napkin: str) -> list[str]:
    text = json.dumps({"scenario": scenario, "details": {"napkin_math": f"- {napkin}"}})
    question = SourceFile.from_bytes(text.encode(), "x.yaml").question()
    assert question is not None
    return [finding.message for finding in RecognisedSlip().check(question)]


@each("scenario, wrong, right", SLIPS)
def test_a_slip_is_found_by_what_its_values_are_told_to_be(scenario: str, wrong: str, right: str) -> None:
    assert len(_found(scenario, wrong)) == 1
    assert _found(scenario, right) == []


@each("number", ["1" + "0" * 400, "10^400", "9" * 330 + "%"])
def test_numbers_beyond_all_floats_are_left_alone(number: str) -> None:
    step = f"Step time: {number} ms + 150 ms = {number} ms"
    napkin = f"{step}\n- All-reduce over 8 GPUs: 7/8 * {number} GB = {number} GB"
    assert _found(f"An all-reduce of {number} GB is fully overlapped with a step.", napkin) == []


@each("scenario, napkin", LEFT_ALONE)
def test_what_the_text_makes_right_is_left_alone(scenario: str, napkin: str) -> None:
    assert _found(scenario, napkin) == []
