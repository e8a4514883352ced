"""The ledger against what people say that each number is; `benchmarks/facts.py` shows the figures."""

from facts.benchmarks import load_benchmark

facts = load_benchmark("facts")

ROLE, SUBJECT = 0.85, 0.65
"""How much of what is known has to be right; what is reached now is more."""


def test_roles_and_subjects_agree_with_what_people_say() -> None:
    scores = {file.stem: facts.score(file) for file in sorted(facts.GOLD.glob("*.json"))}
    shares = {
        (name, attribute): right / (right + wrong)
        for name, score in scores.items()
        for attribute, (right, wrong, _) in score.items()
    }
    assert {key: share for key, share in shares.items() if key[1] == "role" and share < ROLE} == {}
    assert {key: share for key, share in shares.items() if key[1] == "subject" and share < SUBJECT} == {}
