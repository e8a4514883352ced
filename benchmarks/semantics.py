"""Score checks of meaning on pairs: a question with one mistake, its arithmetic right, and its clean twin.

    python benchmarks/semantics.py                                   # qbank on benchmarks/pairs/*.json
    python benchmarks/semantics.py FILE.json --show missed
    python benchmarks/semantics.py benchmarks/right/*.json           # right questions, all to be left alone
    python benchmarks/semantics.py --write FOLDER                    # the questions, for another tool
    python benchmarks/semantics.py --answers answers.json            # what another tool or a model said

A file of pairs is a JSON list of {"name", "family", "bad", "good"}; each half is {"scenario", "math",
"solution", "mistake"}, where the math is a list of lines, or the napkin math as an author writes it, and
solution and mistake may be missing. A file of right questions is a list of such halves with a "name". A pair
counts as found if its bad question is accused of a mistake of meaning, and its twin counts as accused if
the good one is. `--write` makes `NAME.bad.json` and `NAME.good.json`; answers are an object from these stems
to true (accused) or false. qbank accuses with a warning or an error of its rules QB3xx, QB7xx, QB8xx and
QB9xx.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAIRS = Path(__file__).parent / "pairs"
ABOUT_MEANING = ("QB3", "QB7", "QB8", "QB9")
FIELDS = {
    "schema_version": "1.0",
    "track": "cloud",
    "level": "L3",
    "zone": "implement",
    "topic": "vram-budgeting",
    "competency_area": "memory",
    "bloom_level": "apply",
    "phase": "both",
    "question": "What does the estimate give for this system?",
    "status": "draft",
    "provenance": "human",
}
USUAL = "The napkin math gives the estimate and its meaning for the plan."
MISTAKE = (
    "**The Pitfall:** Guessing instead of computing.\n**The Rationale:** Intuition fails at this scale.\n"
    "**The Consequence:** The plan is wrong.\n"
)


def halves(files: list[Path]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the name of every question with its family: `NAME.bad` and `NAME.good`; right ones are good."""
    for file in files:
        for pair in json.loads(file.read_text(encoding="utf-8")):
            if "math" in pair:
                yield f"{pair['name']}.good", "right", pair
                continue
            for half in ("bad", "good"):
                yield f"{pair['name']}.{half}", pair["family"], pair[half]


def details_of(half: dict[str, Any]) -> dict[str, str]:
    """Return the details of a question; what a half does not tell says nothing of its own."""
    return {
        "realistic_solution": half.get("solution") or USUAL,
        "common_mistake": half.get("mistake") or MISTAKE,
        "napkin_math": napkin_math(half["math"]),
    }


def napkin_math(lines: list[str] | str) -> str:
    """Return a text as it is, and lines in the usual sections if they have none."""
    if isinstance(lines, str):
        return lines
    items = "\n".join(line if line.startswith(("- ", "**")) else f"- {line}" for line in lines)
    if any("**Calculations" in line for line in lines):
        return items
    given = "**Assumptions & Constraints:**\n- The numbers given in the scenario.\n"
    return f"{given}**Calculations:**\n{items}\n**Conclusion:** The estimate follows from the calculations."


def accused_by_qbank(questions: list[tuple[str, str, dict[str, Any]]], qbank: str) -> dict[str, bool]:
    """Audit the questions; JSON is YAML."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "questions" / "cloud" / "memory"
        place.mkdir(parents=True)
        names = {}
        for number, (name, _, half) in enumerate(questions):
            identifier = f"cloud-{number + 1:04}"
            names[identifier] = name
            own = {"id": identifier, "title": f"Estimate {number + 1}", "scenario": half["scenario"]}
            text = json.dumps({**FIELDS, **own, "details": details_of(half)})
            (place / f"{identifier}.yaml").write_text(text, encoding="utf-8")
        command = [qbank, "audit", "questions", "--format", "json", "--no-cache", "-q"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise SystemExit(done.stderr)
        accused = dict.fromkeys(names.values(), False)
        for finding in json.loads(done.stdout)["findings"]:
            if finding["code"].startswith(ABOUT_MEANING) and finding["severity"] != "info":
                accused[names[finding["question_id"]]] = True
        return accused


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--qbank", default=str(Path(sys.executable).parent / "qbank"))
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--show", choices=["found", "missed", "twins"])
    options = parser.parse_args()
    questions = list(halves(options.files or sorted(PAIRS.glob("*.json"))))
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for name, _, half in questions:
            (options.write / f"{name}.json").write_text(json.dumps(half, indent=1), encoding="utf-8")
        return
    if options.answers:
        accused = json.loads(options.answers.read_text(encoding="utf-8"))
    else:
        accused = accused_by_qbank(questions, options.qbank)
    report(questions, accused, options.show)


def report(
    questions: list[tuple[str, str, dict[str, Any]]], accused: dict[str, bool], show: str | None
) -> None:
    """Print how many pairs of each family are found, and how many twins are accused."""
    pairs: Counter[str] = Counter()
    clean: Counter[str] = Counter()
    found: Counter[str] = Counter()
    twins: Counter[str] = Counter()
    for name, family, _ in questions:
        is_bad = name.endswith(".bad")
        hit = bool(accused.get(name))
        for key in (family, "all"):
            pairs[key] += is_bad
            clean[key] += not is_bad
            found[key] += is_bad and hit
            twins[key] += not is_bad and hit
        if show and show == ("found" if is_bad and hit else "missed" if is_bad else "twins" if hit else None):
            print(name)
    for key, count in pairs.items():
        share = f"{found[key]:3}/{count:<3} found ({found[key] / count:4.0%}), " if count else ""
        print(f"{key:14} {share}{twins[key]} of {clean[key]} right ones accused")


if __name__ == "__main__":
    main()
