"""Texts for the boxes that editors show.

What comes from a question goes into blocks of code alone: nothing in it becomes a link, a picture or a
command, and nothing in it controls or hides.
"""

from __future__ import annotations

import re
from typing import Final

from qbank.report.terminal import sanitize
from qbank.rules.core.base import Rule

_TICKS: Final = re.compile(r"`+")


def block(*lines: str) -> str:
    """Return lines of untrusted origin as a block of code."""
    shown = [sanitize(line) for line in lines]
    longest = max((len(found) for line in shown for found in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((f"{fence}text", *shown, fence))


def rule_text(rule: Rule) -> str:
    """Return what a rule means and what to do."""
    fix = f", {rule.fixable} fix" if rule.fixable else ""
    return f"**{rule.code} {rule.name}** ({rule.severity}{fix})\n\n{rule.explanation}"
