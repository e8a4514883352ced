"""Time the index of a bank: making it, bringing it up to date, and searching.

    python benchmarks/search.py FOLDER [--rounds 9]

FOLDER is a bank. Its index is made anew in its own cache folder, after what lies there of an index has been
removed. Each search is timed alone, and with the look at all files that comes before every search of the
command line. Times are medians, in milliseconds; with --cpu those that this process worked, which a busy
machine does not lengthen.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from qbank.bank.cache_folder import FOLDER
from qbank.survey.index_file import open_index
from qbank.survey.search import Wanted, count, search
from qbank.survey.words import read_words

SHOWN = 25
SEARCHES = (
    "roofline",
    "kv cache",
    "memory",
    "the",
    '"arithmetic intensity"',
    "quant* -gpu",
    "title:bandwidth",
    "gradient checkpointing memory training",
)


def milliseconds(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    times = []
    for _ in range(rounds):
        start = clock()
        work()
        times.append(clock() - start)
    return 1000 * statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bank", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cpu", action="store_true")
    chosen = parser.parse_args()
    clock = time.process_time if chosen.cpu else time.perf_counter
    for old in (chosen.bank / FOLDER).glob("search-*"):
        old.unlink()
    start = clock()
    with open_index(chosen.bank) as index:
        print(f"made the index of {count(index):,} questions in {clock() - start:.1f} s")
    time.sleep(2.5)  # files that were written just before are read again
    with open_index(chosen.bank) as index:
        print(f"{'up to date?':42}{milliseconds(index.refresh, chosen.rounds, clock):8.1f}")
        print(f"{'':42}{'search':>8}{'with':>8}{'found':>8}")
        for text in SEARCHES:
            wanted = Wanted({}, read_words(text))
            alone = milliseconds(lambda wanted=wanted: search(index, wanted, SHOWN), chosen.rounds, clock)

            def whole(wanted: Wanted = wanted) -> None:
                index.refresh()
                search(index, wanted, SHOWN)

            together = milliseconds(whole, chosen.rounds, clock)
            found = search(index, wanted, SHOWN).fitting
            print(f"{text:42}{alone:8.1f}{together:8.1f}{found:8,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
