"""A baseline survives what does not matter, and only shrinks."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qbank.audit.baseline import Baseline, BaselineError, Key
from qbank.audit.engine import Audit
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings

if TYPE_CHECKING:
    from tests.conftest import Bank

PERIOD = "title: Growth of the Cache.\n"
FILE = Path("baseline.json")
ALL = frozenset({"QB501", "QB502", "QB003"})


def found(bank: Bank, *targets: Path) -> AuditResult:
    return Audit.of(targets, Settings(root=bank.root, select=("QB501", "QB502"))).run()


def codes(result: AuditResult) -> list[str]:
    return [f"{finding.question_id}:{finding.code}" for finding in result.findings]


def test_what_is_known_passes_and_what_is_new_does_not(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    Baseline.of(found(bank)).write(FILE)
    bank.add("cloud-0002", PERIOD)
    result = Baseline.read(FILE).apply(found(bank))
    assert codes(result) == ["cloud-0002:QB501"]
    assert result.baselined == 1


def test_it_survives_moves_and_inserted_lines(bank: Bank) -> None:
    path = bank.add("cloud-0001", PERIOD)
    known = Baseline.of(found(bank))
    text = path.read_text(encoding="utf-8")
    path.unlink()
    bank.write("questions/cloud/elsewhere/cloud-0001.yaml", f"# moved\n\n\n{text}")
    assert codes(known.apply(found(bank))) == []


def test_of_several_alike_as_many_pass_as_are_known(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    result = found(bank)
    [finding] = result.findings
    key = Key("cloud-0001", "QB501", finding.fingerprint)
    from msgspec.structs import replace

    twice = replace(result, findings=(finding, finding))
    assert len(Baseline(Counter({key: 1})).apply(twice).findings) == 1
    assert len(Baseline(Counter({key: 2})).apply(twice).findings) == 0


def test_it_only_shrinks(bank: Bank) -> None:
    first = bank.add("cloud-0001", PERIOD)
    known = Baseline.of(found(bank))
    bank.add("cloud-0002", PERIOD)
    assert known.shrunk(found(bank), ALL, None).counts == known.counts
    first.unlink()
    assert len(known.shrunk(found(bank), ALL, None)) == 0


def test_what_was_not_looked_at_stays(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    other = bank.add("cloud-0002")
    known = Baseline.of(found(bank))
    bank.add("cloud-0001")
    assert len(known.shrunk(found(bank, other), ALL, {"cloud-0002"})) == 1
    assert len(known.shrunk(found(bank), frozenset({"QB502"}), None)) == 1
    assert len(known.shrunk(found(bank), ALL, {"cloud-0001", "cloud-0002"})) == 0


def test_a_file_that_is_reviewed_line_by_line(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("cloud-0002", PERIOD)
    baseline = Baseline.of(found(bank))
    baseline.write(FILE)
    assert Baseline.read(FILE).counts == baseline.counts
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert "cloud-0001" in lines[2]
    assert "cloud-0002" in lines[3]
    Baseline().write(FILE)
    assert json.loads(FILE.read_text(encoding="utf-8")) == {"version": 1, "findings": []}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not valid JSON"),
        ("[]", "Expected `object`"),
        ('{"version": 2, "findings": []}', "version 2"),
        ('{"version": 1, "findings": [{}]}', "`question` - at `.*findings.0"),
        (
            '{"version": 1, "findings": [{"question": "a", "code": "b", "fingerprint": "c", "count": -1}]}',
            "findings.0..count",
        ),
        ("[" * 100_000, "Expected `object`"),
        (b"\xff\xfe", "not valid JSON"),
    ],
)
def test_what_is_no_baseline_is_refused(bank: Bank, content: str | bytes, message: str) -> None:
    with pytest.raises(BaselineError, match=message):
        Baseline.read(bank.write("b.json", content))


def test_a_missing_one_says_how_to_make_it(bank: Bank) -> None:
    with pytest.raises(BaselineError, match="--update-baseline"):
        Baseline.read(bank.root / "none.json")
