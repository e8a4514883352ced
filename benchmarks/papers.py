"""How often a question is twice on a paper: draws papers of a set, and compares what they show.

Two questions are the same if their id and all their numbers are. Prints how many papers were drawn, with how
many questions, and how many pairs were the same; ends with 1 if there was any.

usage: python benchmarks/papers.py SET [PAPERS]
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from qbank.bank.discovery import find_root
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.files import SetError
from qbank.sets.loading import load_set
from qbank.sets.ordering import variants_of


def main(path: Path, papers: int) -> int:
    root = find_root(path.resolve().parent)
    if root is None:
        print(f"{path}: there is no bank around it", file=sys.stderr)
        return 2
    bank = BankQuestions.of_bank(root)
    questions = same = refused = 0
    for seed in range(papers):
        try:
            groups = variants_of(load_set(path, bank, seed=seed))
        except SetError as error:
            refused += 1
            print(error, file=sys.stderr)
            continue
        shown = Counter(
            (variant.question.id, *variant.values.values()) for _, of_group in groups for variant in of_group
        )
        questions += shown.total()
        same += shown.total() - len(shown)
    print(f"{papers:,} papers, {questions:,} questions, {same:,} twice, {refused:,} papers refused")
    return int(same > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2_000))
