"""Questions whose texts agree, however they say it, draw nothing from the rules about coherence."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"
SCENARIO = (
    "A node with 8 GPUs of 80 GB loads a 70B model in FP16 from storage that gives 20 GB/s. The network has"
    " 25 GB/s per node, a step takes 450 ms, and the team pays $24 per hour."
)
NAPKIN = """\
**Assumptions & Constraints:**
- Storage: 20 GB/s.
- Model: 70B parameters, 2 bytes each.
**Calculations:**
- Weights = 70B * 2 bytes = 140 GB
- Load time = 140 GB / 20 GB/s = 7 s
- Weights per GPU = 140 GB / 8 = 17.5 GB
- Free memory per GPU = 80 GB - 17.5 GB = 62.5 GB
- Steps per hour = 3600 s / 0.45 s = 8,000
- Cost per step = $24 / 8,000 = $0.003
**Conclusion & Interpretation:** The load time is 7 s, and the free memory per GPU is 62.5 GB.
"""

GOOD = (
    "The load time is 7 s.",
    "The load time is about 7.1 s, so the restart is short.",
    "The weights are 140 GB, which the storage delivers in 7,000 ms.",
    "The weights take 140e9 bytes, or 130 GiB.",
    "Each GPU keeps 17.5 GB of weights and has 62.5 GB free.",
    "Weights and free memory of one GPU are 80 GB together, and the eight have 640 GB.",
    "If the storage gave only 10 GB/s, the load time would be 14 s.",
    "With faster storage, say 40 GB/s, loading might take 3.5 s.",
    "A naive plan budgets 12 s for the load time.",
    "The load time is below 10 s.",
    "The load time is 5-8 s, depending on the page cache.",
    "Instead of 9 s, the load time is 7 s.",
    "Is the load time 12 s?",
    "Loading from one of the disks alone, for example at 5 GB/s, takes 28 s.",
    "The step time stays at 450 ms, and 8,000 steps an hour cost $24.",
    "Every 30 minutes a checkpoint is written.",
    "The storage is checked every 5 s.",
    "A GPU has 62.5 GB free, and two of them have 125 GB.",
    "The network moves the weights in 140 GB / 25 GB/s = 5.6 s, which is no faster.",
    "The H100 reads 3.35 TB/s from its HBM, so the load and not the decode is slow.",
    "Peak load time on a busy array was measured twice.",
    "The cost per step is 0.3 cents.",
    "Both nodes load 140 GB, 280 GB in total.",
    "In FP16 the 70B model takes 140 GB; in INT8 it would take 70 GB.",
    "GPU memory is the resource to watch: 22% of it holds weights.",
    "The load time is 7 s, within a startup limit of a minute.",
    "The cluster could take another 20 s.",
    "Quantized weights are half as large.",
    "Four levers remain: storage, sharding, quantization and caching.",
    "Version 2.4 of the loader maps the file into memory.",
    "1. Shard the file. 2. Read it with 8 threads. 3. Verify it.",
    "| GPU | weights |\n|---|---|\n| each | 17.5 GB |",
    "Load time: 7 s. Weights: 140 GB. Free memory: 62.5 GB.",
    "The storage gives 160 Gbit/s.",
    "Read at 20 GB/s the weights need 0.117 minutes.",
    "An hour has 8,000 steps.",
    "The team pays $24 per hour, $0.003 for each step.",
    "Loading 140 GB takes 7 s, or 16 steps.",
    "Halving the file would save half of the 7 s.",
    "The weights per GPU are 17.5 GB, not the 140 GB of the whole model.",
)

BAD = (
    ("The weights are 120 GB in FP16.", "120 GB"),
    ("The weights per GPU are 21 GB.", "21 GB"),
    ("It takes 12 s until the first request is served.", "12 s"),
    ("The storage of 32 GB/s is what limits the restart.", "32 GB/s"),
)


def _coherence(audit: Any, solution: str) -> list[Any]:
    fields = {"realistic_solution": solution, "napkin_math": NAPKIN}
    details = "".join(
        f"  {name}: |\n" + "".join(f"    {line}\n" for line in text.splitlines())
        for name, text in fields.items()
    )
    asked = f"title: A Slow Restart\nscenario: >-\n  {SCENARIO}\nquestion: How long is it?\n"
    text = f"{asked}details:\n{details}"
    audited = audit({PATH: laid_over(text, PATH)})
    return [one for one in audited.findings if one.code.startswith("QB9")]


@each("solution", GOOD)
def test_a_solution_that_agrees_draws_nothing(audit: Any, solution: str) -> None:
    assert _coherence(audit, solution) == []


@each("solution, figure", BAD)
def test_a_solution_with_another_figure_is_reported(audit: Any, solution: str, figure: str) -> None:
    (finding,) = _coherence(audit, solution)
    assert f" {figure}" in finding.message
