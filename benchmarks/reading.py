"""How long reading takes, against what PyYAML and libyaml alone take for the same files.

    python benchmarks/reading.py [FOLDER] [--rounds N]

FOLDER (by default the questions of this repository) is searched for YAML files, which are held in memory.
Every round runs all ways of reading one after the other, so that a busy machine slows all of them; each
figure is the median over the rounds, in microseconds a file. What counts is the ratio to `yaml.CSafeLoader`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from qbank.bank.discovery import find_question_files
from qbank.yamlio.reader import read_bytes, read_file

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"


def with_places(data: bytes) -> None:
    document = read_bytes(data)
    document.span(("title",))


def with_a_text_place(data: bytes) -> None:
    document = read_bytes(data)
    document.text_span(("details", "napkin_math"), 0, 1)


def measure(ways: dict[str, tuple[Callable[[Any], object], list[Any]]], rounds: int) -> dict[str, float]:
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (read, inputs) in ways.items():
            started = time.perf_counter()
            for item in inputs:
                read(item)
            taken[name].append((time.perf_counter() - started) / len(inputs) * 1e6)
    return {name: statistics.median(times) for name, times in taken.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long reading question files takes.")
    parser.add_argument("folder", nargs="?", type=Path, default=QUESTIONS)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    paths = find_question_files([options.folder]).files
    if not paths:
        sys.exit(f"{options.folder}: no question files")
    contents = [path.read_bytes() for path in paths]
    medians = measure(
        {
            "yaml.CSafeLoader": (lambda data: yaml.load(data, yaml.CSafeLoader), contents),
            "libyaml compose": (lambda data: yaml.compose(data, yaml.CSafeLoader), contents),
            "read_bytes": (read_bytes, contents),
            "read_bytes, a span": (with_places, contents),
            "read_bytes, a text span": (with_a_text_place, contents),
            "read_file": (read_file, list(paths)),
        },
        options.rounds,
    )
    size = statistics.mean(map(len, contents))
    print(f"{len(paths)} files, {size:.0f} bytes on average, median of {options.rounds} rounds")
    for name, median in medians.items():
        ratio = medians["yaml.CSafeLoader"] / median
        print(f"{name:25} {median:7.1f} µs a file   {ratio:5.2f} times as fast as yaml.CSafeLoader")
    return 0


if __name__ == "__main__":
    sys.exit(main())
