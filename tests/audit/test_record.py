"""Outcomes as records: nothing is lost, and nothing else is taken for one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.audit.file_audit import FileOutcome, audit_source
from qbank.audit.files import Task
from qbank.audit.plan import Plan
from qbank.audit.record import RecordError, check, decode, encode, to_json
from qbank.audit.settings import Settings
from qbank.rules.core.base import Rule
from qbank.rules.core.question_file import SourceFile
from qbank.rules.registry import all_rules
from rules.rule_examples import whole_text

PLAN = Plan(Settings())


def outcome_of(content: str | bytes, path: str = "questions/cloud/memory/cloud-0001.yaml") -> FileOutcome:
    data = content if isinstance(content, bytes) else content.encode()
    return audit_source(SourceFile.from_bytes(data, path, Path(path)), PLAN)


def again(outcome: FileOutcome) -> FileOutcome:
    record, text = encode(outcome), to_json(outcome)
    assert record is not None
    assert text is not None
    assert text.isprintable()
    assert msgspec.convert(json.loads(text), FileOutcome) == outcome
    return decode(record, Task(Path(outcome.path), outcome.path))


@each("rule", [rule for rule in all_rules() if rule.bad])
def test_what_every_rule_finds_comes_back(rule: Rule) -> None:
    example = rule.bad[0]
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


def test_what_cannot_be_written_is_told() -> None:
    outcome = FileOutcome("questions/not-utf-8-\udcff.yaml")
    assert encode(outcome) is None
    assert to_json(outcome) is None


def test_an_outcome_is_shown_as_that_of_its_file() -> None:
    outcome = outcome_of("id: cloud-0001\ntitle: a.\n")
    record = encode(outcome)
    assert record is not None
    moved = decode(record, Task(Path("b/c.yaml"), "b/c.yaml"))
    assert moved.path == "b/c.yaml"
    assert {finding.path for finding in moved.findings} == {"b/c.yaml"}
    assert moved.summary is not None
    assert (moved.summary.path, moved.summary.file) == ("b/c.yaml", str(Path("b/c.yaml")))


@each("record", [b"", b"\x90", b"\x80", b"\xc0", b"\xc1", b"\x91" * 50_000, b"\xa1x"])
def test_what_is_no_record_is_refused(record: bytes) -> None:
    with pytest.raises(RecordError):
        decode(record, Task(Path("a"), "a"))


WHOLE_NUMBERS = st.integers(-(2**63), 2**63 - 1)
"""As large as a record holds; larger ones are not written."""
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE_NUMBERS | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
WHOLE = to_json(
    outcome_of("id: cloud-0001\ntitle: a.  # qbank: ignore QB501\nchains: [{id: c, position: 0}]\n")
)


@given(data=st.data())
def test_one_part_of_another_kind_is_refused_or_harmless(data: st.DataObject) -> None:
    assert WHOLE is not None
    whole: Any = json.loads(WHOLE)
    holder: Any = whole
    while True:
        step = data.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
        if not isinstance(holder[step], dict | list) or not holder[step] or data.draw(st.booleans()):
            break
        holder = holder[step]
    holder[step] = data.draw(JSON)
    try:
        outcome = msgspec.convert(whole, FileOutcome)
        check(outcome)
    except (msgspec.ValidationError, RecordError):
        return
    assert again(outcome) == outcome
