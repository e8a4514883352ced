"""Outcomes as lines: nothing is lost, and nothing else is taken for one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.audit import FileOutcome, Settings
from qbank.audit.file_audit import audit_source
from qbank.audit.plan import Plan
from qbank.audit.record import RecordError, check, decode, encode
from qbank.audit.task import Task
from qbank.rules.core.base import Example, Rule
from qbank.rules.core.examples import whole_text
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import all_rules

PLAN = Plan(Settings())


def outcome_of(content: str | bytes, path: str = "questions/cloud/memory/cloud-0001.yaml") -> FileOutcome:
    data = content if isinstance(content, bytes) else content.encode()
    return audit_source(SourceFile.from_bytes(data, path, Path(path)), PLAN)


def again(outcome: FileOutcome) -> FileOutcome:
    line = encode(outcome)
    assert line.isascii()
    assert "\n" not in line
    check(line)
    return decode(line, Task(Path(outcome.path), outcome.path))


@pytest.mark.parametrize(
    ("rule", "example"),
    [pytest.param(rule, rule.bad[0], id=rule.code) for rule in all_rules() if rule.bad],
)
def test_what_every_rule_finds_comes_back(rule: Rule, example: Example) -> None:
    outcome = outcome_of(whole_text(example), example.path)
    assert again(outcome) == outcome


def test_suppressions_and_chains_come_back() -> None:
    outcome = outcome_of(
        "id: cloud-0001\ntitle: a.  # qbank: ignore QB501, QB2\n# qbank: ignore-file QB4\n"
        "chains: [{id: c, position: -1}]\nrelated: [x, 'y\U0001f680']\nscenario: 'a\u0301 \ud7ff'\n"
    )
    assert outcome.suppressions
    assert outcome.used
    assert outcome.summary is not None
    assert outcome.summary.chains
    assert again(outcome) == outcome


def test_a_lone_surrogate_comes_back() -> None:
    outcome = outcome_of('id: "\\ud800"\ntitle: "a\\udfff."\n')
    assert again(outcome) == outcome


LINE = encode(
    outcome_of("id: cloud-0001\ntitle: a.  # qbank: ignore QB501\nchains: [{id: c, position: 0}]\n")
)


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", "null", "[" * 50_000, '"x"', "1e999", LINE[:-1], f"[{LINE}]"]
)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(RecordError):
        check(line)
    with pytest.raises(RecordError):
        decode(line, Task(Path("a"), "a"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_one_part_of_another_kind_is_refused_or_harmless(data: st.DataObject) -> None:
    whole: Any = json.loads(LINE)
    holder, step = whole, data.draw(st.integers(0, len(whole) - 1))
    while isinstance(holder[step], list) and holder[step] and data.draw(st.booleans()):
        holder, step = holder[step], data.draw(st.integers(0, len(holder[step]) - 1))
    holder[step] = data.draw(JSON)
    line = json.dumps(whole)
    try:
        check(line)
    except RecordError:
        return
    outcome = decode(line, Task(Path("a"), "a"))
    whole[6] = sorted(set(whole[6]))
    assert json.loads(encode(outcome)) == whole
