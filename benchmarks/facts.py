"""How well the ledger of facts agrees with what people say that each number is.

    python benchmarks/facts.py                          # benchmarks/gold/*.json
    python benchmarks/facts.py FILE.json --show subject

A file of truth is a list of questions: `name`, `texts` by field, and `facts`. A fact has its `field`, `start`
and `text`, its `role` (with others that are as right in `or`), names of its `subject` of which each is right,
`scope`, `standing` and `modality`. The files here were labelled by hand by people who had not seen the
reader: 30 questions of our bank, eight more of it that nothing was learned from, and both halves of 15 pairs
of a question with one mistake of meaning and its clean twin.

For each attribute: how much of what is known is right, and how much is not known.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from qbank.facts.counted import singular
from qbank.facts.devices.finding import names_of
from qbank.facts.fact import Fact, Field
from qbank.facts.ledger import Ledger, read
from qbank.facts.lexicon.loading import bundled
from qbank.facts.vocabulary import Origin, Role
from qbank.napkin.verifier import verify

GOLD = Path(__file__).parent / "gold"
ATTRIBUTES = ("role", "subject", "scope", "standing", "modality")
ORIGINS = {
    "scenario": Origin.SCENARIO,
    "question": Origin.QUESTION,
    "napkin_math": Origin.CALCULATIONS,
    "solution": Origin.SOLUTION,
    "mistake": Origin.MISTAKE,
}
SMALL_WORDS = frozenset(("the", "a", "an", "of", "per", "one", "all", "s"))


def ledger_of(texts: Mapping[str, str]) -> Ledger:
    """Read the texts of a question as an audit does."""
    fields: list[Field] = []
    for name, origin in ORIGINS.items():
        if text := texts.get(name):
            fields.append(Field((name,), text, origin, verify(text, context=[one.text for one in fields])))
    return read(fields, bundled(), names_of(None).find)


def words(text: str) -> frozenset[str]:
    """Return the words of a name that count, in the singular."""
    return frozenset(map(singular, re.findall(r"[a-z0-9]+", text.lower()))) - SMALL_WORDS


def is_one_of(name: str, accepted: Iterable[str]) -> bool:
    """Tell whether a name says as much as one of those that are right, or more."""
    ours = words(name)
    return bool(ours) and any(ours <= theirs or theirs <= ours for one in accepted if (theirs := words(one)))


def judge(fact: Fact, gold: Mapping[str, Any]) -> Iterator[tuple[str, bool | None]]:
    """Yield for each attribute whether it is right; None where it is not known."""
    yield "role", None if fact.role is Role.UNKNOWN else fact.role in {gold["role"], *gold.get("or", ())}
    subject = fact.subject
    if gold["subject"]:
        known = is_one_of(subject.name, gold["subject"]) or is_one_of(subject.thing, gold["subject"])
        yield "subject", known if subject.name else None
    yield "scope", fact.scope == gold["scope"].split(" ")[0] if fact.scope else None
    yield "standing", fact.standing == gold["standing"]
    yield "modality", fact.modality == gold["modality"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", choices=ATTRIBUTES, help="list what is wrong in an attribute")
    options = parser.parse_args()
    for file in options.files or sorted(GOLD.glob("*.json")):
        print(file.stem)
        for attribute, (right, wrong, unknown) in score(file, options.show).items():
            known, total = right + wrong, right + wrong + unknown
            shares = (
                f"{right / max(1, known):6.1%} of {known:5,} right, {unknown / max(1, total):6.1%} not known"
            )
            print(f"  {attribute:10} {shares}")


def score(file: Path, show: str | None = None) -> dict[str, tuple[int, int, int]]:
    """Return for each attribute how many facts of a file are right, wrong and not known."""
    counts: Counter[tuple[str, bool | None]] = Counter()
    for question in json.loads(file.read_text(encoding="utf-8")):
        texts, gold = question["texts"], question["facts"]
        facts = ledger_of(texts).facts
        for one in gold:
            start, end = one["start"], one["start"] + len(one["text"])
            fact = next(
                (f for f in facts if f.path == (one["field"],) and f.start < end and start < f.end), None
            )
            verdicts = dict(judge(fact, one)) if fact else dict.fromkeys(ATTRIBUTES)
            counts.update(verdicts.items())
            if show and fact and verdicts.get(show) is False:
                ours = fact.subject.name if show == "subject" else getattr(fact, show)
                around = texts[one["field"]][max(0, start - 40) : end + 30].replace("\n", " / ")
                print(f"{question['name'][:22]:22} {one['text']:16} {one[show]} not {ours}: {around}")
    return {name: (counts[name, True], counts[name, False], counts[name, None]) for name in ATTRIBUTES}


if __name__ == "__main__":
    main()
