"""Measure the audit of a large bank against bare Python and against validators that are installed.

    python benchmarks/audit.py [--files 10711] [--rounds 5] [--corpus FOLDER] [--scaling 1000 10000 100000]

The bank is made in a temporary folder from the questions of `--corpus` (ours by default), each copy with an
id and a scenario of its own. Commands run in turn, round after round, so that a machine that is busy now and
idle then slows all of them alike; the table shows medians, and how they compare. Peers are run with the JSON
Schema that qbank publishes: ajv (`npm install -g ajv-cli ajv-formats`, or `--ajv PATH`) and check-jsonschema,
the latter on a part of the bank (`--slow-files`), for it takes minutes.

`cold` deletes the cache before each round and `one changed` touches one file; `schema rules` are those of the
file, the schema and the bank (QB1, QB2, QB6). Peak memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qbank import resources
from qbank.bank.discovery import find_question_files

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"
QBANK = (sys.executable, "-m", "qbank")
SCHEMA_RULES = ("--select", "QB1,QB2,QB6")


@dataclass
class Case:
    """A command to measure, what to do before each run, and the runs: seconds, processor seconds, peak MB."""

    name: str
    command: Sequence[str]
    folder: Path
    before: Callable[[], object] = lambda: None
    environment: dict[str, str] = field(default_factory=dict)
    runs: list[tuple[float, float, float]] = field(default_factory=list)

    def run(self) -> None:
        self.before()
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        started = time.perf_counter()
        process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env={**kept, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - started
        # Ajv ends with 2 where it finds something.
        if process.returncode not in (0, 1, 2 if self.name == "ajv" else 0):
            sys.exit(f"{self.name}: status {process.returncode}\n{said.decode(errors='replace')[:2000]}")
        self.runs.append((seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))

    def median(self, part: int = 0) -> float:
        return statistics.median(run[part] for run in self.runs)


def make_bank(folder: Path, files: int, corpus: Path) -> None:
    """Write a bank of copies, no two of them equal."""
    texts = []
    for path in find_question_files([corpus]).files:
        text = path.read_text(encoding="utf-8")
        found = [
            re.search(rf"^{name}: ['\"]?([\w-]+)", text, re.M) for name in ("id", "track", "competency_area")
        ]
        if all(found):
            texts.append((*(match[1] for match in found if match), text))
    made: set[Path] = set()
    for number in range(files):
        old, track, area, text = texts[number % len(texts)]
        name = f"{track}-{100_000 + number}"
        text = re.sub(rf"^(id: ['\"]?){re.escape(old)}\b", rf"\g<1>{name}", text, count=1, flags=re.M)
        text = re.sub(r"^(scenario: [|>][-+]?\n +)", rf"\g<1>Case {number}. ", text, count=1, flags=re.M)
        text = re.sub(r"^(\s*-? *(?:id|position): \S+-chain-\S+)$", rf"\g<1>-{number}", text, flags=re.M)
        place = folder / "questions" / track / area
        if place not in made:
            place.mkdir(parents=True, exist_ok=True)
            made.add(place)
        (place / f"{name}.yaml").write_text(text, encoding="utf-8")


def cases(folder: Path, ajv: str | None, slow_files: int, jobs: int | None) -> list[Case]:
    files = sorted(path.relative_to(folder) for path in (folder / "questions").rglob("*.yaml"))
    changed = folder / files[len(files) // 2]
    more = () if jobs is None else ("--jobs", str(jobs))
    audit = (*QBANK, "audit", "--statistics", *more)

    own = {"XDG_CACHE_HOME": str(folder / ".user")}

    def forget() -> None:
        shutil.rmtree(folder / ".qbank_cache", ignore_errors=True)

    def remember() -> None:
        # With the same secret, or the cache would not be believed.
        subprocess.run(audit, cwd=folder, env={**os.environ, **own}, capture_output=True, check=False)

    def touch() -> None:
        remember()
        with changed.open("a", encoding="utf-8") as file:
            file.write(f"# {time.time_ns()}\n")

    made = [
        Case("bare python", (sys.executable, "-c", "pass"), folder),
        Case("--help", (*QBANK, "--help"), folder),
        Case("one file", (*QBANK, "audit", str(files[0])), folder, environment=own),
        Case("cold", audit, folder, forget, own),
        Case("warm", audit, folder, remember, own),
        Case("one changed", audit, folder, touch, own),
        Case("schema rules", (*audit, *SCHEMA_RULES, "--no-cache"), folder),
    ]
    schema = str(resources.schema_path("question.schema.json"))
    if ajv is not None:
        command = (ajv, "validate", "--spec=draft2020", "--strict=false", "-c", "ajv-formats", "-s", schema)
        made.append(Case("ajv", (*command, "-d", "questions/**/*.yaml"), folder))
    check = shutil.which("check-jsonschema", path=str(Path(sys.executable).parent))
    if check is not None and slow_files:
        some = [str(path) for path in files[:slow_files]]
        made.append(
            Case(f"check-jsonschema, {len(some)} files", (check, "--schemafile", schema, *some), folder)
        )
    return made


def measure(files: int, options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_bank(folder, files, options.corpus)
        measured = cases(folder, options.ajv, options.slow_files, options.jobs)
        for _ in range(options.rounds):
            for case in measured:
                case.run()
        by_name = {case.name: case for case in measured}
        cold, bare = by_name["cold"], by_name["bare python"]
        ajv = by_name.get("ajv")
        print(f"\n{files:,} files, medians of {options.rounds} rounds")
        print(f"{'':32} {'s':>8} {'cpu s':>8} {'MB':>6} {'x cold':>8} {'x python':>9} {'x ajv':>7}")
        for case in measured:
            seconds = case.median()
            to_ajv = f"{seconds / ajv.median():7.2f}" if ajv is not None else ""
            peak = max(run[2] for run in case.runs)
            print(
                f"{case.name:32} {seconds:8.3f} {case.median(1):8.3f} {peak:6.0f} "
                f"{seconds / cold.median():8.3f} {seconds / bare.median():9.1f} {to_ajv}"
            )
        print(f"cold: {cold.median() / files * 1e6:.0f} µs a file", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=10_711)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--corpus", type=Path, default=QUESTIONS)
    parser.add_argument("--scaling", type=int, nargs="+", help="numbers of files, instead of --files")
    parser.add_argument("--ajv", default=shutil.which("ajv"), help="the command, if it is not on the path")
    parser.add_argument("--slow-files", type=int, default=0, help="how many files check-jsonschema gets")
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    for files in options.scaling or [options.files]:
        measure(files, options)


if __name__ == "__main__":
    main()
