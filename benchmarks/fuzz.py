"""Throw made-up text at the verifier: nothing may crash it, hang it or make it contradict itself.

    python benchmarks/fuzz.py [--inputs 200000] [--seed N] [--jobs N]

Inputs are lines of our own questions with pieces swapped, doubled, deleted or replaced, strings of pieces
that mean something to the verifier, and strings of any characters. After each, every claim has to lie in the
text, and its record and its JSON have to be complete. An input that takes more than a second, or breaks a
promise, is printed with its seed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

from qbank.bank.discovery import find_question_files
from qbank.napkin.claim import Claim
from qbank.napkin.restate import restated_digits
from qbank.napkin.verdicts import Reason, Verdict
from qbank.napkin.verified_text import PlacedClaim, VerifiedText
from qbank.napkin.verifier import verify
from qbank.report.verify.json import verify_json
from qbank.yamlio.reader import read_file

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"
LONGEST = 1.0  # seconds for one input
CHUNK = 1000
PIECES = (
    *r"""
    0 1 2 3 7 8 10 24 60 64 100 128 1,024 0.5 3.75 1e3 2.5e-4 1_000 1e999 99999999999999999999 .5 5. 1,02
    + - * / × x · ÷ − – ^ ² ⁻¹ ** ` _ ~ ≈ = == < > ≤ ≥ << → -> => : ; , . ! ? | ( ) [ ] { } ⌊ ⌋ ⌈ ⌉ $ $$ € %
    GB GiB MB KB kB B bits bytes Gbps Gb/s GB/s TB/s FLOP FLOPs FLOPS TFLOPS MAC MACs TOPS s ms µs us ns min h
    hours days months years Hz kHz FPS req/s tok/s tokens W mW kW J mJ Wh kWh mAh V A °C K kg gCO2/kWh $/GB dB
    GPUs nodes layers params users images (K,V) FP16 INT8 BF16 N M P t_active λ μ ρ K=5 H100 A100-80GB PCIe
    of at per every vs each is takes costs leaving total Total exceeds below fits in within faster slower less
    than reduction by sqrt √ max min avg floor ceil ln log log2 exp e^ round \frac{1}{2} \times \approx
    \text{GB} \sqrt{2} \log_2 \u00d7 \u2248 \% \$
    """.split(),
    *(
        "\n",
        "\n- ",
        "\n1. ",
        "\n\n",
        "\r\n",
        "\t",
        "\u00a0",
        "\u2009",
        "\ufeff",
        "\u202e",
        "\x00",
        "\x1b[31m",
    ),
    *("😀", "９", "٣"),
)
_texts: list[str] = []


def texts() -> list[str]:
    """Return the lines of our own questions."""
    if not _texts:
        for path in find_question_files([QUESTIONS]).files:
            details = read_file(path).data["details"]
            _texts.extend(
                line for part in details.values() if isinstance(part, str) for line in part.split("\n")
            )
    return _texts


def made_up(chance: random.Random) -> str:
    """Return one input."""
    kind = chance.random()
    if kind < 0.5:
        pieces = [chance.choice(PIECES) for _ in range(chance.randint(1, 40))]
        return "".join(piece + chance.choice(("", " ", " ")) for piece in pieces)
    if kind < 0.95:
        words = " ".join(chance.choice(texts()) for _ in range(chance.randint(1, 3))).split(" ")
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(words))
            words[at : at + chance.randint(0, 2)] = chance.choice(
                ([], [chance.choice(PIECES)], [words[at]] * 2, [chance.choice(words)], [words[at][::-1]])
            )
            words = words or [""]
        return " ".join(words)
    return "".join(chr(chance.randrange(0x20, 0x3000)) for _ in range(chance.randint(1, 200)))


def broken(text: str, claims: list[Claim]) -> Iterator[str]:
    """Yield the promises that the claims of a text break."""
    for claim in claims:
        if not 0 <= claim.start < claim.end <= len(text) or text[claim.start : claim.end] != claim.text:
            yield f"span of {claim}"
        if not claim.digits_start <= claim.digits_end <= len(text):
            yield f"digits of {claim}"
        if (claim.verdict is Verdict.UNCHECKED) != (claim.reason is not None):
            yield f"reason of {claim}"
        if claim.reason is Reason.DISAGREEMENT:
            yield f"the two evaluators differ: {claim.detail}"
        restated_digits(claim, text)
    places = [PlacedClaim(claim, None, 1, 1, ((1, 1),) * len(claim.operands)) for claim in claims]
    "".join(verify_json([VerifiedText(None, None, tuple(places))]))


def late(*_: object) -> None:
    raise TimeoutError


def run(seed: int) -> tuple[int, int, list[str]]:
    """Try a chunk of inputs; return how many there were, their claims, and what went wrong."""
    chance = random.Random(seed)
    signal.signal(signal.SIGALRM, late)
    found, trouble = 0, []
    for number in range(CHUNK):
        text = made_up(chance)
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        try:
            claims = verify(text, context=[text[::-1]])
            trouble += [f"seed {seed}, input {number}: {what}: {text!r}" for what in broken(text, claims)]
            found += len(claims)
        except TimeoutError:
            trouble.append(f"seed {seed}, input {number}: took over {LONGEST:g} s: {text!r}")
        except Exception as error:  # every kind of crash is what this looks for
            trouble.append(f"seed {seed}, input {number}: {error!r}: {text!r}")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return CHUNK, found, trouble


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    start = time.monotonic()
    inputs = claims = troubles = 0
    with Pool(chosen.jobs) as pool:
        seeds = range(chosen.seed, chosen.seed + -(-chosen.inputs // CHUNK))
        for tried, found, trouble in pool.imap_unordered(run, seeds):
            inputs, claims, troubles = inputs + tried, claims + found, troubles + len(trouble)
            for what in trouble:
                print(what[:1000])
    print(f"{inputs:,} inputs, {claims:,} claims, {troubles} troubles in {time.monotonic() - start:.0f} s")
    return int(troubles > 0)


if __name__ == "__main__":
    sys.exit(main())
