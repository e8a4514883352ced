"""How often the verifier is right, and how long it takes against libyaml composing the same files.

    python benchmarks/napkin.py [FOLDER] [--rounds N] [--labels FILE]

FOLDER (by default the questions of this repository) is searched for YAML files; the texts of
`details.napkin_math` are held in memory. `audit` is what an audit asks for; `verify` also works out the
values that are said without a calculation. Rounds alternate between verifying and composing, so that a busy
machine slows both; each figure is the median over the rounds. sympy is loaded before the clock starts: it is
needed only where something is wrong. `first` is the very first pass, over texts never seen and with nothing
learnt of their words; `asked` also asks every claim for its values, which an audit does of what it reports.

With labels (by default FOLDER/labels.jsonl, if it is there) it measures accuracy too. A line of the file says
of a quote from a question's napkin math what a careful reader found:
`{"file", "quote", "kind", "verdict": "ok|imprecise|wrong|uncheckable", "borderline": bool}`. `decided` is the
share of checkable quotes that overlap a decided claim, `alarms` of right ones that overlap a finding and no
quote that is not right, `found` how many of the wrong or imprecise ones (borderline ones left out) overlap a
finding.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sympy  # noqa: F401
import yaml

from qbank.bank.discovery import find_question_files
from qbank.napkin.claim import Claim
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verifier import verify
from qbank.yamlio.document import Document
from qbank.yamlio.reader import read_file

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"


def seconds(work: Callable[[Any], object], inputs: list[Any]) -> float:
    start = time.perf_counter()
    for item in inputs:
        work(item)
    return time.perf_counter() - start


def napkin_math(document: Document) -> str:
    details = document.data.get("details")
    text = details.get("napkin_math") if isinstance(details, dict) else None
    return text if isinstance(text, str) else ""


def for_audit(text: str) -> list[Claim]:
    return verify(text, derived=False)


def whole(document: Document) -> list[Claim]:
    context = [text for key in ("scenario", "question") if isinstance(text := document.data.get(key), str)]
    return verify(napkin_math(document), context=context)


def print_accuracy(folder: Path, labels: Path) -> None:
    by_file = defaultdict(list)
    for line in labels.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        by_file[label["file"]].append(label)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for file, found in by_file.items():
        document = read_file(folder / file)
        text, claims = napkin_math(document), whole(document)
        for label in found:
            label["start"] = text.find(label["quote"])
            label["end"] = label["start"] + len(label["quote"])
        faulty = [label for label in found if label["verdict"] != "ok"]
        for label in found:
            near = [claim for claim in claims if overlap(claim, label)]
            alarms = [claim for claim in near if claim.verdict in {Verdict.IMPRECISE, Verdict.WRONG}]
            count = counts[label["kind"]]
            if label["verdict"] != "uncheckable":
                count["checkable"] += 1
                count["decided"] += any(claim.verdict is not Verdict.UNCHECKED for claim in near)
            if label["verdict"] == "ok":
                count["right"] += 1
                count["alarms"] += any(not any(overlap(claim, other) for other in faulty) for claim in alarms)
            elif label["verdict"] != "uncheckable" and not label.get("borderline"):
                count["faulty"] += 1
                count["found"] += bool(alarms)
    print(f"{'kind':<14}{'labels':>7}{'decided':>9}{'alarms':>8}{'found':>8}")
    for kind, count in counts.items():
        decided, alarms = (
            count["decided"] / max(count["checkable"], 1),
            count["alarms"] / max(count["right"], 1),
        )
        found = f"{count['found']}/{count['faulty']}"
        print(f"{kind:<14}{count['checkable']:>7}{decided:>9.1%}{alarms:>8.1%}{found:>8}")


def overlap(claim: Claim, label: dict[str, Any]) -> bool:
    return claim.start < label["end"] and claim.end > label["start"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=QUESTIONS)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--labels", type=Path, default=None)
    chosen = parser.parse_args()
    documents = [read_file(path) for path in find_question_files([chosen.folder]).files]
    texts = [text for document in documents if (text := napkin_math(document))]
    sources = [document.text for document in documents]
    first = seconds(for_audit, texts)
    claims = sum(len(for_audit(text)) for text in texts)
    auditing, verifying, asking, composing = [], [], [], []
    for _ in range(chosen.rounds):
        auditing.append(seconds(for_audit, texts))
        verifying.append(seconds(verify, texts))
        asking.append(seconds(lambda text: [claim.computed for claim in for_audit(text)], texts))
        composing.append(seconds(lambda source: yaml.compose(source, Loader=yaml.CSafeLoader), sources))
    times = (auditing, verifying, asking, composing)
    audited, verified, asked, composed = (statistics.median(part) for part in times)
    print(f"{len(texts)} files, {claims} claims, {chosen.rounds} rounds")
    for name, time_ in (("audit", audited), ("first", first), ("asked", asked), ("verify", verified)):
        print(f"{name:<8}{time_ / len(texts) * 1e6:8.1f} us a file, {time_ / composed:6.2f} x compose")
    print(f"        {audited / max(claims, 1) * 1e6:8.1f} us a claim")
    print(f"compose {composed / len(sources) * 1e6:8.1f} us a file")
    labels = chosen.labels or chosen.folder / "labels.jsonl"
    if labels.is_file():
        print_accuracy(chosen.folder, labels)


if __name__ == "__main__":
    main()
