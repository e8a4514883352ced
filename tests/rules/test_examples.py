"""Every rule against its own examples: they are its specification."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from each import each
from qbank.rules.core.base import Example, Rule
from qbank.rules.core.finding import Applicability, Severity
from qbank.rules.registry import all_rules
from rules.rule_examples import laid_over, whole_text

# A file that cannot be opened cannot be shown.
WITHOUT_EXAMPLES = {"QB101"}


RULES = each("rule", all_rules())


def _alone(rule: Rule) -> list[str]:
    """Name a rule, or all of them where it is about what the others find."""
    return [] if rule.code < "QB1" else [rule.code]


def _underlines(example: Example) -> list[str]:
    if example.underlines is None:
        return []
    return [example.underlines] if isinstance(example.underlines, str) else list(example.underlines)


def test_the_base_of_all_examples_is_without_a_finding(audit: Any) -> None:
    path = Example(yaml="").path
    assert audit({path: laid_over("", path)}).findings == []


@RULES
def test_every_rule_has_a_bad_and_a_good_example(rule: Rule) -> None:
    if rule.code not in WITHOUT_EXAMPLES:
        assert rule.bad
        assert rule.good
    assert all(example.underlines is not None for example in rule.bad)


@RULES
def test_a_bad_example_is_reported_at_its_place_and_nothing_else_is_an_error(rule: Rule, audit: Any) -> None:
    for example in rule.bad:
        audited = audit(example)
        found = audited.of(rule.code)
        assert [audited.underlined(finding) for finding in found] == _underlines(example), example
        assert {finding.name for finding in found} == {rule.name}
        assert {finding.severity for finding in found} == {rule.severity}
        assert all(finding.message and finding.message.isprintable() for finding in found)
        assert example.fixed is not None or all(finding.fix is None for finding in found), example
        errors = [finding for finding in audited.findings if finding.severity is Severity.ERROR]
        assert [finding for finding in errors if finding.code != rule.code] == [], example


@RULES
def test_a_good_example_passes(rule: Rule, audit: Any) -> None:
    for example in rule.good:
        audited = audit(example)
        assert audited.of(rule.code) == [], example
        errors = [finding for finding in audited.findings if finding.severity is Severity.ERROR]
        assert errors == [], example


@RULES
def test_a_fix_makes_what_the_example_promises_and_does_so_once(rule: Rule, audit: Any) -> None:
    for example in rule.bad:
        if example.fixed is None:
            continue
        audited = audit(example, rules=_alone(rule))
        fixes = [finding.fix for finding in audited.of(rule.code) if finding.fix is not None]
        assert fixes, example
        assert {fix.applicability for fix in fixes} <= {rule.fixable, Applicability.SAFE}
        wanted = whole_text(replace(example, yaml=example.fixed))
        assert audited.fixed(rule.code, example.path) == wanted
        again = audit({example.path: wanted}, rules=_alone(rule))
        assert again.of(rule.code) == [], example
        assert again.fixed(rule.code, example.path) == wanted


@RULES
def test_windows_line_ends_change_nothing(rule: Rule, audit: Any) -> None:
    for example in rule.bad:
        if example.others or not isinstance(example.yaml, str):
            continue
        text = whole_text(example)
        assert isinstance(text, str)
        audited = audit({example.path: text.replace("\n", "\r\n")}, rules=_alone(rule))
        found = [audited.underlined(finding).replace("\r", "") for finding in audited.of(rule.code)]
        assert found == _underlines(example), example
        if example.fixed is not None:
            wanted = whole_text(replace(example, yaml=example.fixed))
            assert isinstance(wanted, str)
            assert audited.fixed(rule.code, example.path) == wanted.replace("\n", "\r\n")


@RULES
def test_a_rule_shows_a_fix_if_it_has_one(rule: Rule) -> None:
    assert any(example.fixed is not None for example in rule.bad) == (rule.fixable is not None)
