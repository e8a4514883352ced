from __future__ import annotations

from qbank.rules import docs
from qbank.rules.registry import all_rules


def test_every_rule_is_on_the_page_once() -> None:
    page = docs.render()
    for rule in all_rules():
        assert page.count(f"\n### {rule.code} {rule.name}\n") == 1
        assert page.count(f"](#{rule.code.lower()}-{rule.name})") == 1


def test_the_page_hides_nothing_and_has_no_endless_lines() -> None:
    page = docs.render()
    assert all(char.isprintable() or char == "\n" for char in page)
    assert max(map(len, page.splitlines())) <= 200
    assert page.count("```") % 2 == 0


def test_labs_have_a_heading_of_their_own() -> None:
    found = {family.prefix: [rule.code for rule in family.rules] for family in docs.families()}
    assert found["QB9xx"] == [rule.code for rule in all_rules() if "QB900" < rule.code < "QB950"]
    assert found["QB95x and QB96x"][0] == "QB950"
    assert sum(map(len, found.values())) == len(all_rules())
