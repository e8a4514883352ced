"""What comments that speak to the audit say wrong."""

from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


@each(
    "fields, underlined, message",
    [
        (
            "title: A Title.  # qbank: ignore QB501 because it is so\n",
            "because it is so",
            "no names of rules; a reason stands behind '--'",
        ),
        (
            "title: A Title.  # qbank ignore QB501\n",
            "ignore",
            "this comment asks for nothing without a colon behind 'qbank'",
        ),
        (
            "title: A Title.  # qbank: ignore title-perod\n",
            "title-perod",
            "this suppresses nothing: 'title-perod' is no rule; did you mean 'title-period'?",
        ),
        (
            "question: |\n  How large is it?\n  # qbank: ignore QB301\n  And how fast?\n",
            "# qbank: ignore",
            "this is text that readers see, and no comment; put it behind the key of the field",
        ),
    ],
)
def test_a_comment_that_does_nothing_is_told_once(
    audit: Any, fields: str, underlined: str, message: str
) -> None:
    audited = audit({PATH: laid_over(fields, PATH)}, rules=["QB002"])
    assert [(audited.underlined(one), one.message) for one in audited.findings] == [(underlined, message)]


@each(
    "fields",
    [
        "title: A Title.  # qbank: ignore QB501 -- because it is so\n",
        "title: A Title.  # see the qbank ignore list\n",
        "# qbank is asked to audit this\ntitle: A Title.\n",
        "question: What does the comment qbank ignore?\n",
        "question: |  # qbank: ignore QB301 -- see # qbank: ignore\n  How large is it?\n",
    ],
)
def test_what_is_right_or_speaks_to_people_is_left_alone(audit: Any, fields: str) -> None:
    assert audit({PATH: laid_over(fields, PATH)}, rules=["QB002"]).findings == []
