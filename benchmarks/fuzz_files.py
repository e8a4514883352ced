"""Throw damaged question files at the audit: nothing may crash it, and everything it says must hold together.

    python benchmarks/fuzz_files.py [--files 100000] [--seed N] [--jobs N] [--corpus FOLDER]

Each file is one of our questions with bytes flipped, lines dropped, doubled or swapped, pieces of other files
or of YAML put in, or cut off. After each audit there must be no crash, every finding has to lie in the file,
its line for the cache has to come back as it was, and the fixes have to leave a file that can be read. An
input that takes more than two seconds, or breaks a promise, is kept in `--keep` and named.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

from qbank.audit.file_audit import audit_source
from qbank.audit.files import Task
from qbank.audit.fixes import fix_source
from qbank.audit.plan import Plan
from qbank.audit.record import decode, encode
from qbank.audit.settings import Settings
from qbank.bank.discovery import find_question_files
from qbank.rules.core.question_file import SourceFile
from qbank.yamlio.positions import LineIndex

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"
LONGEST = 2.0  # seconds for one file
CHUNK = 250
PLAN = Plan(Settings())
PIECES = [
    piece.encode("utf-8", "surrogatepass")
    for piece in (
        *"\0 \a \x1b[31m \x7f \x85 \u2028 \ufeff \ufffe \ud800 \r \r\n \t \u202e 😀 é é ９ ² ½".split(" "),
        *": |- |? || |> ||2-\n|& |&a |*a |*b|!x |!!str |%YAML 1.1\n|--- |...\n|# qbank: ignore".split("|"),
        *"{ } [ ] \" ' \\ \\u12 # , <<: null ~ true yes 012 0x1F 1e999 .inf -.nan 1_000 2026-04-01".split(
            " "
        ),
        *("9" * 400, "\n", "id: ", "track: clowd\n", "chains: [{id: a, position: 1}]\n", "related: [a]\n"),
        *("  napkin_math: 3 = 4\n", " # qbank: ignore QB3 --", "{x}", "parameters: {x: {min: 1}}\n"),
        *" = | ≈ |×|/|^|**|(|)|GB/s|$|%|1,02".split("|"),
    )
]
_sources: list[bytes] = []


def mutated(rng: random.Random) -> bytes:
    data = bytearray(rng.choice(_sources))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(8):
            case 0:
                if at < len(data):
                    data[at] = rng.randrange(256)
            case 1:
                data[at:at] = rng.choice(PIECES) * rng.choice((1, 1, 1, 3, 70))
            case 2:
                del data[at : at + rng.choice((1, 2, 5, 40, 400))]
            case 3:
                other = rng.choice(_sources)
                start = rng.randrange(len(other))
                data[at:at] = other[start : start + rng.choice((3, 30, 300))]
            case 4:
                lines = bytes(data).split(b"\n")
                one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                data = bytearray(b"\n".join(lines))
            case 5:
                lines = bytes(data).split(b"\n")
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                data = bytearray(b"\n".join(lines))
            case 6:
                lines = bytes(data).split(b"\n")
                place = rng.randrange(len(lines))
                lines[place] = b" " * rng.randrange(6) + lines[place].lstrip()
                data = bytearray(b"\n".join(lines))
            case 7:
                if rng.random() < 0.1:
                    del data[at:]
                else:
                    data = bytearray(bytes(data).replace(b"\n", b"\r\n"))
    return bytes(data)


def broken_promises(data: bytes, folder: Path) -> Iterator[str]:
    path = folder / "cloud-0001.yaml"
    source = SourceFile.from_bytes(data, str(path), path)
    outcome = audit_source(source, PLAN)
    for crash in outcome.crashes:
        yield f"{crash.what}: {crash.error}\n{crash.traceback}"
    line = encode(outcome)
    if decode(line, Task(path, str(path))) != outcome:
        yield "the line of the outcome is another outcome"
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = LineIndex(text)
    for finding in outcome.findings:
        if not 1 <= finding.line <= finding.end_line <= lines.line_count or finding.column < 1:
            yield f"{finding.code} lies outside of the file, at {finding.line}:{finding.column}"
        elif finding.column > len(lines.line_text(finding.line)) + 1:
            yield f"{finding.code} lies behind its line, at {finding.line}:{finding.column}"
        if not finding.message.isprintable():
            yield f"{finding.code} says what cannot be printed: {finding.message!r}"
    if any(finding.fix is not None for finding in outcome.findings):
        path.write_bytes(data)
        _, crash = fix_source(SourceFile.read(path), Task(path, str(path)), PLAN, unsafe=True)
        if crash is not None:
            yield f"{crash.what} {crash.error}"


def campaign(start: int, count: int, seed: int, keep: Path) -> list[str]:
    told = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(start, start + count):
            data = mutated(random.Random(f"{seed}-{number}"))
            began = time.process_time()
            try:
                promises = list(broken_promises(data, Path(name)))
            except Exception as error:
                promises = [f"{type(error).__name__}: {error}"]
            if (taken := time.process_time() - began) > LONGEST:
                promises.append(f"took {taken:.1f} s")
            if promises:
                file = keep / f"{seed}-{number}.yaml"
                file.write_bytes(data)
                told.append(f"{file}: {'; '.join(promises)}")
    return told


def _campaign(given: tuple[int, int, int, Path]) -> list[str]:
    return campaign(*given)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--corpus", type=Path, default=QUESTIONS)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()))
    options = parser.parse_args()
    _sources.extend(path.read_bytes() for path in find_question_files([options.corpus]).files)
    options.keep.mkdir(parents=True, exist_ok=True)
    parts = [
        (start, min(CHUNK, options.files - start), options.seed, options.keep)
        for start in range(0, options.files, CHUNK)
    ]
    found = done = 0
    with Pool(options.jobs) as pool:
        for told in pool.imap_unordered(_campaign, parts):
            done += 1
            found += len(told)
            for line in told:
                print(line, flush=True)
            if done % 20 == 0:
                print(f"{done * CHUNK:,} files", file=sys.stderr, flush=True)
    print(f"{options.files:,} files, seed {options.seed}: {found} broke a promise")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
