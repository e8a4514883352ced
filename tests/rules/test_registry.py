from __future__ import annotations

import re

import pytest

from each import each
from qbank.rules.audit_own import RefusedSuppression, UnusedSuppression
from qbank.rules.core.base import BankRule, FileRule, LabRule, QuestionRule, Rule
from qbank.rules.registry import RuleSet, UnknownRuleError, all_rules, find, select


def _codes(chosen: RuleSet) -> list[str]:
    return [rule.code for rule in chosen]


@each("rule", all_rules())
def test_a_rule_has_a_code_a_name_and_a_page(rule: Rule) -> None:
    assert re.fullmatch(r"QB[0-9]{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert isinstance(
        rule, FileRule | QuestionRule | LabRule | BankRule | UnusedSuppression | RefusedSuppression
    )
    summary, _, rest = rule.explanation.partition("\n\n")
    assert rule.summary == summary
    assert "\n" not in summary
    assert summary.endswith(".")
    assert len(rest) > 40, "why it matters and what to do"


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in all_rules()}) == len(all_rules())
    assert len({rule.name for rule in all_rules()}) == len(all_rules())


@each("name", ["QB201", "qb201", " missing-field ", "Missing-Field"])
def test_a_rule_is_found_by_code_or_name(name: str) -> None:
    assert find(name).code == "QB201"


@each(
    "name, hint",
    [("QB2O1", "QB201"), ("mising-field", "missing-field"), ("zzz", "qbank rule"), ("", "qbank rule")],
)
def test_an_unknown_rule_is_named_with_a_near_one(name: str, hint: str) -> None:
    with pytest.raises(UnknownRuleError, match=re.escape(hint)):
        find(name)
    with pytest.raises(UnknownRuleError, match=re.escape(hint)):
        select([name])


def test_nothing_selected_means_all_but_those_on_request() -> None:
    assert _codes(select()) == [rule.code for rule in all_rules() if not rule.on_request]
    assert _codes(select(["ALL"])) == [rule.code for rule in all_rules()]
    assert {rule.code for rule in all_rules() if rule.on_request} == {"QB963"}


def test_selecting_by_prefix_and_by_name() -> None:
    assert set(_codes(select(["QB4"]))) == {rule.code for rule in all_rules() if rule.code.startswith("QB4")}
    assert _codes(select(["title-period", "QB201"])) == ["QB201", "QB501"]


def test_ignoring() -> None:
    assert "QB501" not in _codes(select(ignore=["QB501"]))
    assert "QB501" not in _codes(select(["QB5"], ["title-period"]))
    assert _codes(select(["QB501"], ["QB501"])) == []


def test_the_more_exact_selector_wins() -> None:
    assert _codes(select(["QB5"], ["ALL"])) == _codes(select(["QB5"]))
    assert _codes(select(["ALL", "QB501"], ["QB"])) == ["QB501"]
    assert "QB502" not in _codes(select(["QB501", "QB5"], ["QB502"]))
    assert "title-period" in {rule.name for rule in select(["title-period"], ["QB5"])}


def test_a_set_of_rules_knows_its_codes() -> None:
    chosen = select(["QB4"])
    assert len(chosen) == len(chosen.rules)
    assert chosen.codes == set(_codes(chosen))
