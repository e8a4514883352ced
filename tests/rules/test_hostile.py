"""Files made to do harm: every rule stays silent or reports, at once, and never fails."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from each import each
from qbank.model.question import Details, Question
from qbank.rules.core.base import BankRule, QuestionRule
from qbank.rules.core.directives import MAX_DIRECTIVES, MAX_SELECTORS
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.summary import BankView, Summary
from qbank.rules.registry import RuleSet, all_rules
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes
from rules.rule_examples import laid_over, whole_text

PATH = "questions/cloud/memory/cloud-0001.yaml"
RULES = RuleSet(all_rules())
FIELD_RULES = RuleSet(rule for rule in RULES if rule.code < "QB3")
FIELDS = sorted(Question.model_fields)
DETAILS = sorted(Details.model_fields)
WORDS = st.sampled_from(
    [
        "cloud",
        "L4",
        "recall",
        "create",
        "memory",
        "deleted",
        "verified",
        "**The Pitfall:**",
        "TODO",
        "x.",
        "1",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "position", "status", "path", "by"]) | WORDS, inner, max_size=3
        )
    ),
    max_leaves=6,
)
QUESTIONS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(FIELDS, VALUES),
        "details": VALUES | st.dictionaries(st.sampled_from(DETAILS), VALUES, max_size=4),
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(QUESTIONS)
def test_data_of_any_shape_is_no_trouble(data: dict[str, Any]) -> None:
    question = QuestionFile(Document(None, "title: x\n", data))
    for finding in RULES.check(QuestionRule, question):
        assert finding.message
    RULES.check(BankRule, BankView([Summary.of(question)], complete=True))


_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
EXTREMES = ["0", "-5", "1e50", "1e999"]


def numbers_in(text: str) -> list[str]:
    return sorted(set(_NUMBER.findall(text.partition("**Calculations:** 2 * 32")[0])))


@each("which", range(len(EXTREMES)))
def test_no_number_of_any_example_makes_a_rule_fail(which: int) -> None:
    rules = RuleSet(rule for rule in RULES if rule.code >= "QB3")
    examples = [
        (example.yaml, text)
        for rule in rules
        for example in (*rule.bad, *rule.good)
        if isinstance(example.yaml, str) and isinstance(text := whole_text(example), str)
    ]
    for place, (alone, whole) in enumerate(dict.fromkeys(examples)):
        # Some numbers, everywhere that they stand; alone an example takes a tenth of what a question does.
        turn = len(EXTREMES) * place + which
        changes = [(alone, number) for number in numbers_in(alone)[turn % 8 :: 8]]
        changes += [(whole, number) for number in numbers_in(whole)[turn % 160 :: 160]]
        for text, number in changes:
            changed = re.sub(rf"(?<![\w.,]){re.escape(number)}(?![\w.,]*\d)", EXTREMES[which], text)
            try:
                question = QuestionFile(read_bytes(changed.encode()))
            except ReadError:
                continue
            rules.check(QuestionRule, question)


@each("number", [".nan", ".inf", "-.inf", "1e400", "0", "-5"])
def test_no_number_of_a_field_makes_a_rule_fail(number: str) -> None:
    for rule in RULES:
        for example in (*rule.bad, *rule.good):
            text = example.yaml
            if isinstance(text, str):
                for found in _NUMBER.finditer(text):
                    changed = text[: found.start()] + number + text[found.end() :]
                    with suppress(ReadError):
                        FIELD_RULES.check(QuestionRule, QuestionFile(read_bytes(changed.encode())))


@each(
    "lines",
    [
        ["Loop: 20 ms + 0 ms = 20 ms"],
        [f"Step: {2**n} ms + {2**n} ms = {2 ** (n + 1)} ms" for n in range(40)],
        [f"Step: {2**n} ms * 2 = {2 ** (n + 1)} ms" for n in range(40)],
        [f"Step: {n} ms + 1 ms = {n + 1} ms" for n in range(1, 200)],
    ],
)
def test_sums_of_one_another_end(lines: list[str]) -> None:
    text = "scenario: Steps run one after the other, strictly sequential, at 60 frames per second.\n"
    text += (
        "details:\n  realistic_solution: All 60 frames per second are handled; 1 ms + 2 ms + 5 ms = 8 ms.\n"
    )
    text += "  napkin_math: |\n" + "".join(f"    - {line}\n" for line in lines)
    RULES.check(QuestionRule, QuestionFile(read_bytes(text.encode())))


LARGE = 6_000
"""Signs of each text: where work grows with their square, they take a quarter of a minute."""
REPEATED = [
    "a",
    " ",
    ".",
    "$",
    "\\",
    "*",
    "**a ",
    "**Pitfall",
    "[",
    "#",
    "_",
    "x_",
    "1",
    "Q1 ",
    "the ",
    "How ",
    "1. ",
    "TODO ",
    "\\u2248",
    "**The Pitfall:** ",
    "The Pitfall: a ",
    "<",
    "(",
    "? ",
]


@each("piece", REPEATED)
def test_long_texts_take_no_long_time(audit: Any, piece: str) -> None:
    text = piece * (LARGE // len(piece))
    quoted = "'" + text.replace("'", "''") + "'"
    snippet = "".join(f"{field}: {quoted}\n" for field in ("title", "question", "scenario"))
    snippet += f"details:\n  common_mistake: {quoted}\n  napkin_math: |\n    {text}\n"
    others = [rule.code for rule in all_rules() if not rule.code.startswith("QB3")]
    started = time.process_time()
    audited = audit({PATH: laid_over(snippet, PATH)}, rules=others)
    assert time.process_time() - started < 10
    assert len(audited.findings) < 100


def test_a_file_full_of_invisible_characters_is_reported_a_few_times(audit: Any) -> None:
    hidden = "a\u200b" * 100_000
    audited = audit({PATH: laid_over(f"tags: ['{hidden}']\n", PATH)})
    assert 0 < len(audited.of("QB121")) <= 10


def test_messages_hold_no_terminal_codes_and_are_short(audit: Any) -> None:
    evil = '"\\e[31m\\u202e' + "x" * 5000 + '"'
    names = ["id", "track", "level", "zone", "topic", "competency_area", "bloom_level", "title", "status"]
    snippet = "".join(f"{name}: {evil}\n" for name in names)
    snippet += f"deletion_reason: {evil}\nrelated: [{evil}]\n"
    snippet += f"chains: [{{id: {evil}, position: 0}}, {{id: {evil}, position: 0}}]\n"
    snippet += f"details:\n  options: [{evil}, {evil}]\n  correct_index: 7\n"
    audited = audit({PATH: laid_over(snippet, PATH)})
    assert audited.findings
    for finding in audited.findings:
        assert finding.message.isprintable(), finding
        assert len(finding.message) < 700


def test_comments_without_end_are_bounded(audit: Any) -> None:
    many = "".join(f"x{number}: 1  # qbank: ignore no-{number}\n" for number in range(3000))
    endless = "title: a  # qbank: ignore " + "no-rule " * 3000 + "\n"
    path = "questions/cloud/memory/cloud-0001.yaml"
    found = audit({path: many}, rules=["QB002"]).of("QB002")
    assert len(found) == MAX_DIRECTIVES + 1
    assert "those after this are not read" in {finding.message.partition("; ")[2] for finding in found}
    found = audit({path: endless}, rules=["QB002"]).of("QB002")
    assert len(found) == MAX_SELECTORS + 1
    assert found[-1].message == "a comment names at most 10 rules; from here on it is not read"
