from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from qbank.bank.editing.edits import Edit
from qbank.report.audit.concise import concise
from qbank.report.audit.full import full
from qbank.report.terminal import Style
from qbank.rules.core.finding import Applicability, Finding, Fix, Severity

Make = Callable[..., Finding]

FILE = """\
schema_version: "1.0"
id: cloud-0001
track: clowd
title: 漢字の本 of the "cache".
scenario: >-
  A chat service keeps the keys and values of every token of a conversation in the memory of its \
accelerator, and so the memory for 8,192 tokens of a model with 32 layers comes to 2 GiB = 2,000 MB, which \
is more than it has left.
details:
\tx: |
    one
    two
"""

GOLDEN = """\
bank/cloud-0001.yaml:3:8: error[QB203] track: 'clowd' is not a track; did you mean 'cloud'?
  |
3 | track: clowd
  |        ^^^^^
  = fix: replace `clowd` with `cloud` (qbank audit --fix --unsafe-fixes)

bank/cloud-0001.yaml:4:27: warning[QB501] title: ends with a period
  |
4 | title: 漢字の本 of the "cache".
  |                               ^
  = fix: delete `.` (qbank audit --fix)

bank/cloud-0001.yaml:6:189: error[QB301] details: 2 GiB is 2,147 MB, not 2,000 MB
  |
6 | …32 layers comes to 2 GiB = 2,000 MB, which is more than it has…
  |                             ^^^^^^^^
  = help: qbank rule QB301

bank/cloud-0001.yaml:8:5: info[QB999] a value over several lines
  |
8 |     x: |
  |        ^
  = fix: 2 changes (qbank audit --fix)

bank/cloud-0001.yaml:99:1: error[QB201] a line that is no more
   = help: qbank rule QB201

bank/none.yaml:1:1: error[QB101] the file cannot be read: permission denied
  = help: qbank rule QB101

"""


def golden_findings(make: Make) -> list[Finding]:
    path = "bank/cloud-0001.yaml"
    track, period = FILE.index("clowd"), FILE.index(".\nscenario")
    return [
        make(path, 3, 8, 13, fix=Fix(Applicability.UNSAFE, (Edit(track, track + 5, "cloud"),))),
        make(
            path,
            4,
            27,
            28,
            code="QB501",
            severity=Severity.WARNING,
            message="title: ends with a period",
            fix=Fix(Applicability.SAFE, (Edit(period, period + 1, ""),)),
        ),
        make(path, 6, 189, 197, code="QB301", message="details: 2 GiB is 2,147 MB, not 2,000 MB"),
        make(
            path,
            8,
            5,
            8,
            end_line=10,
            code="QB999",
            severity=Severity.INFO,
            message="a value over several lines",
            fix=Fix(Applicability.SAFE, (Edit(0, 1, ""), Edit(2, 3, ""))),
        ),
        make(path, 99, 1, 2, code="QB201", message="a line that is no more"),
        make("bank/none.yaml", 1, 1, 1, code="QB101", message="the file cannot be read: permission denied"),
    ]


def test_golden(bank, finding: Make) -> None:
    bank.write("bank/cloud-0001.yaml", FILE)
    assert "".join(full(golden_findings(finding), Style(width=70))) == GOLDEN


def test_colours_change_nothing_but_colours(bank, finding: Make) -> None:
    bank.write("bank/cloud-0001.yaml", FILE)
    coloured = "".join(full(golden_findings(finding), Style(width=70, colour=True)))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == GOLDEN
    assert coloured.count("\x1b[0m") == len(re.findall(r"\x1b\[[1-9][0-9;]*m", coloured))
    assert "\x1b[1;31merror[QB203]\x1b[0m" in coloured
    assert "\x1b[1;31m^^^^^\x1b[0m" in coloured


def test_concise(finding: Make) -> None:
    lines = "".join(concise(golden_findings(finding), Style())).splitlines()
    assert lines == [line for line in GOLDEN.splitlines() if line.startswith("bank/")]


@pytest.mark.parametrize("kind", [full, concise])
def test_nothing_hostile_reaches_the_terminal(bank, finding: Make, kind) -> None:
    hostile = "\x1b]0;owned\x07\x9b2J\u202e\u200b\udcff"
    bank.write("questions/a.yaml", "title: \x1b[2J\u202e\r\x07x\n".encode())
    findings = [
        finding(
            "questions/a.yaml",
            1,
            8,
            13,
            message=f"title: {hostile}",
            fix=Fix(Applicability.SAFE, (Edit(7, 9, hostile),)),
        ),
        finding(f"{hostile}.yaml", 1, 1, 2),
    ]
    shown = "".join(kind(findings, Style()))
    assert all(char.isprintable() or char == "\n" for char in shown)
    assert "\\x1b]0;owned\\x07\\x9b2J\\u202e\\u200b\\udcff" in shown
    if kind is full:
        assert "title: \\x1b[2J\\u202e" in shown


def test_files_are_shown_whatever_they_hold(bank, finding: Make) -> None:
    bank.write("questions/a.yaml", b"\xef\xbb\xbftitle: \xff\x00x\rlevel: L1\r\nid: x\n")
    shown = "".join(
        full([finding("questions/a.yaml", 1, 8, 9), finding("questions/a.yaml", 3, 5, 6)], Style())
    )
    assert "1 | title: \ufffd\\x00x\n  |        ^\n" in shown
    assert "3 | id: x\n  |     ^\n" in shown


def test_long_changes_are_cut(bank, finding: Make) -> None:
    bank.write("questions/a.yaml", "title: " + "x" * 500)
    fix = Fix(Applicability.SAFE, (Edit(7, 507, "y" * 500),))
    shown = "".join(full([finding("questions/a.yaml", 1, 8, 508, fix=fix)], Style(width=80)))
    assert max(map(len, shown.splitlines()[1:])) <= 160
    assert f"replace `{'x' * 47}…` with `{'y' * 47}…`" in shown


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("49", "'49'", "replace `49` with `'49'`"),
        ("`x`", "x", "replace '`x`' with `x`"),
        ("`", "", "delete '`'"),
    ],
)
def test_changes_of_quotes_can_be_read(bank, finding: Make, old: str, new: str, hint: str) -> None:
    bank.write("questions/a.yaml", f"title: {old}\n")
    fix = Fix(Applicability.SAFE, (Edit(7, 7 + len(old), new),))
    shown = "".join(full([finding("questions/a.yaml", 1, 8, 9, fix=fix)], Style()))
    assert f"= fix: {hint} (qbank audit --fix)\n" in shown


def test_inserting(bank, finding: Make) -> None:
    bank.write("questions/a.yaml", "title: x\n")
    fix = Fix(Applicability.SAFE, (Edit(8, 8, "?"),))
    assert "= fix: insert `?` (qbank audit --fix)" in "".join(
        full([finding("questions/a.yaml", 1, 9, 9, fix=fix)], Style())
    )
