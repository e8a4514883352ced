from __future__ import annotations

from qbank.lsp.markdown import block, rule_text
from qbank.rules.registry import all_rules


def test_nothing_gets_out_of_a_block() -> None:
    assert block("a ``` b", "![x](http://x)\n```") == ("````text\na ``` b\n![x](http://x)\\n```\n````")
    assert "\u202e" not in block("\u202egnp.exe")


def test_every_rule_can_be_told() -> None:
    for rule in all_rules():
        assert rule_text(rule).startswith(f"**{rule.code} {rule.name}** ({rule.severity}")
