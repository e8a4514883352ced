"""The ledger against what people say that each number is; `benchmarks/facts.py` shows the figures."""

from facts.benchmarks import load_benchmark

facts = load_benchmark("facts")

ROLE, SUBJECT = 0.90, 0.79
"""How much of what is known has to be right; what is reached now is hardly more."""
UNREAD, UNBOUND = 0.06, 0.18
"""How much may be no fact or have no role, and how much may have no subject: a phrase can hide a number."""


def test_roles_and_subjects_agree_with_what_people_say() -> None:
    for file in sorted(facts.GOLD.glob("*.json")):
        score = facts.score(file)
        for attribute, least, most in (("role", ROLE, UNREAD), ("subject", SUBJECT, UNBOUND)):
            right, wrong, unknown = score[attribute]
            assert right / (right + wrong) >= least, (file.stem, attribute)
            assert unknown / (right + wrong + unknown) <= most, (file.stem, attribute)
