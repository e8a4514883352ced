"""Texts for the boxes that editors show.

What comes from a question goes into blocks of code alone: nothing in it becomes a link, a picture or a
command, and nothing in it controls or hides.
"""

from __future__ import annotations

from qbank.render.text.markdown_syntax import fenced
from qbank.report.terminal import sanitize
from qbank.rules.core.base import Rule


def block(*lines: str) -> str:
    """Return lines of untrusted origin as a block of code."""
    return fenced("\n".join(map(sanitize, lines)), "text")


def rule_text(rule: Rule) -> str:
    """Return what a rule means and what to do."""
    fix = f", {rule.fixable} fix" if rule.fixable else ""
    return f"**{rule.code} {rule.name}** ({rule.severity}{fix})\n\n{rule.explanation}"
