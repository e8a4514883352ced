from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from each import each
from qbank.report.rules.json import rule_data
from qbank.report.rules.text import rule_page
from qbank.report.terminal import Style, sanitize
from qbank.rules.core.base import Rule
from qbank.rules.registry import all_rules

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_the_list(spawn: Run) -> None:
    done = spawn("rule")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [rule.code for rule in all_rules()]
    assert all(line.endswith(f"  {rule.summary}") for line, rule in zip(lines, all_rules(), strict=True))
    [own] = [line for line in lines if line.startswith("QB002")]
    assert own.split()[1:3] == ["warning", "unknown-suppression"]


def test_nothing_is_wider_than_a_narrow_terminal(run: Run) -> None:
    lines = run("rule", COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line.startswith("QB")] == [rule.code for rule in all_rules()]


def test_a_family(run: Run) -> None:
    codes = [line.split()[0] for line in run("rule", "QB1").stdout.splitlines()]
    assert codes == [rule.code for rule in all_rules() if rule.code.startswith("QB1")]
    assert len(codes) > 1


def test_a_part_of_names(run: Run) -> None:
    codes = [line.split()[0] for line in run("rule", "napkin").stdout.splitlines()]
    assert codes == [rule.code for rule in all_rules() if "napkin" in rule.name]
    assert len(codes) > 1
    assert run("rule", "napkins-of-paper").returncode == 2


@pytest.mark.parametrize("wanted", ["QB002", "qb002", "unknown-suppression", "QB00"])
def test_a_page(run: Run, wanted: str) -> None:
    done = run("rule", wanted)
    assert done.returncode == 0
    if wanted == "QB00":
        assert done.stdout.startswith("QB002  warning")
        return
    assert done.stdout.startswith("QB002 unknown-suppression\nwarning, no fix\n\nA `# qbank:` comment asks")
    assert "Reported:\n    title: Memory of a KV cache  # qbank: ignore QB999\n" in done.stdout
    assert "Fine:\n" in done.stdout


@each("rule", all_rules())
def test_every_page_can_be_shown(rule: Rule) -> None:
    shown = "".join(rule_page(rule, Style()))
    assert shown.startswith(f"{rule.code} {rule.name}\n")
    assert [sanitize(line) for line in shown.split("\n")] == shown.split("\n")
    assert json.loads(json.dumps(rule_data(rule)))["code"] == rule.code


def test_json(run: Run) -> None:
    everything = json.loads(run("rule", "--format", "json").stdout)
    assert [rule["code"] for rule in everything] == [rule.code for rule in all_rules()]
    one = json.loads(run("rule", "QB002", "--format", "json").stdout)
    assert one in everything
    keys = {"code", "name", "severity", "on_request", "fixable", "summary", "explanation", "bad", "good"}
    assert set(one) == keys
    assert one["severity"] == "warning"
    assert one["fixable"] is None
    assert one["bad"][0]["underlines"] == ["QB999"]
    assert set(one["bad"][0]) == {"path", "yaml", "whole", "without", "underlines", "others", "fixed"}


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            "unknown-supression",
            "qbank: 'unknown-supression' is no rule; did you mean 'unknown-suppression'?\n",
        ),
        ("QB999", "qbank: 'QB999' is no rule; `qbank rule` lists them\n"),
        ("zzzzzz", "qbank: 'zzzzzz' is no rule; `qbank rule` lists them\n"),
        ("\x1b[2J", "qbank: '\\x1b[2J' is no rule; `qbank rule` lists them\n"),
    ],
)
def test_no_such_rule(run: Run, wanted: str, message: str) -> None:
    done = run("rule", wanted)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_colours(run: Run) -> None:
    assert "\x1b[1mQB002\x1b[0m" in run("rule", FORCE_COLOR="1").stdout
    assert "\x1b" not in run("rule", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_into_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    done = run("rule", "--output", file, FORCE_COLOR="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert file.read_text() == run("rule").stdout
