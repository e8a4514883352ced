"""Whether sentences of plain prose are understood: what is right is left alone, what is wrong is told.

    python benchmarks/sentences.py                      # benchmarks/sentences/*.json
    python benchmarks/sentences.py FILE.json --show

A file is an object with two lists of texts, of one to three sentences each. What is `right` must draw no
finding of meaning (QB3, QB7 to QB9; remarks aside), whatever hosts, racks, rivals, shares and plans it
speaks of. In what is `wrong` one thing is false: by the numbers beside it, by physics, or by a data sheet.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from semantics import ABOUT_MEANING, FIELDS, details_of

from qbank.rules.core.base import QuestionRule
from qbank.rules.core.finding import Severity
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import all_rules

PLACE = "questions/cloud/memory/cloud-0001.yaml"
REST = {"math": "Rate: 2 * 3 = 6 requests", "solution": "Six requests."}
RULES = [
    rule for rule in all_rules() if isinstance(rule, QuestionRule) and rule.code.startswith(ABOUT_MEANING)
]


def findings(text: str) -> list[str]:
    """Return what is found in a scenario, remarks aside."""
    own = {"id": "cloud-0001", "title": "Estimate", "scenario": text, "details": details_of(REST)}
    question = SourceFile.from_bytes(json.dumps({**FIELDS, **own}).encode(), PLACE).question()
    told = [rule for rule in RULES if rule.severity is not Severity.INFO]
    return [f"{rule.code} {one.message}" for rule in told for one in rule.check(question)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true", help="list what is accused and what is missed")
    options = parser.parse_args()
    for file in options.files or sorted((Path(__file__).parent / "sentences").glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        accused = {text: found for text in told["right"] if (found := findings(text))}
        missed = [text for text in told["wrong"] if not findings(text)]
        found = len(told["wrong"]) - len(missed)
        print(f"{file.stem}: {len(accused)} of {len(told['right'])} right ones accused", end=", ")
        print(f"{found} of {len(told['wrong'])} found")
        if options.show:
            for text, messages in accused.items():
                print(f"  accused: {text}\n           {messages[0]}")
            for text in missed:
                print(f"  missed: {text}")


if __name__ == "__main__":
    main()
