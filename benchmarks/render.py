"""How long `qbank render` takes for a bank of many questions, and where the time goes.

    python benchmarks/render.py [COUNT ...] [--format md] [--profile]

A bank of COUNT made questions (by default 1,000, then 10,000) is written to a temporary folder: open ones,
choices, numeric ones, exercises with parts, and every tenth with parameters. For each count the steps are
timed within this process, in seconds of the processor, and the whole command as a process of its own, also by
the clock. What counts is that ten times the questions take no more than about ten times as long.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from qbank.model.taxonomy import Answers, SetKind
from qbank.render.build import build
from qbank.render.registry import formats
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.loading import AssembledSet
from qbank.sets.variants.checked import checked_variant

HEAD = """\
schema_version: "1.0"
id: cloud-{number:05d}
track: cloud
level: L{level}
zone: {zone}
topic: kv-cache-management
competency_area: memory
bloom_level: analyze
title: Cache of Service Number {number}
scenario: >-
  Service {number} holds the keys and values of every token of a conversation in GPU memory. Its model has
  {layers} layers with 8 key-value heads of 128 values each, held in FP16, and serves {batch} conversations
  at a time on one accelerator with 80 GB of memory and 2 TB/s of bandwidth.
question: How much memory does one conversation of 8,192 tokens take, and what bounds the batch?
details:
  realistic_solution: |
    Every token takes keys and values of {layers} layers, 8 heads and 128 values of 2 bytes.

    - A conversation of 8,192 tokens takes its share of cache **beside the weights**.
    - So conversations, and not requests, bound the batch of `{batch}`.
  common_mistake: |
    **The Pitfall:** Sizing the memory by the weights alone.
    **The Rationale:** The weights are on the model card, and the cache of a short prompt is small.
    **The Consequence:** The service runs out of memory as soon as its users stay.
  napkin_math: |
    **Assumptions & Constraints:** {layers} layers, 8 key-value heads, 128 values a head, 2 bytes a value.
    **Calculations:** 2 * {layers} * 8 * 128 * 2 bytes = {token:,} bytes per token.
    **Conclusion:** A conversation of 8,192 tokens takes about {conversation} MiB.
"""
TAIL = """\
status: published
provenance: human
expected_time_minutes: 10
tags: [made, cache]
"""
KINDS = (
    "",
    '  options: ["{token} bytes", "{half} bytes", "{double} bytes"]\n  correct_index: 0\n',
    'kind: numeric\nanswer:\n  value: "{conversation} MiB"\n  digits: 3\npoints: 2\n',
    "parts:\n  - prompt: How many bytes does a token take?\n    answer: {{value: '{token} bytes'}}\n"
    "  - prompt: What bounds the batch?\n    answer: The conversations.\n",
)
VARYING = (
    "kind: numeric\nquestion: How much do {{requests}} requests of {{size}} take?\n"
    "parameters:\n  requests: {{default: 8, choices: [8, 16, 32]}}\n"
    "  size: {{default: 2 GB, min: 1 GB, max: 4 GB}}\n"
    "derived:\n  total: {{expression: requests * size, unit: GB, digits: 3}}\n"
    "answer:\n  value: '{{total}}'\n"
)


def question(number: int) -> str:
    layers = 16 + number % 64
    token = 2 * layers * 8 * 128 * 2
    values = {
        "number": number,
        "level": 1 + number % 5,
        "zone": ("recall", "analyze", "diagnosis", "design")[number % 4],
        "layers": layers,
        "batch": 1 + number % 32,
        "token": token,
        "half": token // 2,
        "double": token * 2,
        "conversation": token * 8192 // 2**20,
    }
    head = HEAD.format(**values)
    if number % 10 == 9:
        lines = [line for line in head.split("\n") if not line.startswith("question: ")]
        return "\n".join(lines) + VARYING.format(**values) + TAIL
    return head + KINDS[number % len(KINDS)].format(**values) + TAIL


def make_bank(root: Path, count: int) -> None:
    for number in range(count):
        folder = root / "questions" / "cloud" / f"part{number // 500:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"cloud-{number:05d}.yaml").write_text(question(number), encoding="utf-8")
    (root / "qbank.toml").write_text("", encoding="utf-8")


def steps(root: Path, name: str) -> dict[str, float]:
    taken: dict[str, float] = {}
    started = time.process_time()

    def stamp(step: str) -> None:
        nonlocal started
        now = time.process_time()
        taken[step] = now - started
        started = now

    questions = list(BankQuestions.of_bank(root))
    stamp("read")
    variants = [checked_variant(question) for question in questions]
    stamp("validate and fill")
    assembled = AssembledSet("questions", "Questions", SetKind.EXERCISES, "", ())
    document = build(assembled, [("", variants)], answers=Answers.COLLAPSED)
    stamp("build")
    made = formats()[name].render(document)
    stamp("print")
    if not made:
        raise SystemExit("nothing was printed")
    return taken


def command(root: Path, name: str) -> tuple[float, float]:
    """Return the seconds that the command takes, by the clock and of the processor."""
    started = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = root / "out"
    arguments = ["render", str(root / "questions"), "--format", name, "--output", str(output), "--quiet"]
    subprocess.run([sys.executable, "-m", "qbank", *arguments], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, processor


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long rendering many questions takes.")
    parser.add_argument("counts", nargs="*", type=int, default=[1_000, 10_000])
    parser.add_argument("--format", default="md")
    parser.add_argument("--profile", action="store_true", help="show where the time of the last count goes")
    options = parser.parse_args()
    for count in options.counts:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            make_bank(root, count)
            profile = cProfile.Profile()
            if options.profile and count == options.counts[-1]:
                profile.enable()
            taken = steps(root, options.format)
            profile.disable()
            clock, processor = command(root, options.format)
            each = "  ".join(f"{step} {seconds:.2f} s" for step, seconds in taken.items())
            print(f"{count:>7,} questions: {clock:.2f} s, {processor:.2f} s of the processor  ({each})")
            if options.profile and count == options.counts[-1]:
                pstats.Stats(profile).sort_stats("cumulative").print_stats(40)
    return 0


if __name__ == "__main__":
    sys.exit(main())
