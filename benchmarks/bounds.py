"""What hostile texts cost the verifier: seconds of the processor, and memory, each in a process of its own.

    python benchmarks/bounds.py [--size 200000] [--only NAME]

`ambiguous` is a text of 9,800 characters whatever the size: K, B and GB that may mean two things each. The
others are repeated up to the size; `fragments` is a random string of all that napkin math is made of.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable

PIECES = (
    "1 2 3.5 1,024 80 0.5 1e3 10^9 GB MB/s ms s W kWh % $ € tokens/s K B x × * / + - – = ≈ → < > ( ) [ ] { } "
    "^ ² ~ about per of at for takes gives is which or and Add from to by down reduction N FP16 h min "
    "\\times \\frac sqrt log2 max . , ; : | \n - ** _ ` ! i.e. divided multiplied"
).split(" ")


def repeated(piece: str) -> Callable[[int], str]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def fragments(size: int) -> str:
    chosen = random.Random(17)  # the same for everybody
    pieces: list[str] = []
    length = 0
    while length < size:
        pieces.append(chosen.choice(PIECES) + chosen.choice((" ", "", " ")))
        length += len(pieces[-1])
    return "".join(pieces)[:size]


def ambiguous(_: int) -> str:
    return repeated("4K * 2B * 3 GB + 8K B / 2 GB = 7 KB; ")(9_800)


TEXTS: dict[str, Callable[[int], str]] = {
    "ambiguous": ambiguous,
    "fragments": fragments,
    "lines": repeated("Load: 14 GB / 28 GB/s = 0.5 s = 500 ms (30 FPS)\n"),
    "labels": repeated("KV: 3 GB\nW: 2 GB\nAll = KV + W = 3 + 2\n"),
    "bare": repeated("4 × 86,400 = 345.6 MB/s of 4 kB/s; "),
    "goes on": repeated("2 * 3 MB = 6 MB; × 2 = 12 MB; "),
    "wrong": repeated("14 GB / 28 GB/s = 5 s. "),
    "one line": repeated("14 GB / 28 GB/s = 0.5 s, "),
    "prose": repeated(
        "Loading 14 GB over a 28 GB/s link takes 0.5 s and goes from 4 ms to 2 ms, a 50% cut. "
    ),
    "verbs": repeated("2 * 3 is 6 "),
    "sums": repeated("1 + "),
    "chain": repeated("1 = "),
    "arrows": repeated("2 * 3 → 6 → "),
    "brackets": repeated("(1 + (2 * "),
    "closed": repeated("((((1))))("),
    "powers": repeated("2^9^"),
    "factorials": repeated("9! * "),
    "times": repeated("1 h 30 min 5 s "),
    "italics": repeated("*2 GB* = "),
    "stars": repeated("*"),
    "spaces": repeated("1 000 "),
    "digits": repeated("9"),
    "letters": repeated("a"),
    "blanks": repeated(" "),
    "rates": repeated("5 GB/s/s/h "),
    "symbols": repeated("N = 4, N * 2 = 8; "),
    "bounds": repeated("4N <= 2, "),
    "shares": repeated("8% of peak, or 4 GB/s. "),
    "of": repeated("4 GB of x of "),
    "add": repeated("Add 4 GB = 8 GB. "),
    "latex": repeated(r"$\frac{1}{2} \times 4$ "),
}

CHILD = """
import sys, time
from qbank.napkin.verifier import verify
import sympy
text = sys.stdin.read()
verify("1 + 1 = 3")
start = time.process_time()
claims = verify(text)
print(time.process_time() - start, len(claims))
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=200_000)
    parser.add_argument("--only", choices=list(TEXTS))
    args = parser.parse_args()
    print(f"{'text':<14}{'seconds':>8}{'MB, at most so far':>20}{'claims':>8}")
    for name in [args.only] if args.only else TEXTS:
        start = time.monotonic()
        text = TEXTS[name](args.size)
        child = [sys.executable, "-c", CHILD]
        done = subprocess.run(child, input=text, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            print(f"{name:<14} failed after {time.monotonic() - start:.0f} s: {done.stderr[-300:]}")
            continue
        seconds, claims = done.stdout.split()
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"{name:<14}{float(seconds):>8.2f}{most:>20.0f}{claims:>8}", flush=True)


if __name__ == "__main__":
    main()
