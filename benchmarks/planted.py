"""How many slips are found that are planted in the true lines of questions.

    python benchmarks/planted.py FOLDER [--show KIND] [--most N]

FOLDER holds questions. Every calculation of their napkin math that the verifier calls ok is changed in one
place at a time, and the whole text verified again with its scenario and question: the value (x1.3, x0.7, x10,
two digits transposed), the prefix of its unit, its dimension (W for Wh, GB/s for GB, GB for s and the like),
bits for bytes, its percent sign, one operator. A slip counts as found if a finding of QB301 to QB304 overlaps
the claim, else as ok if one that is called right does.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from qbank.bank.discovery import find_question_files
from qbank.napkin.claim import Claim
from qbank.napkin.tree import Number, is_arithmetic
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify
from qbank.yamlio.document import Document
from qbank.yamlio.reader import read_file

PREFIXES = {
    "GB": "MB", "MB": "GB", "KB": "MB", "TB": "GB", "GiB": "MiB", "MiB": "GiB", "GB/s": "MB/s",
    "MB/s": "GB/s", "TB/s": "GB/s",
    "Gbps": "Mbps", "Mbps": "Gbps", "s": "ms", "ms": "s", "µs": "ms", "min": "s", "h": "s",
    "hours": "s", "seconds": "ms", "W": "kW", "kW": "W", "mW": "W", "Wh": "kWh", "kWh": "Wh", "J": "mJ",
    "mJ": "J", "µJ": "mJ", "TFLOPS": "GFLOPS", "GFLOPS": "TFLOPS", "FLOPs": "GFLOPs", "GFLOPs": "TFLOPs",
}  # fmt: skip
DIMENSIONS = {
    "GB": "GB/s", "MB": "MB/s", "KB": "ms", "TB": "TB/s", "GiB": "s", "MiB": "s", "GB/s": "GB", "MB/s": "MB",
    "TB/s": "TB", "Gbps": "Gb", "Mbps": "Mb", "s": "GB", "ms": "MB", "µs": "W", "min": "W", "h": "Wh",
    "hours": "Wh", "seconds": "J", "W": "Wh", "kW": "kWh", "mW": "mWh", "Wh": "W", "kWh": "kW", "J": "W",
    "mJ": "mW", "µJ": "µW",
}  # fmt: skip
BITS = {"GB": "Gb", "MB": "Mb", "KB": "Kb", "GB/s": "Gb/s", "MB/s": "Mb/s", "Gbps": "GB/s", "Mbps": "MB/s"}
OPERATORS = {"*": "/", "×": "/", "/": "×", "÷": "×"}
Slip = tuple[str, int, int, str]
"""Its kind, the place in the text, and what is put there."""


def slips(text: str, claim: Claim) -> Iterator[Slip]:
    start, end = claim.digits_start, claim.digits_end
    digits, unit = text[start:end], text[end : claim.stated_end]
    for factor in (1.3, 0.7, 10):
        shown = f"{float(digits.replace(',', '')) * factor:.{claim.decimals}f}"
        if float(shown) and shown != digits:
            yield "value", start, end, shown
    plain = digits.replace(",", "")
    for at in range(len(plain) - 1):
        if plain[at : at + 2].isdigit() and plain[at] != plain[at + 1] and plain[at + 1] != "0":
            yield "digits", start, end, plain[:at] + plain[at + 1] + plain[at] + plain[at + 2 :]
            break
    name, space = unit.strip(), " " * (len(unit) - len(unit.lstrip()))
    for kind, table in (("prefix", PREFIXES), ("dimension", DIMENSIONS), ("bits", BITS)):
        if name in table:
            yield kind, end, claim.stated_end, space + table[name]
    if name == "%":
        yield "percent", start, claim.stated_end, f"{float(plain) / 100:.4g}%"
        yield "percent", start, claim.stated_end, digits
    yield from operator_slips(text, claim)


def operator_slips(text: str, claim: Claim) -> Iterator[Slip]:
    operands = claim.operands
    for before, behind in pairwise(operands):
        between = text[before.end : behind.start]
        if between.strip() in OPERATORS and abs(float(behind.amount.value) - 1) > 0.05:
            at = before.end + between.index(between.strip())
            yield "operator", at, at + 1, OPERATORS[between.strip()]
            return


def texts_of(document: Document) -> tuple[str, list[str]]:
    details = document.data.get("details")
    text = details.get("napkin_math") if isinstance(details, dict) else None
    around = [value for key in ("scenario", "question") if isinstance(value := document.data.get(key), str)]
    return text if isinstance(text, str) else "", around


def outcome(text: str, around: list[str], start: int, end: int) -> str:
    near = [c for c in verify(text, context=around, derived=False) if c.start < end and c.end > start]
    if any(claim.verdict in {Verdict.WRONG, Verdict.IMPRECISE} for claim in near):
        return "found"
    return "ok" if any(claim.verdict is Verdict.OK for claim in near) else "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", metavar="KIND", help="print the slips of this kind that are not found")
    parser.add_argument("--most", type=int, default=10_000, help="slips to plant")
    args = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for path in find_question_files([args.folder]).files:
        text, around = texts_of(read_file(path))
        for claim in verify(text, context=around, derived=False):
            number = claim.right
            if claim.verdict is not Verdict.OK or claim.is_comparison or not is_arithmetic(claim.left):
                continue
            if not isinstance(number, Number) or claim.digits_start == claim.digits_end:
                continue
            if "e" in text[claim.digits_start : claim.digits_end].lower() or counts.total() >= args.most:
                continue
            for kind, start, end, written in slips(text, claim):
                planted = text[:start] + written + text[end:]
                seen = outcome(planted, around, min(start, claim.start), start + len(written))
                counts[kind, seen] += 1
                if args.show == kind and seen != "found":
                    shown = planted[claim.start : claim.stated_end + len(written) - (end - start)]
                    print(f"{path.name}: {seen}: {' '.join(shown.split())}")
    print(f"{'kind':<12}{'planted':>8}{'found':>8}{'ok':>7}")
    for kind in [*dict.fromkeys(kind for kind, _ in counts), "all"]:
        of = {
            seen: sum(n for (k, s), n in counts.items() if s == seen and kind in {k, "all"}) for seen in SEEN
        }
        planted = sum(of.values())
        print(f"{kind:<12}{planted:>8}{of['found'] / planted:>8.1%}{of['ok'] / planted:>7.1%}")


SEEN = ("found", "ok", "nothing")

if __name__ == "__main__":
    main()
