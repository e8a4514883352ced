from __future__ import annotations

from qbank.report.audit.diff import coloured
from qbank.report.terminal import Style

LINES = ["--- a/x\n", "+++ b/x\n", "@@ -1 +1 @@\n", " same\r\n", "-old \x1b[2J\n", "+new \u202e\n"]


def test_a_diff_is_harmless() -> None:
    assert list(coloured(LINES, Style())) == [
        "--- a/x\n", "+++ b/x\n", "@@ -1 +1 @@\n", " same\n", "-old \\x1b[2J\n", "+new \\u202e\n",
    ]  # fmt: skip


def test_a_diff_has_colours() -> None:
    shown = list(coloured(LINES, Style(colour=True)))
    assert shown[0] == "\x1b[1m--- a/x\x1b[0m\n"
    assert shown[3] == " same\n"
    assert shown[5] == "\x1b[32m+new \\u202e\x1b[0m\n"
