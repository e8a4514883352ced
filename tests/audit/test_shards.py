"""Shards put together are the audit of the whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qbank.audit.engine import Audit
from qbank.audit.record import Memory
from qbank.audit.settings import Settings
from qbank.audit.shards import Shard, ShardError, read
from qbank.report.audit.json import audit_json

if TYPE_CHECKING:
    from tests.conftest import Bank

SAME = "title: The Cache.\nscenario: A service keeps its whole cache in the memory of one single GPU.\n"


def report(bank: Bank, number: int, count: int, **settings: Any) -> Path:
    work = Audit.of([], Settings(root=bank.root, **settings), shard=(number, count))
    result = work.run()
    shard = Shard.of(number, count, work.plan)
    return bank.write(f"{number}-{count}.json", "".join(audit_json(result, shard.data(work.lasting()))))


@pytest.fixture
def five(bank: Bank) -> Bank:
    for number in range(5):
        bank.add(f"cloud-000{number}", SAME + f"related: [cloud-000{number + 1}]  # qbank: ignore QB631\n")
    return bank


@pytest.mark.parametrize("count", [1, 2, 5, 7])
def test_together_they_are_the_whole(five: Bank, count: int) -> None:
    files = [report(five, number, count) for number in range(1, count + 1)]
    whole = Audit.of([], Settings(root=five.root))
    expected = whole.run()
    assert {"QB501", "QB612", "QB003"} <= {finding.code for finding in expected.findings}
    _, entries = read(files[::-1])
    again = Audit.of([], Settings(root=five.root))
    assert again.run(known=entries) == expected
    assert entries.missed == 0


def test_a_shard_says_nothing_about_the_bank(five: Bank) -> None:
    result = Audit.of([], Settings(root=five.root), shard=(1, 2)).run()
    assert (result.files, {finding.code for finding in result.findings}) == (3, {"QB501", "QB612"})
    assert "QB003" not in {finding.code for finding in result.findings}


def test_what_changed_since_is_audited_here(five: Bank) -> None:
    files = [report(five, number, 2) for number in (1, 2)]
    five.add("cloud-0001", "title: Another One\n")
    _, entries = read(files)
    result = Audit.of([], Settings(root=five.root)).run(known=entries)
    assert result == Audit.of([], Settings(root=five.root)).run()
    assert entries.missed == 1


def test_settings_travel_with_them(five: Bank) -> None:
    shard, _ = read([report(five, 1, 1, select=("QB5",), ignore=("QB502",))])
    assert (shard.select, shard.ignore) == (("QB5",), ("QB502",))


def test_what_does_not_belong_together_is_refused(five: Bank) -> None:
    one, two = report(five, 1, 2), report(five, 2, 2)
    with pytest.raises(ShardError, match="of 2 shards these are missing: 2"):
        read([one])
    with pytest.raises(ShardError, match="is shard 1 as"):
        read([one, two, one])
    with pytest.raises(ShardError, match="other settings, another version"):
        read([one, report(five, 2, 3)])
    with pytest.raises(ShardError, match="there is no report"):
        read([])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "is no report of"),
        ('{"findings": []}', "is no report of"),
        ('{"shard": {}}', "missing required field `number`"),
        (
            '{"shard": {"number": 3, "count": 2, "plan": "x", "select": [], "ignore": [], "entries": {}}}',
            "no shard 3 of 2",
        ),
        (
            '{"shard": {"number": 1, "count": 99999999999999999999, "plan": "x",'
            ' "select": [], "ignore": [], "entries": {}}}',
            "no shard 1 of 9999",
        ),
        ('{"shard": {"number": 1, "count": 1, "plan": "x", "select": [1], "ignore": []}}', "Expected `str`"),
        ('{"shard": {"number": 1, "count": 1, "plan": "x", "select": [], "ignore": []}}', "field `entries`"),
    ],
)
def test_what_is_no_report_is_refused(bank: Bank, content: str, message: str) -> None:
    with pytest.raises(ShardError, match=message):
        read([bank.write("r.json", content)])


@pytest.mark.parametrize("name", ["../../etc/passwd", "x", "A" * 32])
def test_entries_have_no_paths(five: Bank, name: str) -> None:
    file = report(five, 1, 1)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["shard"]["entries"][name] = next(iter(data["shard"]["entries"].values()))
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ShardError, match="not known by its digest"):
        read([file])


def test_a_damaged_entry_is_refused(five: Bank) -> None:
    file = report(five, 1, 1)
    data = json.loads(file.read_text(encoding="utf-8"))
    key = next(iter(data["shard"]["entries"]))
    entry = data["shard"]["entries"][key]
    finding = next(finding for finding in entry["findings"])
    for damaged in (
        ["QB999"],
        {**finding, "code": "QB999"},
        {**finding, "name": "another-rule"},
        {**finding, "line": 0},
        {**finding, "end_line": -1},
        {**finding, "column": 1 << 50},
        {**finding, "severity": "fatal"},
        {**finding, "message": 1},
    ):
        data["shard"]["entries"][key] = {**entry, "findings": [damaged]}
        file.write_text(json.dumps(data), encoding="utf-8")
        with pytest.raises(ShardError, match="is no report of"):
            read([file])


def test_without_entries_everything_is_audited(five: Bank) -> None:
    assert Audit.of([], Settings(root=five.root)).run(known=Memory()).files == 5
