"""Measure the site of a large bank: building it, its weight, and how it answers in Chromium.

    python benchmarks/site.py [--files 10711] [--bank FOLDER] [--jobs N] [--slower 1 4]

The bank is made in a temporary folder from our questions, as in benchmarks/audit.py, unless `--bank` names
one; it is audited first. Times of builds are by the clock and of the processors; what is timed in the browser
needs Chromium, node and puppeteer-core, which `make consumers` installs. Weights are bytes as they lie on
disk and as a host sends them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from audit import QBANK, QUESTIONS, Case, make_bank

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "tests" / "consumers" / "programs" / "site_speed.mjs"
MODULES = ROOT / ".consumers" / "node_modules"


def timed(name: str, bank: Path, *words: str) -> None:
    case = Case(name, (*QBANK, *words, "--quiet"), bank)
    case.run()
    seconds, processor, memory = case.runs[0]
    print(f"| {name} | {seconds:.1f} s | {processor:.1f} s | {memory:.0f} MB |", flush=True)


def weights(folder: Path) -> None:
    def row(name: str, files: list[Path]) -> None:
        contents = [file.read_bytes() for file in files]
        packed = sum(len(gzip.compress(content, 9)) for content in contents)
        print(f"| {name} | {len(files)} | {sum(map(len, contents)) / 1e3:,.1f} kB | {packed / 1e3:,.1f} kB |")

    data = folder / "data"
    print("\n| what is loaded | files | on disk | gzip -9 |\n|---|---|---|---|")
    row("shell: page, style, script", [folder / "index.html", *sorted((folder / "assets").iterdir())])
    row("the list of all questions", [data / "bank.js"])
    largest = max(data.glob("page-*.js"), key=lambda file: file.stat().st_size)
    row("a page of a question (the largest file)", [largest])
    row("full texts", sorted(data.glob("text-*.js")))
    row("hardware", [data / "hardware.js"])
    row("formulas", [data / "formulas.js"])
    row("all", sorted(file for file in folder.rglob("*") if file.is_file()))


def browse(folder: Path, slower: list[int]) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None or not MODULES.is_dir():
        print("\nno browser: `make consumers` installs what is needed")
        return
    given = json.dumps({"site": str(folder / "index.html"), "slower": slower})
    command = ["node", str(PROGRAM), str(MODULES), chromium]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    print(
        "\n| processor | first list | a key, titles | full texts loaded | a key, full texts | scripts hold |"
    )
    print("|---|---|---|---|---|---|")

    def key(times: dict[str, float]) -> str:
        return f"{times['median']:.0f} ms, {times['most']:.0f} ms at most"

    for one in json.loads(done.stdout):
        cells = (
            f"{one['slower']}× slower", f"{one['first_list']:.0f} ms", key(one["titles"]),
            f"{one['texts_loaded']:.0f} ms", key(one["full"]), f"{one['heap']:.0f} MB",
        )  # fmt: skip
        print(f"| {' | '.join(cells)} |")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=10_711)
    parser.add_argument("--bank", type=Path)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--slower", type=int, nargs="+", default=[1, 4])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        bank = options.bank.resolve() if options.bank else Path(name) / "bank"
        if options.bank is None:
            make_bank(bank, options.files, QUESTIONS)
        site = Path(name) / "site"
        jobs = () if options.jobs is None else ("--jobs", str(options.jobs))
        build = ("site", "--output", str(site), *jobs)
        print("| | clock | processors | peak memory |\n|---|---|---|---|")
        timed("audit", bank, "audit", "--format", "json", "--output", f"{name}/report.json", *jobs)
        for kept in (bank / ".qbank_cache").glob("site-*"):
            kept.unlink()
        timed("site, audit known", bank, *build)
        timed("site, nothing changed", bank, *build)
        file = next(iter(sorted((bank / "questions").rglob("*.yaml"))))
        before = file.read_bytes()
        file.write_bytes(before + b"# another line\n")
        try:
            timed("site, one question changed", bank, *build)
        finally:
            file.write_bytes(before)
        weights(site)
        browse(site, options.slower)
    return 0


if __name__ == "__main__":
    sys.exit(main())
