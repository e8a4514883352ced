"""How long the verifier takes, against what libyaml takes to compose the same files.

    python benchmarks/napkin.py [FOLDER] [--rounds N]

FOLDER (by default the questions of this repository) is searched for YAML files; the texts of
`details.napkin_math` are held in memory. Rounds alternate between verifying and composing, so that a busy
machine slows both; each figure is the median over the rounds. sympy is loaded before the clock starts: it is
needed only where something is wrong. `first` is the very first pass, over texts never seen and with nothing
learnt of their words; `asked` also asks every claim for its values, which an audit does of what it reports.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sympy  # noqa: F401
import yaml

from qbank.bank import find_question_files, read_file
from qbank.napkin import verify

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"


def seconds(work: Callable[[Any], object], inputs: list[Any]) -> float:
    start = time.perf_counter()
    for item in inputs:
        work(item)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=QUESTIONS)
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    documents = [read_file(path) for path in find_question_files([chosen.folder]).files]
    details = [document.data.get("details") for document in documents]
    texts = [text for part in details if isinstance(part, dict) and (text := part.get("napkin_math"))]
    sources = [document.text for document in documents]
    first = seconds(verify, texts)
    claims = sum(len(verify(text)) for text in texts)
    verifying, asking, composing = [], [], []
    for _ in range(chosen.rounds):
        verifying.append(seconds(verify, texts))
        asking.append(seconds(lambda text: [claim.computed for claim in verify(text)], texts))
        composing.append(seconds(lambda source: yaml.compose(source, Loader=yaml.CSafeLoader), sources))
    verified, asked, composed = (statistics.median(times) for times in (verifying, asking, composing))
    print(f"{len(texts)} files, {claims} claims, {chosen.rounds} rounds")
    print(f"verify   {verified / len(texts) * 1e6:8.1f} us a file")
    print(f"         {verified / max(claims, 1) * 1e6:8.1f} us a claim")
    print(f"first    {first / len(texts) * 1e6:8.1f} us a file")
    print(f"asked    {asked / len(texts) * 1e6:8.1f} us a file")
    print(f"compose  {composed / len(sources) * 1e6:8.1f} us a file")
    print(f"ratio    {verified / composed:8.2f}")


if __name__ == "__main__":
    main()
