"""How long after a keystroke an editor has its findings: a real session over standard input and output.

    python benchmarks/lsp.py [FOLDER] [--keys 20] [--inside]

Opens every question file in FOLDER (our own by default) and types at its end, or with `--inside` a line
into its napkin math, one key at a time: each time is from sending the changed text to having its first
findings. Prints the start, the first file, and the keys' median, 95th percentile and worst; hovers over every
fifth line likewise; and how long after the last key everything is said, the pause included that the server
waits for.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")  # instead of this folder, where `lsp` would be this file

from lsp.session import Client, session  # noqa: E402

TYPED = "\ntags: [memory]  # almost done."
CALCULATED = "\n    - Extra: 3 * 14 GB = 42 GB"
HEAD = "**Calculations:**"


async def measure(files: list[Path], keys: int, *, inside: bool) -> None:
    start = time.perf_counter()
    async with session(ROOT) as client:
        print(f"start: {_ms(start)}")
        times: list[float] = []
        hovers: list[float] = []
        settled: list[float] = []
        worst = (0.0, "")
        for number, file in enumerate(files):
            text = file.read_bytes().decode("utf-8", "replace")
            uri = file.resolve().as_uri()
            begun = time.perf_counter()
            client.open(uri, text)
            await client.diagnostics(uri)
            if number == 0:
                print(f"first file: {_ms(begun)}")
            for key in range(1, keys + 1):
                begun = time.perf_counter()
                client.type(uri, typed(text, key, inside=inside))
                await client.first(uri)
                times.append(time.perf_counter() - begun)
                worst = max(worst, (times[-1], file.name))
            await client.diagnostics(uri)
            settled.append(time.perf_counter() - begun)
            hovers += await hovered(client, uri, text.count("\n"))
            client.close(uri)
    show(f"{len(times):,} keys in {len(files)} files", times)
    print(f"  worst in {worst[1]}")
    show(f"{len(hovers):,} hovers", hovers)
    show(f"all that is said of {len(settled)} files", settled)


def typed(text: str, keys: int, *, inside: bool) -> str:
    """Return a text after some keys: at its end, or a line of its own in its napkin math."""
    if not inside or HEAD not in text:
        return text + TYPED[:keys]
    at = text.index("\n", text.index(HEAD))
    margin = CALCULATED.index("-") + 1
    return text[:at] + CALCULATED[: margin + keys] + text[at:]


async def hovered(client: Client, uri: str, lines: int) -> list[float]:
    times = []
    for line in range(0, lines, 5):
        begun = time.perf_counter()
        await client.hover(uri, line, 20)
        times.append(time.perf_counter() - begun)
    return times


def show(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.95)]
    middle = statistics.median(ordered)
    print(
        f"{what}: median {middle * 1000:.1f} ms, 95% {late * 1000:.1f} ms, worst {ordered[-1] * 1000:.1f} ms"
    )


def _ms(begun: float) -> str:
    return f"{(time.perf_counter() - begun) * 1000:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "questions")
    parser.add_argument("--keys", type=int, default=20)
    parser.add_argument("--inside", action="store_true", help="type into the napkin math")
    given = parser.parse_args()
    files = sorted(file for file in given.folder.rglob("*.yaml") if "sets" not in file.parts)
    asyncio.run(measure(files, given.keys, inside=given.inside))


if __name__ == "__main__":
    main()
